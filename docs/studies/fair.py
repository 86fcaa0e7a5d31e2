"""A fair start: under which handicap starting is worth nothing; remedies.py has what else does."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pages
import remedies
from pages import Cell, markdown
from paired import Leads, forced

import rbsim

PLAN = Path(__file__).with_suffix(".toml")
ROW = 15  # pixels
HEAD = ("handicap", "advantage", "verdict", "change", "nobody wins", "turns")
ANSWER = ("variant", "players", "deals", "without a handicap", "fair", "open", "a fair draw")
FACE_UP = "face-up"  # what the names of lines of the plan begin with
ERRORS = (10, 15, 20, 25, 30)  # per cent, in the order of the plan


def together(result: rbsim.Result) -> list[rbsim.Figure]:
    """Return the advantages by handicap, of which that without comes first."""
    return [one for one in result.figures if one.quantity == "advantage_together"]


def answer(joint: rbsim.Result) -> list[Cell]:
    """Return the row of a study in the table of what is fair, or else may be drawn."""
    arm, named = joint.study.arms[0], dict[str, list[str]]()
    for one in together(joint):
        named.setdefault(str(one.labels["verdict"]), []).append(str(one.labels["handicap"]))
    draws = (f"{one.labels['handicap']}, the first in {one.text}" for one in joint.figures
             if one.quantity == "first_of_two" and one.labels["verdict"] == "fair")  # fmt: skip
    fair, unknown = (", ".join(named.get(word, "-")) for word in ("fair", "open"))
    bare = together(joint)[0]
    return [arm.variant, arm.player_text, arm.count, bare, fair, unknown, next(draws, None)]


def section(result: rbsim.Result, joint: rbsim.Result) -> str:
    """Return the handicaps of a study in Markdown, with verdicts that hold for all of the page."""
    leads = [Leads.of(result, forced(result, part)) for part in range(len(result.tallies))]
    rows = list[list[Cell]]()
    for one, lead in zip(together(joint), leads, strict=True):
        name, verdict = str(one.labels["handicap"]), str(one.labels["verdict"])
        change = lead.less(leads[0]) if rows else None
        others = [result.figure(key, handicap=name) for key in ("nobody_wins", "turns")]
        rows.append([f"**{name}**" if verdict == "fair" else name, one, verdict, change, *others])
    arm = result.study.arms[0]
    title = f"### {arm.variant}: `{arm.player_text}`, {arm.count:,} deals"
    return f"{title}\n\n{markdown(HEAD, rows)}"


@pages.styled
def picture(path: Path, every: Sequence[rbsim.Result]) -> None:
    """Draw the advantage under each handicap, a row for each, the margin in the middle."""
    title, words, y = "What starting is worth under a handicap", [], 0
    margin = every[0].study.settings.margin
    note = "Causal, in points; all intervals hold together.", f"Band: a margin of {margin}."
    height = ROW * sum(len(together(one)) + 2 for one in every)
    axes = pages.canvas(title, note, height, 24, left=120)
    labels: dict[float, str] = {}
    for own in map(together, every):
        who = f"{own[0].labels['variant']}, {own[0].labels['players']}"
        colour = pages.BLUE if who.endswith("greedy") else pages.ORANGE
        axes.text(-23, y, who, fontsize=10, va="center")
        for one in own:
            y += 1
            labels[y] = str(one.labels["handicap"])
            axes.plot([100 * end for end in one.interval], [y, y], color=colour, linewidth=2)
            axes.plot([100 * one.estimate], [y], "o", color=colour, markersize=4)
        said = (f"{one.labels['handicap']} {one.text}, {one.labels['verdict']}" for one in own)
        words.append(f"{who}: {'; '.join(said)}")
        y += 2
    axes.axvspan(-margin, margin, color=pages.GRID, linewidth=0)
    axes.set_ylim(y - 1, -1)
    axes.set_xlim(-24, 24)
    axes.set_yticks(list(labels), list(labels.values()))
    axes.tick_params(axis="y", length=0, labelcolor=pages.INK)
    axes.xaxis.set_major_formatter(lambda x, _: f"{x:+.0f}")
    axes.grid(axis="x")
    pages.finish(axes, path, title, ". ".join(words) + ".")


def main() -> None:
    """Play what is not in the stores, and write the page and its picture."""
    own = pages.task(PLAN)
    played, errors = list[tuple[bool, rbsim.Result]](), dict[str, list[Cell]]()
    for line, result in own.results():
        if line.call is rbsim.fair:
            played.append((line.name.startswith(FACE_UP), result))
        else:
            variant = result.study.arms[0].variant.partition(",")[0]
            errors.setdefault(variant, [variant]).append(result.figure("advantage"))
    count, joints = sum(len(result.tallies) for _, result in played), list[rbsim.Result]()
    made: dict[bool, list[tuple[list[Cell], str]]] = {False: [], True: []}
    found = list[tuple[str, str, rbsim.Figure]]()
    for is_shown, result in played:
        joint = result.at(1 - (1 - pages.LEVEL) * len(result.tallies) / count)
        made[is_shown].append((answer(joint), section(result, joint)))
        if not is_shown:
            joints.append(joint)
            bare = result.figure("advantage", handicap="none", start=pages.CAUSAL)
            found.append((str(bare.labels["variant"]), str(bare.labels["players"]), bare))
    picture(own.page.with_name("fair-advantage.svg"), joints)
    every = (zip(*own, strict=True) for own in made.values())
    blocks = ["\n\n".join([markdown(ANSWER, rows), *texts]) for rows, texts in every]
    blocks[0] = f"{count} advantages are judged.\n\n{blocks[0]}"
    choice = remedies.table(own.page.with_name("remedies.csv"), own.plan.part)
    erring = markdown(("variant", *(f"{one}% errors" for one in ERRORS)), errors.values())
    seen = pages.beside(found)
    pages.fill(own.page, [*blocks, choice, erring, seen, pages.origin(own.plan)])


if __name__ == "__main__":
    main()
