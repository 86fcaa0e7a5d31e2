"""Fair start: handicaps of the starter, and the one under which starting is worth nothing."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cached_property
from typing import Annotated, Any, Unpack, cast

from rbcore.cards.ranges import check_once, count_text
from rbcore.rules.definition import Choice, Rules, hyphened, value_text
from rbcore.rules.variants import AXES
from rbsim.pipeline.study import Study
from rbsim.rendering.section import Section, intervals_of, pivot
from rbsim.results import shared_sections as shared
from rbsim.results.game_figures import Arm, anytime_figure
from rbsim.results.options import Deals, How, Kind, Level, OneVariant, Option, Players, near_axes
from rbsim.results.result import StudyResult
from rbsim.results.study_kind import Given, StudyKind
from rbsim.running.batch import PLAYERS, read_rules
from rbsim.stats.figure import ConfidenceInterval, Figure, figure, plain_figure
from rbsim.stats.level import LEVEL, joint_level, level_text
from rbsim.stats.number_text import figure_text
from rbsim.stats.quantity import QUANTITIES, Form
from rbsim.studies import starter_advantage
from rbsim.studies.axis_sweep import read_axis_values
from rbsim.studies.estimate import Effect
from rbsim.sums.contrast_goals import by_start, fair_goal

NONE = "none"
DEFAULT = "first-moves=1..8"
TOGETHER = "advantage_together"
WORDS = {  # by axis, what a handicap is in a sentence
    "first_moves": "at most {} in the first turn",
    "starter_reserve": "{} more in the starter's reserve",
    "second_reserve": "{} fewer in the other seat's reserve",
    "starter_face_up": "{} face up under the top of the starter's reserve",
    "second_face_up": "{} face up under the top of the other seat's reserve",
}
COUNTED = {"first_moves": "moves"}
ABOUT = (
    "The advantage with every deal started by each seat, under each handicap. Intervals of the "
    "column `{}` hold for all handicaps together: a handicap may be fair if its own covers 0. The "
    "other columns are of games as the variant has them start."
)
Handicaps = Annotated[
    str,
    Option(
        "What to try, an axis with its values after another: first-moves=2..5,second-face-up=12.",
        metavar="AXIS=VALUES,...",
        near=near_axes,
    ),
]
FairUntil = Annotated[
    str | float | None,
    Option(
        "Stop a handicap when its advantage is known to this half-width, as 0.01, or is decided "
        "not to be 0; --games is the most then.",
        Kind.EITHER,
    ),
]


def fair(
    variant: OneVariant = "standard",
    *,
    handicaps: Handicaps = DEFAULT,
    games: Deals = 20_000,
    players: Players = PLAYERS,
    until: FairUntil = None,
    level: Level = LEVEL,
    **how: Unpack[How],
) -> Fair:
    """Look for the handicap of the starter that makes starting worth nothing.

    Each deal is played without a handicap and under every one of them, as `advantage` plays it.

    Parameters
    ----------
    variant : str or rbcore.Rules
        The variant without a handicap.
    handicaps : str
        Axes with their values, tried one at a time: ``first-moves=2..4,second-reserve=6,7``.
    games : int
        Number of deals.
    players : see `simulate`
        As `simulate` takes them; players that differ are seated in every order.
    until : {"decided"} or float, optional
        Stop a handicap when its advantage is known to this half-width or decided not to be 0, by
        intervals that hold for all handicaps and looks together, at 95%; `games` is the most then.
    level, **how : see `simulate`
        As `simulate` takes them.

    Returns
    -------
    Fair
        The advantage under each handicap, and which of them may be fair.

    Raises
    ------
    ValueError
        In one sentence, as of `simulate`, and for handicaps that cannot be read or clash with the
        variant.

    Examples
    --------
    >>> result = fair("standard", handicaps="first-moves=1,4", games=300, seed=1)
    >>> result.handicaps
    ['none', 'first-moves=1', 'first-moves=4']
    >>> result.fair
    ['first-moves=4']
    """
    return KIND.play(
        variant=variant, handicaps=handicaps, games=games, players=players, until=until,
        level=level, **how,
    )  # fmt: skip


def arms(given: Given) -> Study:
    """Return a study of the arms of an advantage for the variant, then for each handicap."""
    base, plain = read_rules(given["variant"]), {**given, "until": None, "of": None}
    changes: list[dict[str, Any]] = [{axis: value} for axis, value in _read(given["handicaps"])]
    every = [base, *(replace(base, **change) for change in changes)]
    if every.count(base) > 1:
        raise ValueError("a handicap that the variant has already is none; leave it out")
    studies = [starter_advantage.arms({**plain, "variant": rules}) for rules in every]
    seats = base.seats
    seatings = len(studies[0].arms) // (1 + seats)
    goal = fair_goal(given["until"], seats, seatings, len(every))
    joined = tuple(arm for one in studies for arm in one.arms)
    return Study("fair", joined, paired=True, goal=goal, settings={"handicaps": len(every) - 1})


def _read(text: str) -> list[tuple[str, Choice]]:
    """Return the axis and value of each handicap, in the order of the text."""
    axes: list[str] = []
    for part in text.replace(" ", ",").split(","):
        if "=" in part or not axes:
            axes.append(part)
        elif part:
            axes[-1] += f",{part}"
    read = [read_axis_values(one) for one in axes]
    check_once(name for name, _ in read)
    return [(AXES[name].name, value) for name, values in read for value in values]


class Fair(StudyResult):
    """The result of `fair`: the advantage of starting under each handicap.

    Attributes
    ----------
    study : Study
        For each handicap, none first, the arms of an advantage.

    Examples
    --------
    >>> import rbsim
    >>> result = rbsim.fair("standard", handicaps="second-reserve=7", games=300, seed=1)
    >>> result.together[0].quantity
    'advantage_together'
    """

    @cached_property
    def _size(self) -> int:
        """Arms of one handicap."""
        return len(self.study.arms) // (1 + int(self.study.settings["handicaps"]))

    @cached_property
    def _changes(self) -> list[tuple[str, Choice]]:
        """The axis and value of each handicap after none."""
        base, *others = (vars(cast(Rules, arm.rules)) for arm in self.study.arms[:: self._size])
        return [
            next((axis, value) for axis, value in rules.items() if value != base[axis])
            for rules in others
        ]

    @cached_property
    def handicaps(self) -> list[str]:
        """The handicaps as text, ``none`` first."""
        return [NONE, *(f"{hyphened(a)}={value_text(value)}" for a, value in self._changes)]

    @cached_property
    def _effects(self) -> list[Effect]:
        """The effects of starting under each handicap."""
        arms = by_start(range(self._size), self.batch.rules.seats)
        found = []
        for first in range(0, len(self.study.arms), self._size):
            pairs = self.pairs.of_arms(range(first, first + self._size))
            found.append(Effect.of(pairs, QUANTITIES["advantage"], *arms, self.level))
        return found

    @cached_property
    def together(self) -> list[Figure]:
        """The advantage under each handicap, with intervals that hold for all together."""
        if self.tally.stopped:
            return [anytime_figure(one) for one in self.tally.stopped]
        level = joint_level(self.level, len(self.handicaps))
        return [figure(TOGETHER, one.causal.at(level), "deals") for one in self._effects]

    @property
    def _open(self) -> list[int]:
        """The handicaps whose interval covers 0, those that change the game least first."""
        ends = [one.interval for one in self.together]
        found = [i for i, (low, high) in enumerate(ends) if not (low > 0 or high < 0)]
        return sorted(found, key=self._change)

    @property
    def fair(self) -> list[str]:
        """The handicaps that may be fair, those that change the game least first."""
        return [self.handicaps[i] for i in self._open]

    def _played(self, handicap: int) -> Arm:
        """Return the games of a handicap as the variant has them start, in the first seating."""
        return self._each_arm[handicap * self._size]

    def _change(self, handicap: int) -> float:
        """Return how much of the length is another, and of the share of games that nobody wins."""
        own, none = self._played(handicap).figures, self._played(0).figures
        nobody, nobody_of_none = (
            one["stalemate"].estimate + one["standoff"].estimate for one in (own, none)
        )
        longer = own["turns"].estimate / none["turns"].estimate - 1
        return abs(longer) + abs(nobody - nobody_of_none)

    def _neighbours(self) -> tuple[int, int] | None:
        """Return two handicaps on one axis, nearest to 0 on either side; none is on every axis.

        The first leaves the starter an advantage. None if a handicap may be fair by itself.
        """
        found = []
        for axis in {axis for axis, _ in self._changes} if not self._open else ():
            own = [0, *(i for i, (name, _) in enumerate(self._changes, 1) if name == axis)]
            values = {i: self.together[i].estimate for i in own}
            above, below = ([i for i in own if sign * values[i] > 0] for sign in (1, -1))
            if above and below:
                pair = min(above, key=values.__getitem__), max(below, key=values.__getitem__)
                found.append((values[pair[0]] - values[pair[1]], pair))
        return min(found)[1] if found else None

    @cached_property
    def mixture(self) -> Figure | None:
        """The share of games to be played under the first of two neighbours, which is then fair.

        Its interval holds together with those of all handicaps.
        """
        pair = self._neighbours()
        if pair is None:
            return None
        more, less = (self.together[i] for i in pair)
        ends = ((more.interval.high, less.interval.high), (more.interval.low, less.interval.low))
        low, high = (_share(*one) for one in ends)
        made = plain_figure("first_of_two", _share(more.estimate, less.estimate), more.n, "deals")
        return replace(
            made, interval=ConfidenceInterval(low, high), form=Form.SHARE, level=more.level
        ).of(handicap=" or ".join(self.handicaps[i] for i in pair))

    @property
    def answer(self) -> Figure:
        """The advantage under the handicap that changes least of those that may be fair.

        If none may, under that whose advantage is nearest to 0.
        """
        return self.together[self._chosen]

    @property
    def _chosen(self) -> int:
        nearest = min(range(len(self.together)), key=lambda i: abs(self.together[i].estimate))
        return next(iter(self._open), nearest)

    def _figures(self) -> Iterator[Figure]:
        variant, players = self.batch.variant, self.batch.player_text
        for i, handicap in enumerate(self.handicaps):
            labels = {"variant": variant, "players": players, "handicap": handicap}
            yield self.together[i].of(**labels)
            for start, one in zip(("causal", "as played"), self._effects[i], strict=False):
                yield figure("advantage", one, "deals", tested=True).of(start=start, **labels)
            own = self._played(i).figures
            for key in ("starter_wins", "stalemate", "standoff", "unfinished", "turns"):
                yield own[key].of(start="as played", **labels)
        if self.mixture is not None:
            yield self.mixture.of(variant=variant, players=players)

    @property
    def headline(self) -> str:
        """The handicap that may be fair and changes least, with what starting is worth under it."""
        chosen, none = self._chosen, figure_text(self.together[0])
        level = level_text(LEVEL if self.tally.stopped else self.level)
        held = f"Intervals hold for all handicaps together at {level}."
        if 0 in self._open:
            return (
                "These games leave open whether starting helps without a handicap: the "
                f"starter's advantage is {none}. {held}"
            )
        if self._open:
            others = ", ".join(self.fair[1:])
            more = f"; of {others} these games leave it open" if others else ""
            return (
                f"{self._words(chosen)} the starter's advantage is "
                f"{figure_text(self.together[chosen])}, without a handicap {none}{more}. {held}"
            )
        pair = self._neighbours()
        if pair is not None and self.mixture is not None:
            one, other = (f"{self.handicaps[i]} {figure_text(self.together[i])}" for i in pair)
            return (
                f"No handicap tried is fair: {one}, {other}. A draw that takes the first in "
                f"{figure_text(self.mixture)} of games would be. {held}"
            )
        if chosen == 0:
            return (
                "No handicap tried is fair, nor nearer to it than none, with which the starter's "
                f"advantage is {none}. {held}"
            )
        return (
            f"No handicap tried is fair: nearest is {self.handicaps[chosen]}, with an advantage "
            f"of {figure_text(self.together[chosen])}, without a handicap {none}. {held}"
        )

    def _words(self, handicap: int) -> str:
        """Return a handicap as the beginning of a sentence."""
        axis, value = self._changes[handicap - 1]
        if axis not in WORDS or not isinstance(value, int):
            return f"With {self.handicaps[handicap]}"
        return f"With {WORDS[axis].format(count_text(value, COUNTED.get(axis, 'cards')))}"

    @property
    def played(self) -> str:
        """How many deals of the variant were played, and by whom."""
        n, batch = count_text(self.pairs.games, "deals"), self.batch
        most = " at most" if len({one.n for one in self.together}) > 1 else ""
        return f"{n}{most}, {batch.variant}, {batch.player_text}"

    @property
    def compared(self) -> str:
        """What is compared with what."""
        return "Compared: on the same deals, each handicap with each seat starting."

    def sections(self) -> Iterator[Section]:
        """Yield the handicaps side by side; then what all studies of games show."""
        key = self.together[0].quantity
        head = "advantage, at every look" if self.tally.stopped else QUANTITIES[key].words
        columns = (key, "starter_wins", "stalemate", "standoff", "turns")
        table = pivot(self.figures, "handicap", columns, "Handicaps")
        plot = replace(intervals_of(self.together, self.handicaps), title="Advantage of starting")
        yield Section("Handicaps", ABOUT.format(head), [table], [plot], brief=True)
        yield from shared.goals(self.tally.stopped, self.handicaps)
        table = pivot(self.figures, ("handicap", "start"), ["advantage"], "Each by itself")
        yield Section("Causal and as played", "Each interval by itself.", [table])
        yield from shared.every_section(self._each_arm[:: self._size], with_plots=False)


def _share(more: float, less: float) -> float:
    """Return the share of the first at which two advantages, one on each side of 0, cancel."""
    return -less / (more - less)


KIND: StudyKind[Fair] = StudyKind(
    "fair",
    fair,
    arms,
    Fair,
    "A fair start",
    "Look for a handicap that makes starting worth nothing.",
    (
        "rbsim fair standard",
        "rbsim fair crossley --handicaps first-moves=2..5 --until 0.01 --games 1e6",
    ),
)
