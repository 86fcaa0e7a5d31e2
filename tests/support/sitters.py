"""Games for a person, and what a person does who plays as `greedy`."""

import rbcore
from rbsim.games.transcript import Transcript
from rbsim.table.seated_game import SeatedGame
from rbsim.table.series import dealt, seated

SEED, GAME = 5, 3
PERSON, WATCHFUL = rbcore.Attention.careless(0.0, 0.0), rbcore.Attention.careless(0.0)
CARELESS = rbcore.Attention.careless(1.0)
AGAINST = "greedy"


def deal(
    variant: str = "standard", seat: int = 0, *,
    attention: tuple[rbcore.Attention, ...] | None = None, game: int = GAME,
) -> Transcript:  # fmt: skip
    """The recorded deal, with a person at a seat."""
    rules = rbcore.variant(variant)
    return dealt(rules, seated(AGAINST, seat, rules.seats), SEED, game, attention=attention)


def recorded(variant: str) -> list[str]:
    """The moves of the same deal, in which `greedy` plays at every seat."""
    rules = rbcore.variant(variant)
    _, moves, _ = rbcore.trace(rules, [AGAINST] * rules.seats, SEED, GAME)
    return list(moves)


def own_move(game: SeatedGame) -> str:
    """What `greedy` would do in the person's place."""
    return game.game.clone().choose(AGAINST)


def answer(game: SeatedGame) -> None:
    """Let the opponent to move make its move."""
    game.take(game.reply().think())


def play(game: SeatedGame, entries: int = 100_000) -> SeatedGame:
    """Go on for so many entries, or to the end."""
    while not game.is_over and len(game.record) < entries:
        if game.is_own_turn:
            game.attempt(own_move(game))
        else:
            answer(game)
    return game


def offended() -> tuple[SeatedGame, str]:
    """A game whose opponent has just offended, and its move."""
    game = SeatedGame(deal(attention=(PERSON, CARELESS)))
    while not game.is_over:
        if game.is_own_turn:
            game.attempt(own_move(game))
            continue
        before = game.game.clone()
        answer(game)
        if game.record[-1].entry not in before.moves():
            return game, game.record[-1].entry
    raise AssertionError("nobody has offended")
