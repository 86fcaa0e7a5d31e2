"""One reader under libFuzzer, which takes over the process: `python -m attack.fuzz_one READER ...`.

Only here are the packages imported with what atheris needs to see which code a text reaches.
"""

import json
import sys
from pathlib import Path

BUILD = Path(__file__).parents[2] / "build" / "fuzz"
MAX = 50  # findings of a run


def text_of(data: bytes) -> str:
    """A text, with surrogates for what is no UTF-8, as the words of a command line have them."""
    return data.decode(errors="surrogateescape")


def fuzz(name: str, arguments: list[str]) -> None:
    """Have a reader read texts until libFuzzer has done what its arguments say; never returns."""
    import atheris

    with atheris.instrument_imports(include=["rbcore", "rbpatience", "rbsim", "tomllib"]):
        import tomllib  # noqa: F401 - to see what plans reach in it

        from attack.readers import problem
    found: set[str] = set()

    def read(data: bytes) -> None:
        text = text_of(data)
        said = problem(name, text)
        if said and said[:20] not in found and len(found) < MAX:
            found.add(said[:20])
            with (BUILD / f"{name}.found").open("a") as file:
                file.write(json.dumps([said, text]) + "\n")

    # To merge, libFuzzer starts its first argument anew, by a shell.
    atheris.Setup([f"{sys.executable} -m attack.fuzz_one {name}", *arguments], read)
    atheris.Fuzz()


if __name__ == "__main__":
    fuzz(sys.argv[1], sys.argv[2:])
