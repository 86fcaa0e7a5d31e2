"""Numbers that no command takes: each is refused in the sentence that Python's functions say."""

from __future__ import annotations

from itertools import cycle
from pathlib import Path
from typing import Any, NamedTuple, get_args, get_origin, get_type_hints

import pytest
from rbsim.cli.typer_options import number, whole_number

import rbcore
from rbsim.cli.main import app, run

# What has to be there besides the number for a command to look at it.
WORDS = {
    "compare": ["standard", "strict"],
    "sweep": ["reserve-size=5,6"],
    "ladder": ["greedy", "uniform"],
    "patience": ["talkative"],
    "games": ["store"],
    "hint": ["standard", str(rbcore.Position.deal(rbcore.variant("standard"), 1, 0))],
    "analyse": ["some.games"],
    "study": ["plan.toml"],
    "report": ["store"],
    "merge": ["one.json", "other.json"],
}
TEXTS = {"slip", "watch", "until"}  # options whose numbers are read as parts of a text


class Parameter(NamedTuple):
    """A parameter of a command."""

    command: str
    name: str
    kind: set[Any]
    parser: Any

    def given(self, value: str) -> list[str]:
        """The parameter on the command line; the one argument that is a number is perft's."""
        if self.name == "depth":
            return ["standard", value]
        return [f"--{self.name.replace('_', '-')}", value]


def parameters() -> list[Parameter]:
    """All parameters of all commands."""
    found = []
    for command in app.registered_commands:
        name = command.callback.__name__  # type: ignore[union-attr]
        for own, hint in get_type_hints(command.callback, include_extras=True).items():
            if own == "return":
                continue
            assert get_origin(hint) is not None, f"{name} {own} has no help"
            kind, info = get_args(hint)
            found.append(Parameter(name, own, {*(get_args(kind) or (kind,))}, info.parser))
    return found


EVERY = parameters()
WHOLE = [one for one in EVERY if one.parser is whole_number]
NUMBERS = [one for one in EVERY if one.parser is number]


def refused(words: list[str], capsys: pytest.CaptureFixture[str]) -> str:
    assert run(words) == 2, words
    out, error = capsys.readouterr()
    assert out == ""
    assert error.startswith("rbsim: ")
    assert error.count("\n") == 1
    assert "Invalid value" not in error
    return error.removeprefix("rbsim: ").strip()


def test_no_number_is_read_by_a_library() -> None:
    """Whose own words on what is none would be shown."""
    for one in EVERY:
        if one not in [*WHOLE, *NUMBERS]:
            assert one.kind <= {str, bool, Path, type(None), list[str], list[Path]}, one
    assert {one.name for one in WHOLE} == {
        "games", "matches", "seed", "first", "max_turns", "max_moves", "max_turn_moves",
        "search_limit", "threads", "heaps", "deal", "game", "depth", "games_out_limit", "limit",
        "seconds", "seat", "shuffle", "replicate", "shuffles", "replicates", "part",
    }  # fmt: skip
    assert {one.name for one in NUMBERS} == {"level", "pace"}


@pytest.mark.full
def test_what_is_no_whole_number(capsys: pytest.CaptureFixture[str]) -> None:
    """Of each argument one, as all are read by the same function."""
    assert len(WHOLE) > 50
    for one, value in zip(WHOLE, cycle(("x", "1.5", "", "nan", "1e-3", "0x10")), strict=False):
        said = refused([one.command, *one.given(value)], capsys)
        assert said == f"{one.name}={value!r} is not a whole number, as 20, 10k or 1e6"


@pytest.mark.full
def test_what_is_no_number(capsys: pytest.CaptureFixture[str]) -> None:
    for one in NUMBERS:
        for value in ("x", "", "0,5", "5%"):
            said = refused([one.command, *one.given(value)], capsys)
            assert said == f"{one.name}={value!r} is not a number, as 0.95"


@pytest.mark.full
def test_whole_numbers_out_of_range(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "plan.toml").write_text('[[study]]\nkind = "advantage"\ngames = 20')
    for one in WHOLE:
        if one.name == "depth":
            continue
        for value in (-1, 10**30):
            show = ["--show"] if one.name == "deal" else []
            words = [one.command, *WORDS.get(one.command, []), *one.given(str(value)), *show]
            said = refused(words, capsys)
            ranged = "is no form of Sympathy" if one.name == "heaps" else "is out of range"
            assert said.startswith(f"{one.name}={value} {ranged}; it"), words


def test_a_depth_out_of_range(capsys: pytest.CaptureFixture[str]) -> None:
    said = refused(["perft", "standard", "-1", "POSITION"], capsys)
    assert said == "depth=-1 is out of range; it runs from 0 to 64"
    for words in ("ladder greedy -1", "variants -2", "compare standard -31", "patience -1"):
        command, *_, number = words.split()
        said = refused(words.split(), capsys)
        assert said == f"{number} is neither an option of rbsim {command} nor one of its arguments"


@pytest.mark.full
@pytest.mark.parametrize("value", ["nan", "inf", "-1", "7"])
def test_numbers_out_of_range(value: str, capsys: pytest.CaptureFixture[str]) -> None:
    for one in NUMBERS:
        said = refused([one.command, *WORDS.get(one.command, []), *one.given(value)], capsys)
        assert said.startswith(f"{one.name}={float(value)} is out of range; it runs")
    for one in EVERY:
        if one.name in TEXTS and one not in NUMBERS:
            for bad in (value, "x", ""):
                words = [one.command, *WORDS.get(one.command, []), *one.given(bad)]
                assert refused(words, capsys).startswith(one.name), words
