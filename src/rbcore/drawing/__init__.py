"""How positions and games display themselves; everything else is imported when one is drawn."""

from __future__ import annotations

from copy import copy
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rbcore.drawing.drawn import Drawing

__all__ = ["draw"]


def draw(self: Any, *, narrow: bool = False) -> Drawing:  # noqa: D417  this becomes a method
    """Return a picture of the table as the seat to move sees it.

    Parameters
    ----------
    narrow : bool
        Whether to draw for a phone.

    Returns
    -------
    rbcore.drawing.drawn.Drawing
        It has `svg` and `text`, and `save` writes a file.

    Examples
    --------
    >>> import rbcore
    >>> position = rbcore.Position.deal("standard", seed=1, game=0)
    >>> print(position.draw().text.splitlines()[1])
      [12] 7♦                    Seat 1, 48 left                    .. ..     [35]
    """
    from rbcore.drawing.drawn import Drawing
    from rbcore.drawing.tables import lay_out

    still = copy(self)  # another thread may play on
    outcome = getattr(still, "outcome", None)
    view = still.view() if hasattr(still, "view") else still
    return Drawing(lay_out(view, narrow=narrow, ended=outcome if outcome != "win" else None))


def show_in_notebook(self: Any) -> str:
    """Return HTML for a notebook."""
    return str(self.draw()._repr_html_())


def show_in_terminal(self: Any, printer: Any, cycle: bool) -> None:
    """Write text lines to IPython's printer, or the repr inside another object."""
    if len(getattr(printer, "stack", ())) > 1:
        printer.text(repr(self))
    else:
        self.draw()._repr_pretty_(printer, cycle)
