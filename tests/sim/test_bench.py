"""`rbsim bench`: its signature, what it times, and what it says."""

from __future__ import annotations

import json

import numpy as np
import pytest

import rbcore
from rbsim.bench import signatures
from rbsim.bench.speeds import ROUNDS, Contest, contests, machine, measure
from rbsim.cli.main import run

FEW = [Contest("standard", "greedy", 1), Contest("strict", "uniform", 2)]


def test_golden_games_are_those_of_everywhere() -> None:
    assert signatures.overall_signature() == signatures.EXPECTED


def test_a_signature_is_of_all_that_a_row_says(monkeypatch: pytest.MonkeyPatch) -> None:
    before = signatures.signature("standard", "greedy", 3)
    real = rbcore.play

    def changed(name: str) -> str:
        def play(rules: object, players: object, seed: int, first: int, rows: np.ndarray) -> None:
            real(rules, players, seed, first, rows)
            rows[name][2] += 1

        monkeypatch.setattr(rbcore, "play", play)
        return signatures.signature("standard", "greedy", 3)

    found = [changed(name) for name in signatures.SIGNED.names or ()]
    assert len({before, *found}) == 1 + len(found)


def test_every_preset_and_thread_is_timed() -> None:
    timed = contests(4)
    assert {one.variant for one in timed if one.threads == 1} == set(rbcore.PRESETS)
    standard = {(one.player, one.threads) for one in timed if one.variant == "standard"}
    assert {(name, n) for name in ("uniform", "nested+memory") for n in (1, 4)} <= standard
    assert {one.threads for one in contests(1)} == {1}
    assert len(set(timed)) == len(timed)


def test_rounds_take_turns_and_play_the_games_of_the_seed() -> None:
    told: list[tuple[int, int]] = []
    speeds = measure(FEW, 0.05, lambda done, total: told.append((done, total)))
    assert [one.contest for one in speeds] == FEW
    assert told == [(i + 1, 2 * ROUNDS) for i in range(2 * ROUNDS)]
    for one in speeds:
        assert len(one.seconds) == ROUNDS
        rules = rbcore.variant(one.contest.variant)
        rows = np.zeros(one.games, rbcore.GAME)
        rbcore.play(rules, (one.contest.player,) * 2, 1, 0, rows)
        assert one.moves == rows["moves"].sum()
        middle, slowest, fastest = one.games_per_second
        assert slowest <= middle <= fastest
        assert one.moves_per_second == pytest.approx(middle * one.moves / one.games)


@pytest.mark.full
def test_the_command(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rbsim.cli.bench_command.contests", lambda threads: FEW)
    monkeypatch.setattr("rbsim.cli.bench_command.overall_signature", lambda: signatures.EXPECTED)
    assert run(["bench", "--seconds", "1", "-q"]) == 0
    text = capsys.readouterr().out
    assert f"Signature {signatures.EXPECTED}: the games are those" in text
    assert "greedy" in text
    assert machine()["processor"] in text
    assert run(["bench", "--seconds", "1", "--json", "-q"]) == 0
    signed, *rows = json.loads(capsys.readouterr().out)["results"]
    assert signed["found"] == signed["expected"] == signatures.EXPECTED
    assert [row["contest"]["variant"] for row in rows] == ["standard", "strict"]
    assert all(row["slowest"] <= row["games_per_second"] <= row["fastest"] for row in rows)


def test_other_games_end_it_with_status_1(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("rbsim.cli.bench_command.contests", lambda threads: FEW[:1])
    monkeypatch.setattr("rbsim.cli.bench_command.overall_signature", lambda: "0" * 16)
    assert run(["bench", "--seconds", "1", "-q"]) == 1
    assert f"where {signatures.EXPECTED} is right" in capsys.readouterr().out


def test_no_time_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["bench", "--seconds", "0"]) == 2
    assert "runs from 1" in capsys.readouterr().err
