"""Result pages: the page that `report` writes about any results."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote

from rbcore.cards.ranges import count_text
from rbsim.files import check_target, real_path, write_all
from rbsim.optional import need
from rbsim.rendering.section import Section
from rbsim.results.played import played_tables, version_table
from rbsim.results.result import StudyResult
from rbsim.running.batch import Progress
from rbsim.stats.level import LEVEL, check_level
from rbsim.studies.stored_results import kind_of, load

if TYPE_CHECKING:
    from rbsim.games.extremes import Extreme
    from rbsim.rendering.page import Article

GAMES = "Games to step through"
GAMES_WORDS = "Of each arm the games at the ends of what was played."


def report(
    *sources: str | Path | StudyResult,
    out: str | Path = "report.html",
    title: str = "",
    study_title: Sequence[str] = (),
    figures: bool = False,
    extremes: bool = False,
    level: float = LEVEL,
    force: bool = False,
    progress: Progress | None = None,
) -> list[Path]:
    """Write a page about results: pictures, tables, and how to play them again.

    Parameters
    ----------
    *sources : path or result
        Stores and files as `load` reads them, and results.
    out : path
        The page, of HTML, one file.
    title : str
        The heading of the page; the names of the sources unless given.
    study_title : sequence of str
        The heading of each study, in the order of the sources; their names unless given.
    figures : bool
        Put the pictures beside the page too, as ``FILE-*.svg``.
    extremes : bool
        Put a page beside it, ``FILE-games.html``, to step through the shortest, longest and most
        lopsided games of each arm, and link them. Rows of stores are read once more for it.
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
        In one sentence, for what `load` refuses, files that exist, and without matplotlib; with
        `extremes`, of sources that keep no row of a game.

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
    from rbsim.rendering import page

    target, level = Path(out), check_level(level)
    check_target(target, force, ".html")
    if not sources:
        raise ValueError("a report is of one store at least; name a folder that --store made")
    _check_once(sources)
    if study_title and len(study_title) != len(sources):
        raise ValueError(
            f"{count_text(len(study_title), 'titles')} of studies for "
            f"{count_text(len(sources), 'stores')}: give each store one, or none at all"
        )
    results = [
        one.at(level) if isinstance(one, StudyResult) else load(one, level=level, progress=progress)
        for one in sources
    ]
    names = study_title or [
        _title(one, result) for one, result in zip(sources, results, strict=True)
    ]
    articles = [_article(one, name) for one, name in zip(results, names, strict=True)]
    texts: dict[Path, str] = {}
    if extremes:
        beside = target.with_name(f"{target.stem}-games.html")
        check_target(beside, force, ".html")
        articles, texts[beside] = _with_games(sources, results, articles, beside)
    made = page.make(articles, title)
    texts = {target: made.html, **texts}
    if figures:
        for one in made.pictures:
            texts[target.with_name(f"{target.stem}-{one.name}.svg")] = one.svg
    for path in texts:
        if path.suffix == ".svg":
            check_target(path, force, ".svg")
    write_all(texts)
    return list(texts)


def _with_games(
    sources: Sequence[str | Path | StudyResult],
    results: Sequence[StudyResult],
    articles: Sequence[Article],
    beside: Path,
) -> tuple[list[Article], str]:
    """Return the articles with links to their extreme games, and the page that shows these."""
    from rbsim.games.extremes import extremes as extremes_of
    from rbsim.games.transcript import shown_game
    from rbsim.viewer import page

    shown, linked = [], []
    for source, result, article in zip(sources, results, articles, strict=True):
        games: dict[tuple[int, int], list[Extreme]] = {}
        is_store = not isinstance(source, StudyResult) and Path(source).is_dir()
        for one in extremes_of(str(source)) if is_store else ():
            games.setdefault((one.arm, one.number), []).append(one)
        links = []
        for same in games.values():
            one = same[0]
            shown.append(shown_game(one.transcript()))
            what = " and ".join(each.what for each in same)
            words = f"{what}: {result.arm_names[one.arm]}, game {one.number:,}, {one.turns:,} turns"
            links.append((words, f"{quote(beside.name)}#g{len(shown)}"))
        section = Section(GAMES, GAMES_WORDS, links=links)
        linked.append(replace(article, sections=(*article.sections, *([section] if links else []))))
    if not shown:
        raise ValueError("only stores of games of Russian Bank have any to step through")
    return linked, page(shown, f"{GAMES}: {', '.join(one.title for one in articles)}")


def _check_once(sources: Sequence[str | Path | StudyResult]) -> None:
    paths = [real_path(Path(one)) for one in sources if not isinstance(one, StudyResult)]
    for path, times in Counter(paths).items():
        if times > 1:
            raise ValueError(f"{path} is named {times} times; name each store once")


def _title(source: str | Path | StudyResult, result: StudyResult) -> str:
    name = "" if isinstance(source, StudyResult) else f": {real_path(Path(source)).stem}"
    return f"{kind_of(result.study).heading}{name}"


def _article(result: StudyResult, title: str) -> Article:
    from rbsim.rendering.page import Article

    record = result.record or result.to_document()["provenance"]
    tables = played_tables(result.arm_names, result.study.arms, result.tally)
    return Article(
        title,
        result.headline,
        result.compared,
        result.played,
        tuple(result.sections()),
        (version_table(record), *tables),
        record,
        result.level,
    )
