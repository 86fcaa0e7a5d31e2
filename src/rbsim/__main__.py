"""Entry point of `rbsim` and `python -m rbsim`; handles Ctrl-C before large imports."""

import os
import signal
import sys


def main() -> None:
    """Run the command line; exit with status 2 and a sentence if it cannot be imported."""
    # Libraries that are interrupted in their C code may print errors or continue.
    ours = (signal.default_int_handler, signal.SIG_DFL)
    named = (getattr(signal, name, None) for name in ("SIGINT", "SIGTERM", "SIGHUP"))
    before = {
        number: signal.getsignal(number) for number in named if number is not None
    }  # Windows lacks one
    before = {number: handler for number, handler in before.items() if handler in ours}
    for number in before:
        signal.signal(number, _stop_at_once)
    try:
        try:
            from rbsim.cli.main import ended_by, prepare, run

            prepare(before)
        except ModuleNotFoundError as error:
            _exit(f"the command line needs {error.name}; pip install {error.name}")
        except MemoryError:
            _exit("there is not enough memory to start")
        except (ImportError, OSError) as error:
            _exit(" ".join(str(error).split()))
        sys.path.append("")  # so that players such as `mine.bold` are found in the working folder
        status = run(sys.argv[1:])
        if signal.SIGINT in before:  # Python would print a traceback at exit
            signal.signal(signal.SIGINT, _stop_at_once)
    except KeyboardInterrupt:  # between two lines
        _stop_at_once(ended_by() - 128)
    sys.exit(status)


def _stop_at_once(number: int = signal.SIGINT, *_: object) -> None:
    """End the process at once, since nothing was started or everything is done."""
    try:
        os.write(2, b"rbsim: interrupted; nothing half-written is left\n")
    finally:
        os._exit(128 + number)


def _exit(sentence: str) -> None:
    print(f"rbsim: {sentence}", file=sys.stderr)
    sys.exit(2)


if __name__ == "__main__":
    main()
