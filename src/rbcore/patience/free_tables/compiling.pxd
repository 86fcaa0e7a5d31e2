from rbcore.patience.form cimport form_t

cdef int compile_choices(form_t* form, choices) except -1
