"""Chunks: work on pieces of a span of games, several at a time, on threads or an executor."""

import signal
import threading
import warnings
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import Executor, Future, ThreadPoolExecutor, wait
from contextlib import contextmanager
from types import FrameType
from typing import TypeVar

import numpy as np
import numpy.typing as npt

IN_FLIGHT = 3  # chunks submitted and not yet yielded, for each thread
TELL_S = 0.5  # between two calls that say how far the work is, while it is waited for
PATIENCE_S = 1.0  # for work to stop, before it is said what it waits for
# The signals that end a command, by Ctrl-C's handler; Windows has no SIGHUP.
ENDING = [getattr(signal, one) for one in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, one)]

asked: dict[int, str] = {}  # by thread, the player in Python that is to answer now

T, P = TypeVar("T"), TypeVar("P")
Stop = npt.NDArray[np.uint8]


def split(span: range, size: int, block: int) -> Iterator[range]:
    """Yield pieces of a span, each `size` long at most and within one multiple of `block`."""
    start = span.start
    while start < span.stop:
        end = min(start + size, span.stop, (start // block + 1) * block)
        yield range(start, end)
        start = end


def in_order(
    work: Callable[..., T],
    pieces: Iterable[P],
    threads: int,
    executor: Executor | None = None,
    told: Callable[[], None] | None = None,
) -> Generator[T, None, None]:
    """Yield the result of `work(piece)` for each piece, in the order of the pieces.

    On threads of this process, `work` also gets `stop`, an array whose entry becomes 1 when work
    should stop, and `told` is called by the caller's thread every half second that it waits.
    Closing the generator stops the work and waits for all that was begun.
    """
    stop = np.zeros(1, np.uint8)
    waiting: deque[Future[T]] = deque()
    own = ThreadPoolExecutor(threads) if executor is None else None
    workers: Executor | None = own or executor
    assert workers is not None
    shared = {} if own is None else {"stop": stop}  # other processes would get a copy of it
    try:
        for piece in pieces:
            waiting.append(_submit(workers, work, piece, **shared))
            if len(waiting) >= IN_FLIGHT * threads:
                yield _first(waiting, told)
        while waiting:
            yield _first(waiting, told)
    finally:
        stop[0] = 1
        over = False
        try:
            _wait_for([future for future in waiting if not future.cancel()])
            over = True
        finally:
            if own is not None:
                own.shutdown(wait=over, cancel_futures=True)


def _first(waiting: deque[Future[T]], told: Callable[[], None] | None) -> T:
    """Return the first result when it is there; until then its work is among what waits."""
    while told is not None and not wait([waiting[0]], TELL_S).done:
        told()
    result = waiting[0].result()
    waiting.popleft()
    return result


def _submit(workers: Executor, work: Callable[..., T], piece: P, **shared: Stop) -> Future[T]:
    """Submit work. Raises OSError, in a sentence, if the system has no thread for it."""
    try:
        with interrupts_held():
            return workers.submit(work, piece, **shared)
    except RuntimeError as error:
        if "new thread" not in str(error):
            raise
        raise OSError("the system has no more threads to give; ask for fewer") from None


@contextmanager
def interrupts_held() -> Iterator[None]:
    """Let Ctrl-C come after the block, as one within may leave a pool's lock locked (bpo-29988)."""
    noted: list[tuple[int, FrameType | None]] = []
    held = {one: handler for one in ENDING if callable(handler := signal.getsignal(one))}
    if threading.current_thread() is not threading.main_thread():
        held = {}  # signals are of the main thread, which is not here
    for one in held:
        signal.signal(one, lambda *what: noted.append(what))
    try:
        yield
    finally:
        for one, handler in held.items():
            signal.signal(one, handler)
        for number, frame in noted[:1]:
            held[signal.Signals(number)](number, frame)


def _wait_for(begun: list[Future[T]]) -> None:
    """Wait for work that was told to stop; a player in Python may never answer."""
    if wait(begun, PATIENCE_S).not_done and asked:
        names = ", ".join(sorted(set(asked.values())))
        warnings.warn(
            f"waiting for the player {names} to answer; press Ctrl-C again to stop at once",
            stacklevel=2,
        )
    wait(begun)
