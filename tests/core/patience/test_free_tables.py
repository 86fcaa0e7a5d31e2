"""Tables on which the player decides: the twin's moves, odds, players, clauses."""

import hashlib
import random
from collections import Counter
from math import sqrt

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from oracles.twin.patience.free_tables import TWINS
from rbcore.patience import book, playing
from rbcore.patience.board import Board
from support.patience import cards, changed, draws, played, walk_together
from support.patience_checks import (
    is_won_with_no_card_left,
    on_table,
    packs_played_again,
    pairs,
    parted,
    readings,
    write,
    written,
)
from support.quick import fewer

GOLDEN = "free_tables.tsv"
TABLES = {number: game for number, game in book.GAMES.items() if number in TWINS}
READINGS = readings(TABLES)
PLAYERS = [(number, player) for number in TABLES for player in ("uniform", "adviser")]
FOR_PLAY = 2


def test_every_table_with_choices_has_a_twin() -> None:
    assert set(TWINS) == set(TABLES)
    for game in TABLES.values():
        assert game.players == (game.player, "uniform", "adviser")


@pytest.mark.sample(1)
@pytest.mark.parametrize("text", [*TABLES, *READINGS])
def test_moves_are_those_of_the_twin(text: str) -> None:
    """Both list the legal moves of every position of games played at random."""
    number, reading = parted(text)
    rng = random.Random(text)
    for game in range(10):
        pack = playing.deal(text, 7, game)
        board = Board(text, pack, 7, game)
        twin = TWINS[number](cards(pack), list, **reading)
        walk_together(board, twin, rng, 150, 900)


@pytest.mark.parametrize("text", TABLES)
def test_uniform_draws_one_of_the_legal_moves(text: str) -> None:
    """Its games are those of the moves drawn from its stream, one at a time."""
    idle_limit = TABLES[text].rules.play.idle
    for game, row in enumerate(played(text, "uniform", 3, seed=5)):
        board = Board(text, playing.deal(text, 5, game), 5, game)
        below = draws(5, game, FOR_PLAY)
        while not board.won and (
            (board.moves and board.idle < idle_limit) or board.next_deal()
        ):  # fmt: skip
            if board.moves and board.idle < idle_limit:
                board.move(below(len(board.moves)))
        given_up = bool(board.moves) and not board.won
        assert (row["outcome"], row["left"], row["passes"]) == (
            1 if board.won else 2 * given_up, board.left, board.deal,
        )  # fmt: skip


# Percent won and mean cards left of slow programs written from the same clauses, and their half
# widths; None where too few games were played to tell.
ODDS: dict[str, tuple[float, float, float | None]] = {
    "12": (33.19, 0.92, None), "31": (0.0, 0.3, 62.0), "34": (0.0, 0.1, 74.8),
    "36": (30.0, 12.0, None), "25": (40.7, 1.8, None), "27": (8.15, 1.2, None),
    "27c": (6.5, 1.5, None), "53": (0.38, 0.2, 36.74), "54": (0.15, 0.13, 52.78),
    "55": (0.0, 0.1, 80.22), "56": (0.0, 0.1, 82.15), "57": (0.65, 0.22, 43.72),
}  # fmt: skip


@pytest.mark.sample(2)
@pytest.mark.parametrize("text", ODDS)
def test_odds_of_uniform_are_those_of_the_slow_programs(text: str) -> None:
    share, half, left = ODDS[text]
    rows = played(text, "uniform", 4_000, seed=2)
    own = (rows["outcome"] == 1).mean() * 100
    assert abs(own - share) < 2 * half + 4 * sqrt(max(own, 0.1) * 100 / len(rows))
    if left is not None:
        spread = rows["left"].astype(float).std()
        assert abs(rows["left"].mean() - left) < 0.7 + 4 * spread / sqrt(len(rows))


@pytest.mark.sample(30)
@pytest.mark.parametrize(("number", "player"), PLAYERS)
def test_every_player_plays_a_pack_as_the_game(number: str, player: str) -> None:
    for row, pack, story in packs_played_again(number, player, 5):
        if number not in ("23b", "35b"):  # cards come back; or a story is long
            up = sum(event == "foundation" for event, _, _ in story)
            assert up + row["left"] == len(cards(pack))


@settings(max_examples=fewer(60), deadline=None)
@given(
    number=st.sampled_from(list(TABLES)), seed=st.integers(0, 2**64 - 1),
    rng=st.randoms(use_true_random=False),
)  # fmt: skip
def test_no_card_is_lost_and_every_game_ends(number: str, seed: int, rng: random.Random) -> None:
    pack = playing.deal(number, seed, 0)
    board = Board(number, pack, seed, 0)
    whole = Counter(cards(pack))
    if number == "55":
        whole.update({"Q" + suit: 2 for suit in "cdhs"})
    for _ in range(300):
        there = on_table(board)
        assert not there - whole
        assert whole.total() - there.total() == len(cards(pack)) - board.left
        if not board.moves:
            break
        board.move(rng.randrange(len(board.moves)))
    for player in TABLES[number].players:
        assert is_won_with_no_card_left(number, player, seed)


def test_given_up_is_not_lost() -> None:
    """A game is given up only where moves can go to and fro, never by a fixed way of playing."""
    for number, game in TABLES.items():
        assert set(played(number, game.player, 200)["outcome"]) <= {0, 1}
        given_up = (played(number, "uniform", 200)["outcome"] == 2).any()
        assert given_up == (number in ("23b", "27b", "31", "35", "36")), number


FLIPS: dict[str, dict[str, object]] = {
    "12": {"play.duties": []}, "15b": {"play.duties": [["play"]]},
    "19": {"play.duties": []},
    "21": {"play.duties": [], "stock.waste": "dead"},
    "23": {
        "stock.to": "waste", "piles.packets.fill": ("waste", "stock"), "play.duties": [],
        "piles.packets.on.ring": 0,
    },
    "23b": {
        "piles.packets.lift": "top", "play.moves": ["play", "pack", "fill", "turn"],
        "piles.packets.space": "none", "play.idle": 20, "foundations.aces.gives": False,
        "stock.waste_lift": "top",
    },
    "25": {"deal.gather": "in order", "deal.barren": 1, "play.moves": ["play"]},
    "27": {"deal.deals": 4, "deal.gather": "in order"}, "27b": {"play.idle": 10},
    "27c": {"deal.deals": 2},
    "30": {
        "play.idle": 5, "deal.rotate": 4, "piles.packets.on.both": False, "play.waiting": "none",
    },
    "31": {"stock.to": "hand", "stock.passes": 1, "piles.columns.on": None},
    "34": {"stock.to": "hand", "stock.waste_on.both": False, "play.waiting": "none"},
    "35": {
        "stock.to": "hand", "piles.heaps.fill": ("waste", "stock"), "piles.heaps.on.suit": "any",
    },
    "35b": {"stock.passes": 2},
    "36": {"stock.to": "hand", "piles.heaps.on.ring": 0, "piles.heaps.fill": ()},
    "37": {
        "piles.row.fill_when": "at once", "stock.to": "hand", "piles.row.fill": ("stock", "waste"),
        "foundations.others.at_once": "none",
    },
    "38": {"play.duties": [], "play.waiting": "none", "piles.row.fill": ("stock",)},
    "39": {
        "foundations.sails.tier": 1, "piles.row.fill": ("stock",),
        "play.moves": ["play waste", "turn"],
    },
    "53": {
        "stock.to": "waste", "play.moves": ["play", "pack", "turn", "redeal"], "play.duties": [],
        "foundations.aces.suit": "any",
    },
    "54": {
        "piles.plait.first": "none", "stock.to": "waste", "piles.corners.fill": (),
        "foundations.drawn.ring": 0,
    },
    "55": {"foundations.kings.at_once": "none", "piles.queens.on.suit": "same"},
    "56": {
        "foundations.drawn.at_once": "none", "piles.places.on.ring": 0, "piles.places.fill": (),
    },
    "57": {"stock.to": "waste", "piles.piles.fill": (), "play.duties": [["play"]]},
}  # fmt: skip


@pytest.mark.sample(8)
@pytest.mark.parametrize(("number", "name"), pairs(FLIPS))
def test_every_rule_of_a_table_matters(
    number: str, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = played(number, "uniform", 300)
    game = TABLES[number]
    flipped = changed(game, {name: FLIPS[number][name]})
    monkeypatch.setitem(book.GAMES, number, flipped)
    assert (played(number, "uniform", 300) != before).any()


def test_a_game_without_choices_has_no_board() -> None:
    for number in ("16", "39b", "7"):
        assert book.GAMES[number].players == (book.GAMES[number].player,)
        with pytest.raises(ValueError, match=r"nothing is decided in .*; `Board` plays"):
            Board(number, playing.deal(number, 1, 0))
        with pytest.raises(ValueError, match="has no player uniform"):
            played(number, "uniform", 1)


def signed(number: str, player: str) -> str:
    rows = played(number, player, 200)
    told = hashlib.sha256()
    for name, kind in (("outcome", "u1"), ("left", "u1"), ("passes", "<u2")):
        told.update(rows[name].astype(kind).tobytes())
    return f"{number}\t{player}\t{told.hexdigest()[:16]}"


def test_games_are_the_same_as_ever() -> None:
    """`PYTHONPATH=tests python tests/core/patience/test_free_tables.py` writes them anew."""
    assert written(GOLDEN) == [signed(*one) for one in PLAYERS]


if __name__ == "__main__":
    write(GOLDEN, [signed(*one) for one in PLAYERS])
