"""Starter advantage: as played under the variant's own starter, and causal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import permutations
from typing import Annotated, Unpack

from rbcore.cards.ranges import count_text
from rbsim.pipeline.forced_starts import force_start
from rbsim.pipeline.study import Study
from rbsim.rendering.section import Plot, Section
from rbsim.rendering.table import Cell, Table, pivot
from rbsim.results import shared_sections as shared
from rbsim.results.arms import arms_of
from rbsim.results.game_figures import LONG_TURNS, count_figure
from rbsim.results.options import (
    How,
    Level,
    Of,
    Players,
    UntilDecided,
    Variant,
    game_options,
    whole,
)
from rbsim.results.result import StudyResult
from rbsim.results.study_kind import Given, StudyKind
from rbsim.running.batch import PLAYERS, Batch, make_batch
from rbsim.stats.figure import Figure, figure, plain_figure
from rbsim.stats.intervals import Mean, Rate, Span, SpannedMean
from rbsim.stats.level import LEVEL
from rbsim.stats.number_text import figure_text
from rbsim.stats.quantity import PLACES, QUANTITIES, Form, Quantity, key_of, words_of
from rbsim.studies.estimate import Estimate
from rbsim.sums.contrast_goals import causal_goal
from rbsim.sums.pairs import CODES, UNFINISHED, K, Pairs, weigh

ALL = "all"  # seatings together
OUTCOME_NAMES = {"win": "starter_wins", "loss": "second_wins"}  # of games for two
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
    games: Annotated[int, whole("Deals, each played in every way.")] = 100_000,
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
    batch = make_batch(given["variant"], given["players"], given["games"], **game_options(given))
    every, seatings = [], _seatings(batch)
    for seating in seatings:
        every.append(seating)
        every += [force_start(seating, seat) for seat in range(batch.rules.seats)]
    goal = causal_goal(given["until"], given["of"], batch.rules.seats, len(seatings))
    return Study("advantage", tuple(every), paired=True, goal=goal)


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

    @property
    def batch(self) -> Batch:
        """The batch as played, in the first seating."""
        return self.study.arms[0]

    @property
    def pairs(self) -> Pairs:
        """The joint outcomes of all arms."""
        return self.tally.joined

    @property
    def seats(self) -> int:
        """Seats of the rules."""
        seats: int = self.batch.rules.seats
        return seats

    @cached_property
    def effects(self) -> dict[str, Effect]:
        """The effects over all seatings, by quantity."""
        return self._effects(range(len(self.seatings)))

    @cached_property
    def decided(self) -> dict[str, Mean]:
        """The advantage among the games that a seat won, over all seatings."""
        return self._decided(range(len(self.seatings)))

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
            both: tuple[Mapping[str, int], ...] = (lead, decided)
            weights = [weigh(len(self.study.arms), dict.fromkeys(arms, one)) for one in both]
            means[name] = self.pairs.ratio(*weights).at(self.level)
        return means

    def _effects(self, seatings: Sequence[int]) -> dict[str, Effect]:
        played, forced = self._arms(seatings)
        return {
            quantity.words: Effect.from_pairs(self.pairs, played, forced, quantity).at(self.level)
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

    @property
    def arm_names(self) -> list[str]:
        """A name for each arm, as `arm_name`."""
        return [self.arm_name(arm) for arm in range(len(self.study.arms))]

    def arm_name(self, arm: int) -> str:
        """Return `as played` or `seat 1 starts`, after the players if seatings differ."""
        seat = arm % (1 + self.seats) - 1
        start = "as played" if seat < 0 else f"seat {seat} starts"
        return f"{self.study.arms[arm].player_text}, {start}" if len(self.seatings) > 1 else start

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
        variant = self.batch.variant
        players = self.batch.player_text
        parts = [(ALL, self.effects, self.decided)]
        if len(self.seatings) > 1:
            parts += [
                (seating, self.of_seating(i), self.decided_of_seating(i))
                for i, seating in enumerate(self.seatings)
            ]
        for seating, effects, decided in parts:
            labels = {"variant": variant, "players": players, "seating": seating}
            for one in (*_effect_figures(effects), *_decided_figures(decided)):
                yield one.of(**{**labels, **one.labels})
        for arm in range(len(self.study.arms)):
            own = {"seating": self.study.arms[arm].player_text, "start": self._start(arm)}
            for one in self._arm_figures(arm):
                yield one.of(variant=variant, players=players, **own)

    def _arm_figures(self, arm: int) -> Iterator[Figure]:
        for name, rate in self.outcomes(arm).items():
            key = f"{OUTCOME_NAMES.get(name, key_of(name))}_of_arm"
            yield figure(key, rate, "deals")
        if self.batch.python_players:
            sums = self.tally.arms[arm]
            yield count_figure(f"{LONG_TURNS}_of_arm", sums.long_turns, sums.games, "deals")

    def _start(self, arm: int) -> str:
        seat = arm % (1 + self.seats) - 1
        return "as played" if seat < 0 else f"seat {seat}"

    @property
    def headline(self) -> str:
        """What starting is worth, causal, or what was played for."""
        if self.stopped is not None:
            more = ", with the luck of the deal cancelled"
            return shared.goal_headline(self.stopped, "deals", more)
        return (
            f"Starting is worth {figure_text(self.advantage)} of games won less games lost, with "
            "the luck of the deal cancelled."
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
        keys = [one.key for one in _quantities(self.seats)]
        every = [one for one in self.figures if one.labels.get("seating") == ALL]
        table = _ordered(pivot(every, "start", keys, "Advantage of starting"))
        plots = [self._effect_plot(key) for key in (*keys, "decided_advantage")]
        title = "Advantage of starting"
        yield Section(title, CAUSAL, [table], plots[:1], brief=True)
        yield from shared.goals(self.tally.stopped, ["causal"])
        decided = _ordered(pivot(every, "start", ["decided_advantage"], "Decided games"))
        more = [decided, *self._seating_tables(keys), self._reductions()]
        yield Section("Effects", CAUSAL, more, plots[1:])
        yield Section("Arms", "", [self._arm_table()])
        if self.seats == 2:
            tables = [self._pair_table(i) for i in range(len(self.seatings))]
            yield Section("Pairs of games", "Deals by both of their outcomes.", tables)
        arms = arms_of(self.study, self.tally, self.arm_names, self.level)
        yield from shared.every_section(arms)

    def _effect_plot(self, key: str) -> Plot:
        figures = [one for one in self.figures if one.quantity == key]
        parts = [(str(one.labels["seating"]), str(one.labels["start"])) for one in figures]
        names = [start if seating == ALL else f"{seating}, {start}" for seating, start in parts]
        hollow = frozenset(i for i, (_, start) in enumerate(parts) if start == "causal")
        return Plot(
            key, f"{words_of(key)}, effect of starting", figures=figures, names=names,
            hollow=hollow, note="Diamonds: causal.",
        )  # fmt: skip

    def _seating_tables(self, keys: Sequence[str]) -> list[Table]:
        if len(self.seatings) == 1:
            return []
        own = [*keys, "decided_advantage"]
        return [
            _ordered(
                pivot(
                    (one for one in self.figures if one.labels.get("seating") == seating),
                    "start", own, seating,
                )
            )
            for seating in self.seatings
        ]  # fmt: skip

    def _reductions(self) -> Table:
        """Return the variance that is saved by playing deals more than once."""
        rows = []
        for words, effect in self.effects.items():
            for start, one in (("causal", effect.causal), ("as played", effect.as_played)):
                share = one.variance_reduction
                saved = plain_figure("variance_reduction", share, one.n, "deals", Form.SHARE)
                rows.append((f"{words}, {start}", saved))
        return Table("Variance saved by pairing", ("effect", "variance reduction"), tuple(rows))

    def _arm_table(self) -> Table:
        every = [one for one in self.figures if one.quantity.endswith("_of_arm")]
        keys = list(dict.fromkeys(one.quantity for one in every))
        return pivot(every, ("seating", "start"), keys, "Outcomes of the arms")

    def _pair_table(self, seating: int) -> Table:
        """Return the joint outcomes of the two forced starts."""
        names = {i: code for i, code in enumerate(CODES) if code in self.outcomes(0)}
        title = "If seat 0 starts, if seat 1 starts"
        if len(self.seatings) > 1:
            title = f"{self.seatings[seating]}: {title}"
        table = self.table(seating)
        rows: list[tuple[Cell, ...]] = [
            (name, *(table[i][j] for j in names)) for i, name in names.items()
        ]
        return Table(title, ("seat 0 / seat 1 starts", *names.values()), tuple(rows))


def _ordered(table: Table) -> Table:
    """Return a table with its rows in the order of STARTS."""
    order = {start: i for i, start in enumerate(STARTS)}
    rows = sorted(table.rows, key=lambda row: order.get(str(row[0]), len(order)))
    return replace(table, rows=tuple(rows))


def _effect_figures(effects: Mapping[str, Effect]) -> Iterator[Figure]:
    """Yield the figures of effects: as played, causal, and their difference, the selection."""
    for words, effect in effects.items():
        key, tested = key_of(words), words == "advantage"
        for start, one in (("causal", effect.causal), ("as played", effect.as_played)):
            yield figure(key, one, "deals", tested=tested, labels={"start": start})
        chosen = SpannedMean(effect.selection, effect.selection_span)
        labels = {"start": "difference"}
        yield figure(key, chosen, "deals", form=Form.DIFFERENCE, tested=True, labels=labels)


def _decided_figures(decided: Mapping[str, Mean]) -> Iterator[Figure]:
    for start, mean in decided.items():
        yield figure("decided_advantage", mean, "deals", tested=True, labels={"start": start})


def _quantities(seats: int) -> list[Quantity]:
    """Return the advantage, and how often each seat in turn order wins."""
    return [QUANTITIES[key] for key in ("advantage", *(f"{one}_wins" for one in PLACES[:seats]))]


def _possible_codes(seats: int) -> list[int]:
    """Return the outcomes of games with so many seats, as indices of CODES."""
    return [i for i in range(K) if not seats <= i < len(PLACES)]


def _outcome_name(code: str, seats: int) -> str:
    if seats == 2:
        return code
    place = CODES.index(code)
    return f"{PLACES[place]} wins" if place < len(PLACES) else code


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
