"""Cluster: a dask cluster as an executor, with its failures as sentences."""

import asyncio
import logging
import threading
import warnings
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError, Executor, Future
from contextlib import ExitStack, contextmanager, suppress
from typing import Any, TypeVar

from rbsim.arms.cores import MAX_THREADS
from rbsim.arms.origin import Origin, origin
from rbsim.packages import need

TIMEOUT_S = 10  # to wait for a scheduler, and for a new worker when all are lost
TOLD_S = 5  # without a worker before a message says so
WATCH_S = 1.0  # between two checks of the cluster

T = TypeVar("T")


@contextmanager
def connected(address: str) -> Iterator["ClusterExecutor"]:
    """Yield the executor of a dask cluster; ValueError if there is none, or it is lost.

    It waits for the first worker, since adaptive clusters have none before there is work.
    """
    distributed = need("distributed", "dask")
    _check_tls(address)
    with ExitStack() as stack:
        stack.enter_context(_quiet())
        try:
            client = distributed.Client(address, timeout=TIMEOUT_S, set_as_default=False)
        except Exception:  # of many kinds: no address, nobody there, no scheduler
            raise ValueError(
                f"no dask scheduler answers at {address!r}; start one, or give tcp://HOST:PORT"
            ) from None
        stack.callback(client.close)
        executor = ClusterExecutor(client, distributed)
        stack.callback(executor.ended.set)
        try:
            executor.wait_for_workers(address)
            threading.Thread(target=executor.watch, daemon=True).start()
            yield executor
        except Exception as error:
            reason = executor.reason(error)
            if reason is None:
                raise
            raise ValueError(f"{reason} (dask at {address})") from None


def _check_tls(address: str) -> None:
    """Raise ValueError for a TLS address without certificates; dask would try for 20 seconds."""
    from dask import config

    names = [f"distributed.comm.tls.{name}" for name in ("ca-file", "client.cert")]
    missing = [name for name in names if not config.get(name, None)]
    if address.startswith("tls:") and missing:
        raise ValueError(
            f"{address} needs certificates, but dask's configuration lacks {', '.join(missing)}; "
            "set them in ~/.config/dask, or as DASK_DISTRIBUTED__COMM__TLS__CA_FILE and so on"
        )


class ClusterExecutor(Executor):
    """The executor of a dask client; its futures end even if scheduler and workers are lost.

    With dask's own executor, a future never ends if its result or error cannot be read here.
    """

    def __init__(self, client: Any, distributed: Any) -> None:
        self.client: Any = client
        self.distributed: Any = distributed
        self.threads: dict[str, int] = {}  # of each worker
        self.strangers: dict[str, Origin] = {}
        self.is_deserted: bool = False
        self.ended: threading.Event = threading.Event()
        self._waiting: dict[Future[Any], Any] = {}

    def width(self) -> int:
        """Return the number of threads of the workers that play, at least one."""
        threads = [n for worker, n in self.threads.items() if worker not in self.strangers]
        return min(max(1, sum(threads)), MAX_THREADS)

    def submit(self, work: Callable[..., T], /, *what: Any, **how: Any) -> Future[T]:
        """Submit work to any worker except strangers, as impure, since dask caches pure work."""
        kept = [worker for worker in self.threads if worker not in self.strangers]
        where = {"workers": kept} if self.strangers and kept else {}
        task = self.client.submit(work, *what, pure=False, **where, **how)
        future: Future[T] = Future()
        self._waiting[future] = task
        future.add_done_callback(self._forget)
        self.client.loop.add_callback(self._settle, future, task)
        return future

    async def _settle(self, future: Future[Any], task: Any) -> None:
        """Give a future the result of its task, in the client's loop."""
        try:
            result = await self.client.gather(task, asynchronous=True)
        except (Exception, asyncio.CancelledError) as error:
            is_cancelled = isinstance(error, asyncio.CancelledError)
            ending = CancelledError() if is_cancelled else error
            with suppress(Exception):  # it was cancelled, or given up
                future.set_exception(ending)
        else:
            with suppress(Exception):
                future.set_result(result)

    def _forget(self, future: Future[Any]) -> None:
        task = self._waiting.pop(future, None)
        if task is not None and future.cancelled():
            with suppress(Exception):  # the scheduler may not answer
                task.cancel()

    def avoid(self, worker: str, games: Origin) -> None:
        """Submit no more to a worker that plays other games."""
        self.strangers[worker] = games

    def give_up(self) -> None:
        """End all futures."""
        for future in list(self._waiting):
            with suppress(Exception):  # it may end by itself now
                future.set_exception(CancelledError())

    # ---- workers that come and go ----

    def wait_for_workers(self, address: str) -> None:
        """Wait for the first worker; ValueError if all workers play other games."""
        answers: dict[str, Any] = {}
        while not answers:
            self._wait_for_first(address)
            self.threads = dict(self.client.nthreads())
            # A worker that leaves while it is asked, as those of adaptive clusters may, has no
            # answer but that the connection is lost.
            answers = {
                worker: answer
                for worker, answer in self.client.run(origin, on_error="return").items()
                if not isinstance(answer, OSError)
            }
        for worker, answer in answers.items():
            if isinstance(answer, Exception):
                raise _lacking(f"the worker at {worker}", answer)
            if answer != origin():
                self.strangers[worker] = answer
        if self.strangers:
            names = "; ".join(f"{worker} has {games}" for worker, games in self.strangers.items())
            sentence = f"{names}; install the version of this machine there: {origin()}"
            if len(self.strangers) == len(self.threads):
                raise ValueError(f"no worker plays the same games as this machine: {sentence}")
            warnings.warn(f"workers with different games are not used: {sentence}", stacklevel=4)

    def _wait_for_first(self, address: str) -> None:
        """Wait until there is a worker, telling of it after TOLD_S seconds."""
        if self.client.nthreads():
            return
        # An adaptive cluster grows only when there is work.
        probe = self.client.submit(origin, pure=False)
        seconds = 0.0
        while not self.client.nthreads():
            if seconds == TOLD_S:
                warnings.warn(
                    f"the scheduler at {address} has no workers yet; waiting for one (Ctrl-C "
                    "stops)",
                    UserWarning,
                    stacklevel=3,
                )
            self.ended.wait(WATCH_S)
            seconds += WATCH_S
        del probe

    def watch(self) -> None:
        """Keep the list of workers; give up when the scheduler or all workers are lost."""
        deserted_s = 0.0
        while not self.ended.wait(WATCH_S):
            try:
                self.threads = dict(self.client.nthreads())
                deserted_s = 0 if self.threads else deserted_s + WATCH_S
            except Exception:  # of many kinds, which all mean that nobody answers
                self.give_up()
            if deserted_s > TIMEOUT_S:
                self.is_deserted = True
                self.give_up()

    def reason(self, error: Exception) -> str | None:
        """Return a sentence if an error is about the cluster, else None."""
        if self.is_deserted:
            return "all workers are lost; start some, and repeat the command"
        lost = isinstance(error, CancelledError | self.distributed.comm.CommClosedError)
        if lost or self.client.status != "running":
            return "the scheduler is lost; start it, and repeat the command"
        if isinstance(error, self.distributed.KilledWorker):
            return "a piece of work was tried several times, and its worker died each time"
        if "deserialization of the task graph" in str(error):
            cause = error.__cause__ or error.__context__ or error
            return str(_lacking("the scheduler", cause))
        if isinstance(error, ImportError):
            return str(_lacking("a worker", error))
        return str(error) if type(error) is ValueError and "worker" in str(error) else None


def _lacking(where: str, error: BaseException) -> ValueError:
    """Return the error that a process of the cluster lacks a module."""
    return ValueError(
        f"the environment of {where} differs: {error}; install the packages of this machine there"
    )


@contextmanager
def _quiet() -> Iterator[None]:
    """Silence dask's loggers and warnings; errors that matter are raised as sentences."""
    before = logging.root.manager.disable
    logging.disable()
    try:
        with warnings.catch_warnings():
            # About versions that do not affect games, and about large studies.
            warnings.filterwarnings("ignore", module=r"(distributed|dask|tornado)\b")
            warnings.filterwarnings("ignore", message=r"(?s).*(Mismatched versions|large graph)")
            yield
    finally:
        logging.disable(before)
