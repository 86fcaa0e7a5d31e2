"""Players in Python: what they see, that they play by the rules, and what they are told if not."""

from __future__ import annotations

import re
import sys
import traceback
import warnings
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from typing import Any

import numpy as np
import pytest

import rbcore
import rbsim
from rbsim.arms import players as python_players
from rbsim.arms.players import error_text, frame_lines, player_from_record, stream, versioned
from rbsim.cli.main import run
from support.mixtures import mixtures


def simulate(*variants: Any, **how: Any) -> Any:
    """With a row of each game."""
    return rbsim.simulate(*variants, **{"rows": True, **how})


def nth(view: rbcore.View, moves: tuple[str, ...]) -> str:
    return moves[(7 * view.turn + len(view.wastes[view.seat])) % len(moves)]


def nths(views: rbcore.Views) -> np.ndarray:
    """`nth` for many games."""
    wastes = (views.wastes[:, 0] != 0).sum(axis=1)
    counts = views.legal.sum(axis=1)
    assert (counts > 1).all()
    wanted = (7 * views.turn.astype(np.int64) + wastes) % counts
    return (views.legal.cumsum(axis=1) > wanted[:, None]).argmax(axis=1)


def never(view: rbcore.View, moves: tuple[str, ...]) -> str:
    raise ValueError("never")


def leaving(view: rbcore.View, moves: tuple[str, ...]) -> str:
    sys.exit(7)


class Drawing:
    """Draws with the generator of its game."""

    version = "2"

    def start(self, rng: np.random.Generator) -> Any:
        return lambda view, moves: moves[rng.integers(len(moves))]


def play(variant: str, players: Any, games: int = 12, **options: Any) -> np.ndarray:
    options = {"seed": 3, "max_moves": 600} | options
    return simulate(variant, games=games, players=players, **options).games


@pytest.mark.sample(1)
@pytest.mark.parametrize("variant", ["standard", "three-player", "wrangle", "early-turn",
                                     "standard,group-moves=yes", *mixtures(3, seed=2)])  # fmt: skip
def test_many_at_once_are_the_same_games(variant: str) -> None:
    others = ["greedy", "uniform"][: rbcore.variant(variant).seats - 1]
    alone = play(variant, [nth, *others])
    for width in (1, 5, 64):
        together = rbsim.Player(nths, width=width)
        assert (play(variant, [together, *others]) == alone).all()
    assert (play(variant, [nth, *others], 5, first=7) == alone[7:]).all()


def test_draws_are_those_of_the_game() -> None:
    rows = play("standard", Drawing())
    assert (play("standard", Drawing()) == rows).all()
    assert (play("standard", Drawing(), 4, first=8) == rows[8:]).all()
    assert (play("standard", Drawing(), seed=4) != rows).all()
    assert stream(1, 2, 0).random() != stream(1, 2, 1).random()


def test_results_name_them() -> None:
    result = simulate(games=2, players=[Drawing(), "greedy"], max_moves=300)
    (arm,) = result.study.arms
    assert arm.player_text == "test_python_players.Drawing:greedy"
    assert arm.versioned_players == ["test_python_players.Drawing/2", "greedy/2"]
    assert "test_python_players.Drawing (version 2), greedy (version 2)" in result.origin
    named = rbsim.Player(nth, name="mine", version="5")
    assert (versioned(named), str(named)) == ("mine/5", "mine")
    assert versioned(player_from_record("mine/5")) == "mine/5"
    assert player_from_record("greedy~0.3/2") == "greedy~0.3"
    assert player_from_record("search-5ms~0.1/1") == "search-5ms~0.1"


@pytest.mark.full
def test_the_command_imports_them(tmp_path, monkeypatch, capsys):
    (tmp_path / "bots_of_mine.py").write_text(
        "def last(view, moves):\n    return moves[-1]\nseven = 7\n"
        "def broken(view, moves):\n    raise ValueError('no idea')\n"
        "def lost(view, moves):\n    return open('nowhere_at_all')\n"
        "def short(view):\n    return view\n"
        "def gone(view, moves):\n    raise BrokenPipeError('no pipe')\n"
        "class Silent:\n    def start(self, rng):\n        pass\nsilent = Silent()\n"
    )
    (tmp_path / "ill_of_mine.py").write_text("half = 1\nnone = half.nothing\n")
    (tmp_path / "torn_of_mine.py").write_text("def half(:\n")
    monkeypatch.syspath_prepend(tmp_path)
    command = ["simulate", "--games", "4", "--max-moves", "200", "--players"]
    assert run([*command, "bots_of_mine.last:greedy,uniform"]) == 0
    assert "bots_of_mine.last:greedy" in capsys.readouterr().out
    for path, words in {
        "bots_of_mine.seven": "7 is not a player; give a name or a callable",
        "bots_of_mine.nobody": "'bots_of_mine.nobody' is not a player; bots_of_mine has no nobody",
        "nowhere_at_all.x": "'nowhere_at_all.x' is not a player; there is no module nowhere_at_all",
        "bots_of_mine.broken": "ValueError: no idea (bots_of_mine.py, line 5), raised by "
        "bots_of_mine.broken in standard, game 0 of seed 1, turn 1, seat ",
        "bots_of_mine.lost": "nowhere_at_all' (bots_of_mine.py, line 7), raised by bots_of_mine.lo",
        "bots_of_mine.gone": "BrokenPipeError: no pipe (bots_of_mine.py, line 11), raised by",
        "bots_of_mine.short": "but 2 were given, raised by bots_of_mine.short in standard, game 0",
        "bots_of_mine.silent": "start(rng) returned None, which cannot be called, raised by",
        "ill_of_mine.half": "'ill_of_mine.half' is not a player; importing ill_of_mine raised "
        "AttributeError: 'int' object has no attribute 'nothing' (ill_of_mine.py, line 2)",
        "torn_of_mine.half": "SyntaxError: invalid syntax (torn_of_mine.py, line 1)",
    }.items():
        assert run([*command, path]) == 2
        error = capsys.readouterr().err
        sentence, *frames = error.splitlines()
        assert words in sentence
        assert all("bots_of_mine.py" in line for line in frames if line.startswith("  File"))
        assert bool(frames) == ("(bots_of_mine.py, line" in sentence)
    assert run(["replay", "--players", "bots_of_mine.last", "--max-turns", "3"]) == 0
    assert "bots_of_mine.last" in capsys.readouterr().out
    assert run(["match", "--matches", "1", "--players", "bots_of_mine.last"]) == 2
    assert "matches need compiled players;" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("players", "words"),
    [
        (lambda view, moves: "r>9", r", game 0 of seed 3, turn 1, seat [01]: 'r>9' is not legal"),
        (lambda view, moves: None, ": None is not legal; legal moves are "),
        (lambda view, moves: np.array(moves), r"seat [01]: array\(.* is not legal; legal moves"),
        (rbsim.Player(lambda v: v.game * 0 + 500, 2), r"action 500 is not legal; legal moves are"),
        (rbsim.Player(lambda views: views.game * 0 + 9, 2), r"action 9 is not legal"),
        (rbsim.Player(lambda views: [-1] * len(views), 2), "action -1 is not legal"),
        (rbsim.Player(lambda views: [0], 2), r"returned int64 of shape \(1,\) for 2 games; it"),
        (rbsim.Player(lambda views: views.game * 0.5, 2), r"returned float64 of shape \(2,\)"),
        ([nth, 7], "7 is not a player; give a name or a callable"),
        ([lambda v, m: m[0], lambda v, m: m[1]], r"two players are called test_p"),
        ([nth, nth, nth], "are 3 players for 2 seats"),
        ([], r"players=\[\] names no player; name 1 or 2"),
        ("mine.first~0.2", "is not a player; ~ is for built-in players, and mine.first is your"),
        ("mine.first+memory", "'mine.first' is not a player; there is no module mine"),
        ("greedy:nobody", "'nobody' is not a player"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_one_sentence(players: Any, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        play("standard", players)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"choose": 3}, "3 is not a player"),
        (
            {"choose": Drawing},
            r"Drawing is a class, not a player; pass an object, such as Drawing\(\)",
        ),
        ({"choose": nth, "name": "greedy"}, "'greedy' is the name of a compiled player"),
        ({"choose": nth, "name": "a:b"}, "'a:b' has a colon, comma, / or space"),
        ({"choose": nth, "name": "a\0"}, r"'a\\x00' has the control character U\+0000"),
        ({"choose": nth, "name": "\x1b[31mred"}, "has the control character"),
        ({"choose": nth, "name": "a\x9b2J"}, "has the control character"),
        ({"choose": nth, "name": "\udcff"}, r"'\\udcff' has half a character, U\+DCFF"),
        ({"choose": nth, "name": "a\u202eb"}, r"'a\\u202eb' has the control character U\+202E"),
        ({"choose": nth, "version": "1\x7f"}, r"'1\\x7f' has the control character"),
        ({"choose": nths, "width": 0}, "width=0 is out of range; it runs from 1 to 65536"),
        ({"choose": nths, "width": "x"}, "width='x' is not a whole number"),
        ({"choose": nths, "width": np.int64(-1)}, "width=-1 is out of range"),
        ({"choose": nth, "name": 3}, "name=3 is not text"),
        ({"choose": Drawing(), "width": 4}, "must be callable"),
    ],
)
def test_players_that_cannot_be(arguments: Any, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        rbsim.Player(**arguments)
    with pytest.raises(ValueError, match="slip is for compiled players"):
        play("standard", nth, slip=0.1)


@pytest.mark.parametrize("width", [None, 3])
def test_an_error_is_told_with_its_place_and_the_players_own_frames(width: int | None) -> None:
    def helper() -> str:
        raise KeyError("lost")

    def lost(*seen: Any) -> str:
        return helper()

    with pytest.raises(KeyError) as found:
        simulate("strict", games=5, players=rbsim.Player(lost, width))
    assert re.fullmatch(
        r"KeyError: 'lost' \(test_python_players.py, line \d+\)", error_text(found.value)
    )
    named = [line for line in frame_lines(found.value) if "in " in line]
    assert [line.rpartition("in ")[2] for line in named] == ["lost", "helper"]
    assert "in strict, game" in found.value.__notes__[0]


def test_an_error_of_another_process_has_its_note() -> None:
    with ProcessPoolExecutor(1) as executor, pytest.raises(ValueError, match="never") as found:
        simulate(games=2, players=never, executor=executor)
    assert "in standard, game 0 of seed 1" in found.value.__notes__[0]
    with ProcessPoolExecutor(1) as executor, pytest.raises(RuntimeError, match="SystemExit: 7"):
        simulate(games=2, players=leaving, executor=executor)


UNFINISHED = rbcore.OUTCOMES.index("unfinished")


def shuffle(view: rbcore.View | None, moves: tuple[str, ...]) -> str:
    """Move cards from house to house as long as there is such a move."""
    return next((move for move in moves if move[0].isdigit() and move[-1].isdigit()), moves[0])


def shuffles(views: rbcore.Views) -> Any:
    """`shuffle` for many games."""
    texts = [rbcore.action_texts(rbcore.variant("standard"), seat) for seat in range(2)]
    chosen = []
    for seat, legal in zip(views.seat, map(np.flatnonzero, views.legal), strict=True):
        moves = [texts[seat][action] for action in legal]
        chosen.append(legal[moves.index(shuffle(None, tuple(moves)))])
    return chosen


def turning(view: rbcore.View, moves: tuple[str, ...]) -> str:
    """A player whose turns are short."""
    return next((move for move in moves if move in ("turn", "waste")), moves[-1])


@pytest.fixture(autouse=True)
def _forget(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Nothing was told yet, and what is told does not reach the terminal."""
    for name, nothing in (("_told", set()), ("_games", Counter()), ("_left", Counter())):
        monkeypatch.setattr(python_players, name, nothing)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


SHUFFLE = rbsim.Player(shuffle, name="shuffle")
OPTIONS: dict[str, Any] = {"players": [SHUFFLE, "greedy"], "seed": 1}


def test_a_long_turn_leaves_the_game_unfinished() -> None:
    result = simulate(games=10, **OPTIONS, max_turn_moves=60)
    rows = result.games
    cut = rows[rows["outcome"] == UNFINISHED]
    assert len(cut) > 5
    assert (cut["moves"][cut["turns"] == 0] == 60).all()
    assert result.figure("unfinished").count == len(cut)


def test_turns_below_the_limit_are_played_as_without_one() -> None:
    options: dict[str, Any] = {"games": 5, "players": [Drawing(), "greedy"], "seed": 2}
    rows = [simulate(**options, max_turn_moves=most).games for most in (1_000, 10_000_000)]
    assert (rows[0] == rows[1]).all()
    assert (rows[0]["outcome"] != UNFINISHED).any()


def test_compiled_players_have_no_such_limit() -> None:
    """Their turns count no moves, beside a player in Python too, and their files are as before."""
    plain = simulate(games=30, players="uniform", seed=1)
    limited = simulate(games=30, players="uniform", seed=1, max_turn_moves=1)
    assert (plain.games == limited.games).all()
    assert plain.provenance == limited.provenance
    assert "max_turn_moves" not in plain.provenance["arms"][0]
    options: dict[str, Any] = {"games": 30, "players": [turning, "uniform"], "seed": 1}
    limited = simulate(**options, max_turn_moves=30)
    assert (limited.games == simulate(**options).games).all()


@pytest.mark.parametrize("width", [1, 3])
def test_many_at_once_are_cut_alike(width: int) -> None:
    alone = simulate(games=8, **OPTIONS, max_turn_moves=70)
    together = rbsim.Player(shuffles, width=width, name="shuffle")
    many = simulate(games=8, players=[together, "greedy"], seed=1, max_turn_moves=70)
    assert (alone.games == many.games).all()


PACING, PACED = (rbsim.Player(shuffle, name=name) for name in ("pacing", "paced"))


def told(**options: Any) -> list[str]:
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        simulate(**OPTIONS | options)
    return [str(one.message) for one in caught]


def test_the_first_long_turn_is_told_once() -> None:
    (note,) = told(games=40)
    assert note == (
        "the player shuffle made 1,000 moves in turn 1 of game 0 of seed 1; a turn of "
        "max_turn_moves=2_000 leaves its game unfinished: let the player avoid moves that undo "
        "its previous ones (a lower limit ends such games sooner)"
    )
    assert told(games=2) == []


def test_the_tenth_unfinished_game_is_told_however_short_its_turns() -> None:
    options: dict[str, Any] = {"players": turning, "max_turns": 6}
    assert told(games=9, **options) == []
    (note,) = told(games=9, **options, executor=ThreadPoolExecutor(1))
    assert re.match(
        r"1\d of 1\d games of \S+turning are unfinished at max_turns=6; raise the limit if games ",
        note,
    )
    assert told(games=30, players=[Drawing(), "uniform"], max_turns=200) == []


def test_the_player_is_told_of_whose_turn_did_not_end() -> None:
    """Another player of the game is not accused, and no limit is named but that one."""
    for players in ([turning, PACING], [PACED, turning]):
        (note,) = told(games=20, players=players, max_turn_moves=900)
        (player,) = [player for player in players if isinstance(player, rbsim.Player)]
        assert note.startswith(f"the player {player} made 900 moves in turn ")
        assert "max_turns" not in note


def test_it_is_told_of_turns_that_a_lower_limit_ends() -> None:
    assert "shuffle made 60 moves in turn 1" in told(games=2, max_turn_moves=60)[0]
    assert told(games=5, players=[Drawing(), "uniform"]) == []


def frames_of(error: BaseException) -> list[str]:
    return [frame.name for frame in traceback.extract_tb(error.__traceback__)]


def test_a_players_error_has_its_own_frames_alone() -> None:
    def lost(*seen: Any) -> str:
        raise KeyError("lost")

    with pytest.raises(KeyError) as failed:
        rbsim.simulate(games=5, players=lost)
    assert frames_of(failed.value)[-2:] == ["call", "lost"]
    with pytest.raises(ValueError, match="'x' is not legal; legal moves are") as refused:
        rbsim.simulate(games=5, players=lambda view, moves: "x")
    assert frames_of(refused.value)[-1] == "call"
    with ProcessPoolExecutor(1) as executor, pytest.raises(ValueError, match="never") as far:
        rbsim.simulate(games=2, players=never, executor=executor)
    # With dask, tracebacks are sent too (tblib, which it installs): the player's own frame.
    assert frames_of(far.value)[-1] in ("call", "never")
    assert far.value.__cause__ is None
    with pytest.raises(ValueError, match="did you mean standard") as unknown:
        rbsim.simulate("standrad")
    assert frames_of(unknown.value)[-1] == "call"


@pytest.mark.parametrize("name", ["nan", "NULL", "None", "NA", "<NA>"])
def test_a_name_that_other_tools_read_as_nothing_is_refused(name: str) -> None:
    with pytest.raises(ValueError, match=f"read {name} as a missing value; choose another name"):
        rbsim.Player(turning, name=name)
