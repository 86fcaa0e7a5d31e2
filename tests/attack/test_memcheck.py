"""That a report of memcheck counts by where it begins."""

from __future__ import annotations

import pytest

from attack.memcheck import reports

PYTHON, OURS, VALGRIND = "/usr/lib/libpython3.so", "/src/rbcore/api/game.so", "/usr/vgpreload.so"


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
def test_where_a_report_begins(kind: str, stacks: list[list[str]], is_ours: bool) -> None:
    frames = "".join(
        f"<stack>{''.join(f'<frame><ip>0x1</ip><obj>{one}</obj></frame>' for one in stack)}</stack>"
        for stack in stacks
    )
    held = f"<error><kind>Leak_StillReachable</kind>{frames}</error>"
    text = f"<valgrindoutput>{held}<error><kind>{kind}</kind>{frames}</error></valgrindoutput>"
    ((words, found),) = reports(text)
    assert found is is_ours
    assert words.startswith(f"{kind}\n  0x1 ")
