"""Pages: what the programs of docs/studies share, from their command line to tables and pictures.

    python docs/studies/NAME.py STORES [--part N --to FOLDER] [--time LIMIT]

plays the plan NAME.toml into stores below the folder STORES, and writes what it finds between the
marks of the page NAME.md, its pictures and data beside it, or into FOLDER. `--part` plays one game
in N, as to try all programs, and never writes the pages of the docs. With `--kept` nothing is
played: what no store has stays as the page's data have it.
"""

from __future__ import annotations

import argparse
import csv
import math
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import astuple, dataclass, fields, replace
from pathlib import Path
from statistics import NormalDist
from typing import Any, NamedTuple

import numpy as np
from matplotlib import style
from matplotlib.axes import Axes
from matplotlib.figure import Figure as Drawing

import rbcore
import rbsim
from rbsim.estimates.figures import p_text
from rbsim.estimates.intervals import holm, wilson
from rbsim.show import plot

Cell = rbsim.Figure | int | str | None

HERE = Path(__file__).parent
MADE = re.compile(r"(<!-- made by \S+ -->\n).*?(<!-- end -->)", re.DOTALL)
CAUSAL, PLAYED, DEALT = "causal", "as played", "as dealt"  # starts; as dealt are games as played
RATES = ("starter_wins", "other_wins", "stalemate", "standoff", "unfinished")
ENDS = ("low", "high", "undecided_low", "undecided_high")
LEVEL = 0.95


# ---- what is asked ----


@dataclass(frozen=True)
class Task:
    """A plan with the folder of its stores, the page, whether data are kept, and for how long."""

    plan: rbsim.Plan
    page: Path
    kept: bool
    time: str | None = None

    def results(self) -> Iterator[tuple[rbsim.PlannedStudy, rbsim.Result]]:
        """Yield every study of the plan with its result, played or read from its store."""
        for one in self.plan:
            yield one, one.play(store=self.plan.store(one.name), time=self.time)

    def lines(self) -> list[Line]:
        """Return the figures of every study; if they are kept, of those that no store has."""
        if not self.kept:
            return [Line.of(result) for _, result in self.results()]
        there, found = read_lines(HERE / self.page.with_suffix(".csv").name), []
        for one in self.plan:
            try:
                found.append(Line.of(rbsim.load(self.plan.store(one.name))))
            except ValueError:  # as there is none, or it lacks games
                found.append(there[named(one)])
        return found


def task(plan: Path, page: str = "") -> Task:
    """Return what the command line asks of a program: its plan's page, unless another is given."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("stores", type=Path)
    parser.add_argument("--part", type=int, default=1, metavar="N", help="play one game in N")
    parser.add_argument("--to", type=Path, default=HERE, metavar="FOLDER", help="of the page")
    parser.add_argument("--kept", action="store_true", help="play nothing")
    parser.add_argument("--time", help="play each study so long at most, as 20min, and go on later")
    given = parser.parse_args()
    if given.part != 1 and given.to.resolve() == HERE.resolve():
        parser.error("a part of the games makes no page of the docs; give another folder by --to")
    given.to.mkdir(parents=True, exist_ok=True)
    read = rbsim.read_plan(plan, part=given.part, to=given.stores)
    return Task(read, given.to / (page or plan.with_suffix(".md").name), given.kept, given.time)


def fill(page: Path, blocks: Sequence[str | None], docs: Path | None = None) -> None:
    """Write a page with these blocks between its marks; None leaves one as it is.

    What stands between the blocks is that of the page of the docs, here unless it is elsewhere.
    """
    docs = docs or HERE / page.name
    text, left = (docs if docs.exists() else page).read_text("utf-8"), iter(blocks)

    def filled(mark: re.Match[str]) -> str:
        block = next(left)
        return mark[0] if block is None else f"{mark[1]}\n{block.strip()}\n\n{mark[2]}"

    if len(MADE.findall(text)) != len(blocks):
        raise ValueError(f"{page.name} has not {len(blocks)} pairs of marks")
    page.write_text(MADE.sub(filled, text), "utf-8")


def named(one: rbsim.PlannedStudy) -> tuple[str, str]:
    """Return the variant and the players of a study."""
    arm = one.study.arms[0]
    return arm.variant, arm.player_text


def origin(plan: rbsim.Plan) -> str:
    """Return what a page ends with: seeds and versions."""
    arms = [arm for one in plan for arm in one.study.arms]
    seeds = " and ".join(map(str, dict.fromkeys(arm.seed for arm in arms)))
    players = ", ".join(dict.fromkeys(name for arm in arms for name in arm.versioned_players))
    return f"Seed {seeds}, games version {rbcore.GAMES_VERSION}, players {players}."


# ---- figures ----


def even(variant: str) -> float:
    """Return the advantage of starting where it is worth nothing: wins less losses of a seat."""
    return 2 / rbcore.variant(variant).seats - 1


@dataclass(frozen=True)
class Line:
    """The figures of a variant and its players, found by a study or read from a page's data."""

    variant: str
    players: str
    figures: Sequence[rbsim.Figure]

    @classmethod
    def of(cls, result: rbsim.Result) -> Line:
        """Return the figures of all seatings, and of the games as they are dealt."""
        own = [
            one
            for one in result.figures
            if one.labels.get("seating", "all") == "all" or one.labels["start"] == DEALT
        ]
        arm = result.study.arms[0]
        return cls(arm.variant, arm.player_text, own)

    def get(self, quantity: str, **labels: str) -> Any:
        """Return a figure; None where it is not known."""
        for one in self.figures:
            if one.quantity == quantity and labels.items() <= one.labels.items():
                return one
        return None

    @property
    def causal(self) -> rbsim.Figure:
        """The advantage of starting, with every deal played from each seat."""
        found: rbsim.Figure = self.get("advantage", start=CAUSAL)
        labels = {"start": CAUSAL, "variant": self.variant, "players": self.players}
        return replace(found, labels=labels)

    @property
    def deals(self) -> int:
        """The number of deals."""
        return self.figures[0].n


def read_lines(path: Path) -> dict[tuple[str, str], Line]:
    """Return the lines of a page's data, by variant and players."""
    found: dict[tuple[str, str], list[rbsim.Figure]] = {}
    for row in read_csv(path):
        labels = {name: row[name] for name in ("start", "source") if row.get(name)}
        low, high, least, most = (float(row[name] or "nan") for name in ENDS)
        estimate, n, is_known = float(row["estimate"]), int(row["n"]), bool(row["undecided_low"])
        is_endless = is_known and not row["undecided_high"]
        if is_endless:  # by how many games, the figure `unfinished` tells
            high, most = math.nan if math.isnan(low) else math.inf, math.inf
        one = rbsim.Figure(
            row["quantity"], estimate, low, high, n, labels=labels,
            undecided=(least, most) if is_known else None, unfinished=int(is_endless),
            form="difference" if labels["start"] == "difference" else "",
            count=round(estimate * n) if is_known and labels["start"] == DEALT else None,
        )  # fmt: skip
        found.setdefault((row["variant"], row["players"]), []).append(one)
    return {key: Line(*key, own) for key, own in found.items()}


# What a page compares: variant, players, its figure, another page, and the figure of that.
Pair = tuple[str, str, rbsim.Figure, str, rbsim.Figure]


def beside(found: Sequence[tuple[str, str, rbsim.Figure]], *others: str) -> str:
    """Return figures beside those of other pages for other games, and which of them differ.

    `found` are variants, players and figures; `others` are pages with data, the atlas unless given.
    """
    pairs = list[Pair]()
    for page in others or ("atlas",):
        lines = read_lines(HERE / f"{page}.csv")
        for variant, players, one in found:
            line = lines.get((variant, players))
            other = line and line.get(one.quantity, start=one.labels["start"])
            if other is not None and not math.isclose(other.estimate, one.estimate, rel_tol=1e-6):
                pairs.append((variant, players, one, page, other))
    return compared(pairs)


def compared(pairs: Sequence[Pair]) -> str:
    """Return a table of figures of independent games, with z, and which of them differ.

    Two differ if Holm's p, which allows for the number of comparisons, is below 5%.
    """
    scores = [(a.estimate - b.estimate) / math.hypot(error(a), error(b)) for *_, a, _, b in pairs]
    rows = [
        (variant, players, one.n, one, page, other.n, other, f"{z:+.2f}")
        for (variant, players, one, page, other), z in zip(pairs, scores, strict=True)
    ]
    adjusted = holm([math.erfc(abs(z) / math.sqrt(2)) for z in scores])
    parted = [
        f"{variant} of `{players}` from [{page}]({page}.md)"
        for (variant, players, _, page, _), p in zip(pairs, adjusted, strict=True)
        if p < 1 - LEVEL
    ]
    verdict = "No figure differs significantly from that of the other page."
    if parted:
        verdict = f"*These differ significantly*: {'; '.join(parted)}."
    head = ("variant", "players", "deals", "here", "page", "its deals", "there", "z")
    return f"""{markdown(head, rows)}

The largest |z| of {len(scores)} comparisons is {max(map(abs, scores), default=0):.2f} (Holm's p
{p_text(min(adjusted, default=1))}). {verdict}"""


def error(one: rbsim.Figure) -> float:
    """Return the standard error of a figure, of its interval without what is unfinished."""
    return (one.half - one.moved / 2) / NormalDist().inv_cdf((1 + one.level) / 2)


def write_lines(path: Path, lines: Sequence[Line], *labels: str) -> None:
    """Write every figure as CSV, unrounded, told apart by these labels."""
    head = ("variant", "players", "quantity", *labels, "n", "estimate", *ENDS)
    rows = (
        {**one.row, "variant": line.variant, "players": line.players}
        for line in lines
        for one in line.figures
        if math.isfinite(one.estimate)
    )
    cells = ([row.get(name) for name in head] for row in rows)
    write_csv(path, head, ([f"{x:.8g}" if isinstance(x, float) else x for x in c] for c in cells))


class Mean(NamedTuple):
    """A mean and the standard deviation of what it is of."""

    value: float
    deviation: float

    @classmethod
    def of(cls, values: Any, counts: Any = None) -> Mean:
        """Return that of some values, each as often as its count says."""
        values = np.asarray(values, float)
        counts = np.ones(len(values)) if counts is None else np.asarray(counts, float)
        value = float(counts @ values) / counts.sum()
        scatter = float(counts @ (values - value) ** 2)
        return cls(value, math.sqrt(scatter / (counts.sum() - 1)) if counts.sum() > 1 else math.nan)

    @classmethod
    def from_sums(cls, total: int, squares: int, n: int, games: int = 1) -> Mean:
        """Return that of a game, given sums over n groups of so many games."""
        variance = (squares - total**2 / n) / (n - 1) if n > 1 else math.nan
        return cls(total / n / games, math.sqrt(variance) / games)


def mean_figure(
    n: int, *ends: Mean, bounds: tuple[float, float] = (-1.0, 1.0), form: str = "difference",
    unit: str = "deals", level: float = LEVEL,
) -> rbsim.Figure:  # fmt: skip
    """Return a mean with its normal interval; or of what is known within ends: least, it, most."""
    least, middle, most = ends if len(ends) == 3 else ends * 3
    errors = [end.deviation / math.sqrt(n) for end in (least, most)]
    z = NormalDist().inv_cdf((1 + level) / 2)
    low = max(bounds[0], least.value - z * errors[0])
    high = min(bounds[1], most.value + z * errors[1])
    if not high > low and math.isfinite(bounds[1]):  # all alike: others were not seen
        unseen = wilson(0, n, level)[1]
        low, high = (low + unseen * (end - low) for end in bounds)
    if not high > low:
        low = high = math.nan
    return rbsim.Figure(
        "advantage", middle.value, low, high, n, unit, "normal", form=form, level=level,
        undecided=(least.value, most.value), absent="" if high > low else "the same in all",
    )  # fmt: skip


def p_value(one: rbsim.Figure, null: float = 0.0) -> float:
    """Return the two-sided p that a difference is null, the largest that unfinished games allow."""
    least, most = (end - null for end in one.undecided or (one.estimate,) * 2)
    nearest = 0.0 if least <= 0 <= most else min(abs(least), abs(most))
    return math.erfc(nearest / error(one) / math.sqrt(2))


def less(one: rbsim.Figure, other: rbsim.Figure) -> rbsim.Figure:
    """Return the difference of two figures of other pages' data, taken as independent."""
    n = min(one.n, other.n)
    spread = math.hypot(error(one), error(other)) * math.sqrt(n)
    (least, most), (low, high) = (x.undecided or (x.estimate,) * 2 for x in (one, other))
    values = (least - high, one.estimate - other.estimate, most - low)
    return mean_figure(n, *(Mean(value, spread) for value in values), bounds=(-4.0, 4.0))


def markdown(head: Sequence[str], rows: Iterable[Sequence[Cell]]) -> str:
    """Return a table in Markdown; figures that unfinished games move much have an asterisk."""
    lines = [head, ["---"] * len(head), *([_text(cell) for cell in row] for row in rows)]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def _text(cell: Cell) -> str:
    if isinstance(cell, rbsim.Figure):
        return cell.text + " \\*" * cell.is_noted
    return f"{cell:,}" if isinstance(cell, int) else "-" if cell is None else cell


def digits(one: rbsim.Figure, places: int | None = None) -> str:
    """Return a figure as a reader wants it: of two digits, or of so many decimal places."""
    if one.is_bound:
        return one.text
    most = 1 - math.floor(math.log10(100 * one.estimate)) if places is None else places
    return one.show(one.estimate, places=max(0, most)).removesuffix(" points")


# ---- data that are kept, so that what is there is not found again ----


def write_csv(path: Path, head: Iterable[str], rows: Iterable[Iterable[object]]) -> None:
    """Write a file of data."""
    with path.open("w", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(head)
        writer.writerows(rows)


def read_csv(path: Path) -> list[dict[str, str]]:
    """Return the lines of a file of data; none if it is not there."""
    if not path.exists():
        return []
    with path.open(newline="") as file:
        return list(csv.DictReader(file))


def write_rows(path: Path, rows: Sequence[Any]) -> None:
    """Write rows, which are dataclasses of plain values."""
    write_csv(path, (one.name for one in fields(rows[0])), map(astuple, rows))


def read_rows(path: Path, row: Any) -> list[Any]:
    """Return such rows; none if they are not there."""
    read = [(one.name, {"int": int, "float": float}.get(one.type, str)) for one in fields(row)]
    return [row(*(kind(line[name]) for name, kind in read)) for line in read_csv(path)]


def read_counts(path: Path) -> dict[str, Counter[str]]:
    """Return the counts of each variant by name."""
    found: dict[str, Counter[str]] = {}
    for line in read_csv(path):
        variant, name, count = line.values()
        found.setdefault(variant, Counter())[name] = int(count)
    return found


def write_counts(path: Path, found: Mapping[str, Mapping[str, int]], word: str) -> None:
    """Write them, under a `word` for what is counted."""
    rows = ((name, *one) for name, own in found.items() for one in own.items())
    write_csv(path, ("variant", "what", word), rows)


# ---- pictures: sizes in pixels of a page 360 wide, legible in light and dark ----

INK, MUTED, GRID = "#1f2328", "#57606a", "#d0d7de"
BLUE, ORANGE = "#0072b2", "#b84a00"
DARK = {INK: "#e6e8ea", MUTED: "#a3adb8", GRID: "#3a424b", BLUE: "#56b4e9", ORANGE: "#f0a050"}
MARGIN, ROW, DPI = 14, 22, 72  # so that a point is a pixel
STYLE: Any = {
    "svg.fonttype": "none", "svg.hashsalt": "rbsim", "text.parse_math": False, "font.size": 10,
    "figure.dpi": DPI, "savefig.transparent": True, "axes.edgecolor": GRID,
    "axes.facecolor": "none",
    "axes.spines.top": False, "axes.spines.left": False, "axes.spines.right": False,
    "axes.axisbelow": True, "text.color": INK, "axes.labelcolor": MUTED, "xtick.color": GRID,
    "ytick.color": GRID, "legend.frameon": False, "legend.handletextpad": 0.3,
    "xtick.labelcolor": MUTED, "ytick.labelcolor": MUTED, "grid.color": GRID, "grid.linewidth": 0.8,
}  # fmt: skip


styled = style.context(["default", STYLE])  # decorates what draws


def canvas(
    title: str, note: Sequence[str], height: float, foot: float, left: float = 0,
    width: float = 340, right: float = 0,
) -> Axes:  # fmt: skip
    """Return axes with title and note above them."""
    head = 23 + 13 * len(note)
    total, inner = head + height + foot, width - left - right - 2 * MARGIN
    drawing = Drawing(figsize=(width / DPI, total / DPI))
    drawing.text(0, 1 - 12 / total, title, fontsize=12, fontweight="bold")
    for i, line in enumerate(note):
        drawing.text(0, 1 - (26 + 13 * i) / total, line, color=MUTED)
    return drawing.add_axes(((left + MARGIN) / width, foot / total, inner / width, height / total))


@styled
def forest(
    path: Path, title: str, note: Sequence[str], figures: Sequence[rbsim.Figure], right: float = 100
) -> None:
    """Draw what starting is worth as rbsim does, with `right` pixels for the numbers."""
    chance = {name: even(name) for one in figures if (name := str(one.labels["variant"]))}
    rows = len(chance) if len(chance) > 1 else len(figures)
    axes = canvas(title, [*note, ""], ROW * rows, 34, 92, 380, right)
    plot.forest(axes, figures, chance)
    axes.tick_params(axis="y", labelcolor=INK)
    words = (f"{one.labels['variant']}, {one.labels['players']}: {one.text}" for one in figures)
    finish(axes, path, title, f"{'; '.join(words)}.")


def finish(axes: Axes, path: Path, title: str, words: str) -> None:
    """Write a picture as SVG with what it shows in words, and other colours for dark pages."""
    said: Any = {"Date": None, "Title": title, "Description": words}
    axes.figure.savefig(path, format="svg", metadata=said)  # type: ignore[union-attr]
    dark = "".join(
        f'[style*="{what}: {light}"]{{{what}:{colour}!important}}'
        for light, colour in DARK.items()
        for what in ("fill", "stroke")
    )
    sheet = f"</metadata>\n <style>@media (prefers-color-scheme: dark){{{dark}}}</style>"
    text = path.read_text("utf-8").replace("<svg ", '<svg role="img" ', 1)
    path.write_text(text.replace("</metadata>", sheet, 1), "utf-8")
