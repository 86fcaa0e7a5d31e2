"""A game compiled for its kernel: data as numbers."""

from rbcore.cards.card cimport NO_CARD, bit, card_t
from rbcore.patience.deciding.playout cimport play_layout
from rbcore.patience.engine.compiler cimport compile_game
from rbcore.patience.form cimport (
    ADVISER,
    MOST_CARDS,
    MOST_DEALT,
    MOST_FOUNDATIONS,
    MOST_PLACES,
    MOST_SHUFFLES,
    UNIFORM,
    foundation_t,
    kernel_t,
    layout_t,
)
from rbcore.patience.kernels.calls cimport play_calls, play_hope, play_square
from rbcore.patience.kernels.heaps cimport play_heaps
from rbcore.patience.kernels.pairing cimport play_pairing, play_sets
from rbcore.patience.policies.playout cimport play_game
from rbcore.patience.single.column_pairs cimport play_columns
from rbcore.patience.single.constitution cimport play_constitution
from rbcore.patience.single.fairest cimport play_fairest
from rbcore.patience.single.four_corners cimport play_four_corners
from rbcore.patience.single.marriage cimport play_marriage
from rbcore.patience.single.tableau cimport MOST_HIGH, SPOTS

from dataclasses import asdict

from rbcore.cards.text import read_cards
from rbcore.patience import kinds
from rbcore.patience.choices.derived import layout_of
from rbcore.patience.descriptions.schema import Description
from rbcore.patience.packs import pack_cards, read_pack

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
    kinds.Columns, kinds.Marriage, kinds.Constitution, kinds.FourCorners, kinds.Fairest,
)


cdef class CompiledForm:
    """A game compiled for its kernel."""

    def __init__(self, game, player=None, seed=0):
        cdef int i
        self.game = game
        self.form.player = kinds.PLAYERS.index(player or game.player)
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
        _check_size(game, len(whole))
        for i in range(self.form.cards):
            self.form.pack[i] = whole[i]
        self.form.layout.game = NULL
        if isinstance(rules, Description):
            self.kernel = play_game
            compile_game(&self.form.game, rules)
            self.form.layout.game = &self.form.game
            self.form.layout.total = self.form.game.total
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
            self.form.columns = asdict(rules)
        elif isinstance(rules, kinds.Marriage):
            self.form.marriage.transposes = rules.transposes
            self.form.marriage.discards = rules.discards
        elif isinstance(rules, kinds.Constitution):
            self.form.constitution.latest_only = rules.latest_only
        elif isinstance(rules, kinds.FourCorners):
            self.form.four_corners = asdict(rules)
        elif isinstance(rules, kinds.Fairest):
            self.form.fairest.kings_apart = rules.kings_apart
        elif isinstance(rules, kinds.Heaps):
            self.form.heaps = {
                **asdict(rules), "procedure": kinds.PROCEDURES.index(rules.procedure)
            }

    cdef int load_pack(self, text, card_t* pack) except -1:
        """Load a pack from text, into room for MOST_PACK cards."""
        cdef int i
        cards = read_pack(self.game, text)
        if len(cards) != self.form.cards * self.form.shuffles:
            raise ValueError(f"{self.game.name} is played with another number of cards")
        for i in range(len(cards)):
            pack[i] = cards[i]
        return 0


def _check_size(game, cards):
    """Raise ValueError for a game with more cards or piles than kernels have room for."""
    rules = game.rules
    if cards > MOST_CARDS or game.pack.shuffles > MOST_SHUFFLES:
        raise ValueError(
            f"{game.name} has {cards} cards, {game.pack.shuffles} times; a game has at most "
            f"{MOST_CARDS}, {MOST_SHUFFLES} times"
        )
    if isinstance(rules, kinds.Layout) and sum(rules.places) > cards:
        raise ValueError(f"{game.name} deals {sum(rules.places)} cards, and has {cards}")
    if isinstance(rules, kinds.Columns):
        if rules.columns * rules.height + rules.reserve != cards:
            raise ValueError(f"{game.name} has {cards} cards to deal")
        if rules.columns + rules.reserve > SPOTS or rules.height > MOST_HIGH:
            raise ValueError(
                f"{game.name} has at most {SPOTS} columns and reserve cards together, and columns "
                f"of {MOST_HIGH} cards"
            )
    if isinstance(rules, kinds.Pairing) and rules.places > MOST_PLACES:
        raise ValueError(f"{game.name} has at most {MOST_PLACES} places")


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
    elif isinstance(own, kinds.Marriage):
        layout.marriage = asdict(own)
    elif isinstance(own, kinds.Constitution):
        layout.constitution.latest_only = own.latest_only
    elif isinstance(own, kinds.FourCorners):
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
