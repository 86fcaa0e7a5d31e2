"""A drawn scene: displayed and saved as SVG, PNG, PDF and text, or as an array of pixels."""

import io
import os
import uuid
from base64 import b64encode
from collections.abc import Iterable, Iterator
from contextlib import suppress
from hashlib import sha256
from html import escape
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from rbcore.cards.ranges import check_truth, shown
from rbcore.drawing.matplotlib_settings import import_matplotlib, library_settings
from rbcore.drawing.scene import Scene
from rbcore.drawing.shapes import (
    PAINTS,
    RANK_HEIGHT,
    RANKS,
    WEIGHT,
    Box,
    Glyph,
    Shape,
    Words,
    box_of,
    commands,
    path_of,
    shapes,
)
from rbcore.drawing.text import Style, text

SUFFIXES = (".svg", ".png", ".pdf", ".txt")
SHOWN_WIDTH = 640  # maximum width in a notebook, in pixels


class Drawing:
    """A picture of a position or a game of patience, returned by `draw`.

    Notebooks display it, and `print` writes it as text. Face-down cards are drawn as backs, and the
    file contains nothing about them. Equal scenes give identical bytes.

    Parameters
    ----------
    scene : rbcore.drawing.scene.Scene
        The scene to draw.

    Examples
    --------
    >>> import rbcore
    >>> position = rbcore.Position.deal("standard", seed=1, game=0)
    >>> print(position.draw().text.splitlines()[0])
    turn 1, seat 0 to move
    """

    def __init__(self, scene: Scene) -> None:
        self.scene = scene

    @property
    def svg(self) -> str:
        """The picture as an SVG file for light and dark pages, with a description."""
        return svg(self.scene)

    @property
    def text(self) -> str:
        """The picture as text of 80 columns, for `print`."""
        return text(self.scene)

    @property
    def ascii(self) -> str:
        """The text in ASCII: `c d h s` for suits, `>` before the seat to move."""
        return text(self.scene, Style(ascii=True))

    def pixels(self) -> npt.NDArray[np.uint8]:
        """Return the picture as an array of pixel rows in red, green and blue.

        Raises
        ------
        ValueError
            If matplotlib is not installed.
        """
        return pixels(self.scene)

    def save(self, file: str | os.PathLike[str], *, force: bool = False) -> None:
        """Write the picture to a file, in the format given by its suffix.

        Parameters
        ----------
        file : str or path
            A name that ends in .svg, .png, .pdf or .txt; .png and .pdf need matplotlib.
        force : bool
            Whether to replace an existing file.

        Raises
        ------
        ValueError
            If the suffix is another, the file exists, or matplotlib is needed and missing.
        TypeError
            If `force` is not True or False.
        """
        force = check_truth("force", force)
        path = Path(file)
        content = self._content(path)
        if path.exists() and not force:
            raise ValueError(f"{path} exists; choose another name or pass force=True to replace it")
        unfinished = path.with_name(f".rbcore-{uuid.uuid4().hex}")
        try:
            unfinished.write_bytes(content)
            os.replace(unfinished, path)
        finally:
            with suppress(OSError):
                unfinished.unlink()

    def _content(self, path: Path) -> bytes:
        kind = path.suffix
        if kind not in SUFFIXES:
            raise ValueError(
                f"{shown(path.name)} has no known suffix; end it in one of {', '.join(SUFFIXES)}"
            )
        if kind in (".svg", ".txt"):
            return (self.svg if kind == ".svg" else self.text).encode()
        return encoded(self.scene, kind[1:])

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"<Drawing {self.scene.title}>"

    def _repr_html_(self) -> str:
        return image_tag(self.svg, words_of(self.scene), min(round(self.scene.width), SHOWN_WIDTH))

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        nested = len(getattr(printer, "stack", ())) > 1
        printer.text(repr(self) if nested or cycle else self.text.rstrip("\n"))


# ---- a scene as SVG: one picture for light and dark pages, with a text description --------------

FONT = "system-ui,Segoe UI,Roboto,Helvetica,Arial,sans-serif"


def words_of(scene: Scene) -> str:
    """Return a text description of a scene."""
    return f"{scene.title}. {'; '.join(scene.in_words())}."


def image_tag(svg_text: str, words: str, width: int | None = None) -> str:
    """Return HTML that shows an SVG as an image, which untrusted notebooks display too.

    Such notebooks drop SVG elements but keep the text inside them.
    """
    data = b64encode(svg_text.encode()).decode()
    size = f' width="{width}"' if width else ""
    return (
        f'<img alt="{escape(words)}"{size} style="max-width:100%" '
        f'src="data:image/svg+xml;base64,{data}">'
    )


def svg(scene: Scene) -> str:
    """Return the SVG of a scene; ids begin with a digest of the drawing."""
    drawn = list(shapes(scene))
    words = words_of(scene)
    name = f"rb{sha256(repr(drawn).encode()).hexdigest()[:8]}"
    body = "".join(_written(shape, name) for shape in drawn)
    used = {(shape.name, shape.width, shape.height) for shape in drawn if isinstance(shape, Glyph)}
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" id="{name}" '
        f'viewBox="0 0 {scene.width:g} {scene.height:g}" width="{scene.width:g}" '
        f'height="{scene.height:g}" role="img" aria-labelledby="{name}-title {name}-desc">'
        f'<title id="{name}-title">{escape(scene.title)}</title>'
        f'<desc id="{name}-desc">{escape(words)}</desc>'
        f"<style>{style_sheet(f'#{name}', (shape.role for shape in drawn))}</style>"
        f"<defs>{''.join(definitions(used, name))}</defs>{body}</svg>\n"
    )


def style_sheet(root: str, roles: Iterable[str]) -> str:
    """Return the style rules of some roles under an element, for light and dark pages."""
    rules = [f"{root}{{max-width:100%;height:auto;font-family:{FONT};text-anchor:middle}}"]
    dark = []
    for role in dict.fromkeys(roles):
        paint = PAINTS[role]
        plain = _declared(paint.fill[0] or "none", paint.line[0])
        if paint.line[0]:
            plain += f";stroke-width:{paint.width:g}"
        if paint.dashes:
            plain += f";stroke-dasharray:{' '.join(f'{n:g}' for n in paint.dashes)}"
        rules.append(f"{root} .{role}{{{plain}}}")
        dark.append(f"{root} .{role}{{{_declared(paint.fill[1], paint.line[1])}}}")
    lines = f"stroke-width:{WEIGHT};stroke-linecap:round;stroke-linejoin:round"
    # An index has suits, which are filled, and ranks, which are lines on both kinds of page.
    rules.append(f"{root} .rank{{{lines}}}")
    for role in ("red", "black"):
        rules.append(f"{root} .{role}.rank{{fill:none;stroke:{PAINTS[role].fill[0]}}}")
    return "".join(rules) + f"@media(prefers-color-scheme:dark){{{''.join(dark)}}}"


def _declared(fill: str, line: str) -> str:
    """Return the declarations of a fill and a line."""
    values = {"fill": fill, "stroke": line}
    return ";".join(f"{name}:{colour}" for name, colour in values.items() if colour)


def definitions(used: Iterable[tuple[str, float, float]], name: str) -> Iterator[str]:
    """Yield the definition of each glyph once, in a box of its size."""
    seen = set()
    for glyph, width, height in sorted(used):
        if glyph in seen:
            continue
        seen.add(glyph)
        wide, high = box_of(glyph, width, height)
        yield (
            f'<symbol id="{name}-{_id(glyph)}" viewBox="0 0 {wide:g} {high:g}" '
            f'preserveAspectRatio="none"><path d="{path_of(glyph, width, height)}"/></symbol>'
        )


def _id(glyph: str) -> str:
    return "joker" if glyph == "*" else glyph


def _written(shape: Shape, name: str) -> str:
    if isinstance(shape, Box):
        return (
            f'<rect class="{shape.role}" x="{_n(shape.x)}" y="{_n(shape.y)}" '
            f'width="{_n(shape.width)}" height="{_n(shape.height)}" rx="{_n(shape.radius)}"/>'
        )
    if isinstance(shape, Words):
        bold = ' font-weight="700"' if shape.bold else ""
        return (
            f'<text class="{shape.role}" x="{_n(shape.x)}" y="{_n(shape.y)}" '
            f'font-size="{_n(shape.size)}"{bold}>{escape(shape.text)}</text>'
        )
    rank = " rank" if shape.name in RANKS else ""
    return (
        f'<use class="{shape.role}{rank}" href="#{name}-{_id(shape.name)}" x="{_n(shape.x)}" '
        f'y="{_n(shape.y)}" width="{_n(shape.width)}" height="{_n(shape.height)}"/>'
    )


def _n(length: float) -> str:
    """Return a length rounded to a tenth."""
    return f"{length:.1f}".removesuffix(".0")


# ---- a scene as PNG, PDF or an array of pixels, drawn by matplotlib in the light colours --------

POINTS = 0.75  # points per unit: 72 points are 96 units
CODES = {"M": [1], "L": [2], "C": [4, 4, 4], "Z": [79]}  # codes for the points of a command


def encoded(scene: Scene, kind: str) -> bytes:
    """Return the bytes of a `png`, with two pixels per unit, or of a `pdf`."""
    buffer = io.BytesIO()
    metadata = {"CreationDate": None} if kind == "pdf" else {"Software": None}
    _need("matplotlib")
    with library_settings():
        _plot(scene).savefig(buffer, format=kind, dpi=192, metadata=metadata)
    return buffer.getvalue()


def pixels(scene: Scene) -> npt.NDArray[np.uint8]:
    """Return rows of red, green and blue pixels, one pixel per unit."""
    agg = _need("matplotlib.backends.backend_agg")
    with library_settings():
        canvas = agg.FigureCanvasAgg(_plot(scene))
        canvas.draw()
    return np.asarray(canvas.buffer_rgba())[:, :, :3].copy()


def _need(module: str) -> Any:
    try:
        import_matplotlib()
        return import_module(module)
    except ImportError:
        raise ValueError(
            "matplotlib is not installed; pip install 'russian-bank[report]', or save the drawing "
            "as .svg or .txt"
        ) from None


def _plot(scene: Scene) -> Any:
    figure = _need("matplotlib.figure").Figure((scene.width / 96, scene.height / 96), dpi=96)
    axes = figure.add_axes((0, 0, 1, 1))
    axes.set_xlim(0, scene.width)
    axes.set_ylim(scene.height, 0)
    axes.set_axis_off()
    for shape in shapes(scene):
        _draw(axes, shape)
    return figure


def _draw(axes: Any, shape: Shape) -> None:
    paint = PAINTS[shape.role]
    fill, line = paint.fill[0] or "none", paint.line[0] or "none"
    dashes = (0, [n / paint.width for n in paint.dashes]) if paint.dashes else "-"
    style: dict[str, Any] = {"fc": fill, "ec": line, "lw": paint.width * POINTS, "ls": dashes}
    patches = _need("matplotlib.patches")
    if isinstance(shape, Box):
        rounded = patches.BoxStyle.Round(pad=0, rounding_size=shape.radius)
        corner = (shape.x, shape.y)
        axes.add_patch(
            patches.FancyBboxPatch(corner, shape.width, shape.height, boxstyle=rounded, **style)
        )
    elif isinstance(shape, Glyph):
        if shape.name in RANKS:
            width = WEIGHT * shape.height / RANK_HEIGHT * POINTS
            style |= {"fc": "none", "ec": fill, "lw": width, "capstyle": "round"}
        elif shape.role == "outline":
            style["lw"] *= shape.width / 10
        axes.add_patch(patches.PathPatch(_path(shape), joinstyle="round", **style))
    else:
        axes.text(
            shape.x,
            shape.y,
            shape.text,
            size=shape.size * POINTS,
            color=fill,
            ha="center",
            weight="bold" if shape.bold else "normal",
        )


def _path(glyph: Glyph) -> Any:
    """Return the path of a glyph at its place."""
    wide, high = box_of(glyph.name, glyph.width, glyph.height)
    points, codes = [], []
    for command, drawn in commands(path_of(glyph.name, glyph.width, glyph.height)):
        codes += CODES[command]
        points += drawn or [(0.0, 0.0)]
    scaled = [
        (glyph.x + x * glyph.width / wide, glyph.y + y * glyph.height / high) for x, y in points
    ]
    return _need("matplotlib.path").Path(scaled, codes)
