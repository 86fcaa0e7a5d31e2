"""The programs of docs/studies, with fewer deals; and what they find, by another way."""

import json
import re
import tomllib
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

import rbcore
import rbsim

PROGRAMS = Path(__file__).parents[2] / "docs" / "studies"


def blocks(page: Path) -> list[str]:
    """What a program made of a page, between the marks of each block."""
    made = r"<!-- made by \S+ -->\n\n(.*?)\n\n<!-- end -->"
    return re.findall(made, page.read_text("utf-8"), re.DOTALL)


def cut_down(name: str, folder: Path, deals: dict[str, int], presets: Any = None) -> Path:
    """The plan of a page with fewer deals, players and presets, as a file."""
    plan = tomllib.loads((PROGRAMS / f"{name}.toml").read_text())
    lines = []
    for table in plan["study"]:
        given = {key: value for key, value in plan.items() if key in ("seed", "variant")} | table
        given["players"] = [one for one in given["players"] if one in deals]
        if len(given["players"]) < (2 if given["kind"] == "ladder" else 1):
            continue
        if "variant" in given:
            chosen = [one for one in given["variant"] if presets is None or one in presets]
            if not chosen:
                continue
            given["variant"], given["games"] = chosen, deals[given["players"][0]]
        else:
            given["games"] = next(iter(deals.values()))
        lines += ["[[study]]", *(f"{key} = {json.dumps(value)}" for key, value in given.items())]
    lines += ["[output]", f'stores = "{name}"']
    path = folder / f"{name}.toml"
    path.write_text("\n".join(lines))
    return path


def lead(name: str, deals: int, ends: tuple[int, int] = (0, 0), **options: Any) -> Any:
    """Causal advantages deal by deal; `ends` is what unfinished games give, by seat."""
    arms = []
    for seat, end in enumerate(ends):
        rules = replace(rbcore.variant(name), starter=f"seat-{seat}")
        rows = rbsim.simulate(rules, games=deals, seed=1, rows=True, **options).games
        won = np.where(rows["winner"] == seat, 1, -1)
        open_games = rows["outcome"] == rbcore.OUTCOMES.index("unfinished")
        arms.append(np.where(rows["outcome"] == 0, won, np.where(open_games, end, 0)))
    return np.mean(arms, axis=0)
