"""A scene as text: one or more lines for each row of piles, 80 columns wide by default."""

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import groupby

from rbcore.drawing.scene import Caption, Pile, Scene

WIDTH = 80
WASTE_CARDS = 4  # cards drawn of a pile that shows only its last cards
FEWER = 2  # the same on a narrower page
SYMBOLS = str.maketrans("cdhs", "♣♦♥♠")
COUNTS = "[12] means 12 face-down cards; 14: or :14 is a pile of 14 that shows only its last ones."
RED, OFF = "\x1b[31m", "\x1b[0m"


@dataclass(frozen=True)
class Style:
    """Text style: letters for suits and plain signs if `ascii`; red suits in red if `colour`."""

    ascii: bool = False
    colour: bool = False

    def card(self, card: str) -> str:
        """Return a card as text."""
        if card == "**" or self.ascii:
            return card
        text = card.translate(SYMBOLS)
        return f"{RED}{text}{OFF}" if self.colour and card[1] in "dh" else text


@dataclass(frozen=True)
class Word:
    """A word of a line, and what it stands for.

    `key` is the key of its pile; a caption has none. `cards` is the number of cards in the pile
    from the card that it names to the top, or 0 if it names none.
    """

    text: str
    key: str = ""
    cards: int = 0
    column: int = 0

    @property
    def size(self) -> int:
        """The number of columns; colours take none."""
        return len(self.text.replace(RED, "").replace(OFF, ""))


@dataclass(frozen=True)
class Block:
    """Lines of words that begin at a column or end at it."""

    column: int
    lines: list[list[Word]]
    separator: str
    ends: bool = False

    def size(self, number: int) -> int:
        """Return the number of columns of a line."""
        words = self.lines[number]
        return sum(word.size for word in words) + len(self.separator) * (len(words) - 1)


PLAIN = Style()


def text(scene: Scene, style: Style = PLAIN) -> str:
    """Return a scene as lines below its heading."""
    return "\n".join([scene.heading, *text_lines(scene, style)]) + "\n"


def text_lines(scene: Scene, style: Style = PLAIN) -> list[str]:
    """Return the lines of a scene, without trailing spaces."""
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
    """Return the words of adjacent blocks, without overlaps."""
    placed = []
    for block in blocks:
        size = block.size(number)
        placed.append((block.column - (size if block.ends else 0), size, block))
    placed.sort(key=lambda place: place[0])
    starts, end = [], width
    for column, size, _ in reversed(placed):  # no block overlaps the next or leaves the page
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
    """The places of the parts of a scene on a page."""

    def __init__(self, scene: Scene, style: Style, width: int) -> None:
        self.scene, self.style, self.width = scene, style, width
        self.waste_cards = WASTE_CARDS if width >= WIDTH else FEWER

    def column(self, x: float) -> float:
        """Return the column of a place."""
        return round(x * self.width / self.scene.width, 3)

    def block(self, item: Pile | Caption) -> Block:
        """Return a pile or a caption as lines of words."""
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
        """Yield a pile as words, lowest card first."""
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
        """Return a caption as a block; the seat to move gets a sign."""
        if label.number:
            return Block(math.floor(self.column(label.x)), [[Word(label.lines[0])]], "")
        band = self.scene.band
        moves = band is not None and label.seat == band.seat
        arrow = "> " if self.style.ascii else "▸ "
        sign = arrow if moves else ""
        sentence = (" " if label.lines[1].endswith("won") else ", ").join(label.lines)
        if self.width < WIDTH:
            sentence = sentence.replace("to move, ", "")  # the sign already says so
        words = Word(sign + sentence)
        return Block(round(self.column(label.x) - words.size / 2), [[words]], "")


def _sign(pile: Pile, style: Style) -> str:
    """Return the text for a pile without cards."""
    if pile.sign in ("c", "d", "h", "s"):
        return f".{pile.sign}" if style.ascii else f"·{pile.sign.translate(SYMBOLS)}"
    if pile.sign == "gone":
        return "  "
    return pile.sign if pile.sign in ("closed", "not laid", "out") else ".."
