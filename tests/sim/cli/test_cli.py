"""The command line as a user meets it, bad input included."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pyarrow.parquet as pq
import pytest
from rbsim.pipeline import parquet

import rbcore
from rbcore.rules.definition import Rules
from rbcore.rules.variants import AXES
from rbsim.cli import replay_text as replay
from rbsim.cli.main import run
from rbsim.files import check_target
from rbsim.games import Transcript
from support.tables import count, row

DEALT = str(rbcore.Position.deal(rbcore.variant("standard"), 1, 0))
ORACLES = Path(__file__).parents[2] / "oracles"


def output(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """What a command prints; it must succeed."""
    assert run(list(arguments)) == 0
    return capsys.readouterr().out


def test_simulate_shows_every_outcome(capsys: pytest.CaptureFixture[str]) -> None:
    text = output(capsys, "simulate", "--games", "50", "--threads", "1", "--players",
                  "uniform,greedy", "--full")  # fmt: skip
    for words in ("uniform", "greedy", "starter wins", "other wins", "stalemate", "standoff",
                  "unfinished", "intervals 95%", "turns", "moves", "score", "games a second",
                  "seed 1", rbcore.__version__):  # fmt: skip
        assert words in " ".join(text.split())
    assert max(map(len, text.splitlines())) <= 80


def test_simulate_json(capsys: pytest.CaptureFixture[str]) -> None:
    text = output(capsys, "simulate", "cut-start", "--games", "60", "--seed", "9", "--json",
                  "--players", "uniform,greedy:uniform")  # fmt: skip
    found = json.loads(text)
    assert [arm["seed"] for arm in found["provenance"]["arms"]] == [9, 9]
    assert found["provenance"]["seconds"] > 0
    for players in ("uniform", "greedy:uniform"):
        own = [one for one in found["results"] if one["players"] == players]
        assert {one["variant"] for one in own} == {"cut-start"}
        names = ("starter_wins", "other_wins", "stalemate", "standoff", "unfinished")
        assert sum(count(row(own, name)) for name in names) == 60
        for name in ("advantage", "turns", "moves", "starter_score", "give_ups"):
            assert row(own, name)["n"] == 60


@pytest.mark.full
def test_simulate_writes_a_row_a_game(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "games.parquet"
    arguments = ["simulate", "--games", "2345", "--players", "uniform,greedy", "--rows", str(path)]
    output(capsys, *arguments)
    table = pq.read_table(path)
    assert table.num_rows == 2 * 2345
    assert table["index"].to_pylist() == [*range(2345), *range(2345)]
    assert table["players"].to_pylist() == ["uniform"] * 2345 + ["greedy"] * 2345
    runs = json.loads(table.schema.metadata[b"rbsim"])
    assert [r["players"][0] for r in runs] == ["uniform/1", "greedy/2"]
    assert "command" in runs[0]
    assert list(tmp_path.iterdir()) == [path]
    assert run(arguments) == 2
    assert "exists" in capsys.readouterr().err
    output(capsys, *arguments, "--force", "--threads", "1")
    assert pq.read_table(path).equals(table)


@pytest.mark.full
def test_interrupted_work_leaves_nothing_behind(tmp_path: Path) -> None:
    path = tmp_path / "games.parquet"
    process = subprocess.Popen(
        [sys.executable, "-m", "rbsim", "simulate", "--games", "500000000", "--rows", str(path)],
        stderr=subprocess.PIPE,
        text=True,
    )
    deadline = time.monotonic() + 20
    while not any(tmp_path.iterdir()) and time.monotonic() < deadline:
        time.sleep(0.05)
    time.sleep(0.3)
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=20)
    assert process.returncode == 130
    assert errors.strip() == "rbsim: interrupted; nothing half-written is left"
    assert list(tmp_path.iterdir()) == []


def test_moves_perft_judge(capsys: pytest.CaptureFixture[str]) -> None:
    position = rbcore.Position.parse(DEALT, rbcore.variant("standard"))
    assert output(capsys, "moves", "standard", DEALT).split() == position.moves()
    count = output(capsys, "perft", "standard", "3", DEALT)
    assert int(count) == rbcore.perft(position, 3)
    assert output(capsys, "judge", "standard", DEALT, "waste").startswith("5 ")
    assert output(capsys, "judge", "standard", DEALT, position.moves()[0]).startswith("0 ")
    study = "0 - c--d--h--s-- Ks|Kc -/2c/- -/3h/-"
    assert output(capsys, "moves", "standard,houses-each=1", study, "--partial") == "turn\n"


def test_perft_check(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = ORACLES / "perft" / "standard.tsv"
    assert output(capsys, "perft", "--check", str(path)) == "20 of 20 agree\n"
    wrong = tmp_path / "wrong.tsv"
    wrong.write_text(f"variant\tdepth\tcount\tposition\nstandard\t1\t99\t{DEALT}\n")
    assert run(["perft", "--check", str(wrong)]) == 1
    assert "line 2" in capsys.readouterr().out
    wrong.write_text(f"standard\tone\t99\t{DEALT}\n")
    assert run(["perft", "--check", str(wrong)]) == 2
    assert "line 1" in capsys.readouterr().err


@pytest.mark.sample(3)
@pytest.mark.parametrize("variant", rbcore.PRESETS)
@pytest.mark.parametrize("colour", [False, True])
def test_every_variant_can_be_shown(variant: str, colour: bool) -> None:
    rules = rbcore.variant(variant)
    start, moves, row = rbcore.trace(rules, ("greedy",) * rules.seats, 1, 4)
    written = Transcript(start, tuple(moves))
    lines = list(replay.game_lines(written, plain=False, colour=colour))
    assert sum(line.startswith("Turn ") for line in lines) == row["turns"] + (row["outcome"] != 3)
    assert colour == any("\x1b[31m" in line for line in lines)
    seen = [re.sub("\x1b\\[[0-9;]*m", "", line) for line in lines]
    assert max(map(len, seen)) <= 80
    told = [step for line in seen for step in re.findall(r"(\S+)(?:,|$)", line)]
    assert told.count("waste") == moves.count("waste")
    if variant == "crossley":
        assert any("*2>" in line for line in lines)


def test_replay(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ("replay", "standard", "--seed", "3", "--game", "2", "--players", "greedy:uniform")
    plain = output(capsys, *arguments, "--plain").splitlines()
    position = rbcore.Position.parse(plain[0], rbcore.variant("standard"))
    for move in plain[1:-1]:
        position.apply(move)
    assert position.winner is not None
    assert f"seat {position.winner} wins" in plain[-1]
    shown = output(capsys, *arguments)
    assert "\x1b" not in shown
    assert shown.count("Turn ") == position.turn + 1
    for words in ("▸ Seat 0", "▸ Seat 1", "[12]", "·♣", "♠", "wins after", "Scores"):
        assert words in shown


def test_variants_and_version(capsys: pytest.CaptureFixture[str]) -> None:
    lines = output(capsys, "variants").splitlines()
    heads = [line.split()[0] for line in lines if line[:2] == "  " and line[2] != " "]
    assert heads == [*rbcore.PRESETS, *AXES]
    assert rbcore.__version__ in output(capsys, "--version")


def test_variants_say_how_they_differ(capsys: pytest.CaptureFixture[str]) -> None:
    text = output(capsys, "variants", "strict,plan-limit=4")
    assert text.splitlines()[0] == "strict,plan-limit=4"
    for words in ("release=any", "(V4).", "must-load=yes", "(V6).", "must-make-spaces=yes",
                  "(V7).", "plan-limit=4", "pagat.com"):  # fmt: skip
        assert words in text
    heads = [line for line in text.splitlines() if line[:2] == "  " and line[2] != " "]
    assert len(heads) == 4
    assert "standard game" in output(capsys, "variants", "standard")
    assert output(capsys, "variants", "strict,release=fewest").startswith("strict-fewest: ")


@pytest.mark.sample(3)
@pytest.mark.parametrize("preset", rbcore.PRESETS)
def test_every_preset_is_described(preset: str, capsys: pytest.CaptureFixture[str]) -> None:
    text = output(capsys, "variants", preset)
    text = " ".join(text.split())
    assert rbcore.PRESETS[preset].summary in text
    assert rbcore.PRESETS[preset].source in text
    found = json.loads(output(capsys, "variants", preset, "--json"))["results"]
    assert {change["variant"] for change in found} <= {preset}
    changes = {change["axis"].replace("-", "_"): change["value"] for change in found}
    assert Rules(**changes) == rbcore.variant(preset)
    for change in found:
        assert change["words"] in text


def test_what_no_source_says_is_the_projects_choice(capsys: pytest.CaptureFixture[str]) -> None:
    found = json.loads(output(capsys, "variants", "face-down", "--json"))["results"]
    sources = {change["axis"]: change["source"] for change in found}
    assert "pagat.com" in sources["reserve-face-down"]
    assert sources["starter"] == "this project"
    text = output(capsys, "variants", "face-down")
    chosen, _, given = text.partition("From pagat.com")
    assert "Chosen by this project:" in chosen
    assert "starter=tableau" in chosen
    assert "reserve-face-down=yes" in given


def test_variants_json(capsys: pytest.CaptureFixture[str]) -> None:
    found = json.loads(output(capsys, "variants", "--json"))["results"]
    presets, axes = ([one for one in found if one["kind"] == kind] for kind in ("preset", "axis"))
    assert [preset["name"] for preset in presets] == list(rbcore.PRESETS)
    assert [axis["name"] for axis in axes] == list(AXES)
    assert all(axis["values"] and axis["meaning"] and axis["clause"] for axis in axes)


def test_players_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    """All of them, of today's versions: a new version needs new figures."""
    found = json.loads(output(capsys, "players", "--json"))["results"]
    plain = [player for player in found if "+" not in player["name"]]
    assert {player["name"]: player["version"] for player in plain} == rbcore.PLAYERS
    text = output(capsys, "players")
    for player in found:
        assert rbcore.versioned(player["name"]) == f"{player['name']}/{player['version']}"
        low, high = player["elo"][1:]
        assert low <= player["elo"][0] <= high
        assert f"{player['games_per_second']:,} games a second" in text
        assert player["plays"] in text
    heads = [line.split()[0] for line in text.splitlines() if line[:3].strip()][1:-2]
    assert heads == [player["name"] for player in found]
    assert max(map(len, text.splitlines())) <= 90


BAD = [
    ("simulate nonsense", "not a variant"),
    ("simulate standard,colour=red", "not an axis"),
    ("simulate standard,reserve-size=99", "reserve-size=99"),
    ("simulate --games 0", "games=0"),
    ("simulate --games -3", "games=-3"),
    ("simulate --games 99999999999999999999", "games"),
    ("simulate --games many", "games='many'"),
    ("simulate --seed -1", "seed=-1"),
    ("simulate --seed 99999999999999999999", "seed"),
    ("simulate --players nobody", "'nobody' is not a player"),
    ("simulate --players uniform,", "not a player"),
    ("simulate --players greedy:greedy:greedy", "3 players for 2 seats"),
    ("simulate --threads 0", "threads=0"),
    ("simulate --max-turns 0", "max_turns=0"),
    ("simulate --out /no/such/folder/x.parquet", "not a folder"),
    ("simulate --out /", "is a folder"),
    ("simulate --games 5 --rows /tmp/games.csv", "end its name in .parquet"),
    ("simulate --games 5 --out /tmp/games.txt", "end its name in one of .parquet, .csv, .json"),
    ("simulate --bogus", "--bogus"),
    ("simulate --until 0", "until=0.0 is out of range; it runs from 0.00001 to below 0.5"),
    ("simulate --until -0.1", "until=-0.1"),
    ("simulate --until 0.5", "until=0.5"),
    ("simulate --until nan", "until=nan"),
    ("simulate --until soon", "until='soon'"),
    ("simulate --of stalemate", "of='stalemate' wants until"),
    (
        "simulate --until 0.01 --of turns",
        "of='turns' is not a quantity here; there are starter-wins",
    ),
    ("survey standard --games 5 --json --markdown", "not both"),
    ("advantage --games 5 --threads 2 --dask tcp://127.0.0.1:1", "give one of them"),
    ("bogus", "bogus"),
    ("variants nonsense", "'nonsense' is not a variant"),
    ("variants standard,must-uncover=yes", "covered-houses=no"),
    ("variants standard,plan-limit=13", "plan-limit=13 is out of range"),
    ("moves", "variant"),
    ("moves standard hello", "fields"),
    ("perft standard", "perft needs"),
    ("perft standard one x", "depth='one'"),
    ("perft --check /no/such/file", "/no/such/file"),
    ("replay standard --game -1", "game=-1"),
    ("replay standard --players me", "'me' is not a player"),
    *(
        (f"{command} --players uniform,greedy", "players='uniform,greedy' are 2 runs, where one is")
        for command in ("advantage", "compare standard strict", "sweep reserve-size=5,6", "replay")
    ),
]


@pytest.mark.sample(6)
@pytest.mark.parametrize(("command", "words"), BAD)
def test_bad_input_gets_one_sentence(
    command: str, words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(command.split()) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert words in captured.err
    assert len(captured.err.splitlines()) == 1
    assert "Traceback" not in captured.err


def test_bad_positions_and_moves(capsys: pytest.CaptureFixture[str]) -> None:
    for arguments in (
        ["moves", "standard", DEALT + " colour=red"],
        ["moves", "standard", DEALT.replace("/-", "/2c", 1)],
        ["judge", "standard", DEALT, "9>F"],
        ["perft", "standard", "-2", DEALT],
    ):
        assert run(arguments) == 2
        assert len(capsys.readouterr().err.splitlines()) == 1


def test_a_folder_that_cannot_be_written(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("os.access", lambda *_: False)  # root may write everywhere
    assert run(["simulate", "--games", "5", "--out", str(tmp_path / "x.parquet")]) == 2
    assert "cannot be written" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


@pytest.mark.full
def test_a_reader_that_leaves_is_no_error() -> None:
    script = f"{sys.executable} -m rbsim replay | head -n 1; exit ${{PIPESTATUS[0]}}"
    run = subprocess.run(["bash", "-c", script], capture_output=True, text=True)
    assert (run.returncode, run.stderr) == (0, "")


def test_json_has_null_where_there_is_no_number(capsys: pytest.CaptureFixture[str]) -> None:
    def refuse(constant: str) -> None:
        raise AssertionError(f"{constant} is not JSON")

    arguments = ("simulate", "--games", "1", "--max-turns", "1", "--players", "greedy")
    found = json.loads(output(capsys, *arguments, "--json"), parse_constant=refuse)["results"]
    assert row(found, "turns")["low"] is row(found, "starter_score")["estimate"] is None
    assert "nan" not in output(capsys, *arguments)


def test_a_device_is_never_replaced() -> None:
    with pytest.raises(ValueError, match="not a plain file"):
        check_target(Path("/dev/null"), True, ".parquet")


def test_a_failing_disk_is_a_sentence_and_leaves_nothing(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise OSError("the disk is full")

    old = tmp_path / "games.parquet"
    old.write_bytes(b"old")
    monkeypatch.setattr(parquet.RowsFile, "add", fail)
    assert run(["simulate", "--games", "5", "--rows", str(old), "--force"]) == 2
    assert capsys.readouterr().err == "rbsim: the disk is full\n"
    assert [path.read_bytes() for path in tmp_path.iterdir()] == [b"old"]


def test_files_of_no_perft_counts(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "counts.tsv"
    for content, words in ((b"# nothing\n", "no entries"), (b"#\n\xff\xfe\n", "line 2")):
        path.write_bytes(content)
        assert run(["perft", "--check", str(path)]) == 2
        assert words in capsys.readouterr().err


def test_alone_it_shows_its_commands(capsys: pytest.CaptureFixture[str]) -> None:
    assert "simulate" in output(capsys)


def test_a_view_is_read_as_python_prints_it(capsys: pytest.CaptureFixture[str]) -> None:
    game = rbcore.Game.deal(rbcore.variant("strict"), 1, 7)
    for _ in range(70):
        game.apply(game.choose("greedy"))
    view = str(game.view())
    assert "??" in view
    assert run(["moves", "strict", view]) == 0
    assert capsys.readouterr().out.split() == game.moves()
    assert run(["judge", "strict", view, game.moves()[0]]) == 0
    assert run(["hint", "strict", view, "--games", "60"]) == 0
    capsys.readouterr()
    for words in (["perft", "strict", "2", view], ["hint", "strict", view, "--open"]):
        assert run(words) == 2
        error = capsys.readouterr().err
        assert error.startswith("rbsim: ?? is a card that no seat sees, and ")
        assert error.count("\n") == 1
