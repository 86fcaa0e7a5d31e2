"""Games at which players in Python sit, asked for a move at a time or for many games' at once."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np

import rbcore
from rbsim.running.chunks import Stop
from rbsim.running.player import Choose, Player

if TYPE_CHECKING:
    from rbsim.running.batch import Batch, Rows

STREAM = 16  # + seat: the purpose of a guest's stream, beside those of rng.pxd
SHOWN = 5  # games that a note names


def play(batch: Batch, start: int, rows: Rows, stop: Stop) -> int:
    """Play games of a batch as rbcore.play does, where there are players in Python.

    Raises ValueError for an answer that is no legal move; what a player raises gets a note that
    says in which game.
    """
    if batch.attention is not None:
        raise ValueError("slip is for compiled players; a player in Python attends to everything")
    guests = batch.guests
    hall = rbcore.Hall(
        batch.rules,
        [p if isinstance(p, str) else guests.index(p) for p in batch.players],
        batch.seed,
        batch.first + start,
        rows,
        min(max(guest.width or 1 for guest in guests), max(1, len(rows))),
        max_turns=batch.max_turns,
        max_moves=batch.max_moves,
        search_limit=batch.search_limit,
    )
    asks = [_one_by_one(hall, guest) if guest.width is None else _together(hall, guest)
            for guest in guests]  # fmt: skip
    while hall.done < len(rows) and not stop[0]:
        for number, ask in enumerate(asks):
            waiting = hall.gather(number)
            if waiting:
                ask(waiting)
    return hall.done


def _one_by_one(hall: rbcore.Hall, guest: Player) -> Callable[[int], None]:
    """Asks a guest for a move in each of the games that wait for it."""
    playing: dict[tuple[int, int], tuple[int, Choose]] = {}  # by table and seat

    def chooser(i: int) -> Choose:
        """What plays this game for the guest, started if the game is a new one."""
        game, at = hall.game(i), (hall.table(i), hall.seat(i))
        if at not in playing or playing[at][0] != game:
            choose = guest.choose.start(stream(hall.seed, game, at[1]))
            if not callable(choose):
                raise TypeError(f"start(rng) returned {choose!r}, nothing that can be called")
            playing[at] = (game, choose)
        return playing[at][1]

    starts = hasattr(guest.choose, "start")

    def ask(waiting: int) -> None:
        for i in range(waiting):
            moves = hall.moves(i)
            try:
                choose = chooser(i) if starts else guest.choose
                move = choose(hall.view(i), moves)
            except Exception as error:
                error.add_note(f"raised by {_where(hall, guest, i)}")
                raise
            if not isinstance(move, str) or move not in moves:
                raise ValueError(
                    f"{_where(hall, guest, i)}: {move!r} is not legal; legal are {', '.join(moves)}"
                )
            hall.make(i, moves.index(move))

    return ask


def _together(hall: rbcore.Hall, guest: Player) -> Callable[[int], None]:
    """Asks a batched guest for the actions in all games that wait for it."""

    def ask(waiting: int) -> None:
        views = hall.views()
        try:
            found = np.asarray(guest.choose(views))
        except Exception as error:
            games = ", ".join(str(hall.game(i)) for i in range(min(waiting, SHOWN)))
            more = f" and {waiting - SHOWN} more" if waiting > SHOWN else ""
            error.add_note(f"raised by {guest}, games {games}{more} of seed {hall.seed}")
            raise
        if found.shape != (waiting,) or found.dtype.kind not in "iu":
            raise ValueError(
                f"{guest} returned {found.dtype} of shape {found.shape} for {waiting} games; "
                f"it returns whole numbers of shape ({waiting},)"
            )
        wrong = hall.answer(np.ascontiguousarray(found, np.int64))
        if wrong >= 0:
            raise ValueError(_illegal_action(hall, guest, wrong, int(found[wrong])))

    return ask


def _illegal_action(hall: rbcore.Hall, guest: Player, i: int, action: int) -> str:
    texts = rbcore.action_texts(hall.rules, hall.seat(i))
    meant = texts[action] if 0 <= action < len(texts) else ""
    moves = ", ".join(f"{texts.index(move)} ({move})" for move in hall.moves(i))
    return (
        f"{_where(hall, guest, i)}: action {action}{f' ({meant})' if meant else ''} "
        f"is not legal; legal are {moves}"
    )


def _where(hall: rbcore.Hall, guest: Player, i: int) -> str:
    return f"{guest}, game {hall.game(i)} of seed {hall.seed}, seat {hall.seat(i)}"


def stream(seed: int, game: int, seat: int) -> np.random.Generator:
    """The random numbers of a seat in a game, its own wherever and whenever the game is played."""
    key = np.array([seed, 0], np.uint64)
    counter = np.array([0, 0, game, STREAM + seat], np.uint64)
    return np.random.Generator(np.random.Philox(key=key, counter=counter))
