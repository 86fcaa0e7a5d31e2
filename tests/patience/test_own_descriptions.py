"""What a description of one's own means, where no game of the book asks: keys by themselves."""

import re

import pytest

from rbpatience import book, playing
from rbpatience.board import Board
from support.patience import WASTE, Move, cards, make

HEAD = 'name = "own"\nline = "a game of one\'s own"\n'
ACES = 'foundations.aces = { begin = "A", length = 13 }\n'
TURN = ("turn", 0, 0, 0)


def board(text: str, start: str) -> Board:
    """A game whose pack begins with some cards, the others from the kings down."""
    game = book.find_game("own.toml", HEAD + text)
    rest = cards(playing.deal(game, 1, 0))
    for card in cards(start):
        rest.remove(card)
    rest.sort(key=lambda card: "KQJT98765432A".index(card[0]))
    return Board(game, start + "".join(rest))


def shifts(on: Board, source: int) -> list[Move]:
    return [move for move in on.moves if move[:2] == ("shift", source)]


def test_no_pile_gets_more_cards_than_have_room() -> None:
    piles = "on = { step = -1, suit = 'any' }, lift = 'any', space = 'any'"
    on = board(
        ACES + f"piles.columns = {{ count = 4, deal = [2, 1, 1, 0], room = 2, {piles} }}\n"
        "stock.to = 'waste'\nplay.moves = ['play', 'pack', 'fill columns', 'turn']",
        "5h4c" + "5d" + "6h",
    )
    assert shifts(on, 0) == [("shift", 0, 1, 1), ("shift", 0, 3, 1)]  # 5h 4c not on 6h
    assert ("shift", 0, 3, 2) not in on.moves  # a whole pile gains nothing in a space like it
    on = board(
        ACES + f"piles.columns = {{ count = 2, deal = 3, {piles} }}\n"
        "piles.cells = { count = 2, room = 1, space = 'any' }\n"
        "play.moves = ['play', 'fill columns', 'turn']",
        "5h4c9d" + "5d7s2h",
    )
    assert shifts(on, 0) == [("shift", 0, 2, 1)]


def test_a_run_goes_to_a_space_from_wherever_it_lies() -> None:
    on = board(
        ACES + "piles.columns = { count = 1, deal = 4 }\nstock.to = 'waste'\n"
        "piles.free = { space = 'any', space_lift = 'run', on = { step = -1, suit = 'any' } }\n"
        "play.moves = ['play', 'fill columns waste', 'turn']",
        "Tc9c8d7h" + "5h4c",
    )
    assert shifts(on, 0) == [("shift", 0, 1, n) for n in (1, 2, 3, 4)]
    make(on, TURN, TURN)
    assert shifts(on, WASTE) == [("shift", WASTE, 1, n) for n in (1, 2)]


def test_a_shut_pile_neither_fills_spaces_nor_begins_foundations() -> None:
    on = board(
        "foundations.aces = { begin = 'A', length = 13, at_once = 'begin' }\n"
        "piles.tree = { count = 3, deal = 1, cover = 'pyramid' }\n"
        "piles.spaces = { count = 2, fill = ['tree'] }\nplay.moves = ['play', 'turn']",
        "Ac5d6d",
    )
    # Both that lie on the ace fill spaces, then it goes up.
    assert on.piles == {3: "5d", 4: "6d"}
    assert on.foundations[0] == "Ac"
    on = board(
        "foundations.aces = { begin = 'A', length = 13, at_once = 'begin' }\n"
        "piles.tree = { count = 3, deal = 1, cover = 'pyramid' }\n"
        "piles.spaces = { count = 1, fill = ['tree'], fill_when = 'by choice' }\n"
        "play.moves = ['play', 'fill', 'turn']",
        "Ac5d6d",
    )
    assert on.piles[0] == "Ac"
    assert shifts(on, 0) == []


def test_a_drawn_base_that_came_back_may_go_up_again() -> None:
    on = board(
        "foundations.homes = { begin = 'drawn', count = 4, ring = 13, length = 13, gives = true }\n"
        "piles.columns = { count = 2, deal = 1, on = { step = -1, suit = 'any' } }\n"
        "play.moves = ['play', 'back', 'turn']",
        "8dTs7c",
    )
    make(on, ("back", 0, 0, 1))
    assert on.piles[0] == "8d7c"
    assert ("play", 0, 0, 1) in on.moves


def test_piles_are_dealt_again_in_rounds() -> None:
    on = board(
        "cards.out = 'A'\nfoundations.aces.base = 'A'\ndeal = { deals = 2, rounds = true }\n"
        "piles.fans = { count = 16, deal = 3 }\nplay.moves = ['play']",
        "",
    )
    gathered = "".join(on.piles[n] for n in range(16))[::-1]
    assert on.next_deal()
    turned = [gathered[i + 1] + gathered[i] for i in range(0, 96, 2)]
    assert [cards(on.piles[n])[0] for n in range(16)] == turned[:16]


def test_what_follows_of_itself_follows_the_next_deal() -> None:
    on = board(
        "foundations.aces = { begin = 'A', length = 13, at_once = 'begin' }\n"
        "deal = { deals = 2, gather = 'rotated' }\n"
        "piles.fans = { count = 26, deal = 2 }\nplay.moves = ['play']",
        "Ac5d",
    )
    assert on.foundations[0] == ""
    assert on.next_deal()
    assert on.foundations[0] == "Ac"


def test_the_stock_finds_its_foundation_behind_those_of_a_lower_tier() -> None:
    on = board(
        "cards.out = '2'\n"
        "foundations.hole = { begin = 'As', shared = true, count = 1, length = 48, tier = 2 }\n"
        "foundations.twos = { base = '2', length = 0 }\nstock.to = 'hole'\n"
        "piles.columns = { count = 1, deal = 1 }\nplay.moves = ['play', 'turn']",
        "3c",
    )
    assert on.foundations == ("2c", "2d", "2h", "2s", "")
    assert on.moves == [TURN]  # a foundation of no cards takes none
    make(on, TURN)
    assert [len(one) for one in on.foundations] == [2, 2, 2, 2, 2]


def test_a_grace_is_not_laid_on_the_waste() -> None:
    on = board(
        ACES + "stock = { to = 'waste', waste_on = { step = -1, suit = 'any' } }\n"
        "piles.heap = { deal = 49 }\nplay.moves = ['play waste', 'turn', 'lift']",
        "",
    )
    make(on, TURN, TURN, TURN)
    assert all(move[0] == "play" for move in on.moves)


REFUSED = {
    "piles.a = { count = 2, deal = 3, first = 'card' }": "only a single pile can go before",
    "piles.a = { on = { step = 1, both = 'as begun', ring = 13 } }": "no ring",
    "piles.a.deal = 3\nstock = { wastes = 2, passes = 2 }": "two wastes are never turned over",
    "piles.a = { count = 52, deal = 1 }": "1 to 32",
    "piles.a = { count = 13, deal = 4 }\ndeal.deals = 2\nstock.passes = 2": "dealt again; leave",
    "piles.a.count = 4\ndeal.plays = 'must'\nstock.passes = 2": "all cards are dealt; leave out",
    "piles.a = { count = 3, deal = [20, 20, 12] }\ndeal.deals = 2\npiles.b.deal = 0": "of one size",
    "piles.a = { count = 2, deal = [20, 32] }\ndeal.plays = 'tops'": "tops: the piles must be of",
    "piles.a = { count = 13, deal = 4 }\ndeal.deals = 'endless'": "counted",
    "piles.a = { count = 4, grid = true, fill = ['stock'] }": "a grid is filled by row",
    "piles.a = { fill = ['stock'], fill_when = 'by choice' }": "name `fill` without sources",
    "piles.a.count = 4\nreadings.odd.one.piles.b.count = 1": "the group 'b' is not known",
}


@pytest.mark.parametrize("text", REFUSED)
def test_what_has_no_meaning_together_is_refused(text: str) -> None:
    moves = "['play', 'deal']" if "endless" in text else "['play', 'turn']"
    with pytest.raises(ValueError, match=re.escape(REFUSED[text])):
        book.find_game("own.toml", f"{HEAD}{ACES}{text}\nplay.moves = {moves}")
