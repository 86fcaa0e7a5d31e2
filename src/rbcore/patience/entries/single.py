"""Games with rules of their own, played in a fixed way (docs/patience)."""

from __future__ import annotations

from rbcore.patience.entry import Game, Pack
from rbcore.patience.single.kinds import Constitution, Fairest, FourCorners, Marriage

_NO_KINGS_APART = {"kings": {"anywhere": Fairest(kings_apart=False)}}

SINGLE = (
    Game("6", "royal-marriage", "what lies between two alike cards leaves the row",
         Marriage(), Pack(out="QhKh"), is_free=True),
    Game("6b", "push-pin", "royal marriage; two cards may be exchanged at the end",
         Marriage(transposes=True), Pack(out="QhKh"), is_free=True),
    Game("6c", "discards", "any row of a pack; two cards go if they are alike, three at the end",
         Marriage(discards=True), is_free=True),
    Game("22", "fairest-2", "four foundations that step by one to four, four wastes",
         Fairest(), Pack(out="Ac2c3c4c", any_suit=True), readings=_NO_KINGS_APART,
         is_free=True, ways=("kings",)),
    Game("32", "constitution", "a middle row built between two others; eleven deals of eight",
         Constitution(), Pack(2), "automatic",
         readings={"beneath": {"shut": Constitution(latest_only=True)}}, is_free=True),
    Game("33", "four-corners", "cards judged where they fall, then packed; two redeals",
         FourCorners(), Pack(2), "automatic",
         readings={"first-row": {"laid": FourCorners(judged_from=12)}}, is_free=True),
    Game("33d", "four-corners-dealt", "four corners, as the first deal leaves it",
         FourCorners(deals=1, packs=False), Pack(2), "automatic"),
)  # fmt: skip
