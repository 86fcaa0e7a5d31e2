"""What commands show: help, completion, progress, and tables that fit a terminal."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
import typer.main
from rbsim.results.options import near_players, near_variants
from rbsim.studies import every_kind

import rbcore
import rbsim
from rbsim import games
from rbsim.cli import console, play_command
from rbsim.cli.main import BY_HAND, app, run

COMMANDS: dict[str, Any] = typer.main.get_command(app).commands  # type: ignore[attr-defined]


# ---- help ----------------------------------------------------------------------------------------

EXAMPLES = {command.__name__: lines for command, lines in BY_HAND.items()} | {
    kind.name: kind.examples for kind in every_kind() if kind.examples
}


@pytest.mark.sample(6)
@pytest.mark.parametrize("name", COMMANDS)
@pytest.mark.parametrize("flag", ["-h", "--help"])
def test_every_help_has_examples(name: str, flag: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run([name, flag]) == 0
    text = capsys.readouterr().out
    assert "--no-" not in text
    for line in EXAMPLES[name]:
        assert f"  {line}\n" in text
    assert max(map(len, text.splitlines())) <= 80


FILLED = {"POSITION": str(rbcore.Position.deal(rbcore.variant("standard"), 1, 0)), "STORE": "store",
          "PLAN": "plan.toml", "FILE": "one.json", "ONE.json": "one.json",
          "OTHER.json": "other.json"}  # fmt: skip
LINES = [line for lines in EXAMPLES.values() for line in lines]


@pytest.mark.sample(1)
@pytest.mark.parametrize("line", LINES)
def test_examples_run(
    line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """With fewer games."""
    monkeypatch.chdir(tmp_path)
    if "STORE" in line:
        rbsim.simulate(games=20, store="store")
    if "FILE" in line or "ONE.json" in line:
        for first, name in ((20, "one.json"), (40, "other.json")):
            rbsim.simulate(games=20, first=first).save(name)
    if "PLAN" in line:
        Path("plan.toml").write_text('[[study]]\nkind = "advantage"\ngames = 20')
    if "rows.parquet" in line.split("--rows")[0]:
        assert run(["simulate", "--games", "20", "--rows", "rows.parquet", "--quiet"]) == 0
    if "some.games" in line:
        dealt = rbcore.Position.deal(rbcore.variant("standard"), 1, 0)
        games.write("some.games", [games.Transcript(dealt, (dealt.moves()[0],))])
    if "counts.tsv" in line:
        Path("counts.tsv").write_text(f"standard\t1\t7\t{FILLED['POSITION']}\n")
    monkeypatch.setattr(play_command, "check_terminal", lambda: None)
    monkeypatch.setattr(play_command, "_open", lambda app, _: None)
    _, *words = (FILLED.get(word, word) for word in shlex.split(line))
    lists_or_shows = words == ["patience"] or "--show" in words
    counts = {"games", "matches"} & {one.name for one in COMMANDS[words[0]].params}
    few = [f"--{counts.pop()}", "20"] if counts and not lists_or_shows else []
    if words[0] == "bench":
        few = ["--seconds", "1", "--quiet"]
    if "--until" in words:
        few[1] = "2000"
    status = run([*words, *few])
    if "--until" in words:  # so few games may not do
        assert status in (0, 3)
        return
    assert status in ((0, 1) if "counts.tsv" in line else (0,))
    assert "rbsim:" not in capsys.readouterr().err


README = Path(__file__).parents[3] / "README.md"
GOALS = re.compile(
    r"^    rbsim ((?:simulate|patience)\b.* --until \S+(?: --\w+ \S+)*)", re.MULTILINE
)


@pytest.mark.full
def test_examples_reach_their_goals(capsys: pytest.CaptureFixture[str]) -> None:
    """With a goal ten times as wide, which takes a hundredth of the games."""
    text = "\n".join(f"    {line}" for line in LINES)
    found = GOALS.findall(text) + (GOALS.findall(README.read_text()) if README.exists() else [])
    assert len(found) > 1
    for line in found:
        words = re.sub(r" --out \S+", "", line).split()
        options = COMMANDS[words[0]].params
        given = dict(pairwise(words))
        most = next(one.default for one in options if one.name == "games")
        games = float(given.get("--games", most)) / 100
        wide = 10 * float(given["--until"])
        assert run([*words, "--games", f"{games:.0f}", "--until", f"{wide}"]) == 0
        assert "the cap of" not in capsys.readouterr().out, line


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
    assert near_variants("strict,reserve-s") == ["strict,reserve-size="]
    assert near_players("uniform:gre") == ["uniform:greedy"]
    assert (
        "--show-completion"
        in subprocess.run(
            [sys.executable, "-m", "rbsim", "--help"], capture_output=True, text=True, check=True
        ).stdout
    )


# ---- progress ------------------------------------------------------------------------------------


def test_without_a_terminal_there_is_a_line_every_half_minute(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    now = 0.0
    monkeypatch.setattr(console.time, "monotonic", lambda: now)
    with console.bar("standard, greedy") as tell:
        for done in range(1, 101):
            now += 1.0
            tell(done, 1_000)
    lines = capsys.readouterr().err.splitlines()
    assert lines == [
        f"rbsim: standard, greedy: {n} of 1,000, {n / 1000:.0%}; {left} left"
        for n, left in ((30, "16 min 10 s"), (60, "15 min 40 s"), (90, "15 min 10 s"))
    ]
    with console.bar("standard, greedy", quiet=True) as tell:
        now += 100
        tell(1, 2)
    assert capsys.readouterr().err == ""


# ---- counts --------------------------------------------------------------------------------------


@pytest.mark.sample(4)
@pytest.mark.parametrize(
    "command",
    [
        "simulate --games 1 --store one",
        "match --matches 1",
        "advantage --games 1",
        "compare standard strict --games 1",
        "sweep reserve-size=12 --games 1",
        "ladder greedy uniform --games 1",
        "patience fly --games 1",
        "check one",
    ],
)
def test_of_one_there_is_no_plural(
    command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    monkeypatch.chdir(tmp_path)
    rbsim.simulate(games=1, store="one", rows=False)
    assert run([*command.split(), "--quiet"]) == 0
    text = capsys.readouterr().out
    assert re.search(r"\b1 (game|match|deal|card|shard)\b", text)
    nouns = "games|matches|deals|cards|shards|turns|moves|points"
    assert re.findall(rf"(?<![\d.,])1 (?:{nouns})\b", text) == []


def test_of_one_turn_there_is_no_plural(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["replay", "--max-turns", "1"]) == 0
    assert " after 1 turn and " in " ".join(capsys.readouterr().out.split())


# ---- tables --------------------------------------------------------------------------------------


WIDE = [
    "simulate --games 2000 --players uniform,greedy:uniform --slip 0.2 --max-turns 60",
    "match --matches 20",
    "survey standard three-player,target=500 --games 300 --max-turns 60",
    "advantage three-player --players greedy:uniform:uniform --games 100 --max-turns 60",
    "advantage --games 3000",
    "compare standard strict-fewest,plan-limit=4 three-player --games 200 --max-turns 60",
    "sweep reserve-size=11..13 release=no,any --games 200 --max-turns 60",
    "ladder uniform greedy weighted weighted~0.1 --games 50 --max-turns 60",
    "ladder greedy uniform --games 2000 --until decided",
    "simulate --games 20000 --until 0.05",
    "sympathy --games 3000",
    "patience talkative --games 3000",
    "patience talkative 1b 1b,extras=every-block --games 20000 --until 0.05",
    "variants",
    "variants strict,plan-limit=4",
    "players",
]


@pytest.mark.sample(1)
@pytest.mark.parametrize("command", WIDE)
def test_tables_fit_eighty_columns(
    command: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    assert run(command.split()) == 0
    text = capsys.readouterr().out
    assert max(map(len, text.splitlines())) <= 80
    assert "…" not in text


def test_rates_have_no_plus_and_differences_do(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["advantage", "--games", "2000"]) == 0
    lines = capsys.readouterr().out.splitlines()
    starts = [re.split(r"\s{2,}", line) for line in lines if re.match(r"causal|as played", line)]
    assert len(starts) == 2
    for _, advantage, *rates in starts:
        assert advantage.startswith("+")
        assert len(rates) == 2
        assert not any("+" in rate for rate in rates)
