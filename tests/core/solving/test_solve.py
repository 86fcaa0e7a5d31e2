"""rbcore.solve against two plain programs over the twin: a fixed point, and a recursion."""

from collections.abc import Callable

import pytest

import rbcore
from oracles import twin
from support.mixtures import twin_rules

TINY = "starter=seat-0,houses-each=1,reserve-size"
# Small enough for the twin; between them all rules that a solver could get wrong.
VARIANTS = [
    f"{TINY}=3,packs=1,ranks=5",
    f"{TINY}=2,packs=1,ranks=4",
    f"{TINY}=2,suits=2,ranks=4",
    f"{TINY}=2,suits=1,ranks=6",
    "starter=seat-0,houses-each=0,reserve-size=2,packs=1,suits=2,ranks=6",
    f"{TINY}=2,packs=1,ranks=4,waste-available=yes",
    f"{TINY}=2,packs=1,ranks=4,covered-houses=yes,must-uncover=yes",
    f"{TINY}=3,packs=1,ranks=5,group-moves=yes",
    f"{TINY}=2,packs=1,ranks=4,foundations-compulsory=no",
    f"{TINY}=2,packs=1,ranks=3,vacant-house=own-waste",
    f"{TINY}=3,packs=1,ranks=5,release=any,must-load=yes,must-make-spaces=yes",
    f"{TINY}=3,packs=1,ranks=5,house-build=same-suit,load-match=any-suit",
    f"{TINY}=3,packs=1,ranks=5,starter-face-up=1,second-face-up=2",
]
MAX = 700  # beginnings of turns; what has more is left out
DEALS = 12


class TooMany(Exception):
    """The twin would take too long."""


def ends(state: twin.State, rules: twin.Rules) -> tuple[bool, dict[object, twin.State]]:
    """Whether the seat to move can win in this turn, and the positions it can leave."""
    seat, waiting, met, left = state.seat, [state], {state.key()}, {}
    while waiting:
        here = waiting.pop()
        if twin.winner(here) is not None:
            return True, {}
        for move in twin.legal_moves(here, rules):
            after = here.copy()
            twin.apply(after, move, rules)
            if twin.winner(after) is None and after.seat != seat:
                left[after.key()] = after
            elif after.key() not in met:
                met.add(after.key())
                waiting.append(after)
    return False, left


Leave = Callable[[twin.State, twin.Rules], tuple[bool, dict[object, twin.State]]]


class Turns:
    """All beginnings of turns that a first one leads to, and what each turn can leave."""

    def __init__(self, start: twin.State, rules: twin.Rules, leave: Leave = ends) -> None:
        self.states = {start.key(): start}
        self.won: dict[object, bool] = {}
        self.after: dict[object, list[object]] = {}
        waiting = [start.key()]
        while waiting:
            key = waiting.pop()
            self.won[key], left = leave(self.states[key], rules)
            self.after[key] = list(left)
            waiting += [one for one in left if one not in self.states]
            self.states |= left
            if len(self.states) > MAX:
                raise TooMany

    def winners(self) -> dict[object, int | None]:
        """Who can force a win at each of them, by going over all until nothing changes."""
        found: dict[object, int | None] = dict.fromkeys(self.states)
        changed = True
        while changed:
            changed = False
            for key, state in self.states.items():
                if found[key] is not None:
                    continue
                then = {found[one] for one in self.after[key]}
                if self.won[key] or state.seat in then:
                    found[key] = state.seat
                elif then == {1 - state.seat}:
                    found[key] = 1 - state.seat
                changed |= found[key] is not None
        return found

    def gain(self, key: object, path: tuple[object, ...], budget: list[int]) -> int:
        """What the seat to move gets, if a second visit to a position ends the game (7.4 b)."""
        budget[0] -= 1
        if budget[0] < 0:
            raise TooMany
        if self.won[key]:
            return 1
        best = -1
        for one in self.after[key]:
            best = max(best, 0 if one in path else -self.gain(one, (*path, one), budget))
            if best == 1:
                break
        return best


def answering(player: str, seat: int, rules: rbcore.Rules) -> Leave:
    """What turns can leave if a seat plays as a player does."""

    def leave(state: twin.State, twin_rules: twin.Rules) -> tuple[bool, dict[object, twin.State]]:
        if state.seat != seat:
            return ends(state, twin_rules)
        after = state.copy()
        after.turn = 0
        for one in after.players:
            one.idle, one.known = 0, False
        game = rbcore.Game.start(rbcore.Position.parse(twin.write(after), rules))
        while game.seat == seat and not game.is_over:
            move = game.choose(player)
            game.apply(move)
            twin.apply(after, move, twin_rules)
        won = twin.winner(after) is not None
        return won, {} if won else {after.key(): after}

    return leave


@pytest.mark.sample(4)
@pytest.mark.parametrize("player", ["greedy", "weighted+sight", "nested+sight"])
@pytest.mark.parametrize("variant", VARIANTS[:4] + VARIANTS[-3:])
def test_the_best_response_to_a_player(variant: str, player: str) -> None:
    """The player's turns are those of a game of its own; the other seat tries everything."""
    rules, compared = rbcore.variant(variant), 0
    for game in range(DEALS):
        position = rbcore.Position.deal(rules, 3, game)
        for seat in (0, 1):
            start = twin.read(position.notation, twin_rules(variant))
            leave = answering(player, seat, rules)
            try:
                turns = Turns(start, twin_rules(variant), leave)
            except TooMany:
                continue
            players = [player if one == seat else None for one in (0, 1)]
            found = rbcore.solve(position, players=players)
            assert found.winner == turns.winners()[start.key()], position.notation
            best = rbcore.solve(position)
            assert best.winner != 1 - seat or found.winner == 1 - seat
            compared += 1
    assert compared >= DEALS, compared


@pytest.mark.parametrize(
    ("players", "words"),
    [
        ("greedy", "give two players, with None for a seat"),
        (["greedy"], "give two players, with None for a seat"),
        (["greedy", "uniform"], "uniform draws its moves"),
        ([None, "greedy~0.1"], "greedy~0.1 draws its moves"),
        ([None, "search+sight"], "draws its moves"),
        (["nested+memory", None], "write nested[+]sight"),
        (["nobody", None], "'nobody' is not a player"),
    ],
)
def test_players_that_nobody_can_be_best_against_are_refused(
    players: list[str | None], words: str
) -> None:
    position = rbcore.Position.deal(rbcore.variant("ranks=2,houses-each=1,reserve-size=1"), 1, 0)
    with pytest.raises(ValueError, match=words):
        rbcore.solve(position, players=players)


def test_two_players_play_their_game() -> None:
    """Of whom the deal is, where nobody is best, trace says too."""
    rules = rbcore.variant("ranks=6,suits=2,houses-each=2,reserve-size=3,starter=seat-0")
    wins = set()
    for game in range(20):
        position = rbcore.Position.deal(rules, 3, game)
        found = rbcore.solve(position, players=["greedy", "greedy"])
        _, moves, _ = rbcore.trace(rules, ["greedy"] * 2, 3, game)
        played = rbcore.Game.deal(rules, 3, game)
        for move in moves:
            played.apply(move)
        if played.winner is not None:
            assert found.winner == played.winner
            wins.add(found.winner)
    assert wins == {0, 1}


def turns_of(variant: str, game: int) -> tuple[rbcore.Position, Turns] | None:
    """A deal in both programs, unless it is too large for the twin."""
    rules = twin_rules(variant)
    position = rbcore.Position.deal(rbcore.variant(variant), 3, game)
    try:
        return position, Turns(twin.read(position.notation, rules), rules)
    except TooMany:
        return None


@pytest.mark.sample(2)
@pytest.mark.parametrize("variant", VARIANTS)
def test_all_positions_are_won_as_by_the_fixed_point(variant: str) -> None:
    """Not the deals alone: what follows from them, up to the end."""
    rules, compared = rbcore.variant(variant), 0
    for game in range(DEALS):
        both = turns_of(variant, game)
        if both is None:
            continue
        position, turns = both
        winners = turns.winners()
        assert rbcore.solve(position).winner == winners[next(iter(turns.states))], position.notation
        keys = list(turns.states)
        for key in keys[:: len(keys) // 12 + 1]:
            line = twin.write(turns.states[key])
            found = rbcore.solve(rbcore.Position.parse(line, rules))
            assert found.winner == winners[key], line
            assert found.status == ("drawn" if winners[key] is None else "won")
        compared += 1
    assert compared >= DEALS // 2, compared


@pytest.mark.full
@pytest.mark.parametrize("variant", VARIANTS[:5] + VARIANTS[-3:])
def test_a_repetition_that_ends_the_game_changes_no_winner(variant: str) -> None:
    """The value by recursion along paths, a position's second visit being a standoff."""
    seen = 0
    for game in range(3 * DEALS):
        both = turns_of(variant, game)
        if both is None:
            continue
        position, turns = both
        first = next(iter(turns.states))
        try:
            gain = turns.gain(first, (first,), [20_000])
        except TooMany:
            continue
        winner = {1: position.seat, -1: 1 - position.seat, 0: None}[gain]
        assert rbcore.solve(position).winner == winner, position.notation
        seen += 1
    assert seen >= DEALS, seen


def test_the_order_of_houses_and_what_lies_face_down_make_no_difference() -> None:
    rules = rbcore.variant("ranks=4,suits=2,houses-each=2,reserve-size=2,starter=seat-0")
    for game in range(20):
        position = rbcore.Position.deal(rules, 3, game)
        fields = position.notation.split(" ")
        fields[3] = "|".join(reversed(fields[3].split("|")))
        fields[4:6] = [one.replace("(", "").replace(")", "") for one in fields[4:6]]
        other = rbcore.Position.parse(" ".join(fields), rules)
        assert rbcore.solve(other) == rbcore.solve(position)


def test_a_game_in_progress_and_a_won_one() -> None:
    rules = rbcore.variant("ranks=2,suits=2,houses-each=1,reserve-size=1,starter=seat-1")
    game = rbcore.Game.deal(rules, 1, 0)
    assert rbcore.solve(game).winner == rbcore.solve(game.position()).winner
    position = rbcore.Position.parse("1 - c22d2Ah--s-- -|- 2d/-/- -/-/-", rules, partial=True)
    assert position.winner == 1
    assert rbcore.solve(position) == rbcore.Solution("won", 1, 1)


def test_too_many_positions_leave_it_undecided() -> None:
    position = rbcore.Position.deal(rbcore.variant("standard"), 1, 0)
    assert rbcore.solve(position, most=1_000) == rbcore.Solution("undecided", None, 1_000)


REFUSED = {
    "three-player": "seats=3 cannot be solved", "early-turn": "early-turn=yes cannot be solved",
    "standard,first-moves=2": "first-moves=2 cannot be solved",
    "face-down": "reserve-face-down=yes cannot be solved",
    "cut-start,turn-reserve=yes": "turn-reserve=yes cannot be solved",
    "wrangle": "late-layout=yes cannot be solved",
    "here-and-there": "foundation-base=first-card cannot be solved",
    "covered": "covered-houses=yes cannot be solved with cards hidden",
    "standard,peek=once": "peek=once cannot be solved with cards hidden",
}  # fmt: skip


@pytest.mark.parametrize("variant", REFUSED)
def test_rules_that_are_more_than_piles_are_refused(variant: str) -> None:
    """And of seats that see no hidden cards those by which each knows others."""
    position = rbcore.Position.deal(rbcore.variant(variant), 1, 0)
    for solve in (rbcore.solve, rbcore.solve_hidden):
        if "hidden" not in REFUSED[variant] or solve is rbcore.solve_hidden:
            with pytest.raises(ValueError, match=REFUSED[variant]):
                solve(position)


@pytest.mark.parametrize("most", [0, -1, 100_000_001])
def test_a_number_out_of_range_is_refused(most: int) -> None:
    position = rbcore.Position.deal(rbcore.variant("ranks=2,houses-each=1,reserve-size=1"), 1, 0)
    with pytest.raises(ValueError, match="most"):
        rbcore.solve(position, most=most)
    with pytest.raises(TypeError):
        rbcore.solve("0 - c--d--h--s-- -|-")  # type: ignore[arg-type]
