"""Page writer: the call that writes a page about stored studies."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path

from rbsim.optional import need
from rbsim.pipeline.files import WholeFile, check_target
from rbsim.running.batch import Progress
from rbsim.stats.level import LEVEL, check_level


def report(
    *stores: str | Path,
    out: str | Path = "report.html",
    title: str = "",
    study_title: Sequence[str] = (),
    figures: bool = False,
    level: float = LEVEL,
    force: bool = False,
    progress: Progress | None = None,
) -> list[Path]:
    """Write a page about stored studies: figures, tables, and how to play them again.

    Parameters
    ----------
    *stores : path
        Folders that ``store=`` or ``--store`` made.
    out : path
        The page, of HTML, one file.
    title : str
        The heading of the page; the names of the stores unless given.
    study_title : sequence of str
        The heading of each study, in the order of the stores; their names unless given.
    figures : bool
        Put the figures beside the page too, as ``FILE-*.svg``.
    level : float
        Of all intervals but anytime ones.
    force : bool
        Replace files that exist.
    progress : callable, optional
        Called with (games read, games in all), of each store.

    Returns
    -------
    list of pathlib.Path
        The files that were written, the page first.

    Raises
    ------
    ValueError
        In one sentence, for folders that are no stores, damaged stores or such as lack games,
        files that exist, and without matplotlib.

    Examples
    --------
    >>> import os, tempfile, rbsim
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     store, page = os.path.join(folder, "store"), os.path.join(folder, "page.html")
    ...     played = rbsim.simulate(games=20, store=store)
    ...     files = rbsim.report(store, out=page)
    >>> files[0].name
    'page.html'
    """
    need("pyarrow", "report")
    need("matplotlib", "report")
    from rbsim.reporting import page, stored

    target, folders = Path(out), [Path(store) for store in stores]
    check_target(target, force, ".html")
    if not folders:
        raise ValueError("a report is of one store at least; name a folder that --store made")
    for folder, times in Counter(folder.resolve() for folder in folders).items():
        if times > 1:
            raise ValueError(f"{folder} is named {times} times; name each store once")
    studies = [stored.load_study(folder, progress, check_level(level)) for folder in folders]
    made = page.make(studies, title or None, study_title)
    texts = {target: made.html}
    if figures:
        for one in made.pictures:
            texts[target.with_name(f"{target.stem}-{one.name}.svg")] = one.svg
    for path in texts.keys() - {target}:
        check_target(path, force, ".svg")
    write_all(texts)
    return list(texts)


def write_all(texts: dict[Path, str]) -> None:
    """Write files whole and all or none, the first one named last."""
    with ExitStack() as stack:
        for path, text in texts.items():
            whole = stack.enter_context(WholeFile(path))
            whole.write(text.encode("utf-8", "replace"))
