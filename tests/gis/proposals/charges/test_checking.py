from __future__ import annotations

import datetime as dt
from fractions import Fraction
from typing import Any

import pytest

from gis.errors import FactsInvalid
from gis.model.charges import ChargesStated, Event
from gis.proposals.charges.checking import stated_of
from gis.rules.village_charges.appendix_a import USES

DATE = dt.date(2026, 6, 15)


def test_numbers_are_exact_and_what_is_not_stated_is_null() -> None:
    stated = stated_of({"acres": {"commercial": "0.1"}, "recs": "2.4", "lots": None}, "develop", DATE)
    assert stated == ChargesStated(acres={"commercial": Fraction(1, 10)}, recs=Fraction(12, 5))


@pytest.mark.parametrize(
    ("raw", "event", "what"),
    [
        ({"acres": {"commercial": "0"}}, "develop", "0 acres of commercial land"),
        ({"acres": {"commercial": "-2.5"}}, "develop", "-2.5 acres of commercial land"),
        ({"acres": {"commercial": "many"}}, "develop", "cannot be used"),
        ({"acres": {"farm": "3"}}, "develop", "names a kind that no schedule has"),
        ({"dwellings": {"single_famly": "1"}}, "develop", "names a kind that no schedule has"),
        ({"dwellings": {"duplex": "-1"}}, "develop", "-1 of duplex"),
        ({"dwellings": {"duplex": "1.5"}}, "develop", "cannot be used"),
        ({"dwellings": {"single_family": "0"}}, "develop", "No dwelling at all"),
        ({"new_building": False, "dwellings": {"duplex": "1"}}, "connect", "said to stand there already"),
        ({"new_building": False, "commercial_sqft": "500"}, "connect", "said to stand there already"),
        ({"lots": "1"}, "divide", "One lot is no division"),
        ({"lots": "2", "existing_lots": "3"}, "develop", "3 lots stood there before, of 2 in all"),
        ({"recs": "0"}, "connect", "0 is stated for --recs"),
        ({"recs": "nan"}, "connect", "cannot be used"),
        ({"commercial_sqft": "-1"}, "connect", "-1 is stated for --commercial-sqft"),
        ({"commercial_sqft": "1e12"}, "connect", "more than can be meant"),
        ({"lots": "0"}, "divide", "0 is stated for --lots"),
        ({"volume_kgal": "-0.5"}, "bill", "-0.5 thousand gallons"),
        ({"quarter": "summer"}, "bill", "--quarter cannot be used"),
        ({"volume_kgal": "3"}, "connect", "--volume-kgal says nothing of the event connect"),
        ({"issued": "2026-06-16"}, "bill", "after the day asked about"),
        ({"paid": "2026-06-01"}, "bill", "no statement that it pays"),
        ({"issued": "2026-06-02", "paid": "2026-06-01"}, "bill", "before the statement"),
        ({"issued": "2026-06-01", "paid": "2026-06-16"}, "bill", "after the day asked about"),
        ({"permit_date": "0001-01-01"}, "connect", "is stated for --permit-date"),
        ({"permit_date": 0}, "connect", "--permit-date is no day"),
        ({"permit_date": "2026-6-1"}, "connect", "--permit-date is no day"),
        ({"permit_date": "2026-02-30"}, "connect", "--permit-date cannot be used"),
        ({"lots": True}, "divide", "--lots is yes or no"),
        ({"use": "restrant"}, "connect", "Near it is restaurant"),
        ({"use": "Single Family"}, "connect", "Near it is single_family"),
        ({"use": "xyzzy"}, "develop", "Listed are .*restaurant.* and village_office"),
        ({"use": "single_family", "quantity": 3}, "connect", "3 dwellings are stated of one single-family building"),
        ({"use": "single_family", "quantity": 0}, "connect", "0 dwellings are stated"),
        ({"use": "duplex", "quantity": 3}, "develop", "state --use multifamily"),
        ({"before": {"single_family": "1.5"}, "dwellings": {"duplex": 1}}, "develop", "A part of a dwelling is stated"),
        ({"new_building": False, "replaces_same": True}, "connect", "and to replace one"),
        ({"replaces_same": "perhaps"}, "connect", "--replaces-same cannot be used"),
        ({"replaces_same": True}, "divide", "--replaces-same says nothing of the event divide"),
        ({"colour": "red"}, "connect", "that no charge asks for"),
    ],
)
def test_what_cannot_be_meant_is_refused(raw: dict[str, Any], event: Event, what: str) -> None:
    with pytest.raises(FactsInvalid, match=what):
        stated_of(raw, event, DATE)


def test_the_place_is_the_option_or_the_member() -> None:
    with pytest.raises(FactsInvalid) as caught:
        stated_of({"acres": {"public": "0"}}, "develop", DATE, "the options")
    assert caught.value.where == "the option --acres"


@pytest.mark.parametrize("use", sorted(USES))
def test_every_use_that_appendix_a_lists_can_be_stated(use: str) -> None:
    assert stated_of({"use": use}, "connect", DATE).use == use


@pytest.mark.parametrize(("use", "quantity"), [("single_family", 1), ("duplex", 1), ("duplex", 2), ("multifamily", 3)])
def test_a_number_that_the_use_has_can_be_stated(use: str, quantity: int) -> None:
    assert stated_of({"use": use, "quantity": quantity}, "connect", DATE).quantity == quantity


def test_land_before_may_have_parts_of_an_acre() -> None:
    stated = stated_of({"before": {"commercial": "1.5"}, "acres": {"commercial": "2"}}, "develop", DATE)
    assert stated.before["commercial"] == Fraction(3, 2)
