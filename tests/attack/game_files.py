"""Game files, mutated in bytes, lines and entries: refused in a sentence, or read to valid games.

A refusal is a ValueError that names the file and a line. Games that are read are written, and read
back equal. Rounds run in child processes, so that a crash, or
no end, is told from a finding.
"""

import gzip
import io
import random
import re
import tempfile
from functools import cache
from pathlib import Path

import rbcore
from attack.changes import mutate_bytes
from attack.children import findings
from rbcore import Attention
from rbsim.games import Transcript, read, write

FILES = 100_000
TOGETHER = 250  # rounds of a child
VARIANTS = ("standard", "strict,plan-limit=1", "covered,plan-limit=1", "three-player", "peek",
            "here-and-there", "crossley", "simplified", "face-down")  # fmt: skip
CARELESS = dict.fromkeys(rbcore.PRIORITIES, 0.2) | {"misplacing": 0.1}
SHORT = {"max_turns": 60, "max_moves": 400, "search_limit": 50}
WORDS = ("turn", "waste", "pass", "stop", "r>F", "h>1", "1>2", "4*3>8", "turn!", "waste!",
         "h>1?", "R>w?", "F>H!", "?", "{", "}", "1.", "2.", "999999999999.", "!", "{note}",
         "variant: strict", "slip: 1", "seed: 0", "outcome: win", "scores: 0,0", "position: -",
         "match: 0", "limits: max-moves=1", "x" * 10_001, "\ufeff", "\u202e",
         "\x1b[2J")  # fmt: skip
REFUSAL = re.compile(r".*bad(\.games|\.gz), line [1-9][0-9]*: .+", re.DOTALL)


@cache
def seeds() -> tuple[str, ...]:
    """Files of two games, in half of which seats slip."""
    made = []
    for number, variant in enumerate(VARIANTS * 2):
        rules = rbcore.variant(variant)
        slips = (Attention(CARELESS, 0.6),) * rules.seats if number % 2 else None
        games = [
            Transcript.traced(rules, ["greedy"] * rules.seats, 3, game, attention=slips, **SHORT)
            for game in (number, number + 1)
        ]
        made.append(text_of(games))
    return tuple(made)


def text_of(games: list[Transcript]) -> str:
    file = io.StringIO()
    write(file, games)
    return file.getvalue()


def forge(text: str, rng: random.Random) -> bytes:
    """A file with one to four changes of entries, lines or bytes."""
    for _ in range(rng.randint(1, 4)):
        lines = text.split("\n")
        at, to = rng.randrange(len(lines)), rng.randrange(len(lines))
        kind = rng.randrange(6)
        if kind == 0:
            lines[at], lines[to] = lines[to], lines[at]
        elif kind == 1:
            lines[at:at] = [lines[to]]
        elif kind == 2:
            del lines[at]
        elif kind == 3:
            lines = lines[: max(at, 1)]
        else:
            words = lines[at].split(" ")
            place = rng.randrange(len(words))
            words[place : place + kind - 4] = [rng.choice((*WORDS, *words))]
            lines[at] = " ".join(words)
        text = "\n".join(lines)
    content = text.encode("utf-8", "replace")
    if rng.random() < 0.3 and content:
        content = mutate_bytes(content, rng)
    if rng.random() < 0.1:
        content = gzip.compress(content)
        if rng.random() < 0.7:
            content = mutate_bytes(content, rng)
    return content


def content_of(number: int, seed: int) -> bytes:
    """The file of a round."""
    rng = random.Random(f"{seed}-{number}")
    return forge(rng.choice(seeds()), rng)


def problem(number: int, seed: int, folder: Path) -> str | None:
    """Read the file of a round; return what is wrong, or None."""
    path = folder / ("bad.games" if number % 2 else "bad.gz")
    path.write_bytes(content_of(number, seed))
    games = []
    try:
        for game in read(path):
            games.append(game)
    except ValueError as error:
        said = str(error)
        if not (said.isprintable() and REFUSAL.fullmatch(said) and len(said) < 2_000):
            return f"says {said[:200]!r}"
    except Exception as error:
        return f"{type(error).__name__}: {str(error)[:200]}"
    if not games:
        return None
    text = text_of(games)
    again = list(read(io.StringIO(text)))
    if again != games or text_of(again) != text:
        return "is read to games that are others when they are written"
    return None


def attack(rounds: int = FILES, seed: int = 1) -> tuple[int, list[str]]:
    """Forge so many files; return how many, and the findings."""
    seeds()
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        found = findings(rounds, lambda number: problem(number, seed, folder), TOGETHER)
    return rounds, [f"round {number} of seed {seed}: {words}" for number, words in found]
