"""Pools: work in pieces, several at a time, on threads, an executor or a dask cluster."""

import logging
import signal
import sys
import threading
import warnings
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from concurrent.futures import CancelledError, Executor, Future, ThreadPoolExecutor, wait
from contextlib import ExitStack, contextmanager, suppress
from functools import partial
from traceback import extract_tb
from types import FrameType
from typing import Any, TypeVar

import numpy as np

import rbcore
from rbsim.arms.players import asked
from rbsim.arms.rows import Stop
from rbsim.packages import need

IN_FLIGHT = 3  # chunks submitted and not yet yielded, for each thread
PATIENCE_S = 1.0  # for work to stop, before it is said what it waits for
MAX_THREADS = 1_024
HAS_THREADS = sys.platform not in ("emscripten", "wasi")  # whether the system starts any
TIMEOUT_S = 10  # for a scheduler to answer, and for a worker to come when all are lost
# The signals that end a command, by Ctrl-C's handler; Windows has no SIGHUP.
ENDING = [
    getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)
]

T = TypeVar("T")
P = TypeVar("P")


def in_order(
    work: Callable[..., T], pieces: Iterable[P], threads: int, executor: Executor | None = None
) -> Generator[T, None, None]:
    """Yield `work(piece)` in order; on threads of ours it gets `stop`, set when this is closed.

    One thread is the caller's, where work hears Ctrl-C by itself.
    """
    if threads == 1 and executor is None:
        yield from map(work, pieces)
        return
    stop = np.zeros(1, np.uint8)
    waiting: deque[tuple[Future[T], P]] = deque()
    workers = ThreadPoolExecutor(threads) if executor is None else executor
    shared = {"stop": stop} if executor is None else {}  # other processes would get a copy of it
    submit = partial(_submit, workers, work, shared)
    try:
        for piece in pieces:
            waiting.append((submit(piece), piece))
            if len(waiting) >= IN_FLIGHT * threads:
                yield _first(waiting, submit)
        while waiting:
            yield _first(waiting, submit)
    finally:
        stop[0] = 1
        over = False
        try:
            _wait_for([future for future, _ in waiting if not future.cancel()])
            over = True
        finally:
            if executor is None:
                workers.shutdown(wait=over, cancel_futures=True)


def _first(waiting: deque[tuple[Future[T], P]], submit: Callable[[P], Future[T]]) -> T:
    """Return the first result when it is there; until then its work is among what waits."""
    while True:
        future, piece = waiting[0]
        try:
            result = future.result()
        except TypeError as error:
            # Dask drops a result whose worker is lost as it comes in, and takes it for an error.
            if not extract_tb(error.__traceback__)[-1].filename.endswith("cfexecutor.py"):
                raise
            waiting[0] = submit(piece), piece
        else:
            waiting.popleft()
            return result


def _submit(
    workers: Executor, work: Callable[..., T], shared: Mapping[str, Stop], piece: P
) -> Future[T]:
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
    held = {number: handler for number in ENDING if callable(handler := signal.getsignal(number))}
    if threading.current_thread() is not threading.main_thread():
        held = {}  # signals are of the main thread, which is not here
    for number in held:
        signal.signal(number, lambda *what: noted.append(what))
    try:
        yield
    finally:
        for number, handler in held.items():
            signal.signal(number, handler)
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


# ---- a dask cluster ----


@contextmanager
def connected(address: str) -> Iterator[tuple[Executor, int]]:
    """Yield executor and threads of a dask cluster; ValueError where it is none, or lost."""
    distributed = need("distributed", "dask")
    with ExitStack() as stack:
        stack.enter_context(_quiet())
        try:
            client = distributed.Client(address, timeout=TIMEOUT_S, set_as_default=False)
        except Exception:  # of many kinds: no address, nobody there, no scheduler
            raise ValueError(
                f"no dask scheduler answers at {address!r}; start one, or write tcp://HOST:PORT"
            ) from None
        stack.callback(client.close)
        deserted = threading.Event()
        try:
            threads = sum(client.nthreads().values())
            if not threads:
                raise ValueError("the scheduler has no workers; start some")
            for worker in client.run(_versions).values():
                if worker != _versions():
                    raise ValueError(
                        f"a worker has russian-bank {worker[0]}, games version {worker[1]}; "
                        f"install {_versions()[0]}, games version {_versions()[1]} there, as here"
                    )
            executor = client.get_executor(pure=False)  # pure work is hashed, and shared by runs
            ended = threading.Event()
            stack.callback(ended.set)
            watch = (client, executor, deserted, ended)
            threading.Thread(target=_watch, args=watch, daemon=True).start()
            yield executor, min(threads, MAX_THREADS)
        except Exception as error:
            reason = _of_cluster(error, client, deserted.is_set(), distributed)
            if reason is None:
                raise
            raise ValueError(f"{reason} (dask at {address})") from None


def _watch(client: Any, executor: Any, deserted: threading.Event, ended: threading.Event) -> None:
    """Give up when there has been no worker for TIMEOUT_S; dask would wait for ever."""
    seconds = 0
    with suppress(Exception):  # the scheduler is lost, and the tasks raise that themselves
        while not ended.wait(1):
            seconds = 0 if client.nthreads() else seconds + 1
            if seconds > TIMEOUT_S:
                deserted.set()
                executor.shutdown(wait=False)
                return


def _of_cluster(error: Exception, client: Any, deserted: bool, distributed: Any) -> str | None:
    """Return a sentence if an error is about the cluster, else None."""
    if deserted:
        return "all workers are lost; start some, and give the command again"
    lost = isinstance(error, CancelledError | distributed.comm.CommClosedError)
    if lost or client.status != "running":
        return "the scheduler is lost; start it, and give the command again"
    if isinstance(error, distributed.KilledWorker):
        return "a piece was tried several times, and its worker died each time"
    if ModuleNotFoundError.__name__ in repr(error):  # which dask makes text of
        return f"a worker lacks something, {error}; install there what is installed here"
    return str(error) if type(error) is ValueError and "worker" in str(error) else None


def _versions() -> tuple[str, int]:
    return rbcore.__version__, rbcore.GAMES_VERSION


@contextmanager
def _quiet() -> Iterator[None]:
    """Silence dask's loggers; errors that matter are raised as sentences."""
    before = logging.root.manager.disable
    logging.disable()
    try:
        with warnings.catch_warnings(action="ignore"):  # of versions that do not affect games
            yield
    finally:
        logging.disable(before)
