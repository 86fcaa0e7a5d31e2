"""Game: one game move by move is the game that rbcore.play plays, however it is carried about."""

import copy
import pickle
import re
from dataclasses import fields
from itertools import pairwise

import numpy as np
import pytest

import rbcore
from support.positions import position

STANDARD = rbcore.variant("standard")
FEW_TURNS = {"search": 30}
STUDY = rbcore.variant("standard,houses-each=1")
SLIPS = (*rbcore.PRIORITIES, "misplacing")
VISIT = "9f3c" * 4
OMITTED = "0 - c--d--h--s-- 5h|6s Ah/4c/- -/9d/-"


def rows_of(variant: str, player: str, n: int, **more: object) -> np.ndarray:
    rules = rbcore.variant(variant)
    rows = np.zeros(n, rbcore.game_dtype(rules.seats))
    rbcore.play(rules, (player,) * rules.seats, 5, 0, rows, **more)  # type: ignore[arg-type]
    return rows


def carried(game: rbcore.Game, ply: int) -> rbcore.Game:
    """The same game, by one of four roads."""
    before = game.notation
    if ply % 4 == 0:
        game = game.clone()
    elif ply % 4 == 1:
        game = pickle.loads(pickle.dumps(game))
    elif ply % 4 == 2:
        limits = {"max_turns": game.limits.max_turns}
        game = rbcore.Game.parse(before, game.rules, attention=game.attention, **limits)
    else:
        game = copy.deepcopy(game)
    assert game.notation == before
    return game


@pytest.mark.sample(6)
@pytest.mark.parametrize("variant", rbcore.PRESETS)
@pytest.mark.parametrize(
    ("player", "n"), [("uniform", 6), ("greedy", 12), ("planner", 2), ("search-3", 1)]
)
def test_a_loop_plays_the_games_of_play(variant: str, player: str, n: int) -> None:
    limits = {"max_turns": FEW_TURNS.get(player.partition("-")[0], 1_000)}
    rows = rows_of(variant, player, n, **limits)
    for number, row in enumerate(rows):
        game = rbcore.Game.deal(rbcore.variant(variant), 5, number, **limits)
        while not game.is_over:
            if game.ply % 50 == 49:
                game = carried(game, game.ply // 50)
            game.apply(game.choose(player))
        assert game.row() == row
        assert game.outcome == rbcore.OUTCOMES[row["outcome"]]
        assert game.scores() == tuple(row["scores"][: game.rules.seats].tolist())
        assert game.returns()[row["winner"]] == (row["winner"] >= 0)
        assert (game.legal_actions(), game.moves()) == ([], [])


@pytest.mark.sample(1)
@pytest.mark.parametrize("variant", rbcore.PRESETS)
@pytest.mark.parametrize("call", ["always", "if-better"])
def test_a_loop_plays_the_games_of_play_with_slips(variant: str, call: str) -> None:
    rules = rbcore.variant(variant)
    attention = (rbcore.Attention(dict.fromkeys(SLIPS, 0.3), 0.5, call),) * rules.seats
    for player, n in (("greedy", 8), ("planner", 2)):
        rows = rows_of(variant, player, n, attention=attention)
        assert rows["calls"].any()
        for number, row in enumerate(rows):
            game = rbcore.Game.deal(rules, 5, number, attention=attention)
            ply = 0
            while not game.is_over:
                ply += 1
                if ply % 25 == 0:
                    game = carried(game, ply // 25)
                if ply % 10 == 0:
                    before = game.notation
                    game.attempt(game.choose(player))
                    game.undo()
                    assert game.notation == before
                game.attempt(game.choose(player))
            assert game.row() == row


@pytest.mark.sample(10)
@pytest.mark.parametrize("variant", rbcore.PRESETS)
def test_a_game_is_played_out_as_play_does(variant: str) -> None:
    rules = rbcore.variant(variant)
    attention = (rbcore.Attention(dict.fromkeys(SLIPS, 0.2), 0.5),) * rules.seats
    for player, watched in (("uniform", None), ("planner", None), ("greedy", attention)):
        rows = rows_of(variant, player, 6, attention=watched)
        for number, row in enumerate(rows):
            game = rbcore.Game.deal(rules, 5, number, attention=watched)
            for _ in range(7 * number):
                if not game.is_over:
                    game.attempt(game.choose(player))
            if not game.is_over:
                assert game.play_out(player) == game.outcome
            assert game.row() == row


def test_a_long_game_is_let_go_of() -> None:
    """Records of moves are freed one by one: a recursion would overflow the stack."""
    rules = rbcore.variant("standard,houses-each=1,standoff-rounds=0,standoff-visits=0")
    line = "0 - c--d--h--s-- Kd|Kh -/Qd5d/- -/Qh5h/-"
    game = rbcore.Game.start(position(line, rules), max_turns=100_000, max_moves=300_000)
    game.attempt("turn", called=False)
    clones = []
    while not game.is_over and game.ply < 150_000:
        game.apply(game.legal_actions()[-1])
        if game.ply % 50_000 == 0:
            clones.append(game.clone())
    texts = [one.clone().notation for one in clones]
    del game
    assert texts == [one.notation for one in clones]


@pytest.mark.full
def test_repetitions_are_remembered() -> None:
    """7.4 (b): what a game has visited goes with it, and is forgotten by a foundation move."""
    variant = "waste-available,standoff-rounds=0"
    rules, rows = rbcore.variant(variant), rows_of(variant, "greedy", 400)
    [number, *_] = np.flatnonzero(rows["outcome"] == rbcore.OUTCOMES.index("standoff")).tolist()
    game = rbcore.Game.deal(rules, 5, number)
    lengths = [0]
    while not game.is_over:
        before = game.notation
        game = pickle.loads(pickle.dumps(game))
        game.apply(game.choose("greedy"))
        visits = game.notation.partition("history=")[2].split(" ")[0]
        lengths.append(visits.count(",") + 1 if visits else 0)
        game.undo()
        assert game.notation == before
        game.apply(game.choose("greedy"))
    assert game.row() == rows[number]
    assert max(lengths) > 10
    assert any(after < before for before, after in pairwise(lengths))


def test_a_called_stop_asks_for_the_omitted_move() -> None:
    game = rbcore.Game.start(position(OMITTED, STUDY))
    assert game.attempt("turn", called=True) == rbcore.Verdict.RESERVE_TO_FOUNDATION
    assert game.stopped == rbcore.Verdict.RESERVE_TO_FOUNDATION
    assert (game.seat, game.moves(), game.is_over) == (0, ["r>F"], False)
    assert game.view().moves() == ["r>F"]
    with pytest.raises(ValueError, match="Stop was called; the offender must make one of r>F"):
        game.apply("turn")
    game.apply("r>F")
    assert (game.seat, game.turn, game.stopped) == (1, 1, None)
    game.undo()
    game.undo()
    assert game.attempt("turn", called=False)
    assert (game.seat, game.turned, game.stopped) == (0, "4c", None)


def test_what_does_not_fit_is_taken_back() -> None:
    """Offences 4 and 5: called, the turn passes; uncalled, nothing follows but the count."""
    line = "0 9c c--d--h--s-- 5h|6s Kh/4c/- -/9d/-"
    for move, verdict in {
        "h>1": 4, "r>F": 4, "1>1": 4, "h>w": 4, "r>h": 4, "2>R": 4, "2>H": 4,
        "R>1": 5, "W>r": 5, "H>2": 5, "F>1": 5, "F>F": 5, "w>1": 5, "1*2>2": 5, "turn": 5,
        "pass": 5,
    }.items():  # fmt: skip
        game = rbcore.Game.start(position(line, STUDY))
        assert game.attempt(move, called=False) == verdict == game.judge(move)
        assert game.position().notation == line
        assert (game.offences, game.calls, game.ply) == ((1, 0), (0, 0), 0)
        assert game.attempt(move, called=True) == verdict
        after = "1 - c--d--h--s-- 5h|6s Kh/4c/9c -/9d/- idle=1,0 turn=1"
        assert game.position().notation == after
        assert (game.offences, game.calls, game.stopped) == ((2, 0), (1, 0), None)
        assert game.notation == rbcore.Game.parse(game.notation, STUDY, partial=True).notation
        game.undo()
        game.undo()
        assert (game.position().notation, game.offences) == (line, (0, 0))


def test_who_omits_to_play_the_hand_card_plays_it() -> None:
    """V14: after `waste` in place of a play the turned-up card is played, and no other."""
    line = "0 5h c--d--h--s-- 6h|9c Kd/4c/- -/9d/Kc"
    rules = rbcore.variant("wrangle,houses-each=1")
    game = rbcore.Game.start(rbcore.Position.parse(line, rules, partial=True))
    assert game.attempt("waste", called=True) is rbcore.Verdict.COMPULSION
    assert game.moves() == ["h>1"]
    assert game.view().moves() == ["h>1"]


def test_three_seats_name_any_pile() -> None:
    game = rbcore.Game.deal("three-player", 1, 0)
    others = [other for other in range(3) if other != game.seat]
    for other in others:
        for move in (f"R{other}>1", f"W{other}>F", f"H{other}>R{others[0]}", f"F>H{other}"):
            assert game.judge(move) is rbcore.Verdict.UNAVAILABLE
        assert game.judge(f"1>H{other}") is rbcore.Verdict.MISFIT
    for own in ("r", "w", "h", *(f"{letter}{game.seat}" for letter in "RWH")):
        assert game.judge(f"1>{own}") is rbcore.Verdict.MISFIT
    with pytest.raises(ValueError, match="is not a source"):
        game.judge(f"R{game.seat}>1")
    assert game.attempt("1>w", called=True).can_stand is False
    assert game.seat != others[0] or game.turn == 1


def test_a_called_offence_may_end_the_game() -> None:
    """The turn that a Stop ends is looked at as any other: here a position stands again."""
    game = rbcore.Game.deal(STANDARD, 1, 0)
    turns = 0
    while not game.is_over:
        game.attempt("r>r", called=True)
        turns += 1
    assert (game.outcome, turns) == ("standoff", 5)
    assert sorted(game.row()["calls"].tolist()) == [2, 3]


def test_no_plan_has_a_move_from_where_no_card_is_taken() -> None:
    line = rbcore.Position.deal(STANDARD, 1, 0).notation
    text = f"{line} turn=3 ; seed=1 game=0 starter=0 plan=greedy,F>1,R>2"
    game = rbcore.Game.parse(text, STANDARD)
    assert game.choose("greedy") in game.moves()


def test_determinizations_keep_what_is_seen() -> None:
    for variant in rbcore.PRESETS:
        rules = rbcore.variant(variant)
        game = rbcore.Game.deal(rules, 3, 1)
        for _ in range(120):
            if not game.is_over:
                game.apply(game.choose("uniform"))
        if game.is_over:
            continue
        worlds = [game.determinize(seed) for seed in range(5)]
        assert all(world.view() == game.view() for world in worlds)
        assert all(world.legal_actions() == game.legal_actions() for world in worlds)
        assert len({world.position().notation for world in worlds}) > 1
        assert worlds[2] == game.determinize(2)
        # A world that is left in the way it was entered has the visits of the true one.
        visits = [one.notation.count(",") for one in (game, *worlds)]
        assert len(set(visits)) == 1
        worlds[0].play_out("greedy")
        with pytest.raises(ValueError, match="no move to take back"):
            worlds[1].undo()


@pytest.mark.sample(2)
@pytest.mark.parametrize("variant", ["standard", "three-player", "peek", "cut-start,peek=once"])
def test_what_seats_see_that_are_not_to_move(variant: str) -> None:
    """What they see when they are, but for their next card (V11) and the turned-up one."""
    rules = rbcore.variant(variant)
    game = rbcore.Game.deal(rules, 4, 2)
    turned = 0
    for _ in range(150):
        if game.is_over:
            break
        seen = [game.observation(seat=seat) for seat in range(rules.seats)]
        for seat, one in enumerate(seen):
            order = [(seat + i) % rules.seats for i in range(rules.seats)]
            assert one.seat[0] == seat
            assert one.hands[0].tolist() == [len(game.hands[s]) for s in order]
            assert one.idle[0].tolist() == [game.idle[s] for s in order]
            assert (one.reserves[0] == np.roll(seen[0].reserves[0], -seat, axis=0)).all()
            assert (one.wastes[0] == np.roll(seen[0].wastes[0], -seat, axis=0)).all()
            assert (one.houses == seen[0].houses).all()
            assert one.turned[0] == seen[game.seat].turned[0]
            assert one.legal.any() == (seat == game.seat)
            if seat != game.seat:
                assert one.next_card[0] == (14 if game.hands[seat] else 0)
        own = game.observation()
        for field in fields(rbcore.Views):
            assert (getattr(own, field.name) == getattr(seen[game.seat], field.name)).all()
        turned += bool(game.turned)
        before = game.notation
        game.apply(game.choose("uniform"))
        game.undo()
        assert game.notation == before
        game.apply(game.choose("uniform"))
    assert turned > 5
    with pytest.raises(ValueError, match="seat=3 is out of range"):
        game.observation(seat=3)


def test_playouts_of_clones_differ_by_their_seed() -> None:
    game = rbcore.Game.deal(STANDARD, 1, 0)
    ends = []
    for seed in (None, None, 2, 3):
        clone = game.clone()
        clone.play_out("uniform", seed=seed)
        ends.append(clone.row().tobytes())
    assert ends[0] == ends[1]
    assert len(set(ends)) == 3


def test_actions_and_texts_are_one() -> None:
    for variant in ("standard", "crossley", "three-player", "strict"):
        game = rbcore.Game.deal(rbcore.variant(variant), 1, 3)
        for _ in range(60):
            actions, moves = game.legal_actions(), game.moves()
            assert actions == np.flatnonzero(game.action_mask()).tolist() == sorted(actions)
            assert [game.action(move) for move in moves] == actions
            assert game.position().moves() == moves
            assert game.position().legal_actions() == actions
            one, two = game.clone(), game.clone()
            one.apply(moves[-1])
            two.apply(np.int64(actions[-1]))  # type: ignore[arg-type]
            assert one == two
            assert one.position() == two.position()
            game = one


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "seed= is missing"),
        ("seed=1 game=0", "starter= is missing"),
        ("seed=1 game=0 starter=2", "starter: '2' is not a whole number from 0 to 1"),
        ("seed=1 game=0 starter=0 moves=-1", "moves: '-1' is not"),
        ("seed=1 game=0 starter=0 moves=1 moves=2", "the key moves appears twice"),
        ("seed=1 game=0 starter=0 luck=7", "'luck' is not a key"),
        ("seed=1 game=0 starter=0 history=12", "is not 16 hexadecimal digits"),
        (
            f"seed=1 game=0 starter=0 history={VISIT}",
            "history has 1 position, one a turn; with turn=0 there can be at most 0",
        ),
        ("seed=1 game=0 starter=0 outcome=draw", "outcome 'draw' is not one of"),
        ("seed=1 game=0 starter=0 outcome=win", "the outcome is win if and only if"),
        ("seed=1 game=0 starter=0 stopped=4", "after verdict 4 no omitted move"),
        ("seed=1 game=0 starter=0 stopped=3 outcome=standoff", "no omitted move"),
        ("seed=1 game=0 starter=0 plan=greedy", "a plan names a player and 1 to"),
        ("seed=1 game=0 starter=0 plan=nobody,1>2", "'nobody' is not a player"),
        ("seed=1 game=0 starter=0 plan=planner,1>x", "'x' is not a place"),
        ("seed=1 game=0 starter=0 calls=1", "calls needs 2 numbers; there are 1"),
    ],
)
def test_lines_of_games_that_are_none(text: str, said: str) -> None:
    line = rbcore.Position.deal(STANDARD, 1, 0).notation
    with pytest.raises(ValueError, match=said) as error:
        rbcore.Game.parse(f"{line} ; {text}" if text else line, STANDARD)
    assert "\n" not in str(error.value)


def test_what_is_refused_changes_nothing() -> None:
    game = rbcore.Game.deal(STANDARD, 1, 0)
    before = game.notation
    for move in ("1>1", "9>1", "pass", 194, 10**6, -1, 2.5, None, "x", b"turn"):
        with pytest.raises((ValueError, TypeError)):
            game.apply(move)  # type: ignore[arg-type]
        if move not in ("1>1", "pass", 194):  # offences, which can be attempted
            with pytest.raises((ValueError, TypeError)):
                game.attempt(move)  # type: ignore[arg-type]
    for call in (
        lambda: game.choose("nobody"),
        lambda: game.play_out(("greedy",)),
        lambda: game.play_out("greedy", seed=-1),
        lambda: game.determinize(-1),
        lambda: game.scores(),
        lambda: game.row(),
        lambda: game.undo(),
        lambda: rbcore.Game.start(game.position(), starter=2),
        lambda: rbcore.Game.deal(STANDARD, 1, 0, max_turns=0),
    ):
        with pytest.raises(ValueError, match=r"\w"):
            call()
    assert game.notation == before
    game.play_out("greedy")
    for call in (
        lambda: game.apply("turn"),
        lambda: game.choose("greedy"),
        lambda: game.attempt("turn"),
    ):
        with pytest.raises(ValueError, match="the game is over"):
            call()


def test_a_move_that_changes_the_game_as_it_is_read() -> None:
    """What an __index__ does to the game comes before the legal moves are found."""
    game = rbcore.Game.deal(STANDARD, 1, 0)

    class Playing:
        def __index__(self) -> int:
            game.play_out("greedy")
            return 144

    with pytest.raises(ValueError, match="the game is over"):
        game.apply(Playing())  # type: ignore[arg-type]


@pytest.mark.parametrize("kind", ["game", "position"])
def test_a_move_is_that_of_the_seat_that_was_to_move_as_it_was_read(kind: str) -> None:
    """Seats name other piles by the same numbers, so nothing is played for the next seat."""
    position = rbcore.Position.deal("three-player", 1, 0)
    played = rbcore.Game.start(position) if kind == "game" else position

    class EndingTurn(str):
        def __hash__(self) -> int:
            seat = played.seat
            while played.seat == seat:
                played.apply(played.choose("greedy"))
            return hash(str(self))

    with pytest.raises(RuntimeError, match="another move was made while 'turn' was being read"):
        played.apply(EndingTurn("turn"))


def test_a_history_has_room_for_what_may_come() -> None:
    """However long it is: as many turns more may end as the limit says, beyond it one."""
    rules = rbcore.variant("standard,standoff-visits=100,standoff-rounds=0")
    dealt = rbcore.Position.deal(rules, 1, 1).notation
    line = re.sub("A[cdhs]", "", dealt)  # nothing ever goes to a foundation
    keys = "seed=1 game=0 starter=0 history=" + ",".join(f"{n:016x}" for n in range(1_000))

    def read(turn: int, max_turns: int) -> rbcore.Game:
        text = f"{line} turn={turn} ; {keys}"
        return rbcore.Game.parse(text, rules, partial=True, max_turns=max_turns)

    for turn, max_turns, ends in (
        (1_000, 3_000, 3_000),
        (1_000, 1_000, 1_001),
        (5_000, 1_000, 5_001),
    ):
        game = read(turn, max_turns)
        assert game.clone().play_out("uniform") == "unfinished"
        while not game.is_over and game.ply < 2_000:
            game.apply(game.choose("uniform"))
        assert game.is_over or game.play_out("uniform") == "unfinished"
        assert game.turn == ends
    with pytest.raises(ValueError, match="history has 1,000 positions, one a turn; with turn=999"):
        read(999, 1_000)


def test_what_a_game_counts_is_read_however_much_it_is() -> None:
    """A line that is read is written so that it is read again, a move later too."""
    most, turns = 2**32 - 1, 150
    keys = f"moves={most} give_ups={most} play={2**64 - 9} lapses={2**63} offences={most},{most}"
    history = ",".join(f"{n:016x}" for n in range(turns))
    for turn in (turns, most):
        dealt = rbcore.Position.deal(STANDARD, 1, 1).notation
        line = f"{dealt} turn={turn} ; seed=1 game=0 starter=0"
        game = rbcore.Game.parse(f"{line} {keys} history={history}", STANDARD, max_turns=turns)
        assert pickle.loads(pickle.dumps(game)) == game
        game.play_out("uniform")
        assert game.outcome == "unfinished"
        assert pickle.loads(pickle.dumps(game)) == game


def test_views_are_their_own_copies_and_are_not_pickled() -> None:
    view = rbcore.Position.deal(rbcore.variant("standard"), seed=1, game=0).view()
    assert copy.copy(view) is view
    assert copy.deepcopy([view])[0] is view
    for one in (view, view.remembered):
        with pytest.raises(TypeError, match="pickle its position"):
            pickle.dumps(one)
