"""Ctrl-C, other exceptions of signal handlers, and a caller's flag, noticed in compiled work."""

from cpython.exc cimport PyErr_CheckSignals
from cpython.pythread cimport PyThread_get_thread_ident
from libc.stdint cimport int64_t

from rbcore.cards.c_compilers cimport microseconds

import threading

cdef extern from *:
    """
    typedef struct {
        uint8_t listens, raised, never;
        int64_t next;     /* when to ask Python again, which takes the GIL */
        const uint8_t *flag;    /* the caller's flag, in place of signals, or NULL */
    } rb_ear_t;
    static RB_THREAD_LOCAL rb_ear_t rb_ear;
    #define rb_this_ear() (&rb_ear)
    """
    ctypedef struct ear_t "rb_ear_t":
        uint8_t listens, raised, never
        int64_t next
        const uint8_t* flag
    ear_t* this_ear "rb_this_ear"() noexcept nogil

cdef enum:
    APART = 50_000        # microseconds between two calls of Python

cdef unsigned long MAIN_THREAD = threading.main_thread().ident
cdef object _error = None    # what a handler raised; only the main thread runs handlers

cdef const uint8_t* listen(const uint8_t[::1] stop=None) except NULL:
    """Start listening; return the caller's flag, or one that is set when work should end.

    Without a flag, signals are noticed on Python's main thread. This runs no Python code, so
    earlier checks still hold.
    """
    cdef ear_t* ear = this_ear()
    if stop is not None:
        if stop.shape[0] < 1:
            raise ValueError("stop is empty; it must be an array of one uint8")
        ear.flag = &stop[0]
        return ear.flag
    ear.flag = NULL
    if <unsigned long>PyThread_get_thread_ident() != MAIN_THREAD or ear.listens:
        return &ear.never
    ear.listens = True
    ear.raised = False
    return &ear.raised

cdef bint interrupted() noexcept nogil:
    """Return whether work should end: the caller set its flag or a handler raised an error."""
    cdef ear_t* ear = this_ear()
    cdef int64_t now
    if ear.flag != NULL:
        return ear.flag[0] != 0
    if not ear.listens:
        return False
    now = microseconds()
    if now >= ear.next and not ear.raised:
        _ask(ear)
        ear.next = now + APART
    return ear.raised

cdef void _ask(ear_t* ear) noexcept with gil:
    """Let Python run the handlers of pending signals, which may start work of their own."""
    global _error
    ear.listens = False
    try:
        PyErr_CheckSignals()
    except BaseException as error:
        _error = error
        ear.raised = True
    ear.listens = True

cdef int answer() except -1:
    """Stop listening, and raise what a handler raised."""
    global _error
    cdef ear_t* ear = this_ear()
    ear.listens, ear.flag = False, NULL
    if ear.raised:
        ear.raised = False
        error, _error = _error, None
        raise error
    return 0
