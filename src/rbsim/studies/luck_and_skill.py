"""Luck and skill: how much of the variance of games lies with the start, cards, players, play."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cached_property
from typing import Annotated, Unpack

from rbcore.cards.ranges import check_range, count_text
from rbcore.players.names import parse_player
from rbsim.pipeline.forced_starts import force_starts
from rbsim.pipeline.study import Study
from rbsim.rendering.section import Cell, Plot, Section, Table, intervals_of, pivot, titled
from rbsim.results import shared_sections as shared
from rbsim.results.game_figures import anytime_figure, count_figure
from rbsim.results.options import (
    Deals,
    How,
    Level,
    OneVariant,
    Option,
    Players,
    Until,
    batch_of,
    near_names,
    whole,
)
from rbsim.results.result import StudyResult
from rbsim.results.study_kind import Given, StudyKind
from rbsim.running.batch import PLAYERS, Batch
from rbsim.stats.figure import Figure, figure, plain_figure
from rbsim.stats.level import LEVEL
from rbsim.stats.number_text import figure_text
from rbsim.studies.starter_advantage import seatings
from rbsim.sums.deal_moments import MOST_GAMES, DealMoments
from rbsim.sums.share_goals import goal_names, share_goal
from rbsim.sums.share_sources import CARDS, CAUSAL, HIDDEN, OPEN, PLAY, PLAYED, START, ShareSources
from rbsim.sums.variance_shares import Share, VarianceShares

SHARE, COMMON = "variance_share", "common_share"
SHUFFLES = 4
OfShare = Annotated[
    str | None,
    Option(
        "What --until asks for: open-cards, hidden-cards, play, players, each -as-played too, or "
        "start.",
        near=near_names(goal_names(seatings=2, replicates=2)),
    ),
]
OUTCOMES = {  # by seats
    2: (
        "The outcome is 1 if seat 0 wins, -1 if it loses, else 0; shares are of its mean square. "
        "Start: what starting is worth on average."
    ),
    3: (
        "The outcome of a seat is 1 if it wins, -1/2 if another does, else 0; shares are of the "
        "mean square over all seats. Start: what a seat's place after the starter is worth on "
        "average."
    ),
}
CAUSAL_WORDS = (
    "Each deal is played with each seat starting. {outcome} Open cards: what lies face up when the "
    "game begins, given who starts. Hidden cards: what lies face down, given the open cards. Play: "
    "what players draw at random and overlook. Seat: that it is a certain seat, which by symmetry "
    "is nothing. Of two players, players is who of them sits where. A share that comes out below 0 "
    "is shown as 0. In common: how far the same cards favour the same seat whoever starts, the "
    "covariance of what they give in two starts."
)
PLAYED_WORDS = (
    "The same with the starter that the variant gives each deal, which the cards decide; so what "
    "starting is worth is part of theirs."
)
CELLS_WORDS = "Lead: P(seat 0 wins) - P(it loses), over deals."


def luck(
    variant: OneVariant = "standard",
    *,
    games: Deals = 10_000,
    shuffles: Annotated[
        int, whole("Times that the cards that lie face down are shuffled.")
    ] = SHUFFLES,
    replicates: Annotated[
        int | None,
        whole("Times that each shuffle is played; 2 if players draw at random, else 1."),
    ] = None,
    players: Players = PLAYERS,
    until: Until = None,
    of: OfShare = None,
    level: Level = LEVEL,
    **how: Unpack[How],
) -> Luck:
    """Split the variance of a game's outcome by what decides it: start, cards, players, play.

    Each deal is played under the variant's own starter and with each seat starting, several times:
    what lies face up is the same, and what lies face down is shuffled anew. If players draw at
    random, each shuffle is played several times. Players that differ are seated in both orders.

    Parameters
    ----------
    variant : str or rbcore.Rules
        Rules for two or three seats; with three, players are alike.
    games : int
        Number of deals.
    shuffles : int
        How often the hidden cards of each deal are shuffled, 2 or more.
    replicates : int, optional
        How often each shuffle is played. Unless given, 2 if players draw at random or overlook
        anything, else 1, as they would play the same game. At most 16 games of a deal in all.
    players : see `simulate`
        As `simulate` takes them.
    until : float, optional
        Half-width to which the share of one source is to be known; `games` is the cap then.
    of : str, optional
        The source, ``open-cards-as-played`` unless given: one of `Luck.sources`, but the seat, with
        hyphens; where the variant names the starter with ``-as-played`` behind it.
    level, **how : see `simulate`
        As `simulate` takes them; `shuffle` and `replicate` are the first ones.

    Returns
    -------
    Luck
        Shares of the variance, with intervals over deals.

    Raises
    ------
    ValueError
        In one sentence, as of `simulate`, for numbers out of range, and for three seats whose
        players differ.

    Examples
    --------
    >>> result = luck("standard", games=300, seed=1)
    >>> result.share("hidden cards", start="as played").estimate > 0.8
    True
    """
    return KIND.play(
        variant=variant, games=games, shuffles=shuffles, replicates=replicates, players=players,
        until=until, of=of, level=level, **how,
    )  # fmt: skip


def arms(given: Given) -> Study:
    """Return a study of replicates of shuffles: as played and by each start, every seating."""
    batch = batch_of(given)
    seats, orders = batch.rules.seats, seatings(batch)
    if seats > 2 and len(orders) > 1:
        raise ValueError(
            f"{batch.player_text} differ; of games for {seats} seats luck is of players alike"
        )
    shuffles = check_range("shuffles", given["shuffles"], 2, MOST_GAMES)
    replicates = _replicates(batch, given["replicates"], MOST_GAMES // shuffles)
    goal = share_goal(given["until"], given["of"], len(orders), replicates)
    cells = [cell for seating in orders for cell in (seating, *force_starts(seating))]
    every = tuple(
        replace(cell, shuffle=batch.shuffle + i // replicates, replicate=batch.replicate + i)
        for cell in cells
        for i in range(shuffles * replicates)
    )
    return Study("luck", every, True, view=0, goal=goal, shuffles=shuffles, replicates=replicates)


def _replicates(batch: Batch, given: int | None, most: int) -> int:
    """Return how often each shuffle is played. Raises ValueError if that tells nothing, or much."""
    draws = batch.attention is not None or any(
        not isinstance(one, str) or parse_player(one).draws for one in batch.players
    )
    wanted = 1 + draws if given is None else given
    count = check_range("replicates", wanted, 1, max(1, most))
    if draws and count == 1:
        raise ValueError(
            f"{batch.player_text} may play the same cards in several ways; with replicates=2 or "
            "more, and fewer shuffles, that is told from the cards"
        )
    return count


class Luck(StudyResult):
    """The result of `luck`: shares of the variance of a game's outcome.

    Attributes
    ----------
    study : Study
        For each seating three cells, as played and by each start, with an arm for each replicate
        of each shuffle.

    Examples
    --------
    >>> import rbsim
    >>> result = rbsim.luck("standard", games=100, seed=1)
    >>> result.sources("as played")
    ['open cards', 'hidden cards', 'seat']
    >>> low, high = result.share("start").interval
    >>> 0 <= low < high < 1
    True
    """

    @property
    def moments(self) -> DealMoments:
        """What the games of each deal add up to."""
        moments = self.tally.moments
        assert moments is not None
        return moments

    @property
    def cells(self) -> list[tuple[str, str]]:
        """The players and the start of each cell."""
        starts = [PLAYED, *(f"seat {seat} starts" for seat in range(self.batch.rules.seats))]
        first_arms = self.study.arms[:: self._games]
        return [(arm.player_text, starts[i % len(starts)]) for i, arm in enumerate(first_arms)]

    @property
    def arm_names(self) -> list[str]:
        """The players, the start, the shuffle and the replicate of each arm."""
        names = [", ".join(cell) for cell in self.cells]
        return [
            f"{names[i // self._games]}, shuffle {arm.shuffle}, replicate {arm.replicate}"
            for i, arm in enumerate(self.study.arms)
        ]

    @property
    def _games(self) -> int:
        """Games of a deal in a cell."""
        return self.study.shuffles * self.study.replicates

    def sources(self, start: str = CAUSAL) -> list[str]:
        """Return what the variance is shared out to, ``causal`` or ``as played``."""
        return self._of(start).names

    def share(self, source: str, start: str = CAUSAL) -> Figure:
        """Return the share of a source, as ``open cards``.

        Parameters
        ----------
        source : str
            One of `sources`.
        start : {"causal", "as played"}
            Whether each deal is started by both seats, or by the one that the variant names.

        Returns
        -------
        Figure
            Its share with an interval.

        Raises
        ------
        ValueError
            In one sentence, for an unknown source.
        """
        return self.figure(SHARE, start=start, source=source)

    @cached_property
    def _sources(self) -> dict[str, ShareSources]:
        return {start: ShareSources(self.moments, start, self.level) for start in (CAUSAL, PLAYED)}

    def _of(self, start: str) -> ShareSources:
        return self._sources[CAUSAL if start == CAUSAL else PLAYED]

    @cached_property
    def common(self) -> dict[str, Share]:
        """What the same cards give a seat in both starts, as a share: open cards, hidden cards."""
        return {source: self._of(CAUSAL).common(source) for source in CARDS}

    @property
    def answer(self) -> Figure:
        """The share of the open cards with their starter, as played; or what was played for."""
        if self.stopped is not None:
            return self.figures[0]
        return self.share(OPEN, PLAYED)

    def _figures(self) -> Iterator[Figure]:
        """Yield the shares with forced starts and as played; then the outcomes of each cell.

        What was played for comes first.
        """
        own = {"variant": self.batch.variant, "players": self.batch.player_text}
        if self.stopped is not None:
            yield anytime_figure(self.stopped).of(**own)
        for start in (CAUSAL, PLAYED):
            of = self._of(start)
            for source in of.names:
                share = figure(SHARE, of.share(source), "deals")
                yield share.of(**own, start=start, source=source)
            total = of.variance.variance
            yield plain_figure("variance", total, self.moments.deals, "deals").of(
                **own, start=start
            )
        for source, one in self.common.items():
            yield figure(COMMON, one, "deals").of(**own, start=CAUSAL, source=source)
        games = self.moments.deals * self._games
        for cell, (seating, start) in enumerate(self.cells):
            named = {**own, "start": start, "seating": seating}
            lead = VarianceShares(self.moments, [cell], self.level).mean_outcome(cell)
            yield figure("lead", lead, "deals").of(**named)
            cut = int(self.moments.unfinished[cell])
            yield count_figure("unfinished", cut, games).of(**named)

    @property
    def headline(self) -> str:
        """What starting, the open cards, the hidden ones and play are of the variance.

        Or what was played for.
        """
        if self.stopped is not None:
            return shared.goal_headline(self.stopped, "deals")
        named = [
            ("who of the players sits where is", "players", CAUSAL),
            ("starting alone is", START, CAUSAL),
            ("the open cards with their starter are", OPEN, PLAYED),
            ("the hidden ones", HIDDEN, PLAYED),
            ("the play of the same cards", PLAY, PLAYED),
        ]
        words = [
            f"{name} {figure_text(self.share(source, start))}"
            for name, source, start in named
            if source in self._of(start).names
        ]
        return f"Of the variance of a game's outcome, {', '.join(words)}."

    @property
    def compared(self) -> str:
        """Which games are compared."""
        return (
            f"Compared: {self._times} of the same open cards as the variant has them start, and "
            "with each seat starting."
        )

    @property
    def _times(self) -> str:
        times = count_text(self.study.shuffles, "shuffles")
        more = f", {self.study.replicates} times each," * (self.study.replicates > 1)
        return f"{times}{more}"

    @property
    def played(self) -> str:
        """How many deals of the variant were played, how often, and by whom."""
        n = count_text(self.moments.deals, "deals")
        return f"{n}, {self._times.rstrip(',')}, {self.batch.variant}, {self.batch.player_text}"

    def sections(self) -> Iterator[Section]:
        """Yield how a goal ended, the shares with forced starts and as played, then the cells."""
        yield from shared.goals(self.tally.stopped, [self.batch.variant])
        causal, played = (self._part(start) for start in (CAUSAL, PLAYED))
        words = CAUSAL_WORDS.format(outcome=OUTCOMES[self.batch.rules.seats])
        yield Section("Luck and skill", words, [causal[0]], [causal[1]], brief=True)
        yield Section("As played", PLAYED_WORDS, [played[0]], [played[1]], brief=True)
        columns, rows = ("lead", "unfinished"), ("seating", "start")
        table = pivot(self.figures, rows, columns, "Outcomes of the cells")
        names = [", ".join(cell) for cell in self.cells]
        yield Section("Cells", CELLS_WORDS, [table], [intervals_of(self._all_of("lead"), names)])

    def _part(self, start: str) -> tuple[Table, Plot]:
        """Return the table and the plot of the shares with forced starts, or as played."""
        sources = self.sources(start)
        figures = [self.share(source, start) for source in sources]
        words = "each seat starting" if start == CAUSAL else "as played"
        rows: list[tuple[Cell, ...]] = list(zip(sources, figures, strict=True))
        head: tuple[str, ...] = (words, "share of the variance")
        if start == CAUSAL:
            common = {str(one.labels["source"]): one for one in self._all_of(COMMON)}
            rows = [(*row, common.get(source)) for row, source in zip(rows, sources, strict=True)]
            head = (*head, "in common")
        return (
            Table(titled(words), head, tuple(rows)),
            replace(intervals_of(figures, sources), title=f"Share of the variance, {start}"),
        )


KIND: StudyKind[Luck] = StudyKind(
    "luck",
    luck,
    arms,
    Luck,
    "Luck and skill",
    "Show how much of a game's outcome is the start, the cards, the players and the play.",
    (
        "rbsim luck strict --games 1e4 --shuffles 8",
        "rbsim luck --players greedy:uniform --out luck.csv",
        "rbsim luck --until 1% --of hidden-cards --games 1e6",
    ),
)
