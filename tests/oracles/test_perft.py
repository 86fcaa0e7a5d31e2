"""Legal moves and perft counts against an independent engine's, for every preset it played.

A preset without such figures is checked against the twin alone (test_twin).
"""

from pathlib import Path

import pytest

import rbcore

HERE = Path(__file__).parent
PRESETS = sorted(path.stem for path in (HERE / "perft").glob("*.tsv"))


def test_the_engines_presets_are_all_there() -> None:
    assert len(PRESETS) >= 19
    assert set(PRESETS) <= set(rbcore.PRESETS)
    assert sorted(path.stem for path in (HERE / "moves").glob("*.tsv")) == PRESETS


def rows(folder: str, preset: str) -> list[list[str]]:
    lines = (HERE / folder / f"{preset}.tsv").read_text().splitlines()
    return [line.split("\t") for line in lines if not line.startswith("#")]


@pytest.mark.parametrize("preset", PRESETS)
def test_moves(preset: str) -> None:
    rules = rbcore.variant(preset)
    table = rows("moves", preset)
    assert len(table) >= 10
    for text, moves in table:
        position = rbcore.Position.parse(text, rules)
        assert sorted(position.moves()) == moves.split(), text
        assert position.notation == text


@pytest.mark.parametrize("preset", PRESETS)
def test_perft(preset: str) -> None:
    rules = rbcore.variant(preset)
    table = rows("perft", preset)
    assert {int(depth) for _, depth, _, _ in table} >= {2, 4}
    for name, depth, count, text in table:
        assert name == preset
        position = rbcore.Position.parse(text, rules)
        assert rbcore.perft(position, int(depth)) == int(count), text


def test_perft_is_the_same_move_by_move() -> None:
    """The bulk count of the last ply, and the depths that go through Python."""
    rules = rbcore.variant("standard")
    text = rows("moves", "standard")[1][0]
    position = rbcore.Position.parse(text, rules)

    def slow(position: rbcore.Position, depth: int) -> int:
        if depth == 0:
            return 1
        total = 0
        for move in position.moves():
            after = position.copy()
            after.apply(move)
            total += slow(after, depth - 1)
        return total

    for depth in range(4):
        assert rbcore.perft(position, depth) == slow(position, depth)
    for depth in (-1, 2_000):
        with pytest.raises(ValueError, match="depth"):
            rbcore.perft(position, depth)
