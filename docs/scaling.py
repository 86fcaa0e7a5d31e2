"""Measure how time and memory grow, and write scaling.md's table and picture.

    python docs/scaling.py [MOST]        games up to 10^7 unless given, as 1e8; an hour for that

A point is a process of its own, so that its memory is that of one call. Games and stores are in CPU
seconds, threads by the clock: these alone need a machine that has nothing else to do.
"""

from __future__ import annotations

import json
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent
sys.path += [str(FOLDER / "studies"), str(FOLDER.parent / "benchmarks")]

import pages
import stores
from matplotlib.figure import Figure as Drawing

import rbsim
from rbsim.arms.cores import all_cores

PAGE, PICTURE = FOLDER / "scaling.md", FOLDER / "scaling.svg"
BEGIN, END = "<!-- made by docs/scaling.py -->\n", "<!-- the end of what it makes -->\n"
PIECES = (10, 100, 1_000, 10_000)
CALLS = ("open", "check", "merge a store", "merge files")
THREAD_GAMES = 1_000_000
Point = dict[str, Any]


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
    begin, begin_cpu = time.perf_counter(), time.process_time()
    play(what, count, words)
    return {
        "seconds": time.perf_counter() - begin,
        "cpu": time.process_time() - begin_cpu,
        "megabytes": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,
    }


def measured(*words: object) -> Point:
    """Measure a point in a process of its own."""
    command = [sys.executable, __file__, "point", *map(str, words)]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    print(*words[:3], done.stdout.strip(), flush=True)
    result: Point = json.loads(done.stdout)
    return result


def measure(most: int) -> dict[str, dict[int, Point]]:
    """Return all points, by line and by what is counted."""
    lines: dict[str, dict[int, Point]] = {"games": {}, "threads": {}}
    count = 1_000
    while count <= most:
        lines["games"][count] = measured("games", count)
        count *= 10
    for threads in range(1, all_cores() + 1):
        lines["threads"][threads] = measured("threads", threads)
    for pieces in PIECES:
        with tempfile.TemporaryDirectory() as folder:
            stores.make(Path(folder), pieces)
            for call in CALLS:
                lines.setdefault(call, {})[pieces] = measured("pieces", pieces, call, folder)
    return lines


def table(lines: dict[str, dict[int, Point]]) -> str:
    """Return the points as a table in Markdown."""
    rows = ["| what | of | time | each | memory |", "| --- | ---: | ---: | ---: | ---: |"]
    for name, points in lines.items():
        for count, of in points.items():
            seconds, each = of["cpu"], 1e6 * of["cpu"] / count
            unit = "µs"
            if name == "threads":
                seconds, each = of["seconds"], THREAD_GAMES / of["seconds"]
                unit = "games a second"
            rows.append(
                f"| {name} | {count:,} | {seconds:,.3g} s | {float(f'{each:.3g}'):,g} {unit} | "
                f"{of['megabytes']:,.0f} MB |"
            )
    return "\n".join(rows) + "\n"


@pages.styled
def draw(lines: dict[str, dict[int, Point]]) -> None:
    """Draw time and memory by games, games a second by threads, time and memory by pieces."""
    drawing = Drawing(figsize=(700 / pages.DPI, 420 / pages.DPI), layout="constrained")
    (games, memory), (threads, pieces) = drawing.subplots(2, 2)
    counts = list(lines["games"])
    games.loglog(counts, [of["cpu"] for of in lines["games"].values()], "o-", color=pages.BLUE)
    games.set(xlabel="games", ylabel="CPU seconds")
    used = [of["megabytes"] for of in lines["games"].values()]
    memory.semilogx(counts, used, "o-", color=pages.BLUE)
    memory.set(xlabel="games", ylabel="MB", ylim=(0, None))
    rates = [THREAD_GAMES / of["seconds"] for of in lines["threads"].values()]
    threads.plot(list(lines["threads"]), rates, "o-", color=pages.BLUE)
    ideal = [rates[0] * count for count in lines["threads"]]
    threads.plot(list(lines["threads"]), ideal, "--", color=pages.MUTED)
    threads.set(xlabel="threads (dashed: as many times one)", ylabel="games a second")
    threads.set(ylim=(0, None), xticks=list(lines["threads"]))
    for call, marker in zip(CALLS, "osv^", strict=True):
        seconds = [of["cpu"] for of in lines[call].values()]
        pieces.loglog(list(lines[call]), seconds, f"{marker}-", label=call, markersize=4)
    pieces.set(xlabel="pieces of a store", ylabel="CPU seconds")
    pieces.legend(fontsize=8)
    words = "Time and memory by games, threads and pieces; the table below has the numbers."
    pages.finish(games, PICTURE, "How time and memory grow", words)


def main(most: int) -> None:
    """Measure, draw and write."""
    lines = measure(most)
    draw(lines)
    page = PAGE.read_text("utf-8")
    before, _, rest = page.partition(BEGIN)
    _, _, after = rest.partition(END)
    PAGE.write_text(f"{before}{BEGIN}\n{table(lines)}\n{END}{after}", "utf-8")


if __name__ == "__main__":
    if sys.argv[1:2] == ["point"]:
        print(json.dumps(point(sys.argv[2], int(sys.argv[3]), sys.argv[4:])))
    else:
        main(int(float(sys.argv[1])) if sys.argv[1:] else 10_000_000)
