"""The solver: its ways win, its proofs hold against a plain search, its limits are told."""

import _thread
import random
import time
from collections.abc import Callable
from threading import Thread
from typing import Any

import numpy as np
import pytest

from rbpatience import book, playing
from rbpatience.board import Board
from rbpatience.solving import solver
from support.patience import cards, changed, make
from support.patience_checks import assert_refused, decided_forms, follow, ways_that_win

OPEN = ("43", "45", "49", "50", "52", "59")


def solved(game: str, games: int, work: int = 20_000, seed: int = 1) -> np.ndarray:
    rows = np.zeros(games, solver.SOLUTION)
    solver.solve(game, seed, 0, rows, work)
    return rows


FANS = ("25", "27", "27b", "27c")
OTHERS = (
    "1", "1a", "6", "6b", "6c", "9", "14b", "22", "32", "33", "36", "39", "40", "42", "51", "58",
    "58b", "60",
)  # fmt: skip


@pytest.mark.sample(6)
@pytest.mark.parametrize(
    "game", [one for one in decided_forms() if one.partition(",")[0] in (*OPEN, *FANS, *OTHERS)]
)
def test_a_way_that_is_found_wins(game: str) -> None:
    hard = game.startswith(("22", "32", "33", "36,", "40", "42"))
    if game != "42,redeal=shuffled":
        assert ways_that_win(game, 20, 10_000) or hard


@pytest.mark.sample(20)
@pytest.mark.parametrize("text", decided_forms())
def test_every_form_is_searched_or_refused(text: str) -> None:
    """What is shuffled between deals cannot be searched: its cards are not known."""
    if text.startswith("48") or text == "42,redeal=shuffled":
        with pytest.raises(ValueError, match=f"^{text} is shuffled between deals"):
            solved(text, 1)
        with pytest.raises(ValueError, match="is shuffled between deals"):
            solver.solve_pack(text, playing.deal(text, 1, 0))
        return
    rows = solved(text, 8, 2_000)
    assert ((rows["work"] >= 1) & (rows["work"] <= 2_000)).all()
    assert (rows["work"][rows["status"] == 0] == 2_000).all()


def test_a_reserve_that_dies_is_no_packet(monkeypatch: pytest.MonkeyPatch) -> None:
    """After A K, 6 and 8 of the packets go, and 6 dies; or 8 and the reserve's 6, and 8 6 go."""
    game = book.find_game("45,reserve=dead")
    small = {
        "cards.decks": 1, "cards.ranks": "A68K", "cards.suits": "cd", "cards.out": "AdKc",
        "piles.packets.count": 2, "piles.packets.deal": (1, 2), "stock.turn": 2,
    }  # fmt: skip
    monkeypatch.setitem(book.GAMES, "45", changed(game, small))
    status, _, moves = solver.solve_pack("45", "6c8cAcKd6d8d")
    assert status == "solvable"
    assert [move[:3] for move in moves] == [
        ("turn", 0, 0), ("pair", 1, 2), ("pair", 1, 2), ("turn", 0, 0), ("pair", 0, 3),
    ]  # fmt: skip


@pytest.mark.full
def test_memory_is_a_limit_that_is_told() -> None:
    """One that is reached leaves a game undecided, and says so; what is decided stays."""
    pack = playing.deal("22", 1, 0)
    status, work, way = solver.solve_pack("22", pack, 1_000_000, memory=32)
    assert (status, work, way) == ("out of memory", 1_000_000, [])
    assert solver.solve_pack("22", pack, 1_000_000)[0] == "undecided"
    rows = [np.zeros(20, solver.SOLUTION) for _ in range(2)]
    for row, memory in zip(rows, (32, 4096), strict=True):
        solver.solve("50", 1, 0, row, 20_000, memory)
    assert (rows[0] == rows[1]).all()


def test_a_game_in_which_cards_lie_for_ever_is_lost_at_once() -> None:
    """The five of diamonds lies on both black sixes and on the ace of diamonds."""
    below = ["6c", "6s", "Ad", "2c", "3c", "4c", "5d"]
    others = [card for card in cards(playing.deal("klondike", 1, 0)) if card not in below]
    status, work, _ = solver.solve_pack("klondike", "".join(others[:21] + below + others[21:]))
    assert (status, work) == ("unsolvable", 1)


def test_moves_that_find_no_room_leave_a_game_undecided(monkeypatch: pytest.MonkeyPatch) -> None:
    """Cards that go to empty lines alone change nothing, but of 1,344 moves 512 are seen."""
    game = book.GAMES["59"]
    rules = {
        "foundations.aces.base": "", "foundations.aces.begin": "AcAdAhAs",
        "foundations.aces.shared": True, "foundations.aces.count": 8, "piles.lines.on": None,
        "piles.lines.beside": ((),),
    }  # fmt: skip
    for columns, status in ((100, 2), (110, 0)):
        monkeypatch.setitem(book.GAMES, "59", changed(game, rules | {"piles.lines.count": columns}))
        (row,) = solved("59", 1)
        assert (row["work"], row["status"]) == (1, status)


def test_ctrl_c_stops_searches_one_after_another() -> None:
    """One alone: tests/core/test_interrupts.py."""
    rows = np.zeros(100_000, solver.SOLUTION)

    def interrupt() -> None:
        while not rows["work"][0]:  # first there is much memory to be cleared
            time.sleep(0.01)
        _thread.interrupt_main()

    Thread(target=interrupt, daemon=True).start()
    with pytest.raises(KeyboardInterrupt):
        solver.solve("60", 1, 0, rows, 200)
    assert rows["work"][0] > 0 == rows["work"][-1]


def can_be_won(board_of: Callable[[], Board], limit: int) -> bool | None:
    """A plain search over what lies on the table; None if it takes too long."""
    seen: set[str] = set()
    # With how many cards each deal began: deals that bring nothing are counted (25.8).
    waiting: list[tuple[Board, tuple[int, ...]]] = [(board_of(), ())]
    while waiting:
        board, left = waiting.pop()
        if board.won:
            return True
        key = f"{sorted(board.piles.items())}{board.stock}{board.deal}{board.left}{left[-2:]}"
        if key in seen:
            continue
        seen.add(key)
        if len(seen) > limit:
            return None
        for number in range(len(board.moves)):
            ahead = board.clone()
            ahead.move(number)
            waiting.append((ahead, left))
        ahead = board.clone()
        if ahead.next_deal():
            waiting.append((ahead, (*left, ahead.left)))
    return False


@pytest.mark.full
def test_what_is_proven_holds_in_a_plain_search() -> None:
    """No. 42 has few decisions, and no. 45 sometimes none: all ways can be tried."""
    confirmed = 0
    for game, games in (("42", 20), ("45", 150), ("50", 60)):
        verdicts = []
        for number in range(games):
            pack = playing.deal(game, 1, number)
            status, _, _ = solver.solve_pack(game, pack, 400)
            if status == "unsolvable":
                verdicts.append(can_be_won(lambda game=game, pack=pack: Board(game, pack), 2_000))
        assert True not in verdicts
        assert False in verdicts
        confirmed += verdicts.count(False)
    assert confirmed > 5


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    ("game", "ranks", "suits", "out", "changes"),
    [
        ("25", "A23456", "cd", "AcAd", {"piles.packets": (2, 5)}),
        ("25", "A2345", "cd", "AcAd", {"piles.packets": (2, 4)}),
        ("27", "A23456", "cd", "AcAd", {"piles.fans": (2, 5), "deal.deals": 2}),
        ("27", "A23456", "cd", "AcAd", {"piles.fans": (3, (4, 4, 2)), "deal.deals": 2}),
        ("27", "A234567", "c", "Ac", {"piles.fans": (2, 3), "deal.gather": "in order"}),
        ("27b", "A2345", "cd", "AcAd" * 2, {"piles.fans": (4, 4)}),
        ("30", "A23456QK", "c", "AcKc", {"piles.packets": (2, 3), "deal.deals": 2}),
        ("30", "A234QK", "cd", "AcKcAdKd", {"piles.packets": (2, 4), "deal.deals": 2}),
    ],
)
def test_packets_are_searched_to_the_end(
    monkeypatch: pytest.MonkeyPatch,
    game: str,
    ranks: str,
    suits: str,
    out: str,
    changes: dict[str, Any],
) -> None:
    """Of a few cards all ways can be tried, the next deal at any time among them."""
    whole = book.find_game(game)
    cards = {"cards.ranks": ranks, "cards.suits": suits, "cards.out": out}
    if game != "27b":
        cards["cards.decks"] = 1
    rules: dict[str, Any] = {}
    for path, value in changes.items():
        if isinstance(value, tuple):
            rules |= {f"{path}.count": value[0], f"{path}.deal": value[1]}
        else:
            rules[path] = value
    monkeypatch.setitem(book.GAMES, game, changed(whole, cards | rules))
    verdicts = []
    for number in range(40):
        dealt = playing.deal(game, 1, number)
        status, _, _ = solver.solve_pack(game, dealt, 100_000)
        wins = can_be_won(lambda dealt=dealt: Board(game, dealt), 2_000)
        assert wins in (None, status == "solvable")
        verdicts.append(wins)
    assert {True, False} <= set(verdicts)


@pytest.mark.full
def test_more_work_only_decides_more() -> None:
    little, much = solved("43", 60, 200), solved("43", 60, 20_000)
    decided = little["status"] != 0
    assert decided.any()
    assert (little["status"] == 0).sum() > (much["status"] == 0).sum()
    assert (little["status"][decided] == much["status"][decided]).all()
    assert (little["work"] <= 200).all()


@pytest.mark.sample(1)
@pytest.mark.parametrize("game", [*OPEN, *FANS])
def test_a_game_that_a_player_wins_is_not_unsolvable(game: str) -> None:
    rows = np.zeros(200, playing.ROW)
    playing.play(game, "adviser", 1, 0, rows)
    statuses = solved(game, 200, 3_000)["status"]
    assert not (statuses[rows["outcome"] == 1] == 2).any()
    assert (statuses == 1).sum() > (rows["outcome"] == 1).sum()


def test_rows_are_those_of_the_packs_however_they_are_split() -> None:
    whole = solved("50", 20)
    part = np.zeros(5, solver.SOLUTION)
    solver.solve("50", 1, 7, part, 20_000)
    assert (whole[7:12] == part).all()
    for row in whole[:5]:
        pack = playing.deal("50", 1, int(row["index"]))
        status, work, moves = solver.solve_pack("50", pack, 20_000)
        assert (solver.STATUSES.index(status), work, len(moves)) == tuple(row)[1:]


def gone_on(game: str, number: int, made: list[int]) -> Board:
    """A game of seed 5 after some moves; -1 begins the next deal."""
    board = Board(game, playing.deal(game, 5, number))
    for move in made:
        board.move(move) if move >= 0 else board.next_deal()
    return board


@pytest.mark.sample(1)
@pytest.mark.parametrize("game", ["6", "6b", "14b", "25", "43", "45", "49", "50", "52", "58"])
def test_a_game_in_play_can_be_won_if_it_can_be_after_one_of_its_moves(game: str) -> None:
    """The adviser plays, and now and then chance; the board stays as it was."""
    draws, found = random.Random(7), set()
    for number in range(3):
        made: list[int] = []
        board = gone_on(game, number, made)
        while board.moves and not board.won:
            if len(made) % 7 == 0:
                before = board.piles, board.moves
                status, looked, way = solver.solve_board(board, 2_000)
                assert 1 <= looked <= 2_000
                assert (board.piles, board.moves) == before
                assert follow(gone_on(game, number, made), way).won == (status == "solvable")
                nexts = [gone_on(game, number, [*made, i]) for i in range(len(board.moves))]
                stopped = gone_on(game, number, made)
                nexts += [stopped] * stopped.next_deal()
                after = {solver.solve_board(one, 2_000)[0] for one in nexts}
                if "undecided" not in (after | {status}):
                    assert (status == "solvable") == ("solvable" in after)
                found.add(status)
            move = board.advice
            if move is None or draws.random() < 0.3:
                move = draws.randrange(len(board.moves))
            made.append(move)
            board = gone_on(game, number, made)
    assert found - {"undecided"}


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: solved("robert", 1), "the player decides nothing in robert"),
        (lambda: solved("48", 1), "48 is shuffled between deals"),
        (lambda: solved("43", 1, 0), "work=0"),
        (lambda: solver.solve_pack("43", playing.deal("43", 1, 0), 10, 31), "memory=31"),
        (lambda: solved("43", 1, seed=-1), "seed=-1"),
        (lambda: solver.solve("43", 1, 0, np.zeros(1, np.int8)), "solver.SOLUTION"),
        (lambda: solver.solve_pack("43", "7c"), "this is not a pack of manor"),
        (lambda: solver.solve_board(gone_on("48", 0, [])), "48 is shuffled between deals"),
        (lambda: solver.solve_board(gone_on("43", 0, []), 0), "work=0"),
        (lambda: solver.shorten(gone_on("43", 0, []), []), "this way does not win"),
        (lambda: solver.shorten(gone_on("43", 0, []), [("play", 200, 250, 255)]), "does not win"),
        (lambda: solver.shorten(gone_on("43", 0, []), [("play", 0, 0, 256)]), "must be a list"),
        (lambda: solver.shorten(gone_on("43", 0, []), [("turns",)]), "must be a list"),
    ],
)
def test_bad_input_is_one_sentence(call: Callable[[], object], words: str) -> None:
    assert_refused(call, words)


@pytest.mark.full
def test_more_passes_of_the_stock_decide_no_less() -> None:
    """A position that was met at no later place of the stock is not looked at again.

    With as many passes as the stock has cards klondike is that without end.
    """
    counts = {}
    for passes in ("2", "3", "6", "20", "99", "endless"):
        rows = solved(f"klondike,passes={passes}", 12, 15_000)
        counts[passes] = np.bincount(rows["status"], minlength=4)[1:3].tolist()
    assert counts["99"] == counts["endless"]
    assert (
        counts["2"][0] < counts["3"][0] < counts["6"][0] <= counts["20"][0] <= counts["endless"][0]
    )
    assert counts["2"][1] > counts["20"][1] >= 2


@pytest.mark.parametrize(("form", "number"), [("klondike", 17), ("klondike,turn=1", 47)])
def test_restarts_with_few_redeals_search_alike_with_more(form: str, number: int) -> None:
    """They find these deals with 6 passes, and a search with all 10 passes does not."""
    pack = playing.deal(form, 1, number)
    few, more = (solver.solve_pack(f"{form},passes={passes}", pack) for passes in (6, 10))
    assert few[0] == "solvable"
    assert few == more


@pytest.mark.full
@pytest.mark.parametrize("passes", [("2", "3"), ("3", "6"), ("6", "20"), ("20", "endless")])
def test_verdicts_on_fewer_and_more_passes_agree(passes: tuple[str, str]) -> None:
    """What is won with few passes is not lost with more, and seldom left undecided."""
    few, more = (solved(f"klondike,passes={count}", 60, 10_000)["status"] for count in passes)
    assert not ((few == 1) & (more == 2)).any()
    assert ((few == 1) & (more == 0)).sum() <= 3


@pytest.mark.full
@pytest.mark.parametrize(
    ("game", "number"),
    [("streets-and-alleys", 182), ("streets-and-alleys", 51), ("beleaguered-castle", 177)],
)
def test_castles_that_freecell_solver_wins_are_won(game: str, number: int) -> None:
    """In 100,000 states it does, of 400 deals; its order of moves is another."""
    board = Board(game, playing.deal(game, 1, number))
    status, _, way = solver.solve_board(board, 1_000_000)
    make(board, *way)
    assert (status, board.won) == ("solvable", True)


@pytest.mark.parametrize("passes", ["2", "3", "5"])
def test_no_verdict_on_few_passes_is_contradicted(passes: str) -> None:
    """A way has no more passes; what is lost without end is lost with few."""
    for number in range(12):
        pack = playing.deal("klondike", 2, number)
        board = Board(f"klondike,passes={passes}", pack)
        status, _, way = solver.solve_board(board, 20_000)
        endless, _, _ = solver.solve_pack("klondike", pack, 20_000)
        assert (status, endless) != ("solvable", "unsolvable")
        make(board, *way)
        assert board.won == (status == "solvable")
        assert board.deal <= int(passes)
