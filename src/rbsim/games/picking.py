"""Picking: games selected by their rows in stores or files, and played again."""

from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from operator import itemgetter
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from rbcore.board.notation import OUTCOMES
from rbcore.cards.ranges import check_range, printable, shown
from rbsim.arguments import checked
from rbsim.arms.arm import MAX_COUNT as MAX_ROWS
from rbsim.arms.arm import Arm
from rbsim.arms.bank import GAMES
from rbsim.arms.players import (
    PATH,
    Choose,
    Player,
    SeatedPlayer,
    changed_text,
    importing,
    own,
    resolve_player,
    versioned,
)
from rbsim.arms.pools import interrupts_held
from rbsim.arms.records import arms_from_record
from rbsim.arms.rows import Rows
from rbsim.files import user_path
from rbsim.games.transcript import Transcript, check_repeatable, transcripts
from rbsim.options import is_command_line, option_text
from rbsim.packages import need

TABLE = '"rows that are looked at"'  # a name that conditions do not use


@checked
def pick(
    source: str | Path,
    where: str | None = None,
    limit: int | None = None,
    most: str | None = None,
    *,
    players: Sequence[str | Player | Choose] = (),
    imports: bool = False,
) -> Iterator[Transcript]:
    """Find games by their rows, and play them again.

    A game follows from its number, seed, rules, players, limits and attention, so its row is
    enough. Rows are read piece by piece, one arm after another.

    Parameters
    ----------
    source : path
        A store, complete or not, or a ``.parquet`` file from ``--rows``.
    where : str, optional
        A condition on the columns of rows, in the SQL of DuckDB, such as
        ``outcome = 'stalemate' and turns < 40``.
    limit : int, optional
        The largest number of rows to pick. The row of a match gives all its games.
    most : str, optional
        A number in SQL, such as ``turns`` or ``-turns``, to sort by, largest first. With a limit of
        1 these give the longest and the shortest game. Without `where`, only finished games are
        picked.
    players : sequence of str, Player or callable, optional
        The players in Python of these games, unchanged since they were played.
    imports : bool
        Whether to import the modules of other players that the source names. This runs their code.

    Yields
    ------
    Transcript
        A game that meets the condition.

    Raises
    ------
    ValueError
        In one sentence, if the source has no rows, games cannot be played again here (e.g. because
        a player in Python has changed), or DuckDB cannot evaluate the condition or number.

    Examples
    --------
    >>> import os, tempfile, rbsim.games
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     store = os.path.join(folder, "store")
    ...     played = rbsim.simulate("standard", games=50, store=store)
    ...     [game] = rbsim.games.pick(store, "winner != starter", limit=1)
    >>> game.outcome, game.starter == game.finished().winner
    ('win', False)
    """
    limit = MAX_ROWS if limit is None else check_range("limit", limit, 1, MAX_ROWS)
    need("pyarrow", "parquet")
    if where is None and most is not None:
        where = "outcome <> 'unfinished'"
    condition = measure = None
    if where is not None:
        condition = Query(f"where={shown(where)} is not a condition on rows", where, "b")
    if most is not None:
        measure = Query(f"most={shown(most)} is not a number for each row", most, "iuf")
    path = _source_path(source)
    pieces = _matching(_pieces(path), condition, measure)
    picked = _first(pieces, limit) if measure is None else _largest(pieces, measure, limit)
    known = [resolve_player(player) for player in players]
    playing: dict[Arm, Arm] = {}  # recorded arms, and the same with players that can play
    for arm, rows in picked:
        if arm not in playing:
            with importing(imports):
                playing[arm] = with_players(arm, own(known), path)
        yield from games_of(playing[arm], rows)


def with_players(arm: Arm, known: Sequence[Player], source: Path) -> Arm:
    """Return a recorded arm with the players in Python that it names, to play its games again.

    They are taken from `known`, or imported. Raises ValueError for a player that is not found or
    has another version.
    """
    seated: list[SeatedPlayer] = []
    for player in arm.players:
        if isinstance(player, Player):
            again = next((other for other in known if other.name == player.name), None)
            again = again or _imported(player.name, source)
            if versioned(again) != versioned(player):
                way = "restore that code"
                raise ValueError(changed_text(source, versioned(player), versioned(again), way))
            player = again
        seated.append(player)
    return replace(arm, players=tuple(seated))


def _imported(name: str, source: Path) -> Player:
    """Return the player of a name from its module."""
    player = resolve_player(name) if PATH.fullmatch(name) else None
    if not isinstance(player, Player) or player.name != name:
        way = "players=[...]"
        if is_command_line():
            way = option_text("players", "MODULE.PLAYER")
        raise ValueError(
            f"{source} has games of {name}, a player in Python that no module has; pass the same "
            f"player, {way}"
        )
    return player


def _source_path(source: object) -> Path:
    """Return the path of a source; raise ValueError if it cannot have rows."""
    if not isinstance(source, str | Path):
        raise ValueError(f"{shown(source)} is not the name of a store or of a file of rows")
    path = user_path(source)
    if path.exists() and not path.is_dir() and path.suffix != ".parquet":
        raise ValueError(f"{path} has no rows of games; name a store, or a .parquet file of rows")
    return path


def _pieces(path: Path) -> Iterator[tuple[Arm, Rows]]:
    """Yield the rows of a store, or of a file of rows, piece by piece, each with its arm."""
    from rbsim.study.store import Store, read_manifest, read_rows_file

    if not path.is_dir():
        yield from read_rows_file(path)
        return
    arms = arms_from_record(read_manifest(path)["arms"], path)
    yield from Store(path, arms, reads=True).rows()


def _matching(
    pieces: Iterator[tuple[Arm, Rows]], condition: "Query | None", measure: "Query | None"
) -> Iterator[tuple[Arm, Rows]]:
    """Yield the rows of each piece that meet the condition.

    At the first piece of an arm, raises ValueError if its games cannot be played again, or if the
    condition or the measure does not fit its rows.
    """
    checked: list[Arm] = []
    for arm, rows in pieces:
        if arm not in checked:
            checked.append(arm)
            check_repeatable(arm)
            for query in (condition, measure):
                if query is not None:
                    query.check(arm)
        yield arm, rows if condition is None else rows[condition(arm, rows)]


def _first(pieces: Iterator[tuple[Arm, Rows]], limit: int) -> Iterator[tuple[Arm, Rows]]:
    """Yield the first `limit` rows, and read no further."""
    for arm, rows in pieces:
        yield arm, rows[:limit]
        limit -= len(rows[:limit])
        if limit == 0:
            return


def _largest(
    pieces: Iterator[tuple[Arm, Rows]], measure: "Query", limit: int
) -> list[tuple[Arm, Rows]]:
    """Return the `limit` rows of the largest measure, one by one; equal ones stay in order."""
    best: list[tuple[float, Arm, Rows]] = []
    for arm, rows in pieces:
        numbers = measure(arm, rows).astype(float)
        order = np.argsort(-numbers, kind="stable")[:limit]
        best += [(-numbers[i], arm, rows[i : i + 1]) for i in order]
        best.sort(key=itemgetter(0))
        del best[limit:]
    return [(arm, row) for _, arm, row in best]


class Query:
    """An expression of SQL, which DuckDB evaluates for each row.

    Parameters
    ----------
    wrong : str
        The beginning of the message of every ValueError about the expression.
    text : str
        The expression.
    dtype_kinds : str
        The NumPy kinds that its values may have: `b` for a condition, `iuf` for a number.
    """

    def __init__(self, wrong: str, text: object, dtype_kinds: str) -> None:
        if not isinstance(text, str):
            raise ValueError(f"{wrong}: give text, such as turns < 40")
        self._wrong = wrong
        self._text = text
        self._dtype_kinds = dtype_kinds
        database = need("duckdb", "parquet")
        self._error = database.Error
        self._database = database.connect(config={"enable_external_access": "false"})

    def check(self, arm: Arm) -> None:
        """Raise ValueError, in a sentence, unless it has a value for each row of an arm."""
        row = arm.empty_rows(1)
        self(arm, row)
        # An expression of many rows, such as max(turns), is refused in a `where`.
        self._ask(arm, row, f"select 1 from {TABLE} where ({self._text}\n) is not null")

    def __call__(self, arm: Arm, rows: Rows) -> npt.NDArray[Any]:
        """Return its value for each of some rows; SQL's null is 0, or false."""
        columns = self._ask(arm, rows, f"select ({self._text}\n) from {TABLE}")
        values = columns[0] if len(columns) == 1 else np.zeros(0, object)
        if values.dtype.kind not in self._dtype_kinds:
            kind = "not true or false" if self._dtype_kinds == "b" else "not a number"
            raise ValueError(f"{self._wrong}: it is {kind}")
        if len(values) != len(rows):
            raise ValueError(f"{self._wrong} one by one")
        return np.ma.filled(values, 0)

    def _ask(self, arm: Arm, rows: Rows, query: str) -> list[Any]:
        """Return the columns that a query of some rows gives; ValueError for a wrong one."""
        from rbsim.study.store import MAX_SEATS, rows_table

        table = rows_table(arm, rows, MAX_SEATS)
        self._database.register(TABLE.strip('"'), table)
        with ThreadPoolExecutor(1) as pool:  # DuckDB itself reacts to Ctrl-C only sometimes
            with interrupts_held():
                answer = pool.submit(lambda: self._database.execute(query).fetchnumpy())
            try:
                return list(answer.result().values())
            except KeyboardInterrupt:
                self._database.interrupt()
                raise
            except self._error as error:
                reason = printable(" ".join(str(error).partition("\nLINE")[0].split()))[:300]
                raise ValueError(f"{self._wrong}: {reason}") from None


def games_of(arm: Arm, rows: Rows) -> Iterator[Transcript]:
    """Yield the games of some rows; raise ValueError if a game does not end as its row says."""
    for row in rows:
        for game in transcripts(arm, int(row["index"])):
            if arm.row_kind is not GAMES:
                yield game
                continue
            which = f"game {row['index']} of seed {arm.seed}"
            outcome = OUTCOMES[row["outcome"]]
            if arm.own_players and (game.outcome, len(game.moves)) != (outcome, row["moves"]):
                names = " or ".join(map(str, arm.own_players))
                raise ValueError(
                    f"{which} ends in {game.outcome} after {len(game.moves):,} moves, but its row "
                    f"says {outcome} after {row['moves']:,}; {names} does not repeat its "
                    "choices, perhaps because it uses a generator other than that of start(rng)"
                )
            if game.outcome != outcome:
                raise ValueError(
                    f"{which} ends in {game.outcome}, but its row says {outcome}; the rows are "
                    "damaged, or from another rbsim"
                )
            yield game
