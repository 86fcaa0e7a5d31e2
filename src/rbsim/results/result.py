"""Result: what all studies' results have: figures as tables and files, a headline, sections."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import replace
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self, overload

from rbcore.cards.ranges import count_text, known_names, shown
from rbsim.optional import need
from rbsim.pipeline.stopping import Stopped
from rbsim.pipeline.study import Study, Tally
from rbsim.pipeline.sums_record import digest, sums_record
from rbsim.rendering.section import Plot, Section, intervals_of
from rbsim.rendering.text_tables import Report
from rbsim.results.document import Document, arrow_table, columns_of, document, rows_of, write
from rbsim.results.game_figures import Arm
from rbsim.results.merging import joined_parts, joined_study, parts_provenance
from rbsim.results.played import origin_text
from rbsim.running.batch import Batch
from rbsim.running.row_kinds import GAMES
from rbsim.stats.figure import Figure, Label
from rbsim.stats.level import LEVEL, check_level
from rbsim.stats.quantity import key_of
from rbsim.sums.histograms import Rows
from rbsim.sums.joint_outcomes import Pairs

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from rbsim.rendering.svg import Picture


class StudyResult(ABC):
    """A result of games that were played: figures, a headline, and sections that show them."""

    def __init__(self, study: Study, tally: Tally, level: float = LEVEL) -> None:
        self.study = study  # the arms; of merged results, with all their games
        self.tally = tally  # exact sums of all games
        self.level = check_level(level)  # of all intervals
        self.parts: tuple[Study, ...] = (study,)  # that were played: several if they were merged
        self.record: Mapping[str, Any] = {}  # the manifest or document that it was read from
        self._rows: Sequence[Rows] = ()

    # What a kind writes.

    @abstractmethod
    def _figures(self) -> Iterator[Figure]:
        """Yield the figures in the order of the table."""

    @property
    @abstractmethod
    def headline(self) -> str:
        """The answer in a sentence, with its figures and their intervals."""

    @abstractmethod
    def sections(self) -> Iterator[Section]:
        """Yield what is shown; the brief ones first."""

    @property
    def answer(self) -> Figure | None:
        """The figure that answers what the study asks; None where every run has its own."""
        return None

    @property
    def compared(self) -> str:
        """What is compared with what, and on which deals."""
        arms = self.study.arms
        if len(arms) == 1:
            return "Nothing is compared: there is one variant and one set of players."
        words = ["Nothing is tested: arms stand side by side, each with its own interval."]
        if arms[0].row_kind is GAMES and len({arm.rules for arm in arms}) > 1:
            words.append("Whether two variants differ is a question for rbsim compare.")
        several = len({arm.player_text for arm in arms}) > 1
        if arms[0].row_kind is GAMES and several and any(arm.rules.seats == 2 for arm in arms):
            words.append("Which of two players is better is a question for rbsim ladder.")
        return " ".join(words)

    @property
    def arm_names(self) -> list[str]:
        """A name for each arm."""
        return [f"{arm.variant}, {arm.player_text}" for arm in self.study.arms]

    # What follows for all.

    @property
    def batch(self) -> Batch:
        """The first arm, or the only one."""
        return self.study.arms[0]

    @property
    def pairs(self) -> Pairs:
        """The joint outcomes of all arms. Raises ValueError if the study is not paired."""
        return self.tally.joined

    @cached_property
    def _each_arm(self) -> list[Arm]:
        """The games of each arm by itself, of a study of games."""
        named = enumerate(zip(self.arm_names, self.study.arms, strict=True))
        return [Arm(name, batch, self.tally.arms[i], self.level) for i, (name, batch) in named]

    @property
    def seconds(self) -> float:
        """Wall time of playing; 0 if some had been played before."""
        return self.tally.seconds

    @property
    def stopped(self) -> Stopped | None:
        """How playing for a goal ended, if there was one; of several, the first."""
        return self.tally.stopped[0] if self.tally.stopped else None

    @cached_property
    def figures(self) -> tuple[Figure, ...]:
        """All figures, the rows of the table."""
        return tuple(
            figure if figure.again is not None else replace(figure, again=partial(self._at, i))
            for i, figure in enumerate(self._figures())
        )

    def _at(self, index: int, level: float) -> tuple[float, float]:
        return self.at(level).figures[index].interval

    def figure(self, quantity: str, **labels: Label) -> Figure:
        """Return the figure of a quantity with these labels, of several the first.

        Parameters
        ----------
        quantity : str
            As in the table, `turns` or `starter_wins`; `-` does for `_`.
        **labels
            Variant, players or axes, as in the table.

        Returns
        -------
        Figure
            The figure, with its interval.

        Raises
        ------
        ValueError
            In one sentence, which names the nearest quantity, if there is no such figure; and if
        several runs side by side have one and the labels do not say whose is meant.
        """
        figures = self._all_of(quantity)
        found = [one for one in figures if labels.items() <= one.labels.items()]
        if found and (len(found) == 1 or not self._is_several):
            return found[0]
        name, among = figures[0].quantity, found or figures
        values = {key: [one.labels.get(key) for one in among] for key in among[0].labels}
        said = " and ".join(
            f"{key}={' or '.join(map(repr, dict.fromkeys(each)))}"
            for key, each in values.items()
            if len(set(each)) > 1 or key in labels
        )
        if found:
            raise ValueError(f"{name} has {len(found)} figures here; say which, by {said}")
        wanted = ", ".join(f"{key}={shown(value)}" for key, value in labels.items())
        raise ValueError(f"{name} has no figure with {wanted}; there is {said or 'no such label'}")

    @property
    def _is_several(self) -> bool:
        """Whether runs stand side by side of which none comes first."""
        return False

    def _all_of(self, quantity: str) -> list[Figure]:
        """Return the figures of a quantity. Raises ValueError if there is none."""
        name = key_of(str(quantity))
        figures = [figure for figure in self.figures if figure.quantity == name]
        if figures:
            return figures
        known = known_names(name, dict.fromkeys(figure.quantity for figure in self.figures))
        raise ValueError(f"{shown(quantity)} is not a figure of this result; {known}")

    def at(self, level: float) -> Self:
        """Return the same result with all its intervals at another level, as 0.99."""
        made = type(self)(self.study, self.tally, check_level(level))
        made.parts, made.record, made._rows = self.parts, self.record, self._rows
        return made

    def keep_rows(self, rows: Sequence[Rows]) -> None:
        """Keep the rows of each arm."""
        self._rows = rows

    @property
    def provenance(self) -> dict[str, Any]:
        """All that is needed to play the games again, and the versions that played them."""
        return parts_provenance(self.parts)

    @property
    def sums(self) -> dict[str, Any]:
        """The exact sums of all games as plain values, which files keep."""
        return sums_record(self.tally)

    def __add__(self, other: Self) -> Self:
        """Return the result of the games of both: the same study over other games.

        Raises ValueError for games that overlap, another study, and games until a goal.
        """
        if type(other) is not type(self):
            return NotImplemented
        parts = joined_parts(self.parts, other.parts)
        tally = deepcopy(self.tally)
        tally.merge(deepcopy(other.tally))
        made = type(self)(joined_study(parts), tally, self.level)
        made.parts = parts
        return made

    def __radd__(self, other: object) -> Self:
        """Return the result itself, so that `sum` adds results up."""
        return self if other == 0 else NotImplemented

    def to_dict(self) -> dict[str, list[Label]]:
        """Return the table as plain columns; None where there is no number.

        Columns are `variant`, `players`, the axes of the study, `quantity`, `estimate`, `low`,
        `high`, `level`, `standard_error`, `method`, `p`, `p_adjusted`, `n`, `undecided_low` and
        `undecided_high`; a row is a figure.
        """
        return columns_of(self.figures)

    def to_arrow(self) -> Any:
        """Return the table as a pyarrow.Table. Raises ValueError without pyarrow."""
        return arrow_table(self.to_dict(), self.to_document())

    def to_pandas(self) -> Any:
        """Return the table as a pandas.DataFrame. Raises ValueError without pandas."""
        need("pandas", "pandas")
        return self.to_arrow().to_pandas()

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        """Return the table as a capsule of the Arrow stream interface, which other libraries read.

        So `polars.DataFrame(result)` and `pandas.DataFrame.from_arrow(result)` work, and DuckDB
        takes it as it is.
        """
        return self.to_arrow().__arrow_c_stream__(requested_schema)

    def to_document(self, command: Sequence[str] | None = None) -> Document:
        """Return the object that `--json` prints: schema, command, provenance, results."""
        seconds = self.seconds if self.seconds > 0 else None  # of what was read, none is known
        stopped = [one.record for one in self.tally.stopped]
        origin = {
            **parts_provenance(self.parts),
            **self.study.settings,
            **({"stopped": stopped} if stopped else {}),
            "seconds": seconds,
        }
        return document(rows_of(self.to_dict()), origin, command)

    def save(
        self, file: str | Path, *, force: bool = False, command: Sequence[str] | None = None
    ) -> None:
        """Write the table to a file of the kind that its name says.

        `rbsim.load` reads `.json` and `.parquet` back, sums and all; `.csv` has the table alone.

        Parameters
        ----------
        file : path
            Ends in ``.parquet``, ``.csv`` or ``.json``.
        force : bool
            Replace a file that exists.
        command : list of str, optional
            A command line to keep in the file.

        Raises
        ------
        ValueError
            In one sentence, for another ending, a file that exists, and without pyarrow.
        """
        kept = self.to_document(command)
        kept["sums"] = {**self.sums, "digest": digest(kept["provenance"], self.sums)}
        write(Path(file), self.to_dict(), kept, force)

    def report(self, full: bool = False) -> Report:
        """Return the headline and the tables that a terminal or a notebook shows.

        Parameters
        ----------
        full : bool
            All tables; those that answer the study's question unless given.

        Returns
        -------
        Report
            `headline`, `tables`, `notes` and `origin`, with `markdown()` and `html()`.
        """
        chosen = [section for section in self.sections() if full or section.brief]
        origin = origin_text(self.played, self.parts, self.tally, self.level)
        return Report.of_sections(self.headline, chosen, origin, is_full=full)

    @overload
    def plot(self, quantity: str | None = None, *, ax: None = None) -> Picture: ...

    @overload
    def plot(self, quantity: str | None = None, *, ax: Axes) -> Axes: ...

    def plot(self, quantity: str | None = None, *, ax: Axes | None = None) -> Picture | Axes:
        """Draw a quantity, or what answers the study's question.

        Parameters
        ----------
        quantity : str, optional
            As in the table; that of the study unless given.
        ax : matplotlib.axes.Axes, optional
            Draw on these axes, in their style, and return them.

        Returns
        -------
        Picture or matplotlib.axes.Axes
            A picture, which a notebook shows; `save` writes it as SVG, PNG or PDF.

        Raises
        ------
        ValueError
            In one sentence, for a quantity that this result lacks, and without matplotlib.
        """
        need("matplotlib", "report")
        made = self._plot(quantity)
        if ax is not None:
            from rbsim.rendering.own_axes import draw_on

            return draw_on(ax, made)
        from rbsim.rendering.plots import draw

        return draw(made)

    def _plot(self, quantity: str | None) -> Plot:
        """Return the plot of a quantity, or the first of all."""
        if quantity is None:
            return next(plot for section in self.sections() for plot in section.plots)
        return intervals_of(self._all_of(quantity))

    @property
    def played(self) -> str:
        """How many games of which variants were played, and by whom."""
        counts = sorted({sums.count for sums in self.tally.arms.values()})
        least = f"{counts[0]:,} to " if len(counts) > 1 else ""
        noun = "deals" if self.study.paired else self.study.arms[0].row_kind.noun
        each = " each" if len(self.study.arms) > 1 and not self.study.paired else ""
        names = [
            ", ".join(dict.fromkeys(getattr(arm, name) for arm in self.study.arms))
            for name in ("variant", "player_text")
        ]
        words = [least + count_text(counts[-1], noun) + each]
        words += [name for name in names if len(name) <= 40]
        return ", ".join(words)

    def __eq__(self, other: object) -> bool:
        """Return whether another result is of the same study: provenance and figures alike."""
        if not isinstance(other, StudyResult):
            return NotImplemented
        mine, its = ((type(one), one.provenance, one.to_dict()) for one in (self, other))
        return mine == its

    __hash__ = object.__hash__  # results are told apart as objects where they are keys

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {self.headline.rstrip('.')}; {self.played}>"

    def _repr_html_(self) -> str:
        return self.report().html()
