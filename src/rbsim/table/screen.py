"""Screen: what all games at a table share: the board, the words below it, keys, and threads."""

import asyncio
import os
from collections.abc import Callable, Collection, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from textwrap import wrap
from threading import Thread
from typing import Any, ClassVar, TypeVar

from rich.segment import Segment
from rich.style import Style
from rich.text import Text
from textual import events
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.geometry import Region, Size
from textual.message import Message
from textual.screen import ModalScreen, Screen
from textual.strip import Strip
from textual.widget import Widget
from textual.widgets import RichLog, Static

from rbcore.drawing import text as drawn
from rbcore.drawing.scene import Scene
from rbcore.drawing.text import Word, text_words
from rbsim.table.series import keep

Found = TypeVar("Found")


class Thinking:
    """One piece of work at a time; a thread that is no longer wanted ends with the program."""

    def __init__(self, app: App[Any]) -> None:
        self._app = app
        self._current: object = None

    @property
    def is_busy(self) -> bool:
        return self._current is not None

    def forget(self) -> None:
        self._current = None

    def begin(
        self,
        work: Callable[[], Found],
        then: Callable[[Found], None],
        failed: Callable[[Exception], None],
    ) -> None:
        """Work, and hand the result, or what was raised, on to the app's own thread."""
        take = self._taker()

        def run() -> None:
            try:
                found = work()
            except Exception as error:
                self._app.call_later(take, failed, error)
            else:
                self._app.call_later(take, then, found)

        Thread(target=run, daemon=True).start()

    def begin_later(self, seconds: float, step: Callable[[], None]) -> None:
        """Do something after some seconds, not by the app's timer, of which short ones get lost."""
        loop = asyncio.get_running_loop()
        loop.call_later(max(seconds, 0.0), self._app.call_later, self._taker(), step)

    def _taker(self) -> Callable[..., None]:
        """Return what does a step, unless something else has begun by then."""
        token = self._current = object()

        def take(step: Callable[..., None], *found: object) -> None:
            if token is self._current:
                self._current = None
                step(*found)

        return take


MIN_COLUMNS, MAX_COLUMNS = 60, 100  # columns
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

    def __init__(self, *, ascii: bool) -> None:
        super().__init__(id="board")
        self._signs = drawn.Style(ascii=ascii)
        self._scene: Scene | None = None
        self._marks = Marks()
        self._lines: list[list[Word]] = []
        self._strips: list[Strip] = []
        self._left = 0

    def draw(self, scene: Scene, marks: Marks) -> None:
        self._scene, self._marks = scene, marks
        self.lay_out()

    def on_resize(self) -> None:
        self.lay_out()

    def lay_out(self) -> None:
        """Lay out the lines, and show anew those that are others than before."""
        if self._scene is None:
            return
        if (columns := self.app.size.width) < MIN_COLUMNS:  # where piles would be out of sight
            words = (
                f"The table needs {MIN_COLUMNS} columns; here are {columns}. Widen the terminal."
            )
            self._lines = []
            rows = wrap(words, max(columns, 1))
            self._strips = [Strip([Segment(row, self.rich_style)]) for row in rows]
            self.refresh(layout=True)
            return
        width = min(self.size.width, MAX_COLUMNS)
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
        return len(self._strips)

    def render_line(self, y: int) -> Strip:
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
        """Tell which pile was clicked; a click that met none is the app's."""
        if (word := self.word_at(event.x - self._left, event.y)) is not None:
            event.stop()
            self.post_message(self.Picked(word.key, max(word.cards, 1)))

    def word_at(self, column: int, line: int) -> Word | None:
        """Return the word of a pile at a place of the board, if there is one."""
        words = self._lines[line] if 0 <= line < len(self._lines) else ()
        here = (one for one in words if one.key and one.column <= column < one.column + one.size)
        return next(here, None)


LONGEST_PASTE = 12  # signs that may be a move
NAMES = {"space": "Space", "enter": "Enter", "escape": "Esc", "backspace": "Backspace"}


@dataclass(frozen=True)
class Command:
    """What a key does. What cannot be taken back is asked about, in a word of `asks`, first."""

    words: str  # in the list of keys
    do: Callable[[Any], None]
    asks: str = ""


class Table(Screen[None], inherit_bindings=False):
    """The one screen; all keys are the app's."""

    def on_resize(self) -> None:
        """Lay the cards out anew, as the terminal's height counts too, and show what came last."""
        for board in self.query(Board):
            board.lay_out()
        for told in self.query(RichLog):
            told.scroll_end(animate=False)


class HelpScreen(ModalScreen[None]):
    """How one plays, and what each key does; any key but those that scroll closes it."""

    CSS = """
    HelpScreen { align: center middle; }
    #help { width: 84; max-width: 100%; height: auto; max-height: 100%; padding: 1 2;
            background: #17221c; scrollbar-size: 0 0; }
    """

    def __init__(self, words: str, keys: Mapping[str, Command]) -> None:
        super().__init__()
        lines = [f"{NAMES.get(key, key):<10} {one.words}" for key, one in keys.items()]
        self._text = "\n".join(
            ["Up and Down scroll; any other key goes back to the table.", "", words, "", *lines]
        )

    def compose(self) -> ComposeResult:
        yield VerticalScroll(Static(Text(self._text)), id="help")

    def on_key(self, event: events.Key) -> None:
        if event.key not in ("up", "down", "pageup", "pagedown"):
            event.stop()
            self.dismiss()

    def on_click(self, event: events.Click) -> None:
        event.stop()
        self.dismiss()


class TableApp(App[None]):
    """A game at a table, of which a kind is a subclass; refusals are ValueErrors."""

    ENABLE_COMMAND_PALETTE = False
    ALLOW_SELECT = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+c", "leave", show=False, priority=True),
        Binding("ctrl+q", "leave", show=False, priority=True),
        Binding("ctrl+z", "suspend_process", show=False, priority=True),
    ]
    CSS = """
    Screen { background: #1d2a23; color: #e9ede9; scrollbar-size: 0 0; }
    #heading { text-style: bold; height: 1; text-overflow: ellipsis; text-wrap: nowrap; }
    #board { height: auto; margin: 1 0; }
    #says { height: auto; min-height: 2; }
    #told { height: 1fr; min-height: 3; background: #17221c; scrollbar-size: 0 0; }
    #keys { height: 1; color: #a9b4ad; text-overflow: ellipsis; text-wrap: nowrap; }
    """
    FOOT = HELP = ""  # the keys that one needs most; how one plays

    def __init__(self, *, ascii: bool = False) -> None:
        if not os.environ.get("NO_COLOR", "set"):
            del os.environ["NO_COLOR"]  # which is empty, and so says nothing (no-color.org)
        super().__init__()
        self.is_ascii = ascii
        self.heading = Static(id="heading")
        self.board = Board(ascii=ascii)
        self.says = Static(id="says")
        self.told = RichLog(id="told", wrap=True)
        self.opinions = Thinking(self)
        self._writer = ThreadPoolExecutor(1)
        self._said = 0  # signs of what is said
        self._asked = ""  # the key that is to be pressed again
        self.unkept = ""  # why the newest state of the game could not be kept

    def get_default_screen(self) -> Screen[None]:
        return Table(id="_default")

    def compose(self) -> ComposeResult:
        self.told.can_focus = False
        if self.is_ascii:
            self.heading.styles.text_overflow = "clip"  # else by a sign that is no letter
        yield self.heading
        yield self.board
        yield self.says
        yield self.told
        yield Static(Text(self.plain(self.FOOT)), id="keys")

    def on_load(self) -> None:
        """Be painted anew after Ctrl-Z and fg."""
        self.app_resume_signal.subscribe(self, lambda _: self.refresh(layout=True))

    # ---- words ----

    def plain(self, words: str) -> str:
        """Return words in the letters that the terminal has."""
        return words.translate(ASCII) if self.is_ascii else words

    def head(self, words: str) -> None:
        """Say what is played, in the first line."""
        self.heading.update(Text(self.plain(words)), layout=False)

    def say(self, words: str) -> None:
        """Say something to the person, in the place of what was said before."""
        is_short = max(len(words), self._said) <= self.size.width
        self._said = len(words)
        self.says.update(Text(self.plain(words)), layout=not is_short)

    def tell(self, words: str) -> None:
        """Add a line to what has happened."""
        self.told.write(Text(self.plain(words)), expand=True)

    def think(
        self,
        work: Callable[[], Found],
        then: Callable[[Found], None],
        failed: str = "That is not to be told: {}",
    ) -> None:
        """Work on what a person has asked about the game."""
        self.say("A moment ...")
        self.opinions.begin(work, then, lambda error: self.say(failed.format(error)))

    @contextmanager
    def refusals_said(self) -> Iterator[None]:
        """Say why something that is tried cannot be."""
        try:
            yield
        except ValueError as error:
            self.refused(str(error))

    refused = say

    # ---- keys ----

    def begins_move(self, sign: str) -> bool:
        """Return whether a sign is of a move rather than a command."""
        raise NotImplementedError

    def type(self, sign: str) -> None:
        """Take in a sign of a move; ValueError if no move goes on so."""
        raise NotImplementedError

    def play(self, move: str) -> None:
        """Make a move as it is written; ValueError if it cannot be made."""
        raise NotImplementedError

    def on_key(self, event: events.Key) -> None:
        """Do what a key does, or say that it does nothing."""
        event.stop()
        self.press(event.character if event.is_printable and event.character else event.key)

    def press(self, key: str) -> None:
        """Take in a sign, carry out a command, or say why neither is done."""
        key = {" ": "space"}.get(key, key)
        command = self.KEYS.get(key)
        asked, self._asked = self._asked, ""
        with self.refusals_said():
            if len(key) == 1 and self.begins_move(key):
                self.type(key)
            elif command is None:
                self.refused(f"{key} does nothing here; ? shows the keys.")
            elif command.asks and asked != key and self.is_at_stake():
                self._asked = key
                self.say(f"{command.asks} Press {key} again if that is meant.")
            else:
                command.do(self)

    def is_at_stake(self) -> bool:
        """Return whether something would be lost that a person may want to keep."""
        raise NotImplementedError

    def on_paste(self, event: events.Paste) -> None:
        """Take a move that was pasted; anything else is refused."""
        event.stop()
        text = event.text.strip()
        if not 0 < len(text) <= LONGEST_PASTE or not text.isprintable():
            self.say("What was pasted is no move.")
            return
        with self.refusals_said():
            self.play(text)

    def on_click(self) -> None:
        """Say that a click met nothing."""
        self.say("There is no pile; click a card or a place.")

    # ---- what is kept ----

    def keep(self, path: Path, text: str) -> None:
        """Write how the game stands on another thread, as a disk takes its time."""

        def work() -> None:
            before, self.unkept = self.unkept, ""
            try:
                keep(path, text)
            except OSError as error:
                self.unkept = error.strerror or str(error)
                words = f"The game could not be kept: {self.unkept}."
                self.call_later(self.say, words)
                if not before:
                    self.call_later(self.tell, words)

        self._writer.submit(work)

    # ---- commands of all games ----

    def show_keys(self) -> None:
        self.push_screen(HelpScreen(self.plain(self.HELP), self.KEYS))

    def action_leave(self) -> None:
        """Get up; the game is kept."""
        self.exit()

    def on_unmount(self) -> None:
        """Want to know nothing any more, and write what is still to be written."""
        self.opinions.forget()
        self._writer.shutdown()

    KEYS: ClassVar[Mapping[str, Command]] = {
        "?": Command("shows the keys", show_keys),
        "q": Command("leaves; the game is kept, and goes on another time", action_leave),
    }
