"""The table as a person at it sees it, as text and as SVG; face-down cards are backs."""

from __future__ import annotations

from collections.abc import Iterator

import rbcore
from rbsim.envs.layout_text import SYMBOLS, cards_of, layout_lines, pretty, suits_of

CARD, HEIGHT, STEP, TUCK = 34, 46, 20, 7  # of a card in pixels; from card to card, up and down
LEFT, TOP, ROW = 96, 34, 56
Pile = tuple[list[str], str]  # cards, and a note behind them
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
    turned = f", turned up {pretty(game.turned, False)}" if game.turned else ""
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
                x += TUCK if card == "??" else STEP
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
    fields = str(game).split(" ")
    yield "foundations", [*_foundations(fields[2])]
    for number, house in enumerate(fields[3].split("|") if game.rules.houses else [], 1):
        closed = {"x": "closed", ".": "not laid yet", "-": "empty"}.get(house, "")
        yield f"house {number}", [([] if closed else _cards(house), closed)]
    for seat, hand in enumerate(game.hands):
        reserve, _, waste = fields[4 + seat].split("/")
        piles = [
            (_cards(reserve), "no reserve" if reserve == "-" else ""),
            (["??"] * bool(hand), f"{len(hand)} in hand"),
        ]
        if game.turned and seat == game.seat:
            piles.append(([game.turned], "turned up"))
        piles.append((_cards(waste)[-1:], f"{len(game.wastes[seat])} on the waste"))
        yield f"seat {seat}", piles


def _foundations(text: str) -> Iterator[Pile]:
    """The top cards of the foundations, or where there is none the suit."""
    for suit, ranks in suits_of(text):
        for rank in ranks:
            yield ([], f"{suit} -".translate(SYMBOLS)) if rank == "-" else ([rank + suit], "")


def _cards(pile: str) -> list[str]:
    """The cards of a pile of notation, face-down ones as `??`."""
    hidden, cards = cards_of(pile)
    return ["??"] * hidden + cards


def _card(card: str, x: int, y: int) -> str:
    fill = BACK if card == "??" else PAPER
    box = (
        f'<rect x="{x}" y="{y}" width="{CARD}" height="{HEIGHT}" rx="4" fill="{fill}" '
        f'stroke="{INK}" stroke-width="0.7"/>'
    )
    if card == "??":
        return box
    ink = RED if card[1] in "dh" else INK
    return f'{box}<text x="{x + 3}" y="{y + 15}" fill="{ink}">{card.translate(SYMBOLS)}</text>'
