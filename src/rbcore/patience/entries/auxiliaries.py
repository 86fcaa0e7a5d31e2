"""Games of foundations and auxiliary cards, played in a fixed way (docs/patience)."""

from __future__ import annotations

from dataclasses import replace

from rbcore.cards.text import SUITS as SUIT_LETTERS
from rbcore.patience.entries.builders import by_passes, each, of
from rbcore.patience.entry import Game, Pack
from rbcore.patience.kinds import ENDLESS, Choices, Foundation, Table

_CLOCK = ("Ad", "5d", "9d", "2c", "6c", "Tc", "3h", "7h", "Jh", "4s", "8s", "Qs")
_ACES = each("A", 2)
_UP_AND_DOWN = (*each("A"), *each("K", step=-1))
_AK = of("AK")
_CLOCK_TABLE = Table(
    (
        *(Foundation(base, ring=12, length=7) for base in _CLOCK),
        Foundation(starts=of("K"), step=0, suits="any", length=8),
    ),
    passes=3,
)
_FAIREST = Table(
    tuple(
        Foundation(f"{2 * i}c", step=i, suits="any", ring=13, length=11) for i in range(1, 5)
    ),
    passes=3,
)  # fmt: skip
_LUCAS = Table(_ACES, passes=2, places=(3,) * 13, in_rounds=True, pack_step=-1, movers=0)
_RESERVES = Table(
    _UP_AND_DOWN, waiting=True, passes=3, places=(12,) * 4, pack_step=-1, pack_either=True,
    movers=0, onto_waste=True,
)  # fmt: skip
_ROUGE_ET_NOIR = Table(
    _ACES, passes=2, places=(1,) * 8, fill="stock", pack_step=-1, pack_suits="other colour",
    movers=0,
)  # fmt: skip
_TWOS = Table(
    each("2", 2, ring=13), passes=3, places=(1,) * 10, fill="stock", pack_step=-1, pack_ring=13,
    movers=0,
)  # fmt: skip
_SEASONS = Table(
    each("A"), passes=2, places=(0,) * 12, fill="stock, waste", pack_step=-1, movers=0, whole=True
)
_SEASONS_DEAD = replace(_SEASONS, dead_waste=True, fill="stock")
_STOREHOUSE = Table(
    each("2", ring=13), passes=3, places=(1, 1, 1, 1, 13), givers=4, takers=4, store=4,
    fill="waste, stock", pack_step=-1, pack_ring=13, waste_first=False,
)  # fmt: skip
_SEQUENCES = Table(
    each("A"), places=(0,) * 4, fill="waste", pack_step=-1, pack_suits="any", movers=0, whole=True,
    grace=True,
)  # fmt: skip
_KINGDOM = Table(
    (
        Foundation("As", suits="any"),
        *(Foundation(starts=of("A"), suits="any", length=13) for _ in range(7)),
    ),
    places=(1,) * 8, fill="waste, stock", fills_last=True,
)  # fmt: skip
_PATRIARCHS = Table(_UP_AND_DOWN, waiting=True, passes=2, places=(1,) * 9, fill="waste, stock")
_WINDMILL = Table(
    (
        Foundation("As", suits="any", ring=13, length=51),
        *(Foundation("K" + suit, step=-1, suits="any") for suit in SUIT_LETTERS),
    ),
    first_tier=1, places=(1,) * 8, fill="waste, stock",
)  # fmt: skip
_POLE = Table(
    tuple(Foundation(starts=of("2"), suits="any") for _ in range(4)),
    places=(1,) * 8, fill="waste, stock",
)  # fmt: skip
AUXILIARIES = (
    Game("12", "clock", "twelve foundations round a clock; two redeals", _CLOCK_TABLE,
         Pack(2, out="".join(_CLOCK)), readings={"passes": by_passes(_CLOCK_TABLE, 4)},
         choices=Choices("every play")),
    Game("21", "fairest", "four packets that step by one to four; two redeals", _FAIREST,
         Pack(out="Ac2c3c4c2d4d6c8c", any_suit=True),
         readings={"waste": {"dead": replace(_FAIREST, dead_waste=True)}},
         choices=Choices("every play")),
    Game(
        "19", "four-seasons", "twelve packets in suit round four aces; one redeal", _SEASONS,
        Pack(out=of("A")),
        readings={"waste": {
            "dead": _SEASONS_DEAD,
            "dead-no-redeal": replace(_SEASONS_DEAD, passes=1),
        }},
        choices=Choices("every play", "either"),
    ),
    Game("23", "storehouse", "four packets and a storehouse of thirteen; two redeals",
         _STOREHOUSE, Pack(out=of("2")), "automatic",
         choices=Choices()),
    Game("23w", "storehouse-kept", "storehouse, with spaces filled from the waste",
         replace(_STOREHOUSE, store_fills=False), Pack(out=of("2")), "automatic",
         choices=Choices()),
    Game(
        "23b", "auxiliary-sequences", "four packets whatever the suit; no redeal, one grace",
        _SEQUENCES, Pack(out=of("A")),
        readings={"grace": {"none": replace(_SEQUENCES, grace=False)}},
        choices=Choices(spaces="at will", runs=True),
    ),
    Game(
        "31", "lucas", "thirteen columns of three packed in suit; one redeal", _LUCAS,
        Pack(2, out=of("A") * 2), "automatic",
        readings={"spaces": {"from-waste": replace(_LUCAS, late_fill=True)}},
        choices=Choices(in_hand=False),
        reading_versions={"spaces=from-waste": 2},
    ),
    Game("34", "reserves", "four reserves of twelve, aces up and kings down; two redeals",
         _RESERVES, Pack(2, out=_AK), "automatic",
         choices=Choices(in_hand=False)),
    Game(
        "35", "rouge-et-noir", "eight heaps packed in colours; one redeal", _ROUGE_ET_NOIR,
        Pack(2, out=of("A") * 2), "automatic",
        readings={
            "passes": by_passes(_ROUGE_ET_NOIR, 3),
            "spaces": {"from-waste": replace(_ROUGE_ET_NOIR, fill="waste, stock")},
        },
        choices=Choices(in_hand=False),
    ),
    Game("35b", "rouge-et-noir-endless", "rouge et noir with redeals without end",
         replace(_ROUGE_ET_NOIR, passes=ENDLESS), Pack(2, out=of("A") * 2), "automatic",
         choices=Choices(in_hand=False)),
    Game("36", "twos", "ten heaps packed in suit, twos up to aces; two redeals", _TWOS,
         Pack(2, out=of("2") * 2), "automatic", readings={"passes": by_passes(_TWOS, 1, 2)},
         choices=Choices(in_hand=False)),
    Game(
        "37", "kingdom", "eight foundations whatever the suit, a row of eight; no redeal",
        _KINGDOM, Pack(2, out="As"), "automatic",
        readings={"spaces": {"from-stock": replace(_KINGDOM, fill="stock, waste")}},
        choices=Choices(spaces="at will", in_hand=False, bases_at_once=True),
    ),
    Game("38", "patriarchs", "nine auxiliaries, aces up and kings down; one redeal", _PATRIARCHS,
         Pack(2, out=_AK), "automatic", readings={"passes": by_passes(_PATRIARCHS, 1)},
         choices=Choices("waste first")),
    Game(
        "39", "windmill", "a centre four times round, four kings down; no redeal", _WINDMILL,
        Pack(2, out="AsKcKdKhKs"), "automatic",
        readings={"spaces": {"from-stock": replace(_WINDMILL, fill="stock, waste")}},
        choices=Choices(in_hand=False),
    ),
    Game("39b", "windmill-one-pack", "four deuces up whatever the suit, eight sails", _POLE,
         Pack(out=of("A")), "automatic"),
)  # fmt: skip
