"""How do sewers read with what people established or suppose of them?"""

from __future__ import annotations

import datetime as dt

import pytest

from gis.layers.layer import Layer
from gis.proposals.connections.stated import StatedMain
from gis.proposals.connections.supposed import as_established, in_service, without
from tests.gis.network.drawn import Row, layer, pipe

DAY = dt.date(2026, 9, 1)
PLANNED = {"status": "proposed", "operational": None}


def sewers(*pipes: Row) -> Layer:
    return layer("sewers", pipes)


def told(rows: Layer) -> list[tuple[str | None, str | None, str | None]]:
    columns = (rows.column(name).tolist() for name in ("sewer_id", "status", "operational"))
    return list(zip(*columns, strict=True))


@pytest.mark.parametrize("turned", [False, True])
def test_an_entry_on_an_id_that_two_sewers_bear_puts_no_proposed_one_in_service(turned: bool) -> None:
    pair = [pipe("A", (0, 0), (9, 0)), pipe("A", (0, 9), (9, 9), **PLANNED)]
    rows = sewers(*(reversed(pair) if turned else pair), pipe("B", (0, 5), (9, 5), **PLANNED))
    established = {name: StatedMain(operational=DAY) for name in "AB"}
    assert sorted(told(as_established(rows, established)), key=str) == [
        ("A", "in_service", "2026-09-01"),
        ("A", "proposed", None),
        ("B", "in_service", "2026-09-01"),
    ]


def test_what_is_supposed_of_mains_is_supposed_of_all_that_bear_the_id() -> None:
    rows = sewers(
        pipe("A", (0, 0), (9, 0), **PLANNED), pipe("A", (9, 0), (18, 0), **PLANNED), pipe("B", (0, 5), (9, 5))
    )
    assert told(in_service(rows, ["A"], DAY))[:2] == [("A", "in_service", "2026-09-01")] * 2
    assert told(in_service(rows, ["A"], DAY))[2] == told(rows)[2]
    assert told(without(rows, ["A"])) == [told(rows)[2]]
    assert told(without(rows, ["A", "B"])) == []
    assert as_established(rows, {}) is rows
