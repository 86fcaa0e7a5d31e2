"""Result: the outcome of a study, as one table of figures; and what kinds of studies share."""

from __future__ import annotations

import inspect
import json
import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from functools import cached_property, partial, wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, ParamSpec

import numpy as np

from rbcore.cards.ranges import known_names, shown
from rbcore.rules.definition import hyphened
from rbsim import telling
from rbsim.arguments import check_argument, checked
from rbsim.arms.arm import MAX_COUNT, Arm
from rbsim.arms.players import leave_own_frames
from rbsim.arms.rows import Rows
from rbsim.estimates.figures import COLUMNS, Figure, Label, key_of
from rbsim.estimates.intervals import check_level
from rbsim.estimates.tally import Histogram, Tally, tally_games
from rbsim.estimates.until import DECIDED, Until, games_for
from rbsim.files import check_target, sealed, user_path, write_whole
from rbsim.options import (
    LEVEL,
    OPTIONS,
    GameOptions,
    StudyOptions,
    counter_of,
    is_command_line,
    option_text,
    written_out,
)
from rbsim.packages import need
from rbsim.show.progress import shown as shown_progress
from rbsim.show.tables import Report, TableLayout, csv_text, label_text, pivot
from rbsim.study.run import InterruptedPlay, Played, Sink, Study, play
from rbsim.study.settings import Settings
from rbsim.study.spans import Span, Spans, joined_shards
from rbsim.telling import Aim, PartEnd

if TYPE_CHECKING:  # they need matplotlib
    from matplotlib.axes import Axes

    from rbsim.show.page import Article
    from rbsim.show.plot import Panel

SCHEMA = 3  # version of documents (rbsim/schema.json) and of the sums in saved ones
SUFFIXES = (".parquet", ".csv", ".json")
PICTURES = (".svg", ".png", ".pdf")
FIRST = ("variant", "players")  # first columns of the table, before the axes
COUNTED = ("turns", "moves", "games", "winner_score")  # quantities whose distributions a page shows
TEXTS = ("variant", "players", "quantity", "method")

P = ParamSpec("P")


Figures = Callable[[Study, int, Tally, float], Iterator[Figure]]  # of a part, from its sums


@dataclass(frozen=True)
class Kind:
    """A kind of study: which figures it gives, and how they are shown."""

    name: str  # name of the function and the command
    heading: str  # on pages
    figures: Callable[[Result], Iterator[Figure]]  # the rows of the table
    headline: Callable[[Result], str]  # the answer in a sentence
    layouts: Callable[[Result], Sequence[TableLayout]]  # the tables that are shown
    goals: Figures  # the figures of a part that can be a target
    answer: Mapping[str, Label]  # quantity and labels of the figure that answers the question
    goal: str  # the default quantity of a target
    # Some quantities that `of` takes.
    named: str = "Examples: stalemate, turns; docs/studies.md lists all."
    decided: str = ""  # a sentence on until="decided", if the kind allows it
    # Sentences on other options, by their names, that hold for this kind alone.
    option_words: Mapping[str, str] = field(default_factory=dict)
    # Returns the function that sums the rows of a part, given the settings.
    sums: Callable[[Any], Callable[..., Tally]] = lambda settings: tally_games
    settings: type[Settings] = Settings  # what its studies need to know besides rows
    options: type[StudyOptions] = GameOptions  # the options of its function
    # Returns how to make more games of an arm end, given histograms of them.
    more_endings: Callable[[Arm, Mapping[str, Histogram]], str] = telling.more_endings_text
    # What its plans say how many games take, given the margin and a figure; None to halve the
    # figure's interval.
    aim: Callable[[float, Figure], Aim | None] = lambda margin, figure: None
    is_contrast: bool = False  # whether each answer compares two arms
    repeated: tuple[str, ...] = ()  # labels of parts that `players` repeats
    label_words: Mapping[tuple[str, Label], str] = field(default_factory=dict)  # where they differ
    spread: tuple[str, ...] = ()  # labels of the answer of which a picture shows all values
    examples: tuple[str, ...] = ()  # for the help of its command, without `rbsim`
    # Adds two results with different parts on the same games; None if their parts are the same.
    join: Callable[[Result, Result], Result | None] = lambda result, other: None

    @property
    def more_words(self) -> dict[str, str]:
        """The sentences that this kind adds to the descriptions of options."""
        of = f"The default with `until` is {self.goal}. {self.named}"
        return {"of": of, "until": self.decided, **self.option_words}

    def __repr__(self) -> str:
        return f"<Kind {self.name}: {self.heading}>"

    def __reduce__(self) -> tuple[Any, ...]:
        # Pickled as its function, so that another process imports its module.
        return _kind_of, (FUNCTIONS[self.name],)


KINDS: dict[str, Kind] = {}  # by name
FUNCTIONS: dict[str, Callable[..., Result]] = {}  # the public function of each kind, by name


def _kind_of(function: Any) -> Kind:
    kind: Kind = function.kind
    return kind


def study_of(kind: Kind) -> Callable[[Callable[P, Study]], Callable[P, Result]]:
    """Make the public function of a study from a function that returns the study to play.

    The signature and docstring of the public function list the options of `kind.options`.
    `planned` takes this function and returns its study without playing it.
    """
    KINDS[kind.name] = kind

    def wrap(arms: Callable[P, Study]) -> Callable[P, Result]:
        @wraps(arms)
        def call(*arguments: Any, **keywords: Any) -> Result:
            __tracebackhide__ = True  # of IPython
            study = None
            try:
                study = planned(call, *arguments, **keywords)
                return run(kind, study)
            except KeyboardInterrupt as stop:
                stop.__traceback__ = None  # all frames inside are ours
                raise
            except Exception as error:
                if study is None and type(error) is ValueError:
                    error.__traceback__ = None  # a sentence about the arguments
                leave_own_frames(error)
                raise error  # raised here, which marks where a player's own frames begin

        signature, doc = written_out(arms, kind.options, Result, kind.more_words)
        call.__doc__ = doc
        call.__annotations__ = {
            **{each.name: each.annotation for each in signature.parameters.values()},
            "return": Result,
        }
        call.__dict__.update(__signature__=signature, kind=kind, arms=arms)
        FUNCTIONS[kind.name] = call
        return call

    return wrap


def planned(function: Any, /, *arguments: Any, **keywords: Any) -> Study:
    """Return the study that a call of a public function would play, without playing it.

    Raises TypeError if the function has no such option, and ValueError if the study has no such
    quantity, both before any game is played.
    """
    kind: Kind = function.kind
    parameters = function.__signature__.parameters.values()
    known = [
        parameter.name for parameter in parameters if parameter.kind is not parameter.VAR_POSITIONAL
    ]
    for name in keywords:
        if name not in known:
            raise TypeError(
                f"{function.__name__} has no option {shown(name)}; {known_names(name, known)}"
            )
    for name, value in keywords.items():
        if name == "of" or name not in OPTIONS:  # the record of options checks the others
            hint = function.__signature__.parameters[name].annotation
            check_argument(name, value, hint, classes=False)
    study: Study = function.arms(*arguments, **keywords)
    options = study.options
    check_level(options.level)
    of = str(kind.goal if options.of is None else key_of(options.of))
    study = replace(study, until=Until.read(options.until, of), sums=kind.sums(study.settings))
    if options.time is not None:
        study = _for_a_time(study, function.__signature__, keywords)
    if options.until is not None or options.of is not None:
        for part in range(len(study.parts)):
            look(kind, study, of, part, study.nothing(part), LEVEL)
    if options.until is None and options.of is not None and of != kind.answer["quantity"]:
        answer = {**study.settings.answer, "quantity": of}
        study = replace(study, settings=replace(study.settings, answer=answer))
    return study if options.shard is None else study.shard(options.shard)


def _for_a_time(study: Study, signature: inspect.Signature, keywords: Mapping[str, Any]) -> Study:
    """Return a study of as many games as its time allows, or at most the number given.

    The default number of games does not count as given, since commands always pass it.
    """
    if study.options.shard is not None:
        raise ValueError("a shard needs a number of games; leave out time (--time) or shard")
    name = counter_of(signature)
    if keywords.get(name, (usual := signature.parameters[name].default)) != usual:
        return study
    return study.over(study.span._replace(games=MAX_COUNT))


def look(kind: Kind, study: Study, of: str, part: int, tally: Tally, level: float) -> Figure:
    """Return the target figure of a part; ValueError, in a sentence, if it has none."""
    goals, labels = kind.goals(study, part, tally, level), study.labels(part)
    every = [figure.of(**labels) for figure in goals if figure.method]
    asked = next((figure for figure in every if figure.quantity == of), None)
    if asked is None:
        known = ", ".join(dict.fromkeys(figure.quantity for figure in every))
        why = f"{kind.name} has no single figure of it"
        raise ValueError(f"of={of} cannot be a target, because {why}; name one of {known}")
    is_decided = study.until is not None and study.until.half is None
    if is_decided and asked.form not in ("difference", "change"):
        decided = [figure.quantity for figure in every if figure.form in ("difference", "change")]
        ask = f", or {option_text('of', decided[0])}" if decided else ""
        raise ValueError(f"until={DECIDED} needs a difference; {of} is none, so give a width{ask}")
    return asked


def by_part(result: Result, of: Figures) -> Iterator[Figure]:
    """Yield the figures of every part, with its labels."""
    for part, tally in enumerate(result.tallies):
        for figure in of(result.study, part, tally, result.level):
            yield figure.of(**result.study.labels(part))


def run(
    kind: Kind,
    study: Study,
    *,
    sinks: Sequence[Sink] = (),
    command: Sequence[str] | None = None,
    reads: str = "",
) -> Result:
    """Play a study, or read it from its store, and return its result."""
    of = "" if study.until is None else study.until.of
    look_at = partial(look, kind, study, of)
    store = study.options.store
    folder = None if store is None else user_path(store).absolute()
    with shown_progress(kind.name, study.options.progress) as tell:
        told = replace(study, options=replace(study.options, progress=tell))
        try:
            played = play(told, look_at, sinks=sinks, command=command, reads=reads)
        except InterruptedPlay as stop:
            message = _keep(so_far(kind, study.portable, stop.played, folder))
            raise KeyboardInterrupt(str(stop) or message) from None
    return Result(kind, _as_played(study, played).portable, played, study.options.level, folder)


def _as_played(study: Study, played: Played) -> Study:
    """Return a study that was played for a time as a study of the games that it played."""
    if study.options.time is None:
        return study
    games = max(tally.n for tally in played.tallies)
    timeless = replace(study, options=replace(study.options, time=None))
    return timeless.over(timeless.span._replace(games=games))


# ---- interrupted studies ----

_interrupted: list[Result] = []  # the last one


def so_far(kind: Kind, study: Study, played: Played, store: Path | None) -> Result | None:
    """Return the result of what was played of a study; None if that gives no figures yet."""
    begun = [part for part, tally in enumerate(played.tallies) if tally.n]
    tallies = [played.tallies[part] for part in begun]
    parts = [
        tuple(replace(arm, count=tally.n) for arm in study.parts[part])
        for part, tally in zip(begun, tallies, strict=True)
    ]
    labels = study.settings.labels
    settings = replace(study.settings, labels=tuple(labels[part] for part in begun if labels))
    watches = [played.watches[part] for part in begun]

    try:
        result = Result(
            kind,
            replace(study, parts=tuple(parts), settings=settings),
            replace(played, tallies=tallies, watches=watches),
            study.options.level,
            store,
        )
        str(result)
    except Exception:  # of any kind: some figures need games
        return None
    return result


def _keep(result: Result | None) -> str:
    """Keep the result of an interrupted study for `last`, and return a sentence about it."""
    _interrupted[:] = [result] if result is not None else []
    if result is None:
        return ""
    if is_command_line():
        return f"{result.extent}; nothing half-written is left"
    return f"{result.extent}; rbsim.last() has their figures"


def last() -> Result:
    """Return the result of the last study that Ctrl-C interrupted.

    Returns
    -------
    Result
        The result of the games played; its headline says that it was interrupted.

    Raises
    ------
    ValueError
        If no study with figures was interrupted yet.

    Examples
    --------
    >>> import rbsim
    >>> def stop(done, total):
    ...     raise KeyboardInterrupt
    >>> try:
    ...     rbsim.simulate(games=1_000, threads=1, progress=stop)
    ... except KeyboardInterrupt as error:
    ...     print(str(error).partition(" of ")[2])
    1,000 games were played; rbsim.last() has their figures
    >>> rbsim.last().headline  # doctest: +ELLIPSIS
    'Interrupted when ... of 1,000 games were played. Starters win ...'
    """
    if not _interrupted:
        raise ValueError("no study has been interrupted after it played games")
    return _interrupted[0]


@dataclass(eq=False, repr=False)
class Result:
    """The result of a study: figures with intervals, a headline, tables, rows of games.

    Attributes
    ----------
    kind, study, played : Kind, Study, Played
        The kind of study, the arms that were played, and the exact sums of each part.
    level : float
        The level of all intervals except those of targets.
    store : path, optional
        The store that has the rows of games.
    spans : sequence of Span
        The games that were added up.

    Examples
    --------
    >>> import rbsim
    >>> found = rbsim.advantage("standard", games=1_000, players="greedy", seed=1)
    >>> found.figure("advantage", start="causal")
    +15.6 points (11.3 to 19.8), 1,000 deals
    >>> print(found.report().markdown())  # doctest: +ELLIPSIS
    Starting is worth +15.6 points (11.3 to 19.8): the starter's win rate minus its loss ...
    """

    kind: Kind
    study: Study
    played: Played
    level: float = LEVEL
    store: Path | None = None
    spans: Sequence[Span] = ()

    def __post_init__(self) -> None:
        self.level, self.spans = check_level(self.level), tuple(self.spans) or (self.study.span,)

    @property
    def tallies(self) -> list[Tally]:
        """The exact sums of each part."""
        return self.played.tallies

    @cached_property
    def figures(self) -> tuple[Figure, ...]:
        """All figures, the rows of the table; target figures are those of their last look."""
        figures = list(self.kind.figures(self))
        for watch in self.played.watches:
            if (known := watch.figure) is not None:
                for i, figure in enumerate(figures):
                    is_same = known.labels.items() <= figure.labels.items()
                    if figure.quantity == known.quantity and is_same:
                        figures[i] = replace(known, labels=figure.labels)
        return tuple(figures)

    def figure(self, quantity: str, **labels: Label) -> Figure:
        """Return the figure of a quantity with these labels.

        Parameters
        ----------
        quantity : str
            As in the table, `turns` or `starter_wins`; `-` or a space may stand for `_`.
        **labels
            Variant, players or axes, as in the table; as many as are needed to identify it.

        Returns
        -------
        Figure
            The figure, with its interval.

        Raises
        ------
        ValueError
            In one sentence, if there is no such figure, or several; it names the labels that
            distinguish them.
        """
        name = key_of(quantity)
        every = [figure for figure in self.figures if figure.quantity == name]
        if not every:
            known = known_names(name, dict.fromkeys(figure.quantity for figure in self.figures))
            raise ValueError(f"{shown(quantity)} is not a figure of this result; {known}")
        return every[_only([figure.labels for figure in every], labels, f"{name} has", "figures")]

    @property
    def asked(self) -> str:
        """The quantity that was asked for, was the target, or answers the study's question."""
        if self.study.until is not None:
            return self.study.until.of
        return str({**self.kind.answer, **self.study.settings.answer}["quantity"])

    @property
    def answer_labels(self) -> dict[str, Label]:
        """The labels of the figures that answer the study's question, such as start="causal"."""
        every = {**self.kind.answer, **self.study.settings.answer}
        return {name: label for name, label in every.items() if name != "quantity"}

    @property
    def answers(self) -> list[Figure]:
        """The figures that answer the study's question, one for each part."""
        labels = self.answer_labels.items()
        return [o for o in self.figures if o.quantity == self.asked and labels <= o.labels.items()]

    @property
    def answer(self) -> Figure:
        """The figure that answers the study's question.

        Raises
        ------
        ValueError
            If there are several.
        """
        return self.figure(self.asked, **self.answer_labels)

    @property
    def advantage(self) -> Figure:
        """The advantage of starting: causal if every seat started, otherwise as played."""
        return self.figure("advantage", **self.answer_labels)

    def games_for(self, half: str | float, quantity: str | None = None, **labels: Label) -> int:
        """Return how many games, deals or matches give an interval of this half-width.

        Parameters
        ----------
        half : str or float
            The half-width, as `until` takes it: ``"0.5%"``, ``"10% of itself"``, or a number in the
            unit of the quantity.
        quantity : str, optional
            As in the table; by default the quantity that answers the study's question.
        **labels
            As in `figure`.

        Returns
        -------
        int
            The total for each part, including the games already played.

        Raises
        ------
        ValueError
            In one sentence, if `half` is not a half-width, the figure has no interval, or
            unfinished games alone make the interval wider.

        Examples
        --------
        >>> import rbsim
        >>> found = rbsim.advantage("standard", games=1_000, players="greedy", seed=1)
        >>> found.games_for("1%")
        18115
        """
        figure = self.answer if quantity is None else self.figure(quantity, **labels)
        wanted = Until.read(half, figure.quantity, "half")
        if wanted is None or wanted.half is None or not figure.half > 0:
            raise ValueError(f"{figure.quantity} needs an interval, and half={shown(half)} a width")
        if figure.is_open:
            raise ValueError(
                f"{figure.quantity} has {figure.extremes_text}; {self._advice(figure)}"
            )
        games = self._enough(figure, wanted.half * (abs(figure.estimate) if wanted.relative else 1))
        if games == math.inf:
            reason = f"unfinished games alone make {figure.quantity} wider than {shown(half)}"
            raise ValueError(f"{reason}; {self._advice(figure)}")
        return math.ceil(games)

    @property
    def parts_by(self) -> tuple[str, ...]:
        """The axes of a sweep, or else the labels in which the parts of the study differ."""
        every = [self.study.labels(part) for part in range(len(self.study.parts))]
        several = [
            name
            for name in every[0]
            if len({labels[name] for labels in every}) > 1 and name not in self.kind.repeated
        ]
        return self.study.settings.axes or tuple(several) or FIRST

    @checked
    def part_text(self, labels: Mapping[str, Label]) -> str:
        """Return the labels that distinguish a part, `strict, greedy` or `reserve-size=5`."""
        axes = self.study.settings.axes
        if lacking := [name for name in self.parts_by if name not in labels]:
            raise ValueError(f"labels lack {', '.join(lacking)}; pass the `labels` of a figure")
        words = self.kind.label_words
        texts = {name: words.get((name, labels[name]), str(labels[name])) for name in self.parts_by}
        texts |= {name: f"{hyphened(name)}={label_text(labels[name])}" for name in axes}
        return ", ".join(texts.values())

    @property
    def noun(self) -> str:
        """The unit of the options' counts: `games`, `matches` or `deals`."""
        return "deals" if len(self.study.parts[0]) > 1 else self.study.arms[0].row_kind.noun

    def _advice(self, of: Figure) -> str:
        """Return how to make more games end among those of a figure."""
        arms, players = self.study.arms, of.labels.get("players")
        number = next((i for i, arm in enumerate(arms) if arm.player_text == players), 0)
        part = next(i for i, numbers in enumerate(self.study.numbers) if number in numbers)
        place = self.study.numbers[part].index(number)
        every = self.tallies[part].seen.items()
        seen = {name: histogram for (at, name), histogram in every if at == place}
        return self.kind.more_endings(arms[number], seen)

    @cached_property
    def ends(self) -> list[PartEnd]:
        """How each part ended, if it had a target."""
        if (until := self.study.until) is None:
            return []
        ends = []
        for part, (watch, tally) in enumerate(zip(self.played.watches, self.tallies, strict=True)):
            look_at = partial(look, self.kind, self.study, until.of, part)
            name, whole = self.part_text(self.study.labels(part)), look_at(tally, self.level)
            end = PartEnd(name, tally.n, watch.reached, watch.figure or whole, whole)
            if not watch.reached:
                enough = watch.enough(tally, look_at)
                is_unfinished = telling.is_all_unfinished(tally, len(self.study.parts[part]))
                end = replace(
                    end, enough=enough, advice=self._advice(whole), is_unfinished=is_unfinished
                )
            ends.append(end)
        return ends

    @property
    def goal(self) -> tuple[str, str]:
        """The target and whether it was met; and, if it was not, what would be enough."""
        if (until := self.study.until) is None:
            return "", ""
        return (
            telling.goal_text(until, self.ends, self.noun),
            telling.shortfall_text(until, self.ends, self.noun),
        )

    def _enough(self, figure: Figure, half: float) -> float:
        """Return how many, in the unit of `noun`, give a figure this half-width."""
        most = max(other.n for other in self.figures if other.quantity == figure.quantity)
        return (
            games_for(figure, half) * max(tally.n for tally in self.tallies) / most
        )  # e.g. two games for each deal

    @property
    def plan(self) -> str:
        """A sentence on how many games halve the widest interval, or suffice for a margin."""
        answers = [
            figure for figure in self.answers if figure.is_endless or 0 < figure.half < math.inf
        ]
        if not answers:
            return ""
        widest = max(answers, key=lambda figure: (figure.is_endless, figure.half))
        return telling.plan_text(
            widest,
            len(answers),
            self.kind.aim(self.study.settings.margin, widest),
            self.noun,
            partial(self._enough, widest),
            self._advice(widest),
            self.kind.is_contrast,
        )

    @property
    def headline(self) -> str:
        """The answer in a sentence."""
        headline = self.kind.headline(self)
        if self.played.is_interrupted:
            return telling.interrupted_text(self.extent, headline)
        return headline

    @property
    def extent(self) -> str:
        """How many games were played, in words."""
        games = sum(tally.n for tally in self.tallies)
        return telling.extent_text(games, self.played.planned, self.noun)

    # ---- rows of games ----

    def arm_rows(self, **labels: Label) -> Rows:
        """Return a row of each game of one arm, from the store or from memory (``rows=True``).

        Parameters
        ----------
        **labels
            `variant`, `players` or the number of the `arm`, as many as are needed to identify it.

        Returns
        -------
        numpy.ndarray
            A structured array with one row for each game (rbcore.game_dtype), match or patience
            game.

        Raises
        ------
        ValueError
            In one sentence, if several arms match, or no rows were kept.
        """
        return self._rows_of(_only(self._arm_labels, labels, "there are", "arms"))

    def rows(self, **labels: Label) -> Any:
        """Return a row of each game as an Arrow table, for all arms or those with these labels.

        Its columns are the flat columns of a store. Use ``.to_pandas()`` for pandas and
        ``polars.DataFrame(...)`` for polars; DuckDB reads it directly.

        Parameters
        ----------
        **labels
            `variant`, `players` or the number of the `arm`; all arms by default.

        Returns
        -------
        pyarrow.Table
            Counts are signed. `winner` is null if nobody has won, so count with `starter_wins` and
            `nobody_wins`, which are false for unfinished games.

        Raises
        ------
        ValueError
            In one sentence, if no arm has these labels, no rows were kept, or pyarrow is missing.

        Examples
        --------
        >>> import rbsim
        >>> frame = rbsim.simulate("standard", games=100, rows=True).rows().to_pandas()
        >>> frame["score_0"].shape, frame["starter_wins"].dtype
        ((100,), dtype('bool'))
        """
        pa = need("pyarrow", "parquet")
        from rbsim.study.store import most_seats, rows_table

        arms = self.study.arms
        numbers = [i for i, its in enumerate(self._arm_labels) if labels.items() <= its.items()]
        if not numbers:
            _only(self._arm_labels, labels, "there are", "arms")
        seats = most_seats(arms[number] for number in numbers)
        tables = [rows_table(arms[number], self._rows_of(number), seats) for number in numbers]
        return pa.concat_tables(tables).unify_dictionaries()

    @property
    def _arm_labels(self) -> list[dict[str, Label]]:
        return [
            {"variant": arm.variant, "players": arm.player_text, "arm": i}
            for i, arm in enumerate(self.study.arms)
        ]

    def _rows_of(self, number: int) -> Rows:
        """Return the rows of an arm; ValueError if none were kept."""
        if number in self.played.rows:
            return np.concatenate(self.played.rows[number])
        if self.store is None:
            raise ValueError("no rows were kept; give rows=True, or a store")
        from rbsim.study.store import Store

        part = next(p for p, numbers in enumerate(self.study.numbers) if number in numbers)
        kept, games = Store(self.store, self.study.arms, reads=True), range(self.tallies[part].n)
        return kept.read(number, games, kept.files(number, games))

    @property
    def games(self) -> Rows:
        """A row of each game, if there is one arm; otherwise use `arm_rows`."""
        return self.arm_rows()

    # ---- other levels, more games ----

    def at(self, level: float) -> Result:
        """Return the same result with its intervals at another level."""
        return replace(self, level=level)

    def __add__(self, other: Result) -> Result:
        """Return the result of all games: of one study over different games, or of two ladders.

        Ladders that share a player and have the same deals become one ladder with all duels.

        Raises
        ------
        ValueError
            In one sentence, if games overlap, the studies differ, or games were played with
            `until`.
        """
        return add_up((self, other)) if isinstance(other, Result) else NotImplemented

    def __radd__(self, other: object) -> Result:
        return self if other == 0 else NotImplemented  # for `sum`

    # ---- output ----

    def to_dict(self) -> dict[str, list[Label]]:
        """Return the table as plain columns, with None where there is no number.

        Columns are `variant`, `players`, the axes of the study, `quantity`, `estimate`, `low`,
        `high`, `level`, `standard_error`, `method`, `p`, `p_adjusted`, `n`, `undecided_low` and
        `undecided_high`; a row is a figure.
        """
        rows = [figure.row for figure in self.figures]
        axes = dict.fromkeys(name for row in rows for name in row if name not in (*FIRST, *COLUMNS))
        return {name: [row.get(name) for row in rows] for name in (*FIRST, *axes, *COLUMNS)}

    def to_arrow(self) -> Any:
        """Return the table as a pyarrow.Table.

        Returns
        -------
        pyarrow.Table
            Each row is a figure; the schema metadata say under `rbsim` what was played.

        Raises
        ------
        ValueError
            If pyarrow is missing.
        """
        pa = need("pyarrow", "parquet")
        types = dict.fromkeys(COLUMNS, pa.float64()) | dict.fromkeys(TEXTS, pa.string())
        types["n"] = pa.int64()
        arrays = {
            name: pa.array(column, types.get(name)) for name, column in self.to_dict().items()
        }
        metadata = {key: value for key, value in self.to_document().items() if key != "results"}
        return pa.table(arrays).replace_schema_metadata({b"rbsim": json.dumps(metadata).encode()})

    def to_pandas(self) -> Any:
        """Return the table as a pandas.DataFrame.

        Returns
        -------
        pandas.DataFrame
            Each row is a figure.

        Raises
        ------
        ValueError
            If pandas is missing.
        """
        pandas, table = need("pandas", "pandas"), self.to_arrow()
        frame = table.to_pandas()
        for name, column in zip(table.column_names, table.columns, strict=True):
            if pandas.api.types.is_float_dtype(frame[name]) and str(column.type) == "int64":
                # An axis of whole numbers for which some figures have no value.
                frame[name] = column.to_pandas(types_mapper=lambda _: pandas.Int64Dtype())
        return frame

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        """Return the table through Arrow's stream interface, for polars, pandas and DuckDB."""
        return self.to_arrow().__arrow_c_stream__(requested_schema)

    @property
    def provenance(self) -> dict[str, Any]:
        """Everything needed to play the games again, and the versions that played them."""
        record: dict[str, Any] = _plain(self.study.record)
        if len(self.spans) > 1:
            record["runs"] = [span.record for span in self.spans]
        return record

    @checked
    def to_document(self, command: Sequence[str] | None = None) -> dict[str, Any]:
        """Return the object that `--json` prints: schema, command, provenance, results."""
        columns = self.to_dict()
        rows = [dict(zip(columns, row, strict=True)) for row in zip(*columns.values(), strict=True)]
        ended = [
            {"games": tally.n, "reached": watch.reached, "looks": watch.looks}
            for tally, watch in zip(self.tallies, self.played.watches, strict=True)
            if watch.until is not None
        ]
        origin = self.provenance | ({"ended": ended} if ended else {})
        origin |= {"seconds": self.played.seconds or None, **self.played.machine}
        return document(rows, origin, command)

    @checked
    def save(
        self, file: str | Path, *, force: bool = False, command: Sequence[str] | None = None
    ) -> None:
        """Write the table to a file, in the format of its ending.

        A `.json` file also has the exact sums, so `rbsim.load` restores the whole result and
        results can be added up. It takes a few kB, whatever the number of games.

        Parameters
        ----------
        file : path
            Ends in ``.json``, ``.csv`` or ``.parquet``.
        force : bool
            Replace an existing file.
        command : list of str, optional
            A command line to keep in the file.

        Raises
        ------
        ValueError
            In one sentence, for another ending, an existing file, or if pyarrow is missing.
        """
        path = user_path(file)
        check_target(path, force, *SUFFIXES)
        if path.suffix == ".parquet":
            need("pyarrow", "parquet")
            import pyarrow as pa
            import pyarrow.parquet as pq

            sink = pa.BufferOutputStream()
            pq.write_table(self.to_arrow(), sink, write_page_checksum=True)
            content = sink.getvalue().to_pybytes()
        elif path.suffix == ".csv":
            table = self.to_dict()
            content = csv_text([table, *zip(*table.values(), strict=True)]).encode()
        else:
            known = [watch.figure and watch.figure.record for watch in self.played.watches]
            parts = [tally.record for tally in self.tallies]
            sums = {"level": self.level, "parts": parts, "known": known}
            content = sealed(self.to_document(command) | {"sums": sums})
        write_whole(path, content)

    @checked
    def report(self, full: bool = False) -> Report:
        """Return the headline and the tables that a terminal or a notebook shows.

        Parameters
        ----------
        full : bool
            Whether to return all tables, or only those that answer the study's question.

        Returns
        -------
        Report
            It prints as text, and has the methods `markdown`, `latex` and `html`.
        """
        layouts = [layout for layout in self.kind.layouts(self) if full or layout.brief]
        tables = tuple(table for layout in layouts if (table := pivot(layout, self.figures)).rows)
        asked, missing = self.goal
        if self.played.time is not None:
            asked = f"{telling.timed_text(self.played.time, self.study.count, self.noun)} {asked}"
        return Report(
            self.headline, tables, (missing or self.plan, self.what), full, asked.rstrip()
        )

    @property
    def what(self) -> str:
        """A line on what was played, by which versions, at which level."""
        watched = [watch.figure for watch in self.played.watches]
        return telling.partial_text(self.study.shards) + telling.played_text(
            self.study.arms,
            self.spans,
            [tally.n for tally in self.tallies],
            self.noun,
            self.level,
            [figure.level for figure in watched if figure is not None],
        )

    @property
    def origin(self) -> str:
        """The line `what`, with the speed if the games were just played."""
        by_arm, played = dict[int, int](), self.played
        for tally, numbers in zip(self.tallies, self.study.numbers, strict=True):
            by_arm |= {number: max(tally.n, by_arm.get(number, 0)) for number in numbers}
        games = sum(by_arm.values())
        return self.what + telling.speed_text(
            games, played.seconds, played.machine, played.threads, played.read
        )

    @property
    def panel(self) -> Panel:
        """The figures and facts that pictures show."""
        from rbsim.show.plot import Panel

        arms, seen = self.study.arms, self.tallies[0].seen
        return Panel(
            figures=self.figures,
            answer={n: v for n, v in self.answer_labels.items() if n not in self.kind.spread},
            axes=self.study.settings.axes,
            seats={arm.variant: arm.rules.seats for arm in arms},
            players=[arm.player_text for arm in arms],
            level=self.level,
            histograms={name: seen[0, name] for _, name in seen} if len(arms) == 1 else {},
        )

    @property
    def article(self) -> Article:
        """The contents of a page about this result."""
        from rbsim.show.page import Article

        asked, missing = self.goal
        known = {figure.quantity for figure in self.figures if math.isfinite(figure.estimate)}
        wanted = dict.fromkeys((self.asked, str(self.kind.answer["quantity"]), *COUNTED))
        return Article(
            heading=self.kind.heading,
            headline=self.headline,
            sentences=[*filter(None, (asked, self.what, missing))],
            panel=self.panel,
            quantities=[quantity for quantity in wanted if quantity in known],
            tables=[pivot(layout, self.figures) for layout in self.kind.layouts(self)],
            unfinished=telling.unfinished_text(self.tallies, self.study.numbers),
            provenance=self.provenance,
        )

    def plot(self, quantity: str | None = None, *, ax: Axes | None = None) -> Axes:
        """Draw a quantity, by default the study's answer, on axes of matplotlib.

        Parameters
        ----------
        quantity : str, optional
            As in the table; by default the one that answers the study's question.
        ax : matplotlib.axes.Axes, optional
            Draw on these axes, in their style.

        Returns
        -------
        matplotlib.axes.Axes
            The axes; ``.figure.savefig("FILE")`` writes them as SVG, PNG or PDF.

        Raises
        ------
        ValueError
            In one sentence, if this result lacks the quantity or matplotlib is missing.
        """
        need("matplotlib", "report")
        if ax is not None and not hasattr(ax, "get_figure"):
            raise TypeError(f"ax={shown(ax)} is not matplotlib axes")
        from rbsim.show.plot import draw

        return draw(self.panel, self.asked if quantity is None else key_of(quantity), ax)

    @checked
    def save_picture(
        self, file: str | Path, quantity: str | None = None, *, force: bool = False
    ) -> None:
        """Write the picture of a quantity, as `plot` draws it, to a file.

        Parameters
        ----------
        file : path
            Ends in ``.svg``, ``.png`` or ``.pdf``. The same result gives the same bytes.
        quantity : str, optional
            As in `plot`.
        force : bool
            Replace an existing file.

        Raises
        ------
        ValueError
            In one sentence, as in `plot`, and for another ending or an existing file.
        """
        path = user_path(file)
        check_target(path, force, *PICTURES)
        need("matplotlib", "report")
        from rbsim.show.plot import picture

        write_whole(
            path,
            picture(self.panel, self.asked if quantity is None else key_of(quantity), path.suffix),
        )

    def __eq__(self, other: object) -> bool:
        """Return whether another result has the same provenance and figures."""
        if not isinstance(other, Result):
            return NotImplemented
        return self.provenance == other.provenance and self.to_dict() == other.to_dict()

    def __getstate__(self) -> dict[str, Any]:
        """Return the state without speed and caches, so that equal results give equal bytes."""
        return {
            **{known.name: getattr(self, known.name) for known in fields(self)},
            "study": replace(self.study),  # without cached properties
            "spans": tuple(self.spans),
            "played": replace(self.played, seconds=0.0, machine={}, threads="", read=0, time=None),
        }

    def __hash__(self) -> int:
        return object.__hash__(self)  # as keys, results are compared by identity

    def __repr__(self) -> str:
        return f"<{self.kind.heading}: {self.headline}>"

    def __str__(self) -> str:
        return str(self.report())

    def _repr_markdown_(self) -> str:
        return self.report().markdown()

    def _repr_latex_(self) -> str:
        return self.report().latex()

    def _repr_html_(self) -> str:
        html = self.report().html()
        try:
            need("matplotlib", "report")
            from rbsim.show.plot import notebook_image

            return html + notebook_image(self.panel, self.asked)
        except ValueError:  # matplotlib is missing, or nothing can be drawn
            return html


def _only(
    each: Sequence[Mapping[str, Label]], labels: Mapping[str, Label], owner: str, noun: str
) -> int:
    """Return the index of the only entry with these labels; ValueError names what distinguishes."""
    for name, label in labels.items():
        if not isinstance(label, str | int | float | None):
            raise ValueError(f"{name}={shown(label)} is not a label; give text or a number")
    matching = [i for i, entry in enumerate(each) if labels.items() <= entry.items()]
    if len(matching) == 1:
        return matching[0]
    some = [each[i] for i in matching] or each
    values = {key: list(dict.fromkeys(entry.get(key) for entry in some)) for key in each[0]}
    apart = " and ".join(
        f"{key}={' or '.join(map(repr, several[:8]))}{' or ...' if len(several) > 8 else ''}"
        for key, several in values.items()
        if len(several) > 1 or key in labels
    )
    if matching:
        raise ValueError(f"{owner} {len(matching)} {noun} here; choose one with {apart}")
    wanted = ", ".join(f"{key}={shown(value)}" for key, value in labels.items())
    raise ValueError(f"{owner} no {noun} with {wanted}; choose with {apart or 'no label'}")


def add_up(results: Iterable[Result]) -> Result:
    """Return the result of the games of all results, holding two results in memory at a time.

    Raises ValueError, in one sentence, like the addition of two results.
    """
    each = iter(results)
    total, other = _add_alike(next(each), each)
    while other is not None:
        joined = total.kind.join(total, other) if total.kind is other.kind else None
        if joined is None:
            raise ValueError("only runs of the same study, rules, players and limits can be added")
        total, other = _add_alike(joined, each)
    return total


def _add_alike(first: Result, others: Iterator[Result]) -> tuple[Result, Result | None]:
    """Add up runs of one study; return their sum, and the next result that is not such a run."""
    spans, shards, tallies = Spans(first.spans), joined_shards(first.study.shards), first.tallies
    wanted, other = None, None
    for other in others:
        if wanted is None:
            wanted = _addable(first.study)
        if _addable(other.study) != wanted:
            break
        for span in other.spans:
            spans.add(span)
        shards = joined_shards((*shards, *other.study.shards))
        tallies = [a + b for a, b in zip(tallies, other.tallies, strict=True)]
    else:
        other = None
    every = list(spans)
    if tallies is first.tallies:
        return first, other
    plan = {key: value for key, value in first.study.plan.items() if key != "shard"}
    study = replace(first.study.over(every[0]), shards=shards, plan=plan)
    played = Played(tallies, first.played.watches)
    return Result(first.kind, study, played, first.level, None, every), other


def _addable(study: Study) -> list[Any]:
    """Return what runs must share to be added; ValueError if they cannot be added."""
    if study.until is not None:
        raise ValueError("games played with until (--until) cannot be added to others")
    arms = [{**vars(arm), "seed": 0, "first": 0, "count": 1} for arm in study.arms]
    # The same games give the same sums, whatever quantity was asked for.
    settings = {**_plain(study.settings.record), "answer": None}
    return [study.kind, study.numbers, arms, settings]


def _plain(value: object) -> Any:
    return json.loads(json.dumps(value))


def document(
    results: Sequence[Mapping[str, Any]],
    provenance: Mapping[str, Any],
    command: Sequence[str] | None = None,
) -> dict[str, Any]:
    """Return the object that `--json` prints."""
    return {
        "schema": SCHEMA,
        "command": None if command is None else list(command),
        "provenance": dict(provenance),
        "results": list(results),
    }


def json_text(document_made: Mapping[str, Any]) -> str:
    """Return a document as JSON."""
    return json.dumps(document_made, indent=2, ensure_ascii=False, allow_nan=False)
