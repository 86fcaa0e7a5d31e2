"""What commands print and keep: files of games, opinions, studies, lists."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import rbcore
import rbsim
from rbcore.rules.definition import Rules
from rbcore.rules.variants import AXES
from rbpatience import playing
from rbpatience.board import Board
from rbpatience.book import GAMES, known_games
from rbpatience.solving import solver
from rbsim.arms.forms import Form, every_form
from rbsim.cli.lists import known_odds, show_game
from rbsim.games import Transcript, course, read, write

STRICT = rbcore.variant("strict")
CARELESS = (rbcore.Attention.careless(0.2, 0.6),) * 2


def test_a_file_is_replayed(shell: Any) -> None:
    games = [Transcript.traced(STRICT, ["greedy"] * 2, 1, k, attention=CARELESS) for k in (0, 1)]
    write("two.games.gz", games)
    text = shell.said("replay", "two.games.gz")
    assert text.startswith("strict, seed 1, game 0, players greedy:greedy. [12] means 12 face")
    turns = [one.finished().turn for one in games]
    assert text.count("Turn ") == sum(turns) + 2
    assert len(re.findall(r"Turn (\d+),(?:(?!Turn).|\n)*wins in turn \1, after", text)) == 2
    told = " ".join(text.split())
    assert told.count(" stop") == sum(one.moves.count("stop") for one in games) > 0
    assert re.search(r"[♣♦♥♠] \S+>\S+!, ", told)
    plain = shell.said("replay", "two.games.gz", "--plain").splitlines()
    assert [one for one in plain if one[0] != "#"] == [
        line for one in games for line in (one.start.notation, *one.moves)
    ]


def test_games_in_progress_are_replayed(shell: Any) -> None:
    start = rbcore.Position.deal(STRICT, 1, 0)
    begun = Transcript(start, (start.moves()[0],))
    resigned = replace(begun, comments={1: "Seat 1 resigns."})
    write("begun.games", [begun, resigned])
    said = " ".join(shell.said("replay", "begun.games").split())
    assert "The game goes on after 1 move. Scores: none yet." in said
    assert re.search(r"Seat 1 resigns after 1 move\. Scores: seat 0 \d\d, seat 1 0\.", said)


@pytest.mark.full
def test_a_game_is_kept_as_it_is_replayed(shell: Any) -> None:
    """As text and as a page; its file is replayed, and analysed, as its name is."""
    names = ("strict", "--game", "3", "--seed", "2", "--players", "uniform:greedy")
    kept = shell.said("replay", *names, "--out", "one.games", "--html", "one.html")
    assert kept == "1 game in one.games\none.html\n"
    (one,) = read("one.games")
    assert one == Transcript.traced(STRICT, ["uniform", "greedy"], 2, 3)
    assert shell.said("replay", "one.games") == shell.said("replay", *names)
    for file in (("--out", "one.games"), ("--html", "one.html")):
        assert "exists; choose another name, or add --force" in shell.refused(
            "replay", *names, *file
        )
    assert "end its name in .html" in shell.refused("replay", "--html", "game.txt")
    assert "strict, seed 2, game 3, players uniform:greedy" in Path("one.html").read_text()
    shell.said("replay", "one.games", "--out", "one.games", "--force")
    assert list(read("one.games")) == [one]
    few = ("--games", "4", "--by", "greedy", "--quiet")
    analysed = shell.said("analyse", *names, *few)
    assert analysed.startswith("strict, seed 2, game 3, players uniform:greedy; playouts by greedy")
    assert analysed == shell.said("analyse", "one.games", *few)
    assert "leave out the options that" in shell.refused("analyse", "one.games", "--game", "3")


def test_replay_of_a_file_says_what_it_cannot_do(shell: Any) -> None:
    Path("bad.games").write_text("variant: standard\nplayers:\n")
    assert "bad.games, line 2: players: '' is not one name" in shell.refused("replay", "bad.games")
    assert "leave out the options that" in shell.refused("replay", "bad.games", "--seed", "3")
    assert "nothing.games" in shell.refused("replay", "nothing.games")
    assert "'nothing' is not a variant" in shell.refused("replay", "nothing")


@pytest.mark.full
def test_games_of_a_study_are_picked_from_its_store_or_its_rows(shell: Any) -> None:
    where = "winner != starter and turns < 60"
    shell.said("simulate strict --games 120 -q --slip 0.05 --store store --rows rows.parquet")
    printed = [shell.said("games", source, "--where", where, "--limit", "6")
               for source in ("store", "rows.parquet")]  # fmt: skip
    assert printed[0] == printed[1]
    status, out, error = shell("games", "store", "--where", "outcome = 'stalmate'")
    assert (status, out) == (0, "")
    assert "no game of store matches; outcomes are win, stalemate, standoff, unfin" in error
    shell.said("games", "store", "--where", where, "--limit", "6", "--out", "some.games")
    assert Path("some.games").read_text() == printed[0]
    games = list(read("some.games"))
    assert len(games) == 6
    assert all(one.finished().winner == 1 - one.start.seat for one in games)


def test_matches_keep_their_games(shell: Any) -> None:
    shell.said("match", "standard,starter=alternate,target=150", "--matches", "4", "--quiet",
         "--rows", "rows.parquet")  # fmt: skip
    shell.said("games", "rows.parquet", "--limit", "2", "--out", "match.games")
    games = list(read("match.games"))
    assert {one.match for one in games} == {0, 1}
    starters = [one.starter for one in games if one.match == 0]
    assert len(starters) > 1
    assert starters == [(starters[0] + k) % 2 for k in range(len(starters))]


# ---- second opinions ---------------------------------------------------------------------------


def test_a_position_to_begin_with(shell: Any) -> None:
    dealt = shell.said("deal", "strict", "--seed", "4", "--game", "9").strip()
    assert dealt == rbcore.Position.deal(STRICT, 4, 9).notation
    for words in (("hint", "strict"), ("moves", "strict"), ("judge", "strict")):
        line = shell.refused(*words)
        assert line == "Missing argument 'POSITION'; `rbsim deal` prints one"
    for words in (
        ("hint", "strict", "0 -"), ("moves", "strict", "nonsense"),
        ("judge", "strict", "nonsense", "turn"), ("perft", "strict", "2", "nonsense"),
    ):  # fmt: skip
        assert "; rbsim deal strict prints a starting position" in shell.refused(*words)
    assert "rbsim deal VARIANT prints" in shell.refused("perft", "strict")


@pytest.mark.full
def test_hint(shell: Any) -> None:
    game = rbcore.Game.deal(STRICT, 5, 1)
    while len(game.moves()) < 4:
        game.apply(game.choose("greedy"))
    words = ("hint", "strict", game.position().notation, "--games", "300")
    text = shell.said(*words)
    assert text.startswith(f"Seat {game.seat} to move; ")
    assert " playouts by weighted.\n" in text
    told = re.findall(r"^ +[\d.]+% \([\d.]+ to [\d.]+\) +(\S+)", text, re.MULTILINE)
    also = ", ".join(re.findall(r"also from ([^)]*)\)", text))
    assert sorted([*told, *filter(None, also.split(", "))]) == sorted(game.moves())
    assert shell.said(*words) == text
    for more in (("--seed", "2"), ("--open",), ("--by", "greedy:planner")):
        assert shell.said(*words, *more) != text


@pytest.mark.full
def test_the_solver_plays_games_of_patience(shell: Any) -> None:
    """Beside others: it wins what can be won, and leaves unfinished what it does not decide."""
    rows = np.zeros(9, solver.SOLUTION)
    solver.solve("fan", 4, 0, rows)
    names = [solver.STATUSES[status] for status in rows["status"]]
    words = "patience fan --games 9 --seed 4 --players adviser,solver,solver-10"
    found = shell.document(f"{words} --json --quiet")
    shares = {(one["players"], one["quantity"]): one["estimate"] for one in found["results"]}
    assert shares["solver", "wins"] == names.count("solvable") / 9
    assert shares["solver", "given_up"] == names.count("undecided") / 9
    assert shares["solver", "given_up"] < shares["solver-10", "given_up"]
    assert shares["adviser", "wins"] <= shares["solver", "wins"]
    assert ("adviser", "cards_left") in shares
    assert ("solver", "cards_left") not in shares
    assert found["provenance"]["arms"][2]["players"] == ["solver-10/3"]
    assert "The solver sees all cards" in " ".join(shell.said(words).split())
    number = names.index("solvable")
    shown = f"patience fan --seed 4 --deal {number} --players solver"
    head, board, *lines = shell.said(shown).splitlines()
    assert head == f"fan, game {number} of seed 4, by solver"
    assert board == "fan, 52 left"
    looked = f"{rows['work'][number]:,} positions examined"
    assert f"solvable, with all cards known; {looked}" in lines
    assert sum(line.endswith(" to a foundation") for line in lines) == 52
    made = [line for line in lines if re.match(" +[0-9]+  ", line)]
    assert 52 <= len(made) <= rows["moves"][number]


def test_a_layout_is_shown_played_and_solved(shell: Any, tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    file.write_text(Board("free-cell", playing.deal("free-cell", 1, 0)).layout())
    words = f"patience free-cell --layout {file}"
    played = shell.said(words).splitlines()
    assert played[0] == f"free-cell, as in {file}, by adviser"
    assert re.fullmatch("won|(lost|given up), [0-9]+ left", played[-1])
    solved = shell.said(f"{words} --players solver")
    assert "solvable, with all cards known" in solved
    assert solved.rstrip().endswith("to a foundation")
    hidden = "Talon: " + 24 * "?? " + "\n5C\n<??> 9H\n<??> <9S> AC\n<??> <QH> <5S> 8C\n"
    hidden += "<QC> <2C> <JS> <3C> 7D\n<5H> <7S> <KD> <9C> <JC> 6S\n"
    hidden += "<4C> <AH> <2S> <6C> <6H> <TH> KH"
    file.write_text(hidden)
    assert "27 cards unknown" in shell.said(f"patience klondike --layout {file}")


def test_work_and_memory_are_the_solvers(shell: Any) -> None:
    lines = shell.said("patience free-cell --deal ms:11982 --work 5000").splitlines()
    assert lines[0] == "free-cell, deal ms:11982, by solver-5000"
    assert lines[-1].endswith("5,000 positions examined; --work 50000 searches further")
    lines = shell.said("patience free-cell --deal ms:11982 --work 2e5 --memory 64").splitlines()
    assert lines[-1].startswith("unsolvable")
    found = shell.document("patience fan --games 3 --players adviser,solver --work 50 --json -q")
    arms = found["provenance"]["arms"]
    assert [arm["players"] for arm in arms] == [["adviser/1"], ["solver-50/3"]]


def test_a_homonym_is_told_under_the_answer_and_in_the_list(shell: Any) -> None:
    said = " ".join(shell.said("patience pyramid --games 100 -q").split())
    assert "Most people mean another game by pyramid: rbsim patience pyramid-of-28." in said
    assert "rbsim patience pyramid-of-28" in shell.said("patience pyramid --deal 3")
    assert "most people mean another game by pyramid" in " ".join(shell.said("patience").split())


def test_analyse(shell: Any) -> None:
    games = [Transcript.traced(STRICT, ["uniform", "greedy"], 1, k, max_turns=8) for k in (0, 1)]
    write("two.games", games)
    words = ("analyse", "two.games", "--games", "2", "--quiet", "--by", "greedy")
    brief, text = shell.said(*words), shell.said(*words, "--full")
    for number, one in enumerate(games):
        assert f"seed 1, game {number}, players uniform:greedy; playouts by greedy" in brief
        assert one.finished().turn == 8
    chances = r"^  turn +\d+, seat \d  [^%\n]*%"
    assert len(re.findall(chances, text, re.MULTILINE)) == 16
    assert not re.search(chances, brief, re.MULTILINE)
    assert "No move was shown" in text or "; better: " in text
    assert "seat=2 is out of range" in shell.refused(*words, "--seat", "2")


@pytest.mark.full
def test_what_is_analysed_is_shown_on_a_page(shell: Any) -> None:
    rules = rbcore.variant("standard,houses-each=2")
    line = "0 8c c--d--h--s-- 9h|6s|9d|Kd -/-/- Ah/-/-"
    cards = rbcore.Position.parse(line, rules, partial=True)
    whole = Transcript.traced(STRICT, ["uniform"] * 2, 1, 0, attention=CARELESS, max_turns=8)
    write("lost.games", [whole])
    page = shell.said("analyse", "lost.games", "--games", "2", "-q", "--html", "x.html")
    assert page == "x.html\n"
    text = re.search(r'<script id="data" type="application/json">(.*?)</script>',
                     Path("x.html").read_text(), re.DOTALL)  # fmt: skip
    assert text
    (shown,) = json.loads(text[1])["games"]
    found = course(whole, games=2)
    assert shown["rates"] == [round(rate, 3) for rate in found.rates]
    assert len(shown["rates"]) == len(whole.moves) + 1
    assert all(found.rates[one.number + 1] == one.seat_0.estimate for one in found.moves)
    assert shown["comments"] == {str(key): words for key, words in found.remarks.items()}
    lost = course(Transcript(cards, ("waste",)), by="uniform", games=100)
    assert lost.rates == [0.0, 0.0]
    assert lost.remarks[1].startswith("This move costs 100.00% (99.23 to 100.00); better: ")
    game = Transcript.traced(rbcore.variant("standard"), ["greedy~0.3"] * 2, 9, 0)
    entries, remark = next(iter(course(game, games=2).remarks.items()))
    write("said.games", [replace(game, comments={entries: "Said before."})])
    shell.said("analyse", "said.games", "--games", "2", "-q", "--html", "said.html")
    assert f"Said before. {remark}" in Path("said.html").read_text()
    assert "exists; choose another name" in shell.refused(
        "analyse", "lost.games", "--html", "x.html"
    )


# ---- what studies print and keep -----------------------------------------------------------------


SCHEMA = Path(str(rbsim.__file__)).parent / "schema.json"
STUDIES = [
    "simulate strict --games 50 --players uniform,greedy:uniform",
    "simulate --games 4000 --until 5% --of stalemate", "match standard,target=50 --matches 20",
    "advantage standard three-player --games 50", "compare standard strict face-down --games 50",
    "sweep reserve-size=12,13 early-turn=no,yes --games 50",
    "ladder uniform greedy weighted --games 50", "fair --handicaps first-moves=2..3 --games 50",
    "luck --games 20", "patience talkative sympathy --games 50",
]  # fmt: skip
LISTS = ["patience", "variants", "variants strict,plan-limit=4", "players"]


@pytest.mark.sample(1)
@pytest.mark.parametrize("line", [*STUDIES, *LISTS])
def test_json_is_one_object_that_the_schema_describes(line: str, shell: Any) -> None:
    shown = shell.document(f"{line} --json")
    assert list(shown) == ["schema", "command", "provenance", "results"]
    assert shown["schema"] == 3
    assert shown["command"][0] == "rbsim"
    assert shown["results"]
    jsonschema = pytest.importorskip("jsonschema")
    validator = jsonschema.Draft202012Validator(json.loads(SCHEMA.read_text()))
    assert list(validator.iter_errors(shown)) == []
    for change in ({"schema": 1}, {"extra": 1}, {"results": [{"a": 1}]}):
        assert list(validator.iter_errors(shown | change))
    plain = " ".join(shell.said(line).split())
    assert "…" not in plain
    for words in (
        () if line in LISTS else ("seed 1", "95% intervals", "games a second on ", "version ")
    ):
        assert words in plain


@pytest.mark.sample(1)
@pytest.mark.parametrize("line", STUDIES)
def test_files_by_their_ending_and_the_level(line: str, shell: Any) -> None:
    for suffix in (".json", ".csv", ".parquet"):
        file = Path(f"found{suffix}")
        shown = shell.document(f"{line} --out {file} --level 0.9 --json")["results"]
        levels = {one["level"] for one in shown if one["level"] is not None}
        assert 0.9 in levels
        if suffix == ".csv":
            assert len(file.read_text().splitlines()) == 1 + len(shown)
        elif suffix == ".json":
            assert rbsim.load(file).to_document()["results"] == shown
            again = shell.document(f"merge {file} --json")["results"]
            assert again == shown
    assert "90% intervals" in " ".join(shell.said(f"{line} --level 0.9").split())
    assert {one.name for one in shell.folder.iterdir()} == {
        "found.json", "found.csv", "found.parquet"
    }  # fmt: skip


def test_no_number_is_null(shell: Any) -> None:
    found = shell.document("simulate --games 1 --max-turns 1 --json")["results"]
    turns = next(one for one in found if one["quantity"] == "turns")
    assert turns["low"] is None
    assert "nan" not in shell.said("simulate --games 1 --max-turns 1")


ENOUGH = re.compile(r"--(games|matches) [\d,]+(?= (should|may|without one))")


@pytest.mark.full
def test_what_was_not_reached_is_status_three(shell: Any) -> None:
    status, out, error = shell("simulate --games 2000 --until 0.01% --of stalemate --quiet")
    assert (status, error.count("\n")) == (3, 1)
    assert "stalemate, to ± 0.01 points; not met after 2,000 games; none was seen; --games" in error
    assert ("Stalemate" in out, " halve " in out) == (True, False)  # as another width is wanted
    assert "\nTarget: stalemate, to ± 0.01 points; not met after 2,000 games." in out
    shell.said("simulate --games 20k --until 5% --quiet")
    for line, said in {
        "strict standard --games 2000 --max-turns 30 --until 1%": "; not met: strict, "
        "standard after 2,000 games; strict needs the most: too many games are "
        "unfinished for any number of games to be enough; raise --max-turns to 300, or",
        "--games 500 --until 10%-of-itself --of stalemate": "0 are needed",
        "--games 99 --until 1 --of moves": "its interval needs 10,000; give more --games",
    }.items():
        status, _, error = shell(f"simulate {line} --quiet")
        assert (status, said in error) == (3, True), error


@pytest.mark.sample(3)
@pytest.mark.parametrize("line", [
    "simulate wrangle-open --games 1000 --until 1% --of stalemate",
    "simulate here-and-there --games 1000 --until 0.05% --of stalemate",  # of which there is none
    "simulate --players uniform --games 900 --until 0.5 --of turns",
    "advantage wrangle standard --games 300 --until 3%",
    "advantage face-down --games 40 --until decided",
    "match --matches 50 --until 4%",
    "patience klondike --games 100 --until 1%",
])  # fmt: skip
def test_so_many_games_would_do(line: str, shell: Any) -> None:
    status, _, error = shell(f"{line} --quiet")
    found = ENOUGH.search(error)
    assert (status, found is None) == (3, False), error
    shell.said(re.sub(r"--(games|matches) \d+", found[0], line) + " --quiet")


def test_a_picture_of_another_quantity(shell: Any) -> None:
    pytest.importorskip("matplotlib")
    shell.said("sweep reserve-size=8,9 --games 50 -q --picture s.svg --picture-of stalemate")
    assert "talemate" in Path("s.svg").read_text()
    assert "stalemate?" in shell.refused(
        "sweep reserve-size=8,9 --games 50 -q --picture t.svg --picture-of stalemat"
    )


def test_a_picture_that_cannot_be_drawn_costs_no_table(
    shell: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("matplotlib")
    from matplotlib.figure import Figure

    line = "simulate --games 50 -q --out r.json --picture s.svg --force"
    table = shell.said("simulate --games 50 -q").partition(" games a second")[0]
    status, out, error = shell(f"{line} --picture-of elo")
    assert (status, error.count("\n")) == (2, 1)
    assert "rbsim: this result has no elo to draw; it has advantage" in error
    assert out.splitlines()[:3] == table.splitlines()[:3]
    assert json.loads(shell(f"{line} --picture-of elo --json")[1])["results"]

    def fail(*_: Any, **__: Any) -> None:
        raise RuntimeError("the font file\nis damaged")

    monkeypatch.setattr(Figure, "savefig", fail)
    status, out, error = shell(line)
    said = "rbsim: matplotlib could not draw advantage: the font file is damaged\n"
    assert (status, error) == (2, said)
    assert out.splitlines()[:3] == table.splitlines()[:3]
    assert sorted(path.name for path in Path().iterdir()) == ["r.json"]


def test_rows_are_kept(shell: Any) -> None:
    pq = pytest.importorskip("pyarrow.parquet")
    shell.said("simulate --games 234 --players uniform,greedy --rows rows.parquet")
    table = pq.read_table("rows.parquet")
    assert table.num_rows == 2 * 234
    assert sorted(table["index"].to_pylist()) == sorted([*range(234), *range(234)])
    assert len(set(table["players"].to_pylist())) == 2
    shell.said("simulate --games 234 --players uniform,greedy --rows rows.parquet --force -j 1")
    assert pq.read_table("rows.parquet").num_rows == 2 * 234


def test_stores_grow_and_are_added_up(shell: Any) -> None:
    for games in (20, 40):
        said = shell.said(f"simulate --games {games} --store s -q")
        assert ("20 of the games were already in the store" in said) == (games == 40)
    assert "(40 games) are intact" in shell.said("check s")
    whole = rbsim.simulate(games=60).to_dict()
    shell.said("simulate --games 20 --first 40 --out more.json -q")
    shown = shell.document("merge s more.json --json")["results"]
    assert [one["estimate"] for one in shown] == whole["estimate"]


def test_a_file_of_a_variant_stands_wherever_one_is_named(shell: Any) -> None:
    Path("family.toml").write_text('base = "strict"\naxes = { reserve-size = 7 }\n')
    rules = rbcore.variant("strict,reserve-size=7")
    position = rbcore.Position.deal(rules, 1, 0).notation
    for line in (
        "simulate family.toml --games 20",
        "advantage standard family.toml --games 20",
        "compare standard family.toml --games 20",
        "sweep peek=no,yes --variant family.toml --games 20 --full",
        "ladder greedy uniform --variant family.toml --games 20 --full",
        "variants family.toml",
    ):
        assert shell.said(line)
        if "sweep" not in line and "ladder" not in line:
            assert "family" in shell.said(line), line
    assert "did you mean the file family.toml?" in shell.refused("simulate family")
    found = rbsim.simulate("family.toml", games=20)
    assert found.to_dict()["variant"][0] == "family"
    assert shell.said("deal family.toml").strip() == position
    assert shell.said("moves", "family.toml", position)
    assert shell.said("replay family.toml --plain").splitlines()
    shell.said("simulate family.toml --games 20 --store s -q")
    assert "family" in shell.said("merge s")
    Path("wrong.toml").write_text("base='strict'\n[axes]\nmust-loa=true\npeek='yes'\nrelease='red'")
    said = shell.refused("simulate wrong.toml")
    for wrong in (
        "wrong.toml, line 3, axes.must-loa: 'must-loa' is not an axis; did",
        "; line 5, axes.release: release=red is",
    ):
        assert wrong in said
    Path("wrong.toml").write_text("[axes]\nseats = 3\nlate_layout = true\npeek = 'yes'")
    assert "wrong.toml, line 3, axes.late_layout: seats=3 cannot go with" in shell.refused(
        "simulate wrong.toml"
    )
    Path("wrong.toml").write_text("[axes]\npeek = 'yes'\nranks = 3")  # not in the clash
    assert "wrong.toml, line 3, axes.ranks: reserve-size=13 and" in shell.refused(
        "simulate wrong.toml"
    )


@pytest.mark.parametrize("line", [
    "simulate --games 1", "match --matches 1", "advantage --games 1",
    "compare standard strict --games 1", "patience fly --games 1", "replay --max-turns 1",
])  # fmt: skip
def test_of_one_there_is_no_plural(line: str, shell: Any) -> None:
    text = " ".join(shell.said(line).split())
    assert re.search(r"\b1 (game|match|deal|card|turn)\b", text)
    nouns = "games|matches|deals|cards|turns|moves|points"
    assert re.findall(rf"(?<![\d.,])1 (?:{nouns})\b(?! a second)", text) == []


# ---- what there is -------------------------------------------------------------------------------


def heads(text: str) -> list[str]:
    """The first words of the lines that begin an entry."""
    return [line.split()[0] for line in text.splitlines() if line[:2] == "  " and line[2] != " "]


def test_variants_and_version(shell: Any) -> None:
    assert heads(shell.said("variants")) == [*rbcore.PRESETS, *rbcore.PROGRAMS, *AXES]
    assert rbcore.__version__ in shell.said("--version")
    found = shell.document("variants --json")["results"]
    presets, axes = ([one for one in found if one["kind"] == kind] for kind in ("preset", "axis"))
    assert [preset["name"] for preset in presets] == list(rbcore.PRESETS)
    assert [axis["name"] for axis in axes] == list(AXES)
    programs = [one for one in found if one["kind"] == "program"]
    assert [program["name"] for program in programs] == list(rbcore.PROGRAMS)
    assert all(axis["values"] and axis["meaning"] and axis["clause"] for axis in axes)


@pytest.mark.sample(3)
@pytest.mark.parametrize("preset", rbcore.PRESETS)
def test_every_preset_is_described(preset: str, shell: Any) -> None:
    text = " ".join(shell.said(f"variants {preset}").split())
    assert rbcore.PRESETS[preset].summary in text
    found = shell.document(f"variants {preset} --json")["results"]
    assert {change["variant"] for change in found} <= {preset}
    changes = {change["axis"].replace("-", "_"): change["value"] for change in found}
    assert Rules(**changes) == rbcore.variant(preset)
    for change in found:
        assert change["words"] in text


@pytest.mark.sample(2)
@pytest.mark.parametrize("program", rbcore.PROGRAMS)
def test_every_program_is_described_and_played_by_its_name(program: str, shell: Any) -> None:
    text = " ".join(shell.said(f"variants {program}").split())
    found = shell.document(f"variants {program} --json")["results"]
    changes = {one["axis"].replace("-", "_"): one["value"] for one in found if "axis" in one}
    assert Rules(**changes) == rbcore.variant(program)
    differs = [one["words"] for one in found if one["kind"] == "difference"]
    assert differs == list(rbcore.PROGRAMS[program].differs)
    assert all(words in text for words in [*differs, *(one["words"] for one in found)])
    assert f"\n{program} " in shell.said(f"simulate {program} --players greedy --games 5")


def test_players_are_listed(shell: Any) -> None:
    """All of them, of today's versions: a new version needs new figures."""
    found = shell.document("players --json")["results"]
    plain = [player for player in found if "+" not in player["name"]]
    assert {player["name"]: player["version"] for player in plain} == rbcore.PLAYERS
    text = shell.said("players")
    for player in found:
        assert rbcore.versioned(player["name"]) == f"{player['name']}/{player['version']}"
        low, high = player["elo"][1:]
        assert low <= player["elo"][0] <= high
        assert f"{player['games_per_second']:,} games a second" in text
        assert player["plays"] in " ".join(text.split())


# ---- patience ------------------------------------------------------------------------------------


def test_the_list_has_a_line_for_every_game(shell: Any) -> None:
    """With odds of docs/patience/games.md, by the player who wins most."""
    lines = shell.said("patience").splitlines()
    found = [line.split()[:2] for line in lines if line[0] != " "]
    known = [["-", name] for name in known_games()]
    assert found == [[game.number, game.name] for game in GAMES.values()] + known
    assert any(line.startswith(f"{'':30}--players ") and "adviser" in line for line in lines)
    assert f"{'':30}robert,passes=3" in lines
    assert max(map(len, lines)) <= 80
    text = " ".join(" ".join(lines).split())
    assert "comes out 39.006% (38.986 to 39.026); nothing is decided" in text
    assert "comes out 53.09% (52.87 to 53.31) in the best order" in text
    listed = shell.document("patience --json")["results"]
    assert [game["number"] for game in listed] == [*GAMES, *known_games()]
    hope = next(one["odds"] for one in listed if one["name"] == "hope")
    assert hope["player"] == "forced"
    assert round(hope["estimate"], 5) == 0.39006
    assert hope["low"] < hope["estimate"] < hope["high"]


def test_odds_of_other_rules_are_not_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    before = known_odds()
    real = Form.digest.fget
    assert real is not None
    monkeypatch.setattr(
        Form, "digest", property(lambda form: "0" if form.text == "hope" else real(form))
    )
    assert set(before) - set(known_odds()) == {"hope"}


@pytest.mark.full
def test_all_plays_every_game_and_every_reading(shell: Any) -> None:
    found = shell.document("patience --all --games 20 --quiet --json")["results"]
    assert {one["variant"] for one in found} == set(every_form())
    assert len(list(every_form())) > len(GAMES)
    assert found == rbsim.patience(games=20).to_document()["results"]
    assert max(map(len, shell.said("patience --all --games 20 -q").splitlines())) <= 80


def test_a_game_is_shown_card_by_card(shell: Any) -> None:
    lines = shell.said("patience dial --deal 3 --seed 1").splitlines()
    pack = playing.deal("11", 1, 3)
    assert lines[0] == "no. 11 dial, game 3 of seed 1, by forced"
    assert "".join(" ".join(lines[1:4]).split()[1:]).startswith(pack[:60])
    assert lines[-1] == "won"
    up = [line for line in lines if " -> foundation" in line]
    assert sum(len(line.split()) - 4 for line in up) == 52
    assert max(map(len, lines)) <= 78


@pytest.mark.sample(2)
@pytest.mark.parametrize("player", GAMES["51"].players)
def test_a_game_is_shown_as_it_is_played_in_a_batch(player: str) -> None:
    """By a player that draws from the game's own streams, too."""
    played = rbsim.patience("51", players=player, games=30, seed=4, rows=True).games
    assert played is not None
    for number, one in enumerate(played):
        last = show_game("51", number, 4, player).splitlines()[-1]
        outcome = playing.OUTCOMES[int(one["outcome"])]
        assert last == (outcome if outcome == "won" else f"{outcome}, {int(one['left'])} left")


@pytest.mark.parametrize("form", ["sympathy", "63,heaps=17"])
def test_both_packs_of_sympathy_are_shown(form: str) -> None:
    """Heap by heap and the cards kept for later, and then the pairs thrown aside."""
    pack, _, rest = show_game(form, 7, seed=2).partition("from ->")
    laid = rest.partition("pass 1")[2].partition("  out ")[0]
    dealt = playing.deal("63", 2, 7)
    assert "".join(pack.partition("pack")[2].split()) == dealt
    shown = re.sub(r"place \d+|kept|\s", "", laid).translate(str.maketrans("♣♦♥♠", "cdhs"))
    assert shown == dealt
