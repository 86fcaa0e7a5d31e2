"""Chunks: work on pieces of a span of games, several at a time, on threads or an executor."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import Executor, Future, ThreadPoolExecutor, wait
from contextlib import ExitStack
from typing import TypeVar

import numpy as np
import numpy.typing as npt

IN_FLIGHT = 3  # chunks submitted and not yet yielded, for each thread

T = TypeVar("T")
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
    pieces: Iterable[range],
    threads: int,
    executor: Executor | None = None,
) -> Generator[T, None, None]:
    """Yield the result of `work(piece)` for each piece, in the order of the pieces.

    On threads of this process, `work` also gets `stop`, an array whose entry becomes 1 when work
    should stop. Closing the generator stops the work and waits for all that was begun.
    """
    stop = np.zeros(1, np.uint8)
    waiting: deque[Future[T]] = deque()
    with ExitStack() as stack:
        if executor is None:
            workers: Executor = stack.enter_context(ThreadPoolExecutor(threads))
            shared = {"stop": stop}
        else:
            workers, shared = executor, {}  # other processes would get a copy of `stop`
        try:
            for piece in pieces:
                waiting.append(workers.submit(work, piece, **shared))
                if len(waiting) >= IN_FLIGHT * threads:
                    yield waiting.popleft().result()
            while waiting:
                yield waiting.popleft().result()
        finally:
            stop[0] = 1
            wait([future for future in waiting if not future.cancel()])
