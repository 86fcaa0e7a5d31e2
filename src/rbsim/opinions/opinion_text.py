"""Opinion text: an opinion as lines for a terminal."""

from collections.abc import Iterator
from textwrap import wrap

from rbcore.cards.ranges import count_text
from rbsim.arms.arm import join_seats
from rbsim.figures import Figure
from rbsim.opinions.opinion import MARGIN, JudgedLine, Opinion

WIDTH = 78


def opinion_lines(opinion: Opinion) -> Iterator[str]:
    """Yield a line for each line of the turn, and what the player itself would do."""
    players = join_seats(opinion.players)
    playouts = sum(one.rate.n for one in opinion.lines)
    yield (
        f"Seat {opinion.seat} to move; {players} plays on, "
        f"{count_text(playouts, 'playouts')} counted."
    )
    yield ""
    for one in opinion.lines:
        rate = f"  {rate_text(one.rate):<26} "
        yield from wrap(f"{rate}{one.line}{_also(one)}", WIDTH, subsequent_indent=" " * len(rate))
    yield ""
    most = max((one for one in opinion.lines if one.is_finalist), key=lambda one: one.rate.estimate)
    if most.rate.estimate > opinion.best.rate.estimate:
        text = f"{most.line} won more often, but not clearly by {100 * MARGIN:g} points."
        yield from wrap(text, WIDTH)
    yield f"{opinion.players[opinion.seat]} would play {opinion.own}."
    if opinion.reason:
        yield from wrap(f"{opinion.reason}.", WIDTH, initial_indent="  ", subsequent_indent="  ")


def rate_text(won: Figure) -> str:
    """Return the share of playouts that a seat won, with its interval."""
    return won.text


def _also(one: JudgedLine) -> str:
    """Return the other moves that a line can begin with."""
    others = [move for move in one.line.firsts if move != one.line.moves[0]]
    return f"   (also from {', '.join(others)})" if others else ""
