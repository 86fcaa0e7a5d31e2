"""A fair start: under which handicap starting is worth nothing; remedies.py has what else does."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import pages
import remedies
from pages import Cell, markdown
from paired import Leads, forced

import rbsim

PLAN = Path(__file__).with_suffix(".toml")
ROW = 15  # pixels
HEAD = ("handicap", "advantage", "change", "starter wins", "stalemate", "standoff", "turns")
QUANTITIES = ("starter_wins", "stalemate", "standoff", "turns")
FACE_UP = "face-up"  # what the names of lines of the plan begin with


@dataclass(frozen=True)
class Handicaps:
    """The handicaps of a study, none first: what starting is worth, and what each game came to."""

    name: str
    result: rbsim.Result
    names: Sequence[str]
    together: Sequence[rbsim.Figure]  # advantages whose intervals hold together
    leads: Sequence[Leads]
    is_used: bool  # whether under any of them a game ended otherwise than without

    @classmethod
    def of(cls, name: str, result: rbsim.Result) -> Handicaps:
        """Return those of a result."""
        together = [one for one in result.figures if one.quantity == "advantage_together"]
        names = [str(one.labels["handicap"]) for one in together]
        leads = [Leads.of(result, forced(result, part)) for part in range(len(names))]
        turns = {result.figure("turns", handicap=one).estimate for one in names}
        alike = all((one.gained == leads[0].gained).all() for one in leads)
        return cls(name, result, names, together, leads, len(turns) > 1 or not alike)

    @property
    def who(self) -> tuple[str, str, int]:
        """The variant, the players, and the number of deals."""
        arm = self.result.study.arms[0]
        return arm.variant, arm.player_text, self.together[0].n

    def changes(self) -> list[rbsim.Figure]:
        """Return by how much each handicap changes the advantage; intervals hold together."""
        level = 1 - 0.05 / (len(self.names) - 1)
        return [one.less(self.leads[0], level) for one in self.leads[1:]]

    def rows(self) -> list[list[Cell]]:
        """Return a row for each handicap; those that may be fair are bold."""
        made: list[list[Cell]] = []
        changes = [None, *self.changes()]
        for name, one, change in zip(self.names, self.together, changes, strict=True):
            own = (self.result.figure(key, handicap=name) for key in QUANTITIES)
            may_be_fair = one.low <= 0 <= one.high and change is not None
            made.append([f"**{name}**" if may_be_fair else name, one, change, *own])
        return made

    def section(self) -> str:
        """Return the handicaps in Markdown."""
        variant, players, deals = self.who
        hashes = "###" if self.name.startswith(FACE_UP) else "##"
        title = f"{hashes} {variant}: `{players}`, {deals:,} deals"
        if not self.is_used:
            return f"{title}\n\n*Not used*: {', '.join(self.names[1:])}."
        return "\n\n".join([title, self.result.headline, markdown(HEAD, self.rows())])


@pages.styled
def picture(path: Path, every: Sequence[Handicaps]) -> None:
    """Draw the advantage under each handicap, a row for each, the fair line in the middle."""
    title, words, y = "What starting is worth under a handicap", [], 0
    note = "Causal advantage in points; intervals hold together in each block."
    axes = pages.canvas(title, [note], ROW * sum(len(one.names) + 2 for one in every), 24, left=120)
    labels: dict[float, str] = {}
    for own in every:
        who = ", ".join(own.who[:2])
        colour = pages.BLUE if own.who[1] == "greedy" else pages.ORANGE
        axes.text(-23, y, who, fontsize=10, va="center")
        for name, one in zip(own.names, own.together, strict=True):
            y += 1
            labels[y] = name
            axes.plot([100 * end for end in one.interval], [y, y], color=colour, linewidth=2)
            axes.plot([100 * one.estimate], [y], "o", color=colour, markersize=4)
        said = (f"{name} {one.text}" for name, one in zip(own.names, own.together, strict=True))
        words.append(f"{who}: {', '.join(said)}")
        y += 2
    axes.axvline(0, color=pages.MUTED, linewidth=0.8)
    axes.set_ylim(y - 1, -1)
    axes.set_xlim(-24, 24)
    axes.set_yticks(list(labels), list(labels.values()))
    axes.tick_params(axis="y", length=0, labelcolor=pages.INK)
    axes.xaxis.set_major_formatter(lambda x, _: f"{x:+.0f}%")
    axes.grid(axis="x")
    pages.finish(axes, path, title, "; ".join(words) + ".")


def main() -> None:
    """Play what is not in the stores, and write the page and its picture."""
    own = pages.task(PLAN)
    every = [Handicaps.of(line.name, result) for line, result in own.results()]
    picture(own.page.with_name("fair-advantage.svg"), [one for one in every if one.is_used])
    limits, shown = (
        "\n\n".join(one.section() for one in every if one.name.startswith(FACE_UP) == is_shown)
        for is_shown in (False, True)
    )
    made_up = remedies.tables(own.page.with_name("remedies.csv"), own.plan.part)
    pages.fill(own.page, [limits, shown, *made_up, pages.origin(own.plan)])


if __name__ == "__main__":
    main()
