from rbcore.patience.form cimport form_t, kernel_t

cdef class CompiledForm:
    cdef form_t form
    cdef kernel_t kernel
