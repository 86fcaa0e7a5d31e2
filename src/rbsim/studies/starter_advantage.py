"""Starter advantage: as played under the variant's own starter, and causal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from itertools import permutations
from pathlib import Path
from typing import TYPE_CHECKING, Unpack

import rbcore
from rbsim.formatting import starter_advantage
from rbsim.formatting.tables import Report
from rbsim.pipeline.engine import run
from rbsim.pipeline.forced_starts import force_start
from rbsim.pipeline.study import Study
from rbsim.pipeline.tally import Tally
from rbsim.results.batch_figures import quantity_name
from rbsim.results.study_result import StudyResult
from rbsim.running.batch import PLAYERS, Batch, Options, Players, Progress, make_batch
from rbsim.stats.figure import Figure, Form, mean_figure, rate_figure, span_figure
from rbsim.stats.intervals import Mean, Rate, Span
from rbsim.stats.level import LEVEL, check_level
from rbsim.studies.estimate import ADVANTAGE, STARTER_WINS, Estimate, Quantity
from rbsim.sums.pairs import CODES, UNFINISHED, K, Pairs, weigh

if TYPE_CHECKING:
    from rbsim.pictures.drawing import Picture

ORDINALS = ("starter", "second", "third")
ALL = "all"  # seatings together
OUTCOME_NAMES = {"win": "starter_wins", "loss": "second_wins"}  # of games for two


def advantage(
    variant: str | rbcore.Rules = "standard",
    *,
    games: int = 100_000,
    players: Players = PLAYERS,
    level: float = LEVEL,
    threads: int | None = None,
    executor: Executor | None = None,
    store: str | Path | None = None,
    progress: Progress | None = None,
    **options: Unpack[Options],
) -> Advantage:
    """Estimate the advantage of starting, as played and causal.

    Each deal is played under the variant's own starter and with every seat starting. Players that
    differ are seated in every order.

    Parameters
    ----------
    variant : str or rbcore.Rules
        A preset, ``preset,axis=value,...``, or rules.
    games : int
        Number of deals.
    players, level, threads, executor, store, progress, **options : see `simulate`
        As `simulate` takes them.

    Returns
    -------
    Advantage
        Estimates with intervals, of all seatings together and of each.

    Raises
    ------
    ValueError
        In one sentence, as of `simulate`.

    Examples
    --------
    >>> result = advantage("standard", games=50, seed=1)
    >>> result
    <Advantage: +11.00% (-6.55 to 28.55), 50 deals; standard, greedy>
    >>> result.causal.mean.games
    50
    """
    study = advantage_study(make_batch(variant, players, games, **options))
    check_level(level)
    return Advantage(study, run(study, threads, progress, executor, store), level)


def advantage_study(batch: Batch) -> Study:
    """Return a study of the batch as it is and with each seat forced to start, in every seating."""
    seats = batch.rules.seats
    arms = []
    for seating in _seatings(batch):
        arms.append(seating)
        arms += [force_start(seating, seat) for seat in range(seats)]
    return Study("advantage", tuple(arms), paired=True)


def _seatings(batch: Batch) -> list[Batch]:
    """Return the batch with its players and their attention in every order that differs."""
    attention = batch.attention or (None,) * batch.rules.seats
    seatings = []
    for order in permutations(zip(batch.players, attention, strict=True)):
        players = tuple(player for player, _ in order)
        by_seat = tuple(one for _, one in order if one is not None)
        seating = replace(batch, players=players, attention=by_seat or None)
        if seating not in seatings:
            seatings.append(seating)
    return seatings


@dataclass(frozen=True)
class Effect:
    """The effect of starting on one quantity.

    Attributes
    ----------
    as_played : Estimate
        Under the variant's own starter.
    causal : Estimate
        Averaged over every seat starting each deal.
    selection : Mean
        As played less causal, deal by deal: the effect of letting the deal choose the starter.
    selection_span : Span
        The same with unfinished games against it and for it, in either kind of arm.
    """

    as_played: Estimate
    causal: Estimate
    selection: Mean
    selection_span: Span

    def at(self, level: float) -> Effect:
        """Return the same effect with intervals of another level."""
        return Effect(
            self.as_played.at(level),
            self.causal.at(level),
            self.selection.at(level),
            self.selection_span.at(level),
        )

    @classmethod
    def from_pairs(
        cls, pairs: Pairs, played: list[int], forced: list[int], quantity: Quantity
    ) -> Effect:
        """Return the effect, given the arms as played and those with forced starts."""
        times = len(forced) // len(played)
        weights = {arm: {n: times * w for n, w in quantity.weights.items()} for arm in played}
        weights |= {arm: {n: -w for n, w in quantity.weights.items()} for arm in forced}
        own = weigh(pairs.joint.shape[0], weights)
        low, high = own.copy(), own.copy()
        least, most = quantity.low, quantity.high
        low[played, UNFINISHED], high[played, UNFINISHED] = times * least, times * most
        low[forced, UNFINISHED], high[forced, UNFINISHED] = -most, -least
        return cls(
            Estimate.from_pairs(pairs, played, quantity),
            Estimate.from_pairs(pairs, forced, quantity),
            pairs.contrast(own, len(forced)),
            pairs.span(low, high, len(forced)),
        )


class Advantage(StudyResult):
    """The result of `advantage`: effects of starting, as played and causal.

    Attributes
    ----------
    study : Study
        For each seating, an arm as played and then one for each seat that starts.
    tally : Tally
        Exact sums of all games.
    effects : dict of str to Effect
        By quantity, over all seatings: ``advantage``, ``starter wins``, ``second wins``, ...
    decided : dict of str to Mean
        The advantage among the games that a seat won, ``as played`` and ``causal``: P(starter
        wins | a seat wins) - P(another wins | a seat wins). Unfinished games are not decided.
    level : float
        Of all intervals; `at` gives the same result at another level.

    Examples
    --------
    >>> import rbsim
    >>> result = rbsim.advantage("standard", games=50, players="greedy:uniform", seed=1)
    >>> result.seatings
    ['greedy:uniform', 'uniform:greedy']
    >>> low, high = result.causal.mean.interval
    >>> low < result.causal.mean.mean < high
    True
    """

    def __init__(self, study: Study, tally: Tally, level: float = LEVEL) -> None:
        self._keep(study, tally, level)
        self.pairs = tally.joined
        self.batch = study.arms[0]
        self.seats: int = self.batch.rules.seats
        self.effects = self._effects(range(len(self.seatings)))
        self.decided = self._decided(range(len(self.seatings)))

    @property
    def seatings(self) -> list[str]:
        """The players of each seating, as in `greedy:uniform`."""
        return [arm.player_text for arm in self.study.arms[:: 1 + self.seats]]

    @property
    def as_played(self) -> Estimate:
        """P(starter wins) - P(another wins) under the variant's own starter."""
        return self.effects["advantage"].as_played

    @property
    def causal(self) -> Estimate:
        """P(starter wins) - P(another wins) with every seat starting each deal."""
        return self.effects["advantage"].causal

    def of_seating(self, seating: int) -> dict[str, Effect]:
        """Return the effects in one seating, by its index in `seatings`."""
        return self._effects([seating])

    def decided_of_seating(self, seating: int) -> dict[str, Mean]:
        """Return the advantage among decided games in one seating, as `decided`."""
        return self._decided([seating])

    def table(self, seating: int = 0) -> list[list[int]]:
        """Return how often deals had outcome i if seat 0 starts and j if seat 1 does.

        Outcomes are CODES of rbsim.sums.pairs from the view of the starter; for two seats.
        """
        first = self._arm(seating) + 1
        return [[int(n) for n in row] for row in self.pairs.table(first, first + 1)]

    def _arm(self, seating: int) -> int:
        return seating * (1 + self.seats)

    def _arms(self, seatings: Sequence[int]) -> tuple[list[int], list[int]]:
        """Return the arms of some seatings, as played and with forced starts."""
        played = [self._arm(seating) for seating in seatings]
        return played, [arm + 1 + seat for arm in played for seat in range(self.seats)]

    def _decided(self, seatings: Sequence[int]) -> dict[str, Mean]:
        lead = _quantities(self.seats)[0].weights
        decided = dict.fromkeys(CODES[: self.seats], 1)
        means = {}
        for name, arms in zip(("as played", "causal"), self._arms(seatings), strict=True):
            weights = [
                weigh(len(self.study.arms), dict.fromkeys(arms, one)) for one in (lead, decided)
            ]
            means[name] = self.pairs.ratio(*weights).at(self.level)
        return means

    def _effects(self, seatings: Sequence[int]) -> dict[str, Effect]:
        played, forced = self._arms(seatings)
        return {
            quantity.name: Effect.from_pairs(self.pairs, played, forced, quantity).at(self.level)
            for quantity in _quantities(self.seats)
        }

    def outcomes(self, arm: int) -> dict[str, Rate]:
        """Return the rates of outcomes in an arm, from the view of the starter.

        Unfinished games are open for every rate but their own.
        """
        counts = [int(count) for count in self.pairs.counts(arm)]
        left = counts[UNFINISHED]
        return {
            _outcome_name(code, self.seats): Rate(
                counts[i], self.pairs.games, 0 if i == UNFINISHED else left, self.level
            )
            for i, code in enumerate(CODES)
            if i in _possible_codes(self.seats)
        }

    def arm_name(self, arm: int) -> str:
        """Return `as played` or `seat 1 starts`, after the players if seatings differ."""
        seat = arm % (1 + self.seats) - 1
        start = "as played" if seat < 0 else f"seat {seat} starts"
        return f"{self.study.arms[arm].player_text}, {start}" if len(self.seatings) > 1 else start

    def _remade(self, study: Study, tally: Tally, level: float) -> Advantage:
        return Advantage(study, tally, level)

    @property
    def advantage(self) -> Figure:
        """P(starter wins) - P(another wins) with every seat starting each deal: `causal`."""
        return self.figure("advantage", start="causal")

    @property
    def answer(self) -> Figure:
        """The advantage of starting, causal."""
        return self.advantage

    def _figures(self) -> Iterator[Figure]:
        """Yield the effects over all seatings, then of each; then the outcomes of each arm."""
        variant = rbcore.variant_text(self.batch.rules)
        players = self.batch.player_text
        parts = [(ALL, self.effects, self.decided)]
        if len(self.seatings) > 1:
            parts += [
                (seating, self.of_seating(i), self.decided_of_seating(i))
                for i, seating in enumerate(self.seatings)
            ]
        for seating, effects, decided in parts:
            labels = {"variant": variant, "players": players, "seating": seating}
            for figure in (*_effect_figures(effects), *_decided_figures(decided)):
                yield figure.of(**{**labels, **figure.labels})
        for arm in range(len(self.study.arms)):
            for name, rate in self.outcomes(arm).items():
                own = {"seating": self.study.arms[arm].player_text, "start": self._start(arm)}
                words = OUTCOME_NAMES.get(name, quantity_name(name))
                figure = rate_figure(f"{words}_of_arm", rate, "deals")
                yield figure.of(variant=variant, players=players, **own)

    def _start(self, arm: int) -> str:
        seat = arm % (1 + self.seats) - 1
        return "as played" if seat < 0 else f"seat {seat}"

    def _picture(self, quantity: str | None) -> Picture:
        from rbsim.pictures.plots import figure_intervals

        name = self.figure(self._default_quantity if quantity is None else quantity).quantity
        figures = [one for one in self.figures if one.quantity == name]
        return figure_intervals(name, figures)

    def report(self) -> Report:
        """Return the tables that a terminal or a notebook shows."""
        return starter_advantage.report(self)

    def __repr__(self) -> str:
        rules = rbcore.variant_text(self.batch.rules)
        return f"<Advantage: {self.advantage}; {rules}, {self.batch.player_text}>"


def _effect_figures(effects: Mapping[str, Effect]) -> Iterator[Figure]:
    """Yield the figures of effects: as played, causal, and their difference, the selection."""
    for words, effect in effects.items():
        own = Form.DIFFERENCE if words == "advantage" else Form.SHARE
        name = quantity_name(words)
        for start, estimate in (("causal", effect.causal), ("as played", effect.as_played)):
            yield span_figure(name, estimate.mean, estimate.span, "deals", own).of(start=start)
        chosen = span_figure(
            name, effect.selection, effect.selection_span, "deals", Form.DIFFERENCE
        )
        yield chosen.of(start="difference")


def _decided_figures(decided: Mapping[str, Mean]) -> Iterator[Figure]:
    for start, mean in decided.items():
        test = mean.p(0)
        figure = mean_figure("decided_advantage", mean, "deals", Form.DIFFERENCE, pvalue=test)
        yield figure.of(start=start)


def _quantities(seats: int) -> list[Quantity]:
    places = [
        Quantity(f"{ORDINALS[place]} wins", {CODES[place]: 1}, 0, 1) for place in range(1, seats)
    ]
    against = dict.fromkeys(CODES[1:seats], -1)
    return [replace(ADVANTAGE, weights={"win": 1} | against), STARTER_WINS, *places]


def _possible_codes(seats: int) -> list[int]:
    """Return the outcomes of games with so many seats, as indices of CODES."""
    return [i for i in range(K) if not seats <= i < len(ORDINALS)]


def _outcome_name(code: str, seats: int) -> str:
    if seats == 2:
        return code
    place = CODES.index(code)
    return f"{ORDINALS[place]} wins" if place < len(ORDINALS) else code
