"""Entry point of `rbsim` and `python -m rbsim`; imports nothing large before Ctrl-C is seen to."""

import os
import signal
import sys


def main() -> None:
    """Run the command line; exit with status 2 and a sentence if it cannot be imported."""
    # Libraries that are interrupted in their C code print what they like, or go on.
    handler = signal.getsignal(signal.SIGINT)
    if handler is signal.default_int_handler:
        signal.signal(signal.SIGINT, _stop_at_once)
    try:
        from rbsim.cli.main import prepare, run

        prepare()
    except ModuleNotFoundError as error:
        _exit(f"the command line needs {error.name}; pip install {error.name}")
    except MemoryError:
        _exit("there is not enough memory to begin")
    except (ImportError, OSError) as error:
        _exit(" ".join(str(error).split()))
    sys.path.append("")  # a user's players, such as `mine.bold`, are found in the working folder
    try:
        signal.signal(signal.SIGINT, handler)
        status = run(sys.argv[1:])
        if handler is signal.default_int_handler:  # Python's way out would print a traceback
            signal.signal(signal.SIGINT, _stop_at_once)
    except KeyboardInterrupt:  # between two lines
        _stop_at_once()
    sys.exit(status)


def _stop_at_once(*_: object) -> None:
    """End the process where it is, as nothing was begun, or all is done."""
    try:
        os.write(2, b"rbsim: interrupted; nothing half-written is left\n")
    finally:
        os._exit(130)


def _exit(sentence: str) -> None:
    print(f"rbsim: {sentence}", file=sys.stderr)
    sys.exit(2)


if __name__ == "__main__":
    main()
