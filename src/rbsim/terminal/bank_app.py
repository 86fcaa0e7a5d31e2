"""Bank app: games of Russian Bank at the table."""

import time
from collections.abc import Callable, Mapping
from typing import ClassVar

import rbcore
from rbcore.cards.ranges import count_text
from rbcore.drawing.scene import Scene
from rbsim.games.replay import CALLED
from rbsim.opinions.opinion import Opinion, analyse, odds
from rbsim.opinions.opinion_text import rate_text
from rbsim.sitting.draft import Draft
from rbsim.sitting.piles import source_key
from rbsim.sitting.seated_game import Made, Reply, SeatedGame
from rbsim.sitting.series import Series
from rbsim.figures import Figure
from rbsim.terminal.board import Board, Marks
from rbsim.terminal.table_app import Command, TableApp
from rbsim.terminal.thinking import Found, Thinking

PLAYOUTS = 4_000  # of an opinion
TOLD_AGAIN = 8  # entries of a game that goes on
PACES = (0.0, 0.3, 0.8, 1.5, 3.0)  # seconds that a move of an opponent is shown


class BankApp(TableApp):
    """Games of a person against compiled players, one after another.

    `pace` are the seconds between two moves of opponents; with `ascii` suits are letters.
    """

    FOOT = "? keys | Space turn | Enter waste | s Stop! | u undo | i hint | o odds | q leave"

    def __init__(self, series: Series, *, pace: float = 0.8, ascii: bool = False) -> None:
        super().__init__(ascii=ascii)
        self.series = series
        self.pace = pace
        self.draft = self._new_draft()
        self._replies = Thinking(self)
        self._shown_at = 0.0  # when the newest move was shown
        self._told = 0  # entries of the record that have been told

    @property
    def game(self) -> SeatedGame:
        """What is played."""
        return self.series.game

    def _new_draft(self) -> Draft:
        return Draft(self.game.game.rules, self.game.seat)

    def on_mount(self) -> None:
        """Begin, or go on."""
        if self.game.made:
            moves = count_text(len(self.game.made), "moves")
            self.tell(f"The game goes on after {moves}, the last of them:")
            self._told = max(0, len(self.game.made) - TOLD_AGAIN)
        self.go_on("You sit below; ? shows the keys.")

    # ---- what is shown ----

    def go_on(self, words: str = "") -> None:
        """Show how the game stands, and have an opponent think if it is its turn."""
        game = self.game
        for one in game.made[self._told :]:
            self.tell(one.words)
        self._told = len(game.made)
        self._shown_at = time.monotonic()
        self.show_board()
        self.say(" ".join(filter(None, [words, self._state()])))
        if not game.is_over and not game.is_own_turn and not self._replies.is_busy:
            reply = game.reply()
            self._replies.begin(reply.think, self._wait, self._failed)

    def show_board(self) -> None:
        """Show the cards, with what is picked and where it may go."""
        game, source = self.game, self.draft.source
        picked = source_key(source, game.seat) if source else ""
        count = int(source.partition("*")[2] or 1)
        scene = game.scene()
        lit = game.places(source, scene) if source else ()
        self.board.draw(scene, Marks(picked, count, lit, _moved(game.last, scene)))
        self.head(self._heading())

    def _heading(self) -> str:
        begun = self.game.begun
        parts = [rbcore.variant_text(begun.rules)]
        if begun.seed is not None:
            parts.append(f"seed {begun.seed}, game {begun.game}")
        seats = range(begun.rules.seats)
        parts += [f"seat {seat} {self.series.name_of(seat)}" for seat in seats]
        if (points := self.series.match_points) is not None:
            parts.append(f"match {':'.join(map(str, points))} of {begun.rules.target}")
        return " · ".join(parts)

    def _state(self) -> str:
        """What the person may do now."""
        game = self.game
        if game.is_over:
            return self._ending()
        if game.game.stopped is not None and game.is_own_turn:
            return f"Stop! One of these moves is made now: {', '.join(game.game.moves())}."
        if self.draft.text:
            return self._draft_words()
        if game.is_own_turn:
            return "It is your turn."
        return f"Seat {game.game.seat} is to move."

    def _draft_words(self) -> str:
        """What is picked, and where it may go."""
        text, source = self.draft.text, self.draft.source
        moves = [move for move in self.game.game.moves() if move.startswith(f"{source}>")]
        if source and not moves:
            return f"{text} has no legal place."
        return f"{text} ... {', '.join(move.partition('>')[2] for move in moves)}"

    def _ending(self) -> str:
        """How the game ended, and what may follow."""
        game, name = self.game, self.series.name_of
        how = "resigned" if game.has_resigned else game.game.outcome
        if game.game.winner is not None:
            how = f"won by {name(game.game.winner)}"
        points = ", ".join(f"{name(seat)} {more}" for seat, more in enumerate(game.points()))
        winner = self.series.match_winner
        after = "n deals the next game" if winner is None else f"The match goes to {name(winner)}"
        return f"The game is over: {how}. Points: {points}. {after}."

    # ---- the person's moves ----

    def begins_move(self, sign: str) -> bool:
        """Signs go to the draft as long as they continue it."""
        return self.draft.takes(sign)

    def type(self, sign: str) -> None:
        """Take in a sign of a move."""
        self._check_turn()
        self._take(self.draft.type(sign))

    def on_board_picked(self, message: Board.Picked) -> None:
        """Take in a pile that was clicked."""
        with self.refusals_said():
            self._check_turn()
            self._take(self.draft.pick(message.key, message.cards))

    def _check_goes_on(self) -> None:
        if self.game.is_over:
            raise ValueError(self._ending())

    def _check_turn(self) -> None:
        self._check_goes_on()
        if not self.game.is_own_turn:
            raise ValueError(f"It is the turn of seat {self.game.game.seat}.")

    def _take(self, move: str | None) -> None:
        """Play a move if it is whole; else show what it may become."""
        if move is not None:
            self.play(move)
            return
        self.show_board()
        self.say(self._state())

    def play(self, move: str) -> None:
        """Make a move of the person."""
        self.draft.clear()
        try:
            self.game.attempt(move)
        except ValueError:
            self.show_board()
            raise
        self._changed()

    def _changed(self, words: str = "") -> None:
        """Forget what was thought about the game, and go on."""
        self.opinions.forget()
        self._advance(words)

    def _advance(self, words: str = "") -> None:
        """Keep the game, and go on after a move of whomever."""
        self._replies.forget()
        self.draft.clear()
        self.keep(self.series.path, self.series.text())
        self.go_on(words)

    # ---- an opponent's moves ----

    def _wait(self, reply: Reply) -> None:
        """Make an opponent's move when the one before has been shown long enough."""
        left = self.pace - (time.monotonic() - self._shown_at)
        self._replies.begin_later(left, lambda: self._answer(reply))

    def _answer(self, reply: Reply) -> None:
        self.game.take(reply)
        self._advance()

    def _failed(self, error: Exception) -> None:
        self.say(f"The opponent cannot go on: {error}")

    # ---- commands; KEYS says what each does ----

    def turn(self) -> None:
        self._check_turn()
        self.play("turn")

    def end_turn(self) -> None:
        self._check_turn()
        self.play("waste" if self.game.game.turned else "pass")

    def clear(self) -> None:
        self.draft.clear()
        self._take(None)

    def drop(self) -> None:
        self.draft.drop()
        self._take(None)

    def call_stop(self) -> None:
        verdict = self.game.call_stop()
        if verdict:
            self._told -= 1  # the entry is another now
            self._changed("Stop!")
        else:
            self._changed("Stop! The move was legal, so nothing follows.")

    def undo(self) -> None:
        taken = self.game.undo()
        self._told = len(self.game.made)
        self.tell(f"Taken back: {taken}.")
        self._changed()

    def hint(self) -> None:
        self._ask(
            lambda found: f"{found.best.line} is best, {_rate(found.best.rate)}. {_reason(found)}"
        )

    def odds(self) -> None:
        """Show how likely a win is; in another's turn that is told, as the game goes on."""
        game, seat, count = self.game.game.clone(), self.game.seat, len(self.game.made)
        self._check_goes_on()
        if self.game.is_own_turn:
            self._ask(lambda found: f"You win {_rate(found.best.rate)}, if all play well.")
            return
        self._think(
            lambda: odds(game, seat, PLAYOUTS),
            lambda rate: self.tell(
                f"After {count_text(count, 'moves')} you win {_rate(rate)}, if all play well."
            ),
        )

    def _ask(self, words: Callable[[Opinion], str]) -> None:
        """Ask what the person's lines are worth."""
        self._check_turn()
        game = self.game.game.clone()
        self._think(lambda: analyse(game, games=PLAYOUTS), lambda found: self.say(words(found)))

    def _think(self, work: Callable[[], Found], then: Callable[[Found], None]) -> None:
        """Work out something that was asked."""
        self.say("A moment ...")
        self.opinions.begin(work, then, lambda error: self.say(f"That is not to be told: {error}"))

    def resign(self) -> None:
        self._check_goes_on()
        self.game.resign()
        self.tell("You resign.")
        self._changed()

    def deal_next(self) -> None:
        self.series.deal_next()
        self._begin("A new deal.")

    def change_seats(self) -> None:
        self.series.change_seats()
        self._begin(f"The same deal; you are seat {self.game.seat} now.")

    def _begin(self, words: str) -> None:
        self.draft = self._new_draft()
        self._told = 0
        self.tell(words)
        self._changed(words)

    def slower(self) -> None:
        self._set_pace(min((one for one in PACES if one > self.pace), default=PACES[-1]))

    def faster(self) -> None:
        self._set_pace(max((one for one in PACES if one < self.pace), default=0.0))

    def _set_pace(self, pace: float) -> None:
        self.pace = pace
        self.say(f"Moves of opponents are shown for {pace:g} s.")

    def is_at_stake(self) -> bool:
        """Whether a game is going on that the person has moved in, or that is of a match."""
        counts = self.game.has_moved or self.game.begun.match is not None
        return counts and not self.game.is_over

    def on_unmount(self) -> None:
        """Leave an opponent that thinks alone with it."""
        self._replies.forget()
        super().on_unmount()

    KEYS: ClassVar[Mapping[str, Command]] = {
        "space": Command("turns a card up", turn),
        "enter": Command("lays the turned-up card on the waste, or passes", end_turn),
        "escape": Command("lets go of what is picked", clear),
        "backspace": Command("takes the last sign back", drop),
        "s": Command("Stop! at the move that an opponent has just made", call_stop),
        "u": Command("takes your newest move back; the record says so", undo),
        "i": Command("a hint: what is best, found by playouts", hint),
        "o": Command("odds: how often you win from here, in anybody's turn", odds),
        "g": Command("resigns the game", resign, "The game would be lost."),
        "n": Command("a new deal", deal_next, "This game would be left as it is."),
        "x": Command("the same deal from the next seat", change_seats,
                     "This game would be left as it is."),
        "+": Command("shows moves of opponents for longer", slower),
        "-": Command("shows them for a shorter time", faster),
        "?": Command("shows the keys", TableApp.show_keys),
        "q": Command("leaves; the game is kept, and goes on another time", TableApp.action_leave),
    }  # fmt: skip


def _moved(last: Made | None, scene: Scene) -> list[str]:
    """The piles between which the newest move went."""
    if last is None or last.entry.endswith(CALLED):
        return []
    if last.place != "F":
        return [last.source, last.place]
    founded = [pile for pile in scene.piles if pile.key[0] == "F"]
    return [last.source, *(one.key for one in founded if one.cards[-1:] == (last.card,))]


def _rate(rate: Figure) -> str:
    return f"{rate_text(rate)} of {rate.games:,} playouts"


def _reason(found: Opinion) -> str:
    same = found.own == found.best.line
    player = found.players[found.seat]
    return f"{player} would play {'the same' if same else found.own}."
