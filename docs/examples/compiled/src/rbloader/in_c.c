/* The player in C, in a module that gives it as a capsule. */

#include <Python.h>

#include "rbcore/players.h"

/* The place of a move in the order, the least of which is made: by its kind, and to a house by its
 * source. */
static const uint8_t by_kind[] = {
    [RB_TO_FOUNDATION] = 0, [RB_LOAD] = 1, [RB_TO_WASTE] = 4, [RB_TURN_UP] = 5, [RB_PASS] = 5
};
static const uint8_t by_source[RB_PILES] = {
    6, 6, 6, 6, 6, 6, 6, 6, 6,  /* houses */
    2, 2, 2,  /* reserves */
    4, 4, 4,  /* wastes */
    [RB_TURNED] = 3, 3, 3
};

/* The same in one table, filled on import: a processor would mispredict a branch on the kind. */
static uint8_t order[RB_PASS + 1][RB_PILES];

static void fill_order(void) {
    for (int kind = 0; kind <= RB_PASS; kind++)
        for (int source = 0; source < RB_PILES; source++)
            order[kind][source] = kind == RB_TO_HOUSE ? by_source[source] : by_kind[kind];
}

/* The first of the moves that come first in the order. */
static int32_t choose(const rb_turn *turn, void *state) {
    int32_t best = 0, first = 7;
    (void)state;
    for (int32_t n = 0; n < rb_move_count(turn); n++) {
        rb_move move = rb_nth_move(turn, n);
        int32_t place = order[rb_kind_of(move)][rb_source(move)];
        best = place < first ? n : best;
        first = place < first ? place : first;
    }
    return best;
}

static struct PyModuleDef definition = {PyModuleDef_HEAD_INIT, "in_c", "The player in C.", -1};

PyMODINIT_FUNC PyInit_in_c(void) {
    fill_order();
    PyObject *module = PyModule_Create(&definition);
    PyObject *capsule = PyCapsule_New((void *)choose, RB_CHOOSE, NULL);
    if (module == NULL || PyModule_AddObject(module, "choose", capsule) < 0) {
        Py_XDECREF(module);
        return NULL;
    }
    return module;
}
