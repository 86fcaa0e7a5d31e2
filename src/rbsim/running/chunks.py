"""Work: spans of games, several at a time, on threads or on any executor."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator
from concurrent.futures import Executor, Future, ThreadPoolExecutor, wait
from contextlib import ExitStack
from typing import TypeVar

import numpy as np
import numpy.typing as npt

AHEAD = 3  # spans in work or waiting, for each thread

T = TypeVar("T")
Stop = npt.NDArray[np.uint8]


def in_order(
    work: Callable[..., T], span: range, size: int, threads: int, executor: Executor | None = None
) -> Generator[T, None, None]:
    """What `work(start, games)` gives for each `size` games of a span, in their order.

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
            for start in span[::size]:
                games = min(size, span.stop - start)
                waiting.append(workers.submit(work, start, games, **shared))
                if len(waiting) >= AHEAD * threads:
                    yield waiting.popleft().result()
            while waiting:
                yield waiting.popleft().result()
        finally:
            stop[0] = 1
            wait([future for future in waiting if not future.cancel()])
