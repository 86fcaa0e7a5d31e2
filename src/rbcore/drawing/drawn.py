"""Drawing: a scene drawn, to be shown and saved."""

import os
import uuid
from contextlib import suppress
from itertools import count
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from rbcore.cards.ranges import shown
from rbcore.drawing.pictures import encoded, pixels, svg
from rbcore.drawing.scene import Scene
from rbcore.drawing.text import Style, text

SUFFIXES = (".svg", ".png", ".pdf", ".txt")
_shown = count(1)  # pictures in notebooks so far, whose ids differ


class Drawing:
    """A picture of a position or a game of patience, as `draw` returns it.

    Notebooks show it, `print` writes it as text. What lies face down is a back; nothing that it
    hides is in it. The same scene makes the same bytes.

    Parameters
    ----------
    scene : rbcore.drawing.scene.Scene
        What is drawn.

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
        """The picture as a file of SVG, for light and dark pages, with a description."""
        return svg(self.scene)

    @property
    def text(self) -> str:
        """The picture as lines of 80 columns; print it."""
        return text(self.scene)

    @property
    def ascii(self) -> str:
        """The same in ASCII: `c d h s` for suits, `>` before the seat to move."""
        return text(self.scene, Style(ascii=True))

    def pixels(self) -> npt.NDArray[np.uint8]:
        """Return the picture as an array of rows of pixels, red, green and blue.

        Raises
        ------
        ValueError
            If matplotlib is not installed.
        """
        return pixels(self.scene)

    def save(self, file: str | os.PathLike[str], *, force: bool = False) -> None:
        """Write the picture to a file of the kind that its name says.

        Parameters
        ----------
        file : str or path
            With the ending .svg, .png, .pdf or .txt; .png and .pdf need matplotlib.
        force : bool
            Whether a file of this name is replaced.

        Raises
        ------
        ValueError
            For another ending, for a file that is there, and if matplotlib is needed and missing.
        """
        path = Path(file)
        content = self._content(path)
        if path.exists() and not force:
            raise ValueError(
                f"{path} exists; choose another name, or give force=True to replace it"
            )
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
                f"{shown(path.name)} does not say what to write; end it in {', '.join(SUFFIXES)}"
            )
        if kind in (".svg", ".txt"):
            return (self.svg if kind == ".svg" else self.text).encode()
        return encoded(self.scene, kind[1:])

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"<Drawing {self.scene.title}>"

    def _repr_html_(self) -> str:
        picture = svg(self.scene, f"-{next(_shown)}")
        return f'<div style="max-width: 640px">{picture}</div>'

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        nested = len(getattr(printer, "stack", ())) > 1
        printer.text(repr(self) if nested or cycle else self.text.rstrip("\n"))
