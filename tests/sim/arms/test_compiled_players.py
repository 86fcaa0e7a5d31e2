"""Players compiled by others, everywhere that studies, games and commands take players."""

import sys
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import numpy as np
import pytest

import rbcore
import rbsim
from rbsim.arms import players as players_of_rbsim
from rbsim.cli.main import run
from rbsim.games.opinion import analyse
from rbsim.games.transcript import Transcript
from support.compiled import outside_library, outside_player
from support.outside import needs_compiler

pytestmark = needs_compiler

MODULE = """
import rbcore, rbsim
from support.compiled import outside_player

bare = outside_player("loader")
loader = rbsim.Player(bare, name="loader", version="1")
endless = rbsim.Player(outside_player("endless"), version="1")
failing = rbsim.Player(outside_player("failing"), version="1")
beyond = rbsim.Player(outside_player("beyond"), version="1")
counting = rbsim.Player(outside_player("counting", has_state=True), version="1")
"""


def choose_loader(view: rbcore.View, moves: tuple[str, ...]) -> str:
    """Choose as the loader of tests/support/outside.c does."""

    def order(move: str) -> int:
        if move.endswith(">F"):
            return 0
        if ">R" in move or ">W" in move:
            return 1
        return 1 + {"r": 1, "h": 2, "w": 3}.get(move[0], 5 if ">" in move else 4)

    return min(moves, key=order)


@pytest.fixture(autouse=True)
def _forget(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have told nobody of any player."""
    for name, nothing in (("_told", set()), ("_games", Counter()), ("_left", Counter())):
        monkeypatch.setattr(players_of_rbsim, name, nothing)


@pytest.fixture
def mine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """A module with the players."""
    (tmp_path / "compiled_mine.py").write_text(MODULE)
    monkeypatch.syspath_prepend(tmp_path)
    yield "compiled_mine"
    sys.modules.pop("compiled_mine", None)


def loader(name: str = "loader", version: str = "1") -> rbsim.Player:
    return rbsim.Player(outside_player("loader"), name=name, version=version)


def test_games_are_those_of_its_twin_in_python_on_any_threads() -> None:
    twin = rbsim.Player(choose_loader, name="loader", version="1")
    wanted = rbsim.simulate(games=60, players=[twin, "greedy"], seed=3, rows=True).games
    for threads in (1, 2):
        compiled = rbsim.simulate(
            games=60, players=[loader(), "greedy"], seed=3, rows=True, threads=threads
        ).games
        assert (compiled == wanted).all()
    mixed = rbsim.simulate(games=60, players=[loader("compiled"), twin], seed=3, rows=True).games
    both = rbsim.simulate(games=60, players=loader(), seed=3, rows=True).games
    assert (mixed == both).all()


def test_studies_of_all_kinds_take_it() -> None:
    player = loader()
    assert rbsim.ladder(player, "uniform", games=20, seed=1).figure("lead").estimate > 0
    assert rbsim.luck(games=8, players=player).figures
    assert rbsim.compare("standard", "strict", games=5, players=player).figures
    assert rbsim.simulate(games=5, players=player, slip=0.2).study.arms[0].player_text == "loader"
    assert rbsim.advantage(games=5, players=player).figures


def test_a_report_names_one_without_a_version() -> None:
    result = rbsim.simulate(games=5, players=[loader(version=""), "greedy"])
    assert "players loader, greedy (version 2);" in " ".join(str(result).split())


def test_matches_are_played_by_it() -> None:
    rows = rbsim.match(matches=3, players=[loader(), "greedy"], rows=True)
    assert rows.study.arms[0].player_text == "loader:greedy"


def test_names_of_modules_reach_processes(mine: str) -> None:
    wanted = rbsim.simulate(games=20, players=f"{mine}.loader", seed=2, rows=True).games
    with ProcessPoolExecutor(1) as executor:
        for name in ("loader", "bare"):
            far = rbsim.simulate(
                games=20, players=f"{mine}.{name}", seed=2, rows=True, executor=executor
            )
            assert (far.games == wanted).all()
        with pytest.raises(ValueError, match="cannot be sent to other processes; name it"):
            rbsim.simulate(games=20, players=loader(), executor=executor)


def test_a_store_asks_for_a_version(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="loader was changed, as it is compiled; give it a"):
        rbsim.simulate(games=5, players=loader(version=""), store=tmp_path / "a")
    rbsim.simulate(games=5, players=loader(), store=tmp_path / "b")
    again = rbsim.simulate(games=9, players=loader(), store=tmp_path / "b")
    assert again.study.arms[0].versioned_players == ["loader/1"] * 2
    rbsim.match(matches=2, players=loader(), store=tmp_path / "c")
    assert rbsim.load(tmp_path / "c").study.arms[0].player_text == "loader"


def test_memory_and_sight_are_in_the_name(mine: str) -> None:
    arm = rbsim.simulate(games=2, players=f"{mine}.loader+memory").study.arms[0]
    assert arm.player_text == "loader+memory"
    with pytest.raises(ValueError, match=r"write memory or sight after \+"):
        rbsim.simulate(games=2, players=f"{mine}.loader+more")
    with pytest.raises(ValueError, match=r"~ is for built-in players, and .* is your own"):
        rbsim.simulate(games=2, players=f"{mine}.loader~0.1")


def test_a_long_turn_is_told_with_game_seed_and_turn() -> None:
    endless = rbsim.Player(outside_player("endless"), version="1")
    with pytest.warns(
        UserWarning, match=r"endless made \S+ moves in turn \d+ of game \d+ of seed 1"
    ):
        result = rbsim.simulate(
            games=20, players=[endless, "greedy"], max_turn_moves=1_500, rows=True
        )
    assert (np.asarray(result.games["outcome"]) == rbcore.OUTCOMES.index("unfinished")).any()


def test_wrong_answers_are_told_with_game_seed_and_turn() -> None:
    beyond, failing = (
        rbsim.Player(outside_player(name), version="1") for name in ("beyond", "failing")
    )
    for threads in (1, 2):
        with pytest.raises(ValueError, match="beyond in standard, game 0 of seed 1, turn "):
            rbsim.simulate(games=3, players=[beyond, "greedy"], threads=threads)
    with pytest.raises(RuntimeError, match="choose failed with -1") as raised:
        rbsim.simulate(games=3, players=[failing, "greedy"])
    assert "failing in standard, game 0 of seed 1, turn " in raised.value.__notes__[0]


@pytest.mark.full
def test_commands_take_it(mine: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["simulate", "--players", f"{mine}.loader:greedy", "--games", "20"]) == 0
    assert run(["replay", "standard", "--players", f"{mine}.loader", "--game", "2"]) == 0
    assert run(["analyse", "standard", "--players", f"{mine}.loader", "--game", "2",
                "--by", f"{mine}.loader", "--games", "20"]) in (0, 2)  # fmt: skip
    capsys.readouterr()
    assert run(["simulate", "--players", f"{mine}.beyond:greedy", "--games", "5"]) == 2
    assert "is not the number of a move" in capsys.readouterr().err
    assert run(["simulate", "--players", f"{mine}.failing:greedy", "--games", "5"]) == 2
    (sentence,) = capsys.readouterr().err.splitlines()  # without frames of rbcore
    assert "choose failed with -1, raised by failing in standard, game 0" in sentence


def test_hints_games_and_transcripts_take_it(mine: str) -> None:
    position = rbcore.Position.deal("standard", 1, 2)
    opinion = analyse(position, by=loader(), games=40)
    assert opinion.players == ("loader", "loader")
    assert opinion.best.line.moves[0] in position.moves()
    game = Transcript.traced("standard", [loader(), "greedy"], 1, 4)
    assert game.players == ("loader/1", rbcore.versioned("greedy"))
    assert sum(1 for _ in game.replay()) == len(game.moves)


def test_an_opponent_of_an_environment_may_be_it() -> None:
    pytest.importorskip("gymnasium")
    from rbsim.envs import gym_env, vector_env

    env = gym_env(opponent=loader())
    env.reset(seed=1)
    vector = vector_env(num_envs=2, opponent=loader())
    vector.reset(seed=1)


def test_what_is_no_player_is_told() -> None:
    with pytest.raises(ValueError, match="an address does not show what it was built against"):
        rbsim.Player(outside_library().loader, name="loader")
    with pytest.raises(ValueError, match="has a width, so it must be callable"):
        rbsim.Player(outside_player("loader"), width=4)
    with pytest.raises(ValueError, match="'greedy' is the name of a compiled player"):
        rbsim.Player(outside_player("loader"), name="greedy")
