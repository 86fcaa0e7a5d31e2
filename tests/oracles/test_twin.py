"""The core against the plain-Python twin of tests/oracles/twin: deals, moves, verdicts, endings."""

import random
from functools import cache

import numpy as np
import pytest

import rbcore
from oracles import twin
from oracles.twin import RANKS, SUITS
from rbcore.rules.definition import Rules
from rbcore.rules.variants import AXES
from support.mixtures import MIXTURES, VARIANTS, axes_set, twin_rules
from support.streams import DEAL, STARTER, stream_below


def test_the_mixtures_set_every_axis() -> None:
    assert len(MIXTURES) >= 30
    assert axes_set(MIXTURES) == set(AXES)


# ---- deals -------------------------------------------------------------------------------------


def shuffled(cards: list[str], draws: list[int]) -> list[str]:
    pack: list[str] = []
    for i, (card, j) in enumerate(zip(cards, draws, strict=True)):
        pack.append(card)
        pack[i], pack[j] = pack[j], pack[i]
    return pack


def packs_of(rules: Rules, seed: int, game: int) -> list[list[str]]:
    """The seats' shuffled packs, top card first, from the streams that tests check elsewhere."""
    ranks, used = RANKS[: rules.ranks], SUITS[: rules.suits]
    whole = [rank + suit for rank in ranks for suit in used]
    if rules.seats == 3:
        cards = [*whole, *whole, "**"]
        draws = stream_below(seed, game, DEAL, range(1, 106))
        pack = shuffled(cards, draws)
        return [pack[:35], pack[35:70], pack[70:]]
    halves = [[r + s for r in ranks for s in suits if s in used] for suits in ("hc", "sd")]
    packs = halves if rules.packs == 1 else [whole, whole]
    n = len(packs[0])
    draws = stream_below(seed, game, DEAL, [*range(1, n + 1)] * 2)
    return [shuffled(packs[0], draws[:n]), shuffled(packs[1], draws[n:])]


@pytest.mark.sample(60)
@pytest.mark.parametrize("variant", VARIANTS)
def test_deals_and_starters_agree(variant: str) -> None:
    """Sections 2 and 3, and what is bound to happen before the first move."""
    rules, twins = rbcore.variant(variant), twin_rules(variant)
    for game in range(25):

        def draw(tied: list[int], game: int = game) -> int:
            return tied[stream_below(9, game, STARTER, [len(tied)])[0]]

        state = twin.deal(packs_of(rules, 9, game), twins)
        twin.begin_turn(state, twin.starter(state, twins, draw), twins)
        assert rbcore.Position.deal(rules, 9, game).notation == twin.write(state)


# ---- moves and verdicts ------------------------------------------------------------------------


def attempts(rules: Rules) -> list[str]:
    """Every move that can be written under these rules."""
    houses = [str(i + 1) for i in range(rules.houses)]
    sources = ["r", "h", "w", *houses]
    if rules.group_moves:
        sources += [f"{house}*{n}" for house in houses for n in (2, 3, 5)]
    if rules.seats == 2:
        piles = ["R", "W"]
    else:
        piles = [pile + str(seat) for pile in "RW" for seat in range(3)]
    moves = [f"{source}>{place}" for source in sources for place in ["F", *houses, *piles]]
    return [*moves, "turn", "waste", "pass"]


def slow(rules: Rules) -> bool:
    """Whether the twin searches for plans at every move."""
    return rules.release != "no" or rules.must_make_spaces or rules.must_uncover


@pytest.mark.sample(3)
@pytest.mark.parametrize("variant", VARIANTS)
def test_random_games_agree(variant: str) -> None:
    """Moves, verdicts and positions. Longer plans than of three moves are left to test_plans.

    What is written is read back now and then: reading is slow, and test_notation does it too.
    """
    if slow(rbcore.variant(variant)) and rbcore.variant(variant).plan_limit > 3:
        variant += ",plan-limit=3"
    rules, twins = rbcore.variant(variant), twin_rules(variant)
    rng = random.Random(variant)
    for game in range(1 if slow(rules) else 2):
        position = rbcore.Position.deal(rules, 17, game)
        state = twin.read(position.notation, twins)
        for ply in range(90 if slow(rules) else 400):
            moves = twin.legal_moves(state, twins)
            assert sorted(position.moves()) == sorted(moves), position.notation
            if not moves:
                assert position.winner == twin.winner(state) == state.seat
                break
            if ply % 40 == 0:
                for move in attempts(rules):
                    verdict = twin.judge(state, move, twins)
                    assert position.judge(move) == verdict, (position.notation, move)
            move = rng.choice(moves)
            position.apply(move)
            twin.apply(state, move, twins)
            text = position.notation
            assert text == twin.write(state), move
            if ply % 10 == 0:
                assert rbcore.Position.parse(text, rules).notation == text


# ---- endings -----------------------------------------------------------------------------------


@cache
def games(variant: str, player: str) -> np.ndarray:
    rules = rbcore.variant(variant)
    # Of two packs uniform games are long, and all but never end otherwise than by a win.
    many = player == "greedy" or rules.packs == 1
    rows = np.zeros(3_000 if many else 1_000, rbcore.GAME)
    rbcore.play(rules, (player,) * rules.seats, 5, 0, rows, max_turns=400)
    return rows


def ended(variant: str, player: str, wanted: int) -> list[int]:
    """Some games of each outcome, the short ones: the twin plays them over."""
    rows = games(variant, player)
    found = []
    for outcome in range(3):
        short = rows[(rows["outcome"] == outcome) & (rows["moves"] < 1_500)]
        found += short["index"][np.argsort(short["moves"])][:wanted].tolist()
    return found


def outcome_by_the_letter(
    position: rbcore.Position, moves: list[str], rules: twin.Rules
) -> tuple[str, twin.State]:
    """Play a game's moves in the twin; how sections 7.1 to 7.6 end it, asserted not earlier.

    The search for a stalemate goes furthest where the game ended: there it decides the outcome.
    With groups (V13) a stalemate may have more than 20,000 positions.
    """
    state = twin.read(position.notation, rules)
    history: dict[str, int] = {}
    for n, move in enumerate(moves, 1):
        before = state.turn
        twin.apply(state, move, rules)
        outcome: str | None = "win" if twin.winner(state) is not None else None
        if outcome is None and state.turn > before:
            limit = 100_000 if n == len(moves) else 20_000
            outcome = twin.end_of_turn(state, rules, history, max_turns=400, limit=limit)
        if outcome:
            assert n == len(moves), f"the game should have ended in {outcome} at move {n}"
            return outcome, state
    return "no end", state


def wide(rules: Rules) -> bool:
    """Whether so many positions can be reached without progress that the twin is lost in them."""
    return rules.vacant_house == "own-waste" and rules.house_to_house


ENDINGS = [
    *(v for v in VARIANTS if not slow(rbcore.variant(v)) and not wide(rbcore.variant(v))),
    "standard,houses-each=2",
    "standard,houses-each=1",  # standoffs by 7.4 (a)
    "standard,reserve-size=48",  # no hands, so max(1, 0) turns
    "standard,ranks=4,suits=2,houses-each=1,reserve-size=2",
    "simplified,ranks=4,houses-each=1,reserve-size=2",
    "simplified,houses-each=1,vacant-house=own-waste",
    "simplified,houses-each=1,load-only-unplayable=yes",
    "simplified,houses-each=1,covered-houses=yes,must-uncover=yes,plan-limit=2",
    "simplified,houses-each=1,release=any,must-load=yes,must-make-spaces=yes,plan-limit=2",
]


@pytest.mark.sample(3)
@pytest.mark.parametrize("variant", ENDINGS)
def test_games_end_by_the_letter(variant: str) -> None:
    """Outcome, the turn it comes at, and scores of compiled games, by the twin's reading."""
    rules, twins = rbcore.variant(variant), twin_rules(variant)
    for player in ("greedy", "uniform"):
        for game in ended(variant, player, 1 if variant in VARIANTS else 4):
            players = (player,) * rules.seats
            position, moves, row = rbcore.trace(rules, players, 5, game, max_turns=400)
            outcome, state = outcome_by_the_letter(position, moves, twins)
            assert outcome == rbcore.OUTCOMES[row["outcome"]], (variant, game)
            assert twin.scores(state, outcome, twins) == row["scores"][: rules.seats].tolist()
            assert row["turns"] == state.turn


@pytest.mark.full
def test_every_ending_is_among_them() -> None:
    seen = {
        (variant, rbcore.OUTCOMES[row["outcome"]])
        for variant in ENDINGS
        if variant not in MIXTURES
        for player in ("greedy", "uniform")
        for row in games(variant, player)[ended(variant, player, 1)]
    }
    assert {outcome for _, outcome in seen} == {"win", "stalemate", "standoff"}
    assert ("standard,reserve-size=48", "stalemate") in seen
    assert ("standard,houses-each=1", "standoff") in seen
    assert ("wrangle", "stalemate") in seen
    assert sum(outcome == "stalemate" for _, outcome in seen) > 12
