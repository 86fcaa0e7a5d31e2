"""Plot: a quantity of a result as a picture, on axes of matplotlib, and as a file."""

from __future__ import annotations

import io
import math
from collections.abc import Sequence
from itertools import product
from textwrap import fill
from typing import TYPE_CHECKING, Any

import matplotlib as mpl
import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure as Picture

from rbsim.figures import QUANTITIES, Figure
from rbsim.intervals import level_text
from rbsim.show.tables import label_text as _label
from rbsim.tally import Seen

if TYPE_CHECKING:
    from rbsim.result import Result

WIDTH, ROW, DPI = 6.4, 0.3, 200  # inches, and pixels an inch
INK, BAND, MUTED = "#0072b2", "#cfe3f0", "0.45"  # a band is lighter than its line, in grey too
MARKS = (("o", "-"), ("s", "--"), ("^", ":"), ("D", "-."))  # of several lines in one picture
BINS, MOST_SAID = 30, 20
STYLE: Any = {
    "svg.hashsalt": "rbsim", "font.size": 9, "text.parse_math": False, "axes.spines.top": False,
    "axes.spines.right": False, "axes.axisbelow": True, "legend.frameon": False,
    "pdf.fonttype": 42,
}  # fmt: skip


def figures_of(result: Result, quantity: str) -> list[Figure]:
    """Return the figures that are drawn of a quantity. Raises ValueError for none.

    Where there are differences, these; where the study's answer has labels, as a start, those.
    """
    every = [one for one in result.figures if one.quantity == quantity]
    answer = {key: value for key, value in result.answer_labels.items() if key != "source"}
    for some in (
        [one for one in every if one.labels.get("against") is not None],
        [one for one in every if answer.items() <= one.labels.items()],
    ):
        if some and len(some) < len(every):
            every = some
    known = [one for one in every if math.isfinite(one.estimate)]
    if not known:
        have = dict.fromkeys(o.quantity for o in result.figures if math.isfinite(o.estimate))
        raise ValueError(f"this result has no {quantity} to draw; it has {', '.join(have)}")
    return known


def draw(result: Result, quantity: str, ax: Axes | None = None, apart: bool = False) -> Axes:
    """Draw a quantity: a row a figure, a curve along an axis, a grid of two, or a histogram.

    Without axes they are made, in a figure of pyplot or one `apart` from it, in a plain style.
    """
    if ax is not None:
        return _draw(result, quantity, ax)
    with mpl.rc_context(STYLE):
        if apart:
            picture = Picture(figsize=(WIDTH, 3.4), layout="constrained")
        else:
            import matplotlib.pyplot as plt

            picture = plt.figure(figsize=(WIDTH, 3.4), layout="constrained")
        return _draw(result, quantity, picture.subplots(), owned=True)


def _draw(result: Result, quantity: str, ax: Axes, owned: bool = False) -> Axes:
    figures = figures_of(result, quantity)
    seen = _seen(result, quantity, figures)
    axes = [a for a in result.study.settings.get("axes", ()) if a in figures[0].labels]
    rows = 1.0
    if seen is not None:
        _histogram(ax, figures[0], seen)
    elif len(axes) == 1 and _numeric(figures, axes[0]):
        _curve(ax, figures, axes[0])
    elif len(axes) == 2 and len(figures) == len({_key(one, axes) for one in figures}):
        rows = _grid(ax, figures, axes)
    else:
        rows = _forest(ax, figures)
    ax.set_title(fill(title_of(result, figures), 84), loc="left", fontsize="medium")
    if owned:
        is_tall = seen is None and rows != 1.0
        ax.figure.set_size_inches(WIDTH, 1.1 + ROW * rows if is_tall else 3.6)  # type: ignore[union-attr]
    return ax


def _seen(result: Result, quantity: str, figures: Sequence[Figure]) -> Seen | None:
    """Return what was counted of a quantity of the only run; None of several."""
    if len(figures) > 1 or len(result.study.arms) > 1:
        return None
    seen = result.tallies[0].seen.get((0, quantity))
    return seen if seen is not None and len(np.flatnonzero(seen.counts)) > 1 else None


def _numeric(figures: Sequence[Figure], axis: str) -> bool:
    values = [one.labels[axis] for one in figures]
    return len(set(values)) > 1 and all(type(value) in (int, float) for value in values)


def _key(one: Figure, names: Sequence[str]) -> tuple[Any, ...]:
    return tuple(one.labels.get(name) for name in names)


def _varying(figures: Sequence[Figure]) -> list[str]:
    """Return the labels that tell figures apart, without those that others make needless."""
    every = dict.fromkeys(name for one in figures for name in one.labels)
    names = [name for name in every if len({str(one.labels.get(name)) for one in figures}) > 1]
    for name in ("players", "variant"):
        rest = [other for other in names if other != name]
        if rest and len({_key(one, rest) for one in figures}) == len(figures):
            names = rest
    return names


def _named(one: Figure, names: Sequence[str]) -> str:
    return ", ".join(_label(value) for value in _key(one, names) if value is not None)


def words_of(one: Figure) -> str:
    """Return what an axis shows, in the unit of the numbers beside it."""
    unit = ", points" if one.form == "difference" else ", %" if one.is_share else ""
    less = f" less {one.labels['against']}" if one.labels.get("against") else ""
    words = QUANTITIES[one.quantity].words
    return f"{words[0].upper()}{words[1:]}{less}{unit}"


def title_of(result: Result, figures: Sequence[Figure]) -> str:
    """Return the variants, players, games and level of a picture."""
    said = []
    for name in ("variant", "players"):
        values = list(dict.fromkeys(str(one.labels[name]) for one in figures if name in one.labels))
        own = [arm.variant if name == "variant" else arm.player_text for arm in result.study.arms]
        values = values or list(dict.fromkeys(own))
        more = f" and {len(values) - 3} more" if len(values) > 4 else ""
        said.append(", ".join(values[: 3 if more else 4]) + more)
    counts = sorted({one.n for one in figures})
    against = dict.fromkeys(str(v) for one in figures if (v := one.labels.get("against")))
    said[0] += f" against {', '.join(against)}" * bool(against)
    many = f"{counts[0]:,}" + (f" to {counts[-1]:,}" if len(counts) > 1 else "")
    has = any(math.isfinite(one.low) for one in figures)
    together = " together" if figures[0].level > result.level else ""
    interval = f"; intervals of {level_text(result.level)}{together}" if has else ""
    return f"{said[0]}; players {said[1]}; {many} {figures[0].unit}{interval}"


def _scaled(figures: Sequence[Figure]) -> Any:
    """Return estimates, lower and upper ends, as they are written."""
    scale = 100 if figures[0].is_share else 1
    return np.array([(one.estimate, one.low, one.high) for one in figures], float).T * scale


def _forest(ax: Axes, figures: Sequence[Figure]) -> float:
    """Draw a row for each figure in its order, with its number at the side."""
    values, at = _scaled(figures), np.arange(len(figures))
    ends = np.nan_to_num(np.abs(values[1:] - values[0]))
    if figures[0].form in ("difference", "change"):
        ax.axvline(0, color=MUTED, linewidth=0.8, zorder=0)
    ax.errorbar(values[0], at, xerr=ends, fmt="o", color=INK, capsize=2.5, markersize=4.5)
    names = _varying(figures)
    ax.set_yticks(at, [fill(_named(one, names), 34) for one in figures])
    ax.set_ylim(len(figures) - 0.4, -0.6)
    ax.tick_params(axis="y", length=0)
    ax.spines["left"].set_visible(False)
    ax.grid(axis="x", color="0.9", linewidth=0.6)
    for i, one in enumerate(figures):
        ax.annotate(one.text, (1, i), (8, 0), xycoords=("axes fraction", "data"),
                    textcoords="offset points", va="center", annotation_clip=False)  # fmt: skip
    ax.set_xlabel(words_of(figures[0]))
    return len(figures) + 0.5 * sum("\n" in one.get_text() for one in ax.get_yticklabels()) + 0.01


def _curve(ax: Axes, figures: Sequence[Figure], axis: str) -> None:
    """Draw estimates along an axis of numbers, with their intervals as a band."""
    names = [name for name in _varying(figures) if name != axis]
    lines: dict[tuple[Any, ...], list[Figure]] = {}
    for one in figures:
        lines.setdefault(_key(one, names), []).append(one)
    if figures[0].form in ("difference", "change"):
        ax.axhline(0, color=MUTED, linewidth=0.8, zorder=0)
    for (key, own), (mark, dash) in zip(lines.items(), MARKS * len(lines), strict=False):
        x = np.array([one.labels[axis] for one in own], float)
        order = np.argsort(x)
        values = _scaled(own)[:, order]
        ax.fill_between(x[order], values[1], values[2], color=BAND, alpha=0.8, linewidth=0)
        said = ", ".join(map(_label, key))
        ax.plot(x[order], values[0], dash, marker=mark, color=INK, markersize=4.5, label=said)
    if len(lines) > 1:
        ax.legend()
    ticks = sorted({one.labels[axis] for one in figures})  # type: ignore[type-var]
    if len(ticks) <= 16:
        ax.set_xticks(ticks)  # type: ignore[arg-type]
    ax.set(xlabel=axis.replace("_", "-"), ylabel=words_of(figures[0]))


def _grid(ax: Axes, figures: Sequence[Figure], axes: Sequence[str]) -> float:
    """Draw a cell for each value of two axes, with its number."""
    down, across = ([*dict.fromkeys(one.labels[axis] for one in figures)] for axis in axes)
    by_key = {_key(one, axes): one for one in figures}
    cells = np.full((len(down), len(across)), np.nan)
    for i, j in product(range(len(down)), range(len(across))):
        if (one := by_key.get((down[i], across[j]))) is not None:
            cells[i, j] = one.estimate * (100 if one.is_share else 1)
    shown = ax.imshow(cells, cmap="Greys", aspect="auto")
    low, high = np.nanmin(cells), np.nanmax(cells)
    shown.set_clim(low - 0.1 * (high - low), high + 1.5 * (high - low) + 1e-9)  # no cell is dark
    for i, j in product(range(len(down)), range(len(across))):
        if (one := by_key.get((down[i], across[j]))) is not None:
            interval = f"\n{one.interval_text}" if one.interval_text and not one.is_bound else ""
            number = one.text if one.is_bound else one.show(one.estimate)
            ax.text(j, i, number + interval, ha="center", va="center", color="black",
                    fontsize="small")  # fmt: skip
    ax.set_yticks(range(len(down)), [*map(_label, down)])
    ax.set_xticks(range(len(across)), [*map(_label, across)])
    ax.tick_params(length=0)
    ax.spines[:].set_visible(False)
    names = [axis.replace("_", "-") for axis in axes]
    ax.set(ylabel=names[0], xlabel=f"{names[1]} ({words_of(figures[0])})")
    return 1.6 * len(down) + 0.01


def _histogram(ax: Axes, one: Figure, seen: Seen) -> None:
    """Draw which share of the games has which number; what is beyond the last bin is said."""
    at = np.flatnonzero(seen.counts)
    least = seen.start + int(at[0])
    total = np.cumsum(seen.counts)
    most = seen.start + int(np.searchsorted(total, 0.995 * total[-1]))
    size = max(1, math.ceil((most - least + 1) / BINS))
    edges = np.arange(least, most + size + 1, size)
    values = seen.start + np.arange(len(seen.counts))
    counts, _ = np.histogram(values, edges - 0.5, weights=seen.counts)
    shares = 100 * counts / total[-1]
    ax.bar(edges[:-1] - 0.5, shares, size, align="edge", color=BAND, edgecolor=INK, linewidth=0.8)
    ax.locator_params(axis="x", integer=True)
    ax.set_ylim(0, 1.2 * shares.max())  # so that no bar is below the legend
    if math.isfinite(one.estimate):
        ax.axvline(one.estimate, color="black", linestyle="--", linewidth=1,
                   label=f"mean {one.text}")  # fmt: skip
        ax.legend(loc="upper right")
    beyond = 100 * (1 - counts.sum() / total[-1])
    more = f" ({beyond:.2g}% above {edges[-1] - 1:,} not shown)" if beyond > 1e-9 else ""
    bins = f"bins of {size}" if size > 1 else "each"
    words = words_of(one)
    ax.set(xlabel=f"{words}, {bins}{more}", ylabel=f"{one.unit.capitalize()}, %")


def described(result: Result, quantity: str) -> str:
    """Return a picture in words."""
    figures = figures_of(result, quantity)
    names = _varying(figures)
    rows = [f"{_named(one, names)}: {one.text}".lstrip(": ") for one in figures[:MOST_SAID]]
    more = [f"and {len(figures) - MOST_SAID} more"] * (len(figures) > MOST_SAID)
    return f"{words_of(figures[0])}. {title_of(result, figures)}. {'; '.join([*rows, *more])}."


def picture(result: Result, quantity: str, suffix: str = ".svg", clear: bool = False) -> bytes:
    """Return a picture as a file's content, always the same of the same result."""
    ax, content = draw(result, quantity, apart=True), io.BytesIO()
    said: dict[str, str | None] = {"Title": words_of(figures_of(result, quantity)[0])}
    if suffix == ".svg":
        said |= {"Date": None, "Description": described(result, quantity)}
    elif suffix == ".pdf":
        said |= {"CreationDate": None}
    with mpl.rc_context(STYLE):
        ax.figure.savefig(content, format=suffix[1:], dpi=DPI, transparent=clear,  # type: ignore[union-attr]
                          metadata=said, bbox_inches="tight")  # fmt: skip
    return content.getvalue()
