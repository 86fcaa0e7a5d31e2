# What seat 0 gains from each position of a graph under best play, cards hidden.

from rbcore.solving.reachable cimport graph_t

cdef bint find_gains(const graph_t* g, double* least, double* most) noexcept nogil
cdef bint look_where_hopeful(graph_t* g, const double* least, const double* most) noexcept nogil
