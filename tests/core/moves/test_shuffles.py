"""Deals shuffled and played anew: what stays the same, and what is drawn."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from scipy import stats

import rbcore
from rbcore.api.position import View
from rbcore.players.names import parse_player
from support.quick import fewer

ENOUGH = 1e-4  # smallest p-value let pass; the seeds are fixed
SEED = 4


def open_cards(position: rbcore.Position) -> tuple[object, ...]:
    """What lies face up, and whose turn it is; the next card of a hand is nobody's but its own."""
    view: View = position.view()
    sizes = [len(hand) for hand in view.hands]
    return view.seat, view.houses, view.reserves, view.wastes, view.foundations, sizes


def own_cards(position: rbcore.Position) -> list[Counter[str]]:
    """The cards of each pack that are in reserves, houses and hands; three seats have one pack."""
    houses, each = position.houses, position.rules.houses_each
    seats = range(position.rules.seats)
    piles = [
        [position.hands[i], position.reserves[i], *houses[i * each : (i + 1) * each]] for i in seats
    ]
    # A house that is out of use is None.
    cards = [Counter(card for pile in own for card in pile or ()) for own in piles]
    return [sum(cards, Counter())] if len(cards) == 3 else cards


@pytest.mark.parametrize("variant", [*rbcore.PRESETS, "standard,second-face-up=9"])
def test_what_lies_face_up_stays_and_who_starts(variant: str) -> None:
    rules = rbcore.variant(variant)
    for game in range(8):
        deal = rbcore.Position.deal(rules, SEED, game)
        shuffled = [rbcore.Position.deal(rules, SEED, game, shuffle) for shuffle in range(1, 4)]
        assert rbcore.Position.deal(rules, SEED, game, 0) == deal
        for one in shuffled:
            assert open_cards(one) == open_cards(deal)
            assert own_cards(one) == own_cards(deal)
            assert rbcore.Position.parse(str(one), rules) == one
        assert len({str(one) for one in (deal, *shuffled)}) == 4


def test_every_hidden_card_is_as_likely_at_every_place() -> None:
    rules = rbcore.variant("standard")
    deal = rbcore.Position.deal(rules, SEED, 0)
    hidden = [*deal.hands[1], *deal.reserves[1][:-1]]
    card = hidden[5]
    places = Counter[int]()
    for shuffle in range(1, 1 + fewer(6_000)):
        one = rbcore.Position.deal(rules, SEED, 0, shuffle)
        places[[*one.hands[1], *one.reserves[1][:-1]].index(card)] += 1
    copies = hidden.count(card)
    counts = [places[i] for i in range(len(hidden) - copies + 1)]
    assert copies == 1
    assert stats.chisquare(counts).pvalue > ENOUGH


@pytest.mark.parametrize("player", ["uniform", "greedy", "weighted~0.1", "lookahead+memory"])
def test_replicates_differ_only_where_players_draw(player: str) -> None:
    played = []
    for replicate in range(2):
        rows = np.zeros(20, rbcore.GAME)
        rules, players = rbcore.variant("standard"), (player, player)
        rbcore.play(rules, players, SEED, 0, rows, replicate=replicate)
        played.append(rows)
        _, moves, row = rbcore.trace(rules, players, SEED, 3, replicate=replicate)
        assert row == rows[3]
        assert len(moves) == row["moves"]
    assert (played[0]["starter"] == played[1]["starter"]).all()
    alike = (played[0] == played[1]).mean()
    assert alike < 0.2 if parse_player(player).draws else alike == 1


def test_slips_are_drawn_anew() -> None:
    slips = (rbcore.Attention.careless(0.3),) * 2
    played = []
    for replicate in range(2):
        rows = np.zeros(20, rbcore.GAME)
        rbcore.play(rbcore.variant("standard"), ("greedy",) * 2, SEED, 0, rows, attention=slips,
                    replicate=replicate)  # fmt: skip
        played.append(rows)
    assert (played[0]["offences"] != played[1]["offences"]).any(axis=1).mean() > 0.5


@pytest.mark.parametrize("name", ["shuffle", "replicate"])
def test_numbers_out_of_range_are_refused(name: str) -> None:
    rows = np.zeros(1, rbcore.GAME)
    with pytest.raises(ValueError, match=name):
        rbcore.play(rbcore.variant("standard"), ("greedy",) * 2, 1, 0, rows, **{name: -1})
