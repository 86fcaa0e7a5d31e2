"""A dask cluster as an executor."""

from __future__ import annotations

import asyncio
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

PATIENCE = 10  # seconds for a scheduler to answer, and for a worker to come when all are lost

T = TypeVar("T")


@contextmanager
def connected(address: str | None) -> Iterator[tuple[Executor | None, int | None]]:
    """The executor of the cluster at an address, and how many threads it has; None of None.

    Raises ValueError, in one sentence, if nobody answers there, nobody works there or what works
    there has not this version, and if in mid-run the scheduler or all workers are lost.
    """
    if address is None:
        yield None, None
        return
    distributed = need("distributed", "dask")
    with _quiet():
        if not asyncio.run(_answers(distributed, address)):
            raise ValueError(
                f"no dask scheduler answers at {address!r}; start one, or write tcp://HOST:PORT"
            )
        client = distributed.Client(address, timeout=PATIENCE, set_as_default=False)
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
    """Whether there is a scheduler; a client that finds none complains when it is collected."""
    try:
        secrets = distributed.Security().get_connection_args("client")
        async with distributed.rpc(address, connection_args=secrets, timeout=PATIENCE) as other:
            found = await asyncio.wait_for(other.identity(), PATIENCE)
    except Exception:  # of many kinds, for what is no address and for who is no scheduler
        return False
    return bool(found["type"] == "Scheduler")


@contextmanager
def _quiet() -> Iterator[None]:
    """What dask would log is said in a sentence or does not matter here."""
    before = logging.root.manager.disable
    logging.disable(logging.CRITICAL)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of versions of libraries that play no part in games
            yield
    finally:
        logging.disable(before)


class Cluster(Executor):
    """Runs work that takes a `stop`, as play_chunk does, on the workers of a client."""

    def __init__(self, client: Any) -> None:
        self._client = client
        self._tasks = client.get_executor(pure=False)  # pure ones are hashed, and shared by runs
        self._run = uuid.uuid4().hex
        self._deserted = False

    def submit(self, fn: Callable[..., T], /, *args: Any, **kwargs: Any) -> Future[T]:
        future: Future[T] = self._tasks.submit(pickle.loads, self._call(fn, *args, **kwargs))
        return future

    def _call(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> bytes:
        return pickle.dumps(Call(_version(), self._run, pickle.dumps(partial(fn, *args, **kwargs))))

    def check(self) -> None:
        """Raise, before anything is begun, what a worker with something else says to a call."""
        answers = self._client.run(pickle.loads, self._call(dict), on_error="return")
        for answer in answers.values():
            if isinstance(answer, Exception) and not isinstance(answer, OSError):  # or it is lost
                raise answer

    def stop(self) -> None:
        """Have the workers stop what they play for this client, as cancelling does not."""
        if self._client.status == "running":
            with suppress(Exception):
                self._client.run(stop_there, self._run, on_error="ignore")

    @contextmanager
    def watched(self) -> Iterator[None]:
        """Gives up when there is no worker for some time; dask would wait for ever."""
        ended = Event()
        watch = Thread(target=self._watch, args=(ended,), daemon=True)
        watch.start()
        try:
            yield
        finally:
            ended.set()
            watch.join()

    def _watch(self, ended: Event) -> None:
        alone = 0
        with suppress(Exception):  # the scheduler is lost, which the tasks are told
            while not ended.wait(1):
                alone = 0 if self._client.nthreads() else alone + 1
                if alone > PATIENCE:
                    self._deserted = True
                    self._tasks.shutdown(wait=False)
                    return

    def sentence(self, error: Exception) -> str | None:
        """What an error says of the cluster; None if it is about something else."""
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
            return f"a worker has another version; install {_said(_version())} there"
        return None


@dataclass(frozen=True)
class Call:
    """To load its pickle is to make the call.

    So the tasks are of the standard library, and the scheduler, which loads them too, knows nothing
    of games; and versions are looked at before anything else is loaded.
    """

    version: tuple[str, int]
    run: str
    work: bytes

    def __reduce__(self) -> tuple[Callable[..., Any], tuple[Any, ...]]:
        return play_there, (self.version, self.run, self.work)


_stops: dict[str, Stop] = {}  # of a worker, by run


def play_there(version: tuple[str, int], run: str, work: bytes) -> Any:
    """On a worker: play a chunk of a run. Raises ValueError if this is another version."""
    if version != _version():
        raise ValueError(
            f"a worker has {_said(_version())}; install {_said(version)} there, as here"
        )
    return pickle.loads(work)(stop=_stops.setdefault(run, np.zeros(1, np.uint8)))


def stop_there(run: str) -> None:
    """On a worker: stop what it plays of a run, and all that it will."""
    _stops.setdefault(run, np.zeros(1, np.uint8))[0] = 1


def _version() -> tuple[str, int]:
    return rbcore.__version__, rbcore.GAMES_VERSION


def _said(version: tuple[str, int]) -> str:
    return f"russian-bank {version[0]}, games version {version[1]}"
