"""Descriptions drawn at random, as text: most are valid, and of some use every key.

What a game needs to be valid is kept in mind (that its foundations take all cards that are to lie
there, that what a pattern names exists), what is mere chance is left to chance.
"""

import random
from collections.abc import Sequence
from typing import Any

from .cards import RANKS, SUITS
from .themes import THEMES

Tables = dict[str, Any]
NAMED = {"name": "drawn", "line": "a game drawn at random"}
GROUPS = ("columns", "cells", "reserve", "fan")
SUIT_RULES = ("same", "any", "other colour", "same colour")


def description(seed: int) -> str:
    """Return the text of a description, the same of a seed on every machine."""
    rng = random.Random(f"description {seed}")
    if rng.random() < 0.3:
        return written(NAMED | rng.choice(THEMES)(rng))
    return written(NAMED | Drawing(rng).drawn())


def written(tables: Tables) -> str:
    """A description as TOML."""
    return "".join(f"{key} = {value_text(value)}\n" for key, value in tables.items())


def value_text(value: Any) -> str:
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{key} = {value_text(one)}" for key, one in value.items()) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(map(value_text, value)) + "]"
    if isinstance(value, bool):
        return str(value).lower()
    return f'"{value}"' if isinstance(value, str) else str(value)


class Drawing:
    """A description that is being drawn."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.rare = rng.choice((0.02, 0.06, 0.12))  # how often an uncommon key is set
        self.tables: Tables = {}

    def is_rare(self) -> bool:
        return self.rng.random() < self.rare

    def drawn(self) -> Tables:
        self.draw_cards()
        self.foundations: Tables = {}
        self.throws = self.rng.random() < 0.15
        if self.throws:
            self.draw_discard()
        else:
            self.draw_foundations()
        self.has_stock = self.rng.random() < 0.75
        self.draw_piles()
        if self.has_stock:
            self.draw_stock()
        self.draw_deal()
        self.draw_play()
        tables = self.tables
        tables["cards"] = self.cards
        if self.foundations:
            tables["foundations"] = self.foundations
        tables["piles"] = self.piles
        return {key: value for key, value in tables.items() if value != {}}

    # ---- cards and where they end ---

    def draw_cards(self) -> None:
        rng = self.rng
        decks = 1 if rng.random() < 0.7 else 2
        size = 13 if rng.random() < 0.5 else rng.randint(3, 12)
        low = rng.randint(0, 13 - size)
        self.ranks = RANKS[low : low + size]
        self.suits = SUITS if rng.random() < 0.6 else "".join(
            suit for suit in SUITS if rng.random() < 0.7
        ) or "h"  # fmt: skip
        self.decks = decks
        self.cards: Tables = {}
        if decks == 2:
            self.cards["decks"] = 2
        if size < 13:
            self.cards["ranks"] = self.ranks
        if self.suits != SUITS:
            self.cards["suits"] = self.suits
        self.size = decks * size * len(self.suits)
        self.out: list[str] = []

    def of_rank(self, rank: str, times: int = 1) -> str:
        if self.suits == SUITS and self.rng.random() < 0.8:
            return " ".join([rank] * times)
        cards = [rank + suit for suit in self.suits] * times
        if self.rng.random() < 0.2:
            self.rng.shuffle(cards)
        return " ".join(cards)

    def draw_discard(self) -> None:
        rng, discard = self.rng, {}
        kind = rng.randrange(3)
        if kind == 0:
            discard["equal"] = rng.choice(("rank", "suit"))
        else:
            discard["sum"] = rng.randint(3, 2 * 13)
        if rng.random() < 0.5:
            discard["alone"] = "".join(rank for rank in self.ranks if rng.random() < 0.3)
        total = discard.get("sum")
        if total and rng.random() < 0.8:
            index = [RANKS.index(rank) + 1 for rank in self.ranks]
            discard["alone"] = "".join(RANKS[n - 1] for n in index if total - n not in index)
            if not any(total - n in index for n in index):
                discard["sum"] = index[0] + index[-1]
                discard["alone"] = ""
        self.tables["discard"] = discard

    def draw_foundations(self) -> None:
        """Foundations that take all cards, by one of several schemes."""
        rng, ranks, decks = self.rng, self.ranks, self.decks
        size, suits = len(ranks), len(self.suits)
        scheme = rng.choice(
            ("base", "begin", "begin", "begin", "two ways", "one", "drawn", "whole")
        )
        step = rng.choice((1, 1, 1, -1))
        suit = rng.choice(("same", "same", "same", *SUIT_RULES))
        first = ranks[0] if step == 1 else ranks[-1]
        ring = 0
        if (size == 13 and rng.random() < 0.4) or (
            size >= 12 and ranks[0] == "A" and rng.random() < 0.3
        ):
            ring = size
            first = rng.choice(ranks)
            if rng.random() < 0.3:
                step = rng.choice((2, 3, 4, 5, -2))
        one: Tables = {"step": step, "suit": suit, "ring": ring}
        if scheme == "base":
            self.out += [first + s for s in self.suits] * decks
            one |= {"base": self.of_rank(first, decks), "length": size - 1}
            self.cards["out"] = self.of_rank(first, decks)
        elif scheme == "begin":
            one |= {"begin": self.of_rank(first, decks), "length": size}
            if self.is_rare():
                one["shared"] = True
            if self.is_rare():
                one["at_once"] = "begin"
        elif scheme == "two ways" and size >= 4:
            self.two_ways(decks, suit)
            return
        elif scheme == "one":
            card = rng.choice(ranks) + rng.choice(self.suits)
            one |= {"base": card, "both": rng.random() < 0.7, "length": self.size - 1}
            one["suit"] = rng.choice(("any", "any", "other colour", "other suit"))
            one["ring"] = 13 if rng.random() < 0.5 else 0
            if self.is_rare():
                one["ends"] = rng.choice(ranks)
            self.cards["out"] = card
            self.out.append(card)
        elif scheme == "drawn":
            one |= {"begin": "drawn", "count": suits * decks, "length": size}
            one["ring"] = ring or 13
        else:
            one |= {"begin": self.of_rank(first, decks), "length": size, "whole": True}
        if rng.random() < 0.2 and scheme != "whole":
            one["gives"] = True
        if self.is_rare():
            one["both"] = not one.get("both", False)
        if self.is_rare():
            one["gate"] = rng.choice(("begun", "full"))
        if self.is_rare():
            one["tier"] = 2
        self.foundations["homes"] = plain(one)

    def two_ways(self, decks: int, suit: str) -> None:
        """One group up and one down, which meet or cross."""
        rng, ranks = self.rng, self.ranks
        size = len(ranks)
        crossing = decks == 2
        up = size if crossing else rng.randint(2, size - 2)
        down = size if crossing else size - up
        has_base = rng.random() < 0.6
        low, high = ranks[0], ranks[-1]
        rising: Tables = {"length": up, "begin": self.of_rank(low), "suit": suit}
        sinking: Tables = {"length": down, "begin": self.of_rank(high), "suit": suit, "step": -1}
        if has_base:
            for one in (rising, sinking):
                one["base"] = one.pop("begin")
                one["length"] -= 1
            self.cards["out"] = f"{rising['base']} {sinking['base']}"
            self.out += [rank + s for rank in (low, high) for s in self.suits]
        if rng.random() < 0.15:
            sinking["tier"] = 2
        if self.is_rare():
            sinking["gate"] = rng.choice(("full", "begun"))
        if self.is_rare():
            rng.choice((rising, sinking))["gives"] = True
        if self.is_rare():
            self.waiting = rng.choice(("must", "may"))
        if not has_base and self.is_rare():
            rng.choice((rising, sinking))["at_once"] = "begin"
        self.foundations["up"] = plain(rising)
        self.foundations["down"] = plain(sinking)

    # ---- piles ---

    def draw_piles(self) -> None:
        rng = self.rng
        self.piles: Tables = {}
        cards = self.size - len(self.out) - (1 if "drawn" in str(self.foundations) else 0)
        left = cards
        groups = rng.sample(GROUPS, rng.choice((1, 1, 1, 2, 2, 3)))
        for name in groups:
            count = rng.choice((1, 2, 3, 4, 5, 6, 7, 8, 10))
            most = left // count
            deal: Any = rng.randint(0, min(most, 6)) if most else 0
            if rng.random() < 0.3 and count > 1:
                deal = [rng.randint(0, min(most, 7)) for _ in range(count)]
            used = sum(deal) if isinstance(deal, list) else deal * count
            left -= used
            self.piles[name] = {"count": count, "deal": deal}
        if not self.has_stock and left:
            self.deal_the_rest(groups[-1], left)
        for name in groups:
            self.draw_group(name, groups)
            self.piles[name] = plain(self.piles[name])

    def deal_the_rest(self, name: str, left: int) -> None:
        one = self.piles[name]
        count, deal = one["count"], one["deal"]
        dealt = deal if isinstance(deal, list) else [deal] * count
        whole = sum(dealt) + left
        one["deal"] = [whole // count + (n < whole % count) for n in range(count)]

    def draw_group(self, name: str, groups: list[str]) -> None:
        rng, one = self.rng, self.piles[name]
        if rng.random() < 0.4:
            one["face"] = "top"
        elif self.is_rare():
            one["face"] = [rng.randint(0, 3) for _ in range(one["count"])]
        if one["count"] == 1 and self.is_rare() and "first" not in str(self.piles):
            one["first"] = rng.choice(("card", "rank"))
        if one["count"] in (3, 6, 10) and self.rng.random() < 0.3:
            one["cover"] = "pyramid"
        elif self.is_rare():
            one["cover"] = "stock"
        if rng.random() < 0.75:
            one["on"] = self.match()
            one["lift"] = rng.choice(("top", "top", "run", "run", "whole", "any"))
            if self.is_rare():
                one["run"] = self.match()
        elif self.is_rare():
            one["lift"] = rng.choice(("whole", "any"))
        if rng.random() < 0.7:
            one["space"] = rng.choice(("any", "any", self.ranks[-1], self.ranks[0], self.ranks[:2]))
        if self.is_rare():
            one["space_lift"] = "run"
        sources = [other for other in groups if other != name] + ["stock", "waste"]
        if rng.random() < 0.25:
            one["fill"] = rng.sample(sources, rng.choice((1, 1, 2)))
            if rng.random() < 0.4:
                one["fill_when"] = rng.choice(("by choice", "by choice", "at will", "stuck"))
        for key, values in {
            "ends_at_base": (True,), "room": (1, 2, 5), "sunk": (self.ranks[-1], self.ranks[:2]),
        }.items():  # fmt: skip
            if self.is_rare():
                one[key] = rng.choice(values)

    def match(self) -> Tables:
        rng = self.rng
        one: Tables = {
            "step": rng.choice((-1, -1, -1, -1, 1, 1, -2, 2, 3)), "both": rng.random() < 0.15,
            "suit": rng.choice((*SUIT_RULES, "other suit")), "ring": rng.choice((0, 0, 0, 13)),
        }  # fmt: skip
        if one["both"] and rng.random() < 0.4:
            one |= {"both": "as begun", "ring": 0}
        return plain(one)

    # ---- the stock, the deal and play ---

    def draw_stock(self) -> None:
        rng = self.rng
        places = [*self.piles, *self.foundations]
        to = rng.choice(("hand", "hand", "waste", "waste", "waste", rng.choice(places)))
        stock: Tables = {"to": to}
        if to == "waste" and rng.random() < 0.4:
            stock["turn"] = rng.randint(2, 4)
        if to in ("hand", "waste") and rng.random() < 0.6:
            stock["passes"] = rng.choice((2, 3, 2, "endless"))
        if self.is_rare():
            stock["waste"] = "dead"
        if self.is_rare():
            stock["waste_on"] = self.match()
        if self.is_rare():
            stock["after"] = rng.sample(["play", "pack", "fill"], 1)
        if to in self.piles and self.is_rare():
            stock["turn"] = rng.randint(2, 4)
        if self.is_rare():
            stock["wastes"] = 2
        self.tables["stock"] = stock

    def draw_deal(self) -> None:
        rng, deal = self.rng, {}
        for key, values in {
            "rounds": (True,), "plays": ("must", "may", "tops", "all"),
        }.items():  # fmt: skip
            if self.is_rare():
                deal[key] = rng.choice(values)
        if self.is_rare():
            deal["deals"] = rng.choice((2, 3, "endless"))
            deal["gather"] = rng.choice(("reversed", "in order", "second half first", "rotated"))
        self.tables["deal"] = deal

    def draw_play(self) -> None:
        rng = self.rng
        play: Tables = {}
        names = [*self.piles]
        packs = any("on" in one for one in self.piles.values())
        spaces = any("space" in one for one in self.piles.values())
        found = []
        if self.throws:
            found += [self.named("pair", names, 0.7)]
            if self.tables["discard"].get("alone"):
                found.append(self.named("throw", names, 0.7))
        else:
            found.append(self.named("play", names, 0.2, targets=list(self.foundations)))
        if packs:
            found.append(self.named("pack", names, 0.4, targets=names))
        if spaces:
            found.append(self.named("fill", names, 1.0, targets=names))
        if packs and spaces and self.is_rare():
            found = [one for one in found if not one.startswith(("pack", "fill"))]
            found.append(self.named("pack+fill", names, 1.0))
        if any(one.get("fill_when") for one in self.piles.values()):
            found.append("fill")
        if any(one.get("gives") for one in self.foundations.values()):
            found.append(rng.choice(("back", "back", f"back to {rng.choice(names)}")))
        if self.has_stock:
            if rng.random() < 0.95:
                found.append("turn")
            if self.tables["stock"].get("passes") and rng.random() < 0.95:
                found.append("redeal")
            if self.is_rare():
                found.append("lift")
        if rng.random() < 0.15:
            rng.shuffle(found)
        if self.is_rare() and not self.throws:
            play["duties"] = self.duties(found, names)
        play["moves"] = found
        if hasattr(self, "waiting"):
            play["waiting"] = self.waiting
        if self.is_rare():
            play["stop"] = True
        self.tables["play"] = play

    def named(self, step: str, names: list[str], often: float, targets: Sequence[str] = ()) -> str:
        """A pattern of a step, with sources and targets so often."""
        rng, words = self.rng, [step]
        if self.is_rare() and step in ("pack", "fill", "pack+fill"):
            words.append(rng.choice(("loose", "whole", "unfit")))
        if rng.random() < often:
            pool = [*names, "waste"] if self.has_stock else names
            if self.has_stock and self.rng.random() < 0.3 and step in ("pack", "fill", "play"):
                pool = [*pool, "hand"]
            words += rng.sample(pool, rng.randint(1, len(pool)))
        if targets and self.is_rare():
            words += ["to", rng.choice(targets)]
        return " ".join(words)

    def duties(self, found: list[str], names: list[str]) -> list[Any]:
        rng = self.rng
        tiers: list[Any] = [
            rng.choice(
                (self.named("play", names, 0.7), "fill", "pack", [found[0], "pack"], found[0])
            )
            for _ in range(rng.choice((1, 1, 2)))
        ]
        is_held = self.tables.get("stock", {}).get("to") == "hand" or hasattr(self, "waiting")
        if is_held and rng.random() < 0.5:
            tiers.insert(rng.randint(0, len(tiers)), "hand")
        return tiers


def plain(tables: Tables) -> Tables:
    """Without what says nothing: defaults of the keys that are always drawn."""
    defaults = {"step": None, "both": False, "ring": 0}
    return {
        key: value for key, value in tables.items() if key not in defaults or value != defaults[key]
    }
