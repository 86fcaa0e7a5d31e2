"""Tell Python what the processor supports and which compiler made this code."""

from rbcore.cards.c_compilers cimport has_v3

cdef extern from *:
    """
    #if !defined(__VERSION__)
    #define RB_COMPILER "MSVC"
    #elif defined(__clang__)
    #define RB_COMPILER __VERSION__
    #else
    #define RB_COMPILER "GCC " __VERSION__
    #endif
    #if !defined(RB_FLAGS)
    #define RB_FLAGS ""
    #endif
    """
    const char* RB_COMPILER
    const char* RB_FLAGS  # of setup.py

COMPILER = RB_COMPILER.decode()
FLAGS = RB_FLAGS.decode()


def has_v3_instructions():
    """Return whether processor and system support popcnt, bmi, bmi2 and avx2."""
    return bool(has_v3())
