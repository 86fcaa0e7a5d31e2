"""Entry point of `rbsim` and `python -m rbsim`."""

import sys


def main() -> None:
    """Run the command line, or say in a sentence what it needs."""
    try:
        from rbsim.cli.main import run
    except ModuleNotFoundError as error:
        print(
            f"rbsim: the command line needs {error.name}; pip install 'russian-bank[cli]'",
            file=sys.stderr,
        )
        sys.exit(2)
    sys.path.append("")  # where players of one's own are looked for, as `mine.bold`
    sys.exit(run(sys.argv[1:]))


if __name__ == "__main__":
    main()
