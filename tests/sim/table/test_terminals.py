"""A terminal that is one: a game killed in it goes on; what a terminal cannot do; Ctrl-Z."""

from __future__ import annotations

import os
import re
import signal
import sys
import time
from pathlib import Path

import pytest

pytest.importorskip("textual")
pytest.importorskip("platformdirs")
if sys.platform == "win32":
    pytest.skip("Windows has no pseudo-terminals", allow_module_level=True)

from support.seated_apps import Terminal

COLOURS = re.compile(r"\x1b\[(3[0-8]|9[0-7]|4[0-8])")


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
    again.wait("The game continues after 1 move,")
    again.wait("You play Ac from the reserve")
    again.send("\x1b[200~rubbish\x1b[201~")
    again.wait("'rubbish' is not a move")
    again.send("\x03")
    assert again.ended() == 0
    assert f"The games are saved in {files[0]}" in again.written.decode().replace("\r\n", "")


def shown(words: list[str], **environment: str) -> tuple[int, str]:
    """How a command ends in a terminal, and all that it writes."""
    terminal = Terminal(*words, **environment)
    return terminal.ended(), terminal.written.decode()


@pytest.mark.sample(1)
@pytest.mark.parametrize("command", ["replay standard --seed 1", "simulate --games 200"])
def test_what_a_terminal_is_spared(command: str) -> None:
    """Escape sequences where it is dumb, and colours by NO_COLOR that says something."""
    words = command.split()
    assert shown(words, TERM="dumb")[1].count("\x1b") == 0
    coloured, unset = (shown(words, NO_COLOR=said)[1] for said in ("1", ""))
    assert COLOURS.search(coloured) is None
    assert COLOURS.search(unset) is not None  # of the cards, or of the bar


@pytest.mark.full
def test_a_dumb_terminal_is_no_table(tmp_path: Path) -> None:
    for words in (["play"], ["play", "patience", "klondike"]):
        status, said = shown(words, TERM="dumb", XDG_STATE_HOME=str(tmp_path))
        assert (status, said.count("\x1b")) == (2, 0)
        assert "TERM=dumb prints plain lines only" in said
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
