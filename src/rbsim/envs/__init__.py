"""Environments: the game behind the interfaces of PettingZoo, Gymnasium and OpenSpiel.

Owns how observations and actions are laid out for all of them, and each interface's conventions.
Knows no rule: all play is that of rbcore.Game and rbcore.GamePool. docs/interfaces.md says which
interface is for what. The makers below need the extra `envs`; `import rbsim.envs.openspiel`, which
registers the game with OpenSpiel, needs the extra `openspiel`.
"""

from importlib import import_module

TYPE_CHECKING = False
if TYPE_CHECKING:
    from rbsim.envs.aec import aec_env
    from rbsim.envs.gym import gym_env
    from rbsim.envs.observation import Layout
    from rbsim.envs.vector import vector_env

# Nothing is imported before it is asked for: each interface needs only its own package.
MODULES = {
    "Layout": ("observation", "numpy", ""),
    "aec_env": ("aec", "pettingzoo", "envs"),
    "gym_env": ("gym", "gymnasium", "envs"),
    "vector_env": ("vector", "gymnasium", "envs"),
}

__all__ = ["Layout", "aec_env", "gym_env", "vector_env"]


def __getattr__(name: str) -> object:
    """Return a public name when it is first asked for; ImportError if its package is missing."""
    if name not in MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from rbsim.optional import need

    module, package, extra = MODULES[name]
    try:
        need(package, extra)
    except ValueError as error:
        raise ImportError(str(error)) from None
    value: object = getattr(import_module(f"rbsim.envs.{module}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    """Return all names, whether they are loaded or not."""
    return sorted({*globals(), *__all__})
