"""Help, completion, and that commands are made of the functions of Python."""

from __future__ import annotations

import inspect
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import typer.main

import rbcore
import rbsim
from rbsim import games, kinds
from rbsim.cli import play_command
from rbsim.cli.main import COMMANDS, EXAMPLES, command_line
from rbsim.cli.options import near_axes, near_forms, near_variants
from rbsim.show import progress

MADE: dict[str, Any] = typer.main.get_command(command_line()).commands  # type: ignore[attr-defined]
BOX = re.compile("[╭╮╰╯│─]")
# What only a command line has, and what only Python has.
SHELL = {
    "dask", "out", "picture", "picture_of", "force", "full", "as_json", "as_markdown", "quiet",
    "rows", "resume",
}  # fmt: skip
PYTHON = {"executor", "progress", "rows"}
FOR_BOTH = {
    "seed", "until", "of", "store", "threads", "level", "first", "shard", "shuffle", "replicate",
    "max_turns", "max_moves", "search_limit", "max_turn_moves", "slip", "watch", "call",
}  # fmt: skip


@pytest.mark.sample(6)
@pytest.mark.parametrize("name", MADE)
def test_help_of_a_command(name: str, shell: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    text = shell.said(f"{name} --help")
    assert text == shell.said(f"{name} -h") == shell.said(f"help {name}")
    assert not re.search(r"<\w", text), "a type of Python"
    assert "`" not in text
    assert "--no-" not in text
    for line in EXAMPLES[name]:
        assert f"   {line}\n" in text
    for width in (80, 100, 120):
        monkeypatch.setenv("COLUMNS", str(width))
        text = shell.said(f"{name} -h")
        assert max(map(len, text.splitlines())) <= width
        assert "…" not in text


def test_help_of_all_is_grouped_and_says_each_whole(shell: Any) -> None:
    text = shell.said("--help")
    assert text == shell.said("") == shell.said("help")
    assert [name for group in COMMANDS.values() for name in group] == list(MADE)
    places = [text.index(f"─ {group} ─") for group in COMMANDS]
    assert places == sorted(places)
    assert list(COMMANDS)[-1] == "More"
    plain = " ".join(BOX.sub(" ", text).split())
    for name, command in MADE.items():
        assert f"{name} {' '.join(command.help.split())}" in plain
    assert max(map(len, text.splitlines())) <= 80


@pytest.mark.parametrize("name", kinds.__all__)
def test_options_come_first_that_most_people_use(name: str, shell: Any) -> None:
    first, more = shell.said(f"{name} -h").split("─ More ─")
    for option in ("--games", "--seed", "--until", "--store", "--level", "--out", "--picture",
                   "--full", "--json"):  # fmt: skip
        assert f" {option} " in first.replace("--matches", "--games")
    for option in ("--markdown", "--rows", "--dask", "--quiet"):
        assert f" {option} " in more
    plain = " ".join(BOX.sub(" ", first).split())
    assert "As in" not in plain
    count = "--matches" if name == "match" else "--games"
    assert f"{count} is then the maximum" in plain  # options have the names that are typed
    assert f"The output says how many {count.strip('-')} were played; give this number" in plain


def test_the_index_of_a_shuffle_is_told_from_their_number(shell: Any) -> None:
    plain = " ".join(BOX.sub(" ", shell.said("luck -h")).split())
    assert "to play in each deal, at least 2. [default: 4]" in plain
    assert "Here it is the first order that is played; --shuffles says how many are." in plain
    assert "Here it is the first one that is played; --replicates says how many are." in plain


@pytest.mark.full
def test_words_are_kept_without_docstrings() -> None:
    """As under PYTHONOPTIMIZE=2, which strips what the words are read from."""
    script = (
        "from rbsim.cli.main import run\n"
        "for words in ('--help', 'luck --help', 'check --help'): run(words.split())"
    )
    texts = [
        subprocess.run(
            [sys.executable, "-c", script],
            env={**os.environ, "PYTHONOPTIMIZE": level, "COLUMNS": "80"},
            capture_output=True, text=True, check=True,
        ).stdout
        for level in ("0", "2")
    ]  # fmt: skip
    assert texts[0] == texts[1]
    assert texts[0].count("Usage: ") == 3


def test_a_study_imports_nothing_that_only_other_executors_need() -> None:
    """What begins all commands is most of a short one: asyncio and processes take 20 ms."""
    script = (
        "import sys\n"
        "from rbsim.cli.main import run\n"
        "run(['simulate', '--games', '10', '--quiet'])\n"
        "names = {'asyncio', 'multiprocessing', 'ssl', 'matplotlib', 'pyarrow', 'scipy'}\n"
        "print(sorted(names & {*sys.modules}))"
    )
    shown = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    assert shown.stdout.splitlines()[-1] == "[]"


def test_a_command_is_the_same_made_alone() -> None:
    for name in ("simulate", "patience", "check"):
        (alone,) = typer.main.get_command(command_line([name])).commands.values()  # type: ignore[attr-defined]
        for other, parameter in zip(MADE[name].params, alone.params, strict=True):
            assert (other.name, other.opts, other.default) == (
                parameter.name, parameter.opts, parameter.default
            )  # fmt: skip
        assert (alone.help, alone.rich_help_panel) == (MADE[name].help, MADE[name].rich_help_panel)


@pytest.mark.parametrize("name", kinds.__all__)
def test_commands_and_functions_share_names_order_and_defaults(name: str) -> None:
    command = {one.name: one.default for one in MADE[name].params if one.name not in SHELL}
    function = {
        one.name: None if one.kind is one.VAR_POSITIONAL else one.default
        for one in inspect.signature(getattr(rbsim, name)).parameters.values()
        if one.name not in PYTHON
    }
    if name == "patience":
        by_hand = {"every", "deal", "layout", "work", "memory"}
        assert {own for own in command if own not in function} == by_hand
        command = {own: command[own] for own in command if own in function}
    else:
        assert set(function) >= FOR_BOTH
    assert list(command) == list(function)
    for own, default in function.items():
        # Of these a text is read, but for two plain numbers.
        number = isinstance(default, float) and own not in ("level", "margin")
        assert command[own] == (f"{default:g}" if number else default), own
    assert (command["seed"], command["level"]) == (1, 0.95)


def test_all_that_takes_long_can_be_quiet() -> None:
    quick = {
        "variants", "players", "play", "replay", "games", "deal", "hint", "moves", "judge", "perft",
        "status",
    }  # fmt: skip
    loud = {name for name, one in MADE.items() if "quiet" not in [p.name for p in one.params]}
    assert loud == quick


FILLED = {"POSITION": rbcore.Position.deal("standard", 1, 0).notation, "STORE": "store",
          "PLAN": "plan.toml", "FILE.json": "one.json", "ONE.json": "one.json", "DIR": "folder",
          "OTHER.json": "other.json"}  # fmt: skip


@pytest.mark.sample(1)
@pytest.mark.parametrize("line", [line for lines in EXAMPLES.values() for line in lines])
def test_examples_run(line: str, shell: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """With fewer games."""
    if "STORE" in line or ".json" in line:
        rbsim.simulate(games=20, store="store")
        for first, name in ((20, "one.json"), (40, "other.json")):
            rbsim.simulate(games=20, first=first).save(name)
    Path("plan.toml").write_text('[[study]]\nkind = "advantage"\ngames = 20')
    dealt = rbcore.Position.deal(rbcore.variant("standard"), 1, 0)
    games.write("some.games", [games.Transcript(dealt, (dealt.moves()[0],))])
    Path("counts.tsv").write_text(f"standard\t1\t{rbcore.perft(dealt, 1)}\t{dealt.notation}\n")
    monkeypatch.setattr(play_command, "check_terminal", lambda: None)
    monkeypatch.setattr(play_command, "_open", lambda app, _: None)
    monkeypatch.setenv("XDG_STATE_HOME", str(shell.folder / "state"))
    _, *words = (FILLED.get(word, word) for word in shlex.split(line))
    counts = {"games", "matches"} & {one.name for one in MADE[words[0]].params}
    is_list = words == ["patience"] or "--deal" in words
    few = [f"--{counts.pop()}", "20"] if counts and not is_list else []
    if words[0] == "bench":
        few = ["--seconds", "0.3", "--quiet"]
    status, _, error = shell(*words, *few)
    if "--until" in words:  # for which so few games may not do
        assert status in (0, 3), error
    else:
        assert (status, error.partition("no game of")[0].removeprefix("rbsim: ")) == (0, "")


@pytest.mark.full
def test_completion() -> None:
    """Of commands, options, variants, axes and players, as the shell asks for it."""

    def completed(words: str, number: int) -> str:
        environment = {
            **os.environ, "_RBSIM_COMPLETE": "complete_bash", "COMP_WORDS": words,
            "COMP_CWORD": str(number),
        }  # fmt: skip
        done = subprocess.run(
            [sys.executable, "-m", "rbsim"], env=environment, capture_output=True, text=True
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    assert "simulate" in completed("rbsim sim", 1).split()
    assert "--games" in completed("rbsim simulate --ga", 2)
    assert "three-player" in completed("rbsim simulate thr", 2)
    assert "stalemate" in completed("rbsim simulate --of stale", 3)
    assert near_variants("strict,reserve-s") == ["strict,reserve-size="]
    assert completed("rbsim simulate --players uniform:gre", 3).split() == ["uniform:greedy"]
    assert completed("rbsim patience klondike --players ad", 4).split() == ["adviser"]
    assert "klondike" in completed("rbsim patience kl", 2).split()
    assert completed("rbsim simulate standard,packs =", 3).split() == ["1", "2"]  # as bash has it
    assert completed("rbsim simulate standard,peek = o", 4).split() == ["once"]


def test_values_of_axes_and_readings_are_completed() -> None:
    assert near_variants("strict,seats=2,starter=low") == ["strict,seats=2,starter=low-reserve"]
    assert near_axes("houses-each=5") == ["houses-each=5", "houses-each=50", *(
        f"houses-each={n}" for n in (51, 52)
    )]  # fmt: skip
    assert near_axes("packs=1,") == ["packs=1,1", "packs=1,2"]
    assert near_axes("nothing=") == []
    assert near_forms("klondike,") == ["klondike,turn=1"]
    assert {"35", "35b"} <= {*near_forms("35")}


def test_without_a_terminal_there_is_a_line_every_half_minute(monkeypatch, capsys):
    now = 0.0
    monkeypatch.setattr(progress.time, "monotonic", lambda: now)
    with progress.bar("simulate") as tell:
        for done in range(1, 101):
            now += 1.0
            tell(done, 1_000)
    assert capsys.readouterr().err.splitlines() == [
        f"rbsim: simulate: {n} of 1,000, {n / 1000:.0%}; {left} left"
        for n, left in ((30, "0:16:10"), (60, "0:15:40"), (90, "0:15:10"))
    ]
    with progress.bar("simulate", quiet=True) as tell:
        now += 100
        tell(1, 2)
    assert capsys.readouterr().err == ""
