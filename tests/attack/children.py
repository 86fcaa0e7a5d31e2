"""Rounds in child processes, so that a crash, or no end, is a finding and ends one round alone."""

import json
import mmap
import os
import signal
import tempfile
from collections.abc import Callable

CPU_SECONDS, SECONDS = 5, 120  # that a round may take, however busy the machine is
OUT_OF_TIME = ("ended by SIGPROF", "ended by SIGALRM")
Problem = Callable[[int], str | None]


def findings(rounds: int, problem: Problem, together: int = 1) -> list[tuple[int, str]]:
    """Run rounds 0, 1, ...; return the number of each with a problem, and what it says.

    So many run in one child, `together`, as long as it lives.
    """
    found = []
    start = 0
    while start < rounds:
        stop = min(start + together, rounds)
        with mmap.mmap(-1, 8) as at, tempfile.TemporaryFile() as said:
            told, status = _child(range(start, stop), problem, at, said.fileno())
            found += told
            if status:
                died_at = int.from_bytes(at[:8], "little")
                said.seek(0)
                found.append((died_at, f"{_end(status)}{_report(said.read())}"))
                stop = died_at + 1
        start = stop
    return found


def _child(
    numbers: range, problem: Problem, at: mmap.mmap, said: int
) -> tuple[list[tuple[int, str]], int]:
    """Run rounds in a child that notes which one it is at; what it found, and how it ended."""
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reader)
        os.dup2(said, 1)
        os.dup2(said, 2)
        for number in numbers:
            at[:8] = number.to_bytes(8, "little")
            signal.setitimer(signal.ITIMER_PROF, CPU_SECONDS)
            signal.alarm(SECONDS)
            words = problem(number)
            if words:
                os.write(writer, json.dumps([number, words]).encode() + b"\n")
        os._exit(0)
    os.close(writer)
    with open(reader, "rb") as pipe:
        told = [tuple(json.loads(line)) for line in pipe]
    return told, os.waitpid(child, 0)[1]


def _end(status: int) -> str:
    if os.WIFSIGNALED(status):
        return f"ended by {signal.Signals(os.WTERMSIG(status)).name}"
    return f"ended with status {os.waitstatus_to_exitcode(status)}"


def _report(said: bytes) -> str:
    """What a sanitizer, or the C library, said last."""
    lines = said.decode(errors="replace").split("\n")
    told = [one for one in lines if "runtime error" in one or "SUMMARY" in one]
    return "".join(f"; {one}" for one in told[:2] or filter(None, lines[-2:]))
