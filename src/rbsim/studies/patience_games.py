"""Patience games: the studies `patience` and `sympathy`, games of the book in bulk."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Annotated, Unpack, cast

from rbcore.cards.ranges import check_once, count_text
from rbcore.patience.book import GAMES as BOOK
from rbcore.patience.book import known_games
from rbcore.sympathy import check_heaps
from rbsim.pipeline.stopping import read_goal
from rbsim.pipeline.study import Study
from rbsim.rendering.section import Plot, Section, intervals_of, pivot, titled
from rbsim.results import shared_sections as shared
from rbsim.results.game_figures import run_figures
from rbsim.results.one_batch import OneBatch, run_goals, run_labels
from rbsim.results.options import Kind, Level, Option, PatienceHow, near_names, whole
from rbsim.results.study_kind import Given, StudyKind
from rbsim.results.summary import PatienceSummary
from rbsim.running.batch import make_patience_batch, split_runs
from rbsim.running.forms import Form, every_form
from rbsim.running.row_kinds import PATIENCE
from rbsim.stats.distribution import Distribution
from rbsim.stats.figure import Figure
from rbsim.stats.intervals import Rate
from rbsim.stats.level import LEVEL
from rbsim.stats.number_text import figure_text
from rbsim.stats.quantity import key_of, words_of
from rbsim.studies.side_by_side import Survey, one_or_several
from rbsim.sums.histograms import Rows
from rbsim.sums.patience_totals import WINS, WON, OutcomeTotals

GAMES = 1_000_000  # of each run, unless it is said how many
SYMPATHY = {16: "sympathy", 17: "sympathy,heaps=17"}  # its forms by their heaps
MEANS = ("cards_left", "passes", "pairs_left", "pairs_stuck")  # that stand side by side
COME_OUT = "How often each game comes out, the oftenest first; other readings below their game."
COUNTED, OVER_ALL = "Cards left and passes", "Over all games."


def near_games(incomplete: str) -> list[str]:
    """Return the games that a word on the command line begins; no other word reads all files."""
    every = (*BOOK.values(), *known_games().values())
    return near_names(game.name for game in every)(incomplete)


GAME = Option("number or name, with a reading: robert,passes=3", metavar="GAME...", near=near_games)
Until = Annotated[
    str | float | None,
    Option("Stop when it is known to this half-width how often the game comes out.", Kind.EITHER),
]
Runs = Annotated[
    str | None, Option("Runs, by commas; each game's own way of playing unless given.", many=True)
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
    until : float or str, optional
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
    make_patience_batch(Form(game), players, 1)  # of one game and one player
    return KIND.play(rows, game=game, games=games, players=players, until=until, level=level, **how)


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
    return _study_of(given["forms"] or (), given)


def arms(given: Given) -> Study:
    """Return a study of the runs of one game, or of several games if they are given."""
    game = given["game"]
    study = _study_of(game if isinstance(game, list | tuple) else [game], given)
    return study if len(study.arms) > 1 else replace(study, kind="patience")


def sympathy_arms(given: Given) -> Study:
    """Return a study of both forms of Sympathy, or of one. Raises ValueError for other heaps."""
    heaps = given["heaps"]
    if heaps is not None:
        check_heaps(heaps)
    return _study_of([form for n, form in SYMPATHY.items() if heaps in (None, n)], given)


def _study_of(forms: Sequence[str], given: Given) -> Study:
    players = given.get("players")
    runs: list[str | None] = [None] if players is None else list(map(str, split_runs(players)))
    every = [Form(form) for form in forms or every_form()]
    check_once([form.text for form in every])
    check_once(map(str, runs))
    batches = [
        make_patience_batch(form, run, given["games"], given["seed"], given["first"])
        for form in every
        for run in runs
    ]
    check_once(f"{one.variant} by {one.player_text}" for one in batches)
    goal = read_goal(given["until"], None, PATIENCE)
    return Study("survey", tuple(batches), goal=goal)


class Patience(OneBatch[OutcomeTotals]):
    """The result of `patience`: how often a game comes out.

    Attributes
    ----------
    batch : Batch
        The games that were played: form, player, seed.
    totals : PatienceTotals or SympathyTotals
        Exact sums of all games.
    level : float
        Of all intervals; `at` gives the same result at another level.

    Examples
    --------
    >>> import rbsim
    >>> result = rbsim.patience("robert,passes=3", games=500)
    >>> result.variant, result.players, result.games.shape
    ('robert,passes=3', 'forced', (500,))
    >>> result.figure("cards_left").n
    500
    """

    @property
    def _form(self) -> Form:
        return cast(Form, self.batch.rules)

    @property
    def games(self) -> Rows | None:
        """A row for each game, if kept, of rbcore.patience.playing.ROW or of sympathy.GAME."""
        return self._own_rows

    @property
    def wins(self) -> Rate:
        """The rate of games that came out."""
        return Rate(self.totals.won, self.totals.games, self.totals.undecided, self.level)

    def summary(self) -> PatienceSummary:
        """Return rates, means and quantiles with their intervals."""
        totals, names, level = self.totals, self.batch.row_kind.outcomes, self.level
        counts = dict(zip(names, totals.outcomes.tolist(), strict=False))
        # Shown at 0 too where somebody decides, so that figures do not come and go by chance.
        others = {
            name: Rate(counts.get(name, 0), totals.games, level=level)
            for name in names[WON + 1 :]
            if counts.get(name) or len(self._form.game.players) > 1
        }
        counted = {
            own: Distribution(words_of(own), getattr(totals, name), tame=True, level=level)
            for name, own in totals.COUNTED.items()
            if name != "hits" or getattr(totals, name)[1:].any()
        }
        return PatienceSummary(self.wins, {WINS: self.wins, **others}, counted)

    def _own_figures(self) -> Iterator[Figure]:
        summary = self.summary()
        return run_figures(summary.rates, self.stopped, summary.counted)

    @property
    def answer(self) -> Figure:
        """The rate of games that came out."""
        return self.figure(WINS)

    @property
    def headline(self) -> str:
        """How often the game comes out, by whose play, and what else its name may mean."""
        shown = self.answer if self.stopped is None else self.figure(f"{WINS}_anytime")
        how = "" if self.stopped is None else f", {shared.stop_text(self.stopped)}"
        n, game = count_text(self.totals.games, "games"), self._form.game
        name = titled(game.name.replace("-", " "))
        reading = f" ({self._form.reading})" if self._form.reading else ""
        player = f", played by {self.players}" if len(game.players) > 1 else ""
        if game.plays_best and self.players == game.player:
            player += ", in the best order, as if all cards were known"
        rate = f"{figure_text(shown)} of {n}" if self.totals.won else f"none of {n}"
        bound = "" if self.totals.won else f" ({figure_text(shown)})"
        if "(" in figure_text(shown):
            bound = bound.replace(" (", ", ", 1).removesuffix(")")
        undecided = self.totals.undecided
        if undecided > self.totals.games / 100:
            player += f", given up in {undecided:,}"
        decided = "" if game.is_decided or game.is_way else "; nothing is decided in it"
        other = game.rules.homonym
        meant = f" What most people call {name} is {other}." if other else ""
        return f"{name}{reading} comes out in {rate}{bound}{player}{how}{decided}.{meant}"

    def sections(self) -> Iterator[Section]:
        """Yield how often it comes out, and what is counted a game."""
        summary, game = self.summary(), self._form.game
        words = game.line if game.number == game.name else f"No. {game.number}: {game.line}"
        named = {words_of(key_of(name)): rate for name, rate in summary.rates.items()}
        yield shared.run_outcomes(self.name, named, title="How often it comes out", words=words)
        yield from shared.goals(self.tally.stopped, [self.name])
        yield shared.halves("Counted", self.figure, {own: words_of(own) for own in summary.counted})
        yield shared.distributions(COUNTED, OVER_ALL, [summary.counted])

    @classmethod
    def side_by_side(cls, runs: Sequence[Patience]) -> Iterator[Section]:
        """Yield a line for each run; then what is counted a game."""
        order = _oftenest(runs)
        plots = [intervals_of([one.answer for one in order], [one.name for one in order])]
        figures = (one for run in order for one in run.figures)
        labels = tuple(dict.fromkeys(["variant", *run_labels(order)]))
        table = pivot(figures, labels, (WINS, *MEANS), "Games")
        table = replace(table, head=("game", *table.head[1:]))
        yield Section("How often they come out", COME_OUT, [table], plots, brief=True)
        yield from run_goals(runs)
        yield shared.distributions(COUNTED, OVER_ALL, [one._distributions for one in order])

    def _plot(self, quantity: str | None) -> Plot:
        return super()._plot(WINS if quantity is None else quantity)

    @property
    def _distributions(self) -> dict[str, Distribution]:
        counted = self.summary().counted
        return {key: replace(one, name=self.name) for key, one in counted.items()}


def _oftenest(results: Sequence[Patience]) -> list[Patience]:
    """Return results with games that come out oftenest first, readings below their game."""
    printed = [one for one in results if not one._form.reading]
    printed.sort(key=lambda one: one.wins.rate)  # so the best player of a game is its last
    rates = {one._form.game.name: one.wins.rate for one in printed}
    return sorted(results, key=lambda one: -rates.get(one._form.game.name, -1.0))


KIND: StudyKind[Patience] = StudyKind(
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
