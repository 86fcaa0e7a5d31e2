"""Table app: what all games at a table share: the board, the words below it, and keys."""

from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

from rich.text import Text
from textual import events
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.screen import ModalScreen, Screen
from textual.widgets import RichLog, Static

from rbsim.sitting.kept_files import keep
from rbsim.terminal.board import ASCII, Board
from rbsim.terminal.thinking import Thinking

LONGEST_PASTE = 12  # signs that may be a move
NAMES = {"space": "Space", "enter": "Enter", "escape": "Esc", "backspace": "Backspace"}
MOVING = (
    "A move is typed as notation writes it, r>3 or 7>W; > may be left out, and so may large "
    "letters. With the mouse, click a card and then its place; click the hand to turn a card, and "
    "the waste to lay it down."
)


@dataclass(frozen=True)
class Command:
    """What a key does. What cannot be taken back is asked about, in a word of `asks`, first."""

    words: str  # in the list of keys
    do: Callable[[Any], None]
    asks: str = ""


class Table(Screen[None], inherit_bindings=False):
    """The one screen; all keys are the app's."""

    def on_resize(self) -> None:
        """Lay the cards out anew, as the terminal's height counts too."""
        for board in self.query(Board):
            board.lay_out()


class HelpScreen(ModalScreen[None]):
    """What each key does; any key closes it."""

    CSS = """
    HelpScreen { align: center middle; }
    #help { width: 84; max-width: 100%; height: auto; max-height: 100%; padding: 1 2;
            background: #17221c; scrollbar-size: 0 0; }
    """

    def __init__(self, keys: Mapping[str, str]) -> None:
        super().__init__()
        self._keys = keys

    def compose(self) -> ComposeResult:
        """Lay out the list."""
        lines = [f"{NAMES.get(key, key):<10} {words}" for key, words in self._keys.items()]
        text = Text(f"{MOVING}\n\n" + "\n".join(lines) + "\n\nAny key goes back to the table.")
        yield VerticalScroll(Static(text), id="help")

    def on_key(self, event: events.Key) -> None:
        """Close."""
        event.stop()
        self.dismiss()

    def on_click(self) -> None:
        """Close."""
        self.dismiss()


class TableApp(App[None]):
    """A game at a table, of which a kind is a subclass: it shows the board and takes moves.

    A refusal is a ValueError, whose sentence is shown.
    """

    ENABLE_COMMAND_PALETTE = False
    ALLOW_SELECT = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+c", "leave", show=False, priority=True),
        Binding("ctrl+q", "leave", show=False, priority=True),
    ]
    CSS = """
    Screen { background: #1d2a23; color: #e9ede9; scrollbar-size: 0 0; }
    #heading { text-style: bold; height: 1; text-overflow: ellipsis; text-wrap: nowrap; }
    #board { height: auto; margin: 1 0; }
    #says { height: auto; min-height: 2; }
    #told { height: 1fr; min-height: 3; background: #17221c; scrollbar-size: 0 0; }
    #keys { height: 1; color: #a9b4ad; text-overflow: ellipsis; text-wrap: nowrap; }
    """
    KEYS: ClassVar[Mapping[str, Command]] = {}
    FOOT = ""  # the keys that one needs most

    def __init__(self, *, ascii: bool = False) -> None:
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

    def get_default_screen(self) -> Screen[None]:
        """Return the table."""
        return Table(id="_default")

    def compose(self) -> ComposeResult:
        """Lay the widgets out, from above."""
        self.told.can_focus = False
        yield self.heading
        yield self.board
        yield self.says
        yield self.told
        yield Static(Text(self.plain(self.FOOT)), id="keys")

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

    @contextmanager
    def refusals_said(self) -> Iterator[None]:
        """Say why something that is tried cannot be."""
        try:
            yield
        except ValueError as error:
            self.say(str(error))

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
                self.say(f"{key} does nothing here; ? shows the keys.")
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

    def on_board_missed(self) -> None:
        """Say that a click met nothing."""
        self.say("There is no pile; click a card or a place.")

    # ---- what is kept ----

    def keep(self, path: Path, text: str) -> None:
        """Write how the game stands on another thread, as a disk takes its time."""

        def work() -> None:
            try:
                keep(path, text)
            except OSError as error:
                self.call_later(self.say, f"The game could not be kept: {error}.")

        self._writer.submit(work)

    # ---- commands of all games ----

    def show_keys(self) -> None:
        """Show the list of keys."""
        self.push_screen(HelpScreen({key: one.words for key, one in self.KEYS.items()}))

    def action_leave(self) -> None:
        """Get up; the game is kept."""
        self.exit()

    def on_unmount(self) -> None:
        """Want to know nothing any more, and write what is still to be written."""
        self.opinions.forget()
        self._writer.shutdown()
