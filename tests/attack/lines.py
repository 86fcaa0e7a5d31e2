"""Bad lines are thrown at the position reader.

Lines are real positions with a few random changes, so that most get deep into the reader. Only
ValueError may come out; what is read must print, read back equal, and have moves unless it is won.
"""

from __future__ import annotations

import random

import rbcore

VARIANTS = ("standard", "standard,reserve-size=3,houses-each=1", "standard,houses-each=0")
LINES = 1_000_000
SIGNS = "A23456789TJQKcdhs()-|/ =,.x*019idleturn\x00\n\té٣"


def seeds(rules: rbcore.Rules, rng: random.Random, n: int) -> list[str]:
    """Positions out of random games."""
    lines = []
    for game in range(n):
        position = rbcore.Position.deal(rules, 1, game)
        for _ in range(rng.randrange(400)):
            moves = position.moves()
            if not moves:
                break
            position.apply(rng.choice(moves))
        lines.append(str(position))
    return lines


def mutate(line: str, rng: random.Random) -> str:
    """A line with one to four small changes."""
    for _ in range(rng.randint(1, 4)):
        at, to = sorted((rng.randrange(len(line) + 1), rng.randrange(len(line) + 1)))
        kind = rng.randrange(7)
        if kind == 0:
            line = line[:at] + rng.choice(SIGNS) + line[at:]
        elif kind == 1:
            line = line[:at] + line[at + 1 :]
        elif kind == 2:
            line = line[:at] + rng.choice(SIGNS) + line[at + 1 :]
        elif kind == 3:
            line = line[:at] + line[at : at + 2] + line[at:]
        elif kind == 4 and to - at >= 2:  # two cards change places, more or less
            line = (
                line[:at]
                + line[to - 2 : to]
                + line[at + 2 : to - 2]
                + line[at : at + 2]
                + line[to:]
            )
        elif kind == 5:
            line = line[:at] + line[to:] if rng.random() < 0.2 else line
        else:
            line += rng.choice([" idle=0,1", " turn=5", " base=A", " turn=-1", " idle=1"])
        line = line or " "
    return line


def try_line(line: str, rules: rbcore.Rules, partial: bool) -> bool:
    """Whether the reader takes a line; AssertionError if what it took is not sound."""
    try:
        position = rbcore.Position.parse(line, rules, partial=partial)
    except ValueError as error:
        assert str(error).isprintable(), line
        return False
    again = rbcore.Position.parse(str(position), rules, partial=partial)
    assert (again, str(again)) == (position, str(position)), line
    assert position.winner is not None or position.moves(), line
    return True


def fuzz(inputs: int, seed: int) -> tuple[int, list[str]]:
    """Try so many lines; return how many were taken, and the findings."""
    rng = random.Random(seed)
    all_rules = [rbcore.variant(text) for text in VARIANTS]
    pools = [seeds(rules, rng, 60) for rules in all_rules]
    taken, found = 0, []
    for _ in range(inputs):
        which = rng.randrange(len(VARIANTS))
        line = mutate(rng.choice(pools[which]), rng)
        try:
            taken += try_line(line, all_rules[which], partial=rng.random() < 0.5)
        except Exception as error:
            found.append(f"{line!r}: {type(error).__name__}")
    return taken, found


def attack(rounds: int = LINES, seed: int = 1) -> tuple[int, list[str]]:
    """Try so many lines; return how many, and the findings."""
    return rounds, fuzz(rounds, seed)[1]
