"""Spans of games that join, shards that make a whole, and how many threads there are for them."""

from __future__ import annotations

import itertools
import json
import random
from pathlib import Path
from typing import Any

import pytest

import rbsim
from rbsim.arms import cores
from rbsim.cli.main import run
from rbsim.estimates.tally import Tally
from rbsim.files import sealed
from rbsim.keeping.progress import progress_of
from rbsim.study.spans import Shards, Span, Spans, joined_shards, read_shard

WHOLE: dict[str, Any] = {"games": 41, "seed": 3}


def test_spans_join_in_any_order_and_never_meet() -> None:
    order = list(range(50))
    random.Random(1).shuffle(order)
    spans = Spans()
    for number in order:
        spans.add(Span(1, (10 * number, 1_000 + 10 * number), 10))
    assert list(spans) == [Span(1, (0, 1_000), 500)]
    spans.add(Span(2, (0, 1_000), 10))
    assert len(list(spans)) == 2
    for first in (499, 0, 1_499, 250):
        with pytest.raises(ValueError, match=f"both have games {first} to .* of seed 1"):
            spans.add(Span(1, (first, first + 5_000), 10))
    spans.add(Span(1, (500, 1_500), 1))


def test_shards_share_out_all_games() -> None:
    for games, of in ((41, 8), (8, 8), (10**12, 7)):
        shards = [Shards(1, 0, games, of, (number,)) for number in range(1, of + 1)]
        parts = [part.games_of(part.there[0]) for part in shards]
        assert (parts[0].start, parts[-1].stop) == (0, games)
        assert all(part.stop == after.start for part, after in itertools.pairwise(parts))
        assert joined_shards(shards) == ()
        (left,) = joined_shards(shards[:2] + shards[3:])
        assert left.missing_text == f"shard 3 of {of} is missing"


@pytest.mark.parametrize(
    "text", ["0/8", "9/8", "3", "3/0", "3/8/2", "-1/8", 3, "1/42", "1/2000000"]
)
def test_what_is_no_shard(text: Any) -> None:
    with pytest.raises(ValueError, match="shard="):
        read_shard(text, 41)


@pytest.mark.parametrize("kind", ["simulate", "unpaired"])
def test_shards_together_are_the_whole(kind: str, tmp_path: Path) -> None:
    """To the record of what was played, in any order; of arms that deal otherwise too."""

    def play(**options: Any) -> Any:
        if kind == "simulate":
            return rbsim.simulate("standard", **WHOLE, **options)
        return rbsim.compare("standard", "reserve-11", **WHOLE, **options)

    whole, files = play(), []
    for number in (4, 1, 3, 2):
        files.append(tmp_path / f"{number}.json")
        play(shard=f"{number}/4").save(files[-1])
    assert rbsim.load(*files) == whole
    with pytest.raises(ValueError, match=r"shards 1 and 2 of 4 are missing; name all"):
        rbsim.load(files[0], files[2])
    part = rbsim.load(files[0], files[2], partial=True)
    assert part.what.startswith("PARTIAL: shards 1 and 2 of 4 are missing; ")
    part.save(tmp_path / "part.json")
    assert rbsim.load(tmp_path / "part.json", files[1], files[3]) == whole
    assert rbsim.load(tmp_path / "part.json", files[1], files[3]).study.shards == ()
    with pytest.raises(ValueError, match="both have games"):
        rbsim.load(tmp_path / "part.json", files[0], partial=True)
    with pytest.raises(ValueError, match="a shard needs a number of games"):
        rbsim.simulate(until="1%", shard="1/2")


@pytest.mark.full
def test_a_shard_of_a_plan_and_of_a_store(tmp_path: Path) -> None:
    plan = tmp_path / "plan.toml"
    plan.write_text(
        'games = 20\n[[study]]\nkind = "simulate"\n[[study]]\nkind = "advantage"\n'
        '[output]\nstores = "stores"\nout = "{name}.json"\nreport = "page.html"\n'
    )
    whole = rbsim.play_plan(rbsim.read_plan(plan, to=tmp_path / "whole"))
    for number in (1, 2):
        rbsim.play_plan(plan, shard=f"{number}/2", to=tmp_path / "x")
    for name, result in whole.items():
        places = [f"stores-shard-{number}-of-2/{name}" for number in (1, 2)]
        files = [f"{name}-shard-{number}-of-2.json" for number in (1, 2)]
        for each in (places, files):
            assert rbsim.load(*(tmp_path / "x" / part for part in each)) == result
        (_, _, missing) = progress_of(*(tmp_path / "x" / part for part in (places[0], files[0])))
        assert missing["missing_shards"] == [2]
    again = rbsim.read_plan(tmp_path / "x" / "stores-shard-2-of-2" / "simulate")
    assert again.shard == "2/2"
    later = rbsim.read_plan(plan, first=20)["simulate"].study.arms[0]
    assert (later.first, later.count) == (20, 20)


def test_the_same_line_can_be_given_until_all_is_done(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "part.json"
    line = ["simulate", "--games", "40", "--shard", "2/4", "--out", str(out), "-q", "--resume"]
    assert run(line) == 0
    first, written = capsys.readouterr().out, out.stat().st_mtime_ns
    assert run(line) == 0
    assert out.stat().st_mtime_ns == written
    assert capsys.readouterr().out.split("games version")[0] == first.split("games version")[0]
    assert run([*line, "--players", "uniform"]) == 2
    assert "has another study, with other arms" in capsys.readouterr().err
    assert run(["simulate", "--games", "40", "-q", "--resume"]) == 2
    assert "--resume reuses the results in --out FILE.json" in capsys.readouterr().err


def test_a_plan_goes_on_from_its_files(tmp_path: Path) -> None:
    plan = tmp_path / "plan.toml"
    plan.write_text(
        'games = 20\nseed = [1, 2]\n[[study]]\nkind = "simulate"\n[output]\nout = "{name}.json"'
    )
    played = rbsim.play_plan(plan)
    (tmp_path / "2.json").unlink()
    written = (tmp_path / "1.json").stat().st_mtime_ns
    assert rbsim.play_plan(plan, resume=True) == played
    assert (tmp_path / "1.json").stat().st_mtime_ns == written
    assert (tmp_path / "2.json").exists()


def test_a_store_is_a_folder(capsys: pytest.CaptureFixture[str]) -> None:
    for place in ("s3://bucket/store", "gs:/bucket"):
        with pytest.raises(
            ValueError, match=r"is not a folder: a store needs file locks .* which (s3|gs)://"
        ):
            rbsim.simulate(games=5, store=place)
    assert run(["simulate", "--games", "5", "--store", "s3://bucket/store"]) == 2
    assert "--store s3://bucket/store is not a folder: a store needs" in capsys.readouterr().err


def test_merging_costs_the_same_for_each_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each tally is added once, and nothing is compared with all before it."""
    rbsim.simulate(games=10).save(tmp_path / "0.json")
    document = json.loads((tmp_path / "0.json").read_text())
    del document["digest"]
    added = []
    plus = Tally.__add__
    monkeypatch.setattr(Tally, "__add__", lambda a, b: added.append(1) or plus(a, b))
    for count in (10, 40):
        for number in range(1, count):
            document["provenance"]["arms"][0]["first"] = 10 * number
            (tmp_path / f"{number}.json").write_bytes(sealed(document))
        added.clear()
        both = rbsim.load(*(tmp_path / f"{number}.json" for number in range(count)))
        assert len(added) == count - 1
        assert list(both.spans) == [Span(1, (0,), 10 * count)]


@pytest.mark.parametrize(
    ("v2", "files", "quota"),
    [
        (True, {"a/b/cpu.max": "max 100000", "a/cpu.max": "150000 100000"}, 2),
        (True, {"a/b/cpu.max": "20000 100000"}, 1),
        (True, {"a/b/cpu.max": "max 100000"}, None),
        (False, {"cpu/a/b/cpu.cfs_quota_us": "300000", "cpu/a/b/cpu.cfs_period_us": "100000"}, 3),
        (False, {"cpu/a/b/cpu.cfs_quota_us": "-1", "cpu/a/b/cpu.cfs_period_us": "100000"}, None),
    ],
)
def test_the_fewest_of_all_limits_are_the_threads(
    v2: bool,
    files: dict[str, str],
    quota: int | None,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name, content in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(content)
    (tmp_path / "membership").write_text("0::/a/b\n" if v2 else "4:cpu,cpuacct:/a/b\n3:memory:/x\n")
    monkeypatch.setattr(cores, "CGROUPS", tmp_path)
    monkeypatch.setattr(cores, "MEMBERSHIP", tmp_path / "membership")
    monkeypatch.setattr("os.cpu_count", lambda: 64)
    monkeypatch.setattr("os.sched_getaffinity", lambda _: range(8), raising=False)
    monkeypatch.delenv("SLURM_CPUS_PER_TASK", raising=False)
    limits = {"all cores": 64, "affinity": 8, **({"cgroup quota": quota} if quota else {})}
    assert cores.cores_by_limit() == limits
    assert cores.all_cores() == (quota or 8)
    monkeypatch.setenv("SLURM_CPUS_PER_TASK", "6")
    why = "cgroup quota" if quota else "SLURM_CPUS_PER_TASK"
    assert cores.thread_text(cores.all_cores(), False).endswith(f" ({why})")
    assert cores.thread_text(6, True) == "6 threads"
    monkeypatch.setenv("SLURM_CPUS_PER_TASK", "6(x2)")
    assert cores.cores_by_limit() == limits
