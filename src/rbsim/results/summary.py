"""Summary: rates, means and quantiles of a batch, of games, of matches or of patience."""

from __future__ import annotations

from dataclasses import dataclass, replace

import rbcore
from rbsim.stats.distribution import Distribution
from rbsim.stats.intervals import Mean, Quantiles, Rate, Span, SpannedMean
from rbsim.stats.level import LEVEL
from rbsim.sums.match_totals import MatchTotals
from rbsim.sums.totals import Totals


@dataclass(frozen=True)
class Summary:
    """Estimates from a batch of games, with their intervals.

    Attributes
    ----------
    games : int
        All games; rates are of these, unfinished ones included (7.5).
    starter_wins, other_wins, stalemates, standoffs : Rate
        Games by outcome. An unfinished game is open for each of them, as it might have ended so.
    unfinished : Rate
        Games without a result.
    turns, moves : Mean
        Means per game; unfinished games count as they were cut off.
    decided_turns, decided_moves : Mean
        Means per decided game, one that a seat won.
    turn_quantiles, move_quantiles : Quantiles
        Quantiles over games.
    scores : tuple of Mean
        Mean scores per finished game: the starter's, then the other seats' in turn order.
    offences, calls : tuple of Mean
        Offences per game and those called by Stop! (section 6), in the same order.
    give_ups : int
        Stalemate searches that gave up (7.6).
    seconds : float
        Wall time of playing; 0 if some had been played before.
    level : float
        Of all intervals.
    long_turns : int
        Unfinished games that the limit on a turn of players in Python ended.

    Examples
    --------
    >>> import rbsim
    >>> summary = rbsim.simulate("standard", games=100, players="greedy", seed=1).summary()
    >>> sum(rate.count for rate in summary.rates.values())
    100
    >>> low, high = summary.turns.interval
    >>> low < summary.turns.mean < high
    True
    """

    games: int
    starter_wins: Rate
    other_wins: Rate
    stalemates: Rate
    standoffs: Rate
    unfinished: Rate
    turns: Mean
    moves: Mean
    decided_turns: Mean
    decided_moves: Mean
    turn_quantiles: Quantiles
    move_quantiles: Quantiles
    scores: tuple[Mean, ...]
    offences: tuple[Mean, ...]
    calls: tuple[Mean, ...]
    give_ups: int
    seconds: float
    level: float = LEVEL
    long_turns: int = 0

    @property
    def games_per_second(self) -> float:
        """Games played in a second of wall time; nan if some had been played before."""
        return self.games / self.seconds if self.seconds else float("nan")

    @property
    def rates(self) -> dict[str, Rate]:
        """The rates of outcomes by name, in the order of tables."""
        return {
            "starter wins": self.starter_wins,
            "other wins": self.other_wins,
            "stalemate": self.stalemates,
            "standoff": self.standoffs,
            "unfinished": self.unfinished,
        }

    @property
    def advantage(self) -> Mean:
        """P(starter wins) - P(another seat wins) as played: a mean of 1, -1 and 0 over games."""
        won, lost = self.starter_wins.count, self.other_wins.count
        return self._lead(won - lost, won + lost)

    @property
    def advantage_ends(self) -> tuple[Mean, Mean]:
        """The advantage with all unfinished games lost by their starters, and with all won."""
        won, lost, left = (
            rate.count for rate in (self.starter_wins, self.other_wins, self.unfinished)
        )
        decided = won + lost + left
        low, high = won - lost - left, won - lost + left
        return self._lead(low, decided), self._lead(high, decided)

    def _lead(self, total: int, decided: int) -> Mean:
        return replace(Mean.from_sums(total, decided, self.games), level=self.level, bounds=(-1, 1))

    @property
    def advantage_span(self) -> Span:
        """The advantage from all unfinished games lost by their starters to all won."""
        return Span(*self.advantage_ends, (-1, 1))

    @property
    def played_advantage(self) -> SpannedMean:
        """The advantage with an interval that unfinished games widen."""
        return SpannedMean(self.advantage, self.advantage_span)

    @classmethod
    def from_totals(
        cls, totals: Totals, seconds: float, max_turns: int | None = None, level: float = LEVEL
    ) -> Summary:
        """Return the summary of totals that were played in `seconds`.

        `max_turns`, the limit on the turns of a game, bounds what the longest games add to means.
        """
        bounds = None if max_turns is None else (0, max_turns)
        by_name = dict(zip(rbcore.OUTCOMES, map(int, totals.outcomes), strict=True))
        n = totals.games
        left = by_name["unfinished"]
        lost = by_name["win"] - totals.starter_wins
        return cls(
            games=n,
            starter_wins=Rate(totals.starter_wins, n, left, level),
            other_wins=Rate(lost, n, left, level),
            stalemates=Rate(by_name["stalemate"], n, left, level),
            standoffs=Rate(by_name["standoff"], n, left, level),
            unfinished=Rate(left, n, level=level),
            turns=Mean.from_histogram(totals.turns, bounds=bounds).at(level),
            moves=Mean.from_histogram(totals.moves).at(level),
            decided_turns=Mean.from_histogram(totals.decided_turns, bounds=bounds).at(level),
            decided_moves=Mean.from_histogram(totals.decided_moves).at(level),
            turn_quantiles=Quantiles.from_histogram(totals.turns, level=level),
            move_quantiles=Quantiles.from_histogram(totals.moves, level=level),
            scores=tuple(Mean.from_histogram(h, tame=True).at(level) for h in totals.scores),
            offences=tuple(Mean.from_histogram(h).at(level) for h in totals.offences),
            calls=tuple(Mean.from_histogram(h).at(level) for h in totals.calls),
            give_ups=totals.give_ups,
            seconds=seconds,
            level=level,
            long_turns=totals.long_turns,
        )


@dataclass(frozen=True)
class MatchSummary:
    """Estimates from a batch of matches, with their intervals.

    Attributes
    ----------
    matches : int
        All matches; rates are of these, unfinished ones included.
    first_starter_wins, other_wins : Rate
        Matches won by the seat that started the first game, and by another seat.
    seat_wins : tuple of Rate
        Matches won by each seat. An unfinished match is open for all of these rates.
    unfinished : Rate
        Matches that nobody won.
    games, winner_scores, other_scores : Distribution
        Over matches won: games of a match, the winner's final score, and those of all other seats.
    unfinished_games : Rate
        Games without a result (7.5), of all games played.
    give_ups : int
        Stalemate searches that gave up (7.6).
    seconds : float
        Wall time of playing; 0 if some had been played before.
    level : float
        Of all intervals.

    Examples
    --------
    >>> import rbsim
    >>> summary = rbsim.match(
    ...     "standard,target=50", matches=10, players="greedy", seed=1
    ... ).summary()
    >>> summary.first_starter_wins.count + summary.other_wins.count + summary.unfinished.count
    10
    """

    matches: int
    first_starter_wins: Rate
    other_wins: Rate
    seat_wins: tuple[Rate, ...]
    unfinished: Rate
    games: Distribution
    winner_scores: Distribution
    other_scores: Distribution
    unfinished_games: Rate
    give_ups: int
    seconds: float
    level: float = LEVEL

    @property
    def matches_per_second(self) -> float:
        """Matches played in a second of wall time; nan if some had been played before."""
        return self.matches / self.seconds if self.seconds else float("nan")

    @property
    def rates(self) -> dict[str, Rate]:
        """The rates of outcomes by name, in the order of tables, then the wins of each seat."""
        seats = {f"seat {seat} wins": rate for seat, rate in enumerate(self.seat_wins)}
        return {
            "first starter wins": self.first_starter_wins,
            "other wins": self.other_wins,
            "unfinished": self.unfinished,
            **seats,
        }

    @classmethod
    def from_totals(cls, totals: MatchTotals, seconds: float, level: float = LEVEL) -> MatchSummary:
        """Return the summary of totals that were played in `seconds`."""
        n, left = totals.matches, totals.unfinished
        winner, others = totals.winner_scores, totals.other_scores
        return cls(
            matches=n,
            first_starter_wins=Rate(totals.starter_wins, n, left, level),
            other_wins=Rate(n - left - totals.starter_wins, n, left, level),
            seat_wins=tuple(Rate(wins, n, left, level) for wins in totals.seat_wins),
            unfinished=Rate(left, n, level=level),
            games=Distribution("games", totals.games, tame=True, level=level),
            winner_scores=Distribution("winner's score", winner, tame=True, level=level),
            other_scores=Distribution("others' score", others, tame=True, level=level),
            unfinished_games=Rate(totals.unfinished_games, totals.games_played, level=level),
            give_ups=totals.give_ups,
            seconds=seconds,
            level=level,
        )


@dataclass(frozen=True)
class PatienceSummary:
    """Estimates from a batch of games of patience, with their intervals.

    Attributes
    ----------
    wins : Rate
        Games that came out. One that was left undecided is open for it.
    rates : dict of str to Rate
        Games by outcome, wins first; then those that neither came out nor were lost.
    counted : dict of str to Distribution
        What is counted a game, by quantity: ``cards_left``, ``passes``; ``hits`` where ranks are
        called; ``pairs_left`` and ``pairs_stuck`` of Sympathy.

    Examples
    --------
    >>> import rbsim
    >>> summary = rbsim.patience("talkative", games=1_000).summary()
    >>> summary.wins.count, list(summary.counted)
    (622, ['cards_left', 'passes', 'hits'])
    """

    wins: Rate
    rates: dict[str, Rate]
    counted: dict[str, Distribution]
