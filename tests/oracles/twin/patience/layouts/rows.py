"""Nos. 40, 41 and 46: rows of places (docs/patience)."""

from oracles.twin.patience.layouts.table import (
    DOWN,
    HAND,
    UP,
    WASTE,
    Foundation,
    Layout,
    Move,
    follows,
    suits,
)


class Parallels(Layout):
    def begin(self) -> list[Foundation]:
        self.rows = self.dealt = 0
        self.waits = {}
        return suits((UP, DOWN))

    def open(self) -> None:
        self.settle()

    def moves(self) -> list[Move]:
        found = []
        for row in range(self.rows):
            for column in range(10):
                above, below = (row - 1) * 10 + column, (row + 1) * 10 + column
                # 40.3
                if row == 0 or not self.piles[above] or not self.piles[below]:
                    found += self.plays(row * 10 + column)
        return found

    def make(self, move: Move) -> None:
        self.play(move)
        self.settle()

    def settle(self) -> None:
        """40.4, 40.5: what cannot be played is added to."""
        while self.stock and not self.moves():
            vacant = [i for i in range(self.dealt) if not self.piles[i]]
            for place in vacant[: len(self.stock)]:
                self.piles[place] = [self.draw()]
            if not vacant or "filling" in self.reading:
                first = self.rows * 10
                self.dealt = first + min(10, len(self.stock))
                for place in range(first, self.dealt):
                    self.piles[place] = [self.draw()]
                self.rows += 1


class Blockade(Layout):
    width = 12

    def begin(self) -> list[Foundation]:
        return suits((UP,), 2, n=0)

    def open(self) -> None:
        self.dealt = 0
        self.row()

    def lay(self, place: int) -> None:
        """41.3, 41b.3: the first card of a foundation goes there at once."""
        card = self.draw()
        for one in self.foundations:
            if one.n == 0 and one.takes(card):
                one.n = 1
                self.left -= 1
                return
        self.piles[place] = [card]

    def row(self) -> None:
        first = self.dealt
        self.dealt += min(self.width, len(self.stock))
        for place in range(first, self.dealt):
            self.lay(place)

    def available(self, place: int) -> bool:
        return bool(self.piles[place]) and not self.piles[place + self.width]

    def lies(self, card: str, pile: int) -> bool:
        return self.available(pile) and follows(card, self.top(pile), -1)

    def packings(self, place: int) -> list[Move]:
        return self.shifts(place, range(self.dealt))

    def moves(self) -> list[Move]:
        found: list[Move] = []
        for place in range(self.dealt):
            if self.available(place):
                found += self.plays(place) + self.packings(place)
        if self.stock:
            vacant = any(not self.piles[i] for i in range(self.dealt))
            found.append(("fill" if vacant else "row", 0, 0, 0))
        return found

    def make(self, move: Move) -> None:
        lowest = (self.dealt - 1) // self.width * self.width
        if move[0] == "fill":
            for place in range(lowest, self.dealt):
                if self.stock and not self.piles[place]:
                    self.lay(place)
        elif move[0] == "row":
            self.row()
            return
        elif move[0] == "shift":
            self.shift(move)
        else:
            self.play(move)
        # 41.7
        for place in range(lowest):
            while self.stock and not self.piles[place]:
                self.lay(place)


class TwoWay(Blockade):
    width = 10

    def begin(self) -> list[Foundation]:
        return suits((UP, DOWN), n=0)

    def packings(self, place: int) -> list[Move]:
        return []

    def available(self, place: int) -> bool:
        if super().available(place):
            return True
        above = place - 10
        return (
            bool(self.piles[place]) and not self.stock and (above < 0 or not self.piles[above])
        )  # 41b.5


class Shah(Layout):
    """Places 0 to 7 are the inner circle, 16 to 23 the outer one."""

    def begin(self) -> list[Foundation]:
        return suits((UP[:-1],), 2)

    def open(self) -> None:
        self.circles = 0
        self.complete = False
        self.circle()

    def circle(self) -> None:
        for ray in range(8):
            self.piles[self.circles * 8 + ray] = [self.draw()]
        self.circles += 1

    def lies(self, card: str, pile: int) -> bool:
        return follows(card, self.top(pile), -1)

    def vacant(self) -> list[int]:
        return [i for i in range(self.circles * 8) if not self.piles[i]]

    def moves(self) -> list[Move]:
        found: list[Move] = []
        outer = range(16, 24)
        rays = [r for r in range(8) if not any(self.piles[r + 8 * i] for i in range(3))]
        for place in range(self.circles * 8):
            if not self.piles[place] or any(self.piles[i] for i in range(place + 8, 24, 8)):
                continue
            found += self.plays(place)
            if place in outer:
                found += self.shifts(place, outer)
                found += [("shift", place, ray, 1) for ray in rays[:1]]  # 46.10
        for place in (WASTE, HAND):
            found += self.plays(place) + self.shifts(place, outer)
        vacant = self.vacant()
        if self.piles[HAND]:
            found.append(("shift", HAND, vacant[0] if vacant else WASTE, 1))  # 46.8
        elif self.stock:
            if self.circles == 3 and (self.complete or not vacant):
                found.append(("turn", 0, 0, 0))
            else:
                found.append(("fill", 0, vacant[0], 0) if vacant else ("row", 0, 0, 0))
        elif vacant and self.piles[WASTE]:
            found.append(("fill", WASTE, vacant[0], 0))  # 46.9
        return found

    def make(self, move: Move) -> None:
        kind, _, target, _ = move
        if kind == "row":
            self.circle()
        elif kind == "turn":
            self.complete = True
            self.piles[HAND] = [self.draw()]
        elif kind == "fill":
            self.piles[target] = [self.draw() if self.stock else self.piles[WASTE].pop()]
        elif kind == "shift":
            self.shift(move)
        else:
            self.play(move)
