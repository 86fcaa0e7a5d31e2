"""Sympathy: a patience for two with a pack each, in which both win or neither (docs/rules.md).

Nothing in it is a decision, for the order in which pairs are thrown aside does not matter. A card
has a single equal in the other pack, and throwing a pair aside takes away nothing else and covers
nothing: so a pair that lies ready stays ready until it is thrown. Now let a deal be played on to
its end in two ways, and take the first pair that one threw and the other did not. All that had
covered it had been thrown before, so in both; hence it lay ready in the other too, which was not
at its end. So both throw the same pairs.

A grace card turned up covers nothing either, so it does not matter whose comes first, and all may
be turned up as soon as the heaps are stuck. In the end they always are: a win needs each of them,
and no game is lost before they are out.

Put otherwise: let each card of a heap point to the one it lies on, in both layouts. The game is
won exactly if these arrows make no ring.
"""

from libc.stdint cimport uint8_t, uint64_t

from rbcore.cards.bits cimport lowest, popcount
from rbcore.cards.card cimport CARDS, KING, bit, card, card_t
from rbcore.cards.interrupts cimport answer, interrupted, listen
from rbcore.cards.rng cimport FOR_DEAL, open_stream, stream_t
from rbcore.cards.rng cimport shuffle

import numpy as np

from rbcore.cards.arrays import check_rows
from rbcore.cards.ranges import MOST_WORD, check_range, check_whole, shown
from rbcore.cards.text import cards_text, read_cards

__all__ = ["GAME", "HEAPS", "OUTCOMES", "deal", "pair", "play"]

HEAPS = (16, 17)
OUTCOMES = ("lost", "won")

cdef enum:
    PACK = 52

cdef packed struct sympathy_game_t:
    uint64_t index
    uint8_t outcome
    uint8_t left
    uint8_t stuck

# One row a game: its number; its outcome, of OUTCOMES: won if both won; pairs never thrown aside;
# pairs left when the heaps alone were stuck and the first grace card was turned up.
GAME = np.dtype([
    ("index", np.uint64), ("outcome", np.uint8), ("left", np.uint8), ("stuck", np.uint8),
])

cdef struct deal_t:
    card_t packs[2][PACK]

cdef struct side_t:
    uint64_t under[CARDS]  # for every card the one it lies on, as a set
    uint64_t bare          # the cards turned up so far, those thrown aside included
    uint64_t grace


cdef void _deal(deal_t* dealt, uint64_t seed, uint64_t game) noexcept nogil:
    """Shuffle two full packs as Russian Bank's standard game does (2.1)."""
    cdef stream_t stream
    cdef int pack, i
    open_stream(&stream, seed, game, FOR_DEAL)
    for pack in range(2):
        for i in range(PACK):
            dealt.packs[pack][i] = card(i & 3, (i >> 2) + 1)
        shuffle(&stream, dealt.packs[pack], 0, PACK)


cdef void _lay_out(side_t* side, const card_t* pack, int heaps) noexcept nogil:
    """Three cards to a heap, each on the one before it; what is left are the grace cards."""
    cdef const card_t* three
    cdef int i
    side.bare = 0
    side.grace = 0
    for i in range(heaps):
        three = pack + 3 * i
        side.under[three[0]] = 0
        side.under[three[1]] = bit(three[0])
        side.under[three[2]] = bit(three[1])
        side.bare |= bit(three[2])
    for i in range(3 * heaps, PACK):
        side.under[pack[i]] = 0
        side.grace |= bit(pack[i])


cdef uint64_t _pair(side_t* one, side_t* other, uint64_t thrown) noexcept nogil:
    """Throw pairs aside until none lies ready; return all cards thrown by then."""
    cdef uint64_t ready = one.bare & other.bare & ~thrown
    cdef card_t c
    while ready:
        c = <card_t>lowest(ready)
        thrown |= bit(c)
        one.bare |= one.under[c]
        other.bare |= other.under[c]
        ready = one.bare & other.bare & ~thrown
    return thrown


cdef void _play_deal(const deal_t* dealt, int heaps, sympathy_game_t* row) noexcept nogil:
    cdef side_t one, other
    cdef uint64_t thrown
    _lay_out(&one, dealt.packs[0], heaps)
    _lay_out(&other, dealt.packs[1], heaps)
    thrown = _pair(&one, &other, 0)
    row.stuck = <uint8_t>(PACK - popcount(thrown))
    one.bare |= one.grace
    other.bare |= other.grace
    thrown = _pair(&one, &other, thrown)
    row.left = <uint8_t>(PACK - popcount(thrown))
    row.outcome = row.left == 0


cdef _pack_text(const card_t* pack):
    cdef int i
    return cards_text([pack[i] for i in range(PACK)])


cdef int _read_pack(text, where, card_t* pack) except -1:
    """Read a full pack."""
    cdef int i, suit, rank
    cards = read_cards(text, where)
    if sorted(cards) != [card(suit, rank) for suit in range(4) for rank in range(1, KING + 1)]:
        raise ValueError(f"{where}: these are not the {PACK} cards of a pack, each once")
    for i in range(PACK):
        pack[i] = cards[i]
    return 0


def check_heaps(heaps):
    """Return the number of heaps; raise ValueError unless Sympathy is dealt so."""
    number = check_whole("heaps", heaps)
    if number not in HEAPS:
        raise ValueError(
            f"heaps={shown(number)} is no form of Sympathy; it is dealt in 16 or 17 heaps"
        )
    return number


def play(heaps, seed, first, rows):
    """Play games first, first+1, ... of a seed into `rows`, without the GIL.

    Parameters
    ----------
    heaps : int
        16, or 17 for the harder form.
    seed, first : int
        Which games.
    rows : numpy.ndarray of GAME
        Contiguous; one row a game is filled.

    Raises
    ------
    ValueError
        For other heaps, and for numbers out of range.

    Examples
    --------
    >>> import numpy as np
    >>> from rbcore import sympathy
    >>> rows = np.zeros(3, sympathy.GAME)
    >>> sympathy.play(16, 1, 0, rows)
    >>> bool((rows["outcome"] == (rows["left"] == 0)).all())
    True
    """
    cdef sympathy_game_t[::1] out = check_rows(rows, GAME, "sympathy.GAME")
    cdef deal_t dealt
    cdef uint64_t i, n = out.shape[0]
    cdef int heap_count = check_heaps(heaps)
    cdef uint64_t seed_number = check_range("seed", seed, 0, MOST_WORD)
    cdef uint64_t first_game = check_range("first", first, 0, MOST_WORD - n)
    listen()
    with nogil:
        for i in range(n):
            if interrupted():
                break
            _deal(&dealt, seed_number, first_game + i)
            _play_deal(&dealt, heap_count, &out[i])
            out[i].index = first_game + i
    answer()


def deal(seed, game):
    """Return the two packs of a game, which are those of Russian Bank's standard game.

    Parameters
    ----------
    seed, game : int
        Which game.

    Returns
    -------
    tuple of (str, str)
        The cards of each pack in the order in which they are dealt, as in `AcKd7h...`.

    Raises
    ------
    ValueError
        For numbers out of range.

    Examples
    --------
    >>> from rbcore import sympathy
    >>> [len(pack) for pack in sympathy.deal(1, 0)]
    [104, 104]
    """
    cdef deal_t dealt
    _deal(&dealt, check_range("seed", seed, 0, MOST_WORD), check_range("game", game, 0, MOST_WORD))
    return _pack_text(dealt.packs[0]), _pack_text(dealt.packs[1])


def pair(heaps, pack, other_pack):
    """Play a given deal.

    Parameters
    ----------
    heaps : int
        16 or 17.
    pack, other_pack : str
        Cards in the order in which they are dealt, as in `AcKd7h...`.

    Returns
    -------
    numpy.void of GAME
        The result; its index is 0.

    Raises
    ------
    ValueError
        For other heaps, and unless both are full packs.

    Examples
    --------
    >>> from rbcore import sympathy
    >>> row = sympathy.pair(16, *sympathy.deal(1, 0))
    >>> bool(row["outcome"]) == (int(row["left"]) == 0)
    True
    """
    cdef int heap_count = check_heaps(heaps)
    cdef deal_t dealt
    cdef sympathy_game_t[::1] row
    rows = np.zeros(1, GAME)
    row = rows
    _read_pack(pack, "first pack", dealt.packs[0])
    _read_pack(other_pack, "second pack", dealt.packs[1])
    _play_deal(&dealt, heap_count, &row[0])
    return rows[0]
