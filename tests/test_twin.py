"""The core against the plain-Python twin of tests/reference, move by move."""

from __future__ import annotations

import random

import pytest

import rbcore
from reference import play, state

VARIANTS = [
    "standard",
    "reserve-11",
    "high-start",
    "standard,reserve-size=3,houses-each=2",
    "standard,reserve-size=0,houses-each=1,starter=cut",
    "standard,reserve-size=40,houses-each=3",
    "standard,reserve-size=5,houses-each=0",
    "standard,reserve-size=1,houses-each=4,win-bonus=50,hand-card=3,reserve-card=7",
]


def attempts(rules: rbcore.Rules) -> list[str]:
    """Every move that can be written under these rules."""
    houses = [str(i + 1) for i in range(rules.houses)]
    moves = [f"{s}>{p}" for s in ["r", "h", *houses] for p in ["F", *houses, "R", "W"]]
    return [*moves, "turn", "waste", "pass"]


@pytest.mark.parametrize("variant", VARIANTS)
def test_random_games_agree(variant: str) -> None:
    """Moves, verdicts and positions; the random player is one of the two at random."""
    rules = rbcore.variant(variant)
    rng = random.Random(variant)
    for game in range(6):
        position = rbcore.Position.deal(rules, 17, game)
        twin = state.read(str(position))
        for ply in range(600):
            moves = play.legal_moves(twin)
            assert position.moves() == sorted(moves), str(position)
            if not moves:
                assert position.winner == twin.seat
                break
            if ply % 20 == 0:
                for move in attempts(rules):
                    assert position.judge(move) == play.judge(twin, move), (str(position), move)
            move = rng.choice(moves)
            position.apply(move)
            play.apply(twin, move)
            assert str(position) == state.write(twin)


def outcome_by_the_letter(position: rbcore.Position, moves: list[str]) -> tuple[str, state.State]:
    """Play a game's moves in the twin; how sections 7.1 to 7.6 end it, asserted not earlier."""
    twin = state.read(str(position))
    stood: dict[str, int] = {}
    for n, move in enumerate(moves, 1):
        play.apply(twin, move)
        ended = ""
        if move.endswith(">F"):
            stood.clear()
        if play.has_won(twin, twin.seat):
            ended = "win"
        elif move in ("waste", "pass"):
            key = play.what_stands(twin)
            stood[key] = stood.get(key, 0) + 1
            if play.idle_long_enough(twin, 1) and play.blocked(twin, 20_000):
                ended = "stalemate"
            elif play.idle_long_enough(twin, 3) or stood[key] == 3:
                ended = "standoff"
        if ended:
            assert n == len(moves), f"the game should have ended in {ended} at move {n}"
            return ended, twin
    return "unfinished", twin


def interesting_games() -> list[tuple[str, str, int]]:
    """Games that end in each outcome, found by playing many: rules under which many do."""
    import numpy as np

    found = []
    for variant, player in (
        ("standard", "greedy"),
        ("standard,houses-each=2", "greedy"),
        ("standard,houses-each=1", "uniform"),  # standoffs by 7.4 (a), which greedy never reaches
        ("standard,reserve-size=48", "greedy"),  # no hands, so max(1, 0) turns
    ):
        rules = rbcore.variant(variant)
        rows = np.zeros(20_000, rbcore.GAME)
        rbcore.play(rules, (player, player), 5, 0, rows)
        for outcome, wanted in ((0, 2), (1, 6), (2, 6)):
            short = rows[(rows["outcome"] == outcome) & (rows["moves"] < 2_000)]
            found += [(variant, player, int(index)) for index in short["index"][:wanted]]
    return found


def test_games_end_by_the_letter() -> None:
    """Outcome, the turn it comes at, and scores of compiled games, by the twin's reading."""
    seen = set()
    for variant, player, game in interesting_games():
        rules = rbcore.variant(variant)
        position, moves, row = rbcore.trace(rules, (player, player), 5, game)
        outcome, twin = outcome_by_the_letter(position, moves)
        assert outcome == rbcore.OUTCOMES[row["outcome"]], (variant, game)
        assert play.scores(twin, outcome) == row["scores"][:2].tolist()
        assert row["turns"] == twin.turn
        seen.add((variant, outcome))
    assert {outcome for _, outcome in seen} == {"win", "stalemate", "standoff"}
    assert ("standard,reserve-size=48", "stalemate") in seen
    assert ("standard,houses-each=1", "standoff") in seen


def small_endings(n: int) -> list[str]:
    """Positions of few cards without a space, many of them blocked or nearly so."""
    rng = random.Random(4)
    deck = [r + s for r in state.RANKS for s in state.SUITS] * 2
    texts = []
    while len(texts) < n:
        rng.shuffle(deck)
        cards = iter(deck)
        houses = [[next(cards)] for _ in range(4)]
        for house in houses:
            while rng.random() < 0.4:
                lower = [c for c in deck if play.fits_house(c, house)]
                house.append(rng.choice(lower)) if lower else None
                if not lower:
                    break
        seats = [
            state.Seat(
                reserve=[next(cards) for _ in range(rng.choice([0, 1, 1]))],
                hand=[next(cards) for _ in range(rng.choice([0, 1, 2, 3]))],
                waste=[next(cards) for _ in range(rng.choice([0, 1, 2]))],
            )
            for _ in range(2)
        ]
        if all(s.reserve or s.hand or s.waste for s in seats):
            heights = {suit: [0, 0] for suit in state.SUITS}
            texts.append(state.write(state.State(rng.randint(0, 1), "", heights, houses, seats)))
    return texts


def test_blocked_is_decided_as_the_definition_says() -> None:
    """The core's decider against a search through whole positions."""
    rules = rbcore.variant("standard,houses-each=2,reserve-size=1")
    verdicts = []
    for text in small_endings(6_000):
        try:
            position = rbcore.Position.parse(text, rules, study=True)
        except ValueError:  # one card too often
            continue
        ours = position.blocked()
        theirs = play.blocked(state.read(text), 3_000)
        if theirs is not None:
            assert ours == theirs, text
            verdicts.append(ours)
    assert verdicts.count(True) > 100
    assert verdicts.count(False) > 1_000
