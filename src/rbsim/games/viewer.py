"""Viewer: games to step through, as one self-contained page of HTML. Knows rbcore alone.

The script page.js knows no rule: it lays cards where the page says that piles lie. A move is a line
of text: the entry, its sign and its changes, with tabs between.

The sign is `1` or `2` for a move that 5.1 or 5.2 compels. It is `!` and a verdict for an offence at
which Stop was called, and `?` and a verdict for an offence that nobody called; the entry says
whether that stands or was taken back. It is empty for any other move.

Changes are words. `@1` says that a turn has ended and seat 1 is to move. Any other word is the
letter of a pile and the number of cards that leave it. Then follow, if there is such a change, `:`
and the cards that are laid there, `~` and how many cards now lie face down, `!` and the sign of a
house in a special state.
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
from rbcore.cards.ranges import shown
from rbcore.cards.text import RANKS, SUITS, cards_text
from rbcore.drawing import shapes
from rbcore.drawing.drawn import Drawing, definitions, style_sheet
from rbcore.drawing.scene import WIDE, Caption, Pile, Scene
from rbcore.drawing.shapes import INSET, PAINTS
from rbcore.drawing.tables import lay_out
from rbcore.moves.verdict import Verdict
from rbcore.rules.limits import MAX_LIMITS as MAX_LIMITS
from rbsim.arguments import checked

LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"  # of piles, in the order of keys
STOP = "stop"  # the entry behind a called offence and the omitted move, if there is one
Laid = tuple[str, int, str]  # a pile: its cards, how many lie face down, the sign of a house


@dataclass(frozen=True)
class ShownGame:
    """A game as a page shows it.

    Attributes
    ----------
    start : Position
        Where it begins.
    moves : sequence of str
        Its entries, as rbcore.trace has them.
    title, outcome : str
        The heading, and how the game ended.
    comments : mapping of int to str
        Remarks, by the number of entries before each.
    rates : sequence of float
        Seat 0's chance of winning at the start and after each entry; empty if unknown.
    caption : str
        The caption of the rates.
    mistakes : mapping of int to str
        The costs of costly moves, by the number of entries up to each, the worst first.
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
    """Anything that a page can show: a transcript, or the course of a game."""

    def shown(self) -> ShownGame:
        """Return the game as a page shows it; raise ValueError for an entry that is forbidden."""


@checked
def page(games: Iterable[Showable], title: str = "Russian Bank") -> str:
    """Return a page of HTML on which games are stepped through.

    It needs no other file and no network, and the same games give the same page. `#m185` at the end
    of its address leads to the position after move 185, `#g2m185` to that of the second game.

    Parameters
    ----------
    games : iterable of Transcript or Course
        One or more. A course, as `course` finds it, adds its curve of chances and its mistakes.
    title : str
        The heading.

    Returns
    -------
    str
        The text of the file.

    Raises
    ------
    ValueError
        If there is no game, and for a move that the rules forbid, with its number.

    Examples
    --------
    >>> import rbsim.games
    >>> game = rbsim.games.Transcript.traced("standard", ["greedy"] * 2, seed=1, game=0)
    >>> html = page([game])
    >>> html.count("<svg") > 0, len(html) < 80_000
    (True, True)
    """
    shown_games = []
    for game in games:
        if not hasattr(game, "shown"):
            raise TypeError(f"games contain {shown(game)}, which is not a Transcript or Course")
        shown_games.append(game.shown())
    if not shown_games:
        raise ValueError("a page needs at least one game")
    data = {
        "games": [_record(game) for game in shown_games],
        "verdicts": {int(verdict): verdict.words for verdict in Verdict},
        "widths": shapes.RANK_WIDTHS,
        "height": shapes.RANK_HEIGHT,
        "inset": INSET,
    }
    script = _packaged("page.js")
    seal = base64.b64encode(sha256(script.encode()).digest()).decode()  # no other script runs
    fields = {
        "title": escape(title),
        "policy": f"default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-{seal}'",
        "style": _packaged("page.css") + style_sheet("#board", PAINTS),
        "glyphs": _glyphs(),
        "fallback": _fallback(shown_games),
        "data": json.dumps(data, separators=(",", ":"), ensure_ascii=False).replace("<", "\\u003c"),
        "script": script,
    }
    return re.sub(r"\{\{(\w+)\}\}", lambda mark: fields[mark[1]], _packaged("page.html"))


def _glyphs() -> str:
    """Return the definitions of all that the script draws."""
    drawn = {(name, 10.0, 10.0) for name in [*shapes.RANKS, *shapes.SUITS, "arrow"]}
    drawn.add(("lattice", WIDE.width - 2 * INSET, WIDE.height - 2 * INSET))
    return "".join(definitions(drawn, "g"))


def _fallback(games: Sequence[ShownGame]) -> str:
    """Return what the page shows where no script runs: each game's first position and moves."""
    blocks = []
    for number, game in enumerate(games, 1):
        blocks += [
            f"<h2>Game {number}: {escape(game.title)}</h2>",
            Drawing(_scene(game)).svg,
            f"<p>{escape(' '.join(game.moves))}</p>",
        ]
    return "".join(blocks)


def framed(game: Showable) -> str:
    """Return the page of a game as a notebook shows it, in a frame of its own.

    A notebook that nobody trusts yet drops the frame, and the style that hides what is below it:
    the first position as an image, and the moves.
    """
    flat = game.shown()
    return (
        "<style>.rbsim-flat{display:none}</style>"
        f'<iframe srcdoc="{escape(page([game]))}" title="A game of Russian Bank to step through" '
        'style="width: 100%; height: 640px; border: 0"></iframe>'
        f'<div class="rbsim-flat"><p><b>{escape(flat.title)}. {escape(flat.outcome)}</b></p>'
        f"{Drawing(_scene(flat))._repr_html_()}<p>{escape(' '.join(flat.moves))}</p></div>"
    )


def _packaged(name: str) -> str:
    """Return the text of a file that lies beside this module."""
    return files("rbsim.games").joinpath(name).read_text("utf-8")


def _scene(game: ShownGame, *, narrow: bool = False) -> Scene:
    """Return the game's first position, laid out for a wide or a narrow window."""
    return lay_out(game.start.view(), narrow=narrow, next_cards=True)


def _record(game: ShownGame) -> dict[str, object]:
    """Return a game as the script reads it."""
    rules = game.start.rules
    return {
        "title": game.title,
        "outcome": game.outcome,
        "seats": rules.seats,
        "peek": rules.peek == "yes",
        "turn": game.start.turn,
        "steps": "\n".join(lines(game.start, game.moves)),
        "comments": {str(number): text for number, text in game.comments.items()},
        "rates": [round(rate, 3) for rate in game.rates],
        "caption": game.caption,
        "mistakes": [[number, text] for number, text in game.mistakes.items()],
        "tables": [_places(_scene(game, narrow=narrow)) for narrow in (False, True)],
    }


def _places(scene: Scene) -> dict[str, object]:
    """Return where everything lies, for the script to lay cards there."""
    return {
        "width": scene.width,
        "height": scene.height,
        "sizes": vars(scene.sizes),
        "piles": [_pile_fields(pile) for pile in scene.piles],
        "labels": [_caption_fields(label) for label in scene.captions],
    }


def _pile_fields(pile: Pile) -> list[object]:
    """Return the fields of a pile in the order in which the script reads them."""
    return [
        pile.key,
        pile.name,
        pile.x,
        pile.y,
        pile.shape,
        pile.room,
        pile.strip,
        pile.sign,
        pile.most,
        pile.counted,
    ]


def _caption_fields(label: Caption) -> list[object]:
    """Return the fields of a label in the order in which the script reads them."""
    return [label.x, label.y, label.seat, label.lines[0], label.number]


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
        piles[f"H{number}"] = _laid(house)
    for seat, player in enumerate(setup.players):
        player.hand.down = len(player.hand.cards)
        turned = setup.turned if seat == setup.seat else notation.Pile()
        piles[f"h{seat}"] = _laid(player.hand)
        piles[f"t{seat}"] = _laid(turned)
        piles[f"w{seat}"] = _laid(player.waste)
        if rules.reserve_size:
            piles[f"r{seat}"] = _laid(player.reserve)
    return piles


def _laid(pile: notation.Pile) -> Laid:
    """Return what lies on a pile of notation."""
    return cards_text(pile.cards), pile.down, pile.state


def change(letter: str, old: Laid, new: Laid) -> str:
    """Return the word for what has changed on a pile; the module says what it means."""
    old_cards, old_down, _ = old
    new_cards, new_down, sign = new
    length = 0  # of the text of the lowest cards, two characters each, which stay
    while length < len(old_cards) and old_cards[: length + 2] == new_cards[: length + 2]:
        length += 2
    stay = length // 2
    word = f"{letter}{len(old_cards) // 2 - stay}"
    if new_cards[length:]:
        word += f":{new_cards[length:]}"
    if new_down != min(old_down, stay):
        word += f"~{new_down}"
    if sign:
        word += f"!{sign}"
    return word


def _changes(old: Mapping[str, Laid], new: Mapping[str, Laid]) -> Iterator[str]:
    """Yield the words for all piles that have changed."""
    for letter, (key, pile) in zip(LETTERS, new.items(), strict=False):
        before = old.get(key, ("", 0, ""))
        if before != pile:
            yield change(letter, before, pile)


def lines(start: rbcore.Position, entries: Iterable[str]) -> Iterator[str]:
    """Yield the changes that lay out the start on an empty table, then a line for each entry."""
    game = rbcore.Game.start(
        start,
        max_turns=MAX_LIMITS["max_turns"],
        max_moves=MAX_LIMITS["max_moves"],
        search_limit=1,
    )
    piles = laid(start)
    seat, turn = start.seat, start.turn
    yield " ".join([f"@{seat}", *_changes({}, piles)])
    for entry in entries:
        sign = _make(game, entry)
        position = game.position()
        piles_after = laid(position)
        words = list(_changes(piles, piles_after))
        if (position.seat, position.turn) != (seat, turn):
            words.insert(0, f"@{position.seat}")
        piles = piles_after
        seat, turn = position.seat, position.turn
        yield f"{entry}\t{sign}\t{' '.join(words)}"


def _make(game: rbcore.Game, entry: str) -> str:
    """Make what an entry says, and return its sign."""
    if entry == STOP:
        return ""
    move = entry.rstrip("!?")
    is_called = entry.endswith("!")
    legal = game.moves()
    if not is_called and move in legal:
        game.apply(move)
        if game.rules.foundations_compulsory and all(text.endswith(">F") for text in legal):
            return "1" if legal[0].startswith("r") else "2"  # 5.1 compels the reserve, 5.2 others
        return ""
    verdict = game.attempt(move, called=is_called)
    return f"{'!' if is_called else '?'}{int(verdict)}"
