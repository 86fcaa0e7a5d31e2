"""Seated game: a game of Russian Bank that a person plays, its moves typed, picked and told."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from typing import Self

import rbcore
from rbcore.board.notation import places_of, sources_of
from rbcore.cards.ranges import shown
from rbcore.cards.text import RANKS
from rbcore.drawing.scene import HIDDEN, Scene
from rbcore.drawing.tables import lay_out
from rbcore.drawing.text import PLAIN
from rbsim.games.transcript import (
    CALLED,
    RESIGNS,
    TAKEN_BACK,
    Transcript,
    cards_of,
    parted,
    scores_of,
)
from rbsim.games.viewer import STOP

PERSON = "person"  # stands for the name of a player
# The first comment of a game whose variant is one of the person's files, and how it is read.
VARIANT_REMARK = "The rules are those of {}."
VARIANT_REMARK_PATTERN = re.compile(r"The rules are those of (\S+)\.( |$)")

SPECIAL = {"turn": ("h", "t"), "waste": ("t", "w")}  # the piles from which and to which they go


def ends(move: str, seat: int, seats: int) -> tuple[str, str]:
    """Return the keys of the piles that a move goes from and to.

    The key of any foundation is `F`. Of `pass`, which moves nothing, both are empty.
    """
    if move in SPECIAL:
        source, place = SPECIAL[move]
        return f"{source}{seat}", f"{place}{seat}"
    source, arrow, place = move.partition(">")
    if not arrow:
        return "", ""
    return source_key(source, seat, seats), pile_key(place, seat, seats)


def source_key(source: str, seat: int, seats: int) -> str:
    """Return the key of the pile that a source is; `h` is the hand as a place alone."""
    return pile_key("t" if source == "h" else source, seat, seats)


def pile_key(name: str, seat: int, seats: int) -> str:
    """Return the key of the pile that a seat names: `F`, a house or its last cards, or by a letter.

    Own piles have small letters, those of others capitals, with the seat if there are three.
    """
    if name == "F":
        return name
    if name[0].isdigit():
        return f"H{name[0]}"
    owner = seat if name.islower() else name[1:] or (seat + 1) % seats
    return f"{name[0].lower()}{owner}"


def name_of(key: str, seat: int, seats: int) -> str:
    """Return the name of a pile to a seat, as notation writes it."""
    if key[0] == "F":
        return "F"
    if key[0] == "H":
        return key[1:]
    letter = "h" if key[0] == "t" else key[0]
    if key[1:] == str(seat):
        return letter
    return letter.upper() + (key[1:] if seats > 2 else "")


def takers(scene: Scene, card: str) -> Iterator[str]:
    """Yield the keys of the foundations on which a card fits next (1.4)."""
    foundations = [pile for pile in scene.piles if pile.key[0] == "F"]
    base = next((pile.cards[0][0] for pile in foundations if pile.cards), "A")
    height = (RANKS.index(card[0]) - RANKS.index(base)) % 13
    for pile in foundations:
        if pile.key[1] == card[1] and len(pile.cards) == height:
            yield pile.key


@cache
def _writable(
    rules: rbcore.Rules, seat: int, offends: bool
) -> tuple[frozenset[str], frozenset[str]]:
    """Return all moves that a seat can write, and all texts with which they begin.

    If it `offends`, these are moves from any pile, or cards of a house, to any pile.
    """
    moves = frozenset(text for text in rbcore.action_texts(rules, seat) if text)
    if offends:
        houses = range(1, rules.houses + 1)
        sources = [f"{house}*{size}" for house in houses for size in range(2, 14)]
        sources += sources_of(seat, rules)
        moves |= {f"{source}>{place}" for source in sources for place in places_of(seat, rules)}
    beginnings = frozenset(move[:i] for move in moves for i in range(1, len(move) + 1))
    return moves, beginnings


class Draft:
    """A move while it is typed or picked.

    `type` and `pick` return the move once it is whole, and None until then. If the person
    `offends`, any pile may be typed; those of which nobody takes cards are no source to pick.
    """

    def __init__(self, rules: rbcore.Rules, seat: int, *, offends: bool = False) -> None:
        self.text: str = ""
        self._rules = rules
        self._seat = seat
        self._moves, self._beginnings = _writable(rules, seat, offends)

    @property
    def source(self) -> str:
        """The source of the move, such as `r` or `4*3`; "" as long as it is not known."""
        source = self.text.partition(">")[0]
        return source if f"{source}>" in self._beginnings else ""

    def clear(self) -> None:
        """Forget what was typed or picked."""
        self.text = ""

    def type(self, sign: str) -> str | None:
        """Take in a sign; the arrow, and with it the capitals of places, may be left out.

        Raises ValueError, and changes nothing, if no move goes on with this sign.
        """
        text = self.after(sign)
        if text is None:
            raise ValueError(f"No move begins with {shown(self.text + sign)}.")
        return self._set(text)

    def after(self, sign: str) -> str | None:
        """Return the text of the draft with this sign; None if no move begins so."""
        readings = [self.text + sign]
        if ">" in self.text:
            readings.append(self.text + sign.upper())
        elif self.source:
            readings += [f"{self.text}>{sign.upper()}", f"{self.text}>{sign}"]
        return next((text for text in readings if text in self._beginnings), None)

    def moves_of_source(self) -> list[str]:
        """Return all moves that the source could make, legal or not."""
        return [move for move in self._moves if move.startswith(f"{self.source}>")]

    def pick(self, key: str, cards: int = 1) -> str | None:
        """Take in a pile by its key in a scene; of a house, its last `cards` cards.

        To pick the source again lets go of it. Raises ValueError, and changes nothing, for a pile
        that is no source or to which no move goes from the source.
        """
        if key == f"h{self._seat}":
            return self._set("turn")
        if key == f"w{self._seat}" and self.source == "h":
            return self._set("waste")
        if self.source and source_key(self.source, self._seat, self._rules.seats) == key:
            self.clear()
            return None
        source = self._source_of(key, cards)
        is_place = key[0] in "FH" or not key.endswith(str(self._seat))
        if self.source and is_place:
            text = f"{self.source}>{name_of(key, self._seat, self._rules.seats)}"
        elif source:
            text = source
        else:
            raise ValueError("Pick one of your cards or a house first; ? shows how.")
        if text not in self._beginnings:
            raise ValueError(f"{text} is not a move in these rules.")
        return self._set(text)

    def _source_of(self, key: str, cards: int) -> str:
        """Return the source that a pile is to the seat; "" if it is none."""
        if key[0] == "H":
            group = f"{key[1:]}*{cards}"
            is_group = cards > 1 and self._rules.group_moves and group in self._beginnings
            return group if is_group else key[1:]
        sources = {f"r{self._seat}": "r", f"t{self._seat}": "h", f"w{self._seat}": "w"}
        return sources.get(key, "")

    def _set(self, text: str) -> str | None:
        """Set the text; if it is a whole move, clear the draft and return the move."""
        self.text = text
        if text not in self._moves:
            return None
        self.clear()
        return text


PILES = {"r": "reserve", "h": "hand", "w": "waste"}


def entry_words(before: rbcore.Game, entry: str, after: rbcore.Game, person: int) -> str:
    """Return an entry of a game as a sentence.

    Parameters
    ----------
    before, after : Game
        How the game stood before the entry and after it.
    entry : str
        The entry, as a transcript has it.
    person : int
        The seat that the sentence calls you.
    """
    seat = before.seat
    if entry == STOP:
        return "Your turn ends." if seat == person else f"The turn of seat {seat} ends."
    move, sign = parted(entry)
    verb, rest = _verb_and_rest(before, move, after, person)
    if seat == person:
        subject_and_verb = f"You {verb}"
    else:
        ending = "es" if verb == "pass" else "s"
        subject_and_verb = f"Seat {seat} {verb}{ending}"
    sentence = f"{subject_and_verb} {rest}".rstrip() + "."
    if not sign:
        return sentence
    follows = "Stop!" if sign == CALLED else "Nobody calls Stop: the move is taken back."
    return f"{sentence} {follows} {before.judge(move).words}"


def _verb_and_rest(
    before: rbcore.Game, move: str, after: rbcore.Game, person: int
) -> tuple[str, str]:
    """Return the verb of the sentence about a move, as after `you`, and what follows it."""
    if move == "pass":
        return "pass", ""
    if move == "turn":
        over = "" if before.hands[before.seat] else "the waste over and "
        is_turned = after.turned and not before.turned
        return "turn", f"{over}up {PLAIN.card(after.turned) if is_turned else 'a card'}"
    if move == "waste":
        return "lay", f"{PLAIN.card(before.turned) if before.turned else 'a card'} on the waste"
    source, _, place = move.partition(">")
    cards = " ".join(map(PLAIN.card, cards_of(before, source))) or "a card"
    origin = f"from {_pile_words(before, source, person)}"
    if place.isdigit():
        house = before.houses[int(place) - 1]
        onto = f"to space {place}" if house == () else f"to house {place}"
        if house:
            onto = f"onto {PLAIN.card(house[-1])} in house {place}"
        verb = "move" if source[0].isdigit() else "play"
        return verb, f"{cards} {origin} {onto}"
    pile = _pile_words(before, place, person)
    if place[0] in "RW" and place[1:] != str(before.seat):
        return "cover", f"{pile} with {cards} {origin}"
    return "play", f"{cards} {origin} to {pile}"


def _pile_words(game: rbcore.Game, name: str, person: int) -> str:
    """Return in words the pile that the seat to move names."""
    key = pile_key(name, game.seat, game.rules.seats)
    if key[0] in "FH":
        return "a foundation" if key[0] == "F" else f"house {key[1:]}"
    pile, owner = PILES[key[0]], int(key[1:])
    if owner == game.seat:
        return f"the {pile}"
    return f"your {pile}" if owner == person else f"seat {owner}'s {pile}"


@dataclass(frozen=True)
class Entry:
    """An entry of the record of a game.

    Attributes
    ----------
    entry : str
        As a transcript has it.
    seat : int
        Whose it is.
    words : str
        The entry as a sentence.
    source, place : str
        The keys of the piles from which and to which it moves a card; "" if it moves none.
    card : str
        The top card that it moves, if that is known.
    """

    entry: str
    seat: int
    words: str
    source: str
    place: str
    card: str = ""


@dataclass
class Reply:
    """An opponent's next move while it is being chosen, with a copy of the game."""

    game: rbcore.Game
    player: str
    move: str = ""

    def think(self) -> Self:
        """Choose the move, which may take long; any thread may do it."""
        self.move = self.game.choose(self.player)
        return self


class SeatedGame:
    """A game with PERSON at one seat and compiled players at the others.

    If its seats have attention, offences are allowed. An impossible action raises ValueError
    with a sentence for the person.

    Attributes
    ----------
    begun : Transcript
        The game before its first move.
    seat : int
        The person's seat.
    game : Game
        The game as it stands.
    record : list of Entry
        The events so far.
    has_resigned : bool
        Whether the person has resigned.
    """

    def __init__(self, transcript: Transcript) -> None:
        comments = {}
        if remark := VARIANT_REMARK_PATTERN.match(transcript.comments.get(0, "")):
            comments[0] = remark[0].rstrip()
        self.begun: Transcript = replace(
            transcript, moves=(), comments=comments, outcome=None, scores=None
        )
        self.seat: int = transcript.players.index(PERSON)
        replay = transcript.begin()
        self.game: rbcore.Game = replay.game
        self.record: list[Entry] = []
        # Texts by the number of entries before them.
        self._comments = {number: [text] for number, text in transcript.comments.items()}
        self.has_resigned: bool = transcript.resigned == self.seat
        for entry in transcript.moves:
            before = self.game.clone()
            if entry == STOP:
                before.undo()  # so that the seat to move is the one whose turn has just ended
            replay.make(entry)
            self._add_entry(before, entry)

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
        return any(entry.seat == self.seat for entry in self.record)

    @property
    def last(self) -> Entry | None:
        """The newest entry that is a move or an attempt at one."""
        return next((entry for entry in reversed(self.record) if entry.entry != STOP), None)

    def places(self, source: str, scene: Scene) -> list[str]:
        """Return the keys of the piles where a source may go now, in the scene of the game."""
        if not self.is_own_turn:
            return []
        keys: list[str] = []
        for move in self.game.moves():
            move_source, _, place = move.partition(">")
            if move_source == source and place == "F":
                keys += takers(scene, cards_of(self.game, source)[-1])
            elif move_source == source:
                keys.append(pile_key(place, self.seat, self.game.rules.seats))
            elif source == "h" and move == "waste":
                keys.append(f"w{self.seat}")
        return keys

    def scene(self) -> Scene:
        """Return what the person sees from the own seat: of others' hands only the backs."""
        ended = "resigned" if self.has_resigned else self.game.outcome
        scene = lay_out(self.game.view(), ended=ended, below=self.seat)
        piles = []
        for pile in scene.piles:
            if pile.key[0] == "h" and pile.key != f"h{self.seat}":
                pile = replace(pile, cards=(HIDDEN,) * len(pile.cards))
            piles.append(pile)
        captions = []
        for caption in scene.captions:
            if caption.seat == self.seat and not caption.number:
                caption = replace(caption, lines=("You", caption.lines[1].replace("has", "have")))
            captions.append(caption)
        return replace(scene, piles=tuple(piles), captions=tuple(captions))

    def points(self) -> tuple[int, ...]:
        """Return the scores of the game, which is over."""
        return scores_of(self.game, self.seat)

    def transcript(self) -> Transcript:
        """Return the game up to now, in notation."""
        return replace(
            self.begun,
            moves=tuple(entry.entry for entry in self.record),
            comments={number: " ".join(texts) for number, texts in self._comments.items()},
        )

    # ---- played ----

    def attempt(self, move: str) -> rbcore.Verdict:
        """Make a move of the person, or an offence if the game has attention.

        Raises ValueError, and changes nothing, for what cannot be made.
        """
        self.check_turn()
        return self._make(move)

    def reply(self) -> Reply:
        """Return the next move of the opponent whose turn it is, still to be chosen."""
        return Reply(self.game.clone(), self.begun.players[self.game.seat].partition("/")[0])

    def take(self, reply: Reply) -> None:
        """Make the move that an opponent has chosen; since `reply` nothing may have been made."""
        self.game = reply.game
        self._make(reply.move)

    def call_stop(self) -> rbcore.Verdict:
        """Call Stop at the newest move, and return the verdict on it.

        If the move is legal, only a comment says that Stop was called. Raises ValueError if the
        newest move is the person's, or Stop was called at it already.
        """
        last = self.record[-1] if self.record else None
        if self.has_resigned or last is None or last.seat == self.seat:
            raise ValueError("No opponent has just moved, so you cannot call Stop.")
        move, sign = parted(last.entry)
        if move == STOP or sign == CALLED:
            raise ValueError("Stop has already been called.")
        before = self.game.clone()
        before.undo()
        verdict = before.judge(move)
        after = before.clone()
        after.attempt(move, called=True)
        is_wrong = after.wrong_stops[self.seat] != before.wrong_stops[self.seat]
        if not verdict:
            self._comment(f"Seat {self.seat} calls Stop; the move is legal.")
            if not is_wrong:
                return rbcore.Verdict.LEGAL
        del self.record[-1]
        self.game = after
        self._add_entry(before, move + CALLED)
        if self.game.stopped is None and not is_wrong:
            self._add_entry(before, STOP)
        return verdict

    def undo(self) -> str:
        """Take back the person's newest move and what followed it, and return their entries.

        A comment says what was taken back. Comments on it stay. Raises ValueError if the person
        has made no move.
        """
        moves = [
            number
            for number, entry in enumerate(self.record)
            if entry.seat == self.seat and entry.entry != STOP
        ]
        if not moves:
            raise ValueError("You have made no move to take back.")
        count = moves[-1]  # of the entries that stay
        undone = self.record[count:]
        del self.record[count:]
        for entry in undone:
            if entry.entry != STOP:
                self.game.undo()
        self.has_resigned = False
        for number in sorted(self._comments):
            if number > count:
                self._comments.setdefault(count, []).extend(self._comments.pop(number))
        text = " ".join(entry.entry for entry in undone)
        self._comment(f"Taken back: {text}.")
        return text

    def resign(self) -> None:
        """Resign the game, in anybody's turn; raise ValueError if it is over."""
        self.check_goes_on()
        self.has_resigned = True
        self._comment(RESIGNS.format(self.seat))

    # ---- the record ----

    def check_goes_on(self) -> None:
        """Raise ValueError, in a sentence, if the game is over."""
        if self.is_over:
            raise ValueError("The game is over.")

    def check_turn(self) -> None:
        """Raise ValueError, in a sentence, unless it is the person's turn."""
        self.check_goes_on()
        if not self.is_own_turn:
            raise ValueError(f"It is the turn of seat {self.game.seat}.")

    def _make(self, move: str) -> rbcore.Verdict:
        """Make a move, or what a called Stop asks for; by their attention others call Stop."""
        before = self.game.clone()
        verdict = rbcore.Verdict.LEGAL
        if self.game.attention is None:
            self.game.apply(move)
        else:
            verdict = self.game.attempt(move)
        is_called = self.game.calls != before.calls
        is_wrong = self.game.wrong_stops != before.wrong_stops
        sign = ""
        if is_called or is_wrong:
            sign = CALLED
        elif not verdict.can_stand:
            sign = TAKEN_BACK
        self._add_entry(before, move + sign)
        if before.stopped is not None or (is_called and self.game.stopped is None):
            self._add_entry(before, STOP)
        return verdict

    def _add_entry(self, before: rbcore.Game, entry: str) -> None:
        """Add an entry to the record, given how the game stood before it."""
        move, _ = parted(entry)
        words = entry_words(before, entry, self.game, self.seat)
        source = place = ""
        if entry != STOP:
            source, place = ends(move, before.seat, before.rules.seats)
        cards = cards_of(before, move.partition(">")[0]) if ">" in move else ()
        card = cards[-1] if cards else ""
        self.record.append(Entry(entry, before.seat, words, source, place, card))

    def _comment(self, text: str) -> None:
        """Add a comment behind the newest entry, unless it is the last one there already."""
        texts = self._comments.setdefault(len(self.record), [])
        if texts[-1:] != [text]:
            texts.append(text)
