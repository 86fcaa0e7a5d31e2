"""Descriptions played by the core and by the plain interpreter of tests/oracles/described."""

import tomllib

import pytest

from oracles.described import read
from oracles.described.comparing import compare, play_generated
from oracles.twin.patience.choices import TWINS
from rbpatience import book
from support.patience_checks import decided_forms
from support.quick import fewer

GENERATED = 60  # descriptions of a case


def sources() -> dict[str, tuple[str, str]]:
    """Of each game's number, or name if it has none, its file and which form of it it is."""
    found = {}
    for path in sorted(book.FILES.rglob("*.toml")):
        text = path.read_text()
        said = tomllib.loads(text)
        found[said.get("number", path.stem)] = text, ""
        found |= {form: (text, form) for form in said.get("forms", {})}
    return found


SOURCES = sources()


@pytest.mark.sample(12)
@pytest.mark.parametrize(
    "text", [one for one in decided_forms() if one.partition(",")[0] not in TWINS]
)
def test_a_game_goes_as_its_file_is_read_by_the_page(text: str) -> None:
    """Every game with choices, form and reading, but those that the page alone cannot say."""
    number, _, reading = text.partition(",")
    own, form = SOURCES[number]
    for seed in range(fewer(4)):
        assert not compare(own, seed, 100, book.find_game(text), form, reading)


@pytest.mark.full
@pytest.mark.parametrize("case", range(10))
def test_generated_descriptions_go_as_the_page_says(case: int) -> None:
    played, refused, parted = play_generated(case * GENERATED, GENERATED)
    assert not parted
    assert played > refused


def test_what_the_page_does_not_name_is_refused() -> None:
    with pytest.raises(ValueError, match="the page has no key cellar"):
        read('name = "a"\npiles.a.cellar = 1')
