"""The engine of studies: arms on common deals, pair by pair."""

from __future__ import annotations

import multiprocessing
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from typing import Any

import numpy as np
import pytest

import rbcore
import rbsim
from rbsim.pipeline.stopping import Goal
from rbsim.running.batch import make_batch
from rbsim.studies import Study, run
from rbsim.sums.contrast_goals import lead_goal
from rbsim.sums.histograms import Rows
from rbsim.sums.joint_outcomes import CODES, MEASURES, K, Pairs, weigh

GAMES = 1_500
VARIANTS = ("standard", "crossley", "three-player")


def some_study(view: int | None = None) -> Study:
    """Of short games, so that there are unfinished ones."""
    arms = [make_batch(v, "greedy", GAMES, seed=5, max_turns=40) for v in VARIANTS]
    return Study("test", tuple(arms), paired=True, view=view)


def played(study: Study) -> list[Rows]:
    found = []
    for arm in study.arms:
        rows = rbsim.simulate(
            arm.rules, games=arm.count, players=arm.players, seed=arm.seed, first=arm.first,
            max_turns=arm.limits.max_turns,
        ).games  # fmt: skip
        assert rows is not None
        found.append(rows)
    return found


def plain_codes(rows: Rows, seats: int, view: int | None) -> list[int]:
    """Outcomes game by game, the slow way."""
    found = []
    for row in rows:
        first = int(row["starter"]) if view is None else view
        name = rbcore.OUTCOMES[row["outcome"]]
        found.append((int(row["winner"]) - first) % seats if name == "win" else CODES.index(name))
    return found


def same(one: Pairs, other: Pairs) -> bool:
    return (one.joint == other.joint).all() and all(
        a.start == b.start and np.array_equal(a.counts, b.counts)
        for m in MEASURES
        for a, b in zip(one.differences[m], other.differences[m], strict=True)
    )


@pytest.mark.sample(1)
@pytest.mark.parametrize("view", [None, 0, 1])
def test_joint_outcomes_are_those_of_the_rows(view: int | None) -> None:
    study = some_study(view)
    pairs = run(study).joined
    codes = [
        plain_codes(rows, arm.rules.seats, view)
        for rows, arm in zip(played(study), study.arms, strict=True)
    ]
    for a, one in enumerate(codes):
        for b, other in enumerate(codes):
            table = np.zeros((K, K), int)
            for i, j in zip(one, other, strict=True):
                table[i, j] += 1
            assert (pairs.table(a, b) == table).all()


def seen(pairs: Pairs, name: str) -> Counter[int]:
    """How often each difference of arm 1 from the first was seen."""
    found = pairs.differences[name][1]
    return Counter({found.start + i: int(n) for i, n in enumerate(found.counts) if n})


def test_differences_are_those_of_the_rows() -> None:
    study = some_study()
    pairs = run(study).joined
    other, one = played(study)[:2]
    for name in ("turns", "moves"):
        assert seen(pairs, name) == Counter((one[name].astype(int) - other[name]).tolist())
    unfinished = rbcore.OUTCOMES.index("unfinished")
    kept = (one["outcome"] != unfinished) & (other["outcome"] != unfinished)
    scores = [r["scores"][np.arange(GAMES), r["starter"]].astype(int) for r in (one, other)]
    assert 0 < kept.sum() < GAMES
    assert seen(pairs, "score_0") == Counter((scores[0] - scores[1])[kept].tolist())
    assert pairs.differences["score_2"][2].total == 0  # nobody third at a table of two


def test_a_contrast_has_the_deviation_of_the_pairs() -> None:
    study = some_study()
    pairs = run(study).joined
    wins = [
        np.array(plain_codes(rows, arm.rules.seats, None)) == 0
        for rows, arm in zip(played(study), study.arms, strict=True)
    ]
    values = (wins[0] * 1.0 - wins[1] + 3.0 * wins[2]) / 2
    weights = weigh(3, {0: {"win": 1}, 1: {"win": -1}, 2: {"win": 3}})
    found = pairs.contrast(weights, 2)
    assert found.mean == pytest.approx(values.mean())
    assert found.deviation == pytest.approx(values.std(ddof=1))
    alone = sum((k * w).var(ddof=1) for k, w in zip((1, 1, 3), wins, strict=True))
    assert pairs.unpaired(weights, 2).deviation == pytest.approx(np.sqrt(alone) / 2)


def test_arms_add_up_to_what_simulate_finds() -> None:
    study = some_study()
    tally = run(study, threads=2)
    for arm, totals in zip(study.arms, tally.arms.values(), strict=True):
        alone = rbsim.simulate(
            arm.rules, games=GAMES, players="greedy", seed=5, max_turns=40, rows=False
        )
        assert rbsim.Summary.from_totals(totals, 1.0) == rbsim.Summary.from_totals(
            alone.totals, 1.0
        )


def test_threads_and_chunks_do_not_show(monkeypatch: pytest.MonkeyPatch) -> None:
    study = some_study()
    found = run(study, threads=1).joined
    assert same(found, run(study, threads=3).joined)
    monkeypatch.setattr(Study, "chunk", lambda *_: 77)
    assert same(found, run(study, threads=2).joined)


@pytest.mark.full
def test_worker_processes_do_not_show() -> None:
    study = some_study()
    with ProcessPoolExecutor(2, multiprocessing.get_context("spawn")) as executor:
        tally = run(study, executor=executor)
    alone = run(study)
    assert same(tally.joined, alone.joined)
    for one, other in zip(tally.arms.values(), alone.arms.values(), strict=True):
        assert rbsim.Summary.from_totals(one, 1.0) == rbsim.Summary.from_totals(other, 1.0)


@pytest.mark.parametrize(("games", "size"), [(300, 37), (320_000, 10_000), (10**7, 10_000)])
def test_chunks_of_executors_are_larger(games: int, size: int) -> None:
    study = Study("test", (make_batch("standard", "greedy", games),))
    assert study.far_chunk(2) == size
    assert study.far_chunk(1_000) == study.chunk(1_000)


def test_progress_counts_the_games_of_all_arms() -> None:
    seen: list[tuple[int, int]] = []
    run(some_study(), progress=lambda done, total: seen.append((done, total)))
    assert seen[-1] == (3 * GAMES, 3 * GAMES)
    assert [done for done, _ in seen] == sorted(done for done, _ in seen)


def test_what_is_no_study_is_a_sentence() -> None:
    arm = make_batch("standard", "greedy", 10)
    with pytest.raises(ValueError, match="an arm at least"):
        Study("test", ())
    with pytest.raises(ValueError, match="same number of games"):
        Study("test", (arm, make_batch("standard", "greedy", 11)))
    with pytest.raises(ValueError, match="view=2 is not a seat"):
        Study("test", (arm,), view=2)
    with pytest.raises(ValueError, match="this goal is for arms by themselves"):
        Study("test", (arm,), paired=True, goal=Goal("stalemate", 0.01))
    with pytest.raises(ValueError, match="this goal is for pairs"):
        Study("test", (arm,), goal=lead_goal("decided", 2))
    with pytest.raises(ValueError, match="this goal is of arm 1; there are arms 0 to 0"):
        Study("test", (arm,), paired=True, goal=lead_goal("decided", 2))
    with pytest.raises(ValueError, match="did not look at pairs"):
        _ = run(Study("test", (arm,))).joined


@pytest.mark.parametrize(
    ("study", "words"),
    [
        (lambda: rbsim.compare(["standard"], ["strict"], games=5), "is several variants; give"),  # type: ignore[arg-type]
        (lambda: rbsim.ladder(["greedy"], ["uniform"], games=5), "is several players, where"),  # type: ignore[arg-type]
        (lambda: rbsim.sweep(["peek=no,yes"], "release", games=5), "is not text such as"),  # type: ignore[arg-type]
        (lambda: rbsim.advantage(3, games=5), "3 is neither the name of a variant nor"),  # type: ignore[arg-type]
    ],
)  # fmt: skip
def test_a_list_in_place_of_an_argument_is_refused(study: Any, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        study()
