/* rbcore's public C interface for outside players: what a player is given and what it may ask.
 *
 * Everything here is public and stable: as long as RB_PLAYER_ABI is the same, the only change is
 * that functions are added at the end of their table. Everything else that rbcore installs,
 * including its .pxd files, may change with any release. A player is one function, or three if it
 * keeps a state:
 *
 *     int32_t choose(const rb_turn *turn, void *state);   a move's number, or RB_FAILED
 *     void *new_state(int32_t seat, int32_t seats);       for each game and seat; NULL: failed
 *     void free_state(void *state);
 *
 * They are called without Python's GIL, on any thread. `choose` is called only where there are two
 * or more moves. Python receives each function as a PyCapsule whose name is its signature, such as
 * RB_CHOOSE, which includes the version. Cython makes such capsules for functions declared `api`.
 */

#ifndef RBCORE_PLAYERS_H
#define RBCORE_PLAYERS_H

#include <stdint.h>

#define RB_PLAYER_ABI 1
#define RB_CHOOSE "int32_t (rb_turn_v1 const *, void *)"
#define RB_NEW_STATE "void *(int32_t, int32_t)"
#define RB_FREE_STATE "void (void *)"

enum { RB_FAILED = -1 };

/* A card is suit * 16 + rank: suits c d h s are 0 to 3, ranks 1 (ace) to 13 (king). */
enum { RB_NO_CARD = 0, RB_UNKNOWN = 14, RB_JOKER = 15 };

/* Piles; add the number of a house, from 0, or a seat. The foundations are one place. */
enum {
    RB_HOUSE = 0, RB_RESERVE = 9, RB_WASTE = 12, RB_FOUNDATION = 15, RB_HAND = 16, RB_TURNED = 19,
    RB_PILES = 22
};

/* Kinds of moves. A load goes to another seat's reserve or waste. */
typedef enum {
    RB_TO_FOUNDATION, RB_TO_HOUSE, RB_LOAD, RB_TURN_UP, RB_TO_WASTE, RB_PASS
} rb_kind;

enum {
    RB_MAX_MOVES = 1923,  /* legal at the same time */
    RB_FEATURES = 33,     /* of the evaluation of `weighted` */
    RB_TABLE_WORDS = 256
};

typedef struct {
    uint8_t source, destination;  /* piles */
    uint8_t extra_cards;          /* that move with the card that fits, where groups move (V13) */
    uint8_t kind;                 /* an rb_kind */
} rb_move;

/* A table: the piles as a seat sees them, or as they may lie. Copy it by assignment, and read it
 * only through the functions below. */
typedef struct { uint64_t words[RB_TABLE_WORDS]; } rb_table;

typedef struct rb_turn_v1 rb_turn_v1;
typedef rb_turn_v1 rb_turn;

typedef struct {
    const rb_table *(*view)(const rb_turn *turn);
    int32_t (*card)(const rb_turn *turn, const rb_table *table, rb_move move);
    int32_t (*top_card)(const rb_table *table, int32_t pile);
    int32_t (*card_at)(const rb_table *table, int32_t pile, int32_t n);
    int32_t (*length)(const rb_table *table, int32_t pile);
    int32_t (*face_down)(const rb_table *table, int32_t pile);
    int32_t (*foundation)(const rb_table *table, int32_t suit, int32_t n);
    int32_t (*seat)(const rb_table *table);
    int32_t (*is_won)(const rb_table *table);
    int32_t (*find_moves)(const rb_turn *turn, const rb_table *table, rb_move *moves);
    void (*make)(const rb_turn *turn, rb_table *table, rb_move move);
    int32_t (*value)(const rb_turn *turn, const rb_table *table, rb_move move);
    void (*features)(const rb_turn *turn, const rb_table *table, rb_move move, int32_t *features);
    void (*determinize)(const rb_turn *turn, rb_table *table);
    uint32_t (*below)(const rb_turn *turn, uint32_t n);
} rb_functions_v1;

/* A choice to make. The moves are in the order in which a player in Python gets them. */
struct rb_turn_v1 {
    const rb_functions_v1 *functions;
    int32_t seat;         /* the seat to move */
    int32_t seats;
    int32_t houses;
    uint32_t turns;       /* ended so far */
    int32_t move_count;   /* two or more */
    rb_move moves[RB_MAX_MOVES];
};

/* ---- moves ---- */

static inline int32_t rb_move_count(const rb_turn *turn) { return turn->move_count; }

/* Move number n, from 0. */
static inline rb_move rb_nth_move(const rb_turn *turn, int32_t n) { return turn->moves[n]; }

static inline int32_t rb_source(rb_move move) { return move.source; }

static inline int32_t rb_destination(rb_move move) { return move.destination; }

static inline rb_kind rb_kind_of(rb_move move) { return (rb_kind)move.kind; }

/* ---- reading a table ---- */

/* The seat's view; with memory or sight if the player's name says so. It is made on the first call,
 * and is valid until the choice is made. */
static inline const rb_table *rb_view(const rb_turn *turn) { return turn->functions->view(turn); }

/* The card that a legal move takes: for a group the card that fits, RB_UNKNOWN for a face-down
 * card, RB_NO_CARD for a pass. */
static inline int32_t rb_card(const rb_turn *turn, const rb_table *table, rb_move move) {
    return turn->functions->card(turn, table, move);
}

/* The top card of a pile: RB_UNKNOWN if it is face down, RB_NO_CARD if the pile is empty. */
static inline int32_t rb_top_card(const rb_turn *turn, const rb_table *table, int32_t pile) {
    return turn->functions->top_card(table, pile);
}

/* Card number n of a pile; 0 is the lowest. */
static inline int32_t rb_card_at(const rb_turn *turn, const rb_table *table, int32_t pile, int32_t n) {
    return turn->functions->card_at(table, pile, n);
}

/* The number of cards in a pile. */
static inline int32_t rb_length(const rb_turn *turn, const rb_table *table, int32_t pile) {
    return turn->functions->length(table, pile);
}

/* The number of face-down cards in a reserve, house or hand. */
static inline int32_t rb_face_down(const rb_turn *turn, const rb_table *table, int32_t pile) {
    return turn->functions->face_down(table, pile);
}

/* The number of cards on a suit's taller foundation (n = 0) or on the other one (n = 1). */
static inline int32_t rb_foundation(const rb_turn *turn, const rb_table *table, int32_t suit, int32_t n) {
    return turn->functions->foundation(table, suit, n);
}

/* The seat to move; after a win, the winner. */
static inline int32_t rb_seat(const rb_turn *turn, const rb_table *table) {
    return turn->functions->seat(table);
}

static inline int32_t rb_is_won(const rb_turn *turn, const rb_table *table) {
    return turn->functions->is_won(table);
}

/* ---- looking ahead, on copies of a table ---- */

/* Find the legal moves of a table that is not won and return their number. `moves` needs room for
 * RB_MAX_MOVES. */
static inline int32_t rb_find_moves(const rb_turn *turn, const rb_table *table, rb_move *moves) {
    return turn->functions->find_moves(turn, table, moves);
}

/* Make a move that is legal on the table. */
static inline void rb_make(const rb_turn *turn, rb_table *table, rb_move move) {
    turn->functions->make(turn, table, move);
}

/* The value of a legal move in the evaluation of `weighted`. */
static inline int32_t rb_value(const rb_turn *turn, const rb_table *table, rb_move move) {
    return turn->functions->value(turn, table, move);
}

/* Fill in the RB_FEATURES features of a legal move; rb_value is their weighted sum. */
static inline void rb_features(const rb_turn *turn, const rb_table *table, rb_move move,
                               int32_t *features) {
    turn->functions->features(turn, table, move, features);
}

/* Make a table with random cards in place of those that the view hides (a determinization). */
static inline void rb_determinize(const rb_turn *turn, rb_table *table) {
    turn->functions->determinize(turn, table);
}

/* A random number from 0 to n - 1, from the game's stream; n must be at least 1. */
static inline uint32_t rb_below(const rb_turn *turn, uint32_t n) {
    return turn->functions->below(turn, n);
}

#endif
