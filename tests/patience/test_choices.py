"""Games in which the player decides: the twin's moves, odds, players, worked checks, golden."""

import random
from collections import Counter
from collections.abc import Callable
from math import sqrt

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from oracles.described.comparing import shuffler
from oracles.twin.patience.choices import TWINS
from rbpatience import book, entry, playing
from rbpatience.board import Board
from rbpatience.solving import solver
from support.patience import (
    HAND,
    Move,
    cards,
    changed,
    draws,
    filled,
    make,
    packs_of_slow_programs,
    played,
)
from support.patience_checks import (
    assert_refused,
    on_table,
    packs_played_again,
    parted,
    readings,
    signed,
    write,
    written,
)
from support.quick import fewer

GOLDEN = "choices.tsv"
FIXTURES = packs_of_slow_programs("book-layouts.tsv")
DECIDED = {number: game for number, game in book.GAMES.items() if game.is_decided}
FORMS = [*DECIDED, *readings(DECIDED)]
PLAYERS = [(number, player) for number, game in DECIDED.items() for player in game.players]
FOR_PLAY = 2  # a purpose of streams


def of_kind(board: Board, *names: str) -> list[Move]:
    return [move for move in board.moves if move[0] in names]


def to_win(text: str) -> int:
    """Those of no. 6 but for the ends, of no. 14b of the stock, of no. 58 no kings and queens."""
    game, number = book.find_game(text), text.partition(",")[0]
    apart = {"6c": 2, "14b": 9, "58": 15, "58b": 15}.get(number, 0)
    return len(entry.pack_cards(game)) - apart


@pytest.mark.parametrize("form", FIXTURES)
def test_packs_of_the_slow_programs_end_alike(form: str) -> None:
    lines = FIXTURES[form]
    assert len(lines) == 20
    number = form.removesuffix("a").removesuffix("-plain")
    for pack, won, left in lines:
        row, _ = playing.play_pack(number, pack)
        assert (row["outcome"], row["left"]) == (won, left), pack


@pytest.mark.sample(3)
@pytest.mark.parametrize("text", [one for one in FORMS if one.partition(",")[0] in TWINS])
def test_moves_are_those_of_the_twin(text: str) -> None:
    """Both list the legal moves of games at random; test_described has those of all others."""
    number, reading = parted(text)
    rng = random.Random(text)
    for game in range(20):
        pack = playing.deal(text, 7, game)
        board, twin = Board(text, pack, 7, game), TWINS[number](cards(pack), **reading)
        twin.shuffled = shuffler(7, game)  # type: ignore[attr-defined]
        for _ in range(1_000):
            moves = board.moves
            assert Counter(moves) == Counter(twin.moves()), (game, board.piles, board.stock)
            assert (board.left, board.stock) == (twin.left, "".join(twin.stock))
            assert board.piles == {n: "".join(pile) for n, pile in twin.piles.items() if pile}
            if board.won or not moves:
                assert board.won or not board.next_deal()
                break
            # New cards come more seldom, that games get on.
            soon = [i for i, move in enumerate(moves) if move[0] not in ("turn", "row")]
            chosen = rng.choice(soon if soon and rng.random() < 0.5 else range(len(moves)))
            twin.make(moves[chosen])
            board.move(chosen)


@pytest.mark.sample(30)
@pytest.mark.parametrize("number", DECIDED)
def test_uniform_draws_one_of_the_legal_moves(number: str) -> None:
    """Its games are those of the moves drawn from its stream, one at a time."""
    idle = DECIDED[number].rules.play.idle
    for game, row in enumerate(played(number, "uniform", 3, seed=5)):
        board = Board(number, playing.deal(number, 5, game), 5, game)
        below = draws(5, game, FOR_PLAY)
        while not board.won and ((board.moves and board.idle < idle) or board.next_deal()):
            if board.moves and board.idle < idle:
                board.move(below(len(board.moves)))
        given_up = bool(board.moves) and not board.won
        assert (row["outcome"], row["left"], row["passes"]) == (
            1 if board.won else 2 * given_up, board.left, board.deal,
        )  # fmt: skip


# Percent won by uniform and mean cards left, of slow programs written from the same clauses, each
# with the error that its number of games leaves.
ODDS: dict[str, tuple[float, ...]] = {
    "1": (93.89, 0.42), "1a": (18.3, 1.08), "9": (4.01, 0.34), "6": (26.9, 2.4),
    "9,columns=unrectified": (0.8, 0.16), "32": (0.06, 0.12), "12": (33.19, 1.84),
    "31": (0.0, 0.6, 62.0, 0.7), "34": (0.0, 0.2, 74.8, 0.7), "36": (30.0, 24.0), "25": (40.7, 3.6),
    "27": (8.15, 2.4), "27c": (6.5, 3.0), "53": (0.38, 0.4, 36.74, 0.7),
    "54": (0.15, 0.26, 52.78, 0.7), "55": (0.0, 0.2, 80.22, 0.7), "56": (0.0, 0.2, 82.15, 0.7),
    "57": (0.65, 0.44, 43.72, 0.7), "40": (7.0, 0.8), "41": (0.0, 0.5, 84.8, 0.4),
    "41b": (0.0, 0.5, 74.8, 0.32), "42": (5.4, 0.5, 20.27, 0.24), "42,redeal=shuffled": (1.96, 0.5),
    "42,spaces=from-waste": (24.1, 0.5), "42,passes=2": (0.01, 0.5), "43": (0.0, 0.5, 54.94, 0.32),
    "43,heaps=last": (7.04, 0.5, 36.6, 1.0), "44": (0.0, 0.5, 58.21, 0.42),
    "45": (5.73, 0.5, 27.78, 0.58), "45,reserve=dead": (1.57, 0.5), "46": (0.03, 0.5, 60.9, 0.66),
    "47": (8.5, 0.8, 68.48, 1.3), "48": (50.96, 0.5, 3.93, 0.14), "48,grace=none": (10.8, 0.5),
    "48,grace=with-waste": (71.1, 0.9), "49": (0.29, 0.5, 26.29, 0.26),
    "50": (0.17, 0.5, 61.86, 0.22), "51": (0.0, 0.5, 49.0, 1.0), "52": (11.7, 1.0, 27.22, 1.0),
    "58": (23.18, 1.4, 26.85, 1.2), "58b": (29.56, 1.3, 24.37, 1.2), "59": (9.15, 1.0, 64.92, 1.6),
    "60": (0.0, 0.5, 59.72, 0.6),
}  # fmt: skip


def assert_near(rows: np.ndarray, share: float, wide: float, *left: float) -> None:
    own = (rows["outcome"] == 1).mean() * 100
    assert abs(own - share) < wide + 4 * sqrt(max(own, share, 0.1) * 100 / len(rows))
    if left:
        mean, error = left
        lying = rows["left"].astype(float)
        assert abs(lying.mean() - mean) < error + 4 * lying.std() / sqrt(len(rows))


@pytest.mark.sample(5)
@pytest.mark.parametrize("text", ODDS)
def test_odds_of_uniform_are_those_of_the_slow_programs(text: str) -> None:
    assert_near(played(text, "uniform", 1_000 if text == "41" else 4_000, seed=2), *ODDS[text])


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
    assert_near(rows, share, 0.5, *([] if left is None else [left, 0.3]))


def test_odds_of_the_juvenile_by_its_own_advice() -> None:
    """The largest packets first: 30.4% (95%: 29.5 to 31.3) by a slow program."""
    assert_near(played("45", "adviser", 5_000), 30.4, 1.0)


@pytest.mark.sample(70)
@pytest.mark.parametrize(("number", "player"), PLAYERS)
def test_every_player_plays_a_pack_as_the_game(number: str, player: str) -> None:
    for row, _, story in packs_played_again(number, player, 10):
        left = ("foundation",) if number in ("58", "58b") else ("foundation", "thrown")
        gone = sum(event in left for event, *_ in story)
        if number not in ("14b", "23b", "35b", "45", "52"):  # cards come back; or a story is long
            assert gone + row["left"] == to_win(number)


# Of these moves can go to and fro, which ends in giving up; of those it might.
GIVEN_UP = ("23b", "27b", "31", "35", "36", "44", "46", "47")
MAY_BE = ("33", "40", "41", "41b", "49", "50", "58", "58b", "59", "60")


@pytest.mark.parametrize("number", DECIDED)
def test_given_up_is_not_lost(number: str) -> None:
    """A game is given up only with moves left, and never by a fixed way of playing."""
    rows, fixed = played(number, "uniform", 300), DECIDED[number].player
    assert number in MAY_BE or (rows["outcome"] == 2).any() == (number in GIVEN_UP)
    assert ((rows["outcome"] == 1) == (rows["left"] == 0)).all()
    assert fixed == "adviser" or set(played(number, fixed, 300)["outcome"]) <= {0, 1}


@pytest.mark.full
@settings(max_examples=fewer(180), deadline=None)
@given(
    text=st.sampled_from([one for one in FORMS if "reserve=dead" not in one]),
    seed=st.integers(0, 2**64 - 1),
    rng=st.randoms(use_true_random=False),
)  # fmt: skip
def test_no_card_is_lost_and_every_game_ends(text: str, seed: int, rng: random.Random) -> None:
    pack, number = playing.deal(text, seed, 0), text.partition(",")[0]
    board = Board(text, pack, seed, 0)
    own = {"6": "QhKh", "6b": "QhKh", "55": "QcQdQhQs" * 2}  # that lie there before the deal
    whole = Counter(cards(pack + own.get(number, "")))
    dead = 8 if number in ("58", "58b") else 0  # kings lie apart, queens are set aside
    for _ in range(300):
        if board.won:
            break
        there = on_table(board)
        assert not there - whole
        gone = 0 if number == "14b" else to_win(text) - board.left
        assert 0 <= whole.total() - there.total() - gone <= 2 * dead
        if not board.moves:
            break
        board.move(rng.randrange(len(board.moves)))
    for player in book.find_game(text).players:
        (row,) = played(text, player, 1, seed)
        assert (row["outcome"] == 1) == (row["left"] == 0)


@pytest.mark.sample(15)
@pytest.mark.parametrize("text", [one for one in FORMS if book.by_number(parted(one)[0])[0] >= 40])
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


@pytest.mark.parametrize("text", ["22", "48"])
def test_rows_do_not_depend_on_how_they_are_split(text: str) -> None:
    """Shuffles between deals and players' draws are those of the game."""
    for player in ("uniform", "adviser"):
        parts = [played(text, player, 20, seed=5), played(text, player, 30, seed=5, first=20)]
        assert (played(text, player, 50, seed=5) == np.concatenate(parts)).all()


def test_a_void_deal_of_no_9_is_dealt_anew_as_in_the_fixed_way() -> None:
    """9.3"""
    games = 5_000
    passes = played("9", "plain", games)["passes"]
    assert (passes > 1).any()
    assert (passes == played("9", "uniform", games)["passes"]).all()


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


def test_readings_of_the_fixed_way_are_no_games_of_their_own() -> None:
    """What order pairs go in, or which waste has the kings, is another player's own affair."""
    for text, player in (
        ("1a,order=best", "best"), ("9,order=first", "plain"), ("22,kings=anywhere", "plain"),
    ):  # fmt: skip
        assert book.find_game(text).players == (player,)
        with pytest.raises(
            ValueError, match=f"has no player uniform; it has {player}, because this reading"
        ):
            played(text, "uniform", 1)
        with pytest.raises(ValueError, match="the player decides nothing in"):
            Board(text, playing.deal(text, 1, 0))


def test_games_in_which_nothing_is_decided_have_one_player() -> None:
    for number, game in book.GAMES.items():
        if number not in DECIDED:
            assert game.players == (game.player,)
            with pytest.raises(ValueError, match=r"the player decides nothing.*; `Board` needs"):
                Board(number, playing.deal(number, 1, 0))
            with pytest.raises(ValueError, match="has no player uniform"):
                played(number, "uniform", 1)
        else:
            assert game.players[-2:] == ("adviser", "uniform") or game.players[1:] == (
                "uniform", "adviser",
            )  # fmt: skip


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
        (lambda: Board("9", "7c7c"), "this is not a pack of nestor"),
        (lambda: solver.solve_pack("13", "7c"), "the player decides nothing in elevens"),
        (lambda: played("43", "plain", 1), "manor has no player plain; it has adviser, uniform"),
        (lambda: played("51", "expert", 1), "no player is called 'expert'"),
        (lambda: playing.play_pack("43", "", "plain"), "manor has no player plain"),
        (lambda: playing.play_pack("43", "7c7c"), "this is not a pack of manor"),
        (lambda: Board("33d", ""), "the player decides nothing in four-corners-dealt"),
        (lambda: Board("43", playing.deal("43", 1, 0), -1), "seed=-1"),
        (lambda: Board("43", playing.deal("43", 1, 0)).move(99), "move=99 is out of range"),
        (lambda: Board("43", playing.deal("43", 1, 0)).move(-1), "move=-1"),
    ],
)
def test_bad_input_is_one_sentence(call: Callable[[], object], words: str) -> None:
    assert_refused(call, words)


def golden(number: str, player: str) -> str:
    return signed(number, player, 200, "index", "outcome", "left", "passes")


@pytest.mark.sample(60)
@pytest.mark.parametrize(("number", "player"), PLAYERS)
def test_games_are_the_same_as_ever(number: str, player: str) -> None:
    """`PYTHONPATH=tests python tests/patience/test_choices.py` writes them anew."""
    assert golden(number, player) in written(GOLDEN)


if __name__ == "__main__":
    write(GOLDEN, [golden(*one) for one in PLAYERS])
