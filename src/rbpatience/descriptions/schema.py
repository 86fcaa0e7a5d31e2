"""The keys of a description, one record for each table: kind, default and meaning of each."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from typing import Any

from rbcore.cards.ranges import known_names, shown
from rbcore.cards.text import RANKS, SUITS
from rbcore.toml_file import Where, Wrong

# Kinds of values

ENDLESS = -1
# The limits of a game, for which engine/game.pxd has room; piles are those in the file.
MAX_CARDS, MAX_FOUNDATIONS, MAX_PILES, MAX_GROUPS = 104, 16, 32, 8
MAX_PATTERNS, MAX_TIERS, MAX_SOURCES = 80, 8, 10
# The numbers of the piles that every game has, and of the first foundation's, as in
# engine/game.pxd.
STOCK, OTHER_WASTE, ASIDE, WASTE, HAND, FIRST_FOUNDATION = 124, 125, 125, 126, 127, 128
PLAYERS = ("forced", "best", "plain", "automatic", "uniform", "adviser")


@dataclass(frozen=True)
class ValueKind:
    """A kind of values: its name in messages, and its reader, which may raise ValueError."""

    words: str
    read: Callable[[Any], Any]
    choices: tuple[str | int, ...] = ()


def _plain(kind: type, words: str) -> ValueKind:
    def read(value: Any) -> Any:
        if type(value) is not kind:
            raise ValueError
        return value

    return ValueKind(words, read)


FLAG = _plain(bool, "true or false")
TEXT = _plain(str, "text")


def whole(low: int, high: int, *, endless: bool = False) -> ValueKind:
    """Return the kind of whole numbers in a range, optionally with the word "endless"."""

    def read(value: Any) -> int:
        if endless and value == "endless":
            return ENDLESS
        if type(value) is not int or not low <= value <= high:
            raise ValueError
        return value

    return ValueKind(
        f"a whole number from {low} to {high}{', or endless' if endless else ''}", read
    )


def one_of(*words: str | int) -> ValueKind:
    """Return the kind of a choice among words or numbers."""

    def read(value: Any) -> str | int:
        if type(value) is bool or not isinstance(value, str | int) or value not in words:
            raise ValueError
        return value

    choices = ", ".join(str(word) for word in words if word != "")
    return ValueKind(f"one of {choices}{', or nothing' if '' in words else ''}", read, words)


def listed(kind: ValueKind) -> ValueKind:
    """Return the kind of lists of a kind; their values are tuples."""

    def read(value: Any) -> tuple[Any, ...]:
        if not isinstance(value, list):
            raise ValueError
        return tuple(map(kind.read, value))

    return ValueKind(f"a list, of each {kind.words}", read)


def either(first: ValueKind, other: ValueKind) -> ValueKind:
    """Return the kind of values of either of two kinds."""

    def read(value: Any) -> Any:
        try:
            return first.read(value)
        except (ValueError, TypeError):
            return other.read(value)

    return ValueKind(f"{first.words}, or {other.words}", read)


def or_list(kind: ValueKind) -> ValueKind:
    """Return the kind of a value or a list of values."""

    def read(value: Any) -> Any:
        return listed(kind).read(value) if isinstance(value, list) else kind.read(value)

    return ValueKind(f"{kind.words}, or a list", read)


def _read_cards(value: Any) -> str:
    cards = ""
    for word in TEXT.read(value).split():
        rank, suits = word[0], word[1:] or SUITS
        if rank not in RANKS or (suits != SUITS and (len(suits) != 1 or suits not in SUITS)):
            raise ValueError(
                f"{shown(word)} is not a card; write Ad, or a rank such as A for all aces"
            )
        cards += "".join(rank + suit for suit in suits)
    return cards


CARDS = ValueKind("cards, as in A 2 Kd", _read_cards)


def _read_letters(letters: str) -> Callable[[Any], str]:
    def read(value: Any) -> str:
        if not set(TEXT.read(value)) <= set(letters):
            raise ValueError
        return str(value)

    return read


LETTERS = {
    letters: ValueKind(f"letters of {letters}", _read_letters(letters))
    for letters in (RANKS, SUITS)
}


def unknown(name: str, names: Any) -> str:
    """Return the message for a name that is not among some names."""
    return f"{shown(name)} is not known; {known_names(name, names)}"


def known_or_wrong(where: Where, name: str, names: Collection[str]) -> None:
    """Raise Wrong unless a name is one of some names."""
    if name not in names:
        raise Wrong(where, unknown(name, names))


# Patterns: steps with their sources and targets, such as `pack loose row waste`

# In the order of engine/game.pxd, as the words of CHOOSERS are.
STEPS = (
    "play",
    "pack",
    "fill",
    "lay",
    "throw",
    "lift",
    "back",
    "pair",
    "turn",
    "row",
    "redeal",
    "deal",
)
HOW = ("loose", "whole", "unfit")
PILES = ("hand", "waste", "stock")  # of every game
LAYS = ("least_covered", "lowest_cover")  # of the adviser
CHOOSERS = (
    "highest_pile",
    "kings_apart",
    "least_covered",
    "lowest_cover",
    "matching",
    "soonest_wanted",
)


@dataclass(frozen=True)
class Pattern:
    """Steps with their possible sources and targets; if none are named, all that apply.

    `how` restricts the cards: `loose`, a card not already on one that could take it; `whole`, all
    cards of a pile; `unfit`, a card that fits no foundation. The chooser picks among the moves.
    Several steps, such as `pack+fill`, are tried together, source by source.
    """

    steps: tuple[str, ...]
    how: str = ""
    sources: tuple[str, ...] = ()
    targets: tuple[str, ...] = ()
    chooser: str = ""

    @property
    def step(self) -> str:
        """The first step."""
        return self.steps[0]


def read_pattern(text: str, names: Collection[str]) -> Pattern:
    """Parse a pattern, given the names of piles and foundations; ValueError if invalid."""
    words = text.split()
    steps = tuple(words[0].split("+")) if words else ("",)
    for step in steps:
        if step not in STEPS:
            raise ValueError(f"a pattern must begin with a step; {unknown(step, STEPS)}")
    rest = words[1:]
    how = rest.pop(0) if rest[:1] and rest[0] in HOW else ""
    if how and not {*steps} & {"pack", "fill"}:
        raise ValueError(f"`{how}` is only for cards that are packed or fill spaces; leave it out")
    rest, by, choosers = _parted(rest, "by")
    sources, to, targets = _parted(rest, "to")
    for name in (*sources, *targets):
        if name not in (*names, *PILES):
            raise ValueError(f"in {shown(text)} {unknown(name, (*names, *PILES))}")
    if by and (len(choosers) != 1 or choosers[0] not in CHOOSERS):
        raise ValueError(f"in {shown(text)} {unknown(' '.join(choosers), CHOOSERS)}")
    if to and not targets:
        raise ValueError(f"{shown(text)} ends in `to`; name a pile or foundation")
    return Pattern(steps, how, tuple(sources), tuple(targets), "".join(choosers))


def _parted(words: list[str], at: str) -> tuple[list[str], bool, list[str]]:
    """Return the words before and after a word, and whether it is there."""
    if at not in words:
        return words, False, []
    place = words.index(at)
    return words[:place], True, words[place + 1 :]


# The custom games, which keys cannot describe: procedures that play one, or code that lists its
# moves. Each has options, explained in engine/game.pxd, with their defaults.
CUSTOM: dict[str, dict[str, tuple[ValueKind, int]]] = {
    "calls": {"first": (whole(1, 13), 1), "ranks": (whole(1, 13), 13), "restarts": (FLAG, False)},
    "hope": {},
    "square": {},
    "row": {"transposes": (FLAG, False), "discards": (FLAG, False)},
    "amazons": {
        "gathering": (whole(0, 1), 0),
        "standing": (whole(0, 100), 0),
        "tops_go_up": (FLAG, False),
    },
    "walk": {"standing": (whole(0, 100), 0), "all_moved": (FLAG, False)},
    "court cards": {"gathering": (whole(0, 3), 0)},
    "valentine": {"gathering": (whole(0, 3), 0)},
    "sympathy": {"heaps": (whole(16, 17), 16)},
    "pairs": {
        "places": (whole(1, 52), 1),
        "laid": (FLAG, False),
        "alone_saves": (FLAG, True),
        "extras": (whole(0, 100, endless=True), 0),
        "counts_table": (FLAG, True),
        "beneath": (whole(0, 52), 0),
    },
    "covered": {"saves_courts": (FLAG, False)},
    "shah": {},
    "packets": {},
    "nestor": {},
    "corners": {},
    "manor": {},
    "queens": {},
    "gallery": {"run": (whole(1, 13), 1), "cleared": (FLAG, False)},
    "constitution": {"shuts": (FLAG, False)},
    "parisienne": {"with_waste": (FLAG, False)},
}
# The custom parts, in the order of the engine: a fixed way in which cards only fall, moves, and the
# deal.
PROCEDURES = (*CUSTOM,)[:11]
CUSTOM_MOVES = ("shah", "gallery", "packets", "row", "covered", "constitution", "parisienne")
CUSTOM_DEALS = ("packets", "row", "constitution", "nestor", "corners", "manor", "queens")

# The tables of a file

COUNT = whole(0, 104)
STEP = whole(-12, 12)
SUIT = one_of("same", "any", "other colour", "same colour")
PACKED = one_of("same", "any", "other colour", "other suit", "same colour")
LIFT = one_of("top", "run", "whole", "any")
SPACE = either(one_of("any", "none"), LETTERS[RANKS])
FACE = ValueKind(
    "up, top, or a list: how many cards lie face down in each pile",
    either(one_of("up", "top"), listed(COUNT)).read,
)
BELOW = ("below", "either", "below at first")  # covers of grids
OF_GRIDS = ("stuck", "stuck once", "by row")  # when their places are filled
BEGIN = ValueKind("cards, or drawn", lambda value: value if value == "drawn" else CARDS.read(value))


def key(default: Any, kind: ValueKind | type, words: str) -> Any:
    """Return a key with its default, the kind of its values (a record is a table), its meaning."""
    return field(default=default, metadata={"kind": kind, "words": words})


def tables(kind: type, words: str) -> Any:
    """Return a key for a table by names, whose values are records or left as they are."""
    return field(default_factory=dict, metadata={"kind": kind, "words": words, "named": True})


@dataclass(frozen=True)
class Match:
    """When a card may lie on another, by their ranks and suits."""

    step: int = key(0, STEP, "the rank of the upper card minus that of the lower")
    both: bool | str = key(
        False,
        either(FLAG, one_of("as begun")),
        "whether the step goes both ways; as begun: a sequence keeps the direction of its last two "
        "cards",
    )
    suit: str = key("same", PACKED, "the suits that match")
    ring: int = key(0, one_of(0, 13), "13: the ranks form a circle, and A follows K")


@dataclass(frozen=True)
class Cards:
    """The cards of a game."""

    decks: int = key(1, whole(1, 2), "packs of 52")
    ranks: str = key(RANKS, LETTERS[RANKS], "the ranks used")
    suits: str = key(SUITS, LETTERS[SUITS], "the suits used")
    shuffles: int = key(1, whole(1, 3), "whole packs in a row")
    out: str = key("", CARDS, "the cards set out before the deal")
    out_by: str = key("card", one_of("card", "rank"), "what is taken out of a pack given as text")


@dataclass(frozen=True)
class Foundations:
    """Foundations with the same rules: the cards that begin them, and those that follow."""

    base: str = key("", CARDS, "one for each of these cards, which are set out")
    begin: str = key(
        "",
        BEGIN,
        "one for each of these cards, which begin it; drawn: the rank of the next card after the "
        "deal",
    )
    drawn_after: str = key("", TEXT, "the piles after which the base is drawn, by default the last")
    shared: bool = key(False, FLAG, "whether any of the cards begins any of the foundations")
    count: int = key(0, whole(0, 16), "the number of foundations if not one for each card")
    step: int = key(1, STEP, "the number that is added to a rank to find the next")
    both: bool = key(False, FLAG, "whether the step goes both ways")
    suit: str = key("same", SUIT, "the suits that may follow")
    ring: int = key(
        0, one_of(0, 12, 13), "ranks in a circle: 13 if A follows K, 12 if it follows Q"
    )
    ends: str = key("", LETTERS[RANKS], "ranks on which no card is built")
    length: int = key(
        12, COUNT, "the number of cards it takes, including one of `begin` but not a `base`"
    )
    tier: int = key(1, whole(1, 2), "a card that fits must go to the lowest tier")
    gate: str = key(
        "none",
        one_of("none", "full", "begun"),
        "full: closed until the lower tier is full; begun: until all of the group are begun",
    )
    whole: bool = key(False, FLAG, "whether it takes only a complete run")
    gives: bool = key(False, FLAG, "whether its last card may come back")
    at_once: str = key(
        "none", one_of("none", "begin"), "begin: a card that begins it goes there by itself"
    )


@dataclass(frozen=True)
class Piles:
    """A group of piles with the same rules."""

    count: int = key(1, whole(1, 32), "the number of piles")
    deal: int | tuple[int, ...] = key(0, or_list(COUNT), "the number of cards dealt to each")
    sunk: str = key("", LETTERS[RANKS], "ranks that go to the bottom of a pile once it is dealt")
    face: str | tuple[int, ...] = key(
        "up", FACE, "the cards that lie face up: up, all; top, the top card"
    )
    on: Match | None = key(None, Match, "the cards that can be packed on it")
    lift: str = key(
        "top",
        LIFT,
        "how many cards one move takes: the top card; run, up to a whole run; any, up to all open "
        "cards; whole, all open cards",
    )
    run: Match | None = key(None, Match, "how the cards of a run lie, by default as `on` says")
    space: str = key("none", SPACE, "the cards that may go to a space: any, none, or these ranks")
    space_lift: str = key(
        "",
        one_of("", "run"),
        "run: up to a run as on this group goes to its space, from the waste too; otherwise the "
        "`lift` of the cards' group decides",
    )
    ends_at_base: bool = key(False, FLAG, "no card lies on a card of the drawn rank")
    room: int = key(104, whole(1, 104), "the most cards in a pile: 1 for a cell")
    fill: tuple[str, ...] = key((), listed(TEXT), "the sources of spaces; the first with a card")
    fill_when: str = key(
        "at once",
        one_of("at once", "by choice", "at will", "stuck", "stuck once", "by row"),
        "when a space is filled: at once; by a move, from any source (by choice) or the first with "
        "a card (at will); in a grid when there is no move (stuck), or then once before the next "
        "row (stuck once), or at once above the lowest row (by row)",
    )
    beside: tuple[tuple[int, ...], ...] = key(
        (),
        listed(listed(COUNT)),
        "the foundations beside each, to which a dealt card may go; [] means all",
    )
    grid: bool = key(False, FLAG, "whether it has rows of `count` places below each other")
    cover: str = key(
        "none",
        one_of("none", "below", "either", "below at first", "pyramid", "stock"),
        "the cards that shut a place: the one below; either, those at both ends; below at first, "
        "the one below, and when the stock is used up those at both ends; in a pyramid the two on "
        "it; the stock",
    )
    first: str = key(
        "none",
        one_of("none", "card", "rank"),
        "for a single pile. card: its top goes before an equal card; rank: before a card of its "
        "rank on a pile",
    )


@dataclass(frozen=True)
class Stock:
    """The cards that are not dealt yet, and the waste."""

    to: str = key("hand", TEXT, "where a turned card goes: hand, waste, piles or foundation")
    turn: int = key(
        1,
        whole(1, 10),
        "the number of cards turned at a time; if several go to piles, they go to the next one, "
        "with the first uppermost",
    )
    wastes: int = key(
        1, whole(1, 2), "the number of wastes, which get cards in turn; two are not turned over"
    )
    passes: int = key(1, whole(1, 100, endless=True), "the number of runs through the stock")
    shuffle: bool = key(False, FLAG, "whether the waste is shuffled between passes")
    closes: bool = key(False, FLAG, "whether a pile of several puts the one before out of play")
    after: tuple[Any, ...] = key(
        (), listed(TEXT), "patterns that must have no move when the stock is turned, or turned over"
    )
    waste: str = key("top", one_of("top", "dead"), "dead: the waste's top is out of reach")
    waste_on: Match | None = key(None, Match, "the cards that can be packed on the waste")


@dataclass(frozen=True)
class Deal:
    """Piles laid from the pack, and gathered for another deal."""

    rounds: bool = key(False, FLAG, "whether each pile of a group gets one card in turn")
    plays: str = key(
        "none",
        one_of("none", "must", "may", "tops", "all"),
        "whether a card goes up during the deal: the dealt card (must, may), the last card of a "
        "pile (tops), or either (all)",
    )
    deals: int = key(1, whole(1, 100, endless=True), "the number of deals of the piles")
    gather: str = key(
        "reversed",
        one_of("reversed", "in order", "second half first", "rotated"),
        "reversed: the last pile is uppermost; rotated: each pile stays, and its lowest card goes "
        "to the top",
    )


@dataclass(frozen=True)
class Discard:
    """The cards that leave the table in pairs and alone."""

    equal: str = key("", one_of("", "rank", "suit"), "the property that two cards of a pair share")
    sum: int = key(0, whole(0, 26), "the sum of the ranks of a pair")
    alone: str = key("", LETTERS[RANKS], "ranks thrown out singly")
    apart: tuple[str, ...] = key((), listed(TEXT), "groups whose cards do not pair with each other")


@dataclass(frozen=True)
class Advice:
    """Hints for the adviser about a game."""

    by: str = key("rank", one_of("rank", "size"), "size: the sizes of piles guide the choice")
    play: str = key("waste", one_of("waste", "piles", "room"), "the plays that come first")
    pairs: str = key(
        "large", one_of("large", "small", "settled"), "the pairs that come first, by their piles"
    )
    lay: str = key("", one_of("", *LAYS), "how a card in hand is laid")
    hold_back: int = key(0, whole(0, 13), "how soon the first foundation wants the cards kept")
    high: int = key(0, whole(0, 13), "cards of a higher rank do not begin a pile")


@dataclass(frozen=True)
class Play:
    """Compulsory actions, and the fixed way of playing."""

    duties: tuple[Any, ...] = key(
        (), listed(or_list(TEXT)), "tiers: the first with a move makes all other moves illegal"
    )
    moves: tuple[Any, ...] = key((), listed(TEXT), "the legal moves, in the order of listing")
    opening: tuple[Any, ...] = key(
        (), listed(TEXT), "the same until `row`, or a deal with tops, ends the opening"
    )
    plain: tuple[Any, ...] = key((), listed(TEXT), "the fixed way: the first pattern with a move")
    automatic: tuple[Any, ...] = key(
        (), listed(TEXT), "the same, for a game whose book rules have many duties"
    )
    waiting: str = key(
        "none", one_of("none", "must", "may"), "whether cards are held between two foundations"
    )
    stop: bool = key(False, FLAG, "whether the next deal may begin while there are moves")
    decided: bool = key(True, FLAG, "whether the player decides anything")
    idle: int = key(400, whole(1, 10_000), "a player's limit of moves without gain")
    advice: Advice = key(Advice(), Advice, "hints for the adviser")


@dataclass(frozen=True)
class Description:
    """A game as its file describes it; forms and readings are descriptions too."""

    number: str = key("", TEXT, "its number in the book")
    name: str = key("", TEXT, "its name")
    line: str = key("", TEXT, "its description, in a line")
    also: tuple[str, ...] = key((), listed(TEXT), "other names that people know it by")
    homonym: str = key("", TEXT, "another game that most people mean by its name")
    version: int = key(1, whole(1, 10_000), "raised if the games of a seed change")
    player_versions: Mapping[str, int] = tables(object, "the same for each player, by name")
    custom: str = key("", one_of("", *CUSTOM), "the code that plays it or lists its moves")
    options: Mapping[str, Any] = tables(object, "its hints")
    cards: Cards = key(Cards(), Cards, "its cards")
    foundations: Mapping[str, Foundations] = tables(Foundations, "its foundations, by name")
    piles: Mapping[str, Piles] = tables(Piles, "its groups of piles, by name")
    stock: Stock = key(Stock(), Stock, "its stock")
    deal: Deal = key(Deal(), Deal, "how it is dealt")
    discard: Discard = key(Discard(), Discard, "the cards that are thrown out")
    play: Play = key(Play(), Play, "how it is played")
    ways: tuple[str, ...] = key((), listed(TEXT), "readings that change only the fixed way")

    @property
    def fixed_way(self) -> tuple[Pattern, ...]:
        """Return the patterns of the fixed way of playing."""
        return self.play.plain or self.play.automatic

    @property
    def is_procedure(self) -> bool:
        """Whether only a procedure plays it."""
        return self.custom in PROCEDURES and self.custom not in CUSTOM_MOVES


def custom_options(custom: str, options: Mapping[str, Any]) -> dict[str, int]:
    """Return a custom game's options, 0 for those of others; ValueError if one is unknown."""
    known, read = (
        CUSTOM.get(custom, {}),
        {option: 0 for options_of in CUSTOM.values() for option in options_of},
    )
    read |= {name: default for name, (_, default) in known.items()}
    for name, value in options.items():
        if name not in known:
            raise ValueError(f"the option {unknown(name, known)}")
        kind, _ = known[name]
        try:
            read[name] = kind.read(value)
        except ValueError:
            raise ValueError(f"the option {name} is {kind.words}") from None
    return read


# Sizes


def choice(record: Any, key: str) -> int:
    """Return the number of a word: its index among the words of its key."""
    kind: ValueKind = type(record).__dataclass_fields__[key].metadata["kind"]
    return kind.choices.index(getattr(record, key))


def pack_size(rules: Description) -> int:
    """Return the number of cards in a pack, without those set out."""
    cards = rules.cards
    return cards.decks * len(cards.ranks) * len(cards.suits) - len(cards.out) // 2


def foundation_count(group: Foundations) -> int:
    """Return the number of foundations in a group."""
    return group.count or len(group.base or group.begin) // 2


def piles_dealt(group: Piles) -> tuple[int, ...]:
    """Return the number of cards dealt to each pile of a group."""
    return group.deal if isinstance(group.deal, tuple) else (group.deal,) * group.count
