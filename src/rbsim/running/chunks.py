"""Chunks: work on pieces of a span, several at a time, on threads or on any executor."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import Executor, Future, ThreadPoolExecutor, wait
from contextlib import ExitStack
from typing import TypeVar

import numpy as np
import numpy.typing as npt

IN_FLIGHT = 3  # chunks in work or waiting, for each thread

T = TypeVar("T")
Stop = npt.NDArray[np.uint8]


def split(span: range, size: int, block: int) -> Iterator[range]:
    """Yield pieces of a span, of `size` at most, none of which crosses a multiple of `block`."""
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
    """Yield what `work(piece)` returns for each piece, in their order.

    Threads of this process get `stop` too, whose entry becomes 1 when they should stop. Closing the
    generator stops the work; what an executor has begun is waited for, so that nothing goes on.
    """
    stop = np.zeros(1, np.uint8)
    waiting: deque[Future[T]] = deque()
    with ExitStack() as stack:
        if executor is None:
            workers: Executor = stack.enter_context(ThreadPoolExecutor(threads))
            shared = {"stop": stop}
        else:
            workers, shared = executor, {}  # other processes do not see it
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
