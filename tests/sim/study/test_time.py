"""Played for a time: whole pieces until time is up, and the same as that number of games."""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

import rbsim
from rbsim.cli.main import run
from rbsim.options import as_on_command_line, read_seconds


@pytest.mark.parametrize(
    ("text", "seconds"),
    [("90s", 90), ("2min", 120), ("1.5 h", 5_400), (3, 3), (0.25, 0.25), ("0.5s", 0.5)],
)
def test_times_as_people_write_them(text: str | float, seconds: float) -> None:
    assert read_seconds(text) == seconds


@pytest.mark.parametrize("text", ["", "90", "2m", "-1s", True, None, "1e3s", [1]])
def test_other_times_are_refused(text: Any) -> None:
    with pytest.raises(ValueError, match="is not a time; write 90s, 2min or 1h"):
        read_seconds(text)
    for number in (0, "0s", 1e9, "3000h", float("nan")):
        with pytest.raises(ValueError, match="is out of range; it runs from above 0 to"):
            read_seconds(number)


def first(view: Any, moves: tuple[str, ...]) -> str:
    return next((move for move in moves if move in ("turn", "waste")), moves[-1])


STUDIES: dict[str, tuple[Any, tuple[Any, ...], dict[str, Any]]] = {
    "simulate": (rbsim.simulate, ("standard", "strict"), {"players": "uniform,greedy"}),
    "advantage": (rbsim.advantage, ("standard",), {"first": 50}),
    "compare": (rbsim.compare, ("standard", "strict"), {"players": "uniform"}),
    "ladder": (rbsim.ladder, ("greedy", "uniform", "weighted"), {}),
    "match": (rbsim.match, ("standard,target=60",), {}),
    "luck": (rbsim.luck, ("standard",), {"players": "uniform"}),
    "patience": (rbsim.patience, ("golf", "klondike"), {}),
    "until": (rbsim.simulate, ("standard", "strict"), {"until": "0.01%", "of": "stalemate"}),
    "python": (rbsim.simulate, ("standard",), {"players": first, "version": ""}),
}


@pytest.mark.parametrize("name", STUDIES)
def test_the_number_of_games_that_it_came_to_gives_the_same(name: str) -> None:
    study, arguments, options = STUDIES[name]
    options = {key: value for key, value in options.items() if key != "version"}
    begin = time.monotonic()
    timed = study(*arguments, time=0.2, **options)
    assert time.monotonic() - begin > 0.2
    games = timed.study.count
    option = "matches" if name == "match" else "games"
    again = study(*arguments, **{option: games}, **options)
    assert timed == again
    assert {tally.n for tally in timed.tallies} == {games}
    text = str(timed)
    assert f"Played for 0.2s: {games:,} {timed.noun}; {option}={games:_} repeats the run." in (
        " ".join(text.split())
    )
    assert "Played for" not in str(again)
    with as_on_command_line():
        assert f"--{option} {games:,}" in " ".join(str(timed).split())


@pytest.mark.parametrize("threads", [1, 2])
def test_rows_are_those_of_whole_pieces(threads: int) -> None:
    with ThreadPoolExecutor(2) as executor:
        options: dict[str, Any] = {"executor": executor} if threads > 1 else {"threads": 1}
        timed = rbsim.simulate(time="0.2s", rows=True, **options)
    assert (timed.games["index"] == range(timed.study.count)).all()


def test_a_number_of_games_is_the_most() -> None:
    timed = rbsim.simulate(games=500, time="1h")
    assert timed == rbsim.simulate(games=500)
    assert "Played for" not in str(timed)
    until = rbsim.simulate(time="1h", until="5%")
    assert until.goal[0].endswith("met after 1,000 games.")


def test_what_is_not_known_when_time_is_up_is_said() -> None:
    timed = rbsim.simulate(time=0.1, until="0.001%", of="stalemate")
    assert f"not met after {timed.study.count:,} games" in timed.goal[0]


@pytest.mark.full
def test_a_store_is_of_what_was_played_and_goes_on(tmp_path: Path) -> None:
    pytest.importorskip("pyarrow")
    store = tmp_path / "store"
    timed = rbsim.simulate(time=0.1, store=store)
    assert rbsim.load(store) == timed
    more = rbsim.simulate(time=1, store=store)  # so long that a busy machine plays more too
    assert more.study.count > timed.study.count
    assert more.played.read == timed.study.count
    assert rbsim.load(store) == more == rbsim.simulate(games=more.study.count)
    half = timed.study.count // 2
    assert rbsim.simulate(games=half, store=store) == rbsim.simulate(games=half)
    assert rbsim.load(store) == more


def test_what_has_a_number_of_games_is_not_for_a_time() -> None:
    with pytest.raises(ValueError, match="a shard needs a number of games; leave out time"):
        rbsim.simulate(time="1s", shard="1/2")


def test_a_command_says_which_gives_the_same(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def command(*words: str) -> tuple[int, list[str], str]:
        monkeypatch.setattr("sys.argv", ["rbsim", *words])
        status = run([*words])
        printed = capsys.readouterr()
        return status, printed.out.splitlines(), printed.err

    status, lines, _ = command(
        "simulate", "strict", "--time", "0.2s", "-n", "900000000", "--players=uniform"
    )
    (line,) = [line for line in lines if line.startswith("To repeat these games: ")]
    words = line.removeprefix("To repeat these games: rbsim ").split()
    assert words[:4] == ["simulate", "strict", "--players=uniform", "--games"]
    assert command(*words)[1][1] == lines[1]
    status, _, error = command("simulate", "--time", "0.2s", "--resume", "--out", "x.json")
    assert status == 2
    assert "leave out --time or --resume" in error
