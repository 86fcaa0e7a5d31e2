"""What lies where: piles, foundations, stock, wastes and the card in hand."""

from collections.abc import Callable
from dataclasses import dataclass, field
from types import SimpleNamespace

from .cards import cards_named, pack_of

HAND, WASTE, ASIDE = 127, 126, 125  # ASIDE is the second waste
OFF_PILES = (HAND, WASTE, ASIDE)


@dataclass
class Pile:
    """A pile of a group: its cards from the lowest, of which `down` lie face down."""

    number: int
    group: str
    place: int  # its number in its group
    rules: SimpleNamespace
    cards: list[str] = field(default_factory=list)
    down: int = 0

    @property
    def open(self) -> list[str]:
        return self.cards[self.down :]

    @property
    def shown(self) -> str:
        """The card on which others are laid."""
        return self.cards[-1]

    @property
    def is_space(self) -> bool:
        return not self.cards


@dataclass
class Foundation:
    """A foundation; `first` are the cards that may begin it."""

    number: int
    group: str
    rules: SimpleNamespace
    first: set[str]
    cards: list[str] = field(default_factory=list)
    set_out: int = 0  # cards that lay there from the start

    @property
    def room(self) -> int:
        return int(self.rules.length) + self.set_out - len(self.cards)


class Table:
    """A game laid out; what happens in it is in the modules beside."""

    # How a waste is shuffled, which a game leaves to chance.
    shuffled: Callable[[list[str]], list[str]] = staticmethod(list)

    def __init__(self, game: SimpleNamespace, pack: list[str]) -> None:
        self.game = game
        self.stock = list(pack)
        self.hand: str | None = None
        self.wastes: list[list[str]] = [[] for _ in range(game.stock.wastes)]
        self.foundations = list(_foundations(game))
        self.held: dict[str, str] = {}  # by suit, the cards between two foundations
        self.piles: list[Pile] = []
        for name, rules in game.piles.items():
            for place in range(places_of(rules, len(pack))):
                self.piles.append(Pile(len(self.piles), name, place, rules))
        self.thrown = 0
        self.drawn: str | None = None  # the card that was drawn to begin foundations
        self.passes = 1
        self.deals = 1
        self.opening = bool(game.play.opening)
        self.lifted = False  # whether the card out of the waste was taken
        self.turned = 0  # turns of the stock so far, in this pass
        self.gained = False  # whether a card was played in this pass
        out = cards_named(game.cards.out)
        self.cards = pack_of(game.cards.ranks, game.cards.suits)
        self.all = len(self.cards) * game.cards.decks - len(out)
        self.queue: list[Pile] = []  # piles to which the deal still goes
        self.dealt = 0  # cards of this deal so far
        self.reach = 0  # places of a grid that were dealt
        self.barren = 0  # deals running without a play
        self.up_before = 0  # cards that were up when this deal began
        self.turn = 0  # the pile whose turn it is in the deal
        self.idle = 0
        self.most_up = 0

    @property
    def up(self) -> int:
        """Cards on foundations that were not set out, and those thrown out."""
        up = sum(len(one.cards) - one.set_out for one in self.foundations)
        return self.thrown + len(self.held) + up

    @property
    def left(self) -> int:
        return self.all - self.up

    @property
    def won(self) -> bool:
        return self.left == 0

    def of_group(self, name: str) -> list[Pile]:
        return [pile for pile in self.piles if pile.group == name]

    def waste_cards(self) -> int:
        return sum(map(len, self.wastes))


def places_of(rules: SimpleNamespace, cards: int) -> int:
    """The places of a group: of a grid as many rows as the pack fills."""
    return int(-(-cards // rules.count) * rules.count if rules.grid else rules.count)


def _foundations(game: SimpleNamespace) -> list[Foundation]:
    found: list[Foundation] = []
    by_tier = sorted(game.foundations.items(), key=lambda item: item[1].tier)
    for name, rules in by_tier:
        begin = rules.begin
        if rules.base:
            firsts = [{card} for card in cards_named(rules.base)]
        elif begin == "drawn":
            firsts = [set() for _ in range(rules.count)]
        else:
            cards = cards_named(begin)
            firsts = [set(cards)] * (rules.count or len(cards)) if rules.shared else [
                {card} for card in cards
            ]  # fmt: skip
        for first in firsts:
            one = Foundation(len(found), name, rules, set(first))
            if rules.base:
                one.cards, one.set_out = [*first], 1
            found.append(one)
    return found
