"""Page: games to step through, as one self-contained file of HTML."""

import base64
import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from html import escape
from importlib.resources import files

import rbcore
from rbcore.drawing.bank_scene import lay_out
from rbcore.drawing.colours import LOOKS
from rbcore.drawing.drawn import Drawing
from rbcore.drawing.glyphs import RANK_HEIGHT, RANK_WIDTHS, RANKS, SUITS
from rbcore.drawing.scene import WIDE, Scene
from rbcore.drawing.shapes import INSET
from rbcore.drawing.svg import definitions, style_sheet
from rbcore.moves.verdict import Verdict
from rbcore.rules.variants import variant_text
from rbsim.viewer.steps import first_line, lines


@dataclass(frozen=True)
class ShownGame:
    """A game that a page shows.

    Attributes
    ----------
    start : rbcore.Position
        Where it begins; it knows the rules.
    moves : sequence of str
        In notation, as rbcore.trace has them: `r>3!` is an offence at which Stop was called, the
        omitted move follows, then `stop`.
    headers : mapping of str to str
        What is said above the game, such as players and seed.
    comments : mapping of int to str
        Remarks, by the number of moves before each.
    rates : sequence of float
        How likely seat 0 was to win, at the start and after each move; or nothing.
    outcome : str
        How the game ended, in words.
    """

    start: rbcore.Position
    moves: Sequence[str]
    headers: Mapping[str, str] = field(default_factory=dict)
    comments: Mapping[int, str] = field(default_factory=dict)
    rates: Sequence[float] = ()
    outcome: str = ""

    @property
    def title(self) -> str:
        """The variant, and the headers."""
        said = [f"{name} {value}" for name, value in self.headers.items()]
        return ", ".join([variant_text(self.start.rules), *said])


def page(games: Iterable[ShownGame], title: str = "Russian Bank") -> str:
    """Return a page of HTML on which games are stepped through; always the same one.

    It needs no other file and no network. `#m185` at the end of its address is the position after
    move 185, `#g2m185` that of the second game.

    Parameters
    ----------
    games : iterable of ShownGame
        One or more.
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
    >>> import rbcore
    >>> rules = rbcore.variant("standard")
    >>> start, moves, row = rbcore.trace(rules, ["greedy", "greedy"], seed=1, game=0)
    >>> html = page([ShownGame(start, moves, {"seed": "1", "game": "0"})])
    >>> html.count("<svg") > 0, len(html) < 80_000
    (True, True)
    """
    played = list(games)
    if not played:
        raise ValueError("a page shows one game or more; there is none")
    records, fallback = [], []
    for number, one in enumerate(played, 1):
        records.append(_record(one))
        fallback += [f"<h2>Game {number}: {escape(one.title)}</h2>", Drawing(_scene(one)).svg,
                     f"<p>{escape(' '.join(one.moves))}</p>"]  # fmt: skip
    data = {
        "games": records,
        "verdicts": {int(one): one.words for one in Verdict},
        "widths": RANK_WIDTHS,
        "height": RANK_HEIGHT,
        "inset": INSET,
    }
    script = _beside("page.js")
    parts = {
        "title": escape(title),
        "policy": f"default-src 'none'; style-src 'unsafe-inline'; script-src '{_seal(script)}'",
        "style": _beside("page.css") + style_sheet("#board", LOOKS),
        "glyphs": "".join(definitions(_glyphs(), "g")),
        "fallback": "".join(fallback),
        "data": json.dumps(data, separators=(",", ":"), ensure_ascii=False).replace("<", "\\u003c"),
        "script": script,
    }
    return re.sub(r"\{\{(\w+)\}\}", lambda mark: parts[mark[1]], _beside("page.html"))


def _beside(name: str) -> str:
    return files("rbsim.viewer").joinpath(name).read_text("utf-8")


def _seal(script: str) -> str:
    """What lets a browser run this script and no other."""
    return f"sha256-{base64.b64encode(sha256(script.encode()).digest()).decode()}"


def _scene(one: ShownGame, *, narrow: bool = False) -> Scene:
    return lay_out(one.start.view(), narrow=narrow, next_cards=True)


def _record(one: ShownGame) -> dict[str, object]:
    """A game as the script reads it."""
    steps = [first_line(one.start), *lines(one.start, one.moves)]
    rules = one.start.rules
    return {
        "title": one.title,
        "outcome": one.outcome,
        "seats": rules.seats,
        "peek": rules.peek == "yes",
        "turn": one.start.turn,
        "steps": "\n".join(steps),
        "comments": {str(number): text for number, text in one.comments.items()},
        "rates": [round(rate, 3) for rate in one.rates],
        "tables": [_places(_scene(one, narrow=narrow)) for narrow in (False, True)],
    }


def _places(scene: Scene) -> dict[str, object]:
    """Where everything lies, for the script to lay cards there."""
    return {
        "width": scene.width,
        "height": scene.height,
        "sizes": vars(scene.sizes),
        "piles": [
            [one.key, one.name, one.x, one.y, one.shape, one.room, one.strip, one.sign, one.most,
             one.counted] for one in scene.piles
        ],
        "labels": [[one.x, one.y, one.seat, one.lines[0], one.number] for one in scene.labels],
    }  # fmt: skip


def _glyphs() -> set[tuple[str, float, float]]:
    """All that the script draws: ranks, suits, the mark of who moves, a back."""
    drawn = {(name, 10.0, 10.0) for name in [*RANKS, *SUITS, "arrow"]}
    return {*drawn, ("lattice", WIDE.width - 2 * INSET, WIDE.height - 2 * INSET)}
