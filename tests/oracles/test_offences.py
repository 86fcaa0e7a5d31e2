"""Random attempts in the core and in the twin: the verdict, and what section 6 has follow it."""

import random
from collections import Counter
from functools import cache

import pytest

import rbcore
from oracles import twin
from oracles.twin.moves import WORDS, placements, word_applies
from rbcore.rules.definition import Rules
from support.mixtures import twin_rules
from support.quick import fewer

ATTEMPTS = 1_000  # of each preset, so that all together have more than 30,000
MIXED = (
    "standard,release=any,early-turn=yes",
    "standard,must-load=yes,hand-card-compulsory=yes,waste-available=yes",
    "wrangle,load-from=any,must-load=yes,group-moves=yes,house-to-house=yes",
    "crossley,must-make-spaces=yes,plan-limit=1,space-only-unplayable=yes,first-moves=3",
    "standard,turn-over-space=yes,reserve-first=no,load-onto=waste,turned-up-card=alone",
    "strict,must-play-reserve=yes,hand-load-compulsory=yes,hand-card-compulsory=yes",
    "waste-available,turned-up-card=to-waste,load-onto=none,early-turn=yes,must-play-reserve=yes",
    "crossley,turned-up-card=alone,waste-available=yes,waste-after-reserve=yes,early-turn=yes",
    "here-and-there,turned-up-card=alone,hand-load-compulsory=yes,load-onto=waste",
    "waste-available,wrong-stop=three-cards,early-turn=yes",
    "standard,wrong-stop=turn,peek=once,first-moves=2,starter-face-up=2",
    "three-player,wrong-stop=three-cards",
    "wrangle,wrong-stop=turn",
    "here-and-there,wrong-stop=three-cards",
    "cut-start,turn-reserve=yes,early-turn=yes",
    "cut-start,turn-reserve=yes,first-moves=3,foundation-base=first-card",
)


@cache
def attempts(rules: Rules, seat: int) -> tuple[str, ...]:
    """All that a seat could name at the table: any pile, or group of a house, to any pile."""
    houses = [str(i + 1) for i in range(rules.houses)]
    others = [
        letter + (str(other) if rules.seats > 2 else "")
        for other in range(rules.seats)
        if other != seat
        for letter in "RWH"
    ]
    groups = [f"{house}*{size}" for house in houses for size in (2, 3, 5)]
    sources = ["r", "h", "w", "F", *houses, *groups, *others]
    places = ["r", "h", "w", "F", *houses, *others]
    if rules.seats > 2:  # the own piles by their seat, too
        places += [f"{letter}{seat}" for letter in "RWH"]
    return tuple(f"{source}>{place}" for source in sources for place in places) + WORDS


def fitting(state: twin.State, rules: twin.Rules) -> list[str]:
    """The attempts that can be made, legal or not: no offence of 4 or 5."""
    return placements(state, rules) + [word for word in WORDS if word_applies(state, word, rules)]


def line(game: rbcore.Game) -> str:
    """The position, without what only the memory of players knows."""
    parts = game.position().notation.split(" ")
    return " ".join(part for part in parts if not part.startswith("seen="))


def has_price(game: rbcore.Game, move: str) -> bool:
    """Whether Stop, called at this legal move, costs the next seat something (V34)."""
    made = game.clone()
    made.apply(move)
    ends = move in ("waste", "pass") and not made.is_over
    return ends and game.rules.wrong_stop != "nothing"


def check_attempt(
    game: rbcore.Game, state: twin.State, rules: twin.Rules, move: str, rng: random.Random
) -> int:
    """Attempt a move in copies of both, called and uncalled; the verdict."""
    verdict = twin.judge(state, move, rules)
    for called in (True, False):
        made, after = game.clone(), state.copy()
        where = (game.notation, move, called)
        assert game.judge(move) == verdict, where
        assert made.attempt(move, called=called) == verdict, where
        offences, calls, wrong_stops = [[0] * game.rules.seats for _ in "ocw"]
        offences[state.seat] = int(verdict > 0)
        calls[state.seat] = int(verdict > 0 and called)
        assert (list(made.offences), list(made.calls)) == (offences, calls), where
        if verdict and called:
            amends = twin.amends(after, verdict, rules)
            assert (made.stopped == verdict) == bool(amends), where
            if amends:
                assert line(made) == twin.write(state), where
                assert sorted(made.moves()) == sorted(amends), where
                omitted = rng.choice(amends)
                made.apply(omitted)
                twin.apply(after, omitted, rules)
            twin.end_by_stop(after, rules)
        elif twin.stands(verdict):
            twin.apply(after, move, rules)
        if not verdict and called and has_price(game, move):
            wrong_stops[after.seat] = 1
            twin.wrong_stop(after, rules)
        assert list(made.wrong_stops) == wrong_stops, where
        assert line(made) == twin.write(after), where
        assert (made.outcome == "win") == (twin.winner(after) is not None), where
        made.undo()
        if verdict and called and amends:
            made.undo()
        assert made == game, where
    return verdict


@pytest.mark.sample(4)
@pytest.mark.parametrize("preset", [*rbcore.PRESETS, *MIXED])
def test_random_attempts(preset: str) -> None:
    """Verdicts and what follows, in positions of random games; every other attempt can be made.

    Plans are of two moves at most, as the twin is slow at them; test_plans has longer ones.
    """
    is_slow = rbcore.variant(preset).release != "no"
    variant = f"{preset},plan-limit=2" if is_slow else preset
    rules, twins = rbcore.variant(variant), twin_rules(variant)
    rng = random.Random(preset)
    wanted = fewer(ATTEMPTS)
    verdicts: Counter[int] = Counter()
    number = 0
    while verdicts.total() < wanted:
        position = rbcore.Position.deal(rules, 23, number)
        state = twin.read(position.notation, twins)
        number += 1
        for _ in range(40):
            game = rbcore.Game.start(position)
            can_be_made = fitting(state, twins)
            for _ in range(10):
                for moves in (can_be_made, attempts(rules, state.seat)):
                    verdict = check_attempt(game, state, twins, rng.choice(moves), rng)
                    verdicts[verdict] += 1
            move = rng.choice(position.moves())  # as test_twin has them
            position.apply(move)
            twin.apply(state, move, twins)
            if twin.winner(state) is not None:
                break
    assert {0, 4, 5} <= set(verdicts)
    print(preset, dict(sorted(verdicts.items())))  # under pytest -s
