"""Which parcels do the layers benefit, and with what front and area?"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
import shapely

from gis.errors import EditionMissing, OptionInvalid, ProjectInvalid, SewerUnknown
from gis.model.assessment import Assessment
from gis.proposals.assessment.asked import AssessmentAsked
from gis.proposals.assessment.assessing import Assessed, assess
from gis.proposals.assessment.reading import read_project
from tests.gis.proposals.assessment.farm_country import COUNTRY, FT, OLD, SHAPES, Country, box, parcel
from tests.gis.proposals.assessment.projects import LEVIED, text
from tests.gis.proposals.held_layers import X0, Y0

MAIN = "{mains: [M1]}"
Rows = Mapping[str, Sequence[Mapping[str, Any]]]


def assessed(*parcels: str, layers: Rows = COUNTRY, folder: Path | None = None, **changes: str) -> Assessed:
    of = read_project(text(*parcels, **changes).removesuffix("parcels:\n"), "north.yaml")
    return assess(Country(layers), AssessmentAsked(of, LEVIED, folder=folder))


def fronts(answer: Assessment) -> dict[str, float]:
    return {each.parcel_id: round(float(each.frontage_ft or 0), 1) for each in answer.parcels}


def test_lots_along_a_main_are_benefited_and_those_beyond_its_end_are_told() -> None:
    found = assessed(along=MAIN, benefited="along").answer
    assert fronts(found) == pytest.approx({"L1": 100, "L2": 100, "L3": 100, "L4": 100}, abs=0.2)
    assert sum(each.amount for each in found.parcels) == 100_000
    assert any("beyond the end of the lines" in note and ": 1." in note for note in found.notes)
    assert [(each.street, each.is_certain) for each in found.parcels[0].fronts] == [("NORTH RD", True)]
    assert found.parcels[0].county == "Jefferson"
    assert found.editions["parcels"] == "parcels-1"


def test_streets_are_named() -> None:
    found = assessed(along="{streets: [North Rd]}", benefited="along").answer
    assert fronts(found) == pytest.approx({"L1": 100, "L2": 100, "L3": 100, "L4": 100, "WOOD": 400}, abs=0.2)


def test_a_line_is_drawn_beside_the_file(tmp_path: Path) -> None:
    line = {
        "type": "LineString",
        "coordinates": [[X0, Y0 + 33 * FT], [X0 + 150 * FT, Y0 + 33 * FT]],
        "crs": {"type": "name", "properties": {"name": "EPSG:3071"}},
    }
    (tmp_path / "line.geojson").write_text(json.dumps(line), "utf-8")
    found = assessed(along="{line: line.geojson}", benefited="along", folder=tmp_path).answer
    assert set(fronts(found)) == {"L1", "L2"}


def test_the_land_of_a_district_is_benefited() -> None:
    found = assessed(benefited="{district: North District}", basis="area").answer
    # The district ends at x = 410, ten feet into WOOD and HILL.
    assert [each.parcel_id for each in found.parcels] == ["FARM", "HILL", "L1", "L2", "L3", "L4", "WOOD"]
    # The roll has farmland of class 4, which is no evidence of an exemption.
    assert {each.parcel_id: each.standing for each in found.parcels if each.standing != "assessed"} == {
        "FARM": "open",
        "HILL": "open",
    }
    areas = {each.parcel_id: float(each.area_sqft or 0) for each in found.parcels}
    assert (areas["FARM"], areas["L1"]) == pytest.approx((400_000, 33_400), rel=1e-3)


def test_the_list_leaves_out_and_states() -> None:
    found = assessed(
        "id: L1, benefited: no",
        "id: L2, frontage_ft: 90",
        "id: FARM, benefited: no, farmland_eligible: yes",
        along=MAIN,
        benefited="along",
    ).answer
    assert fronts(found) == pytest.approx({"L2": 90, "L3": 100, "L4": 100}, abs=0.2)
    assert found.liens is not None
    assert [each.parcel_id for each in found.liens.land] == ["FARM"]
    assert found.liens.land[0].potential_assessment is None


def remarks(answer: Assessment) -> dict[str, str]:
    """Return the first note of each parcel that has one."""
    return {each.parcel_id: each.notes[0] for each in answer.parcels if each.notes}


# The lots have 100 ft each. Parcels and road are accurate to a tenth of a foot, 0.1414 together, and each front has two
# ends: 0.28 ft. On the state's grid 100 ft are 100.04.
@pytest.mark.parametrize(
    ("stated_ft", "is_told"),
    [("100", False), ("100.3", False), ("99.8", False), ("100.4", True), ("99.7", True), ("500", True), ("0", True)],
)
def test_a_stated_front_far_from_the_mapped_one_is_told_with_both(stated_ft: str, is_told: bool) -> None:
    found = assessed(f"id: L1, frontage_ft: {stated_ft}", "id: L2, frontage_ft: 100", along=MAIN).answer
    told = [note for each in found.parcels if each.parcel_id == "L1" for note in each.notes if "the map" in note]
    assert len(told) == is_told
    for each in told:
        start, _, rest = each.partition("; the map measures ")
        assert start == f"The file states a front of {stated_ft} ft"
        assert float(rest.partition(" ft")[0]) == pytest.approx(100, abs=0.2)
        assert rest.endswith(" ft along NORTH RD. They differ by more than the accuracy of the lines, 0.3 ft.")


def test_a_stated_front_of_land_on_another_street_is_told() -> None:
    found = assessed("id: L1, frontage_ft: 100", "id: FARM, frontage_ft: 400", along=MAIN).answer
    assert remarks(found)["FARM"].startswith("The file states a front of 400 ft; the map measures 0 ft. ")


@pytest.mark.parametrize("along", ["{mains: [M9]}", "{streets: [South Rd]}", "{line: line.geojson}"])
def test_fronts_that_are_all_stated_need_no_map_of_the_project(along: str) -> None:
    found = assessed("id: L1, frontage_ft: 500", along=along).answer
    assert found.parcels[0].amount == 100_000
    (note,) = (note for note in found.notes if "not held against the map" in note)
    assert note.startswith("The fronts that the file states are not held against the map: ")


@pytest.mark.parametrize("basis", ["frontage", "area", "unit"])
@pytest.mark.parametrize(
    ("parcels", "left_out"),
    [
        (("id: L1", "id: L2", "id: L3", "id: L4"), ""),
        (("id: L1", "id: L3"), "L2, Jefferson and L4, Jefferson"),
        (("id: L1", "id: L2", "id: L3", "id: L4, benefited: no"), ""),
        (("id: L1", "id: L2", "id: L3", "id: FARM"), "L4, Jefferson"),
    ],
)
def test_parcels_that_front_on_the_project_and_are_not_in_it_are_named(
    parcels: tuple[str, ...], left_out: str, basis: str
) -> None:
    notes = [each for each in assessed(*parcels, along=MAIN, basis=basis).answer.notes if "are not in it" in each]
    assert [each.partition(": ")[2].partition(". ")[0] for each in notes] == ([left_out] if left_out else [])


@pytest.mark.parametrize("lots", [20, 21, 180])
def test_of_many_parcels_that_are_not_in_it_the_first_twenty_are_named(lots: int) -> None:
    # So many strips of L1 to L4, 400 ft of front together, in place of the four; WOOD is benefited.
    strips = [parcel(f"S{at:03}", box(400 * at / lots, 66, 400 * (at + 1) / lots, 400)) for at in range(lots)]
    rows = [*(each for each in OLD if not each["parcel_id"].startswith("L")), *strips]
    main = shapely.LineString([(X0, Y0 + 33 * FT), (X0 + 400 * FT, Y0 + 33 * FT)])
    layers = {**COUNTRY, "parcels": rows, "sewers": [{**COUNTRY["sewers"][0], "geometry": main}]}
    found = assessed("id: WOOD, units: 1", layers=layers, along=MAIN, basis="unit").answer
    assert found.left_out == tuple(f"S{at:03}, Jefferson" for at in range(lots))
    (note,) = (each for each in found.notes if "are not in it" in each)
    named = note.partition(": ")[2].partition(". ")[0]
    assert named.count("Jefferson") == 20
    assert named.endswith("S018, Jefferson and S019, Jefferson" if lots == 20 else f"and {lots - 20} more")


@pytest.mark.parametrize("kind", ["parcels", "municipalities"])
def test_a_layer_that_is_not_of_the_day_is_asked_for(kind: str) -> None:
    bare = {name: rows for name, rows in COUNTRY.items() if name != kind}
    with pytest.raises(EditionMissing) as caught:
        assessed("id: L1", basis="area", layers=bare)
    assert caught.value.what == f"No {kind} of June 15, 2026 are on file."
    assert f"townline import {kind} FILE --vintage 2026-06-15" in caught.value.next


def test_units_on_one_ground_share_it() -> None:
    twin = [*OLD, parcel("L1-B", box(*SHAPES["L1"]))]
    found = assessed("id: L1", "id: L1-B", "id: L2", layers={**COUNTRY, "parcels": twin}, basis="area").answer
    # Two halves and a whole.
    assert [float(each.amount) for each in found.parcels] == pytest.approx([25_000, 25_000, 50_000], abs=1)


def test_a_parcel_that_is_not_on_file_is_told_with_its_line() -> None:
    with pytest.raises(ProjectInvalid) as caught:
        assessed("id: L1, frontage_ft: 4", "id: L77, frontage_ft: 4")
    assert (caught.value.what, caught.value.where) == ("No parcel has the id L77.", "file north.yaml, line 10")


def test_what_is_not_there_is_an_error_of_its_own() -> None:
    bare = {kind: rows for kind, rows in COUNTRY.items() if kind != "sewers"}
    with pytest.raises(EditionMissing):
        assessed("id: L1", along=MAIN, layers=bare)
    with pytest.raises(SewerUnknown):
        assessed("id: L1", along="{mains: [M9]}")
    with pytest.raises(OptionInvalid):
        assessed("id: L1", along="{streets: [South Rd]}")
    with pytest.raises(ProjectInvalid, match="lies along nothing"):
        assessed("id: L1")
    with pytest.raises(ProjectInvalid, match="No district South District is on file"):
        assessed("id: L1", benefited="{district: South District}", basis="area")
    with pytest.raises(ProjectInvalid, match=r"line.geojson cannot be used"):
        assessed("id: L1", along="{line: line.geojson}")
    no_parcels = {kind: rows for kind, rows in COUNTRY.items() if kind != "parcels"}
    with pytest.raises(EditionMissing):
        assessed("id: L1", basis="area", layers=no_parcels)


def test_farmland_of_the_service_area_belongs_on_the_lien_list_or_is_asked_for() -> None:
    area = "{name: North, first_levy: 2026-06-15, limits: {district: North District}}"
    found = assessed("id: L1, frontage_ft: 1", service_area=area).answer
    assert found.liens is not None
    assert found.liens.land == ()
    assert found.liens.eligibility_unknown == ("FARM, Jefferson", "HILL, Jefferson")


def test_the_version_of_the_service_area_in_force_is_told() -> None:
    versions = [
        {"name": "North", "kind": "assessment", "geometry": box(-10, -10, 410, 410), "valid_to": "2025-12-31"},
        {"name": "North", "kind": "assessment", "geometry": box(-10, -10, 410, 1410), "valid_from": "2026-01-01"},
    ]
    area = "{name: North, first_levy: 2026-06-15, limits: layer}"
    found = assessed("id: L1, frontage_ft: 1", layers={**COUNTRY, "service_areas": versions}, service_area=area).answer
    (finding,) = found.findings
    assert (finding.rule, finding.state) == ("SA-07", "pass")
    assert "2026-01-01" in str(finding.answer)
    assert found.liens is not None
    # The older version had no land of it.
    assert found.liens.eligibility_unknown == ("FARM, Jefferson", "HILL, Jefferson")
