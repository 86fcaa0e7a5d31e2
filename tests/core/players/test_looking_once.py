"""peek=once (V11): a seat looks at its next hand card as its turn begins, and knows no other."""

from __future__ import annotations

import random

import numpy as np
import pytest

import rbcore
from support.players import PLAYERS, shuffled
from support.positions import texts

VARIANTS = ["cut-start", "early-turn", "face-down", "three-player", "wrangle", "here-and-there"]


@pytest.mark.sample(1)
@pytest.mark.parametrize("variant", VARIANTS)
def test_a_seat_knows_a_card_from_the_start_of_its_turn_till_it_turns(variant: str) -> None:
    rules, blind = rbcore.variant(f"{variant},peek=once"), rbcore.variant(variant)
    knew = turned = empty = 0
    for game in range(4):
        position, moves, _ = rbcore.trace(rules, ("greedy",) * rules.seats, 3, game, max_moves=600)
        looks = True  # till something is turned
        for move in moves:
            seat = position.seat
            hand = texts(position).hand(seat)
            text = str(position)
            looked = " looked=1" in text
            assert looked == (looks and hand != "-")
            shown = position.view().hands[seat][-1:]
            assert shown == (() if hand == "-" else (hand[-2:] if looked else "??",))
            unlooked = rbcore.Position.parse(text.replace(" looked=1", ""), blind)
            assert unlooked.moves() == position.moves()
            marks = [p.fingerprint() for p in (rbcore.Position.parse(text, rules), unlooked)]
            assert marks[0] == marks[1]
            knew += looked and move == "turn"
            turned += move == "turn" and not looked and not empty
            empty += hand == "-" and looks
            position.apply(move)
            looks = move in ("waste", "pass") or (looks and move != "turn")
    assert knew
    assert turned
    assert empty


def test_games_by_chance_are_those_without_looking_and_others_are_not() -> None:
    rows = {}
    for player in ("uniform", "greedy"):
        for peek in ("no", "once", "yes"):
            rows[player, peek] = np.zeros(200, rbcore.GAME)
            rules = rbcore.variant(f"standard,peek={peek}")
            rbcore.play(rules, (player,) * 2, 9, 0, rows[player, peek])
    assert (rows["uniform", "no"] == rows["uniform", "once"]).all()
    assert (rows["greedy", "no"] != rows["greedy", "once"]).any()
    assert (rows["greedy", "yes"] != rows["greedy", "once"]).any()


def test_greedy_makes_a_space_for_a_card_that_it_has_looked_at() -> None:
    rules = rbcore.variant("standard,houses-each=2,peek=once")
    line = "0 - c--d--h--s-- Th9s|JsTd|Jc|Kc -/2h3h/- 5c/6s/-"
    for key, first in (("", "turn"), (" looked=1", "1>2")):
        position = rbcore.Position.parse(line + key, rules, partial=True)
        assert str(position) == line + key
        assert position.choose("greedy") == first


@pytest.mark.sample(1)
@pytest.mark.parametrize("player", PLAYERS)
def test_no_other_card_matters(player: str) -> None:
    """Whatever else is hidden, a player chooses the same; the card looked at does matter to it."""
    rules = rbcore.variant("cut-start,peek=once")
    rng = random.Random(4)
    for game in range(8):
        position, moves, _ = rbcore.trace(rules, ("greedy",) * 2, 5, game)
        for i, move in enumerate(moves):
            if i % 9 == 0:
                first = position.choose(player, 7)
                assert shuffled(position, rng).choose(player, 7) == first
            position.apply(move)


def test_what_has_been_looked_at_in_notation() -> None:
    rules = rbcore.variant("cut-start,peek=once,early-turn=yes")
    dealt = str(rbcore.Position.deal(rules, 1, 0))
    assert dealt.endswith(" fresh=1 looked=1")
    bare = dealt.removesuffix(" fresh=1 looked=1")
    assert str(rbcore.Position.parse(f"{bare} turn=3 looked=1 fresh=1", rules)) == (
        f"{bare} fresh=1 looked=1 turn=3"
    )
    assert rbcore.Position.parse(bare, rules) != rbcore.Position.parse(bare + " looked=1", rules)
    position = rbcore.Position.parse(dealt, rules)
    position.apply("turn")
    seat, _, rest = bare.partition(" ")
    empty = rest.split(" ")
    piles = empty[3 + int(seat)].split("/")
    empty[3 + int(seat)] = f"{piles[0]}/-/{piles[1]}"
    for text, words in (
        (bare + " looked=0", "looked: '0' is not 1"),
        (f"{position} looked=1", "looked: a card is turned up"),
        (f"{seat} {' '.join(empty)} looked=1", "looked: the hand has no card"),
    ):
        with pytest.raises(ValueError, match=words):
            rbcore.Position.parse(text, rules)
    with pytest.raises(ValueError, match="'looked' is not a key of these rules"):
        rbcore.Position.parse(bare + " looked=1", rbcore.variant("peek"))


def test_the_axis_is_text() -> None:
    with pytest.raises(ValueError, match="peek=True is not a choice; it is one of no, once, yes"):
        rbcore.Rules(peek=True)  # type: ignore[arg-type]
