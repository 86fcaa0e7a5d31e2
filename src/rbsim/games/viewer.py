"""Viewer: games to step through, as one self-contained page of HTML. Knows rbcore alone.

The script beside it lays cards where the page says that piles lie, and knows no rule. What each
move changes is a line of text: the entry, its sign and its changes, with tabs between. The sign is
`1` or `2` for a move that 5.1 or 5.2 compels, `!` and a verdict for an offence at which Stop was
called, `?` and a verdict for one that stands. Changes are words: `@1` the seat that is to move when
a turn has ended; else the letter of a pile, how many cards leave it, and if there is such a change
`:` and the cards that are laid there, `~` and how many lie face down now, `!` and the sign of a
house that is none.
"""

import base64
import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from html import escape
from importlib.resources import files
from typing import Protocol

import rbcore
from rbcore.board import notation
from rbcore.cards.text import RANKS, SUITS, cards_text
from rbcore.drawing import shapes
from rbcore.drawing.drawn import Drawing, definitions, style_sheet
from rbcore.drawing.scene import WIDE, Scene
from rbcore.drawing.shapes import INSET, LOOKS
from rbcore.drawing.tables import lay_out
from rbcore.moves.verdict import Verdict
from rbcore.rules.limits import MOST

LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"  # of piles, in the order of keys
STOP = "stop"  # behind the move that a called Stop asked for
Laid = tuple[str, int, str]  # cards, how many of them lie face down, and the sign of a house


@dataclass(frozen=True)
class ShownGame:
    """A game as a page shows it.

    Entries of `moves` are as rbcore.trace has them, and the numbers of comments and mistakes say
    how many of them there are up to each. `rates`, if they are known, say how likely seat 0 was to
    win at the start and after each entry, by what `caption` says; `mistakes` are the worst first.
    """

    start: rbcore.Position
    moves: Sequence[str]
    title: str
    comments: Mapping[int, str] = field(default_factory=dict)
    outcome: str = ""
    rates: Sequence[float] = ()
    caption: str = ""
    mistakes: Mapping[int, str] = field(default_factory=dict)


class Showable(Protocol):
    """What a page can show: a transcript, or the course of a game."""

    def shown(self) -> ShownGame:
        """Return the game as a page shows it; ValueError for an entry that the rules forbid."""


def page(games: Iterable[Showable], title: str = "Russian Bank") -> str:
    """Return a page of HTML on which games are stepped through; always the same one.

    It needs no other file and no network. `#m185` at the end of its address is the position after
    move 185, `#g2m185` that of the second game.

    Parameters
    ----------
    games : iterable of Transcript or Course
        One or more; of a course, as `course` finds it, with the curve of chances and the mistakes.
    title : str
        The heading.

    Returns
    -------
    str
        The text of the file.

    Raises
    ------
    ValueError
        For no game, and for a move that the rules forbid, with its number.

    Examples
    --------
    >>> import rbsim.games
    >>> game = rbsim.games.Transcript.traced("standard", ["greedy"] * 2, seed=1, game=0)
    >>> html = page([game])
    >>> html.count("<svg") > 0, len(html) < 80_000
    (True, True)
    """
    played = [one.shown() for one in games]
    if not played:
        raise ValueError("a page shows one game or more; there is none")
    records, fallback = [], []
    for number, one in enumerate(played, 1):
        records.append(_record(one))
        fallback += [
            f"<h2>Game {number}: {escape(one.title)}</h2>",
            Drawing(_scene(one)).svg,
            f"<p>{escape(' '.join(one.moves))}</p>",
        ]
    data = {
        "games": records,
        "verdicts": {int(one): one.words for one in Verdict},
        "widths": shapes.RANK_WIDTHS,
        "height": shapes.RANK_HEIGHT,
        "inset": INSET,
    }
    script = _beside("page.js")
    seal = base64.b64encode(sha256(script.encode()).digest()).decode()  # no other script runs
    drawn = {(name, 10.0, 10.0) for name in [*shapes.RANKS, *shapes.SUITS, "arrow"]}
    drawn.add(("lattice", WIDE.width - 2 * INSET, WIDE.height - 2 * INSET))
    parts = {
        "title": escape(title),
        "policy": f"default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-{seal}'",
        "style": _beside("page.css") + style_sheet("#board", LOOKS),
        "glyphs": "".join(definitions(drawn, "g")),
        "fallback": "".join(fallback),
        "data": json.dumps(data, separators=(",", ":"), ensure_ascii=False).replace("<", "\\u003c"),
        "script": script,
    }
    return re.sub(r"\{\{(\w+)\}\}", lambda mark: parts[mark[1]], _beside("page.html"))


def framed(games: Iterable[Showable]) -> str:
    """Return the page as a notebook shows it, in a frame of its own."""
    return (
        f'<iframe srcdoc="{escape(page(games))}" title="A game of Russian Bank to step through" '
        'style="width: 100%; height: 640px; border: 0"></iframe>'
    )


def _beside(name: str) -> str:
    return files("rbsim.games").joinpath(name).read_text("utf-8")


def _scene(one: ShownGame, *, narrow: bool = False) -> Scene:
    return lay_out(one.start.view(), narrow=narrow, next_cards=True)


def _record(one: ShownGame) -> dict[str, object]:
    """A game as the script reads it."""
    rules = one.start.rules
    return {
        "title": one.title,
        "outcome": one.outcome,
        "seats": rules.seats,
        "peek": rules.peek == "yes",
        "turn": one.start.turn,
        "steps": "\n".join(lines(one.start, one.moves)),
        "comments": {str(number): text for number, text in one.comments.items()},
        "rates": [round(rate, 3) for rate in one.rates],
        "caption": one.caption,
        "mistakes": [[number, text] for number, text in one.mistakes.items()],
        "tables": [_places(_scene(one, narrow=narrow)) for narrow in (False, True)],
    }


def _places(scene: Scene) -> dict[str, object]:
    """Where everything lies, for the script to lay cards there."""
    return {
        "width": scene.width,
        "height": scene.height,
        "sizes": vars(scene.sizes),
        "piles": [
            [
                one.key,
                one.name,
                one.x,
                one.y,
                one.shape,
                one.room,
                one.strip,
                one.sign,
                one.most,
                one.counted,
            ]
            for one in scene.piles
        ],
        "labels": [[one.x, one.y, one.seat, one.lines[0], one.number] for one in scene.labels],
    }


# ---- what each move changes ----


def laid(position: rbcore.Position) -> dict[str, Laid]:
    """Return what lies on each pile, by the keys of its scene."""
    rules = position.rules
    setup = notation.read(position.notation, rules)
    piles: dict[str, Laid] = {}
    for suit, heights in zip(SUITS, setup.heights, strict=True):
        for i, height in enumerate(heights):
            ranks = (RANKS[((setup.base or 0) + n) % 13] for n in range(height))
            piles[f"F{suit}{i}"] = "".join(rank + suit for rank in ranks), 0, ""
    for number, house in enumerate(setup.houses, 1):
        piles[f"H{number}"] = _pile(house)
    for seat, own in enumerate(setup.players):
        own.hand.down = len(own.hand.cards)
        turned = setup.turned if seat == setup.seat else notation.Pile()
        piles |= {f"h{seat}": _pile(own.hand), f"t{seat}": _pile(turned)}
        piles[f"w{seat}"] = _pile(own.waste)
        if rules.reserve_size:
            piles[f"r{seat}"] = _pile(own.reserve)
    return piles


def _pile(pile: notation.Pile) -> Laid:
    return cards_text(pile.cards), pile.down, pile.state


def change(letter: str, old: Laid, new: Laid) -> str:
    """Return the word for what has changed on a pile."""
    most = min(len(old[0]), len(new[0]))
    kept = next((i for i in range(0, most, 2) if old[0][i : i + 2] != new[0][i : i + 2]), most) // 2
    word = f"{letter}{len(old[0]) // 2 - kept}"
    if new[0][2 * kept :]:
        word += f":{new[0][2 * kept :]}"
    if new[1] != min(old[1], kept):
        word += f"~{new[1]}"
    return word + (f"!{new[2]}" if new[2] else "")


def _changes(old: Mapping[str, Laid], new: Mapping[str, Laid]) -> Iterator[str]:
    """Yield the words for all that has changed."""
    for letter, (key, one) in zip(LETTERS, new.items(), strict=False):
        before = old.get(key, ("", 0, ""))
        if before != one:
            yield change(letter, before, one)


def lines(start: rbcore.Position, entries: Iterable[str]) -> Iterator[str]:
    """Yield what lays out the start on an empty table; then the line of each entry of a game."""
    game = rbcore.Game.start(
        start, max_turns=MOST["max_turns"], max_moves=MOST["max_moves"], search_limit=1
    )
    piles, seat, turn = laid(start), start.seat, start.turn
    yield " ".join([f"@{seat}", *_changes({}, piles)])
    for entry in entries:
        sign = _made(game, entry)
        position = game.position()
        now = laid(position)
        words = [*_changes(piles, now)]
        if (position.seat, position.turn) != (seat, turn):
            words.insert(0, f"@{position.seat}")
        piles, seat, turn = now, position.seat, position.turn
        yield f"{entry}\t{sign}\t{' '.join(words)}"


def _made(game: rbcore.Game, entry: str) -> str:
    """Make what an entry says, and return its sign."""
    if entry == STOP:
        return ""
    move = entry.removesuffix("!")
    legal = game.moves()
    if entry == move and move in legal:
        game.apply(move)
        if not game.rules.foundations_compulsory or not all(one.endswith(">F") for one in legal):
            return ""
        return "1" if legal[0].startswith("r") else "2"  # by which clause, 5.1 or 5.2, it had to be
    verdict = game.attempt(move, called=entry != move)
    return f"{'!' if entry != move else '?'}{int(verdict)}"
