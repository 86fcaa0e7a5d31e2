"""The few Python-visible classes and functions of the core."""

from libc.stdint cimport int8_t, int16_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memcpy

from cpython.exc cimport PyErr_CheckSignals
from cpython.pycapsule cimport PyCapsule_GetName, PyCapsule_GetPointer

from rbcore.ending cimport BLOCKED, GAVE_UP, blocked, blocked_t, score
from rbcore.judge cimport judge
from rbcore.moves cimport WORDS, find_moves, lane_move, moves_t, word_move, NO_WORD
from rbcore.game cimport game_t, table_t
from rbcore.playout cimport play_games_t
from rbcore.position cimport (
    apply, base_of, clear, deal, fingerprint, idle_turns, is_won, length, move_t, position_t,
    settle,
)
from rbcore.rng cimport below, next_block, open_stream, stream_t
from rbcore.table cimport HAND, HOUSE, RESERVE, TURNED, WASTE, compile_rules, rules_t

import os
from functools import lru_cache
from importlib import import_module

import numpy as np

from rbcore import notation
from rbcore.judge import Verdict
from rbcore.players import PLAYERS
from rbcore.rules import Rules

OUTCOMES = ("win", "stalemate", "standoff", "unfinished")

# One row a game; docs in api.pyi.
GAME = np.dtype([
    ("index", np.uint64), ("turns", np.uint32), ("moves", np.uint32), ("give_ups", np.uint32),
    ("scores", np.int16, 3), ("reserve", np.uint8, 3), ("hand", np.uint8, 3),
    ("waste", np.uint8, 3), ("starter", np.int8), ("winner", np.int8), ("outcome", np.uint8),
])

MAX_TURNS = 1_000
MAX_MOVES = 100_000
SEARCH_LIMIT = 100_000
MOST_TURNS = 100_000
MOST_MOVES = 10_000_000
MOST_SEARCH = 1 << 24
MOST_DEPTH = 64


cdef class _Compiled:
    """rules_t in a Python object, made once for each Rules."""

    cdef rules_t rules

    def __cinit__(self, rules):
        compile_rules(rules, &self.rules)


@lru_cache(maxsize=256)
def _compiled(rules):
    return _Compiled(rules)


def _check_range(name, value, low, high):
    if not low <= value <= high:
        raise ValueError(f"{name}={value} is out of range; it runs from {low} to {high}")
    return value


# ---- positions ---------------------------------------------------------------------------------


cdef class Position:
    """A position under some rules. Documented in api.pyi."""

    cdef position_t p
    cdef _Compiled compiled
    cdef readonly object rules

    def __init__(self):
        raise TypeError("a Position is made by Position.parse or Position.deal")

    @staticmethod
    cdef Position _blank(rules):
        cdef Position position = Position.__new__(Position)
        position.rules = rules
        position.compiled = _compiled(rules)
        clear(&position.p)
        return position

    @classmethod
    def parse(cls, str text, rules, *, bint study=False):
        setup = notation.read(text, rules)
        notation.check(setup, rules, study)
        cdef Position position = Position._blank(rules)
        position._load(setup)
        return position

    @classmethod
    def deal(cls, rules, seed, game):
        cdef uint64_t seed_word = _check_range("seed", seed, 0, 2**64 - 1)
        cdef uint64_t game_word = _check_range("game", game, 0, 2**64 - 1)
        cdef Position position = Position._blank(rules)
        deal(&position.p, &position.compiled.rules, seed_word, game_word)
        return position

    cdef _lay_pile(self, int pile, laid):
        cdef int base = base_of(pile), i = 0
        for card in laid.cards:
            i += 1
            self.p.cards[base + i] = card
        self.p.top[pile] = base + i
        self.p.open[pile] = base + min(laid.down + 1, i)

    cdef _load(self, setup):
        self.p.seat = setup.seat
        self._lay_pile(TURNED + setup.seat, setup.turned)
        for i, piles in enumerate(setup.heights):
            for j, height in enumerate(piles):
                self.p.heights[<int>i][<int>j] = height
        for i, house in enumerate(setup.houses):
            self._lay_pile(HOUSE + <int>i, house)
        for seat, player in enumerate(setup.players):
            self._lay_pile(RESERVE + <int>seat, player.reserve)
            self._lay_pile(HAND + <int>seat, player.hand)
            self._lay_pile(WASTE + <int>seat, player.waste)
        for seat, turns in enumerate(setup.idle):
            self.p.idle |= <uint64_t>turns << (16 * <int>seat)
        self.p.turn = setup.turn
        settle(&self.p, &self.compiled.rules)

    cdef _pile(self, int pile):
        cdef int base = base_of(pile), n = length(&self.p, pile), i
        cdef int down = max(0, self.p.open[pile] - base - 1) if pile < WASTE else 0
        return notation.Pile([self.p.cards[base + 1 + i] for i in range(n)], down)

    def _setup(self):
        """The position as a notation.Setup."""
        seats = range(self.rules.seats)
        return notation.Setup(
            seat=self.p.seat,
            turned=self._pile(TURNED + self.p.seat),
            heights=[
                [self.p.heights[<int>s][<int>k] for k in range(self.rules.packs)] for s in range(4)
            ],
            houses=[self._pile(HOUSE + <int>i) for i in range(self.rules.houses)],
            players=[
                notation.Player(
                    self._pile(RESERVE + <int>s),
                    self._pile(HAND + <int>s),
                    self._pile(WASTE + <int>s),
                )
                for s in seats
            ],
            idle=[idle_turns(&self.p, <int>s) for s in seats],
            turn=self.p.turn,
        )

    def __str__(self):
        return notation.write(self._setup())

    def __repr__(self):
        return f"<Position {self}>"

    def __eq__(self, other):
        if not isinstance(other, Position):
            return NotImplemented
        return self.rules == other.rules and str(self) == str(other)

    # Equality is by text; a mutable position hashes to what it is now, like its text.
    def __hash__(self):
        return hash((self.rules, str(self)))

    def __reduce__(self):
        return _unpickle, (str(self), self.rules)

    def __copy__(self):
        return self.copy()

    def __deepcopy__(self, memo):
        return self.copy()

    def copy(self):
        cdef Position other = Position._blank(self.rules)
        memcpy(&other.p, &self.p, sizeof(position_t))
        return other

    @property
    def seat(self):
        return self.p.seat

    @property
    def turn(self):
        return self.p.turn

    @property
    def idle(self):
        return tuple(idle_turns(&self.p, <int>s) for s in range(self.rules.seats))

    @property
    def winner(self):
        return self.p.seat if is_won(&self.p) else None

    @property
    def turned(self):
        cards = self._pile(TURNED + self.p.seat).cards
        return notation.cards_text(cards)

    @property
    def foundations(self):
        return str(self).split(" ")[2]

    @property
    def houses(self):
        return [notation.pile_text(house) for house in self._setup().houses]

    def _seat_pile(self, int pile, seat):
        _check_range("seat", seat, 0, self.rules.seats - 1)
        return notation.pile_text(self._pile(pile + <int>seat))

    def reserve(self, seat):
        return self._seat_pile(RESERVE, seat)

    def hand(self, seat):
        return self._seat_pile(HAND, seat)

    def waste(self, seat):
        return self._seat_pile(WASTE, seat)

    def fingerprint(self):
        return fingerprint(&self.p, &self.compiled.rules)

    def moves(self):
        cdef moves_t found
        cdef uint64_t places
        cdef int word, at
        cdef move_t move
        if is_won(&self.p):
            return []
        find_moves(&self.p, &self.compiled.rules, &found)
        texts = []
        for word in range(WORDS):
            places = found.places[word]
            for at in range(64):
                if places >> at & 1:
                    move = lane_move(&self.p, &self.compiled.rules, 64 * word + at)
                    texts.append(self._text(move))
        if found.word != NO_WORD:
            texts.append(self._text(word_move(&self.p, found.word)))
        return sorted(texts)

    cdef _text(self, move_t move):
        return notation.move_text(move.source, move.place, self.rules.seats)

    cdef move_t _read_move(self, str text) except *:
        cdef move_t move
        source, place = notation.read_move(text, self.p.seat, self.rules)
        move.source = source
        move.place = place
        return move

    def judge(self, str move):
        if is_won(&self.p):
            raise ValueError("the game is won; there is no move to judge")
        return Verdict(judge(&self.p, &self.compiled.rules, self._read_move(move)))

    def apply(self, str move):
        verdict = self.judge(move)
        if verdict:
            raise ValueError(f"{move} is not legal here. {verdict.words}")
        apply(&self.p, &self.compiled.rules, self._read_move(move))

    def blocked(self, search_limit=SEARCH_LIMIT):
        cdef _Table table = _Table(1, 1, search_limit)
        cdef blocked_t verdict
        with nogil:
            verdict = blocked(&self.p, &self.compiled.rules, &table.t.search)
        return None if verdict == GAVE_UP else verdict == BLOCKED

    def scores(self, str outcome):
        cdef int16_t points[3]
        if outcome not in OUTCOMES:
            raise ValueError(f"'{outcome}' is not an outcome; there are {', '.join(OUTCOMES)}")
        if outcome == "win" and not is_won(&self.p):
            raise ValueError("nobody has won this position; it has no winner's score")
        score(&self.p, &self.compiled.rules, OUTCOMES.index(outcome), self.p.seat, points)
        return tuple(points[i] for i in range(self.rules.seats))


def _unpickle(text, rules):
    # As a study: a position that was one must come back, and any other is unharmed.
    return Position.parse(text, rules, study=True)


# ---- perft -------------------------------------------------------------------------------------


cdef uint64_t _perft(const position_t* p, const rules_t* r, int depth) noexcept nogil:
    cdef moves_t moves
    cdef position_t after
    cdef uint64_t total = 0, places
    cdef int word, at
    if is_won(p):
        return 0
    find_moves(p, r, &moves)
    if depth == 1:
        return moves.count
    for word in range(WORDS):
        places = moves.places[word]
        for at in range(64):
            if places >> at & 1:
                memcpy(&after, p, sizeof(position_t))
                apply(&after, r, lane_move(p, r, 64 * word + at))
                total += _perft(&after, r, depth - 1)
    if moves.word != NO_WORD:
        memcpy(&after, p, sizeof(position_t))
        apply(&after, r, word_move(p, moves.word))
        total += _perft(&after, r, depth - 1)
    return total


def perft(Position position, depth):
    cdef Position after
    cdef int plies
    cdef uint64_t count
    _check_range("depth", depth, 0, MOST_DEPTH)
    if depth == 0:
        return 1
    if depth <= 3:
        plies = depth
        with nogil:
            count = _perft(&position.p, &position.compiled.rules, plies)
        return count
    # Through Python for the first plies, so that counts may outgrow 64 bits and Ctrl-C is heard.
    total = 0
    for move in position.moves():
        PyErr_CheckSignals()
        after = position.copy()
        after.apply(move)
        total += perft(after, depth - 1)
    return total


# ---- playing -----------------------------------------------------------------------------------

cdef extern from *:
    """
    static int rb_has_v3(void) {
    #if defined(__x86_64__) && defined(__GNUC__)
        __builtin_cpu_init();
        return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi")
            && __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("popcnt");
    #else
        return 0;
    #endif
    }
    """
    int has_v3 "rb_has_v3"()


def _pick_build():
    """The name of the playout module for this processor; RB_BASELINE=1 forces the plain one."""
    return "playout_v3" if has_v3() and os.environ.get("RB_BASELINE", "") != "1" else "playout"


BUILD = _pick_build()

cdef play_games_t _entry(str module) except NULL:
    """The playout loop of a module that must not be loaded everywhere, through its C interface."""
    capsule = import_module("rbcore." + module).__pyx_capi__["play_games"]
    return <play_games_t>PyCapsule_GetPointer(capsule, PyCapsule_GetName(capsule))

cdef play_games_t play_games = _entry(BUILD)


cdef class _Table:
    """A table_t with the arrays it needs."""

    cdef table_t t

    def __cinit__(self, max_turns, max_moves, search_limit):
        self.t.max_turns = _check_range("max_turns", max_turns, 1, MOST_TURNS)
        self.t.max_moves = _check_range("max_moves", max_moves, 1, MOST_MOVES)
        self.t.search.limit = _check_range("search_limit", search_limit, 1, MOST_SEARCH)
        size = 1 << (2 * search_limit).bit_length()
        self.t.search.mask = size - 1
        self.t.marks = <uint64_t*>malloc((max_turns + 1) * sizeof(uint64_t))
        self.t.search.table = <uint64_t*>calloc(size, sizeof(uint64_t))
        self.t.search.used = <uint32_t*>malloc(search_limit * sizeof(uint32_t))
        self.t.search.steps = <uint32_t*>malloc(search_limit * sizeof(uint32_t))
        if not (self.t.marks and self.t.search.table and self.t.search.used
                and self.t.search.steps):
            raise MemoryError

    def __dealloc__(self):
        free(self.t.marks)
        free(self.t.search.table)
        free(self.t.search.used)
        free(self.t.search.steps)


cdef int _seat_players(rules, players, int* numbers) except -1:
    """Look up the players, one for each seat."""
    names = list(PLAYERS)
    if isinstance(players, str) or len(players) != rules.seats:
        raise ValueError(f"one player for each of the {rules.seats} seats is needed: {players!r}")
    for seat, name in enumerate(players):
        if name not in PLAYERS:
            raise ValueError(f"'{name}' is not a player; there are {', '.join(names)}")
        numbers[<int>seat] = names.index(name)
    return 0


def play(rules, players, seed, first, rows, *, max_turns=MAX_TURNS, max_moves=MAX_MOVES,
         search_limit=SEARCH_LIMIT, stop=None):
    cdef _Table table = _Table(max_turns, max_moves, search_limit)
    cdef _Compiled compiled = _compiled(rules)
    cdef int seated[3]
    cdef game_t[::1] out = rows
    cdef const uint8_t[::1] halt = np.zeros(1, np.uint8) if stop is None else stop
    cdef uint64_t n = out.shape[0], done = 0
    cdef uint64_t seed_word = _check_range("seed", seed, 0, 2**64 - 1)
    cdef uint64_t first_word = _check_range("first", first, 0, 2**64 - 1 - n)
    if halt.shape[0] < 1:
        raise ValueError("stop is empty; it is an array of one uint8")
    _seat_players(rules, players, seated)
    if n:
        with nogil:
            done = play_games(&table.t, &compiled.rules, seated, seed_word, first_word,
                              &out[0], n, NULL, &halt[0])
    return done


def trace(rules, players, seed, game, *, max_turns=MAX_TURNS, max_moves=MAX_MOVES,
          search_limit=SEARCH_LIMIT):
    cdef _Table table = _Table(max_turns, max_moves, search_limit)
    cdef int seated[3]
    cdef Position start = Position.deal(rules, seed, game)
    cdef uint64_t seed_word = seed, game_word = game
    cdef uint8_t never = 0
    cdef game_t[::1] row
    cdef move_t* moves
    rows = np.zeros(1, GAME)
    row = rows
    _seat_players(rules, players, seated)
    # Played twice: once for the number of moves, once to note them.
    play_games(&table.t, &start.compiled.rules, seated, seed_word, game_word, &row[0], 1, NULL,
               &never)
    moves = <move_t*>malloc(table.t.moves * sizeof(move_t))
    if not moves:
        raise MemoryError
    try:
        play_games(&table.t, &start.compiled.rules, seated, seed_word, game_word, &row[0], 1, moves,
                   &never)
        return start, [start._text(moves[i]) for i in range(table.t.moves)], rows[0]
    finally:
        free(moves)


def stream_words(seed, game, purpose, n):
    """The first n 64-bit words of a stream (rng.pxd), for tests against NumPy's Philox."""
    cdef stream_t stream
    cdef int i = 4
    open_stream(&stream, seed, game, purpose)
    words = []
    while len(words) < n:
        next_block(&stream)
        words.extend([stream.words[i] for i in range(4)])
    return np.array(words[:n], dtype=np.uint64)


def stream_below(seed, game, purpose, bounds):
    """Bounded draws from a stream, one for each bound, for tests that they are unbiased."""
    cdef stream_t stream
    cdef uint32_t[::1] limits = np.ascontiguousarray(bounds, dtype=np.uint32)
    cdef uint32_t[::1] out
    cdef Py_ssize_t i
    if limits.shape[0] and min(bounds) < 1:
        raise ValueError("a bound is at least 1")
    drawn = np.empty(limits.shape[0], dtype=np.uint32)
    out = drawn
    open_stream(&stream, seed, game, purpose)
    for i in range(limits.shape[0]):
        out[i] = below(&stream, limits[i])
    return drawn
