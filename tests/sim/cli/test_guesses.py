"""What people guess: it works where its meaning is plain, or is refused with what would do it."""

from __future__ import annotations

import json
import shlex
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from rbsim.results.options import read_whole

import rbcore
import rbsim
from rbcore.patience.book import find_game
from rbsim.cli.main import run

# A command line, and the one that it stands for; `-n 20 -q --json` follow.
WORKS = {
    "simulate Standard": "simulate standard",
    "simulate reserve-size=11": "simulate standard,reserve-size=11",
    "simulate reserve_size=11": "simulate standard,reserve-size=11",
    "simulate three_player": "simulate three-player",
    "simulate must-load=true": "simulate standard,must-load=yes",
    "simulate must-load=off": "simulate standard",
    "simulate 'STRICT, Reserve-Size = 11'": "simulate strict,reserve-size=11",
    "simulate --players random": "simulate --players uniform",
    "simulate -p Greedy": "simulate --players greedy",
    "simulate --players 'greedy vs uniform'": "simulate --players greedy:uniform",
    "simulate --players 'greedy : uniform'": "simulate --players greedy:uniform",
    "simulate --players 'greedy, uniform'": "simulate --players greedy,uniform",
    "simulate -s 3": "simulate --seed 3",
    "simulate -j 1": "simulate --threads 1",
    "sweep reserve-size 8-10": "sweep reserve-size=8..10",
    "sweep reserve_size 8..10": "sweep reserve-size=8..10",
    "sweep Reserve-Size=8:10": "sweep reserve-size=8..10",
    "sweep reserve-size 8 9 10": "sweep reserve-size=8,9,10",
    "sweep reserve-size 8,9 release no any": "sweep reserve-size=8,9 release=no,any",
    "ladder greedy,uniform": "ladder greedy uniform",
    "ladder Greedy Random": "ladder greedy uniform",
    "patience Fan": "patience fan",
    "patience FreeCell": "patience free-cell",
    "patience 'free cell'": "patience free-cell",
    "patience 'The Clock'": "patience clock",
    "patience 5B": "patience harvest-running",
    "patience 'la belle lucie'": "patience trefoil-whole",
    "patience calculation": "patience fairest-2",
    "patience 'Betsy Ross'": "patience fairest",
    "patience braid": "patience plait",
    "patience solitaire": "patience klondike",
    "patience 'robert, passes = 3'": "patience robert,passes=3",
    "patience robert,waste=dead,passes=3": "patience robert,passes=3,waste=dead",
}
# A command line, and words of the refusal: what to write instead.
REFUSED = {
    "simulate --players strong": "thorough+memory",
    "simulate --players best": "thorough+memory",
    "simulate --players mcts": "search",
    "simulate --players minimax": "lookahead",
    "simulate --players human": "docs/players.md",
    "simulate --players greddy": "did you mean greedy?",
    "simulate --variant strict": "write rbsim simulate VARIANT",
    "simulate --rules strict": "write rbsim simulate VARIANT",
    "simulate --player greedy": "write --players",
    "simulate --precision 0.1": "write --until",
    "simulate --ci 0.9": "write --level",
    "simulate --output x.json": "write --out",
    "simulate --workers 2": "write --threads",
    "simulate --random-state 2": "write --seed",
    "simulate --plot x.svg": "write --picture",
    "simulate standard reserve-size=11": "standard,reserve-size=11",
    "simulate standard strict": "rbsim compare",
    "simulate standard,strict": "give variants one by one",
    "advantage standard strict": "rbsim advantage strict",
    "compare standard strict greedy": "write players=greedy",
    "ladder greedy bold": "as mine.bold of mine.py",
    "ladder greedy json.py": "name one that the file has",
    "games STORE --html page.html": "rbsim replay FILE.games --html",
    "games STORE --sort turns": "--most turns",
    "replay --longest": "--most turns",
    "advantage --until soon": "as 0.005 or 0.5%",
    "patience my-game": "in a file, as my-game.toml",
    "simulate --games all": "as 20, 10k or 1e6",
    "simulate --games 1.000": "as 20, 10k or 1e6",
    "sweep": "as in rbsim sweep reserve-size=5..20",
    "sweep reserve-size": "reserve-size=LOW..HIGH",
    "compare standard,strict": "give variants one by one",
    "duel greedy uniform": "rbsim ladder greedy uniform",
    "stalemates": "rbsim simulate standard",
    "list": "rbsim variants",
    "solve fan": "rbsim patience fan",
    "patience 'aces up'": "docs/patience/describe.md",
    "patience 'miss milligan'": "docs/patience/describe.md",
    "patience robert,passes=3,passes=4": "passes is given twice",
    "patience four-seasons,waste=dead-no-redeal,passes=3": "choose one",
    "patience robert,passes=x": "it has passes=3",
    "patience robert,passes=1000": "from 1 to 100, or endless",
}


def words(line: str) -> list[str]:
    return shlex.split(line)


@pytest.mark.sample(2)
@pytest.mark.parametrize("line", WORKS)
def test_a_plain_guess_works(line: str, capsys: pytest.CaptureFixture[str]) -> None:
    results = []
    for one in (line, WORKS[line]):
        assert run([*words(one), "-n", "20", "-q", "--json"]) == 0, one
        results.append(json.loads(capsys.readouterr().out)["results"])
    strip = ("variant", "players")  # a reading may be written in another order
    first, second = ([{k: v for k, v in row.items() if k not in strip} for row in one]
                     for one in results)  # fmt: skip
    assert first == second
    assert first


@pytest.mark.sample(6)
@pytest.mark.parametrize("line", REFUSED)
def test_another_is_refused_with_what_would_do(
    line: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(words(line)) == 2
    out, error = capsys.readouterr()
    assert out == ""
    assert error.count("\n") == 1
    assert REFUSED[line] in error


@pytest.mark.parametrize("line", ["help simulate", "help", ""])
def test_help_is_given(line: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(words(line)) == 0
    assert "Usage: rbsim" in capsys.readouterr().out


PYTHON: dict[str, Callable[[], tuple[Any, Any]]] = {
    "variant with axes": lambda: (
        rbcore.variant("standard", reserve_size=11), rbcore.variant("standard,reserve-size=11")
    ),
    "games as a float": lambda: (rbsim.simulate(games=1e2), rbsim.simulate(games=100)),
    "games as text": lambda: (rbsim.simulate(games="1k"), rbsim.simulate(games=1_000)),
    "an axis and a range": lambda: (
        rbsim.sweep("reserve-size", range(5, 8), games=20),
        rbsim.sweep("reserve-size=5..7", games=20),
    ),
    "an axis of yes and no": lambda: (
        rbsim.sweep("must-load", [False, True], games=20), rbsim.sweep("must-load=no,yes", games=20)
    ),
    "variants in a list": lambda: (
        rbsim.compare(["standard", "strict"], games=20),
        rbsim.compare("standard", "strict", games=20),
    ),
    "players in a list": lambda: (
        rbsim.ladder(["greedy", "uniform"], games=20), rbsim.ladder("greedy,uniform", games=20)
    ),
}  # fmt: skip


@pytest.mark.sample(4)
@pytest.mark.parametrize("guess", PYTHON)
def test_plain_guesses_of_python(guess: str) -> None:
    one, other = PYTHON[guess]()
    assert one == other


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda: rbsim.simulate(n=5), "did you mean games?"),
        (lambda: rbsim.simulate(rules="strict"), "did you mean variant?"),
        (lambda: rbsim.simulate("standard", reserve_size=11), "'standard,reserve-size=VALUE'"),
        (lambda: rbsim.simulate(players="greedy,uniform"), "greedy:uniform is one for each seat"),
        (lambda: rbsim.sweep([1, 2]), "is not text such as reserve-size=5..20"),
    ],
)
def test_others_are_refused_with_what_would_do(call: Callable[[], object], said: str) -> None:
    with pytest.raises((TypeError, ValueError), match=said.replace("?", r"\?")):
        call()


@pytest.mark.parametrize("half", ["0.05", "5%", "±0.05", "± 5%"])
@pytest.mark.parametrize("command", ["simulate", "advantage"])
def test_a_half_width_may_be_in_percent(
    command: str, half: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run([command, "--until", half, "-n", "4000", "-q", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["provenance"]["until"] == 0.05
    for wrong in ("5%%", "5%x", "%", "±"):
        assert run([command, "--until", wrong, "-q"]) == 2


def test_every_command_is_listed_with_its_whole_sentence(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert run(["--help"]) == 0
    commands = capsys.readouterr().out.partition("Commands:")[2]
    assert "..." not in commands
    assert "variants and players side by side." in " ".join(commands.split())


def test_names_that_the_core_has_are_said_to_be_there() -> None:
    with pytest.raises(AttributeError, match=r"rbcore\.variant is one"):
        _ = rbsim.variant
    assert {"simulate", "load", "stats", "envs"} <= set(dir(rbsim))
    assert not [name for name in dir(rbsim) if name not in (*rbsim.__all__, "stats", "envs")]


def test_results_of_one_study_are_equal() -> None:
    one = rbsim.simulate(games=50, threads=1)
    assert one == rbsim.simulate(games=50, threads=2)
    assert one != rbsim.simulate(games=50, seed=2)
    assert one != rbsim.survey("standard", games=50)
    assert one.at(0.9) != one
    assert one != "a result"


def test_a_store_is_made_with_the_folders_above_it(tmp_path: Path) -> None:
    store = tmp_path / "not" / "there"
    assert rbsim.simulate(games=20, store=store) == rbsim.load(store)


@pytest.mark.sample(1)
@pytest.mark.parametrize(("few", "many"), [(1_200, 2_300), (1_000, 2_000), (10, 12_000)])
@pytest.mark.parametrize("how", [{}, {"until": 0.001}])
def test_a_store_grows(few: int, many: int, how: dict[str, Any], tmp_path: Path) -> None:
    """What it has is kept, but for a shard that was not full."""
    for games in (few, many):
        grown = rbsim.simulate(games=games, store=tmp_path, **how)
    assert grown.to_dict() == rbsim.simulate(games=many, **how).to_dict()
    assert rbsim.load(tmp_path).to_dict() == grown.to_dict()
    with pytest.raises(ValueError, match="keeps another study"):
        rbsim.simulate(games=few, store=tmp_path, **how)


@pytest.mark.full
def test_a_grown_store_keeps_its_shards(tmp_path: Path) -> None:
    shards = []
    for games in (10_000, 15_000):
        rbsim.compare("standard", "strict", games=games, store=tmp_path)
        shards.append({path: path.stat().st_mtime_ns for path in tmp_path.rglob("games-*")})
    assert shards[0].items() <= shards[1].items()
    assert len(shards[1]) == len(shards[0]) * 3 // 2


@pytest.mark.parametrize(("name", "meant"), [
    ("clock", "hidden-cards,win=all-moved"), ("pyramid", "pyramid-of-28"),
    ("four-seasons", "corners"),
])  # fmt: skip
def test_a_name_with_another_meaning_says_so(name: str, meant: str) -> None:
    assert f"is {meant}." in rbsim.patience(name, games=20).headline
    assert find_game(meant).name != name


def test_whole_numbers_as_people_write_them() -> None:
    assert list(map(read_whole, ["10k", "1.5M", "1,000", "1_000", "1e5", 1e5, 20])) == [
        10_000, 1_500_000, 1_000, 1_000, 100_000, 100_000, 20
    ]  # fmt: skip
    for wrong in ("1,00", "k", "1.5", 1.5, True, None, float("nan"), float("inf")):
        with pytest.raises(ValueError, match="is not a whole number"):
            read_whole(wrong)
