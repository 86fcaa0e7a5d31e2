"""A table and what is decided at it, compiled to a layout."""

from rbcore.patience.form cimport MUST_WAIT, NO_WAITING, TABLE, form_t, layout_t

from rbcore.patience import kinds


cdef int compile_choices(form_t* form, choices) except -1:
    """Make the layout of a form whose table is compiled."""
    cdef layout_t* layout = &form.layout
    layout.procedure = TABLE
    layout.table = &form.table
    layout.founded = form.table.founded
    layout.foundations = form.table.foundations
    layout.total = form.cards
    layout.places = form.table.places
    layout.waiting = MUST_WAIT if form.table.waiting else NO_WAITING
    layout.idle = choices.idle
    layout.choices.duty = kinds.DUTIES.index(choices.duty)
    layout.choices.spaces = kinds.SPACES.index(choices.spaces)
    layout.choices.in_hand = choices.in_hand
    layout.choices.bases_at_once = choices.bases_at_once
    layout.choices.runs = choices.runs
    layout.choices.prior = choices.prior
    layout.deals = form.table.passes
    if form.table.transfers:
        layout.deals = form.table.transfers + 1
    elif form.table.deals != 1:
        layout.deals = form.table.deals
    return 0
