"""Game pools: what is gathered and what may be done with it, and the pool as an environment."""

import random
import re
import zlib
from dataclasses import fields
from typing import Any

import numpy as np
import pytest

import rbcore
from rbcore.cards import text
from support.mixtures import mixtures
from support.players import shuffled

STANDARD = rbcore.variant("standard")
VARIANTS = [*rbcore.PRESETS, "covered,peek=yes", "cut-start,peek=once", "standard,group-moves=yes",
            "covered,group-moves=yes", *mixtures(6, seed=8)]  # fmt: skip


def test_pools_take_what_is_gathered() -> None:
    pool = rbcore.GamePool(STANDARD, [0, 1], 1, rows=np.zeros(2, rbcore.GAME), width=2)
    n = pool.gather(0) or pool.gather(1)
    with pytest.raises(ValueError, match=f"{n} actions are needed, not {n + 1}"):
        pool.step(np.zeros(n + 1, np.int64))
    with pytest.raises(IndexError, match="is not one of the"):
        pool.view(n)
    with pytest.raises(IndexError, match="is not the number of one of"):
        pool.make(0, len(pool.moves(0)))
    with pytest.raises(ValueError, match="player=-1 is out of range; it runs from 0 to 1"):
        pool.gather(-1)
    with pytest.raises(TypeError, match=r"Position\.view"):
        rbcore.View()
    with pytest.raises(TypeError, match=r"Game\.deal"):
        rbcore.Game()
    with pytest.raises(ValueError, match="no seat has an external player"):
        rbcore.GamePool(STANDARD, ("greedy", "greedy"), 1)


def test_pools_take_one_move_of_what_is_gathered() -> None:
    pool = rbcore.GamePool(STANDARD, [0, 0], 1, rows=np.zeros(1, rbcore.GAME), max_moves=9)
    while not pool.done:
        assert pool.gather(0) == 1
        pool.make(0, 0)
    for ask in (pool.moves, pool.view, lambda i: pool.make(i, 0)):
        with pytest.raises(IndexError, match="a move has been made in gathered game 0"):
            ask(0)
    for all_of_them in (pool.observe, lambda: pool.step(np.zeros(1, np.int64))):
        with pytest.raises(ValueError, match="gather them again"):
            all_of_them()
    assert pool.gather(0) == 0


@pytest.mark.parametrize(
    ("actions", "instead", "words"),
    [
        ([0], None, r"must be an array of int64, not list; numpy.array\(actions, numpy.int64\)"),
        (None, None, "actions must be an array of int64, not NoneType"),
        (np.zeros(8, np.int32), None, "actions must be a contiguous array of int64, not of int32"),
        (
            np.zeros(16, np.int64)[::2],
            None,
            "actions must be a contiguous array of int64, not of int64 w",
        ),
        (np.zeros((8, 1), np.int64), None, "actions must have one dimension, not 2"),
        (np.zeros(8, np.int64), [0] * 8, "instead must be an array of uint8, not list"),
        (
            np.zeros(8, np.int64),
            np.zeros(8),
            "instead must be a contiguous array of uint8, not of float",
        ),
    ],
)
def test_arrays_of_another_kind_are_named(actions: Any, instead: Any, words: str) -> None:
    pool = rbcore.GamePool(STANDARD, (0, "greedy"), 1, width=8)
    pool.observe()
    for ask in (pool.step, pool.find_illegal):
        with pytest.raises((TypeError, ValueError), match=words):
            ask(actions, instead)


def test_an_illegal_action_changes_nothing() -> None:
    pool = rbcore.GamePool(STANDARD, (0, "greedy"), 1, width=8)
    with pytest.raises(ValueError, match="observe first"):
        pool.step(np.zeros(8, np.int64))
    legal = pool.observe().legal.copy()
    actions = legal.argmax(axis=1)
    actions[5] = legal[5].argmin()
    assert pool.find_illegal(actions) == 5
    with pytest.raises(ValueError, match=f"row 5: action {actions[5]} is not legal"):
        pool.step(actions)
    for wrong in (-1, 10**9, 195):
        with pytest.raises(ValueError, match="row 0: action"):
            pool.step(np.full(8, wrong))
    assert (pool.observe().legal == legal).all()
    assert pool.done == 0


def test_what_is_no_choice_of_a_step() -> None:
    pool = rbcore.GamePool(STANDARD, (0, "greedy"), 1, width=2)
    legal = pool.observe().legal.argmax(axis=1)
    for instead, said in (
        ([0], "needs 2 entries, not 1"),
        ([0, 3], "row 1: instead=3 is not 0, LEAVE"),
    ):
        with pytest.raises(ValueError, match=said):
            pool.step(legal, np.array(instead, np.uint8))
    with pytest.raises(ValueError, match="row 1: action -1 is not legal"):
        pool.step(np.array([legal[0], -1]), np.array([0, 0], np.uint8))
    moves = pool.observe().move.copy()
    pool.step(legal)
    assert (pool.observe().move > moves).all()


@pytest.mark.sample(8)
@pytest.mark.parametrize("variant", rbcore.PRESETS)
def test_observations_tell_nothing_hidden(variant: str) -> None:
    """Cards neither seen nor remembered in another order leave every array as it was."""
    rng = random.Random(4)
    rules = rbcore.variant(variant)
    position, moves, _ = rbcore.trace(rules, ("greedy",) * rules.seats, 5, 1)
    shown = 0
    for i, move in enumerate(moves[:300]):
        if i % 11 == 0:
            other = shuffled(position, rng, memory=True)
            shown += other != position
            one, two = (
                rbcore.Game.start(p, seed=5, game=1).observation() for p in (position, other)
            )
            for field in fields(rbcore.Views):
                assert (getattr(one, field.name) == getattr(two, field.name)).all(), field.name
        position.apply(move)
    assert shown > 3


def test_a_turn_may_be_too_long() -> None:
    """A limit on the moves of a turn counts those of external players alone."""
    rows = np.zeros(4, rbcore.GAME)
    pool = rbcore.GamePool(STANDARD, [0, "uniform"], 1, rows=rows, width=2, max_turn_moves=5)
    while pool.done < 4:
        moves = [pool.moves(i) for i in range(pool.gather(0))]
        for i, legal in enumerate(moves):
            pool.make(i, len(legal) - 1 if legal[-1] not in ("turn", "waste") else 0)
    assert pool.longest_turn <= 5
    game, turn, seat = pool.longest_turn_at
    assert seat == 0
    assert 0 <= game < 4
    assert turn <= rows["turns"].max()
    pool.reset()
    assert pool.longest_turn < 5
    with pytest.raises(ValueError, match="max_turn_moves=0 is out of range; it runs from 1 to 100"):
        rbcore.GamePool(STANDARD, [0, 0], 1, max_turn_moves=0)


def cards(pile: np.ndarray) -> tuple[str, ...]:
    return tuple(text.card_text(int(card)) for card in pile[pile != 0])


def check_row(views: rbcore.Views, i: int, view: rbcore.View) -> None:
    """Row i of the arrays says what the view says."""
    rules, seat = view.rules, view.seat
    order = [(seat + k) % rules.seats for k in range(rules.seats)]
    assert (views.seat[i], views.turn[i]) == (seat, view.turn)
    assert [cards(pile) for pile in views.reserves[i]] == [view.reserves[s] for s in order]
    assert [cards(pile) for pile in views.wastes[i]] == [view.wastes[s] for s in order]
    assert views.hands[i].tolist() == [len(view.hands[s]) for s in order]
    assert views.idle[i].tolist() == [view.idle[s] for s in order]
    houses = [cards(h) if used else None for h, used in zip(views.houses[i], views.in_use[i])]  # noqa: B905
    assert tuple(houses) == view.houses
    assert "".join(cards(views.turned[i : i + 1])) == view.turned
    assert cards(views.next_card[i : i + 1]) == view.hands[seat][-1:]
    keys = dict(part.split("=") for part in view.notation.split(" ")[4 + rules.seats :])
    assert bool(views.fresh[i]) == ("fresh" in keys)
    assert {s for s, here in zip(order, views.first[i], strict=True) if here} == set(
        map(int, keys.get("first", ""))
    )
    begins = rules.foundation_base == "first-card"
    assert views.base[i] == (text.RANKS.find(keys.get("base", "?")) + 1 if begins else 1)
    tops = [text.RANKS.find(t) for t in re.sub("[cdhs]", "", view.foundations)]
    heights = views.heights[i].ravel().tolist()
    base = int(views.base[i])
    assert heights == [0 if t < 0 else (t - base + 1) % 13 + 1 for t in tops]


@pytest.mark.sample(3)
@pytest.mark.parametrize("variant", VARIANTS)
def test_arrays_say_what_views_say(variant: str) -> None:
    rules = rbcore.variant(variant)
    rows = np.zeros(6, rbcore.GAME)
    players = [0, "uniform", "greedy"][: rules.seats]
    pool = rbcore.GamePool(rules, players, 4, 10, rows=rows, width=4, max_moves=250)
    asked = 0
    while pool.done < len(rows):
        n = pool.gather(0)
        views = pool.observe()
        assert len(views) == n
        answers = []
        for i in range(n):
            texts = rbcore.action_texts(rules, pool.seat(i))
            legal = [int(action) for action in np.flatnonzero(views.legal[i])]
            assert tuple(texts[action] for action in legal) == pool.moves(i)
            assert views.game[i] == pool.game(i)
            if asked % 7 == 0:
                check_row(views, i, pool.view(i))
            answers.append(legal[zlib.crc32(f"{asked}".encode()) % len(legal)])
            asked += 1
        assert pool.find_illegal(np.array(answers)) == -1
        pool.step(np.array(answers))
    assert sorted(rows["index"].tolist()) == list(range(10, 16))
    assert asked > 20
