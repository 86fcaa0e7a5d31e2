"""Whole games: what holds after every move, and that games do not depend on how they are run."""

import os
import subprocess
import sys
import threading
import time
from collections import Counter
from importlib.machinery import EXTENSION_SUFFIXES
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rbcore.engine.workspace import MAX_SPARE, kept

import rbcore
from rbcore.builds import BUILD
from rbcore.rules.limits import MAX_LIMITS
from support.positions import texts
from support.quick import fewer

SEEDS, NUMBERS = st.integers(0, 2**64 - 1), st.integers(0, 2**63 - 1)
IS_BUILT_TWICE = Path(rbcore.__file__).with_name("v3").is_dir()  # not so with sanitizers, or on ARM
# Where the time of games goes, whoever plays.
HOT = ("engine.game_loop", "moves.legal_moves", "moves.transition", "moves.house_plans",
       "engine.endings", "observation.view", "players.evaluation", "players.greedy",
       "players.lookahead", "players.planner")  # fmt: skip


@st.composite
def some_rules(draw: st.DrawFn) -> rbcore.Rules:
    suits = draw(st.sampled_from([4, 4, 4, 1, 2, 3]))
    ranks = draw(st.sampled_from([13, 13, 13, *range(1, 13)]))
    houses = draw(st.integers(0, min(4, suits * ranks - 1)))
    reserve = draw(st.integers(1, suits * ranks - houses))
    starter = draw(st.sampled_from(["low-reserve", "high-reserve", "cut", "seat-1"]))
    sizes = {"reserve_size": reserve, "houses_each": houses}
    return rbcore.Rules(ranks=ranks, suits=suits, **sizes, starter=starter)


def split(pile: str) -> list[str]:
    pile = pile.replace("(", "").replace(")", "").replace("-", "")
    return [pile[i : i + 2] for i in range(0, len(pile), 2)]


def all_cards(position: rbcore.Position) -> Counter[str]:
    """Every card, wherever it lies."""
    ranks = "A23456789TJQK"
    found = Counter([position.turned] if position.turned else [])
    for i in range(0, 12, 3):
        suit, *tops = position.foundations[i : i + 3]
        for top in tops:
            found.update(rank + suit for rank in ranks[: ranks.find(top) + 1])
    for house in texts(position).houses:
        found.update(split(house))
    for seat in (0, 1):
        for pile in (
            texts(position).reserve(seat),
            texts(position).hand(seat),
            texts(position).waste(seat),
        ):
            found.update(split(pile))
    return found


def check(position: rbcore.Position) -> None:
    """The invariants of a position."""
    cards = all_cards(position)
    assert len(cards) == position.rules.suits * position.rules.ranks
    assert set(cards.values()) == {2}
    for house in map(split, texts(position).houses):
        for under, over in pairwise(house):
            assert "A23456789TJQK".index(over[0]) + 1 == "A23456789TJQK".index(under[0])
            assert (over[1] in "dh") != (under[1] in "dh")
    again = rbcore.Position.parse(position.notation, position.rules)
    assert again == position
    assert again.moves() == position.moves()


@given(some_rules(), SEEDS, NUMBERS, st.randoms(use_true_random=False))
@settings(max_examples=fewer(25), deadline=None)
def test_random_games(rules: rbcore.Rules, seed: int, game: int, rng: object) -> None:
    position = rbcore.Position.deal(rules, seed, game)
    for _ in range(150):
        check(position)
        moves = position.moves()
        if position.winner is not None:
            assert moves == []
            return
        assert moves
        assert len(set(moves)) == len(moves)
        move = rng.choice(moves)  # type: ignore[attr-defined]
        before, after = position.notation, position.copy()
        after.apply(move)
        assert position.notation == before
        if move in ("waste", "pass"):
            assert after.seat == 1 - position.seat
            assert after.turn == position.turn + 1
        else:
            assert (after.seat, after.turn) == (position.seat, position.turn)
        position = after


@given(some_rules(), SEEDS, st.sampled_from(["uniform", "greedy"]))
@settings(max_examples=fewer(25), deadline=None)
def test_traced_games(rules: rbcore.Rules, seed: int, player: str) -> None:
    """A compiled game, move by move; its row says what the last position shows."""
    position, moves, row = rbcore.trace(rules, (player, "uniform"), seed, 3, max_turns=300)
    assert row["starter"] == position.seat
    for n, move in enumerate(moves):
        if n % 25 == 0:
            check(position)
        assert move in position.moves()
        position.apply(move)
    check(position)
    assert (row["turns"], row["moves"]) == (position.turn, len(moves))
    outcome = rbcore.OUTCOMES[row["outcome"]]
    assert (position.winner is not None) == (outcome == "win")
    assert row["winner"] == (-1 if position.winner is None else position.winner)
    assert position.scores(outcome) == tuple(row["scores"][:2])
    for seat in (0, 1):
        assert row["reserve"][seat] == len(split(texts(position).reserve(seat)))
        assert row["waste"][seat] == len(split(texts(position).waste(seat)))
        held = bool(position.turned) and seat == position.seat
        assert row["hand"][seat] == len(split(texts(position).hand(seat))) + held


def played(first: int, games: int, **limits: int) -> np.ndarray:
    rows = np.zeros(games, rbcore.game_dtype(2))
    rules = rbcore.variant("standard")
    assert rbcore.play(rules, ("greedy", "uniform"), 8, first, rows, **limits) == games
    return rows


def test_games_do_not_depend_on_their_chunk() -> None:
    whole = played(0, 60)
    assert (np.concatenate([played(i, 10) for i in range(0, 60, 10)]) == whole).all()
    assert (whole["index"] == np.arange(60)).all()
    _, _, row = rbcore.trace(rbcore.variant("standard"), ("greedy", "uniform"), 8, 41)
    assert row == whole[41]


@pytest.mark.parametrize("variant", ["standard", "three-player"])
def test_rows_have_entries_of_the_seats_that_play(variant: str) -> None:
    """Those of GAME have room for three, with zeros; both are the same games, signed."""
    rules = rbcore.variant(variant)
    slips = (rbcore.Attention.careless(0.3),) * rules.seats
    wide, rows = (np.zeros(30, row) for row in (rbcore.GAME, rbcore.game_dtype(rules.seats)))
    for some in (wide, rows):
        rbcore.play(rules, ("greedy",) * rules.seats, 1, 5, some, attention=slips)
    for name in rbcore.GAME.names or ():
        several = rows.dtype[name].shape
        assert several in ((), (rules.seats,))
        assert (rows[name] == (wide[name][:, : rules.seats] if several else wide[name])).all()
        assert not several or not wide[name][:, rules.seats :].any()
        assert rows.dtype[name].base.kind == "i"
    assert rows["offences"].any()


def test_differences_of_rows_are_right() -> None:
    """Also of the largest numbers that limits and rules allow, and of the last game's number."""
    rows = np.zeros(2, rbcore.game_dtype(2))
    last = 2**63 - 3
    assert rbcore.play(RULES, ("greedy", "greedy"), 1, last, rows) == 2
    assert rows["index"].tolist() == [last, last + 1]
    assert rbcore.trace(RULES, ("greedy", "greedy"), 1, last)[2] == rows[0]
    for name, most in (("turns", MAX_LIMITS["max_turns"]), ("moves", MAX_LIMITS["max_moves"])):
        rows[name] = 0, most
        assert (rows[name][0] - rows[name][1], (rows[name] ** 2)[1]) == (-most, most**2)
    rows["reserve"] = [[0, 111], [111, 0]]
    assert (rows["reserve"][:, 0] - rows["reserve"][:, 1]).tolist() == [-111, 111]
    assert (rows["reserve"] ** 2).max() == 111**2


def printed_by_each_build(script: str) -> list[str]:
    """What a script prints with the build for this processor, and with the plain one."""
    return [
        subprocess.run(
            [sys.executable, "-c", script],
            env={**os.environ, "RB_BASELINE": baseline},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for baseline in ("0", "1")
    ]


@pytest.mark.full
@pytest.mark.skipif(not IS_BUILT_TWICE, reason="there is one build alone")
def test_both_builds_play_the_same_games() -> None:
    """The build for any processor and, where it runs, the one for x86-64-v3."""
    script = (
        "import numpy, rbcore, hashlib\n"
        "rows = numpy.zeros(300, rbcore.GAME)\n"
        "for player in [*list(rbcore.PLAYERS)[:4], 'search-4', 'lookahead+memory']:\n"
        "    rbcore.play(rbcore.variant('standard'), (player,) * 2, 4, 0, rows)\n"
        "    print(hashlib.sha256(rows.tobytes()).hexdigest())\n"
    )
    fast, plain = printed_by_each_build(script)
    assert fast == plain


@pytest.mark.full
def test_the_build_in_use_is_that_of_all_that_plays() -> None:
    """No module that is there twice is of the other build, loaded late ones neither."""
    script = (
        "import sys, rbcore\n"
        "from rbcore.builds import BUILD\n"
        "print(BUILD)\n"
        "for name, module in sorted(sys.modules.items()):\n"
        "    path = getattr(module, '__file__', None) or ''\n"
        "    if name.startswith('rbcore.') and not path.endswith('.py'):\n"
        "        print(name, '/v3/' in path.replace('\\\\', '/'))\n"
    )
    fast, plain = (out.split("\n") for out in printed_by_each_build(script))
    assert plain[0] == "plain"
    assert not any(line.endswith("True") for line in plain)
    assert fast[0] == BUILD
    root = Path(rbcore.__file__).parent / "v3"
    twice = {
        ".".join(("rbcore", *path.parent.relative_to(root).parts, path.name.partition(".")[0]))
        for path in root.rglob(f"*{EXTENSION_SUFFIXES[0]}")
    }
    loaded = dict(line.split() for line in fast[1:-1])
    assert {name for name, is_second in loaded.items() if is_second == "True"} == (
        twice & set(loaded) if BUILD == "v3" else set()
    )
    if twice:
        assert twice >= {f"rbcore.{name}" for name in HOT}


def test_stop_ends_play_soon() -> None:
    stop = np.zeros(1, np.uint8)
    rows = np.zeros(2_000_000, rbcore.GAME)
    done = []

    def play() -> None:
        rules = rbcore.variant("standard")
        done.append(rbcore.play(rules, ("uniform", "uniform"), 1, 0, rows, stop=stop))

    thread = threading.Thread(target=play)
    thread.start()
    time.sleep(0.2)  # runs beside this thread only if the GIL is released
    stop[0] = 1
    thread.join(timeout=5)
    assert not thread.is_alive()
    assert 0 < done[0] < len(rows)
    assert (rows["turns"][: done[0]] > 0).all()
    assert (rows["turns"][done[0] :] == 0).all()


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"players": ("uniform",)}, "one player for each"),
        ({"players": ("uniform", "me")}, "'me' is not a player"),
        ({"seed": -1}, "seed"),
        ({"seed": 2**64}, "seed"),
        ({"first": 2**63 - 2}, "first"),
        ({"max_turns": 0}, "max_turns"),
        ({"max_moves": 0}, "max_moves"),
        ({"search_limit": 0}, "search_limit"),
        ({"stop": np.zeros(0, np.uint8)}, "stop"),
        ({"rows": np.zeros(3)}, "rows must be a one-dimensional array of rbcore.GAME"),
    ],
)
def test_bad_arguments_are_refused(change: dict[str, object], words: str) -> None:
    arguments = {"players": ("uniform",) * 2, "seed": 1, "first": 0,
                 "rows": np.zeros(3, rbcore.GAME)} | change  # fmt: skip
    with pytest.raises(ValueError, match=words):
        rbcore.play(rbcore.variant("standard"), **arguments)


# ---- What is kept for reuse between calls: so much, however many limits and rules are asked for

RULES = rbcore.variant("standard")


def play_out(limit: int) -> None:
    rbcore.Game.deal(RULES, 1, 0, search_limit=limit, max_turns=2).play_out("greedy")


def play_out_beside(limit: int) -> None:
    """Play a game out while a move is read that is made in another."""
    game = rbcore.Game.deal(RULES, 1, 0, search_limit=limit, max_turns=2)

    class Move:
        def __index__(self) -> int:
            play_out(limit)
            return game.legal_actions()[0]

    game.apply(Move())


def test_memory_kept_for_searches_is_bounded() -> None:
    """By 200 limits on searches, of which each needs some memory; that of one is used again."""
    for limit in range(99_000, 99_200):
        play_out_beside(limit)
    assert kept() == (MAX_SPARE, 64)
    for _ in range(20):
        play_out_beside(limit)
    assert kept() == (MAX_SPARE, 64)


def test_what_is_too_large_is_not_kept() -> None:
    play_out(1_234)
    before = kept()
    play_out(1 << 24)
    assert kept() == before
