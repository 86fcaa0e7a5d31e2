"""`+sight`: a player that sees all cards plays as one with memory to whom all are known."""

from __future__ import annotations

import random
import re

import pytest

import rbcore
from rbcore.board import notation
from support.players import VARIANTS, shuffled

WITH_SIGHT = ("weighted", "planner", "search-12", "lookahead", "nested", "thorough")


def all_known(position: rbcore.Position) -> rbcore.Position:
    """The position when all its cards have been seen: hands as wastes, the others put back."""
    rules = position.rules
    setup = notation.read(str(position), rules)
    for seat, player in enumerate(setup.players):
        setup.seen[notation.HAND + seat] = len(player.hand.cards)
        setup.seen[notation.RESERVE + seat] = player.reserve.down
    setup.seen |= {pile: house.down for pile, house in enumerate(setup.houses)}
    setup.seen = {pile: count for pile, count in setup.seen.items() if count}
    setup.known = set()
    return rbcore.Position.parse(notation.write(setup, rules), rules)


@pytest.mark.sample(3)
@pytest.mark.parametrize("variant", VARIANTS)
def test_it_plays_as_with_all_cards_known(variant: str) -> None:
    rules = rbcore.variant(variant)
    tried = 0
    for game in range(2):
        players = ("planner~0.1",) * rules.seats
        position, moves, _ = rbcore.trace(rules, players, 15, game, max_moves=120)
        for n, move in enumerate(moves):
            if n % 12 == game:
                known = all_known(position)
                for player in WITH_SIGHT:
                    seen = position.choose(player + "+sight", game=game)
                    assert seen == known.choose(player + "+memory", game=game), str(position)
                tried += 1
            position.apply(move)
    assert tried > (3 if rules.ranks < 13 else 10)  # games of a small pack are short


@pytest.mark.sample(1)
@pytest.mark.parametrize("player", ["search-12", "lookahead", "nested", "thorough"])
def test_hidden_cards_change_its_moves(player: str) -> None:
    rng, rules = random.Random(player), rbcore.variant("standard")
    changed = 0
    for game in range(6):
        position, moves, _ = rbcore.trace(rules, ("planner",) * 2, 4, game, max_moves=150)
        for n, move in enumerate(moves):
            if n % 10 == 0:
                other = shuffled(position, rng)
                chosen = position.choose(player + "+sight")
                changed += other.choose(player + "+sight") != chosen
                assert other.choose(player) == position.choose(player)
            position.apply(move)
    assert changed > 2


def test_names() -> None:
    assert rbcore.versioned("nested+sight~0.1").startswith("nested+sight~0.1/")
    names = [name + end for name in ("planner", "search", "lookahead", "nested")
             for end in ("", "+memory", "+sight", "+sight~1")]  # fmt: skip
    numbers = [rbcore.player_number(name) for name in names]
    assert len(set(numbers)) == len(names)
    assert max(numbers) < 2**63
    with pytest.raises(ValueError, match=r"greedy makes no use of sight$"):
        rbcore.player_number("greedy+sight")
    with pytest.raises(ValueError, match=r"what follows \+ is memory or sight$"):
        rbcore.player_number("planner+hearing")
    for name, right in (
        ("planner+sight+memory", "planner+sight"),
        ("search-50ms+memory+sight~0.1", "search-50ms+sight~0.1"),
        ("nested+memory+memory", "nested+memory"),
    ):
        said = f"'{name}' is not a player; one has memory or sight, not both; write {right}"
        with pytest.raises(ValueError, match=f"^{re.escape(said)}$"):
            rbcore.player_number(name)
        assert rbcore.player_number(right)
    for name in ("planner+memory+x", "planner+", "planner+memory+"):
        with pytest.raises(ValueError, match=r"what follows \+ is memory or sight$"):
            rbcore.player_number(name)
