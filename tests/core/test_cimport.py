"""A package beside this one that cimports from rbcore, as built by whoever has rbcore installed."""

from pathlib import Path

import rbcore
from support.outside import build, needs_compiler, printed

OUTSIDE = """
from libc.stdint cimport uint64_t

from rbcore.board.position cimport clear, is_won, position_t
from rbcore.cards.bits cimport popcount
from rbcore.cards.card cimport card_t
from rbcore.moves.legal_moves cimport find_moves, moves_t, nth_move
from rbcore.moves.transition cimport apply, deal, move_t
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
    deal(&p, &r, seed, game, 0)
    assert popcount(p.houses) == rules.houses and sizeof(card_t) == 1
    return leaves(&p, &r, depth)
"""


@needs_compiler
def test_an_outside_module_builds_and_counts_the_same(tmp_path: Path) -> None:
    variants = ["standard", "crossley", "three-player", "covered,plan-limit=2"]
    script = (
        "import rbcore, outside\n"
        f"for text in {variants!r}:\n"
        "    for depth in (1, 3):\n"
        "        print(outside.perft(rbcore.variant(text), 7, 2, depth))\n"
    )
    build(OUTSIDE, tmp_path)
    wanted = []
    for text in variants:
        position = rbcore.Position.deal(rbcore.variant(text), 7, 2)
        assert rbcore.perft(position, 1) == len(position.moves())
        wanted += [len(position.moves()), rbcore.perft(position, 3)]
    assert [int(line) for line in printed(script, tmp_path).split()] == wanted
