"""Plans (V4, V5, V7, V9): plain breadth-first search through the houses and the loads."""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from .position import State, fits_foundation
from .rules import RANK, Rules, builds_onto, loads


class Table(NamedTuple):
    """What a plan looks at."""

    houses: tuple[tuple[str, ...], ...]  # the face-up cards
    covering: tuple[bool, ...]  # face-down cards lie under them (V8)
    marks: tuple[str, ...]  # "x", "." as ever; "?" a face-down card was uncovered in the plan
    tops: tuple[str, ...]  # each pile that can be loaded, in the order of `load_places`


Goal = Callable[[Table], bool]


def load_places(state: State, rules: Rules) -> dict[str, str]:
    """4.2, V29: the opponents' exposed cards by the name of the place."""
    found = {}
    for seat, player in enumerate(state.players):
        if seat != state.seat:
            name = str(seat) if rules.seats == 3 else ""
            if player.shows and rules.load_onto == "any":
                found["R" + name] = player.reserve[-1]
            if player.waste and rules.load_onto != "none":
                found["W" + name] = player.waste[-1]
    return found


def table_of(state: State, rules: Rules) -> Table:
    return Table(
        tuple(tuple(house.cards[house.down :]) for house in state.houses),
        tuple(house.down > 0 for house in state.houses),
        tuple(house.mark for house in state.houses),
        tuple(load_places(state, rules).values()),
    )


class Search:
    """Plans from one position."""

    def __init__(self, state: State, rules: Rules) -> None:
        self.state = state
        self.rules = rules
        self.places = list(load_places(state, rules))
        self.table = table_of(state, rules)
        self.fitting = {card for card in RANK if fits_foundation(state, card)}
        self.onto = builds_onto(rules.house_build)
        self._known: dict[Table, list[tuple[str, Table]]] = {}

    def _tops(self, table: Table) -> list[tuple[str, ...] | None]:
        """Each house's outermost card, in a tuple that is empty for a space; None if closed."""
        return [
            None if mark else house[-1:]
            for house, mark in zip(table.houses, table.marks, strict=True)
        ]

    def _fits_house(
        self, tops: list[tuple[str, ...] | None], source: int, card: str, whole: bool
    ) -> list[int]:
        """4.2: the houses that take the card. (Vacancies of V14 go with no kind of plan.)"""
        if not self.rules.house_to_house:
            return []
        wanted = self.onto[card]
        fitting = [n for n, top in enumerate(tops) if top in wanted and n != source]
        built = [n for n in fitting if tops[n]]
        if built and self.rules.space_only_unplayable:  # V25
            return built
        return built if whole and not self.rules.lone_card_to_space else fitting  # V26

    def _without(self, table: Table, source: int, count: int) -> Table:
        """The table after the last cards of a house have left it."""
        left = table.houses[source][:-count]
        mark = ""
        if not left and table.covering[source]:
            mark = "?"  # it gives and takes nothing for the rest of the plan
        elif not left and self.rules.seats == 3 and "x" not in table.marks:
            mark = "x"  # V1
        houses = (*table.houses[:source], left, *table.houses[source + 1 :])
        marks = (*table.marks[:source], mark, *table.marks[source + 1 :])
        return Table(houses, table.covering, marks, table.tops)

    def moves(self, table: Table) -> list[tuple[str, Table]]:
        """Every plan move and the table after it, kept for when the table comes up again."""
        if table not in self._known:
            self._known[table] = [*self._house_moves(table), *self._load_moves(table)]
        return self._known[table]

    def _house_moves(self, table: Table) -> Iterator[tuple[str, Table]]:
        """House to house; a group (V13) is one plan move."""
        tops = self._tops(table)
        for source, house in enumerate(table.houses):
            if table.marks[source]:
                continue
            most = len(house) if self.rules.group_moves else min(1, len(house))
            for count in range(1, most + 1):
                whole = count == len(house) and not table.covering[source]
                places = self._fits_house(tops, source, house[-count], whole)
                if not places:
                    continue
                name = str(source + 1) + (f"*{count}" if count > 1 else "")
                left, covering, marks, loadable = self._without(table, source, count)
                for place in places:
                    onto = left[place] + house[-count:]
                    houses = (*left[:place], onto, *left[place + 1 :])
                    yield f"{name}>{place + 1}", Table(houses, covering, marks, loadable)

    def _load_moves(self, table: Table) -> Iterator[tuple[str, Table]]:
        if self.rules.load_from != "any":  # V16
            return
        for source, house in enumerate(table.houses):
            if table.marks[source] or not house or not self._may_load(table, source, house[-1]):
                continue
            for n, place in enumerate(self.places):
                if loads(house[-1], table.tops[n], self.rules):
                    after = self._without(table, source, 1)
                    tops = (*after.tops[:n], house[-1], *after.tops[n + 1 :])
                    yield f"{source + 1}>{place}", after._replace(tops=tops)

    def _may_load(self, table: Table, source: int, card: str) -> bool:
        """V14: only what fits no foundation and no house."""
        if not self.rules.load_only_unplayable:
            return True
        whole = len(table.houses[source]) == 1 and not table.covering[source]
        tops = self._tops(table)
        return not (card in self.fitting or self._fits_house(tops, source, card, whole))

    def distance(self, table: Table, goal: Goal, limit: int) -> int | None:
        """The fewest plan moves to the goal; None if more than `limit`."""
        seen = {table}
        row = [table]
        for moves in range(limit + 1):
            if any(goal(here) for here in row):
                return moves
            following = []
            if moves < limit:
                for here in row:
                    for _, there in self.moves(here):
                        if there not in seen:
                            seen.add(there)
                            following.append(there)
            row = following
        return None

    def useful(self, goal: Goal, fewest: bool = False) -> list[str]:
        """The plan moves after which the goal holds or is in reach with one move fewer."""
        limit = self.rules.plan_limit
        shortest = self.distance(self.table, goal, limit)
        if shortest is None:
            return []
        left = shortest - 1 if fewest else limit - 1  # V5
        return [
            move
            for move, after in self.moves(self.table)
            if self.distance(after, goal, left) is not None
        ]

    def released(self, table: Table) -> bool:
        """V4: a house's outermost card fits a foundation."""
        return any(
            house and not mark and house[-1] in self.fitting
            for house, mark in zip(table.houses, table.marks, strict=True)
        )

    def spaced(self, table: Table) -> bool:
        """V7: a house is empty; a closed one is not."""
        return any(
            not house and not mark for house, mark in zip(table.houses, table.marks, strict=True)
        )

    def uncovered(self, table: Table) -> bool:
        """V9: a face-down card lies without cover."""
        return "?" in table.marks


def release_moves(state: State, rules: Rules) -> list[str]:
    """V4, V5; empty when no plan releases a card."""
    search = Search(state, rules)
    return search.useful(search.released, fewest=rules.release == "fewest")


def uncover_moves(state: State, rules: Rules) -> list[str]:
    """V9; empty when no plan uncovers a card."""
    if not any(house.down for house in state.houses):
        return []
    search = Search(state, rules)
    return search.useful(search.uncovered)


def can_make_space(state: State, rules: Rules) -> bool:
    """V7."""
    search = Search(state, rules)
    return search.distance(search.table, search.spaced, rules.plan_limit) is not None


def space_moves(state: State, rules: Rules) -> list[str]:
    """V7: the first moves of the shortest plans."""
    search = Search(state, rules)
    return search.useful(search.spaced, fewest=True)
