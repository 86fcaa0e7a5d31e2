"""Names of games: those of other programs, what else is called so, what an unknown one is near."""

import pytest

from rbpatience.book import find_game
from rbsim.arms.forms import Form


@pytest.mark.parametrize(
    ("name", "game"),
    [
        ("demon", "canfield"),
        ("Napoleon at St. Helena", "forty-thieves"),
        ("fair lucy", "trefoil-whole"),
        ("Vanishing Cross", "corners"),
        ("corner card", "corners"),
        ("Baker's Dozen", "bakers-dozen"),
        ("Sultan of Turkey", "sultan"),
        ("idiot's delight", "king-albert"),
    ],
)
def test_other_programs_names_are_known(name: str, game: str) -> None:
    assert find_game(name).name == game


@pytest.mark.parametrize(
    ("name", "near"),
    [
        ("forty theives", "forty-thieves"),
        ("harvets", "harvest"),
        ("freecel", "free-cell"),
        ("russian", "russian-solitaire"),
        ("castle", "beleaguered-castle"),
    ],
)
def test_an_unknown_name_is_near_by_its_words(name: str, near: str) -> None:
    with pytest.raises(ValueError, match=f"did you mean {near}?"):
        find_game(name)


@pytest.mark.parametrize("name", ["chess", "baker's nap", "gaps", "64"])
def test_letters_in_common_are_not_enough(name: str) -> None:
    with pytest.raises(ValueError, match="no game is called") as raised:
        find_game(name)
    assert "did you mean" not in str(raised.value)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("klondike,turn=3", "klondike"),
        ("free-cell,cells=4", "free-cell"),
        ("bakers-game,space=any", "bakers-game"),
        ("plait,passes=4", "plait"),
        ("klondike,passes=endless", "klondike"),
    ],
)
def test_a_reading_at_its_default_is_the_game(text: str, name: str) -> None:
    assert Form(text).digest == Form(name).digest


def test_a_homonym_says_how_the_other_game_is_asked_for() -> None:
    assert "rbsim patience pyramid-of-28" in find_game("pyramid").homonym
    other = find_game("pyramid").rules.homonym
    assert find_game(other).name == "pyramid-of-28"
    assert "PySolFC's Four Seasons" in find_game("corners").homonym
    assert find_game("klondike").homonym == ""
