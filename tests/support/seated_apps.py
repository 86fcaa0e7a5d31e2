"""Tables in a terminal that is not there: what they say, moves by keys and mouse; one that is."""

import asyncio
import os
import re
import select
import sys
import time
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

import pytest

pytest.importorskip("textual")

from textual.pilot import Pilot

from rbsim.table.apps import BankApp
from rbsim.table.screen import Board, SeatedApp
from rbsim.table.seated_game import ends
from rbsim.table.series import Series

App = TypeVar("App", bound=SeatedApp)
Steps = Callable[[BankApp, Pilot[Any]], Awaitable[None]]

KEYS = {"turn": ["space"], "waste": ["enter"], "pass": ["enter"]}


def sit_at(
    app: App, steps: Callable[[App, Pilot[Any]], Awaitable[None]], size: tuple[int, int]
) -> App:
    """Sit down at a table, and take some steps."""

    async def run() -> None:
        async with app.run_test(size=size) as pilot:
            await steps(app, pilot)

    asyncio.run(run())
    return app


def sit(
    series: Series, steps: Steps, size: tuple[int, int] = (80, 30), pace: float = 0.0
) -> BankApp:
    """Sit down where opponents move at once."""
    return sit_at(BankApp(series, pace=pace), steps, size)


def hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have the pilot not wait until the machine is idle, as the steps wait for what they want."""

    async def idle(*_: float) -> None:
        await asyncio.sleep(0)

    monkeypatch.setattr("textual.app.wait_for_idle", idle)
    monkeypatch.setattr("textual.pilot.wait_for_idle", idle)


def said(app: SeatedApp) -> str:
    """What the person is told now."""
    return str(app.says.render())


def told(app: SeatedApp) -> list[str]:
    """What has happened."""
    return [line.text.rstrip() for line in app.history.lines]


def screen(app: SeatedApp) -> list[str]:
    """The lines of the terminal."""
    return [strip.text.rstrip() for strip in app.screen._compositor.render_strips()]


async def until(met: Callable[[], bool]) -> None:
    """Let the app go on until something is so; a busy machine may take a while."""
    latest = time.monotonic() + 60
    while not met():
        assert time.monotonic() < latest, "the app does not come to it"
        await asyncio.sleep(0.002)


async def own_turn(app: BankApp) -> None:
    """Let opponents move."""
    await until(lambda: app.game.is_own_turn or app.game.is_over)


def keys_of(app: BankApp, move: str) -> list[str]:
    """The keys of a move: every other one is typed in full."""
    return KEYS.get(move, list(move)) if len(app.game.record) % 2 else list(move)


async def by_keys(app: BankApp, move: str) -> None:
    """Make a move with keys, at once."""
    for key in keys_of(app, move):
        app.press(key)


def place_of(board: Board, key: str, cards: int = 1) -> tuple[int, int]:
    """Where a pile's card stands, as column and line of the board; of none its sign."""
    found = [
        (word.cards, (board._left + word.column, number))
        for number, line in enumerate(board._lines)
        for word in line
        if word.key == key
    ]
    return next((place for count, place in found if count == cards), found[0][1])


async def _click(app: BankApp, pilot: Pilot[Any], pile: str, cards: int = 1) -> None:
    """Click a pile, once the board has as many lines on the screen as it wants."""
    await until(lambda: app.board.size.height == app.board.get_content_height(*[app.size] * 2, 0))
    assert await pilot.click(app.board, offset=place_of(app.board, pile, cards))


async def by_mouse(app: BankApp, pilot: Pilot[Any], move: str) -> None:
    """Make a move with clicks; to pass takes a key."""
    game = app.game
    source, place = ends(move, game.seat, game.game.rules.seats)
    if move == "pass":
        await pilot.press("enter")
        return
    cards = int(move.partition(">")[0].partition("*")[2] or 1)
    await _click(app, pilot, source, cards)
    if move != "turn":
        await until(lambda: bool(app.draft.source))
        lit = app.game.places(app.draft.source, game.scene())
        assert (place in lit) or (place == "F" and lit)
        target = next(key for key in lit if key[0] == "F") if place == "F" else place
        await _click(app, pilot, target)


CONTROLS = re.compile(r"\x1b(\[[0-9;?<>=]*[ -/]*[@-~]|[PX^_][^\x1b]*\x1b\\|.)")


class Terminal:
    """A command that runs in a pseudo-terminal, and what it has written so far."""

    def __init__(self, *words: str, **environment: str) -> None:
        import pty  # which Windows has not

        self.written = b""
        self.pid, self.end = pty.fork()
        if not self.pid:
            usual = {"TERM": "xterm-256color", "COLUMNS": "80", "LINES": "30"}
            os.execve(
                sys.executable,
                [sys.executable, "-m", "rbsim", *words],
                {**os.environ, **usual, **environment},
            )

    def wait(self, text: str) -> None:
        """Read on until a text has come since the last one; without one, until the end."""
        until = time.monotonic() + 60
        while time.monotonic() < until:
            shown = CONTROLS.sub("", self.written.decode(errors="replace"))
            if text and text in shown:
                self.written = b""
                return
            if not select.select([self.end], [], [], 1)[0]:
                continue
            try:
                more = os.read(self.end, 65_536)
            except OSError:  # as Linux says that nobody writes any more
                more = b""
            if not more:
                break
            self.written += more
        assert not text, self.written[-2_000:]

    def send(self, keys: str) -> None:
        """Press keys."""
        os.write(self.end, keys.encode())

    def ended(self) -> int:
        """Read to the end, and return how the command ended."""
        self.wait("")
        os.close(self.end)
        return os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])
