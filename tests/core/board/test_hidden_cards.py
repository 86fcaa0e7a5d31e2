"""Views: read as positions the same again, with the same moves; nothing hidden shows in them."""

from __future__ import annotations

import random
import re

import pytest

import rbcore
from rbcore.board.notation import filled_in
from support.mixtures import mixtures
from support.players import shuffled

VARIANTS = [*rbcore.PRESETS, "covered,peek=yes", "cut-start,peek=once", "standard,group-moves=yes",
            "covered,group-moves=yes", *mixtures(6, seed=8)]  # fmt: skip


@pytest.mark.sample(4)
@pytest.mark.parametrize("variant", [*rbcore.PRESETS, "standard,second-face-up=9"])
def test_what_a_seat_may_do_is_in_its_view(variant: str) -> None:
    rules = rbcore.variant(variant)
    for number in range(3):
        game = rbcore.Game.deal(rules, 3, number)
        while not game.is_over and game.ply < 150:
            game.apply(game.choose("greedy"))
            if game.ply % 7:
                continue
            for view in (game.view(), game.view().remembered):
                position = rbcore.Position.parse(filled_in(str(view), rules), rules)
                assert position.moves() == game.moves()
                assert position.view() == game.view()
            whole = str(game.position())
            assert filled_in(whole, rules) == whole


def test_more_hidden_cards_than_there_can_be() -> None:
    rules = rbcore.variant("standard")
    view = str(rbcore.Game.deal(rules, 1, 0).view())
    with pytest.raises(ValueError, match=r"\?\? stands 95 times, and only 94 cards are not in"):
        filled_in(view.replace("/?", "/???", 1), rules)
    assert filled_in("??", rules) == "??"


@pytest.mark.sample(1)
@pytest.mark.parametrize("variant", VARIANTS)
def test_what_is_hidden_does_not_show(variant: str) -> None:
    rng = random.Random(variant)
    rules = rbcore.variant(variant)
    changed = 0
    for game in range(2):
        position, moves, _ = rbcore.trace(rules, ("greedy",) * rules.seats, 6, game, max_moves=80)
        for move in moves:
            other = shuffled(position, rng)
            changed += str(other) != str(position)
            view, again = position.view(), other.view()
            assert (str(view), view, hash(view)) == (str(again), again, hash(again))
            shown = re.sub(r" (known|seen)=\S+", "", str(position))  # what a memory would have
            assert re.sub(r"\w\w|\?\?", "c", str(view)) == re.sub(r"\w\w|\*\*", "c", shown)
            for name in ("reserves", "hands", "wastes", "houses", "turned", "foundations", "idle"):
                assert getattr(view, name) == getattr(again, name)
            position.apply(move)
    assert changed > 30 or rules.seats == 3
