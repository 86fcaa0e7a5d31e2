"""Reading: a plan from its file, or from a store or a result that keeps it."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields, replace
from itertools import product
from math import prod
from pathlib import Path
from typing import Any

import rbcore
from rbcore.cards.ranges import check_range, known_names, shown
from rbcore.rules.definition import hyphened
from rbcore.toml_file import MOST as MOST_BYTES
from rbcore.toml_file import TomlFile
from rbsim.files import read_plain
from rbsim.optional import need
from rbsim.pipeline.study import Study
from rbsim.plans.keys import Presets, Value, read_option
from rbsim.plans.own_presets import read_presets
from rbsim.plans.plan import Output, Plan, PlannedStudy, plan_options
from rbsim.running.batch import MOST as MOST_GAMES
from rbsim.running.player import importing
from rbsim.studies import KINDS, every_kind, find_kind
from rbsim.studies.stored_results import load

KINDS_KEYS = ("kind", "name")
HEADS = ("title", "preset", "output", "study")
OPTIONS = tuple(dict.fromkeys(name for kind in every_kind() for name in plan_options(kind)))
# What is to blame for an error of a study is the first of these that brings it about.
BLAMED = ("variants", "variant", "axes", "game", "forms", "players", "games", "until", "of")
NAME = re.compile(r"(?!\.)[\w .,=~+-]+", re.ASCII)
PART = re.compile(r"[1-9]\d{0,12}", re.ASCII)
NO_NAME = re.compile(r"[^\w .,=~+-]", re.ASCII)
MOST = 1_000  # studies

Options = Mapping[str, Value]


def read_plan(source: str | Path, *, imports: bool = False, part: int | None = None) -> Plan:
    """Read a plan: studies as a file.

    All that a plan says is checked, and nothing is played.

    Parameters
    ----------
    source : path
        A file of TOML (docs/studies.md); or a store or a file of results that was made by a plan,
        and keeps it.
    imports : bool
        Import the modules of players in Python that a store or a file of results names. Those of a
        file of TOML are imported in any case.
    part : int, optional
        Of every study one in so many games, 10 at least, with stores and files of their own: to try
        a plan, and to know what the whole would take. All games unless given, or of a store what it
        was part of.

    Returns
    -------
    Plan
        Its studies, which `play_plan` plays.

    Raises
    ------
    ValueError
        In one sentence with file, line and key, for whatever the plan says wrong.
    OSError
        If the file cannot be read.

    Examples
    --------
    >>> import os, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     file = os.path.join(folder, "plan.toml")
    ...     with open(file, "w") as plan:
    ...         _ = plan.write('seed = 7\\n[[study]]\\nkind = "sweep"\\naxes = "reserve-size=5..8"')
    ...     plan = read_plan(file)
    >>> plan
    <Plan: plan.toml, sweep>
    >>> len(plan["sweep"].study.arms)
    4
    """
    if part is not None:
        check_range("part", part, 1, MOST_GAMES)
    if not isinstance(source, str | Path):
        raise ValueError(f"{shown(source)} is not the name of a plan")
    path = Path(source)
    if path.is_dir() or path.suffix in (".json", ".parquet"):
        name, content, kept = _kept(path)
        with importing(imports):
            return _plan(f"{name} in {path}", name, content, kept if part is None else part)
    if not path.exists():
        raise ValueError(f"{path} is not there; name a plan, a file of TOML")
    return _plan(str(path), path.name, read_plain(path, MOST_BYTES + 1), part or 1)


def _kept(path: Path) -> tuple[str, bytes, int]:
    """Return the plan that a store or a file of results keeps: file's name, text, and what part."""
    plan: Mapping[str, Any] | None
    if path.is_dir():
        need("pyarrow", "parquet")
        from rbsim.pipeline import manifest as manifests

        plan = manifests.study_of(path, manifests.read(path)).plan
    else:
        study = getattr(load(path), "study", None)
        plan = None if study is None else study.plan
    if plan is None:
        raise ValueError(f"{path} keeps no plan; it was made by a command or from Python")
    name, text, part = plan.get("file"), plan.get("text"), str(plan.get("part", 1))
    is_part = PART.fullmatch(part)
    if not (isinstance(name, str) and isinstance(text, str) and is_part):
        raise ValueError(f"{path} keeps no plan that can be read; it is not what rbsim wrote")
    return name, text.encode("utf-8", "replace"), int(part)


def _plan(shown_name: str, name: str, content: bytes, part: int) -> Plan:
    file = TomlFile(shown_name, content)
    heads = Value(file, (), file.values).table((*HEADS, *OPTIONS), "a plan")
    own = read_presets(heads["preset"]) if "preset" in heads else {}
    common = {key: value for key, value in heads.items() if key not in HEADS}
    tables = heads["study"].value if "study" in heads else []
    if not isinstance(tables, list) or not tables:
        raise file.wrong(("study",), "a plan has a study at least; write [[study]] and its kind")
    studies: dict[str, PlannedStudy] = {}
    for i, value in enumerate(tables):
        table = Value(file, ("study", i), value)
        for one in _Table(table, common, {**rbcore.PRESETS, **own}).studies():
            if one.name in studies:
                raise table.wrong(f"two studies are called {one.name}; give each a name of its own")
            plan = {"file": name, "text": file.text, "study": one.name}
            if part > 1:
                one, plan = one.part(part), plan | {"part": str(part)}
            studies[one.name] = replace(one, study=replace(one.study, plan=plan))
            if len(studies) > MOST:
                raise table.wrong(f"a plan has at most {MOST:,} studies")
    taken = {key for one in studies.values() for key in plan_options(one.kind)}
    for key, head in common.items():
        if key not in taken:
            raise head.wrong(f"no study of this plan has {hyphened(key)}; take it out")
    title = heads["title"].text() if "title" in heads else ""
    every = tuple(studies.values())
    output = _output(heads["output"], every) if "output" in heads else Output()
    return Plan(name, file.text, title, own, every, output.part(part) if part > 1 else output)


class _Table:
    """A table `[[study]]`, which makes a study for each combination of the lists in it."""

    def __init__(self, table: Value, common: Options, presets: Presets) -> None:
        self.table, self.presets = table, presets
        every = table.table((*KINDS_KEYS, *OPTIONS), "a study")
        if "kind" not in every:
            raise table.wrong(f"a study has a kind; there are {', '.join(KINDS)}")
        self.word = every["kind"].text()
        if self.word.replace("_", "-") not in KINDS:
            near = known_names(self.word, KINDS)
            raise every["kind"].wrong(f"{shown(self.word)} is no kind of study; {near}")
        self.kind = find_kind(self.word)
        self.declared = plan_options(self.kind)
        given = table.table((*KINDS_KEYS, *self.declared), f"a study of kind {self.word}")
        self.options = {key: one for key, one in common.items() if key in self.declared}
        self.options |= {key: one for key, one in given.items() if key not in KINDS_KEYS}
        self.name = given["name"].text() if "name" in given else ""
        if self.name and not NAME.fullmatch(self.name):
            raise given["name"].wrong(
                f"{shown(self.name)} is no name of a folder; letters, digits and - _ . , = ~ + do"
            )
        self.needs = [name for name, one in self.declared.items() if one.is_required]
        for name in self.needs:
            if name not in self.options:
                raise table.wrong(f"{self.word} needs {name}")

    def studies(self) -> Iterator[PlannedStudy]:
        """Yield the studies, the last list running fastest."""
        named = sorted(filter(self._is_list, self.options), key=_blame)
        order = [key for key in self.options if key not in named] + named
        lists = [self._alternatives(key) for key in order]
        if prod(map(len, lists)) > MOST:
            raise self.table.wrong(f"these lists make more than {MOST:,} studies")
        for chosen in product(*lists):
            given = {key: value for key, (_, value) in zip(order, chosen, strict=True)}
            words = [text for text, _ in chosen[len(order) - len(named) :]]
            name = "-".join([self.name] * bool(self.name) + words) or self.word
            yield PlannedStudy(name, self.kind, given, self._study(given))

    def _is_list(self, key: str) -> bool:
        return isinstance(self.options[key].value, list) and not self.declared[key].many

    def _alternatives(self, key: str) -> list[tuple[str, Any]]:
        """Return the values of an option, each as names have it and as the function takes it."""
        one = self.options[key]
        raw: Any = one.value if self._is_list(key) else [one.value]
        try:
            if not raw:
                raise ValueError("the list is empty; name one at least")
            return [
                (NO_NAME.sub("+", str(each)), read_option(self.declared[key], each, self.presets))
                for each in raw
            ]
        except ValueError as error:
            raise one.wrong(error) from None

    def _study(self, given: Mapping[str, Any]) -> Study:
        """Return the arms. An error names the first option that brings it about."""
        try:
            return self.kind.study(given)
        except ValueError as error:
            key = self._blamed(given)
            raise (self.table if key is None else self.options[key]).wrong(error) from None

    def _blamed(self, given: Mapping[str, Any]) -> str | None:
        so_far: dict[str, Any] = {}
        for key in sorted(given, key=lambda key: (key not in self.needs, _blame(key))):
            so_far[key] = given[key]
            try:
                self.kind.study(so_far)
            except ValueError:
                return key
        return None


def _blame(key: str) -> int:
    """Return how early an option is to blame for an error."""
    return BLAMED.index(key) if key in BLAMED else len(BLAMED)


def _output(head: Value, studies: Sequence[PlannedStudy]) -> Output:
    """Return what becomes of results. Raises ValueError with file, line and key."""
    given = head.table([field.name for field in fields(Output)], "the output")
    texts: dict[str, Any] = {key: one.text() for key, one in given.items() if key != "figures"}
    for key, text in texts.items():
        if not text:
            raise given[key].wrong("the name is empty")
    output = Output(**texts, figures=_figures(given))
    if len(studies) > 1 and output.out and "{name}" not in output.out:
        raise given["out"].wrong(
            f"{len(studies)} studies cannot have one file; write {{name}} where their names go"
        )
    if output.report:
        unkept = [one.name for one in studies if not one.kind.stored]
        if not output.stores:
            raise given["report"].wrong("a report is of stores; name their folder too")
        if unkept:
            raise given["report"].wrong(
                f"a report is of stores, and matches have none: {unkept[0]}"
            )
        if len({one.level for one in studies}) > 1:
            raise given["report"].wrong("a report has one level; give all studies one")
    if output.figures and not output.report:
        raise given["figures"].wrong("figures are those of a report; name a page too")
    return output


def _figures(given: Options) -> bool:
    figures = given["figures"].value if "figures" in given else False
    if not isinstance(figures, bool):
        raise given["figures"].wrong(f"{shown(figures)} is neither true nor false")
    return figures
