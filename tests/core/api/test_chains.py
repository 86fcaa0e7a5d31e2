"""No chain of calls harms a game: what was cloned and undone is the game played straight."""

from __future__ import annotations

import copy
import pickle
import random
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

import rbcore
from support.mixtures import VARIANTS
from support.quick import fewer

MOST = 6  # games held at once
LIMITS = {"max_turns": 60, "max_moves": 600, "search_limit": 500}
PLAYERS = ("uniform", "greedy", "weighted", "greedy~0.3")


class Held:
    """A game, where it began, and its moves since: who chose each, and which it was."""

    def __init__(
        self, game: rbcore.Game, begun: str, done: tuple[tuple[str, str], ...] = ()
    ) -> None:
        self.game, self.begun, self.done = game, begun, done

    def straight(self) -> rbcore.Game:
        """The same moves in a game that was never cloned, undone or copied."""
        game = rbcore.Game.parse(self.begun, self.game.rules, partial=True, **LIMITS)
        for player, move in self.done:
            if player:
                assert game.choose(player) == move
            game.apply(move)
        return game


class Games(RuleBasedStateMachine):
    """Games of one variant, each compared after every call with its like, played straight."""

    def __init__(self) -> None:
        super().__init__()
        self.held: list[Held] = []

    @initialize(seed=st.integers(0, 2**16))
    def begin(self, seed: int) -> None:
        # Without houses turns are short and foundations wait, so histories grow.
        name = VARIANTS[seed // 2 % len(VARIANTS)] if seed % 2 else "standard,houses-each=0"
        self.rules = rbcore.variant(name)
        self.seed = seed
        self.deal(0)

    def pick(self, at: int) -> Held:
        return self.held[at % len(self.held)]

    def hold(self, one: Held) -> None:
        self.held = [*self.held[-MOST + 1 :], one]  # what falls out is freed

    @rule(game=st.integers(0, 9))
    def deal(self, game: int) -> None:
        dealt = rbcore.Game.deal(self.rules, seed=self.seed, game=game, **LIMITS)
        self.hold(Held(dealt, str(dealt)))

    @rule(at=st.integers(0, 9), how=st.sampled_from(["clone", "copy", "deepcopy"]))
    def clone(self, at: int, how: str) -> None:
        one = self.pick(at)
        made = one.game.clone() if how == "clone" else getattr(copy, how)(one.game)
        self.hold(Held(made, one.begun, one.done))

    @rule(at=st.integers(0, 9), by=st.booleans())
    def read_back(self, at: int, by: bool) -> None:
        """What is read has the same state and nothing to take back."""
        game = self.pick(at).game
        text = str(game)
        made = pickle.loads(pickle.dumps(game)) if by else rbcore.Game.parse(
            text, self.rules, partial=True, **LIMITS
        )  # fmt: skip
        assert str(made) == text
        with pytest.raises(ValueError, match="no move to take back"):
            made.undo()
        self.hold(Held(made, text))

    @rule(at=st.integers(0, 9), seed=st.integers(0, 2**16), count=st.integers(1, 90))
    def apply(self, at: int, seed: int, count: int) -> None:
        one, rng = self.pick(at), random.Random(seed)
        for _ in range(count):
            if one.game.is_over:
                break
            move = rng.choice(one.game.moves())
            one.game.apply(move)
            one.done = (*one.done, ("", move))

    @rule(at=st.integers(0, 9), player=st.sampled_from(PLAYERS), count=st.integers(1, 30))
    def choose(self, at: int, player: str, count: int) -> None:
        one = self.pick(at)
        for _ in range(count):
            if one.game.is_over:
                break
            move = one.game.choose(player)
            if move not in one.game.moves():  # a slip
                break
            one.game.apply(move)
            one.done = (*one.done, (player, move))

    @rule(at=st.integers(0, 9), count=st.integers(1, 60), redo=st.booleans())
    def undo(self, at: int, count: int, redo: bool) -> None:
        one = self.pick(at)
        taken = one.done[max(0, len(one.done) - count) :]
        for _ in taken:
            one.game.undo()
        one.done = one.done[: len(one.done) - len(taken)]
        if redo:
            for player, move in taken:
                if player:
                    assert one.game.choose(player) == move
                one.game.apply(move)
            one.done = (*one.done, *taken)

    @rule(at=st.integers(0, 9), back=st.integers(0, 6), seed=st.integers(0, 2**16))
    def search(self, at: int, back: int, seed: int) -> None:
        """What a tree search does: a copy goes back a little, and on for long."""
        self.clone(at, "clone")
        self.undo(len(self.held) - 1, back + 1, False)
        self.apply(len(self.held) - 1, seed, 90)

    @rule(at=st.integers(0, 9), seed=st.integers(0, 9))
    def ask(self, at: int, seed: int) -> None:
        """What only asks leaves a game as it was."""
        game = self.pick(at).game
        before = str(game)
        assert hash(game.view()) == hash(game.position().view())
        assert len(game.observation()) == 1
        if not game.is_over:
            game.determinize(seed).play_out("uniform", seed=seed)
        clone = game.clone()
        if not clone.is_over:
            clone.play_out("greedy", seed=seed)
            assert clone.is_over
        assert str(game) == before

    @precondition(lambda self: len(self.held) > 1)
    @rule(at=st.integers(0, 9))
    def drop(self, at: int) -> None:
        del self.held[at % len(self.held)]

    @invariant()
    def games_are_as_played_straight(self) -> None:
        for one in self.held[-2:]:
            straight = one.straight()
            assert str(one.game) == str(straight)
            assert one.game.is_over == straight.is_over
            if not one.game.is_over:
                assert one.game.moves() == straight.moves()


TestGames = Games.TestCase
TestGames.settings = settings(
    max_examples=fewer(250), stateful_step_count=30, deadline=None,
    suppress_health_check=list(HealthCheck), derandomize=True,
)  # fmt: skip


def test_undone_visits_are_counted_as_if_they_had_never_been() -> None:
    """7.4 (b): a third visit ends the game; one that was taken back is no visit."""
    rules = rbcore.variant("standard,houses-each=0")
    for seed in range(fewer(200)):
        rng = random.Random(seed)
        game = rbcore.Game.deal(rules, seed=seed, game=0)
        moves: list[str] = []
        while not game.is_over and len(moves) < 300:
            moves.append(rng.choice(game.moves()))
            game.apply(moves[-1])
            if rng.random() < 0.1:  # there and back, in the game and in a copy of it
                back = rng.randrange(1, len(moves) + 1)
                for one in (game, game.clone()):
                    for _ in range(back):
                        one.undo()
                    for _ in range(5):
                        if not one.is_over:
                            one.apply(rng.choice(one.moves()))
                for _ in range(5):
                    if game.ply > len(moves) - back:
                        game.undo()
                for move in moves[len(moves) - back :]:
                    game.apply(move)
        straight = rbcore.Game.deal(rules, seed=seed, game=0)
        for move in moves:
            straight.apply(move)
        assert str(game) == str(straight)


def test_clones_outlive_what_they_were_made_of() -> None:
    """A chain of calls that once wrote beyond the history's room."""
    rules = rbcore.variant("standard,houses-each=0")
    for seed in range(60):
        rng = random.Random(seed)
        game = rbcore.Game.deal(rules, seed=seed, game=0)
        for _ in range(20):
            if not game.is_over:
                game.apply(rng.choice(game.moves()))
        clone = game.clone()
        del game
        done = clone.ply
        for _ in range(min(2, done)):
            clone.undo()
        for _ in range(80):
            if not clone.is_over:
                clone.apply(rng.choice(clone.moves()))
        while clone.ply:
            clone.undo()
        assert str(clone) == str(rbcore.Game.deal(rules, seed=seed, game=0))


def test_pool_without_a_turn_for_its_player_is_refused() -> None:
    rules = rbcore.variant("standard,starter=seat-1")
    with pytest.raises(ValueError, match="before an external player had a choice"):
        rbcore.GamePool(rules, [0, "greedy"], 1, 0, width=2, max_turns=1)
    rows = np.zeros(3, rbcore.GAME)
    pool = rbcore.GamePool(rules, [0, "greedy"], 1, 0, rows=rows, width=1, max_turns=1)
    assert pool.done == 3


def test_arrays_at_odd_addresses_are_refused() -> None:
    pool = rbcore.GamePool(rbcore.variant("standard"), [0, "greedy"], 1, 0, width=2)
    pool.observe()
    odd = np.zeros(17, np.uint8)[1:].view(np.int64)
    with pytest.raises(ValueError, match="odd addresses"):
        pool.find_illegal(odd)
    with pytest.raises(ValueError, match="odd addresses"):
        pool.step(odd)


@pytest.mark.parametrize(("axis", "value"), [("seats", 50), ("houses_each", 99), ("packs", -1)])
def test_rules_that_were_changed_are_checked_where_they_are_compiled(axis: str, value: Any) -> None:
    rules = rbcore.variant("standard")
    object.__setattr__(rules, axis, value)
    with pytest.raises(ValueError, match=axis.replace("_", "-")):
        rbcore.Game.deal(rules, seed=1, game=0)


def test_rules_that_are_changed_later_change_no_game() -> None:
    """Neither those that were given nor those that a game hands out."""
    rules = rbcore.variant("three-player")
    game = rbcore.Game.deal(rules, seed=1, game=0)
    pool = rbcore.GamePool(rules, [0, 0, 0], 1, 0, width=2)
    before = str(game), pool.observe().legal.shape
    for one in (rules, game.rules, pool.rules):
        object.__setattr__(one, "seats", 99)
        object.__setattr__(one, "houses_each", 99)
    seen = game.observation()
    assert (str(game), pool.observe().legal.shape) == before
    assert seen.houses.shape[1] == 9
    assert rbcore.Game.deal(rbcore.variant("three-player"), seed=1, game=0).rules.seats == 3
    assert len(game.reserves) == 3
