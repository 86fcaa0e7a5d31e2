"""The players of outside.c, compiled once by the compiler that Python names."""

import ctypes
import subprocess
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import rbcore
from support.outside import COMPILER

SOURCE = Path(__file__).with_name("outside.c")


@cache
def outside_library() -> ctypes.CDLL:
    """The library of the players."""
    words = [COMPILER, "-std=c11", "-Wall", "-Wextra", "-Werror", "-O1", "-shared", "-fPIC"]
    with TemporaryDirectory() as folder:
        library = Path(folder, "outside.so")
        done = subprocess.run(
            [*words, f"-I{rbcore.get_include()}", str(SOURCE), "-o", str(library)],
            capture_output=True, text=True,
        )  # fmt: skip
        assert done.returncode == 0, done.stderr
        return ctypes.CDLL(str(library))


def outside_player(
    name: str, *, called: str = "", has_state: bool = False
) -> rbcore.CompiledPlayer:
    """A player of the library, called as it is called there unless otherwise."""
    library = outside_library()
    state = (library.new_state, library.free_state) if has_state else (None, None)
    return rbcore.CompiledPlayer(getattr(library, name), *state, abi=1, name=called or name)
