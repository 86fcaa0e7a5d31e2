"""Board: a scene as text, on which piles light up and can be clicked."""

from collections.abc import Collection
from dataclasses import dataclass

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.geometry import Region, Size
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from rbcore.drawing import text as drawn
from rbcore.drawing.scene import Scene
from rbcore.drawing.text import Word, text_words

LEAST, MOST = 60, 100  # columns
WORDS = 14  # lines that are kept for what is said
PICKED, LIT, MOVED = "reverse", "bold underline on #6b5b00", "italic on #173a52"
RED, DIM = "#ff7b7b", "dim"
ASCII = str.maketrans("♣♦♥♠▸·…", "cdhs>..")


@dataclass(frozen=True)
class Marks:
    """The keys of piles that are marked: what is picked, where it may go, what moved last."""

    picked: str = ""
    cards: int = 1  # that are picked
    lit: Collection[str] = ()
    moved: Collection[str] = ()


class Board(Widget):
    """What lies on the table, as wide as there is room."""

    class Picked(Message):
        """A pile was clicked, at the card from which on so many lie there."""

        def __init__(self, key: str, cards: int) -> None:
            super().__init__()
            self.key = key
            self.cards = cards

    class Missed(Message):
        """A click that met no pile."""

    def __init__(self, *, ascii: bool) -> None:
        super().__init__(id="board")
        self._signs = drawn.Style(ascii=ascii)
        self._scene: Scene | None = None
        self._marks = Marks()
        self._lines: list[list[Word]] = []
        self._strips: list[Strip] = []
        self._left = 0

    def draw(self, scene: Scene, marks: Marks) -> None:
        """Show a scene."""
        self._scene, self._marks = scene, marks
        self.lay_out()

    def on_resize(self) -> None:
        """Lay the cards out anew."""
        self.lay_out()

    def lay_out(self) -> None:
        """Lay out the lines, and show anew those that are others than before."""
        if self._scene is None:
            return
        width = min(max(self.size.width, LEAST), MOST)
        self._left = max(0, (self.size.width - width) // 2)
        lines = text_words(self._scene, self._signs, width)
        grows = any(pile.shape == "down" for pile in self._scene.piles)
        is_apart = not grows and self.app.size.height >= 2 * len(lines) + WORDS
        self._lines = [one for line in lines for one in ((line, []) if is_apart else (line,))]
        before, self._strips = self._strips, self._strips_of(self._lines)
        if not len(before) == len(self._strips) == self.size.height:
            self.refresh(layout=True)
            return
        for y, (old, new) in enumerate(zip(before, self._strips, strict=True)):
            if old != new:
                self.refresh(Region(0, y, self.size.width, 1))

    def _strips_of(self, lines: list[list[Word]]) -> list[Strip]:
        """The lines as they are shown."""
        usual, strips = self.rich_style, []
        for line in lines:
            end, segments = -self._left, []
            for word in line:
                segments.append(Segment(" " * (word.column - end), usual))
                segments.append(Segment(word.text, usual + self._look(word)))
                end = word.column + word.size
            strips.append(Strip(segments).adjust_cell_length(self.size.width, usual))
        return strips

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """Return how many lines there are."""
        return len(self._lines)

    def render_line(self, y: int) -> Strip:
        """Return a line."""
        return self._strips[y] if y < len(self._strips) else Strip.blank(self.size.width)

    def _look(self, word: Word) -> Style:
        """The style of a word: marked, red, or nothing special."""
        marks = self._marks
        looks = [RED] if word.cards and word.text[-1] in "♦♥dh" else []
        if not word.cards:
            looks.append(DIM)
        if word.key == marks.picked and 0 < word.cards <= marks.cards:
            looks.append(PICKED)
        elif word.key and word.key in marks.lit and word.cards <= 1:
            looks.append(LIT)
        elif word.key and word.key in marks.moved and word.cards <= 1:
            looks.append(MOVED)
        return Style.parse(" ".join(looks))

    def on_click(self, event: events.Click) -> None:
        """Tell which pile was clicked."""
        event.stop()
        word = self.word_at(event.x - self._left, event.y)
        if word is None:
            self.post_message(self.Missed())
        else:
            self.post_message(self.Picked(word.key, max(word.cards, 1)))

    def word_at(self, column: int, line: int) -> Word | None:
        """Return the word of a pile at a place of the board, if there is one."""
        if not 0 <= line < len(self._lines):
            return None
        return next(
            (
                word
                for word in self._lines[line]
                if word.key and word.column <= column < word.column + word.size
            ),
            None,
        )
