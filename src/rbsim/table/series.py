"""Series: what a person plays one after another, and the files in which it is kept."""

from collections import deque
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import datetime
from itertools import count
from pathlib import Path
from typing import Any

import rbcore
from rbcore.cards.ranges import count_text
from rbsim.files import held, read_plain, real_path, refusing, write_whole
from rbsim.games.files import game_text, read
from rbsim.games.opinion import compiled_players
from rbsim.games.transcript import Transcript
from rbsim.packages import need
from rbsim.table.seated_game import NAMED, NAMES, PERSON, SeatedGame
from rbsim.table.seated_patience import SeatedPatience

# By their Elo above `search` in the standard game: less than -500, -100, 0, 50, 150, and more.
LEVELS = {
    "uniform": "beginner",
    "greedy": "novice",
    "weighted": "novice",
    "planner": "intermediate",
    "lookahead": "intermediate",
    "search": "advanced",
    "lookahead+memory": "advanced",
    "nested": "advanced",
    "thorough": "expert",
    "nested+memory": "expert",
    "thorough+memory": "master",
}


def seated(against: str, seat: int, seats: int) -> tuple[str, ...]:
    """Return who plays, by seat: the person, and one opponent for all or each; or ValueError."""
    given = [name for one in against.split(":") for name in compiled_players(one, 1)]
    if len(given) not in (1, seats - 1):
        raise ValueError(
            f"against={against} names {len(given)} players for {count_text(seats - 1, 'opponents')}"
            "; name one, or one each"
        )
    others = [rbcore.versioned(one) for one in given] * (seats - 1)
    return (*others[:seat], PERSON, *others[seat : seats - 1])


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
    """Return a game of a seed as it is dealt, numbered over all matches; `name` is one's own."""
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
    """Return the remark by which a game is of a variant of one's own."""
    return {0: NAMED.format(variant)} if variant else {}


def variant_of(game: Transcript) -> str:
    """Return the variant of a game, by the name of its file if it was one's own."""
    named = NAMES.match(game.comments.get(0, ""))
    return named[1] if named else rbcore.variant_text(game.rules)


def next_deal(last: Transcript) -> Transcript:
    """Return the deal after a game's; in a match, the starts may alternate (3.5)."""
    if last.seed is None or last.game is None:
        raise ValueError("This game was not dealt from a seed, so no deal follows it.")
    rules, in_match, number = last.rules, last.match is not None, last.game + 1
    made = replace(
        dealt(rules, last.players, last.seed, number, in_match=in_match, attention=last.attention),
        limits=last.limits,
        slips_version=last.slips_version,
        comments=last.comments,
    )
    if not (in_match and rules.starter == "alternate"):
        return made
    starter = (last.start.seat + 1) % rules.seats
    fixed = rbcore.Position.deal(replace(rules, starter=f"seat-{starter}"), last.seed, number)
    return replace(made, start=rbcore.Position.parse(fixed.notation, rules), starter=starter)


class Series:
    """The games of a file: that which goes on, those before it, and the points of a match."""

    def __init__(self, game: Transcript, path: Path, before: Sequence[Transcript] = ()) -> None:
        self.game = SeatedGame(game)
        self.path = path
        self._before = [SeatedGame(one) for one in before if PERSON in one.players]
        self._texts = [game_text(one) for one in before]

    def text(self) -> str:
        """Return all games as a game file has them, the one that is played last."""
        return "\n".join([*self._texts, game_text(self.game.transcript())])

    # ---- one game after another ----

    def deal_next(self) -> None:
        """Leave the game for the next deal; ValueError where that cannot be."""
        if self.game.begun.match is not None and not self.game.is_over:
            raise ValueError("The match goes on when this game is over; it can be resigned.")
        if (winner := self.match_winner) is not None:
            raise ValueError(f"The match is over; it went to {self.name_of(winner)}.")
        self._begin(next_deal(self.game.begun))

    def change_seats(self) -> None:
        """Leave the game for the same deal, seen from the next seat; ValueError in a match."""
        if self.game.begun.match is not None:
            raise ValueError("In a match every deal is played once, from one's own seat.")
        begun = self.game.begun
        players, attention = begun.players, begun.attention
        self._begin(
            replace(
                begun,
                players=(players[-1], *players[:-1]),
                attention=attention and (attention[-1], *attention[:-1]),
            )
        )

    def _begin(self, game: Transcript) -> None:
        if self.game.has_moved or self.game.is_over:
            self._before.append(self.game)
            self._texts.append(game_text(self.game.transcript()))
        self.game = SeatedGame(game)

    # ---- a match (8.3) ----

    @property
    def match_points(self) -> tuple[int, ...] | None:
        """What each seat has scored in the games of the match; None if this is none."""
        begun = self.game.begun
        if begun.match is None:
            return None
        points = [[0] * begun.rules.seats]
        for one in (*self._before, self.game):
            if (one.begun.match, one.begun.seed) == (begun.match, begun.seed) and one.is_over:
                points.append([*one.points()])
        return tuple(map(sum, zip(*points, strict=True)))

    @property
    def match_winner(self) -> int | None:
        """The seat that has reached the target, if one has."""
        points = self.match_points
        if points is None or max(points) < self.game.begun.rules.target:
            return None
        return points.index(max(points))

    def name_of(self, seat: int) -> str:
        """Return who sits at a seat: you, or the player."""
        return "you" if seat == self.game.seat else self.game.begun.players[seat].partition("/")[0]


def opened(path: Path) -> Series:
    """Return the series of a person's file, whose last game goes on, or a new one."""
    *before, last = read(path)
    series = Series(last, path, before)
    if series.game.is_over:
        series.deal_next()
    return series


SUFFIX = ".games"
HELD: dict[Path, Any] = {}  # locks of files that this process plays on


def folder() -> Path:
    """Return the folder for them, which need not be there."""
    path: Path = need("platformdirs", "play").user_state_path("rbsim", appauthor=False)
    return path


def hold(path: Path) -> None:
    """Have a file to oneself until `let_go`; ValueError if another sitting lives that has it."""
    if not _is_held(path):
        raise ValueError(f"{path} is in use by another sitting; leave that one first")


def _is_held(path: Path) -> bool:
    """Lock a file, or return False as another sitting has."""
    path = real_path(path)
    if path not in HELD:
        path.parent.mkdir(parents=True, exist_ok=True)
        lock = held(path.with_name(f".{path.name}.lock"), "play")
        HELD.update({path: lock} if lock else {})
    return path in HELD


def let_go() -> None:
    while HELD:
        lock = HELD.popitem()[1]
        with suppress(OSError):  # Windows removes it when it is released
            Path(lock.lock_file).unlink()
        lock.release()


def new_file() -> Path:
    """Return a name that no file has and no other sitting takes, of this second; it is held."""
    begun = datetime.now().strftime("%Y-%m-%d-%H%M%S")
    names = (begun if more == 1 else f"{begun}-{more}" for more in count(1))
    files = (folder() / f"{name}{SUFFIX}" for name in names)
    free = (one for one in files if real_path(one) not in HELD and _is_held(one))
    return next(one for one in free if not one.exists())


def patience_file(game: SeatedPatience) -> Path:
    """Return the file in which the moves of a deal of patience are kept until it is over."""
    name = game.form.text.replace(",", "-")
    return folder() / f"{name}-{game.seed}-{game.number}.moves"


def take_up(game: SeatedPatience) -> None:
    """Hold a deal's file and make its moves again; ValueError for a file of others."""
    path = patience_file(game)
    hold(path)
    if path.exists():
        with refusing(path):
            game.repeat(read_plain(path).decode())


def keep(path: Path, text: str) -> None:
    """Keep games or moves in a file, whole or not at all, or nothing; OSError if that cannot be."""
    if text:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, text.encode())
    else:
        path.unlink(missing_ok=True)


def newest() -> Path | None:
    """Return the file in which a game was left last; None if there is none."""
    files = folder().glob(f"*{SUFFIX}")
    return max(files, key=lambda one: one.stat().st_mtime, default=None)


def last_game(path: Path) -> Transcript:
    """Return the last game of a file; ValueError if there is none."""
    games = deque(read(path), maxlen=1)
    if not games:
        raise ValueError(f"{path} has no game")
    return games[0]
