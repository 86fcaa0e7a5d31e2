"""Changes of texts, bytes and JSON, after which a reader may still get deep into them."""

import random
from typing import Any

import rbcore

SIGNS = "A23456789TJQKcdhs()-|/ =,.x*019idleturn\x00\n\té٣\xff"
ENDS = (" idle=0,1", " turn=5", " base=A", " turn=-1", " idle=1", "\t", "-1")
VALUES: tuple[Any, ...] = (None, True, -1, 0, 1e300, 10**30, "", "x", "٣", [], {}, [[]], {"a": {}},
                           "standard", ["greedy"], 0.5)  # fmt: skip


def positions_of(rules: rbcore.Rules, rng: random.Random, n: int) -> list[str]:
    """Positions out of random games."""
    lines = []
    for game in range(n):
        position = rbcore.Position.deal(rules, 1, game)
        for _ in range(rng.randrange(400)):
            moves = position.moves()
            if not moves:
                break
            position.apply(rng.choice(moves))
        lines.append(position.notation)
    return lines


def mutate(text: str, rng: random.Random) -> str:
    """A text with one to four small changes."""
    for _ in range(rng.randint(1, 4)):
        at, to = sorted((rng.randrange(len(text) + 1), rng.randrange(len(text) + 1)))
        before, after = text[:at], text[at:]
        kind = rng.randrange(9)
        if kind == 0:
            text = before + rng.choice(SIGNS) + after
        elif kind == 1:
            text = before + after[1:]
        elif kind == 2:
            text = before + rng.choice(SIGNS) + after[1:]
        elif kind == 3:
            text = before + after[: rng.choice((2, 200))] + after
        elif kind == 4 and to - at >= 2:  # two cards change places, more or less
            text = before + text[to - 2 : to] + text[at + 2 : to - 2] + after[:2] + text[to:]
        elif kind == 5 and after:  # a bit is flipped
            text = before + chr(ord(after[0]) ^ 1 << rng.randrange(7)) + after[1:]
        elif kind == 6:
            text = before + after[rng.randrange(40) :]
        elif kind == 7:
            text = before + text[to:] if rng.random() < 0.2 else text
        else:
            text += rng.choice(ENDS)
        text = text or " "
    return text


def mutate_bytes(content: bytes, rng: random.Random) -> bytes:
    """Bytes with one to four small changes."""
    return mutate(content.decode("latin-1"), rng).encode("latin-1", "replace")


def replace(found: Any, rng: random.Random) -> Any:
    """JSON with one value, however deep, replaced by another."""
    if isinstance(found, dict | list) and found and rng.random() < 0.85:
        key = rng.choice(list(found) if isinstance(found, dict) else range(len(found)))
        found[key] = replace(found[key], rng)
        return found
    return rng.choice(VALUES)
