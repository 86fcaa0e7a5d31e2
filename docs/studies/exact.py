"""Best play in small packs, and what players get on the same deals; docs/studies/exact.md.

    python docs/studies/exact.py STORES

plays the studies of docs/studies/exact.toml, each into a store of its own in the folder STORES,
solves their deals with either seat starting (rbcore.solve), finds the best responses to two
players, and writes the page, its picture and exact.csv; of the section on hidden cards
exact_hidden.py has more. It takes half an hour on one core. What is in exact.csv and
exact-hidden.csv is not solved again.
"""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from atlas import origin
from entries import Entry, markdown
from entries import found as entry_of
from exact_hidden import section
from task import task

import rbcore
import rbsim
from rbsim.rendering.section import Cell
from rbsim.rendering.svg import BLUE, GRID, INK, ORANGE, Picture, canvas, finish, styled
from rbsim.stats.figure import Figure, figure
from rbsim.stats.intervals import Mean, Rate, Span, SpannedMean
from rbsim.stats.number_text import estimate_text
from rbsim.stats.quantity import Form
from rbsim.studies.starter_advantage import Advantage

PLAN = Path(__file__).with_suffix(".toml")
POSITIONS = 2_000_000
# What a start is worth to the starter, as counted, and undecided ones against and for it.
WORTH = {"won": (1, 1, 1), "lost": (-1, -1, -1), "drawn": (0, 0, 0), "undecided": (0, -1, 1)}
ANSWERED = ("greedy", "nested+sight")  # players to whom the best response is found
RESPONDS = ("wins against", "nobody wins against")
RUNS = 4  # of a deal: either seat starts, and either is the player
DASHES = {"uniform": ":", "greedy": "--", "nested+memory": "-.", "nested+sight": "-"}

INTRO = """# Best play in small packs

Here you can look up what starting is worth if both seats see every card and never err, in packs
small enough to be solved (V21, V22), and what players get on the same deals. What it shows is in
[findings.md](findings.md#best-play).

    python docs/studies/exact.py STORES

plays the plan [exact.toml](exact.toml), solves the same deals, and writes this page, its picture
and [exact.csv](exact.csv). One line of the plan is

    rbsim advantage VARIANT --players PLAYER --games DEALS --seed 30 --store DIR

and one deal is solved by `rbcore.solve(rbcore.Position.deal(rbcore.variant(VARIANT), 30, GAME))`.

All packs are of clubs and diamonds, two packs together. What starting is worth is *causal*: each
deal with either seat starting, P(starter wins) less P(the other wins). Best play knows the hands;
so does `nested+sight`, the other players do not. 95% intervals run from all undecided deals, those
with more than {positions:,} positions to explore, counted against the starter to all counted for
it; where every deal is won by the starter there is none.

## What is solved

`rbcore.solve` explores the positions that moves lead to, and goes backwards from the won ones:
a seat wins if one move leads to where it wins, and loses if all do to where the other wins. What
is never decided so is *drawn*. Two things are not as in a game at a table:

- **A seat has to end its turn.** By the letter of 7.5 house cards that go to and fro for ever
  would save a seat that loses; here they do not.
- **Nobody wins a game that goes on for ever.** Where the rules end such a game by 7.3 or 7.4 (b),
  that changes no winner: from a blocked position no win can be reached, and who can force a win
  can do it without coming to a position twice. But 7.4 (a), three times through all cards
  without progress, could end a game that is won only later; it is left out, as
  `standoff-rounds=0`.

The solver is held against two programs in plain Python, of other methods, on smaller packs still
(tests/core/solving).
"""
SAME = """
## Who should win, and does

Of both starts of each deal, those that best play decides: the share that the right seat wins
between two players of a kind. The intervals take the two starts of a deal as independent.
"""
RESPONSES = """
## Best responses

How often a seat wins that sees all cards and knows what the player in the other will do, in each of
its turns as if the game began there: `rbcore.solve(position, players=["greedy", None])`. Each deal
is played four times, with either seat starting and either the player, so that against a perfect
player the share would be 50% but for drawn starts; what it is above that, the player is from
perfect in games of open cards. Of games with hidden hands it says the most that an opponent could
win. *Nobody wins* counts games that the best response only keeps from being lost; those undecided,
with more than {positions:,} positions, widen the interval.
"""


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
            rows = rbsim.simulate(rules, games=deals, players=player, seed=seed).games
            assert rows is not None
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
        won = open_ = 0
        for run in range(RUNS):
            position = rbcore.Position.deal(deal[run // 2], seed, game)
            seats = [player, None] if run % 2 else [None, player]
            one = rbcore.solve(position, most=POSITIONS, players=seats)
            won += one.winner == run % 2
            open_ += one.status == "undecided"
            found[f"nobody {player}"] += one.status == "drawn"
        found[f"response {player} {won} {open_}"] += 1
    return found


def solved(plan: rbsim.Plan, data: Path) -> dict[str, Counter[str]]:
    """Return the counts of each variant of a plan: read if they are there, or else solved."""
    found: dict[str, Counter[str]] = {}
    if data.exists():
        with data.open(newline="") as file:
            for row in csv.DictReader(file):
                found.setdefault(row["variant"], Counter())[row["what"]] = int(row["count"])
    for variant, lines in lines_of(plan).items():
        if variant not in found:
            batch = lines[0].study.arms[0]
            players = [line.study.arms[0].player_text for line in lines]
            found[variant] = solve(variant, lines[0].study.count, batch.seed, players)
            write(data, found)
        for player in ANSWERED:
            if f"nobody {player}" not in found[variant]:
                deals, seed = lines[0].study.count, lines[0].study.arms[0].seed
                found[variant].update(respond(variant, deals, seed, player))
                write(data, found)
    return found


def write(data: Path, found: dict[str, Counter[str]]) -> None:
    """Write all counts."""
    with data.open("w", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(("variant", "what", "count"))
        writer.writerows((name, *one) for name, own in found.items() for one in own.items())


def lines_of(plan: rbsim.Plan) -> dict[str, list[rbsim.PlannedStudy]]:
    """Return the lines of each variant."""
    lines: dict[str, list[rbsim.PlannedStudy]] = {}
    for line in plan:
        name = rbcore.variant_text(line.study.arms[0].rules)
        lines.setdefault(name, []).append(line)
    return lines


def statuses(counts: Counter[str]) -> Iterator[tuple[list[str], int]]:
    """Yield what the two starts of deals are, and of how many deals."""
    for what, n in counts.items():
        words = what.split(" ")
        if all(word in WORTH for word in words):
            yield words, n


def starts(counts: Counter[str], status: str) -> int:
    """How many starts are of some status."""
    return sum(n * words.count(status) for words, n in statuses(counts))


def mean_of(gains: Iterable[tuple[int, int]], games: int, bounds: tuple[int, int]) -> Mean:
    """Return the mean of a game, given what all games of a deal gain, and of how many deals."""
    all_ = list(gains)
    total, squares = (sum(gain**power * n for gain, n in all_) for power in (1, 2))
    deal = Mean.from_sums(total, squares, sum(n for _, n in all_))
    return replace(deal, mean=deal.mean / games, deviation=deal.deviation / games, bounds=bounds)


def worth(counts: Counter[str]) -> Figure:
    """What starting is worth under best play."""
    mean, least, most = (
        mean_of(
            ((sum(WORTH[one][view] for one in words), n) for words, n in statuses(counts)),
            2, (-1, 1),
        )
        for view in range(3)
    )  # fmt: skip
    spanned = SpannedMean(mean, Span(least, most, (-1, 1)))
    return figure("advantage", spanned, "deals", form=Form.DIFFERENCE)


def response(counts: Counter[str], player: str) -> Figure:
    """How often the best response to a player wins."""
    deals = []
    for what, n in counts.items():
        if what.startswith(f"response {player} "):
            won, open_ = map(int, what.split(" ")[-2:])
            deals.append((won, won + open_, n))
    least, most = (mean_of(((one[end], one[2]) for one in deals), RUNS, (0, 1)) for end in (0, 1))
    return figure("response", SpannedMean(least, Span(least, most, (0, 1))), "deals")


def size(variant: str) -> tuple[int, int, int]:
    """Houses each, reserve and ranks of a variant."""
    rules = rbcore.variant(variant)
    return rules.houses_each, rules.reserve_size, rules.ranks


def picture(found: dict[str, Counter[str]], entries: dict[str, dict[str, Entry]]) -> Picture:
    """Draw a panel for each layout: what starting is worth by ranks, best play and players."""
    layouts = sorted({size(variant)[:2] for variant in found})
    title = "What starting is worth, by ranks of the pack"
    note = [
        "Points. Blue: best play, with 95% intervals. Orange: players,",
        "dotted uniform, dashed greedy, dash-dotted nested+memory,",
        "solid nested+sight. Above: houses each and reserve.",
    ]
    drawing, blank = canvas([title], note, 190, 24)
    blank.set_axis_off()
    box, words = blank.get_position(), []
    for i, layout in enumerate(layouts):
        axes = drawing.add_axes(
            (box.x0 + (i + 0.2) * box.width / len(layouts), box.y0, 0.78 * box.width / len(layouts),
             box.height - 0.06)
        )  # fmt: skip
        own = sorted((size(one)[2], one) for one in found if size(one)[:2] == layout)
        ranks = [rank for rank, _ in own]
        best = [worth(found[one]) for _, one in own]
        for rank, one in zip(ranks, best, strict=True):
            axes.plot([rank, rank], [100 * end for end in one.interval], color=BLUE, linewidth=2)
        axes.plot(ranks, [100 * one.estimate for one in best], "o-", color=BLUE, markersize=3.5)
        for player in entries[own[0][1]]:
            line = [100 * entries[one][player].causal.estimate for _, one in own]
            axes.plot(ranks, line, DASHES.get(player, "-"), color=ORANGE, linewidth=1.2)
        name = f"houses {layout[0]}, reserve {layout[1]}"
        axes.set_title(f"{layout[0]}, {layout[1]}", fontsize=10, loc="left", color=INK)
        axes.set_ylim(-8, 104)
        axes.set_xticks(ranks)
        axes.grid(axis="y", color=GRID)
        axes.tick_params(labelleft=i == 0)
        texts = (
            f"{rank} ranks {estimate_text(one)}" for rank, one in zip(ranks, best, strict=True)
        )
        words.append(f"{name}: {', '.join(texts)}")
    return finish(drawing, "exact", title, "; ".join(words) + ".")


def page(
    found: dict[str, Counter[str]],
    entries: dict[str, dict[str, Entry]],
    drawn: Picture,
    *ends: str,
) -> str:
    """Return the page in Markdown; at its end stand its section on hidden cards, and its origin."""
    players = list(next(iter(entries.values())))
    variants = sorted(found, key=size)
    sizes = ("houses each", "reserve", "ranks", "deals")
    rows: list[list[Cell]] = []
    same: list[list[Cell]] = []
    answers: list[list[Cell]] = []
    for variant in variants:
        counts, own = found[variant], entries[variant]
        head: list[Cell] = [*size(variant), counts["deals"]]
        left = (starts(counts, status) for status in ("drawn", "undecided"))
        figures = (own[player].causal for player in players)
        rows.append([*head, worth(counts), *figures, *left, counts["positions"]])
        decided = starts(counts, "won") + starts(counts, "lost")
        rates = (Rate(counts[f"agree {player}"], decided) for player in players)
        same.append([*head, *(figure("agree", one) for one in rates)])
        gained: list[Cell] = [response(counts, player) for player in ANSWERED]
        answers.append([*head, *gained, *(counts[f"nobody {player}"] for player in ANSWERED)])
    columns = (*sizes, "best play", *players, "drawn", "undecided", "positions explored")
    return "\n".join(
        [
            INTRO.format(positions=POSITIONS),
            "## What starting is worth\n",
            f"![{drawn.title}]({drawn.name}.svg)\n",
            "*Drawn* and *undecided* are counts of starts, two a deal.\n",
            markdown(columns, rows),
            SAME,
            markdown((*sizes, *players), same),
            RESPONSES.format(positions=POSITIONS),
            markdown((*sizes, *(f"{how} {one}" for how in RESPONDS for one in ANSWERED)), answers),
            *ends,
        ]
    )


def main() -> None:
    """Play what is not in the stores, solve what is not in the data, and write the page."""
    own = task(PLAN, __doc__)
    entries = {
        name: {
            line.study.arms[0].player_text: entry_of(own.play(line, Advantage)) for line in lines
        }
        for name, lines in lines_of(own.plan).items()
    }
    counts = solved(own.plan, own.page.with_suffix(".csv"))
    found = {name: one for name, one in counts.items() if name in entries}
    with styled():
        drawn = picture(found, entries)
    hidden = section(own.page.with_name("exact-hidden.csv"), own.part)
    own.write(page(found, entries, drawn, hidden, origin(own.plan)), [drawn])


if __name__ == "__main__":
    main()
