"""The compiled players."""

from typing import Final

PLAYERS: Final[dict[str, int]]
"""Name -> version. A change of play is a new version; results name it."""
