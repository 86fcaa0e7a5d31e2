"""Best play in small packs, and what players get on the same deals; half an hour of one core.

What is in exact.csv and, for hidden cards, in exact-hidden.csv is not solved again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import exact_hidden
import pages
from pages import Cell, Line, Mean, Task, markdown, mean_figure, named

import rbcore
import rbsim
from rbsim.estimates.figures import rate

PLAN = Path(__file__).with_suffix(".toml")
POSITIONS = 2_000_000
# What a start is worth to the starter: undecided ones against it, as counted, and for it.
WORTH = {"won": (1, 1, 1), "lost": (-1, -1, -1), "drawn": (0, 0, 0), "undecided": (-1, 0, 1)}
ANSWERED = ("greedy", "nested+sight")  # players to whom the best response is found
RESPONDS = ("wins against", "nobody wins against")
RUNS = 4  # of a deal: either seat starts, and either is the player
SIZES = ("houses each", "reserve", "ranks", "deals")
Lines = Mapping[str, Mapping[str, Line]]  # by variant and players


def solve(variant: str, deals: int, seed: int, players: Sequence[str]) -> Counter[str]:
    """Count how starts end under best play: pairs of a deal, and games of players that agree."""
    found: Counter[str] = Counter(deals=deals)
    pairs: list[list[str]] = [[] for _ in range(deals)]
    for seat in (0, 1):
        rules = replace(rbcore.variant(variant), starter=f"seat-{seat}")
        winners = []
        for game in range(deals):
            one = rbcore.solve(rbcore.Position.deal(rules, seed, game), most=POSITIONS)
            status = "lost" if one.winner == 1 - seat else one.status
            pairs[game].append(status)
            winners.append(one.winner)
            found["positions"] += one.positions
        for player in players:
            rows = rbsim.simulate(rules, games=deals, players=player, seed=seed, rows=True).games
            won = [None if row["outcome"] else int(row["winner"]) for row in rows]
            found[f"agree {player}"] += sum(
                a == b for a, b in zip(winners, won, strict=True) if a is not None
            )
    found.update(" ".join(sorted(pair)) for pair in pairs)
    return found


def respond(variant: str, deals: int, seed: int, player: str) -> Counter[str]:
    """Count deals by how many of their runs the best response to a player wins, and leaves open."""
    found: Counter[str] = Counter()
    deal = [replace(rbcore.variant(variant), starter=f"seat-{seat}") for seat in (0, 1)]
    for game in range(deals):
        won = left = 0
        for run in range(RUNS):
            position = rbcore.Position.deal(deal[run // 2], seed, game)
            seats = [player, None] if run % 2 else [None, player]
            one = rbcore.solve(position, most=POSITIONS, players=seats)
            won += one.winner == run % 2
            left += one.status == "undecided"
            found[f"nobody {player}"] += one.status == "drawn"
        found[f"response {player} {won} {left}"] += 1
    return found


def solved(own: Task, lines: Mapping[str, list[rbsim.PlannedStudy]]) -> dict[str, Counter[str]]:
    """Return the counts of each variant: read if they are there, or else solved."""
    data = own.page.with_name("exact.csv")
    found = pages.read_counts(data)
    for variant, planned in lines.items():
        arm = planned[0].study.arms[0]
        if variant not in found:
            players = [named(line)[1] for line in planned]
            found[variant] = solve(variant, arm.count, arm.seed, players)
            pages.write_counts(data, found, "count")
        for player in ANSWERED:
            if f"nobody {player}" not in found[variant]:
                found[variant].update(respond(variant, arm.count, arm.seed, player))
                pages.write_counts(data, found, "count")
    return {variant: found[variant] for variant in lines}


def statuses(counts: Counter[str]) -> Iterator[tuple[list[str], int]]:
    """Yield what the two starts of deals are, and of how many deals."""
    for what, n in counts.items():
        words = what.split(" ")
        if all(word in WORTH for word in words):
            yield words, n


def starts(counts: Counter[str], status: str) -> int:
    """How many starts are of some status."""
    return sum(n * words.count(status) for words, n in statuses(counts))


def worth(counts: Counter[str]) -> rbsim.Figure:
    """What starting is worth under best play."""
    each, n = zip(*statuses(counts), strict=True)
    views = ([sum(WORTH[one][view] for one in words) / 2 for words in each] for view in range(3))
    return mean_figure(sum(n), *(Mean.of(view, n) for view in views))


def response(counts: Counter[str], player: str) -> rbsim.Figure:
    """How often the best response to a player wins."""
    every = {tuple(map(int, what.split(" ")[-2:])): n for what, n in counts.items()
             if what.startswith(f"response {player} ")}  # fmt: skip
    n = list(every.values())
    least, most = (
        Mean.of([sum(one[:end]) / RUNS for one in every], n) for end in (1, 2)
    )  # with those left open lost, and won
    return mean_figure(sum(n), least, least, most, bounds=(0.0, 1.0), form="share")


def size(variant: str) -> tuple[int, int, int]:
    """Houses each, reserve and ranks of a variant."""
    rules = rbcore.variant(variant)
    return rules.houses_each, rules.reserve_size, rules.ranks


def tables(found: Mapping[str, Counter[str]], lines: Lines) -> Iterator[str]:
    """Yield what starting is worth, how often players agree, and the best responses."""
    players = list(next(iter(lines.values())))
    rows, same, answers = list[list[Cell]](), list[list[Cell]](), list[list[Cell]]()
    for variant in sorted(found, key=size):
        counts, own = found[variant], lines[variant]
        head: list[Cell] = [*size(variant), counts["deals"]]
        left = (starts(counts, status) for status in ("drawn", "undecided"))
        causal = (  # with an interval if all deals were alike, too
            one if one.low < one.high else mean_figure(one.n, Mean(one.estimate, 0.0))
            for one in (own[player].causal for player in players)
        )
        each = round(counts["positions"] / counts["deals"] / 2)
        rows.append([*head, worth(counts), *causal, *left, each])
        decided = starts(counts, "won") + starts(counts, "lost")
        same.append([*head, *(rate("wins", counts[f"agree {one}"], decided) for one in players)])
        gained = (response(counts, player) for player in ANSWERED)
        answers.append([*head, *gained, *(counts[f"nobody {player}"] for player in ANSWERED)])
    columns = (*SIZES, "best play", *players, "drawn", "undecided", "positions a start")
    yield markdown(columns, rows)
    yield markdown((*SIZES, *players), same)
    yield markdown((*SIZES, *(f"{how} {one}" for how in RESPONDS for one in ANSWERED)), answers)


def main() -> None:
    """Play what is not in the stores, solve what is not in the data, and write the page."""
    own = pages.task(PLAN)
    planned: dict[str, list[rbsim.PlannedStudy]] = {}
    lines: dict[str, dict[str, Line]] = {}
    for line, result in own.results():
        variant, players = named(line)
        planned.setdefault(variant, []).append(line)
        lines.setdefault(variant, {})[players] = Line.of(result)
    found = solved(own, planned)
    hidden = exact_hidden.table(own.page.with_name("exact-hidden.csv"), own.plan.part)
    pages.fill(own.page, [*tables(found, lines), hidden, pages.origin(own.plan)])


if __name__ == "__main__":
    main()
