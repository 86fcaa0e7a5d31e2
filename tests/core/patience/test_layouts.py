"""Layouts on which the player decides: fixtures, twins, odds, players, clauses."""

import random
from collections import Counter
from collections.abc import Callable
from math import sqrt

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from oracles.twin.patience.layouts import TWINS
from rbcore.patience import book, entry, playing
from rbcore.patience.board import Board
from support.patience import (
    cards,
    changed,
    draws,
    packs_of_slow_programs,
    played,
    walk_together,
)
from support.patience_checks import (
    assert_refused,
    assert_rows_do_not_depend_on_how_they_are_split,
    is_won_with_no_card_left,
    on_table,
    packs_played_again,
    pairs,
    parted,
    readings,
    signed,
    write,
    written,
)
from support.quick import fewer

FIXTURES = packs_of_slow_programs("book-layouts.tsv")
GOLDEN = "layouts.tsv"
LAYOUTS = {
    number: game
    for number, game in book.GAMES.items()
    if number in TWINS and book.by_number(number)[0] >= 40
}
READINGS = readings(LAYOUTS)
PLAYERS = [(number, player) for number, game in LAYOUTS.items() for player in game.players]
FOR_SHUFFLES = 4


def to_place(number: str) -> int:
    """The cards that win."""
    game = LAYOUTS[number]
    return len(entry.pack_cards(game)) - len(game.rules.cards.dead) // 2


def shuffler(seed: int, game: int) -> Callable[[list[str]], list[str]]:
    """The documented shuffle between deals, by NumPy's generator."""
    below = draws(seed, game, FOR_SHUFFLES)

    def shuffle(pack: list[str]) -> list[str]:
        mixed = list(pack)
        for i in range(1, len(mixed)):
            j = below(i + 1)
            mixed[i], mixed[j] = mixed[j], mixed[i]
        return mixed

    return shuffle


@pytest.mark.parametrize("form", FIXTURES)
def test_packs_of_the_slow_programs_end_alike(form: str) -> None:
    lines = FIXTURES[form]
    assert len(lines) == 20
    number = form.removesuffix("a").removesuffix("-plain")
    for pack, won, left in lines:
        row, _ = playing.play_pack(number, pack)
        assert (row["outcome"], row["left"]) == (won, left), pack


@pytest.mark.sample(2)
@pytest.mark.parametrize("text", [*LAYOUTS, *READINGS])
def test_moves_are_those_of_the_twin(text: str) -> None:
    """Both list the legal moves of every position of games played at random."""
    number, reading = parted(text)
    rng = random.Random(text)
    for game in range(8):
        pack = playing.deal(text, 7, game)
        board = Board(text, pack, 7, game)
        twin = TWINS[number](cards(pack), shuffler(7, game), **reading)
        walk_together(board, twin, rng, 60, 100_000)


ODDS = {  # uniform: percent won, mean cards left and its half width, of the slow programs
    "40": (7.0, None, None),
    "41": (0.0, 84.80, 0.20), "41b": (0.0, 74.80, 0.16), "42": (5.40, 20.27, 0.12),
    "42,redeal=shuffled": (1.96, None, None), "42,spaces=from-waste": (24.1, None, None),
    "42,passes=2": (0.01, None, None), "43": (0.0, 54.94, 0.16), "43,heaps=last": (7.04, 36.6, 0.5),
    "44": (0.0, 58.21, 0.21), "45": (5.73, 27.78, 0.29), "45,reserve=dead": (1.57, None, None),
    "46": (0.03, 60.90, 0.33), "47": (8.50, 68.48, 0.65), "48": (50.96, 3.93, 0.07),
    "48,grace=none": (10.8, None, None), "48,grace=with-waste": (71.1, None, None),
    "49": (0.29, 26.29, 0.13), "50": (0.17, 61.86, 0.11), "51": (0.0, 49.00, 0.5),
    "52": (11.70, 27.22, 0.5), "58": (23.18, 26.85, 0.6), "58b": (29.56, 24.37, 0.6),
    "59": (9.15, 64.92, 0.8), "60": (0.0, 59.72, 0.3),
}  # fmt: skip
# Their games, where fewer than 10,000, give half a point or more.
WIDE = {
    "40": 0.8,
    "47": 0.8,
    "52": 1.0,
    "58": 1.4,
    "58b": 1.3,
    "59": 1.0,
    "48,grace=with-waste": 0.9,
}


def assert_near(rows: np.ndarray, share: float, wide: float) -> None:
    own = (rows["outcome"] == 1).mean() * 100
    assert abs(own - share) < wide + 4 * sqrt(max(own, share, 0.1) * 100 / len(rows))


@pytest.mark.sample(2)
@pytest.mark.parametrize("text", ODDS)
def test_odds_of_uniform_are_those_of_the_slow_programs(text: str) -> None:
    share, left, half = ODDS[text]
    rows = played(text, "uniform", 1_000 if text == "41" else 4_000, seed=2)
    assert_near(rows, share, WIDE.get(text, 0.5))
    if left is not None and half is not None:
        own = rows["left"].astype(float)
        assert abs(own.mean() - left) < 2 * half + 4 * own.std() / sqrt(len(rows))


@pytest.mark.sample(2)
@pytest.mark.parametrize(
    ("text", "share", "left"),
    [
        ("40", 6.94, 41.07), ("40,filling=once", 0.68, None), ("51", 22.33, 17.34),
        ("52", 10.95, 28.05), ("58", 0.04, 39.84), ("59", 0.0, 75.43), ("60", 0.87, 33.08),
    ],
)  # fmt: skip
def test_odds_of_fixed_ways_are_those_of_the_slow_programs(
    text: str, share: float, left: float | None
) -> None:
    rows = played(text, book.find_game(text).player, 10_000, seed=2)
    assert_near(rows, share, 0.5)
    if left is not None:
        own = rows["left"].astype(float)
        assert abs(own.mean() - left) < 0.3 + 4 * own.std() / sqrt(len(rows))


def test_odds_of_the_juvenile_by_its_own_advice() -> None:
    """The largest packets first: 30.4% (95%: 29.5 to 31.3) by a slow program."""
    assert_near(played("45", "adviser", 5_000), 30.4, 1.0)


@pytest.mark.sample(20)
@pytest.mark.parametrize(("number", "player"), PLAYERS)
def test_every_player_plays_a_pack_as_the_game(number: str, player: str) -> None:
    for row, _, story in packs_played_again(number, player, 10):
        if number not in ("45", "52"):
            up = sum(event == "foundation" for event, _, _ in story)
            assert up + row["left"] == to_place(number)


@pytest.mark.parametrize("number", LAYOUTS)
def test_given_up_is_not_lost(number: str) -> None:
    """A game is given up only with moves left, and never by a fixed way of playing."""
    game = LAYOUTS[number]
    if game.player != "adviser":
        assert set(played(number, game.player, 300)["outcome"]) <= {0, 1}
    rows = played(number, "uniform", 300)
    if number in ("44", "46", "47"):
        assert (rows["outcome"] == 2).any()
    if number in ("42", "43", "45", "48", "51", "52"):
        assert set(rows["outcome"]) <= {0, 1}
    assert ((rows["outcome"] == 1) == (rows["left"] == 0)).all()


@settings(max_examples=fewer(60), deadline=None)
@given(
    number=st.sampled_from(list(LAYOUTS)), seed=st.integers(0, 2**64 - 1),
    rng=st.randoms(use_true_random=False),
)  # fmt: skip
def test_no_card_is_lost_and_every_game_ends(number: str, seed: int, rng: random.Random) -> None:
    pack = playing.deal(number, seed, 0)
    board = Board(number, pack, seed, 0)
    for _ in range(300):
        there = on_table(board)
        assert not there - Counter(cards(pack))
        gone = to_place(number) - board.left
        dead = sum(card[0] in "QK" for card in set(cards(pack))) if number in ("58", "58b") else 0
        assert there.total() + gone <= len(cards(pack)) <= there.total() + gone + 2 * dead
        if not board.moves:
            break
        board.move(rng.randrange(len(board.moves)))
    for player in LAYOUTS[number].players:
        assert is_won_with_no_card_left(number, player, seed)


@pytest.mark.sample(15)
@pytest.mark.parametrize("text", [*LAYOUTS, *READINGS])
def test_a_deal_is_not_begun_while_another_goes_on(text: str) -> None:
    """However soon the player asks for the next one, every card stays where it can be seen."""
    pack = playing.deal(text, 1, 0)
    rng = random.Random(text)
    begun = 0
    board = Board(text, pack, 1, 0)
    for _ in range(300):
        before = on_table(board)
        deal, left = board.deal, board.left
        more = board.next_deal()
        begun += more
        assert board.deal == deal + more
        after = on_table(board)
        # A card that fits may go up as it is dealt (49.3); nothing else leaves the table.
        assert not after - before
        assert before.total() - after.total() == left - board.left
        if not board.moves:
            break
        board.move(rng.randrange(len(board.moves)))
    assert begun == (2 if text in ("49", "60") else 0)


@pytest.mark.parametrize("made", [Board, type("Own", (Board,), {"__init__": lambda self: None})])
def test_no_board_is_without_a_game(made: type[Board]) -> None:
    with pytest.raises(TypeError):
        made.__new__(made)
    with pytest.raises(TypeError):
        made()  # type: ignore[call-arg]


FLIPS: dict[str, dict[str, object]] = {
    "40": {
        "piles.rows.count": 9, "play.waiting": "none", "piles.rows.refill": False,
        "piles.rows.cover": "below",
    },
    "41": {
        "piles.rows.count": 11, "piles.rows.on": None, "play.idle": 5,
        "foundations.aces.at_once": "none", "piles.rows.fill_when": "at will",
    },
    "41b": {"piles.rows.count": 12, "piles.rows.cover_at_end": ""},
    "42": {
        "stock.passes": 2, "piles.divan.fill": ("waste", "stock"), "stock.shuffle": True,
        "stock.after": [],
    },
    "43": {"piles.packets.deal": 11, "play.duties": [["play packets"]]},
    "44": {
        "piles.reserves.on": None, "piles.reserves.on.both": False,
        "piles.reserves.on.straight": False,
        "piles.reserves.fill": ("stock",),
    },
    "45": {"stock.closes": True, "stock.each": 3, "stock.after": []},
    "46": {"piles.rays.on.step": 1, "play.idle": 5, "piles.rays.cover": "none"},
    "47": {"piles.reserves.on.step": -1, "stock.turn": 2, "stock.after": [], "play.opening": []},
    "48": {"stock.passes": 3, "deal.last": "same", "stock.waste": "top", "stock.again_after": []},
    "49": {
        "deal.deals": 2, "piles.columns.count": 11, "piles.columns.on.both": False, "play.idle": 5,
    },
    "50": {
        "piles.columns.on.both": False, "piles.columns.space": "none", "play.opening": [],
        "piles.columns.space_lift": "top",
    },
    "51": {"piles.fly.deal": 12, "piles.fly.first": "none", "play.duties": []},
    "52": {"deal.deals": 2},
    "58": {"play.run": 3, "play.other_reading": True},
    "58b": {"play.run": 2},
    "59": {
        "piles.lines.on.both": False, "piles.lines.on.suit": "same", "play.idle": 5,
        "deal.tops": False, "piles.lines.beside": (), "piles.lines.alike": True,
    },
    "60": {
        "deal.deals": 2, "play.waiting": "must", "piles.piles.on.both": False,
        "piles.piles.count": 11, "deal.gather": "in order",
    },
}  # fmt: skip


@pytest.mark.sample(8)
@pytest.mark.parametrize(("number", "name"), pairs(FLIPS))
def test_every_rule_of_a_layout_matters(
    number: str, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = played(number, "uniform", 300)
    game = LAYOUTS[number]
    monkeypatch.setitem(book.GAMES, number, changed(game, {name: FLIPS[number][name]}))
    assert (played(number, "uniform", 300) != before).any()


def test_rows_do_not_depend_on_how_they_are_split() -> None:
    """Shuffles between deals and players' draws are those of the game."""
    assert_rows_do_not_depend_on_how_they_are_split("48")


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: played("43", "plain", 1), "manor has no player plain; it has adviser, uniform"),
        (lambda: played("51", "expert", 1), "no player is called 'expert'"),
        (lambda: playing.play_pack("43", "", "plain"), "manor has no player plain"),
        (lambda: playing.play_pack("43", "7c7c"), "this is no pack of manor"),
        (lambda: Board("robert", ""), "nothing is decided in robert"),
        (lambda: Board("43", "7c7c"), "this is no pack of manor"),
        (lambda: Board("43", playing.deal("43", 1, 0), -1), "seed=-1"),
        (lambda: Board("43", playing.deal("43", 1, 0)).move(99), "move=99 is none of the"),
        (lambda: Board("43", playing.deal("43", 1, 0)).move(-1), "move=-1"),
    ],
)
def test_bad_input_is_one_sentence(call: Callable[[], object], words: str) -> None:
    assert_refused(call, words)


def golden() -> list[str]:
    columns = "index", "outcome", "left", "passes"
    return [signed(*one, 100 if one[0] == "41" else 500, *columns) for one in PLAYERS]


@pytest.mark.full
def test_games_are_the_same_as_ever() -> None:
    """`PYTHONPATH=tests python tests/core/patience/test_layouts.py` writes them anew."""
    assert written(GOLDEN) == golden()


if __name__ == "__main__":
    write(GOLDEN, golden())
