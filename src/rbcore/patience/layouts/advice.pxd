from rbcore.patience.form cimport layout_t
from rbcore.patience.layouts.position cimport move_t, moves_t, position_t

cdef int plain(const position_t* p, const layout_t* rules, const moves_t* moves) noexcept nogil
cdef int advised(const position_t* p, const layout_t* rules, const moves_t* moves) noexcept nogil
cdef int worth(const position_t* p, const layout_t* rules, move_t move) noexcept nogil
