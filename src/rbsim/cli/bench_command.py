"""`rbsim bench`: the signature of games, how fast they are played here, and how fast elsewhere."""

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
    EXPECTED,
    ROUNDS,
    Estimate,
    Speed,
    machine_figure,
    measure,
    median_interval,
    overall_signature,
    ratio,
    timed,
)
from rbsim.cli import console
from rbsim.files import read_plain, refusing
from rbsim.result import SCHEMA
from rbsim.show.progress import bar
from rbsim.show.tables import Cell, Report, Table

SECONDS: Final = 40.0
MIN_SECONDS: Final = 0.3
MAX_SECONDS: Final = 86_400
IDLE: Final = 0.98  # share of the clock that threads of an idle machine have a processor, at least
INTERVAL: Final = ("low", "high")

Record = dict[str, Any]


def bench(
    *,
    seconds: float = SECONDS,
    threads: int | None = None,
    only: str | None = None,
    compare: Path | None = None,
    as_json: bool = False,
    quiet: bool = False,
) -> None:
    """Check that games here are those of everywhere, and time how fast they are played.

    seconds: About how long games are timed.
    only PATTERN: Time rows whose names a pattern is found in, as 'standard, greedy'.
    compare FILE: Time the rows of a file that --json wrote elsewhere, and compare.
    """
    if not MIN_SECONDS <= seconds <= MAX_SECONDS:
        raise ValueError(
            f"seconds={seconds} is out of range; it runs from {MIN_SECONDS} to {MAX_SECONDS}"
        )
    speeds = _picked(timed(thread_count(threads)), only)
    there: list[Speed] = []
    if compare is not None:
        there = read_speeds(compare)
        names = {speed.name for speed in there}
        speeds = [speed for speed in speeds if speed.name in names]
        if not speeds:
            raise ValueError(f"{compare} has none of the rows that would be timed here")
    signature = overall_signature()
    with bar("bench", quiet) as told:
        rows = measure(speeds, seconds, told)
    left_out = [speed.name for speed in speeds[len(rows) :]]
    ratios = compared(rows, there)
    if as_json:
        run = {**described_machine(), "working": working(rows), "left_out": left_out}
        signed = {"kind": "signature", "found": signature, "expected": EXPECTED, **run}
        figure = machine_figure(rows)
        console.print_list(
            [
                signed,
                *({"kind": "speed", **asdict(speed), **_rates(speed)} for speed in rows),
                *([] if figure is None else [{"kind": "figure", **figure._asdict()}]),
                *({"kind": "ratio", "row": name, **of._asdict()} for name, of in ratios.items()),
            ],
            (),
            as_json=True,
        )
    else:
        console.print_report(_report(signature, rows, left_out, there, ratios))
    if signature != EXPECTED:
        raise typer.Exit(1)


def _picked(speeds: Sequence[Speed], only: str | None) -> list[Speed]:
    """Return the rows in whose names a pattern is found."""
    try:
        picked = [speed for speed in speeds if re.search(only or "", speed.name)]
    except re.error as error:
        raise ValueError(f"only={only} is no regular expression: {error}") from None
    if not picked:
        raise ValueError(f"only={only} is in no row's name; names are as {speeds[0].name!r}")
    return picked


def read_speeds(path: Path) -> list[Speed]:
    """Return the rows of a file that `rbsim bench --json` wrote; ValueError of other games."""
    content = read_plain(path)
    with refusing(path):
        document = json.loads(content)
        if not isinstance(document, dict) or document.get("schema") != SCHEMA:
            raise ValueError(f"it is not what `rbsim bench --json` prints, of schema {SCHEMA}")
        signed, *records = document["results"]
        if signed.get("kind") != "signature":
            raise ValueError("it is not what `rbsim bench --json` prints")
        speeds = [
            Speed(**{name: record[name] for name in Speed.__dataclass_fields__})
            for record in records
            if record["kind"] == "speed"
        ]
        if not all(speed.rates for speed in speeds):
            raise ValueError("it has rows without times")
    if signed["found"] != EXPECTED:
        raise ValueError(
            f"{path} has games of signature {signed['found']}, and this version's are {EXPECTED}; "
            "speeds of other games do not compare"
        )
    return speeds


def compared(here: Sequence[Speed], there: Sequence[Speed]) -> dict[str, Estimate]:
    """Return how many times as fast each row of the same games is here as there."""
    others = {(speed.name, speed.games): speed for speed in there}
    return {
        speed.name: ratio(speed.rates, others[speed.name, speed.games].rates)
        for speed in here
        if (speed.name, speed.games) in others
    }


def working(rows: Sequence[Speed]) -> float:
    """Return the share of the clock that threads had a processor, in the median round."""
    return statistics.median(share for speed in rows for share in speed.working)


def described_machine() -> dict[str, Any]:
    """Return what figures hang on: processor, cores, compiler and its flags, commit and date."""
    return {
        **machine(),
        "family": _family(),
        "cores": all_cores(),
        "flags": FLAGS,
        "commit": _commit(),
        "date": datetime.now(UTC).isoformat(timespec="seconds"),
    }


def _family() -> str | None:
    """Return the processor's maker, family, model and stepping, as Linux says them of some."""
    path = Path("/proc/cpuinfo")
    text = path.read_text(errors="replace") if path.is_file() else ""
    entries = dict(re.findall(r"^(.*\S)\s*:\s*(.*\S)", text.partition("\n\n")[0], re.MULTILINE))
    keys = ("vendor_id", "cpu family", "model", "stepping", "CPU implementer", "CPU part")
    return ", ".join(f"{key} {entries[key]}" for key in keys if key in entries) or None


def _commit() -> str | None:
    """Return the commit of the checkout that this is run from, `+` behind one changed since."""
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


def _report(
    signature: str,
    rows: Sequence[Speed],
    left_out: Sequence[str],
    there: Sequence[Speed],
    ratios: Mapping[str, Estimate],
) -> Report:
    verdict = f"Signature {signature}: the games are those that every machine plays."
    if signature != EXPECTED:
        verdict = f"Signature {signature}, not {EXPECTED}: these are not this version's games."
    head = "played", "threads", "games/s", *INTERVAL, "spread"
    cells: list[tuple[Cell, ...]] = []
    for speed in rows:
        rates = map(round, median_interval(speed.rates))
        spread = (max(speed.rates) - min(speed.rates)) / statistics.median(speed.rates)
        cells.append((f"{speed.variant}, {speed.player}", speed.threads, *rates, f"{spread:.1%}"))
    tables = [Table("", head, tuple(cells))]
    if ratios:
        quotients = tuple((name, *(f"{value:.3f}" for value in of)) for name, of in ratios.items())
        tables.append(Table("Times as fast as there", ("played", "times", *INTERVAL), quotients))
    of, releases = described_machine(), versions()
    notes = [
        f"by the clock: the median of {ROUNDS} rounds, its 95% interval, and the spread from the "
        "slowest to the fastest; all rows take turns",
        *_figure_notes(rows, there),
        *_warnings(rows, left_out),
        f"{of['processor']} ({of['family']}), {count_text(of['cores'], 'cores')}; {of['system']}",
        f"{of['build']} build by {of['compiler']} with {of['flags']}",
        f"version {releases['version']}, commit {of['commit']}, Python {releases['python']}, "
        f"NumPy {releases['numpy']}; {of['date']}",
    ]
    return Report(verdict, tuple(tables), tuple(notes))


def _figure_notes(here: Sequence[Speed], there: Sequence[Speed]) -> list[str]:
    """Return the figure of this machine, and beside it that of a file."""
    notes = []
    for place, rows in (("this machine", here), ("the other", there)):
        if rows and (figure := machine_figure(rows)) is not None:
            estimate, low, high = figure
            notes.append(
                f"figure of {place}: {estimate:,.0f} games a second ({low:,.0f} to {high:,.0f}), "
                "the geometric mean of the players of the standard game on one thread"
            )
    return notes


def _warnings(rows: Sequence[Speed], left_out: Sequence[str]) -> list[str]:
    """Return what makes figures of this run less than they seem."""
    notes = []
    if left_out:
        notes.append(
            f"no time was left for {count_text(len(left_out), 'rows')}, which more --seconds take: "
            + "; ".join(left_out)
        )
    if apart := [speed.name for speed in rows if not speed.agrees]:
        notes.append(
            f"rounds disagree, though timed {2 * ROUNDS} times, of: {'; '.join(apart)}; do not "
            "cite these, and time them again on a quiet machine"
        )
    if (share := working(rows)) < IDLE:
        notes.append(
            f"threads had a processor for {share:.0%} of the time: other work ran beside these "
            "games, or there are more threads than cores; figures are too low"
        )
    return notes
