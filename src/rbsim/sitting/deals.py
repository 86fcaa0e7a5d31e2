"""Deals: games that a person is about to play, as transcripts without moves."""

from collections.abc import Sequence
from dataclasses import replace

import rbcore
from rbcore.cards.ranges import count_text
from rbsim.games.transcript import Transcript
from rbsim.opinions.opinion import compiled_players

PERSON = "person"  # in the place of a player's name


def seated(against: str, seat: int, seats: int) -> tuple[str, ...]:
    """Return who plays, by seat: the person, and one opponent for all others or one for each.

    Raises ValueError for players that are not compiled, and for too few or too many of them.
    """
    given = [name for one in against.split(":") for name in compiled_players(one, 1)]
    if len(given) not in (1, seats - 1):
        raise ValueError(
            f"against={against} names {len(given)} players for {count_text(seats - 1, 'opponents')}"
            "; name one, or one each"
        )
    others = [rbcore.versioned(one) for one in given] * (seats - 1)
    return (*others[:seat], PERSON, *others[seat : seats - 1])


def dealt(
    rules: rbcore.Rules,
    players: Sequence[str],
    seed: int,
    game: int,
    *,
    in_match: bool = False,
    attention: tuple[rbcore.Attention, ...] | None = None,
) -> Transcript:
    """Return a game of a seed as it is dealt; `game` numbers those of all matches."""
    return Transcript(
        rbcore.Position.deal(rules, seed, game),
        (),
        tuple(players),
        seed,
        game,
        game // rbcore.MATCH_GAMES if in_match else None,
        attention=attention,
        games_version=rbcore.GAMES_VERSION,
    )


def next_deal(last: Transcript) -> Transcript:
    """Return the deal after a game's; in a match, the starts may alternate (3.5)."""
    if last.seed is None or last.game is None:
        raise ValueError("This game was not dealt from a seed, so no deal follows it.")
    rules, in_match, number = last.rules, last.match is not None, last.game + 1
    made = dealt(
        rules, last.players, last.seed, number, in_match=in_match, attention=last.attention
    )
    if not (in_match and rules.starter == "alternate"):
        return made
    starter = (last.start.seat + 1) % rules.seats
    fixed = rbcore.Position.deal(replace(rules, starter=f"seat-{starter}"), last.seed, number)
    return replace(made, start=rbcore.Position.parse(str(fixed), rules), starter=starter)


def from_next_seat(game: Transcript) -> Transcript:
    """Return the same deal, the players having moved on by a seat, and what they overlook too."""
    attention = game.attention
    return replace(
        game,
        moves=(),
        comments={},
        outcome=None,
        scores=None,
        match=None,
        players=(game.players[-1], *game.players[:-1]),
        attention=attention and (attention[-1], *attention[:-1]),
    )
