"""Loading: results from files and stores, as the calls that played the games returned them."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from rbcore.cards.ranges import shown
from rbsim.optional import need
from rbsim.pipeline.files import read_plain
from rbsim.pipeline.stopping import ArmRule, Stopped, read_goal
from rbsim.pipeline.study import Study
from rbsim.pipeline.study_record import batch_from_record, check_versions, study_from_record
from rbsim.pipeline.sums_record import digest, tally_of
from rbsim.pipeline.tally import Tally
from rbsim.results.batch_result import BatchResult
from rbsim.results.document import SCHEMA
from rbsim.results.parts import joined_study
from rbsim.results.side_by_side import Survey
from rbsim.results.simulated import RESULTS
from rbsim.results.study_result import StudyResult
from rbsim.results.tabular import TabularResult
from rbsim.running.batch import Batch, Progress
from rbsim.stats.level import LEVEL, check_level
from rbsim.studies.axis_sweep import Sweep, sweep_points
from rbsim.studies.comparison import Comparison
from rbsim.studies.round_robin import Ladder
from rbsim.studies.starter_advantage import Advantage
from rbsim.sums.histograms import Rows

RUNS = ("simulate", "match", "survey", "patience")
WRONG = (KeyError, TypeError, AttributeError, ValueError, IndexError)  # of damaged records


def load(
    source: str | Path, *, level: float = LEVEL, progress: Progress | None = None
) -> TabularResult:
    """Read a result back from a file or a store.

    Parameters
    ----------
    source : path
        A store that ``store=`` or ``--store`` made; a ``.json`` or ``.parquet`` file that
        ``save`` or ``--out`` wrote; or a ``.parquet`` file of ``--rows``.
    level : float
        Of all intervals.
    progress : callable, optional
        Called with (games read, games in all) of a store.

    Returns
    -------
    Result, MatchResult, Survey, Advantage, Comparison, Sweep, Ladder or Patience
        As the call that played the games returned it. Several runs of a simulation are a Survey,
        whose ``results`` they are. Rows are there if a file of ``--rows`` had them; those of a
        store are read as a dataset (docs/results.md).

    Raises
    ------
    ValueError
        In one sentence, for a file of another kind, a damaged one, and a store that lacks games.

    Examples
    --------
    >>> import os, tempfile, rbsim
    >>> played = rbsim.advantage("standard", games=50)
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     file = os.path.join(folder, "advantage.json")
    ...     played.save(file)
    ...     read = rbsim.load(file)
    >>> read.to_dict() == played.to_dict()
    True
    """
    if not isinstance(source, str | Path):
        raise ValueError(f"{shown(source)} is not the name of a file or a store")
    path, level = Path(source), check_level(level)
    if path.is_dir():
        return _from_store(path, progress).at(level)
    if not path.exists():
        raise ValueError(f"{path} is not there; name a file of results or a store")
    if path.suffix == ".json":
        return _from_json(path).at(level)
    if path.suffix == ".parquet":
        return _from_parquet(path).at(level)
    raise ValueError(
        f"{path} has no sums to read a result from; .json and .parquet files of --out have, and "
        ".parquet files of --rows"
    )


def _from_store(folder: Path, progress: Progress | None) -> TabularResult:
    need("pyarrow", "parquet")
    from rbsim.reporting import stored

    found = stored.load_study(folder, progress)
    if found.study.kind in RUNS:
        return _runs(found.study, found.results)
    return _study_result(found.study, found.tally, {})


def _from_json(path: Path) -> TabularResult:
    try:
        kept = json.loads(read_plain(path))
    except (ValueError, RecursionError):
        kept = None
    return _from_document(path, kept)


def _from_parquet(path: Path) -> TabularResult:
    need("pyarrow", "parquet")
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        table = pq.read_table(pa.BufferReader(read_plain(path)))
        kept = json.loads((table.schema.metadata or {})[b"rbsim"])
    except OSError:
        raise
    except Exception as error:  # of many kinds: Arrow's own, KeyError, UnicodeDecodeError, ...
        raise _no_result(path) from error
    if isinstance(kept, list):
        return _from_rows(path, table, kept)
    return _from_document(path, kept)


def _from_document(path: Path, kept: Any) -> TabularResult:
    """Return the result of a document with its sums."""
    if not isinstance(kept, dict) or "schema" not in kept:
        raise _no_result(path)
    if kept["schema"] != SCHEMA:
        raise ValueError(
            f"{path} is of schema {shown(kept['schema'])}; this rbsim reads schema {SCHEMA}"
        )
    if "sums" not in kept:
        raise ValueError(f"{path} has no sums, as --json prints it; --out FILE.json keeps them")
    try:
        sums = dict(kept["sums"])
        if sums.pop("digest") != digest(kept["provenance"], sums):
            raise _no_result(path)
        found = _result_of(kept["provenance"], sums)
        records = [arm for part in _parts(kept["provenance"]) for arm in part["arms"]]
        own = [batch for part in found.parts for batch in part.arms]
    except WRONG as error:
        raise _no_result(path) from error
    for record, batch in zip(records, own, strict=True):
        check_versions(path, record, batch)
    return found


def _no_result(path: Path) -> ValueError:
    return ValueError(f"{path} is not a file of results that rbsim wrote, or it is damaged")


def _parts(provenance: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return the records of the runs that were merged, or of the one."""
    parts: list[dict[str, Any]] = provenance.get("parts", [dict(provenance)])
    return parts


def _result_of(provenance: Mapping[str, Any], sums: dict[str, Any]) -> StudyResult:
    parts = tuple(map(study_from_record, _parts(provenance)))
    study = joined_study(parts)
    tally = tally_of(sums, study.arms)
    made = _study_result(study, tally, provenance)
    made.parts = parts
    return made


def _study_result(study: Study, tally: Tally, provenance: Mapping[str, Any]) -> StudyResult:
    """Return the result that the study's call gives, from its sums."""
    if study.kind == "advantage":
        return Advantage(study, tally)
    if study.kind == "compare":
        return Comparison(study, tally)
    if study.kind == "ladder":
        return Ladder(study, tally, provenance.get("anchor"))
    if study.kind == "sweep":
        points = sweep_points(study.arms, provenance.get("axes"))
        if points[0].values:
            return Sweep(points, study, tally)
    stopped = [Stopped.from_record(one) for one in provenance.get("stopped", ())]
    share = tally.seconds / len(study.arms)
    results = []
    for arm, batch in enumerate(study.arms):
        until = stopped[arm] if stopped else None
        games = batch.count if until is None else until.games
        kind = RESULTS[batch.row_kind.study]
        own = replace(batch, count=games)
        results.append(kind(own, tally.arms[arm], share, None, until))
    return _runs(study, results)


def _runs(study: Study, results: Sequence[BatchResult]) -> StudyResult:
    """Return a single run as it is, and several side by side."""
    if len(results) > 1 or study.kind == "survey":
        return Survey(study, results)
    results[0].keep_plan(study.plan)
    return results[0]


def _from_rows(path: Path, table: Any, kept: list[Any]) -> StudyResult:
    """Return the runs whose rows a file has, one after another."""
    from rbsim.pipeline import parquet

    try:
        batches = [batch_from_record(record) for record in kept]
        cuts = np.flatnonzero(_starts(table)).tolist()
        spans = zip(batches, cuts, [*cuts[1:], table.num_rows], strict=True)
        results = [
            _run(batch, record, parquet.read_rows(batch, table.slice(start, stop - start)))
            for (batch, start, stop), record in zip(spans, kept, strict=True)
        ]
    except WRONG as error:
        raise _no_result(path) from error
    for record, batch in zip(kept, batches, strict=True):
        check_versions(path, record, batch)
    study = Study(batches[0].row_kind.study, tuple(batches))
    return _runs(study, results)


def _starts(table: Any) -> Any:
    """Return whether each row begins another run: other names, or numbers that do not go on."""
    numbers = table["index"].to_numpy()
    begins = np.ones(len(numbers), np.bool_)
    begins[1:] = numbers[1:] != numbers[:-1] + 1
    for name in ("variant", "players"):
        codes = table[name].unify_dictionaries().combine_chunks().indices.to_numpy()
        begins[1:] |= codes[1:] != codes[:-1]
    return begins


def _run(batch: Batch, record: Mapping[str, Any], rows: Rows) -> BatchResult:
    sums = batch.row_kind.sums(batch.rules.seats)
    sums.add(rows)
    goal = read_goal(record.get("until"), record.get("of"), batch.row_kind)
    stopped = None
    if goal is not None:
        rule = ArmRule(goal, batch.count)
        rule.open_arms(Tally({0: sums}), [0])
        stopped = rule.stopped
    kind = RESULTS[batch.row_kind.study]
    return kind(replace(batch, count=len(rows)), sums, 0.0, rows, stopped)
