"""Measure how time and memory grow, and write scaling.md's tables and picture.

    python docs/scaling.py MACHINE [MOST]     games up to 10^7 unless given, as 1e8: an hour of them
    python docs/scaling.py                    only writes the page

The points of MACHINE, a name for this one, take the place of those that it has in scaling.csv. A
point is a process of its own, so that its memory is that of one call. Games and stores are in CPU
seconds, threads by the clock: these alone need a machine that has nothing else to do, and come
first.
"""

from __future__ import annotations

import csv
import json
import math
import resource
import subprocess
import sys
import tempfile
import time
from itertools import cycle
from operator import itemgetter
from pathlib import Path

FOLDER = Path(__file__).parent
sys.path += [str(FOLDER / "studies"), str(FOLDER.parent / "benchmarks")]

import pages
import stores
from matplotlib.figure import Figure as Drawing
from matplotlib.ticker import NullFormatter

import rbsim
from rbsim.arms.cores import all_cores

PAGE, PICTURE, DATA = (FOLDER / f"scaling.{suffix}" for suffix in ("md", "svg", "csv"))
BEGIN, END = "<!-- made by docs/scaling.py -->\n", "<!-- the end of what it makes -->\n"
PIECES = (10, 100, 1_000, 10_000)
CALLS = ("open", "check", "merge a store", "merge files")
THREAD_GAMES = 1_000_000
RUNS, LONG_S = 3, 20.0  # the fastest of these counts, unless the first takes so long
FIELDS = ("seconds", "cpu", "megabytes")
Point = dict[str, float]
Lines = dict[str, dict[int, Point]]  # points by what is counted, and how many of it


def play(what: str, count: int, words: list[str]) -> None:
    """Do what a point measures."""
    if what == "games":
        rbsim.simulate(players="greedy", games=count, threads=1)
    elif what == "threads":
        rbsim.simulate(players="greedy", games=THREAD_GAMES, threads=count)
    else:
        call, folder = words
        stores.CALLS[call](Path(folder), count)


def point(what: str, count: int, words: list[str]) -> Point:
    """Measure one point in this process: `games N`, `threads N` or `pieces N CALL FOLDER`."""
    rbsim.simulate(players="greedy", games=1_000, threads=1)  # what the first call imports
    if what == "pieces":
        with tempfile.TemporaryDirectory() as folder:  # pyarrow among it
            stores.make(Path(folder), 2)
            for call in CALLS:
                play(what, 2, [call, folder])
    begin, begin_cpu = time.perf_counter(), time.process_time()
    play(what, count, words)
    return {
        "seconds": time.perf_counter() - begin,
        "cpu": time.process_time() - begin_cpu,
        "megabytes": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,
    }


def measured(*words: object) -> Point:
    """Measure a point in processes of its own, and return the fastest."""
    command = [sys.executable, __file__, "point", *map(str, words)]
    results = list[Point]()
    while len(results) < RUNS:
        done = subprocess.run(command, check=True, capture_output=True, text=True)
        print(*words[:3], done.stdout.strip(), flush=True)
        results.append(json.loads(done.stdout))
        if results[0]["seconds"] > LONG_S:
            break
    return min(results, key=itemgetter("seconds" if words[0] == "threads" else "cpu"))


def measure(most: int) -> Lines:
    """Return all points of this machine."""
    lines: Lines = {name: {} for name in ("games", "threads", *CALLS)}
    for threads in range(1, all_cores() + 1):
        lines["threads"][threads] = measured("threads", threads)
    for pieces in PIECES:
        with tempfile.TemporaryDirectory() as folder:
            stores.make(Path(folder), pieces)
            for call in CALLS:
                lines[call][pieces] = measured("pieces", pieces, call, folder)
    count = 1_000
    while count <= most:
        lines["games"][count] = measured("games", count)
        count *= 10
    return lines


def read() -> dict[str, Lines]:
    """Return what was measured, by machine."""
    machines: dict[str, Lines] = {}
    with DATA.open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            points = machines.setdefault(row["machine"], {}).setdefault(row["what"], {})
            points[int(row["of"])] = {name: float(row[name]) for name in FIELDS}
    return machines


def write(machines: dict[str, Lines]) -> None:
    """Write what was measured."""
    rows = (
        [machine, what, of, *(point[name] for name in FIELDS)]
        for machine, lines in machines.items()
        for what, points in lines.items()
        for of, point in points.items()
    )
    pages.write_csv(DATA, ("machine", "what", "of", *FIELDS), rows)


def table(machine: str, lines: Lines) -> str:
    """Return the points of a machine as a table in Markdown."""
    rows = [f"| {machine} | of | time | each | memory |", "| --- | ---: | ---: | ---: | ---: |"]
    for name, points in lines.items():
        for count, of in points.items():
            seconds, each = of["cpu"], 1e6 * of["cpu"] / count
            unit = "µs"
            if name == "threads":
                seconds, each = of["seconds"], THREAD_GAMES / of["seconds"]
                unit = "games a second"
            rows.append(
                f"| {name} | {count:,} | {float(f'{seconds:.3g}'):,g} s | "
                f"{float(f'{each:.3g}'):,g} {unit} | {of['megabytes']:,.0f} MB |"
            )
    return "\n".join(rows) + "\n"


def power(value: float, _: int) -> str:
    """Return a power of ten as the label of a tick."""
    signs = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
    return f"10{str(round(math.log10(value))).translate(signs)}"


@pages.styled
def draw(machines: dict[str, Lines]) -> None:
    """Draw time and memory by games, games a second by threads, time by pieces."""
    drawing = Drawing(figsize=(700 / pages.DPI, 460 / pages.DPI), layout="constrained")
    (games, memory), (threads, pieces) = drawing.subplots(2, 2)
    colours = cycle((pages.BLUE, pages.ORANGE))
    for machine, lines in machines.items():
        colour = next(colours)
        played, used = lines.get("games", {}), lines.get("threads", {})
        seconds = [of["cpu"] for of in played.values()]
        games.loglog(list(played), seconds, "o-", color=colour, markersize=4, label=machine)
        megabytes = [of["megabytes"] for of in played.values()]
        memory.semilogx(list(played), megabytes, "o-", color=colour, markersize=4)
        rates = [THREAD_GAMES / of["seconds"] for of in used.values()]
        threads.plot(list(used), rates, "o-", color=colour, markersize=4)
        threads.plot(list(used), [rates[0] * n for n in used], "--", color=pages.MUTED)
        threads.set(xticks=list(used))
        for call, marker in zip(CALLS, "osv^", strict=True):
            if call in lines:
                spent = [of["cpu"] for of in lines[call].values()]
                pieces.loglog(list(lines[call]), spent, f"{marker}-", label=call, markersize=4)
    games.set(xlabel="games", ylabel="CPU seconds")
    games.legend(fontsize=7)
    memory.set(xlabel="games", ylabel="MB", ylim=(0, 140))
    threads.set(xlabel="threads (dashed: as many times one)", ylabel="games a second")
    threads.set(ylim=(0, None))
    pieces.set(xlabel="pieces of a store", ylabel="CPU seconds")
    pieces.legend(fontsize=7)
    for axis in (games.xaxis, games.yaxis, memory.xaxis, pieces.xaxis, pieces.yaxis):
        axis.set_major_formatter(power)
        axis.set_minor_formatter(NullFormatter())
    threads.yaxis.set_major_formatter("{x:,.0f}")
    words = "Time and memory by games, threads and pieces; the tables below have the numbers."
    pages.finish(games, PICTURE, "How time and memory grow", words)


def main(machine: str = "", most: str = "1e7") -> None:
    """Measure, unless no machine is named; draw and write."""
    machines = read()
    if machine:
        machines[machine] = measure(int(float(most)))
        write(machines)
    draw(machines)
    page = PAGE.read_text("utf-8")
    before, _, rest = page.partition(BEGIN)
    _, _, after = rest.partition(END)
    tables = "\n".join(table(*one) for one in machines.items())
    PAGE.write_text(f"{before}{BEGIN}\n{tables}\n{END}{after}", "utf-8")


if __name__ == "__main__":
    if sys.argv[1:2] == ["point"]:
        print(json.dumps(point(sys.argv[2], int(sys.argv[3]), sys.argv[4:])))
    else:
        main(*sys.argv[1:])
