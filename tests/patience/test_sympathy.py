"""Sympathy: the kernel against a slow reading of the procedure, and deals made by hand."""

import hashlib
import random
from graphlib import CycleError, TopologicalSorter

import numpy as np
import pytest

import rbcore
from oracles.twin import sympathy as reference
from rbpatience import playing
from support.patience import cards, played
from support.positions import texts
from support.streams import stream_below

HEAPS = (16, 17)
FORMS = pytest.mark.parametrize("heaps", HEAPS)
IN_ORDER = [rank + suit for rank in "A23456789TJQK" for suit in "cdhs"]
SIGNATURES = {
    16: "9e7cf3db9e63ea26",
    17: "dc6d634bb7168261",
}  # of 2,000 games of seed 1, games version 1


def rows(heaps: int, seed: int, first: int, games: int) -> np.ndarray:
    return played(form(heaps), "forced", games, seed, first)


def form(heaps: int) -> str:
    return "sympathy,heaps=17" if heaps == 17 else "sympathy"


def deal(seed: int, game: int) -> tuple[str, str]:
    packs = playing.deal("sympathy", seed, game)
    return packs[:104], packs[104:]


def shuffled(seed: int, game: int) -> list[list[str]]:
    """The packs of a game, shuffled anew from its stream."""
    draws = iter(stream_below(seed, game, 0, [*range(1, 53)] * 2))
    packs = []
    for _ in range(2):
        pack: list[str] = []
        for card in IN_ORDER:
            j = next(draws)
            pack.append(card)
            pack[-1], pack[j] = pack[j], card
        packs.append(pack)
    return packs


def swapped(*places: tuple[int, int]) -> str:
    """A pack in order but for cards that change places."""
    pack = list(IN_ORDER)
    for a, b in places:
        pack[a], pack[b] = pack[b], pack[a]
    return "".join(pack)


def pair(heaps: int, pack: str, other_pack: str) -> tuple[int, int, int]:
    """Won, left and stuck of a deal, on which the kernel and the slow reading must agree."""
    row, story = playing.play_pack(form(heaps), pack + other_pack)
    slow = reference.play(cards(pack), cards(other_pack), heaps)
    assert (row["left"], row["first_pass"]) == (slow.left, slow.stuck)
    thrown = {card for event, card, *_ in story if event == "thrown"}
    laid = [card for event, card, *_ in story if event != "thrown"]
    assert ("".join(laid), len(thrown)) == (pack + other_pack, 52 - slow.left)
    return int(row["outcome"]), slow.left, slow.stuck


@pytest.mark.full
@FORMS
def test_games_are_those_of_the_slow_reading(heaps: int) -> None:
    for game, row in enumerate(rows(heaps, 7, 0, 3_000)):
        slow = reference.play(*shuffled(7, game), heaps)
        assert row.tolist() == (game, slow.left == 0, slow.left, 1, slow.stuck)
        assert slow.called == (52 - 3 * heaps, 52 - 3 * heaps)  # always all of them


@pytest.mark.full
@FORMS
def test_the_order_of_pairing_does_not_matter(heaps: int) -> None:
    rng = random.Random(heaps)
    for game, row in enumerate(rows(heaps, 8, 0, 200)):
        packs = shuffled(8, game)
        assert {reference.play_at_random(packs, heaps, rng) for _ in range(3)} == {row["left"]}


@FORMS
def test_a_game_is_won_if_no_cards_wait_for_each_other_in_a_ring(heaps: int) -> None:
    for game, row in enumerate(rows(heaps, 9, 0, 500)):
        waits = TopologicalSorter[str]()
        for pack in shuffled(9, game):
            for i in range(0, 3 * heaps, 3):
                waits.add(pack[i], pack[i + 1])
                waits.add(pack[i + 1], pack[i + 2])
        try:
            waits.prepare()
            ring = False
        except CycleError:
            ring = True
        assert row["outcome"] == (not ring)


def test_deals_are_those_of_the_standard_game() -> None:
    rules = rbcore.variant("standard,reserve-size=0,houses-each=0,starter=cut")
    for game in (0, 1, 2**40):
        packs = deal(3, game)
        assert [cards(pack) for pack in packs] == shuffled(3, game)
        position = rbcore.Position.deal(rules, 3, game)
        assert packs == tuple("".join(cards(texts(position).hand(seat))[::-1]) for seat in (0, 1))


@pytest.mark.parametrize(("heaps", "grace"), [(16, 4), (17, 1)])
def test_equal_packs_win_and_are_stuck_for_grace_cards_only(heaps: int, grace: int) -> None:
    assert pair(heaps, swapped(), swapped()) == (1, 0, grace)


def test_a_win_by_grace_cards_that_uncover_all_the_rest() -> None:
    """The grace cards of one side are tops of the other's first four heaps, and the reverse."""
    other = swapped((2, 48), (5, 49), (8, 50), (11, 51))
    assert pair(16, swapped(), other) == (1, 0, 16)
    assert pair(16, other, swapped()) == (1, 0, 16)


def test_two_cards_that_lie_on_each_other_lose() -> None:
    """One has Ah on Ad, the other Ad on Ah; Ac lies below both."""
    assert pair(16, swapped(), swapped((1, 2))) == (0, 3, 7)
    assert pair(17, swapped(), swapped((1, 2))) == (0, 3, 4)
    assert pair(16, swapped(), swapped((0, 1))) == (0, 2, 6)


def test_a_ring_through_both_sides_loses() -> None:
    """Ac waits for Ad, Ad for As, As for 2c, 2c for Ac."""
    one = swapped()  # Ad on Ac, 2c on As
    other = one.replace("AcAdAhAs2c2d", "2cAcAhAdAs2d")  # Ac on 2c, As on Ad
    assert pair(16, one, other) == (0, 4, 8)
    assert pair(17, other, one) == (0, 4, 5)


def test_nothing_is_left_alone() -> None:
    """A single pair cannot be left: nothing would lie on either card."""
    for heaps in HEAPS:
        left = np.bincount(rows(heaps, 2, 0, 50_000)["left"], minlength=53)
        assert left[1] == 0
        assert (left[[0, 2, 3, 4]] > 0).all()


@FORMS
def test_games_are_the_same_as_ever(heaps: int) -> None:
    found = rows(heaps, 1, 0, 2_000)
    numbers = np.array([found[name] for name in ("outcome", "left", "first_pass")], np.uint8).T
    assert hashlib.sha256(numbers.tobytes()).hexdigest()[:16] == SIGNATURES[heaps]
