"""Descriptions around keys that are seldom valid by mere chance, each by a frame of its own."""

import random
from collections.abc import Callable
from typing import Any

Tables = dict[str, Any]

AND_DOWN = {  # foundations of every suit, four up and four down
    "up": {"base": "A"}, "down": {"base": "K", "step": -1},
}  # fmt: skip


def grid(rng: random.Random) -> Tables:
    """Rows of places one below the other."""
    ends = rng.choice(("base", "begin"))
    homes: Tables = {"base": "A A"} if ends == "base" else {"begin": "A A", "length": 13}
    if ends == "begin" and rng.random() < 0.6:
        homes["at_once"] = "begin"
    if rng.random() < 0.4:
        homes["suit"] = "any"
    rows: Tables = {
        "count": rng.randint(4, 12), "grid": True,
        "cover": rng.choice(("below", "either", "below at first")),
    }  # fmt: skip
    if rng.random() < 0.5:
        rows["fill_when"] = rng.choice(("stuck", "stuck once"))
    else:
        rows |= {"fill_when": "by row", "fill": ["stock"]}
    packs = rng.random() < 0.5
    if packs:
        rows["on"] = {"step": rng.choice((-1, 1)), "suit": rng.choice(("same", "any"))}
    moves = [rng.choice(("play+pack", "play", "pack+play") if packs else ("play",)), "fill", "row"]
    if rng.random() < 0.2:
        moves = ["play", "fill rows", "fill", "row"]
        rows["space"] = "any"
    cards: Tables = {"decks": 2}
    if ends == "base":
        cards["out"] = "A A"
    return {
        "cards": cards, "foundations": {"homes": homes}, "piles": {"rows": rows},
        "play": {"moves": moves},
    }  # fmt: skip


def waiting(rng: random.Random) -> Tables:
    """Cards held between two foundations of their suit."""
    table = columns(rng)
    table["cards"] = {"decks": 2, "out": "A K"}
    table["foundations"] = AND_DOWN
    table["play"]["waiting"] = rng.choice(("must", "may"))
    return table


def columns(rng: random.Random) -> Tables:
    """Two packs up and down, with columns and a stock."""
    count = rng.randint(4, 10)
    piles: Tables = {
        "columns": {
            "count": count, "deal": rng.randint(1, 6),
            "on": {"step": 1, "both": True, "suit": rng.choice(("same", "any"))},
        }
    }  # fmt: skip
    moves = ["play", "pack", "turn"]
    if rng.random() < 0.5:
        piles["columns"]["space"] = "any"
        moves.insert(2, "fill columns waste")
    return {
        "stock": {"to": rng.choice(("hand", "waste"))}, "cards": {"decks": 2, "out": "A K"},
        "foundations": AND_DOWN, "piles": piles, "play": {"moves": moves},
    }  # fmt: skip


def plays(rng: random.Random) -> Tables:
    """Deals in which cards go up, several of them now and then."""
    table = waiting(rng) if rng.random() < 0.3 else columns(rng)
    del table["stock"]
    how = rng.choice(("must", "must", "all", "may", "tops"))
    deal: Tables = {"plays": how, "deals": rng.choice((1, 2, 3))}
    deal["gather"] = rng.choice(("reversed", "in order", "second half first"))
    piles = table["piles"]["columns"]
    moves = ["play", "pack"]
    if how == "tops":
        piles["deal"] = -(-96 // piles["count"])
        if rng.random() < 0.5:
            table["play"]["opening"] = ["play"]
    elif how in ("must", "all"):
        piles["deal"] = rng.choice((0, 0, 1, 2))
        if rng.random() < 0.5:
            piles["beside"] = [
                rng.sample(range(8), rng.randint(0, 3)) for _ in range(piles["count"])
            ]
    else:
        moves.append(rng.choice(("lay hand", "lay hand", "lay hand to columns waste")))
    if deal["deals"] != 1 and how != "tops" and rng.random() < 0.2:
        moves.append("deal")
    table["deal"] = {key: value for key, value in deal.items() if value not in (1, "reversed")}
    table["play"]["moves"] = moves
    if deal["deals"] == 1:
        table["deal"].pop("gather", None)
    return table


def deals(rng: random.Random) -> Tables:
    """Piles of one size, dealt again or turned round."""
    size = rng.choice((3, 4, 6))
    fans: Tables = {"count": 48 // size, "deal": size}
    if rng.random() < 0.8:
        fans["on"] = {
            "step": -1, "suit": rng.choice(("same", "any", "other colour", "other suit")),
            "both": rng.random() < 0.3,
        }  # fmt: skip
    deal: Tables = {"deals": rng.choice((2, 3, "endless"))}
    deal["gather"] = rng.choice(("reversed", "in order", "second half first", "rotated"))
    if rng.random() < 0.3:
        deal["rounds"] = True
    moves = ["play", "pack"]
    if deal.get("deals") in (2, 3) and rng.random() < 0.3:
        moves.append("deal")
    return {
        "cards": {"out": "A"}, "foundations": {"homes": {"base": "A"}}, "piles": {"fans": fans},
        "deal": deal, "play": {"moves": moves},
    }  # fmt: skip


def opened(rng: random.Random) -> Tables:
    """Other moves before a step ends the opening."""
    table = columns(rng)
    columns_ = table["piles"]["columns"]
    columns_ |= {"fill": ["stock"], "fill_when": rng.choice(("at will", "by choice"))}
    table["stock"] = {"to": "waste"}
    if rng.random() < 0.6:
        table["stock"] |= {"wastes": 2, "turn": rng.randint(1, 3)}
    if rng.random() < 0.4:
        table["stock"]["after"] = ["play", "pack waste"]
    table["play"]["opening"] = ["play", "pack", "fill", "row"]
    table["play"]["moves"] = ["play", "pack", "fill waste", "turn"]
    columns_["space"] = "any"
    return table


def packeted(rng: random.Random) -> Tables:
    """The stock goes to the piles of a group, so many to each."""
    equal = rng.random() < 0.6
    size = rng.randint(5, 8)
    packets: Tables = {"count": -(-104 // size)}
    stock: Tables = {"to": "packets", "turn": size}
    if rng.random() < 0.4:
        stock["closes"] = True
    if rng.random() < 0.5:
        stock["after"] = ["pair"] if equal else ["play"]
    table: Tables = {
        "cards": {"decks": 2}, "stock": stock, "piles": {"packets": packets},
    }  # fmt: skip
    if rng.random() < 0.5:
        table["piles"] = {"reserve": {"count": 4, "deal": 1}, **table["piles"]}
    if equal:
        table["discard"] = {"equal": rng.choice(("rank", "suit"))}
        if rng.random() < 0.4:
            table["discard"]["apart"] = ["packets"]
        table["play"] = {"moves": ["pair", "turn"]}
    else:
        table["foundations"] = {"homes": {"begin": "A A", "length": 13, "suit": "any"}}
        table["play"] = {"moves": ["play", "turn"]}
    return table


def heaped(rng: random.Random) -> Tables:
    """Heaps at will."""
    heaps: Tables = {
        "count": 4,
        "on": {"step": rng.choice((-1, 1)), "suit": rng.choice(("any", "other colour")),
               "both": rng.random() < 0.4},
        "lift": rng.choice(("top", "run", "whole", "any")), "deal": rng.randint(0, 2),
    }  # fmt: skip
    table: Tables = {
        "cards": {"decks": 2, "out": "K K"},
        "stock": {"to": "hand", "passes": rng.choice((1, 2))}, "piles": {"heaps": heaps},
    }  # fmt: skip
    table["foundations"] = {"homes": {"begin": "A A", "length": 12}}
    table["play"] = {"moves": ["play", "pack", "lay hand to heaps", "turn", "redeal"]}
    if rng.random() < 0.5:
        table["play"]["moves"] = [
            "play",
            "pack",
            "pack hand",
            "lay hand to waste",
            "turn",
            "redeal",
        ]
    return table


THEMES: tuple[Callable[[random.Random], Tables], ...] = (
    grid, waiting, columns, plays, deals, opened, packeted, heaped,
)  # fmt: skip
