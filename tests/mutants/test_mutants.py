"""That changes are of the hot path, and each one a change."""

from pathlib import Path

import pytest

from mutants.sources import HOT, THIN, Mutant, mutants

CORE = Path(__file__).parents[2] / "src" / "rbcore"
EVERY = list(mutants(CORE)) if (CORE / HOT[0]).exists() else []
pytestmark = pytest.mark.skipif(not EVERY, reason="the sources are not here")


def test_every_file_of_the_hot_path_has_some() -> None:
    assert {one.file for one in EVERY} == set(HOT)
    assert len(EVERY) > 500
    assert len(set(EVERY)) == len(EVERY)


def test_one_token_changes() -> None:
    for one in EVERY[::20]:
        before = (CORE / one.file).read_text()
        after = one.applied(before)
        differing = [
            i for i, pair in enumerate(zip(before.split("\n"), after.split("\n"), strict=True), 1)
            if pair[0] != pair[1]
        ]  # fmt: skip
        assert differing == [one.line]


def test_text_and_declarations_stay(tmp_path: Path) -> None:
    (tmp_path / "players").mkdir()
    (tmp_path / "players" / "greedy.pyx").write_text(
        '"""Of 2 < 3."""\n'
        "from libc.stdint cimport uint64_t  # 64\n"
        "cdef int f(int n) noexcept nogil:\n"
        "    # n == 1\n"
        "    return <uint64_t>n if n < 2 and n != 0 else 0x0F\n"
    )
    assert [str(one) for one in mutants(tmp_path)] == [
        "players/greedy.pyx:5:28: < becomes <=",
        "players/greedy.pyx:5:30: 2 becomes 3",
        "players/greedy.pyx:5:32: and becomes or",
        "players/greedy.pyx:5:38: != becomes ==",
        "players/greedy.pyx:5:41: 0 becomes 1",
    ]


def test_a_mutant_is_applied_where_it_stands() -> None:
    assert Mutant("f", 2, 4, "<", "<=").applied("a\nb c < d\nc") == "a\nb c <= d\nc"


def test_the_thin_layer_has_some() -> None:
    every = list(mutants(CORE.parent / "rbsim", THIN))
    assert {one.file for one in every} == set(THIN)
    assert {"+", "<", "and", "max"} <= {one.before for one in every}
    assert len(set(every)) == len(every) > 300
