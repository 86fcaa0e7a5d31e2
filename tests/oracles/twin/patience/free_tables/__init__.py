"""Tables on which the player decides, in plain Python, from the clauses of docs/patience."""

from collections.abc import Callable

from oracles.twin.patience.free_tables import auxiliaries, packets, reserves
from oracles.twin.patience.free_tables.table import Table

TWINS: dict[str, Callable[..., Table]] = {
    **auxiliaries.TWINS, **reserves.TWINS, **packets.TWINS,
}  # fmt: skip
