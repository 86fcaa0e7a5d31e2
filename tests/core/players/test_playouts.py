"""The memos of playouts and of choices in them: what differs in anything never shares an answer."""

import random
import re
import threading
from collections.abc import Sequence
from pathlib import Path

import pytest

import rbcore
from rbcore.board import notation
from support.mixtures import MIXTURES
from support.outside import build, needs_compiler, printed

VARIANTS = ("standard", "strict", "crossley", "peek", "face-down", "three-player", "here-and-there")
# The fields of position_t: those that a key holds, one by one or by way of `key`, and the others.
HELD = (
    "first_face_up", "houses", "base", "heights", "seat", "turns_without_progress", "fresh",
    "looked", "moves_left", "first", "remembers", "known_from",
)  # fmt: skip
BY_KEY = ("key", "top", "cards")
FOLLOWING = ("destinations", "top_card", "empty", "cards_left")
OTHER = ("turn",)
LATE = (1 << 32) - 7  # six turns on, no more are counted

OUTSIDE = """
from libc.stdint cimport UINT32_MAX, uint8_t, uint32_t, uint64_t
from libc.string cimport memcmp

from rbcore.board.position cimport base_of, cards_key, clear, position_t, recompute
from rbcore.cards.card cimport JOKER, KING, NO_CARD, UNKNOWN, rank_of
from rbcore.moves.legal_moves cimport find_moves, moves_t, nth_move
from rbcore.moves.transition cimport apply, deal
from rbcore.observation.view cimport make_view, view_t
from rbcore.players.lookahead cimport choice_key, value_key
from rbcore.players.evaluation cimport (
    WEIGHTS_PLANNER, WEIGHTS_PLANNER_V3, WEIGHTS_WEIGHTED, WEIGHTS_WEIGHTED_V3, set_weights,
)
from rbcore.rules.compiled cimport NO_OWNER, PILES, compile_rules, overlook, rules_t

cdef rules_t r
cdef position_t p         # a view, its key that of all its cards
cdef dict FIELDS = {
    "houses": (<char*>&p.houses - <char*>&p, sizeof(p.houses)),
    "base": (<char*>&p.base - <char*>&p, sizeof(p.base)),
    "heights": (<char*>&p.heights - <char*>&p, sizeof(p.heights)),
    "seat": (<char*>&p.seat - <char*>&p, sizeof(p.seat)),
    "turns_without_progress": (
        <char*>&p.turns_without_progress - <char*>&p, sizeof(p.turns_without_progress)),
    "fresh": (<char*>&p.fresh - <char*>&p, sizeof(p.fresh)),
    "looked": (<char*>&p.looked - <char*>&p, sizeof(p.looked)),
    "moves_left": (<char*>&p.moves_left - <char*>&p, sizeof(p.moves_left)),
    "first": (<char*>&p.first - <char*>&p, sizeof(p.first)),
    "remembers": (<char*>&p.remembers - <char*>&p, sizeof(p.remembers)),
    "first_face_up": (<char*>&p.first_face_up - <char*>&p, sizeof(p.first_face_up)),
    "known_from": (<char*>&p.known_from - <char*>&p, sizeof(p.known_from)),
}

def compiled(rules, int priorities):
    "The salt of some rules, priorities struck out, and all else that they are compiled to."
    cdef rules_t one
    cdef uint64_t salt
    compile_rules(rules, &one)
    if priorities:
        overlook(&one, priorities)
    salt = one.salt
    one.salt = 0
    return salt, (<char*>&one)[:sizeof(one)]

def go_on(int moves, int draw):
    "Make so many moves, drawn in a fixed way."
    cdef moves_t m
    cdef int n
    for n in range(moves):
        if p.cards_left[p.seat] == 0:
            return
        find_moves(&p, &r, &m)
        apply(&p, &r, nth_move(&p, &r, &m, (n * n + draw) % m.count))

def view(rules, uint64_t game, int moves, bint memory):
    "Take the view of the seat to move, some moves into a game."
    global p
    cdef view_t seen
    compile_rules(rules, &r)
    clear(&p, &r)
    deal(&p, &r, 7, game, 0)
    go_on(moves, game)
    make_view(&seen, &p, &r, memory)
    p = seen.seen
    p.key = cards_key(&p)

cdef bint of_values = False

def ask(bint values):
    "Whether keys are those of values, or of choices."
    global of_values
    of_values = values

cdef uint64_t key(int horizon=2, uint64_t salt=1, int seat=0):
    p.key = cards_key(&p)
    if of_values:
        return value_key(&p, seat, p.turn + <uint32_t>horizon, salt)
    return choice_key(&p, horizon, salt)

def flipped(str name):
    "The keys with each bit of a field flipped."
    cdef uint8_t* at = <uint8_t*>&p + <size_t>FIELDS[name][0]
    found = []
    for i in range(8 * FIELDS[name][1]):
        at[i >> 3] ^= <uint8_t>(1 << (i & 7))
        found.append(key())
        at[i >> 3] ^= <uint8_t>(1 << (i & 7))
    return found

def recarded():
    "The keys with each bit of a card flipped, two neighbours exchanged, a card fewer or more."
    cdef int pile, at, i
    found = []
    for pile in range(PILES):
        for at in range(base_of(pile) + 1, p.top[pile] + 1):
            for i in range(6):
                p.cards[at] ^= <uint8_t>(1 << i)
                found.append(key())
                p.cards[at] ^= <uint8_t>(1 << i)
            if at < p.top[pile] and p.cards[at] != p.cards[at + 1]:
                p.cards[at], p.cards[at + 1] = p.cards[at + 1], p.cards[at]
                found.append(key())
                p.cards[at], p.cards[at + 1] = p.cards[at + 1], p.cards[at]
        for i in (-1, 1):
            if p.top[pile] + i >= base_of(pile):
                p.top[pile] += i
                found.append(key())
                p.top[pile] -= i
    return found

def others():
    "The keys of the position itself, with other salts, and where turns can hardly be counted on."
    cdef int i
    found = [key(), key(2, 2), key(2, <uint64_t>1 << 63)]
    if of_values:
        found += [key(1), key(6), key(2, 1, 1), key(1, 1, 1), key(2, 1, 2)]
    for i in range(2):
        p.turn = UINT32_MAX - i - 2 * of_values
        found.append(key())
    p.turn = UINT32_MAX - (1_000 if of_values else 2)
    assert key() == found[0]
    p.turn = 5
    assert key() == found[0]
    return found

def not_following():
    "The fields that do not follow from the others as recompute() has it."
    cdef position_t again = p
    cdef int i
    recompute(&again, &r)
    for i in range(64):       # of those that are no card's, what is read are these three
        if not 1 <= rank_of(i) <= KING and i not in (NO_CARD, JOKER, UNKNOWN):
            again.destinations[i] = p.destinations[i]
    found = []
    if memcmp(again.destinations, p.destinations, sizeof(p.destinations)):
        found.append("destinations")
    for i in range(PILES):
        if again.top_card[i] != p.top_card[i] and (r.owner[i] == NO_OWNER or r.owner[i] < r.seats):
            found.append("top_card")
    if again.empty != p.empty:
        found.append("empty")
    if again.key != p.key:
        found.append("key")
    if memcmp(again.cards_left, p.cards_left, r.seats):
        found.append("cards_left")
    return found

def turn_about(bint planning):
    "Turn the weights about by which playouts choose, or those by which ends are ranked."
    from rbcore.players.weights import FEATURES, PLANNER
    for weight_set in (
        (WEIGHTS_PLANNER, WEIGHTS_PLANNER_V3) if planning
        else (WEIGHTS_WEIGHTED, WEIGHTS_WEIGHTED_V3)
    ):
        set_weights(
            weight_set, [-w for w in (FEATURES | (PLANNER if planning else {})).values()])
"""

KEYS = """
import itertools
import rbcore, outside
for variant in {variants!r}:
    rules = rbcore.variant(variant)
    for game, moves in enumerate((0, 60, 200, 350)):
        for memory, values in itertools.product((False, True), repeat=2):
            outside.ask(values)
            outside.view(rules, game, moves, memory)
            keys = outside.others() + outside.recarded()
            for name in {held!r}:
                keys += outside.flipped(name)
            assert len(keys) > 1_000
            assert len(set(keys)) == len(keys), (variant, game, memory)
            assert 0 not in keys
            for draw in range(20):
                outside.go_on(3, draw)
                assert outside.not_following() == [], (variant, game, draw)
"""

SALTS = """
import rbcore, outside
made = set()
for variant in {variants!r}:
    rules = rbcore.variant(variant)
    assert outside.compiled(rules, 0) == outside.compiled(rules, 0)
    made |= {{outside.compiled(rules, priorities) for priorities in range(32)}}
assert len(made) > 5 * len({variants!r})
assert len({{salt for salt, _ in made}}) == len({{rest for _, rest in made}}) == len(made)
"""

WEIGHTS = """
import threading
import rbcore, outside

PLAYERS = "lookahead+memory", "nested+memory"

def choices():
    return [position.choose(name) for position in positions for name in PLAYERS]

def afresh():
    found = []
    thread = threading.Thread(target=lambda: found.extend(choices()))
    thread.start()
    thread.join()
    return found

positions = []
for variant in ("standard", "waste-available"):
    position, moves, _ = rbcore.trace(rbcore.variant(variant), ("weighted",) * 2, 5, 0)
    for n, move in enumerate(moves[:200]):
        if n % 4 == 0:
            positions.append(position.copy())
        position.apply(move)
before = choices()
for planning in (False, True):
    outside.turn_about(planning)
    after = choices()
    assert after == afresh()
    assert after != before
    before = after
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the module above is built."""
    built = tmp_path_factory.mktemp("outside")
    build(OUTSIDE, built)
    return built


@pytest.mark.full
@needs_compiler
def test_keys_differ_in_all_that_answers_depend_on(folder: Path) -> None:
    printed(KEYS.format(variants=VARIANTS, held=HELD), folder)


@pytest.mark.full
@needs_compiler
def test_rules_that_differ_have_other_salts(folder: Path) -> None:
    """Those of a seat that overlooks priorities too."""
    printed(SALTS.format(variants=[*rbcore.PRESETS, *MIXTURES]), folder)


@needs_compiler
def test_no_answer_outlives_its_weights(folder: Path) -> None:
    printed(WEIGHTS, folder)


def test_every_field_of_a_position_is_thought_of() -> None:
    """A new one belongs into state_key(), unless it follows from others."""
    text = (Path(rbcore.__file__).parent / "board" / "position.pxd").read_text()
    struct = text.split("cdef struct position_t:\n")[1].split("\n\n")[0]
    fields = re.findall(r"^    \w+ (\w+)", struct, re.MULTILINE)
    assert sorted(fields) == sorted(HELD + BY_KEY + FOLLOWING + OTHER)


def choices(positions: Sequence[rbcore.Position], player: str) -> list[str]:
    """What a player chooses, asked in a thread that has chosen nothing before."""
    found: list[str] = []
    thread = threading.Thread(target=lambda: found.extend(p.choose(player) for p in positions))
    thread.start()
    thread.join()
    return found


def exchanged(position: rbcore.Position, rng: random.Random) -> rbcore.Position | None:
    """The position with two cards exchanged, if there can be such a one."""
    setup = notation.read(position.notation, position.rules)
    piles = [pile.cards for pile in setup.houses]
    piles += [pile.cards for own in setup.players for pile in (own.reserve, own.hand, own.waste)]
    places = [(pile, i) for pile in piles for i in range(len(pile))]
    (one, i), (other, j) = rng.sample(places, 2)
    one[i], other[j] = other[j], one[i]
    try:
        return rbcore.Position.parse(notation.write(setup, position.rules), position.rules)
    except ValueError:
        return None


@pytest.mark.sample(4)
@pytest.mark.parametrize(
    "player", ["lookahead+memory", "nested", "nested+memory", "nested+sight", "thorough+memory"]
)
@pytest.mark.parametrize("variant", VARIANTS)
def test_choices_do_not_depend_on_those_before(variant: str, player: str) -> None:
    """In positions like it, and with as many turns before that they can hardly be counted on."""
    rules = rbcore.variant(variant)
    position, moves, _ = rbcore.trace(rules, ("greedy",) * rules.seats, 4, 1)
    rng = random.Random(2)
    positions = []
    for n, move in enumerate(moves[:200]):
        if n % 25 == 0:
            line = re.sub(r" turn=\d+", "", position.notation)
            for turn in (7, LATE, 100):
                positions.append(rbcore.Position.parse(f"{line} turn={turn}", rules))
            like = [exchanged(position, rng) for _ in range(12)]
            positions += [one for one in like if one is not None and one.winner is None]
        position.apply(move)
    alone = [choices([one], player)[0] for one in positions]
    assert choices(positions, player) == alone
    assert choices(positions[::-1], player) == alone[::-1]
