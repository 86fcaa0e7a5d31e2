"""Patterns as numbers: steps, the piles that they go from and to (docs/patience)."""

from rbcore.patience.engine.game cimport (
    FILLS, HAND, LIFT_TOP, MOST_PATTERNS, MOST_TIERS, OTHER_WASTE, PACKS, PLAYS, REFILLS, STOCK,
    WASTE, WHOLE, game_t, group_t, pattern_t, range_t, span_t,
)

from dataclasses import replace

from rbcore.patience.descriptions.patterns import CHOOSERS, HOW, STEPS, Pattern
from rbcore.patience.descriptions.sizes import foundation_count, pack_size

__all__ = ["places"]

_LATER = ("deal", "rotate")  # of a fixed way: what begins when no pattern has a move


def places(told, group):
    """The piles of a group; of a grid as many rows as the pack fills."""
    if not group.grid:
        return group.count
    return min(MOST_GRID, -(-pack_size(told) // group.count) * group.count)


cdef span_t span_of(told, name) except *:
    """The piles of a name."""
    cdef span_t span
    if name == "hand":
        span.first = HAND
    elif name == "waste":
        span.first = OTHER_WASTE if told.stock.wastes > 1 else WASTE
        span.end = WASTE + 1
        return span
    elif name == "stock":
        span.first = STOCK
    else:
        span.first = 0
        for other, group in told.piles.items():
            if other == name:
                span.end = span.first + places(told, group)
                return span
            span.first += places(told, group)
    span.end = span.first + 1
    return span


cdef int compile_patterns(game_t* g, told) except -1:
    """What may be done, must be done, and the fixed way."""
    cdef int n = 0
    play = told.play
    rights = play.moves or [one for one in told.fixed_way if one.step not in _LATER]
    in_hand = _of_hand(rights) or _hand_patterns(told)
    way = [_unheld(told, one) for one in told.fixed_way if one.step not in _LATER]
    way_hand = [_unheld(told, one) for one in _of_hand(way) or in_hand]
    duties = [one for tier in play.duties for one in tier]
    n = _compile_patterns(g, told, n, &g.hand, _left_to(duties, in_hand))
    n = _compile_patterns(
        g, told, n, &g.moves,
        _left_to(duties, [one for one in rights if one.sources != ("hand",)]),
    )
    n = _compile_patterns(g, told, n, &g.way, [one for one in way if one.sources != ("hand",)])
    n = _compile_patterns(g, told, n, &g.way_hand, way_hand)
    n = _compile_patterns(g, told, n, &g.after, told.stock.after)
    n = _compile_patterns(
        g, told, n, &g.again_after, told.stock.again_after or told.stock.after
    )
    n = _compile_patterns(g, told, n, &g.opening, play.opening)
    for tier in play.duties:
        if tier[0].step == "hand":
            g.free_tiers = g.tiers
            continue
        if g.tiers == MOST_TIERS:
            raise ValueError(f"a game has at most {MOST_TIERS} tiers of duties")
        n = _compile_patterns(g, told, n, &g.duties[g.tiers], tier, held=True)
        g.tiers += 1
    g.may_stop = play.stop
    return 0


def _left_to(duties, rights):
    """The rights of which no duty has the moves: they are had when no duty has any."""
    from_all = [one for one in duties if one.step in ("play", "pack") and not one.sources]
    return [
        one for one in rights if one not in duties and replace(one, sources=()) not in from_all
    ]


def _of_hand(patterns):
    """The patterns of the card in hand alone; it is played before it is laid."""
    own = [one for one in patterns if one.sources == ("hand",)]
    if own and not any(one.step == "play" for one in own):
        own.insert(0, Pattern(("play",), sources=("hand",)))
    return own


def _hand_patterns(told):
    """What a card in hand may do unless a game says it."""
    patterns = [Pattern(("play",), sources=("hand",))]
    if any(group.on for group in told.piles.values()):
        patterns.append(Pattern(("pack",), sources=("hand",)))
    if any(group.space != "none" for group in told.piles.values()):
        patterns.append(Pattern(("fill",), sources=("hand",)))
    return [*patterns, Pattern(("lay",), sources=("hand",), targets=("waste",))]


def _unheld(told, pattern):
    """A pattern of the fixed way, which holds no card if that is a choice (60.6)."""
    if told.play.waiting == "may" and pattern.step == "play":
        return replace(pattern, how="unheld")
    return pattern


cdef int _compile_patterns(
    game_t* g, told, int n, range_t* range_, patterns, bint held=False
) except -1:
    """Compile a list of patterns from number `n` on; return the number after the last.

    Duties alone are asked for while a card is in hand: it is a source of what names none.
    """
    cdef int last
    range_.first = n
    for pattern in patterns:
        last = len(pattern.steps) - 1
        for i, step in enumerate(pattern.steps):
            if n == MOST_PATTERNS:
                raise ValueError(f"a game has at most {MOST_PATTERNS} patterns")
            _compile_pattern(&g.patterns[n], g, told, pattern, step, held)
            g.patterns[n].joined = last - i
            n += 1
    range_.end = n
    return n


cdef int _compile_pattern(
    pattern_t* one, const game_t* g, told, pattern, step, bint held
) except -1:
    one.step = STEPS.index(step)
    one.how = ("", *HOW, "unheld").index(pattern.how)
    one.chooser = ("", *CHOOSERS).index(pattern.chooser)
    if pattern.steps == ("fill",) and not pattern.sources:
        one.step = REFILLS
        return 0
    sources = pattern.sources or _sources(told, step, held)
    one.hand = "hand" in sources
    if told.stock.waste == "dead":
        sources = [name for name in sources if name != "waste"]
    one.in_turn = step == "lay" and not pattern.targets
    one.sources = 0
    for name in sources:
        one.source[one.sources] = span_of(told, name)
        one.sources += 1
    founded = [name for name in pattern.targets if name in told.foundations]
    one.foundations = _foundations(told, founded) if founded else 0xFFFF
    one.targets = 0
    for name in pattern.targets or _targets(told, step):
        if name not in told.foundations:
            one.target[one.targets] = span_of(told, name)
            one.targets += 1
    one.deep = _is_deep(g, one)
    return 0


cdef bint _is_deep(const game_t* g, const pattern_t* one) noexcept:
    """Whether a step may move cards that lie below the top of a pile."""
    cdef const group_t* group
    cdef int n
    if one.step == PLAYS:
        return g.waste_all or g.foundations[0].whole
    if one.how == WHOLE:
        return True
    for n in range(one.sources):
        if one.source[n].first < STOCK:
            group = &g.group[g.group_of[one.source[n].first]]
            if (group.lift if one.step == PACKS else group.space_lift) != LIFT_TOP:
                return True
        elif one.step == FILLS and g.waste_lift != LIFT_TOP:
            return True
    return False


def _sources(told, step, held):
    """Where a step goes from unless a pattern says it: plays the waste first, packings last."""
    hand = ["hand"] if held else []
    if step == "play":
        return [*hand, "waste", *told.piles]
    if step == "lift":
        return ["waste"]
    if step in ("pack", "fill"):
        return [*hand, *told.piles, "waste"]
    return list(told.piles)


def _targets(told, step):
    """Where a step goes to if a pattern does not say it."""
    if step == "fill":
        return [name for name, group in told.piles.items() if group.space != "none"]
    packed = [name for name, group in told.piles.items() if group.on]
    if step == "lift":
        return packed
    return packed or (["waste"] if told.stock.waste_on else [])


def _foundations(told, names):
    """A bit for each foundation of these groups."""
    bits, f = 0, 0
    for name, group in sorted(told.foundations.items(), key=lambda item: item[1].tier):
        for _ in range(foundation_count(group)):
            bits |= (name in names) << f
            f += 1
    return bits
