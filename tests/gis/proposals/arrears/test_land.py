"""Is the land of accounts in arrears found and described, and every number that tells none refused?"""

from __future__ import annotations

import datetime as dt

import pytest

from gis.errors import EditionMissing
from gis.proposals.arrears.land import find_lands
from gis.proposals.arrears.reading import NamedParcel
from tests.gis.proposals.held_layers import HeldLayers, box, lot

DAY = dt.date(2026, 11, 20)
SECTION = {"section_id": "s", "section": 16, "township": 8, "range": 14, "range_direction": "E"}
LAYERS = {
    "parcels": [
        lot("A", parcel_id="001-1"),
        lot("B", parcel_id="001-2", county="Dodge"),
        lot("C", parcel_id="001-2"),
        lot("C", parcel_id="ROW 3", record_kind="row"),
        {**lot("F", parcel_id="001-4", site_address=None, municipality=None), "county": None},
        # One parcel in two parts.
        lot("A", parcel_id="001-5"),
        lot("B", parcel_id="001-5"),
    ],
    "sections": [{**SECTION, "geometry": box(-100, -100, 200, 200)}],
}


def test_land_is_described_in_words() -> None:
    found = find_lands(
        [NamedParcel(2, "001-1", None), NamedParcel(3, "001-2", "DODGE COUNTY"), NamedParcel(5, "001-4", "Rock")],
        HeldLayers(LAYERS),
        DAY,
    )
    # A lot of 40 m by 40 m is 1,600 / 4,046.87 = 0.395 acres.
    assert found.by_row[2].description == (
        "0.4 acres at 165 MAIN ST in Section 16, T8N, R14E, Village of Elm, Jefferson County; tax parcel 001-1"
    )
    assert (found.by_row[3].county, found.by_row[3].parcel_id) == ("Dodge", "001-2")
    assert "Dodge County; tax parcel 001-2" in found.by_row[3].description
    # Outside the section, and of no county that is known.
    assert found.by_row[5].description == "Land; tax parcel 001-4"
    assert (found.faults, dict(found.editions)) == ((), {"parcels": "parcels-1", "sections": "sections-1"})


def test_a_parcel_of_two_parts_has_the_acres_of_both() -> None:
    found = find_lands([NamedParcel(2, "001-5", None)], HeldLayers(LAYERS), DAY)
    assert found.by_row[2].description.startswith("0.79 acres")


def test_every_number_that_tells_no_parcel_is_a_fault() -> None:
    named = [
        NamedParcel(2, "001-9", None),
        NamedParcel(3, "0011", None),
        NamedParcel(4, "001-2", None),
        NamedParcel(5, "ROW 3", None),
        NamedParcel(6, "001-1", "Dodge"),
        NamedParcel(7, "001-1", "Jefferson"),
    ]
    found = find_lands(named, HeldLayers(LAYERS), DAY)
    assert {each.line: each.why for each in found.faults} == {
        2: "No parcel of the layer has this number.",
        3: "No parcel of the layer has this number. There is a parcel 001-1.",
        4: "Parcels of Dodge and Jefferson County have this number; write the county.",
        5: "This is no parcel, but a record such as a road or water.",
        6: "No parcel of the layer has this number.",
    }
    assert list(found.by_row) == [7]


def test_without_layers_land_is_told_by_its_number() -> None:
    found = find_lands([NamedParcel(2, "001-1", None), NamedParcel(3, "001-1", "ST CROIX")], None, DAY)
    assert [each.description for each in found.by_row.values()] == [
        *("Land; tax parcel 001-1", "Land, St. Croix County; tax parcel 001-1")
    ]
    assert found.by_row[3].county == "St. Croix"
    assert "no parcel was looked up" in found.notes[0]


def test_without_sections_none_is_told() -> None:
    found = find_lands([NamedParcel(2, "001-1", None)], HeldLayers({"parcels": LAYERS["parcels"]}), DAY)
    assert "Section" not in found.by_row[2].description
    assert "No survey section is told." in found.notes[0]


def test_a_folder_without_parcels_is_refused() -> None:
    with pytest.raises(EditionMissing):
        find_lands([NamedParcel(2, "001-1", None)], HeldLayers({}), DAY)


@pytest.mark.parametrize("order", [1, -1])
def test_without_layers_one_lot_does_not_stand_with_a_county_and_without(order: int) -> None:
    named = [NamedParcel(2, "001-1", None), NamedParcel(3, "001-1", "Rock"), NamedParcel(4, "001-2", None)]
    (fault,) = find_lands(named[::order], None, DAY).faults
    assert (fault.line, fault.column) == (2, "county")
    assert "Line 3 gives a county" in fault.why
