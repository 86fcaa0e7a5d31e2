"""Games of packets dealt again or turned round, played in a fixed way (docs/patience)."""

from __future__ import annotations

from dataclasses import replace

from rbcore.cards.text import SUITS as SUIT_LETTERS
from rbcore.patience.entries.builders import each, of
from rbcore.patience.entry import Game, Pack
from rbcore.patience.kinds import ENDLESS, Choices, Foundation, Table

_INDEFATIGABLE = Table(
    each("A"), places=(4,) * 12, pack_step=-1, movers=0, deals=ENDLESS, barren=2
)  # fmt: skip
_TREFOIL = Table(each("A"), places=(3,) * 16, pack_step=-1, movers=0, deals=3)
_TREFOIL_WHOLE = replace(
    _TREFOIL, foundations=tuple(Foundation(starts="A" + s, length=13) for s in SUIT_LETTERS),
    places=(*(3,) * 17, 1),
)  # fmt: skip
_CRESCENT = Table(
    (*each("A"), *each("K", step=-1)), waiting=True, places=(6,) * 16, pack_step=-1,
    pack_either=True, movers=0, transfers=3,
)  # fmt: skip


def _gathered(rules: Table) -> dict[str, Table]:
    return {"first-first": replace(rules, gathering="first first")}


FANS = (
    Game(
        "25", "indefatigable", "twelve packets of four, dealt again as long as it helps",
        _INDEFATIGABLE, Pack(out=of("A")),
        readings={"gathering": _gathered(_INDEFATIGABLE)},
        choices=Choices(),
    ),
    Game(
        "27", "trefoil", "sixteen fans of three; two redeals", _TREFOIL, Pack(out=of("A")),
        readings={
            "gathering": _gathered(_TREFOIL),
            "deals": {"4": replace(_TREFOIL, deals=4)},
        },
        choices=Choices(),
    ),
    Game("27b", "trefoil-two-packs", "thirty-two fans of three; no redeal",
         replace(_TREFOIL, foundations=each("A", 2), places=(3,) * 32, deals=1),
         Pack(2, out=of("A") * 2),
         choices=Choices()),
    Game("27c", "trefoil-whole", "trefoil with the aces in the fans", _TREFOIL_WHOLE,
         readings={"gathering": _gathered(_TREFOIL_WHOLE)},
         choices=Choices()),
    Game(
        "30", "crescent", "sixteen packets of six turned round three times, aces up, kings down",
        _CRESCENT, Pack(2, out=of("AK")),
        readings={
            "transfers": {"4": replace(_CRESCENT, transfers=4)},
            "packing": {"down": replace(_CRESCENT, pack_either=False)},
        },
        choices=Choices(idle=60),
    ),
)  # fmt: skip
