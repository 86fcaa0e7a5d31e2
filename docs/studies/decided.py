"""Decided: how much of who wins is settled by what all can know; some minutes of one core."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pages
from pages import HERE, Mean, markdown, mean_figure

import rbcore
import rbsim

PAGE = HERE / "decided.md"
GAMES = {"greedy": 10_000, "lookahead+memory": 2_000}
LEFT = (94, 70, 45, 30, 20, 12, 6, 3, 1)  # hidden cards that are left, of 94 at the deal
SEED = 35


def outcome(game: rbcore.Game) -> int:
    """What seat 0 has of a game that is over."""
    return 0 if game.winner is None else 1 if game.winner == 0 else -1


def outcomes(player: str, number: int) -> list[tuple[int, int, int]]:
    """Return what came, and what came in two worlds, from where so many cards were left hidden.

    A world has what is hidden dealt anew, by all that was ever seen, and is played on alike.
    """
    game, worlds, left = rbcore.Game.deal("standard", SEED, number), [], [*LEFT]
    while left and not game.is_over:
        while left and len(game.view().remembered.unseen) <= left[0]:
            del left[0]
            own = [game.determinize(SEED, shuffle, memory=True) for shuffle in (1, 2)]
            for world in own:
                world.play_out(player)
            worlds.append(tuple(map(outcome, own)))
        game.apply(game.choose(player))
    if not game.is_over:
        game.play_out(player)
    true = outcome(game)
    return [(true, *two) for two in worlds] + [(true, true, true)] * len(left)


def shares(player: str, games: int) -> list[rbsim.Figure]:
    """Return the share of the variance that is settled, by the hidden cards that are left."""
    found = np.array([outcomes(player, number) for number in range(games)], float)
    a, b, c = found.transpose(2, 0, 1)
    settled, whole = (a * b + a * c + b * c) / 3, (found**2).mean(2)
    ratio = settled.mean(0) / whole.mean(0)
    scatter = (settled - ratio * whole) / whole.mean(0)
    means = map(Mean, ratio, scatter.std(0, ddof=1))
    kind = {"bounds": (0.0, 1.0), "form": "share", "unit": "games"}
    return [mean_figure(games, one, **kind) for one in means]


@pages.styled
def picture(path: Path, found: dict[str, Sequence[rbsim.Figure]]) -> None:
    """Draw the shares of each player by the hidden cards that are left."""
    title = "When a game is decided"
    note = (
        "Per cent settled by what all can know. Blue: greedy; orange:",
        "lookahead+memory. Below: hidden cards that are left.", "95% intervals.",
    )  # fmt: skip
    axes = pages.canvas(title, note, 180, 24, left=16)
    for own, colour in zip(found.values(), (pages.BLUE, pages.ORANGE), strict=False):
        for at, one in enumerate(own):
            axes.plot([at, at], [100 * end for end in one.interval], color=colour, linewidth=2)
        axes.plot([100 * one.estimate for one in own], "o-", color=colour, markersize=3.5)
    axes.set_xticks(range(len(LEFT)), [str(left) for left in LEFT])
    axes.set_ylim(-2, 102)
    axes.grid(axis="y")
    words = (f"{who}: {', '.join(one.text for one in own)}" for who, own in found.items())
    pages.finish(axes, path, title, "; ".join(words) + ".")


def main() -> None:
    """Play, and write the table into the page."""
    found: dict[str, Sequence[rbsim.Figure]] = {who: shares(who, n) for who, n in GAMES.items()}
    rows = [[left, *own] for left, *own in zip(LEFT, *found.values(), strict=True)]
    head = ("hidden cards left", *(f"{who}, {n:,} games" for who, n in GAMES.items()))
    picture(PAGE.with_suffix(".svg"), found)
    pages.fill(PAGE, [markdown(head, rows)])


if __name__ == "__main__":
    main()
