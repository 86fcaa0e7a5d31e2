"""Variants by name: what is refused, how they are written, and that all have words."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import fields
from itertools import combinations
from pathlib import Path

import pytest

import rbcore
from rbcore.rules.definition import PROJECT, Rules, hyphened, value_text, value_words, values_text
from rbcore.rules.variants import AXES
from support.mixtures import VALUES, mixtures

RULES_PAGE = Path(__file__).parents[3] / "docs" / "rules.md"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("nonsense", "not a variant"),
        ("standard,colour=red", "not an axis"),
        ("standard,reserve-size", "names no value"),
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
        ("standard,standoff-rounds=101", "from 1 to 100, or is 0 for never"),
        ("standard,standoff-visits=1", "from 2 to 100, or is 0 for never"),
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
    ("face-down,starter=alternate", "reserve-face-down", "starter"),
    ("standard,late-layout=yes", "late-layout", "starter"),
    ("wrangle,starter=high-reserve", "late-layout", "starter"),
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
        (f"{variant},house-to-house=no,load-from={source}", axis, "load-from", "house-to-house")
        for source in ("not-houses", "hand")
        for variant, axis in (
            ("standard,release=any", "release"),
            ("standard,release=fewest", "release"),
            ("standard,must-make-spaces=yes", "must-make-spaces"),
            ("standard,covered-houses=yes,must-uncover=yes", "must-uncover"),
        )
    ),
    ("crossley,house-to-house=no", "group-moves", "house-to-house"),
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


def test_variants_are_written_as_they_are_read() -> None:
    for text in ("standard", "high-start", "reserve-11,houses-each=3", "standard,target=100",
                 "strict,plan-limit=4", "wrangle,late-layout=no", "covered,peek=yes"):  # fmt: skip
        assert rbcore.variant_text(rbcore.variant(text)) == text


# ---- words -------------------------------------------------------------------------------------


def typed_values(axis: str) -> list[str]:
    """The values of an axis as they are typed; of a number, three."""
    notes = AXES[axis].metadata
    if isinstance(notes["words"], str):
        never = ["0"] if notes["never"] else []
        return [*(str(notes[key]) for key in ("default", "low", "high")), *never]
    return list(notes["words"])


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
