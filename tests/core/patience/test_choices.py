"""Players of games whose fixed way has a kernel of its own: twins, odds, clauses, proofs."""

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
from rbcore.patience.solving import solver
from support.patience import HAND, Move, cards, changed, filled, make, played
from support.patience_checks import (
    assert_refused,
    assert_rows_do_not_depend_on_how_they_are_split,
    on_table,
    packs_played_again,
    pairs,
    parted,
    readings,
    signed,
    ways_that_win,
    write,
    written,
)
from support.quick import fewer

GOLDEN = "choices.tsv"
FREE = {n: book.GAMES[n] for n in ("1", "1a", "6", "6b", "6c", "9", "14b", "22", "32", "33")}
FORMS = [*FREE, *readings(FREE)]
PLAYERS = [(form, player) for form in FORMS for player in ("uniform", "adviser")]


def of_kind(board: Board, *names: str) -> list[Move]:
    return [move for move in board.moves if move[0] in names]


def total(text: str) -> int:
    """The cards that win: of no. 6 the ends stay, and of no. 14b the stock is to cover."""
    apart = {"6c": 2, "14b": 9}
    return len(entry.pack_cards(book.find_game(text))) - apart.get(text.partition(",")[0], 0)


# ---- against the twins ---------------------------------------------------------------------------


@pytest.mark.sample(3)
@pytest.mark.parametrize("text", FORMS)
def test_moves_are_those_of_the_twin(text: str) -> None:
    """Both list the legal moves of every position of games played at random."""
    number, reading = parted(text)
    rng = random.Random(text)
    for game in range(20):
        pack = playing.deal(text, 7, game)
        board = Board(text, pack)
        twin = TWINS[number](cards(pack), list, **reading)
        while not board.won:
            moves = board.moves
            assert Counter(moves) == Counter(twin.moves()), (game, board.piles, board.stock)
            assert board.left == twin.left
            assert board.stock == "".join(twin.stock)
            if moves and rng.random() < 0.995:
                # New cards come more seldom, that games get on.
                soon = [i for i, move in enumerate(moves) if move[0] not in ("turn", "row")]
                chosen = rng.choice(soon if soon and rng.random() < 0.5 else range(len(moves)))
                twin.make(moves[chosen])
                board.move(chosen)
            else:
                more = board.next_deal()
                assert more == twin.next_deal()
                if not more and not moves:
                    break
        assert board.left == twin.left


ODDS = {"1": (93.89, 0.21), "1a": (18.30, 0.54), "9": (4.01, 0.17), "6": (26.9, 1.2),
        "9,columns=unrectified": (0.80, 0.08), "32": (0.06, 0.06)}  # fmt: skip


@pytest.mark.sample(3)
@pytest.mark.parametrize("text", ODDS)
def test_odds_of_uniform_are_those_of_the_slow_programs(text: str) -> None:
    share, half = ODDS[text]
    games = 20_000
    own = (played(text, "uniform", games, seed=2)["outcome"] == 1).mean() * 100
    assert abs(own - share) < 2 * half + 4 * sqrt(max(own, 0.1) * (100 - own) / games)


def test_a_void_deal_of_no_9_is_dealt_anew_as_in_the_fixed_way() -> None:
    """9.3"""
    games = 5_000
    passes = played("9", "plain", games)["passes"]
    assert (passes > 1).any()
    assert (passes == played("9", "uniform", games)["passes"]).all()


# ---- the games end, and no card is lost ----------------------------------------------------------


@settings(max_examples=fewer(60), deadline=None)
@given(
    text=st.sampled_from(FORMS), seed=st.integers(0, 2**64 - 1),
    rng=st.randoms(use_true_random=False),
)  # fmt: skip
def test_no_card_is_lost_and_every_game_ends(text: str, seed: int, rng: random.Random) -> None:
    pack = playing.deal(text, seed, 0)
    board = Board(text, pack, seed, 0)
    every = Counter(cards(pack + ("QhKh" if text in ("6", "6b") else "")))
    moves = 0
    while board.moves and not board.won and moves < 5_000:
        there = on_table(board)
        assert not there - every
        gone = 0 if text.startswith("14b") else total(text) - board.left
        assert every.total() - there.total() == gone
        board.move(rng.randrange(len(board.moves)))
        moves += 1
    assert moves < 5_000 or text.startswith("33")
    for player in ("uniform", "adviser"):
        (row,) = played(text, player, 1, seed)
        assert (row["outcome"] == 1) == (row["left"] == 0)
        assert row["outcome"] < 2 or text.startswith("33")


@pytest.mark.sample(20)
@pytest.mark.parametrize(("text", "player"), PLAYERS)
def test_every_player_plays_a_pack_as_the_game(text: str, player: str) -> None:
    for row, _, story in packs_played_again(text, player, 10):
        gone = sum(event in ("foundation", "thrown") for event, _, _ in story)
        if not text.startswith("14b"):
            assert gone + row["left"] == total(text)


def test_rows_do_not_depend_on_how_they_are_split() -> None:
    assert_rows_do_not_depend_on_how_they_are_split("22")


# ---- worked checks -------------------------------------------------------------------------------


def small(monkeypatch: pytest.MonkeyPatch, number: str, **rules: object) -> None:
    """Let a game be played with fewer cards; `_` stands for the dots of a path."""
    paths = {path.replace("_", "."): value for path, value in rules.items()}
    monkeypatch.setitem(book.GAMES, number, changed(book.GAMES[number], paths))


@pytest.mark.parametrize("number", ["1", "1a"])
def test_1_a_space_saves_what_is_lost_without_it(
    number: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Check A: heaps 7c 8c and 8d 7d, and spaces."""
    small(
        monkeypatch, number, cards_ranks="789T", cards_suits="cd", piles_heaps_count=4,
        piles_heaps_deal=2,
    )  # fmt: skip
    board = Board(number, "7c8dTcTd8c7d9c9d")
    make(board, ("pair", 2, 3, 1), ("pair", 2, 3, 1))
    if number == "1a":
        assert board.moves == []
        assert board.left == 4
        return
    assert board.moves == [("shift", 0, 2, 1), ("shift", 1, 2, 1)]
    make(board, ("shift", 1, 2, 1))  # 7d to a space; then 8c 8d and 7c 7d go
    make(board, ("pair", 0, 1, 1), ("pair", 0, 2, 1))
    assert board.won


def test_1_three_tops_of_a_rank_make_three_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    """Check B."""
    small(
        monkeypatch, "1", cards_ranks="789T", cards_out="7s8h8s9h9sThTsTd", piles_heaps_count=4,
        piles_heaps_deal=2,
    )  # fmt: skip
    board = Board("1", "8c9c8dTc7c7d7h9d")
    assert board.moves == [("pair", 0, 1, 1), ("pair", 0, 2, 1), ("pair", 1, 2, 1)]


@pytest.mark.parametrize(("first", "won"), [((0, 2), True), ((0, 3), True), ((2, 3), False)])
def test_9_two_columns_and_two_reserve_cards(
    first: tuple[int, int], won: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Check A: 9d 9s or 9d 9c wins; 9s 9c blocks, with four cards left."""
    small(
        monkeypatch, "9", cards_ranks="59", cards_out="5d5h", piles_columns_count=2,
        piles_columns_deal=2, piles_reserve_count=2,
    )  # fmt: skip
    board = Board("9", "5c9h9d5s9s9c")
    assert [move[1:3] for move in board.moves] == [(0, 2), (0, 3), (2, 3)]
    make(board, ("pair", *first, 1))
    while board.moves:
        board.move(0)
    assert (board.won, board.left) == (won, 0 if won else 4)


def test_14b_pairs_and_a_set_are_covered() -> None:
    """Check (a), with a larger stock."""
    board = Board("14b", filled("14b", "KcQcJc5c6c2c9c3c7c"))
    assert board.moves == [("cover", 0, 1, 2), ("cover", 3, 4, 0), ("cover", 5, 6, 0)]
    make(board, ("cover", 0, 1, 2))
    assert board.left == 40


def dealt(number: str, start: str) -> Board:
    """A board on which so many cards were turned."""
    board = Board(number, filled(number, start))
    for _ in cards(start):
        make(board, ("turn", 0, 0, 0))
    return board


@pytest.mark.parametrize(
    ("number", "start", "throws"),
    [
        ("6", "5d7c8sQs", []),
        ("6", "5d7c8sQsQd2s", [("throw", 0, 2, 3), ("throw", 0, 1, 2)]),  # check A
        ("6", "5c9h", [("throw", 0, 1, 2)]),  # check B
        ("6", "5c7dQs", [("throw", 0, 2, 3)]),
        ("6", "5d7d8dQs", [("throw", 0, 1, 3)]),
        ("6b", "5d7d8dQs", [("throw", 0, 3, 4), ("throw", 0, 1, 3)]),  # 6b check
    ],
)
def test_6_what_lies_between_two_alike_cards(number: str, start: str, throws: list[Move]) -> None:
    assert of_kind(dealt(number, start), "throw") == throws


@pytest.mark.parametrize(("start", "throws"), [("Kd5c7hKs", []), ("Kd5c7cKh", [(2, 3)])])
def test_6c_two_cards_go_if_they_are_alike(start: str, throws: list[tuple[int, int]]) -> None:
    board = Board("6c", filled("6c", start, "9d"))  # the ends are of one suit
    for _ in range(4):
        make(board, ("turn", 0, 0, 0))
    assert [move[2:] for move in of_kind(board, "throw")] == throws


@pytest.mark.parametrize("number", ["6b", "6c"])
def test_6_graces_come_once_and_last(number: str) -> None:
    kind, times = ("exchange", 2) if number == "6b" else ("take", 3)
    met = 0
    for game in range(40):
        board = Board(number, playing.deal(number, 1, game))
        seen = 0
        while board.moves and not board.won:
            grace = of_kind(board, kind)
            assert not grace or grace == board.moves
            assert not (grace and board.stock)
            if 0 < seen < times:
                assert grace
            seen += bool(grace)
            board.move(len(board.moves) - 1)
        assert seen in ((0, times) if number == "6b" else range(times + 1))
        met += seen > 0
    assert met


def test_22_a_card_that_fits_is_played_and_a_king_may_go_anywhere() -> None:
    board = Board("22", filled("22", "4h6hKh"))
    make(board, ("turn", 0, 0, 0))
    assert board.moves == [("play", HAND, 1, 1)]
    make(board, ("play", HAND, 1, 1), ("turn", 0, 0, 0))
    assert board.moves == [("play", HAND, 1, 1), ("play", HAND, 2, 1)]
    make(board, ("play", HAND, 1, 1), ("turn", 0, 0, 0))
    assert board.moves == [("shift", HAND, waste, 1) for waste in range(4)]


def test_32_the_middle_row_is_begun_before_it_is_built() -> None:
    board = Board("32", filled("32", "5hKd2c2d2h2s3c3d" + "6cAs7d9h9c9d9s8c"))
    assert board.moves == [("play", 0, 0, 1), ("play", 1, 1, 1), ("row", 0, 0, 0)]
    make(board, ("play", 0, 0, 1))
    assert board.moves == [("play", 1, 1, 1), ("row", 0, 0, 0)]  # not 7d on 6c


def test_33_a_card_is_judged_where_it_falls() -> None:
    board = Board("33", filled("33", "AcKc9d" + "2cQc3c3c"))
    assert [board.piles[heap][:2] for heap in range(4)] == ["9d", "Qc", "3c", "3c"]


# ---- the solver ----------------------------------------------------------------------------------


@pytest.mark.sample(2)
@pytest.mark.parametrize(
    ("text", "best", "games"),
    [
        ("9", "9", 150), ("9,columns=unrectified", "9,columns=unrectified", 150),
        ("9,reserve=apart", "9,reserve=apart", 150), ("1a", "1a,order=best", 300),
        ("14b", "14b", 300), ("14b,last-court=wins", "14b,last-court=wins", 300),
    ],
)  # fmt: skip
def test_the_solver_finds_what_the_best_order_wins(text: str, best: str, games: int) -> None:
    """The fixed way of these is a full search of another kind."""
    found = np.zeros(games, solver.SOLUTION)
    solver.solve(text, 1, 0, found, 40_000)
    won = played(best, "plain", games)["outcome"] == 1
    decided = found["status"] != 0
    assert decided.mean() > 0.95
    assert ((found["status"] == 1)[decided] == won[decided]).all()
    assert 0 < won.sum() < games


@pytest.mark.sample(3)
@pytest.mark.parametrize("text", FORMS)
def test_a_way_that_is_found_wins(text: str) -> None:
    assert ways_that_win(text, 20, 3_000) or text.startswith(("22", "32", "33"))


# ---- clauses -------------------------------------------------------------------------------------


FLIPS: dict[str, dict[str, object]] = {
    "1": {"play.moves": ["pair"], "deal.rounds": False},
    "9": {"deal.distinct": "none", "discard.apart": ("reserve",)},
    "14b": {"play.other_reading": True},
    "6": {"options": {"discards": True}}, "6b": {"options": {}},
    "22": {"play.duties": [], "foundations.twos.step": 1},
    "32": {
        "piles.lower.available": "latest", "foundations.middle.gate": "none",
        "foundations.middle.ring": 0,
    },
    "33": {
        "deal.deals": 2, "deal.plays_from": 12, "piles.places.on.both": False,
        "piles.places.on.step": 2, "play.waiting": "none", "play.idle": 1,
        "piles.places.beside": (), "deal.gather": "reversed",
    },
}  # fmt: skip


@pytest.mark.sample(4)
@pytest.mark.parametrize(("number", "name"), pairs(FLIPS))
def test_every_rule_matters(number: str, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    games = 5_000 if number == "14b" else 300
    before = [played(number, player, games) for player in ("uniform", "adviser")]
    flipped = changed(book.GAMES[number], {name: FLIPS[number][name]})
    monkeypatch.setitem(book.GAMES, number, flipped)
    after = [played(number, player, games) for player in ("uniform", "adviser")]
    assert any((one != other).any() for one, other in zip(before, after, strict=True))


def test_readings_of_the_fixed_way_are_no_games_of_their_own() -> None:
    """What order pairs go in, or which waste has the kings, is another player's own affair."""
    for text, player in (
        ("1a,order=best", "best"), ("9,order=first", "plain"), ("22,kings=anywhere", "plain"),
    ):  # fmt: skip
        assert book.find_game(text).players == (player,)
        with pytest.raises(
            ValueError, match=f"has no player uniform; it has {player}, as this reading"
        ):
            played(text, "uniform", 1)
        with pytest.raises(ValueError, match="nothing is decided in"):
            Board(text, playing.deal(text, 1, 0))


def test_games_in_which_nothing_is_decided_have_one_player() -> None:
    for number in ("1b", "2", "13", "14", "20", "24", "33d", "4", "10", "17", "26"):
        assert book.GAMES[number].players == ("forced",)
        assert not book.GAMES[number].is_decided


@pytest.mark.parametrize(
    ("game", "before", "now"),
    [
        ("harvest", "plain", "forced"), ("star", "plain", "forced"),
        ("39b", "automatic", "forced"), ("9", "plain", "best"),
        ("14b,last-court=wins", "plain", "best"), ("1a,order=best", "plain", "best"),
    ],
)  # fmt: skip
def test_perfect_play_has_its_own_name_and_that_of_before(game: str, before: str, now: str) -> None:
    assert book.find_game(game).players[0] == now
    assert (played(game, before, 200) == played(game, now, 200)).all()
    pack = playing.deal(game, 1, 0)
    assert playing.play_pack(game, pack, before) == playing.play_pack(game, pack)
    other = {"plain": "automatic", "automatic": "plain"}[before]
    assert_refused(lambda: played(game, other, 1), f"has no player {other}; it has {now}")


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: played("9", "automatic", 1), "nestor has no player automatic; it has best, uni"),
        (lambda: Board("33d", ""), "nothing is decided in four-corners-dealt"),
        (lambda: Board("9", "7c7c"), "this is no pack of nestor"),
        (lambda: solver.solve_pack("13", "7c"), "nothing is decided in elevens"),
    ],
)
def test_bad_input_is_one_sentence(call: Callable[[], object], words: str) -> None:
    assert_refused(call, words)


def golden() -> list[str]:
    return [signed(*one, 200, "index", "outcome", "left", "passes") for one in PLAYERS]


def test_games_are_the_same_as_ever() -> None:
    """`PYTHONPATH=tests python tests/core/patience/test_choices.py` writes them anew."""
    assert written(GOLDEN) == golden()


if __name__ == "__main__":
    write(GOLDEN, golden())
