"""Variants and players in words, and the commands that list them."""

from collections.abc import Iterator
from dataclasses import asdict, dataclass, fields, replace
from textwrap import wrap
from typing import Annotated, Any

import rbcore
from rbcore.rules.definition import PROJECT, Rules, hyphened, value_text
from rbcore.rules.variants import differences, nearest_preset
from rbcore.rules.wording import value_words, values_text
from rbsim.cli import console
from rbsim.cli.typer_options import AsJson
from rbsim.results.options import VARIANT

WIDTH = 80  # columns
LEGAL = "the legal moves"
SEEN = "face-up cards"
REMEMBERED = "face-up cards, and hands that were wastes"

Described = dict[str, Any]


def variants(
    variant: Annotated[str | None, replace(VARIANT, words=f"{VARIANT.words} to describe")] = None,
    *,
    as_json: AsJson = False,
) -> None:
    """List presets and axes, or say how a variant differs from the standard game."""
    if variant is None:
        described, lines = [*presets(), *axes()], list_lines()
    else:
        rules = rbcore.variant(variant)
        described, lines = changes(rules), variant_lines(rules)
    console.print_list(described, lines, as_json)


def players(*, as_json: AsJson = False) -> None:
    """List the compiled players: how they choose, what they know, strength and speed."""
    console.print_list(
        [{"kind": "player", **asdict(entry)} for entry in ENTRIES], player_lines(), as_json
    )


def presets() -> list[Described]:
    """Return all presets, each with its name, summary and source."""
    return [
        {"kind": "preset", "name": name, "summary": preset.summary, "source": preset.source}
        for name, preset in rbcore.PRESETS.items()
    ]


def axes() -> list[Described]:
    """Return all axes, each with its name, values (the standard one first), meaning and clause."""
    return [
        {
            "kind": "axis",
            "name": hyphened(axis.name),
            "values": values_text(axis.name),
            "meaning": axis.metadata["meaning"],
            "clause": axis.metadata["clause"],
        }
        for axis in fields(Rules)
    ]


def changes(rules: Rules) -> list[Described]:
    """Return the changes from the standard game, each with axis, value, words and source.

    A change that the nearest preset makes has the preset's source, unless the project chose it.
    """
    preset = rbcore.PRESETS[nearest_preset(rules)]
    described = []
    for name, value in differences(rules, Rules()).items():
        notes = Rules.__dataclass_fields__[name].metadata
        of_preset = name in preset.changes and preset.changes[name] == value
        given = PROJECT if name in preset.chosen else preset.source
        described.append(
            {
                "kind": "change",
                "variant": rbcore.variant_text(rules),
                "axis": hyphened(name),
                "value": value,
                "words": value_words(name, value),
                "source": given if of_preset else notes["source"],
            }
        )
    return described


def list_lines() -> Iterator[str]:
    """Yield a line for each preset, then one for each axis."""
    yield "Presets:"
    for preset in presets():
        yield from _entry(preset["name"], 16, f"{preset['summary']} ({preset['source']})")
    yield ""
    yield "Axes, the standard value first; a variant is written preset,axis=value,...:"
    for axis in axes():
        words = f"{axis['meaning']} ({axis['clause']}): {axis['values']}"
        yield from _entry(axis["name"], 22, words)


def variant_lines(rules: Rules) -> Iterator[str]:
    """Yield the description of one variant: a sentence for each change, under its source."""
    name = rbcore.variant_text(rules)
    described = changes(rules)
    if name in rbcore.PRESETS:
        yield from wrap(f"{name}: {rbcore.PRESETS[name].summary}", WIDTH)
    else:
        yield name
    if not described:
        yield from wrap(f"The rules as they stand, from {rbcore.PRESETS[name].source}.", WIDTH)
    for source in dict.fromkeys(change["source"] for change in described):
        yield ""
        head = f"Chosen by {source}" if source == PROJECT else f"From {source}"
        yield from wrap(f"{head}:", WIDTH)
        for change in described:
            if change["source"] == source:
                axis = f"{change['axis']}={value_text(change['value'])}"
                yield from _entry(axis, 28, change["words"])


def _entry(name: str, width: int, words: str) -> Iterator[str]:
    """Yield a name and what it means, wrapped beside it."""
    lines = wrap(words, WIDTH - width - 3, break_long_words=False, break_on_hyphens=False)
    yield f"  {name:{width}} {lines[0]}"
    yield from (f"  {'':{width}} {line}" for line in lines[1:])


@dataclass(frozen=True)
class Entry:
    """What is to be said of a player."""

    name: str
    version: int  # that was measured; a test asks for new figures with a new one
    plays: str  # how it chooses
    knows: str  # of the cards
    # Above `search` in the standard game, each deal from both seats: the estimate and the ends of
    # its 95% interval; all 0 for `search` itself.
    elo: tuple[int, int, int]
    games_per_second: int  # standard games between two of this player on one core


# In the order of rbcore.PLAYERS; docs/players.md says how the figures were found.
ENTRIES = (
    Entry("uniform", 1, "a legal move at random", LEGAL, (-1239, -1355, -1120), 22_800),
    Entry("greedy", 2, "the first legal move in a fixed order", SEEN, (-215, -223, -207), 67_900),
    Entry("weighted", 3, "the move of the greatest evaluation", SEEN, (-176, -183, -168), 22_800),
    Entry("planner", 4, "the best end of its turn", SEEN, (-72, -82, -61), 1_506),
    Entry("search", 4, "the end with the best playouts, hidden cards dealt at random", SEEN,
          (0, 0, 0), 24),
    Entry("lookahead", 1, "the end that is best after the opponent's reply", SEEN,
          (-17, -27, -8), 1_085),
    Entry("lookahead+memory", 1, "the same", REMEMBERED, (28, 18, 38), 840),
    Entry("nested", 1, "the end that is best after six turns of `lookahead`", SEEN,
          (10, 0, 21), 96),
    Entry("nested+memory", 1, "the same", REMEMBERED, (114, 103, 125), 77),
    Entry("thorough", 1, "as `nested`, with more ends, hidden cards dealt at random", SEEN,
          (57, 34, 80), 23),
    Entry("thorough+memory", 1, "the same", REMEMBERED, (168, 142, 195), 22),
)  # fmt: skip


def player_lines() -> Iterator[str]:
    """Yield two lines for each player."""
    yield "Players, with their Elo above search in the standard game and their speed:"
    for entry in ENTRIES:
        estimate, low, high = entry.elo
        strength = f"Elo {estimate:+d} ({low:+d} to {high:+d})" if any(entry.elo) else "Elo 0"
        speed = f"{entry.games_per_second:,} games a second"
        yield f"  {entry.name:17} {entry.plays}"
        yield f"  {'':17} version {entry.version}; {strength}; {speed}"
        yield f"  {'':17} knows {entry.knows}"
    yield ""
    yield "name+memory remembers, name+sight sees all cards, name~0.1 errs 1 time in 10;"
    yield "search-500 has 500 playouts."
