"""Played: what was played, by whom and by which versions: a line below tables, and tables."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import rbcore
from rbcore.cards.ranges import count_text
from rbsim.pipeline.study import Study, Tally
from rbsim.rendering.section import Cell, Table
from rbsim.running.batch import Batch
from rbsim.running.slip_options import attention_text
from rbsim.stats.level import level_text

VERSIONS = {"version": "rbsim", "games_version": "games version", "python": "Python",
            "numpy": "NumPy"}  # fmt: skip


def origin_text(played: str, parts: Sequence[Study], tally: Tally, level: float) -> str:
    """Return where a result is from: seed, games, players, versions, level and speed."""
    arms = [arm for part in parts for arm in part.arms]
    stopped = [one.games for one in tally.stopped]
    first = arms[0]
    # Of merged results, the games of every part; of arms that stopped early, the longest.
    alike = [one for one in arms if (one.rules, one.players) == (first.rules, first.players)]
    games = dict.fromkeys(_games_text(one, arms, stopped) for one in alike)
    players = dict.fromkeys(player for one in arms for player in one.versioned_players)
    versions = ", ".join(dict.fromkeys(str(one.games_version) for one in arms))
    words = [
        played,
        ", ".join(games),
        f"intervals {level_text(level)}",
        f"players {', '.join(players)}",
        attention_text(first.attention),
        f"version {rbcore.__version__}, games version {versions}",
        _long_turns_text(arms, tally),
        _speed_text(first.row_kind.noun, tally),
    ]
    return "; ".join(filter(None, words))


def _games_text(batch: Batch, every: Sequence[Batch], stopped: Sequence[int]) -> str:
    begin = (batch.seed, batch.first)
    counts = set(stopped) or {one.count for one in every if (one.seed, one.first) == begin}
    last = batch.first + max(counts) - 1
    text = f"seed {batch.seed}, {batch.row_kind.noun} {batch.first} to {last}"
    if all(one.anew == batch.anew for one in every):
        text += "".join(f", {name} {number}" for name, number in batch.anew.items())
    return text if len(counts) == 1 else f"{text} at most"


def _long_turns(tally: Tally) -> dict[int, int]:
    """Return how many games of each arm the limit on a turn in Python left unfinished."""
    return {i: getattr(sums, "long_turns", 0) for i, sums in tally.arms.items()}


def _long_turns_text(arms: Sequence[Batch], tally: Tally) -> str:
    ended = _long_turns(tally)
    limits = sorted({arms[i].max_turn_moves for i, games in ended.items() if games})
    most = " or ".join(f"{moves:,}" for moves in limits)
    games = count_text(sum(ended.values()), "games")
    return f"{games} unfinished after {most} moves in a turn" if limits else ""


def _speed_text(nouns: str, tally: Tally) -> str:
    """Return games a second; nothing of games that were read and not played."""
    if not tally.seconds > 0:
        return ""
    total = sum(sums.count for sums in tally.arms.values())
    return f"{count_text(round(total / tally.seconds), nouns)} a second"


def played_tables(names: Sequence[str], arms: Sequence[Batch], tally: Tally) -> Iterator[Table]:
    """Yield what was played: arms by their names, and rules, first those in which arms differ."""
    yield _arm_table(names, arms, tally)
    facts = [arm.row_kind.facts(arm.rules) for arm in arms]
    if arms[0].row_kind.seated:
        yield from _rule_tables(names, facts)
    else:
        yield Table(
            "Rules", tuple(facts[0]), tuple(dict.fromkeys(tuple(one.values()) for one in facts))
        )


def _arm_table(names: Sequence[str], arms: Sequence[Batch], tally: Tally) -> Table:
    """Return a row for each arm: variant, players, games and limits."""
    in_python = any(arm.python_players for arm in arms)
    ended = _long_turns(tally)
    rows: list[tuple[Cell, ...]] = []
    for i, (name, arm) in enumerate(zip(names, arms, strict=True)):
        numbers = f"{arm.first:,} to {arm.first + tally.arms[i].count - 1:,}"
        slips = attention_text(arm.attention) or "none"
        players = ":".join(arm.versioned_players)
        turns = (arm.max_turn_moves, ended[i]) if in_python else ()
        limits = (*vars(arm.limits).values(), *turns)
        rows.append((name, arm.variant, players, slips, str(arm.seed), numbers, *limits))
    of_turns = ("moves in a turn in Python", "games it ended") if in_python else ()
    head = ("arm", "variant", "players", "slips", "seed", "games", "limits: turns", "moves",
            "stalemate search", *of_turns)  # fmt: skip
    return Table("Arms", head, tuple(rows))


def _rule_tables(names: Sequence[str], facts: Sequence[dict[str, str]]) -> Iterator[Table]:
    """Yield a row for each arm with the axes in which arms differ; then the rules of all."""
    values = {axis: [one[axis] for one in facts] for axis in facts[0]}
    differing = [axis for axis, texts in values.items() if len(set(texts)) > 1]
    if differing:
        rows = tuple(
            (name, *(values[axis][i] for axis in differing)) for i, name in enumerate(names)
        )
        yield Table("Rules in which arms differ", ("arm", *differing), rows)
    common = tuple((axis, texts[0]) for axis, texts in values.items() if axis not in differing)
    title = "Rules of all arms" if differing else "Rules"
    yield Table(title, ("axis", "value"), common)


def version_table(record: Mapping[str, Any]) -> Table:
    """Return what the games of a record were played with."""
    parts = record.get("parts", [record])
    arms = [arm for part in parts for arm in part["arms"]]
    rows: list[tuple[Cell, ...]] = []
    for name, words in VERSIONS.items():
        found = dict.fromkeys(str(arm.get(name, "unknown")) for arm in arms)
        rows.append((words, ", ".join(found)))
    slips = {str(arm["slips_version"]) for arm in arms if arm.get("slips_version")}
    rows += [("slips version", version) for version in sorted(slips)]
    return Table("Versions", ("played with", "version"), tuple(rows))
