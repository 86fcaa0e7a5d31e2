"""The course of a game: what seat 0's chances were, and which moves threw them away."""

from __future__ import annotations

from functools import partial

import pytest

import rbcore
from rbsim.figures import Figure
from rbsim.games import JudgedMove, Transcript, course, judging
from rbsim.games.judging import course_lines
from rbsim.games.playouts import Line

STANDARD = rbcore.variant("standard")


def test_a_move_that_loses_is_found() -> None:
    """Seat 0 lays its last card on the waste, where it could have won; seat 1 wins."""
    rules = rbcore.variant("standard,houses-each=2")
    line = "0 8c c--d--h--s-- 9h|6s|9d|Kd -/-/- Ah/-/-"
    cards = rbcore.Position.parse(line, rules, partial=True)
    lost = Transcript(cards, ("waste",))
    found = course(lost, player="uniform", games=400)
    first = found.moves[0]
    assert (first.turn, first.seat, first.move) == (1, 0, "waste")
    assert first.best.moves[0] in ("h>1", "h>3")
    assert found.costly[0].move == "waste"
    assert (found.costly[0].cost, found.costly[0].seat_0.estimate) == (1, 0)
    won = course(Transcript(cards, ("h>1",)), player="uniform", games=400)
    assert won.moves[0].seat_0.estimate == 1
    assert won.costly == ()


@pytest.mark.full
def test_every_legal_move_is_judged() -> None:
    attention = (rbcore.Attention.careless(0.2, 0.7),) * 2
    game = Transcript.traced(STANDARD, ["greedy"] * 2, 1, 2, attention=attention)
    told: list[tuple[int, int]] = []
    found = course(game, games=4, player="greedy", progress=lambda *done: told.append(done))
    assert "stop" in game.moves
    judged = {one.number for one in found.moves}
    for number, (here, entry) in enumerate(game.replay()):
        legal = entry in here.moves()
        assert (number in judged) == legal
        if legal:
            one = next(one for one in found.moves if one.number == number)
            assert (one.turn, one.seat, one.move) == (here.turn + 1, here.seat, entry)
    assert told == [(one.number + 1, len(game.moves)) for one in found.moves]
    assert len({one.turn for one in found.costly}) == len(found.costly)
    assert course(game, games=4, player="greedy") == found


def test_the_end_is_known() -> None:
    """At the last move of a game that was won, the curve is at its winner."""
    game = Transcript.traced(STANDARD, ["weighted"] * 2, 1, 3)
    found = course(game, games=4)
    assert found.moves[-1].seat_0.estimate == (game.finished().winner == 0)
    lines = list(course_lines(7, found))
    assert lines[0].startswith("Game 7: ")
    assert sum("#" in line for line in lines) > 10


def test_many_mistakes_of_a_turn_hide_none_of_another(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of each turn one is judged again; a turn of twelve large mistakes leaves room for others."""
    line = Line(("waste",), ("waste",))

    def judged(number: int, turn: int, cost: float, seed: int, games: int) -> JudgedMove:
        return JudgedMove(
            number, turn, 0, "h>1", Figure("won", 1.0, 1.0, 1.0, games), line, cost, 0.1
        )

    costs = [(n, 1, 0.6 + n / 100) for n in range(12)]
    costs += [(12, 2, 0.52), (13, 3, 0.0), (14, 4, 0.19)]
    monkeypatch.setattr(judging, "_moves", lambda *_: [partial(judged, *one) for one in costs])
    game = Transcript.traced(STANDARD, ["greedy"] * 2, 1, 2)
    found = course(game, games=8)
    assert [(one.number, one.turn) for one in found.costly] == [(11, 1), (12, 2)]
    # What may have cost nothing is none, and a remark stands behind its move.
    assert list(found.remarks) == [12, 13]
    assert found.remarks[13].startswith("This move costs 52% ")
    assert any("move   13, turn    2" in one for one in course_lines(1, found))
