"""Views read as positions: the same view again, and the same legal moves."""

from __future__ import annotations

import pytest

import rbcore
from rbcore.board.notation import filled_in


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
