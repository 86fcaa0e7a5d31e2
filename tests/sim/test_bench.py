"""`rbsim bench`: its signature, what it times, and what it says."""

from __future__ import annotations

import json

import numpy as np
import pytest

import rbcore
from rbsim import bench
from rbsim.arms.arm import machine
from rbsim.bench import ROUNDS, Speed, measure, timed
from rbsim.cli.main import run


def few(threads: int = 2) -> list[Speed]:
    return [Speed("standard", "greedy", 1), Speed("strict", "uniform", threads)]


def test_golden_games_are_those_of_everywhere() -> None:
    assert bench.overall_signature() == bench.EXPECTED


def test_a_signature_is_of_all_that_a_row_says(monkeypatch: pytest.MonkeyPatch) -> None:
    before = bench.signature("standard", "greedy", 3)
    real = rbcore.play

    def changed(name: str) -> str:
        def play(rules: object, players: object, seed: int, first: int, rows: np.ndarray) -> None:
            real(rules, players, seed, first, rows)
            rows[name][2] += 1

        monkeypatch.setattr(rbcore, "play", play)
        return bench.signature("standard", "greedy", 3)

    found = [changed(name) for name in bench.SIGNED.names or ()]
    assert len({before, *found}) == 1 + len(found)


def test_every_preset_and_thread_is_timed() -> None:
    every = timed(4)
    assert {one.variant for one in every if one.threads == 1} == set(rbcore.PRESETS)
    standard = [(one.player, one.threads) for one in every if one.variant == "standard"]
    assert len(set(standard)) == len(standard)
    assert {(name, n) for name in ("uniform", "nested+memory") for n in (1, 4)} <= set(standard)
    assert {one.threads for one in timed(1)} == {1}


def test_rounds_take_turns_and_play_the_games_of_the_seed() -> None:
    told: list[tuple[int, int]] = []
    speeds = few()
    measure(speeds, 0.05, lambda done, total: told.append((done, total)))
    assert told == [(i + 1, 2 * ROUNDS) for i in range(2 * ROUNDS)]
    for one in speeds:
        assert len(one.seconds) == ROUNDS
        rows = np.zeros(one.games, rbcore.GAME)
        rbcore.play(rbcore.variant(one.variant), (one.player,) * 2, 1, 0, rows)
        assert one.moves == rows["moves"].sum()
        rates = one.rates()
        middle = rates["games_per_second"]
        assert rates["slowest"] <= middle <= rates["fastest"]
        assert rates["moves_per_second"] == pytest.approx(middle * one.moves / one.games)


@pytest.mark.full
def test_the_command(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rbsim.cli.lists.timed", few)
    monkeypatch.setattr("rbsim.cli.lists.overall_signature", lambda: bench.EXPECTED)
    assert run(["bench", "--seconds", "1", "-q"]) == 0
    text = capsys.readouterr().out
    assert f"Signature {bench.EXPECTED}: the games are those" in text
    assert "greedy" in text
    assert "by the clock, not the processor" in text
    assert all(machine()[name] in text for name in ("processor", "compiler", "build"))
    assert run(["bench", "--seconds", "1", "--json", "-q"]) == 0
    signed, *rows = json.loads(capsys.readouterr().out)["results"]
    assert signed["found"] == signed["expected"] == bench.EXPECTED
    assert machine().items() <= signed.items()
    assert [row["variant"] for row in rows] == ["standard", "strict"]
    assert all(row["slowest"] <= row["games_per_second"] <= row["fastest"] for row in rows)
    monkeypatch.setattr("rbsim.cli.lists.overall_signature", lambda: "0" * 16)
    assert run(["bench", "--seconds", "1", "-q"]) == 1
    assert f"where {bench.EXPECTED} is right" in capsys.readouterr().out
