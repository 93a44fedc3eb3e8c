"""Another process gives what this one gives: the result, its error, and the result even where that process dies."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
import shapely

from gis.errors import OverlayUnverified, TownlineError
from gis.geometry import beside
from gis.geometry.beside import HERE, Beside, other_processes

pytestmark = pytest.mark.slow


@pytest.fixture
def other(monkeypatch: pytest.MonkeyPatch) -> Iterator[Beside]:
    monkeypatch.setattr(beside, "processors", lambda: 2)
    with other_processes() as found:
        yield found


def _process(*_: object) -> int:
    return os.getpid()


def _moved(shapes: np.ndarray, by: float) -> np.ndarray:
    return np.asarray(shapely.transform(shapes, lambda places: places + by), dtype=object)


def _refuses(number: int) -> int:
    message = f"not {number}"
    raise LookupError(message)


def _refuses_overlay() -> None:
    raise OverlayUnverified(what="What.", where="where", why="Why.", next="Next.")


def _dies_elsewhere(here: int) -> int:
    if os.getpid() != here:
        os._exit(1)
    return os.getpid()


def test_work_is_done_elsewhere_and_its_result_handed_over(other: Beside) -> None:
    shapes = np.array([shapely.box(0, 0, 3, 5), None], dtype=object)
    process, moved = other.begin(_process), other.begin(_moved, shapes, 2.0)
    assert process() != os.getpid()
    first, second = moved()
    assert first.equals_exact(shapely.box(2, 2, 5, 7))
    assert second is None


def test_the_other_process_sees_what_is_here_and_cannot_be_handed_over(other: Beside) -> None:
    lock, told = threading.Lock(), [1, 2]
    seen = other.begin(lambda: (lock.locked(), told))
    told.append(3)
    assert seen() == (False, [1, 2])


def test_two_works_run_in_processes_of_their_own(other: Beside) -> None:
    first, second = other.begin(_process), other.begin(_process)
    assert len({first(), second(), os.getpid()}) == 3


def test_no_process_is_left_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(beside, "processors", lambda: 2)
    with other_processes() as found:
        numbers = [found.begin(_process)() for _ in range(2)]
    for number in numbers:
        with pytest.raises(ProcessLookupError):
            os.kill(number, 0)


def test_results_are_handed_over_in_any_order_and_again(other: Beside) -> None:
    found = [other.begin(pow, base, 2) for base in range(5)]
    assert [each() for each in reversed(found)] == [16, 9, 4, 1, 0]
    assert found[3]() == 9


def test_an_error_of_the_work_is_raised_when_the_result_is_asked_for(other: Beside) -> None:
    refused = other.begin(_refuses, 5)
    with pytest.raises(LookupError, match="not 5"):
        refused()
    assert other.begin(pow, 2, 3)() == 8


def test_an_error_of_ours_keeps_what_it_says(other: Beside) -> None:
    with pytest.raises(OverlayUnverified) as caught:
        other.begin(_refuses_overlay)()
    assert isinstance(caught.value, TownlineError)
    assert (caught.value.what, caught.value.next) == ("What.", "Next.")


def test_where_the_other_process_dies_the_work_is_done_here(other: Beside) -> None:
    dying, behind = other.begin(_dies_elsewhere, os.getpid()), other.begin(pow, 3, 2)
    assert dying() == os.getpid()
    assert behind() == 9


def test_work_begun_after_another_process_died_is_done(other: Beside) -> None:
    assert other.begin(_dies_elsewhere, os.getpid())() == os.getpid()
    assert other.begin(pow, 2, 5)() == 32


@pytest.mark.parametrize(("count", "platform"), [(1, "linux"), (2, "darwin"), (2, "win32")])
def test_without_a_second_processor_or_fork_the_work_is_done_here(
    count: int, platform: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(beside, "processors", lambda: count)
    monkeypatch.setattr(sys, "platform", platform)
    with other_processes() as found:
        assert found is HERE
        assert found.begin(_process)() == os.getpid()
        refused = found.begin(_refuses, 1)
    with pytest.raises(LookupError, match="not 1"):
        refused()


_KILLED = """
import os, time
from gis.geometry import beside as module

module.processors = lambda: 2
with module.other_processes() as beside:
    for name in ("one", "other"):
        read, write = os.pipe()
        beside.begin(lambda: (os.write(write, str(os.getpid()).encode()), time.sleep(600)))
        print(os.read(read, 20).decode(), flush=True)
    time.sleep(600)
"""


def test_what_a_killed_command_began_ends_with_it() -> None:
    command = subprocess.Popen([sys.executable, "-c", _KILLED], stdout=subprocess.PIPE, text=True)
    assert command.stdout is not None
    began = [Path("/proc", command.stdout.readline().strip()) for _ in range(2)]
    assert all(process.exists() for process in began)
    command.kill()
    command.wait()
    command.stdout.close()
    until = time.monotonic() + 20
    while any(process.exists() for process in began) and time.monotonic() < until:
        time.sleep(0.05)
    assert not any(process.exists() for process in began)
