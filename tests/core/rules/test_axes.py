"""Every axis of Rules, turned one way and the other; variants by name, clashes and words."""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import fields
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest

import rbcore
from oracles import twin
from rbcore.board.notation import filled_in
from rbcore.rules.definition import (
    PROJECT,
    STARTERS,
    Rules,
    hyphened,
    value_text,
    value_words,
    values_text,
)
from rbcore.rules.variants import AXES
from support.mixtures import VALUES, mixtures
from support.positions import position

TWO = "standard,houses-each=1"
FOUR = "standard,houses-each=2"
WASTE = f"{TWO},waste-available=yes"
COVERED = f"{TWO},covered-houses=yes"
DEAL = 0  # number of a game of seed 9, dealt by each

STAIRS_6 = "0 - cQ-d--h--s-- KcQdJcTd9c8d7c|Ks|Qh|Js|Th|9s|8h|2h -/4h/- -/3h/-"
STAIRS_7 = "0 - cQ-d--h--s-- KcQdJcTd9c8d7c6d|Ks|Qh|Js|Th|9s|8h|7s -/4h/- -/3h/-"
PLAN = "0 - c5-d--h--s-- 6c5d|6s|9d8c|9h -/2h/- -/3h/-"

# Two variants that differ in an axis, a position or a deal, a depth, and perft there in each.
FLIPS = [
    ("standard,houses-each=3,reserve-size=8", "three-player", DEAL, 3, 38, 20),
    ("simplified,packs=2", "simplified", DEAL, 3, 1, 3),
    ("standard", "standard,ranks=9", DEAL, 3, 104, 963),
    ("standard", "standard,suits=3", DEAL, 3, 104, 128),
    ("cut-start", "cut-start,reserve-size=0", DEAL, 3, 104, 108),
    ("standard", "standard,reserve-size=1", DEAL, 3, 104, 103),
    ("standard", "reserve-11", DEAL, 3, 104, 128),
    ("standard", "reserve-12", DEAL, 3, 104, 47),
    ("standard", "standard,reserve-size=20", DEAL, 3, 104, 136),
    ("standard", "standard,houses-each=0", DEAL, 3, 104, 1),
    ("standard", "standard,houses-each=1", DEAL, 3, 104, 2),
    ("standard", "standard,houses-each=2", DEAL, 3, 104, 2),
    ("standard", "standard,houses-each=3", DEAL, 3, 104, 38),
    ("standard", "standard,first-moves=1", DEAL, 3, 104, 7),
    (TWO, f"{TWO},waste-available=yes", "0 - c--d--h--s-- 7s|Ks -/2c/6d -/3h/-", 1, 1, 2),
    (FOUR, f"{FOUR},release=any", PLAN, 1, 3, 2),
    (FOUR, f"{FOUR},release=fewest", PLAN, 1, 3, 1),
    (f"{FOUR},release=any", f"{FOUR},release=fewest", PLAN, 1, 2, 1),
    (TWO, f"{TWO},must-load=yes", "0 - c--d--h--s-- 7s|Ks -/2c/- 6s/3h/-", 1, 2, 1),
    (TWO, f"{TWO},must-make-spaces=yes", "0 - c--d--h--s-- Qd|Ks 9c/2h/- -/3h/-", 1, 2, 1),
    ("standard", "standard,covered-houses=yes", DEAL, 3, 104, 60),
    (COVERED, f"{COVERED},must-uncover=yes", "0 - c--d--h--s-- (4d)Qd|Ks -/2h/- -/3h/-", 1, 2, 1),
    *(
        (f"standard,release=any,plan-limit={n}", "standard,release=any", STAIRS_6, 1, 7, 1)
        for n in range(1, 6)
    ),
    ("standard,release=any", "standard,release=any,plan-limit=7", STAIRS_7, 1, 8, 1),
    *(
        ("standard,release=any", f"standard,release=any,plan-limit={n}", STAIRS_7, 1, 8, 7)
        for n in range(8, 13)
    ),
    (TWO, f"{TWO},early-turn=yes", "0 4h c--d--h--s-- Kc|Ks -/2h/- Ad/3h/-", 2, 1, 2),
    ("tableau-start", "face-down", 5, 2, 94, 75),
    (FOUR, f"{FOUR},group-moves=yes", "0 - c--d--h--s-- 9c8d|Td|Kc|Ks -/2h/- -/3h/-", 1, 1, 2),
    (TWO, f"{TWO},house-build=same-suit", "0 6s c--d--h--s-- 7s|Ks -/2h/- -/3h/-", 1, 1, 2),
    (TWO, f"{TWO},vacant-house=own-waste", "0 - c--d--h--s-- -|Ks 9c/2h/- -/3h/-", 1, 2, 1),
    (TWO, f"{TWO},house-to-house=no", "0 - c--d--h--s-- Qd|Ks 9c/2h/- -/3h/-", 1, 2, 1),
    (TWO, f"{TWO},load-match=any-suit", "0 - c--d--h--s-- 7s|Ks -/2c/- 6h/3h/-", 1, 1, 2),
    (TWO, f"{TWO},load-from=not-houses", "0 - c--d--h--s-- 7s|Ks -/2c/- 6s/3h/-", 1, 2, 1),
    (TWO, f"{TWO},load-from=hand", "0 - c--d--h--s-- Kd|Ks 7s/2c/- 6s/3h/-", 1, 2, 1),
    (TWO, f"{TWO},load-only-unplayable=yes", "0 6s c--d--h--s-- 7d|Ks -/2h/- 5s/3h/-", 1, 3, 2),
    (TWO, f"{TWO},load-equal-rank=yes", "0 - c--d--h--s-- Kd|Ks 9c/2c/- 9c/3h/-", 1, 1, 2),
    (TWO, f"{TWO},space-only-unplayable=yes", "0 6s c--d--h--s-- 7d|- -/2h/- 5c/3h/-", 1, 4, 3),
    (TWO, f"{TWO},lone-card-to-space=no", "0 6s c--d--h--s-- 8d|- -/2h/- 5c/3h/-", 1, 3, 2),
    (TWO, f"{TWO},load-onto=waste", "0 - c--d--h--s-- 7s|Ks -/2c/- 6s/3h/6s", 1, 3, 2),
    (TWO, f"{TWO},load-onto=none", "0 - c--d--h--s-- 7s|Ks -/2c/- 6s/3h/6s", 1, 3, 1),
    (TWO, f"{TWO},turn-over-space=yes", "0 - c--d--h--s-- -|Ks 9c/2h/- -/3h/-", 1, 2, 3),
    (TWO, f"{TWO},turned-up-card=alone", "0 4h c--d--h--s-- Qd|Ks -/2h/- -/3h/-", 1, 2, 1),
    (WASTE, f"{WASTE},turned-up-card=to-waste", "0 Qd c--d--h--s-- 2d|Ks -/2h/- -/3h/-", 1, 2, 1),
    (WASTE, f"{WASTE},waste-after-reserve=yes", "0 - c--d--h--s-- 7s|Ks 9c/2c/6d -/3h/-", 1, 2, 1),
    (TWO, f"{TWO},must-play-reserve=yes", "0 - c--d--h--s-- Td|Ks 9c/2h/- -/3h/-", 1, 2, 1),
    ("tableau-start", "tableau-start,turn-reserve=yes", 5, 2, 94, 63),
    (TWO, f"{TWO},reserve-first=no", "0 - c--d--h--s-- Ac|Ks Ad/2h/- -/3h/-", 1, 1, 2),
    (TWO, f"{TWO},foundations-compulsory=no", "0 - c--d--h--s-- Ac|Ks -/2h/- -/3h/-", 1, 1, 2),
    (TWO, f"{TWO},hand-card-compulsory=yes", "0 Qd c--d--h--s-- Kc|Ks -/2h/- -/3h/-", 1, 3, 2),
    (TWO, f"{TWO},hand-load-compulsory=yes", "0 6s c--d--h--s-- Kc|Ks -/2h/- 5s/3h/-", 1, 2, 1),
    ("cut-start", "cut-start,late-layout=yes", DEAL, 3, 104, 5),
    (TWO, f"{TWO},foundation-base=first-card", "0 - c--d--h--s-- Kc|Ks -/5h/- -/3h4h/-", 3, 1, 0),
]


def of(variant: str, where: str | int) -> rbcore.Position:
    rules = rbcore.variant(variant)
    if isinstance(where, int):
        return rbcore.Position.deal(rules, 9, where)
    return position(where, rules)


@pytest.mark.sample(40)
@pytest.mark.parametrize(("one", "other", "where", "depth", "perft", "perft_of_other"), FLIPS)
def test_the_axis_changes_the_moves(
    one: str, other: str, where: str | int, depth: int, perft: int, perft_of_other: int
) -> None:
    assert perft != perft_of_other
    for variant, count in ((one, perft), (other, perft_of_other)):
        p = of(variant, where)
        assert rbcore.perft(p, depth) == count
        if rbcore.variant(variant).plan_limit == 6 and where not in (STAIRS_6, STAIRS_7):
            rules = twin.variant(variant)
            assert twin.perft(twin.read(p.notation, rules), depth, rules) == count


# ---- axes that leave the moves alone -----------------------------------------------------------

QUIET = {
    "starter", "higher_house_starts", "starter_reserve", "second_reserve", "starter_face_up",
    "second_face_up", "peek", "win_bonus", "hand_card", "reserve_card", "stalemate",
    "standoff_rounds", "standoff_visits", "target", "wrong_stop",
}  # fmt: skip


def test_every_choice_of_every_axis_is_flipped() -> None:
    for axis in fields(Rules):
        seen = {
            value
            for one, other, *_ in FLIPS
            for value in (getattr(rbcore.variant(v), axis.name) for v in (one, other))
        }
        if axis.name in QUIET:
            assert seen <= {axis.default, *STARTERS}
            continue
        default = axis.default
        choices = {not default} if isinstance(default, bool) else set(axis.metadata["values"])
        assert choices | {default} <= seen, hyphened(axis.name)
        assert len(seen) > 1, hyphened(axis.name)


def rows_of(variant: str, player: str, n: int = 400) -> np.ndarray:
    rules = rbcore.variant(variant)
    rows = np.zeros(n, rbcore.GAME)
    rbcore.play(rules, (player,) * rules.seats, 9, 0, rows)
    return rows


@pytest.mark.sample(4)
@pytest.mark.parametrize("starter", [s for s in STARTERS if s != "low-reserve"])
def test_the_starter_alone_changes(starter: str) -> None:
    seats = "three-player" if starter == "seat-2" else "standard"
    changed = 0
    for game in range(200):
        p = rbcore.Position.deal(rbcore.variant(seats), 9, game)
        q = rbcore.Position.deal(rbcore.variant(f"{seats},starter={starter}"), 9, game)
        assert p.notation[1:] == q.notation[1:]
        changed += p.seat != q.seat
    assert (changed > 30) == (starter != "alternate")  # which differs in matches alone


def test_peek_changes_what_greedy_plays_and_nothing_that_is_legal() -> None:
    assert (rows_of("standard", "uniform") == rows_of("peek", "uniform")).all()
    assert (rows_of("standard", "greedy") != rows_of("peek", "greedy")).any()


def test_peek_finds_a_place_for_the_next_card() -> None:
    """Greedy makes a space, by two moves, for a card that fits nowhere, or turns in ignorance."""
    line = "0 - c--d--h--s-- Th9s|JsTd|Jc|Kc -/2h3h/- 5c/6s/-"
    for variant, first in (("standard", "turn"), ("peek", "1>2")):
        rules = rbcore.variant(f"{variant},houses-each=2")
        position = rbcore.Position.parse(line, rules, partial=True)
        assert position.choose("greedy") == first


@pytest.mark.parametrize(
    ("axis", "win", "stalemate"),
    [
        ("win-bonus=30", (30 + 3 + 4, 0), (3, 0)),
        ("win-bonus=31", (31 + 3 + 4, 0), (3, 0)),
        ("win-bonus=0", (3 + 4, 0), (3, 0)),
        ("hand-card=2", (30 + 6 + 4, 0), (4, 0)),
        ("hand-card=0", (30 + 4, 0), (2, 0)),
        ("reserve-card=3", (30 + 3 + 6, 0), (4, 0)),
        ("reserve-card=0", (30 + 3, 0), (1, 0)),
    ],
)
def test_the_points_change_the_scores_alone(
    axis: str, win: tuple[int, int], stalemate: tuple[int, int]
) -> None:
    rules = rbcore.variant(f"{TWO},{axis}")
    other = "2h3h/4h5h/6h"
    p = position(f"0 - c--d--h--s-- Kc|Ks -/-/- {other}", rules)
    assert p.scores("win") == win
    p = position(f"0 - c--d--h--s-- Kc|Ks 2c/4c/6c {other}", rules)
    assert p.scores("stalemate") == p.scores("standoff") == stalemate
    assert p.scores("unfinished") == (0, 0)
    ours, theirs = rows_of(f"standard,{axis}", "greedy"), rows_of("standard", "greedy")
    changed = [name for name in ours.dtype.names if (ours[name] != theirs[name]).any()]
    assert changed == ([] if axis == "win-bonus=30" else ["scores"])


def test_the_target_changes_no_game() -> None:
    assert (rows_of("standard", "greedy") == rows_of("standard,target=1", "greedy")).all()
    assert rbcore.variant("standard,target=1").target == 1


# ---- variants by name: what is refused, how they are written, and that all have words ------------

RULES_PAGE = Path(__file__).parents[3] / "docs" / "rules.md"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("nonsense", "not a variant"),
        ("standard,colour=red", "not an axis"),
        ("standard,reserve-size", "has no value"),
        ("standard,reserve-size=x", "not a whole number"),
        ("standard,reserve-size=1.5", "not a whole number"),
        ("standard,reserve-size=-1", "out of range"),
        ("standard,reserve-size=100000000000", "out of range"),
        (f"standard,reserve-size={'9' * 31}", "not a whole number"),
        ("standard,reserve-size=53", "out of range"),
        ("standard,ranks=14", "out of range"),
        ("standard,suits=0", "out of range"),
        ("standard,plan-limit=0", "out of range"),
        ("standard,seats=4", "out of range"),
        ("standard,standoff-rounds=101", "from 1 to 100, or is 0 to mean never"),
        ("standard,standoff-visits=1", "from 2 to 100, or is 0 to mean never"),
        ("standard,starter=me", "one of"),
        ("standard,release=yes", "one of no, any, fewest"),
        ("standard,peek=maybe", "one of no, once, yes"),
        ("standard,must-load=maybe", "yes or no"),
        ("standard,starter=cut,starter=cut", "twice"),
        ("", "not a variant"),
        ("standard,", "not an axis"),
    ],
)
def test_bad_variants_are_refused(text: str, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        rbcore.variant(text)


# Every clash of definition.py: a mixture that has it, and the axes that the sentence names.
CLASHES: list[tuple[str, ...]] = [
    ("three-player,packs=1", "seats", "packs"),
    ("three-player,late-layout=yes", "seats", "late-layout"),
    ("three-player,ranks=12", "seats", "ranks"),
    ("three-player,suits=2", "seats", "suits"),
    ("simplified,suits=3", "packs", "suits"),
    ("here-and-there,ranks=12", "foundation-base", "ranks"),
    ("standard,houses-each=5", "houses-each", "seats"),
    ("standard,seats=3", "houses-each", "seats"),
    ("standard,reserve-size=50", "reserve-size", "houses-each"),
    ("standard,reserve-size=46,covered-houses=yes", "reserve-size", "houses-each"),
    ("simplified,reserve-size=24", "reserve-size", "houses-each"),
    ("cut-start,ranks=1,reserve-size=0", "reserve-size", "houses-each"),
    ("standard,starter=seat-2", "starter", "seats"),
    ("standard,reserve-size=0", "reserve-size", "starter"),
    ("high-start,reserve-size=0", "reserve-size", "starter"),
    ("standard,starter=alternate,reserve-size=0", "reserve-size", "starter"),
    ("standard,reserve-face-down=yes", "reserve-face-down", "starter"),
    ("face-down,starter=high-reserve", "reserve-face-down", "starter"),
    ("face-down,starter=high-reserve-ace-low", "reserve-face-down", "starter"),
    ("face-down,starter=alternate", "reserve-face-down", "starter"),
    ("standard,late-layout=yes", "late-layout", "starter"),
    ("wrangle,starter=high-reserve", "late-layout", "starter"),
    ("wrangle,starter=high-reserve-ace-low", "late-layout", "starter"),
    ("wrangle,starter=tableau", "late-layout", "starter"),
    ("wrangle,starter=alternate", "late-layout", "starter"),
    ("tableau-start,houses-each=0", "houses-each", "starter"),
    ("standard,must-uncover=yes", "must-uncover", "covered-houses"),
    ("standard,foundations-compulsory=no,release=any", "release", "foundations-compulsory"),
    ("strict-fewest,foundations-compulsory=no", "release", "foundations-compulsory"),
    ("face-down,foundations-compulsory=no", "reserve-face-down", "foundations-compulsory"),
    ("standard,vacant-house=own-waste,release=any", "release", "vacant-house"),
    ("standard,vacant-house=own-waste,must-make-spaces=yes", "must-make-spaces", "vacant-house"),
    (
        "standard,vacant-house=own-waste,covered-houses=yes,must-uncover=yes",
        "must-uncover",
        "vacant-house",
    ),
    *(
        (f"{variant},house-to-house=no,{loads}", axis, loads.partition("=")[0], "house-to-house")
        for loads in ("load-from=not-houses", "load-from=hand", "load-onto=none")
        for variant, axis in (
            ("standard,release=any", "release"),
            ("standard,release=fewest", "release"),
            ("standard,must-make-spaces=yes", "must-make-spaces"),
            ("standard,covered-houses=yes,must-uncover=yes", "must-uncover"),
        )
    ),
    ("crossley,house-to-house=no", "group-moves", "house-to-house"),
    ("standard,must-load=yes,load-onto=none", "must-load", "load-onto"),
    ("standard,must-make-spaces=yes,turn-over-space=yes", "must-make-spaces", "turn-over-space"),
    ("standard,waste-after-reserve=yes", "waste-after-reserve", "waste-available"),
    ("standard,turned-up-card=to-waste", "turned-up-card", "waste-available"),
    ("face-down,wrong-stop=three-cards", "wrong-stop", "reserve-face-down"),
    ("standard,turn-reserve=yes", "turn-reserve", "starter"),
    ("wrangle,turn-reserve=yes", "turn-reserve", "vacant-house"),
    (
        "waste-available,starter=cut,waste-after-reserve=yes,turn-reserve=yes",
        "turn-reserve",
        "waste-after-reserve",
    ),
    *(
        (f"{preset},turn-reserve=yes", "turn-reserve", axis)
        for preset, axis in (
            ("face-down", "reserve-face-down"),
            ("three-player,starter=cut", "seats"),
            ("cut-start,late-layout=yes", "late-layout"),
            ("cut-start,reserve-size=0", "reserve-size"),
            ("cut-start,houses-each=0", "houses-each"),
            ("cut-start,wrong-stop=three-cards", "wrong-stop"),
            ("cut-start,peek=once", "peek"),
            ("cut-start,starter-face-up=1", "starter-face-up"),
            ("cut-start,second-face-up=1", "second-face-up"),
        )
    ),
    *(
        (f"{WASTE},turned-up-card=to-waste,{axis}=yes", axis, "turned-up-card")
        for axis in ("hand-card-compulsory", "hand-load-compulsory")
    ),
    *(
        clash
        for axis in ("starter-reserve", "second-reserve")
        for clash in (
            (f"three-player,{axis}=1", axis, "seats"),
            (f"wrangle,{axis}=1", axis, "late-layout"),
            (f"cut-start,reserve-size=0,{axis}=1", axis, "reserve-size"),
        )
    ),
    ("standard,second-reserve=13", "second-reserve", "reserve-size"),
    ("standard,starter-reserve=36", "starter-reserve", "reserve-size", "houses-each"),
    *(
        clash
        for axis, other in (
            ("starter-face-up", "starter-reserve"),
            ("second-face-up", "second-reserve"),
        )
        for clash in (
            (f"three-player,{axis}=1", axis, "seats"),
            (f"wrangle,{axis}=1", axis, "late-layout"),
            (f"cut-start,reserve-size=0,{axis}=1", axis, "reserve-size"),
            (f"standard,{axis}=13", axis, "reserve-size"),
            (f"standard,{other}=2,{axis}=15", axis, "reserve-size", other),
        )
    ),
]


def axes_named(sentence: str) -> set[str]:
    return set(re.findall(r"[a-z]+(?:-[a-z]+)*", sentence)) & set(AXES)


@pytest.mark.parametrize("clash", CLASHES)
def test_a_clash_names_its_axes(clash: tuple[str, ...]) -> None:
    text, *axes = clash
    with pytest.raises(ValueError, match=axes[0]) as caught:
        rbcore.variant(text)
    assert axes_named(str(caught.value)) == set(axes)
    assert "\n" not in str(caught.value)


def pairs() -> Iterator[dict[str, object]]:
    """Presets with every two values of different axes."""
    values = [(axis, value) for axis in VALUES for value in VALUES[axis]]
    for preset in ("standard", "cut-start", "covered", "wrangle", "three-player"):
        for one, other in combinations(values, 2):
            if one[0] != other[0]:
                yield dict(rbcore.PRESETS[preset].changes) | dict([one, other])


def test_no_other_axes_clash() -> None:
    listed = {frozenset(axes) for _, *axes in CLASHES}
    found = set()
    for changes in pairs():
        try:
            Rules(**changes)  # type: ignore[arg-type]
        except ValueError as error:
            found.add(frozenset(axes_named(str(error))))
    assert found <= listed


# ---- words -------------------------------------------------------------------------------------


def typed_values(axis: str) -> list[str]:
    """The values of an axis as they are typed; of a number, three."""
    notes = AXES[axis].metadata
    if isinstance(notes["words"], str):
        never = ["0"] if notes["never"] else []
        return [*(str(notes[key]) for key in ("default", "low", "high")), *never]
    return list(notes["words"])


def test_truth_values_may_be_those_of_numpy() -> None:
    rules = rbcore.Rules(must_load=np.bool_(True))
    assert rules == rbcore.Rules(must_load=True)
    assert rules.must_load is True


def test_a_repr_has_what_is_not_standard_and_makes_the_rules_again() -> None:
    assert repr(Rules()) == "Rules()"
    changed = Rules(release="any", reserve_size=11, house_to_house=False)
    assert repr(changed) == "Rules(reserve_size=11, release='any', house_to_house=False)"
    for text in [*rbcore.PRESETS, *mixtures(100, 5)]:
        rules = rbcore.variant(text)
        assert eval(repr(rules), {"Rules": rbcore.Rules}) == rules
    assert max(len(repr(preset.rules)) for preset in rbcore.PRESETS.values()) < 400


@pytest.mark.parametrize("axis", AXES)
def test_every_value_has_words(axis: str) -> None:
    field = AXES[axis]
    notes = field.metadata
    standard = value_text(notes["default"])
    if isinstance(notes["default"], bool):
        assert set(notes["words"]) == {"no", "yes"}
    assert notes["meaning"]
    assert notes["clause"]
    assert notes["source"] == PROJECT or len(notes["source"]) > 10
    assert values_text(field.name).startswith(standard)
    sentences = set()
    for typed in typed_values(axis):
        value = type(notes["default"])({"no": "", "yes": "1"}.get(typed, typed))
        if isinstance(notes["default"], str):
            value = typed
        sentence = value_words(field.name, value)
        assert re.search(r"^[A-Z].*\((\d|V\d)[^()]*\)\.$", sentence), sentence
        assert "{" not in sentence
        sentences.add(sentence)
    assert len(sentences) == len(set(typed_values(axis)))


def test_every_preset_has_words() -> None:
    for name, preset in rbcore.PRESETS.items():
        assert preset.summary, name
        assert preset.source, name
        assert rbcore.variant_text(preset.rules) == name


def test_every_program_has_its_source_and_in_what_it_differs() -> None:
    """None is a preset, or the same as another, and its name is what its rules are written as."""
    presets = [preset.rules for preset in rbcore.PRESETS.values()]
    rules = [program.rules for program in rbcore.PROGRAMS.values()]
    assert len({*presets, *rules}) == len(presets) + len(rules)
    for name, program in rbcore.PROGRAMS.items():
        assert rbcore.variant(name) == program.rules
        assert rbcore.variant_text(program.rules) == name
        assert rbcore.variant(f"{name},target=7").target == 7
        assert re.search(r" at [0-9a-f]{7,8}, ", program.source), name
        assert program.differs, name
        if RULES_PAGE.exists():
            assert f"| `{name}` | {program.source.split(', ')[0]} |" in RULES_PAGE.read_text()


def test_the_rules_page_has_every_preset_and_value() -> None:
    if not RULES_PAGE.exists():
        pytest.skip("the tests stand alone here, without docs/")
    page = RULES_PAGE.read_text()
    for name in rbcore.PRESETS:
        assert f"`{name}`" in page
    for axis in fields(Rules):
        row = re.search(rf"^\|.*`{hyphened(axis.name)}`.*$", page, re.MULTILINE)
        assert row, axis.name
        if not isinstance(axis.metadata["words"], str):
            for typed in axis.metadata["words"]:
                assert f"`{typed}`" in row[0], (axis.name, typed)


# ---- smaller packs (V21, V22): which cards there are, wherever the program asks for them ---------

SMALL = "ranks=3,suits=2,houses-each=1,reserve-size=2,starter=cut"
CARDS = ("Ac", "2c", "3c", "Ad", "2d", "3d")


def dealt(variant: str) -> rbcore.Position:
    return rbcore.Position.deal(rbcore.variant(variant), 4, 0)


def seats_cards(position: rbcore.Position) -> list[list[str]]:
    """The cards that each seat has dealt, sorted."""
    each = position.rules.houses_each
    own = [position.houses[seat * each : (seat + 1) * each] for seat in (0, 1)]
    piles = zip(position.reserves, position.hands, own, strict=True)
    return [sorted([*reserve, *hand, *(c for h in houses for c in h)]) for reserve, hand, houses
            in piles]  # fmt: skip


def test_both_seats_deal_from_packs_of_these_cards() -> None:
    assert seats_cards(dealt(SMALL)) == [sorted(CARDS)] * 2
    assert rbcore.variant(SMALL).hand_size == 3
    single = seats_cards(dealt("packs=1,ranks=3,suits=2,houses-each=1,reserve-size=1,starter=cut"))
    assert single == [["2c", "3c", "Ac"], ["2d", "3d", "Ad"]]
    halves = seats_cards(dealt("packs=1,ranks=1,houses-each=0,reserve-size=1,starter=cut"))
    assert halves == [["Ac", "Ah"], ["Ad", "As"]]


def test_a_line_has_no_other_cards() -> None:
    line = dealt(SMALL).notation
    rules = rbcore.variant(SMALL)
    for card, other in (("3c", "4c"), ("3c", "3h"), ("3c", "Ks")):
        with pytest.raises(ValueError, match=f"{other} is not a card of these packs"):
            rbcore.Position.parse(line.replace(card, other, 1), rules)
    with pytest.raises(ValueError, match=r"2c appears 3 times, .* there are 2 of each card"):
        rbcore.Position.parse(line.replace("3c", "2c", 1), rules)
    with pytest.raises(ValueError, match="4c is not a card of these packs"):
        rbcore.Position.parse("0 - c4-d--h--s-- 2d|3d -/2d/- -/2d/-", rules, partial=True)


def test_what_is_hidden_is_of_these_cards() -> None:
    view = dealt(SMALL).view()
    whole = Counter(dict.fromkeys(CARDS, 2))
    seen = Counter(c for h in view.houses for c in h or ()) + Counter(r[-1] for r in view.reserves)
    assert Counter(view.unseen) == whole - seen
    position = rbcore.Position.parse(filled_in(view.notation, view.rules), view.rules)
    assert position.view() == view


def test_the_drawing_has_a_foundation_for_each_suit_of_each_pack() -> None:
    drawn = dealt(SMALL).draw().svg
    assert drawn.count("foundation of") == dealt("standard").draw().svg.count(
        "foundation of"
    ) // 2  # fmt: skip
    assert "foundation of hearts" not in drawn


@pytest.mark.parametrize("player", ["uniform", "greedy", "lookahead+memory", "nested+sight"])
def test_games_end_with_all_cards_of_the_winner_gone(player: str) -> None:
    rows = np.zeros(30, rbcore.GAME)
    rbcore.play(rbcore.variant(SMALL), (player,) * 2, 1, 0, rows)
    won = rows[rows["outcome"] == rbcore.OUTCOMES.index("win")]
    assert len(won)
    assert (won["scores"].max(axis=1) <= 30 + 2 * 2 + 10).all()
