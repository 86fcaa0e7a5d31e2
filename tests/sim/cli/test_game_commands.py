"""`rbsim replay` of files, `rbsim games`, and `--games-out` of studies."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest

import rbcore
from rbsim.cli.main import run
from rbsim.games import Transcript, course, read, write

STRICT = rbcore.variant("strict")
CARELESS = (rbcore.Attention.careless(0.2, 0.6),) * 2


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def said(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert run(list(words)) == 0
    return capsys.readouterr().out


def refused(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    capsys.readouterr()
    assert run(list(words)) == 2
    (line,) = capsys.readouterr().err.splitlines()
    return line


def test_a_file_is_replayed(capsys: pytest.CaptureFixture[str]) -> None:
    games = [Transcript.traced(STRICT, ["greedy"] * 2, 1, k, attention=CARELESS) for k in (0, 1)]
    write("two.games.gz", games)
    text = said(capsys, "replay", "two.games.gz")
    turns = [one.finished().turn for one in games]
    assert text.count("Turn ") == sum(turns) + 2
    assert len(re.findall("wins after|ends in", text)) == 2
    told = " ".join(text.split())
    assert told.count(" stop") == sum(one.moves.count("stop") for one in games) > 0
    assert re.search(r"[♣♦♥♠] \S+>\S+!, ", told)
    plain = said(capsys, "replay", "two.games.gz", "--plain").splitlines()
    assert [one for one in plain if one[0] != "#"] == [
        line for one in games for line in (str(one.start), *one.moves)
    ]


def test_games_in_progress_are_replayed(capsys: pytest.CaptureFixture[str]) -> None:
    start = rbcore.Position.deal(STRICT, 1, 0)
    write("begun.games", [Transcript(start, (start.moves()[0],))])
    assert "The game goes on after 1 move." in said(capsys, "replay", "begun.games")


def test_a_game_is_kept_as_it_is_replayed(capsys: pytest.CaptureFixture[str]) -> None:
    """As text and as a page; its file is replayed, and analysed, as its name is."""
    names = ("strict", "--game", "3", "--seed", "2", "--players", "uniform:greedy")
    kept = said(capsys, "replay", *names, "--out", "one.games", "--html", "one.html")
    assert kept == "1 game in one.games\none.html\n"
    (one,) = read("one.games")
    assert one == Transcript.traced(STRICT, ["uniform", "greedy"], 2, 3)
    assert said(capsys, "replay", "one.games") == said(capsys, "replay", *names)
    for file in (("--out", "one.games"), ("--html", "one.html")):
        assert "exists; choose another name, or add --force" in refused(
            capsys, "replay", *names, *file
        )
    assert "end its name in .html" in refused(capsys, "replay", "--html", "game.txt")
    assert "strict, seed 2, game 3, players uniform:greedy" in Path("one.html").read_text()
    said(capsys, "replay", "one.games", "--out", "one.games", "--force")
    assert list(read("one.games")) == [one]
    few = ("--games", "4", "--player", "greedy", "--quiet")
    assert said(capsys, "analyse", *names, *few) == said(capsys, "analyse", "one.games", *few)
    assert "leave out what else says" in refused(capsys, "analyse", "one.games", "--game", "3")


def test_replay_of_a_file_says_what_it_cannot_do(capsys: pytest.CaptureFixture[str]) -> None:
    Path("bad.games").write_text("variant: standard\nplayers:\n")
    assert "bad.games, line 2: players: '' is not one name" in refused(
        capsys, "replay", "bad.games"
    )
    assert "leave out what else says which" in refused(capsys, "replay", "bad.games", "--seed", "3")
    assert "nothing.games" in refused(capsys, "replay", "nothing.games")
    assert "'nothing' is not a variant" in refused(capsys, "replay", "nothing")


SIMULATE = ("simulate", "strict", "--games", "120", "--quiet", "--threads", "2", "--slip", "0.05")


@pytest.mark.full
def test_a_study_keeps_its_games(capsys: pytest.CaptureFixture[str]) -> None:
    where = "winner != starter and turns < 60"
    text = said(capsys, *SIMULATE, "--games-out", "some.games", "--games-out-where", where,
                "--games-out-limit", "6", "--store", "store", "--rows", "rows.parquet")  # fmt: skip
    games = list(read("some.games"))
    assert len(games) == 6
    assert all(one.finished().winner == 1 - one.start.seat for one in games)
    assert "strict" in text or "120 games" in text
    for source in ("store", "rows.parquet"):
        printed = said(capsys, "games", source, "--where", where, "--limit", "6")
        assert printed == Path("some.games").read_text()
    told = said(capsys, "games", "store", "--where", where, "--out", "all.games.gz")
    assert told == f"{len(list(read('all.games.gz')))} games in all.games.gz\n"
    assert "all.games.gz exists; choose another name, or add --force" in refused(
        capsys, "games", "store", "--out", "all.games.gz"
    )


def test_runs_side_by_side_share_a_file(capsys: pytest.CaptureFixture[str]) -> None:
    said(capsys, "simulate", "--games", "50", "--players", "uniform,greedy", "--quiet",
         "--games-out", "both.games", "--games-out-limit", "5")  # fmt: skip
    found = [(one.players[0], one.game) for one in read("both.games")]
    assert found == [(name, game) for name in ("uniform/1", "greedy/2") for game in range(5)]


def test_matches_keep_their_games(capsys: pytest.CaptureFixture[str]) -> None:
    said(capsys, "match", "standard,starter=alternate,target=150", "--matches", "4", "--quiet",
         "--games-out", "match.games", "--games-out-limit", "2")  # fmt: skip
    games = list(read("match.games"))
    assert {one.match for one in games} == {0, 1}
    starters = [one.starter for one in games if one.match == 0]
    assert len(starters) > 1
    assert starters == [(starters[0] + k) % 2 for k in range(len(starters))]


@pytest.mark.sample(6)
@pytest.mark.parametrize(
    ("words", "answer"),
    [
        (("--games-out-where", "turns < 3"), "--games-out-where wants --games-out FILE"),
        (("--games-out", "some.txt"), "end its name in one of .games, .gz"),
        (("--games-out", "some.games", "--games-out-where", "turns"), "is no condition"),
        (("--games-out", "some.games", "--games-out-limit", "0"), "games_out_limit=0 is out"),
        (("--games-out", "x.gz", "--players", "search-1ms"), "plays by the clock"),
        (("--games-out", "none/some.games"), "none is not a folder"),
        (("--games-out", "store/some.games", "--store", "store"), "not a folder|lies in the store"),
    ],
)
def test_refusals_before_anything_is_played(
    words: tuple[str, ...], answer: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert re.search(answer, refused(capsys, *SIMULATE, *words))
    assert list(folder.iterdir()) == []


# ---- second opinions ---------------------------------------------------------------------------


def test_a_position_to_begin_with(capsys: pytest.CaptureFixture[str]) -> None:
    dealt = said(capsys, "deal", "strict", "--seed", "4", "--game", "9").strip()
    assert dealt == str(rbcore.Position.deal(STRICT, 4, 9))
    for words in (("hint", "strict"), ("moves", "strict"), ("judge", "strict")):
        line = refused(capsys, *words)
        assert line == "rbsim: Missing argument 'POSITION'; `rbsim deal` prints one"
    for words in (
        ("hint", "strict", "0 -"),
        ("moves", "strict", "nonsense"),
        ("judge", "strict", "nonsense", "turn"),
        ("perft", "strict", "2", "nonsense"),
    ):
        assert "; rbsim deal strict prints a position to begin with" in refused(capsys, *words)
    assert "rbsim deal VARIANT prints" in refused(capsys, "perft", "strict")


@pytest.mark.full
def test_hint(capsys: pytest.CaptureFixture[str]) -> None:
    game = rbcore.Game.deal(STRICT, 5, 1)
    while len(game.moves()) < 4:
        game.apply(game.choose("greedy"))
    words = ("hint", "strict", str(game.position()), "--games", "300")
    text = said(capsys, *words)
    assert text.startswith(f"Seat {game.seat} to move; weighted plays on, ")
    told = re.findall(r"^ +[\d.]+% \([\d.]+ to [\d.]+\) +(\S+)", text, re.MULTILINE)
    also = re.findall(r"also from ([^)]*)\)", text)
    assert sorted([*told, *(one for part in also for one in part.split(", "))]) == sorted(
        game.moves()
    )
    assert "weighted would play " in text
    assert max(map(len, text.splitlines())) <= 80
    assert said(capsys, *words) == text
    assert said(capsys, *words, "--seed", "2") != text
    assert "greedy:planner plays on" in said(capsys, *words, "--player", "greedy:planner")
    assert said(capsys, *words, "--open") != text
    assert "'nobody' is not a player" in refused(capsys, *words, "--player", "nobody")


def test_analyse(capsys: pytest.CaptureFixture[str]) -> None:
    games = [Transcript.traced(STRICT, ["uniform", "greedy"], 1, k, max_turns=8) for k in (0, 1)]
    write("two.games", games)
    text = said(capsys, "analyse", "two.games", "--games", "8", "--quiet", "--player", "greedy")
    for number, one in enumerate(games, 1):
        assert f"Game {number}: how often seat 0 wins" in text
        assert one.finished().turn == 8
    assert len(re.findall(r"^  turn +\d+, seat \d  [^%\n]*%", text, re.MULTILINE)) == 16
    assert "No move was found" in text or "; better: " in text


@pytest.mark.full
def test_what_is_analysed_is_shown_on_a_page(capsys: pytest.CaptureFixture[str]) -> None:
    rules = rbcore.variant("standard,houses-each=2")
    line = "0 8c c--d--h--s-- 9h|6s|9d|Kd -/-/- Ah/-/-"
    cards = rbcore.Position.parse(line, rules, partial=True)
    whole = Transcript.traced(STRICT, ["uniform"] * 2, 1, 0, attention=CARELESS, max_turns=8)
    write("lost.games", [whole])
    page = said(capsys, "analyse", "lost.games", "--games", "8", "-q", "--html", "x.html")
    assert page == "x.html\n"
    text = re.search(r'<script id="data" type="application/json">(.*?)</script>',
                     Path("x.html").read_text(), re.DOTALL)  # fmt: skip
    assert text
    (shown,) = json.loads(text[1])["games"]
    found = course(whole, games=8)
    assert shown["rates"] == [round(rate, 3) for rate in found.rates]
    assert len(shown["rates"]) == len(whole.moves) + 1
    assert all(found.rates[one.number + 1] == one.seat_0.estimate for one in found.moves)
    assert shown["comments"] == {str(key): words for key, words in found.remarks.items()}
    lost = course(Transcript(cards, ("waste",)), player="uniform", games=400)
    assert lost.rates == [0.0, 0.0]
    assert lost.remarks[1].startswith("This move costs 100.00% (99.23 to 100.00); better: ")
    game = Transcript.traced(rbcore.variant("standard"), ["greedy~0.3"] * 2, 9, 0)
    entries, remark = next(iter(course(game, games=8).remarks.items()))
    write("said.games", [replace(game, comments={entries: "Said before."})])
    said(capsys, "analyse", "said.games", "--games", "8", "-q", "--html", "said.html")
    assert f"Said before. {remark}" in Path("said.html").read_text()
    assert "exists; choose another name" in refused(
        capsys, "analyse", "lost.games", "--html", "x.html"
    )
