"""What happens without a choice: laying out, surfacing, jokers, vacancies, beginning a turn."""

from .position import House, Player, State, fits_foundation
from .rules import JOKER, Rules


def winner(state: State) -> int | None:
    """7.1: the seat that has no card left, if there is one. Only the seat to move can lose any."""
    own = state.own
    out = not (own.reserve or own.hand or own.waste or state.turned)
    return state.seat if out else None


def surface(player: Player) -> None:
    """4.3: the next card of the reserve is turned up; a joker is set aside (V1)."""
    while player.reserve:
        if not player.shows:
            player.down -= 1
        if player.reserve[-1] != JOKER:
            return
        player.reserve.pop()


def uncover(house: House) -> None:
    """V8: a face-down card without cover is turned up; a joker is set aside (V1)."""
    while house.cards:
        if house.down == len(house.cards):
            house.down -= 1
        if house.cards[-1] != JOKER:
            return
        house.cards.pop()


def lay(state: State, seat: int, rules: Rules) -> None:
    """2.1, V8: a seat's reserve and houses from the top of its pack, which lies as its hand."""
    player = state.players[seat]
    player.reserve = [player.hand.pop() for _ in range(rules.reserve_size)]
    player.down = len(player.reserve)
    if not (rules.reserve_face_down or rules.turn_reserve):  # V12, V35
        surface(player)
    houses = state.houses[seat * rules.houses_each : (seat + 1) * rules.houses_each]
    if rules.covered_houses:
        for house in reversed(houses):  # nearest the reserve first
            house.cards.append(player.hand.pop())
            house.down = 1
    for house in houses:  # furthest first
        house.mark = ""
        house.cards.append(player.hand.pop())


def _fill_vacancies(state: State) -> None:
    """V14: the top of the moving seat's waste fills the lowest-numbered vacancy, and so on."""
    for house in state.houses:
        if house.vacant and state.own.waste:
            house.cards.append(state.own.waste.pop())


def _turn_up_reserve(state: State, rules: Rules) -> None:
    """V12: in a seat's first turn, as soon as no house card fits a foundation."""
    own = state.own
    if state.seat in state.first and own.reserve and not own.shows:
        tops = [house.cards[-1] for house in state.houses if house.cards]
        if not any(fits_foundation(state, top) for top in tops):
            surface(own)
            shown = rules.second_face_up if state.turn % 2 else rules.starter_face_up
            own.down = max(0, own.down - shown)  # V20


def settle(state: State, rules: Rules) -> None:
    """Everything that is bound to happen in the position as it stands."""
    for house in state.houses:
        uncover(house)
        if rules.seats == 3 and house.vacant and all(h.mark != "x" for h in state.houses):
            house.mark = "x"  # V1: the first house ever empty is closed
    if state.seat < 0:
        return
    if rules.vacant_house == "own-waste":
        _fill_vacancies(state)
    if rules.reserve_face_down:
        _turn_up_reserve(state, rules)


def _not_laid(state: State, seat: int, rules: Rules) -> bool:
    """V14 late layout: this seat's first turn is about to begin."""
    if not rules.late_layout or seat not in state.first:
        return False
    each = rules.houses_each
    return each == 0 or state.houses[seat * each].mark == "."


def _begin_game(state: State, starter: int, rules: Rules) -> None:
    """V18: bottom cards go under another pile, one by one. V19: how many moves the turn has.

    V20: cards under the tops of reserves are turned up, unless these are face down (V12).
    """
    own = state.players[starter]
    for _ in range(rules.starter_reserve):
        own.reserve.insert(0, own.hand.pop(0))
        own.down += 1
    other = state.players[1 - starter] if rules.second_reserve else own
    for _ in range(rules.second_reserve):
        other.hand.insert(0, other.reserve.pop(0))
        other.down -= 1
    if not rules.reserve_face_down:
        own.down -= rules.starter_face_up
        state.players[1 - starter].down -= rules.second_face_up  # 0 of three seats
    state.left = rules.first_moves or None


def begin_turn(state: State, seat: int, rules: Rules) -> None:
    """Also the start of the game: `seat` becomes the one to move."""
    if state.seat < 0:
        _begin_game(state, seat, rules)
    state.seat = seat
    state.fresh = rules.early_turn  # V10
    if _not_laid(state, seat, rules):
        lay(state, seat, rules)
    state.looked = rules.peek == "once" and bool(state.own.hand)  # V11
    settle(state, rules)


def end_turn(state: State, rules: Rules) -> None:
    """4.5, 4.6: the turn passes to the next seat."""
    own = state.own
    state.turn += 1
    own.idle += 1
    state.left = None
    if own.shows or not own.reserve:  # V12: a turn cut short leaves the first turn open
        state.first.discard(state.seat)
    begin_turn(state, (state.seat + 1) % rules.seats, rules)
