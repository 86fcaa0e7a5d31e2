"""Playable: legal moves and Stop! verdicts, which one can ask of a position and of a game alike."""

from libc.stdint cimport uint8_t, uintptr_t
from libc.string cimport memset

from rbcore.api.actions cimport (
    WITH_GROUPS, action_count, action_of, mask_actions, numbers_of, read_action, texts_of,
)
from rbcore.board.position cimport is_won, position_t
from rbcore.moves.legal_moves cimport find_moves, nth_move
from rbcore.moves.offences cimport judge

import numpy as np

from rbcore.board import notation
from rbcore.cards.ranges import check_whole, shown
from rbcore.moves.verdict import Verdict


cdef class Playable(Piles):
    """What Position and Game have in common: legal moves, as text and as numbers, and verdicts.

    A move is given as text in notation (`r>F`) or as its action, a number that means the same to
    every seat (rbcore.action_texts).

    Examples
    --------
    >>> import rbcore
    >>> position = rbcore.Position.deal(rbcore.variant("standard"), seed=1, game=0)
    >>> for action, move in zip(position.legal_actions(), position.moves()):
    ...     assert position.action(move) == action
    """

    cdef int find_legal(self, moves_t* m) except -1:
        """Find the legal moves; none once the game is won."""
        cdef const position_t* p = self.here()
        if is_won(p):
            memset(m, 0, sizeof(moves_t))
        else:
            find_moves(p, &self.compiled.rules, m)
        return 0

    @property
    def winner(self):
        """The seat that has won (7.1), or None."""
        cdef const position_t* p = self.here()
        return p.seat if is_won(p) else None

    def legal_actions(self):
        """Return the legal actions, in order; none once the game is over."""
        cdef moves_t m
        cdef int n
        self.find_legal(&m)
        cdef list actions = [
            action_of(self.p, &self.compiled.rules, nth_move(self.p, &self.compiled.rules, &m, n))
            for n in range(m.count)
        ]
        # Moves are numbered otherwise than actions only with groups, or with three seats.
        if self.compiled.rules.group_moves or self.compiled.rules.seats == 3:
            actions.sort()
        return actions

    def moves(self):
        """Return the legal moves in notation, in the order of `legal_actions`."""
        cdef list actions = self.legal_actions()
        cdef tuple texts = texts_of(self.compiled, self._rules, self.p.seat)
        return [texts[action] for action in actions]

    def action_mask(self):
        """Return which actions are legal, an array of bool with an entry for each action."""
        cdef moves_t m
        mask = np.zeros(action_count(&self.compiled.rules), np.bool_)
        mask_at = mask.ctypes.data
        self.find_legal(&m)
        if m.count:
            mask_actions(self.p, &self.compiled.rules, &m, <uint8_t*><uintptr_t>mask_at)
        return mask

    def action(self, str move not None):
        """Return the action of a move in notation, which need not be legal.

        Parameters
        ----------
        move : str
            In notation.

        Returns
        -------
        int
            Its number (rbcore.action_texts).

        Raises
        ------
        ValueError
            For what is no move of these rules, or one that no position allows.
        """
        cdef int seat = self.here().seat
        cdef dict numbers = numbers_of(self.compiled, self._rules, seat)
        if move not in numbers:
            self.read_move(move, seat)
            raise ValueError(f"no position allows {move}, so it has no action")
        return numbers[move]

    def judge(self, move not None):
        """Return the Stop! verdict on an attempted move (section 6).

        Parameters
        ----------
        move : str or int
            The move in notation, or its action.

        Raises
        ------
        ValueError
            For what is no move of these rules, and when the game is won.

        Examples
        --------
        >>> import rbcore
        >>> rules = rbcore.variant("standard,houses-each=1")
        >>> line = "0 - c--d--h--s-- 5h|6s Ah/4c/- -/9d/-"
        >>> position = rbcore.Position.parse(line, rules, partial=True)
        >>> print(position.judge("turn").words)
        The top card of the reserve fits a foundation and must be played there first (5.1).
        """
        cdef position_t p = self.still()
        if is_won(&p):
            raise ValueError("the game is won; there is no move to judge")
        return Verdict(judge(&p, &self.compiled.rules, self.read_move(move, p.seat)))

    cdef str move_text(self, move_t move):
        """The move in notation."""
        return notation.move_text(move.source, move.place, move.extra_cards, self._rules.seats)

    cdef move_t read_move(self, move, int seat) except *:
        """The move of a seat that a text or an action stands for, legal or not."""
        cdef move_t read
        source, place, extra_cards = notation.read_move(
            move if isinstance(move, str) else self._action_text(move, seat), seat, self._rules
        )
        read.source = source
        read.place = place
        read.extra_cards = extra_cards
        return read

    cdef str _action_text(self, action, int seat):
        number = check_whole("action", action)
        texts = texts_of(self.compiled, self._rules, seat)
        if not 0 <= number < len(texts):
            raise ValueError(
                f"action={shown(number)} is out of range; actions are 0 to {len(texts) - 1}"
            )
        if not texts[number]:
            raise ValueError(f"action {number} stands for no move of these rules")
        return texts[number]

    cdef int number_of(self, move) except -2:
        """The action that a move is given as or as text; -1 for a text that never is legal.

        Asked before anything else of the game, since what Python objects do when they are asked may
        be to change it.
        """
        cdef int seat = self.here().seat
        if isinstance(move, str):
            number = numbers_of(self.compiled, self._rules, seat).get(move, -1)
            if number == -1:
                self.read_move(move, seat)
            return number
        number = check_whole("action", move)
        if not 0 <= number < WITH_GROUPS:
            self._action_text(number, seat)
        return number

    cdef int read_legal(self, move, int number, const moves_t* m, move_t* out) except -1:
        """Read an action that has to be legal; ValueError, which tells of the `move`, if not."""
        if not read_action(self.p, &self.compiled.rules, m, number, out):
            text = str(move) if isinstance(move, str) else self._action_text(number, self.p.seat)
            raise ValueError(f"{text} is not legal here. {self.refusal(text)}")
        return 0

    def refusal(self, str move not None):
        """Return, in a sentence, why a move is not legal."""
        return self.judge(move).words
