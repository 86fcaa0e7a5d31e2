"""Transcript: a game written down, with what decided it, its start and its moves."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Self, Unpack

import rbcore
from rbcore.rules.attention import SLIPS_VERSION
from rbcore.rules.limits import LimitOptions, Limits
from rbsim.games.replay import Replay, end_text
from rbsim.viewer import ShownGame


@dataclass(frozen=True)
class Transcript:
    """A game as a game file has it: where it began, its moves, and all that is known of it.

    Nothing is checked when it is made; `replay` and `finished` make the moves again and check them,
    and so do `read` and `write` of a file.

    Attributes
    ----------
    start : rbcore.Position
        Where the game begins; it knows the rules.
    moves : tuple of str
        As rbcore.trace has them: a move with `!` is an offence at which Stop was called, the
        omitted move follows, and then `stop`.
    players : tuple of str
        A name for each seat, with its version, as `greedy/2`; or nobody.
    seed, game : int, optional
        Which game it is, if it was dealt from a seed.
    match : int, optional
        The match that it is a game of (8.3).
    starter : int, optional
        The seat that started; that of `start` unless given.
    attention : tuple of rbcore.Attention, optional
        One for each seat, if seats may slip (section 6).
    limits : Limits
        Where the game is left unfinished.
    comments : mapping of int to str
        Remarks, by the number of entries of `moves` before each.
    games_version, slips_version : int, optional
        Versions of the games that the seed is of.
    outcome : str, optional
        How the game ended, if it has ended; as it is said, like the scores.
    scores : tuple of int, optional
        By seat.
    shuffle, replicate : int
        How its hidden cards were shuffled and what was drawn in play, if another way than the
        game's own, which is 0.

    Examples
    --------
    >>> import rbcore
    >>> game = Transcript.traced(rbcore.variant("standard"), ["greedy", "greedy"], seed=1, game=0)
    >>> game.outcome, len(game.moves) > 50
    ('win', True)
    """

    start: rbcore.Position
    moves: tuple[str, ...]
    players: tuple[str, ...] = ()
    seed: int | None = None
    game: int | None = None
    match: int | None = None
    starter: int | None = None
    attention: tuple[rbcore.Attention, ...] | None = None
    limits: Limits = field(default_factory=Limits)
    comments: Mapping[int, str] = field(default_factory=dict)
    games_version: int | None = None
    slips_version: int | None = None
    outcome: str | None = None
    scores: tuple[int, ...] | None = None
    shuffle: int = 0
    replicate: int = 0

    def __post_init__(self) -> None:
        if self.starter is None:
            object.__setattr__(self, "starter", self.start.seat)

    @property
    def rules(self) -> rbcore.Rules:
        """What is played."""
        return self.start.rules

    @classmethod
    def traced(
        cls,
        rules: rbcore.Rules,
        players: Sequence[str],
        seed: int,
        game: int,
        *,
        attention: Sequence[rbcore.Attention] | None = None,
        shuffle: int = 0,
        replicate: int = 0,
        **limits: Unpack[LimitOptions],
    ) -> Self:
        """Return the transcript of a game that compiled players play, as rbcore.trace plays it."""
        start, moves, row = rbcore.trace(
            rules, players, seed, game, attention=attention, shuffle=shuffle, replicate=replicate,
            **limits,
        )  # fmt: skip
        return cls(
            start,
            tuple(moves),
            tuple(map(rbcore.versioned, players)),
            seed,
            game,
            starter=int(row["starter"]),
            attention=None if attention is None else tuple(attention),
            limits=Limits(**limits),
            games_version=rbcore.GAMES_VERSION,
            slips_version=None if attention is None else SLIPS_VERSION,
            outcome=rbcore.OUTCOMES[row["outcome"]],
            scores=tuple(map(int, row["scores"][: rules.seats])),
            shuffle=shuffle,
            replicate=replicate,
        )

    def begin(self) -> Replay:
        """Return the game at its start, to be replayed entry by entry."""
        return Replay(
            rbcore.Game.start(
                self.start,
                seed=self.seed or 0,
                game=self.game or 0,
                starter=self.starter,
                attention=self.attention,
                **vars(self.limits),
            )
        )

    def replay(self) -> Iterator[tuple[rbcore.Game, str]]:
        """Yield the game before each entry of `moves`, which goes on, with the entry.

        Raises
        ------
        ValueError
            For an entry that the rules forbid there.
        """
        replay = self.begin()
        for entry in self.moves:
            yield replay.game, entry
            replay.make(entry)

    def finished(self) -> rbcore.Game:
        """Return the game after all its moves; it need not be over.

        Raises
        ------
        ValueError
            For an entry that the rules forbid there.
        """
        replay = self.begin()
        for entry in self.moves:
            replay.make(entry)
        replay.close()
        return replay.game

    def told(self) -> Transcript:
        """Return the same with the outcome and the scores that its moves led to."""
        game = self.finished()
        if not game.is_over:
            return replace(self, outcome=None, scores=None)
        return replace(self, outcome=game.outcome, scores=game.scores())


def shown_game(one: Transcript) -> ShownGame:
    """Return a game as a page shows it; ValueError for an entry that the rules forbid."""
    names = ":".join(name.partition("/")[0] for name in one.players)
    said = {"seed": one.seed, "game": one.game, "players": names or None}
    headers = {name: str(value) for name, value in said.items() if value is not None}
    ended = end_text(one.finished()).capitalize()
    return ShownGame(one.start, one.moves, headers, one.comments, outcome=ended)
