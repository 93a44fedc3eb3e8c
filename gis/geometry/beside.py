"""How is a piece of work done in another process beside this one, where a command lets it?"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import ExitStack, contextmanager
from functools import partial
from multiprocessing import get_context, parent_process
from threading import Thread
from typing import Protocol, TypeVar, cast

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
    """Does each work in a process of its own, which sees all that this one has at that moment."""

    def __init__(self, running: ExitStack) -> None:
        self._running = running

    def begin(self, work: Callable[..., T], *arguments: object) -> Callable[[], T]:
        here = partial(work, *arguments)
        # What begins a process is not copied into it but seen by it, however large it is.
        pool = self._running.enter_context(
            ProcessPoolExecutor(1, mp_context=get_context("fork"), initializer=_take, initargs=(here,))
        )
        future = pool.submit(_taken)

        def result() -> T:
            try:
                return cast("T", future.result())
            except BrokenProcessPool:
                # The other process came to an end, or met a fault that cannot be handed over: here it is met again.
                return here()

        return result


_WORK: list[Callable[[], object]] = []
"""In another process, the one work that it was begun for."""


def _take(work: Callable[[], object]) -> None:
    _WORK[:] = [work]
    # A command that is killed cannot end what it began; it would wait for more work for ever.
    Thread(target=_end_with_the_command, daemon=True).start()


def _end_with_the_command() -> None:
    command = parent_process()
    if command is not None:
        command.join()
        os._exit(1)


def _taken() -> object:
    return _WORK[0]()


@contextmanager
def other_processes() -> Iterator[Beside]:
    """Let a command begin work in processes beside its own, while it has no threads that work.

    Only the result is copied, so that it pays for work of some tenths of a second with little to hand over. What comes
    out is the same without it: on one processor, and on systems that cannot copy a process, the work is done here.

    Examples
    --------
    >>> with other_processes() as beside:
    ...     total = beside.begin(sum, [1, 2, 3])
    ...     total()
    6
    """
    if sys.platform != "linux" or processors() == 1:
        yield HERE
        return
    with ExitStack() as running:
        yield _There(running)
