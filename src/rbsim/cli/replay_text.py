"""One game as text: the layout at the start of every turn, and the moves."""

import re
from collections.abc import Iterator, Sequence

import rbcore
from rbcore.drawing.tables import lay_out
from rbcore.drawing.text import WIDTH, Style, text_lines
from rbsim.games.transcript import CALLED, Transcript, cards_of, end_text

COLOUR = re.compile("\x1b\\[[0-9;]*m")


def game_lines(transcript: Transcript, *, plain: bool, colour: bool) -> Iterator[str]:
    """Yield the lines of a game; if `plain`, the position in notation and one move a line."""
    end = transcript.finished()
    scores = "none yet"
    if end.is_over:
        scores = ", ".join(f"seat {seat} {score}" for seat, score in enumerate(end.scores()))
    if plain:
        yield from (transcript.start.notation, *transcript.moves)
        yield f"# {end_text(end)}; scores: {scores}"
        return
    replay, turn = transcript.begin(), list[str]()
    yield from _turn_head(replay.game, colour)
    for entry in transcript.moves:
        turn.append(_move_text(replay.game, entry, colour))
        replay.make(entry)
        if replay.begins_turn and replay.game.winner is None:
            yield from _told(turn)
            turn = []
            yield from _turn_head(replay.game, colour)
    yield from (*_told(turn), "")
    yield from wrapped(f"{end_text(end).capitalize()}. Scores: {scores}.".split(" "), 0)


def _told(moves: list[str]) -> Iterator[str]:
    if moves:
        parts = [*(f"{move}," for move in moves[:-1]), moves[-1]]
        yield from wrapped([f"  {parts[0]}", *parts[1:]], 2)


def _turn_head(position: rbcore.Game, colour: bool) -> list[str]:
    layout = text_lines(lay_out(position.view()), Style(colour=colour))
    return ["", f"Turn {position.turn + 1}, seat {position.seat}", *layout]


def wrapped(parts: Sequence[str], indent: int) -> Iterator[str]:
    """Yield lines of parts, broken between them, later ones indented; colours take no room."""
    line = ""
    for part in parts:
        longer = f"{line} {part}" if line else part
        if line and len(COLOUR.sub("", longer)) > WIDTH:
            yield line
            longer = f"{'':{indent}}{part}"
        line = longer
    if line:
        yield line


def _move_text(position: rbcore.Game, move: str, colour: bool) -> str:
    """Return a move after the cards that it moves."""
    source, arrow, _ = move.partition(">")
    if move.removesuffix(CALLED) == "waste":
        source = "h"
    elif not arrow:
        return move
    cards = map(Style(colour=colour).card, cards_of(position, source))
    return " ".join([*cards, move])
