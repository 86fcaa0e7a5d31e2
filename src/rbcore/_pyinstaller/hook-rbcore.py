"""What PyInstaller packs of rbcore: what compiled modules import, which it cannot see, and data.

Without it an app ends at its first import, as rbcore._cyutility is missing.
"""

from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

ROOT = Path(__file__).parents[1]
COMPILED = sorted(ROOT.rglob(f"*{EXTENSION_SUFFIXES[0]}"))


def _name(path: Path) -> str:
    parts = path.relative_to(ROOT.parent).with_name(path.name.partition(".")[0]).parts
    return ".".join(parts).removesuffix(".__init__")


def _packed(path: Path) -> tuple[str, str]:
    """A file and the folder of the app that it goes to."""
    return str(path), str(path.parent.relative_to(ROOT.parent))


# Modules below `v3` have the names of others; rbcore.builds looks for them as files.
hiddenimports = [
    _name(path)
    for path in (*sorted(ROOT.rglob("*.py")), *COMPILED)
    if "v3" not in path.parts and path.parent != Path(__file__).parent
]
binaries = [_packed(path) for path in COMPILED]
datas = [_packed(path) for path in sorted(ROOT.rglob("*.toml"))]
