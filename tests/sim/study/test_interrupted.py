"""Ctrl-C in a study: what was played is at hand, and says that it was interrupted."""

from __future__ import annotations

import sys
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Any, NoReturn

import pytest

import rbsim
from rbsim import result as results
from rbsim.cli.main import run
from rbsim.study import run as study_run


def interrupted(study: Callable[..., Any], *arguments: Any, **how: Any) -> KeyboardInterrupt:
    """What a study raises that Ctrl-C interrupts once a few hundred games are played."""

    def stop(done: int, total: int) -> None:
        if done > 300:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt) as error:
        study(*arguments, **{"progress": stop, "seed": 1, "threads": 1, **how})
    assert traceback.extract_tb(error.value.__traceback__)[-1].filename == __file__
    assert error.value.__context__ is None or error.value.__suppress_context__
    return error.value


def test_what_was_played_is_at_hand(tmp_path: Path) -> None:
    error = interrupted(rbsim.simulate, games=100_000, rows=True)
    found = rbsim.last()
    (tally,) = found.tallies
    assert str(error) == f"{tally.n:,} of 100,000 games were played; rbsim.last() has their figures"
    assert 300 < tally.n < 100_000
    assert found.headline.startswith(f"Interrupted when {tally.n:,} of 100,000 games were played. ")
    assert "Interrupted when" in found._repr_html_()
    # It is the result of as many games: saved, loaded, and gone on from.
    whole = rbsim.simulate(games=tally.n, rows=True, seed=1)
    assert found == whole
    assert (found.games == whole.games).all()
    found.save(tmp_path / "part.json")
    more = rbsim.simulate(games=200, first=tally.n, seed=1)
    assert (rbsim.load(tmp_path / "part.json") + more).tallies[0].n == tally.n + 200


STUDIES: dict[str, tuple[Callable[..., Any], tuple[str, ...], dict[str, Any]]] = {
    "advantage": (rbsim.advantage, ("standard", "strict"), {}),
    "until": (rbsim.advantage, ("standard", "strict"), {"until": "0.1%"}),
    "compare": (rbsim.compare, ("standard", "strict", "face-down"), {}),
    "sweep": (rbsim.sweep, ("reserve-size=11..13",), {}),
    "ladder": (rbsim.ladder, ("greedy", "uniform", "weighted"), {}),
    "luck": (rbsim.luck, (), {}),
    "patience": (rbsim.patience, (), {}),
    "fair": (rbsim.fair, (), {}),
}


@pytest.mark.parametrize("name", STUDIES)
def test_every_study_has_figures_so_far(name: str) -> None:
    study, arguments, how = STUDIES[name]
    if name == "ladder":
        pytest.importorskip("scipy")
    interrupted(study, *arguments, **how)
    found = rbsim.last()
    assert found.kind.name == study.__name__
    assert all(tally.n for tally in found.tallies)
    assert str(found.report(full=True)).startswith("Interrupted when")


def test_with_a_store_too(tmp_path: Path) -> None:
    store = tmp_path / "store"
    error = interrupted(rbsim.simulate, games=100_000, store=store)
    assert "are saved in" in str(error)
    assert rbsim.last().tallies[0].n <= rbsim.load(store, partial=True).tallies[0].n


def test_without_games_there_is_none() -> None:
    interrupted(rbsim.simulate, games=100_000)

    def at_once(done: int, total: int) -> None:
        raise AssertionError

    def choose(*seen: Any) -> str:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt) as error:
        rbsim.simulate(games=100, players=choose, progress=at_once)
    assert str(error.value) == ""
    with pytest.raises(ValueError, match="no study has been interrupted"):
        rbsim.last()
    assert results._interrupted == []


def test_a_script_says_it_in_a_line(tmp_path: Path) -> None:
    import subprocess

    script = tmp_path / "script.py"
    script.write_text(
        "import rbsim\n"
        "def stop(done, total):\n"
        "    raise KeyboardInterrupt\n"
        "rbsim.simulate(games=1_000, threads=1, progress=stop)\n"
    )
    ended = subprocess.run([sys.executable, script], capture_output=True, text=True, check=False)
    assert ended.stderr.count("\n") <= 8
    assert "games were played; rbsim.last() has their figures" in ended.stderr


def test_a_command_prints_the_figures_so_far(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    add = study_run._add

    def add_and_stop(*what: Any) -> NoReturn:
        add(*what)
        raise KeyboardInterrupt

    monkeypatch.setattr(study_run, "_add", add_and_stop)
    words = ["simulate", "--games", "100000", "-q", "-j", "1"]
    assert run([*words]) == 130
    printed, said = capsys.readouterr()
    assert " ".join(printed.split()).startswith("Interrupted when ")
    assert "of 100,000 games were played; nothing half-written is left" in said
    assert run([*words, "--json"]) == 130
    assert capsys.readouterr().out == ""
