/* Players for tests, and one that writes down what it is told. */

#include <stdlib.h>

#include "rbcore/players.h"

/* The loader of docs/examples/compiled. */
static int32_t order(rb_move move) {
    static const int32_t by_kind[] = {0, 6, 1, 5, 4, 5};
    int32_t kind = rb_kind_of(move), source = rb_source(move);
    if (kind != RB_TO_HOUSE || source < RB_RESERVE) return by_kind[kind];
    return source < RB_WASTE ? 2 : source >= RB_TURNED ? 3 : 4;
}

int32_t loader(const rb_turn *turn, void *state) {
    int32_t best = 0;
    (void)state;
    for (int32_t n = 1; n < rb_move_count(turn); n++)
        if (order(rb_nth_move(turn, n)) < order(rb_nth_move(turn, best))) best = n;
    return best;
}

int32_t last(const rb_turn *turn, void *state) { (void)state; return rb_move_count(turn) - 1; }

/* The first move: it goes to and fro between houses without end. */
int32_t endless(const rb_turn *turn, void *state) { (void)turn; (void)state; return 0; }

int32_t drawing(const rb_turn *turn, void *state) {
    (void)state;
    return (int32_t)rb_below(turn, (uint32_t)rb_move_count(turn));
}

int32_t beyond(const rb_turn *turn, void *state) {
    (void)state;
    return turn->turns < 3 ? last(turn, state) : rb_move_count(turn);
}

int32_t failing(const rb_turn *turn, void *state) {
    (void)state;
    return turn->turns < 2 ? last(turn, state) : RB_FAILED;
}

/* Every third choice of a game is the last move, else it is the first: it counts in its state. */
int64_t states_made = 0, states_freed = 0;

void *new_state(int32_t seat, int32_t seats) {
    int32_t *state = malloc(sizeof(int32_t));
    *state = seat < seats ? 0 : -1;
    __atomic_add_fetch(&states_made, 1, __ATOMIC_RELAXED);
    return state;
}

void free_state(void *state) {
    free(state);
    __atomic_add_fetch(&states_freed, 1, __ATOMIC_RELAXED);
}

void *no_state(int32_t seat, int32_t seats) { (void)seat; (void)seats; return NULL; }

int32_t counting(const rb_turn *turn, void *state) {
    int32_t *choices = state;
    return ++*choices % 3 ? loader(turn, NULL) : last(turn, NULL);
}

/* By looking ahead: the move of the greatest value, as `weighted` has it. */
int32_t valuing(const rb_turn *turn, void *state) {
    int32_t best = 0;
    (void)state;
    for (int32_t n = 1; n < rb_move_count(turn); n++)
        if (rb_value(turn, rb_view(turn), rb_nth_move(turn, n)) >
            rb_value(turn, rb_view(turn), rb_nth_move(turn, best))) best = n;
    return best;
}

/* What a choice was told; of a dealt table too, if it is asked for. */
int32_t told[20000], told_count;
int32_t is_dealt;

static void tell(int32_t number) { told[told_count++] = number; }

static void tell_table(const rb_turn *turn, const rb_table *table) {
    tell(rb_seat(turn, table));
    for (int32_t pile = 0; pile < RB_PILES; pile++) {
        tell(rb_length(turn, table, pile));
        tell(rb_face_down(turn, table, pile));
        tell(rb_top_card(turn, table, pile));
        for (int32_t n = 0; n < rb_length(turn, table, pile); n++)
            tell(rb_card_at(turn, table, pile, n));
    }
    for (int32_t suit = 0; suit < 4; suit++)
        tell(rb_foundation(turn, table, suit, 0) + rb_foundation(turn, table, suit, 1));
}

int32_t telling(const rb_turn *turn, void *state) {
    static rb_move moves[RB_MAX_MOVES];
    static int32_t features[RB_FEATURES];
    rb_table table = *rb_view(turn);
    (void)state;
    told_count = 0;
    if (is_dealt) {
        rb_determinize(turn, &table);
        tell_table(turn, &table);
        return 0;
    }
    tell(turn->seat);
    tell(turn->seats);
    tell(turn->houses);
    tell((int32_t)turn->turns);
    tell_table(turn, &table);
    for (int32_t n = 0; n < rb_move_count(turn); n++) {
        rb_move move = rb_nth_move(turn, n);
        rb_table after = table;
        tell(rb_kind_of(move));
        tell(rb_source(move));
        tell(rb_destination(move));
        tell(rb_card(turn, &table, move));
        rb_features(turn, &table, move, features);
        for (int32_t i = 0; i < RB_FEATURES; i++) tell(features[i]);
        tell(rb_value(turn, &table, move));
        rb_make(turn, &after, move);
        tell(rb_is_won(turn, &after) ? -1 : rb_find_moves(turn, &after, moves));
    }
    return 0;
}
