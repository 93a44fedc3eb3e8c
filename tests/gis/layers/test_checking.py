from __future__ import annotations

from pathlib import Path

import pytest

from gis.errors import LayerChoiceNeeded, LayerUnreadable
from gis.layers.checking import check_file
from tests.gis.layers.conftest import GeoJsonWriter, lot, parcel

BOW_TIE = "POLYGON ((700000 150000, 700100 150100, 700100 150000, 700000 150100, 700000 150000))"


def test_a_check_tells_what_import_would_do(geojson: GeoJsonWriter, tmp_path: Path) -> None:
    rows = [parcel("1", lot(0)), parcel("1", lot(0)), parcel("2", BOW_TIE), parcel("3", None)]
    before = set(tmp_path.rglob("*"))
    path = geojson("p.geojson", rows)
    layer = check_file(path).layers[0]
    assert set(tmp_path.rglob("*")) == {*before, path}
    assert layer.geometry_types == {"none": 1, "polygon": 3}
    assert layer.crs == "EPSG:8112"
    assert layer.columns["PARCELID"] == "string"
    assert [each.row for each in layer.invalid] == [2]
    assert "Self-intersection[700050 150050]" in layer.invalid[0].why
    assert layer.duplicate_ids == {"parcels": 1}
    trial = layer.trials[0]
    assert (trial.kind, trial.preset, trial.error) == ("parcels", "wi-statewide", None)
    assert [note.rule for note in trial.refusals] == ["no_geometry", "repeat_row", "self_crossing"]
    assert trial.counts is not None
    assert (trial.counts.rows_in, trial.counts.rows_out) == (4, 1)


def test_what_would_stop_an_import_is_told(geojson: GeoJsonWriter) -> None:
    layer = check_file(geojson("p.geojson", [parcel("1", lot(0))], crs=None)).layers[0]
    assert layer.trials[0].error is not None
    assert layer.trials[0].error.startswith("CrsImplausible")
    assert layer.trials[0].counts is None


def test_a_table_and_a_layer_that_fits_nothing(tmp_path: Path, geojson: GeoJsonWriter) -> None:
    path = tmp_path / "r.csv"
    path.write_text("municipality,municipality_kind,year,ratio\nAlder,town,2022,80\n")
    table = check_file(path).layers[0]
    assert (table.geometry_types, table.crs, table.bounds) == ({}, None, None)
    assert table.trials[0].kind == "ratios"
    assert "All 1 rows were refused" in str(table.trials[0].error)
    nothing = check_file(geojson("x.geojson", [{"LABEL": "x", "wkt": lot(0)}])).layers[0]
    assert nothing.trials == ()


def test_what_cannot_be_read_is_an_error(tmp_path: Path, geojson: GeoJsonWriter) -> None:
    with pytest.raises(LayerUnreadable):
        check_file(tmp_path / "none.gpkg")
    with pytest.raises(LayerChoiceNeeded):
        check_file(geojson("p.geojson", [parcel("1", lot(0))]), layer="roads")


def test_a_check_takes_a_coordinate_system_and_tells_what_it_does(geojson: GeoJsonWriter) -> None:
    path = geojson("p.geojson", [parcel("1", lot(0))], crs=None)
    told: list[str] = []
    trial = check_file(path, crs="EPSG:8112", progress=told.append).layers[0].trials[0]
    assert trial.error is None
    assert trial.counts is not None
    assert trial.counts.features == 1
    assert "looking at the shapes of p" in told
    assert "trying p as parcels" in told


def test_a_crs_that_nobody_knows_is_told_by_the_trial(geojson: GeoJsonWriter) -> None:
    trial = check_file(geojson("p.geojson", [parcel("1", lot(0))]), crs="EPSG:999999").layers[0].trials[0]
    assert str(trial.error).startswith("CrsUnknown")


def test_kinds_that_a_shape_cannot_be_are_not_tried(geojson: GeoJsonWriter) -> None:
    line = "LINESTRING (700000 150000, 700300 150000)"
    row = {"sewer_id": "1", "upstream_node": "A", "downstream_node": "B", "diameter": "8", "name": "x", "wkt": line}
    kinds = {trial.kind for trial in check_file(geojson("s.geojson", [row])).layers[0].trials}
    assert "sewers" in kinds
    assert not kinds & {"districts", "service_areas", "sewer_nodes", "parcels"}


def test_votes_of_several_years_are_tried_from_polygons(geojson: GeoJsonWriter) -> None:
    row = {"county": "VERNON", "ctv": "T", "municipality": "ALDER", "rep_unit": "W 1", "GOVTOT22": 1.5, "PRETOT20": 2}
    trials = {trial.kind: trial for trial in check_file(geojson("w.geojson", [row | {"wkt": lot(0)}])).layers[0].trials}
    votes = trials["votes"]
    assert votes.error is None
    assert votes.counts is not None
    assert (votes.counts.rows_out, votes.counts.features, votes.counts.expanded) == (1, 2, 1)
    assert "reporting_units" in trials
