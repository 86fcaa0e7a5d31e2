"""Measure this machine and write every figure of speed on the pages: python docs/performance.py.

It takes ten minutes or more on a machine that has nothing else to do. It writes the report of
`rbsim bench --figure` and this machine's row of figures in performance.md, what rules cost in
studies/variants.md, how long studies take in studies.md, and the players' speed in
src/rbsim/cli/lists.py: all of one program, so that pages do not contradict each other.
"""

from __future__ import annotations

import json
import os
import re
import statistics
import subprocess
import sys
from pathlib import Path

import rbcore
from rbsim.bench import PASSES, Speed, measure, median_interval
from rbsim.cli.lists import ENTRIES

DOCS = Path(__file__).parent
BEGIN, END = "<!-- made by docs/performance.py -->\n", "<!-- the end of what it makes -->\n"
RUNS, ROW_S = 10, 3.0
FIGURES_HEAD = "| processor | build | compiler | date | figure | spread of ten runs |\n"
VARIANTS_HEAD = "| variant | uniform: ns a move | µs a game | greedy: ns a move | µs a game |\n"


def bench(*words: str, **environment: str) -> str:
    """Return what `rbsim bench --figure` prints."""
    told = subprocess.run(
        [sys.executable, "-m", "rbsim", "bench", "--figure", "--quiet", *words],
        check=True, capture_output=True, text=True,
        env={**os.environ, "COLUMNS": "100", **environment},
    )  # fmt: skip
    return told.stdout.strip()


def with_report(page: str, made: str) -> str:
    """Return the page with what was made between its marks."""
    before, _, rest = page.partition(BEGIN)
    _, _, after = rest.partition(END)
    return f"{before}{BEGIN}\n{made}\n{END}{after}"


def table_of(page: str, head: str) -> tuple[str, str, str]:
    """Return what stands before a table's rows, the rows, and the rest."""
    start = page.index(head) + len(head)
    start = page.index("\n", start) + 1
    end = page.find("\n\n", start - 1) + 1 or len(page)
    return page[:start], page[start:end], page[end:]


def figure_row(**environment: str) -> str:
    """Return a row of the table of machines, of RUNS runs of this one."""
    runs = [json.loads(bench("--json", **environment))["results"] for _ in range(RUNS)]
    signed = runs[0][0]
    figures = [run[-1]["estimate"] for run in runs]
    if not all(run[-1]["agrees"] for run in runs):
        sys.exit("the fastest rounds of a run differ; measure the figure on a quieter machine")
    spread = (max(figures) - min(figures)) / statistics.median(figures)
    cells = (
        f"{signed['processor']} ({signed['family']})",
        signed["build"],
        signed["compiler"],
        signed["date"].partition("T")[0],
        f"{statistics.median(figures):,.0f}",
        f"{spread:.1%}",
    )
    return f"| {' | '.join(cells)} |\n"


def with_figure(page: str, row: str) -> str:
    """Return the page with the row in place of one of the same processor, build and compiler."""
    before, rows, after = table_of(page, FIGURES_HEAD)
    label = row.split(" | ")[:3]
    kept = [line for line in rows.splitlines(keepends=True) if line.split(" | ")[:3] != label]
    return before + "".join([*kept, row]) + after


def measure_all(speeds: list[Speed]) -> None:
    """Time rows, all of them."""
    if len(measure(speeds, ROW_S * len(speeds))) < len(speeds):
        sys.exit("the time did not reach all rows; let ROW_S be longer")


def variants_page(page: str) -> str:
    """Return the page with the table of what rules cost, of the variants that it has."""
    before, rows, after = table_of(page, VARIANTS_HEAD)
    names = [line.split(" | ")[0].removeprefix("| ").strip("`") for line in rows.splitlines()]
    speeds = {
        (name, player): Speed(name, player, 1, 100)
        for name in names
        for player in ("uniform", "greedy")
    }
    measure_all([*speeds.values()])

    def per_game(speed: Speed) -> float:
        return 1 / median_interval(speed.rates).estimate

    def per_move(speed: Speed) -> float:
        return per_game(speed) * speed.games / speed.moves

    lines = []
    for name, line in zip(names, rows.splitlines(), strict=True):
        cells = [line.split(" | ")[0].removeprefix("| ")]
        for player in ("uniform", "greedy"):
            speed, standard = speeds[name, player], speeds["standard", player]
            times = per_move(speed) / per_move(standard)
            cells += [f"{1e9 * per_move(speed):.0f} ({times:.1f})", f"{1e6 * per_game(speed):.0f}"]
        lines.append(f"| {' | '.join(cells)} |\n")
    return before + "".join(lines) + after


def players_list(source: str) -> tuple[str, float]:
    """Return lists.py with the players' speeds, and that of `greedy`."""
    games = {player.partition("+")[0]: count for player, count in PASSES.items()}
    speeds = [
        Speed("standard", entry.name, 1, games[entry.name.partition("+")[0]]) for entry in ENTRIES
    ]
    measure_all(speeds)
    rates = {speed.player: median_interval(speed.rates).estimate for speed in speeds}
    for name, rate in rates.items():
        rounded = f"{float(f'{rate:.3g}'):_.0f}"
        entry = re.compile(rf'(Entry\(\s*"{re.escape(name)}",.*?\),\s*)[\d_]+', re.DOTALL)
        source, replaced = entry.subn(rf"\g<1>{rounded}", source, count=1)
        if not replaced:
            raise ValueError(f"lists.py has no entry of {name}")
    return source, rates["greedy"]


def studies_page(page: str, rate: float) -> str:
    """Return the page with how long games take at some games a second."""
    hours, days = 1e9 / rate / 3600, 1e11 / rate / 86_400
    page = re.sub(
        r"\| playing \|.*",
        f"| playing | {float(f'{rate:.2g}'):,.0f} games a second | {hours:.1f} hours | "
        f"{days:.0f} days |",
        page,
    )
    many = f"{hours * 12:.0f} seconds | {days * 0.08:.1f} hours"
    return re.sub(
        r"\| the same on 300 cores \|.*", f"| the same on 300 cores | computed | {many} |", page
    )


def rewrite(path: Path, text: str) -> None:
    """Write a file."""
    path.write_text(text, "utf-8")
    print(f"wrote {path}", flush=True)


def main() -> None:
    """Write all."""
    performance = DOCS / "performance.md"
    page = with_report(performance.read_text("utf-8"), f"```text\n{bench()}\n```\n")
    page = with_figure(page, figure_row())
    if rbcore.builds.BUILD == "v3":
        page = with_figure(page, figure_row(RB_BASELINE="1"))
    rewrite(performance, page)
    variants = DOCS / "studies" / "variants.md"
    rewrite(variants, variants_page(variants.read_text("utf-8")))
    lists = DOCS.parent / "src/rbsim/cli/lists.py"
    source, rate = players_list(lists.read_text("utf-8"))
    rewrite(lists, source)
    studies = DOCS / "studies.md"
    rewrite(studies, studies_page(studies.read_text("utf-8"), rate))


if __name__ == "__main__":
    main()
