"""Arm: rules, players, seed and limits of consecutive games, as one checked record."""

import platform
import re
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, partial
from pathlib import Path
from typing import Any

import numpy as np

import rbcore
from rbcore.builds import BUILD
from rbcore.cards.arrays import of_seats
from rbcore.cards.processor import COMPILER
from rbcore.cards.ranges import MAX_WORD, check_once, check_range, count_text, printable, shown
from rbcore.rules.attention import LEVELS, MISCALLING, OTHER_SLIPS, PRIORITIES, Attention
from rbcore.rules.definition import hyphened, value_text
from rbcore.rules.limits import MAX_LIMITS, Limits
from rbsim.arms import players as python_players
from rbsim.arms.bank import ANEW, GAMES
from rbsim.arms.players import Player, Players, SeatedPlayer, is_same, resolve_player
from rbsim.arms.rows import GameRules, RowKind, RowOptions, Rows, Stop
from rbsim.options import SEED, TURN_MOVES, Calls, GameOptions, Noticing, Slips
from rbsim.variants import read_variant

MAX_COUNT = 10**12
MAX_RUNS = 1_000
PLAYERS = "greedy"  # unless others are given
MAX_NAMED = 8  # players that are read before too many are refused


@dataclass(frozen=True)
class Arm:
    """Consecutive games or matches of a seed, with everything that decides them; checked."""

    variant: str  # or the patience game, as users write it
    rules: GameRules  # of Russian Bank or of a patience game; `row_kind` knows which
    players: tuple[SeatedPlayer, ...]  # one for each seat
    count: int  # rows: games, or matches
    seed: int = SEED
    first: int = 0  # the number of the first row in the seed
    limits: Limits = field(default_factory=Limits)
    attention: tuple[rbcore.Attention, ...] | None = None  # by seat; None if nobody slips
    row_kind: RowKind = GAMES
    max_turn_moves: int = TURN_MOVES  # in a turn of a user's players
    shuffle: int = 0  # of the cards that lie face down when games begin
    replicate: int = 0  # of the random numbers drawn in play

    def __post_init__(self) -> None:
        ranges = {
            "count": (self.row_kind.noun, 1, MAX_COUNT),
            "seed": ("seed", 0, MAX_WORD),
            "first": ("first", 0, self.row_kind.max_rows - 1 - MAX_COUNT),
            "max_turn_moves": ("max_turn_moves", 1, MAX_LIMITS["max_moves"]),
            **{name: (name, 0, self.row_kind.max_anew) for name in ANEW},
        }
        for key, (name, low, high) in ranges.items():  # NumPy's numbers become Python's
            object.__setattr__(self, key, check_range(name, getattr(self, key), low, high))
        is_recorded = any(map(python_players.is_recorded, self.players))
        if self.python_players and self.row_kind is not GAMES and not is_recorded:
            raise ValueError(
                f"{self.row_kind.noun} need compiled players; {self.python_players[0]} is a player "
                "in Python"
            )
        # The core checks players and attention, even when it plays no rows.
        if self.row_kind is GAMES or not is_recorded:
            self.play(0, self.empty_rows(0), np.zeros(1, np.uint8))

    @property
    def games_version(self) -> int:
        """The version of the games, of Russian Bank or of the patience game."""
        return self.row_kind.version(self.rules)

    @property
    def versioned_players(self) -> list[str]:
        """The players' names with their versions, as in `greedy/2`."""
        return [self.row_kind.versioned(self.rules, player) for player in self.players]

    @property
    def provenance(self) -> dict[str, Any]:
        """Everything needed to play the arm again, and the versions that played it."""
        kind = self.row_kind
        return {
            "variant": self.variant,
            kind.rules_key: kind.rules_record(self.rules),
            "players": self.versioned_players,
            "seed": self.seed,
            "first": self.first,
            kind.noun: self.count,
            **kind.conditions(self),
            **versions(),
            "games_version": self.games_version,
        }

    @property
    def anew(self) -> dict[str, int]:
        """Redraws: non-zero shuffle and replicate numbers."""
        return {name: getattr(self, name) for name in ANEW if getattr(self, name)}

    @property
    def player_text(self) -> str:
        """The players as `simulate` takes them: one name, or names with colons between them."""
        return join_seats(list(map(str, self.players)))

    @property
    def python_players(self) -> list[Player]:
        """The players in Python, each once."""
        return python_players.distinct(self.players)

    @property
    def own_players(self) -> list[Player]:
        """The user's own players, in Python or compiled, each once."""
        return python_players.own(self.players)

    @property
    def is_fast(self) -> bool:
        """Whether all players are fast, as players without playouts are."""
        return all(map(self.row_kind.is_fast, self.players))

    def empty_rows(self, n: int) -> Rows:
        """Return `n` empty rows for games."""
        return np.zeros(n, of_seats(self.row_kind.row, self.rules.seats))

    def play(self, start: int, rows: Rows, stop: Stop | None = None) -> int:
        """Play into `rows`, from number first + start on; return how many rows are finished."""
        options: RowOptions = {
            "max_turns": self.limits.max_turns,
            "max_moves": self.limits.max_moves,
            "search_limit": self.limits.search_limit,
            "attention": self.attention,
            "shuffle": self.shuffle,
            "replicate": self.replicate,
            "stop": stop,
        }
        play: Callable[..., int] = self.row_kind.core
        if self.python_players:
            play, options["max_turn_moves"] = python_players.play, self.max_turn_moves
        elif self.own_players:
            play = partial(python_players.play_compiled, self.row_kind.core)
            options["max_turn_moves"] = self.max_turn_moves
        return play(self.rules, self.players, self.seed, self.first + start, rows, **options)


def make_arm(
    variant: str | rbcore.Rules,
    players: Players,
    count: int,
    options: GameOptions,
    row_kind: RowKind = GAMES,
) -> Arm:
    """Return the arm of a variant, players and options as users write them."""
    name, rules = read_variant(variant)
    attention = attention_of(options.slip, options.watch, rules.seats, options.call)
    anyone_slips = any(seat.slips_ever for seat in attention)
    return Arm(
        variant=name,
        rules=rules,
        players=seat_players(players, rules.seats),
        count=count,
        seed=options.seed,
        first=options.first,
        limits=options.limits,
        attention=attention if anyone_slips else None,  # without slips there is nothing to notice
        row_kind=row_kind,
        max_turn_moves=options.max_turn_moves,
        shuffle=options.shuffle,
        replicate=options.replicate,
    )


def run_arms(
    variants: Sequence[str | rbcore.Rules],
    players: Players,
    count: int,
    options: GameOptions,
    row_kind: RowKind = GAMES,
) -> list[Arm]:
    """Return an arm for each variant (default: the standard game) and each run in `players`."""
    arms = [
        make_arm(variant, run, count, options, row_kind)
        for variant in variants or ("standard",)
        for run in split_runs(players)
    ]
    check_once(f"{arm.variant} by {arm.player_text}" for arm in arms)
    return arms


def with_axes(arm: Arm, **axes: Any) -> Arm:
    """Return an arm with some axes changed; a user's own variant name is extended."""
    assert isinstance(arm.rules, rbcore.Rules)
    words = "".join(f",{hyphened(name)}={value_text(value)}" for name, value in axes.items())
    rules, is_own = replace(arm.rules, **axes), arm.variant != rbcore.variant_text(arm.rules)
    variant = arm.variant + words if is_own else rbcore.variant_text(rules)
    return replace(arm, rules=rules, variant=variant)


def starts_of(arm: Arm) -> list[Arm]:
    """Return arms with each seat forced to start; none for one seat."""
    if arm.rules.seats == 1:
        return []
    return [with_axes(arm, starter=f"seat-{seat}") for seat in range(arm.rules.seats)]


def seat_players(players: Players, seats: int) -> tuple[SeatedPlayer, ...]:
    """Return a player for each seat: `greedy` for all, `greedy:uniform` one for each."""
    if isinstance(players, str) and "," in players:
        raise ValueError(
            f"players={shown(players)} names {players.count(',') + 1} runs, and this takes one; "
            "simulate, advantage, match, fair and luck play several; write "
            f"{':'.join(players.split(','))} for one player in each seat"
        )
    named = re.split(r":| vs ", players) if isinstance(players, str) else players
    named = list(named) if isinstance(named, Sequence) else [named]
    if not named:
        raise ValueError(f"players={shown(players)} names no player; name 1 or {seats}")
    if len(named) > MAX_NAMED:
        raise ValueError(f"{len(named)} players are too many for {seats} seats; name 1 or {seats}")
    seated = tuple(map(resolve_player, named))
    for player in seated:
        if any(str(player) == str(other) and not is_same(player, other) for other in seated):
            raise ValueError(
                f"two players are called {player}; give them names with Player(..., name=)"
            )
    if len(seated) == 1:
        return seated * seats
    if len(seated) != seats:
        names = ":".join(map(str, seated))
        raise ValueError(f"{names} are {len(seated)} players for {seats} seats; name 1 or {seats}")
    return seated


def split_runs(players: Players) -> list[Players]:
    """Return the runs in a text with commas; anything else is one run. ValueError for too many."""
    if not isinstance(players, str):
        return [players]
    runs = players.split(",")
    if len(runs) > MAX_RUNS:
        raise ValueError(f"{len(runs)} runs are too many for one command; name at most {MAX_RUNS}")
    return [*runs]


def versions() -> dict[str, Any]:
    """Return the versions of the program, of Russian Bank's games, of Python and NumPy."""
    return {
        "version": rbcore.__version__,
        "games_version": rbcore.GAMES_VERSION,
        "python": sys.version.split()[0],
        "numpy": np.__version__,
    }


@cache
def machine() -> dict[str, str]:
    """Return what speed depends on: processor, system, and the core's compiler and build."""
    path = Path("/proc/cpuinfo")  # of Linux
    text = path.read_text(errors="replace") if path.is_file() else ""
    name = re.search(r"^model name\s*:\s*(.*\S)", text, re.MULTILINE)
    processor = name[1] if name else platform.processor() or platform.machine()
    return {
        "processor": processor,
        "system": platform.platform(),
        "compiler": COMPILER,
        "build": BUILD,
    }


# ---- slips and watchfulness, for each seat (section 6) ----


def attention_of(
    slip: Slips, watch: Noticing, seats: int, call: Calls = "always"
) -> tuple[Attention, ...]:
    """Return an Attention for each seat, even if no seat slips by chance, for games with people."""
    slips = [_slips(slip_text) for slip_text in _by_seat("slip", slip, seats)]
    watches = [_attentive("watch", part) for part in _by_seat("watch", watch, seats)]
    calls = _by_seat("call", call, seats)
    return tuple(map(Attention, slips, watches, calls))  # type: ignore[arg-type]


def _by_seat(name: str, values: object, seats: int) -> list[object]:
    if isinstance(values, str):
        values = values.split(":")
    parts = list(values) if isinstance(values, Sequence) else [values]
    if len(parts) == 1:
        return parts * seats
    if len(parts) != seats:
        raise ValueError(
            f"{name} is given for {count_text(len(parts), 'seats')}; give one value or {seats}"
        )
    return parts


def _slips(slip: object) -> dict[str, float]:
    if isinstance(slip, Mapping):
        return dict(slip)
    if not (isinstance(slip, str) and "=" in slip):
        slips = dict.fromkeys(PRIORITIES, _attentive("slip", slip))
        miscalling = LEVELS[slip].miscalling if isinstance(slip, str) and slip in LEVELS else 0.0
        return slips | ({MISCALLING: miscalling} if miscalling else {})
    slips = {}
    for part in slip.split(","):
        name, _, value = part.partition("=")
        if name in slips:
            raise ValueError(f"slip {printable(name[:80])} is repeated; give it once")
        slips[name] = _number(f"slip {printable(name[:80])}", value)
    return slips


def _attentive(name: str, value: object) -> float:
    """Return the slip or watch of a named level of attention, or a number."""
    if isinstance(value, str) and value in LEVELS:
        return float(getattr(LEVELS[value], name))
    return _number(name, value)


def _number(name: str, value: object) -> float:
    """Return a number; Attention checks that it is a probability."""
    try:
        return float(value)  # type: ignore[arg-type]
    except Exception:  # or whatever its __float__ or __index__ raises
        raise ValueError(f"{name}={shown(value)} is not a number; write one from 0 to 1") from None


def attention_text(attention: Sequence[Attention] | None) -> str:
    """Return attention as text, `slip reserve=0.1, watch 0.5`, colons between seats; or ''."""
    texts = seat_texts(attention)
    return ", ".join(f"{k} {v}" for k, v in texts.items() if (k, v) != ("call", "always"))


def seat_texts(attention: Sequence[Attention] | None) -> dict[str, str]:
    """Return slip, watch and call as texts of options, which read back as the same values."""
    if attention is None:
        return {}
    watch = [_number_text(seat.watch) for seat in attention]
    slips = [
        ",".join(f"{name}={_number_text(slip)}" for name, slip in seat.slips.items() if slip)
        if any(seat.slips.get(name) for name in OTHER_SLIPS) or len(set(seat.by_priority)) > 1
        else _number_text(seat.by_priority[0])
        for seat in attention
    ]
    parts = {"slip": slips, "watch": watch, "call": [seat.call for seat in attention]}
    return {name: join_seats(by_seat) for name, by_seat in parts.items()}


def _number_text(number: float) -> str:
    """Return a number as the shortest text that reads back as the same."""
    return repr(float(number)).removesuffix(".0")


def join_seats(parts: Sequence[str]) -> str:
    """Return the values of seats as text: once if they are equal, else separated by colons."""
    return parts[0] if len(set(parts)) == 1 else ":".join(parts)
