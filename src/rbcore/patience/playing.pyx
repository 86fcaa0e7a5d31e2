"""Games of the book played in bulk or one at a time, without the GIL."""

from libc.stdint cimport uint64_t
from libc.stdlib cimport free, malloc

from rbcore.cards.card cimport card_t
from rbcore.cards.interrupts cimport answer, interrupted, listen
from rbcore.patience.engine.custom cimport play_row
from rbcore.patience.engine.game cimport (
    ADVISER, ENDLESS, FIXED, MOST_CARDS, MOST_PACK, MOST_STORY, UNIFORM, deal_pack, pairing_t,
    patience_row_t, procedure_t, story_t,
)
from rbcore.patience.engine.players cimport play_game
from rbcore.patience.engine.procedures cimport (
    play_calls, play_heaps, play_hope, play_pairs, play_sets, play_square, play_sympathy,
)

import numpy as np
from dataclasses import asdict

from rbcore.cards.arrays import check_rows, dtype_of
from rbcore.cards.ranges import MOST_WORD, check_range, shown
from rbcore.cards.text import RANKS, cards_text, read_cards
from rbcore.patience.book import find_game
from rbcore.patience.descriptions.schema import (
    HEAPS, PLAYERS, Calls, Heaps, Operations, Row, Square, Sympathy, module_rules, pack_size,
)
from rbcore.patience.engine.compiler import compile_game
from rbcore.patience.entry import pack_cards, read_pack

__all__ = ["EVENTS", "MOST_EVENTS", "OUTCOMES", "ROW", "deal", "play", "play_pack"]

# Given up: a player stops although moves are left, at the latest at the game's limit.
OUTCOMES = ("lost", "won", "given up")
EVENTS = ("pass", "place", "waste", "foundation", "thrown", "kept")
MOST_EVENTS = MOST_STORY

# One row a game: its number; its outcome, of OUTCOMES; the cards left, or pairs of no. 63; the
# passes begun; the cards hit in the first pass, where ranks are called, or pairs left after it.
cdef patience_row_t _row
ROW = dtype_of(<patience_row_t[:1]>&_row)


cdef procedure_t PROCEDURES[6]
PROCEDURES[0] = play_calls
PROCEDURES[1] = play_hope
PROCEDURES[2] = play_square
PROCEDURES[3] = play_heaps
PROCEDURES[4] = play_row
PROCEDURES[5] = play_sympathy
DECIDING = {"uniform": UNIFORM, "adviser": ADVISER}
_KINDS = (Calls, Operations, Square, Heaps, Row, Sympathy)


cdef class CompiledForm:
    """A game compiled for what plays it."""

    def __init__(self, game, player=None, seed=0):
        told = game.rules
        self.game = game
        self.form.player = DECIDING.get(player or game.player, FIXED)
        self.form.seed = seed
        buried = "".join(r + s for r in game.pack.under for s in game.pack.suits)
        under = read_cards(buried, "under")
        whole = [c for c in pack_cards(game) if c not in under] + under
        self.form.cards = len(whole)
        self.form.shuffled = len(whole) - len(under)
        self.form.shuffles = game.pack.shuffles
        self.form.pack = whole + [0] * (MOST_CARDS - len(whole))
        decides = self.form.player in (UNIFORM, ADVISER)
        if told.module and not decides:
            _compile_module(self, told)
        elif _is_counted(told) and not decides:
            self.play = play_sets if told.discard.sets else play_pairs
            _compile_pairing(&self.form.pairing, told)
        else:
            self.play = play_game
            self.form.game = compile_game(told)

    cdef int load_pack(self, text, card_t* pack) except -1:
        """Load a pack from text, into room for MOST_PACK cards."""
        cdef int i
        for i, card in enumerate(read_pack(self.game, text)):
            pack[i] = card
        return 0


cdef int _compile_module(CompiledForm own, told) except -1:
    """What the procedure of a module is told."""
    rules = module_rules(told.module, told.options)
    own.play = PROCEDURES[_KINDS.index(type(rules))]
    if isinstance(rules, Calls):
        own.form.calls = asdict(rules)
    elif isinstance(rules, Row):
        own.form.row = asdict(rules)
    elif isinstance(rules, Sympathy):
        own.form.sympathy = asdict(rules)
    elif isinstance(rules, Heaps):
        own.form.heaps = {
            **asdict(rules), "procedure": HEAPS.index(rules.procedure)
        }
    return 0


# Pairs of which none has to be chosen are counted, not played.

def _is_counted(told):
    """Whether a game is of pairs with nothing to be decided, or of sets in the best order."""
    pairs = told.discard.equal or told.discard.sum
    return bool(pairs) and (not told.play.decided or bool(told.discard.sets))


cdef int _compile_pairing(pairing_t* one, told) except -1:
    discard = told.discard
    lays = any(pattern.step == "lay" for pattern in told.fixed_way)
    one.places = sum(group.count for group in told.piles.values())
    one.laid = one.places if lays else 0
    one.by_suit = discard.equal == "suit"
    one.total = discard.sum
    one.alone = min((RANKS.index(rank) + 1 for rank in discard.alone), default=0)
    one.alone_saves = discard.last == "any" if discard.sets else discard.alone_saves
    one.extras = ENDLESS if lays else discard.extra
    one.counts_table = told.end.left == "all"
    one.playable = pack_size(told) - 4 * len(told.cards.under)
    return 0


cdef void _play(
    CompiledForm form, const card_t* pack, patience_row_t* row, story_t* story
) noexcept nogil:
    row.outcome = 0
    row.left = 0
    row.passes = 0
    row.first_pass = 0
    form.play(&form.form, pack, row, story)


def play(game, player, seed, first, rows):
    """Play games first, first+1, ... of a seed into `rows`, without the GIL.

    Parameters
    ----------
    game : str
        Number, name or file, with readings: ``robert,passes=3``.
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
    >>> playing.play("harvest", "forced", 1, 0, rows)
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
    listen()
    with nogil:
        for i in range(n):
            if interrupted():
                break
            form.form.number = first_game + i
            deal_pack(&form.form, pack, seed_number, first_game + i)
            _play(form, pack, &out[i], NULL)
            out[i].index = first_game + i
    answer()


def check_player(game, player):
    """Return the game; raise ValueError unless the player is its own."""
    if player not in PLAYERS:
        known = ", ".join(PLAYERS)
        raise ValueError(f"no player is called {shown(player)}; the players are {known}")
    if game.player_as_now(player) not in game.players:
        known = ", ".join(game.players)
        if game.is_way:
            known += ", as this reading is of its fixed way alone"
        raise ValueError(f"{game.name} has no player {player}; it has {known}")
    return game


def deal(game, seed, number):
    """Return the pack of a game, in dealing order, as text.

    Parameters
    ----------
    game : str
        Number, name or file.
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
        Number, name or file, with readings.
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
        Event (one of EVENTS), card (empty for a pass), and place, foundation, heap, waste (0 the
        first) or pass. Of a game with more than MOST_EVENTS the first ones.

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
    form.form.number = check_range("game", number, 0, MOST_WORD)
    cdef card_t cards[MOST_PACK]
    cdef patience_row_t[::1] row
    cdef story_t* story
    cdef int i
    form.load_pack(pack, cards)
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
                EVENTS[story.events[i].event],
                cards_text([story.events[i].card]) if story.events[i].card else "",
                int(story.events[i].place),
            )
            for i in range(story.told)
        ]
    finally:
        free(story)
    return rows[0], told
