"""Patience games: the studies `patience` and `sympathy`, games of the book in bulk."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Any, Unpack

from rbcore.cards.ranges import check_once, count_text
from rbcore.patience import sympathy as two_packs
from rbcore.patience.book import GAMES as BOOK
from rbsim.pipeline.stopping import read_goal
from rbsim.pipeline.study import Study
from rbsim.rendering.section import Plot, Section, Shape, intervals_of, titled
from rbsim.rendering.table import Cell, Table
from rbsim.results import shared_sections as shared
from rbsim.results.game_figures import anytime_figure, quantile_figures
from rbsim.results.one_batch import OneBatch, SideBySide, keep_rows
from rbsim.results.options import Kind, Level, Option, PatienceHow, whole
from rbsim.results.study_kind import Given, StudyKind
from rbsim.running.batch import SEED, make_patience_batch, split_runs
from rbsim.running.forms import Form, every_form
from rbsim.running.row_kinds import PATIENCE
from rbsim.stats.distribution import Distribution
from rbsim.stats.figure import Figure, figure
from rbsim.stats.intervals import Rate
from rbsim.stats.level import LEVEL
from rbsim.stats.number_text import figure_text
from rbsim.stats.quantity import key_of, words_of
from rbsim.studies.side_by_side import Survey, one_or_several
from rbsim.sums.histograms import Rows
from rbsim.sums.patience_totals import WINS, WON

GAMES = 1_000_000  # of each run, unless it is said how many
MEANS = ("cards_left", "passes", "pairs_left", "pairs_stuck")  # that stand side by side
COME_OUT = "How often each game comes out, the oftenest first; other readings below their game."


def near_games(incomplete: str) -> list[str]:
    """Return the games that a word on the command line begins."""
    return [game.name for game in BOOK.values() if game.name.startswith(incomplete)]


GAME = Option("number or name, with a reading: robert,passes=3", metavar="GAME...", near=near_games)
Until = Annotated[
    float | None,
    Option(
        "Stop when it is known to this half-width how often the game comes out.",
        Kind.NUMBER,
        "NUMBER",
    ),
]
Runs = Annotated[
    str | None,
    Option("Runs, by commas; each game's own way of playing unless given.", many=True),
]
Games = Annotated[int, whole("Games of each run.")]


def patience(
    game: Annotated[str, GAME],
    *,
    games: Games = GAMES,
    players: Runs = None,
    until: Until = None,
    level: Level = LEVEL,
    rows: bool = True,
    **how: Unpack[PatienceHow],
) -> Patience:
    """Play a game of patience many times; return rows, sums and estimates.

    A game depends only on its number, the seed, the rules and the player; so the result is the same
    for all threads, executors and stores.

    Parameters
    ----------
    game : str
        Number or name, with a reading: ``5b``, ``harvest-running``, ``robert,passes=3``
        (docs/patience).
    games : int
        Number of games; with `until`, the most.
    players : str, optional
        Who plays, by name; the game's own way of playing unless given. Where nothing is decided it
        is the only one.
    until : float, optional
        Stop as soon as it is known to this half-width how often the game comes out, as
        `rbsim.simulate` does.
    level : float
        Of all intervals; ``Patience.at`` gives the same result at another level.
    rows : bool
        Keep a row of each game, 11 or 14 bytes, in ``Patience.games``.
    **how
        ``threads``, ``executor``, ``store``, ``progress``, ``seed`` and ``first``, as
        `rbsim.simulate` takes them.

    Returns
    -------
    Patience
        How many came out, and histograms of cards left, passes and hits.

    Raises
    ------
    ValueError
        In one sentence, for an unknown game, reading or player, for numbers out of range, and for
        a store of another study.

    Examples
    --------
    >>> patience("dial", games=1000).wins.count
    1000
    >>> patience("robert,passes=3", games=500, seed=2).answer
    under 0.76%, 500 games
    """
    given = {"game": game, "games": games, "players": players, "until": until, "level": level,
             **how}  # fmt: skip
    make_patience_batch(game, players, 1)  # of one game and one player
    made: Patience = keep_rows(KIND, given, rows)
    return made


def patience_survey(
    *forms: Annotated[str, replace(GAME, many=True, default=())],
    games: Games = GAMES,
    players: Runs = None,
    until: Until = None,
    level: Level = LEVEL,
    **how: Unpack[PatienceHow],
) -> Survey:
    """Play several games of patience, and put them side by side.

    Parameters
    ----------
    *forms : str
        Games with their readings; every game and every reading unless given.
    games : int
        Games of each run.
    players : str, optional
        Runs with a comma between them, ``plain,uniform``; each game's own way unless given.
    until, level, **how : see `patience`
        As `patience` takes them.

    Returns
    -------
    Survey
        A result for each form and run, without rows.

    Raises
    ------
    ValueError
        In one sentence, as of `patience`.

    Examples
    --------
    >>> found = patience_survey("pairs", "star", games=100)
    >>> [one.variant for one in found.results]
    ['pairs', 'star']
    """
    return SURVEY.play(forms=forms, games=games, players=players, until=until, level=level, **how)


def sympathy(
    heaps: Annotated[int | None, whole("16 or 17; both unless given.", is_argument=False)] = None,
    *,
    games: Annotated[int, whole("Games of each form.")] = GAMES,
    until: Until = None,
    level: Level = LEVEL,
    **how: Unpack[PatienceHow],
) -> Survey:
    """Play games of Sympathy, a patience that both players win or neither.

    It is no. 63 of the book, which `patience` plays too, as ``sympathy,heaps=17``.

    Parameters
    ----------
    heaps : int, optional
        16, or 17 for the harder form; both unless given.
    games, until, level, **how : see `patience`
        As `patience` takes them.

    Returns
    -------
    Survey
        A result for each form: games won, and pairs left, with their intervals.

    Raises
    ------
    ValueError
        In one sentence, for numbers out of range.

    Examples
    --------
    >>> sympathy(16, games=1_000).results[0].answer
    23.3% (20.8 to 26.0), 1,000 games
    """
    return SYMPATHY_KIND.play(heaps=heaps, games=games, until=until, level=level, **how)


def survey_arms(given: Given) -> Study:
    """Return a study of an arm for each form, all unless given, and each run of players."""
    return _study_of(given["forms"] or (), given["players"], given)


def arms(given: Given) -> Study:
    """Return a study of the runs of one game, or of several games if they are given."""
    game = given["game"]
    study = _study_of([game] if isinstance(game, str) else game, given["players"], given)
    return study if len(study.arms) > 1 else replace(study, kind="patience")


def sympathy_arms(given: Given) -> Study:
    """Return a study of both forms of Sympathy, or of one."""
    return _study_of(sympathy_forms(given["heaps"]), None, given)


def _study_of(forms: Sequence[str], players: str | None, given: Given) -> Study:
    runs = [None] if players is None else [str(run) for run in split_runs(players)]
    every = [Form(form).text for form in forms or every_form()]
    check_once(every)
    check_once(run for run in runs if run is not None)
    seed, first = (given.get("seed", SEED), given.get("first", 0))
    batches = [
        make_patience_batch(form, run, given["games"], seed, first)
        for form in every
        for run in runs
    ]
    goal = read_goal(given["until"], None, PATIENCE)
    return Study("survey", tuple(batches), goal=goal)


def sympathy_forms(heaps: int | None = None) -> list[str]:
    """Return the form of Sympathy with so many heaps, or both. Raises ValueError for others."""
    if heaps is not None:
        two_packs.check_heaps(heaps)
    wanted = two_packs.HEAPS if heaps is None else (heaps,)
    return ["sympathy" + ("" if n == two_packs.HEAPS[0] else f",heaps={n}") for n in wanted]


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


class Patience(OneBatch):
    """The result of `patience`: how often a game comes out.

    Attributes
    ----------
    batch : Batch
        The games that were played: form, player, seed.
    totals : PatienceTotals or SympathyTotals
        Exact sums of all games.
    seconds : float
        Wall time of playing.
    stopped : rbsim.pipeline.stopping.Stopped, optional
        How playing until the rate was known (`until`) ended.
    level : float
        Of all intervals; `at` gives the same result at another level.

    Examples
    --------
    >>> import rbsim
    >>> result = rbsim.patience("robert,passes=3", games=500)
    >>> result.variant, result.players, result.games.shape
    ('robert,passes=3', 'plain', (500,))
    >>> result.figure("cards_left").n
    500
    """

    @property
    def games(self) -> Rows | None:
        """One row for each game in the order of their numbers, if rows were kept.

        Of rbcore.patience.playing.ROW, or of Sympathy rbcore.patience.sympathy.GAME.
        """
        return self._rows

    @property
    def wins(self) -> Rate:
        """The rate of games that came out."""
        return Rate(self.totals.won, self.totals.games, self.totals.undecided, self.level)

    def summary(self) -> PatienceSummary:
        """Return rates, means and quantiles with their intervals."""
        totals, names = self.totals, self.batch.row_kind.outcomes
        rates = {WINS: self.wins}
        counts = dict(enumerate(totals.outcomes.tolist()))
        for outcome in range(WON + 1, len(names)):
            # Shown at 0 too where somebody decides, so that figures do not come and go by chance.
            if counts.get(outcome) or len(self.batch.rules.game.players) > 1:
                rate = Rate(counts.get(outcome, 0), totals.games, level=self.level)
                rates[names[outcome]] = rate
        counted = {
            quantity: self._distribution(quantity, getattr(totals, name))
            for name, quantity in totals.COUNTED.items()
            if name != "hits" or totals.hits[1:].any()
        }
        return PatienceSummary(self.wins, rates, counted)

    def _distribution(self, quantity: str, histogram: Any) -> Distribution:
        return Distribution(words_of(quantity), histogram, tame=True, level=self.level)

    def _figures(self) -> Iterator[Figure]:
        for one in self._plain_figures():
            yield one.of(variant=self.variant, players=self.players)

    def _plain_figures(self) -> Iterator[Figure]:
        summary = self.summary()
        for name, rate in summary.rates.items():
            yield figure(key_of(name), rate)
        if self.stopped is not None:
            yield anytime_figure(self.stopped)
        for name, one in summary.counted.items():
            yield figure(name, one.mean)
            yield from quantile_figures(name, one.quantiles, self.totals.games, self.level)

    @property
    def answer(self) -> Figure:
        """The rate of games that came out."""
        return self.figure(WINS)

    @property
    def headline(self) -> str:
        """How often the game comes out."""
        shown = self.answer if self.stopped is None else self.figure(f"{WINS}_anytime")
        how = "" if self.stopped is None else f", {shared.stop_text(self.stopped)}"
        n = count_text(self.totals.games, "games")
        return f"{titled(self.variant)} comes out in {figure_text(shown)} of {n}{how}."

    def sections(self) -> Iterator[Section]:
        """Yield how often it comes out, and what is counted a game."""
        summary, game = self.summary(), self.batch.rules.game
        words = f"No. {game.number}: {game.line}"
        named = {words_of(key_of(name)): rate for name, rate in summary.rates.items()}
        plot = shared.outcome_plot(named, f"{self.variant}, {self.players}")
        rows = tuple((name, one.count, figure(WINS, one)) for name, one in named.items())
        table = Table("How games end", ("outcome", "games", "rate"), rows)
        yield Section("How often it comes out", words, [table], [plot], brief=True)
        name = f"{self.variant}, {self.players}"
        yield from shared.goals(self.tally.stopped, [name])
        halves = {
            words_of(own): (self.figure(own), self.figure(f"{own}_q50")) for own in summary.counted
        }
        yield Section("Counted", "", [shared.length_table(halves)], brief=True)
        tables = [shared.distribution_table(one.name, [one]) for one in summary.counted.values()]
        plots = [
            Plot(key, one.name, Shape.LENGTHS, lengths=[one])
            for key, one in summary.counted.items()
        ]
        yield Section("Cards left and passes", "Over all games.", tables, plots)

    @classmethod
    def side_by_side(cls, runs: SideBySide) -> Iterator[Section]:
        """Yield a line for each run; then what is counted a game."""
        order = _oftenest(runs.results)
        plots = [intervals_of([one.answer for one in order], [_name(one) for one in order])]
        yield Section("How often they come out", COME_OUT, [_book_table(order)], plots, brief=True)
        yield from shared.goals(runs.tally.stopped, [_name(one) for one in runs.results])
        counted: dict[str, list[Distribution]] = {}
        for one in order:
            for key, own in one.summary().counted.items():
                counted.setdefault(key, []).append(replace(own, name=_name(one)))
        tables = [shared.distribution_table(words_of(key), rows) for key, rows in counted.items()]
        drawn = [
            Plot(key, titled(words_of(key)), Shape.LENGTHS, lengths=rows)
            for key, rows in counted.items()
        ]
        yield Section("Cards left and passes", "Over all games.", tables, drawn)

    def _plot(self, quantity: str | None) -> Plot:
        counted = self.summary().counted
        if quantity in counted:
            one = replace(counted[quantity], name=f"{self.variant}, {self.players}")
            title = f"{words_of(quantity)}, {one.name}"
            return Plot(quantity, title, Shape.LENGTHS, lengths=[one])
        if quantity is None:
            return intervals_of([self.answer])
        return super()._plot(quantity)


def _name(one: Patience) -> str:
    return f"{one.variant}, {one.players}"


def _oftenest(results: Sequence[Patience]) -> list[Patience]:
    """Return results with games that come out oftenest first, readings below their game."""
    rates: dict[str, float] = {}
    for one in results:
        name = one.batch.rules.game.name
        printed = one.wins.rate if not one.batch.rules.reading else -1.0
        rates[name] = max(rates.get(name, -1.0), printed)
    return sorted(results, key=lambda one: -rates[one.batch.rules.game.name])


def _book_table(results: Sequence[Patience]) -> Table:
    """Return a line for each result: how often it comes out, and what is left."""
    keys = [key for key in MEANS if any(key in one.summary().counted for one in results)]
    several = len({one.players for one in results}) > 1
    rows: list[tuple[Cell, ...]] = []
    for one in results:
        found = {own.quantity: own for own in one.figures}
        names = (one.variant, one.players) if several else (one.variant,)
        rows.append((*names, one.answer, *(found.get(key) for key in keys)))
    head = ("game", "players") if several else ("game",)
    return Table("Games", (*head, words_of(WINS), *map(words_of, keys)), tuple(rows))


KIND: StudyKind[Any] = StudyKind(
    "patience",
    patience,
    arms,
    one_or_several(Patience),
    "Patience",
    "List the book's patience games, or play some and show how often they come out.",
    (
        "rbsim patience",
        "rbsim patience talkative --games 1e6",
        "rbsim patience talkative roll-call --until 0.001 --games 2e6 --out out.json",
        "rbsim patience robert,passes=3 --deal 7 --show",
        "rbsim patience --all --games 1e5 --markdown",
    ),
    has_rows=True,
    has_command=False,
)
SURVEY: StudyKind[Survey] = StudyKind(
    "patience-survey",
    patience_survey,
    survey_arms,
    Survey,
    "Patience games side by side",
    "Play several games of patience, and put them side by side.",
    has_rows=True,
    has_command=False,
)
SYMPATHY_KIND: StudyKind[Survey] = StudyKind(
    "sympathy",
    sympathy,
    sympathy_arms,
    Survey,
    "Sympathy",
    "Play Sympathy, a patience that both players win or neither, and show how often they do.",
    ("rbsim sympathy --games 1e7", "rbsim sympathy --heaps 17 --json"),
    has_rows=True,
)
