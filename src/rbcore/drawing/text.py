"""A scene as text: each row of piles a line or more, 80 columns wide or as wide as one says."""

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import groupby

from rbcore.drawing.scene import Caption, Pile, Scene

WIDTH = 80
WASTE_CARDS = 4  # of a pile of which only the last cards are drawn
FEWER = 2  # of these on a page that is narrower
SYMBOLS = str.maketrans("cdhs", "♣♦♥♠")
COUNTS = "[12] are 12 cards face down, 14: or :14 is a pile of 14 that shows its last cards alone."
RED, OFF = "\x1b[31m", "\x1b[0m"


@dataclass(frozen=True)
class Style:
    """Letters for suits and plain signs if `ascii`; red suits in red if `colour`."""

    ascii: bool = False
    colour: bool = False

    def card(self, card: str) -> str:
        """Return a card as it is written."""
        if card == "**" or self.ascii:
            return card
        text = card.translate(SYMBOLS)
        return f"{RED}{text}{OFF}" if self.colour and card[1] in "dh" else text


@dataclass(frozen=True)
class Word:
    """A word of a line, and what it tells of.

    `key` is that of its pile; of a label there is none. `cards` is how many cards of the pile lie
    from the one that it names upwards, 0 if it names none.
    """

    text: str
    key: str = ""
    cards: int = 0
    column: int = 0

    @property
    def size(self) -> int:
        """Its columns; colours take none."""
        return len(self.text.replace(RED, "").replace(OFF, ""))


@dataclass(frozen=True)
class Block:
    """Lines of words from a column on, or up to it if they end there."""

    column: int
    lines: list[list[Word]]
    separator: str
    ends: bool = False

    def size(self, number: int) -> int:
        """The columns of a line."""
        words = self.lines[number]
        return sum(word.size for word in words) + len(self.separator) * (len(words) - 1)


PLAIN = Style()


def text(scene: Scene, style: Style = PLAIN) -> str:
    """Return a scene as lines below its heading."""
    return "\n".join([scene.heading, *text_lines(scene, style)]) + "\n"


def text_lines(scene: Scene, style: Style = PLAIN) -> list[str]:
    """Return the lines of a scene, without spaces at their ends."""
    lines = []
    for words in text_words(scene, style):
        line, end = "", 0
        for word in words:
            line += " " * (word.column - end) + word.text
            end = word.column + word.size
        lines.append(line.rstrip())
    return lines


def text_words(scene: Scene, style: Style = PLAIN, width: int = WIDTH) -> list[list[Word]]:
    """Return the words of each line of a scene, from the left."""
    page = _Page(scene, style, width)
    items: list[Pile | Caption] = [*scene.piles, *scene.captions]
    items.sort(key=lambda item: item.y)
    lines = []
    for _, row in groupby(items, key=lambda item: item.y):
        blocks = [page.block(item) for item in row]
        for i in range(max(len(block.lines) for block in blocks)):
            lines.append(_line([block for block in blocks if i < len(block.lines)], i, width))
    return lines


def _line(blocks: list[Block], number: int, width: int) -> list[Word]:
    """The words of blocks beside each other, none upon another."""
    placed = []
    for block in blocks:
        size = block.size(number)
        placed.append((block.column - (size if block.ends else 0), size, block))
    placed.sort(key=lambda place: place[0])
    starts, end = [], width
    for column, size, _ in reversed(placed):  # none ends beyond the page or where the next begins
        starts.append(min(column, end - size))
        end = starts[-1] - 1
    words: list[Word] = []
    at = 0
    for start, (_, _, block) in zip(reversed(starts), placed, strict=True):
        at = max(start, at)
        for word in block.lines[number]:
            words.append(replace(word, column=at))
            at += word.size + len(block.separator)
        at += 1 - len(block.separator)
    return words


class _Page:
    """Where the parts of a scene begin on a page."""

    def __init__(self, scene: Scene, style: Style, width: int) -> None:
        self.scene, self.style, self.width = scene, style, width
        self.waste_cards = WASTE_CARDS if width >= WIDTH else FEWER

    def column(self, x: float) -> float:
        """The column of a place."""
        return round(x * self.width / self.scene.width, 3)

    def block(self, item: Pile | Caption) -> Block:
        """A pile or a label as lines of words."""
        if isinstance(item, Caption):
            return self._label(item)
        words = list(self._words(item))
        if item.shape == "down":
            return Block(round(self.column(item.x)), [[word] for word in words], "")
        if item.shape == "stack":
            return Block(round(self.column(item.x)), [words], "")
        ends = item.shape == "left"
        edge = item.x + self.scene.sizes.width if ends else item.x
        column = math.floor(self.column(edge)) if ends else math.ceil(self.column(edge))
        room = math.floor(self.column(item.room))
        room = max(room, 5 + 3 * self.waste_cards) if item.most else max(room, 6)
        separator = "" if sum(word.size for word in words) + len(words) - 1 > room else " "
        rows: list[list[Word]] = [[]]
        for word in words:
            size = sum(other.size for other in [*rows[-1], word])
            if size + len(separator) * len(rows[-1]) > room and rows[-1]:
                rows.append([])
            rows[-1].append(word)
        return Block(column, [row[::-1] for row in rows] if ends else rows, separator, ends)

    def _words(self, pile: Pile) -> Iterator[Word]:
        """A pile as words, the lowest card first."""
        if not pile.cards:
            yield Word(_sign(pile, self.style), pile.key)
            return
        up = pile.face_up
        if pile.down:
            yield Word(f"[{pile.down}]", pile.key)
        if pile.shape == "stack":
            up = up[-1:]
        elif pile.most and len(up) > self.waste_cards:
            up = up[-self.waste_cards :]
            count = f":{len(pile.cards)}" if pile.shape == "left" else f"{len(pile.cards)}:"
            yield Word(count, pile.key)
        for i, card in enumerate(up):
            yield Word(self.style.card(card), pile.key, len(up) - i)

    def _label(self, label: Caption) -> Block:
        """The words beside piles, those of the seat to move with a sign."""
        if label.number:
            return Block(math.floor(self.column(label.x)), [[Word(label.lines[0])]], "")
        band = self.scene.band
        moves = band is not None and label.seat == band.seat
        sign = (">" if self.style.ascii else "▸") + " " if moves else ""
        sentence = (" " if label.lines[1].endswith("won") else ", ").join(label.lines)
        if self.width < WIDTH:
            sentence = sentence.replace("to move, ", "")  # which the sign says too
        words = Word(sign + sentence)
        return Block(round(self.column(label.x) - words.size / 2), [[words]], "")


def _sign(pile: Pile, style: Style) -> str:
    """What stands where a pile has no cards."""
    if pile.sign in ("c", "d", "h", "s"):
        return f".{pile.sign}" if style.ascii else f"·{pile.sign.translate(SYMBOLS)}"
    if pile.sign == "gone":
        return "  "
    return pile.sign if pile.sign in ("closed", "not laid", "out") else ".."
