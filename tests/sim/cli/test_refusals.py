"""What no command takes: each is refused in one sentence, which says what would be right."""

from __future__ import annotations

import os
from collections.abc import Callable
from itertools import cycle
from pathlib import Path
from typing import Any, NamedTuple, get_args, get_origin, get_type_hints

import pytest

import rbcore
import rbsim
from rbsim.cli.main import command_line
from rbsim.cli.options import number, whole_number
from rbsim.files import check_target
from rbsim.options import read_whole
from support.work import growth

STANDARD = rbcore.variant("standard")
POSITION = rbcore.Position.deal(STANDARD, 1, 0).notation

BAD = {
    "simulate nonsense": "'nonsense' is not a variant; there are standard",
    "simulate standrad": "did you mean standard?",
    "simulate standard,colour=red": "not an axis",
    "simulate standard,reserve-size=99": "reserve-size=99 is out of range",
    "simulate standard,reserve-sice=11": "did you mean reserve-size?",
    "simulate standard,strict": "give one variant at a time",
    "simulate standard standard": "given twice",
    "simulate none.toml": "none.toml does not exist; name a variant, or a variant file",
    "simulate greedy": "write players=greedy",
    "simulate --players nobody": "'nobody' is not a player; the players are uniform",
    "simulate --players gredy": "did you mean greedy?",
    "simulate --players greedy:plannr": "did you mean planner?",
    "simulate --players uniform,": "not a player",
    "simulate --players greedy:greedy:greedy": "3 players for 2 seats",
    "simulate --slip reserve": "slip='reserve' is not a number",
    "simulate --level 0.3": "level=0.3",
    "simulate --level nan": "level=nan",
    "patience harvest --level 1": "level=1.0",
    "simulate --watch 2": "watch=2.0 is not a probability, which runs from 0 to 1",
    "simulate --call never": "call='never' is not one of always, if-better",
    "simulate --until 0": "until='0' is out of range; it runs from 0.001% to 50%",
    "simulate --until 0.6": "until='0.6' has no unit; give 0.6%",
    "simulate --until nan": "until='nan' is out of range",
    "simulate --until soon": "until='soon' is not a half-width of starter_wins; give 0.5%, 10% of",
    "advantage --until soon": "until='soon' is not a half-width of advantage; give 0.5 points",
    "simulate --until 5% --of turns": "until='5%' is not a half-width of turns; give 0.5, in ",
    "simulate --until decided --of stalemate": "until=decided needs a difference; stalemate is no",
    "simulate --of elo": "of=elo cannot be a target, because simulate has no single figure",
    "simulate --of stalemat": "is not a quantity; did you mean stalemate?",
    "simulate --picture-of turns": "picture_of='turns' needs picture, a file",
    "simulate --json --markdown": "--json and --markdown exclude each other",
    "simulate --dask nowhere": "no dask scheduler answers at 'nowhere'; start one",
    "advantage --threads 2 --dask tcp://127.0.0.1:1": "give one of them",
    "compare standard": "a comparison needs at least two variants, such as standard strict",
    "compare standard strict --players uniform,greedy": "names 2 runs, and this takes one",
    "sweep": "two axes, such as reserve-size=5..20, not 0",
    "sweep reserve-size": "write reserve-size=LOW..HIGH or =VALUE,VALUE",
    "sweep reserv-size=5..6": "did you mean reserve-size?",
    "sweep reserve-size=5..": "is not a range; write reserve-size=LOW..HIGH",
    "sweep reserve-size=5...7": "is not a range; write reserve-size=LOW..HIGH",
    "sweep release=no..": "the values of release are not numbers; write them with commas",
    "ladder greedy": "a ladder has 2 to 16 players, not 1",
    "ladder greedy serch": "did you mean search?",
    "ladder greedy bold": "with their module, as in mine.bold",
    "replay --players uniform,greedy": "names 2 runs, and this takes one",
    "replay nothing.games": "nothing.games: No such file",
    "replay standard --game -1": "game=-1 is out of range",
    "variants standard,must-uncover=yes": "covered-houses=no",
    "moves standard hello": "rbsim deal standard prints a starting position",
    "perft standard": "perft needs VARIANT DEPTH 'POSITION', or --check FILE",
    "perft standard -1 POSITION": "depth=-1 is out of range; it runs from 0 to 64",
    "perft --check none.tsv": "none.tsv: No such file",
    "games none": "none",
    "games .": "is not the store of a study; name a folder that --store made",
    "check none": "none is not the store of a study",
    "report none": "none is not the store of a study",
    "merge none.json": "none.json",
    "study none.toml": "none.toml does not exist; name a plan, which is a TOML file",
    "study .": "is not the store of a study",
    "analyse none.games": "none.games",
    # Words that are no command and no option, and options without their value.
    "simualte": "Did you mean 'simulate'?",
    "simulate --gamse 5": "--games",
    "match --games 5": "--matches",
    "simulate --games": "--games needs a value: --games N",
    "simulate strict --players": "--players needs a value: --players TEXT",
    "simulate --store": "--store needs a value: --store DIR",
    "ladder greedy -1": "-1 is not an option or argument of rbsim ladder",
    "variants -2": "-2 is not an option or argument of rbsim variants",
    "variants strict peek": "unexpected extra argument",
    "study": "Missing argument 'PLAN', as in rbsim study PLAN",
    "hint": "Missing argument 'VARIANT', as in rbsim hint standard",
    "hint strict": "Missing argument 'POSITION'; `rbsim deal` prints one",
    "games": "Missing argument 'SOURCE', as in rbsim games STORE",
    # Values that are none, of kinds of studies in turn.
    "bench --seconds 0": "runs from 0.3",
    "simulate --games 0": "games=0 is out of range",
    "simulate --games 1e13": "games=10000000000000 is out of range",
    "simulate --seed 18446744073709551616": "seed=",
    "simulate --threads 0": "threads=0",
    "simulate --max-moves 1e9": "max_moves=",
    "simulate --players greedy,uniform,greedy": "greedy is given twice; give it once",
    "simulate reserve-11 standard,reserve-size=11": "reserve-11 by greedy is given twice",
    "simulate --of starter_offences --until 5": "starter_offences cannot be a target",
    "match --matches 0": "matches=0",
    "match standard,target=0": "target=0",
    "match --first 18014398509481984": "first=",
    "match --players greedy,greedy:greedy": "greedy is given twice; give it once",
    "advantage strict strict": "strict by greedy is given twice",
    "compare standard standard,reserve-size=13": "twice",
    "compare standard nonsense": "'nonsense' is not a variant",
    "sweep nonsense=1": "not an axis",
    "sweep reserve-size=": "names no values",
    "sweep reserve-size=8..5": "runs backwards",
    "sweep reserve-size=5..99999999": "is out of range; it runs from 0 to 52",
    "sweep target=1..50000": "too long",
    "sweep reserve-size=5,5": "twice",
    "sweep release=no,perhaps": "perhaps",
    "sweep reserve-size=5 reserve-size=6": "twice",
    "sweep reserve-size=5 early-turn=no peek=no": "two axes, such as reserve-size=5..20, not 3",
    "sweep target=1..999 reserve-size=1..9": "8,991 points are too many",
    "sweep reserve-size=5,6 --players greedy,uniform": "several",
    "ladder greedy uniform greedy": "greedy is given twice; give it once",
    "ladder greedy uniform --variant three-player": "three-player has 3 seats",
    "ladder greedy uniform --anchor weighted": "anchor='weighted' is not one of the players",
    "ladder greedy uniform --until soon": "until='soon' is not a half-width of lead",
    "fair --handicaps first-moves": "names no values",
    "fair --handicaps last-moves=3": "not an axis",
    "fair --handicaps first-moves=3,3": "twice",
    "fair --handicaps ''": "not an axis",
    "fair --handicaps first-moves=0..2": "the variant already has one of these handicaps",
    "fair three-player --handicaps second-reserve=1": "cannot go with seats=3",
    "fair wrangle --handicaps starter-reserve=1": "late-layout=yes",
    "luck --players uniform --replicates 1": "give replicates=2",
    "luck --shuffles 1": "shuffles=1 is out of range",
    "luck --shuffles 8 --replicates 3": "replicates=3 is out of range",
    "luck three-player --players greedy:greedy:uniform": "luck needs one player in all seats",
    "luck --until 0.1 --source seats": "source=seats is unknown here; name one of start",
    "luck --until 0.1 --source play": "source=play is unknown here; name one of start, open-cards",
    "luck --until decided": "give a width",
    "luck --shuffle 18446744073709551615": "shuffle",
    "patience star stra": "stra",
    "patience --games 5": "name a game to play, or give --all",
    "patience --until 0.1": "name a game to play, or give --all",
    "patience chess": "no game is called 'chess'; `rbsim patience` lists the games",
    "patience harvets": "did you mean harvest?",
    "patience 5 --players expert": "no player is called 'expert'; harvest has forced",
    "patience 5 --players advisor": "no player is called 'advisor'; harvest has forced",
    "patience 64": "no game is called '64'; `rbsim patience` lists the games",
    "patience sympathy --players automatic": "has no player automatic",
    "patience 9 --players uniform,adviser --deal 3": "one player shows a game, so name one",
    "patience 5 8 --deal 3": "--deal needs exactly one game",
    "patience fan --players solver-0": "no player is called 'solver-0'; fan has",
    "patience 5 --deal 3 --json": "--deal prints text only",
    "patience 5 --players solver": "the player decides nothing in harvest",
    "patience 48 --players solver": "parisienne is shuffled between deals",
    "patience 5 --deal -1": "deal=-1 is out of range",
    "patience free-cell --deal ms:0": "ms:0 is out of range",
    "patience free-cell --deal xyz": "'xyz' is not a deal's number",
    "patience free-cell --layout nowhere.txt": "nowhere.txt cannot be read",
    "patience free-cell --layout x --deal 1": "--deal and --layout exclude each other",
    "patience fan --players adviser --work 5": "--work and --memory are for the solver",
    "patience fan --players solver-7 --work 5": "solver-7 sets the work",
    "patience fan --work 0": "work=0 is out of range",
    "patience fan --memory 1": "memory=1 is out of range",
    "patience 5 --all": "--all includes 5",
    "patience robert,passes=x": "robert has no reading passes='x'; it has passes=3; without",
    "patience sympathy,heaps=18": "sympathy has no reading heaps='18'; it has heaps=17; without",
    "patience star --until 0.1 --of turns": "turns",
    "patience robert 15": "robert",
    "patience fly --players uniform,uniform": "uniform",
}  # fmt: skip


@pytest.mark.sample(24)
@pytest.mark.parametrize("line", BAD)
def test_bad_input_gets_one_sentence(line: str, shell: Any) -> None:
    assert BAD[line] in shell.refused(line)
    assert list(shell.folder.iterdir()) == []


def test_files_are_looked_at_before_a_game_is_played(shell, monkeypatch):
    Path("taken.json").write_text("mine")
    for line, said in (
        ("advantage --out x.txt", "end its name in one of .parquet, .csv, .json"),
        ("sweep reserve-size=5,6 --out .", "is a folder; name a file"),
        ("simulate --out none/x.json", "none is not a folder; make it first"),
        ("simulate --out taken.json", "taken.json exists; choose another name, or add --force"),
        ("simulate --out s/x.csv --store s", "s"),
        ("simulate --store taken.json", "is not a folder"),
        ("simulate --store .", "is not the store of a study and not empty; name another folder"),
        ("simulate --picture x.gif", "end its name in one of .svg, .png, .pdf"),
        ("simulate --rows x.csv", "end its name in .parquet"),
        ("simulate --out x.parquet --rows x.parquet", "cannot hold two outputs; name two files"),
        ("simulate --level 90", "level=90.0 is out of range"),
    ):  # fmt: skip
        assert said in shell.refused(f"{line} --games 1e9"), line
    assert [one.name for one in shell.folder.iterdir()] == ["taken.json"]
    assert Path("taken.json").read_text() == "mine"
    monkeypatch.setattr("os.access", lambda *_: False)  # root may write everywhere
    assert "cannot be written" in shell.refused("simulate --games 5 --out x.parquet")
    with pytest.raises(ValueError, match="not a plain file"):
        check_target(Path("/dev/null"), True, ".parquet")


@pytest.mark.sample(4)
@pytest.mark.parametrize(("line", "file"), [
    ("advantage --games 20 --out found.json", "found.json"),
    ("advantage --games 20 --out found.csv", "found.csv"),
    ("simulate --games 20 --rows rows.parquet", "rows.parquet"),
    ("simulate --games 20 --picture plot.svg", "plot.svg"),
    ("games store --out one.games", "one.games"),
    ("replay --html page.html", "page.html"),
    ("study plan.toml", "found.json"),
    ("report store --out page.html", "page.html"),
])  # fmt: skip
def test_force_replaces(line: str, file: str, shell: Any) -> None:
    rbsim.advantage(games=20, store="store")
    Path("plan.toml").write_text('[output]\nout = "found.json"\n[[study]]\nkind = "advantage"\n'
                                 'games = 20')  # fmt: skip
    Path(file).write_text("kept")
    before = sorted(shell.folder.iterdir())
    said = shell.refused(line)
    assert said == f"{file} exists; choose another name, or add --force to replace it"
    assert Path(file).read_text() == "kept"
    shell.said(f"{line} --force")
    assert Path(file).read_bytes() != b"kept"
    assert sorted(shell.folder.iterdir()) == before


# ---- numbers -------------------------------------------------------------------------------------

# What has to be there besides the number for a command to look at it.
WORDS = {
    "compare": ["standard", "strict"], "sweep": ["reserve-size=5,6"],
    "ladder": ["greedy", "uniform"], "patience": ["talkative"], "games": ["store"],
    "hint": ["standard", POSITION], "analyse": ["standard"], "study": ["plan.toml"],
    "report": ["store"], "merge": ["store"],
}  # fmt: skip


class Parameter(NamedTuple):
    """A parameter of a command."""

    command: str
    name: str
    kind: set[Any]
    parser: Any

    def given(self, value: str) -> list[str]:
        """The parameter on the command line; the one argument that is a number is perft's."""
        if self.name == "depth":
            return ["standard", value]
        return [f"--{self.name.replace('_', '-')}", value]


def parameters() -> list[Parameter]:
    """All parameters of all commands."""
    found = []
    for command in command_line().registered_commands:
        name = command.callback.__name__  # type: ignore[union-attr]
        for own, hint in get_type_hints(command.callback, include_extras=True).items():
            if own == "return":
                continue
            assert get_origin(hint) is not None, f"{name} {own} has no help"
            kind, info = get_args(hint)
            found.append(Parameter(name, own, {*(get_args(kind) or (kind,))}, info.parser))
    return found


EVERY = parameters()
WHOLE = [one for one in EVERY if one.parser is whole_number]
NUMBERS = [one for one in EVERY if one.parser is number]


def test_no_number_is_read_by_a_library() -> None:
    """Whose own words on what is none would be shown."""
    for one in EVERY:
        if one not in [*WHOLE, *NUMBERS]:
            assert one.kind <= {str, bool, Path, type(None), list[str], list[Path]}, one
    assert {one.name for one in WHOLE} == {
        "games", "matches", "seed", "first", "max_turns", "max_moves", "max_turn_moves",
        "search_limit", "threads", "work", "memory", "game", "depth", "limit",
        "seat", "worlds", "shuffle", "replicate", "shuffles", "replicates", "part",
    }  # fmt: skip
    assert {one.name for one in NUMBERS} == {"level", "margin", "pace", "seconds"}


@pytest.mark.full
def test_numbers_that_are_none_or_out_of_range(shell: Any) -> None:
    """Of what is no number one for each, as all are read by the same function."""
    Path("plan.toml").write_text('[[study]]\nkind = "advantage"\ngames = 20')
    rbsim.simulate(games=20, store="store")
    assert len(WHOLE) > 50
    for one, none in zip(WHOLE, cycle(("x", "1.5", "", "nan", "1e-3", "0x10")), strict=False):
        said = shell.refused(one.command, *one.given(none))
        assert said == f"{one.name}={none!r} is not a whole number such as 20, 10k or 1e6"
        words = [one.command, *WORDS.get(one.command, [])]
        for value in (-1, 10**30) if one.name != "depth" else ():
            said = shell.refused(*words, *one.given(str(value)))
            said = said.removeprefix("plan.toml, line 1, study: ")
            assert said.startswith(f"{one.name}={value} is out of range; it"), words
    for one in NUMBERS:
        words = [one.command, *WORDS.get(one.command, [])]
        for none in ("x", "", "0,5", "5%"):
            said = shell.refused(*words, *one.given(none))
            assert said == f"{one.name}={none!r} is not a number such as 0.95"
        for value in ("nan", "inf", "-1", "1e9"):
            said = shell.refused(*words, *one.given(value))
            assert said.startswith(f"{one.name}={float(value)} is out of range; it runs"), words


@pytest.mark.parametrize(
    ("text", "wanted"),
    [("7", 7), ("1_000_000", 10**6), ("1e6", 10**6), ("1E+3", 1000), ("2.5e3", 2500),
     ("1.0e1", 10), ("0", 0), ("-3", -3), ("10k", 10_000), ("1.5M", 1_500_000), ("1,000", 1000),
     (" 20 ", 20), ("99999999999999999999", 10**20 - 1), (1e5, 100_000), (20, 20),
     *((text, None) for text in ("", "x", "1.5", "1.55e1", "1__0", "_1", "1e-3", "1e400", "nan",
       "٣", "1,00", "1.000", "1kk", "e6", "1e", "0x10", "9" * 500, 1.5, True, None,
       float("inf")))],
)  # fmt: skip
def test_whole_numbers_as_people_write_them(text: object, wanted: int | None) -> None:
    if wanted is not None:
        assert read_whole(text) == wanted
        return
    with pytest.raises(ValueError, match="is not a whole number such as 20, 10k or 1e6"):
        read_whole(text)


# ---- odd files -----------------------------------------------------------------------------------


def longer_loop(path: Path) -> None:
    path.symlink_to("there")
    path.with_name("there").symlink_to(path.name)


# A pipe that nobody writes into would be waited for at its opening, an open one at the first read.
ODD: dict[str, Callable[[Path], object]] = {
    "pipe": os.mkfifo, "open pipe": os.mkfifo, "no end": lambda path: path.symlink_to("/dev/zero"),
    "nothing": lambda path: path.symlink_to("/dev/null"), "folder": Path.mkdir,
    "loop": lambda path: path.symlink_to(path.name), "longer loop": longer_loop,
    "no target": lambda path: path.symlink_to("nowhere"),
}  # fmt: skip
# The file that each command reads, and its words.
READING = [
    ("counts.tsv", "perft --check counts.tsv"),
    ("plan.toml", "study plan.toml"),
    ("family.toml", "simulate family.toml"),
    ("some.games", "replay some.games"),
    ("some.games", "analyse some.games"),
    ("some.parquet", "games some.parquet"),
    ("result.json", "merge result.json"),
    ("result.json", "study result.json"),
    ("store", "check store"),
    ("store", "report store"),
    ("store", "simulate --store store"),
    *((place, line) for place in ("store/study.parquet", "store/arm-0/shard")
      for line in ("games store", "check store", "report store", "simulate --store store")),
    ("store/study.parquet", "study store"),
]  # fmt: skip


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes with names here")
@pytest.mark.sample(3)
@pytest.mark.parametrize("kind", ODD)
@pytest.mark.parametrize(("place", "line"), READING)
def test_odd_files_are_refused(place: str, line: str, kind: str, shell: Any) -> None:
    """In a sentence that names them, and none is waited for."""
    path = shell.folder / place
    if path.parent != shell.folder:
        rbsim.simulate(games=20, store="store")
        if path.name == "shard":
            path = min(path.parent.glob("*.parquet"))
        path.unlink()
    elif kind == "folder" and path.name == "store":
        pytest.skip("a folder is right here")
    ODD[kind](path)
    writer = os.open(path, os.O_RDWR) if kind == "open pipe" else -1
    few = " --games 20 --quiet" if line.startswith("simulate") else ""
    status, out, error = shell(line + few)
    if writer >= 0:
        os.close(writer)
    if kind == "no target" and path.suffix == ".parquet" and "--store" in line:
        return  # as if it were not there
    assert status in (1, 2)
    told = (out + error).splitlines()
    assert len(told) == (2 if status == 1 else 1), told
    assert path.name in told[0] or "store" in told[0]
    assert "interrupted" not in told[0]


def test_standard_input_is_read_if_it_is_a_file(shell: Any) -> None:
    """`rbsim perft --check /dev/stdin < counts.tsv`; of a pipe it is refused."""
    Path("counts.tsv").write_text(f"standard\t0\t1\t{POSITION}\n")
    with open("counts.tsv", "rb") as file:
        shell.said(f"perft --check /dev/fd/{file.fileno()}")
    reading, writing = os.pipe()
    try:
        said = shell.refused(f"perft --check /dev/fd/{reading}")
    finally:
        os.close(reading)
        os.close(writing)
    assert "is a pipe, not a plain file" in said


# ---- long input ----------------------------------------------------------------------------------

GAME = rbcore.Game.deal(STANDARD, 1, 0).notation
READERS: dict[str, Callable[[int], Any]] = {
    "axes": lambda n: rbcore.variant("standard," + ",".join(f"a{i}=5" for i in range(n))),
    "number": lambda n: rbcore.variant("standard,reserve-size=" + "9" * n),
    "position": lambda n: rbcore.Position.parse(f"{POSITION}{' a=b' * n}", STANDARD),
    "cards": lambda n: rbcore.Position.parse(f"{POSITION} {'KS' * n}", STANDARD, partial=True),
    "history": lambda n: rbcore.Game.parse(
        GAME + " history=" + ",".join(f"{i:016x}" for i in range(n)), STANDARD
    ),
    "plan": lambda n: rbcore.Game.parse(GAME + " plan=greedy" + ",r>F" * n, STANDARD),
    "counts": lambda n: rbcore.Game.parse(GAME + " offences=" + "1," * n, STANDARD),
    "move": lambda n: rbcore.Position.parse(POSITION, STANDARD).judge("r>F" * n),
}


@pytest.mark.parametrize("name", READERS)
def test_so_does_long_notation(name: str) -> None:
    assert growth(READERS[name], 40) < 6
