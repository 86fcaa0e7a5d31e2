"""House rules: what each changes in the advantage, in how games end, and in their length.

    python docs/studies/house_rules.py STORES

plays house_rules.toml, and writes the page house_rules.md, its picture and its data. The page is
written whole, because all its prose is in this program or follows from the figures.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import pages
from pages import LEVEL, Cell, markdown, origin, task

import rbsim

PLAN = Path(__file__).with_suffix(".toml")
QUANTITIES = ("advantage", "nobody_wins", "turns")
HEAD = ("rule", "games", "advantage", "nobody wins", "turns")
FOUND = ("game, players", "rules", "significant changes of the advantage")
ROW = 15  # pixels
TO_WASTE = "waste-available,turned-up-card=to-waste"
TEXT = """# What house rules change

After this page you can say which house rules change the advantage of the starter, how often nobody
wins, and how long games are; it is for players who choose their rules, and for researchers.

```sh
python docs/studies/house_rules.py STORES
```

This command plays the plan [house_rules.toml](house_rules.toml). With `--time 20min` it plays each
study for at most 20 minutes, and the next call continues it.

A line is the game with one rule changed minus the game without, as played. If both deal alike, they
play the same deals. *Advantage* is P(starter wins) - P(another wins); it includes the luck of the
cards by which some rules choose the starter.

The 95% intervals allow for [unfinished games](../statistics.md#unfinished-games) (asterisk), but
not for the number of rules. The significant changes do: their Holm's p is below 5%. Other rules may
change the advantage within their intervals.

![What house rules add to the advantage of starting](house-rules.svg)

<!-- made by house_rules.py -->
<!-- end -->
"""


def others(line: rbsim.PlannedStudy) -> list[str]:
    """Return the variants of a study that are compared with its first."""
    return [part[1].variant for part in line.study.parts]


def less(result: rbsim.Result, quantity: str, variant: str) -> rbsim.Figure:
    """Return by how much a quantity is greater in a variant than in the first."""
    return result.figure(quantity, variant=variant, against=result.study.arms[0].variant)


def rule(base: str, variant: str) -> str:
    """Return what a variant changes of its base, or its name, if that is no text of it."""
    return variant.removeprefix(f"{base},")


def title(line: rbsim.PlannedStudy) -> str:
    """Return the unchanged rules of a study, and its players."""
    return f"`{line.study.arms[0].variant}`, `{line.study.arms[0].player_text}`"


def section(line: rbsim.PlannedStudy, result: rbsim.Result) -> str:
    """Return the table of a study, with its heading."""
    first = line.study.arms[0]
    rows = list[list[Cell]]()
    for one in others(line):
        figures = [less(result, quantity, one) for quantity in QUANTITIES]
        rows.append([f"`{rule(first.variant, one)}`", figures[-1].n, *figures])
    deals = less(result, "turns", others(line)[0]).n
    short = f"{deals:,} of the {first.count:,} deals planned were played.\n\n"
    return f"## {title(line)}\n\n{short if deals < first.count else ''}{markdown(HEAD, rows)}"


def findings(line: rbsim.PlannedStudy, result: rbsim.Result) -> list[Cell]:
    """Return a row with the rules that change the advantage, the greatest change first."""
    base = line.study.arms[0].variant
    found = [(one, less(result, "advantage", one)) for one in others(line)]
    changed = [
        (one, d) for one, d in found if d.p_adjusted is not None and d.p_adjusted < 1 - LEVEL
    ]
    changed.sort(key=lambda pair: -abs(pair[1].estimate))
    named = "; ".join(f"`{rule(base, one)}` {d.text}" for one, d in changed)
    return [title(line), len(found), named or "none"]


def to_waste(result: rbsim.Result) -> str:
    """Return what starting is worth under a rule that is worth more to the second player."""
    worth = result.figure("advantage", variant=TO_WASTE, against=None).text
    return (
        f"Under `turned-up-card=to-waste` starting is worth {worth} to `lookahead+memory`, as the "
        "second player has the first waste to load onto. With `load-onto=none` as well it is worth "
        "-1.6 points (-5.8 to 2.6; 1,500 games of this seed)."
    )


@pages.styled
def picture(path: Path, played: Sequence[tuple[rbsim.PlannedStudy, rbsim.Result]]) -> None:
    """Draw what each rule adds to the advantage, a row for each."""
    words, labels = list[str](), dict[float, str]()
    height = ROW * sum(len(others(line)) + 2 for line, _ in played)
    heading = "What house rules add to starting"
    axes = pages.canvas(heading, ["In points, as played; 95% intervals."], height, 24, left=185)
    y, far = 0, 1.0
    for line, result in played:
        base = line.study.arms[0].variant
        labels[y] = title(line).replace("`", "")
        colour = pages.BLUE if line.study.arms[0].player_text == "greedy" else pages.ORANGE
        for one in others(line):
            y += 1
            figure = less(result, "advantage", one)
            labels[y] = rule(base, one)
            axes.plot([100 * end for end in figure.interval], [y, y], color=colour, linewidth=2)
            axes.plot([100 * figure.estimate], [y], "o", color=colour, markersize=4)
            far = max(far, *(abs(100 * end) for end in figure.interval))
            words.append(f"{labels[y]} from {base}: {figure.text}")
        y += 2
    axes.axvline(0, color=pages.GRID)
    axes.set_xlim(-1.05 * far, 1.05 * far)
    axes.set_ylim(y - 1, -1)
    axes.set_yticks(list(labels), list(labels.values()))
    axes.tick_params(axis="y", length=0, labelcolor=pages.INK)
    axes.xaxis.set_major_formatter(lambda x, _: f"{x:+.0f}" if x else "0")
    axes.grid(axis="x")
    pages.finish(axes, path, heading, "; ".join(words) + ".")


def cells(line: rbsim.PlannedStudy, result: rbsim.Result) -> Iterator[list[object]]:
    """Yield the rows of a study as data, unrounded."""
    arm = line.study.arms[0]
    for one in others(line):
        for quantity in QUANTITIES:
            figure = less(result, quantity, one)
            yield [one, arm.variant, arm.player_text, quantity, figure.n, figure.estimate,
                   *figure.interval]  # fmt: skip


def main() -> None:
    """Play what is not in the stores, and write the page, its picture and data."""
    own = task(PLAN)
    played = list(own.results())
    own.page.write_text(TEXT, "utf-8")
    picture(own.page.with_name("house-rules.svg"), played)
    head = ("variant", "against", "players", "quantity", "n", "estimate", "low", "high")
    rows = (row for one in played for row in cells(*one))
    pages.write_csv(own.page.with_suffix(".csv"), head, rows)
    found = markdown(FOUND, [findings(*one) for one in played])
    text = "\n\n".join(
        [found, to_waste(played[-1][1]), *(section(*one) for one in played), origin(own.plan)]
    )
    pages.fill(own.page, [text], own.page)


if __name__ == "__main__":
    main()
