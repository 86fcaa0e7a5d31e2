"""Patience text: the list of the book's games, and one game card by card."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib.resources import files
from itertools import chain, groupby
from textwrap import wrap

import numpy as np

from rbcore import sympathy as two_packs
from rbcore.cards.ranges import MOST_WORD, check_range
from rbcore.patience import playing
from rbcore.patience.book import GAMES, known_games
from rbcore.patience.entry import Game
from rbcore.patience.playing import MOST_EVENTS, OUTCOMES
from rbsim.running.batch import SEED
from rbsim.running.forms import Form
from rbsim.stats.figure import Figure, figure
from rbsim.stats.intervals import Rate
from rbsim.stats.number_text import figure_text

WIDTH = 78
LABEL = 12
LIST = 30  # columns before what a game is, in the list
HOW = {"forced": "; nothing is decided", "best": " in the best order"}  # odds, by whose play
NOUNS = {"place": "", "waste": "waste", "foundation": "foundation", "thrown": "out", "kept": "kept"}


def list_lines() -> list[str]:
    """Return lines for each game: number, name, what it is, players, readings, odds."""
    lines = []
    odds = known_odds()
    for game in _games():
        first, *rest = wrap(game.line, WIDTH - LIST)
        if len(game.players) > 1:
            rest += wrap(f"--players {', '.join(game.players)}", WIDTH - LIST)
        for key, values in game.readings.items():
            rest += wrap(f"{game.name},{key}={' or '.join(values)}", WIDTH - LIST)
        if game.name in odds:
            rest += wrap(odds[game.name].text, WIDTH - LIST)
        number = "-" if game.number == game.name else game.number
        lines.append(f"{number:<8} {game.name:<20} {first}")
        lines += [" " * LIST + line for line in rest]
    return lines


def list_dicts() -> list[dict[str, object]]:
    """Return all games as plain values for JSON."""
    odds = known_odds()
    return [
        {
            "kind": "patience",
            "number": game.number,
            "name": game.name,
            "line": game.line,
            "version": game.version,
            "players": list(game.players),
            "player_versions": {name: game.player_versions.get(name, 1) for name in game.players},
            "readings": {key: list(values) for key, values in game.readings.items()},
            "odds": odds[game.name].row if game.name in odds else None,
        }
        for game in _games()
    ]


@dataclass(frozen=True)
class Odds:
    """How often a game comes out, by the player who wins it most, as played once."""

    player: str
    rate: Figure

    @property
    def text(self) -> str:
        """The words of the list."""
        return f"comes out {figure_text(self.rate)}{HOW.get(self.player, f' by {self.player}')}"

    @property
    def row(self) -> dict[str, object]:
        """The same as plain values."""
        low, high = self.rate.interval
        return {
            "player": self.player,
            "estimate": self.rate.estimate,
            "low": low,
            "high": high,
            "games": self.rate.n,
        }


def known_odds() -> dict[str, Odds]:
    """Return the odds of games that are still of the rules that were played.

    docs/patience/games.py writes the file.
    """
    kept = json.loads(files("rbsim.cli").joinpath("patience_odds.json").read_text("utf-8"))
    return {
        name: Odds(one["player"], figure("wins", Rate(one["won"], one["games"], one["undecided"])))
        for name, one in kept.items()
        if Form(name).digest == one["digest"]
    }


def _games() -> Iterator[Game]:
    """The games of the book, then the well-known ones."""
    return chain(GAMES.values(), known_games().values())


def show_game(game: str, number: int, seed: int = SEED, players: str | None = None) -> str:
    """Return one game of the book as text: its pack, what happens to each card, how it ends.

    Parameters
    ----------
    game : str
        Number or name, with a reading.
    number, seed : int
        Which game.
    players : str, optional
        Who plays; the game's own way of playing unless given.

    Returns
    -------
    str
        Lines of at most 78 columns.

    Raises
    ------
    ValueError
        In one sentence, for an unknown game or player, and for numbers out of range.

    Examples
    --------
    >>> show_game("hope", 7).splitlines()[0]
    'no. 3 hope, game 7 of seed 1'
    """
    form = Form(game)
    number = check_range("deal", number, 0, MOST_WORD)
    player = form.game.player if players is None else players
    if "," in player:
        raise ValueError(f"players={player} are several, where one shows a game; name one of them")
    playing.check_player(form.game, player)
    head = f"{_number(form.game)}{form.text}, game {number} of seed {seed}"
    if form.game.rules.module == "sympathy":
        heaps = form.game.rules.options.get("heaps", 16)
        packs = two_packs.deal(seed, number)
        return packs_text(head, heaps, packs, two_packs.pair(heaps, *packs))
    pack = playing.deal(form.game, seed, number)
    row, story = playing.play_pack(form.game, pack, player, seed, number)
    return story_text(head, pack, row, story)


def _number(game: Game) -> str:
    """The number in the book, if it is a game of the book."""
    return "" if game.number == game.name else f"no. {game.number} "


def story_text(head: str, pack: str, row: np.void, story: Sequence[tuple[str, str, int]]) -> str:
    """Return a game as lines: cards that go the same way stand together, in order."""
    lines = [head, *_line("pack", [pack[i : i + 2] for i in range(0, len(pack), 2)])]
    if story[:1] and story[0][0] != "pass":
        lines.append("pass 1")
    for (event, place), told in groupby(story, key=lambda one: (one[0], one[2])):
        if event == "pass":
            lines.append(f"pass {place}")
            continue
        noun = NOUNS[event]
        if event in ("thrown", "kept") or (event == "waste" and place == 0):
            label = noun
        else:
            label = f"{noun} {place + 1}".strip()
        lines += _line(f"  {label}", [card for _, card, _ in told])
    if len(story) == MOST_EVENTS:
        lines.append("... and so on: only so much of a game is shown")
    outcome = OUTCOMES[int(row["outcome"])]
    lines.append(f"{outcome}, {int(row['left'])} left" if outcome != "won" else "won")
    return "\n".join(lines)


def packs_text(head: str, heaps: int, packs: tuple[str, str], row: np.void) -> str:
    """Return a game of Sympathy as lines: both layouts, a line for each heap, and how it ends."""
    lines = [head]
    for name, pack in zip(("first", "second"), packs, strict=True):
        cards = [pack[i : i + 2] for i in range(0, len(pack), 2)]
        piles = ["".join(cards[i : i + 3]) for i in range(0, 3 * heaps, 3)]
        lines += _line(f"{name} heaps", piles)
        lines += _line("  grace", cards[3 * heaps :])
    lines.append(f"stuck first with {int(row['stuck'])} pairs left")
    outcome = OUTCOMES[int(row["outcome"])]
    lines.append(f"{outcome}, {int(row['left'])} pairs left" if outcome != "won" else "won")
    return "\n".join(lines)


def _line(label: str, cards: Sequence[str]) -> list[str]:
    at = max(LABEL, len(label) + 1)
    whole, below = at + WIDTH - LABEL - 4, " " * at
    return wrap(" ".join(cards), whole, initial_indent=f"{label:<{at}}", subsequent_indent=below)
