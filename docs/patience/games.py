"""Write games.md, a table of all patience games: what each is, and how often it comes out.

Odds are of the player who wins most as printed, of studies/book.csv, exact ones of odds.csv;
solvable shares of studies/solvable.csv; families of README.md. Games that these files do not have
are played here, by every player, into known.csv: they are played again only if their rules or
their player have changed. What `rbsim patience` lists of it goes into patience_odds.json of rbsim.
"""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Iterator
from fractions import Fraction
from hashlib import blake2b
from pathlib import Path
from textwrap import fill

import rbsim
from rbpatience.book import GAMES, known_games
from rbsim.estimates.figures import rate

HERE = Path(__file__).parent
STUDIES = HERE.parent / "studies"
PAGE, KNOWN, COUNTED = HERE / "games.md", HERE / "known.csv", HERE / "odds.csv"
LISTED = HERE.parents[1] / "src" / "rbsim" / "cli" / "patience_odds.json"
FAMILY = re.compile(r"\| \[.*?\]\((\w+)\.md\) \| (.*) \|")
GAMES_EACH, SEED, WIDTH = 2_000, 1, 120

INTRO = """
After this page you can pick a game of patience by how often it comes out.

The table lists every game that `rbsim patience` plays, by its number in the book; games without a
number are well-known ones. *Comes out* is the win rate of the most successful player under the
printed rules, with a 95% interval; *exactly* marks a rate found by counting (`odds.py`). *Solvable*
counts the deals that a solver won with all cards known, among those that it searched; the others
were proved lost or given up ([solvable](../studies/solvable.md)). The player is `forced` in games
without a decision. `best` is the best order with all cards known, and `plain` and `automatic` are
fixed ways ([players](players.md)). For well-known games `adviser` has little advice.
"""
HEAD = "| no. | game | what it is | decided | comes out | by | solvable |"


def rows(path: Path) -> list[dict[str, str]]:
    """Return the lines of a file of figures; none if it is not there."""
    return list(csv.DictReader(path.open())) if path.exists() else []


def digest(form: str) -> str:
    """Return eight digits that change with the rules of a game."""
    record = rbsim.patience(form, games=1).provenance["arms"][0]["form"]
    return blake2b(repr(record).encode(), digest_size=4).hexdigest()


def play_known() -> None:
    """Play the well-known games whose rules known.csv does not have."""
    kept = {(row["game"], row["player"]): row for row in rows(KNOWN)}
    lines = []
    for game in known_games().values():
        for player in game.players:
            version = game.versioned(player).partition("/")[2]
            own = {"game": game.name, "player": player, "version": version}
            own["rules"] = digest(game.name)
            row = kept.get((game.name, player), {})
            if not own.items() <= row.items():
                found = rbsim.patience(game.name, games=GAMES_EACH, players=player, seed=SEED)
                least, most = found.figure("wins").undecided or (0.0, 0.0)
                won, undecided = (round(GAMES_EACH * one) for one in (least, most - least))
                counts = {"games": GAMES_EACH, "won": won, "undecided": undecided}
                row = own | {name: str(count) for name, count in counts.items()}
            lines.append(row)
    with KNOWN.open("w", newline="") as file:
        writer = csv.DictWriter(file, lines[0], lineterminator="\n")
        writer.writeheader()
        writer.writerows(lines)


def most_won() -> dict[str, dict[str, str]]:
    """Return of each game the line of the player who wins most."""
    odds: dict[str, dict[str, str]] = {}
    for row in [*rows(STUDIES / "book.csv"), *rows(KNOWN)]:
        best = odds.get(row["game"])
        if best is None or int(row["won"]) * int(best["games"]) > int(best["won"]) * int(
            row["games"]
        ):
            odds[row["game"]] = row
    return odds


def listed() -> str:
    """Return what `rbsim patience` lists, with a digest of the rules that it is of."""
    lines = []
    for game, row in sorted(most_won().items()):
        if "," not in game:  # readings are not listed by themselves
            counts = {name: int(row[name]) for name in ("games", "won", "undecided")}
            one = {"digest": digest(game), "player": row["player"], **counts}
            lines.append(f"{json.dumps(game)}: {json.dumps(one)}")
    return "{\n" + ",\n".join(lines) + "\n}\n"


def page() -> str:
    """Return the text of the page."""
    odds = most_won()
    solvable = {row["game"]: row for row in rows(STUDIES / "solvable.csv")}
    exact = {row["game"]: float(100 * Fraction(row["odds"])) for row in rows(COUNTED)}
    families = {
        number: name
        for name, numbers in FAMILY.findall((HERE / "README.md").read_text())
        for number in numbers.split(", ")
    }
    intro = fill(" ".join(INTRO.split()), WIDTH)
    table = [
        HEAD,
        "| --- " * HEAD.count(" | ") + "| --- |",
        *_lines(odds, exact, solvable, families),
    ]
    return "\n".join(["# All patience games", "", intro, "", *table, ""])


def _lines(
    odds: dict[str, dict[str, str]],
    exact: dict[str, float],
    solvable: dict[str, dict[str, str]],
    families: dict[str, str],
) -> Iterator[str]:
    """Yield a line of the table for each game."""
    for game in [*GAMES.values(), *known_games().values()]:
        family = families.get(game.number)
        name = f"[{game.name}]({family}.md)" if family else game.name
        also = f" (also: {', '.join(game.rules.also)})" if game.rules.also else ""
        number = "" if game.number == game.name else game.number
        decided = "yes" if game.is_decided else "no"
        cells = [number, name, f"{game.line}{also}", decided]
        found = odds.get(game.name)
        if found is None:
            cells += ["", ""]
        else:
            won = rate("wins", int(found["won"]), int(found["games"]), int(found["undecided"]))
            counted = f", exactly {exact[game.name]:.6f}%" if game.name in exact else ""
            cells += [won.text + counted, f"`{found['player']}`"]
        looked = solvable.get(game.number)
        cells.append("" if looked is None else f"{looked['solvable']} of {looked['games']}")
        yield f"| {' | '.join(cells)} |"


if __name__ == "__main__":
    play_known()
    LISTED.write_text(listed())
    PAGE.write_text(page())
