"""Print what the package and its extras named need, a line each: `python .ci/requirements.py dev`.

pip installs these only with the package itself, which is compiled meanwhile.
"""

from __future__ import annotations

import re
import sys
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path


def needed(extra: str, extras: Mapping[str, list[str]]) -> Iterator[str]:
    """Yield what an extra needs, and what the extras do that it names."""
    for one in extras[extra]:
        own = re.fullmatch(r"russian-bank\[(.*)\]", one)
        if own is None:
            yield one
        else:
            for name in own[1].split(","):
                yield from needed(name, extras)


def main(*names: str) -> None:
    """Print the requirements, each once."""
    text = Path(__file__).parents[1].joinpath("pyproject.toml").read_text("utf-8")
    project = tomllib.loads(text)["project"]
    extras = project["optional-dependencies"]
    every = [one for name in names for one in needed(name, extras)]
    print(*dict.fromkeys([*project["dependencies"], *every]), sep="\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
