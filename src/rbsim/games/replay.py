"""Replay: a game made again by the entries of a transcript, each checked, and how it ended."""

import rbcore
from rbcore.cards.ranges import count_text, shown

STOP = "stop"  # what stands behind the move that a called Stop asked for
CALLED = "!"  # what stands at the end of an offence at which Stop was called
ENDS_TURN = ("waste", "pass")


class Replay:
    """A game in progress that takes the entries of rbcore.trace; ValueError for a wrong one."""

    def __init__(self, game: rbcore.Game) -> None:
        self.game = game
        self.begins_turn = True  # whether the next entry is the first of a turn
        self._awaits_stop = False

    @property
    def turn(self) -> int:
        """The number of the turn that the game is in, from 1 on."""
        return self.game.turn + 1

    def make(self, entry: str) -> None:
        """Make what an entry says: a move, an offence, an offence that is called, or `stop`."""
        if self._awaits_stop != (entry == STOP):
            raise ValueError(
                f"{STOP} stands behind the move that a called Stop asks for, and nowhere else"
            )
        if self._awaits_stop:
            self._awaits_stop, self.begins_turn = False, True
            return
        move, called, rest = entry.partition(CALLED)
        if rest:
            raise ValueError(f"{shown(entry)} is no move; {CALLED} stands at the end of one")
        omitted = self.game.stopped is not None
        if called:
            self._call(move)
        elif omitted or self.game.attention is None:
            self.game.apply(move)
        else:
            self.game.attempt(move, called=False)
        self._awaits_stop = omitted
        self.begins_turn = not omitted and entry in ENDS_TURN

    def _call(self, move: str) -> None:
        """Attempt an offence at which Stop is called."""
        if self.game.stopped is not None:
            raise ValueError("Stop was called; the omitted move follows, which is no offence")
        if self.game.attention is None:
            raise ValueError("nobody offends in a game without slips; its header needs slip:")
        if self.game.judge(move) is rbcore.Verdict.LEGAL:
            raise ValueError(f"{move} is legal here, so nobody calls Stop at it")
        self.game.attempt(move, called=True)

    def close(self) -> None:
        """Raise ValueError if something has to follow the last entry."""
        if self._awaits_stop:
            raise ValueError(f"{STOP} is missing behind the move that a called Stop asked for")


def cards_of(game: rbcore.Game, source: str) -> tuple[str, ...]:
    """Return the cards that a source is: the last, or of `4*3` the last three; none if empty."""
    name, _, count = source.partition("*")
    if name == "h":
        return (game.turned,) if game.turned else ()
    piles = {"r": game.reserves[game.seat], "w": game.wastes[game.seat]}
    pile = piles[name] if name in piles else game.houses[int(name) - 1]
    return (pile or ())[-int(count or 1) :]


def end_text(game: rbcore.Game) -> str:
    """Return how a game ended, in words."""
    if not game.is_over:
        return f"the game goes on after {count_text(game.ply, 'moves')}"
    row = game.row()
    outcome = rbcore.OUTCOMES[row["outcome"]]
    words = f"seat {row['winner']} wins" if row["winner"] >= 0 else f"the game ends in {outcome}"
    if outcome == "unfinished":
        words = "the game reached its limit and is unfinished"
    turns, moves = count_text(int(row["turns"]), "turns"), count_text(int(row["moves"]), "moves")
    return f"{words} after {turns} and {moves}"
