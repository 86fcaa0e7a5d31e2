"""What games are ruled by: a record for each kind, which a kernel or a layout plays."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = [
    "ENDLESS",
    "FILLS",
    "LAYOUTS",
    "PLAYERS",
    "PROCEDURES",
    "SUITS",
    "WAITINGS",
    "Calls",
    "Columns",
    "Constitution",
    "Fairest",
    "Foundation",
    "FourCorners",
    "Heaps",
    "Layout",
    "Marriage",
    "Operations",
    "Pairing",
    "Rules",
    "Sets",
    "Square",
    "Sympathy",
]

ENDLESS = -1  # as in form.pxd
# In the order of form.pxd; PROCEDURES in that of kernels/heaps.pxd.
SUITS = ("same", "any", "other colour")
FILLS = ("none", "stock", "waste", "waste, stock", "stock, waste")
PROCEDURES = ("amazons", "walk", "court cards", "valentine")
LAYOUTS = (
    "parallels", "blockade", "shah", "packets", "gallery", "tableau", "sets", "marriage",
    "fairest", "constitution", "corners",
)  # fmt: skip
WAITINGS = ("none", "must", "may")
PLAYERS = ("plain", "automatic", "uniform", "adviser")


@dataclass(frozen=True)
class Pairing:
    """Cards of which pairs are thrown out or covered (docs/patience).

    Attributes
    ----------
    places, laid : int
        Places of the table; cards laid before any pair is made.
    by_suit : bool
        Whether equal suits make a pair, not ranks.
    total : int
        What the ranks of a pair add up to; 0 if they are equal.
    alone : int
        The lowest rank that goes by itself; 0 if none does.
    alone_saves : bool
        Whether such a card may be the extra card.
    extras : int
        Extra cards in a game, or ENDLESS: one at every block, which must save.
    counts_table : bool
        Whether cards on the table count as left, not those of the stock alone.
    playable : int
        Cards that may pair; those below them in the stock only cover.
    """

    places: int
    laid: int = 0
    by_suit: bool = False
    total: int = 0
    alone: int = 0
    alone_saves: bool = True
    extras: int = 0
    counts_table: bool = True
    playable: int = 52


@dataclass(frozen=True)
class Sets(Pairing):
    """Pairs and K Q J, covered in the best order: no. 14b.

    Attributes
    ----------
    places, laid, by_suit, total, alone, alone_saves, extras, counts_table, playable
        As of Pairing.
    """


@dataclass(frozen=True)
class Columns:
    """Columns whose last cards are thrown out by pairs of one rank (docs/patience).

    Attributes
    ----------
    columns, height, reserve : int
        Columns, cards of each, and cards in reserve.
    rectified : bool
        Whether no column may have two cards of a rank.
    reserve_pairs : bool
        Whether two reserve cards may make a pair.
    grace : bool
        Whether a space may be filled with the last card of a column.
    best : bool
        Whether pairs go in the best order, if all cards can be thrown out; else the first pair
        goes, from left to right.
    """

    columns: int
    height: int
    reserve: int = 0
    rectified: bool = False
    reserve_pairs: bool = True
    grace: bool = False
    best: bool = False


@dataclass(frozen=True)
class Calls:
    """Cards dealt while ranks are called (docs/patience).

    Attributes
    ----------
    first, ranks : int
        The rank called first, and how many there are.
    restarts : bool
        Whether they are called from the first again after a hit.
    """

    first: int
    ranks: int
    restarts: bool = False


@dataclass(frozen=True)
class Operations:
    """Three operations of fifteen cards: no. 3."""


@dataclass(frozen=True)
class Square:
    """Nine cards in a square: no. 8."""


@dataclass(frozen=True)
class Heaps:
    """Cards dealt in heaps that are gathered and dealt again (docs/patience).

    Attributes
    ----------
    procedure : str
        One of PROCEDURES.
    gathering : int
        How heaps become the next stock: a number that the procedure explains.
    standing : int
        Fresh starts of a walk; passes without gain that lose the Amazons.
    all_moved : bool
        Whether a walk is won only if every card was moved.
    tops_go_up : bool
        Whether the last card of a packet of the Amazons goes up, once it is the next.
    """

    procedure: str
    gathering: int = 0
    standing: int = 0
    all_moved: bool = False
    tops_go_up: bool = False


@dataclass(frozen=True)
class Foundation:
    """A foundation: what begins it, what follows, and how many cards it takes.

    Attributes
    ----------
    base : str
        The card set out; empty if one of `starts` begins it.
    starts : str
        The cards that may begin it.
    step : int
        What is added to a rank to find the next; `either`: or taken from it.
    suits : str
        One of SUITS: which suits may follow.
    ring : int
        Ranks in a circle: 13 if A follows K, 12 if it follows Q; 0 if nothing follows the last.
    length : int
        Cards that it takes, without the one set out.
    """

    base: str = ""
    starts: str = ""
    step: int = 1
    either: bool = False
    suits: str = "same"
    ring: int = 0
    length: int = 12


@dataclass(frozen=True)
class Layout:
    """Piles on which the player decides (docs/patience).

    Attributes
    ----------
    procedure : str
        One of LAYOUTS: how it is dealt, and which moves it has.
    foundations : tuple of Foundation
        In the order in which they are tried.
    total : int
        The cards of the pack that win, when they lie on foundations or are thrown out.
    places : tuple of int
        The cards dealt to each pile before play.
    columns : int
        Columns, or places in a row.
    deals : int
        Deals of the pack, or passes through the stock.
    waiting : str
        One of WAITINGS: whether a card that fits both foundations of its suit lies between them.
    fill : str
        One of FILLS: where a space takes its card from.
    pack_step, pack_either, pack_suits
        As of a foundation: what is laid on a pile; step 0 is nothing.
    keeps_way : bool
        Whether a sequence goes on as its second card began it.
    run : int
        The cards that may move together.
    idle : int
        A player's limit of moves without a card reaching a foundation or leaving the stock.
    other_way : bool
        The other reading of a clause that the procedure names.
    own : Rules or None
        The rules of a game whose fixed way of playing has a kernel of its own.
    """

    procedure: str
    foundations: tuple[Foundation, ...]
    total: int
    places: tuple[int, ...] = ()
    columns: int = 0
    deals: int = 1
    waiting: str = "none"
    fill: str = "none"
    pack_step: int = 0
    pack_either: bool = False
    pack_suits: str = "same"
    keeps_way: bool = False
    run: int = 1
    idle: int = 400
    other_way: bool = False
    own: Columns | Sets | Marriage | Constitution | FourCorners | Fairest | None = None


@dataclass(frozen=True)
class Marriage:
    """Cards between two that are alike leave a row: no. 6.

    Attributes
    ----------
    transposes : bool
        Whether two cards may be exchanged at the end.
    discards : bool
        No. 6c: the ends of the row are any two cards of a suit, two cards between go if they are
        alike themselves, and any three may go at the end.
    """

    transposes: bool = False
    discards: bool = False


@dataclass(frozen=True)
class Constitution:
    """A middle row between two others: no. 32.

    Attributes
    ----------
    latest_only : bool
        Whether only cards of the latest deal count.
    """

    latest_only: bool = False


@dataclass(frozen=True)
class FourCorners:
    """Cards judged where they fall: no. 33.

    Attributes
    ----------
    deals : int
        Deals in all.
    judged_from : int
        The first card of a deal that may go to a foundation.
    packs : bool
        Whether play goes on after the deal.
    """

    deals: int = 3
    judged_from: int = 0
    packs: bool = True


@dataclass(frozen=True)
class Fairest:
    """Foundations by steps and four wastes: no. 22.

    Attributes
    ----------
    kings_apart : bool
        Whether one of the wastes is for kings alone.
    """

    kings_apart: bool = True


@dataclass(frozen=True)
class Sympathy:
    """Two packs in heaps of three: no. 63, which rbcore.patience.sympathy plays.

    Attributes
    ----------
    heaps : int
        16, or 17 for the harder form.
    """

    heaps: int = 16


Rules = (
    Pairing
    | Columns
    | Marriage
    | Constitution
    | FourCorners
    | Fairest
    | Calls
    | Operations
    | Square
    | Heaps
    | Layout
    | Sympathy
)
