"""Packs, games and stories that are too much or too odd for the kernels."""

from collections import defaultdict
from itertools import product

import numpy as np
import pytest

from rbpatience import book, playing
from rbpatience.book import known_games
from rbsim.arms.rows import every_form
from support.patience import cards

# Gathered heap by heap; and rows, whose places count.
APART = "parisienne", "royal-marriage", "push-pin"
FORMS = sorted({*every_form(), *known_games()})


def test_the_cards_under_the_others_are_set_out() -> None:
    """14.1: wherever a pack has them, they lie below the others."""
    pack, courts = playing.deal("14", 1, 0), "".join(r + s for r in "JQK" for s in "cdhs")
    assert len(pack) == 2 * 40
    for text in (pack, pack + courts, courts + pack):
        assert int(playing.play_pack("14", text)[0]["left"]) == int(first("14")["left"])


def first(text: str) -> np.void:
    rows = np.zeros(1, playing.ROW)
    playing.play(text, "plain", 1, 0, rows)
    return rows[0]


def test_a_story_numbers_passes_beyond_255() -> None:
    rows = np.zeros(100, playing.ROW)
    playing.play("26", "plain", 1, 0, rows)
    game = int(np.argmax((rows["passes"] > 300) & (rows["passes"] < 600)))
    row, story = playing.play_pack("26", playing.deal("26", 1, game))
    passes = [number for event, _, number, _ in story if event == "pass"]
    assert passes == list(range(1, int(row["passes"]) + 1))
    assert len(passes) > 300


def test_a_story_that_is_too_long_ends_early() -> None:
    text = "26,gathering=last-lowest"
    rows = np.zeros(200, playing.ROW)
    playing.play(text, "plain", 1, 0, rows)
    game = int(np.argmax(rows["passes"]))
    assert rows["passes"][game] > 10_000
    row, story = playing.play_pack(text, playing.deal(text, 1, game))
    assert row["passes"] == rows["passes"][game]
    assert len(story) == playing.MAX_EVENTS


def test_every_card_that_is_moved_is_told() -> None:
    """19.4: what lies on a card goes with it, and is told after it."""
    together = 0
    for game in range(40):
        pack = playing.deal("19", 2, game)
        _, story = playing.play_pack("19", pack, "uniform", 2, game)
        piles: defaultdict[int, list[str]] = defaultdict(list)
        moving: list[str] = []
        for event, card, place, *_ in story:
            source = next((pile for pile in piles.values() if card in pile), [])
            if moving:
                assert (event, card) == ("place", moving.pop(0))
                together += 1
            elif event == "place" and source:
                moving = source[source.index(card) + 1 :]
            if card in source:
                source.remove(card)
            if event == "place":
                piles[place].append(card)
        assert not moving
    assert together > 10


@pytest.mark.sample(10)
@pytest.mark.parametrize("text", [one for one in FORMS if not one.startswith(APART)])
def test_a_story_tells_where_a_card_lay(text: str) -> None:
    """On the pile or foundation where it came to lie; what is gathered for a pass, in the stock."""
    game = book.find_game(text)
    is_dealt_again = game.rules.deal.deals != 1 and game.rules.deal.gather != "rotated"
    for player, number in product(game.players, range(3)):
        pack = playing.deal(text, 2, number)
        at: defaultdict[str, list[int]] = defaultdict(list)
        for card in cards(pack):
            at[card].append(124)
        for event, card, place, source in playing.play_pack(text, pack, player, 2, number)[1]:
            if event == "pass":
                for own in at.values():
                    own[:] = [124 if pile in (125, 126) or (is_dealt_again and pile < 124) else pile
                              for pile in own]  # fmt: skip
            elif source != -1:  # of a procedure, or set out
                at[card].remove(source)
                laid = {"waste": 126 - place, "foundation": 128 + place, "thrown": -2}
                at[card].append(laid.get(event, place))
            else:
                at[card].append(place)


def test_a_procedure_tells_no_pile_that_a_card_left() -> None:
    """Its places keep no numbers; a pair of a row tells its own."""
    assert {one[3] for one in playing.play_pack("8", playing.deal("8", 1, 0))[1]} == {-1}
    story = playing.play_pack("1", playing.deal("1", 1, 0))[1]
    assert all(place == source for event, _, place, source in story if event == "thrown")
