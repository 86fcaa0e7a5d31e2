"""Entry point of `rbsim` and `python -m rbsim`."""

import sys
from typing import NoReturn


def main() -> None:
    """Run the command line; exit with status 2 and a sentence if its libraries are missing."""
    try:
        from rbsim.cli import streams
        from rbsim.cli.main import run

        streams.prepare()
    except ModuleNotFoundError as error:
        _exit(f"the command line needs {error.name}; pip install 'russian-bank[cli]'", 2)
    except OSError as error:
        _exit(str(error), 2)
    except KeyboardInterrupt:
        _exit("interrupted; nothing was begun", 130)
    sys.path.append("")  # a user's players, such as `mine.bold`, are found in the working folder
    sys.exit(run(sys.argv[1:]))


def _exit(sentence: str, status: int) -> NoReturn:
    print(f"rbsim: {sentence}", file=sys.stderr)
    sys.exit(status)


if __name__ == "__main__":
    main()
