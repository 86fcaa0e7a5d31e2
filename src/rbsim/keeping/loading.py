"""Loading: results that are read from stores and files, added up, and written as a page."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from rbcore.cards.ranges import check_once, shown
from rbsim import kinds as kinds  # the import registers all kinds
from rbsim.arguments import checked
from rbsim.arms.records import arms_from_record
from rbsim.estimates.figures import Figure
from rbsim.estimates.tally import Tally
from rbsim.estimates.until import Until, Watch
from rbsim.files import (
    check_target,
    check_version,
    read_plain,
    refusing,
    sealed,
    user_path,
    write_all,
)
from rbsim.options import StudyOptions
from rbsim.packages import need
from rbsim.result import KINDS, SCHEMA, Kind, Result, add_up, run
from rbsim.study.run import Played, Study
from rbsim.study.spans import Span, Spans, shards_from_records


@checked
def load(
    *sources: str | Path, level: float | None = None, partial: bool = False, progress: Any = None
) -> Result:
    """Return the result in stores or files of `save`; several are added up.

    Parameters
    ----------
    *sources : path
        Folders of stores, and ``.json`` files.
    level : float, optional
        Confidence level of all intervals; by default as saved.
    partial : bool
        Whether to accept a store that lacks games, and read up to the first missing game of a part.
    progress : callable, optional
        Called as games of stores are read.

    Returns
    -------
    Result
        The same result as that of the original call.

    Raises
    ------
    ValueError
        In one sentence, if a source is neither, is damaged, or cannot be added.
    """
    if not sources:
        raise TypeError("load needs at least one store or file")
    check_once(str(user_path(source).absolute()) for source in sources)
    is_alone = len(sources) == 1
    result = add_up(_load(user_path(source), partial, progress, is_alone) for source in sources)
    if not is_alone:
        try:
            _check_figures(result)
        except Exception:  # of any kind: find and name the damaged source
            for source in sources:
                _load(user_path(source), partial, progress)
            raise
    if result.study.shards and not partial:
        missing = "; ".join(shards.missing_text for shards in result.study.shards)
        raise ValueError(f"{missing}; name all, or use only these (--partial, partial=True)")
    return result if level is None else result.at(level)


def _load(path: Path, partial: bool, progress: Any, is_alone: bool = True) -> Result:
    """Return the result of one source; its figures are checked if it is the only one."""
    if path.suffix != ".json" or path.is_dir():
        need("pyarrow", "parquet")
        from rbsim.study.store import read_manifest

        kind, study = study_from_record(read_manifest(path), path)
        options = StudyOptions(store=path, progress=progress)
        return run(kind, replace(study, options=options), reads="part" if partial else "all")
    content = read_plain(path)
    with refusing(path):
        document = json.loads(content)
        if not isinstance(document, dict) or "sums" not in document:
            raise ValueError("it has no sums of games; name a file that `save` or --out wrote")
    check_version(path, document.get("schema"), SCHEMA)
    with refusing(path):
        if sealed(document) != content:
            raise ValueError("it was changed after it was written, or is damaged")
        origin = document["provenance"]
        kind, study = study_from_record(origin, path)
        records = origin.get("runs", [study.span.record])
        spans = list(Spans(Span.from_record(record, len(study.arms)) for record in records))
        sums, until, games = document["sums"], study.until, sum(span.games for span in spans)
        tallies, watches = [Tally.from_record(record) for record in sums["parts"]], []
        known = [record and Figure.from_record(record) for record in sums["known"]]
        for tally, figure, ended in zip(tallies, known, origin.get("ended", known), strict=True):
            ending = {} if until is None else {"looks": ended["looks"], "reached": ended["reached"]}
            watches.append(Watch(until, study.count, figure=figure, **ending))
            if tally.n > games or (until is None and tally.n < games):
                raise ValueError(f"it lists {games:,} games but has sums of {tally.n:,}")
        result = Result(kind, study, Played(tallies, watches), sums["level"], None, spans)
        if is_alone:
            _check_figures(result)
        return result


def _check_figures(result: Result) -> None:
    """Raise an error of any kind for damaged sums, from which no figure can be made."""
    str(result.report(full=True))
    result.to_document()


def finished(path: Path, study: Study) -> Result | None:
    """Return the result of a study that a file already has; None if there is no such file.

    Raises ValueError, in one sentence, if the file has another study, games or target.
    """
    if path.suffix != ".json":
        raise ValueError(f"{path} cannot be resumed; --resume needs --out FILE.json")
    if not path.exists():
        return None
    result = _load(path, False, None)
    records: list[dict[str, Any]] = [
        json.loads(json.dumps({**each.record, "plan": None})) for each in (result.study, study)
    ]
    there, asked = records
    if there != asked or len(result.spans) > 1:
        key = next((key for key in there | asked if there.get(key) != asked.get(key)), "runs")
        raise ValueError(
            f"{path} has another study, with other {key}; name another file, or leave out --resume "
            "(resume=True) and replace it"
        )
    return result.at(study.options.level)


def study_from_record(record: Mapping[str, Any], source: Path) -> tuple[Kind, Study]:
    """Return the study of a record. Raises ValueError, in a sentence, for an unknown study."""
    kind = KINDS.get(record["study"])
    if kind is None:
        raise ValueError(f"{source} has {shown(record['study'])}, a study that this rbsim lacks")
    arms = arms_from_record(record["arms"], source)
    until = Until.read(record["until"], record["of"]) if "of" in record else None
    parts = tuple(tuple(arms[i] for i in part) for part in record["parts"])
    settings = kind.settings.from_record(record["settings"])
    return kind, Study(
        kind.name,
        parts,
        settings=settings,
        sums=kind.sums(settings),
        until=until,
        plan=record.get("plan", {}),
        shards=shards_from_records(record.get("shards", ())),
    )


@checked
def report(
    *sources: str | Path | Result,
    out: str | Path = "report.html",
    title: str = "",
    names: Sequence[str] = (),
    figures: bool = False,
    level: float | None = None,
    force: bool = False,
    progress: Any = None,
) -> list[Path]:
    """Write a page about results: pictures, tables, and how to play them again.

    Parameters
    ----------
    *sources : path or Result
        Stores and files as in `load`, and results.
    out : path
        The page, a single self-contained HTML file.
    title : str
        Heading of the page; by default the names of the studies.
    names : sequence of str
        Names of the studies, in order; by default their kinds.
    figures : bool
        Also write the pictures as files, ``FILE-*.svg``.
    level : float, optional
        As in `load`.
    force : bool
        Replace existing files.
    progress : optional
        As in `load`.

    Returns
    -------
    list of pathlib.Path
        The files that were written, the page first.

    Raises
    ------
    ValueError
        In one sentence, as in `load`, if a file exists, or if matplotlib is missing.

    Examples
    --------
    >>> import os, tempfile, rbsim
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     played = rbsim.simulate("standard", games=20, seed=1)
    ...     files = rbsim.report(played, out=os.path.join(folder, "page.html"))
    >>> files[0].name
    'page.html'
    """
    need("matplotlib", "report")
    from rbsim.show.page import page

    if not all(isinstance(name, str) for name in names):
        raise TypeError(f"names={shown(names)} is not a list of texts")
    target = user_path(out)
    check_target(target, force, ".html")
    if not sources:
        raise ValueError("a report needs at least one result; name a store")
    check_once(
        str(user_path(source).resolve()) for source in sources if not isinstance(source, Result)
    )
    results = [
        source if isinstance(source, Result) else load(source, progress=progress)
        for source in sources
    ]
    results = results if level is None else [result.at(level) for result in results]
    text, pictures = page([result.article for result in results], title, names)
    texts = {target: text}
    if figures:
        for name, content in pictures.items():
            beside = target.with_name(f"{target.stem}-{name}.svg")
            check_target(beside, force, ".svg")
            texts[beside] = content.decode()
    write_all(texts)
    return list(texts)
