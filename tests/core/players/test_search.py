"""`search`: its determinizations, its budgets, what it finds; more in test_players.py."""

import random
import time

import numpy as np
import pytest
from scipy import stats

import rbcore
from rbcore.board import notation
from support.players import VARIANTS, shuffled
from support.positions import texts


def face_up(position: rbcore.Position) -> list[object]:
    """All that the seat to move can see."""
    setup = notation.read(position.notation, position.rules)
    peeks = position.rules.peek == "yes" or setup.looked
    return [
        setup.seat, setup.turned.cards, setup.heights, setup.turn, setup.idle, setup.base,
        [(house.cards[house.down :], house.down) for house in setup.houses],
        [(p.reserve.cards[p.reserve.down :], p.reserve.down, p.waste.cards, len(p.hand.cards))
         for p in setup.players],
        setup.players[setup.seat].hand.cards[-1:] if peeks else [],
    ]  # fmt: skip


def hidden(position: rbcore.Position, seat: int) -> list[int]:
    """The face-down cards of a seat's pack, those in its hand last."""
    rules = position.rules
    setup = notation.read(position.notation, rules)
    player = setup.players[seat]
    houses = setup.houses[seat * rules.houses_each : (seat + 1) * rules.houses_each]
    piles = [player.reserve, *houses]
    return [card for pile in piles for card in pile.cards[: pile.down]] + player.hand.cards


def positions(variant: str, games: int, seed: int = 3) -> list[rbcore.Position]:
    """Positions of games between players that err, one in seven."""
    rules = rbcore.variant(variant)
    found = []
    for game in range(games):
        position, moves, _ = rbcore.trace(
            rules, ("weighted~0.1",) * rules.seats, seed, game, max_moves=400
        )
        for i, move in enumerate(moves):
            if i % 7 == 0:
                found.append(position.copy())
            position.apply(move)
    return found


@pytest.mark.sample(1)
@pytest.mark.parametrize("variant", VARIANTS)
def test_determinizations_show_what_is_seen_and_hold_every_card(variant: str) -> None:
    rng = random.Random(variant)
    others = 0
    for position in positions(variant, 2):
        sample = position.view().determinize(5)
        # The reader refuses a card too many or too few.
        assert rbcore.Position.parse(sample.notation, position.rules) == sample
        assert face_up(sample) == face_up(position)
        assert sample.moves() == position.moves() == position.view().moves()
        assert shuffled(position, rng).view().determinize(5) == sample
        others += sample != position
    assert others > 5


@pytest.mark.full
@pytest.mark.parametrize("variant", ["standard", "covered", "wrangle"])
def test_determinizations_keep_packs_apart(variant: str) -> None:
    """Before any waste is turned over a seat has no card twice face down."""
    for position in positions(variant, 30):
        if position.turn < 8:
            for seed in range(5):
                sample = position.view().determinize(seed)
                for seat in range(2):
                    cards = hidden(sample, seat)
                    assert len(set(cards)) == len(cards)


def test_determinizations_of_one_pack_keep_suits_apart() -> None:
    for position in positions("simplified", 30):
        sample = position.view().determinize(1)
        assert {card >> 4 for card in hidden(sample, 0)} <= {0, 2}
        assert {card >> 4 for card in hidden(sample, 1)} <= {1, 3}


def test_cards_that_came_with_the_waste_lie_in_the_hand() -> None:
    """Seat 1 has no hidden card, so seat 0 has both copies of many; face down no two are equal."""
    rules = rbcore.variant("standard")
    setup = notation.read(rbcore.Position.deal(rules, 1, 0).notation, rules)
    other = setup.players[1]
    setup.players[0].hand.cards += other.hand.cards + other.reserve.cards[: other.reserve.down]
    other.hand.cards = []
    other.reserve.cards = other.reserve.cards[other.reserve.down :]
    other.reserve.down = 0
    position = rbcore.Position.parse(notation.write(setup, rules), rules)
    for seed in range(200):
        sample = position.view().determinize(seed)
        down = hidden(sample, 0)[: setup.players[0].reserve.down]
        assert len(set(down)) == len(down)
        assert face_up(sample) == face_up(position)


@pytest.mark.full
@pytest.mark.parametrize("variant", ["standard", "simplified", "three-player"])
def test_determinizations_are_dealt_evenly(variant: str) -> None:
    """Every hidden place gets each card that it may hold equally often."""
    position = rbcore.Position.deal(rbcore.variant(variant), 1, 0)
    samples = [position.view().determinize(seed) for seed in range(2_000)]
    for place in (0, -1):  # lowest in the reserve, next in the hand
        for seat in range(position.rules.seats):
            cards = np.array([hidden(sample, seat)[place] for sample in samples])
            counts = np.unique(cards, return_counts=True)[1]
            expected = expected_counts(position, seat, len(samples))
            assert len(counts) == len(expected)
            assert stats.chisquare(np.sort(counts), np.sort(expected)).pvalue > 1e-5


def expected_counts(position: rbcore.Position, seat: int, samples: int) -> np.ndarray:
    """How often each card should lie at a hidden place of a seat, from all that is hidden."""
    rules = position.rules
    packs = [hidden(position, other) for other in range(rules.seats)]
    together = [card for pack in packs for card in pack]
    copies = np.unique(together, return_counts=True)[1]
    if rules.seats == 3:
        return samples * copies / len(together)
    if rules.packs == 1:
        return np.full(len(packs[seat]), samples / len(packs[seat]))
    twice, single = (copies == 2).sum(), (copies == 1).sum()
    left = (len(packs[seat]) - twice) / single  # of the singles this seat has so many
    return samples / len(packs[seat]) * np.where(copies == 2, 1, left)


def test_a_study_that_lacks_cards() -> None:
    rules = rbcore.variant("standard")
    text = "0 - c--d--h--s-- 9d|-|-|-|-|-|-|- (5c)2h/5h5d/3c 9c/5d/Jd"
    position = rbcore.Position.parse(text, rules, partial=True)
    assert texts(position.view().determinize()).hand(0) != texts(position).hand(0)
    assert position.choose("search-50") in position.moves()


def test_it_sees_what_the_opponent_will_do() -> None:
    """The opponent's last card, 8c, goes on 9d if that is laid on Ts, as `planner` would."""
    position = rbcore.Position.parse(
        "0 9d cTAd6-h94sK- JdTc9d8s7d6s|KsQh|JsTd|Kd|JcTd9c8h7c|KhQcJhTs|6c5h4s3d2s|"
        "JcTh9s8d7s6h5s4d (5cQsAd9h3s2cAs7h)KhQhJh/KdQdJdQd5d3c8d/4c2dKcQcKc7d6dTh -/-/8c "
        "idle=0,1 turn=39", rbcore.variant("standard"),
    )  # fmt: skip
    assert position.choose("planner") == "h>6"
    assert {position.choose("search", seed=seed) for seed in range(10)} == {"waste"}


def rows_of(players: tuple[str, ...], games: int, first: int = 0) -> np.ndarray:
    rows = np.zeros(games, rbcore.GAME)
    rbcore.play(rbcore.variant("cut-start"), players, 4, first, rows)
    return rows


def test_the_budget_matters() -> None:
    assert (rows_of(("search-20",) * 2, 6) != rows_of(("search-60",) * 2, 6)).any()


def test_milliseconds() -> None:
    """A contested decision takes no less than it may."""
    position = next(
        position for position in positions("standard", 5)
        if len({position.choose("search-1", seed=seed) for seed in range(8)}) > 1
    )  # fmt: skip
    start = time.perf_counter()
    assert position.choose("search-30ms") in position.moves()
    assert time.perf_counter() - start >= 0.03


@pytest.mark.full
def test_it_beats_greedy() -> None:
    """By some 20 points; over 160 games 4 points are a deviation."""
    share = []
    for seat, players in enumerate([("search-32", "greedy"), ("greedy", "search-32")]):
        winners = rows_of(players, 80)["winner"]
        share.append(float(np.mean(np.where(winners < 0, 0.5, winners == seat))))
    assert sum(share) / 2 > 0.53
