"""Whole games in a terminal, by keys and by mouse: they are those that rbcore plays."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("textual")

from textual.pilot import Pilot

import rbcore
from rbsim.games.reading import read
from rbsim.table.apps import BankApp
from rbsim.table.series import Series
from support.seated_apps import by_mouse, hurry, keys_of, own_turn, said, sit, until
from support.sitters import AGAINST, SEED, deal, own_move

# Of the games of the seed that `greedy` plays the shortest in which every seat makes twelve moves.
SHORT = {
    "standard": 17_072, "reserve-11": 38_106, "reserve-12": 30_952, "waste-available": 8_976,
    "cut-start": 17_072, "high-start": 10_582, "tableau-start": 17_072, "strict": 4_308,
    "strict-fewest": 4_308, "covered": 2_192, "early-turn": 17_072, "peek": 15_260,
    "face-down": 17_072, "crossley": 12_451, "simplified": 24_456, "three-player": 19_568,
    "wrangle": 3_651, "wrangle-open": 1_251, "here-and-there": 18_041,
}  # fmt: skip


def played(variant: str, seat: int, path: Path, *, mouse: bool, size: tuple[int, int]) -> None:
    """Play a game to its end as `greedy` would: it, its file and its points are those of rbcore."""
    game = SHORT.get(variant, 0)
    rules = rbcore.variant(variant)
    _, moves, row = rbcore.trace(rules, [AGAINST] * rules.seats, SEED, game)

    async def steps(app: BankApp, pilot: Pilot[Any]) -> None:
        await own_turn(app)
        while not app.game.is_over:
            move, before = own_move(app.game), len(app.game.made)
            if mouse:
                await by_mouse(app, pilot, move)
            else:
                await pilot.press(*keys_of(app, move))
            await until(lambda before=before: len(app.game.made) > before)
            await own_turn(app)
        assert "The game is over: won by " in said(app)
        await pilot.press("q")

    app = sit(Series(deal(variant, seat, game=game), path), steps, size)
    assert [one.entry for one in app.game.made] == list(moves)
    assert sum(one.seat == seat for one in app.game.made) >= 12
    assert app.game.game.row() == row
    [kept] = read(path)
    assert list(kept.moves) == list(moves)
    assert (kept.outcome, kept.scores) == ("win", app.game.game.scores())
    assert kept.players[seat] == "person"


@pytest.mark.sample(2)
@pytest.mark.parametrize("variant", rbcore.PRESETS)
def test_by_keys(variant: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    hurry(monkeypatch)
    played(variant, 0, tmp_path / "mine.games", mouse=False, size=(80, 30))


@pytest.mark.sample(1)
@pytest.mark.parametrize("variant", rbcore.PRESETS)
def test_by_mouse(variant: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """From the other side of the table."""
    hurry(monkeypatch)
    played(variant, 1, tmp_path / "mine.games", mouse=True, size=(100, 40))
