"""Patience app: games of patience at the table."""

from collections.abc import Mapping, Sequence
from typing import ClassVar

from rbcore.cards.ranges import count_text
from rbsim.sitting.kept_files import patience_file, take_up
from rbsim.sitting.patience_choices import Choice, between
from rbsim.sitting.seated_patience import SeatedPatience
from rbsim.terminal.board import Board, Marks
from rbsim.terminal.table_app import Command, TableApp

MOST_LISTED = 8  # moves that are named below the board
WORK, MEMORY = 300_000, 64  # positions of the solver, and MiB
VERDICTS = {
    "solvable": "From here the game can be won, by one who knows all cards",
    "unsolvable": "From here the game cannot be won",
    "undecided": "That is too hard to tell",
    "out of memory": "That takes more memory than there is to tell",
}


class PatienceApp(TableApp):
    """Deals of a game of patience, one after another; with `ascii` suits are letters."""

    FOOT = "? keys | Space stock | number Enter | u undo | i hint | v verdict | q leave"

    def __init__(self, game: SeatedPatience, *, ascii: bool = False) -> None:
        super().__init__(ascii=ascii)
        self.game = game
        self.number = ""  # of a move, as it is typed
        self.picked = ""  # the key of a pile
        self._first = 0  # of the moves that are named

    def on_mount(self) -> None:
        """Begin, or go on."""
        if self.game.made:
            self.tell(f"The game goes on after {count_text(len(self.game.made), 'moves')}.")
        self.go_on()

    def go_on(self, words: str = "") -> None:
        """Show how the game stands."""
        game = self.game
        choices = game.choices()
        numbers = list(between(choices, *filter(None, [self.picked])))
        lit = {key for i in numbers for key in choices[i].piles}
        cards = max((choices[i].cards for i in numbers if self.picked), default=1)
        self.board.draw(game.scene(), Marks(self.picked, cards, lit if self.picked else ()))
        self.head(f"{game.board.rules.name} · seed {game.seed}, game {game.number}")
        begun = [i for i in numbers if str(i + 1).startswith(self.number)]
        state = self._listed(choices, begun) if numbers else self._ending()
        self.say(" ".join(filter(None, [words, state, self.number and f"[{self.number}]"])))

    def _listed(self, choices: Sequence[Choice], numbers: Sequence[int]) -> str:
        """Moves with their numbers, some at a time."""
        if not numbers:
            return f"No move has a number that begins so; there are {len(choices)}."
        first = self._first if self._first < len(numbers) else 0
        listed = [f"{i + 1}) {choices[i].words}" for i in numbers[first : first + MOST_LISTED]]
        if others := len(numbers) - len(listed):
            listed.append(f"m names {count_text(others, 'others')}")
        return "; ".join(listed)

    def _ending(self) -> str:
        if self.game.board.won:
            return "The game has come out. n deals the next."
        if self.game.is_over:
            return f"No move is left; {count_text(self.game.board.left, 'cards')} remain. n deals."
        return "No move is left in this deal; e begins the next."

    # ---- moves ----

    def begins_move(self, sign: str) -> bool:
        """Moves are numbers."""
        return sign.isdecimal() and sign.isascii()

    def type(self, sign: str) -> None:
        """Take in a digit."""
        self.number = (self.number + sign)[-3:]
        self.go_on()

    def play(self, move: str) -> None:
        """Make the move of a number."""
        self.clear_marks()
        if not (move.isascii() and move.isdecimal()):
            raise ValueError("A move is the number that stands before it.")
        self._make(int(move) - 1)

    def _make(self, number: int) -> None:
        self.tell(self.game.move(number))
        self._changed()

    def _changed(self) -> None:
        """Keep the game, forget what was asked about it, and go on."""
        self.opinions.forget()
        self.keep(patience_file(self.game), "" if self.game.is_over else self.game.text())
        self.clear()

    def on_board_picked(self, message: Board.Picked) -> None:
        """Play what lies between this pile and the one picked before, or pick it."""
        choices, key = self.game.choices(), message.key
        here = list(between(choices, key))
        alone = [i for i in here if len(choices[i].piles) == 1]
        is_end = len(alone) < len(here)
        if len(alone) > 1:  # the moves of a row, of which the card says more
            alone = [i for i in alone if choices[i].cards == message.cards]
        if self.picked not in ("", key):
            meant = list(between(choices, self.picked, key))
        else:
            meant = alone if self.picked or not is_end else []
        if len(meant) == 1:
            self._make(meant[0])
        elif meant:
            self.say(self._listed(choices, meant))
        elif self.picked == key:
            self.clear()
        elif here:
            self.picked = key
            self.go_on()
        else:
            self.say("No move goes from there or to there.")

    # ---- commands; KEYS says what each does ----

    def clear_marks(self) -> None:
        """Let go of what is picked or typed."""
        self.number = self.picked = ""
        self._first = 0

    def clear(self) -> None:
        """The same, and show it."""
        self.clear_marks()
        self.go_on()

    def drop(self) -> None:
        self.number = self.number[:-1]
        self.go_on()

    def enter(self) -> None:
        if not self.number:
            raise ValueError("Type the number of a move first.")
        self.play(self.number)

    def more(self) -> None:
        self._first += MOST_LISTED
        if self._first >= len(self.game.choices()):
            self._first = 0
        self.go_on()

    def stock(self) -> None:
        number = next((i for i, one in enumerate(self.game.choices()) if one.deals), None)
        if number is None:
            raise ValueError("Nothing comes from the stock now.")
        self._make(number)

    def undo(self) -> None:
        self.game.undo()
        self.tell("Taken back.")
        self._changed()

    def hint(self) -> None:
        self.say(f"The adviser would: {self.game.advice() or 'make none of these moves'}.")

    def verdict(self) -> None:
        game = self.game
        self.say("A moment ...")
        self.opinions.begin(
            lambda: game.verdict(WORK, MEMORY),
            lambda found: self.say(
                f"{VERDICTS[found[0]]}; the solver looked at {count_text(found[1], 'positions')}."
            ),
            lambda error: self.say(f"{error}."),
        )

    def end_deal(self) -> None:
        self.game.next_deal()
        self.tell("The next deal.")
        self._changed()

    def deal_next(self) -> None:
        self.game = SeatedPatience(self.game.game, self.game.seed, self.game.number + 1)
        take_up(self.game)
        self.tell("Another game.")
        self._changed()

    def is_at_stake(self) -> bool:
        """Whether a game is going on."""
        return bool(self.game.made) and not self.game.is_over

    KEYS: ClassVar[Mapping[str, Command]] = {
        "space": Command("turns the stock, deals a row or the next card", stock),
        "enter": Command("plays the move whose number was typed", enter),
        "escape": Command("lets go of what is picked or typed", clear),
        "backspace": Command("takes the last digit back", drop),
        "m": Command("names more of the moves", more),
        "u": Command("takes the newest move back", undo),
        "i": Command("a hint: what the adviser would do", hint),
        "v": Command("the solver's verdict: whether the game can be won from here", verdict),
        "e": Command("ends this deal for the next one of the game", end_deal,
                     "What can still be played would be left."),
        "n": Command("another game; this one is kept", deal_next),
        "?": Command("shows the keys", TableApp.show_keys),
        "q": Command("leaves; the game is kept", TableApp.action_leave),
    }  # fmt: skip
