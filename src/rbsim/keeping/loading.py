"""Kept: results that are loaded again from stores and files, added up, and put on a page."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from rbcore.cards.ranges import check_once, shown
from rbsim import kinds as kinds  # by which all kinds are registered
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
from rbsim.result import KINDS, SCHEMA, Kind, Result, run
from rbsim.study.run import Played, Study


@checked
def load(
    *sources: str | Path, level: float | None = None, partial: bool = False, progress: Any = None
) -> Result:
    """Return the result that stores, or files of `save`, were made of; several are added up.

    Parameters
    ----------
    *sources : path
        Folders of stores, and ``.json`` files.
    level : float, optional
        Of all intervals; as they were saved unless given.
    partial : bool
        Of a store that lacks games read the longest beginning that all arms of a part have.
    progress : callable, optional
        Called as games of stores are read.

    Returns
    -------
    Result
        As the call that played it returned it.

    Raises
    ------
    ValueError
        In one sentence, for what is neither, is damaged, or cannot be added up.
    """
    if not sources:
        raise TypeError("load takes a store or a file at least")
    check_once(str(user_path(source).absolute()) for source in sources)
    loaded = [_load(user_path(source), partial, progress) for source in sources]
    result: Result = sum(loaded[1:], loaded[0])
    return result if level is None else result.at(level)


def _load(path: Path, partial: bool, progress: Any) -> Result:
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
            raise ValueError("it has no sums of games; name one that `save` or --out wrote")
    check_version(path, document.get("schema"), SCHEMA)
    with refusing(path):
        if sealed(document) != content:
            raise ValueError("it was changed after it was written, or is damaged")
        origin = document["provenance"]
        runs = [study_from_record(record, path)[1] for record in origin.get("runs", [origin])]
        kind = KINDS[runs[0].kind]
        sums, until, games = document["sums"], runs[0].until, sum(run.count for run in runs)
        tallies, watches = [Tally.from_record(record) for record in sums["parts"]], []
        known = [record and Figure.from_record(record) for record in sums["known"]]
        for tally, figure, ended in zip(tallies, known, origin.get("ended", known), strict=True):
            ending = {} if until is None else {"looks": ended["looks"], "reached": ended["reached"]}
            watches.append(Watch(until, runs[0].count, figure=figure, **ending))
            if tally.n > games or (until is None and tally.n < games):
                raise ValueError(f"it is of {games:,} games and has sums of {tally.n:,}")
        result = Result(kind, runs[0], Played(tallies, watches), sums["level"], None, runs)
        # Sums from which no figure can be made are damaged.
        str(result.report(full=True))
        result.to_document()
        return result


def study_from_record(record: Mapping[str, Any], source: Path) -> tuple[Kind, Study]:
    """Return the study of a record. Raises ValueError, in a sentence, for another version."""
    kind = KINDS.get(record["study"])
    if kind is None:
        raise ValueError(f"{source} is of {shown(record['study'])}, a study that this rbsim lacks")
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
        Stores and files as `load` reads them, and results.
    out : path
        The page, of HTML, one file that loads no other.
    title : str
        The heading of the page; the names of the studies unless given.
    names : sequence of str
        Of each study, in order, as a plan names them; their kinds unless given.
    figures : bool
        Put the pictures beside the page too, as ``FILE-*.svg``.
    level : float, optional
        As of `load`.
    force : bool
        Replace files that exist.
    progress : optional
        As of `load`.

    Returns
    -------
    list of pathlib.Path
        The files that were written, the page first.

    Raises
    ------
    ValueError
        In one sentence, for what `load` refuses, files that exist, and without matplotlib.

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

    target = user_path(out)
    check_target(target, force, ".html")
    if not sources:
        raise ValueError("a report is of one result at least; name a store")
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
