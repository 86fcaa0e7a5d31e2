"""Stop! in play (section 6): slips, offences, calls, and what follows them."""

import json
import random
from typing import Any

import numpy as np
import pytest
from scipy import stats

import rbcore
import rbsim
from oracles import twin
from rbcore import Attention
from rbsim.arms.arm import attention_of, make_arm, seat_texts
from rbsim.cli.main import run
from rbsim.options import GameOptions
from support.mixtures import twin_rules
from support.players import PLAYERS, shuffled

VARIANTS = [
    "standard",
    "waste-available",
    "early-turn",
    "face-down",
    "three-player",
    "wrangle-open,foundations-compulsory=yes",
    "strict,plan-limit=2",
    "covered,plan-limit=2",
    "simplified,release=fewest,plan-limit=2",
]


def rows(variant: str, attention: Any, n: int = 400, player: str = "greedy") -> Any:
    rules = rbcore.variant(variant)
    out = np.zeros(n, rbcore.GAME)
    players = (player,) * rules.seats
    seated = attention and (attention,) * rules.seats
    rbcore.play(rules, players, 3, 0, out, attention=seated, max_moves=20_000)
    return out


@pytest.mark.sample(4)
@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("player", PLAYERS)
def test_no_slips_are_the_very_same_games(variant: str, player: str) -> None:
    games = {"nested": 1, "search": 4}.get(player.partition("-")[0].partition("+")[0], 15)
    attentive = rows(variant, None, games, player)
    assert (rows(variant, Attention({}, watch=0.3), games, player) == attentive).all()
    assert (rows(variant, Attention({"space": 0.0}), games, player) == attentive).all()
    assert (rows(variant, Attention({"misplacing": 0.0}), games, player) == attentive).all()
    # A card that is taken back uncalled changes nothing but the count.
    fumbling = rows(variant, Attention({"misplacing": 0.5}, watch=0.0), games, player)
    assert (fumbling["offences"].sum(axis=1) > 0).all()
    assert not fumbling["calls"].any()
    fumbling["offences"] = 0
    assert (fumbling == attentive).all()
    assert not attentive["offences"].any()


def test_who_does_not_slip_is_not_called() -> None:
    rules = rbcore.variant("standard")
    out = np.zeros(300, rbcore.GAME)
    seats = (Attention.careless(0.3), Attention.careless(0.0))
    rbcore.play(rules, ("greedy", "greedy"), 3, 0, out, attention=seats)
    assert out["offences"][:, 0].sum() > 1_000
    assert not out["offences"][:, 1:].any()


def test_watching() -> None:
    """Every offence is called, or none, or three in ten."""
    for watch in (0.0, 1.0):
        out = rows("standard", Attention.careless(0.2, watch))
        assert (out["calls"] == out["offences"] * int(watch)).all()
    out = rows("standard", Attention.careless(0.2, 0.3))
    calls, offences = int(out["calls"].sum()), int(out["offences"].sum())
    assert stats.binomtest(calls, offences, 0.3).pvalue > 1e-3
    # Of two opponents either may notice.
    out = rows("three-player", Attention.careless(0.2, 0.3))
    calls, offences = int(out["calls"].sum()), int(out["offences"].sum())
    assert stats.binomtest(calls, offences, 1 - 0.7**2).pvalue > 1e-3


def follow(variant: str, attention: Attention, player: str, game: int) -> list[tuple[int, bool]]:
    """Play a traced game over in the twin, by section 6; each offence's verdict, and if called.

    Asserted on the way: an omitted move is carried out, the turned-up card goes to the waste, the
    turn passes, and the game ends as its row says.
    """
    rules, twins = rbcore.variant(variant), twin.variant(variant)
    seats = rules.seats
    start, moves, row = rbcore.trace(
        rules, (player,) * seats, 3, game, attention=(attention,) * seats, max_moves=2_000
    )
    state = twin.read(start.notation, twins)
    seen: list[tuple[int, bool]] = []
    offences, calls = [0] * seats, [0] * seats
    undone = 0  # verdict of the move last undone, till the turn has passed
    for move in moves:
        seat = state.seat
        if move == "stop":
            assert undone in (0, 4)  # else something has been carried out
            undone = 0
            twin.end_by_stop(state, twins)
            continue
        verdict = twin.judge(state, move.rstrip("!?"), twins)
        if undone:
            assert verdict == 0
            assert move in twin.amends(state, undone, twins)
            undone = 0
        if not verdict and move.endswith("!"):  # V34
            assert attention.miscalling
            assert move in ("waste!", "pass!")
            twin.apply(state, move.rstrip("!"), twins)
            twin.wrong_stop(state, twins)
            seen.append((0, True))
            continue
        if verdict:
            assert verdict in (1, 2, 3, 6) or (verdict == 4 and attention.misplacing)
            assert move.endswith("?") == (verdict == 4 and not move.endswith("!"))
            offences[seat] += 1
            calls[seat] += move.endswith("!")
            seen.append((verdict, move.endswith("!")))
        if move.endswith("!"):
            undone = verdict
        elif not move.endswith("?"):
            twin.apply(state, move, twins)
    assert offences == row["offences"][:seats].tolist()
    assert calls == row["calls"][:seats].tolist()
    assert state.turn == row["turns"]
    if row["outcome"] == 0:
        assert twin.winner(state) == row["winner"]
    for seat, left in enumerate(state.players):
        assert len(left.reserve) == row["reserve"][seat]
        assert len(left.waste) == row["waste"][seat]
    return seen


@pytest.mark.full
@pytest.mark.parametrize("variant", VARIANTS)
def test_calls_are_handled_by_section_6(variant: str) -> None:
    verdicts = set()
    has_plans = "plan-limit" in variant  # the twin is slow at them
    for player in ("greedy", "uniform", "planner~0.2"):
        for game in range(1 if has_plans else 3):
            attention = Attention.careless(0.15, watch=0.5)
            verdicts |= set(follow(variant, attention, player, game))
    assert {called for _, called in verdicts} == {True, False}
    assert (3, False) in verdicts or "wrangle" in variant
    assert not has_plans or {(6, True), (6, False)} <= verdicts


# Priorities overlooked, the variant, and which of the rules for amends after 3 its games meet.
AMENDS = [
    ({"space": 1.0}, "standard", "reserve"),
    ({"space": 1.0}, "standard,space-only-unplayable=yes", "reserve"),
    ({"space": 1.0}, "standard,must-make-spaces=yes,plan-limit=3", "plan"),
    ({"space": 1.0}, "crossley,must-make-spaces=yes,plan-limit=2", "plan"),
    ({"release": 1.0, "space": 1.0}, "standard,release=any,plan-limit=2", "compelled"),
    ({"load": 1.0, "space": 1.0}, "strict,release=no,plan-limit=2", "compelled"),
    ({"load": 1.0, "space": 1.0}, "covered,release=no,must-load=no,plan-limit=2", "compelled"),
]


@pytest.mark.sample(1)
@pytest.mark.parametrize(("slips", "variant", "kind"), AMENDS)
def test_amends_after_a_turn_over_a_space(slips: dict[str, float], variant: str, kind: str) -> None:
    """The moves carried out after 3 are, over some games, all those that section 6 allows."""
    rules, twins = rbcore.variant(variant), twin.variant(variant)
    made, only_some = 0, 0
    for game in range(12):
        start, moves, _ = rbcore.trace(
            rules, ("uniform",) * 2, 3, game, attention=(Attention(slips),) * 2, max_moves=300
        )
        state = twin.read(start.notation, twins)
        for move, following in zip(moves, [*moves[1:], "end"], strict=True):
            if move == "stop":
                twin.end_by_stop(state, twins)
                continue
            if not move.endswith("!"):
                twin.apply(state, move, twins)
                continue
            if twin.judge(state, move[:-1], twins) != 3:
                continue
            compelled = twin.compelled_moves(state, twins)
            space = any(house.vacant for house in state.houses)
            found = "compelled" if compelled else "reserve" if space else "plan"
            allowed = twin.amends(state, 3, twins)
            assert following in allowed
            if found == kind:
                made += 1
                only_some += set(allowed) < set(twin.legal_moves(state, twins))
    assert made
    assert only_some or kind == "compelled"


@pytest.mark.full
def test_amends_can_win() -> None:
    """A `pass` over a space with one card left is called: that card fills the space, and wins."""
    rules = rbcore.variant("simplified,reserve-size=20")
    won = 0
    for game in range(3_000):
        _, moves, row = rbcore.trace(
            rules, ("uniform",) * 2, 3, game, attention=(Attention({"space": 1.0}),) * 2
        )
        if row["outcome"] == 0 and moves[-1] == "stop":
            won += 1
            assert moves[-3] == "pass!"
            assert moves[-2][:2] == "r>"
            assert row["reserve"][row["winner"]] == 0
    assert won


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    ("priority", "verdict", "variant"),
    [
        ("reserve", 1, "standard"),
        ("foundation", 2, "standard"),
        ("space", 3, "standard"),
        ("release", 6, "standard,release=any,plan-limit=2"),
        ("load", 6, "standard,must-load=yes"),
        ("load", 6, "standard,covered-houses=yes,must-uncover=yes,plan-limit=2"),
        ("space", 3, "standard,must-make-spaces=yes,plan-limit=2"),
    ],
)
def test_each_priority_has_its_offence(priority: str, verdict: int, variant: str) -> None:
    seen = set()
    for game in range(1 if "plan-limit" in variant else 3):
        seen |= set(follow(variant, Attention({priority: 1.0}, watch=0.0), "uniform", game))
    assert seen == {(verdict, False)}


@pytest.mark.sample(1)
@pytest.mark.parametrize("variant", VARIANTS)
def test_misplaced_cards_are_handled_by_section_6(variant: str) -> None:
    verdicts = set()
    slips = dict.fromkeys(rbcore.PRIORITIES, 0.1) | {"misplacing": 0.1}
    for player in ("greedy", "uniform"):
        verdicts |= set(follow(variant, Attention(slips, watch=0.5), player, 0))
    assert {(4, True), (4, False)} <= verdicts
    assert {verdict for verdict, _ in verdicts} > {4}


PRICES = [
    "standard,wrong-stop=three-cards",
    "waste-available,wrong-stop=turn",
    "three-player,wrong-stop=three-cards",
    "wrangle-open,wrong-stop=turn",
    "strict,plan-limit=2,wrong-stop=three-cards",
]


@pytest.mark.sample(1)
@pytest.mark.parametrize("variant", PRICES)
def test_wrong_stops_are_handled_by_v34(variant: str) -> None:
    verdicts = set()
    slips = dict.fromkeys(rbcore.PRIORITIES, 0.1) | {"miscalling": 0.2}
    for player in ("greedy", "uniform"):
        verdicts |= set(follow(variant, Attention(slips, watch=0.5), player, 0))
    assert (0, True) in verdicts
    # Of what wrangle-open compels (5.3), these games overlook nothing.
    assert ({verdict for verdict, _ in verdicts} > {0}) != variant.startswith("wrangle-open")


def test_a_wrong_stop_without_a_price_changes_nothing() -> None:
    assert (rows("standard", Attention({"miscalling": 1.0})) == rows("standard", None)).all()


@pytest.mark.parametrize("price", ["three-cards", "turn"])
def test_miscalling_has_its_probability(price: str) -> None:
    """One turn in five is stopped wrongly as it ends, and the caller pays."""
    attention = (Attention({}), Attention({"miscalling": 0.2}))
    wrong = ended = 0
    for game in range(60):
        _, moves, row = rbcore.trace(
            f"standard,wrong-stop={price}", ("greedy",) * 2, 3, game, attention=attention
        )
        seat = row["starter"]
        for move in moves[:-1]:
            called = move.endswith("!")
            if move.rstrip("!") in ("waste", "pass"):
                seat = 1 - seat
                wrong += called
                ended += seat == 1
                assert seat == 1 or not called
                if called and price == "turn":
                    seat = 1 - seat
    assert wrong > 100
    assert stats.binomtest(wrong, ended, 0.2).pvalue > 1e-3


@pytest.mark.parametrize("price", ["three-cards", "turn"])
def test_choices_and_attempts_are_the_games_with_wrong_stops(price: str) -> None:
    """Game by game: choose and attempt give what play does, and undo takes it all back."""
    slips = dict.fromkeys(rbcore.PRIORITIES, 0.1) | {"miscalling": 0.3, "misplacing": 0.05}
    attention = (Attention(slips, watch=0.5),) * 2
    variant = f"waste-available,wrong-stop={price}"
    for number in range(5):
        _, _, row = rbcore.trace(variant, ("greedy",) * 2, 3, number, attention=attention)
        game = rbcore.Game.deal(variant, seed=3, game=number, attention=attention)
        lines = [game.notation]
        while not game.is_over:
            game.attempt(game.choose("greedy"))
            lines.append(game.notation)
        assert game.row() == row
        assert any(game.wrong_stops)
        assert rbcore.Game.parse(game.notation, variant).wrong_stops == game.wrong_stops
        for line in reversed(lines[:-1]):
            game.undo()
            assert game.notation == line


@pytest.mark.full
def test_misplacing_has_its_probability() -> None:
    """One decision in five, and each available card at each place where it does not fit alike."""
    twins = twin.variant("standard")
    attention = (Attention({"misplacing": 0.2}, watch=0.0),) * 2
    misplaced = decisions = 0
    spread = []
    for game in range(10):
        start, moves, _ = rbcore.trace("standard", ("greedy",) * 2, 3, game, attention=attention)
        state = twin.read(start.notation, twins)
        for move in moves:
            if not move.endswith("?"):
                decisions += 1
                twin.apply(state, move, twins)
                continue
            misplaced += 1
            places = ["F", "R", "W", *map(str, range(1, 9))]
            misfits = [
                f"{source}>{place}"
                for source, card in twin.sources(state, twins).items()
                for place in places
                if place != source and place not in twin.places(state, twins, source, card)
            ]
            spread.append((misfits.index(move[:-1]) + 0.5) / len(misfits))
    assert misplaced > 250
    assert stats.binomtest(misplaced, decisions, 0.2).pvalue > 1e-3
    assert stats.kstest(spread, "uniform").pvalue > 1e-3


@pytest.mark.full
def test_a_slip_has_its_probability() -> None:
    """Where 5.1 is in force the reserve's card is played, or overlooked one time in four."""
    rules, twins = rbcore.variant("standard"), twin.variant("standard")
    slips = times = 0
    for game in range(80):
        start, moves, _ = rbcore.trace(
            rules, ("greedy",) * 2, 3, game, attention=(Attention({"reserve": 0.25}, 0.0),) * 2
        )
        state = twin.read(start.notation, twins)
        for move in moves:
            in_force = twin.legal_moves(state, twins) == ["r>F"]
            times += in_force
            slips += in_force and move != "r>F"
            twin.apply(state, move, twins)
    assert times > 500
    assert stats.binomtest(slips, times, 0.25).pvalue > 1e-3


# ---- calls that have to pay --------------------------------------------------------------------


@pytest.mark.sample(1)
@pytest.mark.parametrize("variant", VARIANTS)
def test_no_hidden_card_matters_to_a_call(variant: str) -> None:
    """Not even a card that the offender has looked at."""
    rng = random.Random(variant)
    said = set()
    for peek in ("once", "yes"):
        rules = rbcore.variant(f"{variant},peek={peek}")
        twins = twin_rules(rbcore.variant_text(rules))
        for game in range(3):
            position, moves, _ = rbcore.trace(
                rules,
                ("uniform",) * rules.seats,
                5,
                game,
                attention=(Attention.careless(0.3, watch=0.0),) * rules.seats,
                max_moves=400,
            )
            for move in moves:
                if position.judge(move) in (1, 2, 3, 6):
                    for seat in {*range(rules.seats)} - {position.seat}:
                        gains = position.gains_by_call(move, seat)
                        for _ in range(3):
                            other = shuffled(position, rng, known=False)
                            assert other.gains_by_call(move, seat) == gains
                        said.add(gains)
                    state = twin.read(position.notation, twins)
                    twin.apply(state, move, twins)
                    position = rbcore.Position.parse(twin.write(state), rules)
                else:
                    position.apply(move)
    assert True in said


@pytest.mark.full
def test_who_calls_if_better_calls_where_it_gains() -> None:
    """With all noticing: a call wherever it gains, and nowhere else."""
    rules, twins = rbcore.variant("standard"), twin.variant("standard")
    counts = [0, 0]
    for game in range(30):
        attention = (Attention.careless(0.2, call="if-better"),) * 2
        start, moves, _ = rbcore.trace(rules, ("greedy",) * 2, 3, game, attention=attention)
        state = twin.read(start.notation, twins)
        for move in moves:
            if move == "stop":
                twin.end_by_stop(state, twins)
                continue
            called, move = move.endswith("!"), move.rstrip("!")
            if twin.judge(state, move, twins):
                position = rbcore.Position.parse(twin.write(state), rules)
                assert position.gains_by_call(move, 1 - state.seat) == called
                counts[called] += 1
            if not called:
                twin.apply(state, move, twins)
    assert min(counts) > 5


def test_a_call_that_gains_and_one_that_does_not() -> None:
    """To call is to let the offender lose its turn, but also to have it play to the foundation."""
    rules = rbcore.variant("standard,houses-each=1")
    lines = {
        # Seat 0 gives its turn away, and the ace is as good as played.
        "0 - c--d--h--s-- 5h|6s Ah/4c/- -/9d/-": ("turn", True),
        # After the waste the turn passes anyway: the offender keeps a card that it ought to play.
        "0 Ah c--d--h--s-- 5h|6s 9c/4c/- -/9d/-": ("waste", False),
    }
    for line, (move, gains) in lines.items():
        position = rbcore.Position.parse(line, rules, partial=True)
        assert position.judge(move) in (1, 2)
        assert position.gains_by_call(move, 1) is gains
    for move, seat, words in (
        ("turn", 0, "is to move"),
        ("r>F", 1, "not an offence"),
    ):
        position = rbcore.Position.parse(next(iter(lines)), rules, partial=True)
        with pytest.raises(ValueError, match=words):
            position.gains_by_call(move, seat)
    # A misplaced card is taken back anyway; but called, the turn is lost, with what was turned up.
    position = rbcore.Position.parse("0 9c c--d--h--s-- 5h|6s Kd/4c/- -/9d/-", rules, partial=True)
    assert position.judge("r>2") == 4
    assert position.gains_by_call("r>2", 1)


def test_calling_if_better_as_it_is_written(capsys: pytest.CaptureFixture[str]) -> None:
    one, two = attention_of(0.1, 1, 2, "if-better:always")
    assert (one.call, two.call) == ("if-better", "always")
    options = {"games": 300, "players": "greedy", "slip": 0.1}
    always = rbsim.simulate("standard", **options)
    better = rbsim.simulate("standard", **options, call="if-better")
    kept = [one.provenance["arms"][0].get("call")
            for one in (better, always, rbsim.simulate("standard", games=10))]  # fmt: skip
    assert kept == [["if-better"] * 2, ["always"] * 2, None]
    calls, offences = (
        sum(better.figure(f"{place}_{name}").estimate for place in ("starter", "second"))
        for name in ("calls", "offences")
    )
    assert 0 < calls < offences
    assert always.figure("starter_calls").estimate == always.figure("starter_offences").estimate
    assert run(["simulate", "--games", "10", "--slip", "0.1", "--call", "never"]) == 2
    assert "call='never' is not one of always, if-better" in capsys.readouterr().err


def test_slips_cost_something() -> None:
    """A seat that slips and is called wins less often."""
    result = rbsim.simulate(
        "standard,starter=cut", games=4_000, players="greedy", slip=["0.2", "0"], rows=True
    )
    wins = np.bincount(result.games["winner"][result.games["outcome"] == 0], minlength=2)
    assert wins[0] < 0.45 * wins.sum()
    assert result.figure("starter_offences").estimate > 0
    assert result.provenance["arms"][0]["watch"] == [1.0, 1.0]


def test_slips_as_they_are_written() -> None:
    one, two = attention_of("reserve=0.1,space=0.2:0.3", "0.5", 2)
    assert dict(one.slips) == {"reserve": 0.1, "space": 0.2}
    assert two.by_priority == (0.3,) * 5
    assert (one.watch, two.watch) == (0.5, 0.5)
    assert make_arm("standard", "greedy", 1, GameOptions(watch=0.5)).attention is None
    misplacing = make_arm("standard", "greedy", 1, GameOptions(slip="misplacing=0.1:0"))
    assert misplacing.attention == (Attention({"misplacing": 0.1}), Attention.careless(0.0))
    mixed = (
        Attention.careless(0.1),
        Attention({**Attention.careless(0.1).slips, "misplacing": 0.2}),
    )
    texts = seat_texts(mixed)
    assert attention_of(texts["slip"], texts["watch"], 2, texts["call"]) == mixed


@pytest.mark.sample(6)
@pytest.mark.parametrize(
    ("slip", "watch", "words"),
    [
        ("2", "1", "runs from 0 to 1"),
        ("x", "1", "not a number"),
        ("nan", "1", "not a probability"),
        ("king=0.1", "1", "is not a slip"),
        ("king=0.1", "1", "reserve, foundation, release, load, space, misplacing, miscalling"),
        ("misplacing=1.5", "1", "slip misplacing=1.5 is not a probability, which runs from 0 to 1"),
        ("misplacing=x", "1", "slip misplacing='x' is not a number"),
        ("space=0.1,space=0.2", "1", "repeated"),
        ("space=", "1", "not a number"),
        ("0.1:0.1:0.1", "1", "3 seats"),
        ("0.1", "-1", "runs from 0 to 1"),
        ("0.1", "1:1:1", "3 seats"),
    ],
)
def test_bad_slips_are_one_sentence(
    slip: str, watch: str, words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["simulate", "--games", "10", "--slip", slip, "--watch", watch]) == 2
    error = capsys.readouterr().err
    assert words in error
    assert error.count("\n") == 1
    with pytest.raises(ValueError, match="each of the 2 seats"):
        rbcore.play(
            rbcore.variant("standard"), ("greedy",) * 2, 1, 0, np.zeros(1, rbcore.GAME),
            attention=(Attention(),),
        )  # fmt: skip


def test_the_command_counts_offences(capsys: pytest.CaptureFixture[str]) -> None:
    command = ["simulate", "--games", "200", "--players", "greedy", "--slip", "0.1"]
    assert run([*command, "--full"]) == 0
    assert "offences" in capsys.readouterr().out
    assert run([*command, "--json"]) == 0
    shown = json.loads(capsys.readouterr().out)
    assert (
        next(one["estimate"] for one in shown["results"] if one["quantity"] == "starter_offences")
        > 0
    )
    assert shown["provenance"]["arms"][0]["slips"][0]["space"] == 0.1
