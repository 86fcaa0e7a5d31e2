"""Plans: studies in a TOML file, each a table with the options of its function."""

import inspect
import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from itertools import product
from math import prod
from pathlib import Path
from typing import Any, TypedDict, Unpack, get_args

import rbcore
from rbcore.cards.ranges import check_range, known_names, shown
from rbcore.rules.variants import NAMED
from rbcore.toml_file import MAX_BYTES, TomlFile, Where, Wrong, noted
from rbsim import kinds
from rbsim.arguments import checked
from rbsim.arms.players import importing
from rbsim.files import check_apart, check_target, paths_of_plan, read_plain, user_path
from rbsim.keeping.loading import finished, load, report
from rbsim.options import OPTIONS, PlayKeywords, Progress, read_whole
from rbsim.result import SUFFIXES, Result, planned, run
from rbsim.show.progress import shown as shown_progress
from rbsim.study.run import Study
from rbsim.variants import check_keys, check_name, of_plan, read_preset

HEADS, OUTPUT = ("title", "preset", "output", "study"), ("stores", "out", "report", "figures")
NAME, NO_NAME = re.compile(r"(?!\.)[\w .,=~+-]+", re.ASCII), re.compile(r"[^\w .,=~+-]", re.ASCII)
MAX_STUDIES = 1_000
MIN_PART = 10  # least games of a study in a partial plan, so that it has figures
SEVERAL = {
    "variant": "variants",
    "axis": "axes",
    "form": "forms",
    "game": "forms",
    "player": "players",
}


class PlanKeywords(TypedDict, total=False):
    """The options of `read_plan`."""

    imports: bool
    part: int | None
    first: int | None
    shard: str | None
    to: str | Path | None


@dataclass(frozen=True)
class PlannedStudy:
    """A study of a plan.

    Attributes
    ----------
    name : str
        Its name in the plan.
    call : callable
        The function that plays it, such as `simulate`.
    options : mapping
        Its options in the plan.
    study : Study
        The study.
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
            `store`, `threads`, `level`, `shard`, `rows`, `executor` and `progress`, as in
            `simulate`.

        Returns
        -------
        Result
            The result that the study's function would return.
        """
        return self._played(None, keywords)

    def _played(self, command: Sequence[str] | None, keywords: PlayKeywords) -> Result:
        study = replace(self.study, options=replace(self.study.options, **keywords))
        if keywords.get("shard") is not None:
            study = study.shard(str(keywords["shard"]))
        return run(self.call.kind, study, command=command)


@dataclass(frozen=True)
class Plan:
    """The studies of a file that `read_plan` has read.

    Attributes
    ----------
    file, text : str
        The name and the text of the file, which stores and reports keep.
    folder : Path
        The folder for everything that the plan writes.
    title : str
        The heading of the report.
    studies : mapping of str to PlannedStudy
        The studies by name, in the order of the file.
    stores, out, report : str
        The folder of the stores, the file of a study's figures with ``{name}`` for its name, and
        the page; empty for none. With `figures`, pictures are also written as files.
    part : int
        One game in so many is played.
    first : int, optional
        The number of the first game of every study, if it differs from the plan.
    shard : str, optional
        The shard of every study that is played, e.g. ``3/8``.
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
    first: int | None = None
    shard: str | None = None

    def __iter__(self) -> Iterator[PlannedStudy]:
        return iter(self.studies.values())

    def __len__(self) -> int:
        return len(self.studies)

    def __getitem__(self, name: str) -> PlannedStudy:
        """Return the study with this name; ValueError, which suggests names, if there is none."""
        if name in self.studies:
            return self.studies[name]
        raise ValueError(
            f"{shown(name)} is not a study of {self.file}; {known_names(name, self.studies)}"
        )

    def __repr__(self) -> str:
        names = list(self.studies)
        more = "" if len(names) <= 3 else f", ... {len(names)} studies"
        return f"<Plan: {self.file}, {', '.join(names[:3])}{more}>"

    @checked
    def place(self, name: str) -> Path:
        """Return the path of a file or folder of the plan; a portion of its games has its own."""
        path = Path(name)
        portion = _portion(self.part, self.first, self.shard)
        words = "".join(f"-{key}-{value}" for key, value in portion.items()).replace("/", "-of-")
        return self.folder / path.with_name(f"{path.stem}{words}{path.suffix}")

    @checked
    def store(self, name: str) -> Path | None:
        """Return the store of a study, if the plan names a folder for stores."""
        return self.place(self.stores) / name if self.stores else None


@checked
def read_plan(
    source: str | Path,
    *,
    imports: bool = False,
    part: int | None = None,
    first: int | None = None,
    shard: str | None = None,
    to: str | Path | None = None,
) -> Plan:
    """Read a plan, which is a file of studies, and check it without playing anything.

    Parameters
    ----------
    source : path
        A TOML file (docs/studies.md), or a store or result file that a plan made.
    imports : bool
        Import the modules of the Python players that the plan names. This runs their code.
    part : int, optional
        Play only one game in so many (at least 10) of every study, into separate stores and files,
        to try out a plan. By default all games.
    first : int, optional
        The number of the first game of every study, instead of that of the plan.
    shard : str, optional
        Play one shard of every study: ``3/8`` is the third of eight. `load` adds shards up.
    to : path, optional
        The folder for everything that the plan writes; by default the plan's folder.

    Returns
    -------
    Plan
        The studies, which `play_plan` plays.

    Raises
    ------
    ValueError
        In one sentence for each mistake, with file, study and key.

    Examples
    --------
    >>> with open("plan.toml", "w") as file:
    ...     _ = file.write('seed = 7\\n[[study]]\\nkind = "sweep"\\naxes = "reserve-size=5..8"')
    >>> plan = read_plan("plan.toml")
    >>> plan, len(plan["sweep"].study.arms)
    (<Plan: plan.toml, sweep>, 4)
    """
    path, kept = user_path(source), None
    if path.is_dir() or path.suffix == ".json":
        if path.is_dir():
            from rbsim.study.store import read_manifest

            kept = read_manifest(path).get("plan")
        else:
            kept = load(path).study.plan
        if not kept:
            raise ValueError(f"{path} keeps no plan; it was made by a command or from Python")
        path, content = Path(kept["file"]), kept["text"].encode()
        if part is None and first is None and shard is None:
            part, shard = int(kept.get("part", 1)), kept.get("shard")
            first = int(kept["first"]) if "first" in kept else None
    else:
        try:
            content = read_plain(path, MAX_BYTES + 1)
        except FileNotFoundError:
            raise ValueError(f"{path} does not exist; name a plan, which is a TOML file") from None
    home = path.parent if kept is None else Path()
    folder = home if to is None else user_path(to)
    part = check_range("part", 1 if part is None else part, 1, 10**12)
    with importing(imports):
        return _read(TomlFile(str(path), content), folder, part, first, shard, home)


def _portion(part: int, first: int | None, shard: str | None) -> dict[str, str]:
    """Return the options that select some of a plan's games; none if all are played."""
    values = {"part": part if part > 1 else None, "first": first, "shard": shard}
    return {name: str(value) for name, value in values.items() if value is not None}


def _table(value: Any, what: str, where: Where) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise Wrong(where, f"{what} must be a table, not {shown(value)}")
    return value


def _options(table: Mapping[str, Any]) -> dict[str, Any]:
    """Return a table with the Python names of options, `max_turns` for `max-turns`."""
    return {key.replace("-", "_"): value for key, value in table.items()}


def _place(option: str, study: Mapping[str, Any], common: Mapping[str, Any], where: Where) -> Where:
    """Return where an option of a study is: in its table, or above all studies."""
    for table, begin in ((study, where), (common, ())):
        for key in table:
            if key.replace("-", "_") == option:
                return (*begin, key)
    return where


def _read(
    file: TomlFile, folder: Path, part: int, first: int | None, shard: str | None, home: Path
) -> Plan:
    """Return the plan of a file; the paths that it names are relative to `home`."""
    calls = {name: getattr(kinds, name) for name in kinds.__all__}
    every = dict.fromkeys(name for call in calls.values() for name in _keys(call))
    studies: dict[str, PlannedStudy] = {}
    output: dict[str, Any] = {}
    with file.refusing() as wrongs:
        with noted(wrongs, ()):
            check_keys(file.values, [*HEADS, *every], what="a plan")
        common = {key: value for key, value in file.values.items() if key not in HEADS}
        title = file.values.get("title", "")
        if not isinstance(title, str):
            wrongs.append(Wrong(("title",), f"title={shown(title)} is not text"))
        mark = of_plan.set(_presets(file, wrongs))
        try:
            with paths_of_plan(home):
                for planned_study in _all_studies(file, calls, common, part, first, shard, wrongs):
                    studies[planned_study.name] = planned_study
        finally:
            of_plan.reset(mark)
        if len(studies) > MAX_STUDIES:
            reason = f"a plan has at most {MAX_STUDIES:,} studies, not {len(studies):,}"
            raise Wrong(("study",), reason)
        if not wrongs:
            used = {name for study in studies.values() for name in study.options}
            for key in common:
                if key.replace("-", "_") not in used:
                    wrongs.append(Wrong((key,), f"no study of this plan uses {key}; remove it"))
        with noted(wrongs, ("output",)):
            output = _table(file.values.get("output", {}), "output", ("output",))
            _check_output(output, studies.values())
    name = Path(file.name).name
    return Plan(
        name, file.text, folder, title, studies, part=part, first=first, shard=shard, **output
    )


def _presets(file: TomlFile, wrongs: list[Wrong]) -> dict[str, rbcore.Preset]:
    """Return the presets of a plan; each may be based on earlier ones."""
    presets: dict[str, rbcore.Preset] = {}
    tables: dict[str, Any] = {}
    with noted(wrongs, ("preset",)):
        tables = _table(file.values.get("preset", {}), "preset", ("preset",))
    for name, table in tables.items():  # names keep their hyphens
        where = ("preset", name)
        with noted(wrongs, where):
            check_name(name)
            known = {**NAMED, **presets}
            presets[name] = read_preset(_table(table, "a preset", where), known, where)
    return presets


def _all_studies(
    file: TomlFile,
    calls: Mapping[str, Any],
    common: Mapping[str, Any],
    part: int,
    first: int | None,
    shard: str | None,
    wrongs: list[Wrong],
) -> Iterator[PlannedStudy]:
    """Yield the studies of a plan, and note all mistakes."""
    tables = file.values.get("study")
    if not isinstance(tables, list) or not tables:
        raise Wrong((), "a plan needs at least one study; write [[study]] and its kind")
    names: set[str] = set()
    for number, table in enumerate(tables):
        where = ("study", number)
        if not isinstance(table, dict):
            wrongs.append(Wrong(where, f"a study must be a table, not {shown(table)}"))
            continue
        several: list[PlannedStudy] = []
        try:
            several += _studies(calls, _options(table), _options(common), part, first, shard)
        except Wrong as wrong:  # errors of named options
            for (option, *_), reason in wrong.each:
                wrongs.append(Wrong(_place(str(option), table, common, where), reason))
        except (ValueError, TypeError) as error:  # may begin with an option, as in "games=0 is ..."
            option, *_ = str(error).partition("=")
            wrongs.append(Wrong(_place(option, table, common, where), error))
        for study in several:
            if study.name in names:
                reason = f"two studies are called {study.name}; give each its own name"
                wrongs.append(Wrong(where, reason))
            names.add(study.name)
            plan = {"file": Path(file.name).name, "text": file.text, "study": study.name}
            plan |= _portion(part, first, shard)
            yield replace(study, study=replace(study.study, plan=plan))


def _check_output(output: dict[str, Any], studies: Collection[PlannedStudy]) -> None:
    """Raise Wrong unless the table `output` is valid and stays in the plan's folder."""
    wrongs: list[Wrong] = []
    with noted(wrongs, ("output",)):
        check_keys(output, OUTPUT, ("output",))
    for key in OUTPUT:
        if key in output and (reason := _wrong_output(key, output[key])):
            wrongs.append(Wrong(("output", key), reason))
    if wrongs:
        raise Wrong.together(wrongs)
    if "out" in output and len(studies) > 1 and "{name}" not in output["out"]:
        reason = f"{len(studies)} studies cannot share one file; put {{name}} into out"
        raise Wrong(("output", "out"), reason)
    if "report" in output and len({study.level for study in studies}) > 1:
        raise Wrong(("output", "report"), "a report has one level; give all studies the same")


def _wrong_output(key: str, value: Any) -> str:
    """Return what is wrong with a value of the output; empty if it is right."""
    if key == "figures":
        return "" if isinstance(value, bool) else f"figures={shown(value)} is not true or false"
    if not isinstance(value, str) or not value or "\0" in value:
        return f"{key}={shown(value)} is not the name of a file or folder"
    if user_path(value).is_absolute() or ".." in Path(value).parts:
        return (
            f"{key}={shown(value)} is outside the plan's folder; name a path inside it, or choose "
            "another folder with --to DIR (to=)"
        )
    return ""


def _keys(call: Any) -> dict[str, inspect.Parameter]:
    """Return the options of a study that a plan may set: those that decide what is played."""
    parameters = inspect.signature(call).parameters
    means = {name for name, known in OPTIONS.items() if not known.metadata["plays"]} - {"level"}
    return {name: parameter for name, parameter in parameters.items() if name not in means}


def _studies(
    calls: Mapping[str, Any],
    table: dict[str, Any],
    common: Mapping[str, Any],
    part: int,
    first: int | None,
    shard: str | None,
) -> Iterator[PlannedStudy]:
    """Yield the studies of a table, one for each combination of its lists.

    Raises Wrong, with the names of options, for all mistakes in them; other errors are those of the
    study's function.
    """
    kind, title = table.pop("kind", None), table.pop("name", "")
    if not isinstance(kind, str) or kind not in calls:
        reason = f"kind={shown(kind)} is not a kind of study; {known_names(kind, calls)}"
        raise Wrong(("kind",), reason)
    if not isinstance(title, str) or (title and not NAME.fullmatch(title)):
        reason = f"name={shown(title)} is not the name of a folder; use letters, digits, - _ and ."
        raise Wrong(("name",), reason)
    call, keys = calls[kind], _keys(calls[kind])
    # The option that takes several values, and the names for a single value.
    several = next((name for name, key in keys.items() if key.kind is key.VAR_POSITIONAL), "")
    listed = [several, *(name for name, plural in SEVERAL.items() if plural == several)]
    options = {name: value for name, value in common.items() if name in (*keys, *listed)} | table
    lists = [name for name, value in options.items() if isinstance(value, list) and name != several]
    lists.sort(key=lambda name: name not in listed)
    _check_options(kind, options, keys, listed, lists)
    if prod(len(options[name]) for name in lists) > MAX_STUDIES:
        raise ValueError(f"these lists make more than {MAX_STUDIES:,} studies")
    for chosen in product(*(options[name] for name in lists)):
        combination = options | dict(zip(lists, chosen, strict=True))
        keywords = {
            name: _value(name, value, keys.get(name)) for name, value in combination.items()
        }
        arguments: list[Any] = []
        for name in combination:
            if name in listed:
                value = keywords.pop(name)
                arguments += value if isinstance(value, list) else [value]
        if part > 1:
            count = "matches" if kind == "match" else "games"
            games = keywords.get(count, keys[count].default)
            keywords[count] = max(min(MIN_PART, games), games // part)
        if first is not None:
            keywords["first"] = first
        words = [NO_NAME.sub("+", str(value)) for value in chosen]
        study_name = "-".join([title, *words] if title else words) or kind
        yield PlannedStudy(
            study_name, call, combination, planned(call, *arguments, **keywords, shard=shard)
        )


def _check_options(
    kind: str,
    options: Mapping[str, Any],
    keys: Mapping[str, inspect.Parameter],
    listed: Collection[str],
    lists: Collection[str],
) -> None:
    """Raise Wrong, with all mistakes, for unknown options, empty lists, and invalid numbers."""
    wrongs: list[Wrong] = []
    for name, value in options.items():
        if name not in (*keys, *listed):
            reason = f"{kind} has no option {name}; {known_names(name, keys)}"
            wrongs.append(Wrong((name,), reason))
        elif name in lists and not value:
            wrongs.append(Wrong((name,), f"{name} is an empty list; name at least one"))
        for single in value if isinstance(value, list) else [value]:
            with noted(wrongs, (name,)):
                _value(name, single, keys.get(name))
    if wrongs:
        raise Wrong.together(wrongs)


def _value(name: str, value: Any, known: inspect.Parameter | None) -> Any:
    """Return a value as a study takes it; whole numbers may be written like 10k or 1e6."""
    if known is None or int not in (known.annotation, *get_args(known.annotation)):
        return value
    try:
        return read_whole(value)
    except ValueError as error:
        raise ValueError(f"{name}={error}") from None


@checked
def play_plan(
    plan: Plan | str | Path,
    *names: str,
    resume: bool = False,
    force: bool = False,
    threads: int | None = None,
    executor: Executor | None = None,
    progress: Progress | bool | None = None,
    **reading: Unpack[PlanKeywords],
) -> dict[str, Result]:
    """Play the studies of a plan, and write the stores, files and page that it names.

    Parameters
    ----------
    plan : Plan or path
        A plan, or a path that `read_plan` takes.
    *names : str
        The studies to play; by default all.
    resume : bool
        Reuse existing result files if they come from the same games.
    force : bool
        Replace existing files. Stores are continued with or without it.
    threads, executor, progress : optional
        As in `simulate`; progress is called for each study.
    **reading
        `to`, `imports`, `part`, `first` and `shard`, as in `read_plan`.

    Returns
    -------
    dict of str to Result
        The result of each study by its name.

    Raises
    ------
    ValueError
        In one sentence, as in `read_plan`, and if a file exists.

    Examples
    --------
    >>> with open("plan.toml", "w") as file:
    ...     _ = file.write('games = 50\\n[[study]]\\nkind = "advantage"\\nvariants = ["strict"]')
    >>> play_plan("plan.toml")["advantage"].figure("advantage", start="causal", seating="all")
    +18 points (0 to 36), 50 deals
    """
    read = plan if isinstance(plan, Plan) else read_plan(plan, **reading)
    means: PlayKeywords = {"threads": threads, "executor": executor}

    def told(name: str) -> AbstractContextManager[Progress | None]:
        return shown_progress(name, progress)

    return dict(play_each(read, names, force, told, means, resume=resume))


def play_each(
    plan: Plan,
    names: Sequence[str],
    force: bool,
    told: Callable[[str], AbstractContextManager[Progress | None]],
    means: PlayKeywords,
    command: Sequence[str] | None = None,
    resume: bool = False,
) -> Iterator[tuple[str, Result]]:
    """Yield the studies of a plan as they end; `told` gives a progress function for each name."""
    chosen = [plan[name] for name in dict.fromkeys(names)] or list(plan)
    plan.folder.mkdir(parents=True, exist_ok=True)
    targets: list[tuple[str, Sequence[str]]]
    targets = [
        (plan.out.replace("{name}", planned_study.name), SUFFIXES)
        for planned_study in chosen
        if plan.out
    ]
    if plan.report and plan.shard is None:  # a page shows whole studies only
        targets.append((plan.report, (".html",)))
    for target, suffixes in targets:  # before anything is played
        path = plan.place(target)
        path.parent.mkdir(parents=True, exist_ok=True)
        check_target(path, force or resume, *suffixes)
        check_apart(path, plan.place(plan.stores) if plan.stores else None, "among the stores")
    results: dict[str, Result] = {}
    for planned_study in chosen:
        out = plan.place(plan.out.replace("{name}", planned_study.name)) if plan.out else None
        if resume and out is not None and (there := finished(out, planned_study.study)):
            results[planned_study.name] = there
            yield planned_study.name, there
            continue
        with told(planned_study.name) as progress:
            own_means: PlayKeywords = {
                "store": plan.store(planned_study.name),
                "progress": progress,
            }
            result = planned_study._played(command, {**means, **own_means})
        if out is not None:
            result.save(out, force=force or resume, command=command)
        results[planned_study.name] = result
        yield planned_study.name, result
    if plan.report and plan.shard is None and len(chosen) == len(plan.studies):
        report(
            *results.values(),
            out=plan.place(plan.report),
            title=plan.title,
            names=list(results),
            figures=plan.figures,
            force=force or resume,
        )
