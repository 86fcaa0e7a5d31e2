"""The command with which a person plays: `rbsim play`."""

from __future__ import annotations

import os
import secrets
import sys
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

import rbcore
from rbcore.cards.ranges import check_range, shown
from rbsim.arms.arm import attention_of
from rbsim.cli.game_commands import is_file_name, read_position
from rbsim.files import check_target
from rbsim.games.transcript import Transcript
from rbsim.options import SEED
from rbsim.packages import need
from rbsim.show.progress import is_dumb
from rbsim.table import series as files
from rbsim.table.seated_game import PERSON
from rbsim.table.seated_patience import SeatedPatience
from rbsim.table.series import SUFFIX, Series
from rbsim.variants import read_variant

if TYPE_CHECKING:
    from rbsim.table.screen import SeatedApp

OPPONENT = "nested+memory"
PACE, SLOWEST = 0.8, 5.0
SEEDS = 2**32  # for deals whose seed the user did not choose


@dataclass(frozen=True, kw_only=True)
class Seats:
    """The player in each seat, and how attentive the opponents are.

    against: The built-in player that you play against. With two opponents, write one name for both,
      or two names with a colon between them.
    seat: Number of your seat.
    watch: Probability that an opponent notices when you break the rules. Without this option you
      cannot break them.
    slip: Probability that an opponent overlooks a compulsory move. With misplacing=P, an opponent
      puts a card where it does not fit with probability P.
    call: Whether an opponent who notices an offence calls Stop: always, or only if that is better
      (if-better).
    """

    against: str = OPPONENT
    seat: int = 0
    watch: str | None = None
    slip: str = "0"
    call: str = "always"

    def players(self, rules: rbcore.Rules) -> tuple[str, ...]:
        """Return who plays, by seat."""
        check_range("seat", self.seat, 0, rules.seats - 1)
        return files.seated(self.against, self.seat, rules.seats)

    def attention(self, rules: rbcore.Rules) -> tuple[rbcore.Attention, ...] | None:
        """Return the attention of all seats, or None; that of the person is a placeholder."""
        (others,) = attention_of(self.slip, "1" if self.watch is None else self.watch, 1, self.call)
        if self.watch is None and not others.slips_ever:
            return None
        person = rbcore.Attention.careless(0.0, watch=0.0)
        return tuple(person if seat == self.seat else others for seat in range(rules.seats))


@dataclass(frozen=True, kw_only=True)
class Deal:
    """Which game is dealt.

    seed: Seed of the deal; random by default, or 1 if --game is given.
    game: Number of the game in its seed.
    match: Play a match; --game is then the number of the match.
    position POSITION: Start from this position, in notation. rbsim deal prints one.
    """

    seed: int | None = None
    game: int | None = None
    match: bool = False
    position: str | None = None

    @property
    def numbers(self) -> tuple[int, int]:
        """The seed and the number of the game; without either option the seed is random."""
        usual = secrets.randbelow(SEEDS) if self.game is None else SEED
        return usual if self.seed is None else self.seed, self.game or 0


def play(
    variant: str = "",
    patience: str = "",
    *,
    deal: Deal,
    seats: Seats,
    pace: float = PACE,
    out: Path | None = None,
    in_letters: bool = False,
) -> None:
    """Play a game yourself in the terminal. Without VARIANT, continue your last game.

    variant VARIANT|FILE: A variant, or a game file to continue.
    patience GAME: The number or name of a patience game, after the word patience.
    pace: Seconds for which each move of an opponent is shown.
    out: Save the games in this file, as .games.
    in_letters: Show suits as letters, not as symbols.
    """
    need("textual", "play")
    if not 0 <= pace <= SLOWEST:
        raise ValueError(f"pace={pace} is out of range; it runs from 0 to {SLOWEST:g} seconds")
    # If the terminal's encoding lacks the suit symbols.
    in_letters |= "♠".encode(sys.stdout.encoding or "ascii", "replace") == b"?"
    if variant == "patience":
        others = _given(replace(deal, seed=None, game=None), seats, out)
        if others or pace != PACE or not patience:
            raise ValueError(
                "patience takes only GAME, --seed and --game; `rbsim patience` lists the games"
            )
        _play_patience(patience, deal, in_letters)
        return
    if patience:
        raise ValueError(f"{shown(patience)} is one argument too many; name a variant alone")
    series = _left(variant, _given(deal, seats, out))
    if series is None:
        begun = _of_file if is_file_name(variant) else _begun
        game = begun(variant or "standard", deal, seats)
        check_terminal()
        if out is not None:
            check_target(out, True, SUFFIX)
            if out.exists():
                raise ValueError(f"{out} exists; rbsim play {out} continues it")
            files.hold(out)
        series = Series(game, out or files.new_file())
    _play_bank(series, pace, in_letters)


def _given(deal: Deal, seats: Seats, out: Path | None) -> str:
    """Return the options that differ from their defaults, separated by commas."""
    usual = {**vars(Deal()), **vars(Seats()), "out": None}
    options = {**vars(deal), **vars(seats), "out": out}
    return ", ".join(f"--{name}" for name in usual if options[name] != usual[name])


def _left(variant: str, option: str) -> Series | None:
    """Return the games that a person left unfinished in a file or the newest; None without any."""
    if is_file_name(variant):
        file: Path | None = Path(variant)
    else:
        file = None if variant or option else files.newest()
    if file is None or PERSON not in files.last_game(file).players:
        return None
    if option:
        raise ValueError(f"{file} sets the players and the game; leave out {option}")
    check_target(file, True, SUFFIX)  # as it is written again
    check_terminal()
    files.hold(file)
    try:
        return files.opened(file)
    except ValueError:
        if variant:
            raise
        return None  # the match or the position is finished


def _of_file(file: str, deal: Deal, seats: Seats) -> Transcript:
    """Return the last game of a file, to continue where others left it."""
    if option := _given(deal, Seats(), None):
        raise ValueError(f"{file} sets the game; leave out {option}")
    last = files.last_game(Path(file))
    if last.finished().is_over:
        raise ValueError("the last game of the file is over, so it cannot be continued")
    attention = seats.attention(last.rules) or last.attention
    return replace(last, players=seats.players(last.rules), attention=attention)


def _begun(variant: str, deal: Deal, seats: Seats) -> Transcript:
    """Return a dealt game, or one that starts from a position."""
    name, rules = read_variant(variant)
    file_name = "" if name == rbcore.variant_text(rules) else name
    players, attention = seats.players(rules), seats.attention(rules)
    if deal.position is not None:
        start = read_position(variant, deal.position, partial=False)
        if start.winner is not None:
            raise ValueError("the position is already won; there is nothing to play")
        return Transcript(start, (), players, attention=attention, comments=files.named(file_name))
    seed, number = deal.numbers
    number *= rbcore.MATCH_GAMES if deal.match else 1
    return files.dealt(
        rules, players, seed, number, in_match=deal.match, attention=attention, name=file_name
    )


# ---- tables; textual is imported when one is opened ----


def _play_bank(series: Series, pace: float, in_letters: bool) -> None:
    """Open a game of Russian Bank, and print at the end where the games are."""
    from rbsim.table.apps import BankApp

    app = BankApp(series, pace=pace, ascii=in_letters)
    _open(app, lambda: files.keep(series.path, series.text()))
    if series.path.exists():
        print(f"The games are saved in {series.path}; rbsim play {series.path} continues.")


def _play_patience(name: str, deal: Deal, in_letters: bool) -> None:
    """Open a game of patience, where the person left it if they did."""
    from rbsim.table.apps import PatienceApp

    game = SeatedPatience(name, *deal.numbers)
    check_terminal()
    files.take_up(game)
    app = PatienceApp(game, ascii=in_letters)
    _open(app, lambda: files.keep(files.patience_file(app.game), app.file_text()))
    print(f"rbsim play patience {name} --seed {game.seed} --game {app.game.number} continues.")


def check_terminal() -> None:
    """Raise ValueError, in a sentence, where no table can be shown."""
    if not all(stream is not None and stream.isatty() for stream in (sys.stdin, sys.stdout)):
        raise ValueError("rbsim play needs a terminal; standard input or output is not one")
    if is_dumb():
        raise ValueError(
            f"TERM={os.environ['TERM']} prints plain lines only; rbsim play needs a terminal that "
            "can place text, such as TERM=xterm"
        )


def _open(app: SeatedApp, keep_again: Callable[[], None]) -> None:
    """Run the app until the person leaves; raise OSError if the game cannot be saved."""
    try:
        app.run()
        if app.unkept:
            print(f"rbsim: the game could not be saved: {app.unkept}", file=sys.stderr)
            keep_again()
    finally:
        files.let_go()
