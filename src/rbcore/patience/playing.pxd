from rbcore.cards.card cimport card_t
from rbcore.patience.engine.game cimport form_t, procedure_t

cdef class CompiledForm:
    cdef form_t form
    cdef procedure_t play
    cdef object game
    cdef int load_pack(self, text, card_t* pack) except -1
