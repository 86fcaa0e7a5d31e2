"""The files that PyInstaller packs of the compiled packages: what their modules import, and data.

PyInstaller cannot see what compiled modules import. Without the hooks of this folder an app ends at
its first import, as rbcore._cyutility is missing.
"""

from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

SOURCE = Path(__file__).parents[2]  # where the packages lie side by side

Packed = tuple[str, str]  # a file, and the folder of the app that it goes to


def hook_dirs() -> list[str]:
    """Return the folders of hooks, which the entry point `pyinstaller40` asks for."""
    return list(__path__)


def contents(package: str) -> tuple[list[str], list[Packed], list[Packed]]:
    """Return the modules of a compiled package, its libraries and its data, as hooks name them."""
    root = SOURCE / package
    compiled = sorted(root.rglob(f"*{EXTENSION_SUFFIXES[0]}"))
    # Modules below `v3` have the names of others; rbcore.builds looks for them as files.
    modules = [
        _module(path) for path in (*sorted(root.rglob("*.py")), *compiled) if "v3" not in path.parts
    ]
    return modules, [*map(_packed, compiled)], [*map(_packed, sorted(root.rglob("*.toml")))]


def _module(path: Path) -> str:
    parts = path.relative_to(SOURCE).with_name(path.name.partition(".")[0]).parts
    return ".".join(parts).removesuffix(".__init__")


def _packed(path: Path) -> Packed:
    return str(path), str(path.parent.relative_to(SOURCE))
