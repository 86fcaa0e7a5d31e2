"""`rbsim bench`: the signature of games, and their speed on this machine and on another."""

import json
import re
import statistics
import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

import typer

import rbcore
from rbcore.cards.processor import FLAGS
from rbcore.cards.ranges import count_text
from rbsim.arms.arm import machine, versions
from rbsim.arms.cores import all_cores, thread_count
from rbsim.bench import (
    ALIKE,
    EXPECTED,
    FASTEST,
    Estimate,
    Speed,
    figure_rows,
    machine_figure,
    measure,
    median_interval,
    overall_signature,
    ratio,
    settle,
    timed,
)
from rbsim.cli import console
from rbsim.files import read_plain, refusing
from rbsim.result import SCHEMA
from rbsim.show.progress import bar
from rbsim.show.tables import Cell, Report, Table

SECONDS: Final = 40.0
FIGURE_SECONDS: Final = 600.0
MIN_SECONDS: Final = 0.3
MAX_SECONDS: Final = 86_400
IDLE: Final = 0.98  # least share of the time that threads of an idle machine run
INTERVAL: Final = ("low", "high")

Record = dict[str, Any]


def bench(
    *,
    seconds: float | None = None,
    threads: int | None = None,
    only: str | None = None,
    figure: bool = False,
    compare: Path | None = None,
    as_json: bool = False,
    quiet: bool = False,
) -> None:
    """Check that this machine plays the same games as every other machine, and time them.

    seconds: Approximate duration of the timings, 40 seconds unless given; with --figure the longest
      duration, 600 seconds unless given.
    only PATTERN: Time only the rows of the table whose names match a regular expression, such as
      'standard, greedy'.
    figure: Measure the figure of this machine, which others can compare with theirs: time the rows
      that it is made of, on one thread, until their fastest rounds agree.
    compare FILE: Repeat the timings that --json saved in this file on another machine, and compare
      the speeds.
    """
    if seconds is None:
        seconds = FIGURE_SECONDS if figure else SECONDS
    if not MIN_SECONDS <= seconds <= MAX_SECONDS:
        raise ValueError(
            f"seconds={seconds} is out of range; it runs from {MIN_SECONDS} to {MAX_SECONDS}"
        )
    if figure and (only is not None or threads not in (None, 1)):
        raise ValueError(
            "--figure times the same rows on every machine, on one thread; leave out --only and "
            "--threads"
        )
    speeds = figure_rows(timed(1)) if figure else _picked(timed(thread_count(threads)), only)
    there: list[Speed] = []
    if compare is not None:
        there = read_speeds(compare)
        names = {speed.name for speed in there}
        speeds = [speed for speed in speeds if speed.name in names]
        if not speeds:
            raise ValueError(f"{compare} has none of the rows that this command times")
    signature = overall_signature()
    rows = speeds
    with bar("bench", quiet) as told:
        if figure:
            settle(rows, seconds, told)
        else:
            rows = measure(speeds, seconds, told)
    left_out = [speed.name for speed in speeds[len(rows) :]]
    ratios = compared(rows, there)
    if as_json:
        run = {**described_machine(), "working": working(rows), "left_out": left_out}
        signed = {"kind": "signature", "found": signature, "expected": EXPECTED, **run}
        overall = machine_figure(rows)
        console.print_list(
            [
                signed,
                *({"kind": "speed", **asdict(speed), **_rates(speed)} for speed in rows),
                *([] if overall is None else [{"kind": "figure", **_figure(overall, rows)}]),
                *({"kind": "ratio", "row": name, **of._asdict()} for name, of in ratios.items()),
            ],
            (),
            as_json=True,
        )
    else:
        apart = [speed.name for speed in rows if not (figure or speed.agrees)]
        warnings = _warnings(rows, left_out, apart)
        console.print_report(_report(signature, rows, there, ratios, warnings))
    if signature != EXPECTED:
        raise typer.Exit(1)


def _picked(speeds: Sequence[Speed], only: str | None) -> list[Speed]:
    """Return the rows whose names match a pattern."""
    try:
        picked = [speed for speed in speeds if re.search(only or "", speed.name)]
    except re.error as error:
        raise ValueError(f"only={only} is not a regular expression: {error}") from None
    if not picked:
        raise ValueError(f"only={only} matches no row; an example of a name is {speeds[0].name!r}")
    return picked


def read_speeds(path: Path) -> list[Speed]:
    """Return the rows of a file that `rbsim bench --json` wrote; ValueError of other games."""
    content = read_plain(path)
    with refusing(path):
        document = json.loads(content)
        if not isinstance(document, dict) or document.get("schema") != SCHEMA:
            raise ValueError(f"it is not the output of `rbsim bench --json`, schema {SCHEMA}")
        signed, *records = document["results"]
        if signed.get("kind") != "signature":
            raise ValueError("it is not the output of `rbsim bench --json`")
        speeds = [
            Speed(**{name: record[name] for name in Speed.__dataclass_fields__})
            for record in records
            if record["kind"] == "speed"
        ]
        if not all(speed.rates for speed in speeds):
            raise ValueError("it has rows without times")
    if signed["found"] != EXPECTED:
        raise ValueError(
            f"{path} has games of signature {signed['found']}, but this version's have {EXPECTED}; "
            "speeds of different games cannot be compared"
        )
    return speeds


def compared(here: Sequence[Speed], there: Sequence[Speed]) -> dict[str, Estimate]:
    """Return how many times as fast each row is here as there, for rows of the same games."""
    others = {(speed.name, speed.games): speed for speed in there}
    return {
        speed.name: ratio(speed.rates, others[speed.name, speed.games].rates)
        for speed in here
        if (speed.name, speed.games) in others
    }


def working(rows: Sequence[Speed]) -> float:
    """Return the share of the time that threads ran on a processor, in the median round."""
    return statistics.median(share for speed in rows for share in speed.working)


def described_machine() -> dict[str, Any]:
    """Return what speeds depend on: processor, cores, compiler and its flags, commit and date."""
    return {
        **machine(),
        "family": _family(),
        "cores": all_cores(),
        "flags": FLAGS,
        "commit": _commit(),
        "date": datetime.now(UTC).isoformat(timespec="seconds"),
    }


def _family() -> str | None:
    """Return the processor's maker, family, model and stepping, if Linux reports them."""
    path = Path("/proc/cpuinfo")
    text = path.read_text(errors="replace") if path.is_file() else ""
    entries = dict(re.findall(r"^(.*\S)\s*:\s*(.*\S)", text.partition("\n\n")[0], re.MULTILINE))
    keys = ("vendor_id", "cpu family", "model", "stepping", "CPU implementer", "CPU part")
    return ", ".join(f"{key} {entries[key]}" for key in keys if key in entries) or None


def _commit() -> str | None:
    """Return the commit of the checkout that this runs from, with `+` if files have changed."""
    folder = Path(rbcore.__file__).parents[2]
    if not (folder / ".git").exists():
        return None
    command = ["git", "-C", str(folder), "describe", "--always", "--dirty=+", "--exclude=*"]
    try:
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()
    except (OSError, subprocess.CalledProcessError):  # no git, or somebody else's checkout
        return None


def _rates(speed: Speed) -> dict[str, float | bool]:
    rate = median_interval(speed.rates)
    return {
        "games_per_second": rate.estimate,
        **dict(zip(INTERVAL, rate[1:], strict=True)),
        "moves_per_second": rate.estimate * speed.moves / speed.games,
        "agrees": speed.agrees,
    }


def _figure(overall: Estimate, rows: Sequence[Speed]) -> Record:
    return {**overall._asdict(), "agrees": all(speed.is_settled for speed in figure_rows(rows))}


def _report(
    signature: str,
    rows: Sequence[Speed],
    there: Sequence[Speed],
    ratios: Mapping[str, Estimate],
    warnings: Sequence[str],
) -> Report:
    verdict = f"Signature {signature}: these are the games that every machine plays."
    if signature != EXPECTED:
        verdict = f"Signature {signature}, not {EXPECTED}: these are not this version's games."
    head = "played", "threads", "games/s", *INTERVAL, "spread", "fastest"
    cells: list[tuple[Cell, ...]] = []
    for speed in rows:
        rates = map(round, median_interval(speed.rates))
        spread = (max(speed.rates) - min(speed.rates)) / statistics.median(speed.rates)
        fastest = round(statistics.median(speed.fastest))
        played = f"{speed.variant}, {speed.player}"
        cells.append((played, speed.threads, *rates, f"{spread:.1%}", fastest))
    tables = [Table("", head, tuple(cells))]
    if ratios:
        quotients = tuple((name, *(f"{value:.3f}" for value in of)) for name, of in ratios.items())
        ratio_head = ("played", "ratio", *INTERVAL)
        tables.append(Table("Speed relative to the file", ratio_head, quotients))
    of, releases = described_machine(), versions()
    notes = [
        "Wall-clock time: the median of all rounds, its 95% interval, the difference between the "
        f"fastest and the slowest round, and the median of the {FASTEST} fastest rounds. The rows "
        "are timed in turn.",
        *_figure_notes(rows, there),
        *warnings,
        f"{of['processor']} ({of['family']}), {count_text(of['cores'], 'cores')}; {of['system']}",
        f"{of['build']} build by {of['compiler']} with {of['flags']}",
        f"version {releases['version']}, commit {of['commit']}, Python {releases['python']}, "
        f"NumPy {releases['numpy']}; {of['date']}",
    ]
    return Report(verdict, tuple(tables), tuple(notes))


def _figure_notes(here: Sequence[Speed], there: Sequence[Speed]) -> list[str]:
    """Return the overall figure of this machine, and that of the file."""
    notes = []
    for place, rows in (("this machine", here), ("the other machine", there)):
        if rows and (figure := machine_figure(rows)) is not None:
            estimate, low, high = figure
            notes.append(
                f"Figure of {place}: {estimate:,.0f} games a second ({low:,.0f} to {high:,.0f} in "
                f"the {FASTEST} fastest rounds), the geometric mean over players of the standard "
                "game on one thread."
            )
            if apart := [speed.player for speed in figure_rows(rows) if not speed.is_settled]:
                notes.append(
                    f"Do not cite this figure: the fastest rounds of {', '.join(apart)} differ by "
                    f"more than {1 - ALIKE:.0%}. `rbsim bench --figure` goes on until they agree."
                )
    return notes


def _warnings(rows: Sequence[Speed], left_out: Sequence[str], apart: Sequence[str]) -> list[str]:
    """Return what makes the figures of this run less reliable.

    `left_out` and `apart` name rows without time, and rows whose rounds disagree.
    """
    notes = []
    if left_out:
        notes.append(
            f"{count_text(len(left_out), 'rows')} could not be timed in so few --seconds: "
            + "; ".join(left_out)
        )
    if apart:
        notes.append(
            f"Rounds disagree: {'; '.join(apart)}. Do not cite these medians. Time them again on a "
            "quiet machine."
        )
    if (share := working(rows)) < IDLE:
        notes.append(
            f"Threads ran for only {share:.0%} of the time: other programs ran beside them, or "
            "there are more threads than cores. These speeds are too low."
        )
    return notes
