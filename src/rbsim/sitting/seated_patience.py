"""Seated patience: a game of patience that a person plays, its moves in words."""

from rbcore.drawing.patience_scene import lay_out_board
from rbcore.drawing.scene import Scene
from rbcore.patience import playing
from rbcore.patience.book import find_game
from rbcore.patience.deciding.board import Board
from rbcore.patience.deciding.solver import MEMORY, solve_board
from rbsim.sitting.patience_choices import Choice, choices_of

NEXT_DEAL = -1  # among the moves made


class SeatedPatience:
    """A deal of a game of patience, which Board takes as it is named here, played move by move."""

    def __init__(self, game: str, seed: int, number: int) -> None:
        found = find_game(game)
        self.game, self.seed, self.number = game, seed, number
        self.name, self.version = found.name, found.version
        self.pack = playing.deal(game, seed, number)
        self.board = Board(game, self.pack, seed, number)
        self.made: list[int] = []

    @property
    def is_over(self) -> bool:
        """Whether the game is won, or no move is left in its last deal."""
        return self.board.won or (not self.board.moves and not self._dealt_again().next_deal())

    def scene(self) -> Scene:
        """Return what lies on the table."""
        return lay_out_board(self.board)

    def choices(self) -> list[Choice]:
        """Return the legal moves, in order."""
        return choices_of(self.board, {pile.key for pile in self.scene().piles})

    def move(self, number: int) -> str:
        """Make the move of a number in `choices`; return its words. ValueError if there is none."""
        choices = self.choices()
        if not 0 <= number < len(choices):
            raise ValueError(f"There is no move {number + 1}; there are {len(choices)}.")
        self.board.move(number)
        self.made.append(number)
        return choices[number].words

    def next_deal(self) -> None:
        """Leave what can still be played for the next deal; ValueError if there is none."""
        if not self.board.next_deal():
            raise ValueError("No deal follows this one.")
        self.made.append(NEXT_DEAL)

    def undo(self) -> None:
        """Take the newest move back."""
        if not self.made:
            raise ValueError("There is no move to take back.")
        self.made.pop()
        self.board = self._dealt_again()

    def text(self) -> str:
        """Return the moves made, to be kept."""
        return " ".join(map(str, self.made))

    def repeat(self, text: str) -> None:
        """Make the moves again that `text` returned; ValueError for others."""
        for word in text.split():
            number = int(word)
            self.next_deal() if number == NEXT_DEAL else self.move(number)

    def advice(self) -> str:
        """Return the adviser's move in words."""
        number = self.board.advice
        return "" if number is None else self.choices()[number].words

    def verdict(self, work: int, memory: int = MEMORY) -> tuple[str, int]:
        """Return whether it can be won from here, and how many positions a solver looked at."""
        status, looked, _ = solve_board(self.board, work, memory)
        return status, looked

    def _dealt_again(self) -> Board:
        """The board after the moves made, a copy."""
        board = Board(self.game, self.pack, self.seed, self.number)
        for number in self.made:
            if number == NEXT_DEAL:
                board.next_deal()
            else:
                board.move(number)
        return board
