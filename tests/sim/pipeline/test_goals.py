"""Goals of any study: the same stopping points on any threads, from any store, killed or not."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest
from test_store import kept

import rbsim
from rbsim.pipeline import manifest
from rbsim.pipeline.stopping import Stopped, read_goal
from rbsim.pipeline.sums_record import sums_record, tally_of
from rbsim.running.batch import make_batch, run_batches
from rbsim.running.row_kinds import MATCHES
from rbsim.studies import Study, Tally, find_kind, run
from rbsim.sums.contrast_goals import causal_goal, difference_goal, lead_goal
from rbsim.sums.share_goals import ShareGoal, ShareLooks


@pytest.fixture(autouse=True)
def small_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rbsim.pipeline.stopping.BLOCK", 500)
    monkeypatch.setattr("rbsim.sums.contrast_goals.LEAD_BLOCK", 200)
    monkeypatch.setattr("rbsim.sums.share_goals.BLOCK", 100)


def of_advantage() -> Study:
    given = {"players": "greedy:uniform", "games": 4_000, "seed": 2}
    study = find_kind("advantage").study(given)
    return replace(study, goal=causal_goal(0.05, None, 2, 2))


def of_variants() -> Study:
    """The third variant deals otherwise; the second, and it, stop at looks of their own."""
    three = ("standard", "wrangle", "standard,reserve-size=5")
    study = find_kind("compare").study({"variants": three, "games": 2_000, "seed": 2})
    return replace(study, goal=difference_goal("decided", None, [2, 2, 2]))


def of_arms() -> Study:
    arms = [make_batch(v, "greedy", 9_000, seed=2) for v in ("standard", "waste-available")]
    return Study("survey", tuple(arms), goal=read_goal(0.012, "standoff"))


def of_shares() -> Study:
    given = {"games": 900, "shuffles": 2, "until": 0.025, "of": "start", "seed": 2}
    return find_kind("luck").study(given)


STUDIES = [of_advantage, of_variants, of_arms, of_shares]


def played(study: Study, **how: object) -> Tally:
    return run(study, **how)  # type: ignore[arg-type]


@pytest.mark.sample(1)
@pytest.mark.parametrize("make", STUDIES)
def test_threads_do_not_show(make: Callable[[], Study]) -> None:
    study = make()
    one, three = (played(study, threads=threads) for threads in (1, 3))
    assert one.stopped == three.stopped
    assert sums_record(one) | {"seconds": 0} == sums_record(three) | {"seconds": 0}
    assert all(stopped.games % study.block == 0 for stopped in one.stopped)


@pytest.mark.sample(1)
@pytest.mark.parametrize("make", STUDIES)
def test_stopped_at_random_moments_it_ends_the_same(
    make: Callable[[], Study], tmp_path: Path
) -> None:
    study = make()
    plain, whole = played(study, threads=2), played(study, threads=2, store=tmp_path / "whole")
    rng, ended = random.Random(4), False
    for _ in range(5):
        left = rng.randint(1, 6)

        def told(done: int, total: int) -> None:
            nonlocal left
            left -= 1
            if not left:
                raise KeyboardInterrupt

        try:
            played(study, threads=2, store=tmp_path / "ended", progress=told)
        except KeyboardInterrupt:
            ended = True
    assert ended
    again = played(study, threads=2, store=tmp_path / "ended")
    assert plain.stopped == whole.stopped == again.stopped
    assert kept(tmp_path / "whole") == kept(tmp_path / "ended")
    read = played(study, threads=1, store=tmp_path / "whole")  # and nothing played
    assert read.stopped == plain.stopped
    # What a manifest says is enough to make the study again.
    found = manifest.study_of(tmp_path / "whole", manifest.read(tmp_path / "whole"))
    assert found == study


def test_arms_rest_when_all_that_is_of_them_is_known() -> None:
    tally = played(of_variants(), threads=2)
    own, others = tally.stopped
    assert own.arms == (0, 1)
    assert others.arms == (0, 2)
    assert own.games != others.games
    assert (own.reached, others.reached) == (True, False)
    assert [tally.arms[arm].games for arm in (1, 2)] == [own.games, others.games]
    assert tally.arms[0].games == max(own.games, others.games)
    assert tally.joined.of_two(0, 1).games == own.games
    causal = played(of_advantage(), threads=2)
    (one,) = causal.stopped
    assert one.arms == (1, 2, 4, 5)
    assert one.reached
    assert {sums.games for sums in causal.arms.values()} == {one.games}  # as played, too
    assert one.half <= 0.05


def test_arms_by_themselves_stop_where_each_would_alone() -> None:
    together = played(of_arms(), threads=2)
    assert len({one.games for one in together.stopped}) == 2
    for arm, batch in enumerate(of_arms().arms):
        alone = rbsim.simulate(
            batch.rules, games=9_000, players="greedy", seed=2, until=0.012, of="standoff"
        )
        assert alone.stopped is not None
        assert replace(alone.stopped, arms=(arm,)) == together.stopped[arm]


def test_a_share_is_looked_at_where_it_was_planned() -> None:
    """The interval is that of the deals after those by which the look was planned."""
    study = of_shares()
    assert isinstance(study.goal, ShareGoal)
    tally = played(study, threads=2)
    (stopped,) = tally.stopped
    assert stopped.reached
    assert tally.moments is not None
    assert stopped.games == tally.moments.deals < 900
    looks, pilot = ShareLooks(study.goal, 900), played(first_of(study, 100), threads=2).moments
    assert pilot is not None
    assert looks.see(pilot) == (0, 1)
    assert looks.planned == stopped.games
    since = tally.moments.less(pilot)
    assert since.deals == stopped.games - 100
    share = study.goal.share(since, 0.96)
    assert (stopped.mean, stopped.interval) == (share.value, share.interval)
    assert looks.see(tally.moments) == stopped.interval


def first_of(study: Study, count: int) -> Study:
    """The first games of a study, without its goal."""
    arms = tuple(replace(arm, count=count) for arm in study.arms)
    return replace(study, arms=arms, goal=None)


@pytest.mark.parametrize("of", ["first-starter-wins", "other-wins"])
def test_matches_are_played_until_it_is_known_who_wins(of: str) -> None:
    arms = run_batches("standard,target=30", "greedy", 3_000, MATCHES, seed=3)
    goal = read_goal(0.08, of, MATCHES)
    assert goal is not None
    assert goal.block == 50  # a tenth of that of games, as a match is some ten of them
    tally = played(Study("match", tuple(arms), goal=goal))
    (stopped,) = tally.stopped
    totals = tally.arms[0]
    rate = totals.starter_wins / totals.matches
    assert stopped.games == totals.matches < 3_000
    assert stopped.reached
    assert stopped.mean == pytest.approx(rate if of == "first-starter-wins" else 1 - rate)


@pytest.mark.sample(1)
@pytest.mark.parametrize("make", [*STUDIES, lambda: replace(of_advantage(), goal=None)])
def test_records_keep_how_it_ended(make: Callable[[], Study]) -> None:
    study = make()
    tally = played(study, threads=2)
    assert bool(tally.stopped) == (study.goal is not None)
    records = json.loads(json.dumps([one.record for one in tally.stopped]))
    read = [Stopped.from_record(one, study.goal, i) for i, one in enumerate(records)]
    assert read == tally.stopped
    sums = json.loads(json.dumps(sums_record(tally)))
    assert sums_record(tally_of(sums, study)) == sums_record(tally)


def test_a_record_of_one_arm_is_as_it_was() -> None:
    """Records of 0.1.0 name no arms, and have `ends` for `extremes`."""
    record = {"of": "wins", "half_width": 0.1, "games": 500, "most_games": 900, "mean": 0.5,
              "ends": [0.4, 0.6], "anytime_interval": [0.35, 0.6]}  # fmt: skip
    stopped = Stopped.from_record(record)
    assert (stopped.arms, stopped.reached, stopped.extremes) == ((0,), False, (0.4, 0.6))
    assert "arms" not in stopped.record


def test_a_ladder_is_kept_as_it_was(tmp_path: Path) -> None:
    """Its manifest says `until` and `of`, as those of 0.1.0, so stores of then are played on."""
    rbsim.ladder("greedy", "uniform", games=400, until=0.2, seed=2, store=tmp_path)
    said = json.loads((tmp_path / manifest.NAME).read_text())
    assert (said["until"], said["of"], "contrasts" in said) == (0.2, "lead", False)
    read = manifest.study_of(tmp_path, manifest.read(tmp_path))
    assert read.goal == lead_goal(0.2, 2)


def test_a_store_goes_on_with_the_looks_that_it_began_with(tmp_path: Path) -> None:
    """0.1.0 planned none, and played more deals for the same goal."""
    ladder = partial(rbsim.ladder, "greedy", "weighted", games=20_000, until=0.04, seed=2)
    planned = ladder()
    assert planned.tally.stopped[0].reached
    ladder(store=tmp_path)
    for path in tmp_path.glob("arm-*/*"):
        path.unlink()
    said = manifest.read(tmp_path)
    del said["planned"], said["digest"]
    manifest.write(tmp_path, said, keep=False)
    as_before = ladder(store=tmp_path)
    (before,) = as_before.tally.stopped
    assert before.reached
    assert planned.tally.stopped[0].games <= 0.8 * before.games
    assert "planned" not in manifest.read(tmp_path)
    assert ladder(store=tmp_path) == rbsim.load(tmp_path) == as_before
    as_before.save(tmp_path.with_suffix(".json"))
    kept = rbsim.load(tmp_path.with_suffix(".json"))
    assert kept.tally.stopped == [before]
    assert kept.anytime(kept.duels[0]) == before.interval
