"""Layouts as text: what is written is read, by us and as other programs write it."""

import json
import pickle
import random
import re
from collections.abc import Callable

import pytest

from rbpatience import playing
from rbpatience.board import Board
from rbpatience.solving import solver
from support.patience import make
from support.patience_checks import decided_forms

FORMS = decided_forms()
FREE_CELL = """
Foundations: H-0 C-A D-A S-0
Freecells:  4C
: 3S 7H KD 5S 7C 6D TC
: QS 8D QC 9D QD AS 9H
: KS 3H 8C 2D TH 8H 2S
: 4H KC 4S AH 6S
: JH 2C 7D JS 3D 5H
: 6H 5C TS JC 4D 3C
: JD 7S TD 6C QH 8S
: 9C KH 9S 2H 5D
"""
KLONDIKE = """Talon: TC TS AD 4D QS 3H 3S JH TD KC 8H 8S 4S 4H KS 6D 8D 7C JD 9D 2H QD 3D AS
5C
<7H> 9H
<2D> <9S> AC
<5D> <QH> <5S> 8C
<QC> <2C> <JS> <3C> 7D
<5H> <7S> <KD> <9C> <JC> 6S
<4C> <AH> <2S> <6C> <6H> <TH> KH"""
SOLVITAIRE = {
    "tableau piles": [
        ["4D"], ["3C", "4C"], ["9S", "7D", "6H"], ["AH", "7S", "2C", "JD"],
        ["AD", "6S", "2H", "10S", "AS"], ["4H", "8H", "2D", "KS", "JC", "5C"],
        ["3H", "4S", "3S", "5D", "JH", "6C", "KD"],
    ],
    "stock": [
        "10H", "8D", "7H", "KC", "3D", "10D", "5H", "8C", "QS", "JS", "9H", "7C", "6D", "8S", "QD",
        "QH", "AC", "9C", "5S", "KH", "QC", "2S", "10C", "9D",
    ],
}  # fmt: skip
# Of the tests of Klondike-Solver.
DIGITS = (
    "042041044124023073111012123081104093031052051121094074061091083102043071132134113114131022"
    "103013062032101011014034054021112064092082133033072053084063024122"
)


def seen(board: Board) -> tuple[object, ...]:
    """All that a board can be asked, but for how long nothing was gained."""
    return (
        board.moves, board.piles, board.face_down, board.foundations, board.held, board.stock,
        board.left, board.won, board.deal, board.unknown,
    )  # fmt: skip


@pytest.mark.parametrize("form", FORMS)
def test_what_is_written_is_read(form: str) -> None:
    """From the deal on, half played, and as both go on."""
    rng = random.Random(form)
    board = Board(form, playing.deal(form, 3, 0), 3)
    for step in range(120):
        if step % 30 < 2:
            text = board.layout()
            other = Board.parse(form, text, 3)
            assert other.layout() == text
            assert seen(other) == seen(board)
            assert seen(pickle.loads(pickle.dumps(other))) == seen(board)
        if board.moves and rng.random() < 0.95:
            number = rng.randrange(len(board.moves))
            board.move(number)
            other.move(number)
        elif board.next_deal():
            assert other.next_deal()
        else:
            break
        if not board.rules.stock.shuffle:
            assert seen(other) == seen(board)


def test_every_form_in_which_something_is_decided_has_a_layout() -> None:
    assert len(FORMS) >= 115


def test_a_half_played_game_of_freecell_solver() -> None:
    board = Board.parse("free-cell", FREE_CELL)
    assert board.foundations == ("Ac", "Ad", "", "")
    assert board.piles[8] == "4c"
    assert board.left == 50
    assert solver.solve_board(board)[0] == "solvable"


def swapped(text: str) -> str:
    """Each card with its suit first."""
    return re.sub(r"\b([A2-9TJQK])([CDHS])\b", r"\2\1", text)


CHANGES: list[Callable[[str], str]] = [
    str.lower,
    lambda text: text.replace("T", "10"),
    lambda text: text.replace("T", "0"),
    swapped,
    lambda text: text.replace("\n: ", "\n"),
    lambda text: text.replace("S", "♠").replace("H", "♥\ufe0f"),
    lambda text: text.replace("Freecells:  4C", "cells: - 4C - -"),
    lambda text: f"# of a newspaper\n\n{text}\n\n",
    lambda text: text.replace(" ", ", ").replace(":,", ":"),
]


@pytest.mark.parametrize("change", CHANGES)
def test_cards_are_read_as_people_write_them(change: Callable[[str], str]) -> None:
    other = Board.parse("free-cell", change(FREE_CELL))
    board = Board.parse("free-cell", FREE_CELL)
    assert [other.piles.get(pile) for pile in range(8)] == [*board.piles.values()][:8]
    assert other.foundations == board.foundations
    assert other.left == board.left


def test_pysol_cards_marks_cards_that_lie_face_down() -> None:
    board = Board.parse("klondike", KLONDIKE)
    assert board.piles[6] == "4cAh2s6c6hThKh"
    assert board.face_down == {pile: pile for pile in range(1, 7)}
    assert board.stock.startswith("TcTsAd")
    # The next card of each stands first; what was turned stands before it, the last first.
    turned = KLONDIKE.replace("Talon: TC TS AD 4D", "Talon: AD TS TC ==> 4D")
    assert Board.parse("klondike", turned).piles[126] == "TcTsAd"


def test_the_last_card_of_solvitaires_stock_is_the_next() -> None:
    board = Board.parse("klondike", json.dumps(SOLVITAIRE))
    assert board.stock.startswith("9dTc2s")
    assert board.face_down == {pile: pile for pile in range(1, 7)}
    table = [[*pile] for pile in SOLVITAIRE["tableau piles"]]
    table[6] = [word.lower() for word in table[6][:-2]] + table[6][-2:]
    marked = Board.parse("klondike", json.dumps({**SOLVITAIRE, "tableau piles": table}))
    assert marked.face_down == {6: 5}


def shifts(board: Board) -> list[tuple[str, int, int, int]]:
    """The moves between piles."""
    return [move for move in board.moves if move[0] == "shift"]


@pytest.mark.parametrize(
    ("suits", "words"), [("1", ["SSSS"]), ("2", ["SHHS", "CDDC"])], ids=["one", "two"]
)
def test_spider_of_fewer_suits_is_read_as_others_write_it(suits: str, words: list[str]) -> None:
    """Cards of one suit stand for all that count as the same, runs that left among them."""
    form = f"spider,suits={suits}"
    board = Board(form, playing.deal(form, 1, 0))
    way = solver.solve_board(board, 50_000)[2]
    for end in (0, len(way) // 2, len(way) - 9):
        board = Board(form, playing.deal(form, 1, 0))
        make(board, *way[:end])
        assert Board.parse(form, board.layout()).layout() == board.layout()
        for word in words:
            text = board.layout().translate(str.maketrans("CDHS", word))
            for name in ("Talon", "Foundation"):
                text = text.replace(name.translate(str.maketrans("CDHS", word)), name)
            other = Board.parse(form, text)
            assert shifts(other) == shifts(board)
            assert [pile[::2] for pile in other.piles.values()] == [
                pile[::2] for pile in board.piles.values()
            ]
            assert solver.solve_board(other, 50_000)[0] == "solvable"
    ninth = Board(form, playing.deal(form, 1, 0)).layout().replace("QC", "KC", 1)
    with pytest.raises(ValueError, match=f"spider has it {8 // int(suits)} times"):
        Board.parse(form, ninth)


def test_a_deal_of_klondike_solver() -> None:
    """Row by row from the left; the seventh card of the first row lies on no other."""
    board = Board.parse("klondike", DIGITS)
    assert board.piles[0] == "4d"
    assert board.piles[1][:2] == "4c"
    assert board.piles[6].startswith("Jc")
    assert board.stock[:6] == "Kc2dTh"


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ((": 3S", ": 4S"), "line 7 (tableau 4): 4S is also in line 4 (tableau 1)"),
        ((" 3S", ""), "3S is missing from the layout"),
        (("3S", "3X"), "line 4 (tableau 1): '3X' is not a card"),
        (("Freecells", "Cellar"), "line 3: free-cell has no pile 'Cellar'"),
        (("Freecells:", "Talon: 4C\nCells:"), "line 3: free-cell has no stock"),
        (("Freecells:", "Waste: 4C\nCells:"), "line 3: free-cell has no waste"),
        ((": 9C", "3C\n: 9C"), "line 12: free-cell has 8 piles of tableau"),
        (("  4C", " - - - - 4C"), "line 3: free-cell has 4 places in cells"),
        (("C-A", "C-4"), "line 2 (foundations): 2C is also in line 8 (tableau 5)"),
        (("C-A", "Z-A"), "line 2 (foundations): 'Z-A' is not a card"),
        (("3S 7H", "3S <7H>"), "line 4 (tableau 1): 7H is face down; in free-cell all"),
        (("3S 7H", "?? 7H"), "line 4 (tableau 1): ?? is face up"),
        (("3S 7H", "<??> 7H ??"), "2 cards are unknown (??) but 1 are missing"),
    ],
)
def test_a_refusal_names_line_pile_and_card(change: tuple[str, str], words: str) -> None:
    with pytest.raises(ValueError, match=re.escape(words)) as raised:
        Board.parse("free-cell", FREE_CELL.replace(*change))
    assert "\n" not in str(raised.value)


@pytest.mark.parametrize(
    ("game", "text", "words"),
    [
        ("harvest-running", "Talon: 2C", "the player decides nothing"),
        ("trefoil", "AC", "line 1 (fans 1): AC is not a card of trefoil; it is set out"),
        ("klondike", "Pass: 0", "line 1: pass '0' is not a whole number"),
        ("klondike,passes=100", "Pass: 600", "line 1: klondike has 100 passes or deals, not 600"),
        ("klondike", "State: turn=-7", "AC 2C"),
        ("klondike", "# nothing", "the layout has no card"),
        ("klondike", KLONDIKE.replace("<7H> 9H", "7H <9H>"), "7H is face up below others"),
        ("klondike", "{", "this is not valid JSON"),
        ("klondike", '{"stock": ["5C", 6]}', "stock: ['5C', 6] is not a list of cards"),
        ("klondike", "12345", "digits"),
        ("free-cell", DIGITS, "are a deal of klondike"),
        ("klondike", DIGITS.replace("042", "041", 1), "4C is also in card 1 (digits 1 to 3)"),
    ],
)
def test_what_is_no_layout_is_refused(game: str, text: str, words: str) -> None:
    with pytest.raises(ValueError, match=re.escape(words)):
        Board.parse(game, text)


@pytest.mark.parametrize(
    ("game", "group"), [("golf", "columns"), ("canfield", "tableau"), ("juvenile", "packets")]
)
def test_no_card_lies_face_down_in_piles_that_are_dealt_face_up(game: str, group: str) -> None:
    board = Board(game, playing.deal(game, 1, 0))
    pile = board.piles[board.groups[group][0]]
    cards = [pile[at : at + 2].upper() for at in range(0, len(pile), 2)]
    text = board.layout().replace(" ".join(cards), " ".join([f"<{cards[0]}>", *cards[1:]]))
    words = f"({group} 1): {cards[0]} is face down; in {game} all cards of {group} lie face up"
    with pytest.raises(ValueError, match=re.escape(words)):
        Board.parse(game, text)


def test_what_is_hidden_stays_hidden() -> None:
    text = KLONDIKE.replace("<7H>", "<??>").replace("<2D> <9S>", "<??> <9S>")
    board = Board.parse("klondike", text)
    assert board.unknown == 2
    assert "??" in board.layout()
    assert board.advice is None
    with pytest.raises(ValueError, match="2 cards are unknown"):
        solver.solve_board(board)
    with pytest.raises(ValueError, match="2 cards are unknown"):
        board.play("adviser")
    make(board, ("shift", 3, 1, 1))  # 8C on 9H
    assert board.moves
    hidden = Board.parse("klondike", board.layout().replace("<QH> 5S", "<??> 5S"))
    assert hidden.unknown == 3
    # A card that nobody knows comes up: the game goes on when it is named.
    down = Board.parse("klondike", KLONDIKE.replace("<9S> AC", "<??> AC"))
    make(down, ("play", 2, 0, 1))
    assert down.piles[2] == "2d??"
    assert down.moves == []
    with pytest.raises(ValueError, match=re.escape("line 6 (tableau 3): ?? is face up")):
        Board.parse("klondike", down.layout())
    assert Board.parse("klondike", down.layout().replace("??", "9S")).moves


def test_a_game_is_played_on_from_where_it_lies() -> None:
    board = Board.parse("free-cell", FREE_CELL)
    row, story = board.play("adviser")
    assert board.left == 50
    assert story
    dealt = Board("forty-thieves", playing.deal("forty-thieves", 1, 0))
    row, story = dealt.play("plain")
    other, told = playing.play_pack("forty-thieves", playing.deal("forty-thieves", 1, 0), "plain")
    assert (row["left"], row["outcome"]) == (other["left"], other["outcome"])
    assert story == told[-len(story) :]


def test_a_pack_of_a_number_is_written_with_spaces_too() -> None:
    pack = playing.deal("free-cell", 1, 0)
    spaced = " ".join(pack[i : i + 2].upper() for i in range(0, 104, 2)).replace("T", "10")
    assert solver.solve_pack("free-cell", spaced) == solver.solve_pack("free-cell", pack)
    assert Board("free-cell", spaced).piles == Board("free-cell", pack).piles
