"""`rbsim sympathy`."""

from __future__ import annotations

import json

import pytest

import rbcore
from rbsim.cli.main import run
from support.patience import core_rows
from support.tables import count, row


def output(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert run(["sympathy", *arguments]) == 0
    return capsys.readouterr().out


def test_sympathy_shows_both_forms(capsys: pytest.CaptureFixture[str]) -> None:
    text = output(capsys, "--games", "2000", "--seed", "6", "--full")
    for words in ("sympathy,heaps=17", "comes out", "intervals 95%", "pairs left at the end",
                  "when first stuck", "games a second", "seed 6", "games 0 to 1999",
                  rbcore.__version__):  # fmt: skip
        assert words in " ".join(text.split())
    assert max(map(len, text.splitlines())) <= 80
    assert "heaps=17" not in output(capsys, "--games", "10", "--heaps", "16")


def test_sympathy_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    found = json.loads(output(capsys, "--games", "3000", "--seed", "6", "--json"))
    shown = found["results"]
    assert list(dict.fromkeys(one["variant"] for one in shown)) == ["sympathy", "sympathy,heaps=17"]
    easy = row(shown, "wins", variant="sympathy")
    assert count(easy) == core_rows("sympathy", 6, 0, 3_000)["outcome"].sum()
    assert easy["low"] < easy["estimate"] < easy["high"]
    stuck = core_rows("sympathy,heaps=17", 6, 0, 3_000)["stuck"]
    wanted = row(shown, "pairs_stuck", variant="sympathy,heaps=17")["estimate"]
    assert wanted == pytest.approx(stuck.mean())
    one = json.loads(output(capsys, "--games", "1", "--heaps", "16", "--json"))["results"]
    assert row(one, "pairs_left")["low"] is None


@pytest.mark.sample(2)
@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ("--heaps 15", "heaps=15 is no form"),
        ("--heaps many", "heaps='many'"),
        ("--games 0", "games=0"),
        ("--games 9999999999999999999", "games"),
        ("--seed -1", "seed=-1"),
        ("--threads 0", "threads=0"),
        ("extra", "extra"),
    ],
)
def test_bad_input_of_sympathy_is_one_sentence(
    arguments: str, words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["sympathy", *arguments.split()]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert words in captured.err
    assert len(captured.err.splitlines()) == 1
