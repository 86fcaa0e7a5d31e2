"""Origin: the versions that decide games, which all processes of a study must share."""

from functools import cache
from hashlib import blake2b
from typing import NamedTuple

import numpy as np

import rbcore
from rbsim import bench
from rbsim.arms.forms import FORMS, Form, every_form

SIGNED = 10  # games of each preset and player, and of each game of patience
PLAYERS = ("uniform", "greedy", "weighted")  # these are fast
PATIENCE = ("robert", "klondike")


class Origin(NamedTuple):
    """The versions and the core with which a process plays."""

    version: str
    games_version: int
    signature: str  # of games of the core, and of versions of players and patience games

    def __str__(self) -> str:
        return (
            f"russian-bank {self.version}, games version {self.games_version}, signature "
            f"{self.signature}"
        )


def origin() -> Origin:
    """Return the origin of this process, which plays some games the first time."""
    return Origin(rbcore.__version__, rbcore.GAMES_VERSION, _signature())


@cache
def _signature() -> str:
    signed = blake2b(digest_size=8)
    for preset in rbcore.PRESETS:
        for player in PLAYERS:
            signed.update(bench.signature(preset, player, SIGNED).encode())
    for name in PATIENCE:
        form, packs = Form(name), np.zeros(SIGNED, FORMS.row)
        FORMS.core(form, (form.game.player,), bench.SEED, 0, packs, stop=None)
        signed.update(packs.tobytes())
    versions = [rbcore.versioned(player) for player in rbcore.PLAYERS]
    versions += [f"{name}/{FORMS.version(Form(name))}" for name in every_form() if "," not in name]
    signed.update(repr(versions).encode())
    return signed.hexdigest()
