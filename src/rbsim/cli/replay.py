"""One game as text: the layout at the start of every turn, and the moves."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

import rbcore

SYMBOLS = str.maketrans("cdhs", "♣♦♥♠")
RED, OFF = "\x1b[31m", "\x1b[0m"


def pretty(pile: str, colour: bool) -> str:
    """Return a pile of notation with suit symbols, and its face-down cards as a count.

    The sign of a closed house, `x`, or of one not laid yet, `.`, stays as it is.
    """
    hidden, _, shown = pile.rpartition(")")
    cards = [shown[i : i + 2] for i in range(0, len(shown), 2)] if shown != "-" else []
    texts = []
    for card in cards:
        text = card.translate(SYMBOLS)
        texts.append(f"{RED}{text}{OFF}" if colour and card[1:] in ("d", "h") else text)
    if hidden:
        texts.insert(0, f"[{len(hidden) // 2} down]")
    return " ".join(texts) or "-"


def foundations(text: str, colour: bool) -> str:
    """Return the foundations `c53dA-h--sKQ` as `♣ 5 3  ♦ A -  ...`."""
    step = len(text) // 4
    parts = []
    for i in range(0, len(text), step):
        part = f"{text[i].translate(SYMBOLS)} {' '.join(text[i + 1 : i + step])}"
        parts.append(f"{RED}{part}{OFF}" if colour and text[i] in "dh" else part)
    return "   ".join(parts)


def layout(position: rbcore.Position, colour: bool) -> list[str]:
    """Return the whole table, a line for the foundations, each house and each seat."""
    lines = [f"  foundations  {foundations(position.foundations, colour)}"]
    for number, house in enumerate(position.houses, 1):
        lines.append(f"  house {number}      {pretty(house, colour)}")
    for seat in range(position.rules.seats):
        hand = position.hand(seat)
        waste = position.waste(seat)
        waste_cards = 0 if waste == "-" else len(waste) // 2
        top = pretty(waste[-2:], colour) if waste_cards else "-"
        lines.append(
            f"  seat {seat}       reserve {pretty(position.reserve(seat), colour)}; "
            f"hand {0 if hand == '-' else len(hand) // 2} cards; "
            f"waste {waste_cards} cards, top {top}"
        )
    return lines


def outcome_line(row: np.void) -> str:
    """Return how a game ended, given its row."""
    outcome = rbcore.OUTCOMES[row["outcome"]]
    words = f"seat {row['winner']} wins" if row["winner"] >= 0 else f"the game ends in {outcome}"
    if outcome == "unfinished":
        words = "the game reached its limit and is unfinished"
    return f"{words} after {row['turns']} turns and {row['moves']} moves"


def game_lines(
    start: rbcore.Position, moves: list[str], row: np.void, *, plain: bool, colour: bool
) -> Iterator[str]:
    """Yield the lines of a game; if `plain`, the position in notation and one move a line."""
    position = start.copy()
    scores = ", ".join(f"seat {s} {row['scores'][s]}" for s in range(start.rules.seats))
    if plain:
        yield str(position)
        yield from moves
        yield f"# {outcome_line(row)}; scores: {scores}"
        return
    turn: list[str] = []
    yield from _turn_head(position, colour)
    for move in moves:
        turn.append(_move_text(position, move, colour))
        position.apply(move)
        if move in ("waste", "pass") and position.winner is None:
            yield "  " + ", ".join(turn)
            turn = []
            yield from _turn_head(position, colour)
    if turn:
        yield "  " + ", ".join(turn)
    yield ""
    yield f"{outcome_line(row).capitalize()}. Scores: {scores}."


def _turn_head(position: rbcore.Position, colour: bool) -> list[str]:
    return ["", f"Turn {position.turn + 1}, seat {position.seat}", *layout(position, colour)]


def _move_text(position: rbcore.Position, move: str, colour: bool) -> str:
    """Return a move after the cards that it moves."""
    source = move[0]
    group = move.partition(">")[0].partition("*")[2]  # `4*3>8` takes three
    if source == "r":
        pile = position.reserve(position.seat)
    elif source == "w" and ">" in move:
        pile = position.waste(position.seat)
    elif source.isdigit():
        pile = position.houses[int(source) - 1]
    elif move.startswith("h>") or move == "waste":
        pile = position.turned
    else:
        return move
    return f"{pretty(pile[-2 * int(group or 1) :], colour)} {move}"
