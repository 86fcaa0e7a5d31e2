"""Entry point of `rbsim` and `python -m rbsim`."""

import sys


def main() -> None:
    """Run the command line; exit with status 2 and a sentence if its libraries are missing."""
    try:
        from rbsim.cli.main import run
    except ModuleNotFoundError as error:
        print(
            f"rbsim: the command line needs {error.name}; pip install 'russian-bank[cli]'",
            file=sys.stderr,
        )
        sys.exit(2)
    sys.path.append("")  # a user's players, such as `mine.bold`, are found in the working folder
    sys.exit(run(sys.argv[1:]))


if __name__ == "__main__":
    main()
