"""Second opinions: fair to all lines, blind to hidden cards, and right where one knows better."""

from __future__ import annotations

import math
import random
import re
from typing import Any

import numpy as np
import pytest

import rbcore
import rbsim
from rbcore.api.position import features
from rbcore.players.weights import FEATURES, PLANNER
from rbsim.games.opinion import (
    BACKGROUND,
    FINALISTS,
    SCREENING,
    WORDS,
    _screened,
    analyse,
    game_of,
    opinion_lines,
)
from rbsim.games.playouts import Count, Worlds, lines_of
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


# ---- lines ----


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
            ends.append((str(after.position()).partition(" idle")[0], after.seat))
        assert len(set(ends)) == len(ends)


def test_a_line_can_be_played_in_every_world() -> None:
    game = middle(2)
    for one in lines_of(game.determinize(3, 0), "planner", 1):
        for number in range(20):
            world = game.determinize(4, number)
            for move in one.moves:
                world.apply(move)


# ---- what may be known ----


def test_what_the_seat_cannot_see_changes_nothing() -> None:
    rng = random.Random(3)
    for number in range(5):
        position = middle(number).position()
        other = shuffled(position, rng)
        assert str(other) != str(position)
        assert analyse(other, games=60) == analyse(position, games=60)
        assert analyse(position.view(), games=60) == analyse(position, games=60)


def test_open_cards_are_used_if_asked_for() -> None:
    position = middle(1).position()
    seen = analyse(position, games=40, player="greedy", open=True)
    # The players draw nothing and the cards are known: every playout ends alike.
    assert {one.rate.estimate for one in seen.lines} <= {0.0, 1.0}
    for one in seen.lines:
        game = rbcore.Game.start(position)
        for move in one.line.moves:
            game.apply(move)
        game.play_out("greedy")
        assert one.rate.estimate == (game.winner == seen.seat)
    with pytest.raises(ValueError, match="a view does not say what lies face down"):
        analyse(position.view(), open=True)


def test_memory_keeps_what_is_remembered() -> None:
    game = rbcore.Game.deal(STANDARD, 1, 4)
    while not (set(game.view().remembered.hands[game.seat]) - {"??"}) or len(game.moves()) < 2:
        game.apply(game.choose("greedy"))
    knows = Worlds(game, ("weighted+memory",) * 2, 1)
    forgets = Worlds(game, ("weighted",) * 2, 1)
    hand = game.view().remembered.hands[game.seat]
    for _ in range(20):
        own = knows.next().hands[game.seat]
        assert all(seen in (card, "??") for card, seen in zip(own, hand, strict=True))
    dealt = [forgets.next().hands[game.seat] for _ in range(20)]
    assert any(tuple(one) != tuple(hand) for one in dealt)
    assert game_of(game.view()).view() == game.view()


# ---- counts ----


def test_screening_is_not_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Worlds are dealt once; those of the screening are in no rate."""
    played: list[tuple[int, int]] = []
    play = Worlds.play

    def noted(self: Worlds, lines: Any, worlds: int) -> Any:
        played.append((len(lines), worlds))
        return play(self, lines, worlds)

    monkeypatch.setattr(Worlds, "play", noted)
    games = (middle(number, 40 + number) for number in range(99))
    game = next(one for one in games if len(lines_of(one, "weighted", 1)) > FINALISTS)
    opinion = analyse(game, games=1_000)
    *screening, background, final = played
    assert screening
    assert sum(lines * worlds for lines, worlds in screening) <= 1_000 * SCREENING
    assert sum(one.rate.n for one in opinion.lines) == (
        background[0] * background[1] + final[0] * final[1]
    )
    assert sum(lines * worlds for lines, worlds in played) <= 1_000
    assert final[0] == FINALISTS
    assert background[1] == pytest.approx(
        1_000 * (1 - SCREENING) * BACKGROUND / background[0], abs=1
    )
    finalists = [one.is_finalist for one in opinion.lines]
    assert finalists == sorted(finalists, reverse=True)


def test_the_better_line_is_found() -> None:
    """One card left: playing it wins."""
    rules = rbcore.variant("standard,houses-each=2")
    line = "0 Ah c--d--h--s-- 5h|6s|9c|9d -/-/- 7d/9dKs/Ks"
    opinion = analyse(rbcore.Position.parse(line, rules, partial=True), games=50)
    assert opinion.best.line.moves == ("h>F",)
    assert opinion.best.rate.estimate == 1
    line = "0 8c c--d--h--s-- 9h|6s|9d|Kd -/-/- 7d/9dKs/Ks"
    opinion = analyse(rbcore.Position.parse(line, rules, partial=True), games=90, player="uniform")
    assert opinion.best.rate.estimate == 1
    assert opinion.best.line.moves[0] in ("h>1", "h>3")
    assert min(one.rate.estimate for one in opinion.lines) < 1


def test_the_own_line_is_left_for_a_clear_lead_alone() -> None:
    """A lead of over half a point, by more than its standard error."""
    count = Count([0, 0], 1_000, gained=100, lost=80)
    differences = np.repeat([1, -1, 0], [100, 80, 820])
    assert count.lead == pytest.approx(differences.mean())
    assert count.error == pytest.approx(differences.std() / math.sqrt(1_000))
    assert (Count([0, 0]).lead, Count([0, 0]).error) == (0, 0)
    count.add(count)
    assert count == Count([0, 0], 2_000, gained=200, lost=160)
    behind = []
    for number in range(12):
        opinion = analyse(middle(number), games=900, player="weighted~0.3")
        choice = middle(number).position().choose("weighted", 1)
        most = max(one.rate.estimate for one in opinion.lines if one.is_finalist)
        if choice in opinion.best.line.firsts:
            behind.append(most - opinion.best.rate.estimate)
        else:
            assert opinion.best.rate.estimate == most
        others = [one.rate.estimate for one in opinion.lines[1:] if one.is_finalist]
        assert others == sorted(others, reverse=True)
    assert max(behind) > 0.01
    assert len(behind) < 12


def test_threads_change_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    found = []
    for cores in (1, 3):
        monkeypatch.setattr("rbsim.games.playouts.all_cores", lambda cores=cores: cores)
        monkeypatch.setattr("rbsim.games.playouts.PIECE", 100 if cores > 1 else 10**6)
        found.append(analyse(middle(5), games=3_000))
    assert found[0] == found[1]


def test_worlds_won_after_one_line_alone_are_counted() -> None:
    game = middle(3)
    lines = lines_of(game, "weighted", 1)
    seat = game.seat
    together = Worlds(game, ("weighted",) * 2, 5)
    first, again, other = together.play([lines[0], lines[0], lines[-1]], 200)
    assert (first, together.dealt) == (again, 200)
    assert (first.gained, first.lost) == (0, 0)
    assert other.gained - other.lost == other.wins[seat] - first.wins[seat]
    one_by_one = Worlds(game, ("weighted",) * 2, 5)
    won = [
        [one.wins[seat] for one in one_by_one.play([lines[0], lines[-1]], 1)] for _ in range(200)
    ]
    assert other.gained == won.count([0, 1]) > 0
    assert other.lost == won.count([1, 0]) > 0


def test_the_best_survive_the_screening() -> None:
    """Among equal lines and a lost one, the lost one goes."""
    game = middle(4)
    lines = lines_of(game, "weighted", 1)
    worlds = Worlds(game, ("weighted",) * 2, 5)
    counts = worlds.play(lines, 400)
    shares = {str(line): one.wins[game.seat] / 400 for line, one in zip(lines, counts, strict=True)}
    kept = [str(line) for line in _screened(worlds, lines, 4_000)]
    assert len(kept) == min(FINALISTS, len(lines))
    assert max(shares.values()) - max(shares[one] for one in kept) < 0.06


def test_games_can_be_repeated() -> None:
    game = middle(0)
    assert analyse(game, games=100, seed=4) == analyse(game, games=100, seed=4)
    assert analyse(game, games=100, seed=4) != analyse(game, games=100, seed=5)
    assert str(game) == str(middle(0))  # it is left as it was


def test_three_seats_and_a_called_stop() -> None:
    opinion = analyse(middle(1, 60, "three-player"), games=60)
    assert opinion.players == ("weighted",) * 3
    game = rbcore.Game.deal(STANDARD, 17, 1, attention=(rbcore.Attention.careless(0.5),) * 2)
    while game.stopped is None:
        game.attempt(game.choose("greedy"))
    opinion = analyse(game, games=20)
    assert {one.line.moves[0] for one in opinion.lines} <= set(game.moves())


def test_refusals() -> None:
    over = rbcore.Game.deal(STANDARD, 1, 0)
    over.play_out("greedy")
    with pytest.raises(ValueError, match=r"the game is over \(win\)"):
        analyse(over)
    with pytest.raises(ValueError, match="games=0 is out of range"):
        analyse(middle(0), games=0)
    with pytest.raises(ValueError, match="is not a player"):
        analyse(middle(0), player="nobody")
    with pytest.raises(TypeError, match="is no position, view or game"):
        analyse("0 -")  # type: ignore[arg-type]


# ---- reasons ----


def test_features_say_what_planner_plans() -> None:
    """What it would play is worth more to it than most lines that begin otherwise."""
    better = []
    for number in range(8):
        game = middle(number, 30)
        lines = lines_of(game, "planner", 1)
        amounts = [features(game.position(), list(line.moves), True, False) for line in lines]
        values = [np.dot(own, list((FEATURES | PLANNER).values())) for own in amounts]
        choice = game.position().choose("planner")
        if not choice.endswith(">F") and len(lines) > 1:
            own = next(n for n, line in enumerate(lines) if choice in line.firsts)
            better.append(values[own] == max(values))
    assert len(better) > 3
    assert sum(better) >= 0.7 * len(better)


def test_all_features_have_words() -> None:
    assert set(WORDS) == set(FEATURES)


@pytest.mark.sample(1)
@pytest.mark.parametrize("player", ["weighted", "planner", "weighted~0.2", "planner+memory"])
def test_reasons_are_told(player: str) -> None:
    told = [analyse(middle(number, 40), games=40, player=player) for number in range(12)]
    for one in told:
        if one.own.moves[0].endswith(">F"):
            assert "a card that fits a foundation goes there" in one.reason
        elif len(one.lines) > 1:
            assert one.reason.startswith(("beside ", "the other moves are between houses"))
            if "in all" in one.reason:
                assert int(re.findall(r"([+-]\d+) in all", one.reason)[0]) == sum(
                    map(int, re.findall(r"\(([+-]\d+)\)", one.reason))
                )
    assert any(" in all" in one.reason for one in told)
    text = "\n".join(opinion_lines(told[0]))
    assert f"would play {told[0].own}." in text
    assert text.count("%") == len(told[0].lines)


def test_others_have_no_reasons() -> None:
    assert analyse(middle(0), games=30, player="greedy").reason == ""
    assert rbsim.games.analyse is analyse
