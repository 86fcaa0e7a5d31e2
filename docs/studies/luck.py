"""Luck: what decides games, by variant and strength of the players; docs/studies/luck.md.

    python docs/studies/luck.py STORES

plays the studies of docs/studies/luck.toml, each into a store of its own in the folder STORES, and
writes the page, its pictures and its data.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from atlas import publish
from entries import Entry, markdown
from skill import panels
from task import task

import rbcore
import rbsim
from rbsim.rendering.section import Cell
from rbsim.rendering.svg import BLUE, GRID, MUTED, ORANGE, Picture, canvas, finish, styled
from rbsim.studies.luck_and_skill import CAUSAL, HIDDEN, OPEN, PLAY, PLAYED, START, Luck

PLAN = Path(__file__).with_suffix(".toml")
ROW = 15  # pixels
COMMON = ", in common"  # behind a source in the data, of what both starts have in common
AS_PLAYED = ", as played"  # behind a source in the data, where the variant names the starter
PARTS = (START, OPEN, HIDDEN, PLAY)  # of a bar
COLUMNS = (START, OPEN, f"{OPEN}{COMMON}", HIDDEN, f"{HIDDEN}{COMMON}", PLAY)
COLOURS = dict(zip(PARTS, (BLUE, ORANGE, MUTED, GRID), strict=True))

INTRO = """# Luck and skill

Here you can look up how much of a game's outcome is who starts, what lies face up when the game
begins, what lies face down, and how it happens to be played; by variant and strength of the
players. What the sources mean is in [studies.md](../studies.md#rbsim-luck-variant), how they are
estimated in [statistics.md](../statistics.md#shares-of-the-variance), and what they show in
[findings.md](findings.md#luck-and-skill).

    python docs/studies/luck.py STORES

plays the plan [luck.toml](luck.toml) and writes this page, its pictures, and [luck.csv](luck.csv)
with every figure in full. One line of it is

    rbsim luck VARIANT --players PLAYER --games DEALS --shuffles SHUFFLES --seed 30 --store DIR

Shares are of the variance of the outcome, with 95% intervals over deals; what comes out below 0 is
0; *in common* is what the same cards give the same seat whoever starts, which may be below 0.
Players without *play* draw nothing at random: the same cards and starter give them the same game.
`greedy~0.05` draws one decision in 20 at random. With three seats the outcome is that of all of
them, and *start* is what a place after the starter is worth.
"""
OF_START = "\n## As played\n\nThe starter is the one that the variant gives each deal.\n"
OF_TWO = """
## Two players

Both seatings of the standard game. *Players*: who of the two sits where.
"""


def entry_of(result: Luck) -> Entry:
    """Return the shares of a result, by source."""
    figures = {}
    for start, ending in ((CAUSAL, ""), (PLAYED, AS_PLAYED)):
        for source in result.sources(start):
            figures[f"{source}{ending}"] = result.share(source, start)
    for source in result.common:
        figures[f"{source}{COMMON}"] = result.figure("common_share", source=source)
    return Entry(result.batch.variant, result.batch.player_text, figures)


def bars(entries: Sequence[Entry]) -> Picture:
    """Draw what the variance is shared out to, a bar for each variant and its players."""
    title = "What decides a game"
    note = "From the left: start, open cards, hidden cards, play; per cent, each seat starting."
    figure, axes = canvas([title], [note], ROW * len(entries), 24, left=210, width=520)
    words = []
    for y, entry in enumerate(entries):
        left, own = 0.0, []
        for part in PARTS:
            share = 100 * entry.figures[part].estimate if part in entry.figures else 0.0
            axes.barh([y], [share], left=left, color=COLOURS[part], height=0.8)
            left += share
            own.append(f"{part} {share:.3g}")
        words.append(f"{entry.variant}, {entry.players}: {', '.join(own)}")
    axes.set_ylim(len(entries) - 0.4, -0.6)
    axes.set_xlim(0, 100)
    axes.set_yticks(range(len(entries)), [f"{one.variant}, {one.players}" for one in entries])
    axes.tick_params(axis="y", length=0)
    return finish(figure, "luck-bars", title, "; ".join(words) + ".")


def table(entries: Sequence[Entry], columns: Sequence[str], ending: str = "") -> str:
    """Return sources by players; variants too, if there are several."""
    several = len({entry.variant for entry in entries}) > 1
    rows: list[tuple[Cell, ...]] = [
        (
            *([entry.variant] if several else []),
            entry.players,
            entry.figures["seat"].n,
            *(entry.figures.get(f"{column}{ending}") for column in columns),
        )
        for entry in entries
    ]
    return markdown((*(["variant"] if several else []), "players", "deals", *columns), rows)


def page(alike: Sequence[Entry], two: Sequence[Entry], pictures: list[Picture], end: str) -> str:
    """Return the page in Markdown."""
    text = [INTRO, *(f"![{picture.title}]({picture.name}.svg)" for picture in pictures)]
    for variant in dict.fromkeys(entry.variant for entry in alike):
        own = [entry for entry in alike if entry.variant == variant]
        text += [f"\n## {variant}\n", table(own, COLUMNS)]
    text += [OF_START, table(alike, (OPEN, HIDDEN, PLAY), AS_PLAYED)]
    every = ("players", START, OPEN, HIDDEN, "cards and players", "players and start")
    text += [OF_TWO, table(two, every)]
    return "\n".join([*text, end])


def origin(plan: rbsim.Plan) -> str:
    """Return what a page ends with: seed and versions."""
    arms = [one.study.arms[0] for one in plan]
    players = ", ".join(dict.fromkeys(name for arm in arms for name in arm.versioned_players))
    return f"\nSeed {arms[0].seed}, games version {rbcore.GAMES_VERSION}, players {players}.\n"


def main() -> None:
    """Play what is not in the stores, and write the page."""
    own = task(PLAN, __doc__)
    entries = [entry_of(result) for _, result in own.results(Luck)]
    variants = list(dict.fromkeys(entry.variant for entry in entries))
    alike = [entry for entry in entries if "players" not in entry.figures]
    alike.sort(key=lambda entry: variants.index(entry.variant))
    two = [entry for entry in entries if "players" in entry.figures]
    with styled():
        pictures = [
            bars(alike),
            panels("luck-open", "What lies face up, and who starts with it",
                   "Per cent of the variance, as played.", alike,
                   lambda entry: entry.figures[f"{OPEN}{AS_PLAYED}"]),
        ]  # fmt: skip
    publish(own, page(alike, two, pictures, origin(own.plan)), [*alike, *two], pictures)


if __name__ == "__main__":
    main()
