"""Worked checks of the rules, followed in the story of a game card by card."""

from collections.abc import Sequence

import numpy as np
import pytest

from rbpatience import book, playing
from rbpatience.descriptions.schema import Description, piles_dealt
from support.patience_checks import story_of, told

Event = tuple[str, str, int]


def after_deal(text: str, *starts: str) -> list[Event]:
    """What is told after the first deal of the places."""
    story = [event for event in told(text, *starts) if event[0] != "pass"]
    return story[sum(sum(piles_dealt(group)) for group in description(text).piles.values()) :]


def description(text: str) -> Description:
    rules = book.find_game(text).rules
    assert isinstance(rules, Description)
    return rules


def piles_before_pass(story: Sequence[Event], places: int, number: int) -> list[list[str]]:
    """The cards on the places when a pass begins, of a game in which all cards differ."""
    piles: list[list[str]] = [[] for _ in range(places)]
    for event, card, place in story:
        if event == "pass":
            if place == number:
                break
            continue
        for pile in piles:
            if card in pile:
                pile.remove(card)
        if event == "place":
            piles[place].append(card)
    return piles


def test_aces_of_no_4_take_places_in_the_order_in_which_they_come() -> None:
    """4 check D: Ah was dealt before Ad, which fills the place farther to the left."""
    start = "AcAhTd9hAdJc7c"
    story = [event for event in told("4", start) if event[0] != "pass"]
    assert story[:10] == [
        *[("place", card, n) for n, card in enumerate(("Ac", "Ah", "Td", "9h"))],
        ("foundation", "Ac", 0), ("foundation", "Ah", 1),
        ("place", "Ad", 0), ("place", "Jc", 1), ("foundation", "Ad", 2), ("place", "7c", 0),
    ]  # fmt: skip


def test_an_open_reserve_of_no_53_plays_after_the_waste() -> None:
    """53.4: 2d opens the way to both threes, that of the waste goes up."""
    story = after_deal("53,reserve=open", "KcKdKhKs", "3s9c9d9h", "3c2d")
    assert story[:3] == [("waste", "3c", 0), ("foundation", "2d", 0), ("foundation", "3c", 0)]


def test_a_packet_of_no_19_moves_whole_on_the_next_card() -> None:
    """19 check (a): 8h 7h goes on 9h when that comes; (b): never on 8d."""
    others = "KcJc9cKdJd8dKs9s7sJs"
    story = told("19", "8h7h", others, "9h")
    at = story.index(("place", "9h", 1))
    assert story[at - 1] == ("place", "7h", 0)  # packed on 8h, which left place 1 to 9h
    assert story[at + 1 : at + 3] == [("place", "8h", 1), ("place", "7h", 1)]


@pytest.mark.parametrize(("text", "filling"), [("23", "9c"), ("23w", "Kd")])
def test_the_storehouse_plays_first(text: str, filling: str) -> None:
    """23 check: 3h goes before the packet's 4h; the space is the storehouse's, or the stock's."""
    store = "5c7cTc5d7dTdAs9sJs5sKs9c3h"
    story = after_deal(text, "4h7sJdQc", store, "Kd")
    assert story[:3] == [("foundation", "3h", 2), ("foundation", "4h", 2), ("place", filling, 0)]


def test_a_storehouse_card_is_packed_in_suit_only() -> None:
    """23 check: 6s goes on 7s; 6h does not."""
    for top, goes in (("6s", True), ("6h", False)):
        store = "5c7cTc5d7dTdAs9sJs5sKs9c" + top
        assert (after_deal("23", "QhThTs7s", store)[:1] == [("place", top, 3)]) == goes


def taken_out(story: Sequence[Event]) -> list[int]:
    """The events by which a card leaves the waste from below its top."""
    waste: list[str] = []
    found = []
    for i, (event, card, _) in enumerate(story):
        if event == "waste":
            waste.append(card)
        elif card in waste:
            if card != waste[-1]:
                found.append(i)
            waste.remove(card)
    return found


def test_the_grace_of_no_23b_comes_once_and_at_the_end() -> None:
    """23b.7: the story without it goes on with the card that is taken out, if one has a place."""
    came = 0
    for game in range(200):
        pack = playing.deal("23b", 1, game)
        plain, story = playing.play_pack("23b,grace=none", pack)
        graced, longer = playing.play_pack("23b", pack)
        assert longer[: len(story)] == story
        assert taken_out([one[:3] for one in longer]) == (
            [len(story)] if len(longer) > len(story) else []
        )
        assert graced["left"] <= plain["left"]
        came += len(longer) > len(story)
    assert came


@pytest.mark.parametrize(("text", "places"), [("25", 12), ("27", 16), ("27c", 18)])
def test_packets_are_gathered_last_uppermost_and_dealt_from_the_top(text: str, places: int) -> None:
    """25 check: the last packet's top comes first, and each packet in reverse."""
    size, *_ = piles_dealt(next(iter(description(text).piles.values())))
    for game in range(20):
        story = story_of(text, playing.deal(text, 1, game))
        if ("pass", "", 2) not in story:
            continue
        before = [card for pile in piles_before_pass(story, places, 2) for card in pile]
        at = story.index(("pass", "", 2)) + 1
        assert story[at : at + len(before)] == [
            ("place", card, i // size) for i, card in enumerate(reversed(before))
        ]


def test_two_barren_deals_lose() -> None:
    """25.9: no top fits another, from either end."""
    highest = "KcJc9cKdJd9dKhJh9hKsJs9s"
    lowest = "7c5c3c7d5d3d7h5h3h7s5s3s"
    rest = "2c4c6c8cTcQc2d4d6d8dTdQd2h4h6h8hThQh2s4s6s8sTsQs"
    packets = (
        lowest[2 * i : 2 * i + 2] + rest[4 * i : 4 * i + 4] + highest[2 * i : 2 * i + 2]
        for i in range(12)
    )
    row, _ = playing.play_pack("25", "".join(packets))
    assert row.tolist() == (0, 0, 48, 2, 0)


def test_a_card_packed_on_a_fan_shuts_it_in() -> None:
    """27 check: 3c goes on 4c, which can then not go on 5c before the 3c has left."""
    story = after_deal("27", "4d9s3c", "Kh2c4c", "2h6d5c", "8d8s8c", "8hTdTs")
    assert story[0] == ("place", "3c", 1)
    assert ("place", "4c", 2) not in story[:2]


def test_the_transfer_lays_the_lowest_card_on_top() -> None:
    """30.5: 2s 5d 9h becomes 5d 9h 2s, in packets that nothing left or reached before."""
    intact = 0
    for game in range(20):
        pack = playing.deal("30", 1, game)
        story = story_of("30", pack)
        at = [i for i, event in enumerate(story) if event[0] == "pass"]
        assert len(at) == 4
        moved = story[at[0] + 1 + 96 : at[1]]
        for place in range(16):
            packet = pack[12 * place : 12 * place + 12]
            if not any(card in packet or to == place for _, card, to in moved):
                intact += 1
                assert ("place", packet[:2], place) in story[at[1] : at[1] + 17]
    assert intact > 20


def test_a_column_of_no_9_has_no_rank_twice() -> None:
    """9 check B: 4h goes to the bottom of the pack, and so do others; the last are the reserve."""
    row = "Jc2c3c5c6c7c8c9c"
    story = told("9", row, "Jd4cJhTc")
    assert story[8:10] == [("place", "4c", 0), ("place", "Jh", 1)]
    for game in range(50):
        story = story_of("9", playing.deal("9", 1, game))
        dealt = [event for event in story if event[0] == "place"]
        ranks = {(place, card[0]) for _, card, place in dealt if place < 8}
        assert len(ranks) == 48


def test_a_void_deal_of_no_9_is_shuffled_anew() -> None:
    """9.3: the pack names the stream, so it ends alike wherever it is played."""
    rows = np.zeros(20_000, playing.ROW)
    playing.play("9,order=first", "plain", 1, 0, rows)
    void = np.flatnonzero(rows["passes"] > 1)
    assert 3 < len(void) < 40  # about one deal in 2,000
    for game in void.tolist():
        row, story = playing.play_pack("9,order=first", playing.deal("9", 1, game))
        assert row["left"] == rows["left"][game]
        dealt = [
            (place, card[0]) for event, card, place, _ in story if event == "place" and place < 8
        ]
        assert len(set(dealt)) == len(dealt) == 48


@pytest.mark.sample(3)
@pytest.mark.parametrize("text", ["1", "1a", "9", "9,order=first"])
def test_what_is_thrown_out_are_pairs_of_last_cards(text: str) -> None:
    """1.3, 9.5; and no. 1 is lost only when no tops are equal and no space can be filled (1.8)."""
    for game in range(100):
        row, story = playing.play_pack(text, playing.deal(text, 1, game))
        spots: list[list[str]] = [[] for _ in range(12)]
        thrown = []
        for event, card, place, _ in story:
            if event == "place":
                for spot in spots:
                    if card in spot:
                        assert spot.pop() == card
                spots[place].append(card)
            elif event == "thrown":
                assert spots[place].pop() == card
                thrown.append(card[0])
        assert thrown[::2] == thrown[1::2]
        tops = [spot[-1][0] for spot in spots if spot]
        assert sum(map(len, spots)) == row["left"]
        if row["left"]:
            assert len(set(tops)) == len(tops)
            assert text != "1" or not (len(tops) < 8 and max(map(len, spots)) > 1)


def test_a_heap_of_twelve_is_closed_with_the_card_above() -> None:
    """32.6."""
    closed = 0
    for game in range(300):
        pack = playing.deal("32", 1, game)
        story = story_of("32", pack)
        for heap in range(8):
            up = [card for event, card, at in story if event == "foundation" and at == heap]
            if len(up) == 13:
                closed += 1
                assert up[-1] == pack[2 * heap : 2 * heap + 2]
    assert closed > 100


def test_redeals_without_end_stop_when_a_pass_brings_nothing() -> None:
    """35b: a game needs as many passes as it takes; with one redeal most are lost."""
    once, endless = (
        [int(playing.play_pack(text, playing.deal("35", 1, i))[0]["passes"]) for i in range(50)]
        for text in ("35", "35b")
    )
    assert max(once) == 2 < max(endless)
