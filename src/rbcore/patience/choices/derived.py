"""What a player decides on: a game's own layout, or the one that its rules make."""

from __future__ import annotations

from dataclasses import replace

from rbcore.cards.text import SUITS as SUIT_LETTERS
from rbcore.patience.entry import Game
from rbcore.patience.kinds import (
    Columns,
    Constitution,
    Fairest,
    Foundation,
    FourCorners,
    Layout,
    Marriage,
    Sets,
)

_LAYOUTS: dict[type, Layout] = {
    Columns: Layout("tableau", (), 52),
    Sets: Layout("sets", (), 52),
    Marriage: Layout("marriage", (), 50),
    Fairest: Layout(
        "fairest",
        tuple(
            Foundation(f"{i}c" if i > 1 else "Ac", step=i, suits="any", ring=13)
            for i in range(1, 5)
        ),
        48,
    ),
    Constitution: Layout(
        "constitution", (Foundation(suits="any", ring=13, length=13),) * 8, 104
    ),
    FourCorners: Layout(
        "corners",
        (
            *(Foundation(starts="A" + s, length=13) for s in SUIT_LETTERS),
            *(Foundation(starts="K" + s, step=-1, length=13) for s in SUIT_LETTERS),
        ),
        104, columns=12, waiting="must", pack_step=1, pack_either=True,
    ),
}  # fmt: skip


def layout_of(game: Game) -> Layout | None:
    """Return the layout on which the players of a game decide; None if nothing is decided."""
    rules = game.rules
    if isinstance(rules, Layout):
        return rules
    if not game.is_free:
        return None
    layout = replace(_LAYOUTS[type(rules)], own=rules)
    if isinstance(rules, Columns):
        total = rules.columns * rules.height + rules.reserve
        return replace(layout, total=total, columns=rules.columns)
    if isinstance(rules, Sets):
        return replace(layout, total=layout.total - rules.places)  # the stock, which is to cover
    return replace(layout, deals=rules.deals) if isinstance(rules, FourCorners) else layout
