"""Forms: patience games as arms play them. Studies reach rbpatience only through this module."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import MISSING, dataclass, fields, is_dataclass, replace
from functools import cached_property
from hashlib import blake2b
from typing import Any, ClassVar

from rbpatience import playing
from rbpatience.book import GAMES as BOOK
from rbpatience.book import find_game, is_file_name, read_source
from rbpatience.descriptions.schema import Advice
from rbpatience.entry import Game, pack_cards
from rbpatience.solving import solver
from rbsim.arms.arm import Arm
from rbsim.arms.rows import RowKind, Rows, Stop
from rbsim.files import user_path
from rbsim.options import StudyOptions


@dataclass(frozen=True)
class Form:
    """A game of patience with its readings, as users write it: ``5b``, ``robert,passes=3``.

    A user's own game is named by its file, ``my-game.toml``. The file is read once; `source` is its
    text, which goes into provenance. Raises ValueError, in one sentence, for an unknown game,
    reading or value, and for a file that does not describe a game.

    Examples
    --------
    >>> Form("15,passes=3").text
    'robert,passes=3'
    """

    seats: ClassVar[int] = 1
    text: str  # its name with its readings; a number is replaced by the name
    source: str = ""

    def __post_init__(self) -> None:
        if not isinstance(self.text, str):
            find_game(self.text)  # raises the right error
        name, *readings = re.sub(r"\s*([,=])\s*", r"\1", self.text.strip()).split(",")
        if is_file_name(name) and not self.source:
            object.__setattr__(self, "source", read_source(str(user_path(name))))
        name = find_game(",".join([name, *readings]), self.source).name
        object.__setattr__(self, "text", ",".join([name, *sorted(readings)]))

    @cached_property
    def game(self) -> Game:
        """The game, with the rules of its reading."""
        return find_game(self.text, self.source)

    @property
    def record(self) -> dict[str, Any]:
        """The rules as plain values, without those that have their defaults."""
        game = self.game
        # Names of a game and advice to players are not rules.
        unsaid: dict[str, Any] = dict.fromkeys(("number", "name", "line", "homonym"), "")
        play = replace(game.rules.play, advice=Advice())
        rules = replace(game.rules, also=(), version=1, player_versions={}, play=play, **unsaid)
        source = {"source": self.source} if self.source else {}
        return {"number": game.number, "rules": _plain(rules), **source}

    @property
    def digest(self) -> str:
        """Eight digits that change with the rules."""
        return blake2b(repr(self.record).encode(), digest_size=4).hexdigest()


def _plain(value: Any) -> Any:
    if is_dataclass(value):
        record: dict[str, Any] = {"kind": type(value).__name__.lower()}
        for attribute in fields(value):
            current = getattr(value, attribute.name)
            if attribute.default is MISSING or current != attribute.default:
                record[attribute.name] = _plain(current)
        return record
    if isinstance(value, Mapping):
        return {name: _plain(item) for name, item in value.items()}
    return [_plain(item) for item in value] if isinstance(value, tuple) else value


def every_form() -> Iterator[str]:
    """Yield every game, each before its other readings, as text."""
    for game in BOOK.values():
        yield game.name
        for key, values in game.readings.items():
            yield from (f"{game.name},{key}={value}" for value in values)


def _play(
    form: Form,
    players: tuple[str, ...],
    seed: int,
    first: int,
    rows: Rows,
    *,
    stop: Stop | None,
    **_: object,
) -> int:
    """Play rows, or solve them if the player is a solver; options of Russian Bank are ignored."""
    (player,) = players
    play = solver.play if solver.work_of(player) else playing.play
    return play(form.game, player, seed, first, rows, stop=stop)


def _read(record: Mapping[str, Any]) -> dict[str, Any]:
    form = Form(record["variant"], record["form"].get("source", ""))
    name, _, _ = record["players"][0].partition("/")
    return {"rules": form, "players": (form.game.player_as_now(name),)}


FORMS = RowKind(
    place=f"{__name__}:FORMS",
    noun="games",
    row=playing.ROW,
    core=_play,
    outcomes=playing.OUTCOMES,
    columns=("outcome", "left", "passes", "first_pass"),
    max_anew=0,
    version=lambda form: form.game.version,
    versioned=lambda form, player: form.game.versioned(player),
    is_fast=lambda player: not solver.work_of(player),
    rules_key="form",
    rules_record=lambda form: form.record,
    conditions=lambda arm: {},
    read=_read,
)


def form_arm(form: Form, player: str | None, count: int, options: StudyOptions) -> Arm:
    """Return the arm of a form and a player, by default the player of the game."""
    player = form.game.player if player is None else form.game.player_as_now(player)
    return Arm(form.text, form, (player,), count, options.seed, options.first, row_kind=FORMS)


def game_of(arm: Arm) -> Game:
    """Return the game of patience that an arm plays."""
    assert isinstance(arm.rules, Form)
    return arm.rules.game


def cards_of(arm: Arm) -> int:
    """Return how many cards the game of an arm is played with."""
    return len(pack_cards(game_of(arm)))


def work_of(arm: Arm) -> int:
    """Return the number of positions that an arm's solver may examine; 0 for another player."""
    return solver.work_of(arm.player_text)


def farther(arm: Arm) -> str:
    """Return an arm's solver with as much work as `more_work`; "" if there is none."""
    more = more_work(arm)
    memory = solver.memory_of(arm.player_text)
    ending = f"-{memory}" if memory != solver.MEMORY else ""
    return f"solver-{more}{ending}" if more > work_of(arm) else ""


def more_work(arm: Arm) -> int:
    """Return ten times the work of an arm's solver, up to the maximum."""
    return min(10 * work_of(arm), solver.MAX_WORK)
