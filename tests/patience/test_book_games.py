"""Games of the book: fixtures, twins, theory, golden games, clauses."""

from collections import Counter
from collections.abc import Callable
from math import sqrt

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from attack import packs
from oracles.twin.patience import TWINS
from rbcore.cards.text import cards_text
from rbpatience import book, entry, playing
from support.patience import cards, filled, packs_of_slow_programs, signature
from support.patience import played as played_by
from support.patience_checks import assert_refused, told, write, written
from support.quick import fewer

FIXTURES = packs_of_slow_programs("book.tsv")
GOLDEN = "patience.tsv"
NUMBERS = [n for n in book.GAMES if n in TWINS]  # layouts and Sympathy have tests of their own
READINGS = [one for one in packs.READINGS if one.partition(",")[0] in NUMBERS]
FORMS = {
    "12-plain": "12", "21L": "21", "23A": "23", "23wA": "23w", "32a": "32", "31a": "31",
    "31b": "31,spaces=from-waste", "34a": "34",
    "35a": "35", "36a": "36", "36b": "36,passes=2", "37a": "37", "37s": "37,spaces=from-stock",
    "38a": "38", "39a": "39", **{f"{n}-plain": str(n) for n in range(53, 58)},
}  # fmt: skip
WITHOUT_PACKS = {
    "1", "1a", "6", "6b", "6c", "9", "15b", "19", "22", "23b", "25", "27", "27b", "27c", "30", "33",
    "35b",
}  # fmt: skip


def played(game: str, games: int, seed: int = 1, first: int = 0) -> np.ndarray:
    """By the fixed way."""
    return played_by(game, book.find_game(game).player, games, seed, first)


@pytest.mark.sample(15)
@pytest.mark.parametrize("form", FIXTURES)
def test_packs_of_the_slow_programs_end_alike(form: str) -> None:
    """The file has its own names for fixed ways of playing."""
    lines = FIXTURES[form]
    assert len(lines) == 20
    for pack, won, left in lines:
        row, _ = playing.play_pack(FORMS.get(form, form), pack)
        assert (row["outcome"], row["left"]) == (won, left), pack


def test_every_game_has_packs_of_the_slow_programs() -> None:
    forms = {FORMS.get(form, form).partition(",")[0] for form in FIXTURES}
    assert forms | WITHOUT_PACKS == set(NUMBERS)
    assert not forms & WITHOUT_PACKS


COURTS_OUT = cards("JcJdJhJsQcQdQhQsKcKdKhKs")  # of no. 14, beneath the pack


@pytest.mark.sample(2)
@pytest.mark.parametrize("text", [*NUMBERS, *READINGS])
def test_games_are_those_of_the_twin(text: str) -> None:
    """Outcome, cards left and passes; a lost game of no. 26 has no last pass."""
    number, _, reading = text.partition(",")
    key, _, value = reading.partition("=")
    choice = {key.replace("-", "_"): value} if key else {}
    games = 15 if number == "26" else 80
    for game, row in enumerate(played(text, games, seed=7)):
        pack = cards(playing.deal(text, 7, game)) + COURTS_OUT * (number == "14")
        won, left, passes = TWINS[number](pack, **choice)
        assert (bool(row["outcome"]), int(row["left"])) == (won, left), (text, game)
        assert not passes or passes == row["passes"], (text, game)


@pytest.mark.sample(15)
@pytest.mark.parametrize("number", NUMBERS)
def test_play_of_a_pack_is_the_game(number: str) -> None:
    for game, row in enumerate(played(number, 20, seed=3)):
        again, story = playing.play_pack(number, playing.deal(number, 3, game))
        again["index"] = row["index"]
        assert again == row
        assert story


THEORY = {  # share in percent: won, unless told
    "3": 38.9955916, "10,win=all-moved": 100 / 13, "24": 5.508651820, "8": 100 * 8 / 362880,
    "11": 100.0,
}  # fmt: skip


def assert_share(count: int, games: int, share: float) -> None:
    """Within four standard errors of a share known by theory."""
    error = sqrt(share * (1 - share) * games)
    assert abs(count - share * games) <= 4 * error + 1e-9


@pytest.mark.full
@pytest.mark.parametrize("text", THEORY)
def test_odds_known_by_theory(text: str) -> None:
    games = 400_000
    assert_share(int(played(text, games)["outcome"].sum()), games, THEORY[text] / 100)


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    ("number", "share"), [("5", 1.49680), ("18", 1.6232727), ("18b", 1.5621569)]
)
def test_passes_without_a_hit_and_hits_in_the_mean(number: str, share: float) -> None:
    games = 400_000
    hits = played(number, games)["first_pass"].astype(float)
    assert_share(int((hits == 0).sum()), games, share / 100)
    if number != "5":
        assert abs(hits.mean() - 4) < 4 * hits.std() / sqrt(games)


@pytest.mark.full
def test_robert_cannot_come_out() -> None:
    """15.6: ranks on the pile are odd and even by turns, and 28 cards are odd, 24 even."""
    for text in ("15", "15,passes=3", "15,waste=dead"):
        assert played(text, 100_000)["left"].min() >= 3
    assert played("15,corner=turned", 100_000)["left"].min() < 3
    assert (played("15b", 10_000) == played("15", 10_000)).all()


@pytest.mark.full
def test_the_footnote_of_no_14_comes_out_just_over_once_in_ten() -> None:
    for text in ("14b", "14b,last-court=wins"):
        share = played(text, 400_000)["outcome"].mean()
        assert 0.1 < share < 0.11


def test_the_dial_is_won_in_three_deals() -> None:
    """The first deal places each diamond, the second a black card on it, the third the rest."""
    rows = played("11", 100_000)
    assert rows["outcome"].all()
    assert set(rows["passes"]) == {1, 2, 3}


@pytest.mark.full
def test_no_21_is_harder_if_the_first_cards_of_a_rank_are_taken_from_a_shuffled_pack() -> None:
    """They leave the later ones: 16.59% then, and 19.1% with the other 44 cards shuffled (21.1)."""
    rng = np.random.default_rng(1)
    full = np.array(cards(cards_text(entry.pack_cards(book.find_game("24")))))
    games = 3_000
    won = sum(
        int(playing.play_pack("21", "".join(rng.permutation(full)))[0]["outcome"])
        for _ in range(games)
    )
    assert_share(won, games, 0.1659)
    assert played("21", 40_000)["outcome"].mean() > 0.183


@pytest.mark.parametrize(
    ("text", "pack", "won", "left"),
    [("8", "2s7s6s9s5sAs4s3s8s", 1, 0), ("8", "7s2s6s9s5sAs4s3s8s", 0, 3)],
)
def test_checks_of_the_rules(text: str, pack: str, won: int, left: int) -> None:
    row, _ = playing.play_pack(text, pack)
    assert (row["outcome"], row["left"]) == (won, left)


@pytest.mark.parametrize(
    ("text", "start", "won", "left"),
    [
        ("1b", "Ac2c3c4c5c6c7c8c9cTcAd", 0, 50),  # 1b check A
        ("2", "7c7d7h7s8c8d8h8s9c9d9h9sTcTdThTsJc", 0, 32),  # 2 check A
        ("13", "AcAd2c2d3c3d4c4d5c5d", 0, 52),  # 13 check (a)
        ("13", "AcAd2c2d3c3d4c4d5cKcAh", 0, 51),
        ("13,court=loses", "AcAd2c2d3c3d4c4d5cKcTc", 0, 52),
        ("14", "AcAdAhAs2c2d2h2s3c3d3h3s", 0, 40),  # 14 check
        ("20", "AcAd2c2d3c3d4c4d5c5d", 0, 52),  # 20 check (a)
        ("20", "AcQcQd2c2d3c3d4c4d5c2h3h", 0, 50),  # 20 check (b)
        ("24", "2c9c4dKhAs5c", 0, 46),  # 24 check
    ],
)
def test_packs_that_begin_as_in_the_checks(text: str, start: str, won: int, left: int) -> None:
    row, _ = playing.play_pack(text, filled(text, start))
    assert (row["outcome"], row["left"]) == (won, left)


def test_the_waste_s_top_follows_at_once() -> None:
    """11 check (a): 6d 6c 6h 6s is whole in the first deal."""
    story = [event for event in told("11", "6c6d6s6h") if event[0] != "pass"][:6]
    assert [(event, card) for event, card, *_ in story] == [
        ("waste", "6c"), ("foundation", "6d"), ("foundation", "6c"), ("waste", "6s"),
        ("foundation", "6h"), ("foundation", "6s"),
    ]  # fmt: skip


def test_corners_are_the_first_cards_of_four_suits() -> None:
    """28 and 28b check: 8h goes to 7h only where the stock does not lie on it."""
    for text, first in (("28", "8d9dTc"), ("28b", "8d9dTc8h")):
        story = list(told(text, "7d7h9cQd8dAs3s4h8h9dTc2c2d"))
        up = [card for event, card, *_ in story if event == "foundation"]
        assert up[:4] == ["7d", "7h", "9c", "As"]
        assert set(up[4 : 4 + len(first) // 2]) == set(cards(first))
        if text == "28":
            assert "8h" not in up[4:7]


def test_a_harvest_that_never_hits() -> None:
    """5 check B, with whole passes: no card of the reversed order is ever met."""
    pack = "".join(r + s for s in "cdhs" for r in "89TJQKA7")
    row, _ = playing.play_pack("5", pack)
    assert row.tolist() == (0, 0, 32, 1, 0)


def test_hope_counts_fifteen_cards_without_the_clubs_that_are_out() -> None:
    """3 check B: the last club at place 16 of each operation is missed, at 15 it is met."""
    clubs = [r + "c" for r in "789TJQK"]
    others = [r + s for r in "A789TJQK" for s in "dhs"]
    first = "".join([*clubs, *others[:8], "Ac", *others[8:]])
    for place, won in ((15, 0), (14, 1)):
        later = "".join([*clubs, *others[:place], "Ac", *others[place:]])
        row, _ = playing.play_pack("3", first + later + later)
        assert (row["outcome"], row["left"]) == (won, 1 - won)


@settings(max_examples=fewer(60), deadline=None)
@given(number=st.sampled_from(NUMBERS), seed=st.integers(0, 2**64 - 1), game=st.integers(0, 99))
def test_every_game_ends_and_no_card_is_lost(number: str, seed: int, game: int) -> None:
    found = book.GAMES[number]
    pack = playing.deal(number, seed, game)
    assert Counter(entry.read_pack(found, pack)) == Counter(
        entry.pack_cards(found) * found.pack.shuffles
    )
    row, story = playing.play_pack(number, pack)
    assert (row["outcome"] == 1) == (row["left"] == 0)
    assert {card for _, card, *_ in story if card} <= set(cards(pack + found.pack.out))
    if found.rules.foundations:
        up = Counter(card for event, card, *_ in story if event == "foundation")
        assert not up - Counter(cards(pack))
        assert up.total() + row["left"] == len(cards(pack))


def test_rows_do_not_depend_on_how_they_are_split() -> None:
    whole = played("18", 100, seed=5)
    parts = np.concatenate([played("18", 60, seed=5), played("18", 40, seed=5, first=60)])
    assert (whole == parts).all()
    assert whole["index"].tolist() == list(range(100))


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: played("chess", 1), "no game is called 'chess'"),
        (lambda: playing.play(None, "plain", 1, 0, np.zeros(1, playing.ROW)), "not the name of"),
        (lambda: playing.play_pack("5", 7), "7 is not a pack"),
        (lambda: played("robert,colour=red", 1), "robert has no reading 'colour'"),
        (
            lambda: played("robert,passes=x", 1),
            "robert has no reading passes='x'; it has passes=3; without a reading",
        ),
        (lambda: played("robert,passes=3,passes=4", 1), "passes is given twice"),
        (lambda: playing.play("5", "expert", 1, 0, np.zeros(1, playing.ROW)), "no player"),
        (
            lambda: playing.play("5", "automatic", 1, 0, np.zeros(1, playing.ROW)),
            "harvest has no player automatic; it has forced",
        ),
        (lambda: playing.play("5", "plain", -1, 0, np.zeros(1, playing.ROW)), "seed=-1"),
        (lambda: playing.play("5", "plain", 1, 0, np.zeros(1, np.int8)), "playing.ROW"),
        (lambda: playing.play_pack("5", "7c7c"), "this is not a pack of harvest"),
        (lambda: playing.play_pack("5", "zz"), "'zz' is not a card"),
        (lambda: playing.deal("5", 1, -1), "game=-1"),
    ],
)
def test_bad_input_is_one_sentence(call: Callable[[], object], words: str) -> None:
    assert_refused(call, words)


def signed(number: str) -> str:
    rows = played(number, 2_000)
    return f"{number}\t{signature(rows, 'index', 'outcome', 'left', 'passes', 'first_pass')}"


@pytest.mark.full
def test_games_are_the_same_as_ever() -> None:
    """`PYTHONPATH=tests python tests/patience/test_book_games.py` writes them anew."""
    assert written(GOLDEN) == [signed(number) for number in NUMBERS]


if __name__ == "__main__":
    write(GOLDEN, map(signed, NUMBERS))
