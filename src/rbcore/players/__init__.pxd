# The C interface for outside players, declared for Cython. rbcore/players.h, in the folder that
# rbcore.get_include() returns, documents each declaration.
#
# It is public and stable within an RB_PLAYER_ABI; all other .pxd files may change with any release.

from libc.stdint cimport int32_t, uint32_t, uint8_t

cdef extern from "rbcore/players.h" nogil:
    enum:
        RB_PLAYER_ABI
        RB_FAILED
        RB_NO_CARD, RB_UNKNOWN, RB_JOKER
        RB_HOUSE, RB_RESERVE, RB_WASTE, RB_FOUNDATION, RB_HAND, RB_TURNED, RB_PILES
        RB_MAX_MOVES, RB_FEATURES
    const char* RB_CHOOSE
    const char* RB_NEW_STATE
    const char* RB_FREE_STATE

    ctypedef enum rb_kind:
        RB_TO_FOUNDATION, RB_TO_HOUSE, RB_LOAD, RB_TURN_UP, RB_TO_WASTE, RB_PASS

    ctypedef struct rb_move:
        uint8_t source
        uint8_t destination
        uint8_t extra_cards
        uint8_t kind

    ctypedef struct rb_table:
        pass

    ctypedef struct rb_functions_v1:
        const rb_table* (*view)(const rb_turn* turn) noexcept nogil
        int32_t (*card)(const rb_turn* turn, const rb_table* table, rb_move move) noexcept nogil
        int32_t (*top_card)(const rb_table* table, int32_t pile) noexcept nogil
        int32_t (*card_at)(const rb_table* table, int32_t pile, int32_t n) noexcept nogil
        int32_t (*length)(const rb_table* table, int32_t pile) noexcept nogil
        int32_t (*face_down)(const rb_table* table, int32_t pile) noexcept nogil
        int32_t (*foundation)(const rb_table* table, int32_t suit, int32_t n) noexcept nogil
        int32_t (*seat)(const rb_table* table) noexcept nogil
        int32_t (*is_won)(const rb_table* table) noexcept nogil
        int32_t (*find_moves)(const rb_turn* turn, const rb_table* table,
                              rb_move* moves) noexcept nogil
        void (*make)(const rb_turn* turn, rb_table* table, rb_move move) noexcept nogil
        int32_t (*value)(const rb_turn* turn, const rb_table* table, rb_move move) noexcept nogil
        void (*features)(const rb_turn* turn, const rb_table* table, rb_move move,
                         int32_t* features) noexcept nogil
        void (*determinize)(const rb_turn* turn, rb_table* table) noexcept nogil
        uint32_t (*below)(const rb_turn* turn, uint32_t n) noexcept nogil

    ctypedef struct rb_turn "rb_turn_v1":
        const rb_functions_v1* functions
        int32_t seat
        int32_t seats
        int32_t houses
        uint32_t turns
        int32_t move_count
        rb_move moves[RB_MAX_MOVES]

    int32_t rb_move_count(const rb_turn* turn)
    rb_move rb_nth_move(const rb_turn* turn, int32_t n)
    int32_t rb_source(rb_move move)
    int32_t rb_destination(rb_move move)
    rb_kind rb_kind_of(rb_move move)
    const rb_table* rb_view(const rb_turn* turn)
    int32_t rb_card(const rb_turn* turn, const rb_table* table, rb_move move)
    int32_t rb_top_card(const rb_turn* turn, const rb_table* table, int32_t pile)
    int32_t rb_card_at(const rb_turn* turn, const rb_table* table, int32_t pile, int32_t n)
    int32_t rb_length(const rb_turn* turn, const rb_table* table, int32_t pile)
    int32_t rb_face_down(const rb_turn* turn, const rb_table* table, int32_t pile)
    int32_t rb_foundation(const rb_turn* turn, const rb_table* table, int32_t suit, int32_t n)
    int32_t rb_seat(const rb_turn* turn, const rb_table* table)
    bint rb_is_won(const rb_turn* turn, const rb_table* table)
    int32_t rb_find_moves(const rb_turn* turn, const rb_table* table, rb_move* moves)
    void rb_make(const rb_turn* turn, rb_table* table, rb_move move)
    int32_t rb_value(const rb_turn* turn, const rb_table* table, rb_move move)
    void rb_features(const rb_turn* turn, const rb_table* table, rb_move move, int32_t* features)
    void rb_determinize(const rb_turn* turn, rb_table* table)
    uint32_t rb_below(const rb_turn* turn, uint32_t n)
