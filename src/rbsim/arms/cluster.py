"""Cluster: a dask cluster as an executor, and what can be lost of it in a sentence."""

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

TIMEOUT_S = 10  # for a scheduler to answer, and for a worker to come when all are lost
TOLD_S = 5  # without a worker, before it is said that one is waited for
WATCH_S = 1.0  # between two looks at the cluster

T = TypeVar("T")


@contextmanager
def connected(address: str) -> Iterator["ClusterExecutor"]:
    """Yield the executor of a dask cluster; ValueError where it is none, or lost.

    It waits for the first worker, as clusters that grow by need have none before there is work.
    """
    distributed = need("distributed", "dask")
    _check_tls(address)
    with ExitStack() as stack:
        stack.enter_context(_quiet())
        try:
            client = distributed.Client(address, timeout=TIMEOUT_S, set_as_default=False)
        except Exception:  # of many kinds: no address, nobody there, no scheduler
            raise ValueError(
                f"no dask scheduler answers at {address!r}; start one, or write tcp://HOST:PORT"
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
    """Raise ValueError for a TLS address without what dask needs; it would try for 20 seconds."""
    from dask import config

    names = [f"distributed.comm.tls.{name}" for name in ("ca-file", "client.cert")]
    missing = [name for name in names if not config.get(name, None)]
    if address.startswith("tls:") and missing:
        raise ValueError(
            f"{address} wants certificates, and dask's configuration lacks {', '.join(missing)}; "
            "set them in ~/.config/dask, or as DASK_DISTRIBUTED__COMM__TLS__CA_FILE and so on"
        )


class ClusterExecutor(Executor):
    """The executor of a dask client, whose futures end whatever becomes of scheduler and workers.

    Dask's own leaves a future for ever without a result if its error or result cannot be read here.
    """

    def __init__(self, client: Any, distributed: Any) -> None:
        self.client: Any = client
        self.distributed: Any = distributed
        self.threads: dict[str, int] = {}  # of each worker that is there
        self.strangers: dict[str, Origin] = {}
        self.is_deserted: bool = False
        self.ended: threading.Event = threading.Event()
        self._waiting: dict[Future[Any], Any] = {}

    def width(self) -> int:
        """Return how many threads the workers have that play, one at least."""
        threads = [n for worker, n in self.threads.items() if worker not in self.strangers]
        return min(max(1, sum(threads)), MAX_THREADS)

    def submit(self, work: Callable[..., T], /, *what: Any, **how: Any) -> Future[T]:
        """Submit work to any worker but strangers; pure work would be hashed, and shared."""
        kept = [worker for worker in self.threads if worker not in self.strangers]
        where = {"workers": kept} if self.strangers and kept else {}
        task = self.client.submit(work, *what, pure=False, **where, **how)
        future: Future[T] = Future()
        self._waiting[future] = task
        future.add_done_callback(self._forget)
        self.client.loop.add_callback(self._settle, future, task)
        return future

    async def _settle(self, future: Future[Any], task: Any) -> None:
        """Give a future what came of its task, in the client's loop."""
        try:
            result = await self.client.gather(task, asynchronous=True)
        except (Exception, asyncio.CancelledError) as error:
            is_cancelled = isinstance(error, asyncio.CancelledError)
            ending = CancelledError() if is_cancelled else error
            with suppress(Exception):  # as it was cancelled, or given up
                future.set_exception(ending)
        else:
            with suppress(Exception):
                future.set_result(result)

    def _forget(self, future: Future[Any]) -> None:
        task = self._waiting.pop(future, None)
        if task is not None and future.cancelled():
            with suppress(Exception):  # as nobody answers
                task.cancel()

    def avoid(self, worker: str, games: Origin) -> None:
        """Submit no more to a worker that plays other games."""
        self.strangers[worker] = games

    def give_up(self) -> None:
        """End all futures, as nobody else does."""
        for future in list(self._waiting):
            with suppress(Exception):  # as it ends by itself just now
                future.set_exception(CancelledError())

    # ---- workers that come and go ----

    def wait_for_workers(self, address: str) -> None:
        """Wait for the first worker; ValueError if one has something else."""
        if not self.client.nthreads():
            # A cluster that grows by need grows by work alone.
            probe = self.client.submit(origin, pure=False)
            seconds = 0.0
            while not self.client.nthreads():
                if seconds == TOLD_S:
                    warnings.warn(
                        f"the scheduler at {address} has no workers; waiting for the first, "
                        "Ctrl-C ends",
                        UserWarning,
                        stacklevel=2,
                    )
                self.ended.wait(WATCH_S)
                seconds += WATCH_S
            del probe
        self.threads = dict(self.client.nthreads())
        for worker, answer in self.client.run(origin, on_error="return").items():
            if isinstance(answer, Exception):
                raise _lacking(f"the worker at {worker}", answer)
            if answer != origin():
                self.strangers[worker] = answer
        if self.strangers:
            names = "; ".join(f"{worker} has {games}" for worker, games in self.strangers.items())
            sentence = f"{names}; install there what is installed here, {origin()}"
            if len(self.strangers) == len(self.threads):
                raise ValueError(f"no worker plays the games of this machine: {sentence}")
            warnings.warn(f"no games are played where they differ: {sentence}", stacklevel=4)

    def watch(self) -> None:
        """Note which workers there are; give up when the scheduler is lost, or all workers."""
        deserted_s = 0.0
        while not self.ended.wait(WATCH_S):
            try:
                self.threads = dict(self.client.nthreads())
                deserted_s = 0 if self.threads else deserted_s + WATCH_S
            except Exception:  # of many kinds, all of which say that nobody answers
                self.give_up()
            if deserted_s > TIMEOUT_S:
                self.is_deserted = True
                self.give_up()

    def reason(self, error: Exception) -> str | None:
        """Return a sentence if an error is about the cluster, else None."""
        if self.is_deserted:
            return "all workers are lost; start some, and give the command again"
        lost = isinstance(error, CancelledError | self.distributed.comm.CommClosedError)
        if lost or self.client.status != "running":
            return "the scheduler is lost; start it, and give the command again"
        if isinstance(error, self.distributed.KilledWorker):
            return "a piece was tried several times, and its worker died each time"
        if "deserialization of the task graph" in str(error):
            cause = error.__cause__ or error.__context__ or error
            return str(_lacking("the scheduler", cause))
        if isinstance(error, ImportError):
            return str(_lacking("a worker", error))
        return str(error) if type(error) is ValueError and "worker" in str(error) else None


def _lacking(where: str, error: BaseException) -> ValueError:
    """Return that a process of the cluster lacks a module."""
    return ValueError(
        f"the environment of {where} lacks something, {error}; install there what is installed here"
    )


@contextmanager
def _quiet() -> Iterator[None]:
    """Silence dask's loggers and warnings; errors that matter are raised as sentences."""
    before = logging.root.manager.disable
    logging.disable()
    try:
        with warnings.catch_warnings():
            # Of versions that do not affect games, and of studies that are sent.
            warnings.filterwarnings("ignore", module=r"(distributed|dask|tornado)\b")
            warnings.filterwarnings("ignore", message=r"(?s).*(Mismatched versions|large graph)")
            yield
    finally:
        logging.disable(before)
