"""Games of the book played in bulk or one at a time, without the GIL."""

from libc.stdint cimport uint64_t
from libc.stdlib cimport free, malloc
from libc.string cimport memcpy

from rbcore.cards.card cimport NO_CARD, bit, card_t
from rbcore.cards.rng cimport FOR_DEAL, open_stream, stream_t
from rbcore.cards.shuffling cimport shuffle
from rbcore.patience.calls cimport play_calls, play_hope, play_square
from rbcore.patience.free_tables.compiling cimport compile_choices
from rbcore.patience.form cimport (
    ADVISER,
    MOST_CARDS,
    MOST_DEALT,
    MOST_FOUNDATIONS,
    MOST_PLACES,
    UNIFORM,
    form_t,
    foundation_t,
    kernel_t,
    layout_t,
    patience_row_t,
    story_t,
    table_t,
)
from rbcore.patience.heaps cimport play_heaps
from rbcore.patience.layouts.playout cimport play_layout
from rbcore.patience.pairing cimport play_pairing, play_sets
from rbcore.patience.single.column_pairs cimport play_columns
from rbcore.patience.single.constitution cimport play_constitution
from rbcore.patience.single.fairest cimport play_fairest
from rbcore.patience.single.four_corners cimport play_four_corners
from rbcore.patience.single.marriage cimport play_marriage
from rbcore.patience.tables cimport play_table

from collections import Counter
from dataclasses import asdict

import numpy as np

from rbcore.cards.ranges import MOST_WORD, check_range, shown
from rbcore.cards.rows import check_rows
from rbcore.cards.text import RANKS, cards_text, read_cards
from rbcore.patience import kinds
from rbcore.patience.book import find_game
from rbcore.patience.choices.derived import layout_of
from rbcore.patience.single import kinds as singles

__all__ = ["EVENTS", "OUTCOMES", "PLAYERS", "ROW", "deal", "play", "play_pack"]

# Given up: a player stops although moves are left, at the latest at the game's limit.
OUTCOMES = ("lost", "won", "given up")
EVENTS = ("pass", "place", "waste", "foundation", "thrown", "kept")
PLAYERS = ("plain", "automatic", "uniform", "adviser")  # in the order of form.pxd

# One row a game: its number; its outcome, of OUTCOMES; the cards left; the passes begun; the cards
# hit in the first pass, where ranks are called.
ROW = np.dtype([
    ("index", np.uint64), ("outcome", np.uint8), ("left", np.uint8), ("passes", np.uint16),
    ("hits", np.uint16),
])

cdef enum:
    MOST_PACK = 3 * MOST_CARDS

cdef kernel_t KERNELS[11]
KERNELS[0] = play_pairing
KERNELS[1] = play_sets
KERNELS[2] = play_calls
KERNELS[3] = play_hope
KERNELS[4] = play_square
KERNELS[5] = play_heaps
KERNELS[6] = play_columns
KERNELS[7] = play_marriage
KERNELS[8] = play_constitution
KERNELS[9] = play_four_corners
KERNELS[10] = play_fairest
_KINDS = (
    kinds.Pairing, kinds.Sets, kinds.Calls, kinds.Operations, kinds.Square, kinds.Heaps,
    kinds.Columns, singles.Marriage, singles.Constitution, singles.FourCorners, singles.Fairest,
)


cdef class CompiledForm:
    """A game compiled for its kernel."""

    def __init__(self, game, player=None, seed=0):
        cdef int i
        self.form.player = PLAYERS.index(player or game.player)
        self.form.seed = seed
        rules = game.rules
        if isinstance(rules, kinds.Sympathy):
            raise ValueError(f"{game.name} is for two players; rbcore.patience.sympathy plays it")
        buried = "".join(r + s for r in game.pack.under for s in game.pack.suits)
        under = read_cards(buried, "under")
        whole = [c for c in pack_cards(game) if c not in under] + under
        self.form.cards = len(whole)
        self.form.shuffled = len(whole) - len(under)
        self.form.shuffles = game.pack.shuffles
        for i in range(self.form.cards):
            self.form.pack[i] = whole[i]
        if isinstance(rules, kinds.Table):
            self.kernel = play_table
            _compile_table(&self.form.table, rules)
            if self.form.player in (UNIFORM, ADVISER):
                self.kernel = play_layout
                compile_choices(&self.form, game.choices)
            return
        layout = layout_of(game)
        if layout is rules or (layout is not None and self.form.player in (UNIFORM, ADVISER)):
            self.kernel = play_layout
            _compile_layout(&self.form.layout, layout)
            return
        self.kernel = KERNELS[_KINDS.index(type(rules))]
        if isinstance(rules, kinds.Pairing):
            self.form.pairing = asdict(rules)
        elif isinstance(rules, kinds.Calls):
            self.form.calls = asdict(rules)
        elif isinstance(rules, kinds.Columns):
            if rules.columns * rules.height + rules.reserve != self.form.cards:
                raise ValueError(f"{game.name} has {self.form.cards} cards to deal")
            self.form.columns = asdict(rules)
        elif isinstance(rules, singles.Marriage):
            self.form.marriage.transposes = rules.transposes
            self.form.marriage.discards = rules.discards
        elif isinstance(rules, singles.Constitution):
            self.form.constitution.latest_only = rules.latest_only
        elif isinstance(rules, singles.FourCorners):
            self.form.four_corners = asdict(rules)
        elif isinstance(rules, singles.Fairest):
            self.form.fairest.kings_apart = rules.kings_apart
        elif isinstance(rules, kinds.Heaps):
            self.form.heaps = {
                **asdict(rules), "procedure": kinds.PROCEDURES.index(rules.procedure)
            }


cdef int _compile_table(table_t* table, rules) except -1:
    cdef int f
    if len(rules.foundations) > MOST_FOUNDATIONS or len(rules.places) > MOST_PLACES:
        raise ValueError(
            f"a table has at most {MOST_FOUNDATIONS} foundations and {MOST_PLACES} places"
        )
    table.founded = len(rules.foundations)
    for f in range(table.founded):
        _compile_foundation(&table.foundations[f], rules.foundations[f])
    table.first_tier = rules.first_tier
    table.gated = rules.gated
    table.waiting = rules.waiting
    table.passes = rules.passes
    table.dead_waste = rules.dead_waste
    table.places = len(rules.places)
    for f in range(MOST_PLACES):
        table.dealt[f] = rules.places[f] if f < table.places else 0
        table.beneath[f] = NO_CARD
    for f, c in enumerate(read_cards(rules.beneath, "beneath")):
        table.beneath[f] = c
    table.in_rounds = rules.in_rounds
    table.givers = table.places if rules.givers is None else rules.givers
    table.takers = table.places if rules.takers is None else rules.takers
    table.movers = rules.movers
    table.fed, table.fed_end = rules.fed
    table.feeders, table.feeders_end = rules.feeders
    table.base_drawn = rules.base_drawn
    table.fill = kinds.FILLS.index(rules.fill)
    table.fills_last = rules.fills_last
    table.waste_first = rules.waste_first
    table.blocked = rules.blocked
    table.corners = rules.corners
    table.pack_step = rules.pack_step
    table.pack_either = rules.pack_either
    table.pack_suits = kinds.SUITS.index(rules.pack_suits)
    table.pack_ring = rules.pack_ring
    table.onto_waste = rules.onto_waste
    table.late_fill = rules.late_fill
    table.whole = rules.whole
    table.store = rules.store
    table.store_fills = rules.store >= 0 and rules.store_fills
    table.grace = rules.grace
    table.transfers = rules.transfers
    table.deals = rules.deals
    table.barren = rules.barren
    table.gathering = kinds.GATHERINGS.index(rules.gathering)
    return 0


cdef int _compile_layout(layout_t* layout, rules) except -1:
    cdef int f
    if len(rules.foundations) > MOST_FOUNDATIONS or len(rules.places) > MOST_DEALT:
        raise ValueError(
            f"a layout has at most {MOST_FOUNDATIONS} foundations and {MOST_DEALT} piles dealt"
        )
    layout.procedure = kinds.LAYOUTS.index(rules.procedure)
    layout.founded = len(rules.foundations)
    for f in range(layout.founded):
        _compile_foundation(&layout.foundations[f], rules.foundations[f])
    layout.total = rules.total
    layout.places = len(rules.places)
    for f in range(layout.places):
        layout.dealt[f] = rules.places[f]
    layout.columns = rules.columns
    layout.deals = rules.deals
    layout.waiting = kinds.WAITINGS.index(rules.waiting)
    layout.fill = kinds.FILLS.index(rules.fill)
    layout.pack_step = rules.pack_step
    layout.pack_either = rules.pack_either
    layout.pack_suits_any = rules.pack_suits == "any"
    layout.keeps_way = rules.keeps_way
    layout.run = rules.run
    layout.idle = rules.idle
    layout.other_way = rules.other_way
    _compile_own(layout, rules.own)
    return 0


cdef int _compile_own(layout_t* layout, own) except -1:
    """The rules of a game whose fixed way of playing has a kernel of its own."""
    if isinstance(own, kinds.Columns):
        layout.tableau = asdict(own)
    elif isinstance(own, kinds.Sets):
        layout.sets = asdict(own)
    elif isinstance(own, singles.Marriage):
        layout.marriage = asdict(own)
    elif isinstance(own, singles.Constitution):
        layout.constitution.latest_only = own.latest_only
    elif isinstance(own, singles.FourCorners):
        layout.corners = asdict(own)
    return 0


cdef int _compile_foundation(foundation_t* foundation, rules) except -1:
    foundation.base = read_cards(rules.base, "base")[0] if rules.base else NO_CARD
    foundation.starts = 0
    for c in read_cards(rules.starts, "starts"):
        foundation.starts |= bit(<card_t>c)
    foundation.step = rules.step
    foundation.either = rules.either
    foundation.suits = kinds.SUITS.index(rules.suits)
    foundation.ring = rules.ring
    foundation.length = rules.length
    return 0


def pack_cards(game):
    """Return the cards of a game that are not set out, sorted by rank and suit."""
    pack = game.pack
    each = read_cards("".join(r + s for r in RANKS if r in pack.ranks for s in pack.suits), "pack")
    left = Counter(each * pack.decks)
    left.subtract(read_cards(pack.out, "out"))
    return [c for _ in range(pack.decks) for c in each if _take(left, c)]


def _take(left, c):
    """Take a card of what is left; return whether there was one."""
    left[c] -= 1
    return left[c] >= 0


cdef void deal_pack(const form_t* form, card_t* pack, uint64_t seed, uint64_t game) noexcept nogil:
    """Shuffle a game's pack, or several in a row, as Russian Bank's standard game does (2.1)."""
    cdef stream_t stream
    cdef card_t* cards
    cdef int n
    open_stream(&stream, seed, game, FOR_DEAL)
    for n in range(form.shuffles):
        cards = pack + n * form.cards
        memcpy(cards, form.pack, form.cards)
        shuffle(&stream, cards, 0, form.shuffled)


cdef void _play(
    CompiledForm form, const card_t* pack, patience_row_t* row, story_t* story
) noexcept nogil:
    row.outcome = 0
    row.left = 0
    row.passes = 0
    row.hits = 0
    form.kernel(&form.form, pack, row, story)


def play(game, player, seed, first, rows):
    """Play games first, first+1, ... of a seed into `rows`, without the GIL.

    Parameters
    ----------
    game : str
        Number or name, with readings: ``robert,passes=3``.
    player : str
        One of the game's players, which are of PLAYERS.
    seed, first : int
        Which games.
    rows : numpy.ndarray of ROW
        Contiguous; one row a game is filled.

    Raises
    ------
    ValueError
        For another game, reading or player, and for numbers out of range.

    Examples
    --------
    >>> import numpy as np
    >>> from rbcore.patience import playing
    >>> rows = np.zeros(1000, playing.ROW)
    >>> playing.play("harvest", "plain", 1, 0, rows)
    >>> int(rows["outcome"].sum()) in range(150, 270)
    True
    """
    found = check_player(find_game(game), player)
    cdef uint64_t seed_number = check_range("seed", seed, 0, MOST_WORD)
    cdef CompiledForm form = CompiledForm(found, player, seed_number)
    cdef patience_row_t[::1] out = check_rows(rows, ROW, "playing.ROW")
    cdef uint64_t i, n = out.shape[0]
    cdef uint64_t first_game = check_range("first", first, 0, MOST_WORD - n)
    cdef card_t pack[MOST_PACK]
    with nogil:
        for i in range(n):
            form.form.game = first_game + i
            deal_pack(&form.form, pack, seed_number, first_game + i)
            _play(form, pack, &out[i], NULL)
            out[i].index = first_game + i


def check_player(game, player):
    """Return the game; raise ValueError unless the player is its own."""
    if player not in PLAYERS:
        known = ", ".join(PLAYERS)
        raise ValueError(f"no player is called {shown(player)}; the players are {known}")
    if player not in game.players:
        known = ", ".join(game.players)
        if find_game(game.number).players != game.players:
            known += ", as this reading is of its fixed way alone"
        raise ValueError(f"{game.name} has no player {player}; it has {known}")
    return game


def deal(game, seed, number):
    """Return the pack of a game, in dealing order, as text.

    Parameters
    ----------
    game : str
        Number or name.
    seed, number : int
        Which game.

    Returns
    -------
    str
        The cards that are not set out, the first dealt first.

    Raises
    ------
    ValueError
        For an unknown game, and for numbers out of range.

    Examples
    --------
    >>> from rbcore.patience import playing
    >>> len(playing.deal("harvest", 1, 0)) == 2 * 32
    True
    """
    cdef CompiledForm form = CompiledForm(find_game(game))
    cdef card_t pack[MOST_PACK]
    deal_pack(
        &form.form, pack, check_range("seed", seed, 0, MOST_WORD),
        check_range("game", number, 0, MOST_WORD),
    )
    return cards_text([pack[i] for i in range(form.form.cards * form.form.shuffles)])


def play_pack(game, pack, player=None, seed=0, number=0):
    """Play a given pack; return its row and what happened.

    Parameters
    ----------
    game : str
        Number or name, with readings.
    pack : str
        The cards in dealing order. It may have the cards that the game sets out; they are taken
        out where they are first met.
    player : str, optional
        One of the game's players; its first unless given.
    seed, number : int
        The game whose streams shuffle between deals, and from which a player draws.

    Returns
    -------
    row : numpy.void of ROW
        The result; its index is 0.
    story : list of tuple of (str, str, int)
        Event (one of EVENTS), card (empty for a pass), and place, foundation, heap or pass.

    Raises
    ------
    ValueError
        Unless the pack is one of the game's.

    Examples
    --------
    >>> from rbcore.patience import playing
    >>> row, story = playing.play_pack("8", "2s7s6s9s5sAs4s3s8s")
    >>> int(row["outcome"]), story[0]
    (1, ('place', '2s', 0))
    """
    found = find_game(game)
    if player is not None:
        check_player(found, player)
    cdef CompiledForm form = CompiledForm(found, player, check_range("seed", seed, 0, MOST_WORD))
    form.form.game = check_range("game", number, 0, MOST_WORD)
    cdef card_t cards[MOST_PACK]
    cdef patience_row_t[::1] row
    cdef story_t* story
    cdef int i
    read = read_pack(found, pack)
    for i in range(len(read)):
        cards[i] = read[i]
    rows = np.zeros(1, ROW)
    row = rows
    story = <story_t*>malloc(sizeof(story_t))
    if story == NULL:
        raise MemoryError
    story.told = 0
    try:
        _play(form, cards, &row[0], story)
        told = [
            (
                EVENTS[story.events[i][0]],
                cards_text([story.events[i][1]]) if story.events[i][1] else "",
                int(story.events[i][2]),
            )
            for i in range(story.told)
        ]
    finally:
        free(story)
    return rows[0], told


def _without_ranks(cards, out):
    """Return a full pack without the first cards of some ranks."""
    if len(set(cards)) != len(cards):
        raise ValueError("this is no pack; a card is in it twice")
    ranks = Counter(c & 15 for c in out.elements())
    return [c for c in cards if not _take(ranks, c & 15)]


def read_pack(game, text):
    """Return the cards of a game's pack from text, those set out left away.

    Raises ValueError unless they are the game's, each as often as it has them.
    """
    if not isinstance(text, str):
        raise ValueError(f"{shown(text)} is not a pack; write its cards as text, 7c8dJh...")
    cards = read_cards(text, "pack")
    wanted = pack_cards(game)
    out = Counter(read_cards(game.pack.out, "out"))
    if len(cards) == len(wanted) + out.total():
        if game.pack.any_suit:
            return _without_ranks(cards, out)
        cards = [c for c in cards if not _take(out, c)]
    size, whole = len(wanted), []
    for n in range(game.pack.shuffles):
        part = cards[n * size : (n + 1) * size]
        if sorted(part) != sorted(wanted):
            break
        whole += part
    if len(whole) != len(cards) or len(whole) != size * game.pack.shuffles:
        times = f", {game.pack.shuffles} times" if game.pack.shuffles > 1 else ""
        raise ValueError(
            f"this is no pack of {game.name}; it has {size} cards{times}, each as often as the "
            f"game has it"
        )
    return whole
