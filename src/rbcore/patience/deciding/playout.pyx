"""A layout played by one of its players (docs/patience)."""

from libc.stdint cimport uint8_t, uint16_t

from rbcore.cards.card cimport card_t
from rbcore.cards.rng cimport FOR_PLAY, below, open_stream, stream_t
from rbcore.patience.deciding.advice cimport NO_MOVE, advised, plain
from rbcore.patience.dealing cimport FOR_SHUFFLES
from rbcore.patience.deciding.procedures cimport (
    list_moves,
    make_move,
    next_deal,
    open_layout,
)
from rbcore.patience.form cimport ADVISER, UNIFORM, form_t, layout_t, patience_row_t, story_t
from rbcore.patience.layouts.position cimport board_t, moves_t

cdef enum:
    WON = 1
    GIVEN_UP = 2


cdef void play_layout(
    const form_t* form, const card_t* pack, patience_row_t* row, story_t* story
) noexcept nogil:
    cdef const layout_t* rules = &form.layout
    cdef board_t p
    cdef moves_t moves
    cdef stream_t choices, shuffles
    cdef int chosen
    open_stream(&shuffles, form.seed, form.number, FOR_SHUFFLES)
    open_stream(&choices, form.seed, form.number, FOR_PLAY)
    open_layout(&p, form, pack, &shuffles, story)
    while p.placed < rules.total:
        list_moves(&p, rules, &moves)
        chosen = NO_MOVE
        if moves.n and p.idle < rules.idle:
            if form.player == UNIFORM:
                chosen = below(&choices, moves.n)
            elif form.player == ADVISER:
                chosen = advised(&p, rules, &moves)
                if chosen == NO_MOVE:
                    # None is worth making; another position may have one that is.
                    chosen = below(&choices, moves.n)
            else:
                chosen = plain(&p, rules, &moves)
        if chosen != NO_MOVE:
            make_move(&p, rules, moves.moves[chosen])
        elif not next_deal(&p, rules):
            break
    row.passes = <uint16_t>p.deal
    row.left = <uint8_t>(rules.total - p.placed)
    if not row.left:
        row.outcome = WON
    elif moves.n and form.player in (UNIFORM, ADVISER):
        row.outcome = GIVEN_UP
