"""Screen: the common parts of the apps: the board, messages, keys, and threads."""

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

Answer = TypeVar("Answer")


class Thinking:
    """Work on threads, one piece at a time.

    A piece that is forgotten goes on unheard; its thread ends with the program.
    """

    def __init__(self, app: App[Any]) -> None:
        self._app = app
        self._current: object = None  # stands for the piece whose answer is awaited

    @property
    def is_busy(self) -> bool:
        """Whether an answer is awaited."""
        return self._current is not None

    def forget(self) -> None:
        """Await no answer any more."""
        self._current = None

    def begin(
        self,
        work: Callable[[], Answer],
        then: Callable[[Answer], None],
        failed: Callable[[Exception], None],
    ) -> None:
        """Begin a piece of work, and forget the one before.

        The app's own thread calls `then` with its answer, or `failed` with what it raised.
        """
        hand_over = self._expect()

        def run() -> None:
            try:
                answer = work()
            except Exception as error:
                self._app.call_later(hand_over, failed, error)
            else:
                self._app.call_later(hand_over, then, answer)

        Thread(target=run, daemon=True).start()

    def begin_later(self, seconds: float, step: Callable[[], None]) -> None:
        """Have the app's thread do a step after some seconds, unless it is forgotten by then."""
        # The app's own timers lose short times.
        loop = asyncio.get_running_loop()
        loop.call_later(max(seconds, 0.0), self._app.call_later, self._expect(), step)

    def _expect(self) -> Callable[..., None]:
        """Return a function that does a step unless it is forgotten by then."""
        token = object()
        self._current = token

        def hand_over(step: Callable[..., None], *answer: object) -> None:
            if token is self._current:
                self._current = None
                step(*answer)

        return hand_over


MIN_COLUMNS, MAX_COLUMNS = 60, 100  # of the board
WORD_LINES = 14  # lines that stay free for words
# Styles of rich, of cards that are picked, of places to which they may go, of the newest move.
PICKED, LIT, MOVED = "reverse", "bold underline on #6b5b00", "italic on #173a52"
RED, DIM = "#ff7b7b", "dim"
ASCII = str.maketrans("♣♦♥♠▸·…", "cdhs>..")


@dataclass(frozen=True)
class Marks:
    """The piles that are marked, by their keys.

    Attributes
    ----------
    picked : str
        The pile from which cards are picked; "" if there is none.
    cards : int
        How many cards are picked.
    lit : collection of str
        The piles to which they may go.
    moved : collection of str
        The piles between which the newest move went.
    """

    picked: str = ""
    cards: int = 1
    lit: Collection[str] = ()
    moved: Collection[str] = ()


class Board(Widget):
    """The widget that shows what lies on the table, as wide as there is room."""

    class Picked(Message):
        """A pile was clicked, at a card from which so many lie up to the top."""

        def __init__(self, key: str, cards: int) -> None:
            super().__init__()
            self.key = key
            self.cards = cards

    def __init__(self, *, ascii: bool) -> None:
        super().__init__(id="board")
        self._text_style = drawn.Style(ascii=ascii)
        self._scene: Scene | None = None
        self._marks = Marks()
        self._lines: list[list[Word]] = []
        self._strips: list[Strip] = []
        self._left = 0  # columns that stay free on the left

    def draw(self, scene: Scene, marks: Marks) -> None:
        """Show a scene with its marks."""
        self._scene = scene
        self._marks = marks
        self.lay_out()

    def on_resize(self) -> None:
        """Lay the lines out for the new width."""
        self.lay_out()

    def lay_out(self) -> None:
        """Lay the lines out, and redraw those that have changed."""
        if self._scene is None:
            return
        columns = self.app.size.width
        if columns < MIN_COLUMNS:  # some piles would be out of sight
            self._ask_for_columns(columns)
            return
        width = min(self.size.width, MAX_COLUMNS)
        self._left = max(0, (self.size.width - width) // 2)
        lines = text_words(self._scene, self._text_style, width)
        grows = any(pile.shape == "down" for pile in self._scene.piles)
        is_spaced = not grows and self.app.size.height >= 2 * len(lines) + WORD_LINES
        self._lines = []
        for line in lines:
            self._lines.append(line)
            if is_spaced:
                self._lines.append([])
        before = self._strips
        self._strips = [self._strip_of(line) for line in self._lines]
        if not len(before) == len(self._strips) == self.size.height:
            self.refresh(layout=True)
            return
        for y, (old, new) in enumerate(zip(before, self._strips, strict=True)):
            if old != new:
                self.refresh(Region(0, y, self.size.width, 1))

    def _ask_for_columns(self, columns: int) -> None:
        """Show in place of the cards that the terminal is too narrow."""
        words = f"The table needs {MIN_COLUMNS} columns; the terminal has {columns}. Make it wider."
        self._lines = []
        rows = wrap(words, max(columns, 1))
        self._strips = [Strip([Segment(row, self.rich_style)]) for row in rows]
        self.refresh(layout=True)

    def _strip_of(self, line: list[Word]) -> Strip:
        """Return a line as textual shows it."""
        default = self.rich_style
        segments = []
        end = -self._left
        for word in line:
            segments.append(Segment(" " * (word.column - end), default))
            segments.append(Segment(word.text, default + self._style_of(word)))
            end = word.column + word.size
        return Strip(segments).adjust_cell_length(self.size.width, default)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """Return how many lines there are, as textual asks."""
        return len(self._strips)

    def render_line(self, y: int) -> Strip:
        """Return a line, as textual asks."""
        return self._strips[y] if y < len(self._strips) else Strip.blank(self.size.width)

    def _style_of(self, word: Word) -> Style:
        """Return the style of a word by its colour and its marks."""
        marks = self._marks
        styles = []
        if not word.cards:
            styles.append(DIM)
        elif word.text[-1] in "♦♥dh":
            styles.append(RED)
        if word.key == marks.picked and 0 < word.cards <= marks.cards:
            styles.append(PICKED)
        elif word.key and word.key in marks.lit and word.cards <= 1:
            styles.append(LIT)
        elif word.key and word.key in marks.moved and word.cards <= 1:
            styles.append(MOVED)
        return Style.parse(" ".join(styles))

    def on_click(self, event: events.Click) -> None:
        """Tell the app which pile was clicked; a click beside all piles goes on to the app."""
        word = self.word_at(event.x - self._left, event.y)
        if word is not None:
            event.stop()
            self.post_message(self.Picked(word.key, max(word.cards, 1)))

    def word_at(self, column: int, line: int) -> Word | None:
        """Return the word of a pile at a place of the board; None if there is none."""
        if not 0 <= line < len(self._lines):
            return None
        for word in self._lines[line]:
            if word.key and word.column <= column < word.column + word.size:
                return word
        return None


MAX_PASTE = 12  # characters that may be a move
KEY_NAMES = {"space": "Space", "enter": "Enter", "escape": "Esc", "backspace": "Backspace"}


@dataclass(frozen=True)
class Command:
    """The effect of a key.

    Attributes
    ----------
    words : str
        Its text in the list of keys.
    do : callable
        Called with the app. An impossible action raises ValueError.
    asks : str
        If a game is at stake, this is shown, and the key has to be pressed again.
    """

    words: str
    do: Callable[[Any], None]
    asks: str = ""


class SeatedScreen(Screen[None], inherit_bindings=False):
    """The screen of a game; all keys are the app's."""

    def on_resize(self) -> None:
        """Lay the cards out for the new height, and show the newest lines of what has happened."""
        for board in self.query(Board):
            board.lay_out()
        for log in self.query(RichLog):
            log.scroll_end(animate=False)


class HelpScreen(ModalScreen[None]):
    """How the game is played, and what each key does; any key that does not scroll closes it."""

    CSS = """
    HelpScreen { align: center middle; }
    #help { width: 84; max-width: 100%; height: auto; max-height: 100%; padding: 1 2;
            background: #17221c; scrollbar-size: 0 0; }
    """

    def __init__(self, words: str, keys: Mapping[str, Command]) -> None:
        super().__init__()
        lines = [f"{KEY_NAMES.get(key, key):<10} {command.words}" for key, command in keys.items()]
        self._text = "\n".join(
            ["Up and Down scroll; any other key returns to the table.", "", words, "", *lines]
        )

    def compose(self) -> ComposeResult:
        """Yield the text, as textual asks."""
        yield VerticalScroll(Static(Text(self._text)), id="help")

    def on_key(self, event: events.Key) -> None:
        """Go back to the table, unless the key scrolls."""
        if event.key not in ("up", "down", "pageup", "pagedown"):
            event.stop()
            self.leave()

    def on_click(self, event: events.Click) -> None:
        """Go back to the table."""
        event.stop()
        self.leave()

    def leave(self) -> None:
        """Go back to the table; a key that comes while this goes on does nothing more."""
        if self.is_current:
            self.dismiss()


class SeatedApp(App[None]):
    """An app in which a person plays a game; a subclass has the game.

    An impossible action raises ValueError, whose message is shown.
    """

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
    #history { height: 1fr; min-height: 3; background: #17221c; scrollbar-size: 0 0; }
    #keys { height: 1; color: #a9b4ad; text-overflow: ellipsis; text-wrap: nowrap; }
    """
    FOOT = ""  # the keys that are needed most
    HELP = ""  # how the game is played

    def __init__(self, *, ascii: bool = False) -> None:
        if os.environ.get("NO_COLOR") == "":
            del os.environ["NO_COLOR"]  # an empty one means nothing (no-color.org)
        super().__init__()
        self.is_ascii = ascii
        self.heading: Static = Static(id="heading")
        self.board: Board = Board(ascii=ascii)
        self.says: Static = Static(id="says")
        self.history: RichLog = RichLog(id="history", wrap=True)
        self.opinions: Thinking = Thinking(self)
        self._writer = ThreadPoolExecutor(1)
        self._length = 0  # of the words that are shown, in characters
        self._key_to_confirm = ""  # the key that has to be pressed again
        self.unkept = ""  # why the newest state of the game could not be written

    def get_default_screen(self) -> Screen[None]:
        """Return the screen of the game, as textual asks."""
        return SeatedScreen(id="_default")

    def compose(self) -> ComposeResult:
        """Yield what stands on the screen, from above, as textual asks."""
        self.history.can_focus = False
        if self.is_ascii:
            self.heading.styles.text_overflow = "clip"  # an ellipsis is not in ASCII
        yield self.heading
        yield self.board
        yield self.says
        yield self.history
        yield Static(Text(self.plain(self.FOOT)), id="keys")

    def on_load(self) -> None:
        """Have the screen painted again after Ctrl-Z and fg."""
        self.app_resume_signal.subscribe(self, lambda _: self.refresh(layout=True))

    # ---- words ----

    def plain(self, words: str) -> str:
        """Return words in the letters that the terminal has."""
        return words.translate(ASCII) if self.is_ascii else words

    def head(self, words: str) -> None:
        """Show in the first line what is played."""
        self.heading.update(Text(self.plain(words)), layout=False)

    def say(self, words: str) -> None:
        """Say something to the person; it replaces the previous message."""
        is_short = max(len(words), self._length) <= self.size.width
        self._length = len(words)
        self.says.update(Text(self.plain(words)), layout=not is_short)

    def tell(self, words: str) -> None:
        """Add a line to what has happened."""
        self.history.write(Text(self.plain(words)), expand=True)

    def think(
        self,
        work: Callable[[], Answer],
        then: Callable[[Answer], None],
        failed: str = "There is no answer: {}",
    ) -> None:
        """Work on a question about the game; `failed` is the message if there is no answer."""
        self.say("A moment ...")
        self.opinions.begin(work, then, lambda error: self.say(failed.format(error)))

    @contextmanager
    def refusals_said(self) -> Iterator[None]:
        """Say why what is tried cannot be done, if it raises ValueError."""
        try:
            yield
        except ValueError as error:
            self.refused(str(error))

    refused = say

    # ---- keys ----

    def begins_move(self, sign: str) -> bool:
        """Return whether a character belongs to a move rather than being a command."""
        raise NotImplementedError

    def type(self, sign: str) -> None:
        """Take in a character of a move; raise ValueError if no move goes on so."""
        raise NotImplementedError

    def play(self, move: str) -> None:
        """Make a move as it is written; raise ValueError if it cannot be made."""
        raise NotImplementedError

    def on_key(self, event: events.Key) -> None:
        """Do what a key does, or say that it does nothing."""
        event.stop()
        self.press(event.character if event.is_printable and event.character else event.key)

    def press(self, key: str) -> None:
        """Take in a character of a move, carry out a command, or say why neither is done."""
        if key == " ":
            key = "space"
        command = self.KEYS.get(key)
        is_confirmed = key == self._key_to_confirm
        self._key_to_confirm = ""
        with self.refusals_said():
            if len(key) == 1 and self.begins_move(key):
                self.type(key)
            elif command is None:
                self.refused(f"{key} does nothing here; ? shows the keys.")
            elif command.asks and not is_confirmed and self.is_at_stake():
                self._key_to_confirm = key
                self.say(f"{command.asks} Press {key} again to confirm.")
            else:
                command.do(self)

    def is_at_stake(self) -> bool:
        """Return whether a command with `asks` would lose a game that the person may want."""
        raise NotImplementedError

    def on_paste(self, event: events.Paste) -> None:
        """Take a move that was pasted; anything else is refused."""
        event.stop()
        text = event.text.strip()
        if not 0 < len(text) <= MAX_PASTE or not text.isprintable():
            self.say("The pasted text is not a move.")
            return
        with self.refusals_said():
            self.play(text)

    def on_click(self) -> None:
        """Say that a click met nothing."""
        self.say("There is no pile here; click a card or a place.")

    # ---- the file of the game ----

    def keep(self, path: Path, text: str) -> None:
        """Write the game to its file on another thread, as disks are slow.

        If that fails, `unkept` says why, and the person sees it.
        """

        def work() -> None:
            before = self.unkept
            self.unkept = ""
            try:
                keep(path, text)
            except OSError as error:
                self.unkept = error.strerror or str(error)
                words = f"The game could not be saved: {self.unkept}."
                self.call_later(self.say, words)
                if not before:
                    self.call_later(self.tell, words)

        self._writer.submit(work)

    # ---- commands of all games ----

    def show_keys(self) -> None:
        """Show how the game is played and what each key does."""
        self.push_screen(HelpScreen(self.plain(self.HELP), self.KEYS))

    def action_leave(self) -> None:
        """Leave the table; the game stays in its file."""
        self.exit()

    def on_unmount(self) -> None:
        """Await no answers any more, and write what is still to be written."""
        self.opinions.forget()
        self._writer.shutdown()

    KEYS: ClassVar[Mapping[str, Command]] = {
        "?": Command("shows the keys", show_keys),
        "q": Command("leaves; the game is saved, and can be continued later", action_leave),
    }
