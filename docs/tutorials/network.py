"""Network: the curve of network.md, how well a network does as it learns; four minutes of one core.

    python docs/tutorials/network.py

trains as docs/examples/train_network.py, has the network play after every epoch, and writes
network.csv and network.svg beside the page. `--draw` only draws what network.csv has.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE.parent / "studies"), str(HERE.parent / "examples")]

import pages  # noqa: E402
import train_network  # noqa: E402

import rbsim  # noqa: E402
from rbsim.estimates.figures import Figure  # noqa: E402

CSV, PICTURE = HERE / "network.csv", HERE / "network.svg"
OPPONENTS = {"uniform": pages.ORANGE, "greedy": pages.BLUE}
HEAD = ("epoch", "opponent", "won", "low", "high", "games", "alike")


def course(games: int = 400, epochs: int = 5, deals: int = 100) -> Iterator[tuple[object, ...]]:
    """Yield what the network wins of each opponent, before it learns and after every epoch."""
    for epoch, (weights, alike) in enumerate(train_network.train(games, epochs)):
        network = train_network.player(weights, "network")
        for opponent in OPPONENTS:
            won = rbsim.ladder(network, opponent, games=deals, seed=2).figure("won")
            numbers = (won.estimate, *won.interval)
            yield epoch, opponent, *(f"{one:.6f}" for one in numbers), won.n, f"{alike:.3f}"


def read() -> dict[str, list[Figure]]:
    """Return the figures of the file, by opponent, in the order of epochs."""
    found: dict[str, list[Figure]] = {opponent: [] for opponent in OPPONENTS}
    for row in pages.read_csv(CSV):
        numbers = (float(row[name]) for name in ("won", "low", "high"))
        found[row["opponent"]].append(Figure("won", *numbers, n=int(row["games"])))
    return found


@pages.styled
def picture(path: Path, found: dict[str, Sequence[Figure]]) -> None:
    """Draw what is won of each opponent, by epoch."""
    title = "A network learns from greedy"
    n = found["greedy"][0].n
    note = (f"Per cent won of {n} games after each epoch of learning, against", "uniform (orange) "
            "and greedy (blue), which it learns from. Bars:", "95% intervals.")  # fmt: skip
    axes = pages.canvas(title, note, 180, 38, left=16)
    for opponent, colour in OPPONENTS.items():
        own = found[opponent]
        for at, one in enumerate(own):
            axes.plot([at, at], [100 * end for end in one.interval], color=colour, linewidth=2)
        axes.plot([100 * one.estimate for one in own], "o-", color=colour, markersize=3.5)
    axes.set_xlabel("epochs; 0 is before it learns")
    axes.set_xticks(range(len(found["greedy"])))
    axes.set_yticks(range(0, 101, 25))
    axes.set_ylim(-2, 102)
    axes.grid(axis="y")
    words = (f"Against {who}: {', '.join(one.text for one in own)}" for who, own in found.items())
    pages.finish(axes, path, title, "; ".join(words) + ".")


def main() -> None:
    """Learn and play, unless only drawing is asked for, and draw."""
    if "--draw" not in sys.argv:
        pages.write_csv(CSV, HEAD, course())
    picture(PICTURE, read())


if __name__ == "__main__":
    main()
