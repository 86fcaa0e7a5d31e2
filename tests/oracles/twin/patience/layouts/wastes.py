"""Nos. 42, 44, 47, 48 and 51: a stock turned to wastes (docs/patience)."""

from oracles.twin.patience.layouts.table import (
    DOWN,
    HAND,
    OTHER_WASTE,
    UP,
    WASTE,
    Foundation,
    Layout,
    Move,
    follows,
    rank,
    suits,
)


class Sultan(Layout):
    places = range(8)

    def begin(self) -> list[Foundation]:
        self.passes = int(self.reading.get("passes", "3"))
        late = [Foundation("KA23456789TJQ", s) for s in "ccddssh"]
        return [*late, Foundation("A23456789TJQ", "h")]

    def open(self) -> None:
        self.fill()

    def fill(self) -> None:
        """42.5"""
        for place in self.places:
            if not self.piles[place] and self.stock:
                self.piles[place] = [self.draw()]
            elif not self.piles[place] and "spaces" in self.reading and self.piles[WASTE]:
                self.piles[place] = [self.piles[WASTE].pop()]

    def packings(self) -> list[Move]:
        return []

    def moves(self) -> list[Move]:
        plays = [m for pile in (*self.places, WASTE) for m in self.plays(pile)]
        found = plays + self.packings()
        if not plays:  # 42.6, 44.4
            if self.stock:
                found.append(("turn", 0, 0, 0))
            elif self.piles[WASTE] and self.deal < self.passes:
                found.append(("redeal", 0, 0, 0))
        return found

    def make(self, move: Move) -> None:
        if move[0] == "turn":
            self.piles[WASTE].append(self.draw())
        elif move[0] == "redeal":
            self.deal += 1
            self.stock, self.piles[WASTE] = self.piles[WASTE], []
            if "redeal" in self.reading:
                self.stock = self.shuffle(self.stock)
        elif move[0] == "shift":
            self.shift(move)
        else:
            self.play(move)
        self.fill()


class Wheatsheaf(Sultan):
    def begin(self) -> list[Foundation]:
        self.passes = 1
        return suits((UP, DOWN))

    def fill(self) -> None:
        """44.7"""
        for place in self.places:
            if not self.piles[place] and self.piles[WASTE]:
                self.piles[place] = [self.piles[WASTE].pop()]
            elif not self.piles[place] and self.stock:
                self.piles[place] = [self.draw()]

    def lies(self, card: str, pile: int) -> bool:
        """44.5: in the direction in which the second card set out."""
        *_, on = heap = self.piles[pile]
        if len(heap) == 1:
            return follows(card, on, -1, 1)
        return follows(card, on, rank(heap[1]) - rank(heap[0]))

    def packings(self) -> list[Move]:
        return [m for pile in (*self.places, WASTE) for m in self.shifts(pile, self.places)]


class Spark(Layout):
    places = range(12)

    def begin(self) -> list[Foundation]:
        self.opening = True
        self.groups = 0
        return suits((DOWN,), 2)

    def open(self) -> None:
        for place in self.places:
            self.piles[place] = [self.draw()]

    def lies(self, card: str, pile: int) -> bool:
        return follows(card, self.top(pile), 1)

    def moves(self) -> list[Move]:
        wastes = (WASTE, OTHER_WASTE)
        duties = [m for pile in (*self.places, *wastes) for m in self.plays(pile)]
        duties += [m for waste in wastes for m in self.shifts(waste, self.places)]
        found = duties + [m for pile in self.places for m in self.shifts(pile, self.places)]
        vacant = [p for p in self.places if not self.piles[p]][:1]
        if self.opening:
            return [
                *found,
                ("fill", 0, vacant[0], 0) if vacant and self.stock else ("row", 0, 0, 0),
            ]
        found += [("shift", w, p, 1) for w in wastes for p in vacant if self.piles[w]]  # 47.8
        if self.stock and not duties:
            found.append(("turn", 0, 0, 0))
        return found

    def make(self, move: Move) -> None:
        if move[0] == "fill":
            self.piles[move[2]] = [self.draw()]
        elif move[0] == "row":
            self.opening = False
        elif move[0] == "turn":
            waste = WASTE if self.groups % 2 == 0 else OTHER_WASTE
            self.groups += 1
            self.piles[waste] += [self.draw() for _ in range(min(3, len(self.stock)))]
        elif move[0] == "shift":
            self.shift(move)
        else:
            self.play(move)


class Parisienne(Layout):
    def begin(self) -> list[Foundation]:
        self.at = 0
        self.deals = 3 if self.reading.get("grace") == "none" else 4
        return suits((UP, DOWN))

    def moves(self) -> list[Move]:
        if self.piles[HAND]:
            return self.plays(HAND)
        found = [m for heap in range(4) for m in self.plays(heap)]
        spread = 1 if self.stock else len(self.piles[WASTE])
        found += [m for depth in range(1, spread + 1) for m in self.plays(WASTE, depth)]
        if self.stock:
            found.append(("turn", 0, 0, 0))
        elif not found and self.deal < self.deals:
            found.append(("redeal", 0, 0, 0))
        return found

    def make(self, move: Move) -> None:
        if move[0] == "turn":
            waste = self.deal < 4 or self.reading.get("grace") == "with-waste"
            order = [0, 1, 2, 3, WASTE, WASTE] if waste else [0, 1, 2, 3]
            place = order[self.at % len(order)]
            self.at += 1
            self.piles[HAND] = [self.draw()]
            fitting = self.plays(HAND)
            if len(fitting) == 1:
                self.play(fitting[0])
            elif not fitting:
                self.piles[place].append(self.piles[HAND].pop())
        elif move[0] == "redeal":
            self.deal += 1
            self.at = 0
            rest = [card for pile in (0, 1, 2, 3, WASTE) for card in self.piles[pile]]
            self.piles.clear()
            self.stock = self.shuffle(rest)
        else:
            self.play(move)


class Fly(Layout):
    """Pile 0 is the Fly."""

    def begin(self) -> list[Foundation]:
        return [Foundation(UP) for _ in range(8)]

    def open(self) -> None:
        self.piles[0] = [self.draw() for _ in range(13)]

    def moves(self) -> list[Move]:
        if self.piles[HAND]:
            return self.plays(HAND) or [("shift", HAND, heap, 1) for heap in range(1, 6)]
        found = self.plays(0)
        for heap in range(1, 6):
            if not self.top(heap) or self.top(heap)[0] != self.top(0)[:1]:  # 51.5
                found += self.plays(heap)
        return found or ([("turn", 0, 0, 0)] if self.stock else [])

    def make(self, move: Move) -> None:
        if move[0] == "turn":
            self.piles[HAND] = [self.draw()]
        elif move[0] == "shift":
            self.shift(move)
        else:
            self.play(move)
