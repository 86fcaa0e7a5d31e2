"""Seated game: a game of Russian Bank that a person plays, its moves typed, picked and told."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from typing import Self

import rbcore
from rbcore.cards.ranges import shown
from rbcore.cards.text import RANKS
from rbcore.drawing.scene import HIDDEN, Scene
from rbcore.drawing.tables import lay_out
from rbcore.drawing.text import PLAIN
from rbsim.games.transcript import CALLED, RESIGNS, Transcript, cards_of, scores_of
from rbsim.games.viewer import STOP

PERSON = "person"  # in the place of a player's name
NAMED = "The rules are those of {}."  # the first remark of a game by a variant's file
NAMES = re.compile(r"The rules are those of (\S+)\.( |$)")

SPECIAL = {"turn": ("h", "t"), "waste": ("t", "w")}


def ends(move: str, seat: int, seats: int) -> tuple[str, str]:
    """Return the keys of the piles that a move goes from and to; of a foundation `F`."""
    if move in SPECIAL:
        source, place = SPECIAL[move]
        return f"{source}{seat}", f"{place}{seat}"
    source, arrow, place = move.partition(">")
    if not arrow:
        return "", ""  # to pass moves nothing
    return source_key(source, seat), place_key(place, seat, seats)


def source_key(source: str, seat: int) -> str:
    """Return the key of a source: `r`, `h`, `w`, a house or its last cards."""
    if source[0].isdigit():
        return f"H{source[0]}"
    return f"{'t' if source == 'h' else source}{seat}"


def place_key(place: str, seat: int, seats: int) -> str:
    """Return the key of a place: `F`, a house, `R` or `W` with a seat if there are three."""
    if place == "F":
        return place
    if place.isdigit():
        return f"H{place}"
    return f"{place[0].lower()}{place[1:] or (seat + 1) % seats}"


def place_of(key: str, seats: int) -> str:
    """Return the place that another's pile or one of all is, as notation writes it; or nothing."""
    if key[0] == "F":
        return "F"
    if key[0] == "H":
        return key[1:]
    return key[0].upper() + (key[1:] if seats > 2 else "") if key[0] in "rw" else ""


def takers(scene: Scene, card: str) -> Iterator[str]:
    """Yield the keys of the foundations on which a card fits next (1.4)."""
    founded = [pile for pile in scene.piles if pile.key[0] == "F"]
    base = next((pile.cards[0][0] for pile in founded if pile.cards), "A")
    height = (RANKS.index(card[0]) - RANKS.index(base)) % 13
    for pile in founded:
        if pile.key[1] == card[1] and len(pile.cards) == height:
            yield pile.key


@cache
def _writable(rules: rbcore.Rules, seat: int) -> tuple[frozenset[str], frozenset[str]]:
    """All moves that a seat can write, and all that they begin with."""
    moves = frozenset(filter(None, rbcore.action_texts(rules, seat)))
    return moves, frozenset(move[:i] for move in moves for i in range(1, len(move) + 1))


class Draft:
    """What was typed or picked of a move; taking in more returns it once it is whole."""

    def __init__(self, rules: rbcore.Rules, seat: int) -> None:
        self.text = ""
        self._rules, self._seat = rules, seat
        self._moves, self._beginnings = _writable(rules, seat)

    @property
    def source(self) -> str:
        """What is to be moved, `r` or `4*3`; nothing if that is not known yet."""
        source = self.text.partition(">")[0]
        return source if f"{source}>" in self._beginnings else ""

    def clear(self) -> None:
        self.text = ""

    def type(self, sign: str) -> str | None:
        """Take in a sign; the arrow and large letters of places may be left out."""
        if (text := self.after(sign)) is None:
            raise ValueError(f"No move goes on as {shown(self.text + sign)}.")
        return self._taken(text)

    def after(self, sign: str) -> str | None:
        """Return what the draft is with a sign more; None if that begins no move."""
        readings = [self.text + sign]
        if self.source:
            behind = self.text if ">" in self.text else f"{self.text}>"
            readings += [behind + sign, behind + sign.upper()]
        return next((one for one in readings if one in self._beginnings), None)

    def goes_on(self) -> list[str]:
        """Return all moves that the source could make, legal or not."""
        return [move for move in self._moves if move.startswith(f"{self.source}>")]

    def pick(self, key: str, cards: int = 1) -> str | None:
        """Take in a pile, by its key in a scene; of a house the last so many cards may be meant."""
        if key == f"h{self._seat}":
            return self._taken("turn")
        if key == f"w{self._seat}" and self.source == "h":
            return self._taken("waste")
        if self.source and source_key(self.source, self._seat) == key:
            self.clear()
            return None
        own = self._source_of(key, cards)
        is_place = key[0] in "FH" or not key.endswith(str(self._seat))
        if self.source and is_place:
            text = f"{self.source}>{place_of(key, self._rules.seats)}"
        elif own:
            text = own
        else:
            raise ValueError("Take a card of your own or of a house first; ? shows how.")
        if text not in self._beginnings:
            raise ValueError(f"{text} is no move of these rules.")
        return self._taken(text)

    def _source_of(self, key: str, cards: int) -> str:
        """The source that a pile is to the seat, if it is one."""
        if key[0] == "H":
            group = f"{key[1:]}*{cards}"
            return group if cards > 1 and group in self._beginnings else key[1:]
        own = {f"r{self._seat}": "r", f"t{self._seat}": "h", f"w{self._seat}": "w"}
        return own.get(key, "")

    def _taken(self, text: str) -> str | None:
        self.text = text
        if text not in self._moves:
            return None
        self.clear()
        return text


FROM = {"r": "the reserve", "h": "the hand", "w": "the waste"}
KINDS = {"R": "reserve", "W": "waste"}


def entry_words(before: rbcore.Game, entry: str, after: rbcore.Game, person: int) -> str:
    """Return an entry of a game in a sentence, given how the game stood before and after."""
    seat = before.seat
    if entry == STOP:
        return "Your turn ends." if seat == person else f"The turn of seat {seat} ends."
    move = entry.removesuffix(CALLED)
    verb, rest = _words(before, move, after, person)
    ending = "es" if verb == "pass" else "s"
    said = f"You {verb}" if seat == person else f"Seat {seat} {verb}{ending}"
    sentence = f"{said} {rest}".rstrip() + "."
    return f"{sentence} Stop! {before.judge(move).words}" if entry != move else sentence


def _words(before: rbcore.Game, move: str, after: rbcore.Game, person: int) -> tuple[str, str]:
    if move == "pass":
        return "pass", ""
    if move == "turn":
        over = "" if before.hands[before.seat] else "the waste over and "
        shown = PLAIN.card(after.turned) if after.turned else "a card"
        return "turn", f"{over}up {shown}"
    if move == "waste":
        return "lay", f"{PLAIN.card(before.turned)} on the waste"
    source, _, place = move.partition(">")
    taken = cards_of(before, source)
    cards = " ".join(map(PLAIN.card, taken)) or "a card"
    origin = f"from {FROM.get(source) or f'house {source[0]}'}"
    if place == "F":
        return "play", f"{cards} {origin} to a foundation"
    if place.isdigit():
        house = before.houses[int(place) - 1]
        onto = f"onto {PLAIN.card(house[-1])} in house {place}" if house else f"to space {place}"
        return ("move" if source[0].isdigit() else "play"), f"{cards} {origin} {onto}"
    other = int(place[1:] or 1 - before.seat)
    whose = "your" if other == person else f"seat {other}'s"
    return "cover", f"{whose} {KINDS[place[0]]} with {cards} {origin}"


@dataclass(frozen=True)
class Made:
    """An entry of the record: whose it is, its words, and the piles between which `card` goes."""

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
    """A game with PERSON at one seat and compiled players at others; attention allows offences."""

    def __init__(self, transcript: Transcript) -> None:
        named = NAMES.match(transcript.comments.get(0, ""))
        said = {0: named[0].rstrip()} if named else {}
        self.begun = replace(transcript, moves=(), comments=said, outcome=None, scores=None)
        self.seat = transcript.players.index(PERSON)
        replay = transcript.begin()
        self.game = replay.game
        self.made: list[Made] = []
        self._comments = {at: [text] for at, text in transcript.comments.items()}
        self.has_resigned = transcript.resigned == self.seat
        for entry in transcript.moves:
            before = self.game.clone()
            if entry == STOP:  # which stands behind the move of a turn that has ended
                before.undo()
            replay.make(entry)
            self._record(before, entry)

    # ---- asked ----

    @property
    def is_over(self) -> bool:
        """Whether nothing can be played any more."""
        return self.game.is_over or self.has_resigned

    @property
    def is_own_turn(self) -> bool:
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
        ended = "resigned" if self.has_resigned else self.game.outcome
        scene, own = lay_out(self.game.view(), ended=ended, below=self.seat), f"h{self.seat}"
        piles = (
            replace(one, cards=(HIDDEN,) * len(one.cards))
            if one.key[0] == "h" and one.key != own
            else one
            for one in scene.piles
        )
        labels = (
            replace(one, lines=("You", one.lines[1].replace("has", "have")))
            if one.seat == self.seat and not one.number
            else one
            for one in scene.labels
        )
        return replace(scene, piles=tuple(piles), labels=tuple(labels))

    def points(self) -> tuple[int, ...]:
        """Return the scores of the game, which is over."""
        return scores_of(self.game, self.seat)

    def transcript(self) -> Transcript:
        """Return the game as it is written down, so far as it has gone."""
        return replace(
            self.begun,
            moves=tuple(one.entry for one in self.made),
            comments={at: " ".join(texts) for at, texts in self._comments.items()},
        )

    # ---- played ----

    def attempt(self, move: str) -> rbcore.Verdict:
        """Make a move of the person, an offence where that may be; or ValueError."""
        self.check_turn()
        return self._make(move)

    def reply(self) -> Reply:
        """Return the next move of the opponent to move, still to be thought of."""
        return Reply(self.game.clone(), self.begun.players[self.game.seat].partition("/")[0])

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
        self.check_goes_on()
        self.has_resigned = True
        self._comment(RESIGNS.format(self.seat))

    # ---- the record ----

    def check_goes_on(self) -> None:
        if self.is_over:
            raise ValueError("The game is over.")

    def check_turn(self) -> None:
        """Raise ValueError, in a sentence, unless it is the person's turn."""
        self.check_goes_on()
        if not self.is_own_turn:
            raise ValueError(f"It is the turn of seat {self.game.seat}.")

    def _make(self, move: str) -> rbcore.Verdict:
        """Make a move, or what a called Stop asks for; the attention of others decides on calls."""
        before, verdict = self.game.clone(), rbcore.Verdict.LEGAL
        if self.game.attention is None:
            self.game.apply(move)
        else:
            verdict = self.game.attempt(move)
        self._record(before, move if self.game.stopped is None else move + CALLED)
        if before.stopped is not None:
            self._record(before, STOP)
        return verdict

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
