"""Ladder: players meet on the same deals in both seatings, and are rated on one Elo scale."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import pairwise
from typing import Any, NamedTuple, Unpack

import numpy as np
import numpy.typing as npt

from rbcore.cards.ranges import check_once, shown
from rbsim.arms.arm import make_arm
from rbsim.arms.players import Choose, Player, resolve_player
from rbsim.estimates import intervals
from rbsim.estimates.figures import QUANTITIES, Figure, mean_of, rate
from rbsim.estimates.intervals import joint_level, student, two_sided, wilson
from rbsim.estimates.tally import CODES, UNFINISHED, Tally, tally_blocks
from rbsim.options import LEVEL, GameKeywords, GameOptions
from rbsim.packages import need
from rbsim.result import Kind, Result, study_of
from rbsim.show.tables import TableLayout, highest_and_lowest
from rbsim.study.run import Played, Study
from rbsim.study.settings import LadderSettings
from rbsim.variants import Variant, read_rules

MAX_PLAYERS = 16  # players
ELO = 400 / math.log(10)  # of a unit of log odds
SWAPPED = {"win": "loss", "loss": "win"}  # an outcome as seen from the other seat
RATES = ("won", "lost", "stalemate", "standoff", "nobody_wins", "unfinished")
Floats = npt.NDArray[np.floating[Any]]
Duels = Sequence[tuple[int, int]]  # who meets whom, by their numbers


def round_robin(players: int) -> list[tuple[int, int]]:
    """Return every pair of players; a new player's pairs come last, so that a store can grow."""
    return [(i, j) for j in range(players) for i in range(j)]


# ---- one duel: its first player sits in seat 0 of arm 0, and in seat 1 of arm 1 ----


def weights(name: str, unfinished: int) -> npt.NDArray[np.int64]:
    """Return the first player's weights of outcomes as `[arm, outcome]`.

    `unfinished` is the weight of an unfinished game.
    """
    weight_of = QUANTITIES[name].weights
    table = np.array(
        [
            [weight_of.get(code, 0) for code in CODES],
            [weight_of.get(SWAPPED.get(code, code), 0) for code in CODES],
        ]
    )
    table[:, UNFINISHED] = unfinished
    return table


def share(name: str, tally: Tally, level: float = LEVEL) -> Figure:
    """Return a quantity of the first player over both games of each deal, by Wilson's formula."""
    _, _, weight_of, low, high = QUANTITIES[name]
    fates = (weight_of["unfinished"],) * 2 if "unfinished" in weight_of else (low, high)
    least, most = (mean_of(tally, weights(name, fate), 2) for fate in fates)
    bounds = min(low, 0), high
    low_end, _ = replace(least, bounds=bounds).score(level)
    _, high_end = replace(most, bounds=bounds).score(level)
    is_rate = bounds[0] == 0
    value = least.value if is_rate else (least.value + most.value) / 2
    return Figure(
        name,
        value,
        low_end,
        high_end,
        2 * tally.n,
        method="Wilson, over deals",
        level=level,
        undecided=(least.value, most.value),
        standard_error=least.error,
        count=round(value * 2 * tally.n) if is_rate and tally.n else None,
    )


def better_and_worse(tally: Tally, unfinished: int) -> tuple[int, int]:
    """Return the number of deals that the first player won on balance, and lost on balance."""
    first, other = weights("lead", unfinished)
    values, table = first[:, np.newaxis] + other, tally.pairs(0, 1)
    return int(table[values > 0].sum()), int(table[values < 0].sum())


def p_of(tally: Tally) -> float:
    """Return the exact p of equal strength; unfinished games count against the leader."""
    for unfinished, sign in ((-1, 1), (1, -1)):
        better, worse = better_and_worse(tally, unfinished)
        if sign * (better - worse) > 0:
            return intervals.mcnemar(better, worse)
    return 1.0


# ---- one scale for all: Bradley and Terry's model, with equal weight for all duels ----


class Place(NamedTuple):
    """A number on the scale, the ends of its interval, and its standard error."""

    value: float
    low: float
    high: float
    error: float


@dataclass(frozen=True)
class Fit:
    """The ratings of some players, and the quantities behind them.

    Attributes
    ----------
    members, duels : list of int
        The players, and the duels between them, by their numbers.
    odds : array [member]
        Log odds, 0 on average.
    change : array [member, duel]
        Derivative of the log odds by the first player's share of the points of each duel.
    expected : array [duel]
        That share, as the ratings predict it.
    """

    members: list[int]
    duels: list[int]
    odds: Floats
    change: Floats
    expected: Floats

    def lead(self, player: int, other: int) -> float:
        """Return the log odds of a player minus those of another."""
        return float(self.odds[self.members.index(player)] - self.odds[self.members.index(other)])

    def lead_change(self, player: int, other: int) -> Floats:
        """Return the derivative of `lead` by the share of each duel."""
        change: Floats = (
            self.change[self.members.index(player)] - self.change[self.members.index(other)]
        )
        return change


class Scale:
    """The scale of all players.

    Attributes
    ----------
    duels : list of pairs of int
        The pairings. All arrays have an entry for each duel.
    players : int
        How many players there are.
    deals : array [duel]
        How many deals were played.
    shares : array [duel]
        The first player's share of the points: 1 for a win, 1/2 for a game that nobody wins. An
        unfinished game counts as `fates` say: 1 is a win, -1 a loss, 0 neither.
    variances : array [duel]
        Squares of the standard errors of these shares.
    blocks : array [duel, block]
        The contribution of each block of deals to the share's deviation.
    """

    def __init__(self, tallies: Sequence[Tally], duels: Duels, fates: Sequence[int]) -> None:
        self.duels: list[tuple[int, int]] = list(duels)
        self.players: int = 1 + max(map(max, duels))
        # Half a lead from -1 to 1 over two games is a share's distance from 1/2.
        halves = [mean_of(t, weights("lead", f), 4) for t, f in zip(tallies, fates, strict=True)]
        self.deals: Floats = np.array([float(half.deals) for half in halves])
        self.shares: Floats = np.array([0.5 + half.value for half in halves])
        self.variances: Floats = np.array([half.error**2 for half in halves])
        self.blocks: Floats = np.array(
            [
                _moved_by_blocks(tally, weights("lead", fate), half.value)
                for tally, fate, half in zip(tallies, fates, halves, strict=True)
            ]
        )

    def chains(self) -> npt.NDArray[np.bool_]:
        """Return, as `[i, j]`, whether i took points off j, directly or through other players."""
        took = np.eye(self.players)
        for (i, j), share_won in zip(self.duels, self.shares, strict=True):
            took[i, j], took[j, i] = share_won > 0, share_won < 1
        return np.linalg.matrix_power(took, self.players) > 0

    def fit(self, shares: Floats, members: Sequence[int]) -> Fit:
        """Return the ratings of some players from the shares of duels, by Newton's method."""
        duels = [duel for duel, two in enumerate(self.duels) if set(two) <= set(members)]
        sides = np.zeros((len(duels), len(members)))  # 1 of the first player, -1 of the second
        for side, duel in zip(sides, duels, strict=True):
            first, second = self.duels[duel]
            side[members.index(first)], side[members.index(second)] = 1, -1
        odds: Floats = np.zeros(len(members))
        for _ in range(200):
            expected = 1 / (1 + np.exp(-sides @ odds))
            # The 1 keeps the sum of all odds at 0.
            slope = sides.T @ (sides * (expected * (1 - expected))[:, np.newaxis]) + 1
            step = np.linalg.solve(slope, sides.T @ (shares[duels] - expected))
            odds += step / max(1.0, float(np.abs(step).max()))
            if np.abs(step).max() < 1e-12:
                break
        change = np.linalg.solve(slope, sides.T)
        return Fit(list(members), duels, odds, change, 1 / (1 + np.exp(-sides @ odds)))

    def error(self, fit: Fit, factors: Floats) -> tuple[float, float]:
        """Return the standard error of a sum of shares times factors, and its degrees of freedom.

        Duels may share deals, so the error from their variances is scaled by how blocks of deals
        vary together. A duel whose deals were all alike has the variance of the model.
        """
        known, expected = self.variances[fit.duels], fit.expected
        of_model = expected * (1 - expected) / (2 * self.deals[fit.duels])
        alone = float(factors**2 @ np.where(known > 0, known, of_model))
        moved = factors[:, np.newaxis] * self.blocks[fit.duels]
        if np.count_nonzero(moved.any(axis=1)) < 2:
            return math.sqrt(alone), math.inf
        together = float((moved.sum(axis=0) ** 2).sum() / (moved**2).sum())
        return math.sqrt(alone * together), max(int(moved.any(axis=0).sum()) - 1, 1)

    def rating(self, player: int, anchor: int, level: float) -> Place:
        """Return a player's Elo minus the anchor's.

        A player who won or lost every game has an infinite value, a bound, and no standard error.
        """
        chains = self.chains()
        has_low, has_high = chains[player, anchor], chains[anchor, player]
        is_mutual = chains & chains.T
        if has_low and has_high:
            fit = self.fit(self.shares, np.flatnonzero(is_mutual[anchor]).tolist())
        else:
            fit = self.fit(self._bounded_shares(is_mutual, level), list(range(self.players)))
        factors = fit.lead_change(player, anchor)
        for place, duel in enumerate(fit.duels):
            if not is_mutual[self.duels[duel]]:
                factors[place] = 0  # its share is a bound, which has no error
        value = ELO * fit.lead(player, anchor)
        error, degrees = self.error(fit, factors)
        half = ELO * error * errors_in_half(level, degrees)
        if has_low and has_high:
            return Place(value, value - half, value + half, ELO * error)
        if has_low:
            return Place(math.inf, value - half, math.inf, math.nan)
        return Place(-math.inf, -math.inf, value + half, math.nan)

    def _bounded_shares(self, is_mutual: npt.NDArray[np.bool_], level: float) -> Floats:
        """Return the shares of duels, with Wilson's bound where only one player took points."""
        shares = self.shares.copy()
        for duel, two in enumerate(self.duels):
            if not is_mutual[two]:
                _, most = wilson(0, self.deals[duel], level)
                shares[duel] = 1 - most if shares[duel] == 1 else most
        return shares

    @property
    def may_misfit(self) -> bool:
        """Whether there are more duels than are needed to rate all players."""
        return len(self.duels) >= self.players

    def misfit(self, duel: int, level: float) -> tuple[float, float, float]:
        """Return a duel's lead minus the expected lead, its half-width and its standard error."""
        if not self.chains().all():  # a player with all points has no rating
            return 0.0, math.inf, math.nan
        fit = self.fit(self.shares, list(range(self.players)))
        expected = float(fit.expected[duel])
        factors = -expected * (1 - expected) * fit.lead_change(*self.duels[duel])
        factors[duel] += 1
        error, degrees = self.error(fit, factors)
        half = 2 * error * errors_in_half(level, degrees)
        return 2 * (float(self.shares[duel]) - expected), half, 2 * error


def _moved_by_blocks(tally: Tally, lead: npt.NDArray[np.int64], half: float) -> Floats:
    """Return the contribution of each block of deals to half the first player's mean lead."""
    counts = np.array([tally.blocks(arm) for arm in (0, 1)])  # [arm, block, outcome]
    sums = np.einsum("ak,abk->b", lead, counts) / 4
    deals = counts[0].sum(axis=1)
    moved: Floats = (sums - half * deals) / max(tally.n, 1)
    return moved


def errors_in_half(level: float, degrees: float) -> float:
    """Return half an interval in standard errors; infinite degrees of freedom mean the normal."""
    z = two_sided(level)
    return z if degrees == math.inf else student(z, int(degrees))


def rating(
    tallies: Sequence[Tally], duels: Duels, player: int, anchor: int, level: float
) -> Figure:
    """Return a player's Elo minus another's from all games, allowing for unfinished ones."""
    n = sum(2 * t.n for t, two in zip(tallies, duels, strict=True) if player in two)
    figure = Figure(
        "elo", 0.0, n=n, method="Bradley-Terry, sandwich", undecided=(0.0, 0.0), level=level
    )
    if player == anchor:
        return figure
    scale = Scale(tallies, duels, [0] * len(duels))
    place = worst = best = scale.rating(player, anchor, level)
    if any(t.counts(arm)[UNFINISHED] for t in tallies for arm in (0, 1)):
        # Unfinished games of each duel, counted so that they help the player least, and most.
        fit = scale.fit(np.clip(scale.shares, 1e-9, 1 - 1e-9), list(range(scale.players)))
        better = np.sign(fit.lead_change(player, anchor)).astype(int)
        worst = Scale(tallies, duels, list(-better)).rating(player, anchor, level)
        best = Scale(tallies, duels, list(better)).rating(player, anchor, level)
    return replace(
        figure,
        estimate=place.value,
        low=worst.low,
        high=best.high,
        undecided=(worst.value, best.value),
        standard_error=place.error,
    )


# ---- figures ----


def figures(result: Result) -> Iterator[Figure]:
    """Yield the figures of every duel, then ratings relative to the anchor and the next player."""
    settings = _settings(result.study)
    names, tallies, level = settings.players, result.tallies, result.level
    variant = result.study.arms[0].variant
    duels = duels_of(settings)
    scale = Scale(tallies, duels, [0] * len(duels))
    is_tested = result.study.until is None
    ps = [p_of(tally) if is_tested else math.nan for tally in tallies]
    # Holm's correction covers players that follow each other in the list.
    steps = [number for number, (first, second) in enumerate(duels) if abs(first - second) == 1]
    adjusted = dict(zip(steps, intervals.holm([ps[number] for number in steps]), strict=True))

    def labelled(figure: Figure, first: int, second: int) -> Figure:
        two = {"player": names[first], "opponent": names[second]}
        return figure.of(variant=variant, players=":".join(two.values()), **two)

    for number in sorted(range(len(duels)), key=duels.__getitem__):
        for figure in duel_figures(tallies[number], level):
            if figure.quantity == "lead":
                p_adjusted = adjusted.get(number, math.nan)
                figure = replace(figure, p=ps[number], p_adjusted=p_adjusted)
            yield labelled(figure, *duels[number])
        elo = rating(tallies, duels, *duels[number], level)
        for figure in _scale_figures(scale, number, elo, 2 * tallies[number].n, level):
            yield labelled(figure, *duels[number])
    anchor = names.index(settings.anchor)
    above_anchor = [(player, anchor) for player in range(len(names))]
    for player, other in dict.fromkeys([*above_anchor, *pairwise(range(len(names)))]):
        yield labelled(rating(tallies, duels, player, other, level), player, other)


def _scale_figures(
    scale: Scale, duel: int, elo: Figure, games: int, level: float
) -> Iterator[Figure]:
    """Yield the lead of a duel that the scale predicts, and how much the real one differs."""
    ends = elo.undecided or (elo.estimate, elo.estimate)
    lead, least, most = (math.tanh(value / (2 * ELO)) for value in (elo.estimate, *ends))
    yield Figure("expected_lead", lead, n=games, undecided=(least, most))
    off, half, error = scale.misfit(duel, level)
    if 0 < half < math.inf and scale.may_misfit:
        yield Figure(
            "misfit",
            off,
            off - half,
            off + half,
            games,
            method="normal",
            level=level,
            standard_error=error,
        )


def duel_figures(tally: Tally, level: float) -> Iterator[Figure]:
    """Yield the figures of a duel that depend on its own games only."""
    for name in ("lead", *RATES):
        yield share(name, tally, level)
    (better, most), (best, worse) = (better_and_worse(tally, fate) for fate in (-1, 1))
    yield rate("deals_better", better, tally.n, best - better, level, unit="deals")
    yield rate("deals_worse", worse, tally.n, most - worse, level, unit="deals")


def goals(study: Study, part: int, tally: Tally, level: float) -> Iterator[Figure]:
    """Return the figures of a duel, with joint intervals. Elo, which needs all games, is none."""
    return duel_figures(tally, joint_level(level, len(study.parts)))


def _no_order_text(names: Sequence[str], result: Result) -> str:
    """Return why players cannot be ranked: each won as often as it lost, or no game ended."""
    games = sum(tally.n * tally.arms for tally in result.tallies)
    unfinished = sum(
        int(tally.counts(arm)[UNFINISHED]) for tally in result.tallies for arm in range(tally.arms)
    )
    begin = f"{', '.join(names[:-1])} and {names[-1]} cannot be ranked"
    if unfinished == games:
        return f"{begin}: none of the {games:,} games was finished."
    return f"{begin}: each won as many games as it lost, and {unfinished:,} were not finished."


def headline(result: Result) -> str:
    """Return which player has the highest rating, and by how much."""
    settings = _settings(result.study)
    anchor, names = settings.anchor, settings.players
    if result.study.until or result.asked != KIND.goal:
        words = QUANTITIES[result.asked].words
        labels = map(result.study.labels, range(len(result.tallies)))
        named = {
            f"{two['player']} against {two['opponent']}": result.figure(result.asked, **two)
            for two in labels
        }
        if len(named) > 3:
            return f"{highest_and_lowest(words, named, 'duels')}."
        leads = [f"{two} {figure.text}" for two, figure in named.items()]
        return f"{words.capitalize()}: {'; '.join(leads)}."
    of = {n: result.figure("elo", player=n, opponent=anchor) for n in names}
    ranking = sorted(names, key=lambda n: (of[n].estimate, of[n].low, of[n].high), reverse=True)
    duels = duels_of(settings)
    steps = [
        rating(result.tallies, duels, names.index(a), names.index(b), result.level)
        for a, b in pairwise(ranking)
    ]
    if not any(figure.estimate for figure in steps):
        return _no_order_text(names, result)
    leads = [
        f"{figure.text} Elo above {other}" for figure, other in zip(steps, ranking[1:], strict=True)
    ]
    ranking_text = f"{ranking[0]} has the highest rating: {', which is '.join(leads)}."
    if len(names) < 3:
        return ranking_text
    scale, count = Scale(result.tallies, duels, [0] * len(duels)), len(duels)
    checked = range(count if scale.may_misfit else 0)
    misfits = [scale.misfit(duel, joint_level(result.level, count)) for duel in checked]
    sure = [d for d, (value, half, _) in enumerate(misfits) if abs(value) > half]
    more = ""
    if sure:
        worst = max(sure, key=lambda d: abs(misfits[d][0]))
        two = " against ".join(names[i] for i in duels[worst])
        more = f", and one scale does not fit all duels; {two} fits worst"
    return f"{ranking_text} Ratings hold among these players only{more}."


def layouts(result: Result) -> list[TableLayout]:
    """Return tables of ratings and leads, then of the duels."""
    settings = _settings(result.study)
    anchor = settings.anchor
    # With no more duels than the scale needs, the expected lead equals the lead.
    scaled = ("expected_lead",) if len(result.tallies) >= len(settings.players) else ()
    tests = ("lead.p", "lead.p_adjusted")
    rest = ("nobody_wins", "unfinished", "misfit", "deals_better", "deals_worse")
    return [
        TableLayout("Ratings", ("player",), ("elo", "elo.n"), {"opponent": (anchor,)}, brief=True),
        TableLayout("Duels", ("player", "opponent"), ("lead", "won", *scaled), brief=True),
        TableLayout("All duels", ("player", "opponent"), (*tests, *rest)),
    ]


def _settings(study: Study) -> LadderSettings:
    assert isinstance(study.settings, LadderSettings)
    return study.settings


def duels_of(settings: LadderSettings) -> list[tuple[int, int]]:
    """Return the pair of players of each part, as indices among the players."""
    number = {name: i for i, name in enumerate(settings.players)}
    return [
        (number[str(labels["player"])], number[str(labels["opponent"])])
        for labels in settings.labels
    ]


def join(result: Result, other: Result) -> Result | None:
    """Return the ladder with the duels of two ladders, each once; None if they have the same duels.

    Raises ValueError, in a sentence, if ladders with different players cannot be joined.
    """
    studies = result.study, other.study
    settings, others = map(_settings, studies)
    pairs = [
        [frozenset((d["player"], d["opponent"])) for d in s.labels] for s in (settings, others)
    ]
    if set(pairs[0]) == set(pairs[1]):
        return None
    if any(study.until is not None for study in studies):
        raise ValueError("games played with until (--until) cannot be added to others")
    if len(result.spans) > 1 or len(other.spans) > 1:
        raise ValueError("add ladders with other players first, then those with other games")
    seated = [{str(p): p for arm in study.arms for p in arm.players} for study in studies]
    shared = seated[0].keys() & seated[1].keys()
    deals = {replace(arm, players=("uniform", "uniform")) for s in studies for arm in s.arms}
    if not shared or len(deals) > 1 or any(seated[0][name] != seated[1][name] for name in shared):
        raise ValueError(
            "ladders with different players can be added only if they share a player and have the "
            "same rules, deals (--seed, --first, --games) and limits"
        )
    known = {pair: tally.record for pair, tally in zip(pairs[0], result.tallies, strict=True)}
    for part, pair in enumerate(pairs[1]):
        is_alike = studies[1].parts[part] in studies[0].parts  # seated in the same order
        if is_alike and known[pair] != other.tallies[part].record:
            two = " and ".join(sorted(map(str, pair)))
            raise ValueError(f"the two ladders disagree about the same games of {two}")
    more = [part for part, pair in enumerate(pairs[1]) if pair not in known]
    if not more:
        raise ValueError("the first ladder already has all duels of the second")
    study = replace(
        studies[0],
        parts=(*studies[0].parts, *(studies[1].parts[part] for part in more)),
        settings=replace(
            settings,
            labels=(*settings.labels, *(others.labels[part] for part in more)),
            players=tuple(dict.fromkeys((*settings.players, *others.players))),
        ),
        plan={},
    )
    tallies = [*result.tallies, *(other.tallies[part] for part in more)]
    watches = [*result.played.watches, *(other.played.watches[part] for part in more)]
    return Result(result.kind, study, Played(tallies, watches), result.level)


KIND = Kind(
    name="ladder",
    heading="Ladder",
    figures=figures,
    headline=headline,
    layouts=layouts,
    goals=goals,
    answer={"quantity": "lead"},
    is_contrast=True,
    repeated=("player", "opponent"),
    examples=("ladder greedy planner nested+memory", "ladder greedy uniform --until decided"),
    goal="lead",
    named="Examples: lead, nobody_wins; docs/studies.md lists all.",
    decided="The goal 'decided' is reached when the sign of the lead in every duel is certain: its "
    "interval, wider than the usual one because it is checked many times, excludes 0.",
    sums=lambda settings: partial(tally_blocks, view=0),  # outcomes as seen from seat 0
    settings=LadderSettings,
    join=join,
)


@study_of(KIND)
def ladder(
    *players: str | Player | Choose,
    variant: Variant = "standard",
    games: int = 10_000,
    anchor: str | None = None,
    gauntlet: bool = False,
    **keywords: Unpack[GameKeywords],
) -> Study:
    """Rate players: each pair plays every deal twice, the second time with exchanged seats.

    Players added after those of an existing store play only their own duels. Ladders that share a
    player and have the same deals can be added up.

    Parameters
    ----------
    *players : str, Player or callable
        2 to 16 different players, built-in or in Python.
    variant : str or rbcore.Rules
        Rules for two seats.
    games : int
        Number of deals of each duel. With `until` it is the maximum; each duel stops separately.
    anchor : str, optional
        The player whose Elo is 0; by default the first.
    gauntlet : bool
        Play only the duels of the first player, with each of the others.

    Returns
    -------
    Result
        Figures of every duel (`player`, `opponent`), and Elo.

    Examples
    --------
    >>> ladder("greedy", "uniform", games=20, seed=1).figure(
    ...     "elo", player="uniform", opponent="greedy").estimate < 0
    True
    """
    need("scipy.stats", "stats")
    named = [
        n
        for player in players
        for n in (player.split(",") if isinstance(player, str) else [player])
    ]
    seated = [resolve_player(player) for player in named]
    if not 2 <= len(seated) <= MAX_PLAYERS:
        raise ValueError(f"a ladder has 2 to {MAX_PLAYERS} players, not {len(seated)}")
    texts, rules = list(map(str, seated)), read_rules(variant)
    check_once(texts, ", or give your own players different names with rbsim.Player(..., name=...)")
    if rules.seats != 2:
        raise ValueError(f"a ladder needs a game for two; {variant} has {rules.seats} seats")
    if anchor is not None and anchor not in texts:
        raise ValueError(f"anchor={shown(anchor)} is not one of the players {', '.join(texts)}")
    options = GameOptions(**keywords)
    duels = [(i, j) for i, j in round_robin(len(seated)) if i == 0 or not gauntlet]
    parts = tuple(
        tuple(
            make_arm(variant, pair, games, options)
            for pair in ((seated[i], seated[j]), (seated[j], seated[i]))
        )
        for i, j in duels
    )
    name = parts[0][0].variant
    labels = tuple(
        {
            "variant": name,
            "players": f"{texts[i]}:{texts[j]}",
            "player": texts[i],
            "opponent": texts[j],
        }
        for i, j in duels
    )
    settings = LadderSettings(labels=labels, players=tuple(texts), anchor=anchor or texts[0])
    return Study("ladder", parts, options, settings)
