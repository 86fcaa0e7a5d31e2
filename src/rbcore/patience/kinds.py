"""What games are ruled by: a record for each kind, which a kernel or a layout plays."""

from __future__ import annotations

from dataclasses import dataclass

from rbcore.patience.single.kinds import Constitution, Fairest, FourCorners, Marriage

__all__ = [
    "DUTIES",
    "ENDLESS",
    "FILLS",
    "GATHERINGS",
    "LAYOUTS",
    "PROCEDURES",
    "SPACES",
    "SUITS",
    "WAITINGS",
    "Calls",
    "Choices",
    "Columns",
    "Foundation",
    "Heaps",
    "Layout",
    "Operations",
    "Pairing",
    "Rules",
    "Sets",
    "Square",
    "Sympathy",
    "Table",
]

ENDLESS = -1  # as in form.pxd
# In the order of form.pxd; PROCEDURES in that of kernels/heaps.pxd.
SUITS = ("same", "any", "other colour")
FILLS = ("none", "stock", "waste", "waste, stock", "stock, waste")
GATHERINGS = ("last uppermost", "first first")
PROCEDURES = ("amazons", "walk", "court cards", "valentine")
LAYOUTS = (
    "parallels", "blockade", "shah", "reserves", "spark", "rounds", "fly", "manor", "fourteens",
    "capricieuse", "nationale", "lines", "louis", "packets", "gallery",
    "tableau", "sets", "marriage", "fairest", "constitution", "corners", "table",
)  # fmt: skip
WAITINGS = ("none", "must", "may")
DUTIES = ("none", "every play", "waste first")
SPACES = ("at once", "either", "at will")


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
class Table:
    """Foundations, places, stock and waste (docs/patience).

    Attributes
    ----------
    foundations : tuple of Foundation
        In the order in which they are tried.
    first_tier : int
        So many of them are tried first, whatever the card's source; `gated`: the others are closed
        until these are full.
    waiting : bool
        Whether a card that fits both foundations of its suit waits between them.
    passes : int
        Passes through the stock; ENDLESS: until one brings nothing.
    dead_waste : bool
        Whether the waste's top is out of reach, and only the card just turned can be played.
    places : tuple of int
        The cards dealt to each place; `in_rounds`: one to each in turn.
    beneath : str
        Cards that lie under the places from the start.
    givers, takers, movers : int
        The tops of the first `givers` places go to foundations; the first `takers` places have
        cards packed on them, by the tops of places from number `movers` on, if that is not -1, and
        by the waste's. None stands for all places.
    fed, feeders : tuple of int
        The first place and the one after the last of those that are filled from other places, and
        of these others.
    base_drawn : bool
        Whether the card after the places is the first foundation, and its rank begins all.
    fill : str
        One of FILLS: where a space takes its card from. While there is no waste, "waste" waits for
        the first card laid on it, which comes to the same as taking the stock's next.
    fills_last : bool
        Whether spaces wait until nothing can be played.
    waste_first : bool
        Whether the waste's top is tried before the places; if not, after those that take cards and
        before the others (53.4).
    blocked : int
        The place under the stock, or -1.
    corners : bool
        Whether the first cards of four suits are the bases.
    pack_step, pack_either, pack_suits, pack_ring
        As of a foundation: what is laid on a place; step 0 is nothing.
    onto_waste : bool
        Whether cards are packed on the waste instead.
    late_fill : bool
        Whether any available card may go to a space; in the fixed way the waste's top does, when
        nothing else can be done.
    whole : bool
        Whether a place is packed whole, on a card that takes its lowest.
    store : int
        The place whose top goes before all else, or -1; `store_fills`: it fills spaces too.
    grace : bool
        Whether one card of the waste may be taken out when nothing else can be done at the end.
    transfers : int
        How often the lowest card of every place goes to its top when nothing else can be done.
    deals : int
        Deals of the places, as large as the first was; or ENDLESS: until `barren` running put
        nothing on a foundation.
    gathering : str
        One of GATHERINGS: how places become the next deal.
    """

    foundations: tuple[Foundation, ...]
    first_tier: int = 0
    gated: bool = False
    waiting: bool = False
    passes: int = 1
    dead_waste: bool = False
    places: tuple[int, ...] = ()
    in_rounds: bool = False
    beneath: str = ""
    givers: int | None = None
    takers: int | None = None
    movers: int = -1
    fed: tuple[int, int] = (0, 0)
    feeders: tuple[int, int] = (0, 0)
    base_drawn: bool = False
    fill: str = "none"
    fills_last: bool = False
    waste_first: bool = True
    blocked: int = -1
    corners: bool = False
    pack_step: int = 0
    pack_either: bool = False
    pack_suits: str = "same"
    pack_ring: int = 0
    onto_waste: bool = False
    late_fill: bool = False
    whole: bool = False
    store: int = -1
    store_fills: bool = True
    grace: bool = False
    transfers: int = 0
    deals: int = 1
    barren: int = 0
    gathering: str = "last uppermost"


@dataclass(frozen=True)
class Choices:
    """What the player of a table decides, and when (docs/patience).

    Attributes
    ----------
    duty : str
        One of DUTIES: whether all that can be played must be before a card is turned, and whether
        the waste's top goes first.
    spaces : str
        One of SPACES: whether they are filled of themselves, as the table has it; from stock or
        waste, as the player likes; or when he likes, if ever.
    in_hand : bool
        Whether a card that is turned must be laid before anything else is done; else it lies on the
        waste, and can be played from there.
    bases_at_once : bool
        Whether a card that begins a foundation goes there of itself.
    runs : bool
        The freedom of no. 23b: runs are moved, spaces take any card, foundations give cards back.
    prior : int
        The place whose card is played before an equal one, or -1.
    idle : int
        A player's limit of moves that bring nothing on.
    """

    duty: str = "none"
    spaces: str = "at once"
    in_hand: bool = True
    bases_at_once: bool = False
    runs: bool = False
    prior: int = -1
    idle: int = 400


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

    @property
    def shuffles(self) -> bool:
        """Whether cards are shuffled between deals or passes."""
        return self.procedure == "rounds" or (self.procedure == "reserves" and self.other_way)


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
    | Table
    | Layout
    | Sympathy
)
