"""The compiled players by name, as `rbsim simulate --players rbloader.players.in_c,greedy`."""

import rbloader.in_c
import rbloader.in_cython
import rbsim

in_cython = rbsim.Player(
    rbloader.in_cython.__pyx_capi__["choose"], name="loader-cython", version="1"
)
in_c = rbsim.Player(rbloader.in_c.choose, name="loader-c", version="1")
