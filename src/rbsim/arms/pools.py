"""Pools: pieces of work, several at a time, on threads or on the workers of an executor."""

import math
import os
import pickle
import queue
import signal
import socket
import sys
import threading
import time
import warnings
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from concurrent.futures import (
    BrokenExecutor,
    Executor,
    Future,
    ThreadPoolExecutor,
    wait,
)
from contextlib import contextmanager, nullcontext, suppress
from dataclasses import dataclass, field
from functools import lru_cache, partial
from importlib import import_module
from statistics import median
from traceback import extract_tb
from types import FrameType
from typing import Any, NamedTuple, TypeVar

import numpy as np

from rbsim.arms.cores import MAX_THREADS, all_cores, has_processes
from rbsim.arms.origin import Origin, origin
from rbsim.arms.players import asked, error_text

IN_FLIGHT = 3  # pieces submitted and not yet done, for each worker
EXTRA = 1  # pieces that a process pool takes beyond those being played
MAX_WAITING = 1 << 28  # bytes of results that wait for an earlier piece
# A piece is late if it takes LATE times the median of the LAST pieces, and at least LATE_S.
LATE, LATE_S, LAST = 2, 1.0, 32
PATIENCE_S = 1.0  # for work to stop, before a message says what it waits for
TRIES, PAUSE_S = 20, 0.1  # tries of pieces that only strangers take; the growing pause between them
MAX_NAMED = 4  # strangers
# Stack of our threads, whatever the system default is. Built-in players take up to 44 KB, but the
# code of users may take more.
STACK_BYTES = 4 << 20
ASK_S = 1.0  # between two counts of the workers
# The signals that end a command through Ctrl-C's handler; Windows has no SIGHUP.
ENDING = [
    getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)
]

T = TypeVar("T")


# ---- a piece elsewhere ----


class Outcome(NamedTuple):
    """The outcome of a piece played elsewhere: worker, origin of games, and result or error.

    Errors are sent as results, since engines lose errors that cannot be pickled, or wait forever.
    """

    worker: str
    origin: Origin
    result: Any = None
    error: tuple[bytes, str] | None = None  # pickled, and as text


def play_elsewhere(work: bytes, piece: Any, wanted: Origin) -> Outcome:
    """Do a piece of pickled work, if this process plays the wanted games.

    A process with other games does nothing and returns its origin.
    """
    worker, here = worker_name(), origin()
    if here != wanted:
        return Outcome(worker, here)
    try:
        return Outcome(worker, here, _unpickled(work, worker)(piece))
    except Exception as error:
        return Outcome(worker, here, error=_pickled(error))


def _sent(work: Callable[..., Any], executor: Executor) -> bytes:
    """Return pickled work; PicklingError or TypeError if it cannot be sent.

    Engines other than Python's own pools can also send lambdas and functions of a notebook.
    """
    dumps = pickle.dumps
    if not has_processes(executor):
        with suppress(ImportError):
            dumps = import_module("cloudpickle").dumps
    try:
        return dumps(work)
    except AttributeError as error:  # older Pythons raise it for local objects
        raise pickle.PicklingError(f"cannot be pickled: {error}") from None


@lru_cache(4)
def _unpickled(work: bytes, worker: str) -> Callable[[Any], Any]:
    try:
        function: Callable[[Any], Any] = pickle.loads(work)
    except (ImportError, AttributeError) as error:
        lacking = getattr(error, "name", None)
        missing = f"the module {lacking}" if type(error) is ModuleNotFoundError else str(error)
        raise ValueError(
            f"the worker at {worker} lacks {missing}; put it on that worker's PYTHONPATH, or "
            "install the packages of this machine there"
        ) from None
    return function


def worker_name() -> str:
    """Return the name of this process in its engine."""
    if (distributed := sys.modules.get("distributed")) is not None:
        with suppress(ValueError):  # this is not a worker of dask
            return str(distributed.get_worker().address)
    return f"{socket.gethostname()}, process {os.getpid()}"


def _pickled(error: Exception) -> tuple[bytes, str]:
    """Return an error that can be raised elsewhere, as text if it cannot be pickled."""
    words = error_text(error)
    try:
        content = pickle.dumps(error)
        pickle.loads(content)
    except Exception:  # whatever a user's class raises
        plain = RuntimeError(words)
        for note in getattr(error, "__notes__", ()):
            plain.add_note(note)
        content = pickle.dumps(plain)
    return content, words


def _error_of(error: tuple[bytes, str]) -> BaseException:
    content, words = error
    try:
        unpickled: BaseException = pickle.loads(content)
    except Exception:  # e.g. a class that is missing here
        return RuntimeError(words)
    return unpickled


# ---- pieces in order ----


@dataclass(eq=False)
class _Task:
    """A submitted piece, and its outcome once it is done."""

    piece: Any
    futures: list[Future[Any]] = field(default_factory=list)  # two if it was late
    begin: float = 0.0  # when it was submitted
    is_done: bool = False
    result: Any = None
    bytes: int = 0  # of its result
    error: BaseException | None = None


def in_order(
    work: Callable[..., T],
    pieces: Iterable[Any],
    threads: int | Callable[[], int],
    executor: Executor | None = None,
    arrived: Callable[[T], int] = lambda result: 0,
) -> Generator[T, None, None]:
    """Yield `work(piece)` in order; on our own threads it gets `stop`, set when this is closed.

    `threads` is the number of threads, or a function that returns the current number of workers.
    One thread means the caller's own, where Ctrl-C reaches the work directly, unless its stack is
    small. Elsewhere work is pickled, and done by processes that play the same games as this one.
    Raises BrokenExecutor if a pool breaks.

    Nobody waits for a slow worker: others continue with later pieces while up to `MAX_WAITING`
    bytes of results wait for their turn. When no piece is left, a free worker repeats a late one,
    and the first result counts. On closing, work is told to stop, pieces that have not started are
    dropped, and the rest is awaited. `arrived` gets each result as it arrives, in any order, and
    returns its number of bytes.
    """
    if threads == 1 and executor is None and _has_stack():
        for piece in pieces:
            result = work(piece)
            arrived(result)
            yield result
        return
    pool = _Pool(work, threads, executor, arrived)
    each, is_over = iter(pieces), False
    tasks: deque[_Task] = deque()
    try:
        while True:
            width = threads() if callable(threads) else threads
            while not is_over and pool.has_room(tasks, width):
                try:
                    tasks.append(_Task(next(each)))
                except StopIteration:
                    is_over = True
                else:
                    pool.submit(tasks[-1])
            if not tasks:
                return
            if not tasks[0].is_done:
                pool.receive()
                pool.repeat_late(tasks, width)
                continue
            task = tasks.popleft()
            if task.error is not None:
                raise task.error
            yield task.result
    finally:
        pool.end(tasks)


def _has_stack() -> bool:
    """Return whether the caller's thread has enough stack for all players."""
    try:
        import resource
    except ImportError:  # Windows, where programs have a megabyte
        return True
    size = resource.getrlimit(resource.RLIMIT_STACK)[0]
    return size == resource.RLIM_INFINITY or size >= STACK_BYTES


@contextmanager
def _stack_of_ours() -> Iterator[None]:
    """Give threads that are started in the block enough stack for all players."""
    before = threading.stack_size(STACK_BYTES)
    try:
        yield
    finally:
        threading.stack_size(before)


class _Pool:
    """The workers of an executor, or our own threads, and results that nobody has taken yet."""

    def __init__(
        self,
        work: Callable[..., Any],
        threads: int | Callable[[], int],
        executor: Executor | None,
        arrived: Callable[[Any], int],
    ) -> None:
        self.stop = np.zeros(1, np.uint8)
        self.is_ours = executor is None
        self.executor = executor or ThreadPoolExecutor(threads() if callable(threads) else threads)
        # Another process would get a copy of `stop`, and a caller's threads may continue.
        self.is_here = isinstance(self.executor, ThreadPoolExecutor)
        self.work = partial(work, stop=self.stop) if self.is_ours else work
        self.pickled = b"" if self.is_here else _sent(work, self.executor)
        self.arrived = arrived
        self.done: queue.SimpleQueue[tuple[_Task, Future[Any]]] = queue.SimpleQueue()
        self.seconds: deque[float] = deque(maxlen=LAST)  # of the last pieces
        self.repeated: list[_Task] = []  # late pieces
        self.parked: list[_Task] = []  # pieces that strangers refused
        self.strangers: dict[str, Origin] = {}
        self.playing = 0  # pieces that workers have
        self.vain = 0  # rounds in which strangers refused all
        self.is_broken = False

    def has_room(self, tasks: Sequence[_Task], width: int) -> bool:
        """Return whether another piece can be submitted."""
        undone = sum(not task.is_done for task in tasks)
        # Pieces that a process pool has not started cannot be cancelled safely: if a worker dies
        # then, Python 3.11's thread that manages the pool dies too, and the pool never ends.
        most = IN_FLIGHT * width
        if has_processes(self.executor):
            most = min(most, width + EXTRA)
        is_little = len(tasks) < IN_FLIGHT * width
        return undone < most and (is_little or sum(task.bytes for task in tasks) < MAX_WAITING)

    def submit(self, task: _Task) -> None:
        """Submit a piece. Raises OSError, in a sentence, if the system has no thread for it."""
        call = (self.work,) if self.is_here else (play_elsewhere, self.pickled)
        more = () if self.is_here else (origin(),)
        try:
            with interrupts_held():
                with _stack_of_ours() if self.is_ours else nullcontext():
                    future = self.executor.submit(*call, task.piece, *more)
                self.playing += 1
                task.futures.append(future)
                task.begin = time.monotonic()
                future.add_done_callback(lambda future: self.done.put((task, future)))
        except RuntimeError as error:
            if "new thread" not in str(error):
                raise
            raise OSError("the system cannot start more threads; ask for fewer") from None

    def receive(self) -> None:
        """Wait until a piece is done, or may be late, and record its outcome."""
        try:
            task, future = self.done.get(timeout=None if self.is_here else LATE_S)
        except queue.Empty:
            return
        self.playing -= 1
        if task.is_done:  # by another worker
            return
        try:
            outcome = future.result()
        except TypeError as error:
            # Dask drops a result whose worker is lost while it arrives, and raises this error.
            if extract_tb(error.__traceback__)[-1].filename.endswith("cfexecutor.py"):
                self.submit(task)
                return
            task.error = error
        except BaseException as error:
            task.error = error
            self.is_broken |= isinstance(error, BrokenExecutor)
        else:
            if self.is_here:
                task.result = outcome
            elif outcome.origin != origin():
                self._park(task, outcome)
                return
            elif outcome.error is not None:
                task.error = _error_of(outcome.error)
            else:
                task.result = outcome.result
            self.vain = 0
            self._submit_parked()
            if task.error is None:
                task.bytes = self.arrived(task.result)
        self.seconds.append(time.monotonic() - task.begin)
        task.is_done = True

    def repeat_late(self, tasks: Iterable[_Task], width: int) -> None:
        """Submit a late piece again if a worker is free; not on threads, which are equally fast."""
        if self.is_here or self.playing >= width or not self.seconds:
            return
        late = time.monotonic() - max(LATE_S, LATE * median(self.seconds))
        for task in tasks:
            if not task.is_done and len(task.futures) == 1 and task.begin < late:
                self.repeated.append(task)
                self.submit(task)
                return

    def _park(self, task: _Task, outcome: Outcome) -> None:
        """Keep a piece that a stranger refused until another worker can have it."""
        if outcome.worker not in self.strangers:
            self.strangers[outcome.worker] = outcome.origin
            warnings.warn(
                f"the worker at {outcome.worker} has {outcome.origin}, not {origin()}; its pieces "
                "are played elsewhere",
                stacklevel=2,
            )
            if hasattr(self.executor, "avoid"):
                self.executor.avoid(outcome.worker, outcome.origin)
        self.parked.append(task)
        if self.playing:
            return
        self.vain += 1
        if self.vain > TRIES:
            names = ", ".join(list(self.strangers)[:MAX_NAMED])
            raise ValueError(
                f"all workers that answer play other games than {origin()}: {names}; install the "
                "version of this machine there"
            )
        time.sleep(PAUSE_S * self.vain)
        self._submit_parked()

    def _submit_parked(self) -> None:
        parked, self.parked = self.parked, []
        for task in parked:
            self.submit(task)

    def end(self, tasks: Iterable[_Task]) -> None:
        """Tell work to stop, drop pieces that have not started, and wait for the rest."""
        self.stop[0] = 1
        is_over = False
        # In process pools nothing is cancelled (see `has_room`); a broken one has no work.
        can_cancel = not (self.is_broken or has_processes(self.executor))
        left = [future for task in tasks if not task.is_done for future in task.futures]
        try:
            _wait_for([future for future in left if not (can_cancel and future.cancel())])
            is_over = True
            # A worker that is writing a repeated piece ends before a store is tidied up; a later
            # one finds the file there.
            wait([future for task in self.repeated for future in task.futures], PATIENCE_S)
        finally:
            if self.is_ours:
                self.executor.shutdown(wait=is_over, cancel_futures=True)


def width_of(executor: Executor) -> Callable[[], int]:
    """Return a function for the current number of workers of an executor; default: all cores."""
    client = getattr(executor, "_client", None)  # of dask
    if getattr(client, "_asynchronous", False):
        raise ValueError(
            "executor belongs to a Client(asynchronous=True), which answers only in its own loop; "
            "use the executor of Client(...)"
        )
    if hasattr(executor, "width"):
        return executor.width  # type: ignore[no-any-return]
    if client is None:
        return partial(_workers_of, executor)
    asked_at, width = -math.inf, 1

    def ask() -> int:
        nonlocal asked_at, width
        if time.monotonic() > asked_at + ASK_S:
            width = max(1, sum(client.nthreads().values()))
            asked_at = time.monotonic()
        return width

    return ask


def _workers_of(executor: Executor) -> int:
    """Return the number of workers of an executor without dask."""
    for name in ("_max_workers", "num_workers"):  # of pools of processes, loky, mpi4py
        count = getattr(executor, name, None)
        if isinstance(count, int) and count > 0:
            return min(count, MAX_THREADS)
    view = getattr(executor, "view", None)  # of ipyparallel
    return len(view.client.ids) if view is not None else all_cores()


@contextmanager
def interrupts_held() -> Iterator[None]:
    """Delay Ctrl-C until after the block, where it could leave a pool's lock locked (bpo-29988).

    In a process forked in the block, SIGTERM works as usual. Ctrl-C, which a terminal sends to all
    processes, is left to the process that waits for it.
    """
    noted: list[tuple[int, FrameType | None]] = []
    held = {number: handler for number in ENDING if callable(handler := signal.getsignal(number))}
    if threading.current_thread() is not threading.main_thread():
        held = {}  # only the main thread gets signals
    process = os.getpid()

    def note(number: int, frame: FrameType | None) -> None:
        if os.getpid() == process:
            noted.append((number, frame))
        elif number != signal.SIGINT:
            held[signal.Signals(number)](number, frame)

    for number in held:
        signal.signal(number, note)
    try:
        yield
    finally:
        for number, handler in held.items():
            signal.signal(number, handler)
        for number, frame in noted[:1]:
            held[signal.Signals(number)](number, frame)


def _wait_for(begun: list[Future[Any]]) -> None:
    """Wait for work that was told to stop; a player in Python might never answer."""
    if wait(begun, PATIENCE_S).not_done and asked:
        names = ", ".join(sorted(set(asked.values())))
        warnings.warn(
            f"waiting for the player {names} to answer; press Ctrl-C again to stop immediately",
            stacklevel=2,
        )
    wait(begun)
