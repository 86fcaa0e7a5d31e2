"""Long input takes time in proportion: the work is counted, on input four times as long."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import rbcore
import rbsim
from rbcore import toml_file
from rbsim.cli.main import run
from support.work import growth

STANDARD = rbcore.variant("standard")
POSITION = rbcore.Position.deal(STANDARD, 1, 0)
GAME = str(rbcore.Game.deal(STANDARD, 1, 0))

PLANS: dict[str, Callable[[int], str]] = {
    "array": lambda n: "kind = 1\nx = [\n" + "1,\n" * n + "]\n",
    "long text": lambda n: "kind = 1\nx = '''\n" + "1,\n" * n + "'''\n",
    "keys": lambda n: "".join(f"a{i} = 1\n" for i in range(n)),
    "key with dots": lambda n: ".".join("a" * n) + " = 1\n",
    "table with dots": lambda n: "[" + ".".join("a" * n) + "]\n",
    "quoted key with dots": lambda n: ".".join(['"a b"'] * n) + " = 1\n",
    "tables": lambda n: "".join(f"[a{i}]\n" for i in range(n)),
    "studies": lambda n: "[[study]]\n" * n,
    "inline": lambda n: "a = {" + ", ".join(f"a{i} = 1" for i in range(n)) + "}\n",
    "comments": lambda n: "# [\n" * n + "kind = 1\n",
    "not closed": lambda n: "a = '''" + "''x\n" * n,
    "brackets": lambda n: "a = " + "[" * n,
    "backslashes": lambda n: 'a = """' + "\\ \n" * n,
    "players": lambda n: "[[study]]\nkind='ladder'\nplayers=[" + "'greedy'," * n + "]\n",
}
LINES: dict[str, Callable[[int], list[str]]] = {
    "players": lambda n: ["simulate", "--games", "1", "--players", "x" + ",greedy" * n],
    "seats": lambda n: ["simulate", "--players", ":".join(["greedy"] * (n + 2))],
    "dots": lambda n: ["simulate", "--players", ".".join("a" * n)],
    "slips": lambda n: ["simulate", "--slip", ",".join(["reserve=0.1"] * (n + 1))],
    "digits": lambda n: ["simulate", "--seed", "1_" * n],
    "variants": lambda n: ["survey", *["standard"] * n, "none"],
    "compared": lambda n: ["compare", *["standard"] * n, "none"],
    "axes": lambda n: ["sweep", "reserve-size=5..6", *["reserve-size=5..6"] * n],
    "values": lambda n: ["sweep", "reserve-size=" + ",".join(map(str, range(n)))],
    "ladder": lambda n: ["ladder", "greedy", *["greedy"] * n],
    "patience": lambda n: ["patience", "none", *["roll-call"] * n],
    "readings": lambda n: ["patience", "none" + ",passes=3" * n],
    "stores": lambda n: ["report", *(f"none{i}" for i in range(n))],
    "names": lambda n: ["study", "none.toml", *(f"none{i}" for i in range(n))],
    "word": lambda n: ["a" * n],
}
READERS: dict[str, Callable[[int], Any]] = {
    "axes": lambda n: rbcore.variant("standard," + ",".join(f"a{i}=5" for i in range(n))),
    "number": lambda n: rbcore.variant("standard,reserve-size=" + "9" * n),
    "position": lambda n: rbcore.Position.parse(f"{POSITION}{' a=b' * n}", STANDARD),
    "cards": lambda n: rbcore.Position.parse(f"{POSITION} {'KS' * n}", STANDARD, partial=True),
    "history": lambda n: rbcore.Game.parse(
        GAME + " history=" + ",".join(f"{i:016x}" for i in range(n)), STANDARD
    ),
    "plan": lambda n: rbcore.Game.parse(GAME + " plan=greedy" + ",r>F" * n, STANDARD),
    "counts": lambda n: rbcore.Game.parse(GAME + " offences=" + "1," * n, STANDARD),
    "move": lambda n: POSITION.judge("r>F" * n),
}


def linear(call: Callable[[int], Any], size: int = 40) -> bool:
    return growth(call, size) < 6


@pytest.mark.sample(6)
@pytest.mark.parametrize("name", PLANS)
def test_plans(name: str, tmp_path: Path) -> None:
    def read(n: int) -> None:
        (tmp_path / "plan.toml").write_text(PLANS[name](n))
        rbsim.read_plan(tmp_path / "plan.toml")

    assert linear(read)


def test_what_tomllib_reads_of_a_plan(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Twice what the plan has: all of it, and every statement by itself for its line."""
    read = 0

    def loads(text: str) -> Any:
        nonlocal read
        read += len(text)
        return own(text)

    own = toml_file.tomllib.loads
    monkeypatch.setattr(toml_file.tomllib, "loads", loads)
    text = PLANS["array"](4_000)
    (tmp_path / "plan.toml").write_text(text)
    with pytest.raises(ValueError, match=r"line 1, kind: 'kind' is not a key of a plan"):
        rbsim.read_plan(tmp_path / "plan.toml")
    assert read == 2 * len(text)


@pytest.mark.sample(1)
@pytest.mark.parametrize("name", LINES)
def test_command_lines(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    def command(n: int) -> None:
        assert run(LINES[name](n)) == 2
        capsys.readouterr()

    assert linear(command, 80)


@pytest.mark.parametrize("name", READERS)
def test_notation(name: str) -> None:
    assert linear(READERS[name])


@pytest.mark.full
def test_files_of_perft(tmp_path: Path) -> None:
    def read(n: int) -> None:
        (tmp_path / "counts.tsv").write_text(f"standard\t1\t4\t{POSITION}\n" * n + "x")
        run(["perft", "--check", str(tmp_path / "counts.tsv")])

    assert linear(read, 10)


def test_comparisons() -> None:
    """Each arm is compared with the first one, whatever others there are."""
    arms = [f"standard,reserve-size={5 + i},houses-each={h}" for i in range(25) for h in (3, 4)]
    assert linear(lambda n: rbsim.compare(*arms[: n + 1], games=1, threads=1), 3)


def test_a_key_with_many_dots_is_refused_in_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "plan.toml").write_text("seed = 1\n" + ".".join("a" * 16_000) + " = 1\n")
    with pytest.raises(ValueError, match=r"line 2: a key has 16 dots at most$"):
        rbsim.read_plan(tmp_path / "plan.toml")
