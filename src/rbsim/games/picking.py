"""Picking: games found by their rows, in stores whole or not and in files, and played again."""

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

TABLE = '"rows that are looked at"'  # a name that no condition would use


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

    A game follows from its number, seed, rules, players, limits and attention, so its row is all
    that is needed. Rows are read piece by piece, one arm after another.

    Parameters
    ----------
    source : path
        A store, whole or not; or a ``.parquet`` file of ``--rows``.
    where : str, optional
        A condition on the columns of rows, in the SQL of DuckDB, such as
        ``outcome = 'stalemate' and turns < 40``.
    limit : int, optional
        The largest number of rows to pick. The row of a match gives all its games.
    most : str, optional
        A number in SQL, such as ``turns`` or ``-turns``. The games in which it is largest come
        first: with a limit of 1 the longest game, or the shortest. Without `where`, only finished
        games are picked.
    players : sequence of str, Player or callable, optional
        The players in Python whose games there are, as they were given when these were played.
    imports : bool
        Whether to import the modules of other players that the source names, which is to run them.

    Yields
    ------
    Transcript
        A game that meets the condition.

    Raises
    ------
    ValueError
        In one sentence, for a source without rows, for games that cannot be played again here, as
        those of a player in Python whose source was changed, and for a condition or a number that
        DuckDB cannot read as one.

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
        condition = Query(f"where={shown(where)} is no condition on rows", where, "b")
    if most is not None:
        measure = Query(f"most={shown(most)} is no number of a row", most, "iuf")
    path = _source_path(source)
    pieces = _matching(_pieces(path), condition, measure)
    picked = _first(pieces, limit) if measure is None else _largest(pieces, measure, limit)
    known = [resolve_player(player) for player in players]
    playing: dict[Arm, Arm] = {}  # with players in Python who play, for those of a record
    for arm, rows in picked:
        if arm not in playing:
            with importing(imports):
                playing[arm] = with_players(arm, own(known), path)
        yield from games_of(playing[arm], rows)


def with_players(arm: Arm, known: Sequence[Player], source: Path) -> Arm:
    """Return an arm of a record with the players in Python that it names, to play its games again.

    They are among those `known`, or imported. Raises ValueError for one that is not found, and for
    one of another version.
    """
    seated: list[SeatedPlayer] = []
    for player in arm.players:
        if isinstance(player, Player):
            again = next((other for other in known if other.name == player.name), None)
            again = again or _imported(player.name, source)
            if versioned(again) != versioned(player):
                way = "bring that code back"
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
            f"{source} has games of {name}, a player in Python that is no module's; give it as it "
            f"was played, {way}"
        )
    return player


def _source_path(source: object) -> Path:
    """Return the path of a source; raise ValueError for what can have no rows."""
    if not isinstance(source, str | Path):
        raise ValueError(f"{shown(source)} is not the name of a store or of a file of rows")
    path = user_path(source)
    if path.exists() and not path.is_dir() and path.suffix != ".parquet":
        raise ValueError(f"{path} has no rows of games; name a store, or a .parquet of rows")
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
    """Yield of each piece the rows that meet the condition.

    At the first piece of an arm, raises ValueError if its games cannot be played again, or if the
    condition or the measure is none of its rows.
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
        How the message of a ValueError begins, which every fault of the expression is.
    text : str
        The expression.
    dtype_kinds : str
        Of which kinds of NumPy its values have to be: `b` for a condition, `iuf` for a number.
    """

    def __init__(self, wrong: str, text: object, dtype_kinds: str) -> None:
        if not isinstance(text, str):
            raise ValueError(f"{wrong}: it is no text, as turns < 40")
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
            kind = "neither true nor false" if self._dtype_kinds == "b" else "not a number"
            raise ValueError(f"{self._wrong}: it is {kind}")
        if len(values) != len(rows):
            raise ValueError(f"{self._wrong} one by one")
        return np.ma.filled(values, 0)

    def _ask(self, arm: Arm, rows: Rows, query: str) -> list[Any]:
        """Return the columns that a query of some rows gives; ValueError for a wrong one."""
        from rbsim.study.store import MAX_SEATS, rows_table

        table = rows_table(arm, rows, MAX_SEATS)
        self._database.register(TABLE.strip('"'), table)
        with ThreadPoolExecutor(1) as pool:  # DuckDB itself hears Ctrl-C only now and then
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
    """Yield the games of some rows; raise ValueError for one that ends otherwise than its row."""
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
                    f"{which} ends in {game.outcome} after {len(game.moves):,} moves, and its row "
                    f"says {outcome} after {row['moves']:,}; {names} does not play the same again, "
                    "as one that draws from another generator than that of start(rng)"
                )
            if game.outcome != outcome:
                raise ValueError(
                    f"{which} ends in {game.outcome}, and its row says {outcome}; the rows are "
                    "damaged, or of another rbsim"
                )
            yield game
