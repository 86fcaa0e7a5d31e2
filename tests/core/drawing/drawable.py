"""Positions and boards to draw: from the start on, of every preset and every patience game."""

from collections.abc import Iterator
from functools import cache

import rbcore
from rbcore.drawing.scene import HIDDEN, Scene
from rbcore.drawing.tables import lay_out
from rbpatience import playing
from rbpatience.board import Board
from rbpatience.book import GAMES, known_games

VARIANTS = [
    *rbcore.PRESETS,
    "three-player,covered-houses=yes",
    "standard,houses-each=1,reserve-size=20",
    "wrangle,reserve-size=30",
    "crossley,peek=once",
    "standard,starter-face-up=3,second-face-up=12",
]
PATIENCE = {
    game.name: game for game in (*GAMES.values(), *known_games().values()) if game.is_decided
}


@cache
def positions(variant: str, every: int = 17) -> tuple[rbcore.Position, ...]:
    """Positions of a game, the first and the last among them."""
    rules = rbcore.variant(variant)
    start, moves, _ = rbcore.trace(rules, ("greedy",) * rules.seats, 1, 3, max_turns=60)
    position, found = start.copy(), [start]
    for number, move in enumerate(moves, 1):
        position.apply(move)
        if number % every == 0 or number == len(moves):
            found.append(position.copy())
    return tuple(found)


def scenes(variant: str, *, narrow: bool = False) -> Iterator[tuple[rbcore.View, Scene]]:
    """The views of a game's positions, and their scenes."""
    for position in positions(variant):
        view = position.view()
        yield view, lay_out(view, narrow=narrow)


def boards(name: str, moves: int = 60) -> Iterator[Board]:
    """A board at its start, and as its adviser plays on."""
    game = PATIENCE[name]
    board = Board(game, playing.deal(game, 1, 0))
    for made in range(moves):
        if made in (0, 1, 7, 25, moves - 1):
            yield board
        if not board.moves:
            if not board.next_deal():
                break
            continue
        advice = board.advice
        board.move(advice if advice is not None else 0)
    yield board


def shown(scene: Scene) -> list[str]:
    """The face-up cards of a scene, those that others cover too."""
    return [card for pile in scene.piles for card in pile.cards if card != HIDDEN]


def hidden(scene: Scene) -> int:
    """How many cards of a scene lie face down."""
    return sum(pile.down for pile in scene.piles)
