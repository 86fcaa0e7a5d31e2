"""A package beside this one that cimports from rbcore, as built by whoever has rbcore installed."""

from __future__ import annotations

import os
import subprocess
import sys
import sysconfig
from pathlib import Path
from shutil import which

import pytest

import rbcore

pytest.importorskip("Cython", reason="an outside module is built with Cython")
pytest.importorskip("setuptools", reason="an outside module is built with setuptools")
COMPILER = (sysconfig.get_config_var("CC") or "cc").split()[0]

OUTSIDE = """
from libc.stdint cimport uint64_t

from rbcore.board.position cimport clear, is_won, position_t
from rbcore.cards.bits cimport popcount
from rbcore.cards.card cimport card_t
from rbcore.moves.deal cimport deal
from rbcore.moves.legal_moves cimport find_moves, moves_t, nth_move
from rbcore.moves.transition cimport apply, move_t
from rbcore.rules.compiled cimport compile_rules, rules_t

cdef uint64_t leaves(const position_t* p, const rules_t* r, int depth) noexcept nogil:
    cdef moves_t moves
    cdef position_t after
    cdef uint64_t total = 0
    cdef int n
    if depth == 0:
        return 1
    if is_won(p):
        return 0
    find_moves(p, r, &moves)
    for n in range(moves.count):
        after = p[0]
        apply(&after, r, nth_move(p, r, &moves, n))
        total += leaves(&after, r, depth - 1)
    return total

def perft(rules, uint64_t seed, uint64_t game, int depth):
    cdef rules_t r
    cdef position_t p
    compile_rules(rules, &r)
    clear(&p, &r)
    deal(&p, &r, seed, game)
    assert popcount(p.houses) == rules.houses and sizeof(card_t) == 1
    return leaves(&p, &r, depth)
"""

SETUP = """
from Cython.Build import cythonize
from setuptools import Extension, setup
setup(name="outside", ext_modules=cythonize([Extension("outside", ["outside.pyx"])], quiet=True,
      language_level=3))
"""


@pytest.mark.skipif(which(COMPILER) is None, reason=f"there is no {COMPILER} to build with")
def test_an_outside_module_builds_and_counts_the_same(tmp_path: Path) -> None:
    (tmp_path / "outside.pyx").write_text(OUTSIDE)
    (tmp_path / "setup.py").write_text(SETUP)
    variants = ["standard", "crossley", "three-player", "covered,plan-limit=2"]
    script = (
        "import rbcore, outside\n"
        f"for text in {variants!r}:\n"
        "    for depth in (1, 3):\n"
        "        print(outside.perft(rbcore.variant(text), 7, 2, depth))\n"
    )
    build = [sys.executable, "setup.py", "--quiet", "build_ext", "--inplace"]
    for command in (build, [sys.executable, "-c", script]):
        done = subprocess.run(
            command,
            cwd=tmp_path,
            env={**os.environ, "CFLAGS": "-O0 -w"},
            capture_output=True,
            text=True,
        )
        assert done.returncode == 0, done.stderr
    wanted = []
    for text in variants:
        position = rbcore.Position.deal(rbcore.variant(text), 7, 2)
        assert rbcore.perft(position, 1) == len(position.moves())
        wanted += [len(position.moves()), rbcore.perft(position, 3)]
    assert [int(line) for line in done.stdout.split()] == wanted
