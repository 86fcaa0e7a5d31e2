"""Ctrl-C on the main thread, and other handlers that raise, in the midst of compiled work."""

import signal
import threading

import numpy as np
import pytest

import rbcore
from rbpatience.solving import solver
from support.work import assert_hears_ctrl_c

# All calls of the library that may take long; each would go on for minutes at least.
WORK = {
    "choose": "while True: game.apply(game.choose('search-1000000ms'))",
    "choose of a position": "while True: game.apply(game.position().choose('search-1000000ms'))",
    "play_out": "game.play_out('search-1000000')",
    "play": "rbcore.play(rules, ('greedy', 'greedy'), 1, 0, np.zeros(10**8, rbcore.GAME))",
    "play, slowly": "rbcore.play(rules, ('search-1000000',) * 2, 1, 0, np.zeros(9, rbcore.GAME))",
    "play nested": "rbcore.play(rules, ('nested',) * 2, 1, 0, np.zeros(10**6, rbcore.GAME))",
    "play_matches": "rbcore.play_matches(rules, ('weighted',) * 2, 1, 0, "
    "np.zeros(10**6, rbcore.MATCH))",
    "trace": "rbcore.trace(rules, ('search-1000000',) * 2, 1, 0)",
    "pool": "rbcore.GamePool(rules, ('search-1000000', 0), 1, 0, width=9)",
    "pool, many games": "rbcore.GamePool(rules, ('nested', 0), 1, 0, width=60_000)",
    "pool, no choice": "rbcore.GamePool(late, (0, 'thorough'), 1, 0, max_turns=1)",
    "perft": "rbcore.perft(game.position(), 12)",
    "blocked": "while True: shut.blocked(1 << 24)",
    "best play": "rbcore.solve(small, 10**8)",
    "best play, cards hidden": "rbcore.solve_hidden(small, 10**8)",
    "best response": "rbcore.solve(small, 10**8, players=('nested+sight', None))",
    "patience": "playing.play('klondike', 'uniform', 1, 0, np.zeros(10**8, playing.ROW))",
    "solve": "solver.solve('klondike', 1, 0, np.zeros(10**4, solver.SOLUTION))",
    "solve a pack": "while True: solver.solve_pack('klondike', pack, 50_000_000)",
    "opinion": "opinion.analyse(game, by='search-1000000')",
}
BEGIN = """
import signal, sys
import numpy as np
import rbcore
from rbpatience import playing
from rbpatience.solving import solver
from rbsim.games import opinion
rules, late = rbcore.variant("standard"), rbcore.variant("standard,starter=seat-1")
game = rbcore.Game.deal(rules, seed=1, game=7)
small = rbcore.Position.deal(rbcore.variant("standard,ranks=9"), 1, 0)
pack = playing.deal("klondike", 1, 0)
shut = rbcore.Position.parse(
    "1 - c--dA-h--sAA 4s|4d|5h|-|4c3h|4h3s|8s|(9c)JcTd9s (2s8s8h5s3d2d9dQc6dJhKdQd)5d4d/Qs5c6hAcAh9"
    "hKsJc2c6s9s3cQh9cJs7hTh8d4cTsKhJd3hKc6c7c7d7s8cTc2h/- (JdQdQc2d5dTs5sJsAd8cQh7s)4s/AcThAh9h6s7"
    "c9d8dJhTcKd2sQs3d2c7hKc8h3c2hKs4h6c7d5h6d6h5cTdKh3s/-", rbcore.variant("covered"))
"""


@pytest.mark.sample(1)
@pytest.mark.parametrize("work", WORK)
def test_ctrl_c_is_heard(work: str) -> None:
    assert_hears_ctrl_c(BEGIN, WORK[work])


class Rung(Exception):
    pass


@pytest.fixture
def alarm(monkeypatch: pytest.MonkeyPatch):
    """Raise Rung on the main thread, by a handler of the caller's own, after a while."""
    if not hasattr(signal, "setitimer"):
        pytest.skip("no timers here")

    def ring(*_: object) -> None:
        raise Rung

    before = signal.signal(signal.SIGALRM, ring)
    yield lambda seconds: signal.setitimer(signal.ITIMER_REAL, seconds)
    signal.setitimer(signal.ITIMER_REAL, 0)
    signal.signal(signal.SIGALRM, before)


@pytest.fixture(params=[False, True], ids=["attentive", "slips"])
def game(request: pytest.FixtureRequest) -> rbcore.Game:
    attention = rbcore.Attention({"reserve": 0.3, "release": 0.3}, watch=0.5)
    rules = rbcore.variant("standard")
    return rbcore.Game.deal(rules, 1, 7, attention=[attention] * 2 if request.param else None)


@pytest.mark.sample(1)
def test_an_interrupted_choice_leaves_the_game_as_it_was(alarm, game: rbcore.Game) -> None:
    twin = game.clone()
    for _ in range(10):
        alarm(0.2)
        with pytest.raises(Rung):  # noqa: PT012
            while True:
                game.choose("search-1000000ms")
        assert game.notation == twin.notation
        move = twin.choose("search-50")
        assert game.choose("search-50") == move
        for one in (game, twin):
            one.attempt(move)
    game.undo()
    twin.undo()
    assert game.notation == twin.notation


@pytest.mark.full
def test_an_interrupted_playout_goes_on_as_if_nothing_had_been(alarm, game: rbcore.Game) -> None:
    """So all its whole moves stand, and nothing of the one that was being chosen."""
    twin = game.clone()
    twin.play_out("search-5000")
    rung = 0
    while not game.is_over:
        alarm(0.03 + 0.002 * rung)  # so that a move is chosen in time on any machine
        try:
            game.play_out("search-5000")
        except Rung:
            rung += 1
    alarm(0)
    assert rung > 3
    assert game.notation == twin.notation
    assert game.row() == twin.row()


def test_a_stopped_playout_can_be_taken_on_and_back(alarm) -> None:
    game = rbcore.Game.deal(rbcore.variant("standard"), 1, 7)
    alarm(0.2)
    with pytest.raises(Rung):
        game.play_out("search-1000000")
    before = game.notation
    game.apply(game.moves()[0])
    game.undo()
    assert game.notation == before


def test_a_pool_that_was_interrupted_plays_on_when_it_is_reset(alarm) -> None:
    rules = rbcore.variant("standard,starter=seat-1")
    pool = rbcore.GamePool(rules, ("search-1000000", 0), 1, 0, width=3)
    first = pool.observe().legal.tolist()
    alarm(0.3)
    with pytest.raises(Rung):  # noqa: PT012
        while True:
            legal = pool.observe().legal
            pool.step(legal.shape[1] - 1 - legal[:, ::-1].argmax(axis=1))  # so that turns end
    for call in (pool.observe, pool.gather, lambda: pool.done):
        with pytest.raises(RuntimeError, match="interrupted"):
            call()
    assert pool.seed == 1  # by which an environment makes another
    with pytest.raises(RuntimeError, match="interrupted"):
        pool.deal(np.array([True, True, False]))
    pool.deal(np.ones(3, np.bool_), np.ones(3, np.uint64))
    assert pool.observe().game.tolist() == [0, 0, 0]
    pool.reset()
    assert pool.done == 0
    assert pool.observe().legal.tolist() == first


def test_rows_of_games_searched_before_stay(alarm) -> None:
    rows, all_rows = (np.zeros(n, solver.SOLUTION) for n in (10_000, 40))
    rows["work"] = 7
    alarm(0.3)
    with pytest.raises(Rung):
        solver.solve("free-cell", 1, 0, rows, work=1_000)
    done = int((rows["work"] != 7).sum())
    solver.solve("free-cell", 1, 0, all_rows, work=1_000)
    assert (rows[: min(done, 40)] == all_rows[: min(done, 40)]).all()
    assert (rows["work"][done:] == 7).all()
    assert not rows["status"][done:].any()


def test_a_handler_may_play_itself(alarm) -> None:
    rules, heard = rbcore.variant("standard"), []

    def play(*_: object) -> None:
        heard.append(rbcore.play(rules, ("search-10",) * 2, 1, 0, np.zeros(1, rbcore.GAME)))
        if len(heard) == 2:
            raise Rung

    signal.signal(signal.SIGALRM, play)
    signal.setitimer(signal.ITIMER_REAL, 0.1, 0.2)
    with pytest.raises(Rung):
        rbcore.play(rules, ("search-1000000",) * 2, 1, 0, np.zeros(1, rbcore.GAME))
    assert heard == [1, 1]


def test_other_threads_are_not_interrupted(alarm) -> None:
    rules, played = rbcore.variant("standard"), []
    rows = np.zeros(3000, rbcore.GAME)
    thread = threading.Thread(
        target=lambda: played.append(rbcore.play(rules, ("weighted",) * 2, 1, 0, rows))
    )
    thread.start()
    alarm(0.1)
    with pytest.raises(Rung):  # noqa: PT012
        while True:
            rbcore.play(rules, ("greedy",) * 2, 1, 0, np.zeros(100, rbcore.GAME))
    thread.join()
    assert played == [3000]


def test_a_flag_is_heard_in_a_choice_on_any_thread() -> None:
    flag, found = np.zeros(1, np.uint8), []
    game, rows = rbcore.Game.deal("standard", 1, 7), np.zeros(1, rbcore.GAME)
    before, slow = game.notation, "search-1000000ms"
    for work in (lambda: game.play_out(slow, stop=flag),
                 lambda: rbcore.play(game.rules, (slow,) * 2, 1, 0, rows, stop=flag)):  # fmt: skip
        flag[0] = 0
        thread = threading.Thread(target=lambda work=work: found.append(work()))
        thread.start()
        thread.join(0.2)
        flag[0] = 1
        thread.join(60)
    assert found == [None, 0]
    assert game.notation == before
