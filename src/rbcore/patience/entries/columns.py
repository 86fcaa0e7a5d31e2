"""Games of pairs from the ends of columns (docs/patience)."""

from __future__ import annotations

from dataclasses import replace

from rbcore.patience.entries.builders import PIQUET
from rbcore.patience.entry import Game, Pack
from rbcore.patience.kinds import Columns

_WISH = Columns(8, 4, grace=True)
_NESTOR = Columns(8, 6, 4, rectified=True, best=True)

COLUMNS = (
    Game("1", "wish", "pairs of one rank from eight heaps of four; spaces may be filled",
         _WISH, Pack(ranks=PIQUET), is_free=True),
    Game(
        "1a", "wish-without-grace", "the wish, with spaces that stay open",
        replace(_WISH, grace=False), Pack(ranks=PIQUET),
        readings={"order": {"best": replace(_WISH, grace=False, best=True)}},
        is_free=True, ways=("order",),
    ),
    Game(
        "9", "nestor", "pairs of one rank from eight columns and a reserve, in the best order",
        _NESTOR,
        readings={
            "columns": {"unrectified": replace(_NESTOR, rectified=False)},
            "reserve": {"apart": replace(_NESTOR, reserve_pairs=False)},
            "order": {"first": replace(_NESTOR, best=False)},
        },
        is_free=True, ways=("order",),
    ),
)  # fmt: skip
