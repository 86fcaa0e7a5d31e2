"""Games with players in Python, which are asked move by move or for many games at once."""

import warnings
from collections.abc import Callable, Sequence
from threading import get_ident

import numpy as np

import rbcore
from rbcore.cards.ranges import count_text, shown
from rbcore.rules.limits import MOST
from rbcore.rules.variants import variant_text
from rbsim.running.chunks import Stop, asked
from rbsim.running.player import Choose, Player, SeatedPlayer
from rbsim.running.player_errors import raise_noted
from rbsim.tally import Rows

STREAM = 16  # + seat: the purpose of a seat's random stream, beside those of rbcore/cards/rng.pxd
NAMED = 5  # games that a note on an error names
TURN_MOVES = 2_000  # in one turn, unless another limit is set; random play has 800 in 450,000 turns
LONG_TURN = 1_000  # moves in a turn of which a note tells

_told: set[str] = set()  # players of whose long turns a note has told


def distinct(players: Sequence[SeatedPlayer]) -> list[Player]:
    """Return the players in Python, each once."""
    each: list[Player] = []
    for player in players:
        if isinstance(player, Player) and player not in each:
            each.append(player)
    return each


def play(
    rules: rbcore.Rules,
    players: Sequence[SeatedPlayer],
    seed: int,
    first: int,
    rows: Rows,
    *,
    stop: Stop,
    attention: Sequence[rbcore.Attention] | None = None,
    max_turn_moves: int = TURN_MOVES,
    shuffle: int = 0,
    replicate: int = 0,
    **limits: int,
) -> int:
    """Play games as rbcore.play does, with some players in Python.

    Raises ValueError for an answer that is not a legal move. An error that a player raises gets a
    note that names the game.
    """
    if attention is not None:
        raise ValueError("slip is for compiled players; a player in Python attends to everything")
    each = distinct(players)
    seated = [one if isinstance(one, str) else each.index(one) for one in players]
    width = min(max(one.width or 1 for one in each), max(1, len(rows)))
    pool = rbcore.GamePool(
        rules, seated, seed, first, rows=rows, width=width, max_turn_moves=max_turn_moves,
        shuffle=shuffle, replicate=replicate, **limits,
    )  # fmt: skip
    asks = [_ask_one_by_one(pool, one) if one.width is None else _ask_together(pool, one)
            for one in each]  # fmt: skip
    long_turn = min(LONG_TURN, max_turn_moves)
    try:
        while pool.done < len(rows) and not stop[0]:
            for number, ask in enumerate(asks):
                waiting = pool.gather(number)
                if waiting:
                    asked[get_ident()] = each[number].name
                    ask(waiting)
                    if pool.longest_turn >= long_turn:
                        _tell_of_long_turn(pool, players, max_turn_moves, limits["max_moves"])
                        long_turn = MOST["max_moves"] + 1
    finally:
        asked.pop(get_ident(), None)
    return pool.done


def _tell_of_long_turn(
    pool: rbcore.GamePool, players: Sequence[SeatedPlayer], max_turn_moves: int, max_moves: int
) -> None:
    """Tell, once of each player, of a turn in which it may go on moving cards to and fro."""
    game, turn, seat = pool.longest_turn_at
    player = str(players[seat])
    if player in _told:
        return
    _told.add(player)
    warnings.warn(
        f"the player {player} has made {pool.longest_turn:,} moves in turn {turn} of game {game} "
        f"of seed {pool.seed}; a game is left unfinished after max_turn_moves={max_turn_moves:,} "
        f"in one turn, and after max_moves={max_moves:,} in all",
        stacklevel=2,
    )


def _ask_one_by_one(pool: rbcore.GamePool, player: Player) -> Callable[[int], None]:
    """Return a function that asks a player for a move in each of the waiting games."""
    playing: dict[tuple[int, int], tuple[int, Choose]] = {}  # by slot and seat

    def chooser(i: int) -> Choose:
        """Return the function that chooses in this game; a new game starts a new one."""
        game, at = pool.game(i), (pool.slot(i), pool.seat(i))
        if at not in playing or playing[at][0] != game:
            choose = player.choose.start(stream(pool.seed, game, at[1], pool.replicate))
            if not callable(choose):
                raise TypeError(f"start(rng) returned {choose!r}, nothing that can be called")
            playing[at] = (game, choose)
        return playing[at][1]

    starts = hasattr(player.choose, "start")

    def ask(waiting: int) -> None:
        for i in range(waiting):
            moves = pool.moves(i)
            try:
                choose = chooser(i) if starts else player.choose
                move = choose(pool.view(i), moves)
            except BaseException as error:
                raise_noted(error, _where(pool, player, i))
            if not isinstance(move, str) or move not in moves:
                where = _where(pool, player, i)
                raise ValueError(
                    f"{where}: {shown(move)} is not legal; legal are {', '.join(moves)}"
                )
            pool.make(i, moves.index(move))

    return ask


def _ask_together(pool: rbcore.GamePool, player: Player) -> Callable[[int], None]:
    """Return a function that asks a batched player for the actions in all waiting games."""

    def ask(waiting: int) -> None:
        views = pool.observe()
        try:
            actions = np.asarray(player.choose(views))
        except BaseException as error:
            games = ", ".join(str(pool.game(i)) for i in range(min(waiting, NAMED)))
            more = f" and {waiting - NAMED} more" if waiting > NAMED else ""
            variant = variant_text(pool.rules)
            raise_noted(error, f"{player} in {variant}, games {games}{more} of seed {pool.seed}")
        if actions.shape != (waiting,) or actions.dtype.kind not in "iu":
            raise ValueError(
                f"{player} returned {actions.dtype} of shape {actions.shape} for "
                f"{count_text(waiting, 'games')}; it returns whole numbers of shape ({waiting},)"
            )
        actions = np.ascontiguousarray(actions, np.int64)
        wrong = pool.find_illegal(actions)
        if wrong >= 0:
            raise ValueError(_illegal_action(pool, player, wrong, int(actions[wrong])))
        pool.step(actions)

    return ask


def _illegal_action(pool: rbcore.GamePool, player: Player, i: int, action: int) -> str:
    texts = rbcore.action_texts(pool.rules, pool.seat(i))
    meant = texts[action] if 0 <= action < len(texts) else ""
    moves = ", ".join(f"{texts.index(move)} ({move})" for move in pool.moves(i))
    return (
        f"{_where(pool, player, i)}: action {action}{f' ({meant})' if meant else ''} "
        f"is not legal; legal are {moves}"
    )


def _where(pool: rbcore.GamePool, player: Player, i: int) -> str:
    """Who was asked, and where, as a sentence goes on."""
    view = pool.view(i)
    return (
        f"{player} in {variant_text(pool.rules)}, game {pool.game(i)} of seed {pool.seed}, "
        f"turn {view.turn}, seat {view.seat}"
    )


def stream(seed: int, game: int, seat: int, replicate: int = 0) -> np.random.Generator:
    """Return the random generator of a seat in a game, the same wherever the game is played."""
    key = np.array([seed, 0], np.uint64)
    counter = np.array([0, replicate, game, STREAM + seat], np.uint64)
    return np.random.Generator(np.random.Philox(key=key, counter=counter))
