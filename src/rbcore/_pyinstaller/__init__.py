"""Where PyInstaller finds the hook: the entry point `pyinstaller40` names `hook_dirs`."""

from __future__ import annotations


def hook_dirs() -> list[str]:
    """Return the folders of hooks."""
    return list(__path__)
