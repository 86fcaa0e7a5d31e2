"""Slips and watchfulness as users write them, for each seat (section 6)."""

from collections.abc import Mapping, Sequence

from rbcore.cards.ranges import count_text, printable, shown
from rbcore.rules.attention import PRIORITIES, Attention

Slip = float | str | Mapping[str, float]
Slips = Slip | Sequence[Slip]
Watch = float | str | Sequence[float | str]
Calls = str | Sequence[str]


def seat_attention(
    slip: Slips, watch: Watch, seats: int, call: Calls = "always"
) -> tuple[Attention, ...] | None:
    """Return an Attention for each seat; None if nobody slips, so there is nothing to notice.

    `slip` is a number for all priorities, a mapping from priorities (rbcore.PRIORITIES) to numbers,
    or the text of either. `slip`, `watch` and `call` differ by seat if they are sequences, or texts
    with colons. Raises ValueError for what is no probability, and not for as many seats.

    Examples
    --------
    >>> first, second = seat_attention("reserve=0.1:0", 0.5, seats=2)
    >>> first.slips["reserve"], second.slips["reserve"], first.watch
    (0.1, 0.0, 0.5)
    """
    attention = attention_of(slip, watch, seats, call)
    return attention if any(map(any, (one.by_priority for one in attention))) else None


def attention_of(
    slip: Slips, watch: Watch, seats: int, call: Calls = "always"
) -> tuple[Attention, ...]:
    """Return an Attention for each seat, even if none slips by chance, as where people play."""
    slips = [_slips(one) for one in _by_seat("slip", slip, seats)]
    watches = [_number("watch", one) for one in _by_seat("watch", watch, seats)]
    calls = _by_seat("call", call, seats)
    return tuple(map(Attention, slips, watches, calls))  # type: ignore[arg-type]


def _by_seat(name: str, given: object, seats: int) -> list[object]:
    if isinstance(given, str):
        given = given.split(":")
    parts = list(given) if isinstance(given, Sequence) else [given]
    if len(parts) == 1:
        return parts * seats
    if len(parts) != seats:
        raise ValueError(
            f"{name} is given for {count_text(len(parts), 'seats')}; give one value or {seats}"
        )
    return parts


def _slips(given: object) -> dict[str, float]:
    if isinstance(given, Mapping):
        return dict(given)
    if not (isinstance(given, str) and "=" in given):
        return dict.fromkeys(PRIORITIES, _number("slip", given))
    slips: dict[str, float] = {}
    for part in given.split(","):
        name, _, value = part.partition("=")
        if name in slips:
            raise ValueError(f"slip {printable(name[:80])} is given twice; give it once")
        slips[name] = _number(f"slip {printable(name[:80])}", value)
    return slips


def _number(name: str, given: object) -> float:
    """Return a number; Attention checks that it is a probability."""
    try:
        return float(given)  # type: ignore[arg-type]
    except Exception:  # or whatever its __float__ or __index__ raises
        raise ValueError(f"{name}={shown(given)} is not a number; write one from 0 to 1") from None


def attention_text(attention: Sequence[Attention] | None) -> str:
    """Return attention as text, `slip reserve=0.1, watch 0.5`, colons between seats; or ''."""
    if attention is None:
        return ""
    slips = join_seats([_slip_text(one) for one in attention])
    watch = join_seats([f"{one.watch:g}" for one in attention])
    call = join_seats([one.call for one in attention])
    return f"slip {slips}, watch {watch}" + (f", call {call}" if call != "always" else "")


def _slip_text(one: Attention) -> str:
    values = set(one.by_priority)
    if len(values) == 1:
        return f"{values.pop():g}"
    return ",".join(f"{name}={slip:g}" for name, slip in one.slips.items() if slip)


def join_seats(parts: Sequence[str]) -> str:
    """Return what each seat has as text: once if it is the same, else with colons between."""
    return parts[0] if len(set(parts)) == 1 else ":".join(parts)
