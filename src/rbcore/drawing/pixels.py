"""A scene as PNG, PDF or an array of pixels, drawn by matplotlib in its light colours."""

from __future__ import annotations

import io
from importlib import import_module
from typing import Any

import numpy as np
import numpy.typing as npt

from rbcore.drawing.colours import LOOKS
from rbcore.drawing.glyphs import RANK_HEIGHT, RANKS, WEIGHT, box_of, commands, path_of
from rbcore.drawing.scene import Scene
from rbcore.drawing.shapes import Box, Glyph, Shape, shapes

POINTS = 0.75  # of a unit: 72 points for 96 units
CODES = {"M": [1], "L": [2], "C": [4, 4, 4], "Z": [79]}  # matplotlib's, of the points of a command


def encoded(scene: Scene, kind: str) -> bytes:
    """Return the bytes of a `png`, two pixels to a unit, or of a `pdf`."""
    buffer = io.BytesIO()
    metadata = {"CreationDate": None} if kind == "pdf" else {"Software": None}
    matplotlib = _need("matplotlib")
    with matplotlib.rc_context(matplotlib.rcParamsDefault):
        _figure(scene).savefig(buffer, format=kind, dpi=192, metadata=metadata)
    return buffer.getvalue()


def pixels(scene: Scene) -> npt.NDArray[np.uint8]:
    """Return rows of pixels of red, green and blue, a pixel to a unit."""
    agg, matplotlib = _need("matplotlib.backends.backend_agg"), _need("matplotlib")
    with matplotlib.rc_context(matplotlib.rcParamsDefault):
        canvas = agg.FigureCanvasAgg(_figure(scene))
        canvas.draw()
    return np.asarray(canvas.buffer_rgba())[:, :, :3].copy()


def _need(module: str) -> Any:
    try:
        return import_module(module)
    except ImportError:
        raise ValueError(
            "matplotlib is not installed; pip install 'russian-bank[report]', or save the drawing "
            "as .svg or .txt"
        ) from None


def _figure(scene: Scene) -> Any:
    figure = _need("matplotlib.figure").Figure((scene.width / 96, scene.height / 96), dpi=96)
    axes = figure.add_axes((0, 0, 1, 1))
    axes.set_xlim(0, scene.width)
    axes.set_ylim(scene.height, 0)
    axes.set_axis_off()
    for shape in shapes(scene):
        _draw(axes, shape)
    return figure


def _draw(axes: Any, shape: Shape) -> None:
    look = LOOKS[shape.role]
    fill, line = look.fill[0] or "none", look.line[0] or "none"
    dashes = (0, [n / look.width for n in look.dashes]) if look.dashes else "-"
    style: dict[str, Any] = {"fc": fill, "ec": line, "lw": look.width * POINTS, "ls": dashes}
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
        axes.text(shape.x, shape.y, shape.text, size=shape.size * POINTS, color=fill, ha="center",
                  weight="bold" if shape.bold else "normal")  # fmt: skip


def _path(glyph: Glyph) -> Any:
    """The path of a glyph where it is drawn."""
    wide, high = box_of(glyph.name, glyph.width, glyph.height)
    points, codes = [], []
    for command, drawn in commands(path_of(glyph.name, glyph.width, glyph.height)):
        codes += CODES[command]
        points += drawn or [(0.0, 0.0)]
    scaled = [
        (glyph.x + x * glyph.width / wide, glyph.y + y * glyph.height / high) for x, y in points
    ]
    return _need("matplotlib.path").Path(scaled, codes)
