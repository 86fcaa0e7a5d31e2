"""Where PyInstaller finds the hook: the entry point `pyinstaller40` names `hook_dirs`."""


def hook_dirs() -> list[str]:
    """Return the folders of hooks."""
    return list(__path__)
