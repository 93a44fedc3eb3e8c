from __future__ import annotations

import datetime as dt
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from gis.law.loader import load_law
from gis.model.finding import State
from gis.model.ordinance import Ordinance, OrdinanceCharges
from gis.proposals.connections.charges import Unconnected, charges

DATE = dt.date(2026, 6, 15)
NOTICE = {"MUK-03": {"notice_given": dt.date(2026, 1, 5)}}
PASSED = dt.date(2025, 12, 15)
OVERDUE = Unconnected(must_connect=True, last_day=PASSED, is_served=True, connected=False)
RUNNING = Unconnected(must_connect=True, last_day=DATE, is_served=True, connected=False)
CONNECTED = Unconnected(must_connect=True, last_day=PASSED, is_served=True, connected=True)
UNSURE = Unconnected(must_connect=True, last_day=PASSED, is_served=True, connected=None)
BARE = Unconnected(must_connect=False, last_day=None, is_served=True, connected=False, structure=False)
VACANT = Unconnected(must_connect=False, last_day=None, is_served=True, connected=None)
FAR = Unconnected(must_connect=False, last_day=None, is_served=False, connected=False)


def ordinance(terms: OrdinanceCharges) -> Ordinance:
    return Ordinance("x", "X", "X", ("village",), None, None, dt.date(2011, 7, 1), None, "MUK-01", charges=terms)


BOTH = OrdinanceCharges(Fraction(90), "quarterly", standby=True, ready_to_serve=True)


def due(
    terms: OrdinanceCharges, parcel: Unconnected, told: dict[str, dict[str, Any]]
) -> list[tuple[str, Fraction | None]]:
    found = charges(ordinance(terms), parcel, told, load_law().parameters(DATE))
    return [(each.rule, each.amount) for each in found.due]


# 90.00 a quarter is 30.00 a month: 150 percent is 45.00 a month. 90 percent of 90.00 is 81.00 a quarter.
@pytest.mark.parametrize(
    ("terms", "parcel", "told", "expected"),
    [
        (BOTH, OVERDUE, NOTICE, [("MUK-03", Fraction(45)), ("MUK-04", Fraction(81))]),
        # No notice, no standby charge.
        (BOTH, OVERDUE, {}, [("MUK-04", Fraction(81))]),
        # The time to connect still runs: nobody has failed to connect.
        (BOTH, RUNNING, NOTICE, [("MUK-04", Fraction(81))]),
        # Land that need not connect, and that no sewer serves.
        (BOTH, FAR, NOTICE, []),
        # Connected land is charged for neither.
        (BOTH, CONNECTED, NOTICE, []),
        # Whether it is connected nobody knows: the charge is not known, and not nought.
        (BOTH, VACANT, {}, [("MUK-04", None)]),
        (BOTH, UNSURE, NOTICE, [("MUK-03", None), ("MUK-04", None)]),
        # Of bare land the amount is told, for it hangs on the text alone.
        (BOTH, BARE, {}, [("MUK-04", Fraction(81))]),
        # The village's charge is not on file.
        (
            OrdinanceCharges(standby=True, ready_to_serve=True),
            OVERDUE,
            NOTICE,
            [("MUK-03", None), ("MUK-04", None)],
        ),
        # An ordinance that makes no such charges.
        (OrdinanceCharges(), OVERDUE, NOTICE, []),
    ],
)
def test_which_charge_follows(
    terms: OrdinanceCharges,
    parcel: Unconnected,
    told: dict[str, dict[str, Any]],
    expected: list[tuple[str, Fraction | None]],
) -> None:
    assert due(terms, parcel, told) == expected


def test_not_both_for_the_same_time() -> None:
    found = charges(ordinance(BOTH), OVERDUE, NOTICE, load_law().parameters(DATE))
    assert [each.state for each in found.findings] == [State.PASS, State.UNDETERMINED]
    assert all("choose one" in each.because for each in found.due)


def test_nothing_is_billed_while_nobody_knows_whether_the_premises_are_connected() -> None:
    found = charges(ordinance(BOTH), UNSURE, NOTICE, load_law().parameters(DATE))
    assert [(each.rule, each.state, each.answer) for each in found.findings] == [
        ("MUK-03", State.NEEDS_EVIDENCE, None),
        ("MUK-04", State.NEEDS_EVIDENCE, None),
    ]
    assert all("the premises are connected" in each.because for each in found.due)


# Ch. 86: "the owner of each premises to which sewer service has been provided"; whether a lot without a building is
# premises the text does not say, so both readings stand beside each other.
@pytest.mark.parametrize(
    ("structure", "state", "doubt"),
    [
        (True, State.PASS, None),
        (False, State.UNDETERMINED, "No building in use stands on the land"),
        (None, State.PASS, "Whether a building in use stands on the land is not known"),
    ],
)
def test_whether_bare_land_is_premises_is_left_open(structure: bool | None, state: State, doubt: str | None) -> None:
    parcel = replace(BARE, structure=structure)
    (found,) = charges(ordinance(BOTH), parcel, {}, load_law().parameters(DATE)).findings
    assert (found.state, found.answer) == (state, "81.00")
    assert ("is premises" in found.because) is (doubt is not None)
    assert (doubt or "90 percent") in found.because
    of_bare_land = {name: each.answer for name, each in found.readings.items() if name.startswith("bare_land")}
    assert of_bare_land == (
        {"bare_land_is_premises": "81.00", "bare_land_is_no_premises": "0.00"} if structure is False else {}
    )
