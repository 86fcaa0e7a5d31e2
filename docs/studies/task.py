"""Task: what the command line of a page's program asks for, and the files that this takes.

    python docs/studies/NAME.py STORES [--part N --to FOLDER]

plays the plan NAME.toml, each study into a store of its own in the folder STORES, and writes the
page, its pictures and data beside the program, or into FOLDER. `--part` plays one game in N, as to
try all programs, and never writes the pages of the docs.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

import rbsim
from rbsim.cli import console
from rbsim.rendering.svg import Picture
from rbsim.results.result import StudyResult

HERE = Path(__file__).parent
R = TypeVar("R", bound=StudyResult)


@dataclass(frozen=True)
class Task:
    """A plan, the folder of its stores, the page, what part is played, and what else is named."""

    plan: rbsim.Plan
    stores: Path
    page: Path
    part: int
    named: Sequence[str]

    def play(self, line: rbsim.PlannedStudy, kind: type[R]) -> R:
        """Return the result of a line, played or read from its store."""
        with console.bar(line.name) as progress:
            result = line.play(store=self.stores / line.name, progress=progress)
        assert isinstance(result, kind)
        return result

    def results(self, kind: type[R]) -> Iterator[tuple[rbsim.PlannedStudy, R]]:
        """Yield every line of the plan with its result."""
        for line in self.plan:
            yield line, self.play(line, kind)

    def write(self, text: str, pictures: Sequence[Picture] = ()) -> None:
        """Write the page and its pictures."""
        for picture in pictures:
            self.page.with_name(f"{picture.name}.svg").write_text(picture.svg)
        self.page.write_text(text)


def task(plan: Path, description: str | None, named: str = "", page: str = "") -> Task:
    """Return what the command line asks of a program: its plan's page, unless another is given."""
    parser = argparse.ArgumentParser(description=str(description).partition("\n")[0])
    parser.add_argument("stores", type=Path)
    if named:
        parser.add_argument("named", metavar=named.upper(), nargs="*")
    parser.add_argument("--part", type=int, default=1, metavar="N", help="play one game in N")
    parser.add_argument("--to", type=Path, default=HERE, metavar="FOLDER", help="of the page")
    given = parser.parse_args()
    if given.part != 1 and given.to.resolve() == HERE.resolve():
        parser.error("a part of the games makes no page of the docs; give another folder by --to")
    for folder in (given.stores, given.to):
        folder.mkdir(parents=True, exist_ok=True)
    name = page or plan.with_suffix(".md").name
    read = rbsim.read_plan(plan, part=given.part)
    return Task(read, given.stores, given.to / name, given.part, getattr(given, "named", []))
