"""OpenSpiel's IS-MCTS plays `simplified` against `uniform`, with rollouts by the core.

The search is OpenSpiel's own; it deals hidden cards by `resample_from_infostate`, here from draws
that a seed repeats. Only what it asks for the worth of a position is ours: a playout of the game
behind the state. Run it as

    python docs/examples/openspiel_search.py [DEALS] [SIMULATIONS]
"""

from __future__ import annotations

import argparse
from typing import Any

import numpy as np
import pyspiel
from open_spiel.python.algorithms import ismcts, mcts

import rbsim.envs.openspiel  # noqa: F401 (registers russian_bank)
from rbsim.estimates.intervals import wilson


class CoreRollouts(mcts.Evaluator):
    """One playout between `greedy` players, and no preference among moves."""

    def evaluate(self, state: Any) -> Any:
        """Return what each seat gains."""
        game = state.game.clone()
        if not game.is_over:
            game.play_out("greedy")
        return np.array(game.returns())

    def prior(self, state: Any) -> list[tuple[int, float]]:
        """Return the same chance for each legal action."""
        legal = state.legal_actions()
        return [(action, 1 / len(legal)) for action in legal]


def play(game: Any, number: int, seat: int, simulations: int) -> bool:
    """Play a deal; whether the search won."""
    rng = np.random.RandomState(number)
    bot = ismcts.ISMCTSBot(game, CoreRollouts(), 0.7, simulations, random_state=rng)
    bot.set_resampler(lambda state, seat: state.resample_from_infostate(seat, rng.random_sample))
    state = game.new_initial_state()
    state.apply_action(number)
    while not state.is_terminal():
        if state.current_player() == seat:
            state.apply_action(int(bot.step(state)))
        else:
            state.apply_action(state.game.action(state.game.choose("uniform")))
    return bool(state.returns()[seat] > 0)


def main(deals: int = 15, simulations: int = 10) -> tuple[float, float]:
    """Return the interval of the lead: games won less all others, of each deal in both seats."""
    game = pyspiel.load_game("russian_bank", {"variant": "simplified"})
    won = sum(play(game, number, seat, simulations) for number in range(deals) for seat in (0, 1))
    low, high = wilson(won, 2 * deals)
    print(f"won {won} of {2 * deals}; lead {2 * low - 1:+.2f} to {2 * high - 1:+.2f} (95%)")
    return 2 * low - 1, 2 * high - 1


if __name__ == "__main__":
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    for word, usual in {"deals": 15, "simulations": 10}.items():
        parser.add_argument(word, nargs="?", type=int, default=usual, help=f"{usual} unless given")
    main(**vars(parser.parse_args()))
