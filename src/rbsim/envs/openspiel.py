"""The game for OpenSpiel: importing this module registers it as `russian_bank`.

    pyspiel.load_game("russian_bank", {"variant": "simplified"})

Parameters are `variant`, `seed`, `deals`, `max_turns` and `max_moves`. A game has one chance node,
the deal: its outcomes are the games 0 to `deals` - 1 of the seed, all equally likely. Commas and
equals signs have a meaning of their own in OpenSpiel's text of a game, so those of the variant are
semicolons and colons there.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

try:
    import pyspiel
except ImportError as error:
    raise ImportError(
        f"OpenSpiel cannot be imported ({error}); pip install 'russian-bank[openspiel]'"
    ) from None

import rbcore
from rbcore.board.notation import HIDDEN
from rbcore.cards.ranges import MAX_WORD, check_range
from rbcore.rules.limits import Limits
from rbsim.envs.observation import Layout

TO_TEXT = str.maketrans(",=", ";:")
FROM_TEXT = str.maketrans(";:", ",=")
MAX_DEALS = 1_000_000
PARAMETERS: dict[str, Any] = {
    "variant": "standard",
    "seed": 1,
    "deals": 1_000,
    "max_turns": 1_000,
    "max_moves": 100_000,
}

GAME_TYPE = pyspiel.GameType(
    short_name="russian_bank",
    long_name="Russian Bank",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    min_num_players=2,
    max_num_players=3,
    provides_information_state_string=True,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification=PARAMETERS,
)


class RussianBankGame(pyspiel.Game):
    """Russian Bank under the rules of a variant; the module says what its parameters mean.

    Raises ValueError for an unknown parameter, and for a value that is unknown or out of range.
    """

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        values = PARAMETERS | (params or {})
        if unknown := sorted(set(values) - set(PARAMETERS)):
            known = ", ".join(PARAMETERS)
            raise ValueError(f"{unknown[0]} is not a parameter; the parameters are {known}")
        self.rules: rbcore.Rules = rbcore.variant(str(values["variant"]).translate(FROM_TEXT))
        self.deals: int = check_range("deals", values["deals"], 1, MAX_DEALS)
        self.seed: int = check_range("seed", values["seed"], 0, MAX_WORD)
        self.limits: dict[str, Any] = {name: values[name] for name in ("max_turns", "max_moves")}
        Limits(**self.limits)  # raises ValueError for what is out of range
        self.layout: Layout = Layout.of(self.rules)
        self.chances: list[tuple[int, float]] = [
            (number, 1 / self.deals) for number in range(self.deals)
        ]
        info = pyspiel.GameInfo(
            num_distinct_actions=self.layout.actions,
            max_chance_outcomes=self.deals,
            num_players=self.rules.seats,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=values["max_moves"],
        )
        values["variant"] = str(values["variant"]).translate(TO_TEXT)
        super().__init__(GAME_TYPE, info, values)

    def new_initial_state(self) -> RussianBankState:
        """Return the state before the deal."""
        return RussianBankState(self)

    def max_chance_nodes_in_history(self) -> int:
        """Return 1, for the deal."""
        return 1

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> RussianBankObserver:
        """Return an observer of states; raise ValueError for parameters, of which it has none."""
        if params:
            raise ValueError(f"observers of russian_bank have no parameters, not {params}")
        return RussianBankObserver(self.layout, iig_obs_type)


class RussianBankState(pyspiel.State):
    """A game in progress, which can be cloned and played out; `game` is None before the deal."""

    def __init__(self, game: RussianBankGame) -> None:
        super().__init__(game)
        self.game: rbcore.Game | None = None
        self.record: str = (
            ""  # what all seats have seen: the layout, then each move and what it bared
        )

    def current_player(self) -> int:
        """Return the seat to move, or OpenSpiel's number for chance or for a game that is over."""
        if self.game is None:
            return int(pyspiel.PlayerId.CHANCE)
        if self.game.is_over:
            return int(pyspiel.PlayerId.TERMINAL)
        return self.game.seat

    def _legal_actions(self, player: int) -> list[int]:
        assert self.game is not None
        return self.game.legal_actions()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the numbers of the deals, all equally likely."""
        return list(self.get_game().chances)

    def _apply_action(self, action: int) -> None:
        if self.game is None:
            parameters = self.get_game()
            number = check_range("deal", action, 0, parameters.deals - 1)
            self.game = rbcore.Game.deal(
                parameters.rules, parameters.seed, number, **parameters.limits
            )
            self.record = common_line(self.game)
            return
        seat = self.game.seat
        self.game.apply(action)
        move = rbcore.action_texts(self.game.rules, seat)[action]
        self.record += f" {seat}:{move}{bared(self.game)}"

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"deal {action}"
        texts = rbcore.action_texts(self.get_game().rules, player)
        return texts[action] or f"action {action}"

    def is_terminal(self) -> bool:
        """Return whether the game is over."""
        return self.game is not None and self.game.is_over

    def outcome(self) -> str | None:
        """Return how the game ended, one of rbcore.OUTCOMES; None if it has not."""
        return None if self.game is None else self.game.outcome

    def returns(self) -> list[float]:
        """Return 1 for the winner, and -1 shared by the others; 0 for all if there is no winner."""
        if self.game is None:
            return [0.0] * int(self.num_players())
        return list(self.game.returns())

    def resample_from_infostate(self, player: int, sampler: Any) -> RussianBankState:
        """Return a state in which the cards that the seat to move does not see are dealt again.

        `sampler` gives a random number from 0 to 1. Raises ValueError for a seat that is not to
        move.
        """
        if self.game is None or player != self.game.seat:
            raise ValueError(f"it is not the turn of seat {player}; resample for the seat to move")
        state: RussianBankState = self.clone()
        state.game = self.game.determinize(int(sampler() * (1 << 53)), memory=True)
        return state

    def __str__(self) -> str:
        if self.game is None:
            return "before the deal"
        return f"{self.game.notation} {self.game.outcome or ''}".rstrip()


class RussianBankObserver:
    """Observes what a seat sees of a state, as text and as a tensor.

    Text has what all seats see and what the seat alone knows, where the observation type asks
    for each; with perfect recall it has all that they have seen. The tensor is the vector of
    rbsim.envs.Layout. There is none with perfect recall, and none of public or private information
    alone.
    """

    def __init__(self, layout: Layout, iig_obs_type: Any = None) -> None:
        iig_obs_type = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        self._writer = layout.writer
        self._raw = np.zeros(layout.size, layout.writer.dtype)
        self._recalls = iig_obs_type.perfect_recall
        self._has_public = iig_obs_type.public_info
        self._has_private = iig_obs_type.private_info != pyspiel.PrivateInfoType.NONE
        has_tensor = self._has_public and self._has_private and not self._recalls
        self.tensor: npt.NDArray[np.float32] | None = (
            np.zeros(layout.size, np.float32) if has_tensor else None
        )
        self.dict: dict[str, npt.NDArray[np.float32] | None] = (
            {"observation": self.tensor} if has_tensor else {}
        )

    def set_from(self, state: RussianBankState, player: int) -> None:
        """Fill the tensor with what a seat sees."""
        if self.tensor is not None:
            self.tensor[:] = 0
            if state.game is not None:
                self.tensor[:] = state.game.vector(self._writer, seat=player, out=self._raw)[0]

    def string_from(self, state: RussianBankState, player: int) -> str:
        """Return what a seat sees as text."""
        if state.game is None:
            return "before the deal"
        words = []
        if self._has_public:
            words.append(state.record if self._recalls else common_line(state.game))
        if self._has_private:
            words.append(f"seat={player}")
            # Under V11 the seat to move alone knows its next hand card.
            hand = state.game.view().hands[player] if player == state.game.seat else ()
            if hand and hand[-1] != HIDDEN:
                words.append(f"next={hand[-1]}")
        return " ".join(words)


def common_line(game: rbcore.Game) -> str:
    """Return the line of a position as all seats see it, with no hand card known (V11)."""
    fields = game.view().notation.split(" ")
    reserve, _, waste = fields[4 + game.seat].split("/")
    hidden = HIDDEN * len(game.hands[game.seat]) or "-"
    fields[4 + game.seat] = "/".join((reserve, hidden, waste))
    return " ".join(fields)


def bared(game: rbcore.Game) -> str:
    """Return the cards that a move may have bared, each after a comma."""
    view = game.view()
    cards = [game.turned] if game.turned else []
    cards += [reserve[-1] for reserve in view.reserves if reserve]
    if game.rules.covered_houses:
        cards += [house[-1] for house in view.houses if house]
    return "".join(f",{card}" for card in cards)


pyspiel.register_game(GAME_TYPE, RussianBankGame)
