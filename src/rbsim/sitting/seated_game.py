"""Seated game: one game that a person plays, with its record."""

from dataclasses import dataclass, replace
from typing import Self

import rbcore
from rbcore.drawing.bank_scene import lay_out
from rbcore.drawing.scene import HIDDEN, Scene
from rbsim.games.replay import CALLED, STOP, cards_of
from rbsim.games.transcript import Transcript
from rbsim.sitting.deals import PERSON
from rbsim.sitting.move_words import entry_words
from rbsim.sitting.piles import ends, place_key, takers

RESIGNS = "Seat {} resigns."


@dataclass(frozen=True)
class Made:
    """An entry of the record: whose it is, what one says of it, and the piles that it goes between.

    `card` is the one that was moved, to find the foundation where it lies.
    """

    entry: str
    seat: int
    words: str
    source: str
    place: str
    card: str = ""


@dataclass
class Reply:
    """An opponent's next move while it is thought of, in a game of its own."""

    game: rbcore.Game
    player: str
    move: str = ""

    def think(self) -> Self:
        """Choose the move; this may take its time, on any thread."""
        self.move = self.game.choose(self.player)
        return self


class SeatedGame:
    """A game with a person at one seat, `PERSON`, and compiled players at the others.

    Moves that its transcript has are made again. Where it has attention, a person may offend, and
    others may call Stop (section 6); else offences are refused.
    """

    def __init__(self, transcript: Transcript) -> None:
        self.begun = replace(transcript, moves=(), comments={}, outcome=None, scores=None)
        self.seat = transcript.players.index(PERSON)
        self.game = transcript.begin().game
        self.made: list[Made] = []
        self._comments = {at: [text] for at, text in transcript.comments.items()}
        self.has_resigned = resigned(transcript) == self.seat
        for entry in transcript.moves:
            self._repeat(entry)

    # ---- asked ----

    @property
    def is_over(self) -> bool:
        """Whether nothing can be played any more."""
        return self.game.is_over or self.has_resigned

    @property
    def is_own_turn(self) -> bool:
        """Whether the person is to move."""
        return not self.is_over and self.game.seat == self.seat

    @property
    def has_moved(self) -> bool:
        """Whether the person has made a move, which a new deal would leave behind."""
        return any(one.seat == self.seat for one in self.made)

    @property
    def last(self) -> Made | None:
        """The newest entry that moved a card, or tried to."""
        return next((one for one in reversed(self.made) if one.entry != STOP), None)

    def places(self, source: str, scene: Scene) -> list[str]:
        """Return the keys of the piles where a source may go now, in the scene of the game."""
        found: list[str] = []
        for move in self.game.moves() if self.is_own_turn else ():
            taken, _, place = move.partition(">")
            if taken == source and place == "F":
                found += takers(scene, cards_of(self.game, source)[-1])
            elif taken == source:
                found.append(place_key(place, self.seat, self.game.rules.seats))
            elif source == "h" and move == "waste":
                found.append(f"w{self.seat}")
        return found

    def scene(self) -> Scene:
        """Return what the person sees, from the own seat: of others' hands nothing but backs."""
        game = self.game
        ended = None if game.outcome == "win" else game.outcome
        if self.has_resigned:
            ended = "resigned"
        scene = lay_out(game.view(), ended=ended, below=self.seat)
        hands = {f"h{seat}" for seat in range(game.rules.seats) if seat != self.seat}
        piles = (
            replace(one, cards=(HIDDEN,) * len(one.cards)) if one.key in hands else one
            for one in scene.piles
        )
        labels = (
            replace(one, lines=("You", *one.lines[1:]))
            if one.seat == self.seat and not one.number
            else one
            for one in scene.labels
        )
        return replace(scene, piles=tuple(piles), labels=tuple(labels))

    def points(self) -> tuple[int, ...]:
        """Return the scores of the game, which is over; of one resigned, as if it had been won."""
        if self.game.is_over:
            return self.game.scores()
        rules = self.game.rules
        counts = list(map(self._count, range(rules.seats)))
        others = [(self.seat + i) % rules.seats for i in range(1, rules.seats)]
        winner = min(others, key=lambda seat: counts[seat])
        points = [0] * rules.seats
        points[winner] = rules.win_bonus + sum(counts) - counts[winner]
        return tuple(points)

    def _count(self, seat: int) -> int:
        """What a seat's cards count (8.2)."""
        game, rules = self.game, self.game.rules
        turned = bool(game.turned) and seat == game.seat
        in_hand = len(game.hands[seat]) + len(game.wastes[seat]) + turned
        return rules.hand_card * in_hand + rules.reserve_card * len(game.reserves[seat])

    def transcript(self) -> Transcript:
        """Return the game as it is written down, so far as it has gone."""
        return replace(
            self.begun,
            moves=tuple(one.entry for one in self.made),
            comments={at: " ".join(texts) for at, texts in self._comments.items()},
        )

    # ---- played ----

    def attempt(self, move: str) -> rbcore.Verdict:
        """Make a move of the person; where that may be, an offence, at which Stop may be called.

        Raises ValueError, in a sentence, for a move that cannot be made or is refused.
        """
        self._check_goes_on()
        if not self.is_own_turn:
            raise ValueError(f"It is the turn of seat {self.game.seat}.")
        return self._make(move)

    def reply(self) -> Reply:
        """Return the next move of the opponent to move, still to be thought of."""
        player = self.begun.players[self.game.seat].partition("/")[0]
        return Reply(self.game.clone(), player)

    def take(self, reply: Reply) -> None:
        """Make the move that an opponent has thought of; nothing may have been made since."""
        self.game = reply.game
        self._make(reply.move)

    def call_stop(self) -> rbcore.Verdict:
        """Call Stop at the newest move, which is another's; of a legal one nothing follows."""
        last = self.made[-1] if self.made else None
        if self.has_resigned or last is None or last.seat == self.seat:
            raise ValueError("No opponent has just moved, so there is nothing to stop.")
        if last.entry == STOP or last.entry.endswith(CALLED):
            raise ValueError("Stop was called already.")
        before = self.game.clone()
        before.undo()
        verdict = before.judge(last.entry)
        if not verdict:
            self._comment(f"Seat {self.seat} calls Stop; the move is legal.")
            return rbcore.Verdict.LEGAL
        del self.made[-1]
        self.game = before.clone()
        self.game.attempt(last.entry, called=True)
        self._record(before, last.entry + CALLED)
        return verdict

    def undo(self) -> str:
        """Take back the person's newest move and what followed it; return what that was."""
        own = [i for i, one in enumerate(self.made) if one.seat == self.seat and one.entry != STOP]
        if not own:
            raise ValueError("You have made no move that could be taken back.")
        taken = self.made[own[-1] :]
        del self.made[own[-1] :]
        for one in taken:
            if one.entry != STOP:
                self.game.undo()
        self.has_resigned = False
        for at in sorted(at for at in self._comments if at > len(self.made)):
            self._comments.setdefault(len(self.made), []).extend(self._comments.pop(at))
        text = " ".join(one.entry for one in taken)
        self._comment(f"Taken back: {text}.")
        return text

    def resign(self) -> None:
        """Leave the game to the opponents."""
        self._check_goes_on()
        self.has_resigned = True
        self._comment(RESIGNS.format(self.seat))

    # ---- the record ----

    def _check_goes_on(self) -> None:
        if self.is_over:
            raise ValueError("The game is over.")

    def _make(self, move: str) -> rbcore.Verdict:
        """Make a move, or what a called Stop asks for; the attention of others decides on calls."""
        before, verdict = self.game.clone(), rbcore.Verdict.LEGAL
        if self.game.attention is None:
            self.game.apply(move)
        else:
            verdict = self.game.attempt(move)
        is_called = self.game.stopped is not None
        self._record(before, move + CALLED if is_called else move)
        if before.stopped is not None:
            self._record(before, STOP)
        return verdict

    def _repeat(self, entry: str) -> None:
        """Make an entry of a record again."""
        before, move = self.game.clone(), entry.removesuffix(CALLED)
        if entry != STOP and self.game.attention is None:
            self.game.apply(move)
        elif entry != STOP:
            self.game.attempt(move, called=entry != move)
        elif self.made:
            before = self.game.clone()
            before.undo()
        self._record(before, entry)

    def _record(self, before: rbcore.Game, entry: str) -> None:
        move = entry.removesuffix(CALLED)
        words = entry_words(before, entry, self.game, self.seat)
        source, place = ends(move, before.seat, before.rules.seats) if entry != STOP else ("", "")
        cards = cards_of(before, move.partition(">")[0]) if ">" in move else ()
        self.made.append(Made(entry, before.seat, words, source, place, *cards[-1:]))

    def _comment(self, text: str) -> None:
        texts = self._comments.setdefault(len(self.made), [])
        if texts[-1:] != [text]:
            texts.append(text)


def resigned(transcript: Transcript) -> int | None:
    """Return the seat that has resigned a game with its last word, if one has."""
    last = transcript.comments.get(len(transcript.moves), "")
    seats = range(transcript.rules.seats)
    return next((seat for seat in seats if last.endswith(RESIGNS.format(seat))), None)
