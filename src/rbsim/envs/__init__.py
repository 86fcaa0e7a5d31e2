"""Environments: the game behind the interfaces of PettingZoo, Gymnasium and OpenSpiel.

Defines the layout of observations and actions for all interfaces, and the conventions of each.
It contains no rules: rbcore.Game and rbcore.GamePool play the games. docs/interfaces.md says which
interface to use. The functions below need the extra `envs`. The import registers
`RussianBank-v1` with Gymnasium, for its `make` and `make_vec`, and with PettingZoo 1.27 and later,
for its `make`, if they are installed. `import rbsim.envs.openspiel` registers the game with
OpenSpiel, and needs the extra `openspiel`.
"""

from importlib import import_module

TYPE_CHECKING = False
if TYPE_CHECKING:
    from rbsim.envs.aec import aec_env
    from rbsim.envs.gym import gym_env, vector_env
    from rbsim.envs.observation import Layout

# The module and the package of each public name. A module is imported when its name is first used,
# so that each interface needs only its own package.
MODULES = {
    "Layout": ("observation", "numpy"),
    "aec_env": ("aec", "pettingzoo"),
    "gym_env": ("gym", "gymnasium"),
    "vector_env": ("gym", "gymnasium"),
}

__all__ = ["Layout", "aec_env", "gym_env", "vector_env"]


def __getattr__(name: str) -> object:
    """Import a public name when it is first used; raise ImportError if its package is missing."""
    if name not in MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from rbsim.packages import need

    module, package = MODULES[name]
    try:
        need(package, "envs")
    except ValueError as error:
        raise ImportError(str(error)) from None
    value: object = getattr(import_module(f"rbsim.envs.{module}"), name)
    globals()[name] = value
    return value


try:
    from gymnasium import register
except Exception:  # missing or broken: `need` says so when a name above is used
    pass
else:
    register(
        "RussianBank-v1",
        "rbsim.envs.gym:GymEnv",
        vector_entry_point="rbsim.envs.gym:PoolEnv",
        disable_env_checker=True,
        order_enforce=False,
    )

try:
    from pettingzoo import register as register_agents
except Exception:  # missing or broken, as above, or older than 1.27, which has no registry
    pass
else:
    register_agents("aec", "RussianBank-v1", "rbsim.envs.aec:aec_env")
