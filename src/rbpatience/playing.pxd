from rbcore.cards.card cimport card_t
from rbpatience.engine.game cimport procedure_t, story_t, task_t

cdef class Task:
    cdef task_t data
    cdef procedure_t play
    cdef object game
    cdef int load_pack(self, text, card_t* pack) except -1

cdef list told_events(story_t* story)
