from __future__ import annotations

import csv
import datetime as dt
import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pyproj
import pytest
import shapely

from gis.errors import BoundaryNotPolygon, BoundaryOutside, EditionMissing, FactsInvalid
from gis.layers.importing import ImportRequest, import_layer
from gis.model.finding import Finding, State
from gis.model.jsonio import to_json
from gis.model.report import Report
from gis.proposals.applicable import BOUNDARY_RULES
from gis.proposals.brought import Brought
from gis.proposals.evaluate import Evaluator

DATE = dt.date(2026, 6, 15)


def proposal(repository: Path, key: str) -> dict[str, Any]:
    data: dict[str, Any] = json.loads((repository / "data/boundaries" / f"proposal-{key}.geojson").read_text("utf-8"))
    return data


def finding(report: Report, rule: str) -> Finding:
    return next(found for found in report.findings if found.rule == rule)


def situations(repository: Path, rule: str) -> list[dict[str, str]]:
    """Return the rows of the sample's table of situations that state what a rule says of a proposal."""
    with (repository / "data/boundaries/situations.csv").open(encoding="utf-8", newline="") as file:
        rows = [row for row in csv.DictReader(file) if row["file"].startswith("proposal-")]
    return [row for row in rows if row["key"].endswith(f".{rule}") and row["rule"] == rule]


@pytest.mark.parametrize("rule", ["TSD-01", "TSD-09"])
def test_the_sample_proposals_get_the_answers_worked_by_hand(repository: Path, evaluator: Evaluator, rule: str) -> None:
    rows = situations(repository, rule)
    assert len(rows) >= 2
    for row in rows:
        found = finding(evaluator.evaluate_file(repository / "data/boundaries" / row["file"], DATE).report, rule)
        answer = found.answer if rule == "TSD-01" else "; ".join(str(name) for name in found.answer or [])
        assert (row["key"], found.state.value, answer) == (row["key"], row["state"], row["answer"])


def test_the_lawful_proposals_values_are_those_of_the_plan(repository: Path, evaluator: Evaluator) -> None:
    expected = json.loads((repository / "data/boundaries/expected.json").read_text("utf-8"))["lawful"]
    report = evaluator.evaluate(proposal(repository, "lawful"), DATE).report
    first = finding(report, "TSD-01")
    for town, figures in expected["towns"].items():
        assessed = first.measures["assessed_value"]
        assert isinstance(assessed, dict)
        # Shares are measured on a grid of 0.1 mm: a dollar in sixteen million.
        assert Fraction(str(assessed[town])) == pytest.approx(Fraction(figures["assessed_value"]), abs=1)
    assert first.measures["split_parcels"] == sorted(
        parcel for figures in expected["towns"].values() for parcel in figures["cut_parcels"]
    )
    assert report.boundary.area_sqft is not None
    assert float(report.boundary.area_sqft) == pytest.approx(float(expected["area_sqft"]), abs=0.5)


def test_overlaps_of_the_unlawful_and_the_sliver_proposal_measure_as_drawn(
    repository: Path, evaluator: Evaluator
) -> None:
    # situations.csv: Fir 392,040, Elm 14,391.5625 sq ft; the sliver 0.04 ft along 5,280 ft.
    unlawful = finding(evaluator.evaluate(proposal(repository, "unlawful"), DATE).report, "TSD-09")
    by_name = {item.feature_id: item.measures for item in unlawful.evidence if item.layer == "municipalities"}
    assert by_name["City of Fir"] is not None
    assert by_name["Village of Elm"] is not None
    assert by_name["City of Fir"]["overlap_area_sqft"] == pytest.approx(392040, abs=0.5)
    assert by_name["Village of Elm"]["overlap_area_sqft"] == pytest.approx(14391.5625, abs=0.5)
    sliver = finding(evaluator.evaluate(proposal(repository, "sliver"), DATE).report, "TSD-09")
    assert sliver.measures["overlap_area_sqft"] == pytest.approx(211.2, abs=0.6)
    assert sliver.measures["sliver_names"] == ["Village of Elm"]
    assert sliver.margin is not None
    assert sliver.margin.holds is False


def test_roll_and_polygon_conflicts_are_in_every_finding_that_they_touch(
    repository: Path, evaluator: Evaluator
) -> None:
    report = evaluator.evaluate(proposal(repository, "unlawful"), DATE).report
    # Value, village land and votes by municipality turn on the municipal line; where the order is recorded, and the
    # vote of whole reporting units, do not; and the rule on one municipality does not apply to several.
    touched = [found for found in report.findings if found.conflicts]
    assert [found.rule for found in touched] == ["TSD-01", "TSD-09", "TSD-23", "TSD-32"]
    for found in touched:
        disputes = [conflict for conflict in found.conflicts if conflict.kind == "roll_and_polygon"]
        # situations.csv, parcel.annexed.101 and .102
        assert {conflict.subject: conflict.claims for conflict in disputes} == {
            f"004-0814-1523-{lot}": ("roll: Town of Birch", "polygon: City of Fir") for lot in ("101", "102")
        }
        assert all(conflict.effect for conflict in found.conflicts)


def test_the_same_input_gives_the_same_bytes(repository: Path, sample_layers: Path, evaluator: Evaluator) -> None:
    data = proposal(repository, "lawful")
    file = repository / "data/boundaries/proposal-lawful.geojson"
    first = to_json(evaluator.evaluate(data, DATE).report)
    assert to_json(evaluator.evaluate(json.dumps(data).encode(), DATE).report) == first
    assert to_json(evaluator.evaluate_file(file, DATE).report) == first
    assert to_json(Evaluator(sample_layers).evaluate(data, DATE).report) == first


def test_ring_direction_and_start_change_no_byte(repository: Path, evaluator: Evaluator) -> None:
    data = proposal(repository, "lawful")
    geometry = data.get("geometry") or data["features"][0]["geometry"]
    rings = geometry["coordinates"]
    turned = {
        "type": "Polygon",
        "coordinates": [[*ring[5:-1], *ring[:6]][::-1] if len(ring) > 6 else ring[::-1] for ring in rings],
    }
    one = evaluator.evaluate({"type": "Polygon", "coordinates": rings}, DATE).report
    assert to_json(evaluator.evaluate(turned, DATE).report) == to_json(one)


def test_a_boundary_split_in_two_adds_up(repository: Path, evaluator: Evaluator) -> None:
    data = proposal(repository, "lawful")
    whole = shapely.from_geojson(json.dumps(data.get("geometry") or data["features"][0]["geometry"]))
    west, south, east, north = whole.bounds
    middle = (west + east) / 2
    halves = [
        shapely.intersection(whole, shapely.box(*box))
        for box in ((west, south, middle, north), (middle, south, east, north))
    ]
    reports = [evaluator.evaluate(json.loads(shapely.to_geojson(half)), DATE).report for half in (whole, *halves)]
    areas = [report.boundary.area_sqft for report in reports]
    assert areas[0] is not None
    # Cutting at a meridian moves the crossing by at most the 9th decimal of a degree (0.0004 ft) along 5,000 ft.
    assert float(areas[0]) == pytest.approx(float(areas[1] or 0) + float(areas[2] or 0), abs=3)
    land = [report.territory for report in reports]
    assert all(land)
    parcels = [float(territory.parcel_land_sqft) for territory in land if territory is not None]
    # The same crossings move the parcels there, and each of the hundred cut parts is rounded to a hundredth.
    assert parcels[0] == pytest.approx(parcels[1] + parcels[2], abs=3 + 100 * 0.01)


def test_a_line_that_is_not_closed_needs_evidence_and_does_not_fail(repository: Path, evaluator: Evaluator) -> None:
    data = proposal(repository, "lawful")
    ring = (data.get("geometry") or data["features"][0]["geometry"])["coordinates"][0]
    report = evaluator.evaluate({"type": "LineString", "coordinates": ring[:4]}, DATE).report
    assert [found.state for found in report.findings] == [State.NEEDS_EVIDENCE] * len(BOUNDARY_RULES)
    assert report.boundary.area_sqft is None
    assert report.territory is None


def test_a_point_is_no_boundary(evaluator: Evaluator) -> None:
    with pytest.raises(BoundaryNotPolygon, match="Polygon or MultiPolygon"):
        evaluator.evaluate({"type": "Point", "coordinates": [-89.4, 43.07]}, DATE)


def test_a_boundary_elsewhere_is_refused_not_passed(evaluator: Evaluator) -> None:
    ring = [[-90.9, 44.9], [-90.89, 44.9], [-90.89, 44.91], [-90.9, 44.91], [-90.9, 44.9]]
    with pytest.raises(BoundaryOutside) as refused:
        evaluator.evaluate({"type": "Polygon", "coordinates": [ring]}, DATE)
    assert "coordinate system" in refused.value.next


def test_an_empty_folder_says_which_layer_to_import(tmp_path: Path, repository: Path) -> None:
    with pytest.raises(EditionMissing) as refused:
        Evaluator(tmp_path).evaluate(proposal(repository, "lawful"), DATE)
    assert "municipalities" in refused.value.what
    assert "townline import" in refused.value.next


def test_without_parcels_territory_is_judged_and_value_is_asked_for(tmp_path: Path, repository: Path) -> None:
    sample = repository / "data" / "boundaries"
    import_layer(ImportRequest("municipalities", sample / "municipalities.gpkg", vintage="2025"), tmp_path)
    report = Evaluator(tmp_path).evaluate(proposal(repository, "unlawful"), DATE).report
    assert finding(report, "TSD-09").answer == ["City of Fir", "Village of Elm"]
    first = finding(report, "TSD-01")
    assert (first.state, first.answer) == (State.NEEDS_EVIDENCE, None)
    assert "No parcels are on file, so no value is known." in first.notes


def test_before_the_first_edition_nothing_is_in_force(repository: Path, evaluator: Evaluator) -> None:
    with pytest.raises(EditionMissing):
        evaluator.evaluate(proposal(repository, "lawful"), dt.date(2020, 1, 1))


def test_a_wider_stated_accuracy_of_the_line_turns_an_overlap_into_a_sliver(
    repository: Path, evaluator: Evaluator
) -> None:
    # The sliver of 0.04 ft against municipalities known to 0.1 ft: an overlap only if both were survey-sharp.
    data = proposal(repository, "sliver")
    told = finding(evaluator.evaluate(data, DATE, boundary_accuracy_ft=Fraction(3, 10)).report, "TSD-09")
    assert told.state is State.WITHIN_TOLERANCE
    # Root of 0.3 squared and 0.1 squared is 0.316 ft.
    assert told.measures["boundary_accuracy_ft"] == pytest.approx(0.316)


def test_the_report_cites_editions_rules_and_the_county_zone(repository: Path, evaluator: Evaluator) -> None:
    report = evaluator.evaluate(proposal(repository, "lawful"), DATE).report
    used = {"counties", "districts", "municipalities", "parcels", "ratios", "reporting_units", "sections", "votes"}
    used |= {"water"}
    assert set(report.editions) == used
    assert set(report.rules) == BOUNDARY_RULES.keys()
    assert report.boundary.measured_in == "EPSG:8189"  # WISCRS Dodge and Jefferson, NAD83(HARN), US survey feet
    assert report.boundary.ellipsoidal_area_sqft is not None
    assert report.boundary.area_sqft is not None
    # The zone is scaled to the ground and lies some 75 parts in a million above the ellipsoid (DATA-STANDARDS.md).
    excess = float(report.boundary.area_sqft) / float(report.boundary.ellipsoidal_area_sqft) - 1
    assert 0.00002 < excess < 0.0002
    assert [found.rule for found in report.findings] == sorted(BOUNDARY_RULES)


def test_the_report_tells_square_miles_of_the_district_and_of_its_parts(repository: Path, evaluator: Evaluator) -> None:
    report = evaluator.evaluate(proposal(repository, "lawful"), DATE).report
    assert report.boundary.area_sqft is not None
    assert report.boundary.area_sqmi == report.boundary.area_sqft / 27_878_400
    assert report.territory is not None
    shares = report.territory.municipalities
    assert all(share.area_sqmi == share.area_sqft.value / 27_878_400 for share in shares)
    # lawful.area, in parts: section 16 has 2,639.5 x 4,603.5 and section 15 has 3,300 x 1,963.5 - 331 x 331.
    inside = {part.section: float(part.area_sqft.value) for part in report.territory.sections}
    assert inside == pytest.approx({15: 6_369_989, 16: 12_150_938.25}, abs=3)
    # Alder's ward 4 is its half of section 16, and Birch's ward 3 what it has of section 15.
    by_unit = {part.unit: float(part.area_sqft.value) for part in report.territory.reporting_units}
    assert by_unit == pytest.approx({"Ward 3": 6_369_989, "Ward 4": 12_150_938.25}, abs=3)


def test_a_petition_older_than_the_votes_on_file_says_which_are_missing(repository: Path, evaluator: Evaluator) -> None:
    # The day before the election of 2018, the oldest on file: the one of 2014 counts.
    report = evaluator.evaluate(
        proposal(repository, "lawful"), DATE, brought=Brought({"petition_filed": "2018-11-05"})
    ).report
    open_questions = [finding(report, rule) for rule in ("TSD-26", "TSD-31", "TSD-32")]
    applies = [found for found in open_questions if found.state is not State.NOT_APPLICABLE]
    assert {found.state for found in applies} == {State.NEEDS_EVIDENCE}
    assert all("November 4, 2014" in found.because for found in applies)


def test_a_stated_vote_that_two_rules_take_differently_is_refused(repository: Path, evaluator: Evaluator) -> None:
    with pytest.raises(FactsInvalid, match="votes_for_governor"):
        evaluator.evaluate(proposal(repository, "lawful"), DATE, brought=Brought({"votes_for_governor": 800}))
    stated = {"TSD-26": {"votes_for_governor": 800, "signatures_valid": 160}}
    report = evaluator.evaluate(proposal(repository, "lawful"), DATE, brought=Brought(stated)).report
    # A fifth of 800 is 160.
    assert (finding(report, "TSD-26").state, finding(report, "TSD-26").answer) == (State.PASS, 160)


def test_no_report_holds_an_owner(repository: Path, evaluator: Evaluator) -> None:
    # data/boundaries/README.md: every invented owner's name begins with OWNER or EXAMPLE.
    for key in ("lawful", "unlawful", "sliver"):
        text = to_json(evaluator.evaluate(proposal(repository, key), DATE).report).decode().upper()
        assert "OWNER 0" not in text
        assert "EXAMPLE" not in text


def test_a_boundary_in_a_datum_without_grids_is_judged_with_that_accuracy_and_says_so(
    repository: Path, sample_layers: Path, tmp_path: Path
) -> None:
    # Field case crs-03: NAD27 without grids comes through an operation that is good to some 10 m at best. The village
    # lies half a foot from the lawful proposal, so on such coordinates nobody can say that none of it is inside.
    geometry = proposal(repository, "lawful")["features"][0]["geometry"]
    nad27 = pyproj.Transformer.from_crs("EPSG:4326", "EPSG:4267", always_xy=True)
    rings = [np.column_stack(nad27.transform(*np.array(ring).T)).tolist() for ring in geometry["coordinates"]]
    file = tmp_path / "old.geojson"
    member = {"type": "name", "properties": {"name": "urn:ogc:def:crs:EPSG::4267"}}
    file.write_text(json.dumps({"type": "Polygon", "coordinates": rings, "crs": member}), "utf-8")
    report = Evaluator(sample_layers).evaluate_file(file, DATE).report
    assert sum(step.accuracy_m or 0 for step in report.boundary.operations) >= 10
    ninth = finding(report, "TSD-09")
    assert ninth.measures["boundary_accuracy_ft"] > 30  # 10 m in feet, and more
    assert ninth.margin is not None
    assert any("nothing that turns on less is final" in note for note in ninth.notes)
