"""Games for a person, and what a person does who plays as `greedy`."""

from __future__ import annotations

from dataclasses import replace

import rbcore
from rbcore.rules.limits import Limits
from rbsim.games.transcript import Transcript
from rbsim.sitting.deals import dealt, seated
from rbsim.sitting.seated_game import SeatedGame

SEED, GAME = 5, 3
PERSON, WATCHFUL = rbcore.Attention.careless(0.0, 0.0), rbcore.Attention.careless(0.0)
CARELESS = rbcore.Attention.careless(1.0)
AGAINST = "greedy"


def deal(
    variant: str = "standard",
    seat: int = 0,
    *,
    attention: tuple[rbcore.Attention, ...] | None = None,
    max_turns: int = Limits.max_turns,
) -> Transcript:
    """The recorded deal, with a person at a seat."""
    rules = rbcore.variant(variant)
    begun = dealt(rules, seated(AGAINST, seat, rules.seats), SEED, GAME, attention=attention)
    return replace(begun, limits=Limits(max_turns=max_turns))


def recorded(variant: str, max_turns: int = Limits.max_turns) -> list[str]:
    """The moves of the same deal, in which `greedy` plays at every seat."""
    rules = rbcore.variant(variant)
    players = [AGAINST] * rules.seats
    _, moves, _ = rbcore.trace(rules, players, SEED, GAME, max_turns=max_turns)
    return list(moves)


def own_move(game: SeatedGame) -> str:
    """What `greedy` would do in the person's place."""
    return game.game.clone().choose(AGAINST)


def answer(game: SeatedGame) -> None:
    """Let the opponent to move make its move."""
    reply = game.reply()
    reply.think()
    game.take(reply)


def play(game: SeatedGame, entries: int = 100_000) -> SeatedGame:
    """Go on for so many entries, or to the end."""
    while not game.is_over and len(game.made) < entries:
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
        if game.made[-1].entry not in before.moves():
            return game, game.made[-1].entry
    raise AssertionError("nobody has offended")
