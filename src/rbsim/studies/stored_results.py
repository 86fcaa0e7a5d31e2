"""Stored results: results from files and stores, as the calls that played them returned them."""

import json
import warnings
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from rbcore.cards.ranges import shown
from rbsim.files import read_plain, refusing
from rbsim.optional import need
from rbsim.pipeline.engine import Engine
from rbsim.pipeline.stopping import GoalRule, Stopped, read_goal
from rbsim.pipeline.study import Study, Tally
from rbsim.pipeline.study_record import batch_from_record, check_versions, study_from_record
from rbsim.pipeline.sums_record import digest, tally_of
from rbsim.results.document import SCHEMA
from rbsim.results.merging import joined_study
from rbsim.results.result import StudyResult
from rbsim.results.study_kind import AnyKind
from rbsim.running.batch import Batch, Progress
from rbsim.seal import Refused, is_sealed
from rbsim.stats.level import LEVEL, check_level
from rbsim.studies import KINDS, find_kind
from rbsim.sums.histograms import Rows

WITHOUT_DIGEST = (
    "{path} is of an older format, without a digest of its bytes; damage to it can go unseen"
)


def load(
    *sources: str | Path, level: float = LEVEL, progress: Progress | None = None
) -> StudyResult:
    """Read a result back from a file or a store; join those of several.

    Parameters
    ----------
    *sources : path
        A store that ``store=`` or ``--store`` made; a ``.json`` or ``.parquet`` file that
        ``save`` or ``--out`` wrote; or a ``.parquet`` file of ``--rows``. Several are runs of the
        same study over other games, and are added up.
    level : float
        Of all intervals.
    progress : callable, optional
        Called with (games read, games in all) of a store.

    Returns
    -------
    StudyResult
        As the call that played the games returned it. Several runs of a simulation are a Survey,
        whose ``results`` they are. Rows are there if a file of ``--rows`` had them; those of a
        store are read as a dataset (docs/results.md).

    Raises
    ------
    ValueError
        In one sentence, for a file of another kind, a damaged one, a store that lacks games, and
        for results that cannot be joined.

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
    if not sources:
        raise ValueError("there is nothing to load; name a file of results or a store")
    level = check_level(level)
    found = [_load_one(source, progress) for source in sources]
    first = found[0]
    for source, one in zip(sources[1:], found[1:], strict=True):
        if type(one) is not type(first):
            raise ValueError(
                f"{sources[0]} has a result of {first.study.kind} and {source} one of "
                f"{one.study.kind}; they cannot merge"
            )
    return sum(found[1:], first).at(level)


def kind_of(study: Study) -> AnyKind:
    """Return the kind of a study; arms of one's own are a survey, which has their word above it."""
    if study.kind in KINDS:
        return find_kind(study.kind)
    return replace(find_kind("survey"), heading=study.kind)


def _load_one(source: str | Path, progress: Progress | None) -> StudyResult:
    if not isinstance(source, str | Path):
        raise ValueError(f"{shown(source)} is not the name of a file or a store")
    path = Path(source)
    if path.is_dir():
        return _from_store(path, progress)
    if not path.exists():
        raise ValueError(f"{path} is not there; name a file of results or a store")
    if path.suffix not in READ:
        raise ValueError(
            f"{path} has no sums to read a result from; .json and .parquet files of --out have, "
            "and .parquet files of --rows"
        )
    content = read_plain(path)
    sealed = is_sealed(path, content)
    found = READ[path.suffix](path, content)
    _check(path, found)
    if not sealed:
        warnings.warn(WITHOUT_DIGEST.format(path=path), stacklevel=3)
    return found


def _from_store(folder: Path, progress: Progress | None) -> StudyResult:
    """Return the result of a store, which stays as it is; ValueError if games are missing."""
    need("pyarrow", "parquet")
    from rbsim.pipeline import manifest as manifests
    from rbsim.pipeline import store

    manifest = manifests.read(folder)
    study = manifests.study_of(folder, manifest)
    store.warn_of_old_format(folder, manifest)
    engine = Engine(study, threads=1, folder=folder, reads=True)
    made: StudyResult = kind_of(study).play_on(engine, progress=progress)
    made.tally.seconds = 0.0  # it was read, not played
    made.record = manifest
    return made


def _from_json(path: Path, content: bytes) -> StudyResult:
    with refusing(path):
        kept = json.loads(content)
    return _from_document(path, kept)


def _from_parquet(path: Path, content: bytes) -> StudyResult:
    need("pyarrow", "parquet")
    from rbsim.pipeline import parquet

    with refusing(path):
        kept = parquet.read_metadata(content)
    if isinstance(kept, list):
        return _from_rows(path, content, kept)
    return _from_document(path, kept)


def _from_document(path: Path, kept: Any) -> StudyResult:
    """Return the result of a document with its sums."""
    if not isinstance(kept, dict) or "schema" not in kept:
        raise Refused(path, "it names no schema")
    if kept["schema"] != SCHEMA:
        raise ValueError(
            f"{path} is of schema {shown(kept['schema'])}; this rbsim reads schema {SCHEMA}"
        )
    if "sums" not in kept:
        raise ValueError(f"{path} has no sums, as --json prints it; --out FILE.json keeps them")
    with refusing(path):
        sums = dict(kept["sums"])
        if sums.pop("digest") != digest(kept["provenance"], sums):
            raise Refused(path, "the digest of its sums is not theirs")
        found = _result_of(kept["provenance"], sums)
    found.record = {"command": kept.get("command"), **kept["provenance"]}
    return found


def _check(path: Path, found: StudyResult) -> None:
    """Raise ValueError for games of other versions, and for sums of nonsense, as figures show."""
    records = [arm for part in _parts(found.record) for arm in part["arms"]]
    own = [batch for part in found.parts for batch in part.arms]
    for record, batch in zip(records, own, strict=True):
        check_versions(path, record, batch)
    with refusing(path), np.errstate(all="ignore"):
        found.to_document()


def _parts(provenance: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return the records of the runs that were merged, or of the one."""
    parts: list[dict[str, Any]] = provenance.get("parts", [dict(provenance)])
    return parts


def _result_of(provenance: Mapping[str, Any], sums: dict[str, Any]) -> StudyResult:
    parts = tuple(study_from_record({**provenance, **part}) for part in _parts(provenance))
    study = joined_study(parts)
    tally = tally_of(sums, study)
    tally.stopped = _stopped(provenance.get("stopped", ()), study, tally)
    made: StudyResult = kind_of(study).result(study, tally, LEVEL)
    made.parts = parts if not tally.stopped else made.parts
    return made


def _stopped(records: Sequence[dict[str, Any]], study: Study, tally: Tally) -> list[Stopped]:
    """Return how playing for a goal ended; ValueError for other ends than the sums are of."""
    stopped = [Stopped.from_record(one, study.goal, i) for i, one in enumerate(records)]
    games = [sums.count for sums in tally.arms.values()]
    if study.arm_goal is not None and stopped and [one.games for one in stopped] != games:
        raise ValueError("its runs stopped after other games than it has")
    return stopped


def _from_rows(path: Path, content: bytes, kept: list[Any]) -> StudyResult:
    """Return the runs whose rows a file has, one after another."""
    from rbsim.pipeline import parquet

    with refusing(path):
        batches = [batch_from_record(record) for record in kept]
        table = parquet.read_table(content, sum(batch.count for batch in batches))
        cuts = np.flatnonzero(_starts(table)).tolist()
        spans = zip(batches, cuts, [*cuts[1:], table.num_rows], strict=True)
        tally, rows = Tally(), []
        for arm, (batch, start, stop) in enumerate(spans):
            rows.append(parquet.read_rows(batch, table.slice(start, stop - start)))
            _add_run(tally, arm, batch, kept[arm], rows[-1])
        kind = find_kind(batches[0].row_kind.study)
        goal = read_goal(kept[0].get("until"), kept[0].get("of"), batches[0].row_kind)
        most = max(batch.count for batch in batches)
        arms = tuple(replace(batch, count=most) for batch in batches)
        made: StudyResult = kind.result(Study(kind.name, arms, goal=goal), tally, LEVEL)
    made.keep_rows(rows)
    made.record = {"study": kind.name, "command": kept[0].get("command"), "arms": kept}
    return made


def _add_run(tally: Tally, arm: int, batch: Batch, record: Mapping[str, Any], rows: Rows) -> None:
    """Add the sums of the rows of a run, and how it ended if it had a goal."""
    goal = read_goal(record.get("until"), record.get("of"), batch.row_kind)
    numbers = batch.first + np.arange(len(rows), dtype=np.uint64)
    if (rows["index"] != numbers).any() or (goal is None and len(rows) != batch.count):
        raise ValueError(f"it lacks some of its {batch.count:,} {batch.row_kind.noun}")
    sums = tally.arms[arm] = batch.sums(rows)
    if goal is not None:
        rule = GoalRule(goal, [0], batch.count)
        rule.open_arms(Tally({0: sums}), [0])
        tally.stopped += rule.stopped


def _starts(table: Any) -> npt.NDArray[np.bool_]:
    """Return whether each row begins another run: other names, or numbers that do not go on."""
    numbers = table["index"].to_numpy()
    begins = np.ones(len(numbers), np.bool_)
    begins[1:] = numbers[1:] != numbers[:-1] + 1
    for name in ("variant", "players"):
        codes = table[name].unify_dictionaries().combine_chunks().indices.to_numpy()
        begins[1:] |= codes[1:] != codes[:-1]
    return begins


READ = {".json": _from_json, ".parquet": _from_parquet}
