"""How is a piece of work done in another process beside this one, where a command began one?"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from functools import partial
from multiprocessing import get_context
from typing import Protocol, TypeVar

from gis.geometry.chunks import processors

T = TypeVar("T")


class Beside(Protocol):
    """Takes work that nothing waits for yet."""

    def begin(self, work: Callable[..., T], *arguments: object) -> Callable[[], T]:
        """Begin work, and return what hands over its result when that is asked for."""
        ...


class _Here:
    """Does the work in this process, when its result is asked for."""

    def begin(self, work: Callable[..., T], *arguments: object) -> Callable[[], T]:
        return partial(work, *arguments)


HERE: Beside = _Here()


class _There:
    def __init__(self, pool: ProcessPoolExecutor) -> None:
        self._pool = pool

    def begin(self, work: Callable[..., T], *arguments: object) -> Callable[[], T]:
        here = partial(work, *arguments)
        try:
            future = self._pool.submit(work, *arguments)
        except BrokenProcessPool:  # it came to an end in earlier work
            return here

        def result() -> T:
            try:
                return future.result()
            except BrokenProcessPool:
                # The other process came to an end, or met a fault that cannot be handed over: here it is met again.
                return here()

        return result


@contextmanager
def another_process() -> Iterator[Beside]:
    """Begin another process for the time of a command, before the command has threads and much in memory.

    Work and its arguments are copied there and its result back, so that it pays only for work of seconds on little
    data. What comes out is the same without it: on one processor, and on systems that cannot copy a process, the work
    is done here.

    Examples
    --------
    >>> with another_process() as beside:
    ...     total = beside.begin(sum, [1, 2, 3])
    ...     total()
    6
    """
    if sys.platform != "linux" or processors() == 1:
        yield HERE
        return
    with ProcessPoolExecutor(1, mp_context=get_context("fork")) as pool:
        pool.submit(int).result()
        yield _There(pool)
