"""Game files: what is written is read and written again the same, and what is wrong is refused."""

from __future__ import annotations

import gzip
import io
from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import rbcore
from rbcore import Attention
from rbsim.arms.arm import make_arm
from rbsim.arms.bank import MATCHES
from rbsim.games import Transcript, read, write
from rbsim.games.files import MAX_LINE
from rbsim.games.transcript import transcripts
from rbsim.options import GameOptions

ODD = (Attention({"reserve": 0.1, "space": 1 / 3}, 0.7), Attention.careless(0.2, 0.5, "if-better"))
PLAYERS = ("greedy", "weighted~0.2", "uniform")
NOTHING_TO_OVERLOOK = "wrangle"
MATCHED = (
    "standard,target=60",
    "standard,target=90,starter=alternate",
    "three-player,target=60,starter=alternate",
)


def text_of(games: Iterable[Transcript]) -> str:
    file = io.StringIO()
    write(file, games)
    return file.getvalue()


def same_again(games: list[Transcript]) -> None:
    """Fail unless games are written, read as they were, and written as the same text."""
    text = text_of(games)
    back = list(read(io.StringIO(text)))
    assert back == games
    assert text_of(back) == text


def attention(rules: rbcore.Rules) -> tuple[Attention, ...]:
    return (*ODD, ODD[0])[: rules.seats]


@pytest.mark.sample(4)
@pytest.mark.parametrize("variant", rbcore.PRESETS)
@pytest.mark.parametrize("slips", [False, True])
def test_games_of_every_preset(variant: str, slips: bool) -> None:
    rules = rbcore.variant(variant)
    seen = attention(rules) if slips else None
    games = [
        Transcript.traced(
            rules, PLAYERS[: rules.seats], 7, game, attention=seen, max_turns=120, max_moves=2_000
        )
        for game in range(3 if variant in ("wrangle", "here-and-there") else 6)
    ]
    called = any("!" in entry for one in games for entry in one.moves)
    assert called == (slips and variant != NOTHING_TO_OVERLOOK)
    same_again(games)


@pytest.mark.parametrize("variant", MATCHED)
def test_games_of_matches_are_those_of_the_match(variant: str) -> None:
    arm = make_arm(variant, "greedy", 3, GameOptions(seed=5), MATCHES)
    rows = np.zeros(3, MATCHES.row)
    arm.play(0, rows, np.zeros(1, np.uint8))
    for row in rows:
        games = list(transcripts(arm, int(row["index"])))
        assert len(games) == row["games"]
        assert games[0].starter == row["starter"]
        points = [sum(scores) for scores in zip(*(one.scores or () for one in games), strict=True)]
        assert points == row["scores"][: arm.rules.seats].tolist()
        assert {one.game - one.match * rbcore.MATCH_GAMES for one in games} == {*range(len(games))}
        same_again(games)
    with pytest.raises(ValueError, match=r"game 2048 belongs to match 2, not 3"):
        text_of([replace(games[0], match=3)])


STANDARD = rbcore.variant("standard")
GAME = Transcript.traced(STANDARD, ["greedy", "weighted"], 1, 3)
TEXT = text_of(
    [GAME, replace(Transcript.traced(STANDARD, ["uniform"] * 2, 1, 4), comments={0: "Zug"})]
)


@pytest.mark.parametrize(
    "encode",
    [
        lambda text: text.encode("utf-8-sig"),
        lambda text: text.encode("utf-16"),
        lambda text: text.replace("\n", "\r\n").encode(),
        lambda text: gzip.compress(text.replace("\n", "\r\n").encode("utf-8-sig")),
        lambda text: text.replace(" h>", "\n\n\t h>").encode(),
        lambda text: text.replace(": ", ":   ").encode().rstrip(b"\n"),
        lambda text: b"\n \n" + text.encode() + b"\n\n",
    ],
)
def test_text_of_all_systems_is_read(encode: Callable[[str], bytes], tmp_path: Path) -> None:
    path = tmp_path / "some.games"
    path.write_bytes(encode(TEXT.replace("{Zug}", "{Zug\u00e4nglich}")))
    assert text_of(read(path)) == TEXT.replace("{Zug}", "{Zug\u00e4nglich}")


def test_comments_stay_where_they_are() -> None:
    long = "a word " * 40 + "variant: strict"
    game = replace(GAME, comments={0: "before", 1: "x", 5: long, len(GAME.moves): "the end"})
    text = text_of([game])
    assert max(len(line) for line in text.splitlines() if "position" not in line) <= 100
    same_again([game])
    [back] = read(io.StringIO(text.replace("{x}", "{x\n  {y}".replace("{y", "y"))))
    assert back.comments[1] == "x y"


@pytest.mark.parametrize("suffix", [".games", ".gz"])
def test_files_have_their_name_when_they_are_whole(suffix: str, tmp_path: Path) -> None:
    path = tmp_path / f"some{suffix}"

    def games() -> Iterable[Transcript]:
        yield GAME
        assert not path.exists()
        yield GAME

    assert write(path, games()) == 2
    assert list(read(path)) == [GAME, GAME]
    before = path.read_bytes()
    assert (b"variant" in before) == (suffix == ".games")
    with pytest.raises(ValueError, match="exists"):
        write(path, [GAME])
    with pytest.raises(ValueError, match="is not legal here"):
        write(path, [GAME, replace(GAME, moves=("1>1",))], force=True)
    assert path.read_bytes() == before
    with pytest.raises(ValueError, match=r"end its name in one of .games, .gz"):
        write(tmp_path / "games.parquet", [GAME])
    assert list(tmp_path.iterdir()) == [path]


LINES = TEXT.splitlines()
AT = {line.partition(":")[0]: number for number, line in enumerate(LINES[:20], 1)}
MOVES = AT["position"] + 2  # the line of the first move


def line(number: int, text: str) -> str:
    """The file with another line."""
    return "\n".join([*LINES[: number - 1], text, *LINES[number:]])


BAD = [
    (line(1, "variant: chess"), 1, "'chess' is not a variant"),
    (line(1, "seed: 1"), 1, "a game begins with variant: NAME"),
    (line(AT["seed"], "seed: x"), AT["seed"], "seed: 'x' is not a whole number"),
    (line(AT["seed"], "seed: 2"), AT["position"], "this is not the deal of game 3 of seed 2"),
    (line(AT["seed"], ""), AT["seed"], "'' is not KEY: VALUE"),
    (line(AT["game"], "seed: 1"), AT["game"], "seed: the key is repeated"),
    (line(AT["game"], "axes: "), AT["game"], "not an axis"),
    (line(AT["game"], "axes: reserve-size=11"), AT["game"], "axes: these belong to reserve-11"),
    (line(AT["game"], "date: today"), AT["game"], "date is not a key of a header"),
    (line(AT["players"], "players: a:b:c"), AT["players"], "players: 'a:b:c' is not one name"),
    (line(AT["players"], "slip: 2"), AT["players"], "slip"),
    (line(AT["players"], "watch: x"), AT["players"], "watch"),
    (line(AT["limits"], "limits: max-turns=5"), MOVES + 5, "the game is over"),
    (line(AT["limits"], "limits: max-turns=x"), AT["limits"], "max-turns: 'x' is not a whole"),
    (line(AT["limits"], "limits: turns=5"), AT["limits"], "limits: 'turns=5' is not one of"),
    (line(AT["starter"], "starter: 2"), AT["starter"], "starter: '2' is not a whole number from"),
    (line(AT["outcome"], "outcome: lost"), AT["outcome"], "outcome: 'lost' is not one of"),
    (line(AT["outcome"], "outcome: standoff"), AT["outcome"], "outcome: the moves lead to win"),
    (line(AT["scores"], "scores: 1,2"), AT["scores"], "scores: the moves lead to"),
    (line(AT["scores"], "scores: 1"), AT["scores"], "scores: '1' is not 2 whole numbers"),
    (line(AT["position"], "position: 0 -"), AT["position"], "a position is 6 fields"),
    (line(AT["position"], ""), AT["position"], "'' is not KEY: VALUE"),
    (
        line(AT["position"], f"{LINES[AT['position'] - 1]} known=0"),
        AT["position"],
        "not the deal of game 3",
    ),
    (line(MOVES, "2. turn"), MOVES, "'2.' is at the beginning of turn 1"),
    (line(MOVES, "turn"), MOVES, "turn 1 begins with 'turn'; its number is missing"),
    (line(MOVES, "1. 1. turn"), MOVES, "'1.' is not at the beginning of a turn"),
    (line(MOVES, "1. r>Z"), MOVES, "'Z' is not a place of these rules"),
    (line(MOVES, "1. pass"), MOVES, "pass is not legal here"),
    (line(MOVES, "1. turn!"), MOVES, "nobody offends in a game without slips"),
    (line(MOVES, "1. " + "x!" * 4_000), MOVES, "! stands at the end of one"),
    (line(MOVES, "1. stop"), MOVES, "stop must follow the move"),
    (line(MOVES, "seed: 4"), MOVES, "seed: comes after position"),
    (line(MOVES, "} 1."), MOVES, "} is outside a comment"),
    (line(MOVES, "{ { 1."), MOVES, "{ is inside a comment"),
    (line(MOVES, "{"), TEXT.count("\n", 0, TEXT.index("{")) + 1, "{ is inside a comment"),
    (line(MOVES, "\x1b[2J 1."), MOVES, r"it has the control character U\+001B"),
    (line(MOVES, "{a\u202eb}"), MOVES, r"it has the control character U\+202E"),
    (line(MOVES, "{" + "x" * MAX_LINE + "}"), MOVES, "a line has at most 10,000 characters"),
    ("\n".join(LINES[: MOVES + 3]), AT["outcome"], "outcome: the game is not over after"),
    ("\n".join([*LINES[: MOVES + 3], *LINES]), AT["outcome"], "the game is not over after"),
    ("\n".join(LINES[:5]), 5, "the game has no position: LINE"),
    (TEXT + "99. turn\n", len(LINES) + 1, "the game is over"),
]


@pytest.mark.parametrize(("text", "at", "words"), BAD)
def test_what_is_wrong_is_refused(text: str, at: int, words: str, tmp_path: Path) -> None:
    path = tmp_path / "bad.games"
    path.write_text(text)
    with pytest.raises(ValueError, match=words) as refused:
        list(read(path))
    assert str(refused.value).startswith(f"{path}, line {at}: ")
    assert str(refused.value).isprintable()
    assert len(str(refused.value)) < 1_000


SLIPPED = Transcript.traced(STANDARD, ["greedy"] * 2, 1, 5, attention=ODD)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda text: text.replace(" stop", "", 1), "stop must follow the move|begin"),
        (lambda text: text.replace(" stop", " stop stop", 1), "begins with 'stop'"),
        (lambda text: text.replace("! ", "! turn! ", 1), "Stop was called; the omitted move"),
        (lambda text: text.replace("! ", "!! ", 1), "stands at the end of one"),
        (lambda text: text.replace("turn waste", "turn! waste", 1), "is legal here, so nobody"),
        (lambda text: text.replace("slip: ", "slip: 0,").replace("slip: 0,", "call: "), "call"),
        (lambda text: text[: text.index("! ")] + "!", "not over after"),
    ],
)
def test_wrong_stops_are_refused(change: Callable[[str], str], words: str) -> None:
    text = text_of([SLIPPED])
    with pytest.raises(ValueError, match=words):
        list(read(io.StringIO(change(text))))


@pytest.mark.parametrize("cut", [0.3, 0.9])
def test_compressed_files_that_are_cut_off(cut: float, tmp_path: Path) -> None:
    path = tmp_path / "cut.gz"
    write(path, [GAME] * 3)
    whole = path.read_bytes()
    path.write_bytes(whole + whole)
    assert list(read(path)) == [GAME] * 6
    path.write_bytes(whole[: int(len(whole) * cut)])
    with pytest.raises(ValueError, match=r"cut\.gz, line \d+: the compressed data are damaged"):
        list(read(path))


def test_what_is_no_text(tmp_path: Path) -> None:
    path = tmp_path / "latin.games"
    path.write_bytes(TEXT.replace("Zug", "Z\u00fcge").encode("latin-1"))
    with pytest.raises(ValueError, match=r"latin.games, line \d+: this is not text in UTF-8"):
        list(read(path))
    with pytest.raises(TypeError, match="stream of bytes"):
        next(read(io.BytesIO(b"variant: standard\n")))  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="is not text, a path or a stream of text"):
        next(read(3))  # type: ignore[arg-type]


@pytest.mark.parametrize(("changes", "words"), [
    ({"moves": GAME.moves[:-1]}, "not over"), ({"moves": (*GAME.moves, "turn")}, "over"),
    ({"outcome": "stalemate"}, "lead to win"), ({"scores": (1, 1)}, "scores"),
    ({"seed": 2}, "not the deal of game 3 of seed 2"), ({"game": None}, "give all of seed"),
    ({"starter": 1 - GAME.start.seat}, "starter"), ({"comments": {1: "a } b"}}, "brace"),
    ({"comments": {1: "a\x1bb"}}, "control character"),
    ({"comments": {10_000: "late"}}, "comes after 10000 entries"),
    ({"players": ("a\nb", "c")}, "control character"), ({"players": ("a:b", "c")}, "player"),
])  # fmt: skip
def test_what_could_not_be_read_is_not_written(changes: dict[str, object], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        text_of([replace(GAME, **changes)])  # type: ignore[arg-type]


def test_a_long_file_takes_the_memory_of_one_game() -> None:
    """Lines are asked for as games are."""
    given = 0

    class Endless(io.StringIO):
        def __init__(self) -> None:
            self.lines = text_of([GAME]).splitlines(keepends=True)

        def readline(self, size: int = -1, /) -> str:  # type: ignore[override]
            nonlocal given
            given += 1
            return self.lines[(given - 1) % len(self.lines)]

    games = read(Endless())
    for number in range(1, 20):
        assert next(games) == GAME
        assert given == number * len(text_of([GAME]).splitlines()) + 1
