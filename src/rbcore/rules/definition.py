"""Rules: one choice on every axis of docs/rules.md, checked on creation."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields
from typing import Any

import numpy as np

from rbcore.cards.ranges import check_range, check_whole, printable, shown

STARTERS = (
    "low-reserve",
    "high-reserve",
    "high-reserve-ace-low",
    "tableau",
    "cut",
    "alternate",
    "seat-0",
    "seat-1",
    "seat-2",
)

RANKS = 13
SUITS = 4
PACK = RANKS * SUITS
THIRD_OF_ALL = 35  # a third of two packs and a joker
MAX_POINTS = 100  # keeps every score of 8.1 within 16 bits

PAGAT = "pagat.com, Russian Bank"
CROSSLEY = "David Crossley, by way of pagat.com"
WEGNER = "Eberhard Wegner and Günther Senst, by way of pagat.com"
WEGNER_OWN = "Eberhard Wegner, Zank-Patience"
CRAPETTE = "crapette.fr, Règles du jeu"
HOFFMANN_61 = "Professor Hoffmann, Illustrated Book of Patience Games (1892), no. 61"
HOFFMANN_62 = "Professor Hoffmann, Illustrated Book of Patience Games (1892), no. 62"
PROGRAMS = "public programs that play the game"  # docs/programs.md names them
PROJECT = "this project"

Choice = int | str | bool


def _axis(
    default: Choice,
    clause: str,
    source: str,
    meaning: str,
    words: str | Mapping[str, str],
    *,
    low: int = 0,
    high: int = 0,
    never: str = "",
) -> Any:
    """Return a field of Rules with its default, clause, source and sentences.

    `words` has one sentence for every value as it is typed. A numeric axis, from `low` to `high`,
    has a single sentence with {} for the number; if it has a sentence `never`, the number 0 is
    allowed too, with that meaning.
    """
    values = () if isinstance(default, bool) or isinstance(words, str) else tuple(words)
    return field(
        default=default,
        metadata={
            "default": default,
            "clause": clause,
            "source": source,
            "meaning": meaning,
            "words": words,
            "values": values,
            "low": low,
            "high": high,
            "never": never,
        },
    )


def _choice(default: bool, clause: str, source: str, meaning: str, no: str, yes: str) -> Any:
    """Return a field of Rules that is `no` or `yes`, with a sentence for each."""
    return _axis(default, clause, source, meaning, {"no": no, "yes": yes})


@dataclass(frozen=True, kw_only=True)
class Rules:
    """The rules of one variant; every field is an axis whose default is the standard rule.

    Frozen and hashable. docs/rules.md lists every axis with its values and clauses. The repr shows
    the differences from the standard rules, and evaluates to equal rules.

    Raises
    ------
    ValueError
        If a value is outside its axis, or two axes clash; the message is one sentence.

    Examples
    --------
    >>> rules = Rules(reserve_size=11)
    >>> rules
    Rules(reserve_size=11)
    >>> rules.hand_size
    37
    """

    # fmt: off
    seats: int = _axis(2, "V1", WEGNER, "seats",
        "There are {} seats; three share two packs and a joker (V1).", low=2, high=3)
    packs: int = _axis(2, "V2", WEGNER, "packs of 52",
        "The number of packs is {}; if it is 1, each seat has two suits (V2).", low=1, high=2)
    ranks: int = _axis(RANKS, "V21", PROJECT, "ranks of a pack, from the ace up",
        "The ranks of a pack are the lowest {}, from the ace up (V21).", low=1, high=RANKS)
    suits: int = _axis(SUITS, "V22", PROJECT, "suits of a pack",
        "The suits of a pack are the first {} of clubs, diamonds, hearts and spades (V22).",
        low=1, high=SUITS)
    reserve_size: int = _axis(13, "2.1", PAGAT, "cards in each reserve",
        "The number of cards dealt to each reserve is {} (2.1).", high=PACK)
    houses_each: int = _axis(4, "2.1", PAGAT, "houses that each seat deals",
        "The number of houses that each seat deals is {} (2.1).", high=PACK)
    starter: str = _axis("low-reserve", "3", PAGAT, "who starts", {
        "low-reserve": "The seat with the lower top reserve card starts (3.1).",
        "high-reserve": "The seat with the higher top reserve card starts, ace high (3.2).",
        "high-reserve-ace-low":
            "The seat with the higher top reserve card starts, ace low (3.2).",
        "tableau": "The houses decide who starts, and the reserves do not (3.3).",
        "cut": "A cut of cards decides who starts (3.4).",
        "alternate": "The seats take turns to start the games of a match (3.5).",
        "seat-0": "Seat 0 starts every game, for analysis (3.7).",
        "seat-1": "Seat 1 starts every game, for analysis (3.7).",
        "seat-2": "Seat 2 starts every game, for analysis (3.7).",
    })
    higher_house_starts: bool = _choice(False, "V24", CRAPETTE, "the higher house card starts",
        "Where houses decide who starts, the lower card does (3.1).",
        "Where ranks of reserve cards are equal, and where houses alone decide, the higher house "
        "card starts (V24).")
    starter_reserve: int = _axis(0, "V18", PROJECT, "cards more in the starter's reserve",
        "The number of cards that the starter puts from its hand under its reserve is {} (V18).",
        high=PACK)
    second_reserve: int = _axis(0, "V18", PROJECT, "cards fewer in the other seat's reserve",
        "The number of cards that the seat that does not start puts from its reserve under its "
        "hand is {} (V18).", high=PACK)
    first_moves: int = _axis(0, "V19", PROJECT, "moves of the first turn, to foundations aside",
        "The first turn has at most this many moves to houses and the opponent's piles: {} (V19).",
        low=1, high=100, never="The first turn has as many moves as any other (V19).")
    starter_face_up: int = _axis(
        0, "V20", PROJECT, "cards face up under the top of the starter's reserve",
        "The number of cards that lie face up under the top of the starter's reserve is {} (V20).",
        high=PACK)
    second_face_up: int = _axis(
        0, "V20", PROJECT, "cards face up under the top of the other seat's reserve",
        "The number of cards that lie face up under the top of the reserve of the seat that does "
        "not start is {} (V20).", high=PACK)
    waste_available: bool = _choice(False, "V3", PAGAT, "a seat may play its waste's top card",
        "A seat may not play the top card of its waste (4.1).",
        "A seat may play the top card of its waste, and must if it fits a foundation (V3).")
    waste_after_reserve: bool = _choice(False, "V32", PROGRAMS,
        "a seat may play its waste only when its reserve is gone",
        "If a seat may play its waste, it may at any time (V3).",
        "A seat may play the top card of its waste only when its reserve is gone (V32).")
    release: str = _axis(
        "no", "V4, V5", PAGAT, "a house's buried card must be released for a foundation",
        {
            "no": "No buried card needs to be released (5).",
            "any": "If moves of house cards can release a card for a foundation, one of them must "
            "be made (V4).",
            "fewest": "If moves of house cards can release a card for a foundation, one of them "
            "must be made, on a shortest way (V5).",
        })
    must_load: bool = _choice(False, "V6", PAGAT, "cards that can be loaded must be",
        "Loading is free (5).",
        "If no card can go to a foundation but one can be loaded, one must be (V6).")
    must_make_spaces: bool = _choice(False, "V7", PAGAT,
        "spaces must be made before a hand card is turned",
        "Nobody has to make a space (5).",
        "While the reserve shows a card and a space can be made, no hand card may be turned "
        "(V7).")
    covered_houses: bool = _choice(False, "V8", PAGAT, "each house begins with a face-down card",
        "Each house begins with one card, face up (2.1).",
        "Each house begins with a card face down and one face up on it (V8).")
    must_uncover: bool = _choice(False, "V9", PAGAT, "face-down cards of houses must be uncovered",
        "Nobody has to uncover a face-down card (5).",
        "If no card can go to a foundation but a face-down one can be uncovered, that must be done "
        "(V9).")
    plan_limit: int = _axis(6, "V4-V9", PROJECT, "the most moves that a plan may have",
        "Plans to release a card, make a space or uncover a card have at most this many moves: {} "
        "(V4, V5, V7, V9).", low=1, high=12)
    early_turn: bool = _choice(False, "V10", PAGAT, "a turn may begin by turning the hand card",
        "A hand card is turned only when nothing is compulsory (5).",
        "A turn may begin by turning the hand card, whatever is compulsory (V10).")
    peek: str = _axis("no", "V11", PAGAT, "seats know their next hand card", {
        "no": "Hands are face down (1.3).",
        "once": "As its turn begins, a seat looks at its next hand card (V11).",
        "yes": "The seat to move may look at its next hand card at any time (V11).",
    })
    reserve_face_down: bool = _choice(False, "V12", PAGAT, "reserves begin face down",
        "A reserve's top card is face up from the deal on (2.1).",
        "A reserve is face down until, in its seat's first turn, no house's card fits a foundation "
        "(V12).")
    group_moves: bool = _choice(False, "V13", CROSSLEY, "a house's last cards may move together",
        "Cards move singly (4.8).",
        "The last cards of a house may move together to another house (V13).")
    house_build: str = _axis("alternate-colours", "V14", HOFFMANN_61, "how houses are built down", {
        "alternate-colours": "Houses are built down in alternating colours (4.2).",
        "same-suit": "Houses are built down in suit (V14).",
    })
    vacant_house: str = _axis("any-card", "V14", HOFFMANN_61, "what fills an empty house", {
        "any-card": "An empty house takes any card (4.2).",
        "own-waste": "An empty house is filled at once from the moving seat's waste, and takes "
        "no other card (V14).",
    })
    house_to_house: bool = _choice(True, "V14", HOFFMANN_61, "cards may move from house to house",
        "Cards never move from house to house (V14).",
        "Cards may move from house to house (4.2).")
    load_match: str = _axis("same-suit", "V15", HOFFMANN_62, "what can be loaded", {
        "same-suit": "A load is of the suit of the card it covers (4.2).",
        "any-suit": "A load may be of any suit (V15).",
    })
    load_equal_rank: bool = _choice(False, "V23", PROJECT, "a card of equal rank can be loaded",
        "A load is of the next rank, up or down (4.2).",
        "A load may also be of the rank of the card it covers (V23).")
    load_from: str = _axis("any", "V16", HOFFMANN_61, "which cards can be loaded", {
        "any": "Any available card may be loaded (4.2).",
        "not-houses": "Houses' cards cannot be loaded (V16).",
        "hand": "Only the turned-up card and, if available, the top card of the seat's waste may "
        "be loaded (V16).",
    })
    load_onto: str = _axis("any", "V29", PROGRAMS, "which piles can be loaded", {
        "any": "An opponent's reserve and waste may be loaded (4.2).",
        "waste": "An opponent's waste may be loaded, but no reserve (V29).",
        "none": "No card may be loaded (V29).",
    })
    load_only_unplayable: bool = _choice(False, "V14", HOFFMANN_61,
        "only a card that fits nowhere else can be loaded",
        "A card that fits elsewhere may also be loaded (4.2).",
        "A card that fits a foundation or a house cannot be loaded (V14).")
    space_only_unplayable: bool = _choice(False, "V25", WEGNER_OWN,
        "only a card that fits no other house can go to a space",
        "A card that fits a house may also go to a space (4.2).",
        "A card that fits a house with cards cannot go to a space (V25).")
    lone_card_to_space: bool = _choice(True, "V26", PROJECT, "a house's only card can go to space",
        "A house's only card cannot go to a space (V26).",
        "A house's only card may go to a space (4.9).")
    turn_over_space: bool = _choice(False, "V27", PROGRAMS,
        "a hand card may be turned over a space",
        "While a seat's reserve has cards, it may not turn a hand card over a space (5.3).",
        "A hand card may be turned, and a turn ended, over a space (V27).")
    turned_up_card: str = _axis("free", "V30", PROGRAMS, "what may move beside a turned-up card", {
        "free": "Other cards may move while a card is turned up (4.7).",
        "alone": "While a card is turned up, only it is available (V30).",
        "to-waste": "A turned-up card goes to the waste, which ends the turn (V30).",
    })
    must_play_reserve: bool = _choice(False, "V33", PROGRAMS,
        "the reserve's top must be played wherever it fits",
        "A reserve's top card must be played only if it fits a foundation (5.1).",
        "A reserve's top card must be played if it fits a house or space or can be loaded (V33).")
    turn_reserve: bool = _choice(False, "V35", PROGRAMS,
        "over a space the reserve, face down, is turned instead of the hand",
        "The top card of a reserve lies face up and is available (4.1).",
        "A reserve lies face down, and is turned up instead of the hand over a space (V35).")
    reserve_first: bool = _choice(True, "V28", PROGRAMS,
        "the reserve goes to foundations before other cards",
        "The reserve's top card need not go to a foundation before other cards (V28).",
        "The reserve's top card must go to a foundation before any other card (5.1).")
    foundations_compulsory: bool = _choice(True, "V14", HOFFMANN_61,
        "cards that fit a foundation must go there",
        "No card has to go to a foundation (V14).",
        "Cards that fit a foundation must go there (5.1, 5.2).")
    hand_card_compulsory: bool = _choice(False, "V14", HOFFMANN_61,
        "a hand card that fits must be played",
        "A turned-up card may go to the waste unless it fits a foundation (4.5).",
        "A turned-up card that fits a foundation or a house cannot go to the waste "
        "(V14).")
    hand_load_compulsory: bool = _choice(False, "V31", PROGRAMS,
        "a hand card that can be loaded must be played",
        "A turned-up card that can be loaded may go to the waste (4.5).",
        "A turned-up card that can be loaded cannot go to the waste (V31).")
    late_layout: bool = _choice(False, "V14", HOFFMANN_61,
        "a seat lays out when its first turn begins",
        "All seats lay out before the first turn (2.1).",
        "A seat lays out its reserve and houses when its first turn begins (V14).")
    foundation_base: str = _axis("ace", "V15", HOFFMANN_62, "the rank that foundations begin at", {
        "ace": "Foundations are built from ace to king (1.4).",
        "first-card": "The first card turned up gives the rank that foundations begin at "
        "(V15).",
    })
    wrong_stop: str = _axis("nothing", "V34", PROGRAMS, "what a wrong Stop costs", {
        "nothing": "A wrong Stop costs nothing (6).",
        "three-cards": "A wrong Stop costs its caller three cards, from its waste onto its reserve "
        "(V34).",
        "turn": "A wrong Stop costs its caller the turn (V34).",
    })
    win_bonus: int = _axis(30, "8.1", PAGAT, "points for winning",
        "The points for winning a game are {} (8.1).", high=MAX_POINTS)
    hand_card: int = _axis(1, "8.1", PAGAT, "points for a card left in hand or waste",
        "The points for a card left in hand or waste are {} (8.1).", high=MAX_POINTS)
    reserve_card: int = _axis(2, "8.1", PAGAT, "points for a card left in reserve",
        "The points for a card left in reserve are {} (8.1).", high=MAX_POINTS)
    stalemate: str = _axis(
        "any-progress", "V17", PAGAT, "which moves keep a position from being blocked",
        {
            "any-progress": "A game is a stalemate when no progress move can be reached (7.3).",
            "reserve-or-hand": "A game is a stalemate when no card can be played from a reserve or "
            "a hand any more (V17).",
        })
    standoff_rounds: int = _axis(
        3, "7.4", PROJECT, "times through all cards without progress that make a standoff",
        "The number of times through all cards without progress that make a standoff is {} "
        "(7.4 a).", low=1, high=100, never="Turns without progress never make a standoff (7.4 a).")
    standoff_visits: int = _axis(3, "7.4", PROJECT, "visits to a position that make a standoff",
        "The number of visits to one position that make a standoff is {} (7.4 b).",
        low=2, high=100, never="Visits to one position never make a standoff (7.4 b).")
    target: int = _axis(300, "8.3", PAGAT, "score that wins a match",
        "The score that wins a match is {} (8.3).", low=1, high=1_000_000)
    # fmt: on

    def __post_init__(self) -> None:
        for axis in fields(self):
            value = checked(hyphened(axis.name), getattr(self, axis.name), axis.metadata)
            object.__setattr__(self, axis.name, value)
        for clash in clashes(self):
            raise ValueError(clash)

    def __repr__(self) -> str:
        values = ((axis, getattr(self, axis.name)) for axis in fields(self))
        changed = (f"{axis.name}={value!r}" for axis, value in values if value != axis.default)
        return f"Rules({', '.join(changed)})"

    @property
    def houses(self) -> int:
        """The number of houses in the tableau."""
        return self.seats * self.houses_each

    @property
    def pack_size(self) -> int:
        """The number of cards each seat deals from (2.1, V1, V2, V21, V22)."""
        if self.seats == 3:
            return THIRD_OF_ALL
        return self.ranks * self.suits * self.packs // self.seats

    @property
    def hand_size(self) -> int:
        """The number of cards dealt to each hand (2.1)."""
        return self.pack_size - self.reserve_size - self.cards_to_houses

    @property
    def cards_to_houses(self) -> int:
        """The number of cards each seat deals to its houses (2.1, V8)."""
        return self.houses_each * (1 + self.covered_houses)


def hyphened(name: str) -> str:
    """Return the name of an axis as it is typed: reserve_size -> reserve-size."""
    return name.replace("_", "-")


def value_text(value: Choice) -> str:
    """Return a value as it is typed."""
    return ("no", "yes")[value] if isinstance(value, bool) else str(value)


def checked(axis: str, value: object, notes: Mapping[str, Any]) -> Choice:
    """Return an axis's value as exactly a bool, a str or an int."""
    if isinstance(notes["default"], bool):
        if not isinstance(value, bool | np.bool_):
            raise ValueError(f"{axis}={shown(value)} is not a choice; use True or False")
        return bool(value)
    if notes["values"]:
        text = str.__str__(value) if isinstance(value, str) else None
        if text is None or text not in notes["values"]:
            raise ValueError(
                f"{axis}={shown(value) if text is None else printable(text[:80])} is not a choice; "
                f"use one of {', '.join(notes['values'])}"
            )
        return text
    number = check_whole(axis, value)
    if number == 0 and notes["never"]:
        return 0
    if notes["never"] and not notes["low"] <= number <= notes["high"]:
        raise ValueError(
            f"{axis}={shown(number)} is out of range; it runs from {notes['low']} to "
            f"{notes['high']}, or is 0 to mean never"
        )
    return check_range(axis, number, notes["low"], notes["high"])


# ---- clashes: choices on two axes that exclude each other ---------------------------------------


STARTERS_BY_RESERVE = ("low-reserve", "high-reserve", "high-reserve-ace-low", "alternate")
STARTERS_BY_HOUSES = ("low-reserve", "tableau", "alternate")
PLANNED = ("release", "must-make-spaces", "must-uncover")  # the axes that look for house plans
MAX_HOUSES = 9


def clashes(rules: Any) -> Iterator[str]:
    """Yield what is wrong with a Rules as a whole, in sentences that each name two axes."""
    yield from _layout_clashes(rules)
    yield from _starter_clashes(rules)
    yield from _handicap_clashes(rules)
    yield from _face_up_clashes(rules)
    if rules.must_uncover and not rules.covered_houses:
        yield "must-uncover=yes has nothing to uncover with covered-houses=no"
    yield from _program_clashes(rules)
    if not rules.foundations_compulsory:
        if rules.release != "no":
            yield f"release={rules.release} makes no sense with foundations-compulsory=no"
        if rules.reserve_face_down:
            yield (
                "reserve-face-down=yes waits for compulsory moves; "
                "it makes no sense with foundations-compulsory=no"
            )
    for axis in PLANNED:
        if getattr(rules, axis.replace("-", "_")) in (False, "no"):
            continue
        if rules.vacant_house == "own-waste":
            yield f"{axis} plans with spaces that vacant-house=own-waste fills at once"
        if not rules.house_to_house:
            for loads in ("load-from", "load-onto"):
                value = getattr(rules, loads.replace("-", "_"))
                if value in ("not-houses", "hand", "none"):
                    yield f"{axis} has no move to plan with {loads}={value} and house-to-house=no"
    if rules.group_moves and not rules.house_to_house:
        yield "group-moves=yes makes no sense with house-to-house=no"


def _program_clashes(rules: Any) -> Iterator[str]:
    """Yield clashes of the rules taken from programs (V27 to V35)."""
    if rules.waste_after_reserve and not rules.waste_available:
        yield "waste-after-reserve=yes needs waste-available=yes"
    if rules.must_load and rules.load_onto == "none":
        yield "must-load=yes has nothing to load with load-onto=none"
    if rules.must_make_spaces and rules.turn_over_space:
        yield "must-make-spaces=yes asks for spaces that turn-over-space=yes leaves as they are"
    if rules.wrong_stop == "three-cards" and rules.reserve_face_down:
        yield "wrong-stop=three-cards would cover the card that reserve-face-down=yes turns up"
    yield from _turn_reserve_clashes(rules)
    if rules.turned_up_card != "to-waste":
        return
    if not rules.waste_available:
        yield "turned-up-card=to-waste with waste-available=no leaves hands that nobody can play"
    for axis in ("hand-card-compulsory", "hand-load-compulsory"):
        if getattr(rules, axis.replace("-", "_")):
            yield f"{axis}=yes plays a card that turned-up-card=to-waste lays on the waste"


def _turn_reserve_clashes(rules: Any) -> Iterator[str]:
    """Yield clashes of reserves that are turned up over a space (V35)."""
    choice = "turn-reserve=yes"
    excluded = {
        f"{choice} cannot go with seats=3; it is for two seats": rules.seats == 3,
        f"{choice} has no reserve to turn with reserve-size=0": rules.reserve_size == 0,
        f"{choice} has no space to wait for with houses-each=0": rules.houses_each == 0,
        f"{choice} needs spaces that vacant-house=own-waste fills": rules.vacant_house
        == "own-waste",
        f"{choice} keeps the card face down that reserve-face-down=yes turns up": (
            rules.reserve_face_down
        ),
        f"{choice} needs the reserves that late-layout=yes deals later": rules.late_layout,
        f"{choice} shows no reserve for waste-after-reserve=yes": rules.waste_after_reserve,
        f"{choice} may turn another card than peek={rules.peek} looks at": rules.peek != "no",
        f"{choice} keeps the cards face down that starter-face-up shows": rules.starter_face_up,
        f"{choice} keeps the cards face down that second-face-up shows": rules.second_face_up,
        f"{choice} allows no face-up card, and wrong-stop=three-cards adds three": (
            rules.wrong_stop == "three-cards"
        ),
    }
    if rules.turn_reserve:
        yield from (words for words, is_so in excluded.items() if is_so)


def _layout_clashes(rules: Any) -> Iterator[str]:
    if rules.seats == 3 and rules.packs == 1:
        yield "seats=3 needs packs=2"
    if rules.seats == 3 and rules.late_layout:
        yield "seats=3 cannot go with late-layout=yes, which is for two seats"
    small = f"ranks={rules.ranks}" if rules.ranks < 13 else f"suits={rules.suits}"
    if rules.seats == 3 and (rules.ranks < 13 or rules.suits < 4):
        yield f"seats=3 cannot go with {small}; three seats share 105 cards"
    if rules.packs == 1 and rules.suits % 2:
        yield f"packs=1 gives each seat half of the suits, and suits={rules.suits} is odd"
    if rules.foundation_base == "first-card" and rules.ranks < 13:
        yield (
            f"foundation-base=first-card goes on from king to ace; ranks={rules.ranks} has no king"
        )
    if rules.houses > MAX_HOUSES:
        yield (
            f"houses-each={rules.houses_each} with seats={rules.seats} makes {rules.houses} "
            f"houses; there are at most {MAX_HOUSES}"
        )
    if rules.hand_size < 0:
        yield (
            f"reserve-size={rules.reserve_size} and houses-each={rules.houses_each} take more "
            f"than the {rules.pack_size} cards of a seat"
        )
    if rules.hand_size == rules.reserve_size == 0:
        yield (
            f"reserve-size=0 and houses-each={rules.houses_each} take all {rules.pack_size} cards "
            "of a seat, which has won before it plays"
        )


def _starter_clashes(rules: Any) -> Iterator[str]:
    starter = f"starter={rules.starter}"
    if rules.starter == "seat-2" and rules.seats == 2:
        yield f"{starter} needs seats=3"
    if rules.starter in STARTERS_BY_RESERVE:
        if rules.reserve_size == 0:
            yield f"reserve-size=0 leaves {starter} no reserve card to compare"
        for axis in ("reserve-face-down", "turn-reserve"):
            if getattr(rules, axis.replace("-", "_")):
                yield f"{axis}=yes hides the cards that {starter} looks at"
    if rules.starter in (*STARTERS_BY_RESERVE, *STARTERS_BY_HOUSES) and rules.late_layout:
        yield f"late-layout=yes hides the cards that {starter} looks at"
    if rules.houses_each == 0 and rules.starter == "tableau":
        yield f"houses-each=0 leaves {starter} no house to compare"


def _handicap_clashes(rules: Any) -> Iterator[str]:
    """Yield clashes of reserves that depend on who starts (V18, V20)."""
    for axis in ("starter_reserve", "second_reserve", "starter_face_up", "second_face_up"):
        if cards := getattr(rules, axis):
            text = f"{axis.replace('_', '-')}={cards}"
            if rules.seats == 3:
                yield f"{text} cannot go with seats=3; it is for two seats"
            if rules.late_layout:
                yield f"{text} has no reserve to change with late-layout=yes"
    if rules.starter_reserve and rules.reserve_size == 0:
        yield "starter-reserve has no reserve to go under with reserve-size=0"
    if rules.starter_reserve > max(0, rules.hand_size):
        yield (
            f"starter-reserve={rules.starter_reserve} takes more than reserve-size="
            f"{rules.reserve_size} and houses-each={rules.houses_each} leave in a hand"
        )
    if rules.second_reserve and rules.second_reserve >= rules.reserve_size:
        yield (
            f"second-reserve={rules.second_reserve} leaves no card of "
            f"reserve-size={rules.reserve_size}"
        )


def _face_up_clashes(rules: Any) -> Iterator[str]:
    """Yield clashes where more cards are face up than a reserve has under its top (V20)."""
    for whose, sign in (("starter", 1), ("second", -1)):
        shown, changed = (getattr(rules, f"{whose}_{axis}") for axis in ("face_up", "reserve"))
        under = max(0, rules.reserve_size + sign * changed - 1)
        if shown > under:
            size = f"reserve-size={rules.reserve_size}"
            size += f" with {whose}-reserve={changed}" if changed else ""
            yield f"{whose}-face-up={shown} is more than the cards under the top of {size}"


# ---- the values of the axes of Rules in words ---------------------------------------------------


def values_text(name: str) -> str:
    """Return an axis's values, the standard one first: `no, yes`, `13; 0 to 52`."""
    notes = Rules.__dataclass_fields__[name].metadata
    standard = value_text(notes["default"])
    if isinstance(notes["words"], str):
        never = ", 0 for never" if notes["never"] else ""
        return f"{standard}; {notes['low']} to {notes['high']}{never}"
    return ", ".join([standard, *(value for value in notes["words"] if value != standard)])


def value_words(name: str, value: Choice) -> str:
    """Return the meaning of an axis's value, as a sentence that ends with its clause."""
    words: str | Mapping[str, str] = Rules.__dataclass_fields__[name].metadata["words"]
    if value == 0 and (never := Rules.__dataclass_fields__[name].metadata["never"]):
        return str(never)
    return words.format(value) if isinstance(words, str) else words[value_text(value)]
