"""The keys of a description, a record a table of the file: kind, default, what each means."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from rbcore.cards.text import RANKS, SUITS
from rbcore.patience.descriptions.patterns import CHOOSERS, Pattern
from rbcore.patience.descriptions.values import (
    CARDS,
    FLAG,
    LETTERS,
    TEXT,
    Kind,
    either,
    listed,
    one_of,
    or_list,
    whole,
)

__all__ = [
    "Advice", "Cards", "Deal", "Description", "Discard", "End", "Foundations", "Match", "Piles",
    "Play", "Stock",
]  # fmt: skip

OWN = ("shah", "gallery", "packets", "row", "covered")  # in the order of engine/game.pxd
COUNT = whole(0, 104)
STEP = whole(-12, 12)
SUIT = one_of("same", "any", "colour", "other colour")
RING = one_of(0, 12, 13)
LIFT = one_of("top", "run", "whole", "any", 2, 3, 4, 5, 6)
SPACE = either(one_of("any", "none"), LETTERS[RANKS])
FACE = Kind(
    "up, top, or a list: how many cards lie face down in each pile",
    either(one_of("up", "top"), listed(COUNT)).read,
)
BEGIN = Kind(
    "cards, drawn, suits or crown",
    lambda value: value if value in ("drawn", "suits", "crown") else CARDS.read(value),
)


def key(default: Any, kind: Kind | type, words: str) -> Any:
    """A key with its default, the kind of its values (a record: another table), its meaning."""
    return field(default=default, metadata={"kind": kind, "words": words})


def tables(kind: type, words: str) -> Any:
    """A key of a table whose keys are names; what these stand for is of a record, or as it is."""
    return field(default_factory=dict, metadata={"kind": kind, "words": words, "named": True})


@dataclass(frozen=True)
class Match:
    """When a card may lie on another: its rank less the other's, their suits."""

    step: int = key(0, STEP, "the rank of the upper card less that of the lower")
    both: bool = key(False, FLAG, "whether the step goes both ways")
    suit: str = key("same", SUIT, "which suits match")
    ring: int = key(0, RING, "ranks in a circle: 13 if A follows K, 12 if it follows Q")
    way: bool = key(False, FLAG, "whether a sequence goes on as its last two cards went")


@dataclass(frozen=True)
class Cards:
    """The cards of a game."""

    decks: int = key(1, whole(1, 2), "packs of 52")
    ranks: str = key(RANKS, LETTERS[RANKS], "the ranks used")
    suits: str = key(SUITS, LETTERS[SUITS], "the suits used")
    shuffles: int = key(1, whole(1, 3), "whole packs in a row")
    out: str = key("", CARDS, "set out beforehand")
    out_by: str = key("card", one_of("card", "rank"), "what is taken out of a pack given as text")
    under: str = key("", LETTERS[RANKS], "ranks that lie unshuffled below the rest")
    dead: str = key("", CARDS, "cards that never go to a foundation")


@dataclass(frozen=True)
class Foundations:
    """Foundations with the same rules: what begins each, what follows."""

    base: str = key("", CARDS, "one for each of these cards, which are set out")
    begin: str = key(
        "",
        BEGIN,
        "one for each of these cards, which begin it; drawn: the rank of the next card after the "
        "deal; suits: the first card of each suit; crown: what follows the card of `crown`",
    )
    drawn_after: str = key("", TEXT, "the piles after which the base is drawn; else the last")
    shared: bool = key(False, FLAG, "whether any of the cards begins any of the foundations")
    count: int = key(0, whole(0, 16), "foundations, if they are not one a card")
    step: int = key(1, STEP, "what is added to a rank to find the next")
    both: bool = key(False, FLAG, "whether the step goes both ways")
    suit: str = key("same", SUIT, "which suits may follow")
    ring: int = key(0, RING, "ranks in a circle: 13 if A follows K, 12 if it follows Q")
    length: int = key(12, COUNT, "cards that it takes besides the base")
    tier: int = key(1, whole(1, 2), "a card that fits must go to the lowest tier")
    gate: str = key(
        "none",
        one_of("none", "full", "begun"),
        "full: closed until the lower tier is full; begun: until all of the group are begun",
    )
    whole: bool = key(False, FLAG, "whether it takes only a complete run")
    gives: bool = key(False, FLAG, "whether its last card may come back")
    at_once: str = key(
        "none", one_of("none", "begin"), "begin: what begins it goes there by itself"
    )
    crown: str = key("", TEXT, "piles whose cards say what begins each, and complete it")


@dataclass(frozen=True)
class Piles:
    """A group of piles with the same rules."""

    count: int = key(1, whole(1, 32), "piles")
    deal: int | tuple[int, ...] = key(0, or_list(COUNT), "cards dealt to each")
    rest: bool = key(False, FLAG, "whether the last pile of all takes what is left")
    beneath: str = key("", CARDS, "cards that lie there from the start, and never move")
    face: str | tuple[int, ...] = key("up", FACE, "up; top: the others lie face down")
    available: str = key(
        "top", one_of("top", "latest"), "latest: of each the card of the last row alone"
    )
    under_stock: int = key(0, whole(0, 32), "the number of the pile, from 1, that the stock shuts")
    on: Match | None = key(None, Match, "what is packed on it")
    lift: str | int = key(
        "top",
        LIFT,
        "how many cards one move takes: the top card; up to as many as are a run, lie open or the "
        "number says; whole: all that lie open",
    )
    run: Match | None = key(None, Match, "what a run is, if not cards that lie as `on` says")
    space: str = key("none", SPACE, "what may be laid in a space: any card, none, or these ranks")
    space_lift: str | int = key("", LIFT, "how many cards one move takes to a space, if not `lift`")
    alike: bool = key(True, FLAG, "whether its spaces are one choice, the first")
    ends_at_base: bool = key(False, FLAG, "nothing lies on a card of the rank that was drawn")
    room: int = key(104, whole(1, 104), "the most cards on one of them")
    fill: tuple[str, ...] = key((), listed(TEXT), "who fills a space: the first that has a card")
    fill_when: str = key(
        "at once",
        one_of("at once", "duty", "before turn", "at will", "stuck", "by row"),
        "of itself; by a move, from any of its sources (duty, before turn) or the first that has a "
        "card (at will); in a grid if there is no move, or of itself above the lowest row",
    )
    refill: bool = key(True, FLAG, "whether rows are filled again before the next one")
    sorted: bool = key(
        False, FLAG, "whether the rest of the pack lies there, a pile a rank; of one group"
    )
    beside: tuple[tuple[int, ...], ...] = key(
        (), listed(listed(COUNT)), "foundations beside each, to which a card dealt may go; [] all"
    )
    grid: bool = key(False, FLAG, "rows of places one below the other, `count` in each")
    cover: str = key(
        "none",
        one_of("none", "below", "either", "pyramid"),
        "what shuts a place: the one below, one at both ends, the two on it in a pyramid",
    )
    cover_at_end: str = key("", one_of("", "either"), "the same once the stock is out")
    first: str = key(
        "none",
        one_of("none", "card", "rank"),
        "of one pile: its top goes before an equal card; rank: before one of its rank on a pile",
    )


@dataclass(frozen=True)
class Stock:
    """The cards that are not dealt yet, and the waste."""

    to: str = key("hand", TEXT, "where a card that is turned goes: hand, waste, piles, foundation")
    turn: int = key(1, whole(1, 10), "cards turned at a time")
    round: tuple[str, ...] = key(
        (), listed(TEXT), "or to these piles in turn, if it fits no foundation"
    )
    wastes: int = key(1, whole(1, 2), "wastes, to which they go in turn; two are not turned over")
    passes: int = key(1, whole(1, 100, endless=True), "runs through the stock")
    shuffle: bool = key(False, FLAG, "whether the waste is shuffled between them")
    each: int = key(0, COUNT, "or so many to the next pile of a group, the first one uppermost")
    closes: bool = key(False, FLAG, "whether a pile that it turns puts the one before out of play")
    after: tuple[Any, ...] = key((), listed(TEXT), "turned only when these have no move")
    again_after: tuple[Any, ...] = key(
        (), listed(TEXT), "turned over only when these have none, or else `after`"
    )
    waste: str = key(
        "top",
        one_of("top", "dead", "all"),
        "dead: the waste's top is out of reach; all: all of it is in reach once the stock is out",
    )
    waste_lift: str = key("top", one_of("top", "run"), "run: as many may go from it to a space")
    waste_on: Match | None = key(None, Match, "what is packed on the waste")


@dataclass(frozen=True)
class Deal:
    """Piles laid from the pack, and gathered for another deal."""

    rounds: bool = key(False, FLAG, "one card to each pile of a group in turn")
    distinct: str = key("none", one_of("none", "rank"), "rank: no pile has two cards of a rank")
    plays: str = key(
        "none",
        one_of("none", "must", "may", "tops"),
        "whether a card being dealt goes up, or for tops the last card of a pile",
    )
    tops: bool = key(False, FLAG, "whether the last cards of piles go up too, as they are dealt")
    plays_from: int = key(0, COUNT, "so many cards of a deal do not go up")
    deals: int = key(1, whole(1, 100, endless=True), "deals of the piles")
    barren: int = key(0, whole(0, 100), "so many deals running without a play lose")
    gather: str = key(
        "reversed",
        one_of("reversed", "in order", "second half first"),
        "reversed: the last pile is uppermost",
    )
    last: str = key(
        "same", one_of("same", "without waste"), "how the last pass of `stock.round` is laid"
    )
    rotate: int = key(0, whole(0, 100), "times that each pile's lowest card goes to its top")


@dataclass(frozen=True)
class Discard:
    """What leaves the table in pairs, sets and alone."""

    equal: str = key("", one_of("", "rank", "suit"), "what makes a pair")
    sum: int = key(0, whole(0, 26), "what the ranks of a pair add up to")
    alone: str = key("", LETTERS[RANKS], "ranks thrown singly")
    alone_saves: bool = key(True, FLAG, "whether such a card may be the extra card")
    sets: tuple[str, ...] = key((), listed(LETTERS[RANKS]), "ranks that go together")
    extra: int = key(0, whole(0, 100, endless=True), "extra cards")
    apart: tuple[str, ...] = key((), listed(TEXT), "groups of which two cards are no pair")
    last: str = key("pair", one_of("pair", "any"), "what the last single card of the stock needs")


@dataclass(frozen=True)
class End:
    """What counts at the end."""

    left: str = key("all", one_of("all", "stock"), "the cards that count as left")


@dataclass(frozen=True)
class Advice:
    """What the adviser is told of a game."""

    by: str = key("rank", one_of("rank", "size"), "size: what large and small piles call for")
    play: str = key("waste", one_of("waste", "piles", "room"), "which plays come first")
    pairs: str = key(
        "large", one_of("large", "small", "settled"), "which pairs come first, by their piles"
    )
    frees: bool = key(False, FLAG, "whether cards are packed only to free another")
    lay: str = key("", one_of("", *CHOOSERS), "how a card in hand is laid")
    hold_back: int = key(0, whole(0, 13), "cards kept that the first foundation will want so soon")
    high: int = key(0, whole(0, 13), "the ranks above it that do not begin a pile")


@dataclass(frozen=True)
class Play:
    """What must be done, and the fixed way of playing."""

    duties: tuple[Any, ...] = key(
        (), listed(or_list(TEXT)), "tiers: the first with a move shuts out all other moves"
    )
    moves: tuple[Any, ...] = key((), listed(TEXT), "what may be done, in the order of listing")
    opening: tuple[Any, ...] = key(
        (), listed(TEXT), "the same until `row`, or a deal with tops, ends the opening"
    )
    plain: tuple[Any, ...] = key((), listed(TEXT), "the fixed way: the first with a move")
    automatic: tuple[Any, ...] = key((), listed(TEXT), "the same where the book's duties are many")
    waiting: str = key("none", one_of("none", "must", "may"), "cards held between two foundations")
    own: str = key("", one_of("", *OWN), "what lists the moves, where patterns cannot")
    run: int = key(1, whole(1, 13), "cards that it moves together")
    other_way: bool = key(False, FLAG, "the other reading of a clause that it has")
    stop: bool = key(False, FLAG, "whether the next deal may begin while there are moves")
    decided: bool = key(True, FLAG, "whether something is to be decided")
    idle: int = key(400, whole(1, 10_000), "a player's limit of moves that bring nothing")
    advice: Advice = key(Advice(), Advice, "what the adviser is told")


@dataclass(frozen=True)
class Description:
    """A game, as its file says it; a form or reading of it is one too."""

    number: str = key("", TEXT, "its number in the book")
    name: str = key("", TEXT, "what it is called")
    line: str = key("", TEXT, "what it is, in a line")
    also: tuple[str, ...] = key((), listed(TEXT), "other names that people know it by")
    homonym: str = key("", TEXT, "another game that most people mean by its name")
    version: int = key(1, whole(1, 10_000), "raised if the games of a seed change")
    player_versions: Mapping[str, int] = tables(object, "the same of its players alone, by name")
    module: str = key("", TEXT, "the module that plays it, if rules do not tell all")
    options: Mapping[str, Any] = tables(object, "what that module is told")
    cards: Cards = key(Cards(), Cards, "its cards")
    foundations: Mapping[str, Foundations] = tables(Foundations, "its foundations, by name")
    piles: Mapping[str, Piles] = tables(Piles, "its groups of piles, by name")
    stock: Stock = key(Stock(), Stock, "its stock")
    deal: Deal = key(Deal(), Deal, "how it is dealt")
    discard: Discard = key(Discard(), Discard, "what is thrown out")
    end: End = key(End(), End, "its end")
    play: Play = key(Play(), Play, "its play")
    ways: tuple[str, ...] = key((), listed(TEXT), "readings of the fixed way alone")

    @property
    def fixed_way(self) -> tuple[Pattern, ...]:
        """The patterns of the fixed way of playing."""
        return self.play.plain or self.play.automatic
