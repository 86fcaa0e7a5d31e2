"""Apps: Russian Bank and patience in a terminal, with their keys and messages."""

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
from rbsim.games.transcript import move_text, parted
from rbsim.table.screen import Board, Command, Marks, SeatedApp, Thinking
from rbsim.table.seated_game import Draft, Entry, Reply, SeatedGame, source_key
from rbsim.table.seated_patience import Choice, SeatedPatience, between
from rbsim.table.series import LEVELS, Series, patience_file, take_up, variant_of

PLAYOUTS = 4_000  # of an opinion
TOLD_AGAIN = 8  # newest entries that are listed again when a game continues
NOT_TURNED = "No card is turned up: Space turns one, Enter lays it on the waste."
PACES = (0.0, 0.3, 0.8, 1.5, 3.0)  # seconds for which an opponent's move is shown


class BankApp(SeatedApp):
    """Games of a person against compiled players, each move shown for `pace` seconds."""

    FOOT = "? keys | Space turn | Enter waste | s Stop! | u undo | i hint | o odds | q leave"
    HELP = (
        "Type a move as its source and its place, r>3 or 7>W, or shorter r3 or 7w: r is the "
        "reserve, h the card turned up, w the waste, 1 a house, F a foundation; R and W are an "
        "opponent's piles. With Stop! (--watch) you can name any pile: H is an opponent's hand, "
        "and 4>w goes to your waste. With the mouse, click a card and its place, or the hand. "
        f"{COUNTS} Rules: docs/rules.md."
    )

    def __init__(self, series: Series, *, pace: float = 0.8, ascii: bool = False) -> None:
        super().__init__(ascii=ascii)
        self.series = series
        self.pace: float = pace
        self.draft: Draft = self._new_draft()
        self._replies = Thinking(self)
        self._shown_at = 0.0  # when the newest move was shown
        self._told_count = 0  # how many entries of the record have been told

    @property
    def game(self) -> SeatedGame:
        """The game that is played."""
        return self.series.game

    def _new_draft(self) -> Draft:
        """Return an empty draft of the person's moves in this game."""
        game = self.game.game
        return Draft(game.rules, self.game.seat, offends=game.attention is not None)

    def on_mount(self) -> None:
        """Show the game; if it continues, list the newest moves again."""
        if self.game.record:
            moves = count_text(self.game.game.ply, "moves")
            self.tell(f"The game continues after {moves}, the last of them:")
            self._told_count = max(0, len(self.game.record) - TOLD_AGAIN)
        self.go_on("You sit below; ? shows the keys.")

    # ---- what is shown ----

    def go_on(self, words: str = "") -> None:
        """Show the state of the game, and let an opponent choose a move if it is its turn.

        The message shows the words first, then the state.
        """
        game = self.game
        for entry in game.record[self._told_count :]:
            self.tell(entry.words)
        self._told_count = len(game.record)
        self._shown_at = time.monotonic()
        self.show_board()
        self.say(" ".join(filter(None, [words, self._state()])))
        if not game.is_over and not game.is_own_turn and not self._replies.is_busy:
            reply = game.reply()
            self._replies.begin(
                reply.think,
                self._wait,
                lambda error: self.say(f"The opponent cannot continue: {error}"),
            )

    def show_board(self) -> None:
        """Show the cards, with the picked ones and where they may go."""
        game, source = self.game, self.draft.source
        picked = source_key(source, game.seat, game.game.rules.seats) if source else ""
        count = int(source.partition("*")[2] or 1)
        scene = game.scene()
        lit = game.places(source, scene) if source else ()
        self.board.draw(scene, Marks(picked, count, lit, _moved(game.last, scene)))
        self.head(self._heading())

    def _heading(self) -> str:
        """Return what is played, by whom, and how a match stands."""
        begun = self.game.begun
        items = [variant_of(begun)]
        if begun.seed is not None:
            items.append(f"seed {begun.seed}, game {begun.game}")
        for seat in range(begun.rules.seats):
            name = self.series.name_of(seat)
            level = f" ({LEVELS[name]})" if name in LEVELS else ""
            items.append(f"seat {seat} {name}{level}")
        points = self.series.match_points
        if points is not None:
            items.append(f"match {':'.join(map(str, points))} of {begun.rules.target}")
        return " · ".join(items)

    def _state(self) -> str:
        """Return in words how the game stands."""
        game = self.game
        if game.is_over:
            return self._ending()
        if game.game.stopped is not None and game.is_own_turn:
            return f"Stop! Make one of these moves: {', '.join(game.game.moves())}."
        if self.draft.text:
            return self._draft_words()
        return "It is your turn." if game.is_own_turn else f"Seat {game.game.seat} is to move."

    def _draft_words(self) -> str:
        """Return in words what is picked, and where it may go or why it may not."""
        text, source, game = self.draft.text, self.draft.source, self.game.game
        if source == "h" and not game.turned:
            return NOT_TURNED
        moves = [move for move in game.moves() if move.startswith(f"{source}>")]
        if source and not moves:
            verdicts = [game.judge(move) for move in self.draft.moves_of_source()]
            # Verdicts 4 and 5 explain less than the others.
            verdict = min(verdicts, key=lambda verdict: (not verdict.can_stand, verdict))
            return f"{text} has no legal place. {verdict.words}"
        return f"{text} ... {', '.join(move.partition('>')[2] for move in moves)}"

    def _ending(self) -> str:
        """Return in words how the game ended, and what follows."""
        game = self.game
        name = self.series.name_of
        how = "resigned" if game.has_resigned else game.game.outcome
        if game.game.winner is not None:
            how = f"won by {name(game.game.winner)}"
        points = ", ".join(f"{name(seat)} {score}" for seat, score in enumerate(game.points()))
        winner = self.series.match_winner
        after = "n deals the next game" if winner is None else f"The match goes to {name(winner)}"
        return f"The game is over: {how}. Points: {points}. {after}."

    # ---- the person's moves ----

    def begins_move(self, sign: str) -> bool:
        """Return whether a move may go on with this character."""
        return self.draft.after(sign) is not None

    def type(self, sign: str) -> None:
        """Take in a character of a move, and play the move if it is whole."""
        self.game.check_turn()
        self._take(self.draft.type(sign))

    def on_board_picked(self, message: Board.Picked) -> None:
        """Take in a pile that was clicked, and play the move if it is whole."""
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
        """Say why something cannot be done, and let go of what is picked."""
        self.draft.clear()
        self.show_board()
        self.say(words)

    def play(self, move: str) -> None:
        """Make a move of the person."""
        self.draft.clear()
        self.show_board()
        self.game.attempt(move)
        self._changed()

    def _changed(self, words: str = "") -> None:
        """Go on after the person has changed the game; answers about it are of no use now."""
        self.opinions.forget()
        self._advance(words)

    def _advance(self, words: str = "") -> None:
        """Write the game to its file and go on, after a move of anybody."""
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
        """Make an opponent's move, and go on."""
        self.game.take(reply)
        self._advance()

    # ---- commands; KEYS says what each does ----

    def end_turn(self) -> None:
        """Lay the turned-up card on the waste, or pass."""
        self.game.check_turn()
        game = self.game.game
        if not game.turned and game.judge("pass") is rbcore.Verdict.UNAVAILABLE:
            raise ValueError(NOT_TURNED)
        self.play("waste" if game.turned else "pass")

    def clear(self) -> None:
        """Let go of what is picked or typed."""
        self.draft.clear()
        self._take(None)

    def drop(self) -> None:
        """Take the last character of the move back."""
        self.draft.text = self.draft.text[:-1]
        self._take(None)

    def call_stop(self) -> None:
        """Call Stop at the move that an opponent has just made."""
        verdict = self.game.call_stop()
        if verdict is rbcore.Verdict.LEGAL:
            self._changed("Stop! The move was legal, so nothing follows.")
        else:
            self._told_count -= 1  # the newest entry has been replaced, and is told again
            self._changed("Stop!")

    def undo(self) -> None:
        """Take the person's newest move back, and what followed it."""
        was_over = self.game.is_over
        entries = self.game.undo()
        self._told_count = len(self.game.record)
        self.tell(f"Taken back: {entries}.")
        self._changed("The game goes on again." if was_over else "")

    def hint(self) -> None:
        """Say which line is best, and what the player would play."""

        def words(opinion: Opinion) -> str:
            best = _line_words(self.game.game, opinion.best.line)
            players_line = _line_words(self.game.game, opinion.own)
            if players_line == best:
                players_line = "the same"
            return f"{best} is best, {_rate(opinion.best.rate)}, which would play {players_line}."

        self._ask(words)

    def odds(self) -> None:
        """Say how likely the person is to win.

        In an opponent's turn this is shown below, as the game goes on and its words replace others.
        """
        game, seat = self.game.game.clone(), self.game.seat
        self.game.check_goes_on()
        if self.game.is_own_turn:
            self._ask(lambda opinion: f"You win {_rate(opinion.best.rate)}.")
            return
        self.think(
            lambda: odds(game, seat, PLAYOUTS),
            lambda rate: self.tell(f"After {count_text(game.ply, 'moves')} you win {_rate(rate)}."),
        )

    def _ask(self, words: Callable[[Opinion], str]) -> None:
        """Find out what the person's lines are worth, and say it in the words that are returned."""
        self.game.check_turn()
        game = self.game.game.clone()
        self.think(
            lambda: analyse(game, games=PLAYOUTS),
            lambda opinion: self.say(words(opinion)),
        )

    def resign(self) -> None:
        """Resign the game."""
        self.game.resign()
        self.tell("You resign.")
        self._changed()

    def deal_next(self) -> None:
        """Leave the game for the next deal."""
        self.series.deal_next()
        self._begin("A new deal.")

    def change_seats(self) -> None:
        """Leave the game for the same deal from the next seat."""
        self.series.change_seats()
        self._begin(f"The same deal; you are seat {self.game.seat} now.")

    def _begin(self, words: str) -> None:
        """Show another game of the series."""
        self.draft = self._new_draft()
        self._told_count = 0
        self.history.clear()
        self.tell(words)
        self._changed(words)

    def slow_down(self) -> None:
        """Show opponents' moves for the next longer time of PACES."""
        self._set_pace(min((pace for pace in PACES if pace > self.pace), default=self.pace))

    def speed_up(self) -> None:
        """Show opponents' moves for the next shorter time of PACES."""
        self._set_pace(max((pace for pace in PACES if pace < self.pace), default=self.pace))

    def _set_pace(self, pace: float) -> None:
        self.pace = pace
        self.say(f"Opponents' moves are shown for {pace:g} s.")

    def is_at_stake(self) -> bool:
        """Return whether a game goes on in which the person has moved or that is of a match."""
        matters = self.game.has_moved or self.game.begun.match is not None
        return matters and not self.game.is_over

    def on_unmount(self) -> None:
        """Await no opponent's move any more."""
        self._replies.forget()

    KEYS: ClassVar[Mapping[str, Command]] = {
        "space": Command("turns a card up", lambda app: app.play("turn")),
        "enter": Command("lays the turned-up card on the waste, or passes", end_turn),
        "escape": Command("deselects", clear),
        "backspace": Command("deletes the last character", drop),
        "s": Command("Stop! at the move that an opponent has just made", call_stop),
        "u": Command("takes back your last move; the record notes it", undo),
        "i": Command("a hint: the best moves, found by playouts", hint),
        "o": Command("odds: how often you win from here; in any turn", odds),
        "g": Command("resigns the game", resign, "You would lose the game."),
        "n": Command("a new deal", deal_next, "You would leave this game."),
        "x": Command(
            "the same deal from the next seat", change_seats, "You would leave this game."
        ),
        "+": Command("shows opponents' moves for longer", slow_down),
        "-": Command("shows them for a shorter time", speed_up),
        **SeatedApp.KEYS,
    }


def _moved(last: Entry | None, scene: Scene) -> list[str]:
    """Return the keys of the piles between which the newest entry moved a card."""
    if last is None or parted(last.entry)[1]:
        return []
    if last.place != "F":
        return [last.source, last.place]
    keys = [last.source]
    for pile in scene.piles:
        if pile.key[0] == "F" and pile.cards[-1:] == (last.card,):
            keys.append(pile.key)
    return keys


def _line_words(game: rbcore.Game, line: Line) -> str:
    """Return the moves of a line, each behind the cards that it moves."""
    game = game.clone()
    texts = []
    for move in line.moves:
        texts.append(move_text(game, move))
        game.apply(move)
    return ", ".join(texts)


def _rate(rate: Figure) -> str:
    """Return a rate of playouts in words."""
    return f"{rate.text} of {rate.n:,} playouts by {PLAYER}"


MAX_LISTED = 8  # moves that are named below the board at a time
WORK, MEMORY = 300_000, 64  # what the solver may use: positions, and MiB
VERDICTS = {
    "solvable": "From here the game can be won with all cards known",
    "unsolvable": "From here the game cannot be won",
    "undecided": "The solver could not decide",
    "out of memory": "The solver ran out of memory",
}


class PatienceApp(SeatedApp):
    """Deals of a game of patience, one after another."""

    FOOT = "? keys | Space stock | number Enter | u undo | i hint | v verdict | q leave"
    HELP = (
        "Moves have numbers: type one, and Enter plays it. With the mouse, click a card and then "
        "its place, or click the stock. Piles with the same name are numbered from the left, row "
        f"by row; in a circle, from the top. {COUNTS} Rules: docs/patience."
    )

    def __init__(self, game: SeatedPatience, *, ascii: bool = False) -> None:
        super().__init__(ascii=ascii)
        self.game: SeatedPatience = game
        self.number: str = ""  # what was typed of the number of a move
        self.picked: str = ""  # the key of the pile that is picked
        self._first = 0  # which move is named first

    def on_mount(self) -> None:
        """Show the game."""
        if self.game.record:
            self.tell(f"The game continues after {count_text(len(self.game.record), 'moves')}.")
        self.go_on()

    def go_on(self, words: str = "") -> None:
        """Show how the game stands; say the words first, and the moves behind them."""
        game = self.game
        choices = game.choices()
        marks = Marks()
        if self.picked:
            numbers = between(choices, self.picked)
            lit = {key for i in numbers for key in choices[i].piles}
            cards = max((choices[i].cards for i in numbers), default=1)
            marks = Marks(self.picked, cards, lit)
        else:
            numbers = list(range(len(choices)))
        self.board.draw(game.scene(), marks)
        self.head(f"{game.form.text} · seed {game.seed}, game {game.number}")
        if numbers:
            meant = [i for i in numbers if str(i + 1).startswith(self.number)]
            state = self._listed(choices, meant)
        else:
            state = self._ending()
        typed = f"[{self.number}]" if self.number else ""
        self.say(" ".join(filter(None, [words, state, typed])))

    refused = go_on

    def _listed(self, choices: Sequence[Choice], numbers: Sequence[int]) -> str:
        """Return the moves of some numbers in words, MAX_LISTED at a time; of none, all moves."""
        if not numbers:
            return f"No move has such a number. {self._listed(choices, range(len(choices)))}"
        first = self._first if self._first < len(numbers) else 0
        listed = [f"{i + 1}) {choices[i].words}" for i in numbers[first : first + MAX_LISTED]]
        if others := len(numbers) - len(listed):
            listed.append(f"m shows {count_text(others, 'others')}")
        return "; ".join(listed)

    def _ending(self) -> str:
        """Return in words how the game or the deal ended, and what follows."""
        if self.game.board.won:
            return "The game has come out. n deals the next."
        if self.game.is_over:
            return f"No move is left; {count_text(self.game.board.left, 'cards')} remain. n deals."
        return "No move is left in this deal; e begins the next."

    # ---- moves ----

    def begins_move(self, sign: str) -> bool:
        """Return whether a character is a digit."""
        return sign.isdecimal() and sign.isascii()

    def type(self, sign: str) -> None:
        """Take in a digit of the number of a move; the last three count."""
        self.number = (self.number + sign)[-3:]
        self.go_on()

    def play(self, move: str) -> None:
        """Make the move whose number, as it is shown, is written."""
        self.clear_marks()
        if not (move.isascii() and move.isdecimal()):
            raise ValueError("Type the number of a move.")
        self._make(int(move) - 1)

    def _make(self, number: int) -> None:
        """Make the move of a number in `choices`, and go on."""
        self.tell(self.game.move(number))
        self._changed()

    def _changed(self) -> None:
        """Write the game to its file and go on; answers about it are of no use now."""
        self.opinions.forget()
        self.keep(patience_file(self.game), self.file_text())
        self.clear()

    def file_text(self) -> str:
        """Return the text for the game's file; "" before the first move and at the end."""
        if self.game.is_over or not self.game.record:
            return ""
        return self.game.text()

    def on_board_picked(self, message: Board.Picked) -> None:
        """Play the move between this pile and the one picked before, or pick this one.

        A move of this pile alone is played at once if no other goes from or to it, else at the
        second click.
        """
        choices, key = self.game.choices(), message.key
        meant = self._meant(choices, message)
        if len(meant) == 1:
            self._make(meant[0])
        elif meant:
            self.say(self._listed(choices, meant))
        elif self.picked == key:
            self.clear()
        elif between(choices, key):
            self.picked = key
            self.go_on()
        else:
            self.say("No move goes from or to that pile.")

    def _meant(self, choices: Sequence[Choice], message: Board.Picked) -> list[int]:
        """Return the numbers of the moves that a click may mean, none if it only picks a pile."""
        key = message.key
        if self.picked not in ("", key):
            return between(choices, self.picked, key)
        here = between(choices, key)
        alone = [i for i in here if len(choices[i].piles) == 1]
        if not self.picked and len(alone) < len(here):
            return []
        if len(alone) > 1:  # moves of a row, which the clicked card tells apart
            alone = [i for i in alone if choices[i].cards == message.cards]
        return alone

    # ---- commands; KEYS says what each does ----

    def clear_marks(self) -> None:
        """Let go of what is picked or typed."""
        self.number = self.picked = ""
        self._first = 0

    def clear(self) -> None:
        """Let go of what is picked or typed, and show the game."""
        self.clear_marks()
        self.go_on()

    def drop(self) -> None:
        """Take the last digit back."""
        self.number = self.number[:-1]
        self.go_on()

    def more(self) -> None:
        """Name the next moves; behind the last come the first again."""
        self._first += MAX_LISTED
        if self._first >= len(self.game.choices()):
            self._first = 0
        self.go_on()

    def stock(self) -> None:
        """Make the first move that brings cards into play."""
        for number, choice in enumerate(self.game.choices()):
            if choice.deals:
                self._make(number)
                return
        raise ValueError("No card can come from the stock now.")

    def undo(self) -> None:
        """Take the newest move back."""
        self.game.undo()
        self.tell("Taken back.")
        self._changed()

    def hint(self) -> None:
        """Say what the adviser would do."""
        self.go_on(f"The adviser would: {self.game.advice() or 'make none of these moves'}.")

    def verdict(self) -> None:
        """Say whether the game can be won from here, by the solver."""
        board = self.game.board.clone()

        def work() -> str:
            verdict, positions, _ = solve_board(board, WORK, MEMORY)
            looked_at = f"the solver examined {count_text(positions, 'positions')}"
            return f"{VERDICTS[verdict]}; {looked_at}."

        self.think(work, self.go_on, "{}.")

    def end_deal(self) -> None:
        """End this deal of the game for the next one."""
        self.game.next_deal()
        self.tell("The next deal.")
        self._changed()

    def deal_next(self) -> None:
        """Leave the game, which stays in its file, for another."""
        game = SeatedPatience(self.game.game, self.game.seed, self.game.number + 1)
        take_up(game)
        self.game = game
        self.history.clear()
        self.tell("Another game.")
        self._changed()

    def is_at_stake(self) -> bool:
        """Return whether a game goes on in which a move was made."""
        return bool(self.game.record) and not self.game.is_over

    KEYS: ClassVar[Mapping[str, Command]] = {
        "space": Command("turns the stock, deals a row or the next card", stock),
        "enter": Command("plays the move whose number was typed", lambda app: app.play(app.number)),
        "escape": Command("deselects, and clears what was typed", clear),
        "backspace": Command("deletes the last digit", drop),
        "m": Command("shows more of the moves", more),
        "u": Command("takes back the last move", undo),
        "i": Command("a hint: what the adviser would do", hint),
        "v": Command("the solver's verdict: whether the game can be won from here", verdict),
        "e": Command(
            "ends this deal for the next one of the game",
            end_deal,
            "Moves are still possible.",
        ),
        "n": Command("another game; this one is saved", deal_next),
        **SeatedApp.KEYS,
    }
