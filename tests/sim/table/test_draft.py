"""Drafts: moves typed in full and in short, picked pile by pile, and what begins no move."""

from __future__ import annotations

import pytest

import rbcore
from rbsim.table.seated_game import Draft, ends


def typed(text: str, variant: str = "standard", seat: int = 0) -> str | None:
    """What comes of typing."""
    draft, move = Draft(rbcore.variant(variant), seat), None
    for sign in text:
        assert move is None
        move = draft.type(sign)
    return move


@pytest.mark.parametrize("variant", rbcore.PRESETS)
def test_all_moves_can_be_typed_and_picked(variant: str) -> None:
    rules = rbcore.variant(variant)
    for seat in range(rules.seats):
        for move in filter(None, rbcore.action_texts(rules, seat)):
            assert typed(move, variant, seat) == move
            if move == "pass":
                continue
            source, place = ends(move, seat, rules.seats)
            draft = Draft(rules, seat)
            count = int(move.partition(">")[0].partition("*")[2] or 1)
            if move != "turn":
                assert draft.pick(source, count) is None
                assert draft.source == move.partition(">")[0].replace("waste", "h")
            picked = source if move == "turn" else f"{place}s0" if place == "F" else place
            assert draft.pick(picked) == move
            assert draft.text == ""


@pytest.mark.parametrize(
    ("text", "move"),
    [("rf", "r>F"), ("h3", "h>3"), ("7w", "7>W"), ("7r", "7>R"), ("7>r", "7>R"), ("43", "4>3")],
)
def test_what_may_be_left_out(text: str, move: str) -> None:
    assert typed(text) == move


def test_groups() -> None:
    assert typed("4*38", "crossley") == "4*3>8"
    assert typed("4*3>8", "crossley") == "4*3>8"
    draft = Draft(rbcore.variant("standard"), 0)
    draft.pick("H4", 3)
    assert draft.source == "4"  # nothing moves in groups there


def test_what_begins_no_move_is_refused() -> None:
    draft = Draft(rbcore.variant("standard"), 0)
    assert [sign for sign in "abcdefghijklmnopqrstuvwxyz0123456789F>" if draft.takes(sign)] == list(
        "hprtw12345678"
    )
    draft.type("r")
    for sign in "x9*>":
        if sign != ">":
            with pytest.raises(ValueError, match="No move goes on as"):
                draft.type(sign)
        assert draft.text == "r"
    draft.drop()
    assert draft.text == ""
    for key in ("Fc0", "r1", "w1", "h1"):
        with pytest.raises(ValueError, match="Take a card"):
            draft.pick(key)


def test_picking_again_lets_go() -> None:
    draft = Draft(rbcore.variant("standard"), 0)
    draft.pick("r0")
    draft.pick("t0")
    assert draft.source == "h"
    draft.pick("t0")
    assert draft.text == ""
