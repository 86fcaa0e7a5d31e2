"""Ctrl-C, what else handlers of signals raise, and a caller's flag, heard in compiled work."""

from cpython.exc cimport PyErr_CheckSignals
from cpython.pythread cimport PyThread_get_thread_ident
from libc.stdint cimport int64_t

from rbcore.cards.c_compilers cimport microseconds

import threading

cdef extern from *:
    """
    typedef struct {
        uint8_t listens, raised, never;
        int64_t next;     /* when Python is asked again: each time takes the GIL */
        const uint8_t *flag;    /* the caller's own, in place of signals, or NULL */
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
    APART = 50_000        # microseconds between two times that Python is asked

cdef unsigned long MAIN_THREAD = threading.main_thread().ident
cdef object _error = None    # what a handler raised; only the main thread runs any

cdef const uint8_t* listen(const uint8_t[::1] stop=None) except NULL:
    """Begin to listen; the caller's flag, or one that is raised when work should end.

    Without a flag signals are heard, on Python's main thread. It asks nothing of Python, so what
    has been checked before still holds.
    """
    cdef ear_t* ear = this_ear()
    if stop is not None:
        if stop.shape[0] < 1:
            raise ValueError("stop is empty; it is an array of one uint8")
        ear.flag = &stop[0]
        return ear.flag
    ear.flag = NULL
    if <unsigned long>PyThread_get_thread_ident() != MAIN_THREAD or ear.listens:
        return &ear.never
    ear.listens = True
    ear.raised = False
    return &ear.raised

cdef bint interrupted() noexcept nogil:
    """Whether work should end: the caller has raised a flag, or a handler an error."""
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
    """Let Python run the handlers of signals that have come, which may begin work of their own."""
    global _error
    ear.listens = False
    try:
        PyErr_CheckSignals()
    except BaseException as error:
        _error = error
        ear.raised = True
    ear.listens = True

cdef int answer() except -1:
    """Listen no more, and raise what a handler raised."""
    global _error
    cdef ear_t* ear = this_ear()
    ear.listens, ear.flag = False, NULL
    if ear.raised:
        ear.raised = False
        error, _error = _error, None
        raise error
    return 0
