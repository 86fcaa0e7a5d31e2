"""A dask cluster as an executor."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Executor
from contextlib import contextmanager

from rbsim.extras import need

PATIENCE = 10  # seconds for a scheduler to answer


@contextmanager
def connected(address: str | None) -> Iterator[tuple[Executor | None, int | None]]:
    """The executor of the cluster at an address, and how many threads it has; None of None.

    Raises ValueError, in one sentence, if nobody answers there, nobody works there, or workers die
    over and over.
    """
    if address is None:
        yield None, None
        return
    distributed = need("distributed", "dask")
    try:
        client = distributed.Client(address, timeout=PATIENCE, set_as_default=False)
    except (OSError, ValueError, TypeError):
        raise ValueError(
            f"no dask scheduler answers at {address}; start one, or write tcp://HOST:PORT"
        ) from None
    try:
        threads = sum(client.nthreads().values())
        if not threads:
            raise ValueError(f"the dask scheduler at {address} has no workers; start some")
        yield client.get_executor(), threads
    except distributed.KilledWorker as error:
        raise ValueError(f"workers at {address} keep dying ({error})") from None
    finally:
        client.close()
