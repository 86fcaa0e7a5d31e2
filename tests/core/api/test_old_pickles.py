"""Pickles by version 0.1.0 as it was when all modules lay in one folder, before they moved."""

from __future__ import annotations

import pickle
import subprocess
import sys
from pathlib import Path

import pytest

import rbcore

LINES = [
    line.split("\t")
    for line in Path(__file__).with_name("old_pickles.tsv").read_text().splitlines()
    if not line.startswith("#")
]


@pytest.mark.parametrize(("variant", "text", "pickled"), LINES)
def test_old_pickles_are_read(variant: str, text: str, pickled: str) -> None:
    rules = rbcore.variant(variant)
    found = pickle.loads(bytes.fromhex(pickled))
    if isinstance(found, rbcore.Position):
        position = rbcore.Position.parse(text, rules)
        assert found == position
        assert str(found) == text
        assert found.moves() == position.moves()
        assert hash(found) == hash(position)
    else:
        assert found == rules
        assert hash(found) == hash(rules)
    assert pickle.loads(pickle.dumps(found)) == found


def test_both_kinds_are_there_and_need_no_import_first() -> None:
    kinds = {type(pickle.loads(bytes.fromhex(pickled))) for _, _, pickled in LINES}
    assert kinds == {rbcore.Rules, rbcore.Position}
    script = f"import pickle; print(pickle.loads(bytes.fromhex({LINES[1][2]!r})))"
    shown = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert shown.stdout.strip() == LINES[1][1], shown.stderr
