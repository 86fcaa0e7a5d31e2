"""Starter advantage: as played under the variant's own starter, and causal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import permutations
from typing import Unpack

from rbcore.cards.ranges import count_text
from rbsim.pipeline.forced_starts import force_starts
from rbsim.pipeline.study import Study
from rbsim.rendering.section import Cell, Plot, Section, Table, pivot
from rbsim.results import shared_sections as shared
from rbsim.results.game_figures import LONG_TURNS, anytime_figure, count_figure
from rbsim.results.options import Deals, How, Level, Of, Players, UntilDecided, Variant, batch_of
from rbsim.results.result import StudyResult
from rbsim.results.study_kind import Given, StudyKind
from rbsim.running.batch import PLAYERS, Batch
from rbsim.stats.figure import Figure, figure, plain_figure
from rbsim.stats.intervals import Mean, Rate
from rbsim.stats.level import LEVEL
from rbsim.stats.number_text import figure_text
from rbsim.stats.quantity import PLACES, QUANTITIES, Form, key_of, words_of
from rbsim.studies.estimate import Effect, Estimate, decided_advantage
from rbsim.sums.contrast_goals import by_start, causal_goal
from rbsim.sums.joint_outcomes import CODES, UNFINISHED
from rbsim.sums.totals import ADVANTAGE

ALL = "all"  # seatings together
DECIDED = "decided_advantage"
ENDS = (*(f"{place}_wins" for place in PLACES), *CODES[len(PLACES) :])  # the quantities of CODES
STARTS = ("causal", "as played", "difference")
CAUSAL = (
    "As played, the variant decides who starts. Causal: each deal is played with every seat "
    "starting, so the luck of the deal cancels. The difference is the effect of letting the deal "
    "choose the starter. Intervals run from all unfinished games counted against the starter to "
    "all counted for it. Decided games are those that a seat won; unfinished ones are not among "
    "them."
)


def advantage(
    variant: Variant = "standard",
    *,
    games: Deals = 100_000,
    players: Players = PLAYERS,
    until: UntilDecided = None,
    of: Of = None,
    level: Level = LEVEL,
    **how: Unpack[How],
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
    players : see `simulate`
        As `simulate` takes them.
    until : {"decided"} or float, optional
        Stop when the causal quantity `of` is known to this half-width, or its sign is decided, by
        an interval that holds at every look, at 95%; `games` is the most then.
    of : str, optional
        ``advantage`` unless given, or a rate, as of `simulate`.
    level, **how : see `simulate`
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
    >>> result.advantage
    +11% (-7 to 29), 50 deals
    >>> result.causal.mean.games
    50
    """
    return KIND.play(
        variant=variant, games=games, players=players, until=until, of=of, level=level, **how
    )


def arms(given: Given) -> Study:
    """Return a study of the batch as it is and with each seat forced to start, in every seating."""
    batch = batch_of(given)
    each = seatings(batch)
    every = tuple(arm for seating in each for arm in (seating, *force_starts(seating)))
    goal = causal_goal(given["until"], given["of"], batch.rules.seats, len(each))
    return Study("advantage", every, paired=True, goal=goal)


def seatings(batch: Batch) -> list[Batch]:
    """Return the batch with its players and their attention in every order that differs."""
    attention = batch.attention or (None,) * batch.rules.seats
    made: list[Batch] = []
    for order in permutations(zip(batch.players, attention, strict=True)):
        players, by_seat = zip(*order, strict=True)
        seating = replace(batch, players=players, attention=batch.attention and by_seat)
        if seating not in made:
            made.append(seating)
    return made


class Advantage(StudyResult):
    """The result of `advantage`: effects of starting, as played and causal.

    Attributes
    ----------
    study : Study
        For each seating, an arm as played and then one for each seat that starts.

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

    @property
    def seats(self) -> int:
        """Seats of the rules."""
        return int(self.batch.rules.seats)

    @property
    def seatings(self) -> list[str]:
        """The players of each seating, as in `greedy:uniform`."""
        return [arm.player_text for arm in self.study.arms[:: 1 + self.seats]]

    @cached_property
    def effects(self) -> dict[str, Effect]:
        """The effects over all seatings by quantity, ``advantage``, ``starter wins``, ..."""
        return self._effects(*range(len(self.seatings)))

    @cached_property
    def decided(self) -> dict[str, Mean]:
        """The advantage among games that a seat won, ``as played`` and ``causal``.

        P(starter wins | a seat wins) - P(another wins | a seat wins), over all seatings; unfinished
        games are not decided.
        """
        return self._decided(*range(len(self.seatings)))

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
        return self._effects(seating)

    def decided_of_seating(self, seating: int) -> dict[str, Mean]:
        """Return the advantage among decided games in one seating, as `decided`."""
        return self._decided(seating)

    def table(self, seating: int = 0) -> list[list[int]]:
        """Return how often deals had outcome i if seat 0 starts and j if seat 1 does.

        Outcomes are CODES of rbsim.sums.joint_outcomes from the view of the starter; for two seats.
        """
        _, (first, second, *_) = self._arms(seating)
        table: list[list[int]] = self.pairs.table(first, second).tolist()
        return table

    def outcomes(self, arm: int) -> dict[str, Rate]:
        """Return the rates of outcomes in an arm, from the view of the starter.

        Unfinished games are open for every rate but their own.
        """
        counts = self.pairs.counts(arm).tolist()
        left = counts[UNFINISHED]
        return {
            name: Rate(counts[i], self.pairs.games, 0 if i == UNFINISHED else left, self.level)
            for i, name in _outcome_names(self.seats).items()
        }

    @property
    def arm_names(self) -> list[str]:
        """`as played` or `seat 1 starts`, after the players if seatings differ."""
        starts = ["as played", *(f"seat {seat} starts" for seat in range(self.seats))]
        if len(self.seatings) == 1:
            return starts
        return [f"{players}, {start}" for players in self.seatings for start in starts]

    def _arms(self, *seatings: int) -> tuple[list[int], list[int]]:
        """Return the arms of some seatings, as played and with forced starts."""
        own = 1 + self.seats
        arms = [arm for i in seatings for arm in range(own * i, own * (i + 1))]
        return by_start(arms, self.seats)

    def _effects(self, *seatings: int) -> dict[str, Effect]:
        arms, every = self._arms(*seatings), [QUANTITIES[key] for key in self._keys]
        return {one.words: Effect.of(self.pairs, one, *arms, self.level) for one in every}

    def _decided(self, *seatings: int) -> dict[str, Mean]:
        named = zip(("as played", "causal"), self._arms(*seatings), strict=True)
        return {
            name: decided_advantage(self.pairs, arms, self.seats).at(self.level)
            for name, arms in named
        }

    @property
    def _keys(self) -> list[str]:
        return ["advantage", *ENDS[: self.seats]]

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
        variant, players = self.batch.variant, self.batch.player_text
        parts = [(ALL, self.effects, self.decided)]
        if len(self.seatings) > 1:
            for i, name in enumerate(self.seatings):
                parts.append((name, self.of_seating(i), self.decided_of_seating(i)))
        for seating, effects, decided in parts:
            for start, one in _start_figures(effects, decided):
                yield one.of(start=start, variant=variant, players=players, seating=seating)
        starts = ["as played", *(f"seat {seat}" for seat in range(self.seats))]
        for arm, batch in enumerate(self.study.arms):
            own = {"seating": batch.player_text, "start": starts[arm % len(starts)]}
            for one in self._arm_figures(arm):
                yield one.of(variant=variant, players=players, **own)

    def _arm_figures(self, arm: int) -> Iterator[Figure]:
        for i, rate in zip(_outcome_names(self.seats), self.outcomes(arm).values(), strict=True):
            yield figure(f"{ENDS[i]}_of_arm", rate, "deals")
        if self.batch.python_players:
            sums = self.tally.arms[arm]
            yield count_figure(f"{LONG_TURNS}_of_arm", sums.long_turns, sums.games, "deals")

    @property
    def headline(self) -> str:
        """What starting is worth, causal, or what was played for."""
        shown, known = self.advantage, ""
        if self.stopped is not None:
            if self.stopped.goal.of != ADVANTAGE:
                more = ", with the luck of the deal cancelled"
                return shared.goal_headline(self.stopped, "deals", more)
            shown = anytime_figure(self.stopped)
            known = f" {count_text(self.stopped.games, 'deals')}, {shared.stop_text(self.stopped)}."
        points = figure_text(shown).replace("%", " points", 1)
        worth = f"worth {points}, games won less games lost of 100"
        low, high = shown.interval
        if low * high > 0:
            return f"Starting is {worth}, with the luck of the deal cancelled.{known}"
        return (
            "These games leave open whether starting helps: with the luck of the deal cancelled "
            f"it is {worth}.{known}"
        )

    @property
    def played(self) -> str:
        """How many deals of the variant were played, and by whom."""
        n = count_text(self.pairs.games, "deals")
        return f"{n}, {self.batch.variant}, {self.batch.player_text}"

    @property
    def compared(self) -> str:
        """Which deals are compared."""
        return (
            "Compared: the same deals as the variant has them start, and with each seat starting."
        )

    def sections(self) -> Iterator[Section]:
        """Yield the effects of all seatings; then those of each, the arms, and pairs of games."""
        title, keys, every = "Advantage of starting", self._keys, [*self._keys, DECIDED]
        table = self._effect_table(ALL, keys, title)
        plots = [self._effect_plot(key) for key in every]
        yield Section(title, CAUSAL, [table], plots[:1], brief=True)
        yield from shared.goals(self.tally.stopped, ["causal"])
        tables = [self._effect_table(ALL, [DECIDED], "Decided games")]
        if len(self.seatings) > 1:
            tables += [self._effect_table(name, every, name) for name in self.seatings]
        yield Section("Effects", "", [*tables, self._reductions()], plots[1:])
        known = dict.fromkeys(one.quantity for one in self.figures)
        keys = [key for key in known if key.endswith("_of_arm")]
        table = pivot(self.figures, ("seating", "start"), keys, "Outcomes of the arms")
        yield Section("Arms", "", [table])
        if self.seats == 2:
            tables = [self._pair_table(i) for i in range(len(self.seatings))]
            yield Section("Pairs of games", "Deals by both of their outcomes.", tables)
        yield from shared.every_section(self._each_arm)

    def _effect_table(self, seating: str, keys: Sequence[str], title: str) -> Table:
        # Rows are in the order of STARTS.
        own = [one for one in self.figures if one.labels["seating"] == seating]
        figures = [one for start in STARTS for one in own if one.labels["start"] == start]
        return pivot(figures, "start", keys, title)

    def _effect_plot(self, key: str) -> Plot:
        figures = self._all_of(key)
        parts = [(str(one.labels["seating"]), str(one.labels["start"])) for one in figures]
        names = [start if seating == ALL else f"{seating}, {start}" for seating, start in parts]
        hollow = frozenset(i for i, (_, start) in enumerate(parts) if start == "causal")
        title, note = f"{words_of(key)}, effect of starting", "Diamonds: causal."
        return Plot(key, title, figures=figures, names=names, hollow=hollow, note=note)

    def _reductions(self) -> Table:
        """Return the variance that is saved by playing deals more than once."""
        name, rows = "variance_reduction", []
        for words, effect in self.effects.items():
            for start, one in zip(STARTS[:2], effect[:2], strict=True):
                saved = plain_figure(name, one.variance_reduction, one.n, "deals", Form.SHARE)
                rows.append((f"{words}, {start}", saved))
        return Table("Variance saved by pairing", ("effect", words_of(name)), tuple(rows))

    def _pair_table(self, seating: int) -> Table:
        """Return the joint outcomes of the two forced starts."""
        title, names = "If seat 0 starts, if seat 1 starts", _outcome_names(2)
        if len(self.seatings) > 1:
            title = f"{self.seatings[seating]}: {title}"
        counts = self.table(seating)
        rows: list[tuple[Cell, ...]] = [
            (name, *(counts[i][j] for j in names)) for i, name in names.items()
        ]
        return Table(title, ("seat 0 / seat 1 starts", *names.values()), tuple(rows))


def _start_figures(
    effects: Mapping[str, Effect], decided: Mapping[str, Mean]
) -> Iterator[tuple[str, Figure]]:
    """Yield each figure of effects, and of decided games, with its start."""
    for words, effect in effects.items():
        key = key_of(words)
        for start, one in zip(STARTS, effect, strict=True):
            form = Form.DIFFERENCE if start == "difference" else None
            tested = start == "difference" or key == "advantage"
            yield start, figure(key, one, "deals", form=form, tested=tested)
    for start, mean in decided.items():
        yield start, figure(DECIDED, mean, "deals", tested=True)


def _outcome_names(seats: int) -> dict[int, str]:
    """Return the outcomes of games with so many seats, by their places in CODES."""
    return {
        i: code if seats == 2 else words_of(ENDS[i])
        for i, code in enumerate(CODES)
        if not seats <= i < len(PLACES)
    }


KIND: StudyKind[Advantage] = StudyKind(
    "advantage",
    advantage,
    arms,
    Advantage,
    "Advantage of starting",
    "Show what starting is worth: as it is played, and with every deal started by each seat.",
    (
        "rbsim advantage strict --games 1e6 --level 0.99",
        "rbsim advantage --players greedy:uniform --out advantage.csv",
    ),
)
