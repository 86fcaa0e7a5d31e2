"""Every reader of text: what it is to make of any text, and texts: changed ones, and a corpus.

A reader takes a text or refuses it by ValueError, in one printable sentence. What it takes must
hold: it prints, reads back equal, and plays on. The corpus is what a fuzzer found.
"""

import json
import random
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from unittest import mock

import rbcore
import rbsim
from attack import game_lines
from attack.changes import mutate, positions_of, replace
from rbcore.rules.variants import AXES
from rbpatience import book, playing
from rbsim.arms import players as players
from rbsim.arms.arm import attention_of, seat_players, split_runs
from rbsim.cli.game_commands import read_counts
from rbsim.files import sealed
from rbsim.keeping.plans import read_plan
from rbsim.kinds.runs import axis_values

CORPUS = Path(__file__).parent / "corpus"  # a file for each reader; a line for each text, as JSON
DOCS = Path(__file__).parents[2] / "docs"
SMALL = ("standard,reserve-size=3,houses-each=1", "standard,houses-each=0")
TEXTS = 200_000
LONGEST = 2_000  # characters of a sentence
RULES = {name: rbcore.variant(name) for name in (*SMALL, *rbcore.PRESETS)}


@dataclass(frozen=True)
class Reader:
    """A reader, what must hold of all that it takes, and texts to begin with."""

    read: Callable[[str], Any]
    holds: Callable[[Any], object]
    seeds: Callable[[], Iterator[str]]


def problem(name: str, text: str) -> str:
    """Have a reader read a text; return what is wrong with how it did, or nothing."""
    reader = READERS[name]
    try:
        with mock.patch.object(players, "_import_player", _refuse):  # it runs any module
            found = reader.read(text)
    except ValueError as error:
        said = str(error)
        sound = said and said.isprintable() and len(said) <= LONGEST
        return "" if sound else f"says {said[:300]!r}"
    except Exception as error:
        return f"{type(error).__name__}: {str(error)[:100]}"
    try:
        reader.holds(found)
    except Exception as error:
        return f"read, but {type(error).__name__}: {str(error)[:100]}"
    return ""


def kept(name: str) -> list[str]:
    """The corpus of a reader."""
    path = CORPUS / f"{name}.jsonl"
    return [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []


def _refuse(path: str) -> None:
    raise ValueError(f"{path!r} is not imported here")


def _of_rules(text: str) -> tuple[str, rbcore.Rules]:
    """A text behind the name of its rules and a tab, and the rules; the standard ones else."""
    name, _, line = text.partition("\t")
    return line, RULES.get(name, RULES["standard"])


@contextmanager
def _file(name: str, text: str = "") -> Iterator[Path]:
    with tempfile.TemporaryDirectory(prefix="rbsim-readers-") as folder:
        path = Path(folder) / name
        path.write_bytes(text.encode(errors="surrogateescape"))
        yield path


# ---- positions, games, moves -------------------------------------------------------------------


def _read_position(text: str) -> rbcore.Position:
    line, rules = _of_rules(text)
    return rbcore.Position.parse(line, rules, partial=True)


def _position_holds(position: rbcore.Position) -> None:
    again = rbcore.Position.parse(position.notation, position.rules, partial=True)
    assert (again, again.notation) == (position, position.notation)
    assert position.winner is not None or position.moves()
    with suppress(ValueError):  # cards may be missing
        assert rbcore.Position.parse(position.notation, position.rules) == position
    assert rbcore.perft(position, 1) == len(position.moves())


def _positions() -> Iterator[str]:
    for name, rules in RULES.items():
        yield from (f"{name}\t{line}" for line in positions_of(rules, random.Random(1), 4))


def _read_game(text: str) -> rbcore.Game:
    line, rules = _of_rules(text)
    return rbcore.Game.parse(line, rules, partial=True, **game_lines.SHORT)


def _games() -> Iterator[str]:
    for name, rules in RULES.items():
        for number in range(4):
            yield f"{name}\t{game_lines.played(rules, random.Random(number))}"


def _read_move(text: str) -> object:
    line, rules = _of_rules(text)
    return rbcore.Position.deal(rules, 1, 0).judge(line)


def _moves() -> Iterator[str]:
    for name, rules in RULES.items():
        texts = filter(None, rbcore.action_texts(rules, 0))
        yield from (f"{name}\t{text}" for text in list(texts)[::9])


# ---- names -------------------------------------------------------------------------------------


def _read_variant(text: str) -> rbcore.Rules:
    return rbcore.variant(text)


def _variant_holds(rules: rbcore.Rules) -> None:
    assert rbcore.variant(rbcore.variant_text(rules)) == rules
    assert rbcore.Position.deal(rules, 1, 0).moves()


def _variants() -> Iterator[str]:
    yield from rbcore.PRESETS
    for axis, field in AXES.items():
        plain = ("yes", "no") if isinstance(field.default, bool) else ("0", "1", "12")
        yield from (f"standard,{axis}={value}" for value in field.metadata["values"] or plain)


def _axes() -> Iterator[str]:
    yield from ("reserve-size=5..8", "release=no,any peek=no,yes", "houses-each=0,1,4")
    yield from (text.partition(",")[2] for text in _variants() if "," in text)


def _read_players(text: str) -> list[Any]:
    runs = split_runs(text)
    return [name for run in runs for name in seat_players(run, 2)]


def _players_hold(names: list[str]) -> None:
    for name in names:
        assert rbcore.versioned(name).startswith(name)


def _players() -> Iterator[str]:
    yield from rbcore.PLAYERS
    yield from ("weighted~0.3", "search-500", "search-5ms+memory~.1", "greedy:uniform,planner",
                "lookahead+sight", "nested+memory~1.0", "search-1+sight:greedy~0")  # fmt: skip


def _read_slips(text: str) -> Any:
    slip, _, rest = text.partition("\t")
    watch, _, call = rest.partition("\t")
    return attention_of(slip, watch or "1", 2, call or "always")


def _slips() -> Iterator[str]:
    yield from (
        "0.1",
        "misplacing=0.1",
        "reserve=0.1,load=0.2:0\t0.5:1\tif-better:always",
        "0.1:0\t1e-3",
        "0",
    )


# ---- packs -------------------------------------------------------------------------------------


def _read_pack(text: str) -> Any:
    name, _, pack = text.partition("\t")
    return playing.play_pack(name, pack)


def _packs() -> Iterator[str]:
    for number in book.GAMES:
        yield f"{number}\t{playing.deal(number, 1, 0)}"


# ---- files -------------------------------------------------------------------------------------


def _read_plan(text: str) -> Any:
    with _file("plan.toml", text) as path:
        return read_plan(path)


def _plans() -> Iterator[str]:
    for path in sorted((DOCS / "studies").glob("*.toml")):
        if "[[study]]" in path.read_text():
            yield path.read_text()
    yield from (
        'seed = 7\n[[study]]\nkind = "sweep"\naxes = "reserve-size=5..8"\n',
        '[preset.mine]\nbase = "strict"\naxes = {reserve-size = 11}\n'
        '[[study]]\nkind = "advantage"\nvariant = ["mine", "standard"]\ngames = 1e3\nlevel = 0.9\n',
        '[[study]]\nkind = "patience"\ngame = "robert,passes=3"\nuntil = "10%"\n'
        '[output]\nstores = "a"\nreport = "b.html"\nfigures = false\n',
    )


def _read_counts(text: str) -> Any:
    with _file("counts.tsv", text) as path:
        return read_counts(path)


def _counts() -> Iterator[str]:
    deals = [rbcore.Position.deal(RULES[name], 1, 0) for name in ("standard", "three-player")]
    yield f"variant\tdepth\tcount\tposition\nstandard\t1\t4\t{deals[0]}\n"
    yield f"# three seats\nthree-player\t2\t40\t{deals[1]}\r\n\n"


def _read_result(text: str) -> Any:
    """With the digest of what it says, so that hostile values get behind it."""
    with suppress(Exception):  # no document; the reader is to say so
        text = sealed(json.loads(text)).decode()
    with _file("result.json", text) as path:
        return rbsim.load(path)


def _result_holds(result: Any) -> None:
    str(result), result.to_dict(), result.report()


def _results() -> Iterator[str]:
    few = {"games": 8, "seed": 1, "threads": 1}
    for result in (
        rbsim.simulate("simplified", players="greedy", **few),
        rbsim.advantage("simplified", **few),
        rbsim.compare("simplified", "simplified,peek=yes", **few),
        rbsim.sweep("reserve-size=5,6", variant="simplified", **few),
        rbsim.ladder("greedy", "uniform", variant="simplified", **few),
        rbsim.match("simplified,target=20", matches=4, seed=1, threads=1),
        rbsim.patience("harvest", **few),
    ):
        with _file("seed.json") as path:
            result.save(path, force=True)
            yield json.dumps(json.loads(path.read_text()), separators=(",", ":"))


READERS = {
    "positions": Reader(_read_position, _position_holds, _positions),
    "games": Reader(_read_game, game_lines.hold, _games),
    "moves": Reader(_read_move, int, _moves),
    "variants": Reader(_read_variant, _variant_holds, _variants),
    "axes": Reader(lambda text: list(map(axis_values, text.split(" "))), list, _axes),
    "players": Reader(_read_players, _players_hold, _players),
    "slips": Reader(_read_slips, repr, _slips),
    "packs": Reader(_read_pack, repr, _packs),
    "plans": Reader(_read_plan, repr, _plans),
    "counts": Reader(_read_counts, repr, _counts),
    "results": Reader(_read_result, _result_holds, _results),
}


def attack(rounds: int = TEXTS, seed: int = 1) -> tuple[int, list[str]]:
    """Have readers in turn read so many changed texts; return how many, and the findings."""
    rng, found = random.Random(seed), []
    seeds = {name: [*one.seeds(), *kept(name)] for name, one in READERS.items()}
    for number in range(rounds):
        name = [*READERS][number % len(READERS)]
        text = rng.choice(seeds[name])
        if name == "results" and rng.random() < 0.7:
            with suppress(ValueError):
                text = json.dumps(replace(json.loads(text), rng))
        else:
            text = mutate(text, rng)
        if said := problem(name, text):
            found.append(f"{name}: {said} of {text[:300]!r}")
    return rounds, found
