"""Descriptions played by the core and by the plain interpreter of tests/oracles/described."""

import re
import tomllib

import pytest

from attack.descriptions import own_files
from oracles.described import read
from oracles.described.comparing import compare, play_generated
from rbcore.patience import book
from support.quick import fewer

KNOWN = {
    form or path.stem: (path.read_text(), form)
    for path in sorted((book.FILES / "known").glob("*.toml"))
    for form in ("", *tomllib.loads(path.read_text()).get("forms", {}))
}
GENERATED = 60  # descriptions of a case


@pytest.mark.sample(5)
@pytest.mark.parametrize("name", KNOWN)
def test_a_known_game_goes_as_its_file_is_read_by_the_page(name: str) -> None:
    text, form = KNOWN[name]
    for seed in range(fewer(10)):
        assert not compare(text, seed, 100, form, book.find_game(name))


OWN = {re.findall(r'name = "own-(.*?)"', text)[0]: text for text in own_files()}


@pytest.mark.sample(5)
@pytest.mark.parametrize("name", OWN)
def test_a_game_of_the_book_goes_so_if_it_could_be_one_s_own(name: str) -> None:
    for seed in range(fewer(10)):
        assert not compare(OWN[name], seed, 100)


def test_all_known_games_are_here() -> None:
    assert {*KNOWN} == {*book.known_games()}
    assert len(OWN) > 40


@pytest.mark.sample(1)
@pytest.mark.parametrize("case", range(10))
def test_generated_descriptions_go_as_the_page_says(case: int) -> None:
    played, refused, parted = play_generated(case * GENERATED, GENERATED)
    assert not parted
    assert played > refused


def test_what_the_page_does_not_name_is_refused() -> None:
    with pytest.raises(ValueError, match="the page has no key cellar"):
        read('name = "a"\npiles.a.cellar = 1')
