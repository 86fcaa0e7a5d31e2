"""Plans: studies as a file of TOML, each a table of the options of its function."""

import inspect
import re
import tomllib
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass, replace
from itertools import product
from math import prod
from pathlib import Path
from typing import Any, Unpack, get_args

import rbcore
from rbcore.cards.ranges import check_range, known_names, shown
from rbcore.toml_file import check_texts
from rbsim import kinds
from rbsim.arms.players import importing
from rbsim.files import check_apart, check_target, read_plain
from rbsim.keeping.loading import load, report
from rbsim.options import OPTIONS, PlayKeywords, Progress, read_whole
from rbsim.result import SUFFIXES, Result, planned, run
from rbsim.study.run import Study
from rbsim.variants import check_keys, check_name, of_plan, read_preset

HEADS, OUTPUT = ("title", "preset", "output", "study"), ("stores", "out", "report", "figures")
NAME, NO_NAME = re.compile(r"(?!\.)[\w .,=~+-]+", re.ASCII), re.compile(r"[^\w .,=~+-]", re.ASCII)
MOST, MOST_BYTES = 1_000, 1 << 20  # studies; of a file
LEAST_PART = 10  # games of a study in a part of its plan, so that its figures can be worked out
SEVERAL = {
    "variant": "variants",
    "axis": "axes",
    "form": "forms",
    "game": "forms",
    "player": "players",
}


@dataclass(frozen=True)
class PlannedStudy:
    """A study of a plan.

    Attributes
    ----------
    name : str
        By which the plan calls it.
    call : callable
        The function that plays it, as `simulate`.
    options : mapping
        What the plan says of it.
    study : Study
        Its arms.
    """

    name: str
    call: Any
    options: Mapping[str, Any]
    study: Study

    @property
    def level(self) -> float:
        """The level of its intervals."""
        return self.study.options.level

    def play(self, **keywords: Unpack[PlayKeywords]) -> Result:
        """Play the study, or read it from its store.

        Parameters
        ----------
        **keywords
            `store`, `threads`, `level`, `rows`, `executor` and `progress`, as of `simulate`.

        Returns
        -------
        Result
            As the study's function returns it.
        """
        return self._played(None, keywords)

    def _played(self, command: Sequence[str] | None, keywords: PlayKeywords) -> Result:
        options = replace(self.study.options, **keywords)
        return run(self.call.kind, replace(self.study, options=options), command=command)


@dataclass(frozen=True)
class Plan:
    """Studies as a file says them; `read_plan` reads it.

    Attributes
    ----------
    file, text : str
        The name of the file, and all that it says, which stores and reports keep.
    folder : Path
        Below which everything lies that the plan writes.
    title : str
        The heading of the report.
    studies : mapping of str to PlannedStudy
        By name, in the order of the file.
    stores, out, report : str
        The folder of the stores, the file of a study's figures with ``{name}`` for its name, and
        the page; empty for none. `figures` says that pictures lie beside the page.
    part : int
        One game in so many is played.
    """

    file: str
    text: str
    folder: Path
    title: str
    studies: Mapping[str, PlannedStudy]
    stores: str = ""
    out: str = ""
    report: str = ""
    figures: bool = False
    part: int = 1

    def __iter__(self) -> Iterator[PlannedStudy]:
        return iter(self.studies.values())

    def __len__(self) -> int:
        return len(self.studies)

    def __getitem__(self, name: str) -> PlannedStudy:
        """Return the study of a name. Raises ValueError, which names the nearest, without one."""
        if name in self.studies:
            return self.studies[name]
        raise ValueError(
            f"{shown(name)} is no study of {self.file}; {known_names(name, self.studies)}"
        )

    def __repr__(self) -> str:
        names = list(self.studies)
        more = "" if len(names) <= 3 else f", ... {len(names)} studies"
        return f"<Plan: {self.file}, {', '.join(names[:3])}{more}>"

    def place(self, name: str) -> Path:
        """Return where a file or folder of the plan lies; a part of a plan has its own."""
        path = Path(name)
        if self.part > 1:
            path = path.with_name(f"{path.stem}-part-{self.part}{path.suffix}")
        return self.folder / path

    def store(self, name: str) -> Path | None:
        """Return the store of a study, if the plan names a folder for them."""
        return self.place(self.stores) / name if self.stores else None


def read_plan(
    source: str | Path,
    *,
    imports: bool = False,
    part: int | None = None,
    to: str | Path | None = None,
) -> Plan:
    """Read a plan: studies as a file. All that it says is checked, and nothing is played.

    Parameters
    ----------
    source : path
        A file of TOML (docs/studies.md), or a store or a file of results that a plan made.
    imports : bool
        Import the modules of players in Python that the plan names, which is to run them.
    part : int, optional
        Of every study one in so many games, 10 at least, with stores and files of their own: to try
        a plan. All games unless given.
    to : path, optional
        The folder below which everything lies that the plan writes; its own unless given.

    Returns
    -------
    Plan
        Its studies, which `play_plan` plays.

    Raises
    ------
    ValueError
        In one sentence with file, study and key, for whatever the plan says wrong.

    Examples
    --------
    >>> with open("plan.toml", "w") as file:
    ...     _ = file.write('seed = 7\\n[[study]]\\nkind = "sweep"\\naxes = "reserve-size=5..8"')
    >>> plan = read_plan("plan.toml")
    >>> plan, len(plan["sweep"].study.arms)
    (<Plan: plan.toml, sweep>, 4)
    """
    path, kept = Path(source), None
    if path.is_dir() or path.suffix == ".json":
        if path.is_dir():
            from rbsim.study.store import read_manifest

            kept = read_manifest(path).get("plan")
        else:
            kept = load(path).study.plan
        if not kept:
            raise ValueError(f"{path} keeps no plan; it was made by a command or from Python")
        path, text = Path(kept["file"]), kept["text"]
        part = int(kept.get("part", 1)) if part is None else part
    else:
        try:
            text = read_plain(path, MOST_BYTES).decode()
        except (FileNotFoundError, UnicodeDecodeError) as error:
            why = "is not there" if isinstance(error, OSError) else "is not text in UTF-8"
            raise ValueError(f"{path} {why}; name a plan, a file of TOML") from None
    folder = Path(to) if to is not None else path.parent if kept is None else Path()
    part = check_range("part", 1 if part is None else part, 1, 10**12)
    with importing(imports), _at(path):
        return _read(path.name, text, folder, part)


@contextmanager
def _at(where: object) -> Iterator[None]:
    """Have errors begin with the place in a plan that they are about."""
    try:
        yield
    except RecursionError:
        raise ValueError(f"{where}: what it says is nested too deeply") from None
    except (ValueError, TypeError) as error:
        raise ValueError(f"{where}: {error}") from None


def _table(value: Any, what: str) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise ValueError(f"{what} is a table, not {shown(value)}")
    return value


def _options(value: Any, what: str) -> dict[str, Any]:
    return {key.replace("-", "_"): one for key, one in _table(value, what).items()}


def _read(file: str, text: str, folder: Path, part: int) -> Plan:
    check_texts(said := _options(tomllib.loads(text), "a plan"))
    calls = {name: getattr(kinds, name) for name in kinds.__all__}
    every = dict.fromkeys(name for call in calls.values() for name in _keys(call))
    check_keys(said, [*HEADS, *every], "a plan")
    common = {key: one for key, one in said.items() if key not in HEADS}
    if not isinstance(title := said.get("title", ""), str):
        raise ValueError(f"title={shown(title)} is no text")
    presets: dict[str, rbcore.Preset] = {}
    for name, table in _table(said.get("preset", {}), "preset").items():  # names keep their hyphens
        with _at(f"preset {name}"):
            check_name(name)
            known, where = {**rbcore.PRESETS, **presets}, ("preset", name)
            presets[name] = read_preset(_table(table, "a preset"), known, text, where)
    tables = said.get("study")
    if not isinstance(tables, list) or not tables:
        raise ValueError("a plan has a study at least; write [[study]] and its kind")
    studies: dict[str, PlannedStudy] = {}
    mark = of_plan.set(presets)
    try:
        for number, one in enumerate(tables, 1):
            table = _options(one, "a study")
            with _at(f"study {table.get('name', number)}"):
                made = list(_studies(calls, table, common, part))
            for own in made:
                if own.name in studies:
                    raise ValueError(f"two studies are called {own.name}; give each its own name")
                plan = {"file": file, "text": text, "study": own.name}
                plan |= {"part": str(part)} if part > 1 else {}
                studies[own.name] = replace(own, study=replace(own.study, plan=plan))
    finally:
        of_plan.reset(mark)
    if len(studies) > MOST:
        raise ValueError(f"a plan has at most {MOST:,} studies, not {len(studies):,}")
    used = {name for one in studies.values() for name in one.options}
    if unused := [key for key in common if key not in used]:
        raise ValueError(f"no study of this plan has {unused[0]}; take it out")
    with _at("output"):
        output = _table(said.get("output", {}), "this")
        _check_output(output, studies.values())
    return Plan(file, text, folder, title, studies, part=part, **output)


def _check_output(output: dict[str, Any], studies: Collection[PlannedStudy]) -> None:
    """Raise ValueError unless this says what becomes of results, below the plan's folder."""
    check_keys(output, OUTPUT)
    for key, value in output.items():
        if key == "figures":
            if not isinstance(value, bool):
                raise ValueError(f"figures={shown(value)} is neither true nor false")
        elif not isinstance(value, str) or not value or "\0" in value:
            raise ValueError(f"{key}={shown(value)} is no name of a file or folder")
        elif Path(value).is_absolute() or ".." in Path(value).parts:
            raise ValueError(
                f"{key}={shown(value)} lies outside the plan's folder; name a place below it, or "
                "another folder by --to DIR (to=)"
            )
    if "out" in output and len(studies) > 1 and "{name}" not in output["out"]:
        raise ValueError(f"{len(studies)} studies cannot have one file; write {{name}} in out")
    if "report" in output and len({one.level for one in studies}) > 1:
        raise ValueError("a report has one level; give all studies one")


def _keys(call: Any) -> dict[str, inspect.Parameter]:
    """Return the options of a study that a plan can name: those that decide what is played."""
    parameters = inspect.signature(call).parameters
    means = {name for name, known in OPTIONS.items() if not known.metadata["plays"]} - {"level"}
    return {name: one for name, one in parameters.items() if name not in means}


def _value(key: str, value: Any, known: inspect.Parameter | None) -> Any:
    """Return a value as a study takes it; whole numbers may be written as people write them."""
    if known is None or int not in (known.annotation, *get_args(known.annotation)):
        return value
    try:
        return read_whole(value)
    except ValueError as error:
        raise ValueError(f"{key}={error}") from None


def _studies(
    calls: Mapping[str, Any], own: dict[str, Any], common: Mapping[str, Any], part: int
) -> Iterator[PlannedStudy]:
    """Yield the studies that a table makes, one for each combination of its lists."""
    word, title = own.pop("kind", None), own.pop("name", "")
    if not isinstance(word, str) or word not in calls:
        raise ValueError(f"kind={shown(word)} is no kind of study; {known_names(word, calls)}")
    if not isinstance(title, str) or (title and not NAME.fullmatch(title)):
        raise ValueError(f"name={shown(title)} is no name of a folder; letters, digits, -_. do")
    call, keys = calls[word], _keys(calls[word])
    several = next((n for n, one in keys.items() if one.kind is one.VAR_POSITIONAL), "")
    ones = [several, *(one for one, many in SEVERAL.items() if many == several)]
    options = {key: one for key, one in common.items() if key in (*keys, *ones)} | own
    if unknown := [key for key in options if key not in (*keys, *ones)]:
        raise ValueError(f"{word} has no option {unknown[0]}; {known_names(unknown[0], keys)}")
    lists = [n for n, v in options.items() if isinstance(v, list) and n != several]
    lists.sort(key=lambda name: name not in ones)
    if prod(len(options[name]) for name in lists) > MOST:
        raise ValueError(f"these lists make more than {MOST:,} studies")
    if empty := [name for name in lists if not options[name]]:
        raise ValueError(f"{empty[0]} is an empty list; name one at least")
    for chosen in product(*(options[name] for name in lists)):
        given = options | dict(zip(lists, chosen, strict=True))
        made = {key: _value(key, value, keys.get(key)) for key, value in given.items()}
        values: list[Any] = []
        for value in [made.pop(key) for key in given if key in ones]:
            values += value if isinstance(value, list) else [value]
        if part > 1:
            count = "matches" if word == "match" else "games"
            games = made.get(count, keys[count].default)
            made[count] = max(min(LEAST_PART, games), games // part)
        words = [NO_NAME.sub("+", str(value)) for value in chosen]
        name = "-".join([title] * bool(title) + words) or word
        yield PlannedStudy(name, call, given, planned(call, *values, **made))


def play_plan(
    plan: Plan | str | Path,
    *names: str,
    to: str | Path | None = None,
    imports: bool = False,
    part: int | None = None,
    force: bool = False,
    threads: int | None = None,
    executor: Executor | None = None,
    progress: Progress | None = None,
) -> dict[str, Result]:
    """Play the studies of a plan, and write the stores, files and page that it names.

    Parameters
    ----------
    plan : Plan or path
        A plan, or what `read_plan` reads one from.
    *names : str
        Play these of its studies alone; all unless given.
    to, imports, part : optional
        As of `read_plan`.
    force : bool
        Replace files that exist. Stores are taken up again with or without it.
    threads, executor, progress : optional
        As of `simulate`; progress is called for each study.

    Returns
    -------
    dict of str to Result
        The result of each study by its name.

    Raises
    ------
    ValueError
        In one sentence, as of `read_plan`, and for files that exist.

    Examples
    --------
    >>> with open("plan.toml", "w") as file:
    ...     _ = file.write('games = 50\\n[[study]]\\nkind = "advantage"\\nvariants = ["strict"]')
    >>> play_plan("plan.toml")["advantage"].figure("advantage", start="causal", seating="all")
    +18.0 points (-0.3 to 36.3), 50 deals
    """
    read = plan if isinstance(plan, Plan) else read_plan(plan, imports=imports, part=part, to=to)
    means: PlayKeywords = {"threads": threads, "executor": executor}
    return dict(play_each(read, names, force, lambda name: nullcontext(progress), means))


def play_each(
    plan: Plan,
    names: Sequence[str],
    force: bool,
    told: Callable[[str], AbstractContextManager[Progress | None]],
    means: PlayKeywords,
    command: Sequence[str] | None = None,
) -> Iterator[tuple[str, Result]]:
    """Yield the studies of a plan as they end, given who is told of their progress, by name."""
    chosen = [plan[name] for name in dict.fromkeys(names)] or list(plan)
    plan.folder.mkdir(parents=True, exist_ok=True)
    targets: list[tuple[str, Sequence[str]]]
    targets = [(plan.out.replace("{name}", one.name), SUFFIXES) for one in chosen if plan.out]
    targets += [(plan.report, (".html",))] * bool(plan.report)
    for target, suffixes in targets:  # before anything is played
        path = plan.place(target)
        path.parent.mkdir(parents=True, exist_ok=True)
        check_target(path, force, *suffixes)
        check_apart(path, plan.place(plan.stores) if plan.stores else None, "among the stores")
    results: dict[str, Result] = {}
    for one in chosen:
        with told(one.name) as progress:
            own: PlayKeywords = {"store": plan.store(one.name), "progress": progress}
            result = one._played(command, {**means, **own})
        if plan.out:
            out = plan.place(plan.out.replace("{name}", one.name))
            result.save(out, force=force, command=command)
        results[one.name] = result
        yield one.name, result
    if plan.report and len(chosen) == len(plan.studies):
        report(
            *results.values(),
            out=plan.place(plan.report),
            title=plan.title,
            names=list(results),
            figures=plan.figures,
            force=force,
        )
