"""No chain of calls harms games, pools and what is solved: all is as in games played straight."""

import copy
import itertools
import pickle
import random
from collections.abc import Callable, Iterator
from copy import deepcopy
from dataclasses import dataclass, fields, replace
from typing import Any, ClassVar

import numpy as np
import pytest
from hypothesis import strategies as st
from hypothesis.stateful import initialize, invariant, rule

import rbcore
from oracles import twin
from rbcore.api.game_pool import ACT, GIVE_UP, LEAVE
from rbcore.moves.verdict import Verdict
from support.chains import PLACES, SEEDS, Holding, drawn_variant, tried
from support.mixtures import small_mixture, twin_rules
from support.players import shuffled
from support.quick import fewer

PLAYERS = ("uniform", "greedy", "weighted", "greedy~0.3")
SHORT = {"max_turns": 60, "max_moves": 600}


@dataclass(frozen=True)
class Entry:
    """A move, who chose it, and of an offence whether Stop was called."""

    move: str
    player: str = ""
    called: bool | None = None

    def make(self, game: rbcore.Game) -> None:
        if self.player:
            assert game.choose(self.player) == self.move
        if self.called is None:
            game.apply(self.move)
        else:
            assert game.attempt(self.move, called=self.called)


@dataclass
class Held:
    """A game, the line where it began, its entries since, and those before from a deal on."""

    game: rbcore.Game
    begun: str
    dealt: str
    before: tuple[Entry, ...] = ()
    done: tuple[Entry, ...] = ()

    def straight(self) -> rbcore.Game:
        """The same moves in a game that was never cloned, undone or copied."""
        game = rbcore.Game.parse(
            self.begun, self.game.rules, partial=True, **vars(self.game.limits)
        )  # fmt: skip
        for one in self.done:
            one.make(game)
        return game


class Games(Holding):
    """Games of one variant, each compared after every call with its like, played straight."""

    limits: ClassVar = {**SHORT, "search_limit": 500}

    @initialize(seed=SEEDS)
    def begin(self, seed: int) -> None:
        # Without houses turns are short and foundations wait, so histories grow.
        self.play("standard,houses-each=0" if seed % 3 == 0 else drawn_variant(seed), seed)

    def play(self, variant: str, seed: int) -> None:
        self.variant, self.rules, self.seed = variant, rbcore.variant(variant), seed
        self.deal(0)

    @rule(game=PLACES)
    def deal(self, game: int) -> None:
        dealt = rbcore.Game.deal(self.rules, seed=self.seed, game=game, **self.limits)
        self.hold(Held(dealt, dealt.notation, dealt.position().notation))

    @rule(at=PLACES, how=st.sampled_from([rbcore.Game.clone, copy.copy, deepcopy]))
    def clone(self, at: int, how: Callable[[rbcore.Game], rbcore.Game]) -> None:
        one = self.pick(at)
        self.hold(replace(one, game=how(one.game)))

    @rule(at=PLACES, by=st.booleans())
    def read_back(self, at: int, by: bool) -> None:
        """What is read has the same state and nothing to take back."""
        one = self.pick(at)
        text = one.game.notation
        made = pickle.loads(pickle.dumps(one.game)) if by else rbcore.Game.parse(
            text, self.rules, partial=True, **self.limits
        )  # fmt: skip
        assert made.notation == text
        with pytest.raises(ValueError, match="no move to take back"):
            made.undo()
        self.hold(Held(made, text, one.dealt, (*one.before, *one.done)))

    @rule(at=PLACES, seed=SEEDS, count=st.integers(1, 90))
    def apply(self, at: int, seed: int, count: int) -> None:
        one, rng = self.pick(at), random.Random(seed)
        for _ in range(count):
            if one.game.is_over:
                break
            entry = Entry(rng.choice(one.game.moves()))
            entry.make(one.game)
            one.done = (*one.done, entry)

    @rule(at=PLACES, player=st.sampled_from(PLAYERS), count=st.integers(1, 30))
    def choose(self, at: int, player: str, count: int) -> None:
        one = self.pick(at)
        for _ in range(count):
            if one.game.is_over:
                break
            move = one.game.choose(player)
            one.game.apply(move)
            one.done = (*one.done, Entry(move, player))

    @rule(at=PLACES, seed=SEEDS, called=st.booleans())
    def offend(self, at: int, seed: int, called: bool) -> None:
        """An offence stands or is taken back; after a Stop an omitted move may have to follow."""
        one = self.pick(at)
        if one.game.is_over or one.game.stopped:
            return
        writable = filter(None, rbcore.action_texts(self.rules, one.game.seat))
        judged = {move: one.game.judge(move) for move in writable}
        legal = {move for move, verdict in judged.items() if verdict is Verdict.LEGAL}
        assert legal == set(one.game.moves())
        judged |= {f"{source}>r": one.game.judge(f"{source}>r") for source in "Frhw"}
        rng = random.Random(seed)
        standing = [move for move, verdict in judged.items() if verdict and verdict.can_stand]
        offences = [move for move, verdict in judged.items() if verdict]
        entry = Entry(
            rng.choice(standing if standing and rng.random() < 0.7 else offences), called=called
        )
        verdict = judged[entry.move]
        before = one.game.position()
        entry.make(one.game)
        assert one.game.stopped == (verdict if called and verdict.can_stand else None)
        if not verdict.can_stand and not called:
            assert one.game.position() == before
        one.done = (*one.done, entry)

    @rule(at=PLACES, count=st.integers(1, 60), redo=st.booleans())
    def undo(self, at: int, count: int, redo: bool) -> None:
        one = self.pick(at)
        taken = one.done[max(0, len(one.done) - count) :]
        for _ in taken:
            one.game.undo()
        for entry in taken if redo else ():
            entry.make(one.game)
        one.done = one.done if redo else one.done[: len(one.done) - len(taken)]

    @rule(at=PLACES, back=st.integers(0, 6), seed=SEEDS)
    def search(self, at: int, back: int, seed: int) -> None:
        """What a tree search does: a copy goes back a little, and on for long."""
        self.clone(at, rbcore.Game.clone)
        self.undo(len(self.held) - 1, back + 1, False)
        self.apply(len(self.held) - 1, seed, 90)

    @rule(at=PLACES, seed=PLACES)
    def ask(self, at: int, seed: int) -> None:
        """What only asks leaves a game as it was."""
        game = self.pick(at).game
        before = game.notation
        assert hash(game.view()) == hash(game.position().view())
        assert len(game.observation()) == 1
        if not game.is_over:
            game.determinize(seed).play_out("uniform", seed=seed)
        clone = game.clone()
        if not clone.is_over:
            clone.play_out("greedy", seed=seed)
            assert clone.is_over
        assert game.notation == before

    @invariant()
    def games_are_as_played_straight(self) -> None:
        for one in self.some():
            straight = one.straight()
            assert one.game.notation == straight.notation
            assert one.game.is_over == straight.is_over
            if not one.game.is_over:
                assert one.game.moves() == straight.moves()


TestGames = Games.TestCase
TestGames.settings = tried(fewer(250), 30)


# ---- the twin -----------------------------------------------------------------------------------

LOST = 2_000  # positions among which the twin gives up its search for a stalemate


class TwinGames(Games):
    """Games of a few cards, whose moves and ends are also those of the twin."""

    limits: ClassVar = SHORT

    @initialize(seed=SEEDS)
    def begin(self, seed: int) -> None:
        self.play(small_mixture(seed), seed)
        self.twins = twin_rules(self.variant)
        self.reached: dict[tuple[str, ...], tuple[twin.State, dict[str, int], str | None]] = {}

    @invariant()
    def games_are_those_of_the_twin(self) -> None:
        one = self.pick(self.picked)
        entries = (*one.before, *one.done)
        if any(entry.called is not None for entry in entries):
            return
        state, outcome = self.by_the_letter(one.dealt, [entry.move for entry in entries])
        if one.game.ply < self.limits["max_moves"] and one.game.outcome != outcome:
            assert twin.blocked(state, self.twins, LOST) is None, (one.dealt, outcome)
            return
        assert twin.write(state) == one.game.position().notation
        if not one.game.is_over:
            assert sorted(one.game.moves()) == sorted(twin.legal_moves(state, self.twins))
        elif outcome:
            assert one.game.scores() == tuple(twin.scores(state, outcome, self.twins))

    def by_the_letter(self, dealt: str, moves: list[str]) -> tuple[twin.State, str | None]:
        """Where moves lead from a deal, and how the game ends there (7.1 to 7.6), if it does."""
        path = (dealt, *moves)
        self.reached.setdefault(path[:1], (twin.read(dealt, self.twins), {}, None))
        known = next(n for n in range(len(path), 0, -1) if path[:n] in self.reached)
        state, history, outcome = deepcopy(self.reached[path[:known]])
        for move in path[known:]:
            turn = state.turn
            twin.apply(state, move, self.twins)
            outcome = "win" if twin.winner(state) is not None else None
            if outcome is None and state.turn > turn:
                outcome = twin.end_of_turn(
                    state, self.twins, history, max_turns=self.limits["max_turns"], limit=LOST
                )
        self.reached[path] = deepcopy((state, history, outcome))
        return state, outcome


TestTwinGames = TwinGames.TestCase
TestTwinGames.settings = tried(fewer(150), 20)


# ---- small games, solved ------------------------------------------------------------------------

UNSOLVABLE = ("seats", "early_turn", "first_moves", "reserve_face_down", "turn_reserve",
              "late_layout", "foundation_base")  # fmt: skip
FEW = 3_000  # positions of a solution


class SolvedGames(Games):
    """Small games: what is solved between other calls is always the same, and fits its moves."""

    @initialize(seed=SEEDS)
    def begin(self, seed: int) -> None:
        self.play(small_mixture(seed, UNSOLVABLE), seed)
        self.found: dict[object, object] = {}

    def solution(self, position: Any, *players: str | None) -> rbcore.Solution:
        """The solution, which is that of every time before."""
        found = rbcore.solve(position, FEW, players=players or (None, None))
        line = position.notation.partition(" ; ")[0]
        assert self.found.setdefault((line, players), found) == found
        return found

    @rule(at=PLACES)
    def solve(self, at: int) -> None:
        """Who is to move wins by a move to what it wins, and loses if none leads elsewhere."""
        game = self.pick(at).game
        before, position = game.notation, game.position()
        found = self.solution(game)
        assert self.solution(position) == found
        after = []
        for move in position.moves():
            child = position.copy()
            child.apply(move)
            after.append(self.solution(child))
        assert game.notation == before
        if position.winner is not None:
            assert (found.status, found.winner) == ("won", position.winner)
        elif "undecided" not in {one.status for one in (found, *after)}:
            winners = {one.winner for one in after}
            best = next(who for who in (game.seat, None, *winners) if who in winners)
            assert found.winner == best, before

    @rule(at=PLACES, most=st.integers(1, 200))
    def run_out(self, at: int, most: int) -> None:
        """A search that has to end leaves nothing behind."""
        game = self.pick(at).game
        for _ in range(2):
            found, short = self.solution(game), rbcore.solve(game, most)
            assert short == rbcore.Solution("undecided", None, most) or (
                found.status in (short.status, "undecided") and short.positions <= most
            )

    @rule(at=PLACES, seat=st.integers(0, 1))
    def answer(self, at: int, seat: int) -> None:
        """Against a player that need not play its best one wins what one wins anyway."""
        game = self.pick(at).game
        best = self.solution(game)
        found = self.solution(game, *("greedy" if one == seat else None for one in (0, 1)))
        if best.winner == 1 - seat and found.status != "undecided":
            assert found.winner == 1 - seat

    @rule(at=PLACES, seed=SEEDS)
    def hide(self, at: int, seed: int) -> None:
        """What nobody has seen may lie in any order; fewer positions bound no closer."""
        game = self.pick(at).game
        if self.rules.covered_houses or self.rules.peek != "no":
            return
        gain, rough = rbcore.solve_hidden(game, FEW), rbcore.solve_hidden(game, FEW // 20)
        assert -1 <= rough.lower <= gain.lower <= gain.upper <= rough.upper <= 1
        other = shuffled(game.position(), random.Random(seed), memory=True)
        assert rbcore.solve_hidden(other, FEW) == gain


TestSolvedGames = SolvedGames.TestCase
TestSolvedGames.settings = tried(fewer(200), 20)


# ---- pools --------------------------------------------------------------------------------------

SEATED: list[list[str | int]] = [
    [0, "greedy", 0], ["uniform", 0, "greedy"], [0, 0, 0], [0, 1, 1], [1, 0, "weighted"],
]  # fmt: skip


def same(views: rbcore.Views, row: int, game: rbcore.Game, **seat: int) -> bool:
    """Whether a row of arrays is what a seat sees of a game; who is not to move has no actions."""
    seen = game.observation(**seat)
    names = [field.name for field in fields(seen) if not (seat and field.name == "legal")]
    return all((getattr(views, name)[row] == getattr(seen, name)[0]).all() for name in names)


class Pool:
    """A pool, and beside it what its slots should hold: games that Game alone plays."""

    def __init__(self, seed: int) -> None:
        rng = random.Random(seed)
        draw = small_mixture if rng.random() < 0.4 else drawn_variant
        self.rules = rbcore.variant(draw(seed))
        self.players = rng.choice(SEATED)[: self.rules.seats]
        self.seed, self.first, width = seed, rng.randint(0, 50), rng.randint(1, 5)
        self.limits = {**SHORT, "max_turns": rng.choice([6, 60])}
        self.ended = list[rbcore.Game]()
        self.rows = np.zeros(rng.randint(1, 30), rbcore.game_dtype(self.rules.seats))
        # By some rules there is never a choice; a pool of such games needs an end.
        if rng.random() < 0.5 and any(self.goes_on(self.dealt(number)) for number in range(20)):
            self.rows = None
        self.pool = rbcore.GamePool(
            self.rules, self.players, seed, self.first, rows=self.rows, width=width, **self.limits
        )
        self.seen: list[Any] = []  # that it has handed out
        self.deal_all(width)

    def dealt(self, number: int) -> rbcore.Game:
        return rbcore.Game.deal(self.rules, self.seed, number, **self.limits)

    def games_of(self, seed: int) -> Iterator[rbcore.Game]:
        for number in itertools.count():
            yield rbcore.Game.deal(self.rules, seed, number, **self.limits)

    def deal_all(self, width: int) -> None:
        self.next, self.ended = self.first, []
        self.series = dict[int, Iterator[rbcore.Game]]()  # of slots that have a seed of their own
        self.games = [self.deal(slot) for slot in range(width)]

    def deal(self, slot: int) -> Any:
        """The next game of a slot in which an external player has a choice."""
        if slot in self.series:
            return next(game for game in self.series[slot] if self.goes_on(game))
        while self.rows is None or self.next < self.first + len(self.rows):
            game = self.dealt(self.next)
            self.next += 1
            if self.goes_on(game):
                return game
        return None

    def goes_on(self, game: rbcore.Game) -> bool:
        """Play on to where an external player has a choice, if there is one."""
        while not game.is_over:
            player, moves = self.players[game.seat], game.moves()
            if isinstance(player, str):
                game.apply(game.choose(player))
            elif len(moves) > 1:
                return True
            else:
                game.apply(moves[0])
        self.ended.append(game)
        return False

    def act(self, slot: int, action: int | str | None) -> None:
        """Make an action in a slot, or with None give the game up."""
        game = self.games[slot]
        if action is not None:
            game.apply(action)
        if action is None:
            self.ended.append(game)
        if action is None or not self.goes_on(game):
            self.games[slot] = self.deal(slot)

    def look_anew(self) -> None:
        """What is seen without having been gathered is all that waits."""
        views, games = self.pool.observe(), [game for game in self.games if game]
        assert len(views) == len(games)
        assert all(same(views, row, game) for row, game in enumerate(games))

    def waiting(self, player: int | None = None) -> list[int]:
        """The slots that wait, gathered in the pool too."""
        slots = [at for at, game in enumerate(self.games)
                 if game and player in (None, self.players[game.seat])]  # fmt: skip
        assert self.pool.gather(player) == len(slots)
        return slots

    def check(self) -> None:
        """Each slot is as played straight."""
        pool = self.pool
        assert pool.done == len(self.ended)
        for i, slot in enumerate(self.waiting()):
            game = self.games[slot]
            assert (pool.slot(i), pool.game(i), pool.seat(i)) == (slot, game.index, game.seat)
            assert pool.view(i) == game.view()
            assert sorted(pool.moves(i)) == sorted(game.moves())
        if self.rows is not None:
            for game in self.ended:
                row = self.rows[game.index - self.first]
                assert row == game.row() if game.is_over else row["outcome"] == 3


class Pools(Holding):
    """Pools of different rules, each slot compared after every call with games played straight."""

    most: ClassVar = 3

    @initialize(seed=SEEDS)
    def begin(self, seed: int) -> None:
        self.hold(Pool(seed))

    @rule(seed=SEEDS)
    def begin_another(self, seed: int) -> None:
        self.hold(Pool(seed))

    @rule(at=PLACES, player=st.sampled_from([None, 0, 1]), seed=SEEDS, count=st.integers(1, 15))
    def step(self, at: int, player: int | None, seed: int, count: int) -> None:
        one, rng = self.pick(at), random.Random(seed)
        for _ in range(count):
            slots = one.waiting(player)
            before = [one.games[slot] for slot in slots]
            views = one.pool.observe()
            assert len(views) == len(slots)
            assert all(same(views, row, game) for row, game in enumerate(before))
            actions = np.array([rng.choice(game.legal_actions()) for game in before], np.int64)
            instead = np.array([rng.choices([ACT, LEAVE, GIVE_UP], [8, 1, 1])[0] for _ in slots])
            actions[instead != ACT] = rng.choice([-1, 10**9])  # not looked at
            seats = [game.seat for game in before]
            steps = one.pool.step(actions, instead.astype(np.uint8))
            for row, (slot, game, what) in enumerate(zip(slots, before, instead, strict=True)):
                if what != LEAVE:
                    one.act(slot, int(actions[row]) if what == ACT else None)
                assert steps.ended[row] == (game is not one.games[slot])
                assert steps.returns[row] == pytest.approx(game.returns())
                if steps.ended[row]:
                    outcome = rbcore.OUTCOMES[steps.outcome[row]]
                    assert outcome == (game.outcome if what == ACT else "unfinished")
                    assert same(steps.final, row, game, seat=seats[row])
                    if what == ACT:
                        assert tuple(steps.scores[row]) == game.scores()
            one.seen = [views, steps]
            one.look_anew()

    @rule(at=PLACES, player=st.sampled_from([None, 0, 1]), seed=SEEDS)
    def make(self, at: int, player: int | None, seed: int) -> None:
        """Moves one by one, after which the others still wait and those do not."""
        one, rng = self.pick(at), random.Random(seed)
        slots = one.waiting(player)
        for i in rng.sample(range(len(slots)), rng.randint(0, len(slots))):
            moves = one.pool.moves(i)
            n = rng.randrange(len(moves))
            with pytest.raises(IndexError, match="is not the number of one of"):
                one.pool.make(i, len(moves))
            one.pool.make(i, n)
            one.act(slots[i], moves[n])
            with pytest.raises(IndexError, match="gather the games again"):
                one.pool.make(i, n)
            with pytest.raises(ValueError, match="gather them again"):
                one.pool.observe()

    @rule(at=PLACES, seed=SEEDS)
    def refuse(self, at: int, seed: int) -> None:
        """An action that is not legal, too many of them, copies: nothing is done."""
        one, rng = self.pick(at), random.Random(seed)
        slots = one.waiting()
        legal = one.pool.observe().legal
        actions = legal.argmax(axis=1).astype(np.int64)
        if slots:
            row = rng.randrange(len(slots))
            actions[row] = rng.choice([-1, len(legal[0]), 2**62, int(legal[row].argmin())])
            assert one.pool.find_illegal(actions) == row
            with pytest.raises(ValueError, match=f"row {row}: action {actions[row]} is not legal"):
                one.pool.step(actions)
        with pytest.raises(ValueError, match="actions are needed"):
            one.pool.step(np.zeros(len(slots) + 1, np.int64))
        for how in (copy.copy, deepcopy, pickle.dumps):
            with pytest.raises(TypeError):
                how(one.pool)

    @rule(at=PLACES, first=st.none() | PLACES)
    def reset(self, at: int, first: int | None) -> None:
        one = self.pick(at)
        one.pool.reset(first)
        one.first = one.first if first is None else first
        one.deal_all(len(one.games))
        one.look_anew()

    @rule(at=PLACES, seed=SEEDS, seeded=st.booleans())
    def deal(self, at: int, seed: int, seeded: bool) -> None:
        """Other games in some slots, with a seed for each or not; refused where games have rows."""
        one, rng = self.pick(at), random.Random(seed)
        which = np.array([rng.random() < 0.5 for _ in one.games])
        seeds = np.array([rng.randrange(100) for _ in one.games], np.uint64) if seeded else None
        if one.rows is not None:
            with pytest.raises(ValueError, match="reset the pool instead"):
                one.pool.deal(which, seeds)
            return
        for slot in np.flatnonzero(which).tolist():
            if seeds is not None:
                one.series[slot] = one.games_of(int(seeds[slot]))
            one.games[slot] = one.deal(slot)
        one.pool.deal(which, seeds)
        one.look_anew()

    @rule(at=PLACES)
    def outlive(self, at: int) -> None:
        """Arrays that a pool has handed out are whole when it is gone."""
        one = self.pick(at)
        kept = [getattr(seen, name) for seen in one.seen for name in vars(seen)]
        kept = [array for array in kept if isinstance(array, np.ndarray)]
        before = [array.copy() for array in kept]
        self.held[at % len(self.held)] = Pool(one.seed + 1)
        del one
        assert all((a == b).all() for a, b in zip(kept, before, strict=True))

    @invariant()
    def slots_are_as_played_straight(self) -> None:
        for one in self.held:
            one.check()


TestPools = Pools.TestCase
TestPools.settings = tried(fewer(150), 20)


# ---- what was found -----------------------------------------------------------------------------


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
        assert game.notation == straight.notation


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
    before = game.notation, pool.observe().legal.shape
    for one in (rules, game.rules, pool.rules):
        object.__setattr__(one, "seats", 99)
        object.__setattr__(one, "houses_each", 99)
    seen = game.observation()
    assert (game.notation, pool.observe().legal.shape) == before
    assert seen.houses.shape[1] == 9
    assert rbcore.Game.deal(rbcore.variant("three-player"), seed=1, game=0).rules.seats == 3
    assert len(game.reserves) == 3
