"""Smaller packs (V21, V22): which cards there are, wherever the program asks for them."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

import rbcore
from rbcore.board.notation import filled_in

SMALL = "ranks=3,suits=2,houses-each=1,reserve-size=2,starter=cut"
CARDS = ("Ac", "2c", "3c", "Ad", "2d", "3d")


def dealt(variant: str) -> rbcore.Position:
    return rbcore.Position.deal(rbcore.variant(variant), 4, 0)


def seats_cards(position: rbcore.Position) -> list[list[str]]:
    """The cards that each seat has dealt, sorted."""
    each = position.rules.houses_each
    own = [position.houses[seat * each : (seat + 1) * each] for seat in (0, 1)]
    piles = zip(position.reserves, position.hands, own, strict=True)
    return [sorted([*reserve, *hand, *(c for h in houses for c in h)]) for reserve, hand, houses
            in piles]  # fmt: skip


def test_both_seats_deal_from_packs_of_these_cards() -> None:
    assert seats_cards(dealt(SMALL)) == [sorted(CARDS)] * 2
    assert rbcore.variant(SMALL).hand_size == 3
    single = seats_cards(dealt("packs=1,ranks=3,suits=2,houses-each=1,reserve-size=1,starter=cut"))
    assert single == [["2c", "3c", "Ac"], ["2d", "3d", "Ad"]]
    halves = seats_cards(dealt("packs=1,ranks=1,houses-each=0,reserve-size=1,starter=cut"))
    assert halves == [["Ac", "Ah"], ["Ad", "As"]]


def test_a_line_has_no_other_cards() -> None:
    line = str(dealt(SMALL))
    rules = rbcore.variant(SMALL)
    for card, other in (("3c", "4c"), ("3c", "3h"), ("3c", "Ks")):
        with pytest.raises(ValueError, match=f"{other} is no card of these packs"):
            rbcore.Position.parse(line.replace(card, other, 1), rules)
    with pytest.raises(ValueError, match=r"2c stands 3 times, .* there are 2 of each card"):
        rbcore.Position.parse(line.replace("3c", "2c", 1), rules)
    with pytest.raises(ValueError, match="4c is no card of these packs"):
        rbcore.Position.parse("0 - c4-d--h--s-- 2d|3d -/2d/- -/2d/-", rules, partial=True)


def test_what_is_hidden_is_of_these_cards() -> None:
    view = dealt(SMALL).view()
    whole = Counter(dict.fromkeys(CARDS, 2))
    seen = Counter(c for h in view.houses for c in h or ()) + Counter(r[-1] for r in view.reserves)
    assert Counter(view.unseen) == whole - seen
    position = rbcore.Position.parse(filled_in(str(view), view.rules), view.rules)
    assert position.view() == view


def test_the_drawing_has_a_foundation_for_each_suit_of_each_pack() -> None:
    drawn = dealt(SMALL).draw().svg
    assert drawn.count("foundation of") == dealt("standard").draw().svg.count(
        "foundation of"
    ) // 2  # fmt: skip
    assert "foundation of hearts" not in drawn


@pytest.mark.parametrize("player", ["uniform", "greedy", "lookahead+memory", "nested+sight"])
def test_games_end_with_all_cards_of_the_winner_gone(player: str) -> None:
    rows = np.zeros(30, rbcore.GAME)
    rbcore.play(rbcore.variant(SMALL), (player,) * 2, 1, 0, rows)
    won = rows[rows["outcome"] == rbcore.OUTCOMES.index("win")]
    assert len(won)
    assert (won["scores"].max(axis=1) <= 30 + 2 * 2 + 10).all()
