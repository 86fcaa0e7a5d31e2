"""Seated games: those of a record, what is hidden, offences and Stop!, undo; moves as typed."""

from __future__ import annotations

import io
import random
import re
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import strategies as st
from hypothesis.stateful import initialize, invariant, rule

import rbcore
from rbcore.board.notation import places_of, sources_of
from rbcore.drawing.scene import HIDDEN
from rbcore.drawing.text import text
from rbcore.rules.limits import Limits
from rbsim.games.files import game_text, read
from rbsim.games.opinion import odds
from rbsim.games.transcript import Transcript
from rbsim.table.seated_game import Draft, SeatedGame, ends
from rbsim.table.series import Series, dealt, keep, next_deal, opened, seated
from support import sitters
from support.chains import PLACES, SEEDS, Holding, drawn_variant, tried
from support.quick import fewer
from support.sitters import PERSON, SEED, WATCHFUL, answer, deal, own_move, play, recorded

TWO = "standard,houses-each=1"


def again(game: SeatedGame) -> SeatedGame:
    """The game as it is read back from its file."""
    [transcript] = read(io.StringIO(game_text(game.transcript())))
    kept = game.transcript()
    assert replace(transcript, outcome=kept.outcome, scores=kept.scores) == kept
    return SeatedGame(transcript)


def at(line: str, *attention: rbcore.Attention, variant: str = TWO) -> SeatedGame:
    """A game that begins in a position in which cards may be missing."""
    start = rbcore.Position.parse(line, rbcore.variant(variant), partial=True)
    begun = replace(deal(variant), start=start, seed=None, game=None, games_version=None)
    return SeatedGame(replace(begun, starter=start.seat, attention=attention or None))


# ---- whole games ------------------------------------------------------------------------------


@pytest.mark.sample(4)
@pytest.mark.parametrize("variant", rbcore.PRESETS)
def test_a_person_plays_the_game_of_a_record(variant: str) -> None:
    """From every seat, opponents draw what they would; the file has the game again."""
    rules = rbcore.variant(variant)
    for seat in range(rules.seats):
        game = play(SeatedGame(deal(variant, seat)))
        assert [one.entry for one in game.record] == recorded(variant)
        assert game.points() == game.game.scores()
        assert ("You have won" in text(game.scene())) == (game.game.winner == seat)
    assert again(game).record == game.record


def test_offences_are_refused_with_the_clause() -> None:
    game = at("0 - c--d--h--s-- 5h|6s Ah/4c/- -/9d/-")
    with pytest.raises(ValueError, match=r"turn is not legal here.*\(5\.1\)"):
        game.attempt("turn")
    with pytest.raises(ValueError, match=r"1>2.*\(5\.1\)"):
        game.attempt("1>2")
    with pytest.raises(ValueError, match="not a move"):
        game.attempt("castle")
    assert not game.record
    game = SeatedGame(deal())
    while game.is_own_turn:
        game.attempt(own_move(game))
    with pytest.raises(ValueError, match="turn of seat 1"):
        game.attempt("turn")


def test_nobody_sees_what_is_hidden() -> None:
    """Hidden cards dealt otherwise leave the scene as it was, with peek for others too."""
    for variant in ("standard", "peek", "three-player", "covered"):
        game = SeatedGame(deal(variant))
        for entries in range(0, 60, 7):
            play(game, entries)
            scene, other = game.scene(), SeatedGame(deal(variant))
            other.game = game.game.determinize(seed=9)
            if game.is_own_turn or game.game.rules.peek == "no":
                assert other.scene() == scene
            for seat in range(1, game.game.rules.seats):
                assert set(scene.pile(f"h{seat}").cards) <= {HIDDEN}


# ---- Stop! ------------------------------------------------------------------------------------


def test_an_opponent_calls_stop() -> None:
    game = at("0 - c--d--h--s-- 5h|6s Ah/4c/- 2c/9d/-", PERSON, WATCHFUL)
    assert game.attempt("turn") is rbcore.Verdict.RESERVE_TO_FOUNDATION
    assert game.record[-1].entry == "turn!"
    assert "Stop! The top card of the reserve fits" in game.record[-1].words
    assert game.is_own_turn
    with pytest.raises(ValueError, match="the offender must make one of r>F"):
        game.attempt("turn")
    game.attempt("r>F")
    assert [one.entry for one in game.record] == ["turn!", "r>F", "stop"]
    assert game.record[-1].words == "Your turn ends."
    assert game.game.seat == 1
    assert game.undo() == "r>F stop"
    assert game.undo() == "turn!"
    assert game.is_own_turn
    assert game.game.stopped is None
    game.attempt("r>F")


def test_what_does_not_fit_is_called_or_taken_back() -> None:
    """Offences 4 and 5 of the person: called, the turn passes; uncalled, the person goes on."""
    line = "0 9c c--d--h--s-- 5h|6s Kh/4c/- 2c/9d/-"
    game = at(line, PERSON, WATCHFUL)
    assert game.attempt("h>1") is rbcore.Verdict.MISFIT
    assert [one.entry for one in game.record] == ["h>1!", "stop"]
    assert game.record[0].words == (
        "You play 9♣ from the hand onto 5♥ in house 1. Stop! The card does not fit there, or the "
        "place takes no cards (4.2)."
    )
    assert (game.game.seat, game.game.wastes[0]) == (1, ("9c",))
    kept = SeatedGame(game.transcript())
    assert kept.record == game.record
    assert kept.undo() == "h>1! stop"
    assert kept.is_own_turn
    game = at(line, PERSON, PERSON)
    words = {
        "R>1": "You play 2♣ from seat 1's reserve onto 5♥ in house 1.",
        "W>F": "You play a card from seat 1's waste to a foundation.",
        "H>r": "You play a card from seat 1's hand to the reserve.",
        "F>2": "You play a card from a foundation onto 6♠ in house 2.",
        "1*2>2": "You move 5♥ from house 1 onto 6♠ in house 2.",
        "r>W": "You cover seat 1's waste with K♥ from the reserve.",
        "1>w": "You play 5♥ from house 1 to the waste.",
        "turn": "You turn up a card.",
        "pass": "You pass.",
    }
    for move, sentence in words.items():
        assert not game.attempt(move).can_stand
        assert game.record[-1].entry == f"{move}?"
        assert game.record[-1].words.startswith(
            f"{sentence} Nobody calls Stop: the move is taken back. The card "
        )
        assert game.is_own_turn
    assert SeatedGame(game.transcript()).record == game.record
    assert game.undo() == "pass?"
    game.attempt("1>2")
    assert game.game.position().houses[1] == ("6s", "5h")


def test_the_person_calls_stop_at_a_misplaced_card() -> None:
    fumbling = rbcore.Attention({"misplacing": 1.0})
    game = at("1 - c--d--h--s-- 5h|6s Kh/4c/- 2c/9d/-", PERSON, fumbling)
    answer(game)
    entry = game.record[-1]
    assert entry.entry.endswith("?")
    assert "Nobody calls Stop: the move is taken back." in entry.words
    assert game.call_stop() is rbcore.Verdict.MISFIT
    assert [one.entry for one in game.record] == [entry.entry[:-1] + "!", "stop"]
    assert game.is_own_turn
    with pytest.raises(ValueError, match="already been called"):
        game.call_stop()
    # Who is not called goes on, and misplaces no other card before it has moved.
    game = at("1 - c--d--h--s-- 5h|6s Kh/4c/- 2c/9d/-", PERSON, fumbling)
    answer(game)
    answer(game)
    assert [one.entry[-1] == "?" for one in game.record] == [True, False]


def test_a_wrong_call_is_in_the_record_and_nothing_else() -> None:
    game = SeatedGame(deal())
    with pytest.raises(ValueError, match="you cannot call Stop"):
        game.call_stop()
    while not game.record or game.record[-1].seat == 0:
        play(game, len(game.record) + 1)
    entries = [one.entry for one in game.record]
    assert not game.call_stop()
    assert not game.call_stop()
    assert [one.entry for one in game.record] == entries
    assert game.transcript().comments == {len(entries): "Seat 0 calls Stop; the move is legal."}


@pytest.mark.parametrize("preset", ["bobcrapette", "albertoquijano"])
def test_a_wrong_call_has_its_price_where_nobody_slips(preset: str) -> None:
    """The entry of V34 is read again from a game without attention."""
    game = SeatedGame(deal(preset))
    while not game.record or game.record[-1].seat == 0 or game.record[-1].entry != "waste":
        play(game, len(game.record) + 1)
    assert game.call_stop() is rbcore.Verdict.LEGAL
    assert game.record[-1].entry == "waste!"
    assert game.game.wrong_stops == (1, 0)
    assert again(game).record == game.record


# ---- the record -------------------------------------------------------------------------------


def test_resigning_ends_a_game_and_counts_as_lost() -> None:
    game = play(SeatedGame(deal()), 40)
    points = game.game.clone()
    game.resign()
    assert game.transcript().shown().outcome == f"Seat 0 resigns after {game.game.ply} moves"
    assert (game.is_over, game.is_own_turn, game.game.is_over) == (True, False, False)
    left = len(points.hands[0]) + len(points.wastes[0]) + bool(points.turned and points.seat == 0)
    assert game.points() == (0, 30 + left + 2 * len(points.reserves[0]))
    with pytest.raises(ValueError, match="over"):
        game.attempt("turn")
    kept = again(game)
    assert (kept.has_resigned, kept.transcript().resigned) == (True, 0)
    kept.undo()
    assert not kept.is_over


def test_odds_know_what_all_can_see() -> None:
    """Hidden cards dealt otherwise leave them as they are; they are not told of who has peeked."""
    game = SeatedGame(deal())
    while game.is_own_turn:
        game.attempt(own_move(game))
    rates = [odds(one, 0, 300) for one in (game.game, game.game.determinize(seed=9))]
    assert rates[0] == rates[1]
    assert 0 < rates[0].estimate < 1
    assert abs(rates[0].estimate + odds(game.game, 1, 300).estimate - 1) < 0.05
    with pytest.raises(ValueError, match="may have looked at a card"):
        odds(SeatedGame(deal("peek")).game, 0, 10)


# ---- chains of calls ----------------------------------------------------------------------------

DROWSY = rbcore.Attention(dict.fromkeys([*rbcore.PRIORITIES, "misplacing"], 0.3), 0.5, "if-better")
DRAWN = re.compile(r" (play|lapses|plan)=\S+")  # what a player has drawn is in no record


class SeatedGames(Holding):
    """Seated games, each compared after every call with a game replayed from its entries.

    What is held is a game, and how many entries it had when it was taken up.
    """

    most = 4

    @initialize(seed=SEEDS)
    def begin(self, seed: int) -> None:
        self.deal(seed)

    @rule(seed=SEEDS)
    def deal(self, seed: int) -> None:
        rng, rules = random.Random(seed), rbcore.variant(drawn_variant(seed))
        seat = rng.randrange(rules.seats)
        players = seated(rng.choice(["greedy", "uniform", "weighted"]), seat, rules.seats)
        attention = [rng.choice([WATCHFUL, sitters.CARELESS, DROWSY]) for _ in players]
        attention[seat] = PERSON
        begun = dealt(
            rules, players, seed, 0, attention=tuple(attention) if rng.random() < 0.8 else None
        )
        limits = Limits(max_turns=40, max_moves=400)
        self.hold((SeatedGame(replace(begun, limits=limits)), 0))

    @rule(at=PLACES, seed=SEEDS, count=st.integers(1, 40))
    def play(self, at: int, seed: int, count: int) -> None:
        """Moves and, of the person's, now and then an offence or what cannot be made."""
        (game, _), rng = self.pick(at), random.Random(seed)
        for _ in range(count):
            if game.is_over:
                with pytest.raises(ValueError, match="over"):
                    game.attempt("turn")
            elif not game.is_own_turn:
                before = game.game.notation
                game.reply().think()  # and never taken
                assert game.game.notation == before
                answer(game)
            elif rng.random() < 0.8:
                assert game.attempt(rng.choice(game.game.moves())) is rbcore.Verdict.LEGAL
            else:
                self.try_out(game, rng)

    def try_out(self, game: SeatedGame, rng: random.Random) -> None:
        """Try any move at all, or any offence that could stand."""
        rules, seat = game.game.rules, game.seat
        sources = [*sources_of(seat, rules), *(f"{n}*3" for n in range(1, rules.houses + 1))]
        moves = [f"{source}>{place}" for source in sources for place in places_of(seat, rules)]
        moves += ["turn", "waste", "pass"]
        verdicts = {move: game.game.judge(move) for move in moves}
        standing = [move for move, verdict in verdicts.items() if verdict and verdict.can_stand]
        move = rng.choice(standing if standing and rng.random() < 0.7 else moves)
        before, entries, legal = game.game.notation, len(game.record), move in game.game.moves()
        verdict = verdicts[move]
        if not legal and (game.game.attention is None or game.game.stopped):
            with pytest.raises(ValueError, match=r"\.$"):
                game.attempt(move)
            assert (game.game.notation, len(game.record)) == (before, entries)
        else:
            assert game.attempt(move) is (rbcore.Verdict.LEGAL if legal else verdict)

    @rule(at=PLACES, seed=SEEDS, count=st.integers(1, 4), redo=st.booleans())
    def take_back(self, at: int, seed: int, count: int, redo: bool) -> None:
        """What is done again ends as it did, if the opponents' draws are of this sitting."""
        self.play(at, seed, 5 * count)
        self.undo(at, count, redo)

    def undo(self, at: int, count: int, redo: bool) -> None:
        game, taken_up = self.pick(at)
        entries = [one.entry for one in game.record]
        for _ in range(count):
            if any(one.seat == game.seat for one in game.record):
                left, text = len(game.record), game.undo()
                assert text.split() == entries[len(game.record) : left]
                assert game.is_own_turn
        if not redo or len(game.record) < taken_up:
            self.held[at % len(self.held)] = game, min(taken_up, len(game.record))
            return
        for entry in entries[len(game.record) :]:
            if entry == "stop":
                continue  # stands behind the move that was asked for
            if game.is_own_turn:
                game.attempt(entry.rstrip("!?"))
            else:
                answer(game)
                newest = game.record[-1].entry
                if entry != newest and entry == f"{newest.rstrip('?')}!":
                    game.call_stop()  # the move may be legal: a wrong Stop with a price (V34)
        assert [one.entry for one in game.record] == entries

    @rule(at=PLACES, seed=SEEDS)
    def call(self, at: int, seed: int) -> None:
        """Stop is called at an offence, if one comes soon, else at whatever came last."""
        game, _ = self.pick(at)
        for n in range(1 + seed % 20):
            self.play(at, seed + n, 1)
            verdict = self.found(game)
            if verdict:
                break
        if verdict is None:
            with pytest.raises(ValueError, match=r"you cannot call Stop|already been called"):
                game.call_stop()
        else:
            assert game.call_stop() is verdict

    def found(self, game: SeatedGame) -> rbcore.Verdict | None:
        """What a Stop finds; None where none can be called."""
        last = game.record[-1] if game.record else None
        if not last or game.has_resigned or last.seat == game.seat or last.entry[-1] in "!p":
            return None  # `!` and `stop` tell that it was called
        before = game.game.clone()
        before.undo()
        return before.judge(last.entry.rstrip("?"))

    @rule(at=PLACES)
    def resign(self, at: int) -> None:
        """It is taken back with the newest move, if the person has made one."""
        game, _ = self.pick(at)
        if not game.is_over:
            game.resign()
            assert len(game.points()) == game.game.rules.seats
            assert again(game).has_resigned
            with pytest.raises(ValueError, match="you cannot call Stop"):
                game.call_stop()
            self.undo(at, 1, True)

    @rule(at=PLACES)
    def take_up(self, at: int) -> None:
        """A game that was kept as text goes on beside the one that it was."""
        game, _ = self.pick(at)
        made = again(game)
        assert made.record == game.record
        assert made.has_resigned == game.has_resigned
        self.hold((made, len(made.record)))

    @invariant()
    def games_are_those_of_their_entries(self) -> None:
        for game, _ in self.some():
            replay = game.transcript().begin()
            for one in game.record:
                if one.entry != "stop":
                    assert replay.game.seat == one.seat
                replay.make(one.entry)
            told, straight = (DRAWN.sub("", one.notation) for one in (game.game, replay.game))
            assert told == straight
            assert game.game.moves() == replay.game.moves()
            assert game.is_over == (replay.game.is_over or game.has_resigned)


TestSeatedGames = SeatedGames.TestCase
TestSeatedGames.settings = tried(fewer(80), 25)


# ---- drafts: moves typed in full and in short, or picked pile by pile ----------------------------


def typed(text: str, variant: str = "standard", seat: int = 0) -> str | None:
    """What comes of typing."""
    draft, move = Draft(rbcore.variant(variant), seat), None
    for sign in text:
        assert move is None
        move = draft.type(sign)
    return move


@pytest.mark.parametrize("variant", rbcore.PRESETS)
def test_all_moves_can_be_typed_and_picked(variant: str) -> None:
    rules = rbcore.variant(variant)
    for seat in range(rules.seats):
        for move in filter(None, rbcore.action_texts(rules, seat)):
            assert typed(move, variant, seat) == move
            if move == "pass":
                continue
            source, place = ends(move, seat, rules.seats)
            draft = Draft(rules, seat)
            count = int(move.partition(">")[0].partition("*")[2] or 1)
            if move != "turn":
                assert draft.pick(source, count) is None
                assert draft.source == move.partition(">")[0].replace("waste", "h")
            picked = source if move == "turn" else f"{place}s0" if place == "F" else place
            assert draft.pick(picked) == move
            assert draft.text == ""


@pytest.mark.parametrize(
    ("text", "move"),
    [("rf", "r>F"), ("h3", "h>3"), ("7w", "7>W"), ("7r", "7>R"), ("7>r", "7>R"), ("43", "4>3")],
)
def test_what_may_be_left_out(text: str, move: str) -> None:
    assert typed(text) == move


@pytest.mark.parametrize("variant", ["standard", "three-player", "crossley"])
def test_who_may_offend_can_name_any_pile(variant: str) -> None:
    rules = rbcore.variant(variant)
    sources = [*sources_of(0, rules), "4*3"]
    for move in (f"{source}>{place}" for source in sources for place in places_of(0, rules)):
        draft, whole = Draft(rules, 0, offends=True), None
        for sign in move:
            whole = draft.type(sign)
        assert whole == move
    # In short, without the arrow, small letters are still others' piles.
    draft = Draft(rules, 0, offends=True)
    draft.type("7")
    assert draft.after("w") == "7>W"
    draft.clear()
    with pytest.raises(ValueError, match="Pick one of your cards"):
        draft.pick("r1")


def test_groups() -> None:
    assert typed("4*38", "crossley") == "4*3>8"
    assert typed("4*3>8", "crossley") == "4*3>8"
    draft = Draft(rbcore.variant("standard"), 0)
    draft.pick("H4", 3)
    assert draft.source == "4"  # nothing moves in groups there


def test_what_begins_no_move_is_refused() -> None:
    draft = Draft(rbcore.variant("standard"), 0)
    assert [sign for sign in "abcdefghijklmnopqrstuvwxyz0123456789F>" if draft.after(sign)] == list(
        "hprtw12345678"
    )
    draft.type("r")
    for sign in "x9*>":
        if sign != ">":
            with pytest.raises(ValueError, match="No move begins with"):
                draft.type(sign)
        assert draft.text == "r"
    draft.clear()
    for key in ("Fc0", "r1", "w1", "h1"):
        with pytest.raises(ValueError, match="Pick one of your cards"):
            draft.pick(key)


# ---- series --------------------------------------------------------------------------------------


def match(variant: str) -> Transcript:
    """The first deal of the second match of the seed."""
    rules = rbcore.variant(variant)
    return dealt(rules, seated("uniform", 0, 2), SEED, rbcore.MATCH_GAMES, in_match=True)


def test_who_sits_where() -> None:
    assert seated("greedy", 1, 2) == ("greedy/2", "person")
    assert seated("greedy:planner", 1, 3) == ("greedy/2", "person", "planner/4")
    assert seated("greedy", 2, 3) == ("greedy/2", "greedy/2", "person")
    for against, seats in (("greedy:planner", 2), ("greedy:planner:uniform", 3)):
        with pytest.raises(ValueError, match="name one for all, or one for each"):
            seated(against, 0, seats)
    with pytest.raises(ValueError, match="castle"):
        seated("castle", 0, 2)


def test_the_next_deal_and_the_same_from_the_next_seat(tmp_path: Path) -> None:
    series = Series(deal("three-player", 1), tmp_path / "mine.games")
    first = series.game.begun
    series.change_seats()
    assert series.game.begun.start == first.start
    assert series.game.begun.players == (first.players[2], *first.players[:2])
    assert series.game.seat == 2
    series.deal_next()
    assert series.game.begun.game == (first.game or 0) + 1
    assert series.text().count("variant:") == 1  # nobody has played in the others
    with pytest.raises(ValueError, match="not dealt from a seed"):
        next_deal(replace(first, seed=None, game=None))


def test_a_killed_program_loses_nothing(tmp_path: Path) -> None:
    """What was written goes on, entry by entry, with the games before it."""
    path = tmp_path / "mine.games"
    series = Series(deal(), path)
    play(series.game)
    series.deal_next()
    for entries in range(1, 60, 9):
        play(series.game, entries)
        keep(series.path, series.text())
        other = opened(path)
        assert other.game.record == series.game.record
        assert other.text() == series.text()
    assert [one.outcome for one in read(path)] == ["win", None]
    play(series.game)
    keep(series.path, series.text())
    assert opened(path).game.begun.game == (series.game.begun.game or 0) + 1


def test_a_match_goes_to_who_reaches_the_target(tmp_path: Path) -> None:
    """As rbcore.play_matches counts; a game is resigned, or played to its end."""
    path = tmp_path / "mine.games"
    series = Series(match("standard,target=150,starter=alternate"), path)
    points, starters = [0, 0], []
    while series.match_winner is None:
        with pytest.raises(ValueError, match="when this game is over"):
            series.deal_next() if not series.game.is_over else series.change_seats()
        with pytest.raises(ValueError, match="match"):
            series.change_seats()
        starters.append(series.game.game.starter)
        play(series.game, 30)
        if len(starters) == 2:
            series.game.resign()
        play(series.game)
        points = [sum(pair) for pair in zip(points, series.game.points(), strict=True)]
        assert series.match_points == tuple(points)
        keep(series.path, series.text())
        *before, last = read(path)
        assert Series(last, path, before).match_points == tuple(points)
        if series.match_winner is None:
            series.deal_next()
    assert max(points) >= 150
    assert starters == [(starters[0] + i) % 2 for i in range(len(starters))]
    with pytest.raises(ValueError, match=r"(you|uniform) won"):
        series.deal_next()
    assert [one.match for one in read(path)] == [1] * len(starters)
