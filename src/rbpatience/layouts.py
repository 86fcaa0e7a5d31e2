"""Layouts as text: games in progress, written by people and other programs (docs/patience)."""

from __future__ import annotations

import json
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from rbcore.cards.ranges import shown
from rbcore.cards.text import RANKS, SUITS, UNKNOWN, card_text, read_cards
from rbpatience.descriptions.schema import (
    HAND,
    OTHER_WASTE,
    STOCK,
    WASTE,
    Piles,
    piles_dealt,
)
from rbpatience.engine.compiler import compile_game, spans_of
from rbpatience.entry import Game, pack_cards
from rbpatience.written import RANK, SUIT, WrittenCard, card_of, written_cards

__all__ = ["BoardLayout", "read_layout", "write_layout"]

MAX_TEXT = 1 << 16
MAX_NAMED = 6  # missing cards
STOCK_WORDS = ("stock", "talon", "deck", "pack")
OTHER_WORDS = ("waste", "hand", "held", "thrown", "pass", "state", "base")
# The hidden state of a game in play, as in engine/board.pxd.
STATE = ("turn", "phase", "reach", "graced", "played", "barren", "before", "placed")


@dataclass(frozen=True)
class BoardLayout:
    """The layout of a game in progress.

    Attributes
    ----------
    piles : mapping
        The cards of each pile by its number, lowest first; as in `Board.piles`.
    down : mapping
        The number of face-down cards in each pile; they are the lowest.
    foundations : tuple
        The cards of each foundation, without a card set out beforehand.
    held, stock, thrown : tuple
        Cards held between two foundations; cards not yet dealt, next first; cards out of play.
    deal : int
        The number of the current deal or pass, from 1.
    state : mapping
        The hidden state of a game in play, by the names in STATE.
    """

    piles: Mapping[int, tuple[int, ...]]
    down: Mapping[int, int] = field(default_factory=dict)
    foundations: tuple[tuple[int, ...], ...] = ()
    held: tuple[int, ...] = ()
    stock: tuple[int, ...] = ()
    thrown: tuple[int, ...] = ()
    deal: int = 1
    state: Mapping[str, int] = field(default_factory=dict)

    @property
    def unknown(self) -> int:
        """The number of unknown cards."""
        rows = (*self.piles.values(), *self.foundations, self.stock)
        return sum(row.count(UNKNOWN) for row in rows)


class _Floor:
    """The places for a game's cards: its piles by name, and what its foundations take."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.rules = game.rules
        self.numbers = compile_game(game.rules)
        spans = spans_of(game.rules)
        self.groups = {
            name: range(spans[name]["first"], spans[name]["end"]) for name in game.rules.piles
        }
        self.names = game.pile_names

    def is_slots(self, name: str) -> bool:
        """Return whether a group's piles hold one card each and share a line."""
        group = self.rules.piles[name]
        dealt = 1 if group.grid else max(piles_dealt(group))
        return group.room == 1 or (len(self.groups[name]) > 1 and not group.on and dealt <= 1)

    @cached_property
    def main(self) -> str:
        """The group whose piles need no name: the largest with more than one card a pile."""
        names = sorted(self.groups, key=lambda name: (self.is_slots(name), -len(self.groups[name])))
        return names[0] if names else ""

    @cached_property
    def set_out(self) -> Counter[int]:
        """The cards that are on foundations or in piles before the deal."""
        return Counter(read_cards(self.game.pack.out, "out"))

    @cached_property
    def alike(self) -> tuple[int, ...]:
        """For each suit, the first suit that counts as the same, if complete runs leave."""
        suits = {foundation.suit for foundation in self.rules.foundations.values()}
        suits |= {group.run.suit for group in self.rules.piles.values() if group.run}
        is_whole = any(foundation.whole for foundation in self.rules.foundations.values())
        if is_whole and suits == {"any"}:
            return (0, 0, 0, 0)
        return (0, 1, 1, 0) if is_whole and suits == {"same colour"} else (0, 1, 2, 3)

    def same_as(self, card: int) -> list[int]:
        """The cards that count as the same, itself first."""
        suits = [suit for suit in range(4) if self.alike[suit] == self.alike[card >> 4]]
        return [card, *(16 * suit + (card & 15) for suit in suits)]

    @cached_property
    def whole(self) -> Counter[int]:
        """All cards that must lie somewhere."""
        cards = Counter(pack_cards(self.game))
        return cards + self.set_out if self.rules.custom in ("row", "queens") else cards

    @cached_property
    def throws(self) -> bool:
        """Whether cards thrown out count as much as cards on foundations."""
        discard = self.rules.discard
        return bool(discard.equal or discard.sum or discard.alone) or self.rules.custom == "row"

    @cached_property
    def reached(self) -> frozenset[int]:
        """The piles outside the groups that a game's cards can reach."""
        rules, play = self.rules, self.rules.play
        patterns = (*play.moves, *play.opening, *play.plain, *play.automatic)
        names = {name for pattern in patterns for name in (*pattern.sources, *pattern.targets)}
        steps = {step for pattern in patterns for step in pattern.steps}
        fills = {name for group in rules.piles.values() for name in group.fill}
        has_stock = sum(self.numbers["dealt"]) < sum(self.whole.values())
        piles = set()
        if (
            has_stock
            or rules.custom
            or rules.deal.plays != "none"
            or any(group.grid for group in rules.piles.values())
        ):
            piles |= {STOCK, HAND}
        if "waste" in names | fills | {rules.stock.to} or "redeal" in steps or rules.custom:
            piles |= {WASTE}
        if rules.stock.wastes > 1 or rules.custom == "packets":
            piles |= {WASTE, OTHER_WASTE}
        return frozenset(piles)

    def sequences(self, f: int, base: int) -> Iterator[list[int]]:
        """Yield the cards in the order in which a foundation takes them, for each first card.

        A sequence ends where several cards may follow, or none.
        """
        foundation = self.numbers["foundations"][f]
        follows = self.numbers["follows"][foundation["kind"]]
        starts = [foundation["base"]] if foundation["base"] else _cards_of(foundation["begins"])
        if self.numbers["base_drawn"]:
            starts = [16 * suit + base for suit in range(4)] if base else []
        for start in starts:
            cards = [start]
            while len(cards) < foundation["length"] + (foundation["base"] > 0):
                following = _cards_of(follows[cards[-1]])
                if len(following) != 1:
                    break
                cards += following
            yield cards

    def is_open(self, f: int) -> bool:
        """Return whether a foundation takes one of several cards."""
        follows = self.numbers["follows"][self.numbers["foundations"][f]["kind"]]
        return any(len(_cards_of(cards)) > 1 for cards in follows)

    def to_card(self, card: int, begun: Mapping[int, Any], base: int) -> tuple[int, list[int]]:
        """Return an unnamed foundation whose last card this can be, and all its cards.

        The foundation is -1 if there is none. If it takes one of several cards, the cards below are
        unknown.
        """
        for f in range(self.numbers["founded"]):
            if f in begun:
                continue
            for cards in self.sequences(f, base):
                if card in cards and not self.is_open(f):
                    set_out = self.numbers["foundations"][f]["base"] > 0
                    return f, cards[set_out : cards.index(card) + 1]
        for f in range(self.numbers["founded"]):
            if f not in begun and self.is_open(f):
                return f, [card]
        return -1, []


def _cards_of(bits: int) -> list[int]:
    """Return the cards of a set."""
    return [card for card in range(64) if bits >> card & 1]


# Reading


def read_layout(game: Game, text: str) -> BoardLayout:
    """Read a layout of a game.

    Raises ValueError if it is not one; the message is one sentence that names line, pile and card.
    """
    if not isinstance(text, str):
        raise ValueError(f"{shown(text)} is not a layout; write it as text, one line for each pile")
    if len(text) > MAX_TEXT:
        raise ValueError(f"a layout has at most {MAX_TEXT} characters; this one has {len(text)}")
    reader = _Reader(_Floor(game))
    text = text.replace("\N{VARIATION SELECTOR-16}", "")
    digits = "".join(text.split())
    if text.lstrip().startswith("{"):
        reader.read_json(text)
    elif digits.isdecimal():
        reader.read_digits(digits)
    else:
        reader.read_lines(text)
    return reader.layout()


class _Reader:
    """The part of a layout read so far."""

    def __init__(self, floor: _Floor) -> None:
        self.floor = floor
        self.name = floor.game.name
        self.piles: dict[int, list[WrittenCard]] = defaultdict(list)
        self.foundations: dict[int, list[WrittenCard]] = {}
        self.other: dict[str, list[WrittenCard]] = defaultdict(list)  # stock, held, thrown
        self.next_pile: dict[str, int] = {}
        self.open_foundation = -1  # whose top card alone was given
        self.base = 0
        self.deal = 1
        self.state: dict[str, int] = {}
        self.is_marked = False

    # Lines

    def read_lines(self, text: str) -> None:
        """Read one line for each pile, and lines that begin with the name of a place."""
        lines = [(n, line.strip()) for n, line in enumerate(text.splitlines(), 1)]
        while lines and not lines[-1][1]:
            lines.pop()
        plain = list[tuple[int, str, bool]]()
        for n, line in lines:
            label, colon, rest = line.partition(":")
            if re.match("#(?!#)", line):
                continue
            if colon and label.strip():
                self.read_labelled(n, label.strip(), rest.strip())
            elif line or plain:
                plain.append((n, rest.strip() if colon else line, bool(line)))
        self.read_plain(plain)

    def read_plain(self, lines: list[tuple[int, str, bool]]) -> None:
        """Read lines without a name, which are the main piles in order."""
        floor, name = self.floor, self.floor.main
        if not name:
            for n, line, _ in lines:
                self.lay(0, line, n)
            return
        if floor.is_slots(name):
            words = [word for n, line, _ in lines for word in self.slots(line, f"line {n}")]
            if words:
                self.lay_slots(name, words, f"line {lines[0][0]}")
            return
        piles = floor.groups[name]
        if len(lines) > len(piles):  # then empty lines are not piles
            lines = [line for line in lines if line[2]]
        for n, line, _ in lines:
            at = self.next_pile.get(name, 0)
            if at == len(piles):
                raise ValueError(
                    f"line {n}: {self.name} has {len(piles)} piles of {name}; this is one too many"
                )
            self.lay(piles[at], line, n)
            self.next_pile[name] = at + 1

    def read_labelled(self, n: int, label: str, rest: str) -> None:
        """Read the text after the name of a place."""
        word, number = _split_label(label)
        where = f"line {n}"
        if word in ("foundation", "found", "hole"):
            if number:
                self.read_foundation(number - 1, rest, where)
            else:
                self.read_foundations(rest, where)
        elif word in STOCK_WORDS:
            self.read_stock(rest, where)
        elif word in ("pass", "base"):
            self.read_number(word, rest, where)
        elif word == "state":
            self.read_state(rest, where)
        elif word in ("held", "thrown", "out"):
            word = "held" if word == "held" else "thrown"
            self.other[word] += self.cards(rest, f"{where} ({word})")
        else:
            self.read_piles(n, word, number, rest, label)

    def read_piles(self, n: int, word: str, number: int, rest: str, label: str) -> None:
        """Read a named pile, the next pile of a group, or a line of single cards."""
        floor = self.floor
        single = {"waste": WASTE, "other waste": OTHER_WASTE, "aside": OTHER_WASTE, "hand": HAND}
        name = self.group(word)
        if word in single and not number and not name:
            if single[word] not in floor.reached and rest:
                raise ValueError(f"line {n}: {self.name} has no {word}")
            self.lay(single[word], rest, n)
            return
        if not name:
            others = {STOCK: "Talon", WASTE: "Waste"}
            known = ", ".join(
                [*floor.groups, "Foundations", *(others[p] for p in others if p in floor.reached)]
            )
            raise ValueError(f"line {n}: {self.name} has no pile {shown(label)}; it has {known}")
        piles = floor.groups[name]
        if not number and floor.is_slots(name):
            self.lay_slots(name, self.slots(rest, f"line {n} ({name})"), f"line {n}")
            return
        at = number - 1 if number else self.next_pile.get(name, 0)
        if at >= len(piles):
            raise ValueError(f"line {n}: {self.name} has only {len(piles)} piles of {name}")
        self.lay(piles[at], rest, n)
        self.next_pile[name] = at + 1

    def group(self, word: str) -> str:
        """Return the group with a name, or with another program's name for it."""
        for name, piles in self.floor.groups.items():
            if word in (name, name.removesuffix("s")):
                return name
            if word in ("freecell", "free cell", "cell") and self.floor.rules.piles[name].room == 1:
                return name
            if (
                len(piles)
                and word in ("tableau", "column", "pile", "fan")
                and (name == self.floor.main)
            ):
                return name
        return ""

    def cards(self, text: str, where: str) -> list[WrittenCard]:
        """Return the cards of a text, without empty places."""
        return [written for written in self.slots(text, where) if written]

    def slots(self, text: str, where: str) -> list[WrittenCard | None]:
        """Return the cards of a text, with None for each empty place."""
        words = list(written_cards(text, where))
        self.is_marked |= any(word.is_down for word in words if word)
        return words

    def lay(self, pile: int, text: str, n: int) -> None:
        """Lay the cards of a line on a pile."""
        where = f"line {n} ({self.floor.names.get(pile, 'row')})"
        if self.piles[pile]:
            raise ValueError(f"{where}: this pile is also in {self.piles[pile][0].where}")
        self.piles[pile] += self.cards(text, where)

    def lay_slots(self, name: str, words: Sequence[WrittenCard | None], where: str) -> None:
        """Lay single cards on the piles of a group, one on each."""
        piles = self.floor.groups[name]
        if len(words) > len(piles):
            raise ValueError(
                f"{where}: {self.name} has {len(piles)} places in {name}, not {len(words)}"
            )
        for pile, lying in zip(piles, words, strict=False):
            if lying:
                self.piles[pile].append(lying)

    def read_number(self, word: str, rest: str, where: str) -> None:
        """Read the current pass, or the rank drawn for the foundations."""
        if word == "base" and rest.upper().replace("10", "T") in [*RANKS]:
            self.base = RANKS.index(rest.upper().replace("10", "T")) + 1
        elif word == "pass" and re.fullmatch("[1-9][0-9]{0,8}", rest):
            self.deal = int(rest)
            rules = self.floor.rules
            most = rules.stock.passes if rules.deal.deals == 1 else rules.deal.deals
            if not rules.custom and 0 < most < self.deal:
                raise ValueError(f"{where}: {self.name} has {most} passes or deals, not {rest}")
        else:
            kind = f"a rank of {RANKS}" if word == "base" else "a whole number from 1"
            raise ValueError(f"{where}: {word} {shown(rest)} is not {kind}")

    def read_state(self, rest: str, where: str) -> None:
        """Read the hidden state, as `Board.layout` writes it."""
        for word in rest.split():
            key, _, value = word.partition("=")
            if key not in STATE or not re.fullmatch("-?[0-9]{1,6}", value):
                raise ValueError(f"{where}: {shown(word)} is not a game's state, such as turn=3")
            self.state[key] = int(value)

    def read_stock(self, rest: str, where: str) -> None:
        """Read the stock, next card first; a waste, top first, may come before `==>`."""
        waste, arrow, stock = rest.partition("==>")
        if arrow:
            self.piles[WASTE] += reversed(self.cards(waste, f"{where} (waste)"))
            rest = stock.replace("<==", "")
        cards = self.cards(rest, f"{where} (stock)")
        if cards and STOCK not in self.floor.reached:
            raise ValueError(f"{where}: {self.name} has no stock")
        self.other["stock"] += cards

    # Foundations

    def read_foundations(self, rest: str, where: str) -> None:
        """Read the state of the foundations: H-0 C-2 D-A, or their last cards."""
        where = f"{where} (foundations)"
        for word in rest.replace(",", " ").split():
            suit = re.fullmatch(f"({SUIT})-({RANK})", word, re.IGNORECASE)
            if word in ("-", "--") or (suit and suit[2] == "0"):
                continue
            if suit:
                self.found(card_of(suit[2], suit[1]), word, where)
            for lying in () if suit else self.cards(word, where):
                self.found(lying.card, word, where)

    def found(self, card: int, word: str, where: str) -> None:
        """Lay a card on a foundation, with all cards that come before it."""
        numbers = self.floor.numbers
        if numbers["base_drawn"] and not self.base:
            self.base = card & 15
        f, cards = self.floor.to_card(card, self.foundations, self.base)
        if f < 0:
            raise ValueError(f"{where}: no foundation of {self.name} can end with {word}")
        if self.floor.is_open(f):
            self.open_foundation = f
            cards = [] if card == numbers["foundations"][f]["base"] else cards
        self.foundations[f] = [WrittenCard(c, where) for c in cards]

    def read_foundation(self, f: int, rest: str, where: str) -> None:
        """Read all cards of a foundation, with or without a card set out beforehand."""
        where = f"{where} (foundation {f + 1})"
        numbers = self.floor.numbers
        if not 0 <= f < numbers["founded"]:
            raise ValueError(f"{where}: {self.name} has {numbers['founded']} foundations")
        if f in self.foundations:
            raise ValueError(f"{where}: this foundation is in an earlier line too")
        foundation = numbers["foundations"][f]
        lying = self.cards(rest, where)
        if lying and lying[0].card == foundation["base"]:
            lying = lying[1:]
        last = foundation["base"]
        is_free = (
            self.floor.rules.custom or self.floor.rules.stock.to in self.floor.rules.foundations
        )
        for entry in lying if not is_free else ():
            begins = foundation["begins"]
            fits = numbers["follows"][foundation["kind"]][last] if last else begins
            is_next = any(fits >> card & 1 for card in self.floor.same_as(entry.card))
            if not (is_next or (not last and numbers["base_drawn"])):
                after = f"does not follow {_text(last)}" if last else "does not begin it"
                raise ValueError(f"{where}: {_text(entry.card)} {after}")
            last = entry.card
        if len(lying) > foundation["length"]:
            raise ValueError(f"{where}: it takes {foundation['length']} cards, not {len(lying)}")
        self.foundations[f] = lying

    # Other programs

    def read_json(self, text: str) -> None:
        """Read Solvitaire's JSON: the last card of a pile, the stock or the waste is its top.

        If some suits are in capitals, cards with suits in small letters are face down.
        """
        try:
            values = json.loads(text)
        except (ValueError, RecursionError) as error:
            raise ValueError(f"this is not valid JSON: {error}") from None
        is_mixed = text != text.upper() and bool(re.search('[0-9AJQK][CDHS]"', text))
        for key, value in values.items():
            lists = value if isinstance(value, list) else [value]
            rows = lists if any(isinstance(row, list) for row in lists) else [lists]
            for at, row in enumerate(rows):
                where = f"{key} {at + 1}" if len(rows) > 1 else key
                if not (isinstance(row, list) and all(isinstance(word, str) for word in row)):
                    raise ValueError(f"{where}: {shown(row)} is not a list of cards")
                if is_mixed and key == "tableau piles":
                    row = [f"<{word}>" if word and word[-1].islower() else word for word in row]
                self.read_json_row(key, at, " ".join(word or "-" for word in row), where)

    def read_json_row(self, key: str, at: int, row: str, where: str) -> None:
        """Read one of Solvitaire's lists of cards."""
        floor = self.floor
        if key in ("foundations", "hole"):
            last = row.split()[-1:] if key == "foundations" else [row]
            self.read_foundations(" ".join(last), where)
        elif key == "stock":
            self.other["stock"] += reversed(self.cards(row, where))
        elif key == "waste":
            self.piles[WASTE] += self.cards(row, where)
        elif key in ("tableau piles", "reserve", "cells"):
            name = self.group(key.removesuffix(" piles").removesuffix("s"))
            if not name:
                raise ValueError(f"{where}: {self.name} has no {key}")
            if floor.is_slots(name):
                self.lay_slots(name, self.slots(row, where), where)
                return
            if at >= len(floor.groups[name]):
                raise ValueError(f"{where}: {self.name} has {len(floor.groups[name])} such piles")
            self.piles[floor.groups[name][at]] += self.cards(row, where)
        else:
            raise ValueError(f"{shown(key)} is not a key; a layout of Solvitaire has tableau piles")

    def read_digits(self, digits: str) -> None:
        """Read a deal of Klondike-Solver: three digits a card, row by row, then the stock."""
        floor = self.floor
        words = [digits[i : i + 3] for i in range(0, len(digits), 3)]
        cards = []
        for at, word in enumerate(words, 1):
            where = f"card {at} (digits {3 * at - 2} to {3 * at})"
            if not re.fullmatch("(0[1-9]|1[0-3])[1-4]", word):
                raise ValueError(f"{where}: {word} is not a card; 014 is the ace of spades")
            cards.append(WrittenCard(16 * (int(word[2]) - 1) + int(word[:2]), where))
        if floor.rules.name != "klondike" or len(cards) != sum(floor.whole.values()):
            raise ValueError(
                f"three digits a card are a deal of klondike, of 52 cards; this has {len(words)}, "
                f"for {self.name}"
            )
        piles = floor.groups["tableau"]
        for row in range(len(piles)):
            for pile in piles[row:]:
                self.piles[pile].append(cards.pop(0))
        self.other["stock"] += cards

    # The whole

    def layout(self) -> BoardLayout:
        """Return the layout, after checking that all cards of the pack are there."""
        self.settle_suits()
        self.check_cards()
        floor = self.floor
        founded = floor.numbers["founded"]
        foundations = tuple(_cards(self.foundations.get(f, ())) for f in range(founded))
        piles = {pile: _cards(lying) for pile, lying in self.piles.items() if lying}
        layout = BoardLayout(
            piles,
            dict(self.down()),
            foundations,
            _cards(self.other["held"]),
            _cards(self.other["stock"]),
            _cards(self.other["thrown"]),
            self.deal,
            {},
        )
        for suit in range(4):
            if sum(card >> 4 == suit for card in layout.held) > (floor.numbers["waiting"] > 0):
                raise ValueError(f"held: {self.name} holds at most one card of a suit, or none")
        state = _usual_state(floor, layout) | self.state
        _check_state(floor, layout, state)
        return BoardLayout(**{**vars(layout), "state": state})

    def every(self) -> Iterator[WrittenCard]:
        """Yield the cards read, in order."""
        for rows in (self.piles, self.foundations, self.other):
            for lying in rows.values():
                yield from lying

    def settle_suits(self) -> None:
        """Replace suits that count as the same, as other programs write spider in one suit."""
        left = self.floor.whole.copy()
        for f, lying in self.foundations.items():
            begins = self.floor.numbers["foundations"][f]["begins"]
            for entry in lying[:1]:
                same = [card for card in self.floor.same_as(entry.card) if begins >> card & 1]
                lying[0] = replace(entry, card=same[0] if same else entry.card)
        for lying in (*self.foundations.values(), *self.piles.values(), *self.other.values()):
            for at, entry in enumerate(lying):
                same = self.floor.same_as(entry.card)
                card = next((other for other in same if left[other] > 0), entry.card)
                left[card] -= 1
                lying[at] = replace(entry, card=card)

    def check_cards(self) -> None:
        """Raise ValueError for a missing or extra card; add cards that are implied."""
        floor = self.floor
        left = floor.whole.copy()
        extra = floor.set_out - (floor.whole - Counter(pack_cards(floor.game)))
        met: dict[int, str] = {}
        unknown = []
        for lying in self.every():
            card = lying.card
            if card == UNKNOWN:
                unknown.append(lying)
            elif left[card] > 0:
                left[card] -= 1
            elif not floor.whole[card]:
                where = "it is set out before the deal" if extra[card] else "its pack has none"
                raise ValueError(
                    f"{lying.where}: {_text(card)} is not a card of {self.name}; {where}"
                )
            else:
                count = sum(floor.whole[same] for same in set(floor.same_as(card)))
                times = {1: "once", 2: "twice"}.get(count, f"{count} times")
                raise ValueError(
                    f"{lying.where}: {_text(card)} is also in {met[card]}; {self.name} has it "
                    f"{times}"
                )
            met.setdefault(card, lying.where)
        missing = sorted((left - Counter()).elements())
        if self.open_foundation >= 0 and missing and not unknown:
            top = self.foundations[self.open_foundation]
            where = top[-1].where if top else "foundations"
            self.foundations[self.open_foundation] = [
                *(WrittenCard(c, where) for c in missing),
                *top,
            ]
            missing = []
        if unknown:
            self.check_unknown(unknown, missing)
        elif missing:
            self.refuse_missing(missing)

    def refuse_missing(self, missing: Sequence[int]) -> None:
        """Raise ValueError for cards that lie nowhere."""
        if not (self.deal > 1 or self.state or any(self.every())):
            raise ValueError("the layout has no card; write a line for each pile, such as 3S 7H KD")
        words = " ".join(map(_text, missing[:MAX_NAMED]))
        if len(missing) > MAX_NAMED:
            words += f" and {len(missing) - MAX_NAMED} more"
        is_or_are = "is" if len(missing) == 1 else "are"
        place = "as `Foundations: H-0 C-2 D-A S-0`"
        if self.floor.throws:
            place = "or what was thrown out as `Thrown: 5H 8S`"
        elif not self.floor.numbers["founded"]:
            place = "in a pile"
        raise ValueError(f"{words} {is_or_are} missing from the layout; add them {place}")

    def check_unknown(self, unknown: Sequence[WrittenCard], missing: Sequence[int]) -> None:
        """Raise ValueError unless the unknown cards match the missing ones and are hidden."""
        if len(unknown) != len(missing):
            raise ValueError(
                f"{len(unknown)} cards are unknown (??) but {len(missing)} are missing; "
                "the numbers must be equal"
            )
        if self.floor.rules.custom:
            raise ValueError(f"{unknown[0].where}: all cards of {self.name} must be known")
        for pile, lying in self.piles.items():
            for at, entry in enumerate(lying):
                is_hidden = entry.is_down or (pile in (WASTE, OTHER_WASTE) and at < len(lying) - 1)
                if entry.card == UNKNOWN and not is_hidden:
                    raise ValueError(f"{entry.where}: ?? is face up; name the card or write <??>")
        for lying in self.foundations.values():
            for entry in lying:
                if entry.card == UNKNOWN:
                    raise ValueError(f"{entry.where}: ?? is face up; name the card")

    def down(self) -> Iterator[tuple[int, int]]:
        """Yield the number of face-down cards in each pile.

        Without any mark it is as the game deals them, if the piles have the dealt numbers of cards.
        """
        floor = self.floor
        dealt, down = floor.numbers["dealt"], floor.numbers["down"]
        for name, piles in floor.groups.items():
            if not any(down[pile] for pile in piles):
                self.refuse_down(name, piles)
        every = [pile for piles in floor.groups.values() for pile in piles]
        as_dealt = not self.is_marked and all(
            len(self.piles[pile]) == dealt[pile] for pile in every
        )
        for pile in every:
            lying = self.piles[pile]
            count = sum(entry.is_down for entry in lying)
            for entry in lying[:count]:
                if not entry.is_down:
                    raise ValueError(f"{entry.where}: {_text(entry.card)} is face up below others")
            if as_dealt:
                count = down[pile]
            if lying and count == len(lying):
                if lying[-1].card == UNKNOWN:
                    raise ValueError(f"{lying[-1].where}: its last card must be known; turn it up")
                count -= 1
            if count:
                yield pile, count

    def refuse_down(self, name: str, piles: Iterable[int]) -> None:
        """Raise ValueError for a face-down card in a group that is dealt face up.

        No rule turns a card of a pile face down.
        """
        for pile in piles:
            for entry in self.piles[pile]:
                if entry.is_down:
                    raise ValueError(
                        f"{entry.where}: {_text(entry.card)} is face down; in {self.name} all "
                        f"cards of {name} lie face up"
                    )


def _cards(lying: Iterable[WrittenCard]) -> tuple[int, ...]:
    return tuple(entry.card for entry in lying)


def _split_label(label: str) -> tuple[str, int]:
    """Return the singular name of a place without its number, and the number or 0."""
    match = re.fullmatch(r"(.*?)\s*([0-9]{0,3})", " ".join(label.lower().split()))
    assert match
    word = match[1]
    return word if word.endswith("ss") else word.removesuffix("s"), int(match[2] or 0)


# The hidden state


def _usual_state(floor: _Floor, layout: BoardLayout) -> dict[str, int]:
    """Return the default state of a game with this layout."""
    founded = sum(map(len, layout.foundations))
    placed = founded + len(layout.held) + (len(layout.thrown) if floor.throws else 0)
    grid = floor.numbers["columns"] > 0
    numbers = [pile for pile in layout.piles if pile < STOCK] if grid else []
    return {
        "turn": -1 if floor.rules.custom == "constitution" else 0,
        "phase": 0,
        "reach": max(numbers, default=-1) + 1,
        "graced": 0,
        "played": int(floor.rules.stock.passes < 0 and bool(layout.piles.get(WASTE))),
        "barren": 0,
        "before": 0,
        "placed": placed,
    }


def _check_state(floor: _Floor, layout: BoardLayout, state: Mapping[str, int]) -> None:
    """Raise ValueError for a state that no game can have."""
    numbers, rules, piles = floor.numbers, floor.rules, floor.numbers["piles"]
    stock, total = len(layout.stock), numbers["total"]
    turned = 1 if numbers["wastes"] > 1 else 0
    if rules.custom:
        kings = sum(card & 15 == len(RANKS) for card in layout.stock)
        turned = {
            "gallery": piles - 1 - kings,
            "packets": 12,
            "parisienne": piles + 1,
            "row": max(0, len(layout.piles.get(0, ())) - 1),
        }.get(rules.custom, 0)
    elif rules.deal.plays == "tops":
        turned = piles * numbers["dealt"][0] - (stock if not state["phase"] else 0)
    elif rules.deal.plays != "none":
        turned = piles - 1
    elif rules.stock.turn > 1 and rules.stock.to in rules.piles:
        turned = len(floor.groups[rules.stock.to]) - -(-stock // rules.stock.turn)
    low = -(2**12) if rules.custom == "constitution" else 0
    reach = 2**piles - 1 if rules.custom == "gallery" else 0
    if numbers["columns"]:
        reach = sum(floor.whole.values()) - stock
    least = max((pile for pile in layout.piles if pile < STOCK), default=-1) + 1
    ranges = {
        "turn": (low, turned),
        "phase": (0, 3),
        "reach": (least if numbers["columns"] else 0, reach),
        "graced": (0, 1),
        "played": (0, 1),
        "barren": (0, 1),
        "before": (0, total),
        "placed": (0, total),
    }
    for key, (lowest, highest) in ranges.items():
        if not lowest <= state[key] <= highest:
            raise ValueError(
                f"state: {key}={state[key]} is impossible with this layout of {rules.name}"
            )


# Writing


def _text(card: int) -> str:
    """Return a card as most programs write it."""
    return card_text(card).upper()


def _row(cards: Iterable[int], down: int = 0) -> str:
    words = [_text(card) for card in cards]
    return " ".join(f"<{word}>" if at < down else word for at, word in enumerate(words))


def write_layout(game: Game, layout: BoardLayout) -> str:
    """Return the text of a layout, which `read_layout` reads."""
    floor = _Floor(game)
    lines = []
    if STOCK in floor.reached:
        lines.append(("Talon", _row(layout.stock)))
    lines += _foundation_lines(floor, layout)
    if layout.held:
        lines.append(("Held", _row(layout.held)))
    for pile in (HAND, WASTE, OTHER_WASTE):
        if layout.piles.get(pile):
            lines.append((floor.names[pile].capitalize(), _row(layout.piles[pile])))
    main = []
    for name, piles in floor.groups.items():
        if name == floor.main and not floor.is_slots(name):
            main = [_pile(layout, pile) or ":" for pile in piles]
        else:
            lines += _group_lines(floor, layout, name, floor.rules.piles[name])
    if not floor.groups and 0 in layout.piles:
        main = [_pile(layout, 0)]
    thrown = floor.whole - Counter(_every(layout))
    if thrown and not layout.unknown:
        lines.append(("Thrown", _row(sorted(thrown.elements()))))
    if layout.deal > 1:
        lines.append(("Pass", str(layout.deal)))
    usual = _usual_state(floor, BoardLayout(**{**vars(layout), "thrown": tuple(thrown.elements())}))
    state = [f"{key}={layout.state[key]}" for key in STATE if layout.state[key] != usual[key]]
    if state:
        lines.append(("State", " ".join(state)))
    return "\n".join([*(f"{label}: {rest}".rstrip() for label, rest in lines), *main, ""])


def _pile(layout: BoardLayout, pile: int) -> str:
    return _row(layout.piles.get(pile, ()), layout.down.get(pile, 0))


def _every(layout: BoardLayout) -> Iterator[int]:
    for cards in (*layout.piles.values(), *layout.foundations, layout.held, layout.stock):
        yield from cards


def _group_lines(
    floor: _Floor, layout: BoardLayout, name: str, group: Piles
) -> Iterator[tuple[str, str]]:
    """Yield one line for a group of single cards, or one for each pile."""
    piles = floor.groups[name]
    label = "Freecells" if name == "cells" else name.capitalize()
    rows = [_pile(layout, pile) for pile in piles]
    if floor.is_slots(name) and all(len(row.split()) < 2 for row in rows):
        while group.grid and rows and not rows[-1]:
            rows.pop()
        yield label, " ".join(row or "-" for row in rows)
        return
    for at, row in enumerate(rows, 1):
        if len(rows) == 1:
            yield label, row
        elif row:
            yield f"{label} {at}", row


def _foundation_lines(floor: _Floor, layout: BoardLayout) -> list[tuple[str, str]]:
    """Return the state of the foundations in one line if that suffices, else one line each."""
    if not any(layout.foundations) and floor.rules.custom == "constitution":
        return []
    words = _foundation_words(floor, layout)
    if words is not None:
        return [("Foundations", " ".join(words))] if words else []
    bases = [foundation["base"] for foundation in floor.numbers["foundations"]]
    if floor.numbers["founded"] == 1:
        base_cards = (bases[0],) if bases[0] else ()
        cards = layout.foundations[0] or base_cards
        if len(cards) == 1:
            return [("Foundations", _row(cards))]
    return [
        (f"Foundation {f + 1}", _row([bases[f], *cards] if bases[f] else cards))
        for f, cards in enumerate(layout.foundations)
        if cards or bases[f]
    ]


def _foundation_words(floor: _Floor, layout: BoardLayout) -> list[str] | None:
    """Return a word for each foundation, H-0 or C-K; None if these do not suffice."""
    words, begun = [], dict[int, list[int]]()
    starts = {}
    for f, foundation in enumerate(floor.numbers["foundations"][: floor.numbers["founded"]]):
        sequences = list(floor.sequences(f, 0))
        if floor.rules.custom or floor.is_open(f) or len(sequences) != 1:
            return None
        suit = sequences[0][0] >> 4
        if suit in starts or any(card >> 4 != suit for card in sequences[0]):
            return None  # two foundations of a suit, or several suits on one
        starts[suit] = f
        last = (layout.foundations[f] or (foundation["base"],))[-1]
        if last:
            at, cards = floor.to_card(last, begun, 0)
            if at != f or tuple(cards) != layout.foundations[f]:
                return None
            begun[f] = cards
        words.append(f"{SUITS[suit].upper()}-{RANKS[(last & 15) - 1] if last else 0}")
    return words
