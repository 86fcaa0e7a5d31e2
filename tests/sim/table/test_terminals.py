"""A terminal that is one: a game killed in it goes on; what a terminal cannot do; Ctrl-Z."""

from __future__ import annotations

import os
import re
import select
import signal
import sys
import time
from pathlib import Path

import pytest

pytest.importorskip("textual")
pytest.importorskip("platformdirs")
if sys.platform == "win32":
    pytest.skip("Windows has no pseudo-terminals", allow_module_level=True)

import pty

COLOURS = re.compile(r"\x1b\[(3[0-8]|9[0-7]|4[0-8])")
CONTROLS = re.compile(r"\x1b(\[[0-9;?<>=]*[ -/]*[@-~]|[PX^_][^\x1b]*\x1b\\|.)")


class Terminal:
    """A command that runs in a pseudo-terminal, and what it has written so far."""

    def __init__(self, *words: str, **environment: str) -> None:
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


@pytest.mark.full
def test_a_killed_terminal_loses_nothing(tmp_path: Path) -> None:
    state = {"XDG_STATE_HOME": str(tmp_path), "HOME": str(tmp_path), "NO_COLOR": "1"}
    begun = ["play", "standard", "--seed", "5", "--game", "3", "--against", "greedy"]
    first = Terminal(*begun, **state)
    first.wait("It is your turn.")
    first.send("rf")
    first.wait("You play A♣ from the reserve to a foundation.")
    until = time.monotonic() + 60
    while not (files := list(tmp_path.rglob("*.games"))) and time.monotonic() < until:
        time.sleep(0.02)
    os.kill(first.pid, signal.SIGKILL)
    assert first.ended() == -signal.SIGKILL
    assert "1. r>F" in files[0].read_text(encoding="utf-8")

    again = Terminal("play", "--ascii", **state)
    again.wait("The game goes on after 1 move,")
    again.wait("You play Ac from the reserve")
    again.send("\x1b[200~rubbish\x1b[201~")
    again.wait("'rubbish' is not a move")
    again.send("\x03")
    assert again.ended() == 0
    assert f"The games are kept in {files[0]}" in again.written.decode().replace("\r\n", "")


def shown(words: list[str], **environment: str) -> tuple[int, str]:
    """How a command ends in a terminal, and all that it writes."""
    terminal = Terminal(*words, **environment)
    return terminal.ended(), terminal.written.decode()


@pytest.mark.parametrize("command", ["replay standard --seed 1", "simulate --games 200"])
def test_what_a_terminal_is_spared(command: str) -> None:
    """Escape sequences where it is dumb, and colours by NO_COLOR that says something."""
    words = command.split()
    assert shown(words, TERM="dumb")[1].count("\x1b") == 0
    coloured, unset = (shown(words, NO_COLOR=said)[1] for said in ("1", ""))
    assert COLOURS.search(coloured) is None
    assert COLOURS.search(unset) is not None  # of the cards, or of the bar


def test_a_dumb_terminal_is_no_table(tmp_path: Path) -> None:
    for words in (["play"], ["play", "patience", "klondike"]):
        status, said = shown(words, TERM="dumb", XDG_STATE_HOME=str(tmp_path))
        assert (status, said.count("\x1b")) == (2, 0)
        assert "TERM=dumb is a terminal of plain lines" in said
    assert list(tmp_path.iterdir()) == []


@pytest.mark.full
def test_ctrl_z_suspends_and_the_table_is_painted_again(tmp_path: Path) -> None:
    table = Terminal("play", "standard", "--seed", "1", XDG_STATE_HOME=str(tmp_path))
    table.wait("It is your turn.")
    table.send("\x1a")
    assert os.WIFSTOPPED(os.waitpid(table.pid, os.WUNTRACED)[1])
    os.kill(table.pid, signal.SIGCONT)
    table.wait("It is your turn.")
    table.send("q")
    assert table.ended() == 0
