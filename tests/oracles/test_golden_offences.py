"""Golden games with offences: each of section 6, called and uncalled, as a game file has them.

Where a change alters these, `PYTHONPATH=tests python tests/oracles/test_golden_offences.py` writes
them anew. The twin plays them over, entry by entry.
"""

import io
from dataclasses import replace
from pathlib import Path

import pytest

import rbcore
from oracles import twin
from rbcore import Attention
from rbcore.rules.limits import Limits
from rbsim.games.files import game_text, read
from rbsim.games.transcript import CALLED, STOP, TAKEN_BACK, Transcript, parted
from support.mixtures import twin_rules

FILE = Path(__file__).parent / "golden" / "offences.games"
SEED, TURNS, WATCH = 7, 30, 0.5
# By offence: the variant, the player, what its seats slip at, and the game of the seed.
SLIPS = {
    1: ("standard", "greedy", {"reserve": 0.5}, 7),
    2: ("waste-available", "greedy", {"foundation": 0.3}, 0),
    3: ("standard", "uniform", {"space": 0.7}, 9),
    4: ("three-player", "greedy", {"misplacing": 0.1}, 0),
    6: ("strict,release=no", "greedy", {"load": 0.5}, 0),
}
# By what a wrong Stop costs (V34), the same.
WRONG_STOPS = {
    "three-cards": ("standard,wrong-stop=three-cards", "greedy", {"miscalling": 0.2}, 3),
    "turn": ("waste-available,wrong-stop=turn", "greedy", {"miscalling": 0.2, "reserve": 0.2}, 4),
}
# Attempts at cards that are not available: every so many moves one after the other of these.
EVERY = 9
UNAVAILABLE = ("R>1", "W>F", "H>r", "F>3", "w>2", "4*13>8", "pass", "8*13>F")


def slipped(variant: str, player: str, slips: dict[str, float], game: int) -> Transcript:
    """A game in which seats slip."""
    seats = rbcore.variant(variant).seats
    attention = (Attention(slips, watch=WATCH),) * seats
    return Transcript.traced(
        variant, [player] * seats, SEED, game, attention=attention, max_turns=TURNS
    )


def unavailable() -> Transcript:
    """A game of `greedy` players who now and then reach for what is not available (5)."""
    game = slipped(*SLIPS[4])
    rules = rbcore.variant("crossley")
    attention = (Attention({}, watch=WATCH),) * 2
    start = rbcore.Position.deal(rules, SEED, 5)
    limits = Limits(max_turns=TURNS)
    begun = replace(
        game, start=start, moves=(), players=game.players[:2], game=5, starter=start.seat,
        attention=attention, limits=limits, outcome=None, scores=None,
    )  # fmt: skip
    replay, entries = begun.begin(), list[str]()

    def make(entry: str) -> None:
        replay.make(entry)
        entries.append(entry)

    attempts = 0
    while not replay.game.is_over:
        if replay.game.ply >= EVERY * (attempts + 1):
            move = UNAVAILABLE[attempts % len(UNAVAILABLE)]
            called = attempts % 3 == 0
            attempts += 1
            make(move + (CALLED if called else TAKEN_BACK))
            if called:
                make(STOP)
        else:
            make(replay.game.choose("greedy"))
    outcome, scores = replay.game.outcome, replay.game.scores()
    return replace(begun, moves=tuple(entries), outcome=outcome, scores=scores)


def golden() -> list[Transcript]:
    """A game for each offence, and for each price of a wrong Stop, which a comment names."""
    games = {offence: slipped(*slip) for offence, slip in SLIPS.items()} | {5: unavailable()}
    offences = [
        replace(game, comments={0: f"Offence {offence}."})
        for offence, game in sorted(games.items())
    ]
    return offences + [
        replace(slipped(*slip), comments={0: f"A wrong Stop costs {price}."})
        for price, slip in WRONG_STOPS.items()
    ]


def text_of(games: list[Transcript]) -> str:
    return "\n".join(map(game_text, games))


def test_games_with_offences_are_the_same_as_ever() -> None:
    assert text_of(golden()) == FILE.read_text()


@pytest.mark.parametrize("offence", range(1, 7))
def test_the_twin_plays_them_over(offence: int) -> None:
    """Every entry has the sign that its verdict asks for, and what section 6 says follows."""
    game = list(read(io.StringIO(FILE.read_text())))[offence - 1]
    assert game.comments == {0: f"Offence {offence}."}
    rules = twin_rules(rbcore.variant_text(game.rules))
    state = twin.read(game.start.notation, rules)
    offences = set()
    stopped = 0  # the verdict of a called Stop whose omitted move is to be made
    must_end = False  # whether `stop` follows
    for entry in game.moves:
        assert (entry == STOP) == must_end
        if entry == STOP:
            twin.end_by_stop(state, rules)
            must_end = False
            continue
        move, sign = parted(entry)
        if stopped:
            assert move in twin.amends(state, stopped, rules)
            stopped, must_end = 0, True
        verdict = twin.judge(state, move, rules)
        if verdict:
            offences.add((verdict, sign == CALLED))
            assert (sign == TAKEN_BACK) == (sign != CALLED and not twin.stands(verdict))
        if sign == CALLED:
            stopped = verdict if twin.amends(state, verdict, rules) else 0
            must_end = not stopped
        elif sign != TAKEN_BACK:
            twin.apply(state, move, rules)
    assert offences == {(offence, True), (offence, False)}
    end = game.finished()
    parts = end.position().notation.split(" ")
    assert " ".join(part for part in parts if not part.startswith("seen=")) == twin.write(state)
    assert list(end.offences) == [
        len([1 for seat in seats_of(game) if seat == s]) for s in range(game.rules.seats)
    ]


@pytest.mark.parametrize("number", range(len(WRONG_STOPS)))
def test_the_twin_plays_wrong_stops_over(number: int) -> None:
    """A Stop at a legal move ended a turn, and its caller pays (V34)."""
    game = list(read(io.StringIO(FILE.read_text())))[len(SLIPS) + 1 + number]
    rules = twin_rules(rbcore.variant_text(game.rules))
    state = twin.read(game.start.notation, rules)
    wrong_stops = [0, 0]
    for entry in game.moves:
        move, sign = parted(entry)
        if move == STOP:
            twin.end_by_stop(state, rules)
        elif sign != CALLED:
            twin.apply(state, move, rules)
        elif not twin.judge(state, move, rules):
            assert move == "waste"
            twin.apply(state, move, rules)
            wrong_stops[state.seat] += 1
            twin.wrong_stop(state, rules)
    end = game.finished()
    parts = end.position().notation.split(" ")
    assert " ".join(part for part in parts if not part.startswith("seen=")) == twin.write(state)
    assert list(end.wrong_stops) == wrong_stops
    assert all(wrong_stops)


def seats_of(game: Transcript) -> list[int]:
    """The offender's seat of each offence."""
    return [
        replayed.seat
        for replayed, entry in game.replay()
        if entry != STOP and replayed.stopped is None and replayed.judge(parted(entry)[0])
    ]


if __name__ == "__main__":
    FILE.write_text(text_of(golden()))
