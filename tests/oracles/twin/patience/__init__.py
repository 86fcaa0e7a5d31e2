"""Games of the book in plain Python, written from the clauses of docs/patience, not from the core.

Each function plays a pack, a list of cards in dealing order, and returns (won, left, passes).
"""

from collections.abc import Callable

from oracles.twin.patience import columns, counting, fixed, heaps, packets, pairing, single, tables

Played = tuple[bool, int, int]
TWINS: dict[str, Callable[..., Played]] = {
    **pairing.TWINS, **counting.TWINS, **heaps.TWINS, **tables.TWINS,
    **single.TWINS, **fixed.TWINS, **columns.TWINS, **packets.TWINS,
}  # fmt: skip
