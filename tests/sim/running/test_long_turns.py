"""The limit on a turn of players in Python: what it ends, what is told and counted of it."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import rbcore
import rbsim
from rbsim.cli.main import run
from rbsim.pipeline.study_record import as_now, batch_from_record
from rbsim.running import python_players
from rbsim.running.batch import make_batch

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


class Drawing:
    """A player whose turns end, if not soon."""

    def start(self, rng: np.random.Generator) -> Any:
        return lambda view, moves: moves[rng.integers(len(moves))]


@pytest.fixture(autouse=True)
def _forget(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Nothing was told yet, and what is told does not reach the terminal."""
    monkeypatch.setattr(python_players, "_told", set())
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


SHUFFLE = rbsim.Player(shuffle, name="shuffle")
OPTIONS: dict[str, Any] = {"players": [SHUFFLE, "greedy"], "seed": 1}


def test_a_long_turn_leaves_the_game_unfinished() -> None:
    result = rbsim.simulate(games=10, **OPTIONS, max_turn_moves=60)
    rows = result.games
    assert rows is not None
    cut = rows[rows["outcome"] == UNFINISHED]
    assert len(cut) == result.totals.long_turns > 5
    assert (cut["moves"][cut["turns"] == 0] == 60).all()
    summary = result.summary()
    assert (summary.long_turns, summary.unfinished.count) == (len(cut), len(cut))


def test_turns_below_the_limit_are_played_as_without_one() -> None:
    options: dict[str, Any] = {"games": 5, "players": [Drawing(), "greedy"], "seed": 2}
    rows = [rbsim.simulate(**options, max_turn_moves=most).games for most in (1_000, 10_000_000)]
    assert (rows[0] == rows[1]).all()
    assert (rows[0]["outcome"] != UNFINISHED).any()


def test_compiled_players_have_no_such_limit() -> None:
    """Their turns count no moves, beside a player in Python too, and their files are as before."""
    plain = rbsim.simulate(games=30, players="uniform", seed=1)
    limited = rbsim.simulate(games=30, players="uniform", seed=1, max_turn_moves=1)
    assert (plain.games == limited.games).all()
    assert plain.provenance == limited.provenance
    assert "max_turn_moves" not in plain.provenance
    assert "long_turns" not in plain.sums["arms"]["0"]
    assert "long_turns" not in [one.quantity for one in plain.figures]
    options: dict[str, Any] = {"games": 30, "players": [turning, "uniform"], "seed": 1}
    limited = rbsim.simulate(**options, max_turn_moves=30)
    assert limited.totals.long_turns == 0
    assert (limited.games == rbsim.simulate(**options).games).all()
    assert longest_turn("uniform", 30) > 30


def longest_turn(player: str, games: int) -> int:
    """The most moves in a turn of some games."""
    most = 0
    for game in range(games):
        position, moves, _ = rbcore.trace(rbcore.variant("standard"), (player, player), 1, game)
        begun, turn = 0, position.turn
        for made, move in enumerate(moves, 1):
            position.apply(move)
            if position.turn != turn:
                most, begun, turn = max(most, made - begun), made, position.turn
    return most


@pytest.mark.parametrize("width", [1, 3])
def test_many_at_once_are_cut_alike(width: int) -> None:
    alone = rbsim.simulate(games=8, **OPTIONS, max_turn_moves=70)
    together = rbsim.Player(shuffles, width=width, name="shuffle")
    many = rbsim.simulate(games=8, players=[together, "greedy"], seed=1, max_turn_moves=70)
    assert (alone.games == many.games).all()


def test_unfinished_games_at_other_limits_are_not_counted() -> None:
    result = rbsim.simulate(games=10, **OPTIONS, max_turn_moves=60, max_moves=60)
    assert (result.summary().unfinished.count, result.totals.long_turns) == (10, 0)
    result = rbsim.simulate(games=10, players=[Drawing(), "greedy"], max_turns=1)
    assert (result.summary().unfinished.count, result.totals.long_turns) == (10, 0)


# ---- what is shown -----------------------------------------------------------------------------


def results() -> dict[str, Any]:
    options = OPTIONS | {"games": 4, "max_turn_moves": 60}
    ladder = {"games": 4, "seed": 1, "max_turn_moves": 60}
    return {
        "simulate": rbsim.simulate(**options),
        "survey": rbsim.survey("standard", "peek", **options),
        "advantage": rbsim.advantage(**options),
        "compare": rbsim.compare("standard", "peek", **options),
        "sweep": rbsim.sweep("peek=no,yes", **options),
        "ladder": rbsim.ladder(SHUFFLE, "greedy", "uniform", **ladder),
    }


@pytest.mark.full
def test_every_result_shows_them(tmp_path: Path) -> None:
    pytest.importorskip("scipy")
    for name, result in results().items():
        cut = sum(sums.long_turns for sums in result.tally.arms.values())
        assert cut > 3
        assert f"{cut} games unfinished after 60 moves in a turn; " in result.report().footnote
        figures = [one for one in result.figures if one.quantity.startswith("long_turns")]
        assert round(sum(one.estimate * one.n for one in figures)) == cut
        result.save(tmp_path / f"{name}.json")
        again = rbsim.load(tmp_path / f"{name}.json")
        assert again.to_dict() == result.to_dict()
        tables = [[list(t.lines()) for t in one.report().tables] for one in (again, result)]
        assert tables[0] == tables[1]


@pytest.mark.full
def test_sums_and_rows_of_them_are_the_same(tmp_path: Path) -> None:
    pytest.importorskip("pyarrow")
    options = OPTIONS | {"max_turn_moves": 60}
    whole = rbsim.simulate(games=8, **options)
    merged = rbsim.simulate(games=5, **options) + rbsim.simulate(games=3, first=5, **options)
    assert merged.totals.long_turns == whole.totals.long_turns
    for _ in range(2):
        kept = rbsim.simulate(games=8, **options, store=tmp_path / "store")
        assert kept.totals.long_turns == whole.totals.long_turns
    assert rbsim.load(tmp_path / "store").to_dict() == whole.to_dict()
    pytest.importorskip("matplotlib")
    (page,) = rbsim.report(tmp_path / "store", out=tmp_path / "page.html")
    assert "games it ended" in page.read_text()


def test_a_store_made_before_had_no_such_limit(tmp_path: Path) -> None:
    pytest.importorskip("pyarrow")
    batch = make_batch("standard", [SHUFFLE, "greedy"], 5, max_turn_moves=60)
    record = batch.provenance
    assert batch_from_record(record).max_turn_moves == 60
    del record["max_turn_moves"]
    assert batch_from_record(record).max_turn_moves == 100_000
    assert as_now(record)["max_turn_moves"] == 100_000
    compiled = make_batch("standard", "greedy", 5).provenance
    assert "max_turn_moves" not in as_now(compiled)
    rbsim.simulate(games=4, **OPTIONS, max_turn_moves=60, store=tmp_path)
    with pytest.raises(ValueError, match="max-turn-moves is 60, not 2000; name another folder"):
        rbsim.simulate(games=4, **OPTIONS, store=tmp_path)


# ---- what is told ------------------------------------------------------------------------------


def told(**options: Any) -> list[str]:
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        rbsim.simulate(**OPTIONS | options)
    return [str(one.message) for one in caught]


def test_the_first_long_turn_is_told_once() -> None:
    (note,) = told(games=40)
    assert note == (
        "the player shuffle has made 1,000 moves in turn 0 of game 0 of seed 1; a game is left "
        "unfinished after max_turn_moves=2,000 in one turn, and after max_moves=100,000 in all"
    )
    assert told(games=2) == []


def test_it_is_told_of_turns_that_a_lower_limit_ends() -> None:
    assert "shuffle has made 60 moves in turn 0" in told(games=2, max_turn_moves=60)[0]
    assert told(games=5, players=[Drawing(), "uniform"]) == []


def test_the_command_tells_and_counts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "shuffler_of_mine.py").write_text(
        "def to_and_fro(view, moves):\n"
        "    own = [m for m in moves if m[0].isdigit() and m[-1].isdigit()]\n"
        "    return (own or moves)[0]\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    warnings.simplefilter("default")
    words = ["--games", "3", "--players", "shuffler_of_mine.to_and_fro:greedy"]
    assert run(["simulate", *words, "--max-turn-moves", "1_500"]) == 0
    said = capsys.readouterr()
    assert said.err.count("rbsim: the player shuffler_of_mine.to_and_fro has made 1,000 mov") == 1
    assert "3 games unfinished after 1,500 moves in a turn" in " ".join(said.out.split())
    assert run(["simulate", *words, "--max-turn-moves", "0"]) == 2
    assert "max_turn_moves=0 is out of range; it runs from 1 to 10000000" in capsys.readouterr().err
    (tmp_path / "plan.toml").write_text(
        '[[study]]\nkind = "simulate"\ngames = 3\nmax-turn-moves = 40\n'
        'players = "shuffler_of_mine.to_and_fro:greedy"\n'
    )
    assert run(["study", str(tmp_path / "plan.toml")]) == 0
    assert "unfinished after 40 moves in a turn" in " ".join(capsys.readouterr().out.split())
