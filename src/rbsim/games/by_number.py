"""Games by their numbers: transcripts of a batch's games and matches, played again."""

from collections.abc import Iterator
from dataclasses import replace
from typing import cast

import rbcore
from rbcore.players.names import parse_player
from rbsim.arms.arm import Arm
from rbsim.arms.rows import GAMES, MATCHES
from rbsim.games.transcript import Transcript


def check_repeatable(batch: Arm) -> None:
    """Raise ValueError unless the games of a batch can be played again move by move."""
    if batch.row_kind not in (GAMES, MATCHES):
        raise ValueError(f"{batch.variant} is a game of patience; game files are of Russian Bank")
    if batch.python_players:
        raise ValueError(
            f"{batch.python_players[0]} is a player in Python; game files are written of games of "
            "compiled players"
        )
    for player in map(str, batch.players):
        if parse_player(player).microseconds:
            raise ValueError(
                f"{player} plays by the clock, so its games cannot be played again; give it a "
                "number of playouts"
            )


def transcripts(batch: Arm, index: int) -> Iterator[Transcript]:
    """Yield the game of a number in the batch's seed, or all games of the match of a number."""
    if batch.row_kind is MATCHES:
        yield from _match(batch, index)
    else:
        yield _game(batch, cast(rbcore.Rules, batch.rules), index)


def _game(batch: Arm, rules: rbcore.Rules, game: int) -> Transcript:
    return Transcript.traced(
        rules,
        [str(player) for player in batch.players],
        batch.seed,
        game,
        attention=batch.attention,
        shuffle=batch.shuffle,
        replicate=batch.replicate,
        **vars(batch.limits),
    )


def _match(batch: Arm, match: int) -> Iterator[Transcript]:
    """Yield the games of a match (8.3); with `alternate` the seats start in turn (3.5)."""
    rules = cast(rbcore.Rules, batch.rules)
    points, forced = [0] * rules.seats, rules
    for number in range(rbcore.MATCH_GAMES):
        one = _game(batch, forced, match * rbcore.MATCH_GAMES + number)
        assert one.scores is not None
        start = rbcore.Position.parse(str(one.start), rules)  # whose rules are those of the match
        yield replace(one, start=start, match=match)
        points = [a + b for a, b in zip(points, one.scores, strict=True)]
        if max(points) >= rules.target:
            return
        if rules.starter == "alternate":
            forced = replace(rules, starter=f"seat-{(one.start.seat + 1) % rules.seats}")
