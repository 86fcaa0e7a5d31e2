"""That each attack runs, that readers of text hold on what they once did not, and on a corpus.

`make attack-short` makes these samples of attacks alone, `make attack` makes all.
"""

import re
import sys

import pytest

from attack import allocations, wrong_types
from attack.__main__ import ATTACKS, ROUNDS
from attack.memcheck import reports
from attack.readers import READERS, kept, problem
from support.quick import fewer

SLOW = ("kills", "restarts", "commands", "writes", "allocations")  # they start a process each time
PYTHON, OURS, VALGRIND = "/usr/lib/libpython3.so", "/src/rbcore/api/game.so", "/usr/vgpreload.so"
MENDED = [  # control characters and halves of signs that came through to a message
    ("variants", "standard,peek=\x1b[2J"),
    ("variants", "standard,must-load=\udcff"),
    ("variants", "standard,reserve-size=\0"),
    ("moves", "standard\t1*\x1b>5"),
    ("slips", "r\x1b=x"),
    ("slips", "\x1b=0,\x1b=0"),
    ("slips", "x" * 4_000 + "=0.1,"),
    ("players", "search-\x19+sight+sight"),
    ("packs", "robert,\x1b,\x1b\t"),
    ("counts", "standard\t1\x1b\t2\t0 -"),
    ("axes", "peek=no,\udcca"),
]


@pytest.mark.sample(4)
@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.full if name in SLOW else ()) for name in ATTACKS]
)
def test_attack(name: str) -> None:
    wanted = fewer(ROUNDS[name])
    rounds, found = ATTACKS[name](wanted, 7)
    assert rounds >= wanted - (name == "kills")  # a run may be over before it is killed
    assert found == []


@pytest.mark.full
@pytest.mark.skipif(
    sys.platform != "linux" or allocations.COMPILER is None, reason="needs Linux and a C compiler"
)
def test_a_pool_without_memory_for_a_search_is_lost() -> None:
    """Seven allocations make the pool; all others are those of its searches."""
    tried, found = allocations.attack(100, 1, "pooled reserve-or-hand")
    assert tried > 7
    assert found == []


@pytest.mark.sample(4)
@pytest.mark.parametrize("name", READERS)
def test_the_corpus(name: str) -> None:
    texts = kept(name)
    assert texts
    assert [said for text in texts if (said := problem(name, text))] == []


@pytest.mark.parametrize(("name", "text"), MENDED)
def test_what_was_mended(name: str, text: str) -> None:
    assert problem(name, text) == ""


@pytest.mark.parametrize(
    ("kind", "stacks", "is_ours"),
    [
        ("UninitCondition", [[OURS, PYTHON], [VALGRIND, PYTHON]], False),
        ("UninitValue", [[PYTHON], [OURS]], True),
        ("UninitValue", [[VALGRIND, OURS], [VALGRIND, OURS]], True),
        ("SyscallParam", [[PYTHON], [VALGRIND, OURS]], True),
        ("UninitCondition", [[OURS]], True),
        ("InvalidRead", [[OURS], [VALGRIND, PYTHON]], True),
        ("InvalidRead", [[PYTHON], [VALGRIND, OURS]], False),
    ],
)
def test_a_report_of_memcheck_counts_by_where_it_begins(
    kind: str, stacks: list[list[str]], is_ours: bool
) -> None:
    frames = "".join(
        f"<stack>{''.join(f'<frame><ip>0x1</ip><obj>{one}</obj></frame>' for one in stack)}</stack>"
        for stack in stacks
    )
    held = f"<error><kind>Leak_StillReachable</kind>{frames}</error>"
    text = f"<valgrindoutput>{held}<error><kind>{kind}</kind>{frames}</error></valgrindoutput>"
    ((words, found),) = reports(text)
    assert found is is_ours
    assert words.startswith(f"{kind}\n  0x1 ")


def test_nothing_public_is_left_out() -> None:
    """Of what the packages call public; and each argument has a value with which calls work."""
    known = wrong_types.public()
    assert len(known) > 100
    assert set(known) <= set(wrong_types.EXAMPLES)
    for name, function in known.items():
        wanted = {argument for argument in wrong_types.parameters(function) if argument}
        assert wanted <= set(wrong_types.arguments_of(name)), name


@pytest.mark.parametrize(
    ("name", "argument", "message"),
    [
        ("rbsim.luck", "source", "source=5 is not text"),
        ("rbsim.fair", "handicaps", "handicaps=5 is not text"),
        ("rbsim.simulate", "store", "store=5 is not a path"),
        ("rbsim.simulate", "progress", "progress=5 is not True, False"),
        ("rbsim.simulate", "rows", "rows=5 is not True or False"),
        ("rbsim.load", "partial", "partial=5 is not True or False"),
        ("rbsim.report", "title", "title=5 is not text"),
        ("rbsim.read_plan", "source", "source=5 is not text or a path"),
        ("rbsim.games.course", "transcript", "transcript=5 is not a Transcript"),
    ],
)
def test_a_wrong_value_is_named(name: str, argument: str, message: str) -> None:
    with pytest.raises((TypeError, ValueError), match=f"^{re.escape(message)}"):
        wrong_types.call(name, wrong_types.arguments_of(name) | {argument: 5})
