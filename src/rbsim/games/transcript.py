"""Transcripts: games written down, replayed entry by entry, and played again by their numbers."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Self, Unpack, cast

import rbcore
from rbcore.cards.ranges import count_text, shown
from rbcore.drawing.scene import HIDDEN
from rbcore.drawing.text import PLAIN, Style
from rbcore.players.names import parse_player
from rbcore.rules.attention import SLIPS_VERSION
from rbcore.rules.limits import LimitOptions, Limits
from rbsim.arguments import check_argument, checked
from rbsim.arms.arm import Arm
from rbsim.arms.asking import trace
from rbsim.arms.bank import GAMES, MATCHES
from rbsim.arms.players import (
    Choose,
    Player,
    core_player,
    distinct,
    resolve_player,
    versioned,
)
from rbsim.games.viewer import STOP, ShownGame, framed
from rbsim.options import TURN_MOVES

# The end of an entry: an offence at which Stop was called, or a legal move at which it was called
# wrongly (V34); and an offence that nobody called and that was taken back because it leaves no
# valid layout (4, 5).
CALLED = "!"
TAKEN_BACK = "?"
ENDS_TURN = ("waste", "pass")
UNFINISHED = "unfinished"  # the outcome of a game that a limit ended
RESIGNS = "Seat {} resigns."  # the last comment of a game that was resigned


class Replay:
    """A game in progress that takes the entries of a transcript; wrong entries are ValueErrors."""

    def __init__(self, game: rbcore.Game) -> None:
        self.game = game
        self.begins_turn: bool = True  # whether the next entry is the first of a turn
        self._awaits_stop = False

    def make(self, entry: str) -> None:
        """Make an entry: a move, an offence, perhaps with its sign, or `stop`.

        Raises ValueError for an entry that is not possible here.
        """
        if self._awaits_stop != (entry == STOP):
            raise ValueError(
                f"{STOP} must follow the move that a called Stop asks for, or the offence if it "
                "asks for none"
            )
        if entry == STOP:
            self._awaits_stop = False
            self.begins_turn = True
            return
        move, sign = parted(entry)
        is_omitted_move = self.game.stopped is not None
        wrong_stops = self.game.wrong_stops
        if sign:
            self._offend(move, sign)
        elif is_omitted_move or self.game.attention is None:
            self.game.apply(move)
        else:
            self._attempt(move)
        is_wrong = self.game.wrong_stops != wrong_stops
        self._awaits_stop = not is_wrong and (
            is_omitted_move or (sign == CALLED and self.game.stopped is None)
        )
        self.begins_turn = is_wrong or (not is_omitted_move and entry in ENDS_TURN)

    def _offend(self, move: str, sign: str) -> None:
        """Attempt a move at which Stop is called, perhaps wrongly (V34), or one taken back."""
        if self.game.stopped is not None:
            raise ValueError("Stop was called; the omitted move follows, which is no offence")
        verdict = self.game.judge(move)
        is_legal = verdict is rbcore.Verdict.LEGAL
        has_price = self.game.rules.wrong_stop != "nothing" and move in ENDS_TURN
        is_wrong_stop = is_legal and sign == CALLED and has_price
        if self.game.attention is None and not is_wrong_stop:
            raise ValueError("nobody offends in a game without slips; its header needs slip:")
        if is_legal and not is_wrong_stop:
            raise ValueError(f"{move} is legal here, so nobody calls Stop at it")
        if sign == TAKEN_BACK and verdict.can_stand:
            raise ValueError(
                f"{move} is offence {int(verdict)}, which stands if nobody calls; write it "
                f"without {TAKEN_BACK}"
            )
        self.game.attempt(move, called=sign == CALLED)

    def _attempt(self, move: str) -> None:
        """Make a move that is legal, or an offence that stands."""
        verdict = self.game.judge(move) if not self.game.is_over else rbcore.Verdict.LEGAL
        if not verdict.can_stand:
            raise ValueError(
                f"{move} is offence {int(verdict)} and cannot stand; write {move}{TAKEN_BACK} if "
                f"it was taken back without a call. {verdict.words}"
            )
        self.game.attempt(move, called=False)

    def close(self) -> None:
        """Raise ValueError if something has to follow the last entry."""
        if self._awaits_stop:
            raise ValueError(f"Stop was called, so the entry {STOP} must follow")


def parted(entry: str) -> tuple[str, str]:
    """Return the move of an entry, and its sign: CALLED, TAKEN_BACK or ""."""
    move = entry.rstrip(CALLED + TAKEN_BACK)
    sign = entry[len(move) :]
    if len(sign) > 1 or CALLED in move or TAKEN_BACK in move:
        raise ValueError(
            f"{shown(entry)} is not a move; {TAKEN_BACK} or {CALLED} stands at the end of one"
        )
    return move, sign


def cards_of(game: rbcore.Game, source: str) -> tuple[str, ...]:
    """Return the cards that a move takes from a source of the seat to move, bottom to top.

    That is the top card of a pile, of `4*3` the top three of house 4. There are none of an empty
    pile, a hand or the foundations, nor if some lie face down.
    """
    name, _, count = source.partition("*")
    view = game.view()
    if name == "h":
        return (view.turned,) if view.turned else ()
    if name[0] in "FH":
        return ()
    owner = view.seat
    if name.isupper():
        owner = int(name[1:] or 1 - view.seat)
    piles = {"r": view.reserves, "w": view.wastes}
    pile = view.houses[int(name) - 1] if name.isdigit() else piles[name[0].lower()][owner]
    cards = (pile or ())[-int(count or 1) :]
    return () if HIDDEN in cards else cards


def move_text(game: rbcore.Game, entry: str, style: Style = PLAIN) -> str:
    """Return an entry of a game after the cards that it moves."""
    source, arrow, _ = entry.partition(">")
    if parted(entry)[0] == "waste":
        source = "h"
    elif not arrow:
        return entry
    return " ".join([*map(style.card, cards_of(game, source)), entry])


def move_words(game: rbcore.Game, move: str) -> str:
    """Return a move of a game in words for pages, `8♣ from house 7 to seat 1’s waste`.

    A card that is turned up is not named, since nobody knows it before.
    """
    if move == "turn":
        return "turn a card up"
    if move == "pass":
        return "pass"
    source, _, place = move.partition(">")
    cards = " ".join(map(PLAIN.card, cards_of(game, "h" if move == "waste" else source)))
    cards = cards.replace("T", "10")
    if move == "waste":
        return f"{cards} to the waste"
    return f"{cards} from {_pile_words(source, game)} to {_pile_words(place, game)}"


def _pile_words(name: str, game: rbcore.Game) -> str:
    """Return the pile of a move's source or place in words."""
    name, _, _ = name.partition("*")
    if name == "F":
        return "a foundation"
    if name == "h":
        return "the hand"
    if name.isdigit():
        return f"house {name}"
    pile = {"r": "reserve", "w": "waste"}[name[0].lower()]
    if name[0].islower():
        return f"the {pile}"
    other = name[1:] or (game.seat + 1) % game.rules.seats
    return f"seat {other}’s {pile}"


def line_words(game: rbcore.Game, moves: Sequence[str]) -> str:
    """Return moves that follow one another in words."""
    game = game.clone()
    words = []
    for move in moves:
        words.append(move_words(game, move))
        game.apply(move)
    return ", then ".join(words)


def scores_of(game: rbcore.Game, resigned: int | None) -> tuple[int, ...]:
    """Return the scores of a game that is over or that the seat `resigned` has given up.

    A resigned game scores as if it had been won at that moment by the other seat with the fewest
    points left, the first in turn order among equals. A game that goes on has no scores: ().
    """
    if game.is_over:
        return game.scores()
    if resigned is None:
        return ()
    rules = game.rules
    points_left = []
    for seat in range(rules.seats):
        hand_cards = len(game.hands[seat]) + len(game.wastes[seat])
        if seat == game.seat and game.turned:
            hand_cards += 1
        reserve_cards = len(game.reserves[seat])
        points_left.append(rules.hand_card * hand_cards + rules.reserve_card * reserve_cards)
    others = [(resigned + i) % rules.seats for i in range(1, rules.seats)]
    winner = min(others, key=lambda seat: points_left[seat])
    scores = [0] * rules.seats
    scores[winner] = rules.win_bonus + sum(points_left) - points_left[winner]
    return tuple(scores)


def end_text(game: rbcore.Game, resigned: int | None, outcome: str | None = None) -> str:
    """Return in words how a game ended or which seat resigned, or that it goes on.

    `outcome` is that of its transcript: a game that is not over may be left unfinished.
    """
    if not game.is_over:
        how = "the game goes on" if resigned is None else f"seat {resigned} resigns"
        if outcome == UNFINISHED:
            how = f"the game is left unfinished in turn {game.turn + 1},"
        return f"{how} after {count_text(game.ply, 'moves')}"
    row = game.row()
    turns = count_text(int(row["turns"]), "turns")
    moves = count_text(int(row["moves"]), "moves")
    if row["winner"] >= 0:  # a game is won in the middle of a turn, which `turns` leaves out
        return f"seat {row['winner']} wins in turn {row['turns'] + 1}, after {moves}"
    outcome = rbcore.OUTCOMES[row["outcome"]]
    ended = "reached its limit and is" if outcome == "unfinished" else "ends in"
    return f"the game {ended} {outcome} after {turns} and {moves}"


@dataclass(frozen=True, repr=False)
class Transcript:
    """A game as a game file has it: its start, its moves, and everything else that is known.

    A new transcript is not checked. `replay` and `finished` make its moves and check them, and so
    do `read` and `write`.

    Attributes
    ----------
    start : rbcore.Position
        Where the game begins. It knows the rules.
    moves : tuple of str
        The entries, as rbcore.trace has them. A move with `!` is an offence at which Stop was
        called; then follow the omitted move, if there is one, and `stop`. A move with `?` is an
        offence that was taken back uncalled.
    players : tuple of str
        A name for each seat, with its version, such as `greedy/2`; empty if unknown.
    seed, game : int, optional
        Which game it is, if it was dealt from a seed.
    match : int, optional
        The match that the game is part of (8.3).
    starter : int, optional
        The seat that started. By default it is the seat to move in `start`.
    attention : tuple of rbcore.Attention, optional
        One for each seat, if seats may slip (section 6).
    limits : Limits
        The limits at which the game is left unfinished.
    comments : mapping of int to str
        Remarks, by the number of entries of `moves` before each.
    games_version, slips_version : int, optional
        The versions of the games and of the slips that the seed names.
    outcome, scores : str and tuple of int, optional
        How the game ended according to its record, and its scores by seat; None if it goes on. A
        game that is not over after its last move may be `unfinished`, because a turn of a player in
        Python was too long.
    shuffle, replicate : int
        The numbers of the reshuffle of its hidden cards and of its random streams; 0 for the
        game's own.

    Examples
    --------
    >>> game = Transcript.traced("standard", ["greedy", "greedy"], seed=1, game=0)
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
        check_argument("start", self.start, rbcore.Position)
        if self.starter is None:
            object.__setattr__(self, "starter", self.start.seat)

    @property
    def rules(self) -> rbcore.Rules:
        """The rules of the game."""
        return self.start.rules

    @property
    def resigned(self) -> int | None:
        """The seat that resigned according to the last comment; None if none did."""
        last = self.comments.get(len(self.moves), "")
        for seat in range(self.rules.seats):
            if last.endswith(RESIGNS.format(seat)):
                return seat
        return None

    @property
    def title(self) -> str:
        """The variant, the seed, the game and the players, if they are known."""
        words = [rbcore.variant_text(self.rules)]
        if self.seed is not None:
            words.append(f"seed {self.seed}")
        if self.game is not None:
            words.append(f"game {self.game}")
        if self.players:
            names = ":".join(name.partition("/")[0] for name in self.players)
            words.append(f"players {names}")
        return ", ".join(words)

    def __repr__(self) -> str:
        return f"<{self.title}: {count_text(len(self.moves), 'moves')}>"

    @classmethod
    @checked
    def traced(
        cls,
        rules: rbcore.Rules | str,
        players: Sequence[str | Player | Choose],
        seed: int,
        game: int,
        *,
        attention: Sequence[rbcore.Attention] | None = None,
        shuffle: int = 0,
        replicate: int = 0,
        max_turn_moves: int = TURN_MOVES,
        **limits: Unpack[LimitOptions],
    ) -> Self:
        """Return the transcript of a game between compiled players or players in Python.

        The arguments are those of rbcore.trace, which plays it, and of studies; wrong ones are
        ValueErrors. Players in Python do not slip.
        """
        seated = [resolve_player(player) for player in players]
        scores: tuple[int, ...] | None
        if distinct(seated):
            if attention is not None:
                raise ValueError("attention is for compiled players; players in Python do not slip")
            start, moves, end = trace(
                rules,
                seated,
                seed,
                game,
                shuffle=shuffle,
                replicate=replicate,
                max_turn_moves=max_turn_moves,
                **limits,
            )
            outcome = end.outcome or UNFINISHED
            scores = end.scores() if end.is_over else None
        else:
            start, moves, row = rbcore.trace(
                rules,
                [core for core in map(core_player, seated) if core is not None],
                seed,
                game,
                attention=attention,
                shuffle=shuffle,
                replicate=replicate,
                max_turn_moves=max_turn_moves,
                **limits,
            )
            outcome = rbcore.OUTCOMES[row["outcome"]]
            scores = tuple(map(int, row["scores"]))
        return cls(
            start,
            tuple(moves),
            tuple(map(versioned, seated)),
            seed,
            game,
            attention=None if attention is None else tuple(attention),
            limits=Limits(**limits),
            games_version=rbcore.GAMES_VERSION,
            slips_version=None if attention is None else SLIPS_VERSION,
            outcome=outcome,
            scores=scores,
            shuffle=shuffle,
            replicate=replicate,
        )

    def begin(self) -> Replay:
        """Return the game at its start, for a replay entry by entry."""
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
        """Yield the game before each entry of `moves`, with the entry.

        It is one game that changes afterwards; clone it to keep a position.

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
        for number, entry in enumerate(self.moves, 1):
            try:
                replay.make(entry)
            except ValueError as error:
                raise ValueError(f"move {number}, {shown(entry)}: {error}") from None
        replay.close()
        return replay.game

    def shown(self) -> ShownGame:
        """Return the game as a page shows it; raise ValueError for an entry that is forbidden."""
        outcome = end_text(self.finished(), self.resigned, self.outcome).capitalize()
        return ShownGame(self.start, self.moves, self.title, self.comments, outcome)

    def _repr_html_(self) -> str:
        """Return the HTML of the game for a notebook, to step through."""
        return framed(self)


# ---- games by their numbers ----


def check_repeatable(arm: Arm) -> None:
    """Raise ValueError unless the games of an arm can be played again move by move.

    Those of patience and of players by the clock cannot.
    """
    if arm.row_kind not in (GAMES, MATCHES):
        raise ValueError(f"{arm.variant} is a patience game; game files are for Russian Bank")
    for player in arm.players:
        if isinstance(player, str) and parse_player(player).microseconds:
            raise ValueError(
                f"{player} plays by the clock, so its games cannot be repeated; give it a number "
                "of playouts"
            )


def transcripts(arm: Arm, index: int) -> Iterator[Transcript]:
    """Yield game `index` of the arm's seed, or all games of match `index` if it plays matches."""
    if arm.row_kind is MATCHES:
        yield from _match(arm, index)
    else:
        yield _game(arm, cast(rbcore.Rules, arm.rules), index)


def _game(arm: Arm, rules: rbcore.Rules, game: int) -> Transcript:
    """Return a game as the arm's players play it under these rules."""
    return Transcript.traced(
        rules,
        arm.players,
        arm.seed,
        game,
        attention=arm.attention,
        shuffle=arm.shuffle,
        replicate=arm.replicate,
        max_turn_moves=arm.max_turn_moves,
        **vars(arm.limits),
    )


def _match(arm: Arm, match: int) -> Iterator[Transcript]:
    """Yield the games of a match (8.3); with `alternate` the seats start in turn (3.5)."""
    rules = cast(rbcore.Rules, arm.rules)
    game_rules = rules  # those of the match, with the starter of the game
    points = [0] * rules.seats
    for number in range(rbcore.MATCH_GAMES):
        game = _game(arm, game_rules, match * rbcore.MATCH_GAMES + number)
        assert game.scores is not None
        start = rbcore.Position.parse(game.start.notation, rules)
        yield replace(game, start=start, match=match)
        points = [before + score for before, score in zip(points, game.scores, strict=True)]
        if max(points) >= rules.target:
            return
        if rules.starter == "alternate":
            starter = (game.start.seat + 1) % rules.seats
            game_rules = replace(rules, starter=f"seat-{starter}")
