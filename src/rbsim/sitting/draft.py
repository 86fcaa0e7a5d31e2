"""Draft: a move while it is put together, sign by sign or pile by pile."""

from functools import cache

import rbcore
from rbcore.cards.ranges import shown
from rbsim.sitting.piles import place_of, source_key

PLACES = {"f": "F", "r": "R", "w": "W"}  # what may be typed small behind a source


@cache
def _writable(rules: rbcore.Rules, seat: int) -> tuple[frozenset[str], frozenset[str]]:
    """All moves that a seat can write, and all that they begin with."""
    moves = frozenset(filter(None, rbcore.action_texts(rules, seat)))
    return moves, frozenset(move[:i] for move in moves for i in range(1, len(move) + 1))


class Draft:
    """What has been typed or picked of a move of a seat, in notation.

    What is taken in returns the move if it is whole, else None, and raises ValueError, in a
    sentence, if no move goes on so; the draft is then as it was.
    """

    def __init__(self, rules: rbcore.Rules, seat: int) -> None:
        self.text = ""
        self._rules, self._seat = rules, seat
        self._moves, self._beginnings = _writable(rules, seat)

    @property
    def source(self) -> str:
        """What is to be moved, `r` or `4*3`; nothing if that is not known yet."""
        source = self.text.partition(">")[0]
        return source if f"{source}>" in self._beginnings else ""

    def clear(self) -> None:
        """Begin anew."""
        self.text = ""

    def drop(self) -> None:
        """Take the last sign away."""
        self.text = self.text[:-1]

    def takes(self, sign: str) -> bool:
        """Return whether a move can go on with a sign."""
        return self._with(sign) is not None

    def type(self, sign: str) -> str | None:
        """Take in a sign; the arrow and large letters of places may be left out."""
        text = self._with(sign)
        if text is None:
            raise ValueError(f"No move goes on as {shown(self.text + sign)}.")
        return self._taken(text)

    def _with(self, sign: str) -> str | None:
        """What the draft is with a sign more; None if that begins no move."""
        readings = [self.text + sign]
        if self.source:
            behind = self.text if ">" in self.text else f"{self.text}>"
            readings += [behind + sign, behind + PLACES.get(sign, sign)]
        return next((one for one in readings if one in self._beginnings), None)

    def pick(self, key: str, cards: int = 1) -> str | None:
        """Take in a pile, by its key in a scene; of a house the last so many cards may be meant."""
        if key == f"h{self._seat}":
            return self._taken("turn")
        if key == f"w{self._seat}" and self.source == "h":
            return self._taken("waste")
        if self.source and source_key(self.source, self._seat) == key:
            self.clear()
            return None
        own = self._source_of(key, cards)
        is_place = key[0] in "FH" or not key.endswith(str(self._seat))
        if self.source and is_place:
            text = f"{self.source}>{place_of(key, self._rules.seats)}"
        elif own:
            text = own
        else:
            raise ValueError("Take a card of your own or of a house first; ? shows how.")
        if text not in self._beginnings:
            raise ValueError(f"{text} is no move of these rules.")
        return self._taken(text)

    def _source_of(self, key: str, cards: int) -> str:
        """The source that a pile is to the seat, if it is one."""
        if key[0] == "H":
            group = f"{key[1:]}*{cards}"
            return group if cards > 1 and group in self._beginnings else key[1:]
        own = {f"r{self._seat}": "r", f"t{self._seat}": "h", f"w{self._seat}": "w"}
        return own.get(key, "")

    def _taken(self, text: str) -> str | None:
        self.text = text
        if text not in self._moves:
            return None
        self.clear()
        return text
