"""House rules: what each changes in the advantage, in how games end, and in their length.

    python docs/studies/house_rules.py STORES

plays house_rules.toml, and writes the page house_rules.md, its picture and its data. The page is
written whole, because all its prose is in this program or follows from the figures.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import pages
from pages import LEVEL, Cell, markdown, origin, task

import rbsim

PLAN = Path(__file__).with_suffix(".toml")
QUANTITIES = ("advantage", "nobody_wins", "turns")
HEAD = ("rule", "players", "advantage", "nobody wins", "turns")
FOUND = ("game, players", "deals", "rules", "significant changes of the advantage")
# By players: rows below the middle of the rule's, colour and mark in the picture.
LOOKS = {"greedy": (-0.16, pages.BLUE, "o"), "lookahead+memory": (0.16, pages.ORANGE, "s")}
ROW = 22  # pixels
Played = tuple[rbsim.PlannedStudy, rbsim.Result]
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
    """Return what a variant changes of its base, or its name, if it has another base."""
    return ",".join(one for one in variant.split(",") if one not in base.split(","))


def title(line: rbsim.PlannedStudy) -> str:
    """Return the unchanged rules of a study, and its players."""
    return f"`{line.study.arms[0].variant}`, `{line.study.arms[0].player_text}`"


def by_rules(played: Sequence[Played]) -> dict[str, list[Played]]:
    """Return the studies by their unchanged rules; those of one game change the same rules."""
    found = dict[str, list[Played]]()
    for one in played:
        found.setdefault(one[0].study.arms[0].variant, []).append(one)
    return found


def section(base: str, played: Sequence[Played]) -> str:
    """Return the table of a game, with a row for each rule and its players, and its heading."""
    rows = list[list[Cell]]()
    for one in others(played[0][0]):
        name = f"`{rule(base, one)}`"
        for line, result in played:
            figures = [less(result, quantity, one) for quantity in QUANTITIES]
            rows.append([name, f"`{line.study.arms[0].player_text}`", *figures])
            name = ""
    return f"## `{base}`\n\n{markdown(HEAD, rows)}"


def findings(line: rbsim.PlannedStudy, result: rbsim.Result) -> list[Cell]:
    """Return a row with the rules that change the advantage, the greatest change first."""
    base = line.study.arms[0].variant
    found = [(one, less(result, "advantage", one)) for one in others(line)]
    changed = [
        (one, d) for one, d in found if d.p_adjusted is not None and d.p_adjusted < 1 - LEVEL
    ]
    changed.sort(key=lambda pair: -abs(pair[1].estimate))
    named = "; ".join(f"`{rule(base, one)}` {d.text}" for one, d in changed)
    deals, planned = found[0][1].n, line.study.count
    played = f"{deals:,}" if deals >= planned else f"{deals:,} of {planned:,} planned"
    return [title(line), played, len(found), named or "none"]


def to_waste(result: rbsim.Result) -> str:
    """Return what starting is worth under a rule that is worth more to the second player."""
    worth, without = (
        result.figure("advantage", variant=arm.variant, against=None).text
        for arm in result.study.arms
    )
    return (
        f"Under `turned-up-card=to-waste` starting is worth {worth} to `lookahead+memory`, as the "
        "second player has the first waste to load onto. With `load-onto=none` as well it is worth "
        f"{without}."
    )


@pages.styled
def picture(path: Path, games: Mapping[str, Sequence[Played]]) -> None:
    """Draw what each rule adds to the advantage, a row for each, with a mark for each player."""
    words, labels = list[str](), dict[float, str]()
    height = ROW * sum(len(others(same[0][0])) + 1.5 for same in games.values())
    heading = "What house rules add to starting"
    note = [
        "In points, as played; most 95% intervals lie within marks.",
        "Circle: greedy; square: lookahead+memory.",
    ]
    axes = pages.canvas(heading, note, height, 24, left=185)
    y, far = 0.0, 1.0
    for base, same in games.items():
        labels[y] = f"{base} with:".replace(",", ",\n")
        for one in others(same[0][0]):
            y += 1
            labels[y] = rule(base, one)
            for line, result in same:
                players = line.study.arms[0].player_text
                figure = less(result, "advantage", one)
                ends = [100 * end for end in figure.interval]
                below, colour, mark = LOOKS[players]
                axes.plot(ends, [y + below] * 2, color=colour, linewidth=2)
                axes.plot([100 * figure.estimate], [y + below], mark, color=colour, markersize=4)
                far = max(far, *map(abs, ends))
                words.append(f"{labels[y]} from {base}, {players}: {figure.text}")
        y += 1.5
    axes.axvline(0, color=pages.GRID, zorder=0)
    axes.set_xlim(-1.05 * far, 1.05 * far)
    axes.set_ylim(y - 0.5, -1)
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
    games = by_rules(played)
    own.page.write_text(TEXT, "utf-8")
    picture(own.page.with_name("house-rules.svg"), games)
    head = ("variant", "against", "players", "quantity", "n", "estimate", "low", "high")
    rows = (row for one in played for row in cells(*one))
    pages.write_csv(own.page.with_suffix(".csv"), head, rows)
    found = markdown(FOUND, [findings(*one) for one in played])
    _, (_, waste) = games[TO_WASTE]  # of greedy, and of lookahead+memory
    sections = [section(*one) for one in games.items()]
    text = "\n\n".join([found, to_waste(waste), *sections, origin(own.plan)])
    pages.fill(own.page, [text], own.page)


if __name__ == "__main__":
    main()
