"""Packages: checks the version of rbcore, and imports optional libraries when needed."""

from importlib import import_module
from typing import Any

import rbcore
from rbcore.drawing.matplotlib_settings import import_matplotlib
from rbsim import __version__

if rbcore.__version__ != __version__:
    raise ImportError(
        f"rbsim {__version__} needs rbcore {__version__}, but rbcore {rbcore.__version__} is "
        "installed; reinstall russian-bank, which has both"
    )


def need(module: str, extra: str) -> Any:
    """Import an optional library; ValueError, in a sentence, if it is missing or broken."""
    name = module.partition(".")[0]
    try:
        return import_matplotlib() if module == "matplotlib" else import_module(module)
    except MemoryError:
        raise
    except Exception as error:
        if isinstance(error, ModuleNotFoundError) and (error.name or name).startswith(name):
            text = f"{name} is not installed; pip install 'russian-bank[{extra}]'"
        else:
            reason = " ".join(str(error).split()) or type(error).__name__
            text = f"{name} is installed but cannot be imported: {reason}"
        raise ValueError(text) from None
