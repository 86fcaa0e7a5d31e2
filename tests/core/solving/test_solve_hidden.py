"""rbcore.solve_hidden against all orders of the hidden cards, each kept as a world of its own.

The oracle is over the twin. It takes nothing for granted about what is equally likely: it carries
every order through the game, and parts those that a table can tell apart.
"""

from itertools import permutations, product

import pytest

import rbcore
from oracles import twin
from support.mixtures import twin_rules
from support.quick import fewer

TINY = "starter=seat-0,suits=2,ranks=3,houses-each"
SMALL = f"{TINY}=1,reserve-size=2"
# Small enough for the oracle some moves after the deal.
VARIANTS = [
    SMALL,
    f"{TINY}=1,reserve-size=3,release=any,must-load=yes,must-make-spaces=yes",
    f"{SMALL},waste-available=yes",
    f"{SMALL},vacant-house=own-waste",
    f"{TINY}=0,reserve-size=2",
    f"{TINY}=0,reserve-size=3,load-match=any-suit",
    "starter=seat-0,packs=1,ranks=3,houses-each=1,reserve-size=2",
    "starter=seat-0,suits=1,ranks=5,houses-each=0,reserve-size=2",
]
GAMES = 200  # that are looked at
COMPARED = 2
MAX = 800  # beliefs
DEEPEST = 6  # moves after the deal


class TooMany(Exception):
    """The oracle would take too long."""


Belief = frozenset[object]  # keys of worlds, all of which are equally likely
Ways = list[list[tuple[float, Belief]]]  # of each way to leave: how likely which belief follows


def orders(state: twin.State) -> list[twin.State]:
    """All worlds in which a table sees the same and remembers the same."""
    hidden = []
    for player in state.players:
        unseen = player.reserve[: player.down] + ([] if player.known else player.hand)
        hidden.append(sorted(set(permutations(unseen))))
    found = []
    for both in product(*hidden):
        world = state.copy()
        for player, cards in zip(world.players, both, strict=True):
            player.reserve[: player.down] = cards[: player.down]
            if not player.known:
                player.hand = list(cards[player.down :])
        found.append(world)
    return found


def sight(state: twin.State) -> object:
    """What lies open."""
    players = ((tuple(p.reserve[p.down :]), tuple(p.waste)) for p in state.players)
    houses = (tuple(house.cards) for house in state.houses)
    heights = (tuple(one) for one in state.foundations.values())
    return state.seat, state.turned, (*heights,), (*houses,), (*players,)


class Beliefs:
    """All beliefs that a first one leads to, and how the seat to move can leave each."""

    def __init__(self, start: twin.State, rules: twin.Rules) -> None:
        self.rules = rules
        self.worlds: dict[object, twin.State] = {}
        self.seats: dict[Belief, int] = {}
        self.ways: dict[Belief, Ways] = {}
        self.won: set[Belief] = set()
        self.first = self.add(orders(start))
        waiting = [self.first]
        while waiting:
            belief = waiting.pop()
            if belief in self.seats:
                continue
            self.seats[belief] = self.worlds[next(iter(belief))].seat
            self.ways[belief] = self.leave(belief)
            waiting += [one for way in self.ways[belief] for _, one in way]
            if len(self.seats) > MAX:
                raise TooMany

    def add(self, states: list[twin.State]) -> Belief:
        belief = frozenset(state.key() for state in states)
        assert len(belief) == len(states)
        self.worlds |= {state.key(): state for state in states}
        if all(twin.winner(state) is not None for state in states):
            self.won.add(belief)
        return belief

    def leave(self, belief: Belief) -> Ways:
        """The ways out of the moves of a turn that turn up nothing."""
        ways, waiting, met = [], [belief], {belief}
        while waiting:
            here = waiting.pop()
            if here in self.won:
                continue
            worlds = [self.worlds[key] for key in here]
            (moves,) = {tuple(sorted(twin.legal_moves(one, self.rules))) for one in worlds}
            for move in moves:
                parts: dict[object, list[twin.State]] = {}
                for one in worlds:
                    after = one.copy()
                    twin.apply(after, move, self.rules)
                    parts.setdefault(sight(after), []).append(after)
                beliefs = [self.add(part) for part in parts.values()]
                (after, *_) = next(iter(parts.values()))
                if len(beliefs) > 1 or beliefs[0] in self.won or after.seat != worlds[0].seat:
                    ways.append([(len(one) / len(worlds), one) for one in beliefs])
                elif beliefs[0] not in met:
                    met.add(beliefs[0])
                    waiting.append(beliefs[0])
        return ways

    def gain(self, unknown: float) -> float:
        """What seat 0 gains from the first, by going over all until nothing changes."""
        gains = {
            belief: 1 - 2 * seat if belief in self.won else unknown
            for belief, seat in self.seats.items()
        }
        for _ in range(10 * len(gains)):
            before = gains.copy()
            for belief, ways in self.ways.items():
                if ways:
                    best = min if self.seats[belief] else max
                    gains[belief] = best(sum(p * gains[one] for p, one in way) for way in ways)
            if gains == before:
                return gains[self.first]
        raise AssertionError("values go in circles")


def played_on(variant: str, game: int, moves: int) -> rbcore.Position:
    """A position some moves after a deal, or before the game ends."""
    played = rbcore.Game.deal(rbcore.variant(variant), 3, game)
    for _ in range(moves):
        before = played.position()
        played.apply(played.choose("uniform"))
        if played.is_over:
            return before
    return played.position()


@pytest.mark.sample(1)
@pytest.mark.parametrize("variant", VARIANTS)
def test_a_gain_is_that_of_all_worlds_told_apart(variant: str) -> None:
    """Play without end counts nothing; against seat 0, and for it, its gain is no less, no more."""
    rules, compared = twin_rules(variant), 0
    for game in range(GAMES):
        position = played_on(variant, game, game % DEEPEST)
        found = rbcore.solve_hidden(position, MAX // 4)
        if found.lower < found.upper or (abs(found.lower) == 1 and game % 9):
            continue
        try:
            beliefs = Beliefs(twin.read(position.notation, rules), rules)
        except TooMany:
            continue
        lower, middle, upper = (beliefs.gain(unknown) for unknown in (-1, 0, 1))
        assert found.lower == pytest.approx(middle, abs=1e-9), position.notation
        assert lower - 1e-9 <= middle <= upper + 1e-9
        compared += 1
        if compared == fewer(COMPARED):
            return
    assert compared >= 2, compared


def all_orders(position: rbcore.Position) -> list[rbcore.Position]:
    """The deals that look the same."""
    rules = position.rules
    states = orders(twin.read(position.notation, twin_rules(rbcore.variant_text(rules))))
    return [rbcore.Position.parse(twin.write(state), rules) for state in states]


def gain_of(winner: int | None) -> int:
    return 0 if winner is None else 1 - 2 * winner


def test_two_players_gain_what_their_games_do() -> None:
    """All games of all orders are played move by move."""
    rules = rbcore.variant(f"{SMALL},standoff-rounds=0")
    both = set()
    for game in (5, 2, 7, 9):
        position = rbcore.Position.deal(rules, 30, game)
        found = rbcore.solve_hidden(position, players=["greedy", "greedy"])
        total, same = 0, all_orders(position)
        for one in same:
            played = rbcore.Game.start(one)
            while not played.is_over:
                played.apply(played.choose("greedy"))
            total += gain_of(played.winner)
        assert found.lower == pytest.approx(total / len(same), abs=1e-12)
        both.add(found.lower)
    assert len(both) > 1


def turned_up(position: rbcore.Position, move: str) -> list[rbcore.Position]:
    """What a move leads to, with each of the seat's unseen cards where it may turn one up."""
    rules = position.rules
    state = twin.read(position.notation, twin_rules(rbcore.variant_text(rules)))
    own, lines = state.own, []
    piles = [(own.reserve, own.down), (own.hand, 0 if own.known else len(own.hand))]
    pile, unseen = piles[move == "turn"]
    if unseen == 0 or (move != "turn" and not move.startswith("r")):
        lines.append(position.notation)
    else:
        for other, n in piles:
            for i in range(n):
                pile[unseen - 1], other[i] = other[i], pile[unseen - 1]
                lines.append(twin.write(state))
                pile[unseen - 1], other[i] = other[i], pile[unseen - 1]
    after = [rbcore.Position.parse(line, rules) for line in lines]
    for one in after:
        one.apply(move)
    return after


@pytest.mark.sample(1)
@pytest.mark.parametrize("seat", [0, 1])
def test_who_plays_as_gained_against_greedy_gains_it(seat: int) -> None:
    """The best response sees no hidden card, and in all orders of a deal together gains its due."""
    rules = rbcore.variant(f"{SMALL},standoff-rounds=0")
    players = ["greedy" if one != seat else None for one in (0, 1)]
    sign, chosen, above = 1 - 2 * seat, {}, 0

    def best(here: rbcore.Position) -> str:
        """The best move by what is seen, so of all orders the same."""
        key = here.view().remembered.notation
        if key not in chosen:
            gains = {}
            for move in here.moves():
                after = turned_up(here, move)
                solved = (rbcore.solve_hidden(one, players=players).lower for one in after)
                gains[move] = sign * sum(solved) / len(after)
            # Of equal moves one that cannot be taken back, so that it is made only once.
            chosen[key] = max(
                gains, key=lambda move: (round(gains[move], 9), not move[0].isdigit())
            )
        return chosen[key]

    for game in (5, 2, 7, 9):
        position = rbcore.Position.deal(rules, 30, game)
        due = rbcore.solve_hidden(position, players=players).lower
        total, same = 0, all_orders(position)
        for one in same:
            played = rbcore.Game.start(one)
            while not played.is_over:
                assert played.ply < 200
                here = played.position()
                played.apply(best(here) if here.seat == seat else played.choose("greedy"))
            total += gain_of(played.winner)
        assert total / len(same) == pytest.approx(due, abs=1e-12)
        perfect = rbcore.solve_hidden(position).lower
        assert sign * due >= sign * perfect - 1e-12
        above += sign * due > sign * perfect + 1e-9
    assert above


@pytest.mark.sample(1)
@pytest.mark.parametrize("variant", [SMALL, f"{TINY}=0,reserve-size=3", VARIANTS[-2]])
def test_where_nothing_is_hidden_a_gain_is_the_winner(variant: str) -> None:
    compared, gains = 0, set()
    for game in range(200):
        position = played_on(variant, game, 20)
        if len(all_orders(position)) > 1:
            continue
        gain = rbcore.solve_hidden(position)
        assert gain.lower == gain.upper == gain_of(rbcore.solve(position).winner), position.notation
        gains.add(gain.lower)
        compared += 1
    assert compared > 10
    assert len(gains) > 1


@pytest.mark.full
def test_seats_changed_over_and_hidden_cards_shuffled() -> None:
    rules, gains = rbcore.variant(SMALL), set()
    for game in range(40):
        position = played_on(SMALL, game, game % DEEPEST)
        gain = rbcore.solve_hidden(position)
        assert rbcore.solve_hidden(all_orders(position)[-1]) == gain
        state = twin.read(position.notation, twin_rules(SMALL))
        state.seat = 1 - state.seat
        state.players.reverse()
        for player in state.players:
            player.idle = 0
        mirrored = rbcore.solve_hidden(rbcore.Position.parse(twin.write(state), rules))
        assert mirrored.lower == pytest.approx(-gain.lower, abs=1e-12)
        assert -1 <= gain.lower <= gain.upper <= 1
        gains.add(gain.lower)
    assert len(gains) > 5


def test_too_few_positions_leave_bounds_that_hold() -> None:
    rules, open_ = rbcore.variant(SMALL), 0
    for game in range(30):
        deal = rbcore.Position.deal(rules, 30, game)
        gain = rbcore.solve_hidden(deal)
        for most in (1, 100, 300, 600):
            found = rbcore.solve_hidden(deal, most)
            assert found.positions <= most
            assert -1 <= found.lower <= gain.lower + 1e-12
            assert gain.upper - 1e-12 <= found.upper <= 1
            open_ += -1 < found.lower < found.upper < 1
    assert open_


def test_a_won_position() -> None:
    rules = rbcore.variant("ranks=2,suits=2,houses-each=1,reserve-size=1,starter=seat-1")
    position = rbcore.Position.parse("1 - c22d2Ah--s-- -|- 2d/-/- -/-/-", rules, partial=True)
    assert rbcore.solve_hidden(position) == rbcore.Gain(-1, -1, 1)


@pytest.mark.parametrize("player", ["nested+sight", "nested+memory", "uniform", "greedy~0.1"])
def test_players_whose_turns_are_not_told_by_the_open_cards_are_refused(player: str) -> None:
    deal = rbcore.Position.deal(rbcore.variant(SMALL), 1, 0)
    with pytest.raises(ValueError, match="cannot play with cards hidden"):
        rbcore.solve_hidden(deal, players=[player, None])
    with pytest.raises(ValueError, match="give two players, with None for a seat"):
        rbcore.solve_hidden(deal, players=[None])
    with pytest.raises(ValueError, match="most"):
        rbcore.solve_hidden(deal, 0)
