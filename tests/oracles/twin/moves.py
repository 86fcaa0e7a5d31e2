"""Legal moves (4, 5, compulsions), what a move does, the end of a game (7) and the score (8)."""

from collections import deque

from .plans import can_make_space, load_places, release_moves, uncover_moves
from .position import State, fits_foundation, write
from .rules import JOKER, Rules, builds, loads, rank
from .settle import end_turn, settle, surface, winner

WORDS = ("turn", "waste", "pass")


def stands_alone(state: State, rules: Rules) -> bool:
    """V30: no card may move but the one that is turned up, which may go to the waste at least."""
    return bool(state.turned) and rules.turned_up_card != "free"


def sources(state: State, rules: Rules) -> dict[str, str]:
    """4.1: the available cards by the name of their source."""
    own = state.own
    if stands_alone(state, rules):
        return {"h": state.turned} if rules.turned_up_card == "alone" else {}
    found = {}
    if own.shows:
        found["r"] = own.reserve[-1]
    if state.turned:
        found["h"] = state.turned
    if rules.waste_available and own.waste and not (rules.waste_after_reserve and own.shows):
        found["w"] = own.waste[-1]  # V3, V32
    for number, house in enumerate(state.houses, 1):
        if house.cards:
            found[str(number)] = house.cards[-1]
    return found


def groups(state: State, rules: Rules) -> dict[str, str]:
    """V13: the deepest card of every group of two and more by the group's name."""
    if not rules.group_moves or stands_alone(state, rules):
        return {}
    return {
        f"{number}*{count}": house.cards[-count]
        for number, house in enumerate(state.houses, 1)
        for count in range(2, len(house.cards) - house.down + 1)
    }


def house_places(state: State, rules: Rules, source: str, card: str) -> list[str]:
    """4.2: the houses that take a card (or a group by its deepest card)."""
    if source[0].isdigit() and not rules.house_to_house:  # V14
        return []
    others = [
        (str(number), house)
        for number, house in enumerate(state.houses, 1)
        if str(number) != source[0] and not house.mark
    ]
    built = [n for n, house in others if house.cards and builds(card, house.cards[-1], rules)]
    spaces = [n for n, house in others if not house.cards and rules.vacant_house == "any-card"]
    if built and rules.space_only_unplayable:  # V25
        return built
    if not rules.lone_card_to_space and source[0].isdigit():  # V26
        number, _, count = source.partition("*")
        if len(state.houses[int(number) - 1].cards) == int(count or 1):
            return built
    return sorted(built + spaces)


def gives_loads(source: str, rules: Rules) -> bool:
    """V16: whether the cards of a source may be loaded."""
    if source[0].isdigit():
        return rules.load_from == "any"
    return source != "r" or rules.load_from != "hand"


def places(state: State, rules: Rules, source: str, card: str) -> list[str]:
    """4.2, V13 to V15: every place that takes what `source` gives, priorities left aside."""
    houses = house_places(state, rules, source, card)
    if "*" in source:
        return [] if state.left == 0 else houses  # V19
    founds = ["F"] if fits_foundation(state, card) else []
    if state.left == 0:
        return founds  # V19
    if rules.load_only_unplayable and (founds or houses):  # V14
        return founds + houses
    if not gives_loads(source, rules):
        return founds + houses
    tops = load_places(state, rules)
    return founds + houses + [place for place in tops if loads(card, tops[place], rules)]


def placements(state: State, rules: Rules) -> list[str]:
    """4.9: every card at every place it fits."""
    givers = sources(state, rules) | groups(state, rules)
    return [
        f"{source}>{place}"
        for source, card in givers.items()
        for place in places(state, rules, source, card)
    ]


def is_load(move: str) -> bool:
    return move not in WORDS and move.partition(">")[2][0] in "RW"


def is_progress(move: str, rules: Rules) -> bool:
    """7.2: any move but house to house, `turn`, `waste` and `pass`; V17: no house's card's."""
    if move in WORDS:
        return False
    source, place = move.split(">")
    if rules.stalemate == "reserve-or-hand":
        return source in ("r", "h", "w")
    return not (source[0].isdigit() and place.isdigit())


def turns_reserve(state: State, rules: Rules) -> bool:
    """V35: `turn` turns the reserve's top up, as there is a space."""
    return bool(
        rules.turn_reserve and state.own.reserve and any(house.vacant for house in state.houses)
    )


def word_applies(state: State, word: str, rules: Rules) -> bool:
    """4.4 to 4.6: the word's own condition, section 5 left aside."""
    if word == "waste":
        return bool(state.turned)
    cards = bool(state.own.hand or state.own.waste or turns_reserve(state, rules))
    return not state.turned and (cards if word == "turn" else not cards)


def turn_barred(state: State, rules: Rules) -> bool:
    """5.3 and V7: no `turn` and no `pass`. A reserve that lies face down bars nothing (V12)."""
    if not state.own.shows or state.left == 0:  # V19
        return False
    spaces_bar = rules.vacant_house == "any-card" and not rules.turn_over_space  # V14, V27
    if spaces_bar and any(house.vacant for house in state.houses):
        return True  # 5.3
    return rules.must_make_spaces and can_make_space(state, rules)


def hand_card_plays(state: State, rules: Rules) -> list[str]:
    """What forbids `waste`: plays of the turned-up card, V14 but loads, V31 loads."""
    if state.left == 0:  # V19
        return []
    plays = [f"h>{place}" for place in places(state, rules, "h", state.turned)]
    return [
        move
        for move in plays
        if (rules.hand_load_compulsory if is_load(move) else rules.hand_card_compulsory)
    ]


def _words(state: State, rules: Rules) -> list[str]:
    if state.turned:
        return [] if hand_card_plays(state, rules) else ["waste"]
    if turn_barred(state, rules):
        return []
    return [word for word in ("turn", "pass") if word_applies(state, word, rules)]


def compelled_moves(state: State, rules: Rules) -> list[str]:
    """5.1, 5.2, V4 to V6, V9, V33: the moves that the first of them to apply leaves, if any."""
    found = placements(state, rules)
    if rules.foundations_compulsory:
        if "r>F" in found and rules.reserve_first:
            return ["r>F"]  # 5.1, V28
        built = [move for move in found if move.endswith(">F")]
        if built:
            return built  # 5.2
    if state.left == 0:
        return []  # V19
    plans = not stands_alone(state, rules)  # V30: no house card is available
    if rules.release != "no" and plans:
        useful = release_moves(state, rules)
        if useful:
            return useful  # V4, V5
    if rules.must_play_reserve:
        own = [move for move in found if move.startswith("r>")]
        if own:
            return own  # V33
    wanted = []
    if rules.must_load:
        wanted += [move for move in found if is_load(move)]  # V6
    if rules.must_uncover and plans:
        wanted += [move for move in uncover_moves(state, rules) if move not in wanted]  # V9
    return wanted


def _under_priorities(state: State, rules: Rules) -> list[str]:
    """Section 5 with V4 to V9, without V10."""
    compelled = compelled_moves(state, rules)
    return compelled or placements(state, rules) + _words(state, rules)


def legal_moves(state: State, rules: Rules) -> list[str]:
    if winner(state) is not None:
        return []
    found = _under_priorities(state, rules)
    if state.fresh and word_applies(state, "turn", rules) and "turn" not in found:
        found.append("turn")  # V10
    return found


def _turn(state: State, rules: Rules) -> None:
    """4.4, with V1's joker set aside and V15's base fixed."""
    own = state.own
    state.looked = False  # V11
    if turns_reserve(state, rules):  # V35
        state.turned = own.reserve.pop()
        own.down -= 1
    while not state.turned and (own.hand or own.waste):
        if not own.hand:
            own.hand, own.waste, own.known = own.waste[::-1], [], True
        card = own.hand.pop()
        if card != JOKER:
            state.turned = card
            break
    if state.turned and not state.from_ace and not state.base:
        state.base = rank(state.turned)


def _take(state: State, source: str) -> list[str]:
    """Take the card or group from where it lies."""
    own = state.own
    if source == "h":
        card, state.turned = state.turned, ""
        return [card]
    if source == "r":
        card = own.reserve.pop()
        surface(own)  # 4.3
        return [card]
    if source == "w":
        return [own.waste.pop()]
    number, _, count = source.partition("*")
    cards = state.houses[int(number) - 1].cards
    group = cards[-int(count or 1) :]
    del cards[-len(group) :]
    return group


def _put(state: State, place: str, cards: list[str]) -> None:
    if place == "F":
        heights = state.foundations[cards[0][1]]
        start = 1 if state.from_ace else state.base
        heights[heights.index((rank(cards[0]) - start) % 13)] += 1
        heights.sort(reverse=True)
    elif place.isdigit():
        state.houses[int(place) - 1].cards += cards
    else:
        seat = int(place[1]) if len(place) == 2 else 1 - state.seat
        opponent = state.players[seat]
        (opponent.reserve if place[0] == "R" else opponent.waste).extend(cards)


def apply(state: State, move: str, rules: Rules) -> None:
    """Make a legal move, in place, with all that follows from it without a choice."""
    state.fresh = False
    if is_progress(move, rules):
        for player in state.players:
            player.idle = 0
    if move == "turn":
        _turn(state, rules)
    elif move == "waste":
        state.own.waste += _take(state, "h")
    elif move != "pass":
        source, place = move.split(">")
        if state.left is not None and place != "F":
            state.left -= 1  # V19
        _put(state, place, _take(state, source))
    settle(state, rules)
    if move in ("waste", "pass") and winner(state) is None:
        end_turn(state, rules)


def perft(state: State, depth: int, rules: Rules) -> int:
    """Sequences of exactly `depth` legal moves; those that a win cuts short do not count."""
    if depth == 0:
        return 1
    moves = legal_moves(state, rules)
    if depth == 1:
        return len(moves)
    total = 0
    for move in moves:
        after = state.copy()
        apply(after, move, rules)
        total += perft(after, depth - 1, rules)
    return total


# ---- the end of a game (7) and the score (8) ----------------------------------------------------


def blocked(state: State, rules: Rules, limit: int) -> bool | None:
    """7.3 and V17 to the letter, over whole positions; None if there are more than `limit`."""
    seen = {state.key()}
    todo = deque([state])
    while todo:
        here = todo.popleft()
        if winner(here) is not None:
            return False
        moves = legal_moves(here, rules)
        if any(is_progress(move, rules) for move in moves):
            return False
        for move in moves:
            after = here.copy()
            apply(after, move, rules)
            key = after.key()
            if key not in seen:
                seen.add(key)
                todo.append(after)
        if len(seen) > limit:
            return None
    return True


def arrangement(state: State) -> str:
    """The position as written, without `known`, `idle` and `turn`: "the same position" of 7.4."""
    parts = write(state).split(" ")
    return " ".join(part for part in parts if not part.startswith(("known=", "idle=", "turn=")))


def idle_for(state: State, rounds: int) -> bool:
    """7.3, 7.4 (a): every seat has been through its hand and waste so often without progress."""
    return all(
        player.idle >= rounds * max(1, len(player.hand) + len(player.waste))
        for player in state.players
    )


def end_of_turn(
    state: State, rules: Rules, history: dict[str, int], max_turns: int = 1000, limit: int = 100_000
) -> str | None:
    """7.6: to be asked after each turn's end; how the game ends there, or None.

    `history` counts the arrangements at the ends of the game's turns; it is kept up here. A
    stalemate search beyond `limit` positions gives up, and the game goes on.
    """
    here = arrangement(state)
    history[here] = history.get(here, 0) + 1
    if winner(state) is not None:
        return "win"
    if idle_for(state, 1) and blocked(state, rules, limit):
        return "stalemate"
    if rules.standoff_rounds and idle_for(state, rules.standoff_rounds):
        return "standoff"
    if rules.standoff_visits and history[here] >= rules.standoff_visits:
        return "standoff"
    return "unfinished" if state.turn >= max_turns else None


def scores(state: State, outcome: str, rules: Rules) -> list[int]:
    """Section 8, for each seat; `outcome` is win, stalemate, standoff or unfinished."""
    counts = [
        rules.hand_card * (len(player.hand) + len(player.waste))
        + rules.reserve_card * len(player.reserve)
        for player in state.players
    ]
    points = [0] * rules.seats
    if outcome == "win":  # 8.1, 8.4: the winner's own count is 0
        points[state.seat] = rules.win_bonus + sum(counts)
    elif outcome in ("stalemate", "standoff"):  # 8.2, 8.4
        low = min(counts)
        if counts.count(low) == 1:
            points[counts.index(low)] = sum(count - low for count in counts)
    return points
