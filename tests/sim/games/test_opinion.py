"""Second opinions: fair to all lines, blind to hidden cards, and right where one knows better."""

from __future__ import annotations

import math
import random
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import rbcore
from rbcore.players.weights import FEATURES
from rbsim.estimates.figures import Figure
from rbsim.games import JudgedMove, Transcript, analyse, course, page, read
from rbsim.games import opinion as opinions
from rbsim.games.opinion import GAINED, LOST, WORDS, Line, Worlds, lead_of, lines_of
from support.players import shuffled

STANDARD = rbcore.variant("standard")


def middle(game: int, moves: int = 80, variant: str = "standard") -> rbcore.Game:
    """A game under way."""
    here = rbcore.Game.deal(rbcore.variant(variant), 17, game)
    for _ in range(moves):
        if not here.is_over:
            here.apply(here.choose("greedy"))
    while not here.is_over and len(here.moves()) < 3:
        here.apply(here.choose("greedy"))
    assert not here.is_over
    return here


@pytest.mark.parametrize("variant", ["standard", "strict", "three-player", "covered", "crossley"])
def test_every_legal_move_begins_one_line(variant: str) -> None:
    for number in range(4):
        game = middle(number, 50, variant)
        lines = lines_of(game, "weighted", 1)
        assert sorted(move for one in lines for move in one.firsts) == sorted(game.moves())
        ends = []
        for one in lines:
            after = game.clone()
            for move in one.moves[:-1]:
                after.apply(move)
                assert after.seat == game.seat
                assert after.view().unseen == game.view().unseen  # nothing new is known
            after.apply(one.moves[-1])
            ends.append((after.position().notation.partition(" idle")[0], after.seat))
        assert len(set(ends)) == len(ends)


def test_what_the_seat_cannot_see_changes_nothing() -> None:
    rng = random.Random(3)
    for number in range(5):
        position = middle(number).position()
        other = shuffled(position, rng)
        assert other.notation != position.notation
        assert analyse(other, games=60) == analyse(position, games=60)
        assert analyse(position.view(), games=60) == analyse(position, games=60)


def test_open_cards_are_used_if_asked_for() -> None:
    position = middle(1).position()
    seen = analyse(position, games=40, by="greedy", open=True)
    # The players draw nothing and the cards are known: every playout ends alike.
    assert {one.rate.estimate for one in seen.lines} <= {0.0, 1.0}
    for one in seen.lines:
        game = rbcore.Game.start(position)
        for move in one.line.moves:
            game.apply(move)
        game.play_out("greedy")
        assert one.rate.estimate == (game.winner == seen.seat)
    with pytest.raises(ValueError, match="a view does not contain the hidden cards"):
        analyse(position.view(), open=True)


def as_greedy(view: rbcore.View, moves: tuple[str, ...]) -> str:
    """`greedy`, which draws nothing, in Python."""
    return str(view.determinize(1).choose("greedy"))


@pytest.mark.sample(1)
@pytest.mark.parametrize("is_open", [False, True])
def test_a_player_in_python_plays_on_as_a_compiled_one(is_open: bool) -> None:
    """Beside it a compiled player draws from the streams that it has when it plays alone."""
    position = middle(1).position()
    opinion = analyse(position, games=80, by="greedy", open=is_open)
    same = analyse(position, games=80, by=as_greedy, open=is_open)
    assert same.lines == opinion.lines
    assert same.own == opinion.own
    assert same.players == ("test_opinion.as_greedy",) * 2
    seated = ["greedy", "uniform"] if position.seat == 0 else ["uniform", "greedy"]
    mixed = [as_greedy if name == "greedy" else name for name in seated]
    beside = analyse(position, games=80, by=":".join(seated), open=is_open)
    assert analyse(position, games=80, by=mixed, open=is_open).lines == beside.lines


@pytest.mark.full
def test_a_course_is_judged_by_players_in_python_and_of_their_games() -> None:
    game = Transcript.traced("standard", [as_greedy, "greedy"], 1, 0)
    assert game.moves == Transcript.traced("standard", ["greedy", "greedy"], 1, 0).moves
    short = replace(game, moves=game.moves[:8], outcome=None, scores=None)
    judged = course(short, by=as_greedy, games=4)
    assert [move.seat_0 for move in judged.moves] == [
        move.seat_0 for move in course(short, by="greedy", games=4).moves
    ]


def test_memory_keeps_what_is_remembered() -> None:
    game = rbcore.Game.deal(STANDARD, 1, 4)
    while not (set(game.view().remembered.hands[game.seat]) - {"??"}) or len(game.moves()) < 2:
        game.apply(game.choose("greedy"))
    knows = Worlds(game, ("weighted+memory",) * 2, 1)
    forgets = Worlds(game, ("weighted",) * 2, 1)
    hand = game.view().remembered.hands[game.seat]
    for number in range(1, 21):
        own = knows.world(number).hands[game.seat]
        assert all(seen in (card, "??") for card, seen in zip(own, hand, strict=True))
    dealt = [forgets.world(number).hands[game.seat] for number in range(1, 21)]
    assert any(tuple(one) != tuple(hand) for one in dealt)
    assert opinions.game_of(game.view()).view() == game.view()


def test_the_own_line_is_left_for_a_clear_lead_alone() -> None:
    """A lead of over half a point, by more than its standard error."""
    differences = np.repeat([1, -1, 0], [100, 80, 820])
    lead, error = lead_of(np.array([0, 0, 1_000, 0, 100, 80]))
    assert lead == pytest.approx(differences.mean())
    assert error == pytest.approx(differences.std() / math.sqrt(1_000))
    assert lead_of(np.zeros(6, np.int64)) == (0, 0)
    behind = []
    for number in range(12):
        opinion = analyse(middle(number), games=900, by="weighted~0.3")
        choice = middle(number).position().choose("weighted", 1)
        most = max(one.rate.estimate for one in opinion.lines if one.is_finalist)
        if choice in opinion.best.line.firsts:
            behind.append(most - opinion.best.rate.estimate)
        else:
            assert opinion.best.rate.estimate == most
        rates = [one.rate.estimate for one in opinion.lines]
        assert rates == sorted(rates, reverse=True)
        assert opinion.best in opinion.lines
        text = " ".join("\n".join(opinions.opinion_lines(opinion)).split())
        assert f"{opinion.best.line} is best" in text
        assert ("no other line is clearly ahead" in text) == (rates[0] > opinion.best.rate.estimate)
    assert max(behind) > 0.01
    assert len(behind) < 12


def test_threads_change_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    found = []
    for cores in (1, 3):
        monkeypatch.setattr("rbsim.games.opinion.all_cores", lambda cores=cores: cores)
        monkeypatch.setattr("rbsim.games.opinion.PIECE", 100 if cores > 1 else 10**6)
        found.append(analyse(middle(5), games=3_000))
    assert found[0] == found[1]


def test_worlds_won_after_one_line_alone_are_counted() -> None:
    game = middle(3)
    lines = lines_of(game, "weighted", 1)
    seat = game.seat
    together = Worlds(game, ("weighted",) * 2, 5)
    first, again, other = together.play([lines[0], lines[0], lines[-1]], 200)
    assert (first == again).all()
    assert (together.dealt, first[GAINED], first[LOST]) == (201, 0, 0)
    assert other[GAINED] - other[LOST] == other[seat] - first[seat]
    one_by_one = Worlds(game, ("weighted",) * 2, 5)
    won = [[one[seat] for one in one_by_one.play([lines[0], lines[-1]], 1)] for _ in range(200)]
    assert other[GAINED] == won.count([0, 1]) > 0
    assert other[LOST] == won.count([1, 0]) > 0


def test_three_seats_and_a_called_stop() -> None:
    opinion = analyse(middle(1, 60, "three-player"), games=60)
    assert opinion.players == ("weighted",) * 3
    game = rbcore.Game.deal(STANDARD, 17, 1, attention=(rbcore.Attention.careless(0.5),) * 2)
    while game.stopped is None:
        game.attempt(game.choose("greedy"))
    opinion = analyse(game, games=20)
    assert {one.line.moves[0] for one in opinion.lines} <= set(game.moves())


@pytest.mark.parametrize("offence", [4, 5])
def test_the_course_of_a_game_goes_on_over_what_is_taken_back(offence: int) -> None:
    file = Path(__file__).parents[2] / "oracles" / "golden" / "offences.games"
    game = list(read(file))[offence - 1]
    found = course(game, games=1)
    undone = [entry == "stop" or entry[-1] in "!?" for entry in game.moves]
    assert [move.number for move in found.moves] == [
        number for number, is_undone in enumerate(undone) if not is_undone
    ]
    assert all(
        found.rates[number + 1] == found.rates[number]
        for number, is_undone in enumerate(undone)
        if is_undone
    )
    assert "offence" in page([found])


def test_refusals() -> None:
    over = rbcore.Game.deal(STANDARD, 1, 0)
    over.play_out("greedy")
    with pytest.raises(ValueError, match=r"the game is over \(win\)"):
        analyse(over)
    with pytest.raises(ValueError, match="games=0 is out of range"):
        analyse(middle(0), games=0)
    with pytest.raises(ValueError, match="is not a player"):
        analyse(middle(0), by="nobody")
    with pytest.raises(TypeError, match=r"what=.* is not a Position, a View or a Game"):
        analyse("0 -")  # type: ignore[arg-type]


def test_all_features_have_words() -> None:
    assert set(WORDS) == set(FEATURES)


@pytest.mark.sample(1)
@pytest.mark.parametrize("player", ["weighted", "planner", "weighted~0.2", "planner+memory"])
def test_reasons_are_told(player: str) -> None:
    told = [analyse(middle(number, 40), games=40, by=player) for number in range(12)]
    for one in told:
        if one.own.moves[0].endswith(">F"):
            assert "a card that fits a foundation always goes there" in one.reason
        elif len(one.lines) > 1:
            assert one.reason.startswith(("compared with ", "the other moves are between houses"))
            if total := re.search(r"is (higher|lower) by (\d+): ", one.reason):
                sign = 1 if total[1] == "higher" else -1
                parts = re.findall(r"([+-]\d+) for ", one.reason)
                assert sign * int(total[2]) == sum(map(int, parts))
    assert any(" is higher by " in one.reason for one in told)
    text = "\n".join(opinions.opinion_lines(told[0]))
    assert f"would play {told[0].own}." in text
    assert text.count("%") == len(told[0].lines)


def test_a_move_that_loses_is_found() -> None:
    """Seat 0 lays its last card on the waste, where it could have won; seat 1 wins."""
    rules = rbcore.variant("standard,houses-each=2")
    line = "0 8c c--d--h--s-- 9h|6s|9d|Kd -/-/- Ah/-/-"
    cards = rbcore.Position.parse(line, rules, partial=True)
    lost = Transcript(cards, ("waste",))
    found = course(lost, by="uniform", games=100)
    first = found.moves[0]
    assert (first.turn, first.seat, first.move) == (1, 0, "waste")
    assert first.best.moves[0] in ("h>1", "h>3")
    assert found.costly[0].move == "waste"
    assert (found.costly[0].cost, found.costly[0].seat_0.estimate) == (1, 0)
    won = course(Transcript(cards, ("h>1",)), by="uniform", games=100)
    assert won.moves[0].seat_0.estimate == 1
    assert won.costly == ()


def test_the_end_is_known() -> None:
    """At the last move of a game that was won, the curve is at its winner."""
    game = Transcript.traced(STANDARD, ["weighted"] * 2, 1, 3)
    found = course(game, games=4)
    assert found.moves[-1].seat_0.estimate == (game.finished().winner == 0)
    lines = list(opinions.course_lines(found, full=True))
    assert lines[0] == "standard, seed 1, game 3, players weighted:weighted; playouts by weighted"
    assert sum("#" in line for line in lines) > 10
    assert str(found) == "\n".join(lines[: lines.index("", 3)])
    assert str(game) == f"<{lines[0].partition(';')[0]}: {len(game.moves)} moves>"


def test_moves_of_one_seat(monkeypatch: pytest.MonkeyPatch) -> None:
    def judged(game: rbcore.Game, players: object, number: int, move: str, *_: int) -> JudgedMove:
        rate, line = Figure("won", 1.0, 1.0, 1.0, 9), Line((move,), (move,))
        return JudgedMove(number, game.turn + 1, game.seat, move, rate, line, 0.5, 0.1)

    monkeypatch.setattr(opinions, "_judged", judged)
    game = Transcript.traced(STANDARD, ["uniform", "greedy"], 1, 3, max_turns=6)
    both, own = (course(game, games=2, seat=seat) for seat in (None, 1))
    assert {one.seat for one in both.costly} == {0, 1}
    assert {one.seat for one in own.costly} == {1}
    assert own.moves == both.moves
    with pytest.raises(ValueError, match="seat=2 is out of range"):
        course(game, games=2, seat=2)


def test_the_figure_of_a_move_counts_as_many_playouts_as_are_asked_for() -> None:
    game = Transcript.traced(STANDARD, ["greedy"] * 2, 1, 3, max_turns=2)
    assert {one.seat_0.n for one in course(game, games=7).moves} == {7}


def test_many_mistakes_of_a_turn_hide_none_of_another(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of each turn one is judged again; a turn of twelve large mistakes leaves room for others."""
    line = Line(("waste",), ("waste",))

    costs = [(1, 0.6 + n / 100) for n in range(12)] + [(2, 0.52), (3, 0.0), (4, 0.19)]

    def judged(game: object, players: object, number: int, *rest: Any) -> JudgedMove:
        turn, cost = costs[number] if number < len(costs) else (number, 0.0)
        rate = Figure("won", 1.0, 1.0, 1.0, rest[-1])
        return JudgedMove(number, turn, 0, "h>1", rate, line, cost, 0.1)

    monkeypatch.setattr(opinions, "_judged", judged)
    game = Transcript.traced(STANDARD, ["greedy"] * 2, 1, 2)
    found = course(game, games=8)
    assert [(one.number, one.turn) for one in found.costly] == [(11, 1), (12, 2)]
    # What may have cost nothing is none, and a remark stands behind its move.
    assert list(found.remarks) == [12, 13]
    assert found.remarks[13].startswith("This move costs 52% ")
    assert any("move   13, turn    2" in one for one in opinions.course_lines(found))


def test_numbers_of_numpy_are_those_of_python() -> None:
    """However few bits they have: seeds of other worlds are far beyond."""
    rules = rbcore.variant("standard")
    game = Transcript.traced(rules, ["uniform", "uniform"], 1, 0, max_turns=1)
    numbers = {"games": np.int8(2), "seed": np.uint16(3)}
    assert course(game, **numbers) == course(game, games=2, seed=3)
