"""Patience in a terminal: by numbers and by clicks, and what every key says."""

from __future__ import annotations

import asyncio
import string
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("textual")

from textual.pilot import Pilot

from rbsim.sitting.seated_patience import SeatedPatience
from rbsim.terminal.patience_app import PatienceApp

Steps = Callable[[PatienceApp, Pilot[Any]], Awaitable[None]]


def sit(game: str, steps: Steps, *, ascii: bool = False) -> PatienceApp:
    """Sit down at a deal, and take some steps."""
    app = PatienceApp(SeatedPatience(game, 1, 0), ascii=ascii)

    async def run() -> None:
        async with app.run_test(size=(80, 50)) as pilot:
            await steps(app, pilot)

    asyncio.run(run())
    return app


@pytest.fixture(autouse=True)
def folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Where games are kept."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    return tmp_path / "rbsim"


def said(app: PatienceApp) -> str:
    return str(app.says.render())


@pytest.mark.sample(1)
@pytest.mark.parametrize("game", ["trefoil", "klondike", "juvenile"])
def test_moves_by_numbers_and_by_clicks(game: str) -> None:
    """The adviser's, in turn: both make the same game."""

    async def steps(app: PatienceApp, pilot: Pilot[Any]) -> None:
        twin = SeatedPatience(game, 1, 0)
        for count in range(10):
            number = twin.board.advice
            if number is None:
                break
            one = twin.choices()[number]
            twin.move(number)
            if count % 2:
                for sign in str(number + 1):
                    app.press(sign)
                app.press("enter")
            else:
                await pilot.click(app.board, offset=app.board.place_of(one.source, one.cards))
                if app.game.made != twin.made:
                    await pilot.click(app.board, offset=app.board.place_of(one.place))
                if app.game.made != twin.made:  # several go there, which are named
                    assert f"{number + 1} {one.words}" in said(app)
                    app.press("escape")
                    app.play(str(number + 1))
            assert app.game.made == twin.made
        assert app.game.made

    sit(game, steps)


def test_commands() -> None:
    async def steps(app: PatienceApp, pilot: Pilot[Any]) -> None:
        app.press("i")
        assert f"The adviser would: {app.game.advice()}." in said(app)
        app.press("v")
        for _ in range(2_000):
            if "solver looked at" in said(app):
                break
            await asyncio.sleep(0.005)
        assert "This deal can" in said(app)
        app.press("1")
        assert said(app).endswith("[1]")
        app.press("enter")
        assert (app.game.made, app.number) == ([0], "")
        app.press("n")
        assert (app.game.number, app.game.made) == (1, [])
        app.game = SeatedPatience("nationale", 1, 0)
        app.press("n")
        app.press("e")
        assert "No deal follows" in said(app)
        app.press("2")
        app.press("enter")
        app.press("u")
        assert app.game.made == []
        app.press("u")
        assert "no move to take back" in said(app)
        await pilot.press("9", "9", "9", "enter")
        assert "There is no move 999" in said(app)
        await pilot.click(app.board, offset=(79, 0))
        assert "There is no pile" in said(app)

    sit("nationale", steps)


@pytest.mark.full
def test_no_key_does_nothing_without_a_word() -> None:
    async def steps(app: PatienceApp, pilot: Pilot[Any]) -> None:
        for key in [*"".join(set(string.printable.strip()) - set("q?")), "tab", "up", "f1", "é",
                    "space", "enter", "escape", "backspace"]:  # fmt: skip
            app.say("")
            app.press(key)
            assert said(app), key
        await pilot.press("?")
        await pilot.pause()
        assert len(app.screen_stack) == 2
        await pilot.press("a", "ctrl+c")

    sit("klondike", steps, ascii=True)
