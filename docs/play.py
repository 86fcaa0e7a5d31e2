"""Write play.svg and play-patience.svg, the pictures of docs/play.md: what one sees."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path

import rbcore
from rbsim.table.apps import BankApp, PatienceApp
from rbsim.table.screen import SeatedApp
from rbsim.table.seated_patience import SeatedPatience
from rbsim.table.series import Series, dealt, seated

HERE = Path(__file__).parent
SIZE = (80, 30)


def pictures() -> dict[Path, str]:
    """Return the pictures by their files."""
    return {
        HERE / "play.svg": asyncio.run(drawn(bank(), "8")),
        HERE / "play-patience.svg": asyncio.run(drawn(patience(), "")),
    }


def bank() -> BankApp:
    """A game of some turns, in which the person is to move."""
    begun = dealt(rbcore.variant("standard"), seated("greedy", 0, 2), 1, 0)
    series = Series(begun, HERE / "none.games")  # nothing is written before a move
    game = series.game
    while len(game.record) < 40 or not game.is_own_turn:
        if game.is_own_turn:
            game.attempt(game.game.clone().choose("greedy"))
        else:
            game.take(game.reply().think())
    return BankApp(series)


def patience() -> PatienceApp:
    """A deal of La Belle Lucie."""
    return PatienceApp(SeatedPatience("trefoil", 1, 0))


async def drawn(app: SeatedApp, keys: str) -> str:
    """Return the terminal as SVG, after some keys, with the fonts that a reader has."""
    async with app.run_test(size=SIZE) as pilot:
        for key in keys:
            app.press(key)
        await pilot.pause()
        svg = app.export_screenshot()
    svg = re.sub(r"@font-face \{.*?\}\s*", "", svg, flags=re.DOTALL)
    return svg.replace("Fira Code", "DejaVu Sans Mono")


if __name__ == "__main__":
    for file, svg in pictures().items():
        file.write_text(svg)
