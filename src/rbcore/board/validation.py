"""Validation: whether a position can occur in a game under some rules (docs/notation.md)."""

from collections import Counter
from itertools import pairwise

from rbcore.board.notation import HAND, RESERVE, Pile, SeatPiles, Setup
from rbcore.cards.ranges import count_text
from rbcore.cards.text import JOKER, card_text
from rbcore.rules.definition import Rules


def check(setup: Setup, rules: Rules, partial: bool = False) -> None:
    """Raise ValueError unless this position can occur; a partial one may lack cards."""
    _check_turned(setup, rules)
    for number, house in enumerate(setup.houses, 1):
        _check_house(house, number, rules)
    _check_states(setup, rules)
    for seat, player in enumerate(setup.players):
        _check_player(player, seat, setup, rules)
    _check_winner(setup)
    _check_memory(setup, rules)
    _check_counts(setup, rules, partial)


def _check_turned(setup: Setup, rules: Rules) -> None:
    if len(setup.turned.cards) > 1 or setup.turned.down:
        raise ValueError("turned-up card: this must be one face-up card or -")
    if JOKER in setup.turned.cards:
        raise ValueError("turned-up card: a joker is set aside as soon as it is turned up")
    if setup.turned.cards and setup.fresh:
        raise ValueError("fresh: a card is turned up, so this turn is not fresh")
    if setup.left is not None and setup.turn:
        raise ValueError(f"left: the first turn is over at turn={setup.turn}")
    if setup.looked and setup.turned.cards:
        raise ValueError("looked: a card is turned up, so the seat has not looked at the next one")
    if setup.looked and not setup.players[setup.seat].hand.cards:
        raise ValueError("looked: the hand has no card to look at")
    turned = setup.turned.cards or any(player.waste.cards for player in setup.players)
    if turned and setup.base is None:
        raise ValueError("base: a card has been turned up, so the base is fixed and must be given")


def _check_house(house: Pile, number: int, rules: Rules) -> None:
    if house.down > rules.covered_houses:
        most = "only the lowest card" if rules.covered_houses else "no card"
        raise ValueError(f"house {number}: {most} of a house can lie face down under these rules")
    if house.cards and not house.face_up:
        raise ValueError(f"house {number}: its top card must be face up")
    if JOKER in house.face_up:
        raise ValueError(f"house {number}: a face-up joker must have been set aside")
    for under, over in pairwise(house.face_up):
        same_suit = under >> 4 == over >> 4
        other_colour = {under >> 4 in (1, 2), over >> 4 in (1, 2)} == {True, False}
        builds = same_suit if rules.house_build == "same-suit" else other_colour
        if (over & 15) + 1 != (under & 15) or not builds:
            way = "in suit" if rules.house_build == "same-suit" else "in alternating colours"
            raise ValueError(
                f"house {number}: {card_text(over)} does not lie on {card_text(under)} there; "
                f"houses go down by one {way}"
            )


def _check_states(setup: Setup, rules: Rules) -> None:
    """Check closed houses (V1), and houses not yet laid or filled from the waste (V14)."""
    states = [house.state for house in setup.houses]
    if "x" in states and rules.seats == 2:
        raise ValueError("houses: no house is closed (x) with two seats")
    if states.count("x") > 1:
        raise ValueError("houses: only the first house that becomes empty is closed (x)")
    if rules.seats == 3 and "x" not in states and any(not h.cards for h in setup.houses):
        raise ValueError("houses: the first house that becomes empty is closed; write x for it")
    if rules.vacant_house == "own-waste" and setup.players[setup.seat].waste.cards:
        for number, house in enumerate(setup.houses, 1):
            if not house.cards and not house.state:
                raise ValueError(
                    f"house {number}: it must have been filled from the waste of seat {setup.seat}"
                )
    for seat in range(rules.seats):
        seat_states = states[seat * rules.houses_each : (seat + 1) * rules.houses_each]
        if "." not in seat_states:
            waits = seat in setup.first and seat != setup.seat and not rules.reserve_face_down
            if waits and seat_states:
                raise ValueError(f"first: seat {seat} has laid out, so its first turn is over")
            continue
        player = setup.players[seat]
        whole = len(player.hand.cards) == rules.pack_size
        if not rules.late_layout or seat not in setup.first:
            raise ValueError(
                "houses: a house can be written as not laid yet (.) only under late-layout=yes, "
                "while first= names its seat"
            )
        if set(seat_states) != {"."} or not whole or seat == setup.seat:
            raise ValueError(
                f"houses: seat {seat} lays out all its houses when its first turn begins, "
                f"and has its whole pack in its hand until then"
            )


def _check_player(player: SeatPiles, seat: int, setup: Setup, rules: Rules) -> None:
    for name, pile in (("hand", player.hand), ("waste", player.waste)):
        if pile.down:
            raise ValueError(f"{name} {seat}: this pile is written without parentheses")
    if JOKER in player.waste.cards or JOKER in player.reserve.face_up:
        raise ValueError(f"player {seat}: a face-up joker must have been set aside")
    waits = seat in setup.first and seat != setup.seat
    if waits and rules.reserve_face_down and player.reserve.face_up:
        raise ValueError(f"first: seat {seat} shows its reserve, so its first turn is over")
    if rules.turn_reserve:
        if player.reserve.face_up:
            raise ValueError(f"reserve {seat}: it lies face down under turn-reserve=yes (V35)")
    elif player.reserve.cards and not player.reserve.face_up:
        if not rules.reserve_face_down or seat not in setup.first:
            raise ValueError(f"reserve {seat}: its top card must be face up")
        tops = [house.cards[-1] for house in setup.houses if house.cards]
        fits = setup.base is not None and any(
            ((top & 15) - 1 - setup.base) % 13 in setup.heights[top >> 4] for top in tops
        )
        if seat == setup.seat and not fits:
            raise ValueError(
                f"reserve {seat}: no house card fits a foundation, so the reserve must be face up"
            )


def _check_winner(setup: Setup) -> None:
    """Check that a seat with no cards left, the winner, is the seat to move (7.1)."""
    for seat, player in enumerate(setup.players):
        bare = not (player.reserve.cards or player.hand.cards or player.waste.cards)
        if bare and seat != setup.seat:
            raise ValueError(
                f"player {seat} has no card left and so has won, but seat {setup.seat} is to move"
            )


def _check_memory(setup: Setup, rules: Rules) -> None:
    """Check that seats are said to know only cards that lie face down."""
    for seat in sorted(setup.known):
        whole = len(setup.players[seat].hand.cards) == rules.pack_size
        if rules.late_layout and whole and seat in setup.first and seat != setup.seat:
            raise ValueError(
                f"known: seat {seat} has not laid out yet, so its hand was not a waste"
            )
    for pile, count in setup.seen.items():
        if pile >= HAND:
            down = 0 if pile - HAND in setup.known else len(setup.players[pile - HAND].hand.cards)
        elif pile >= RESERVE:
            down = setup.players[pile - RESERVE].reserve.down
        else:
            down = setup.houses[pile].down
        if not 1 <= count <= down:
            name = "h" if pile >= HAND else "r"
            name = f"{name}{(pile - RESERVE) % 7}" if pile >= RESERVE else str(pile + 1)
            raise ValueError(f"seen: {name} has {down} unknown face-down cards, not {count}")


def _check_counts(setup: Setup, rules: Rules, partial: bool) -> None:
    count: Counter[int] = Counter()
    for suit, piles in enumerate(setup.heights):
        for height in piles:
            count.update(suit * 16 + ((setup.base or 0) + n) % 13 + 1 for n in range(height))
    for pile in [setup.turned, *setup.houses]:
        count.update(pile.cards)
    for player in setup.players:
        count.update(player.reserve.cards + player.hand.cards + player.waste.cards)
    for card in sorted(count.keys() - {JOKER}):
        if card >> 4 >= rules.suits or card & 15 > rules.ranks:
            raise ValueError(f"{card_text(card)} is not a card of these packs (V21, V22)")
    for suit in range(rules.suits):
        for rank in range(1, rules.ranks + 1):
            n = count[suit * 16 + rank]
            if n > rules.packs or (n < rules.packs and not partial):
                raise ValueError(
                    f"{card_text(suit * 16 + rank)} appears {count_text(n, 'times')}, foundations "
                    f"included; there are {rules.packs} of each card"
                )
    if count[JOKER] > (rules.seats == 3):
        raise ValueError(
            f"** appears {count_text(count[JOKER], 'times')}; "
            f"there is {'one joker' if rules.seats == 3 else 'no joker with two seats'}"
        )
