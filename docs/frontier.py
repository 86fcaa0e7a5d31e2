"""Write the table and the picture of players.md: strength by time of the settings that were tried.

    python docs/frontier.py

frontier.tsv has a line for each setting of `nested+memory`: its Elo against that player in the
standard game, with the 95% interval, and its processor time for the same decisions, relative to
that player's. `seed` is that of the deals.
"""

from __future__ import annotations

import csv
import sys
from pathlib import Path
from typing import NamedTuple

FOLDER = Path(__file__).parent
sys.path.append(str(FOLDER / "studies"))

import pages

PAGE, PICTURE, TABLE = (FOLDER / name for name in ("players.md", "frontier.svg", "frontier.tsv"))
BEGIN, END = "<!-- made by docs/frontier.py -->\n", "<!-- the end of what it makes -->\n"


class Setting(NamedTuple):
    """A setting and its measured figures; a built-in player has its name in backquotes."""

    name: str
    deals: int
    elo: float
    low: float
    high: float
    time: float


def settings() -> list[Setting]:
    """Return the settings in the order of their time."""
    with TABLE.open(encoding="utf-8") as file:
        read = [
            Setting(
                row["setting"],
                int(row["deals"]),
                float(row["elo"]),
                float(row["low"]),
                float(row["high"]),
                float(row["time"]),
            )
            for row in csv.DictReader(file, delimiter="\t")
        ]
    return sorted(read, key=lambda setting: setting.time)


def strength(setting: Setting) -> str:
    """Return Elo with its interval as text."""
    return f"{setting.elo:+.0f} ({setting.low:+.0f} to {setting.high:+.0f})".replace("+0 ", "0 ")


def table(tried: list[Setting]) -> str:
    """Return the table in Markdown."""
    rows = [
        (setting.name, f"{setting.time:.2f}", strength(setting), f"{setting.deals:,}")
        for setting in tried
        if setting.deals
    ]
    return pages.markdown(("setting", "time", "Elo", "deals"), rows)


@pages.styled
def draw(path: Path, tried: list[Setting]) -> None:
    """Draw Elo by time, with intervals; built-in players have their names."""
    title = "Strength by time"
    note = ("Elo against nested+memory, and time relative to its own",)
    axes = pages.canvas(title, note, 240, 36, left=30, width=400)
    for setting in tried:
        is_player = setting.name.startswith("`")
        colour = pages.ORANGE if is_player else pages.BLUE
        ends = [[setting.elo - setting.low], [setting.high - setting.elo]]
        axes.errorbar([setting.time], [setting.elo], ends, fmt="o", color=colour, markersize=4)
        if is_player:
            place = setting.time, setting.elo
            is_left = 0.2 < setting.time < 1  # on the right is the name of `nested+memory`
            axes.annotate(
                setting.name.strip("`"),
                place,
                xytext=(-6 if is_left else 6, 10 if is_left else 5),
                ha="right" if is_left else "left",
                textcoords="offset points",
            )
    axes.set_xscale("log")
    axes.set_xlim(0.07, 14)  # with room for the name of the slowest
    axes.set_xticks((0.1, 0.2, 0.5, 1, 2, 4), ("0.1", "0.2", "0.5", "1", "2", "4"))
    axes.minorticks_off()
    axes.grid()
    axes.set_xlabel("time")
    words = (f"{setting.name}: {setting.time:.2f}, {strength(setting)}" for setting in tried)
    pages.finish(axes, path, title, f"{'; '.join(words)}.")


def main() -> None:
    """Draw, and write the table on the page."""
    tried = settings()
    draw(PICTURE, tried)
    before, _, rest = PAGE.read_text("utf-8").partition(BEGIN)
    _, _, after = rest.partition(END)
    PAGE.write_text(f"{before}{BEGIN}\n{table(tried)}\n{END}{after}", "utf-8")


if __name__ == "__main__":
    main()
