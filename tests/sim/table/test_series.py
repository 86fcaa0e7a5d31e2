"""Series: deals one after another, seats changed, matches, and files that go on."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

import rbcore
from rbsim.games.files import read
from rbsim.games.transcript import Transcript
from rbsim.table.series import (
    PERSON,
    Series,
    dealt,
    from_next_seat,
    keep,
    next_deal,
    opened,
    seated,
)
from support.sitters import SEED, deal, play


def match(variant: str) -> Transcript:
    """The first deal of the second match of the seed."""
    rules = rbcore.variant(variant)
    return dealt(rules, seated("uniform", 0, 2), SEED, rbcore.MATCH_GAMES, in_match=True)


def test_who_sits_where() -> None:
    assert seated("greedy", 1, 2) == ("greedy/2", PERSON)
    assert seated("greedy:planner", 1, 3) == ("greedy/2", PERSON, "planner/4")
    assert seated("greedy", 2, 3) == ("greedy/2", "greedy/2", PERSON)
    for against, seats in (("greedy:planner", 2), ("greedy:planner:uniform", 3)):
        with pytest.raises(ValueError, match="name one, or one each"):
            seated(against, 0, seats)
    with pytest.raises(ValueError, match="castle"):
        seated("castle", 0, 2)


def test_the_next_deal_and_the_same_from_the_next_seat(tmp_path: Path) -> None:
    series = Series(deal("three-player", 1), tmp_path / "mine.games")
    first = series.game.begun
    series.change_seats()
    assert series.game.begun.start == first.start
    assert series.game.seat == 2
    series.deal_next()
    assert series.game.begun.game == (first.game or 0) + 1
    assert series.text().count("variant:") == 1  # nobody has played in the others
    with pytest.raises(ValueError, match="not dealt from a seed"):
        next_deal(replace(first, seed=None, game=None))
    assert from_next_seat(first).players == (first.players[2], *first.players[:2])


def test_a_killed_program_loses_nothing(tmp_path: Path) -> None:
    """What was written goes on, entry by entry, with the games before it."""
    path = tmp_path / "mine.games"
    series = Series(deal(), path)
    play(series.game)
    series.deal_next()
    for entries in range(1, 60, 9):
        play(series.game, entries)
        keep(series.path, series.text())
        other = opened(path)
        assert other.game.made == series.game.made
        assert other.text() == series.text()
    assert [one.outcome for one in read(path)] == ["win", None]
    play(series.game)
    keep(series.path, series.text())
    assert opened(path).game.begun.game == (series.game.begun.game or 0) + 1


def test_a_match_goes_to_who_reaches_the_target(tmp_path: Path) -> None:
    """As rbcore.play_matches counts; a game is resigned, or played to its end."""
    path = tmp_path / "mine.games"
    series = Series(match("standard,target=150,starter=alternate"), path)
    points, starters = [0, 0], []
    while series.match_winner is None:
        with pytest.raises(ValueError, match="when this game is over"):
            series.deal_next() if not series.game.is_over else series.change_seats()
        with pytest.raises(ValueError, match="match"):
            series.change_seats()
        starters.append(series.game.game.starter)
        play(series.game, 30)
        if len(starters) == 2:
            series.game.resign()
        play(series.game)
        points = [sum(pair) for pair in zip(points, series.game.points(), strict=True)]
        assert series.match_points == tuple(points)
        keep(series.path, series.text())
        *before, last = read(path)
        assert Series(last, path, before).match_points == tuple(points)
        if series.match_winner is None:
            series.deal_next()
    assert max(points) >= 150
    assert starters == [(starters[0] + i) % 2 for i in range(len(starters))]
    with pytest.raises(ValueError, match=r"went to (you|uniform)"):
        series.deal_next()
    assert [one.match for one in read(path)] == [1] * len(starters)
