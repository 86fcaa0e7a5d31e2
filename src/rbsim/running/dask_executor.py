"""Dask executor: a dask cluster as an executor."""

import logging
import pickle
import uuid
import warnings
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError, Executor, Future
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from threading import Event, Thread
from typing import Any, TypeVar

import numpy as np

import rbcore
from rbsim.optional import need
from rbsim.running.batch import MOST_THREADS
from rbsim.running.chunks import Stop

TIMEOUT_S = 10  # for a scheduler to answer, and for a worker to come when all are lost
LOGGERS = ("distributed", "dask")
# What dask's event loop runs on logs too, but other programs run on it as well.
SHARED_LOGGERS = ("tornado.application", "asyncio")
LOOP_THREAD = "IO loop"

T = TypeVar("T")


@contextmanager
def connected(address: str | None) -> Iterator[tuple[Executor | None, int | None]]:
    """Connect to the cluster at an address; yield its executor and its number of threads.

    Without an address, yield None and None. Raises ValueError, in one sentence, if no scheduler
    answers, there are no workers or they have another version, and if the scheduler or all workers
    are lost while they play.
    """
    if address is None:
        yield None, None
        return
    import asyncio  # a tenth of what the command line takes to start

    distributed = need("distributed", "dask")
    with _quiet():
        if not asyncio.run(_answers(distributed, address)):
            raise ValueError(
                f"no dask scheduler answers at {address!r}; start one, or write tcp://HOST:PORT"
            )
        client = distributed.Client(address, timeout=TIMEOUT_S, set_as_default=False)
        cluster = Cluster(client)
        try:
            threads = sum(client.nthreads().values())
            if not threads:
                raise ValueError(f"the dask scheduler at {address} has no workers; start some")
            cluster.check()
            with cluster.watched():
                yield cluster, min(threads, MOST_THREADS)
        except Exception as error:
            sentence = cluster.sentence(error)
            if sentence is None:
                raise
            raise ValueError(f"{sentence} (dask at {address})") from None
        finally:
            cluster.stop()
            client.close()


async def _answers(distributed: Any, address: str) -> bool:
    """Return whether a scheduler answers; a client without one prints errors when collected."""
    from asyncio import wait_for

    try:
        secrets = distributed.Security().get_connection_args("client")
        async with distributed.rpc(address, connection_args=secrets, timeout=TIMEOUT_S) as other:
            identity = await wait_for(other.identity(), TIMEOUT_S)
    except Exception:  # of many kinds: no address, nobody there, something else than a scheduler
        return False
    return bool(identity["type"] == "Scheduler")


@contextmanager
def _quiet() -> Iterator[None]:
    """Silence dask's loggers, and nobody else's; errors that matter are raised as sentences."""
    own = [logging.getLogger(name) for name in LOGGERS]
    before = [(logger.handlers, logger.propagate) for logger in own]
    shared = [logging.getLogger(name) for name in SHARED_LOGGERS]
    for logger in own:
        logger.handlers, logger.propagate = [logging.NullHandler()], False
    for logger in shared:
        logger.addFilter(_not_of_dask)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # about versions of libraries that do not affect games
            yield
    finally:
        for logger, (handlers, propagate) in zip(own, before, strict=True):
            logger.handlers, logger.propagate = handlers, propagate
        for logger in shared:
            logger.removeFilter(_not_of_dask)


def _not_of_dask(record: logging.LogRecord) -> bool:
    return record.threadName != LOOP_THREAD


class Cluster(Executor):
    """An executor on the workers of an open dask client, for work that takes `stop`."""

    def __init__(self, client: Any) -> None:
        self._client = client
        self._tasks = client.get_executor(pure=False)  # pure ones are hashed, and shared by runs
        self._run = uuid.uuid4().hex
        self._deserted = False

    def submit(self, fn: Callable[..., T], /, *args: object, **kwargs: object) -> Future[T]:
        """Submit work to a worker, as concurrent.futures.Executor.submit."""
        future: Future[T] = self._tasks.submit(pickle.loads, self._call(fn, *args, **kwargs))
        return future

    def _call(self, fn: Callable[..., object], /, *args: object, **kwargs: object) -> bytes:
        return pickle.dumps(Call(_version(), self._run, pickle.dumps(partial(fn, *args, **kwargs))))

    def check(self) -> None:
        """Raise the error of a worker that cannot play, before any game is played."""
        answers = self._client.run(pickle.loads, self._call(dict), on_error="return")
        for answer in answers.values():
            if isinstance(answer, Exception) and not isinstance(answer, OSError):  # or it is lost
                raise answer

    def stop(self) -> None:
        """Stop the workers' chunks for this client, which cancelling would let run on."""
        if self._client.status == "running":
            with suppress(Exception):
                self._client.run(stop_there, self._run, on_error="ignore")

    @contextmanager
    def watched(self) -> Iterator[None]:
        """Give up when there has been no worker for TIMEOUT_S; dask would wait for ever."""
        ended = Event()
        watch = Thread(target=self._watch, args=(ended,), daemon=True)
        watch.start()
        try:
            yield
        finally:
            ended.set()
            watch.join()

    def _watch(self, ended: Event) -> None:
        seconds = 0  # without a worker
        with suppress(Exception):  # the scheduler is lost, and the tasks raise that themselves
            while not ended.wait(1):
                seconds = 0 if self._client.nthreads() else seconds + 1
                if seconds > TIMEOUT_S:
                    self._deserted = True
                    self._tasks.shutdown(wait=False)
                    return

    def sentence(self, error: Exception) -> str | None:
        """Return a sentence if an error is about the cluster, else None."""
        distributed = need("distributed", "dask")
        if self._deserted:
            return "all workers are lost; start some, and give the command again"
        lost = isinstance(error, (CancelledError, distributed.comm.CommClosedError))
        if lost or self._client.status != "running":
            return "the scheduler is lost; start it, and give the command again"
        if isinstance(error, distributed.KilledWorker):
            return "a chunk was tried several times, and its worker died each time"
        if isinstance(error, ModuleNotFoundError):
            return f"a worker lacks {error.name}; install there what is installed here"
        if isinstance(error, AttributeError) and play_there.__name__ in str(error):
            return f"a worker has another version; install {_version_text(_version())} there"
        return None


@dataclass(frozen=True)
class Call:
    """A call that is made by loading its pickle.

    So a task is pickle.loads, which the scheduler, which loads tasks too, knows without this
    program; and versions are compared before anything else is loaded.
    """

    version: tuple[str, int]
    run: str
    work: bytes

    def __reduce__(self) -> tuple[Callable[..., object], tuple[object, ...]]:
        return play_there, (self.version, self.run, self.work)


_stops: dict[str, Stop] = {}  # on a worker, by run


def play_there(version: tuple[str, int], run: str, work: bytes) -> object:
    """Play a chunk of a run on a worker. Raises ValueError if the worker has another version."""
    if version != _version():
        raise ValueError(
            f"a worker has {_version_text(_version())}; "
            f"install {_version_text(version)} there, as here"
        )
    return pickle.loads(work)(stop=_stops.setdefault(run, np.zeros(1, np.uint8)))


def stop_there(run: str) -> None:
    """Stop all chunks of a run on a worker, also those yet to come."""
    _stops.setdefault(run, np.zeros(1, np.uint8))[0] = 1


def _version() -> tuple[str, int]:
    return rbcore.__version__, rbcore.GAMES_VERSION


def _version_text(version: tuple[str, int]) -> str:
    return f"russian-bank {version[0]}, games version {version[1]}"
