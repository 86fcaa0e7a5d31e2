/* The player in C, in a module that gives it as a capsule. */

#include <Python.h>

#include "rbcore/players.h"

/* The place of a move in the order, by its kind and then by its source: the least is made. */
static int32_t order(rb_move move) {
    switch (rb_kind_of(move)) {
    case RB_TO_FOUNDATION: return 0;
    case RB_LOAD: return 1;
    case RB_TO_WASTE: return 4;
    case RB_TURN_UP:
    case RB_PASS: return 5;
    case RB_TO_HOUSE: break;
    }
    if (rb_source(move) < RB_RESERVE) return 6;
    if (rb_source(move) < RB_WASTE) return 2;
    return rb_source(move) >= RB_TURNED ? 3 : 4;
}

/* The first of the moves that come first in the order. */
static int32_t choose(const rb_turn *turn, void *state) {
    int32_t best = 0, first = 7;
    (void)state;
    for (int32_t n = 0; n < rb_move_count(turn); n++) {
        int32_t place = order(rb_nth_move(turn, n));
        if (place < first) {
            best = n;
            first = place;
        }
    }
    return best;
}

static struct PyModuleDef definition = {PyModuleDef_HEAD_INIT, "in_c", "The player in C.", -1};

PyMODINIT_FUNC PyInit_in_c(void) {
    PyObject *module = PyModule_Create(&definition);
    PyObject *capsule = PyCapsule_New((void *)choose, RB_CHOOSE, NULL);
    if (module == NULL || PyModule_AddObject(module, "choose", capsule) < 0) {
        Py_XDECREF(module);
        return NULL;
    }
    return module;
}
