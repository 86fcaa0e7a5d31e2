"""Games of the book played in bulk or one at a time, without the GIL."""

from libc.stdint cimport int64_t, uint64_t, uint8_t
from libc.stdlib cimport free, malloc
from libc.string cimport memset

from rbcore.cards.card cimport card_t
from rbcore.cards.interrupts cimport answer, interrupted, listen
from rbpatience.engine.game cimport (
    ADVISER, FIXED, MAX_CARDS, MAX_PACK, MAX_STORY, UNIFORM, UNTOLD, deal_pack,
    patience_row_t, story_t,
)
from rbpatience.engine.players cimport play_game
from rbpatience.engine.procedures cimport procedure_of

import numpy as np

from rbcore.cards.arrays import check_rows, check_stop, dtype_of
from rbcore.cards.ranges import MAX_GAME, MAX_WORD, check_range, check_text, shown
from rbcore.cards.text import RANKS, cards_text
from rbpatience.book import find_game
from rbpatience.descriptions.schema import PLAYERS, PROCEDURES, custom_options
from rbpatience.engine.compiler import compile_game
from rbpatience.entry import pack_cards, read_pack

__all__ = ["EVENTS", "MAX_EVENTS", "OUTCOMES", "ROW", "deal", "play", "play_pack"]

# Given up: a player stopped with moves left, at the latest at the game's limit.
OUTCOMES = ("lost", "won", "given up")
EVENTS = ("pass", "place", "waste", "foundation", "thrown", "kept")
MAX_EVENTS = MAX_STORY

# One row for each game: its number; its outcome, from OUTCOMES; the cards left, or pairs in no. 63;
# the passes begun; the cards hit in the first pass where ranks are called, or pairs left after it.
cdef patience_row_t _row
ROW = dtype_of(<patience_row_t[:1]>&_row)

DECIDING = {"uniform": UNIFORM, "adviser": ADVISER}

cdef class Task:
    """A game compiled for its player."""

    def __init__(self, game, player=None, seed=0):
        rules = game.rules
        self.game = game
        self.data.player = DECIDING.get(player or game.player, FIXED)
        self.data.seed = seed
        whole = pack_cards(game)
        self.data.cards = len(whole)
        self.data.shuffles = game.pack.shuffles
        self.data.pack = whole + [0] * (MAX_CARDS - len(whole))
        decides = self.data.player in (UNIFORM, ADVISER)
        if rules.custom in PROCEDURES and not decides:
            self.play = procedure_of(PROCEDURES.index(rules.custom))
            self.data.options = _options(rules)
        else:
            self.play = play_game
            self.data.spec = compile_game(rules)

    cdef int load_pack(self, text, card_t* pack) except -1:
        """Load a pack from text, into room for MAX_PACK cards."""
        cdef int i
        for i, card in enumerate(read_pack(self.game, text)):
            pack[i] = card
        return 0


def _options(rules):
    """Return the options of the game's procedure, and the rules for pairs."""
    discard = rules.discard
    return custom_options(rules.custom, rules.options) | {
        "by_suit": discard.equal == "suit", "total": discard.sum,
        "alone": min((RANKS.index(rank) + 1 for rank in discard.alone), default=0),
    }


cdef void _play(Task task, const card_t* pack, patience_row_t* row, story_t* story) noexcept nogil:
    memset(row, 0, sizeof(patience_row_t))
    task.play(&task.data, pack, row, story)


def play(game, player, seed, first, rows, *, stop=None):
    """Play games first, first+1, ... of a seed into `rows`, without the GIL.

    Parameters
    ----------
    game : str
        Number, name or file, optionally with readings: ``robert,passes=3``.
    player : str
        One of the game's players, from PLAYERS.
    seed, first : int
        The games to play.
    rows : numpy.ndarray of ROW
        Contiguous; each game fills a row.
    stop : numpy.ndarray of uint8, optional
        As for rbcore.play; it takes effect after a whole game.

    Returns
    -------
    int
        The number of rows filled: all, unless play was stopped.

    Raises
    ------
    ValueError
        If the game, a reading or the player is unknown, or a number is out of range.

    Examples
    --------
    >>> import numpy as np
    >>> from rbpatience import playing
    >>> rows = np.zeros(1000, playing.ROW)
    >>> playing.play("harvest", "forced", 1, 0, rows)
    1000
    >>> int(rows["outcome"].sum()) in range(150, 270)
    True
    """
    entry = check_player(find_game(game), player)
    cdef uint64_t seed_number = check_range("seed", seed, 0, MAX_WORD)
    cdef Task task = Task(entry, player, seed_number)
    cdef patience_row_t[::1] out = check_rows(rows, {"playing.ROW": ROW})
    cdef uint64_t done = 0, n = out.shape[0]
    cdef uint64_t first_game = check_range("first", first, 0, MAX_GAME - n)
    cdef card_t pack[MAX_PACK]
    cdef const uint8_t[::1] flag = check_stop(stop)    # kept alive while it is read
    listen(flag)
    with nogil:
        while done < n and not interrupted():
            task.data.number = first_game + done
            deal_pack(&task.data, pack, seed_number, first_game + done)
            _play(task, pack, &out[done], NULL)
            out[done].index = <int64_t>(first_game + done)
            done += 1
    answer()
    return done


def check_player(game, player):
    """Return the game; raise ValueError unless the player is one of its own."""
    if check_text("player", player) not in PLAYERS:
        known = f"{game.name} has {', '.join(game.every_player)}"
        raise ValueError(f"no player is called {shown(player)}; {known}")
    if game.player_as_now(player) not in game.players:
        known = ", ".join(game.players)
        if game.is_way:
            known += ", because this reading concerns only the fixed way"
        raise ValueError(f"{game.name} has no player {player}; it has {known}")
    return game


def deal(game, seed, number):
    """Return the pack of a game, in dealing order, as text.

    Parameters
    ----------
    game : str
        Number, name or file.
    seed, number : int
        The game to deal.

    Returns
    -------
    str
        The cards that are not set out, in dealing order.

    Raises
    ------
    ValueError
        If the game is unknown or a number is out of range.

    Examples
    --------
    >>> from rbpatience import playing
    >>> len(playing.deal("harvest", 1, 0)) == 2 * 32
    True
    """
    cdef Task task = Task(find_game(game))
    cdef uint64_t checked_seed = check_range("seed", seed, 0, MAX_WORD)
    cdef card_t pack[MAX_PACK]
    deal_pack(&task.data, pack, checked_seed, check_range("game", number, 0, MAX_GAME))
    return cards_text([pack[i] for i in range(task.data.cards * task.data.shuffles)])


def play_pack(game, pack, player=None, seed=0, number=0):
    """Play a given pack; return its row and its events.

    Parameters
    ----------
    game : str
        Number, name or file, optionally with readings.
    pack : str
        The cards in dealing order. Cards that the game sets out may be included; each is removed
        at its first occurrence.
    player : str, optional
        One of the game's players; by default its first.
    seed, number : int
        The game whose streams shuffle between deals and supply a player's draws.

    Returns
    -------
    row : numpy.void of ROW
        The result; its index is 0.
    story : list of tuple of (str, str, int, int)
        Event (one of EVENTS); card (empty for a pass); place, foundation, heap, waste (0 is the
        first) or pass; and the pile that the card left: 124 the stock, 125 the other waste, 126
        the waste, 128 the first foundation, -1 if it is not recorded. If a game has more than
        MAX_EVENTS, the list has the first ones.

    Raises
    ------
    ValueError
        If the pack is not one of the game's.

    Examples
    --------
    >>> from rbpatience import playing
    >>> row, story = playing.play_pack("8", "2s7s6s9s5sAs4s3s8s")
    >>> int(row["outcome"]), story[0]
    (1, ('place', '2s', 0, -1))
    """
    entry = find_game(game)
    if player is not None:
        check_player(entry, player)
    cdef Task task = Task(entry, player, check_range("seed", seed, 0, MAX_WORD))
    task.data.number = check_range("game", number, 0, MAX_GAME)
    cdef card_t cards[MAX_PACK]
    rows = np.zeros(1, ROW)
    cdef patience_row_t[::1] row = rows
    cdef story_t* story
    task.load_pack(pack, cards)
    story = <story_t*>malloc(sizeof(story_t))
    if story == NULL:
        raise MemoryError
    story.count, story.source = 0, UNTOLD
    try:
        _play(task, cards, &row[0], story)
        told = told_events(story)
    finally:
        free(story)
    return rows[0], told


cdef list told_events(story_t* story):
    """Return the events of a game, as `play_pack` does."""
    return [
        (EVENTS[told.event], cards_text([told.card]) if told.card else "", int(told.place),
         int(told.source) if told.card and told.source != UNTOLD else -1)
        for told in story.events[:story.count]
    ]
