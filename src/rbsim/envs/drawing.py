"""The table as a person at it sees it, as text and as SVG; face-down cards are backs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import rbcore
from rbcore.api.view import HIDDEN
from rbsim.envs.layout_text import SYMBOLS, foundations_of, houses_of, layout_lines, pretty

CARD, HEIGHT, STEP, TUCK = 34, 46, 20, 7  # of a card in pixels; from card to card, up and down
LEFT, TOP, ROW = 96, 34, 56
Pile = tuple[Sequence[str], str]  # cards, and a note behind them
NOTES = {"x": "closed", ".": "not laid yet", "-": "empty"}  # of a house, by its sign
BACK, INK, RED, PAPER = "#0072b2", "#1f2328", "#b3261e", "#ffffff"


def draw(game: rbcore.Game, mode: str | None) -> str | None:
    """Return the table in a render mode: `ansi` or `svg`; `human` prints, None is nothing."""
    if mode == "human":
        print(text(game))
        return None
    if mode == "svg":
        return svg(game)
    return None if mode is None else text(game)


def heading(game: rbcore.Game) -> str:
    """Return who is to move, or how the game ended."""
    if game.is_over:
        return f"{game.outcome}, seat {game.winner}" if game.outcome == "win" else f"{game.outcome}"
    turned = f", turned up {pretty([game.turned], False)}" if game.turned else ""
    return f"turn {game.turn}, seat {game.seat} to move{turned}"


def text(game: rbcore.Game) -> str:
    """Return the table as lines."""
    return "\n".join([heading(game), *layout_lines(game, False)])


def svg(game: rbcore.Game) -> str:
    """Return the table as an SVG file: foundations, houses and seats, a row each."""
    rows = list(_rows(game))
    drawn, widest = [], 0
    for i, (label, piles) in enumerate(rows):
        y, x = TOP + i * ROW, LEFT
        drawn.append(f'<text x="8" y="{y + HEIGHT // 2 + 4}">{label}</text>')
        for cards, note in piles:
            for card in cards:
                drawn.append(_card(card, x, y))
                x += TUCK if card == HIDDEN else STEP
            x += CARD - STEP if cards else 0
            if note:
                drawn.append(f'<text x="{x + 4}" y="{y + HEIGHT // 2 + 4}">{note}</text>')
                x += 8 * len(note)
            x += 12
        widest = max(widest, x)
    height = TOP + len(rows) * ROW
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {widest} {height}" width="{widest}" '
        f'height="{height}" font-family="sans-serif" font-size="13" fill="{INK}">'
        f'<rect width="100%" height="100%" fill="#eef1ee"/>'
        f'<text x="8" y="20">{heading(game)}</text>{"".join(drawn)}</svg>'
    )


def _rows(game: rbcore.Game) -> Iterator[tuple[str, list[Pile]]]:
    """The rows of the picture: a label, and piles of cards with a note behind each."""
    tops: list[Pile] = [
        ([], f"{suit} -".translate(SYMBOLS)) if rank == "-" else ([rank + suit], "")
        for suit, ranks in foundations_of(game)
        for rank in ranks
    ]
    yield "foundations", tops
    for number, (cards, sign) in enumerate(houses_of(game), 1):
        yield f"house {number}", [(cards, NOTES.get(sign, ""))]
    for seat, reserve in enumerate(game.view().reserves):
        hand, waste = game.hands[seat], game.wastes[seat]
        piles: list[Pile] = [
            (reserve, "" if reserve else "no reserve"),
            ([HIDDEN] * bool(hand), f"{len(hand)} in hand"),
        ]
        if game.turned and seat == game.seat:
            piles.append(([game.turned], "turned up"))
        yield f"seat {seat}", [*piles, (waste[-1:], f"{len(waste)} on the waste")]


def _card(card: str, x: int, y: int) -> str:
    fill = BACK if card == HIDDEN else PAPER
    box = (
        f'<rect x="{x}" y="{y}" width="{CARD}" height="{HEIGHT}" rx="4" fill="{fill}" '
        f'stroke="{INK}" stroke-width="0.7"/>'
    )
    if card == HIDDEN:
        return box
    ink = RED if card[1] in "dh" else INK
    return f'{box}<text x="{x + 3}" y="{y + 15}" fill="{ink}">{card.translate(SYMBOLS)}</text>'
