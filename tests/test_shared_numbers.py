"""Numbers that Cython and Python both write: each Python name is that of the enum in its `.pxd`."""

import re
from collections.abc import Mapping, Sequence

import pytest

from rbcore.board import notation
from rbcore.cards import text
from rbcore.moves.verdict import Verdict
from rbcore.players import names, weights
from rbcore.rules import attention, definition
from rbpatience import board, playing
from rbpatience.descriptions import schema
from support.imports import PACKAGES

ENUM = re.compile(r"^cdef enum(?: \w+)?:\n((?:(?:    .*)?\n)+)", re.MULTILINE)


def enum_values(source: str, cimported: Mapping[str, int] = {}) -> dict[str, int]:
    """The names and values of the enums of a `.pxd`, in the order in which they are written."""
    values = dict(cimported)
    for body in ENUM.findall(source):
        following = 0
        for entry in re.sub(r"#.*", "", body).replace("\n", ",").split(","):
            name, _, expression = entry.partition("=")
            if name.strip():
                is_number = not expression or re.fullmatch(r"[\w\s+*()<>~-]+", expression)
                assert is_number, entry
                names_known = {"__builtins__": {}, **values}
                following = eval(expression, names_known) if expression else following
                values[name.strip()] = following
                following += 1
    return values


def values_of(module: str) -> dict[str, int]:
    """The values of a module's enums."""
    is_board = module == "rbpatience.engine.board"  # whose piles follow those of a game
    cimported = values_of("rbpatience.engine.game") if is_board else {}
    path = (
        PACKAGES[module.partition(".")[0]].parent.joinpath(*module.split(".")).with_suffix(".pxd")
    )
    return enum_values(path.read_text(), cimported)


def key(word: str) -> str:
    return re.sub(r"\W", "_", word).upper()


def numbered(words: Sequence[str], prefix: str = "") -> dict[str, int]:
    """Each word as the enum writes it, with its place."""
    return {prefix + key(word): i for i, word in enumerate(words)}


SHARED: dict[str, tuple[str, Mapping[str, int]]] = {
    "piles of a position": (
        "rbcore.rules.compiled",
        {
            name: getattr(notation, name)
            for name in ("RESERVE", "WASTE", "FOUNDATION", "HAND", "TURNED")
        },
    ),
    "starters": (
        "rbcore.rules.compiled",
        numbered([*definition.STARTERS[:-3], "seat"], "START_"),
    ),
    "priorities": (
        "rbcore.rules.compiled",
        {f"PRIORITY_{key(name)}": 1 << i for i, name in enumerate(attention.PRIORITIES)},
    ),
    "cards": ("rbcore.cards.card", {"JOKER": text.JOKER, "UNKNOWN": text.UNKNOWN}),
    "verdicts": ("rbcore.moves.offences", {verdict.name: verdict.value for verdict in Verdict}),
    "players": (
        "rbcore.players.registry",
        {
            **numbered(
                [
                    {"champion": "challenged", "trialplanner": "trial planner"}.get(kind, kind)
                    for kind in names.KINDS
                ]
            ),
            "SURE": names.SURE,
            "NO_KIND": len(names.KINDS),
        },
    ),
    "piles of patience": (
        "rbpatience.engine.game",
        {name: getattr(schema, name) for name in ("STOCK", "OTHER_WASTE", "ASIDE", "WASTE", "HAND")}
        | {"MAX_PILES": schema.FIRST_FOUNDATION},
    ),
    "limits of patience": (
        "rbpatience.engine.game",
        {
            name: getattr(schema, name)
            for name in (
                "ENDLESS",
                "MAX_CARDS",
                "MAX_FOUNDATIONS",
                "MAX_GROUPS",
                "MAX_PATTERNS",
                "MAX_TIERS",
            )
        },
    ),
    "steps of patterns": (
        "rbpatience.engine.game",
        numbered([f"{step}s" for step in schema.STEPS]),
    ),
    "how of patterns": ("rbpatience.engine.game", numbered(["any how", *schema.HOW])),
    "custom moves": (
        "rbpatience.engine.game",
        numbered(
            [
                "not custom",
                *({"row": "row of cards"}.get(word, word) for word in schema.CUSTOM_MOVES),
            ]
        )
        | {"N_CUSTOM": len(schema.CUSTOM_MOVES) + 1, "N_DEALS": len(schema.CUSTOM_DEALS) + 1},
    ),
    "moves of boards": ("rbpatience.engine.board", numbered(board.MOVES)),
    "events": (
        "rbpatience.engine.game",
        numbered(
            [
                f"to {event}" if event in ("place", "waste", "foundation") else event
                for event in playing.EVENTS
            ]
        ),
    ),
}


@pytest.mark.parametrize("shared", SHARED)
def test_python_and_cython_have_the_same_numbers(shared: str) -> None:
    module, expected = SHARED[shared]
    known = values_of(module)
    assert {name: known.get(name) for name in expected} == dict(expected)


def test_weights_are_in_the_order_of_the_enum() -> None:
    known = values_of("rbcore.players.evaluation")
    places = {name: i for i, name in enumerate(weights.FEATURES)}
    assert known["N_WEIGHTS"] == len(places)
    same = {name: place for name, place in places.items() if f"W_{key(name)}" in known}
    assert len(same) > len(places) // 3
    assert {name: known[f"W_{key(name)}"] for name in same} == same


def test_enums_are_read() -> None:
    source = "cdef enum first_t:\n    ONE  # not = 3\n    TWO = 5, THREE\n    FOUR = TWO << 1\n"
    assert enum_values(source) == {"ONE": 0, "TWO": 5, "THREE": 6, "FOUR": 10}
