"""Ladder: players meet on the same deals in both seatings, and have their Elo on one scale."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import pairwise
from typing import Any, Unpack

import numpy as np
import numpy.typing as npt

from rbcore.cards.ranges import check_once, shown
from rbsim.arms.arm import make_arm
from rbsim.arms.players import Choose, Player, resolve_player
from rbsim.estimates import intervals
from rbsim.estimates.figures import QUANTITIES, Figure, mean_of, rate
from rbsim.estimates.intervals import joint_level, student, two_sided, wilson
from rbsim.estimates.tally import BLOCKS, CODES, UNFINISHED, Tally, tally_blocks
from rbsim.options import LEVEL, GameKeywords, GameOptions
from rbsim.packages import need
from rbsim.result import Kind, Result, study_of
from rbsim.show.tables import TableLayout, highest_and_lowest
from rbsim.study.run import Played, Study
from rbsim.study.settings import LadderSettings
from rbsim.variants import Variant, read_rules

MAX_PLAYERS = 16  # players
ELO = 400 / math.log(10)  # of a unit of log odds
SWAPPED = {"win": "loss", "loss": "win"}  # an outcome as it is called from the other seat
RATES = ("won", "lost", "stalemate", "standoff", "nobody_wins", "unfinished")
Floats = npt.NDArray[np.floating[Any]]
Duels = Sequence[tuple[int, int]]  # who meets whom, by their numbers


def round_robin(players: int) -> list[tuple[int, int]]:
    """Return every two players; the duels of one more come last, so that a store grows by them."""
    return [(i, j) for j in range(players) for i in range(j)]


# ---- one duel: its first player sits in seat 0 of arm 0, and in seat 1 of arm 1 ----


def weights(name: str, unfinished: int) -> npt.NDArray[np.int64]:
    """Return the first player's weights of outcomes by arm."""
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
    _, _, named, low, high = QUANTITIES[name]
    fates = (named["unfinished"],) * 2 if "unfinished" in named else (low, high)
    least, most = (mean_of(tally, weights(name, fate), 2) for fate in fates)
    base = min(low, 0)
    value = least.value if base == 0 else (least.value + most.value) / 2
    ends = [replace(mean, bounds=(base, high)).score(level) for mean in (least, most)]
    return Figure(
        name,
        value,
        ends[0][0],
        ends[1][1],
        2 * tally.n,
        method="Wilson, over deals",
        level=level,
        undecided=(least.value, most.value),
        standard_error=least.error,
        count=round(value * 2 * tally.n) if base == 0 and tally.n else None,
    )


def better_and_worse(tally: Tally, unfinished: int) -> tuple[int, int]:
    """Return the deals of which the first player won more games than lost, and fewer."""
    first, other = weights("lead", unfinished)
    values, table = first[:, np.newaxis] + other, tally.pairs(0, 1)
    return int(table[values > 0].sum()), int(table[values < 0].sum())


def p_of(tally: Tally) -> float:
    """Return the exact p that players are equals; unfinished games count against who leads."""
    for unfinished, sign in ((-1, 1), (1, -1)):
        better, worse = better_and_worse(tally, unfinished)
        if sign * (better - worse) > 0:
            return intervals.mcnemar(better, worse)
    return 1.0


# ---- one scale for all: Bradley and Terry's model, all duels weighing the same ----


class Elo:
    """The scale of all players, with unfinished games as `fates` for the first of each duel."""

    def __init__(self, tallies: Sequence[Tally], duels: Duels, fates: Sequence[int]) -> None:
        self.duels, self.players = list(duels), 1 + max(map(max, duels))
        means = [mean_of(t, weights("lead", f), 4) for t, f in zip(tallies, fates, strict=True)]
        self.deals = np.array([float(mean.deals) for mean in means])
        self.shares = np.array([0.5 + mean.value for mean in means])
        self.variances = np.array([mean.error**2 for mean in means])
        self.blocks = np.zeros((len(means), BLOCKS))  # by how much each moves a duel's share
        for block_sums, t, fate, mean in zip(self.blocks, tallies, fates, means, strict=True):
            counts = np.array([t.blocks(arm) for arm in (0, 1)])
            sums = np.einsum("ak,abk->b", weights("lead", fate), counts) / 4
            block_sums += (sums - mean.value * counts[0].sum(axis=1)) / max(t.n, 1)

    def chains(self) -> npt.NDArray[np.bool_]:
        """Return whether i took points off j, or off one who did, and so on."""
        took = np.eye(self.players)
        for (i, j), share_won in zip(self.duels, self.shares, strict=True):
            took[i, j], took[j, i] = share_won > 0, share_won < 1
        return np.linalg.matrix_power(took, self.players) > 0

    def fit(self, shares: Floats, members: Sequence[int]) -> tuple[Floats, Floats, list[int]]:
        """Return log odds of some players, of mean 0, their change by each share, and the duels."""
        duels = [d for d, two in enumerate(self.duels) if set(two) <= set(members)]
        rows = np.zeros((len(duels), len(members)))
        for row, d in enumerate(duels):
            rows[row, [members.index(p) for p in self.duels[d]]] = 1, -1
        odds: Floats = np.zeros(len(members))
        for _ in range(200):
            expected = 1 / (1 + np.exp(-rows @ odds))
            slope = rows.T @ (rows * (expected * (1 - expected))[:, np.newaxis]) + 1
            step = np.linalg.solve(slope, rows.T @ (shares[duels] - expected))
            odds += step / max(1.0, float(np.abs(step).max()))
            if np.abs(step).max() < 1e-12:
                break
        return odds, np.linalg.solve(slope, rows.T), duels

    def error(self, row: Floats, duels: list[int], expected: Floats) -> tuple[float, float]:
        """Return the standard error of a sum of shares of duels, and its degrees of freedom.

        Duels may be of the same deals.
        """
        # Variances add up, of duels all alike that of the model, as blocks of games vary together.
        alike, known = expected * (1 - expected) / (2 * self.deals[duels]), self.variances[duels]
        alone = float(row**2 @ np.where(known > 0, known, alike))
        each = row[:, np.newaxis] * self.blocks[duels]
        if np.count_nonzero(each.any(axis=1)) < 2:
            return math.sqrt(alone), math.inf
        together = float((each.sum(axis=0) ** 2).sum() / (each**2).sum())
        return math.sqrt(alone * together), max(int(each.any(axis=0).sum()) - 1, 1)

    def rating(self, player: int, anchor: int, level: float) -> tuple[float, float, float, float]:
        """Return a player's Elo less the anchor's, its interval and standard error.

        Who won or lost all has a bound, and no standard error.
        """
        chains, shares = self.chains(), self.shares.copy()
        up, down = chains[player, anchor], chains[anchor, player]
        members = list(range(self.players))
        if up and down:
            members = np.flatnonzero(chains[anchor] & chains[:, anchor]).tolist()
        else:
            for d, (i, j) in enumerate(self.duels):
                if not (chains[i, j] and chains[j, i]):
                    others = wilson(0, self.deals[d], level)[1]
                    shares[d] = 1 - others if shares[d] == 1 else others
        odds, change, duels = self.fit(shares, members)
        a, b = members.index(player), members.index(anchor)
        pairs = [self.duels[d] for d in duels]
        fixed = np.array([not (chains[i, j] and chains[j, i]) for i, j in pairs])
        of = dict(zip(members, odds, strict=True))
        expected = np.array([1 / (1 + math.exp(of[j] - of[i])) for i, j in pairs])
        value = float(ELO * (odds[a] - odds[b]))
        row = np.where(fixed, 0, change[a] - change[b])
        error, degrees = self.error(row, duels, expected)
        half = ELO * error * quantile(level, degrees)
        if up and down:
            return value, value - half, value + half, ELO * error
        low, high = (value - half, math.inf) if up else (-math.inf, value + half)
        return math.inf if up else -math.inf, low, high, math.nan

    @property
    def may_misfit(self) -> bool:
        """Whether there are more duels than it takes to place all players."""
        return len(self.duels) >= self.players

    def misfit(self, duel: int, level: float) -> tuple[float, float, float]:
        """Return a duel's lead less that of the scale, its half-width and standard error."""
        if not self.chains().all():  # who takes all points has no place on a scale
            return 0.0, math.inf, math.nan
        odds, change, duels = self.fit(self.shares, list(range(self.players)))
        i, j = self.duels[duel]
        expected = np.array([1 / (1 + math.exp(odds[b] - odds[a])) for a, b in self.duels])
        row = -expected[duel] * (1 - expected[duel]) * (change[i] - change[j])
        row[duel] += 1
        error, degrees = self.error(row, duels, expected)
        half = 2 * error * quantile(level, degrees)
        return 2 * float(self.shares[duel] - expected[duel]), half, 2 * error


def quantile(level: float, degrees: float) -> float:
    """Return how many standard errors half an interval has; of infinite degrees as the normal."""
    z = two_sided(level)
    return z if degrees == math.inf else student(z, int(degrees))


def rating(
    tallies: Sequence[Tally], duels: Duels, player: int, anchor: int, level: float
) -> Figure:
    """Return a player's Elo less another's, from the games of all, whatever is unfinished."""
    n = sum(2 * t.n for t, two in zip(tallies, duels, strict=True) if player in two)
    figure = Figure(
        "elo", 0.0, n=n, method="Bradley-Terry, sandwich", undecided=(0.0, 0.0), level=level
    )
    if player == anchor:
        return figure
    middle = Elo(tallies, duels, [0] * len(duels))
    value, low, high, error = middle.rating(player, anchor, level)
    undecided = value, value
    if any(t.counts(arm)[UNFINISHED] for t in tallies for arm in (0, 1)):
        everybody = list(range(middle.players))
        _, change, _ = middle.fit(np.clip(middle.shares, 1e-9, 1 - 1e-9), everybody)
        better = np.sign(change[player] - change[anchor]).astype(int)
        worst, best = (
            Elo(tallies, duels, list(sign * better)).rating(player, anchor, level)
            for sign in (-1, 1)
        )
        undecided, low, high = (worst[0], best[0]), worst[1], best[2]
    return replace(
        figure, estimate=value, low=low, high=high, undecided=undecided, standard_error=error
    )


# ---- figures ----


def figures(result: Result) -> Iterator[Figure]:
    """Yield the figures of every duel, then the ratings above the anchor and the next."""
    settings = _settings(result.study)
    names, anchor = settings.players, settings.anchor
    variant, tallies, level = result.study.arms[0].variant, result.tallies, result.level
    tested = result.study.until is None
    duels = duels_of(settings)
    scale = Elo(tallies, duels, [0] * len(duels))
    steps = [d for d, (i, j) in enumerate(duels) if abs(i - j) == 1]
    ps = [p_of(t) if tested else math.nan for t in tallies]
    adjusted = dict(zip(steps, intervals.holm([ps[d] for d in steps]), strict=True))

    def of(figure: Figure, i: int, j: int) -> Figure:
        two = {"player": names[i], "opponent": names[j]}
        return figure.of(variant=variant, players=":".join(two.values()), **two)

    for d in sorted(range(len(duels)), key=duels.__getitem__):
        (i, j), t = duels[d], tallies[d]
        for figure in duel_figures(t, level):
            if figure.quantity == "lead":
                figure = replace(figure, p=ps[d], p_adjusted=adjusted.get(d, math.nan))
            yield of(figure, i, j)
        elo = rating(tallies, duels, i, j, level)
        ends = elo.undecided or (elo.estimate,) * 2
        by_elo, least, most = (math.tanh(e / (2 * ELO)) for e in (elo.estimate, *ends))
        yield of(Figure("expected_lead", by_elo, n=2 * t.n, undecided=(least, most)), i, j)
        off, half, error = scale.misfit(d, level)
        if 0 < half < math.inf and scale.may_misfit:
            ends = off - half, off + half
            misfit = Figure("misfit", off, *ends, 2 * t.n, method="normal", level=level)
            yield of(replace(misfit, standard_error=error), i, j)
    above_anchor = [(i, names.index(anchor)) for i in range(len(names))]
    for i, j in dict.fromkeys([*above_anchor, *pairwise(range(len(names)))]):
        yield of(rating(tallies, duels, i, j, level), i, j)


def duel_figures(tally: Tally, level: float) -> Iterator[Figure]:
    """Yield the figures of a duel that are of its own games alone."""
    for name in ("lead", *RATES):
        yield share(name, tally, level)
    (better, most), (best, worse) = (better_and_worse(tally, fate) for fate in (-1, 1))
    yield rate("deals_better", better, tally.n, best - better, level, unit="deals")
    yield rate("deals_worse", worse, tally.n, most - worse, level, unit="deals")


def goals(study: Study, part: int, tally: Tally, level: float) -> Iterator[Figure]:
    """Return the figures of a duel; those of all duels hold together. Elo is of all games."""
    return duel_figures(tally, joint_level(level, len(study.parts)))


def _no_order_text(names: Sequence[str], result: Result) -> str:
    """Return why players have no order: all won as often as they lost, or nothing ended."""
    games = sum(tally.n * tally.arms for tally in result.tallies)
    unfinished = sum(
        int(tally.counts(arm)[UNFINISHED]) for tally in result.tallies for arm in range(tally.arms)
    )
    begin = f"{', '.join(names[:-1])} and {names[-1]} have no order"
    if unfinished == games:
        return f"{begin}: none of the {games:,} games was finished."
    return f"{begin}: each won as many games as it lost, and {unfinished:,} were not finished."


def headline(result: Result) -> str:
    """Return who has the highest rating, and by how much."""
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
    elo, count = Elo(result.tallies, duels, [0] * len(duels)), len(duels)
    checked = range(count if elo.may_misfit else 0)
    misfits = [elo.misfit(d, joint_level(result.level, count)) for d in checked]
    sure = [d for d, (value, half, _) in enumerate(misfits) if abs(value) > half]
    more = ""
    if sure:
        worst = max(sure, key=lambda d: abs(misfits[d][0]))
        two = " against ".join(names[i] for i in elo.duels[worst])
        more = f", and one scale does not fit all duels, {two} least"
    return f"{ranking_text} This scale is of these players alone{more}."


def layouts(result: Result) -> list[TableLayout]:
    """Return ratings and leads, then the duels."""
    settings = _settings(result.study)
    anchor = settings.anchor
    # Where no duel is more than a scale needs, that is the lead.
    scaled = ("expected_lead",) * (len(result.tallies) >= len(settings.players))
    rest = ("nobody_wins", "unfinished", "misfit", "deals_better", "deals_worse")
    return [
        TableLayout("Ratings", ("player",), ("elo", "elo.n"), {"opponent": (anchor,)}, brief=True),
        TableLayout("Duels", ("player", "opponent"), ("lead", "won", *scaled), brief=True),
        TableLayout("All duels", ("player", "opponent"), rest),
    ]


def _settings(study: Study) -> LadderSettings:
    assert isinstance(study.settings, LadderSettings)
    return study.settings


def duels_of(settings: LadderSettings) -> list[tuple[int, int]]:
    """Return who meets whom in each part, by their places among the players."""
    number = {name: i for i, name in enumerate(settings.players)}
    return [
        (number[str(labels["player"])], number[str(labels["opponent"])])
        for labels in settings.labels
    ]


def join(result: Result, other: Result) -> Result | None:
    """Return the ladder of the duels of two, each once; None if they are of the same duels.

    Raises ValueError, in a sentence, for ladders of other players that cannot be joined.
    """
    studies = result.study, other.study
    settings, others = map(_settings, studies)
    pairs = [
        [frozenset((d["player"], d["opponent"])) for d in s.labels] for s in (settings, others)
    ]
    if set(pairs[0]) == set(pairs[1]):
        return None
    if any(study.until is not None for study in studies):
        raise ValueError("games played until something was known cannot be added to others")
    if len(result.spans) > 1 or len(other.spans) > 1:
        raise ValueError("add ladders of other players first, and then those of other games")
    seated = [{str(p): p for arm in study.arms for p in arm.players} for study in studies]
    shared = seated[0].keys() & seated[1].keys()
    deals = {replace(arm, players=("uniform", "uniform")) for s in studies for arm in s.arms}
    if not shared or len(deals) > 1 or any(seated[0][name] != seated[1][name] for name in shared):
        raise ValueError(
            "ladders of other players are added if they share a player and have the same rules, "
            "deals (--seed, --first, --games) and limits"
        )
    known = {pair: tally.record for pair, tally in zip(pairs[0], result.tallies, strict=True)}
    for part, pair in enumerate(pairs[1]):
        is_alike = studies[1].parts[part] in studies[0].parts  # seated in the same order
        if is_alike and known[pair] != other.tallies[part].record:
            raise ValueError(f"the same games of {' and '.join(sorted(map(str, pair)))} differ")
    more = [part for part, pair in enumerate(pairs[1]) if pair not in known]
    if not more:
        raise ValueError("the first of these ladders has all duels of the second")
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
    goal="lead",
    decided="Or `decided`: until it is certain who leads each duel, as the interval of its lead, "
    "of 95% over all looks, excludes 0.",
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
    """Play a round robin: every two players on the same deals, each deal in both seatings.

    Players that are added behind those of a store play their duels alone. Ladders that share a
    player and have the same deals can be added up.

    Parameters
    ----------
    *players : str, Player or callable
        Two to 16 different players, compiled or in Python.
    variant : str or rbcore.Rules
        Rules for two seats.
    games : int
        Deals of each duel. With `until` a duel stops when its lead is known, or `decided`.
    anchor : str, optional
        The player whose Elo is 0; the first unless given.
    gauntlet : bool
        Let the first player meet every other, and these not each other.

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
    check_once(texts, ", or name players of your own apart, by rbsim.Player(..., name=...)")
    if rules.seats != 2:
        raise ValueError(f"a ladder is of games for two; {variant} has {rules.seats} seats")
    if anchor is not None and anchor not in texts:
        raise ValueError(f"anchor={shown(anchor)} is none of the players {', '.join(texts)}")
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
    return Study("ladder", parts, options, settings, grows=True)
