"""The game in OpenSpiel: its own tests and searches, and the games of the core move for move."""

from __future__ import annotations

import pickle
import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import rbcore
from support.environments import alike

pyspiel = pytest.importorskip("pyspiel")

from open_spiel.python.algorithms import generate_playthrough
from open_spiel.python.observation import make_observation

import rbsim.envs.openspiel
from rbsim.envs import Layout

PLAYTHROUGHS = Path(__file__).parent / "playthroughs"
FIVE = ("standard", "strict;plan-limit:3", "three-player", "peek", "wrangle")


def load(variant: str = "standard", **parameters: Any) -> Any:
    return pyspiel.load_game("russian_bank", {"variant": variant, **parameters})


def dealt(game: Any, number: int = 0) -> Any:
    state = game.new_initial_state()
    state.apply_action(number)
    return state


@pytest.mark.sample(1)
@pytest.mark.parametrize("variant", rbcore.PRESETS)
def test_its_own_simulations(variant: str) -> None:
    """They clone, serialize, look at every text and tensor, and compare masks and returns."""
    game = load(variant, deals=10, max_turns=20)
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


@pytest.mark.sample(4)
@pytest.mark.parametrize("variant", rbcore.PRESETS)
def test_games_are_those_of_the_core(variant: str) -> None:
    rules = rbcore.variant(variant)
    rows = np.zeros(2, rbcore.GAME)
    rbcore.play(rules, ("greedy",) * rules.seats, 1, 0, rows)
    game = load(variant)
    for number, row in enumerate(rows):
        _, moves, _ = rbcore.trace(rules, ("greedy",) * rules.seats, 1, number)
        state = dealt(game, number)
        for i, move in enumerate(moves):
            assert not state.is_terminal()
            if i % 40 == 0:
                state = pickle.loads(pickle.dumps(state))
            state.apply_action(moves_of(state)[move])
        assert state.is_terminal()
        assert state.outcome() == rbcore.OUTCOMES[row["outcome"]]
        assert str(state).endswith(state.outcome())
        wins = [seat for seat, gained in enumerate(state.returns()) if gained == 1]
        assert wins == ([row["winner"]] if row["winner"] >= 0 else [])
        assert sum(state.returns()) == 0
        replayed = game.new_initial_state()
        for action in state.history():
            replayed.apply_action_with_legality_check(action)
        assert str(replayed) == str(state)


@pytest.mark.sample(15)
@pytest.mark.parametrize("variant", rbcore.PRESETS)
def test_seats_see_nothing_hidden(variant: str) -> None:
    """Hidden cards in another order leave every text and tensor as it was."""
    state = dealt(load(variant))
    for pair in alike(1, 5, variant):
        seen = []
        for game in pair:
            state.game, state.record = game, rbsim.envs.openspiel.common_line(game)
            seats = range(game.rules.seats)
            seen.append(
                [(state.observation_string(s), state.information_state_string(s)) for s in seats]
                + [state.observation_tensor(s) for s in seats] + [state.legal_actions()]
            )  # fmt: skip
        assert seen[0] == seen[1]


@pytest.mark.sample(6)
@pytest.mark.parametrize("variant", rbcore.PRESETS)
def test_what_is_resampled_is_seen_alike(variant: str) -> None:
    rng = random.Random(3)
    state = dealt(load(variant), 3)
    others = set()
    for _ in range(60):
        if state.is_terminal():
            break
        seat = state.current_player()
        other = state.resample_from_infostate(seat, rng.random)
        for text in ("information_state_string", "observation_string"):
            assert getattr(other, text)(seat) == getattr(state, text)(seat)
        assert other.observation_tensor(seat) == state.observation_tensor(seat)
        assert other.legal_actions() == state.legal_actions()
        others.add(str(other) == str(state))
        state.apply_action(rng.choice(state.legal_actions()))
    assert others == {False} or others == {False, True}
    with pytest.raises(ValueError, match="it is not the turn of"):
        state.resample_from_infostate(1 - state.current_player(), rng.random)


def test_information_states_recall_what_was_bared() -> None:
    """Two ways to the same position are two information states, and one observation."""
    game = load("standard")
    told = set()
    state = dealt(game, 5)
    for _ in range(80):
        told.add(state.information_state_string(0))
        state.apply_action(state.legal_actions()[0])
    assert len(told) == 80
    found = 0
    while not state.is_terminal() and not found:
        seat = state.current_player()
        for there in moves_of(state):
            source, _, place = there.partition(">")
            ahead = state.child(moves_of(state)[there])
            if ahead.current_player() == seat and f"{place}>{source}" in moves_of(ahead):
                back = ahead.child(moves_of(ahead)[f"{place}>{source}"])
                assert back.observation_string(seat) == state.observation_string(seat)
                told = {one.information_state_string(seat) for one in (state, ahead, back)}
                assert len(told) == 3
                found += 1
        state.apply_action(state.legal_actions()[0])
    assert found


def moves_of(state: Any) -> dict[str, int]:
    """The legal actions by their texts."""
    return {state.action_to_string(action): action for action in state.legal_actions()}


def test_what_all_see_and_what_one_seat_knows() -> None:
    state = dealt(load("peek"))
    seat = state.current_player()
    public, own = (
        state.get_game().make_py_observer(
            pyspiel.IIGObservationType(
                perfect_recall=False, public_info=common, private_info=private
            )
        )
        for common, private in (
            (True, pyspiel.PrivateInfoType.NONE),
            (False, pyspiel.PrivateInfoType.SINGLE_PLAYER),
        )
    )
    card = state.game.hands[seat][-1]
    assert public.string_from(state, 0) == public.string_from(state, 1)
    assert public.string_from(state, seat).count("??") == len(state.game.hands[0] * 2) + 24
    assert own.string_from(state, seat) == f"seat={seat} next={card}"
    assert own.string_from(state, 1 - seat) == f"seat={1 - seat}"
    assert (public.tensor, own.tensor) == (None, None)


def test_tensors_are_the_vectors_of_all_interfaces() -> None:
    state = dealt(load("three-player"), 1)
    for _ in range(30):
        state.apply_action(state.legal_actions()[0])
    layout, observer = Layout.of(state.game.rules), make_observation(state.get_game())
    for seat in range(3):
        vector = layout.observation(state.game, seat)["observation"]
        assert state.observation_tensor(seat) == vector.tolist()
        observer.set_from(state, seat)
        assert observer.tensor.tolist() == vector.tolist()
        assert layout.named(vector)["seat"] == seat


def played_through(variant: str) -> str:
    """The playthrough that OpenSpiel writes of a short game."""
    text: str = generate_playthrough.playthrough(
        f"russian_bank(variant={variant},deals=3,max_turns=2,max_moves=5)", None, seed=7
    )
    return text


@pytest.mark.sample(3)
@pytest.mark.parametrize("variant", FIVE)
def test_playthroughs_are_as_they_were(variant: str) -> None:
    """`python tests/sim/envs/test_openspiel.py` writes them anew."""
    saved = PLAYTHROUGHS / f"{variant.partition(';')[0]}.txt"
    assert played_through(variant) == saved.read_text()


@pytest.mark.parametrize(("parameters", "said"), [
    ({"variant": "nix"}, "'nix' is not a variant"), ({"deals": 0}, "deals=0 is out of range"),
    ({"variant": "standard,reserve-size=x"}, "reserve-size"),
    ({"seed": -1}, "seed=-1 is out of range"), ({"max_turns": 0}, "max_turns=0 is out of range"),
])  # fmt: skip
def test_parameters_that_are_refused(parameters: dict[str, Any], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        load(**parameters)


def test_unknown_parameters_and_illegal_actions() -> None:
    with pytest.raises(ValueError, match="luck is not a parameter; the parameters are variant"):
        rbsim.envs.openspiel.RussianBankGame({"luck": 1})
    with pytest.raises(pyspiel.SpielError, match="Unknown parameter 'luck'"):
        pyspiel.load_game("russian_bank(luck=1)")
    game = load(deals=5)
    with pytest.raises(ValueError, match="deal=5 is out of range; it runs from 0 to 4"):
        dealt(game, 5)
    state = dealt(game)
    before = str(state)
    for action, said in ((194, "pass is not legal here"), (195, "out of range")):
        with pytest.raises(ValueError, match=said):
            state.apply_action(action)
    with pytest.raises(pyspiel.SpielError):
        state.apply_action_with_legality_check(194)
    assert str(state) == before


if __name__ == "__main__":
    PLAYTHROUGHS.mkdir(exist_ok=True)
    for name in FIVE:
        (PLAYTHROUGHS / f"{name.partition(';')[0]}.txt").write_text(played_through(name))
