"""Help screen: the list of keys."""

from collections.abc import Mapping

from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Static

NAMES = {"space": "Space", "enter": "Enter", "escape": "Esc", "backspace": "Backspace"}
MOVING = (
    "A move is typed as notation writes it, r>3 or 7>W; > may be left out, and so may large "
    "letters. With the mouse, click a card and then its place; click the hand to turn a card, and "
    "the waste to lay it down."
)


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
