"""Series: games that a person plays one after another, and the files in which they are kept."""

from collections import deque
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Any

import rbcore
from rbcore.cards.ranges import count_text
from rbsim.arms.arm import seat_players
from rbsim.arms.players import own
from rbsim.files import held, read_plain, real_path, refusing, write_whole
from rbsim.games.files import game_text, read
from rbsim.games.transcript import Transcript
from rbsim.packages import need
from rbsim.table.seated_game import (
    PERSON,
    VARIANT_REMARK,
    VARIANT_REMARK_PATTERN,
    SeatedGame,
)
from rbsim.table.seated_patience import SeatedPatience

# Levels by Elo above `search` in the standard game. They end at -500, -100, 0, 50 and 150.
LEVELS = {
    "uniform": "beginner",
    "greedy": "novice",
    "weighted": "novice",
    "planner": "intermediate",
    "steady": "intermediate",
    "lookahead": "intermediate",
    "search": "advanced",
    "lookahead+memory": "advanced",
    "nested": "advanced",
    "frugal": "advanced",
    "thorough": "expert",
    "frugal+memory": "expert",
    "nested+memory": "expert",
    "thorough+memory": "master",
}


def seated(against: str, seat: int, seats: int) -> tuple[str, ...]:
    """Return who plays, by seat: the person, and the opponents.

    Parameters
    ----------
    against : str
        The opponents: one for all other seats, or one each with colons between.
    seat, seats : int
        The person's seat, and how many seats there are.

    Raises
    ------
    ValueError
        For an unknown player, one in Python, and the wrong number of players.
    """
    named = [seat_players(name, 1)[0] for name in against.split(":")]
    for player in own(named):
        raise ValueError(f"{player} is your own player; opponents in rbsim play must be built in")
    names = list(map(str, named))
    if len(names) not in (1, seats - 1):
        raise ValueError(
            f"against={against} names {len(names)} players for {count_text(seats - 1, 'opponents')}"
            "; name one for all, or one for each"
        )
    opponents = [rbcore.versioned(name) for name in names]
    if len(opponents) == 1:
        opponents *= seats - 1
    return (*opponents[:seat], PERSON, *opponents[seat:])


def dealt(
    rules: rbcore.Rules,
    players: Sequence[str],
    seed: int,
    game: int,
    *,
    in_match: bool = False,
    attention: tuple[rbcore.Attention, ...] | None = None,
    name: str = "",
) -> Transcript:
    """Return a game of a seed as it is dealt, without moves.

    Parameters
    ----------
    rules : Rules
        The rules of the game.
    players : sequence of str
        Players by seat, as `seated` has it.
    seed, game : int
        Which deal. In a match, games are numbered through all matches.
    in_match : bool
        Whether it is a game of a match.
    attention : tuple of Attention, optional
        One for each seat, if seats may slip.
    name : str
        The name of the variant, if it is a file of the person's.
    """
    match = game // rbcore.MATCH_GAMES if in_match else None
    start = rbcore.Position.deal(rules, seed, game)
    return Transcript(
        start,
        (),
        tuple(players),
        seed,
        game,
        match,
        attention=attention,
        games_version=rbcore.GAMES_VERSION,
        comments=named(name),
    )


def named(variant: str) -> dict[int, str]:
    """Return the comments of a game that say by which file of the person it is played, if any."""
    return {0: VARIANT_REMARK.format(variant)} if variant else {}


def variant_of(game: Transcript) -> str:
    """Return the variant of a game, by the name of its file if it is one of the person's."""
    remark = VARIANT_REMARK_PATTERN.match(game.comments.get(0, ""))
    return remark[1] if remark else rbcore.variant_text(game.rules)


def next_deal(last: Transcript) -> Transcript:
    """Return the deal after a game's; in a match, the starts may alternate (3.5).

    Raises ValueError for a game that was not dealt from a seed.
    """
    if last.seed is None or last.game is None:
        raise ValueError("This game was not dealt from a seed, so there is no next deal.")
    rules = last.rules
    in_match = last.match is not None
    number = last.game + 1
    game = replace(
        dealt(rules, last.players, last.seed, number, in_match=in_match, attention=last.attention),
        limits=last.limits,
        slips_version=last.slips_version,
        comments=last.comments,
    )
    if not (in_match and rules.starter == "alternate"):
        return game
    starter = (last.start.seat + 1) % rules.seats
    start = rbcore.Position.deal(replace(rules, starter=f"seat-{starter}"), last.seed, number)
    return replace(game, start=rbcore.Position.parse(start.notation, rules), starter=starter)


class Series:
    """The games of a file: the one that goes on, those before it, and the points of a match."""

    def __init__(self, game: Transcript, path: Path, before: Sequence[Transcript] = ()) -> None:
        self.game: SeatedGame = SeatedGame(game)
        self.path = path
        self._before = [SeatedGame(earlier) for earlier in before if PERSON in earlier.players]
        self._texts = [game_text(earlier) for earlier in before]

    def text(self) -> str:
        """Return all games as a game file has them; the one that goes on comes last."""
        return "\n".join([*self._texts, game_text(self.game.transcript())])

    # ---- one game after another ----

    def deal_next(self) -> None:
        """Leave the game for the next deal; raise ValueError if none can follow now."""
        if self.game.begun.match is not None and not self.game.is_over:
            raise ValueError("The match continues when this game is over; you can resign it.")
        if (winner := self.match_winner) is not None:
            raise ValueError(f"The match is over; {self.name_of(winner)} won.")
        self._begin(next_deal(self.game.begun))

    def change_seats(self) -> None:
        """Leave the game for the same deal from the next seat; raise ValueError in a match."""
        begun = self.game.begun
        if begun.match is not None:
            raise ValueError("In a match every deal is played once, from your own seat.")
        players, attention = begun.players, begun.attention
        if attention is not None:
            attention = (attention[-1], *attention[:-1])
        self._begin(replace(begun, players=(players[-1], *players[:-1]), attention=attention))

    def _begin(self, game: Transcript) -> None:
        """Begin a game; the one before it is forgotten unless it was played in."""
        if self.game.has_moved or self.game.is_over:
            self._before.append(self.game)
            self._texts.append(game_text(self.game.transcript()))
        self.game = SeatedGame(game)

    # ---- a match (8.3) ----

    @property
    def match_points(self) -> tuple[int, ...] | None:
        """The score of each seat in the match so far; None if no match is played."""
        begun = self.game.begun
        if begun.match is None:
            return None
        points = [0] * begun.rules.seats
        for game in (*self._before, self.game):
            is_of_match = (game.begun.match, game.begun.seed) == (begun.match, begun.seed)
            if is_of_match and game.is_over:
                points = [before + new for before, new in zip(points, game.points(), strict=True)]
        return tuple(points)

    @property
    def match_winner(self) -> int | None:
        """The seat that has reached the target, if one has."""
        points = self.match_points
        if points is None or max(points) < self.game.begun.rules.target:
            return None
        return points.index(max(points))

    def name_of(self, seat: int) -> str:
        """Return who sits at a seat: `you`, or the name of the player."""
        if seat == self.game.seat:
            return "you"
        return self.game.begun.players[seat].partition("/")[0]


def opened(path: Path) -> Series:
    """Return the series of a person's file. If its last game is over, the next is dealt.

    Raises ValueError for a file without games, or whose last game no deal can follow.
    """
    *before, last = read(path)
    series = Series(last, path, before)
    if series.game.is_over:
        series.deal_next()
    return series


SUFFIX = ".games"
HELD: dict[Path, Any] = {}  # the locks of the files on which this process plays


def folder() -> Path:
    """Return the folder of a person's files, which need not exist."""
    path: Path = need("platformdirs", "play").user_state_path("rbsim", appauthor=False)
    return path


def hold(path: Path) -> None:
    """Lock a file until `let_go`; raise ValueError if another sitting has locked it."""
    if not _try_to_hold(path):
        raise ValueError(f"{path} is open in another rbsim play; leave that one first")


def _try_to_hold(path: Path) -> bool:
    """Lock a file, unless another sitting has; return whether this process has it now."""
    path = real_path(path)
    if path not in HELD:
        path.parent.mkdir(parents=True, exist_ok=True)
        lock = held(path.with_name(f".{path.name}.lock"), "play")
        if lock:
            HELD[path] = lock
    return path in HELD


def let_go() -> None:
    """Unlock all files that this process has locked."""
    while HELD:
        lock = HELD.popitem()[1]
        with suppress(OSError):  # Windows removes it when it is released
            Path(lock.lock_file).unlink()
        lock.release()


def new_file() -> Path:
    """Return a path named by this second, at which no file is and no sitting plays; hold it."""
    second = datetime.now().strftime("%Y-%m-%d-%H%M%S")
    name, number = second, 1
    while True:
        path = folder() / f"{name}{SUFFIX}"
        is_free = real_path(path) not in HELD and _try_to_hold(path)
        if is_free and not path.exists():
            return path
        number += 1
        name = f"{second}-{number}"


def patience_file(game: SeatedPatience) -> Path:
    """Return the file in which the moves of a deal of patience are kept until it is over."""
    name = game.form.text.replace(",", "-")
    return folder() / f"{name}-{game.seed}-{game.number}.moves"


def take_up(game: SeatedPatience) -> None:
    """Hold the file of a deal, and make the moves again that it has.

    Raises ValueError if another sitting has it, or if its moves are of other rules.
    """
    path = patience_file(game)
    hold(path)
    if path.exists():
        with refusing(path):
            rules, _, moves = read_plain(path).decode().partition("\n")
        if rules != game.rules:
            raise ValueError(
                f"{path} was played by other rules than those that {game.form.text} has now; give "
                "another --seed, or remove the file to start again"
            )
        with refusing(path):
            game.repeat(moves)


def keep(path: Path, text: str) -> None:
    """Write games or moves to a file, whole or not at all; remove it if the text is empty.

    Raises OSError if that cannot be done.
    """
    if text:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, text.encode())
    else:
        path.unlink(missing_ok=True)


def newest() -> Path | None:
    """Return the file that was written last; None if there is none."""
    files = folder().glob(f"*{SUFFIX}")
    return max(files, key=lambda file: file.stat().st_mtime, default=None)


def last_game(path: Path) -> Transcript:
    """Return the last game of a file; raise ValueError if there is none."""
    games = deque(read(path), maxlen=1)
    if not games:
        raise ValueError(f"{path} has no game")
    return games[0]
