"""Matches (8.3): against matches put together from single games, and what is said of them.

`python tests/sim/test_matches.py` writes the golden signatures anew (see test_golden.py).
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow.parquet as pq
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import rbcore
import rbsim
from rbcore.rules import definition
from rbsim.cli.main import run
from rbsim.pipeline import study
from support.quick import fewer
from support.tables import count, row, table

FILE = Path(__file__).parents[1] / "oracles" / "golden" / "matches.tsv"
GOLDEN = ("standard", "standard,starter=alternate", "cut-start,target=100")
GREEDY = ("greedy", "greedy")
STARTERS = [starter for starter in definition.STARTERS if starter != "seat-2"]
WIN, UNFINISHED = (rbcore.MATCH_OUTCOMES.index(name) for name in ("win", "unfinished"))


def play(rules: rbcore.Rules, players: tuple[str, ...], n: int, first: int = 0, **kw: Any) -> Any:
    rows = np.zeros(n, rbcore.MATCH)
    assert rbcore.play_matches(rules, players, 1, first, rows, **kw) == n
    return rows


def single_games(
    rules: rbcore.Rules, players: tuple[str, ...], index: int, n: int, **kw: Any
) -> Any:
    """The first n games of a match, each played alone with a starter that is forced on it."""
    games = np.zeros(n, rbcore.GAME)
    starter = rules.starter
    for j in range(n):
        if rules.starter == "alternate":
            following = (games[j - 1]["starter"] + 1) % rules.seats
            starter = f"seat-{following}" if j else "low-reserve"
        forced = replace(rules, starter=starter)
        rbcore.play(forced, players, 1, index * rbcore.MATCH_GAMES + j, games[j : j + 1], **kw)
    return games


def check(match: Any, games: Any, target: int) -> None:
    """Whether a match's row is what its games come to."""
    totals = games["scores"].astype(int).cumsum(axis=0)
    assert len(games) == match["games"]
    assert (match["scores"] == totals[-1]).all()
    assert (totals[:-1] < target).all()  # it did not go on after it was won
    assert match["unfinished_games"] == (games["outcome"] == 3).sum()
    assert match["give_ups"] == games["give_ups"].sum()
    assert match["starter"] == games["starter"][0]
    reached = np.flatnonzero(totals[-1] >= target)
    if match["outcome"] == WIN:
        assert reached.tolist() == [match["winner"]]
    else:
        assert match["outcome"] == UNFINISHED
        assert match["winner"] == -1
        assert len(reached) == 0
        assert match["games"] == rbcore.MATCH_GAMES


@pytest.mark.sample(15)
@pytest.mark.parametrize("starter", STARTERS)
@pytest.mark.parametrize("players", [GREEDY, ("greedy", "uniform")])
def test_a_match_is_its_games(starter: str, players: tuple[str, ...]) -> None:
    rules = rbcore.variant(f"standard,starter={starter}")
    for match in play(rules, players, 12, first=5):
        games = single_games(rules, players, match["index"], match["games"])
        check(match, games, 300)
        if starter == "alternate":
            assert (np.diff(games["starter"]) != 0).all()


@pytest.mark.parametrize("starter", definition.STARTERS)
def test_a_match_of_three_is_its_games(starter: str) -> None:
    rules = rbcore.variant(f"three-player,starter={starter},target=150")
    for match in play(rules, ("greedy",) * 3, 12, first=5):
        games = single_games(rules, ("greedy",) * 3, match["index"], match["games"])
        check(match, games, 150)
        if starter == "alternate":
            assert (np.diff(games["starter"]) % 3 == 1).all()


@settings(max_examples=fewer(20), deadline=None)
@given(
    target=st.integers(1, 900),
    starter=st.sampled_from(STARTERS),
    houses=st.integers(2, 4),
    points=st.tuples(st.integers(0, 100), st.integers(0, 3), st.integers(0, 3)),
    max_turns=st.integers(15, 60),
    index=st.integers(0, 2**54 - 2),
)
def test_any_match_is_its_games(
    target: int, starter: str, houses: int, points: tuple[int, int, int], max_turns: int, index: int
) -> None:
    bonus, hand, reserve = points
    rules = rbcore.Rules(
        target=target, starter=starter, houses_each=houses,
        win_bonus=bonus, hand_card=hand, reserve_card=reserve,
    )  # fmt: skip
    (match,) = play(rules, GREEDY, 1, index, max_turns=max_turns)
    games = single_games(rules, GREEDY, index, match["games"], max_turns=max_turns)
    check(match, games, target)


def test_the_seats_take_turns_though_a_game_is_unfinished() -> None:
    """3.5: such a game was started all the same."""
    rules = rbcore.variant("standard,starter=alternate,target=500")
    match = max(play(rules, GREEDY, 20, max_turns=40), key=lambda m: m["unfinished_games"])
    assert match["unfinished_games"] > 3
    games = single_games(rules, GREEDY, match["index"], match["games"], max_turns=40)
    check(match, games, 500)


def test_alternate_starts_every_match_as_low_reserve_does() -> None:
    alternate = play(rbcore.variant("standard,starter=alternate"), GREEDY, 200)
    low = play(rbcore.variant("standard"), GREEDY, 200)
    assert (alternate["starter"] == low["starter"]).all()
    assert 60 < alternate["starter"].sum() < 140


def test_a_target_is_reached_when_it_is_met_to_the_point() -> None:
    rules = rbcore.variant("standard")
    for index in range(20):
        games = single_games(rules, GREEDY, index, 4)
        total = games["scores"].sum(axis=0)
        leader = int(total.argmax())
        decider = 1 + int(np.flatnonzero(games["scores"][:, leader])[-1])
        (match,) = play(replace(rules, target=int(total[leader])), GREEDY, 1, index)
        assert (match["winner"], match["games"]) == (leader, decider)
        assert match["scores"][leader] == total[leader]


@pytest.mark.full
def test_a_target_of_one_stops_at_the_first_game_that_scores() -> None:
    rules = rbcore.variant("standard,houses-each=2,target=1")
    for match in play(rules, GREEDY, 100, max_turns=60):
        games = single_games(rules, GREEDY, match["index"], match["games"], max_turns=60)
        assert (games["scores"].sum(axis=1)[:-1] == 0).all()
        assert games["scores"].sum(axis=1)[-1] > 0


def test_a_match_that_never_ends_is_unfinished() -> None:
    far = play(rbcore.variant("standard,target=1000000"), GREEDY, 2)
    assert (far["games"] == 1_024).all()
    assert (far["outcome"] == UNFINISHED).all()
    assert (far["winner"] == -1).all()
    assert (far["scores"][:, :2] > 10_000).all()
    (none,) = play(rbcore.variant("standard,target=1"), GREEDY, 1, max_turns=1)
    assert none["unfinished_games"] == none["games"] == 1_024
    assert none["outcome"] == UNFINISHED
    assert (none["scores"] == 0).all()


def test_a_raised_stop_ends_it() -> None:
    rows = np.zeros(3, rbcore.MATCH)
    rules = rbcore.variant("standard")
    assert rbcore.play_matches(rules, GREEDY, 1, 0, rows, stop=np.ones(1, np.uint8)) == 0


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"players": ("greedy",)}, "one player for each of the 2 seats"),
        ({"players": ("greedy", "me")}, "'me' is not a player"),
        ({"seed": -1}, "seed=-1"),
        ({"first": 2**54 - 1}, "first="),
        ({"max_turns": 0}, "max_turns=0"),
        ({"stop": np.zeros(0, np.uint8)}, "stop is empty"),
    ],
)
def test_the_core_refuses(change: dict[str, Any], words: str) -> None:
    given = {"players": GREEDY, "seed": 1, "first": 0} | change
    with pytest.raises(ValueError, match=words):
        rbcore.play_matches(rbcore.variant("standard"), rows=np.zeros(1, rbcore.MATCH), **given)


def signature(variant: str) -> str:
    little = play(rbcore.variant(variant), GREEDY, 500).astype(rbcore.MATCH.newbyteorder("<"))
    return hashlib.sha256(little.tobytes()).hexdigest()[:16]


def line(variant: str) -> str:
    player = f"greedy/{rbcore.PLAYERS['greedy']}"
    return "\t".join([variant, player, str(rbcore.GAMES_VERSION), signature(variant)])


@pytest.mark.parametrize("variant", GOLDEN)
def test_matches_are_the_same_as_ever(variant: str) -> None:
    assert line(variant) in FILE.read_text().splitlines()


# ---- rbsim -------------------------------------------------------------------------------------


def totals(result: rbsim.MatchResult) -> list[object]:
    """All that a result adds up to, the time left out."""
    fields = vars(result.totals).values()
    return [np.trim_zeros(f, "b").tolist() if isinstance(f, np.ndarray) else f for f in fields]


@pytest.mark.sample(3)
@pytest.mark.parametrize("threads", [1, 2, 7])
@pytest.mark.parametrize("chunk", [1, 130, 1_000])
def test_threads_and_chunks_do_not_show(
    threads: int, chunk: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    given: dict[str, Any] = {"matches": 100, "players": "greedy:uniform", "seed": 4}
    whole = rbsim.match("standard,starter=alternate", **given, threads=1)
    monkeypatch.setattr(study, "CHUNK", chunk)
    again = rbsim.match("standard,starter=alternate", **given, threads=threads)
    assert whole.matches is not None
    assert (whole.matches == again.matches).all()
    assert totals(whole) == totals(again)
    bare = rbsim.match("standard,starter=alternate", **given, threads=threads, rows=False)
    assert bare.matches is None
    assert totals(bare) == totals(whole)


def test_a_batch_may_begin_anywhere() -> None:
    whole = rbsim.match(matches=20, players="greedy", seed=4).matches
    part = rbsim.match(matches=5, players="greedy", seed=4, first=15).matches
    assert whole is not None
    assert (whole[15:] == part).all()


@pytest.mark.full
def test_the_summary_says_what_the_rows_say() -> None:
    # Hardly a game comes to its end within 60 turns, so neither do some matches.
    rules = rbcore.variant("standard,houses-each=2,target=450")
    result = rbsim.match(rules, matches=60, players="greedy", max_turns=60)
    rows, summary = result.matches, result.summary()
    assert rows is not None
    won = rows[rows["outcome"] == WIN]
    assert summary.unfinished.count == len(rows) - len(won) > 0
    assert len(won) > 2
    assert summary.first_starter_wins.count == (won["winner"] == won["starter"]).sum()
    assert summary.other_wins.count == (won["winner"] != won["starter"]).sum()
    for seat, rate in enumerate(summary.seat_wins):
        assert rate.count == (won["winner"] == seat).sum()
        assert rate.games == 60
    left = summary.unfinished.count
    wins = (summary.first_starter_wins, summary.other_wins, *summary.seat_wins)
    assert [rate.undecided for rate in wins] == [left] * 4
    assert summary.unfinished.undecided == 0
    assert summary.games.mean.mean == pytest.approx(won["games"].mean())
    assert summary.games.quantiles.values[2] == np.quantile(
        won["games"], 0.5, method="inverted_cdf"
    )
    winners = won["scores"][np.arange(len(won)), won["winner"]]
    others = won["scores"][np.arange(len(won)), 1 - won["winner"]]
    for spread, scores in ((summary.winner_scores, winners), (summary.other_scores, others)):
        assert spread.mean.mean == pytest.approx(scores.mean())
        assert spread.mean.deviation == pytest.approx(scores.std(ddof=1))
        assert spread.quantiles.values[4] == np.quantile(scores, 0.95, method="inverted_cdf")
    assert summary.unfinished_games.count == rows["unfinished_games"].sum() > 0
    assert summary.unfinished_games.games == rows["games"].sum()
    assert summary.give_ups == rows["give_ups"].sum()


def test_provenance_is_enough_to_play_again() -> None:
    result = rbsim.match("cut-start,target=100", matches=9, players="greedy", seed=3, first=7)
    p = json.loads(json.dumps(result.provenance))
    again = rbsim.match(
        rbcore.Rules(**p["rules"]),
        matches=p["matches"],
        players=[player.split("/")[0] for player in p["players"]],
        seed=p["seed"],
        first=p["first"],
    )
    assert (again.matches == result.matches).all()
    assert "9 matches, cut-start,target=100" in repr(result)
    assert "<table>" in result._repr_html_()


def test_arrow_and_pandas() -> None:
    result = rbsim.match("standard,target=20000", matches=6, players="greedy", max_turns=60)
    rows, table = result.matches, result.to_arrow(rows=True)
    assert rows is not None
    assert table["outcome"].to_pylist() == [rbcore.MATCH_OUTCOMES[o] for o in rows["outcome"]]
    assert table["score_1"].to_pylist() == rows["scores"][:, 1].tolist()
    assert table["score_2"].null_count == 6
    assert result.to_pandas(rows=True)["games"].tolist() == rows["games"].tolist()


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"matches": 0}, "matches=0"),
        ({"matches": 1.5}, "matches=1.5 is not a whole number"),
        ({"matches": 10**9}, "matches=1000000000 are too many.*rows=False"),
        ({"first": 2**54}, "first="),
        ({"players": "me"}, "'me' is not a player"),
        ({"threads": 0}, "threads"),
        ({"variant": "standard,target=0"}, "target=0"),
    ],
)
def test_bad_arguments_are_refused_in_a_sentence(change: dict[str, Any], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        rbsim.match(**({"matches": 5} | change))


# ---- the command line --------------------------------------------------------------------------


def output(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert run(list(arguments)) == 0
    return capsys.readouterr().out


def test_match_shows_every_outcome(capsys: pytest.CaptureFixture[str]) -> None:
    text = output(capsys, "match", "standard,starter=alternate", "--matches", "50",
                  "--full")  # fmt: skip
    for words in ("greedy", "50 matches to 300", "first starter wins", "other wins",
                  "unfinished", "seat 1 wins", "intervals 95%", "games", "winner's score",
                  "loser's score", "matches a second", "seed 1", rbcore.__version__):  # fmt: skip
        assert words in " ".join(text.split())
    assert max(map(len, text.splitlines())) <= 80


def test_match_json(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ("match", "--matches", "40", "--players", "uniform,greedy", "--json")
    shown = table(output(capsys, *arguments))
    assert {one["players"] for one in shown} == {"uniform", "greedy"}
    won = ("first_starter_wins", "other_wins", "unfinished")
    assert sum(count(row(shown, name, players="greedy")) for name in won) == 40
    for name in ("games", "winner_score", "other_score_q50", "unfinished_games"):
        assert row(shown, name)["n"] > 0


def test_where_nothing_was_won_there_is_no_number(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ("match", "--matches", "1", "--max-turns", "1", "--players", "greedy")
    found = table(output(capsys, *arguments, "--json"))
    assert count(row(found, "unfinished")) == 1
    assert row(found, "unfinished_games")["n"] == 1_024
    assert row(found, "games")["estimate"] is None
    assert "nan" not in output(capsys, *arguments)


def test_match_writes_a_row_a_match(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "matches.parquet"
    output(capsys, "match", "--matches", "30", "--players", "uniform,greedy",
           "--rows", str(path))  # fmt: skip
    table = pq.read_table(path)
    assert table["index"].to_pylist() == [*range(30), *range(30)]
    assert table["players"].to_pylist() == ["uniform"] * 30 + ["greedy"] * 30


@pytest.mark.sample(6)
@pytest.mark.parametrize(
    ("command", "words"),
    [
        ("match nonsense", "not a variant"),
        ("match standard,target=0", "target=0"),
        ("match --matches 0", "matches=0"),
        ("match --matches many", "matches='many'"),
        ("match --players nobody", "'nobody' is not a player"),
        ("match --out /", "is a folder"),
    ],
)
def test_bad_input_gets_one_sentence(
    command: str, words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(command.split()) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert words in captured.err
    assert len(captured.err.splitlines()) == 1


if __name__ == "__main__":
    lines = ["# variant, player, games version, signature of 500 matches of seed 1"]
    FILE.write_text("\n".join([*lines, *map(line, GOLDEN)]) + "\n")
