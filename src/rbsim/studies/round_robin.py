"""Round robin: every two players play the same deals in both seatings, to see who beats whom."""

from __future__ import annotations

from itertools import combinations
from typing import Annotated, Unpack

import rbcore
from rbcore.cards.ranges import check_once
from rbsim.optional import need
from rbsim.pipeline.study import Study
from rbsim.results.options import How, Level, OneVariant, Option, batch_of, near_players, whole
from rbsim.results.study_kind import Given, StudyKind
from rbsim.running.batch import read_rules
from rbsim.running.player import Choose, Player, resolve_player
from rbsim.stats.level import LEVEL
from rbsim.studies.standings import Ladder, anchored
from rbsim.sums.contrast_goals import lead_goal

MOST = 16  # players
PLAYERS = Option(
    "two or more; commas do as well as spaces",
    metavar="PLAYER PLAYER...",
    near=near_players,
    many=True,
)
DEALS = whole("Deals that every two players play, each in both seatings.")
UNTIL = Option(
    "Stop a duel when it is `decided` who leads, or when the lead is known to this half-width; "
    "--games is the most then."
)
ANCHOR = Option("The player whose Elo is 0; the first unless given.", near=near_players)


def ladder(
    *players: Annotated[str | Player | Choose, PLAYERS],
    variant: OneVariant = "standard",
    games: Annotated[int, DEALS] = 10_000,
    until: Annotated[str | float | None, UNTIL] = None,
    anchor: Annotated[str | None, ANCHOR] = None,
    level: Level = LEVEL,
    **how: Unpack[How],
) -> Ladder:
    """Play a round robin: every two players on the same deals, each deal in both seatings.

    Parameters
    ----------
    *players : str, Player or callable
        Two to 16 different players, compiled or in Python.
    variant : str or rbcore.Rules
        Rules for two seats.
    games : int
        Deals of each duel, two games each; with `until`, the most.
    until : {"decided"} or float, optional
        Stop a duel when it is decided who leads, or when the lead is known to this half-width; at
        95% for all duels and looks together.
    anchor : str, optional
        The player whose Elo is 0; the first unless given.
    level, **how : see `simulate`
        As `simulate` takes them; anytime intervals are of 95% whatever the level.

    Returns
    -------
    Ladder
        Duels, ratings, and tests of each player against the next.

    Raises
    ------
    ValueError
        In one sentence, as of `simulate`, and for too few players, one given twice, an unknown
        anchor, rules for three seats, or without SciPy.

    Examples
    --------
    >>> result = ladder("greedy", "uniform", games=20, seed=1)
    >>> result.ranking
    ['greedy', 'uniform']
    """
    return KIND.play(
        players=players, variant=variant, games=games, until=until, anchor=anchor, level=level,
        **how,
    )  # fmt: skip


def arms(given: Given) -> Study:
    """Return a study of two arms for every two players, seen from seat 0."""
    players = given["players"] or ()
    seated = [resolve_player(player) for player in players[: MOST + 1]]
    if not 2 <= len(seated) <= MOST:
        raise ValueError(f"a ladder has 2 to {MOST} players, not {len(players)}")
    names = list(map(str, seated))
    check_once(names)
    rules = read_rules(given["variant"])
    if rules.seats != 2:
        raise ValueError(
            f"{rbcore.variant_text(rules)} has {rules.seats} seats; a ladder is of games for two"
        )
    need("scipy.stats", "stats")
    settings = anchored(names, given["anchor"])
    batches = [
        batch_of({**given, "variant": rules, "players": seating})
        for one, other in combinations(seated, 2)
        for seating in ((one, other), (other, one))
    ]
    goal = lead_goal(given["until"], len(batches))
    return Study("ladder", tuple(batches), paired=True, view=0, goal=goal, settings=settings)


KIND: StudyKind[Ladder] = StudyKind(
    "ladder",
    ladder,
    arms,
    Ladder,
    "Ladder",
    "Show who beats whom: every two players on the same deals in both seatings, and their Elo.",
    (
        "rbsim ladder uniform greedy weighted --games 1000",
        "rbsim ladder greedy,planner --until decided",
    ),
)
