"""docs/game-files.md: its keys are those of headers, its example is a game as it is written."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import rbcore
from rbcore import Attention
from rbsim.games import Transcript
from rbsim.games.files import MOST_ENTRIES, MOST_LINE, game_text
from rbsim.games.header import READERS

PAGE = Path(__file__).parents[2] / "docs" / "game-files.md"
pytestmark = pytest.mark.skipif(not PAGE.exists(), reason="the pages are not with these tests")


def test_all_keys_are_in_the_table_and_in_the_grammar() -> None:
    page = PAGE.read_text()
    table = page[page.index("### Header") : page.index("### Moves")]
    named = [key for row in re.findall(r"^\| (`.*?) \|", table, re.MULTILINE)
             for key in re.findall(r"`([a-z-]+)`", row)]  # fmt: skip
    assert sorted(named) == sorted(READERS)
    grammar = page[page.index("    key        =") : page.index("    moves      =")]
    assert {*re.findall(r'"([a-z-]+)"', grammar)} == {*READERS} - {"variant", "position"}
    assert f"{MOST_LINE:,}\ncharacters" in page
    assert f"{MOST_ENTRIES:,} entries" in page


def test_the_example_is_a_game() -> None:
    page = PAGE.read_text()
    example = page[page.index("## An example") :].split("\n\n    ", 1)[1].split("\n\nIn turn 1")[0]
    joined = re.sub(r"\n +(\(\w)", r" \1", example).replace(" {A short turn.}", "")
    lines = joined.replace("\n    ", "\n").splitlines()
    attention = (Attention({"reserve": 0.1}), Attention.careless(0.2, 0.5, "if-better"))
    rules = rbcore.variant("strict")
    game = Transcript.traced(rules, ["greedy", "weighted"], 5, 1, attention=attention)
    assert len(lines) > 20
    assert game_text(game).splitlines()[: len(lines)] == lines
