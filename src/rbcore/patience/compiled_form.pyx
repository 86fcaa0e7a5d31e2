"""A game compiled for what plays it: data as numbers."""

from rbcore.cards.card cimport card_t
from rbcore.patience.engine.compiler cimport compile_game
from rbcore.patience.form cimport ADVISER, FIXED, UNIFORM, pairing_t, procedure_t
from rbcore.patience.policies.playout cimport play_game
from rbcore.patience.procedures.calls cimport play_calls, play_hope, play_square
from rbcore.patience.procedures.counted cimport play_pairs, play_sets
from rbcore.patience.procedures.heaps cimport play_heaps
from rbcore.patience.procedures.row cimport play_row
from rbcore.patience.rows cimport ENDLESS, MOST_CARDS, MOST_SHUFFLES

from dataclasses import asdict

from rbcore.cards.text import RANKS, read_cards
from rbcore.patience.descriptions import modules
from rbcore.patience.descriptions.sizes import pack_size
from rbcore.patience.packs import pack_cards, read_pack

cdef procedure_t PROCEDURES[5]
PROCEDURES[0] = play_calls
PROCEDURES[1] = play_hope
PROCEDURES[2] = play_square
PROCEDURES[3] = play_heaps
PROCEDURES[4] = play_row
DECIDING = {"uniform": UNIFORM, "adviser": ADVISER}
_KINDS = (modules.Calls, modules.Operations, modules.Square, modules.Heaps, modules.Row)


cdef class CompiledForm:
    """A game compiled for what plays it."""

    def __init__(self, game, player=None, seed=0):
        cdef int i
        told = game.rules
        self.game = game
        self.form.player = DECIDING.get(player or game.player, FIXED)
        self.form.seed = seed
        if told.module == "sympathy":
            raise ValueError(f"{game.name} is for two players; rbcore.sympathy plays it")
        buried = "".join(r + s for r in game.pack.under for s in game.pack.suits)
        under = read_cards(buried, "under")
        whole = [c for c in pack_cards(game) if c not in under] + under
        if len(whole) > MOST_CARDS or game.pack.shuffles > MOST_SHUFFLES:
            raise ValueError(
                f"{game.name} has {len(whole)} cards, {game.pack.shuffles} times; a game has at "
                f"most {MOST_CARDS}, {MOST_SHUFFLES} times"
            )
        self.form.cards = len(whole)
        self.form.shuffled = len(whole) - len(under)
        self.form.shuffles = game.pack.shuffles
        for i in range(self.form.cards):
            self.form.pack[i] = whole[i]
        decides = self.form.player in (UNIFORM, ADVISER)
        if told.module and not decides:
            _compile_module(self, told)
        elif _is_counted(told) and not decides:
            self.play = play_sets if told.discard.sets else play_pairs
            _compile_pairing(&self.form.pairing, told)
        else:
            self.play = play_game
            compile_game(&self.form.game, told)

    cdef int load_pack(self, text, card_t* pack) except -1:
        """Load a pack from text, into room for MOST_PACK cards."""
        cdef int i
        cards = read_pack(self.game, text)
        if len(cards) != self.form.cards * self.form.shuffles:
            raise ValueError(f"{self.game.name} is played with another number of cards")
        for i in range(len(cards)):
            pack[i] = cards[i]
        return 0


cdef int _compile_module(CompiledForm own, told) except -1:
    """What the procedure of a module is told."""
    rules = modules.module_rules(told.module, told.options)
    own.play = PROCEDURES[_KINDS.index(type(rules))]
    if isinstance(rules, modules.Calls):
        own.form.calls = asdict(rules)
    elif isinstance(rules, modules.Row):
        own.form.row = asdict(rules)
    elif isinstance(rules, modules.Heaps):
        own.form.heaps = {
            **asdict(rules), "procedure": modules.HEAPS.index(rules.procedure)
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
