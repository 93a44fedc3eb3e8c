"""What does an evaluation say where the layers leave something open: bare land, other years, negative values?"""

from __future__ import annotations

import datetime as dt
import json
from pathlib import Path

import geopandas as gpd
import pytest
import shapely

from gis.layers.importing import ImportRequest, import_layer
from gis.model.finding import Finding, State
from gis.model.report import Report
from gis.proposals.brought import Brought
from gis.proposals.evaluate import Evaluator
from tests.gis.proposals.small_county import (
    DATE,
    HALF_IN_EACH,
    RATIOS,
    X0,
    Y0,
    Box,
    county,
    drawn,
    parcel,
    rectangle,
)

pytestmark = pytest.mark.slow  # each test imports a county of its own


def finding(report: Report, rule: str) -> Finding:
    return next(found for found in report.findings if found.rule == rule)


def first(evaluator: Evaluator, box: Box = HALF_IN_EACH) -> Finding:
    return finding(evaluator.evaluate(drawn(box), DATE).report, "TSD-01")


ALDER = parcel("A1", "Town of Alder", (2000, 1000, 3000, 2000), 100_000)


def test_a_town_of_which_no_parcel_is_on_file_is_asked_about_and_not_taken_for_worthless(tmp_path: Path) -> None:
    found = first(county(tmp_path, [ALDER]))
    assert (found.state, found.answer) == (State.NEEDS_EVIDENCE, None)
    assert "Town of Birch" in found.because
    assert any("50.0 percent of the land inside is under no record" in note for note in found.notes)


def test_land_of_a_town_that_is_on_file_as_road_or_water_has_no_value_to_ask_about(tmp_path: Path) -> None:
    road = parcel("ROW", None, (3000, 1000, 4000, 2000), None)
    found = first(county(tmp_path, [ALDER, road]))
    assert (found.state, found.answer) == (State.PASS, "Town of Alder")


def test_rows_that_import_refused_are_not_taken_for_worthless(tmp_path: Path) -> None:
    # One id twice with other values: which is meant cannot be told, so both rows are refused.
    twice = [
        parcel("B1", "Town of Birch", (3000, 1000, 3500, 2000), 9_000_000),
        parcel("B1", "Town of Birch", (3500, 1000, 4000, 2000), 9_000_001),
    ]
    found = first(county(tmp_path, [ALDER, *twice]))
    assert found.state is State.NEEDS_EVIDENCE
    assert any("refused 2 rows" in note for note in found.notes)


def test_no_parcel_inside_at_all_is_no_tie(tmp_path: Path) -> None:
    far = parcel("A9", "Town of Alder", (0, 0, 100, 100), 100_000)
    found = first(county(tmp_path, [far]))
    assert found.state is State.NEEDS_EVIDENCE


def test_a_parcel_of_another_roll_year_is_not_equalized_by_this_years_ratio(tmp_path: Path) -> None:
    # By its own year's ratio B1 is 210,000 / 0.5 = 420,000 and Birch leads; by 2025's it would be 210,000.
    rows = [
        parcel("A1", "Town of Alder", (2000, 1000, 2500, 2000), 100_000),
        parcel("A2", "Town of Alder", (2500, 1000, 3000, 2000), 100_000),
        parcel("B1", "Town of Birch", (3000, 1000, 4000, 2000), 210_000, year=2024),
    ]
    found = first(county(tmp_path, rows))
    assert (found.state, found.answer) == (State.NEEDS_EVIDENCE, None)
    assert found.measures["unknown_parcels"] == ["B1"]
    assert any("another roll year" in note and "B1" in note for note in found.notes)


def test_the_year_is_that_of_the_parcels_inside_not_of_the_rest_of_the_layer(tmp_path: Path) -> None:
    rows = [
        parcel("A1", "Town of Alder", (2000, 1000, 3000, 2000), 200_000, year=2024),
        parcel("B1", "Town of Birch", (3000, 1000, 4000, 2000), 210_000, year=2024),
        *[parcel(f"C{i}", "Town of Alder", (i * 100, 0, i * 100 + 100, 100), 1) for i in range(5)],
    ]
    ratios = {("Town of Alder", 2024): "1.0", **RATIOS}
    found = first(county(tmp_path, rows, ratios=ratios))
    # 2024: Alder 200,000 / 1.0, Birch 210,000 / 0.5.
    assert found.measures["equalized_value"] == {"Town of Alder": "200000.00", "Town of Birch": "420000.00"}
    assert found.measures["roll_year"] == 2024


@pytest.mark.parametrize("box", [(3000, 1000, 4000, 2000), (4000, 1000, 5000, 2000)], ids=["inside", "touching"])
def test_a_negative_value_stops_no_rule(tmp_path: Path, box: Box) -> None:
    rows = [
        ALDER,
        parcel("B0", "Town of Birch", (3000, 1000, 4000, 2000), 50_000)
        if box[0] == 4000
        else ALDER | {"parcel_id": "A0"},
        parcel("B1", "Town of Birch", box, -5),
    ]
    report = county(tmp_path, rows).evaluate(drawn(HALF_IN_EACH), DATE).report
    assert finding(report, "TSD-09").state is State.PASS
    assert finding(report, "TSD-01").state in {State.NEEDS_EVIDENCE, State.WITHIN_TOLERANCE}


def test_a_parcel_without_a_municipality_counts_where_it_lies_and_is_named(tmp_path: Path) -> None:
    nameless = parcel("N1", None, (3000, 1000, 4000, 2000), 500_000)
    found = first(county(tmp_path, [ALDER, nameless]))
    assert found.measures["equalized_value"] == {"Town of Alder": "125000.00", "Town of Birch": "500000.00"}
    assert any("without a municipality on the roll" in note and "N1" in note for note in found.notes)


WITH_CITY: dict[str, Box] = {"Town of Alder": (0, 0, 3000, 3000), "City of Fir": (3000, 0, 6000, 3000)}
ON_THE_LINE: Box = (2000, 1000, 3000, 2000)


@pytest.mark.parametrize(
    ("layers", "line", "stated"),
    [("EPSG:4269", "4326", "0.1"), ("EPSG:8189", "4326", "0.1"), ("EPSG:4326", "4269", None)],
)
def test_a_line_that_came_another_way_than_the_layers_is_not_sure_to_a_foot(
    tmp_path: Path, layers: str, line: str, stated: str | None
) -> None:
    # The boundary ends exactly on the city line. One of the two went through a datum shift good to a metre, which may
    # move them apart by 3.28 ft; that is no proof of city land, nor of none. Of the one moved nobody stated it.
    evaluator = county(tmp_path, [ALDER], WITH_CITY, crs=layers, accuracy_ft=stated)
    found = finding(evaluator.evaluate(drawn(ON_THE_LINE, line), DATE).report, "TSD-09")
    assert found.state in {State.PASS, State.WITHIN_TOLERANCE}
    assert found.margin is not None
    assert found.margin.holds is False
    assert float(str(found.measures["boundary_accuracy_ft"])) > 3.28
    assert any("came the same way" in note for note in found.notes)


def test_a_line_that_came_the_same_way_is_as_sure_as_stated(tmp_path: Path) -> None:
    found = finding(county(tmp_path, [ALDER], WITH_CITY).evaluate(drawn(ON_THE_LINE), DATE).report, "TSD-09")
    assert found.state is State.PASS
    # Root of 0.1 squared for the layer and 0.1 squared for the line.
    assert found.measures["boundary_accuracy_ft"] == pytest.approx(0.141)
    assert not any("came the same way" in note for note in found.notes)


def test_land_that_a_village_and_a_city_claim_is_counted_once(tmp_path: Path) -> None:
    places: dict[str, Box] = {**WITH_CITY, "Village of Elm": (6000, 0, 9000, 3000)}
    lot = parcel("1", "Village of Elm", (3000, 1000, 4000, 2000), 1)
    boundary = drawn((2900, 1000, 4000, 2000))
    found = finding(county(tmp_path, [lot], places).evaluate(boundary, DATE).report, "TSD-09")
    assert found.answer == ["City of Fir", "Village of Elm"]
    # 1,000 by 1,000 ft of 1,100 by 1,000; the land left is 100,000 sq ft.
    assert found.measures["overlap_area_sqft"] == pytest.approx(1_000_000, abs=1)
    assert found.measures["net_area_acres"] == pytest.approx(100_000 / 43_560, abs=0.001)


def test_a_sliver_that_only_the_roll_gives_to_a_village_is_seen(tmp_path: Path) -> None:
    lot = parcel("1", "Village of Elm", (2999.95, 1000, 4000, 2000), 1)
    found = finding(county(tmp_path, [lot]).evaluate(drawn((2000, 1000, 3000, 2000)), DATE).report, "TSD-09")
    assert found.state is State.WITHIN_TOLERANCE
    assert found.measures["sliver_names"] == ["Village of Elm"]
    assert found.measures["overlap_area_sqft"] == pytest.approx(50, abs=0.5)


def test_a_district_narrower_than_the_accuracy_still_lies_in_its_town(tmp_path: Path) -> None:
    found = first(county(tmp_path, [ALDER]), (2000, 1000, 2000.1, 2000))
    assert (found.state, found.answer) == (State.PASS, "Town of Alder")


def test_widths_are_feet_on_the_ground(tmp_path: Path) -> None:
    # 100 ft in the county's system are 99.968 in the state's frame.
    report = county(tmp_path, [ALDER], WITH_CITY).evaluate(drawn((2000, 1000, 3100, 2000)), DATE).report
    measures = [item.measures for item in finding(report, "TSD-09").evidence if item.feature_id == "City of Fir"]
    assert measures[0] is not None
    assert measures[0]["overlap_width_ft"] == pytest.approx(100, abs=0.002)


def test_a_line_along_the_city_line_without_its_vertices_is_not_an_overlap(tmp_path: Path) -> None:
    # A slanted city line, and a boundary along it with a vertex of its own in the middle: rounding alone parts them.
    folder = tmp_path / "slanted"
    folder.mkdir()
    evaluator = county(folder, [ALDER])
    slant = shapely.LineString([(X0 + 3000, Y0), (X0 + 3700.3, Y0 + 3000)])
    alder = shapely.Polygon([(X0, Y0), *slant.coords, (X0, Y0 + 3000)])
    city = shapely.Polygon([*slant.coords, (X0 + 6000, Y0 + 3000), (X0 + 6000, Y0)])
    rows = [
        {"name": "Town of Alder", "county": "Jefferson", "geometry": alder},
        {"name": "City of Fir", "county": "Jefferson", "geometry": city},
    ]
    file = tmp_path / "m.gpkg"
    gpd.GeoDataFrame(rows, crs="EPSG:8189").to_file(file, driver="GPKG")
    imported = import_layer(ImportRequest("municipalities", file, vintage="2026", accuracy_ft="0.1"), folder / "layers")
    a, b, c = (slant.interpolate(share, normalized=True) for share in (0.2, 0.5371, 0.81))
    line = shapely.Polygon([(X0 + 1000, a.y), (a.x, a.y), (b.x, b.y), (c.x, c.y), (X0 + 1000, c.y)])
    member = {"type": "name", "properties": {"name": "urn:ogc:def:crs:EPSG::8189"}}
    boundary = {**json.loads(shapely.to_geojson(line)), "crs": member}
    assert imported.is_new
    found = finding(evaluator.evaluate(boundary, DATE).report, "TSD-09")
    assert (found.state, found.answer) == (State.PASS, [])


def test_editions_that_are_not_in_force_stop_only_the_rules_that_ask_for_them(tmp_path: Path) -> None:
    evaluator = county(tmp_path, [ALDER], WITH_CITY)
    municipalities = tmp_path / "municipalities.gpkg"
    import_layer(
        ImportRequest("municipalities", municipalities, vintage="2020", accuracy_ft="0.1"), tmp_path / "layers"
    )
    report = evaluator.evaluate(drawn((2000, 1000, 3100, 2000)), dt.date(2024, 6, 1)).report
    assert set(report.editions) == {"municipalities"}
    assert finding(report, "TSD-09").answer == ["City of Fir"]
    told = finding(report, "TSD-01")
    assert told.state is State.PASS  # one town only
    assert any("No edition of parcels is used" in note for note in told.notes)


def test_stated_facts_take_the_place_of_gathered_ones_and_are_named(tmp_path: Path) -> None:
    evaluator = county(tmp_path, [ALDER], WITH_CITY)
    report = evaluator.evaluate(
        drawn((2000, 1000, 3100, 2000)), DATE, brought=Brought({"occasion": "annexed_later"})
    ).report
    found = finding(report, "TSD-09")
    assert found.state is State.NOT_APPLICABLE
    assert "Stated, and not taken from the map: occasion." in found.notes


def test_counties_that_do_not_cover_the_boundary_do_not_choose_the_zone(tmp_path: Path) -> None:
    # The counties layer holds a strip of a county beside; the municipalities say Jefferson.
    evaluator = county(tmp_path, [ALDER])
    file = tmp_path / "counties.gpkg"
    strip = {"name": "Dane", "geometry": rectangle((-5000, 0, 2010, 3000))}
    gpd.GeoDataFrame([strip], crs="EPSG:8189").to_file(file, driver="GPKG")
    import_layer(ImportRequest("counties", file, vintage="2025"), tmp_path / "layers")
    assert evaluator.evaluate(drawn(HALF_IN_EACH), DATE).report.boundary.measured_in == "EPSG:8189"


def test_a_boundary_along_parcels_with_seven_decimals_is_judged(tmp_path: Path) -> None:
    # As an app draws it: corners of lots, rounded to a centimetre; a part may then be larger than its whole by a hair.
    lots = [
        parcel(f"A{i}{k}", "Town of Alder", (i * 97.31, k * 61.77, (i + 1) * 97.31, (k + 1) * 61.77), 1000)
        for i in range(20)
        for k in range(20)
    ]
    evaluator = county(tmp_path, lots)
    for west, south, east, north in ((2, 3, 11, 9), (5, 1, 17, 18), (0, 0, 20, 20)):
        box = (west * 97.31, south * 61.77, east * 97.31, north * 61.77)
        geometry = drawn(box, "4326")
        geometry["coordinates"] = [[[round(x, 7), round(y, 7)] for x, y in ring] for ring in geometry["coordinates"]]
        report = evaluator.evaluate(geometry, DATE).report
        assert finding(report, "TSD-01").answer == "Town of Alder"
        assert report.territory is not None
        assert all(part.inside_sqft.value <= part.area_sqft for part in report.territory.cut_parcels)


def ninth(evaluator: Evaluator, box: Box) -> Finding:
    return finding(evaluator.evaluate(drawn(box), DATE).report, "TSD-09")


@pytest.mark.parametrize(
    ("values", "state"), [((0, 9e6), State.WITHIN_TOLERANCE), ((200_000, None), State.WITHIN_TOLERANCE)]
)
def test_a_town_that_the_line_only_touches_is_not_brought_in_by_rounding(
    tmp_path: Path, values: tuple[float, float | None], state: State
) -> None:
    # Lot lines and the boundary share the town line but not their vertices; rounding parts them by less than a hair.
    rows = [
        parcel("A1", "Town of Alder", (2000, 500, 3000, 2500), values[0]),
        parcel("B1", "Town of Birch", (3000, 700, 4000, 2400), values[1]),
    ]
    report = county(tmp_path, rows).evaluate(drawn((2000, 1003, 3000, 2007)), DATE).report
    found = finding(report, "TSD-01")
    # Alder is the only town; how sure that is depends on B1 beside the line.
    assert (found.state, found.answer) == (state, "Town of Alder")
    assert found.measures["split_parcels"] == ["A1"]
    assert report.territory is not None
    assert [part.parcel_id for part in report.territory.cut_parcels] == ["A1"]
    assert not any("sliver" in note for note in found.notes)


@pytest.mark.parametrize("shift", [0, 0.37, 1.111, 2.003])
def test_a_sliver_of_the_roll_is_not_lost_where_the_line_runs_along_the_city(tmp_path: Path, shift: float) -> None:
    # F1 is the city's by the roll and reaches 0.1 ft over the city line, where the boundary runs.
    line = 3000 + shift
    places: dict[str, Box] = {"Town of Alder": (0, 0, line, 3000), "City of Fir": (line, 0, 6000, 3000)}
    lot = parcel("F1", "City of Fir", (line - 0.1, 1000, 4000, 2000), 1)
    found = ninth(county(tmp_path, [lot], places), (2000, 1000, line, 2000))
    assert (found.state, found.measures["sliver_names"]) == (State.WITHIN_TOLERANCE, ["City of Fir"])
    assert found.measures["overlap_area_sqft"] == pytest.approx(100, abs=1)


def test_a_little_of_a_town_on_file_does_not_hide_that_most_is_missing(tmp_path: Path) -> None:
    twice = [
        parcel("B1", "Town of Birch", (3100, 1000, 3500, 2000), 9_000_000),
        parcel("B1", "Town of Birch", (3500, 1000, 4000, 2000), 9_000_001),
    ]
    strip = parcel("B0", "Town of Birch", (3000, 1000, 3100, 2000), 10)
    assert first(county(tmp_path, [ALDER, strip, *twice])).state is State.NEEDS_EVIDENCE


def test_a_strip_thinner_than_the_accuracy_does_not_put_a_town_on_file(tmp_path: Path) -> None:
    outside = parcel("B1", "Town of Birch", (3999.95, 1000, 5000, 2000), 9e6)
    assert first(county(tmp_path, [ALDER, outside])).state is State.NEEDS_EVIDENCE


def test_a_record_of_a_gap_says_that_nothing_is_on_file(tmp_path: Path) -> None:
    gap = parcel("GAP", None, (3000, 1000, 4000, 2000), None)
    assert first(county(tmp_path, [ALDER, gap])).state is State.NEEDS_EVIDENCE


def test_a_city_lot_of_the_roll_that_pulling_in_would_leave_outside_does_not_hold(tmp_path: Path) -> None:
    places: dict[str, Box] = {
        "Town of Alder": (0, 0, 3000, 3000),
        "Town of Birch": (3000, 0, 6000, 1500),
        "City of Fir": (3000, 1500, 6000, 3000),
    }
    lot = parcel("F1", "City of Fir", (3000, 1000, 4000, 1500), 1)
    found = ninth(county(tmp_path, [lot], places), (2000, 1000, 3000.2, 1500))
    assert found.state is State.FAIL
    assert found.margin is not None
    assert found.margin.holds is False
    low, value, high = (float(str(part)) for part in (found.margin.low, found.margin.value, found.margin.high))
    assert low <= value <= high


def test_a_city_lot_of_the_roll_just_outside_could_come_in(tmp_path: Path) -> None:
    lot = parcel("F1", "City of Fir", (3000, 1000, 4000, 2000), 1)
    found = ninth(county(tmp_path, [lot]), (2000, 1000, 3000, 2000))
    assert found.state is State.PASS
    assert found.margin is not None
    assert found.margin.holds is False


def test_a_nameless_lot_beside_the_line_is_a_rival_of_the_town_it_lies_in(tmp_path: Path) -> None:
    rows = [
        ALDER,
        parcel("B1", "Town of Birch", (3000, 1000, 4000, 2000), 90_000),
        parcel("N1", None, (4000, 1000, 4001, 2000), 9e9),
    ]
    found = first(county(tmp_path, rows))
    assert (found.state, found.answer) == (State.WITHIN_TOLERANCE, "Town of Alder")


def test_a_town_that_only_a_sliver_of_the_roll_brings_in_has_no_jurisdiction(tmp_path: Path) -> None:
    places: dict[str, Box] = {"Village of Elm": (0, 0, 6000, 3000)}
    rows = [
        parcel("V1", "Village of Elm", (2000, 1000, 2999.95, 2000), 1),
        parcel("B1", "Town of Birch", (2999.95, 1000, 4000, 2000), 1),
    ]
    found = first(county(tmp_path, rows, places), (2000, 1000, 3000, 2000))
    assert (found.state, found.answer) == (State.NOT_APPLICABLE, None)


def test_evidence_names_the_lot_that_offends_and_not_its_namesake_of_another_county(tmp_path: Path) -> None:
    rows = [
        parcel("1", "Town of Alder", (2000, 1000, 3000, 2000), 1),
        parcel("1", "City of Fir", (3000, 1000, 4000, 2000), 1) | {"county": "Dodge"},
    ]
    found = ninth(county(tmp_path, rows), (2000, 1000, 4000, 2000))
    marked = [item for item in found.evidence if item.layer == "parcels"]
    assert len(marked) == 1
    assert marked[0].bbox is not None
    town_lot = gpd.GeoSeries([rectangle((2000, 1000, 3000, 2000))], crs="EPSG:8189").to_crs("EPSG:4326").iloc[0]
    assert marked[0].bbox[2] > town_lot.bounds[2]  # the east half, not the west


def test_a_town_of_the_same_name_in_another_county_is_another_town(tmp_path: Path) -> None:
    places: dict[str, Box] = {"Town of Union": (0, 0, 6000, 3000)}
    lot = parcel("U1", "Town of Union", (2000, 1000, 3000, 2000), 200_000) | {"county": "Rock"}
    own = parcel("U2", "Town of Union", (3000, 1000, 4000, 2000), 100_000)
    found = first(county(tmp_path, [lot, own], places, {("Town of Union", 2025): "0.8"}))
    # Rock's ratio is not on file; Jefferson's must not be taken for it.
    assert found.state is State.NEEDS_EVIDENCE
    assert "Town of Union (Rock County)" in found.because


def test_a_blank_roll_year_is_named(tmp_path: Path) -> None:
    rows = [ALDER, parcel("B1", "Town of Birch", (3000, 1000, 4000, 2000), 130_000) | {"roll_year": None}]
    found = first(county(tmp_path, rows))
    assert any("without a roll year" in note and "B1" in note for note in found.notes)


def test_two_ratios_of_one_town_are_not_taken_for_none(tmp_path: Path) -> None:
    rows = [ALDER, parcel("B1", "Town of Birch", (3000, 1000, 4000, 2000), 50_000)]
    evaluator = county(tmp_path, rows)
    table = tmp_path / "twice.csv"
    table.write_text(
        "municipality,county,year,ratio\nTown of Alder,Jefferson,2025,0.8\nTown of Alder,Jefferson,2025,0.9\n"
        "Town of Birch,Jefferson,2025,1.0\n",
        "utf-8",
    )
    import_layer(ImportRequest("ratios", table, vintage="2026"), tmp_path / "layers")
    found = first(evaluator)
    assert found.state is State.NEEDS_EVIDENCE
    assert any("Import refused 2 rows of the ratios" in note for note in found.notes)


def test_a_narrow_parcel_wholly_in_the_city_fails_however_narrow(tmp_path: Path) -> None:
    # A strip of 0.1 ft along the city line: no wider than the accuracy, but a whole parcel of the city's land.
    rows = [ALDER, parcel("S1", "Town of Alder", (3000, 1000, 3000.1, 2000), 1)]
    found = ninth(county(tmp_path, rows, WITH_CITY), (2000, 1000, 3000.1, 2000))
    assert (found.state, found.answer) == (State.FAIL, ["City of Fir"])
    assert found.measures["whole_parcels"] == ["S1"]
