"""Apps: games of Russian Bank and of patience at a table, their keys and what is said."""

import time
from collections.abc import Callable, Mapping, Sequence
from typing import ClassVar

import rbcore
from rbcore.cards.ranges import count_text
from rbcore.drawing.scene import Scene
from rbcore.drawing.text import COUNTS
from rbpatience.solving.solver import solve_board
from rbsim.estimates.figures import Figure
from rbsim.games.opinion import PLAYER, Line, Opinion, analyse, odds
from rbsim.games.transcript import CALLED, move_text
from rbsim.table.screen import Board, Command, Marks, TableApp, Thinking
from rbsim.table.seated_game import Draft, Made, Reply, SeatedGame, source_key
from rbsim.table.seated_patience import Choice, SeatedPatience, between
from rbsim.table.series import LEVELS, Series, patience_file, take_up, variant_of

PLAYOUTS = 4_000  # of an opinion
TOLD_AGAIN = 8  # entries of a game that goes on
NOT_TURNED = "No card is turned up: Space turns one, Enter lays it on the waste."
CANNOT = (rbcore.Verdict.MISFIT, rbcore.Verdict.UNAVAILABLE)  # verdicts that say less than others
PACES = (0.0, 0.3, 0.8, 1.5, 3.0)  # seconds that a move of an opponent is shown


class BankApp(TableApp):
    """Games of a person against compiled players, each move shown for `pace` seconds."""

    FOOT = "? keys | Space turn | Enter waste | s Stop! | u undo | i hint | o odds | q leave"
    HELP = (
        "A move is its source and its place, r>3 or 7>W, in short r3 or 7w: r is the reserve, h "
        "the card turned up, w the waste, 1 a house; F a foundation, R and W an opponent's piles. "
        f"With the mouse, click a card and its place, or the hand. {COUNTS} Rules: docs/rules.md."
    )

    def __init__(self, series: Series, *, pace: float = 0.8, ascii: bool = False) -> None:
        super().__init__(ascii=ascii)
        self.series = series
        self.pace = pace
        self.draft = Draft(self.game.game.rules, self.game.seat)
        self._replies = Thinking(self)
        self._shown_at = 0.0  # when the newest move was shown
        self._told = 0  # entries of the record that have been told

    @property
    def game(self) -> SeatedGame:
        return self.series.game

    def on_mount(self) -> None:
        if self.game.made:
            moves = count_text(self.game.game.ply, "moves")
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
            self._replies.begin(
                reply.think, self._wait, lambda e: self.say(f"The opponent cannot go on: {e}")
            )

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
        parts = [variant_of(begun)]
        if begun.seed is not None:
            parts.append(f"seed {begun.seed}, game {begun.game}")
        for seat, name in enumerate(map(self.series.name_of, range(begun.rules.seats))):
            parts.append(f"seat {seat} {name}" + (f" ({LEVELS[name]})" if name in LEVELS else ""))
        if (points := self.series.match_points) is not None:
            parts.append(f"match {':'.join(map(str, points))} of {begun.rules.target}")
        return " · ".join(parts)

    def _state(self) -> str:
        game = self.game
        if game.is_over:
            return self._ending()
        if game.game.stopped is not None and game.is_own_turn:
            return f"Stop! Make one of these moves: {', '.join(game.game.moves())}."
        if self.draft.text:
            return self._draft_words()
        return "It is your turn." if game.is_own_turn else f"Seat {game.game.seat} is to move."

    def _draft_words(self) -> str:
        """What is picked, and where it may go."""
        text, source, game = self.draft.text, self.draft.source, self.game.game
        moves = [move for move in game.moves() if move.startswith(f"{source}>")]
        if source == "h" and not game.turned:
            return NOT_TURNED
        if source and not moves:
            why = min(map(game.judge, self.draft.goes_on()), key=lambda one: (one in CANNOT, one))
            return f"{text} has no legal place. {why.words}"
        return f"{text} ... {', '.join(move.partition('>')[2] for move in moves)}"

    def _ending(self) -> str:
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
        return self.draft.after(sign) is not None

    def type(self, sign: str) -> None:
        self.game.check_turn()
        self._take(self.draft.type(sign))

    def on_board_picked(self, message: Board.Picked) -> None:
        """Take in a pile that was clicked."""
        with self.refusals_said():
            self.game.check_turn()
            self._take(self.draft.pick(message.key, message.cards))

    def _take(self, move: str | None) -> None:
        """Play a move if it is whole; else show what it may become."""
        if move is not None:
            self.play(move)
        else:
            self.show_board()
            self.say(self._state())

    def refused(self, words: str) -> None:
        self.draft.clear()  # so that nobody forgets what is picked
        self.show_board()
        self.say(words)

    def play(self, move: str) -> None:
        self.draft.clear()
        self.show_board()
        self.game.attempt(move)
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

    # ---- commands; KEYS says what each does ----

    def end_turn(self) -> None:
        self.game.check_turn()
        game = self.game.game
        if not game.turned and game.judge("pass") is rbcore.Verdict.UNAVAILABLE:
            raise ValueError(NOT_TURNED)
        self.play("waste" if game.turned else "pass")

    def clear(self) -> None:
        self.draft.clear()
        self._take(None)

    def drop(self) -> None:
        self.draft.text = self.draft.text[:-1]
        self._take(None)

    def call_stop(self) -> None:
        was_legal = not self.game.call_stop()
        self._told -= not was_legal  # the entry is another now
        self._changed("Stop!" + " The move was legal, so nothing follows." * was_legal)

    def undo(self) -> None:
        was_over, taken = self.game.is_over, self.game.undo()
        self._told = len(self.game.made)
        self.tell(f"Taken back: {taken}.")
        self._changed("The game, which was over, goes on." * was_over)

    def hint(self) -> None:
        def words(found: Opinion) -> str:
            best, own = (_line_words(self.game.game, one) for one in (found.best.line, found.own))
            own = "the same" if own == best else own
            return f"{best} is best, {_rate(found.best.rate)}, which would play {own}."

        self._ask(words)

    def odds(self) -> None:
        """Show how likely a win is; in another's turn that is told, as the game goes on."""
        game, seat = self.game.game.clone(), self.game.seat
        self.game.check_goes_on()
        if self.game.is_own_turn:
            self._ask(lambda found: f"You win {_rate(found.best.rate)}.")
            return
        self.think(
            lambda: odds(game, seat, PLAYOUTS),
            lambda rate: self.tell(f"After {count_text(game.ply, 'moves')} you win {_rate(rate)}."),
        )

    def _ask(self, words: Callable[[Opinion], str]) -> None:
        """Ask what the person's lines are worth."""
        self.game.check_turn()
        game = self.game.game.clone()
        self.think(lambda: analyse(game, games=PLAYOUTS), lambda found: self.say(words(found)))

    def resign(self) -> None:
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
        self.draft = Draft(self.game.game.rules, self.game.seat)
        self._told = 0
        self.told.clear()
        self.tell(words)
        self._changed(words)

    def change_pace(self, step: int) -> None:
        paces = [one for one in PACES if (one - self.pace) * step > 0]
        self.pace = paces[min(step, 0)] if paces else self.pace
        self.say(f"Moves of opponents are shown for {self.pace:g} s.")

    def is_at_stake(self) -> bool:
        """Whether a game is going on that the person has moved in, or that is of a match."""
        counts = self.game.has_moved or self.game.begun.match is not None
        return counts and not self.game.is_over

    def on_unmount(self) -> None:
        """Leave an opponent that thinks alone with it."""
        self._replies.forget()

    KEYS: ClassVar[Mapping[str, Command]] = {
        "space": Command("turns a card up", lambda app: app.play("turn")),
        "enter": Command("lays the turned-up card on the waste, or passes", end_turn),
        "escape": Command("lets go of what is picked", clear),
        "backspace": Command("takes the last sign back", drop),
        "s": Command("Stop! at the move that an opponent has just made", call_stop),
        "u": Command("takes your newest move back; the record says so", undo),
        "i": Command("a hint: what is best, found by playouts", hint),
        "o": Command("odds: how often you win from here, in anybody's turn", odds),
        "g": Command("resigns the game", resign, "The game would be lost."),
        "n": Command("a new deal", deal_next, "This game would be left as it is."),
        "x": Command(
            "the same deal from the next seat", change_seats, "This game would be left as it is."
        ),
        "+": Command("shows moves of opponents for longer", lambda app: app.change_pace(1)),
        "-": Command("shows them for a shorter time", lambda app: app.change_pace(-1)),
        **TableApp.KEYS,
    }


def _moved(last: Made | None, scene: Scene) -> list[str]:
    """The piles between which the newest move went."""
    if last is None or last.entry.endswith(CALLED):
        return []
    if last.place != "F":
        return [last.source, last.place]
    founded = [pile for pile in scene.piles if pile.key[0] == "F"]
    return [last.source, *(one.key for one in founded if one.cards[-1:] == (last.card,))]


def _line_words(game: rbcore.Game, line: Line) -> str:
    """The moves of a line behind the cards that they move."""
    game, said = game.clone(), []
    for move in line.moves:
        said.append(move_text(game, move))
        game.apply(move)
    return ", ".join(said)


def _rate(rate: Figure) -> str:
    return f"{rate.text} of {rate.n:,} playouts by {PLAYER}"


MAX_LISTED = 8  # moves that are named below the board
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
    HELP = (
        "Moves have numbers: type one, and Enter plays it. With the mouse, click a card and then "
        "its place, or the stock. Piles of a name count from the left, row by row; round a clock "
        f"from its top. {COUNTS} Rules: docs/patience."
    )

    def __init__(self, game: SeatedPatience, *, ascii: bool = False) -> None:
        super().__init__(ascii=ascii)
        self.game = game
        self.number = ""  # of a move, as it is typed
        self.picked = ""  # the key of a pile
        self._first = 0  # of the moves that are named

    def on_mount(self) -> None:
        if self.game.made:
            self.tell(f"The game goes on after {count_text(len(self.game.made), 'moves')}.")
        self.go_on()

    def go_on(self, words: str = "") -> None:
        game = self.game
        choices = game.choices()
        numbers = between(choices, *filter(None, [self.picked]))
        lit = {key for i in numbers for key in choices[i].piles}
        cards = max((choices[i].cards for i in numbers if self.picked), default=1)
        self.board.draw(game.scene(), Marks(self.picked, cards, lit if self.picked else ()))
        self.head(f"{game.form.text} · seed {game.seed}, game {game.number}")
        begun = [i for i in numbers if str(i + 1).startswith(self.number)]
        state = self._listed(choices, begun) if numbers else self._ending()
        self.say(" ".join(filter(None, [words, state, self.number and f"[{self.number}]"])))

    refused = go_on

    def _listed(self, choices: Sequence[Choice], numbers: Sequence[int]) -> str:
        """Moves with their numbers, some at a time."""
        if not numbers:
            return f"No move's number begins so. {self._listed(choices, range(len(choices)))}"
        first = self._first if self._first < len(numbers) else 0
        listed = [f"{i + 1}) {choices[i].words}" for i in numbers[first : first + MAX_LISTED]]
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
        return sign.isdecimal() and sign.isascii()

    def type(self, sign: str) -> None:
        self.number = (self.number + sign)[-3:]
        self.go_on()

    def play(self, move: str) -> None:
        self.clear_marks()
        if not (move.isascii() and move.isdecimal()):
            raise ValueError("Type the number that stands before a move.")
        self._make(int(move) - 1)

    def _make(self, number: int) -> None:
        self.tell(self.game.move(number))
        self._changed()

    def _changed(self) -> None:
        """Keep the game, forget what was asked about it, and go on."""
        self.opinions.forget()
        self.keep(patience_file(self.game), self.kept_text())
        self.clear()

    def kept_text(self) -> str:
        """Return what is kept of the game, which is nothing once it is over."""
        return "" if self.game.is_over or not self.game.made else self.game.text()

    def on_board_picked(self, message: Board.Picked) -> None:
        """Play what lies between this pile and the one picked before, or pick it."""
        choices, key = self.game.choices(), message.key
        here = between(choices, key)
        alone = [i for i in here if len(choices[i].piles) == 1]
        is_end = len(alone) < len(here)
        if len(alone) > 1:  # the moves of a row, of which the card says more
            alone = [i for i in alone if choices[i].cards == message.cards]
        if self.picked not in ("", key):
            meant = between(choices, self.picked, key)
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
        self.clear_marks()
        self.go_on()

    def drop(self) -> None:
        self.number = self.number[:-1]
        self.go_on()

    def more(self) -> None:
        self._first += MAX_LISTED
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
        self.go_on(f"The adviser would: {self.game.advice() or 'make none of these moves'}.")

    def verdict(self) -> None:
        board = self.game.board.clone()
        self.think(
            lambda: solve_board(board, WORK, MEMORY),
            lambda found: self.go_on(
                f"{VERDICTS[found[0]]}; the solver looked at {count_text(found[1], 'positions')}."
            ),
            "{}.",
        )

    def end_deal(self) -> None:
        self.game.next_deal()
        self.tell("The next deal.")
        self._changed()

    def deal_next(self) -> None:
        game = SeatedPatience(self.game.game, self.game.seed, self.game.number + 1)
        take_up(game)
        self.game = game
        self.told.clear()
        self.tell("Another game.")
        self._changed()

    def is_at_stake(self) -> bool:
        return bool(self.game.made) and not self.game.is_over

    KEYS: ClassVar[Mapping[str, Command]] = {
        "space": Command("turns the stock, deals a row or the next card", stock),
        "enter": Command("plays the move whose number was typed", lambda app: app.play(app.number)),
        "escape": Command("lets go of what is picked or typed", clear),
        "backspace": Command("takes the last digit back", drop),
        "m": Command("names more of the moves", more),
        "u": Command("takes the newest move back", undo),
        "i": Command("a hint: what the adviser would do", hint),
        "v": Command("the solver's verdict: whether the game can be won from here", verdict),
        "e": Command(
            "ends this deal for the next one of the game",
            end_deal,
            "What can still be played would be left.",
        ),
        "n": Command("another game; this one is kept", deal_next),
        **TableApp.KEYS,
    }
