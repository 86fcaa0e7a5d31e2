"""`rbsim bench`: signatures, rounds of fixed work, intervals, what a run says of itself."""

import json
import math
import random
import threading
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest

import rbcore
from rbsim import bench
from rbsim.bench import (
    FASTEST,
    FLOOR_S,
    PASSES,
    ROUNDS,
    Speed,
    machine_figure,
    measure,
    median_interval,
    settle,
)
from rbsim.cli import bench_command
from rbsim.cli.main import run

# ---- signatures ----------------------------------------------------------------------------------


@pytest.mark.full
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

    others = [changed(name) for name in bench.SIGNED.names or ()]
    assert len({before, *others}) == 1 + len(others)


# ---- intervals -----------------------------------------------------------------------------------


@pytest.mark.parametrize("count", [6, 9, 18])
def test_an_interval_of_a_median_has_its_level(count: int) -> None:
    """By the exact probability of its ranks, which the next narrower one has not."""
    _, low, high = median_interval(range(count))
    assert high == count - 1 - low
    covered = [
        1 - 2 * sum(math.comb(count, i) for i in range(below + 1)) / 2**count
        for below in (int(low), int(low) + 1)
    ]
    assert covered[0] >= 0.95 > covered[1]


def test_a_stall_moves_neither_the_median_nor_its_interval() -> None:
    rates = [100.0 + i for i in range(9)]
    assert median_interval(rates) == median_interval([0.1, *rates[1:]])


def test_orders_of_two_samples_are_counted() -> None:
    for first, second in ((2, 3), (4, 4), (5, 2)):
        sums = [
            sum(place) - first * (first - 1) // 2
            for place in combinations(range(first + second), first)
        ]
        counted = [sums.count(value) for value in range(first * second + 1)]
        assert bench._rank_orders(first, second).tolist() == counted


def test_an_interval_of_a_ratio_covers_it() -> None:
    draw = random.Random(1)

    def rounds(speed: float) -> list[float]:
        return [speed * math.exp(draw.gauss(0, 0.02)) for _ in range(ROUNDS)]

    covered = 0
    for _ in range(300):
        estimate, low, high = bench.ratio(rounds(130.0), rounds(100.0))
        assert low <= estimate <= high
        covered += low <= 1.3 <= high
    assert 0.92 <= covered / 300 <= 0.99


def test_the_figure_is_the_geometric_mean_of_its_players_in_the_standard_game() -> None:
    rows = [Speed("standard", player, 1, 10, seconds=[2.0] * ROUNDS) for player in PASSES]
    rows[0].seconds = [2.0 / 2 ** len(rows)] * ROUNDS
    others = [Speed("strict", "greedy", 1, 10, seconds=[1.0] * ROUNDS)]
    others += [Speed("standard", "greedy", 2, 10, seconds=[1.0] * ROUNDS)]
    figure = machine_figure(rows + others)
    assert figure is not None
    assert figure == pytest.approx((10.0, 10.0, 10.0))
    assert machine_figure(rows[1:] + others) is None
    for speed in rows:  # most of whose rounds are slowed down, by different shares
        speed.seconds += [speed.seconds[0] * (1.3 + 0.01 * i) for i in range(5 * ROUNDS)]
    assert machine_figure(rows) == pytest.approx((10.0, 10.0, 10.0))
    rows[0].seconds[:2] = [rows[0].seconds[0] / 2**8, rows[0].seconds[0] * 2**8]
    assert machine_figure(rows) == pytest.approx((10.0, 10.0 / 1.3 ** (1 / len(rows)), 20.0))
    # A player that came later is left out, so that cited figures can be compared.
    assert {player.partition("+")[0] for player in PASSES} <= set(rbcore.PLAYERS)


# ---- rounds --------------------------------------------------------------------------------------


def few(threads: int = 2) -> list[Speed]:
    return [Speed("standard", "greedy", 1, 50), Speed("strict", "uniform", threads, 2)]


def test_rounds_take_turns_and_play_the_games_of_the_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench, "CLOSE", math.inf)
    monkeypatch.setattr(bench, "FLOOR_S", 0.001)  # so that both rows fit on a slow machine
    told: list[tuple[int, int]] = []
    speeds = few()
    assert measure(speeds, 1.0, lambda done, total: told.append((done, total))) == speeds
    assert told == [(i + 1, 2 * ROUNDS) for i in range(2 * ROUNDS)]
    for speed in speeds:
        assert len(speed.seconds) == len(speed.working) == ROUNDS
        assert all(0 < share < 1.1 for share in speed.working)
        rows = np.zeros(speed.games, rbcore.GAME)
        rbcore.play(rbcore.variant(speed.variant), (speed.player,) * 2, 1, 0, rows)
        assert speed.moves == rows["moves"].sum()
        games = speed.games * speed.passes * speed.threads
        assert speed.rates[0] == games / speed.seconds[0]


class Machine:
    """A clock on which games take as long as they are told, with stalls by number of call."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now, self.seconds_a_game, self.calls = 0.0, 0.001, 0
        self.stalls: dict[int, float] = {}
        monkeypatch.setattr(bench.time, "perf_counter", lambda: self.now)
        monkeypatch.setattr(bench.time, "process_time", lambda: self.now)
        monkeypatch.setattr(rbcore, "play", self.play)

    def play(self, rules: object, players: object, seed: int, first: int, rows: np.ndarray) -> None:
        self.now += self.seconds_a_game * len(rows) + self.stalls.get(self.calls, 0.0)
        self.calls += 1


def row(games: int = 50) -> Speed:
    return Speed("standard", "greedy", 1, games)


def test_a_stall_while_a_row_is_sized_leaves_its_figure(monkeypatch: pytest.MonkeyPatch) -> None:
    machine = Machine(monkeypatch)
    machine.stalls[1] = 60.0  # of the second sizing
    speed = row()
    assert measure([speed], 9.0) == [speed]
    assert speed.passes == 20  # of 50 ms, in a round of a second
    assert median_interval(speed.rates) == pytest.approx((1000.0,) * 3)


def test_rows_whose_rounds_disagree_are_timed_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """One stall in nine rounds moves nothing; of many, the row is timed as often again."""
    machine = Machine(monkeypatch)
    sized = 2 * bench.SIZINGS
    rounds = range(sized + 1, sized + 2 * ROUNDS, 2)  # of the second row
    machine.stalls = dict.fromkeys(rounds[:4], 0.1) | {sized: 1.0}
    steady, stalled = row(), row()
    measure([steady, stalled], ROUNDS * 0.1)
    assert (len(steady.seconds), len(stalled.seconds)) == (ROUNDS, 2 * ROUNDS)
    assert steady.agrees
    assert stalled.agrees  # now, as fourteen rounds of eighteen do
    machine.stalls = {machine.calls + bench.SIZINGS + i: 0.05 * (i % 3) for i in range(2 * ROUNDS)}
    measure([wild := row()], ROUNDS * 0.05)
    assert (len(wild.seconds), wild.agrees) == (2 * ROUNDS, False)


def test_a_run_too_short_for_its_rows_times_the_first(monkeypatch: pytest.MonkeyPatch) -> None:
    machine = Machine(monkeypatch)
    speeds = [row() for _ in range(5)]
    assert measure(speeds, ROUNDS * 0.16) == speeds[:3]
    assert all(seconds >= FLOOR_S for speed in speeds[:3] for seconds in speed.seconds)
    assert all(speed.seconds == [] for speed in speeds[3:])
    machine.seconds_a_game = 1.0  # of which no pass fits
    assert measure([row(), row()], 0.3)[0].passes == 1


def test_a_figure_is_played_for_until_its_fastest_rounds_are_alike(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    machine = Machine(monkeypatch)
    told: list[tuple[int, int]] = []
    settle([steady := row()], 100.0)
    assert (len(steady.seconds), steady.is_settled) == (ROUNDS, True)
    # Two rows take turns until the first is settled; from then on the second has each round.
    begin = machine.calls + 2 * bench.SIZINGS
    calls = [begin + 2 * i + 1 for i in range(ROUNDS)]
    calls += range(begin + 2 * ROUNDS, begin + 2 * ROUNDS + 100)
    machine.stalls = dict.fromkeys(calls, 0.02)
    for quiet in (3, 8, 20, 21, 22, 30, 31, 32, 40):
        del machine.stalls[calls[quiet]]
    settle([steady := row(), slow := row()], 100.0, lambda done, total: told.append((done, total)))
    assert (len(steady.seconds), len(slow.seconds)) == (ROUNDS, 41)
    assert slow.fastest == pytest.approx([1000.0] * FASTEST)
    assert told == [(0, 2)] * (ROUNDS - 1) + [(1, 2)] * (40 - ROUNDS + 1) + [(2, 2)]
    begin = machine.calls + bench.SIZINGS
    machine.stalls = {begin + i: 0.001 * i for i in range(1000)}
    settle([wild := row()], 3.0)
    assert not wild.is_settled
    assert ROUNDS < len(wild.seconds) < 100


@pytest.mark.parametrize("seconds", [0.3, 1.0])
def test_more_threads_are_timed_from_when_all_run(seconds: float) -> None:
    """Not from when the first is started, which a slice might not outlast."""
    speed = Speed("standard", "greedy", 4, 20)
    measure([speed], seconds)
    assert all(share > 0 for share in speed.working)
    assert threading.active_count() < 4


# ---- the command ---------------------------------------------------------------------------------


def test_seconds_and_patterns_are_checked(capsys: pytest.CaptureFixture[str]) -> None:
    for words, sentence in {
        "--seconds 0.2": "seconds=0.2 is out of range; it runs from 0.3 to 86400",
        "--seconds nan": "seconds=nan is out of range",
        "--only (": "only=( is not a regular expression",
        "--only chess": "only=chess matches no row",
        "--figure --only greedy": "--figure times the same rows on every machine, on one thread",
        "--figure --threads 2": "leave out --only and --threads",
    }.items():
        assert run(["bench", *words.split()]) == 2
        assert sentence in capsys.readouterr().err


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench_command, "timed", few)
    monkeypatch.setattr(bench_command, "overall_signature", lambda: bench.EXPECTED)


@pytest.mark.usefixtures("quick")
def test_the_command(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    assert run(["bench", "--seconds", "0.3", "-q"]) == 0
    text = " ".join(capsys.readouterr().out.split())
    assert f"Signature {bench.EXPECTED}: these are the games that" in text
    assert "1 row could not be timed in so few --seconds: strict, uniform" in text
    described = bench_command.described_machine()
    assert all(described[name] in text for name in ("processor", "compiler", "build", "flags"))
    assert run(["bench", "--only", "strict", "--seconds", "1", "--json", "-q"]) == 0
    signed, row = json.loads(capsys.readouterr().out)["results"]
    assert signed["found"] == signed["expected"] == bench.EXPECTED
    assert described.keys() < signed.keys()
    assert row["variant"] == "strict"
    assert row["low"] <= row["games_per_second"] <= row["high"]
    monkeypatch.setattr(bench_command, "overall_signature", lambda: "0" * 16)
    assert run(["bench", "--seconds", "0.3", "-q"]) == 1
    assert f"not {bench.EXPECTED}: these are not this version's" in capsys.readouterr().out


@pytest.mark.full
@pytest.mark.usefixtures("quick")
def test_a_run_is_compared_with_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["bench", "--only", "greedy", "--seconds", "0.5", "--json", "-q"]) == 0
    document = json.loads(capsys.readouterr().out)
    elsewhere = tmp_path / "elsewhere.json"
    document["results"][1]["seconds"] = [4 * s for s in document["results"][1]["seconds"]]
    elsewhere.write_text(json.dumps(document))
    assert run(["bench", "--seconds", "0.5", "--compare", str(elsewhere), "--json", "-q"]) == 0
    ratio = json.loads(capsys.readouterr().out)["results"][-1]
    assert (ratio["kind"], ratio["row"]) == ("ratio", "standard, greedy")
    assert 1 < ratio["low"] <= ratio["estimate"] <= ratio["high"] < 16
    assert run(["bench", "--seconds", "0.5", "--compare", str(elsewhere), "-q"]) == 0
    assert "Speed relative to the file" in capsys.readouterr().out
    document["results"][0]["found"] = "0" * 16
    elsewhere.write_text(json.dumps(document))
    assert run(["bench", "--seconds", "0.5", "--compare", str(elsewhere), "-q"]) == 2
    assert "speeds of different games cannot be compared" in capsys.readouterr().err
    elsewhere.write_text("[]")
    assert run(["bench", "--compare", str(elsewhere), "-q"]) == 2
    assert "elsewhere.json" in capsys.readouterr().err


def test_the_command_measures_the_figure(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whose rows are those of every machine; what must not be cited says so."""
    monkeypatch.setattr(bench_command, "overall_signature", lambda: bench.EXPECTED)
    Machine(monkeypatch)
    assert run(["bench", "--figure", "--json", "-q"]) == 0
    _, *rows, figure = json.loads(capsys.readouterr().out)["results"]
    assert [(row["variant"], row["player"], row["threads"]) for row in rows] == [
        ("standard", player, 1) for player in PASSES
    ]
    assert figure == {
        "kind": "figure", "estimate": pytest.approx(1000.0), "low": pytest.approx(1000.0),
        "high": pytest.approx(1000.0), "agrees": True,
    }  # fmt: skip
    assert run(["bench", "--figure", "-q"]) == 0
    text = capsys.readouterr().out
    assert "Figure of this machine: 1,000 games a second" in text
    assert "Do not cite" not in text
    wild = Machine(monkeypatch)
    wild.stalls = {call: 0.01 * call for call in range(10_000)}
    assert run(["bench", "--figure", "--seconds", "1", "-q"]) == 0
    assert "Do not cite this figure: the fastest rounds of uniform, greedy, weighted, planner," in (
        " ".join(capsys.readouterr().out.split())
    )


def test_other_load_is_said() -> None:
    speed = row()
    speed.seconds, speed.working = [1.0] * ROUNDS, [0.999] * ROUNDS
    assert bench_command._warnings([speed], (), ()) == []
    speed.working = [0.7] * ROUNDS
    (warning,) = bench_command._warnings([speed], (), ())
    assert "Threads ran for only 70% of the time" in warning


def test_rows_whose_rounds_disagree_are_named(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Unless the figure is measured, for which all rounds but the fastest are nothing."""
    monkeypatch.setattr(bench_command, "overall_signature", lambda: bench.EXPECTED)
    draw, machine = random.Random(1), Machine(monkeypatch)
    machine.seconds_a_game = FLOOR_S  # so that a round is one call
    machine.stalls = {call: draw.choice((0.0, 20.0, 40.0)) for call in range(10_000)}
    assert run(["bench", "--only", "^standard, greedy$", "-q"]) == 0
    assert "Rounds disagree: standard, greedy. Do not cite these" in capsys.readouterr().out
    assert run(["bench", "--figure", "--seconds", "80000", "-q"]) == 0
    assert "Do not cite" not in capsys.readouterr().out
