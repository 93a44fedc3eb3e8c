"""TSD-01, TSD-09 and TSD-15 at the edges that changed code could pass unseen (FACTS.md)."""

from fractions import Fraction
from typing import Any

import pytest

from gis.law.loader import load_law
from gis.model.finding import Finding
from gis.rules.registry import judge, read_facts
from gis.rules.territory.taxable_value import assessed_by_municipality, ledger
from gis.rules.territory.town_values import equalized_by_town

LAW = load_law().newest()


def leads(ratios: dict[str, object], *parcels: dict[str, Any]) -> Finding:
    facts = {
        "municipalities": [{"name": name, "assessment_ratio": ratio} for name, ratio in ratios.items()],
        "parcels": list(parcels),
    }
    return judge("TSD-01", read_facts("TSD-01", facts), LAW)


def parcel(parcel_id: str, municipality: str, value: object, **more: object) -> dict[str, Any]:
    return {"parcel_id": parcel_id, "municipality": municipality, "assessed_value": value, **more}


def test_a_single_town_holds_all_of_a_value_that_is_not_known_whole() -> None:
    # Whatever A-2 is worth, none of it lies in another town.
    found = leads({"Alder": "0.8"}, parcel("A-1", "Alder", 80000), parcel("A-2", "Alder", None))
    assert (found.state, found.measures["share"], found.measures["lead_share"]) == ("pass", {"Alder": 1}, 1)


def test_a_town_that_surely_leads_has_no_share_while_another_value_is_not_known() -> None:
    # Of B-1's 1,000 dollars somewhere between nothing and all are inside: Alder leads, with 80,000 of up to 81,000.
    cut = parcel("B-1", "Birch", 1000, share_in_district=None)
    found = leads({"Alder": 1, "Birch": 1}, parcel("A-1", "Alder", 80000), cut)
    assert (found.state, found.answer) == ("pass", "Alder")
    assert found.measures["share"] == {"Alder": None, "Birch": None}
    assert (found.measures["lead_share"], found.measures["has_majority"]) == (None, None)


def test_a_share_that_nobody_knows_may_be_any_whatever_its_bounds_are_said_to_be() -> None:
    # Alder is ahead by 80,000 less at most the whole of B-1, so by 79,000 at least and 80,000 at most.
    cut = parcel("B-1", "Birch", 1000, share_in_district=None, share_low="0.1", share_high="0.3")
    facts = {
        "municipalities": [{"name": "Alder", "assessment_ratio": 1}, {"name": "Birch", "assessment_ratio": 1}],
        "parcels": [parcel("A-1", "Alder", 80000), cut],
        "boundary_accuracy_ft": 40,
    }
    found = judge("TSD-01", read_facts("TSD-01", facts), LAW)
    assert (found.state, found.answer) == ("pass", "Alder")
    assert found.margin is not None
    assert (found.margin.low, found.margin.high) == ("79000.00", "80000.00")


@pytest.mark.parametrize(
    ("overlaps", "area_sqft"),
    [
        (None, None),
        ([], 0),
        ([{"name": "City of Fir", "kind": "city", "overlap_area_sqft": None}], None),
        ([{"name": "City of Fir", "kind": "city", "overlap_area_sqft": 9}], 9),
        ([{"name": "Town of Birch", "kind": "town", "overlap_area_sqft": 9}], 0),
    ],
)
def test_an_overlap_that_nobody_measured_is_not_none_at_all(overlaps: object, area_sqft: object) -> None:
    found = judge("TSD-09", read_facts("TSD-09", {"overlaps": overlaps}), LAW)
    assert found.measures["overlap_area_sqft"] == area_sqft


def test_a_town_of_which_nothing_is_stated_has_no_value_rather_than_none_at_all() -> None:
    facts = {
        "municipalities": [{"name": "Alder", "assessment_ratio": 1}, {"name": "Birch", "assessment_ratio": 1}],
        "assessed_totals": [{"municipality": "Alder", "assessed_value": 100}],
    }
    found = judge("TSD-01", read_facts("TSD-01", facts), LAW)
    assert found.state == "needs_evidence"
    assert found.measures["equalized_value"] == {"Alder": "100.00", "Birch": None}


def test_a_parcel_whose_buildings_nobody_placed_takes_no_value_away() -> None:
    # By its buildings A-2 counts nothing or 100: Alder has 200 to 300, and Birch 150.
    cut = parcel("A-2", "Alder", 100, share_in_district="0.5", building_in_district=None)
    found = leads({"Alder": 1, "Birch": 1}, parcel("A-1", "Alder", 200), cut, parcel("B-1", "Birch", 150))
    reading = found.readings["building_location"]
    assert (reading.state, reading.answer) == ("pass", "Alder")


def test_a_village_parcel_of_unknown_value_is_asked_of_no_town() -> None:
    facts = {
        "municipalities": [
            {"name": "Alder", "assessment_ratio": 1},
            {"name": "Birch", "assessment_ratio": 1},
            {"name": "Village of Elm", "kind": "village"},
        ],
        "parcels": [parcel("A-1", "Alder", 100), parcel("B-1", "Birch", 60), parcel("E-1", "Village of Elm", None)],
    }
    found = judge("TSD-01", read_facts("TSD-01", facts), LAW)
    assert (found.state, found.answer) == ("pass", "Alder")


def test_a_place_of_unknown_kind_with_the_most_value_leaves_no_town_leading_by_what_is_known() -> None:
    # Nobody says whether Cedar is a town, so Alder's lead over Birch is no lead.
    rows = (parcel("A-1", "Alder", 100), parcel("B-1", "Birch", 60), parcel("C-1", "Cedar", 200))
    found = leads({"Alder": 1, "Birch": 1}, *rows)
    sensitivity = found.measures["sensitivity"]
    assert isinstance(sensitivity, dict)
    assert (found.state, sensitivity["doubtful_to_leader"], sensitivity["doubtful_to_rival"]) == (
        "needs_evidence",
        None,
        None,
    )


@pytest.mark.parametrize(("area_sqft", "state"), [(0, "pass"), ("0.01", "needs_evidence")])
def test_a_gap_without_area_is_none(area_sqft: object, state: str) -> None:
    facts = {
        "counties": [{"name": "Rock", "overlap_area_sqft": 9_000_000, "overlap_width_ft": 2000}],
        "recorded_in": ["Rock"],
        "filed_with_dnr": True,
        "unclaimed_area_sqft": area_sqft,
        "unclaimed_width_ft": 5,
    }
    assert judge("TSD-15", read_facts("TSD-15", facts), LAW).state == state


@pytest.mark.parametrize(("area_sqft", "state"), [(0, "within_tolerance"), ("0.5", "needs_evidence")])
def test_land_that_no_municipality_claims_keeps_open_whose_it_is(area_sqft: object, state: str) -> None:
    # The sliver stays one from 0.02 to 0.08 ft, within the tenth; the gap is a gap at both ends too.
    sliver = {"name": "Village of Elm", "kind": "village", "overlap_area_sqft": 3, "overlap_width_ft": "0.05"}
    facts = {
        "overlaps": [{**sliver, "width_low_ft": "0.02", "width_high_ft": "0.08"}],
        "unclaimed_area_sqft": area_sqft,
        "unclaimed_width_ft": 5,
    }
    found = judge("TSD-09", read_facts("TSD-09", facts), LAW)
    assert found.state == state
    assert found.margin is not None
    assert found.margin.holds is True


def test_the_value_of_each_town_is_exact_and_null_where_a_parcel_is_not_known() -> None:
    facts = {
        "municipalities": [
            {"name": "Alder", "assessment_ratio": "0.95"},
            {"name": "Birch", "assessment_ratio": 1},
            {"name": "Village of Elm", "kind": "village", "assessment_ratio": 1},
        ],
        "parcels": [
            parcel("A-1", "Alder", 100),
            parcel("B-1", "Birch", 60),
            parcel("B-2", "Birch", None),
            parcel("E-1", "Village of Elm", 7),
        ],
    }
    assert equalized_by_town(read_facts("TSD-01", facts), LAW) == {"Alder": Fraction(10_000, 95), "Birch": None}


def test_the_assessed_value_of_a_village_holds_its_tax_increment() -> None:
    facts = {
        "municipalities": [{"name": "Alder"}, {"name": "Village of Elm", "kind": "village"}],
        "parcels": [parcel("E-1", "Village of Elm", 500, tid_increment=200)],
    }
    assert assessed_by_municipality(ledger(read_facts("TSD-01", facts))) == {"Alder": 0, "Village of Elm": 500}
