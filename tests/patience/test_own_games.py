"""Games of one's own: files that describe them, and what is wrong with such files."""

import random
from pathlib import Path

import numpy as np
import pytest

from attack import descriptions
from rbpatience import playing
from rbpatience.board import Board
from rbpatience.book import find_game
from rbpatience.solving import solver

OWN = """
name = "six-columns"
line = "six open columns in colours; aces up, one pass"
foundations.aces = { begin = "A", length = 13 }
stock = { to = "waste" }

[piles.columns]
count = 6
deal = 5
on = { step = -1, suit = "other colour" }
lift = "run"
space = "any"

[play]
moves = ["play", "pack", "fill columns waste", "turn"]
plain = ["play waste columns", "pack loose columns waste", "fill waste", "turn"]

[readings.passes.2]
stock.passes = 2
play.moves = ["play", "pack", "fill columns waste", "turn", "redeal"]
"""


@pytest.fixture
def own(tmp_path: Path) -> Path:
    file = tmp_path / "six-columns.toml"
    file.write_text(OWN)
    return file


def test_a_file_is_a_game(own: Path) -> None:
    game = find_game(str(own))
    assert (game.name, game.players) == ("six-columns", ("plain", "uniform", "adviser"))
    rows = np.zeros(200, playing.ROW)
    for player in game.players:
        playing.play(str(own), player, 1, 0, rows)
        assert rows["left"].max() > 0
    pack = playing.deal(str(own), 1, 0)
    board = Board(str(own), pack)
    assert len(board.piles) == 6
    status, _, _ = solver.solve_pack(game, pack, 2_000)
    assert status in solver.STATUSES
    again = find_game(f"{own},passes=2")
    playing.play(again, "plain", 1, 0, rows)
    assert rows["passes"].max() == 1  # its fixed way has no redeal
    playing.play(again, "uniform", 1, 0, rows)
    assert rows["passes"].max() == 2


WRONG = [
    ('count = 6', 'count = 60', "line 8, piles.columns.count"),
    ('lift = "run"', 'lift = "runs"', "'runs' is not one of top, run"),
    ('stock =', 'custom = "walk"\nstock =', "walk has its own deal"),
    ('space = "any"', 'fill = ["columns"]', "cannot fill each other in a circle"),
    ('space = "any"', 'space = "any"\nface = "top"\n[deal]\nplays = "must"', "lie face up"),
    ('moves = ["play", "pack", "fill columns waste", "turn"]\n', '', "name the `moves`"),
    ('waste", "turn"]', 'waste"]', "cards are left in the stock; name `turn` to take the next"),
    ('space = "any"', '', "nothing fills a space; set `space` or `fill` of a pile"),
    ('columns waste"', 'to columns"\n]\nopening = [\n"play to columns"', "`play` goes to foundat"),
    ('"pack", "fill', '"pack to aces", "fill', "`pack` goes to piles, but aces is not one of them"),
    ('[piles.columns]', '[piles.well]\ndeal = 60\n[piles.columns]', "1 pile takes 60 cards, but"),
    ('foundations.aces = { begin = "A", length = 13 }', '', "there are no foundations to play to"),
    ('[piles.columns]', '[piles.more]\ncount = 32\n[piles.columns]', "piles: a game can have"),
]  # fmt: skip


@pytest.mark.parametrize(("old", "new", "words"), WRONG)
def test_a_wrong_file_is_refused_in_a_sentence(own: Path, old: str, new: str, words: str) -> None:
    assert old in OWN
    own.write_text(OWN.replace(old, new, 1))
    with pytest.raises(ValueError, match=r"six-columns\.toml") as error:
        find_game(str(own))
    assert words in str(error.value)
    assert "\n" not in str(error.value)


def test_a_pile_is_packed_on_if_it_says_on_what(own: Path) -> None:
    well = OWN.replace("[piles.columns]", "[piles.well]\ndeal = 1\n[piles.columns]")
    own.write_text(well.replace('"pack", "fill', '"pack to well", "fill', 1))
    with pytest.raises(ValueError, match="nothing is packed on well; set its `on`"):
        find_game(str(own))


def test_what_is_no_file_is_refused(tmp_path: Path) -> None:
    folder = tmp_path / "folder.toml"
    folder.mkdir()
    for path, words in ((folder, "is not a file"), (tmp_path / "none.toml", "is not a file")):
        with pytest.raises(ValueError, match=words):
            find_game(str(path))
    binary = tmp_path / "binary.toml"
    binary.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(ValueError, match="is not text"):
        find_game(str(binary))


def test_a_number_is_written_in_one_way() -> None:
    assert find_game("robert,passes=7").rules.stock.passes == 7
    with pytest.raises(ValueError, match="robert has no reading passes='07'"):
        find_game("robert,passes=07")


@pytest.mark.full
def test_changed_descriptions_are_refused_or_played() -> None:
    """`python -m attack descriptions` tries more of them."""
    played, found = descriptions.tried(600, 5)
    assert found == []
    assert played > 50


def test_what_is_changed_differs() -> None:
    rng = random.Random(1)
    texts = descriptions.own_files()
    assert len(texts) > 40
    assert sum(descriptions.changed(texts[0], rng) != texts[0] for _ in range(50)) > 30


def test_what_lies_below_a_card_that_leaves_of_itself_is_turned_up(tmp_path: Path) -> None:
    """Of piles of which the last card is open, that of each is, whatever took the one on it."""
    file = tmp_path / "attic.toml"
    file.write_text(
        OWN.replace("length = 13 }", 'length = 13, at_once = "begin" }').replace(
            'lift = "run"', 'face = "top"\nlift = "run"'
        )
    )
    for seed in range(40):
        board = Board(str(file), playing.deal(str(file), seed, 0))
        rng = random.Random(seed)
        for _ in range(60):
            if not board.moves:
                break
            assert all(count for kind, _, _, count in board.moves if kind == "shift")
            board.move(rng.randrange(len(board.moves)))
