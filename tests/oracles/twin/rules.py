"""Cards as texts, the axes of docs/rules.md, the presets, variants by name, and what fits."""

from dataclasses import dataclass, fields, replace
from functools import cache

# 1.1: a rank and a suit, `Td`; the joker is `**`.
RANKS = "A23456789TJQK"
SUITS = "cdhs"
JOKER = "**"

RANK = {r + s: n for n, r in enumerate(RANKS, 1) for s in SUITS}
RED = {r + s: s in "dh" for r in RANKS for s in SUITS}


def rank(card: str) -> int:
    """1 to 13, ace low."""
    return RANK[card]


def red(card: str) -> bool:
    return RED[card]


@dataclass(frozen=True)
class Rules:
    """One choice on every axis; the defaults are the standard game."""

    seats: int = 2  # V1
    packs: int = 2  # V2
    ranks: int = 13  # V21
    suits: int = 4  # V22
    reserve_size: int = 13
    houses_each: int = 4
    starter: str = "low-reserve"  # 3
    higher_house_starts: bool = False  # V24
    starter_reserve: int = 0  # V18
    second_reserve: int = 0  # V18
    first_moves: int = 0  # V19; 0 for no limit
    starter_face_up: int = 0  # V20
    second_face_up: int = 0  # V20
    waste_available: bool = False  # V3
    waste_after_reserve: bool = False  # V32
    release: str = "no"  # V4, V5: "no", "any", "fewest"
    must_load: bool = False  # V6
    must_make_spaces: bool = False  # V7
    covered_houses: bool = False  # V8
    must_uncover: bool = False  # V9
    plan_limit: int = 6
    early_turn: bool = False  # V10
    peek: str = "no"  # V11: "no", "once", "yes"; what a player knows, nothing else
    reserve_face_down: bool = False  # V12
    group_moves: bool = False  # V13
    house_build: str = "alternate-colours"  # or "same-suit"
    vacant_house: str = "any-card"  # V14: or "own-waste"
    house_to_house: bool = True  # V14
    load_match: str = "same-suit"  # V15: or "any-suit"
    load_equal_rank: bool = False  # V23
    load_from: str = "any"  # V16: or "not-houses", "hand"
    load_onto: str = "any"  # V29: or "waste", "none"
    load_only_unplayable: bool = False  # V14
    space_only_unplayable: bool = False  # V25
    lone_card_to_space: bool = True  # V26
    turn_over_space: bool = False  # V27
    turned_up_card: str = "free"  # V30: or "alone", "to-waste"
    must_play_reserve: bool = False  # V33
    turn_reserve: bool = False  # V35
    reserve_first: bool = True  # V28
    foundations_compulsory: bool = True  # V14
    hand_card_compulsory: bool = False  # V14
    hand_load_compulsory: bool = False  # V31
    late_layout: bool = False  # V14
    foundation_base: str = "ace"  # V15: or "first-card"
    wrong_stop: str = "nothing"  # V34: or "three-cards", "turn"
    win_bonus: int = 30  # 8
    hand_card: int = 1
    reserve_card: int = 2
    stalemate: str = "any-progress"  # V17: or "reserve-or-hand"
    standoff_rounds: int = 3  # 7.4 (a); 0 for never
    standoff_visits: int = 3  # 7.4 (b); 0 for never
    target: int = 300  # 8.3

    @property
    def houses(self) -> int:
        return self.seats * self.houses_each


STANDARD = Rules()
STRICT = Rules(release="any", must_load=True, must_make_spaces=True)
WRANGLE = Rules(
    starter="cut",
    house_build="same-suit",
    vacant_house="own-waste",
    house_to_house=False,
    load_from="not-houses",
    load_only_unplayable=True,
    foundations_compulsory=False,
    hand_card_compulsory=True,
    late_layout=True,
)

PRESETS: dict[str, Rules] = {
    "standard": STANDARD,
    "reserve-11": Rules(reserve_size=11),
    "reserve-12": Rules(reserve_size=12),
    "waste-available": Rules(waste_available=True),
    "cut-start": Rules(starter="cut"),
    "high-start": Rules(starter="high-reserve"),
    "tableau-start": Rules(starter="tableau"),
    "strict": STRICT,
    "strict-fewest": replace(STRICT, release="fewest"),
    "covered": replace(STRICT, covered_houses=True, must_uncover=True),
    "early-turn": Rules(early_turn=True),
    "peek": Rules(peek="yes"),
    "face-down": Rules(reserve_face_down=True, starter="tableau"),
    "crossley": Rules(group_moves=True),
    "simplified": Rules(packs=1, houses_each=3, reserve_size=5),
    "three-player": Rules(seats=3, houses_each=3, reserve_size=8),
    "wrangle": WRANGLE,
    "wrangle-open": replace(WRANGLE, vacant_house="any-card"),
    "here-and-there": Rules(
        starter="cut",
        houses_each=0,
        reserve_size=0,
        load_match="any-suit",
        foundation_base="first-card",
    ),
}


def variant(text: str) -> Rules:
    """The rules that `preset,axis=value,...` names; mixtures are not checked."""
    name, *axes = text.split(",")
    rules = PRESETS[name]
    types = {field.name: type(field.default) for field in fields(Rules)}
    for axis in axes:
        key, _, value = axis.partition("=")
        key = key.replace("-", "_")
        parsed: bool | int | str
        if types[key] is bool:
            parsed = {"yes": True, "no": False}[value]
        elif types[key] is int:
            parsed = int(value)
        else:
            parsed = value
        rules = replace(rules, **{key: parsed})
    return rules


# ---- what fits on what (4.2) -------------------------------------------------------------------


def builds(card: str, onto: str, rules: Rules) -> bool:
    """4.2: one rank lower and of the other colour; same suit in the Wrangle (V14)."""
    return (onto,) in builds_onto(rules.house_build)[card]


@cache
def builds_onto(house_build: str) -> dict[str, set[tuple[str, ...]]]:
    """What each card is laid on in a house: () is a space, (card,) a card."""
    return {
        card: {(), *((onto,) for onto in RANK if _builds(card, onto, house_build))} for card in RANK
    }


def _builds(card: str, onto: str, house_build: str) -> bool:
    if rank(card) != rank(onto) - 1:
        return False
    if house_build == "same-suit":
        return card[1] == onto[1]
    return red(card) != red(onto)


def loads(card: str, onto: str, rules: Rules) -> bool:
    """4.2: same suit and next rank either way, no wrap; V15: any suit; V23: the same rank, too."""
    return _loads(card, onto, rules.load_match == "any-suit", rules.load_equal_rank)


@cache
def _loads(card: str, onto: str, any_suit: bool, equal_rank: bool) -> bool:
    apart = abs(rank(card) - rank(onto))
    return (apart == 1 or (equal_rank and apart == 0)) and (any_suit or card[1] == onto[1])
