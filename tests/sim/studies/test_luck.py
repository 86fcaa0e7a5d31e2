"""Luck: its shares are those of the games, which can be played one by one; and what is refused."""

from __future__ import annotations

import io
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import rbsim
from rbsim.cli.main import run
from rbsim.games import pick, read, write
from rbsim.arms.players import stream

N, SHUFFLES, REPLICATES = 120, 3, 2


def scores(variant: str, players: str, **more: Any) -> np.ndarray:
    """What seat 0 has of each game: 1, -1 or 0."""
    rows = rbsim.simulate(variant, games=N, players=players, seed=3, **more).games
    return np.where(rows["winner"] < 0, 0, np.where(rows["winner"] == 0, 1, -1))


def test_shares_are_those_of_games_played_one_by_one() -> None:
    """All products of two games with the same open cards, averaged by hand."""
    found = rbsim.luck(
        games=N, players="greedy~0.2", shuffles=SHUFFLES, replicates=REPLICATES, seed=3
    )
    own = list(product(range(SHUFFLES), range(REPLICATES)))
    games = {
        (seat, k, r): scores(
            f"standard,starter=seat-{seat}", "greedy~0.2", shuffle=k, replicate=k * REPLICATES + r
        )
        for seat in range(2)
        for k, r in own
    }

    def mean_product(one: int, other: int, same: bool) -> float:
        return float(np.mean([
            games[one, *a] * games[other, *b]
            for a in own for b in own if (a[0] == b[0]) == same and a != b
        ]))  # fmt: skip

    square = np.mean([x**2 for x in games.values()])
    of_cards = [[mean_product(i, k, same=True) for k in range(2)] for i in range(2)]
    of_open = [[mean_product(i, k, same=False) for k in range(2)] for i in range(2)]
    hidden = (np.array(of_cards) - np.array(of_open)) / square
    seen = found.share("hidden cards")
    assert seen.estimate == pytest.approx(max(0, np.trace(hidden) / 2))
    assert found.common["hidden cards"].value == pytest.approx(hidden[0, 1])
    play = 1 - np.trace(of_cards) / 2 / square
    assert found.share("play").estimate == pytest.approx(min(1, play))
    each = [np.mean([games[seat, *one] for one in own], axis=0) for seat in range(2)]
    half = (each[0] - each[1]) / 2
    start = (half.mean() ** 2 - half.var(ddof=1) / N) / square
    assert found.share("start").estimate == pytest.approx(start)


def test_who_starts_is_the_same_by_every_shuffle_and_replicate() -> None:
    starters = [
        rbsim.simulate("cut-start", games=50, players="uniform", seed=3, **anew).games["starter"]
        for anew in ({}, {"shuffle": 1}, {"replicate": 2}, {"shuffle": 7, "replicate": 7})
    ]
    assert all((one == starters[0]).all() for one in starters)


def test_stronger_players_are_told_from_their_luck() -> None:
    found = rbsim.luck(games=60, players="greedy:uniform", shuffles=2, seed=1)
    assert found.share("players").interval.low > 0.8
    assert found.share("players", "as played").interval.low > 0.8
    assert "who of the players sits where" in found.headline


def test_who_draws_nothing_plays_each_shuffle_once() -> None:
    found = rbsim.luck(games=30, shuffles=2, seed=1)
    assert found.study.replicates == 1
    assert "play" not in found.sources()
    whole = sum(found.share(source).estimate for source in found.sources())
    assert whole == pytest.approx(1, abs=0.15)  # what is below 0 is cut there
    assert rbsim.luck(games=30, shuffles=2, slip=0.1).study.replicates == 2
    assert (
        rbsim.luck(games=5, shuffles=2, players=lambda view, moves: max(moves)).study.replicates
        == 2
    )


def test_three_seats_are_those_of_games_played_one_by_one() -> None:
    """What each has of a game is 1 if it wins, -1/2 if another does; all products by hand."""
    found = rbsim.luck("three-player", games=N, shuffles=SHUFFLES, seed=3)
    games = []
    for seat in range(3):
        own = [
            rbsim.simulate(
                f"three-player,starter=seat-{seat}", games=N, players="greedy", seed=3, shuffle=k
            ).games["winner"]
            for k in range(SHUFFLES)
        ]
        games.append([[np.where(won < 0, 0, np.where(won == one, 1, -0.5)) for one in range(3)]
                      for won in own])  # fmt: skip
    x = np.array(games)  # by start, shuffle, seat and deal
    square = float((x**2).sum(axis=2).mean())
    apart = ~np.eye(SHUFFLES, dtype=bool)
    products = np.einsum("skvd,tlvd->stkl", x, x)[..., apart].mean(axis=-1) / N
    hidden = 1 - float(np.trace(products)) / 3 / square
    assert found.share("hidden cards").estimate == pytest.approx(hidden)
    means = x.mean(axis=(1, 3))  # by start and seat
    opened = float(np.trace(products)) / 3 / square
    place = [np.mean([means[s, (s + at) % 3] for s in range(3)]) for at in range(3)]
    raw = np.sum(np.square(place)) / square
    assert 0 < found.share("start").estimate < raw
    assert sum(found.share(one).estimate for one in found.sources()) == pytest.approx(1, abs=0.05)
    assert found.share("open cards").estimate == pytest.approx(
        max(0, opened - found.share("start").estimate - _seat(found)), abs=0.02
    )
    assert len(found.study.arms) == 4 * SHUFFLES


def _seat(found: Any) -> float:
    return float(found.share("seat").estimate)


def test_it_ends_when_a_share_is_known(capsys: pytest.CaptureFixture[str]) -> None:
    found = rbsim.luck(games=3_000, shuffles=2, seed=1, until=0.02, of="start")
    assert found.stopped is not None
    assert found.stopped.reached
    assert found.moments.deals == found.stopped.games < 3_000
    assert found.answer.quantity == "start_anytime"
    assert "known to ± 2%" in found.headline
    low, high = found.answer.interval
    assert (high - low) / 2 <= 0.02
    (goals,) = (one for one in found.report().tables if one.head[0] == "played until known")
    assert (goals.head[1], goals.rows[0][1]) == ("deals", found.stopped.games)
    command = "luck --shuffles 2 --games 300 --until 0.1% --of hidden-cards --quiet"
    assert run(command.split()) == 3
    assert "the cap of 300 deals came before ± 0.1%" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"players": "uniform", "replicates": 1}, "several ways"),
        ({"shuffles": 1}, "shuffles=1 is out of range"),
        ({"shuffles": 8, "replicates": 3}, "replicates=3 is out of range"),
        ({"variant": "three-player", "players": "greedy:greedy:uniform"}, "of players alike"),
        ({"until": 0.01, "of": "seat"}, "of='seat' is not a quantity"),
        (
            {"until": 0.01, "of": "play"},
            "of='play' is not a quantity here; there are open-cards-as-played",
        ),
        ({"until": 0.01, "of": "start-as-played"}, "did you mean"),
        ({"until": 0.6}, "until=0.6 is out of range"),
        ({"until": "decided"}, "not a half-width"),
        ({"of": "start"}, "wants until"),
        ({"shuffle": 2**64 - 1}, "shuffle"),
        ({"replicate": -1}, "replicate"),
    ],
)
def test_refusals(options: dict[str, Any], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        rbsim.luck(games=10, **options)


def test_games_of_a_store_are_dealt_and_played_again(tmp_path: Path) -> None:
    pytest.importorskip("pyarrow", reason="stores need pyarrow")
    more: Any = {"shuffle": 2, "replicate": 3, "slip": 0.1, "seed": 3}
    played = rbsim.simulate(games=10, players="uniform", store=tmp_path, **more)
    found = list(pick(tmp_path, "index = 7"))
    assert [(one.shuffle, one.replicate) for one in found] == [(2, 3)]
    assert len(found[0].moves) >= played.games["moves"][7]
    file = io.StringIO()
    write(file, found)
    assert "\nshuffle: 2\nreplicate: 3\n" in file.getvalue()
    assert list(read(io.StringIO(file.getvalue()))) == found
    for key in ("shuffle", "replicate"):
        wrong = file.getvalue().replace(f"{key}: ", f"{key}: 9")
        if key == "shuffle":
            with pytest.raises(ValueError, match="not how game 7 of seed 3 is dealt"):
                list(read(io.StringIO(wrong)))
        lone = file.getvalue().replace("seed: 3\ngame: 7\n", "").replace("games-version: 1\n", "")
        with pytest.raises(ValueError, match="stand together"):
            list(read(io.StringIO(lone)))
    with pytest.raises(ValueError, match="replicate is 3"):
        rbsim.simulate(games=10, players="uniform", store=tmp_path, **{**more, "replicate": 4})


def test_players_in_python_draw_anew() -> None:
    assert stream(1, 2, 0).random() == stream(1, 2, 0, 0).random()
    draws = {stream(1, 2, 0, replicate).random() for replicate in range(5)}
    assert len(draws) == 5

    class Drawing:
        def start(self, rng: np.random.Generator) -> Any:
            return lambda view, moves: moves[rng.integers(len(moves))]

    player = rbsim.Player(Drawing(), name="drawing")
    turns = [rbsim.simulate(games=5, players=player, seed=1, replicate=r).games["turns"]
             for r in (0, 0, 1)]  # fmt: skip
    assert (turns[0] == turns[1]).all()
    assert (turns[0] != turns[2]).any()


def test_patience_is_dealt_and_played_in_one_way() -> None:
    from dataclasses import replace

    batch = rbsim.patience("talkative", games=2).study.arms[0]
    with pytest.raises(ValueError, match="replicate=1 is out of range"):
        replace(batch, replicate=1)
