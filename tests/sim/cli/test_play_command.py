"""`rbsim play`: what it begins or goes on with, what it refuses, and a terminal that is killed."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

pytest.importorskip("textual")

import rbcore
from rbpatience import book
from rbsim.cli import play_command
from rbsim.cli.main import run
from rbsim.games import Transcript
from rbsim.games.files import game_text, write
from rbsim.table.apps import BankApp
from rbsim.table.seated_game import SeatedGame
from rbsim.table.seated_patience import SeatedPatience
from rbsim.table.series import Series, hold, keep, let_go, patience_file, take_up, variant_of
from support.sitters import PERSON, deal, own_move, play


@pytest.fixture
def sat_down(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[list[Series]]:
    """The tables that commands open, where nobody plays; a folder of their own keeps files."""
    opened: list[Series] = []
    monkeypatch.setattr(play_command, "check_terminal", lambda: None)
    monkeypatch.setattr(play_command, "_play_bank", lambda series, *_: opened.append(series))
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    yield opened
    let_go()


def test_what_is_dealt(sat_down: list[Series], tmp_path: Path) -> None:
    line = rbcore.Position.deal(rbcore.variant("strict"), 3, 4).notation
    assert run(["play", "strict", "--seed", "1", "--game", "7", "--seat", "1"]) == 0
    assert run(["play", "strict", "--position", line, "--against", "planner~0.1"]) == 0
    assert run(["play", "--match", "--game", "2", "--watch", "0.5", "--slip", "0.1"]) == 0
    assert run(["play", "--out", str(tmp_path / "mine.games")]) == 0
    named, placed, match, usual = (series.game.begun for series in sat_down)
    assert named.start.notation == rbcore.Position.deal(rbcore.variant("strict"), 1, 7).notation
    assert named.players == ("nested+memory/1", "person")
    assert named.attention is None
    assert placed.start.notation == line
    assert (placed.seed, placed.players) == (None, ("person", "planner~0.1/4"))
    assert (match.match, match.game) == (2, 2 * rbcore.MATCH_GAMES)
    assert match.attention == (PERSON, rbcore.Attention.careless(0.1, 0.5))
    assert (match.seed, usual.seed == 1) == (1, False)
    assert sat_down[3].path == tmp_path / "mine.games"
    assert sat_down[0].path.parent == tmp_path / "state" / "rbsim"


def test_what_was_left_goes_on(sat_down: list[Series], tmp_path: Path) -> None:
    """Without a word the newest; a file by its name; one of others where they left it."""
    path = tmp_path / "mine.games"
    series = Series(deal(), path)
    play(series.game, 30)
    keep(series.path, series.text())
    assert run(["play", str(path)]) == 0
    assert sat_down[0].game.record == series.game.record

    assert run(["play"]) == 0  # nothing is there to go on with
    play(sat_down[1].game, 0)
    keep(sat_down[1].path, sat_down[1].text())
    assert run(["play"]) == 0
    assert sat_down[2].path == sat_down[1].path
    assert sat_down[2].game.begun == sat_down[1].game.begun

    over = replace(deal(), seed=None, game=None, games_version=None)
    sat_down[2].path.write_text(game_text(play(SeatedGame(over)).transcript()))
    assert run(["play"]) == 0  # no deal follows that one
    assert sat_down.pop().path not in (path, sat_down[2].path)

    others = tmp_path / "others.games"
    whole = Transcript.traced(rbcore.variant("standard"), ["greedy", "greedy"], 1, 0)
    write(others, [whole, replace(whole, moves=whole.moves[:50], outcome=None, scores=None)])
    before = others.read_bytes()
    assert run(["play", str(others), "--seat", "1", "--against", "greedy"]) == 0
    assert tuple(one.entry for one in sat_down[3].game.record) == whole.moves[:50]
    assert sat_down[3].path != others
    assert others.read_bytes() == before


WRONG = [
    (["castle"], "castle"), (["--against", "castle"], "castle"), (["--against", "a.b:c.d"], "a.b"),
    (["--against", "greedy:greedy"], "names 2 players for 1 opponent; name one for all"),
    (["--seat", "2"], "seat=2 is out of range"),
    (["three-player", "--seat", "3"], "seat=3 is out of range"),
    (["--pace", "-1"], "pace=-1.0 is out of range"),
    (["--pace", "nan"], "pace=nan is out of range"), (["--watch", "2"], "watch"),
    (["--slip", "much"], "slip='much' is not a number"),
    (["--call", "never"], "call='never' is not one of always, if-better"),
    (["--seed", "-1"], "seed"),
    (["standard", "--position", "nonsense"], "rbsim deal standard prints a starting position"),
    (["--out", "mine.txt"], "end its name in .games"), (["nowhere.games"], "nowhere.games"),
    (["patience"], "patience takes only GAME, --seed and --game"),
    (["patience", "fan", "--seat", "1"], "patience takes only GAME, --seed and --game"),
    (["patience", "castle"], "castle"),
    (["patience", "talkative"], "the player decides nothing in talkative"),
    (["standard", "fan"], "'fan' is one argument too many"),
]  # fmt: skip


@pytest.mark.parametrize(("words", "sentence"), WRONG, ids=[" ".join(one) for one, _ in WRONG])
def test_what_is_refused(words, sentence, sat_down, capsys):
    assert run(["play", *words]) == 2
    error = capsys.readouterr().err
    assert sentence in error
    assert error.count("\n") == 1
    assert sat_down == []


def test_files_are_left_as_they_are(sat_down, tmp_path, capsys):
    taken, empty, over = (tmp_path / f"{name}.games" for name in ("taken", "empty", "over"))
    keep(taken, Series(deal(), taken).text())
    empty.touch()
    write(over, [Transcript.traced(rbcore.variant("standard"), ["greedy", "greedy"], 1, 0)])
    (tmp_path / "packed.gz").write_bytes(b"")
    write(tmp_path / "packed.gz", [deal()], force=True)
    for words, sentence in (
        ([str(taken), "--seat", "1", "--slip", "1"], "the game; leave out --seat, --slip\n"),
        (["standard", "--out", str(taken)], f"rbsim play {taken} continues it"),
        ([str(empty)], "has no game"),
        ([str(over)], "is over"),
        ([str(over), "--match"], "sets the game; leave out --match\n"),
        ([str(tmp_path / "packed.gz")], "end its name in .games"),
    ):
        assert run(["play", *words]) == 2
        assert sentence in capsys.readouterr().err
    assert sat_down == []


def test_files_of_variants_and_edited_descriptions(sat_down, tmp_path, capsys):
    """A variant of one's own is shown by its name, also when it goes on; a changed game is not."""
    variant = tmp_path / "family.toml"
    variant.write_text('base = "strict"\naxes = { reserve-size = 7 }\n')
    assert run(["play", str(variant), "--seed", "1", "--against", "greedy"]) == 0
    series = sat_down[0]
    assert series.game.begun.rules == rbcore.variant("strict,reserve-size=7")
    assert variant_of(series.game.begun) == "family"
    play(series.game, 5)
    series.deal_next()
    play(series.game, 5)
    keep(series.path, series.text())
    assert run(["play"]) == 0
    assert variant_of(sat_down[1].game.begun) == "family"
    assert run(["play", str(tmp_path / "nowhere.toml")]) == 2
    assert "nowhere.toml does not exist" in capsys.readouterr().err

    golf = Path(book.__file__).parent / "games" / "known" / "golf.toml"
    mine = tmp_path / "mine.toml"
    mine.write_text(golf.read_text().replace('"golf"', '"mine"'))
    first, again = SeatedPatience(str(mine), 1, 0), SeatedPatience(str(mine), 1, 0)
    take_up(first)
    first.move(0)
    keep(patience_file(first), first.text())
    let_go()
    take_up(again)
    assert again.record == [0]
    let_go()
    mine.write_text(mine.read_text().replace("deal = 5", "deal = 4"))
    assert run(["play", "patience", str(mine), "--seed", "1"]) == 2
    refusal = capsys.readouterr().err
    assert "was played by other rules" in refusal
    assert "damaged" not in refusal


def test_a_sitting_leaves_no_lock(tmp_path: Path) -> None:
    hold(tmp_path / "mine.games")
    keep(tmp_path / "mine.games", "a game")
    let_go()
    assert [one.name for one in tmp_path.iterdir()] == ["mine.games"]


IN_USE = """
import sys
from pathlib import Path
from rbsim.table.series import hold
hold(Path(sys.argv[1]))
print("held", flush=True)
input()
"""


def test_a_file_is_in_use_while_a_sitting_lives(sat_down, tmp_path, capsys):
    """It goes on when that one has ended, however it did; new files are other ones."""
    path = tmp_path / "mine.games"
    keep(path, Series(deal(), path).text())
    before = path.read_bytes()
    other = subprocess.Popen(
        [sys.executable, "-c", IN_USE, str(path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    with other:
        assert other.stdout is not None
        assert other.stdout.readline() == b"held\n"
        assert run(["play", str(path)]) == 2
        assert f"{path} is open in another rbsim play" in capsys.readouterr().err
        assert path.read_bytes() == before
        other.kill()
    assert run(["play", str(path)]) == 0
    assert run(["play", "standard"]) == run(["play", "standard"]) == 0
    assert len({one.path for one in sat_down}) == 3


def test_what_is_not_kept_is_not_said_to_be(monkeypatch, tmp_path, capsys):
    """The last word is the disk's, unless it has room when one leaves."""

    def left(app: BankApp) -> None:
        app.unkept = "No space left on device"
        app.series.game.attempt(own_move(app.series.game))

    def full(path: Path, text: str) -> None:
        raise OSError(28, "No space left on device", str(path))

    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    monkeypatch.setattr(play_command, "check_terminal", lambda: None)
    monkeypatch.setattr(BankApp, "run", left)
    words = ["play", "standard", "--seed", "5", "--game", "3", "--against", "greedy"]
    assert run(words) == 0
    assert "The games are saved in" in capsys.readouterr().out
    monkeypatch.setattr(play_command.files, "keep", full)
    assert run(words) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.endswith(": No space left on device\n")


def test_without_a_terminal(tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    out = ["--out", str(tmp_path / "a.games")]
    for words in (["standard"], ["standard", *out], ["patience", "fan"]):
        assert run(["play", *words]) == 2
        assert "rbsim play needs a terminal" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []
