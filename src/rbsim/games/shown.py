"""Shown: how a game ended, in words, and the game as a page shows it."""

from __future__ import annotations

import numpy as np

import rbcore
from rbcore.cards.ranges import count_text
from rbsim.games.transcript import Transcript
from rbsim.viewer import ShownGame


def outcome_line(row: np.void) -> str:
    """Return how a game ended, given its row."""
    outcome = rbcore.OUTCOMES[row["outcome"]]
    words = f"seat {row['winner']} wins" if row["winner"] >= 0 else f"the game ends in {outcome}"
    if outcome == "unfinished":
        words = "the game reached its limit and is unfinished"
    turns, moves = count_text(int(row["turns"]), "turns"), count_text(int(row["moves"]), "moves")
    return f"{words} after {turns} and {moves}"


def end_text(end: rbcore.Game) -> tuple[str, str]:
    """Return how a game ended, and its scores."""
    if not end.is_over:
        return f"the game goes on after {count_text(end.ply, 'moves')}", "none yet"
    scores = ", ".join(f"seat {seat} {score}" for seat, score in enumerate(end.scores()))
    return outcome_line(end.row()), scores


def shown_game(one: Transcript) -> ShownGame:
    """Return a game as a page shows it; ValueError for an entry that the rules forbid."""
    names = ":".join(name.partition("/")[0] for name in one.players)
    said = {"seed": one.seed, "game": one.game, "players": names or None}
    headers = {name: str(value) for name, value in said.items() if value is not None}
    ended, _ = end_text(one.finished())
    return ShownGame(one.start, one.moves, headers, one.comments, outcome=ended.capitalize())
