from __future__ import annotations

import datetime as dt
from collections import Counter
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

from gis.errors import LayerEmpty, LayerUnreadable, VintageInvalid
from gis.layers.checking import check_file
from gis.layers.contracts import CONTRACTS, ROW_KINDS
from gis.layers.editions import verify
from gis.layers.importing import ImportRequest, import_layer
from gis.layers.store import LayerStore
from gis.model.edition import ImportNote, Kind, Manifest
from tests.gis.layers.conftest import GeoJsonWriter, lot, parcel

X, Y = 700_000, 150_000
LINE = f"LINESTRING ({X} {Y}, {X + 300} {Y}, {X + 300} {Y + 400})"
POINT = f"POINT ({X + 10} {Y + 20})"

# Of each kind one row in Townline's own names, and what must be stored of it; rows without "wkt" are tables.
ROWS: dict[Kind, tuple[dict[str, Any], dict[str, Any]]] = {
    "municipalities": (
        {
            "name": "TOWN OF ALDER",
            "county": "VERNON COUNTY",
            "cousub_fips": 2375,
            "valid_from": "1/2/1998",
            "wkt": lot(0),
        },
        {
            "name": "Town of Alder",
            "kind": "town",
            "county": "Vernon",
            "cousub_fips": "02375",
            "valid_from": "1998-01-02",
        },
    ),
    "counties": (
        {"name": "VERNON", "county_fips": "55123", "wkt": lot(0)},
        {"name": "Vernon", "county_fips": "123"},
    ),
    "owners": (
        {"parcel_id": "01-1", "county": "Vernon", "owner_name_1": "ELM, EVE"},
        {"parcel_id": "01-1", "county": "Vernon", "owner_keys": "1"},
    ),
    "ratios": (
        {"municipality": "Town of Alder", "county": "Vernon", "year": "2022", "ratio": "0.9500"},
        {
            "municipality": "Town of Alder",
            "municipality_kind": "town",
            "county": "Vernon",
            "year": 2022,
            "ratio": "0.9500",
        },
    ),
    "populations": (
        {"municipality": "Alder", "municipality_kind": "T", "county": "Vernon", "year": 2023, "population": "1,234"},
        {"municipality": "Town of Alder", "county": "Vernon", "year": 2023, "population": 1234},
    ),
    "reporting_units": (
        {"unit": "WARDS 1-3", "municipality": "Alder", "municipality_kind": "T", "county": "Vernon", "wkt": lot(0)},
        {"unit": "WARDS 1-3", "municipality": "Town of Alder", "municipality_kind": "town", "county": "Vernon"},
    ),
    "votes": (
        {"unit": "W 1", "municipality": "Town of Alder", "office": "Governor", "year": "2022", "votes": "1,501"},
        {"unit": "W 1", "office": "governor", "year": 2022, "votes": "1501", "basis": "reported"},
    ),
    "sewers": (
        {
            "sewer_id": "G-1",
            "kind": "Gravity Main",
            "diameter": "8",
            "upstream_invert": "842.10",
            "installed": 1987,
            "wkt": LINE,
        },
        {
            "sewer_id": "G-1",
            "kind": "gravity_main",
            "diameter_in": 8.0,
            "upstream_invert_ft": 842.1,
            "installed": "1987",
        },
    ),
    "sewer_nodes": (
        {
            "node_id": "MH-1",
            "kind": "MH",
            "rim_m": "120",
            "capacity_gpm": "250",
            "vertical_datum": "navd88",
            "wkt": POINT,
        },
        # 120 m * 3937/1200 ft
        {"node_id": "MH-1", "kind": "manhole", "rim_ft": 393.7, "capacity_gpm": 250.0, "vertical_datum": "NAVD88"},
    ),
    "rights_of_way": (
        {"right_of_way_id": "R1", "street": "Elm St", "width_ft": "66", "wkt": lot(0)},
        {"right_of_way_id": "R1", "street": "Elm St", "width_ft": 66.0},
    ),
    "streets": (
        {"street_id": "S1", "name": "Elm St", "right_of_way_width_ft": 66, "wkt": LINE},
        {"street_id": "S1", "name": "Elm St", "right_of_way_width_ft": 66.0},
    ),
    "plats": (
        {"plat_id": "P7", "name": "Plat of Mill", "recorded": "1998-05-04", "wkt": lot(0)},
        {"plat_id": "P7", "name": "Plat of Mill", "recorded": "1998-05-04"},
    ),
    "railroads": (
        {"railroad_id": "RR1", "name": "Prairie", "status": "abandoned", "wkt": LINE},
        {"railroad_id": "RR1", "name": "Prairie", "status": "abandoned"},
    ),
    "water": (
        {"water_id": "W1", "name": "Mud Lake", "kind": "Lake", "wkt": lot(0)},
        {"water_id": "W1", "name": "Mud Lake", "kind": "Lake"},
    ),
    "buildings": (
        {"building_id": "B1", "use": "Barn", "dwelling_units": "0", "built": "1951", "wkt": POINT},
        {"building_id": "B1", "use": "Barn", "dwelling_units": 0, "built": 1951},
    ),
    "private_systems": (
        {
            "system_id": "P1",
            "parcel_id": "01-1",
            "county": "Vernon",
            "installed": "2001-05-04",
            "cost": "$9,500",
            "wkt": POINT,
        },
        {"system_id": "P1", "parcel_id": "01-1", "installed": "2001-05-04", "cost_cents": 950_000},
    ),
    "impervious": (
        {"surface_id": "I1", "surface": "drive", "captured": "2020-04-01", "built_date": "1998-06-01", "wkt": lot(0)},
        {"surface_id": "I1", "surface": "drive", "captured": "2020-04-01", "built": "1998-06-01"},
    ),
    "zoning": (
        {"zone": "R-1", "municipality": "Town of Alder", "county": "Vernon", "valid_from": "2010-01-01", "wkt": lot(0)},
        {"zone": "R-1", "municipality": "Town of Alder", "municipality_kind": "town", "valid_from": "2010-01-01"},
    ),
    "service_areas": (
        {"name": "Alder SSA", "kind": "planned", "agency": "CARPC", "horizon_year": "2040", "wkt": lot(0)},
        {"name": "Alder SSA", "kind": "planned", "agency": "CARPC", "horizon_year": 2040},
    ),
    "districts": (
        {"name": "Alder Sanitary District No. 1", "kind": "sanitary", "valid_from": "1974-06-03", "wkt": lot(0)},
        {"name": "Alder Sanitary District No. 1", "kind": "sanitary", "valid_from": "1974-06-03"},
    ),
    "sections": (
        {
            "section_id": "T05N R13E 12",
            "section": 12,
            "township": 5,
            "range": 13,
            "range_direction": "e",
            "wkt": lot(0),
        },
        {"section_id": "T05N R13E 12", "section": 12, "township": 5, "range": 13, "range_direction": "E"},
    ),
}


def rules(notes: tuple[ImportNote, ...]) -> Counter[str]:
    return Counter(note.rule for note in notes)


def csv(path: Path, *rows: dict[str, Any]) -> Path:
    pd.DataFrame(list(rows)).to_csv(path, index=False)
    return path


def run(layers: Path, kind: Kind, file: Path, vintage: str | None = "2023", **options: Any) -> Manifest:  # noqa: ANN401  options of several types
    return import_layer(ImportRequest(kind, file, vintage=vintage, **options), layers).manifest


def stored(layers: Path, manifest: Manifest) -> list[dict[str, Any]]:
    verify(layers, manifest)
    table = LayerStore(layers).load(manifest).table
    plain = pd.DataFrame(table.drop(columns="geometry", errors="ignore")).astype(object)
    return [
        {str(key): value for key, value in row.items()} for row in plain.where(plain.notna(), None).to_dict("records")
    ]


def test_every_row_kind_is_tried_here() -> None:
    assert set(ROWS) | {"parcels"} == set(ROW_KINDS)


@pytest.mark.parametrize("kind", list(ROWS))
def test_a_row_of_each_kind_is_stored(kind: Kind, geojson: GeoJsonWriter, tmp_path: Path) -> None:
    row, wanted = ROWS[kind]
    path = geojson("one.geojson", [row]) if "wkt" in row else csv(tmp_path / "one.csv", row)
    manifest = run(tmp_path / "layers", kind, path, preset="generic")
    (found,) = stored(tmp_path / "layers", manifest)
    assert {name: found[name] for name in wanted} == wanted
    assert set(found) == set(CONTRACTS[kind].names)
    assert (manifest.counts.rows_in, manifest.counts.rows_out, manifest.counts.features) == (1, 1, 1)
    assert manifest.refusals == ()
    # A check of the same file never fails, whatever fits.
    report = check_file(path).layers[0]
    assert all(trial.error is None for trial in report.trials if trial.kind == kind)


@pytest.mark.parametrize("kind", ["populations", "votes"])
def test_a_year_of_counts_holds_from_its_end(kind: Kind, tmp_path: Path) -> None:
    row, _ = ROWS[kind]
    manifest = run(tmp_path / "layers", kind, csv(tmp_path / "one.csv", row), vintage=None)
    assert manifest.vintage == dt.date(int(row["year"]), 12, 31)
    assert any("the end of the year that rows bear" in note for note in manifest.notes)


@pytest.mark.parametrize("kind", ["sewers", "water", "private_systems", "districts", "sections", "owners"])
def test_a_kind_without_a_year_asks_for_its_vintage(kind: Kind, geojson: GeoJsonWriter, tmp_path: Path) -> None:
    row, _ = ROWS[kind]
    path = geojson("one.geojson", [row]) if "wkt" in row else csv(tmp_path / "one.csv", row)
    with pytest.raises(VintageInvalid, match="--vintage"):
        run(tmp_path / "layers", kind, path, vintage=None, preset="generic")
    assert not (tmp_path / "layers").exists()


WARDS = {
    "county": "VERNON",
    "ctv": "T",
    "MCD_FIPS": "5512300125",
    "municipality": "ALDER",
    "rep_unit": "W 1",
    "GOVTOT22": "586",
    "USSTOT22": "584",
    "PRETOT20": "",
    "GOVDEM22": "255",
}


def test_each_figure_of_a_wide_row_is_a_feature(tmp_path: Path) -> None:
    rows = [WARDS, WARDS | {"rep_unit": "W 2", "GOVTOT22": "10", "USSTOT22": "", "PRETOT20": "0"}]
    manifest = run(tmp_path / "layers", "votes", csv(tmp_path / "v.csv", *rows))
    found = [(row["unit"], row["office"], row["year"], row["votes"]) for row in stored(tmp_path / "layers", manifest)]
    assert found == [
        ("W 1", "governor", 2022, "586"),
        ("W 1", "us_senate", 2022, "584"),
        ("W 2", "governor", 2022, "10"),
        ("W 2", "president", 2020, "0"),
    ]
    counts = manifest.counts
    assert (counts.rows_in, counts.rows_out, counts.refused, counts.merged) == (2, 2, 0, 0)
    assert (counts.features, counts.expanded) == (4, 2)
    assert counts.features == counts.rows_out - counts.merged + counts.expanded
    assert not any("modelled" in note for note in manifest.notes)


def test_rows_of_one_unit_agree_or_are_refused_whole(tmp_path: Path) -> None:
    rows = [
        WARDS,
        WARDS,  # the same once more
        WARDS | {"rep_unit": "W 2"},
        WARDS | {"rep_unit": "W 2", "USSTOT22": "585"},  # differs in one of its figures
        WARDS | {"rep_unit": "W 3", "GOVTOT22": "n/a", "USSTOT22": "", "PRETOT20": ""},
        WARDS | {"rep_unit": "W 4", "GOVTOT22": "-7"},
        WARDS | {"rep_unit": ""},
    ]
    manifest = run(tmp_path / "layers", "votes", csv(tmp_path / "v.csv", *rows))
    found = [(row["unit"], row["office"]) for row in stored(tmp_path / "layers", manifest)]
    assert found == [("W 1", "governor"), ("W 1", "us_senate"), ("W 4", "us_senate")]
    assert sorted((note.row, note.rule) for note in manifest.refusals) == [
        (1, "repeat_row"),
        (2, "same_id_different_values"),
        (3, "same_id_different_values"),
        (4, "required_blank"),
        (6, "required_blank"),
    ]
    assert [(note.row, note.column, note.rule) for note in manifest.repairs] == [(5, "GOVTOT22", "value_unreadable")]
    counts = manifest.counts
    assert (counts.rows_in, counts.rows_out, counts.refused) == (7, 2, 5)
    assert counts.features == counts.rows_out - counts.merged + counts.expanded == 3


@pytest.mark.parametrize(
    ("votes", "constants", "basis"),
    [
        ("586", {}, {"reported"}),
        ("586.0", {}, {"reported"}),
        ("321.3175355450237", {}, {"modelled"}),
        ("321.3175355450237", {"basis": "reported"}, {"reported"}),
        ("586", {"basis": "modelled"}, {"modelled"}),
    ],
)
def test_fractions_show_votes_to_be_modelled(
    tmp_path: Path, votes: str, constants: dict[str, str], basis: set[str]
) -> None:
    rows = [WARDS, WARDS | {"rep_unit": "W 2", "GOVTOT22": votes}]
    manifest = run(tmp_path / "layers", "votes", csv(tmp_path / "v.csv", *rows), constants=constants)
    found = stored(tmp_path / "layers", manifest)
    assert {row["basis"] for row in found} == basis
    assert votes.removesuffix(".0") in {row["votes"] for row in found}
    assert any("spread over these units" in note for note in manifest.notes) == ("3175" in votes)


def test_votes_come_from_a_layer_of_polygons_too(geojson: GeoJsonWriter, tmp_path: Path) -> None:
    path = geojson("w.geojson", [WARDS | {"GOVTOT22": 586.0, "PRETOT20": None, "wkt": lot(0)}])
    manifest = run(tmp_path / "layers", "votes", path)
    assert [row["votes"] for row in stored(tmp_path / "layers", manifest)] == ["586", "584"]
    assert manifest.crs is None
    kinds = {trial.kind for trial in check_file(path).layers[0].trials}
    assert {"votes", "reporting_units"} <= kinds


def test_a_municipality_in_several_counties_has_none(tmp_path: Path) -> None:
    path = tmp_path / "doa.csv"
    path.write_text(
        "DOA Code,FIPS 5,Muni Type,Municipality Name,County,Final Estimate 2023,Census 2020,Voting Age Estimate 2023\n"
        "10201,00100,C,Abbotsford,In Multiple Counties,2375,2275,1746\n"
        "43002,00175,T,Abrams,Oconto,2000,1960,1579\n"
    )
    manifest = run(tmp_path / "layers", "populations", path, vintage=None)
    assert [
        (
            row["municipality"],
            row["county"],
            row["cousub_fips"],
            row["year"],
            row["population"],
            row["voting_age_population"],
        )
        for row in stored(tmp_path / "layers", manifest)
    ] == [
        ("City of Abbotsford", None, "00100", 2023, 2375, 1746),
        ("Town of Abrams", "Oconto", "00175", 2023, 2000, 1579),
    ]
    assert any("1 rows lie in several counties" in note for note in manifest.notes)


def test_bare_names_are_folded_in_every_kind_that_names_municipalities(tmp_path: Path) -> None:
    rows = [
        {"municipality": "City of Westby", "county": "Vernon", "year": 2023, "population": 1},
        {"municipality": "WESTBY", "county": "Vernon", "year": 2022, "population": 2},
        {"municipality": "BIRCH", "county": "Vernon", "year": 2023, "population": 3},
    ]
    manifest = run(tmp_path / "layers", "populations", csv(tmp_path / "p.csv", *rows))
    assert {row["municipality"] for row in stored(tmp_path / "layers", manifest)} == {"City of Westby"}
    assert rules(manifest.repairs) == {"placename_class": 1}
    assert rules(manifest.refusals) == {"placename_class_unclear": 1}


def test_a_zone_keeps_its_land_though_its_municipality_is_not_clear(geojson: GeoJsonWriter, tmp_path: Path) -> None:
    rows: list[dict[str, Any]] = [
        {"zone": "R-1", "municipality": "BIRCH", "wkt": lot(0)},
        {"zone": None, "municipality": None, "wkt": lot(1)},
    ]
    manifest = run(tmp_path / "layers", "zoning", geojson("z.geojson", rows))
    assert [(row["zone"], row["municipality"]) for row in stored(tmp_path / "layers", manifest)] == [("R-1", None)]
    assert rules(manifest.repairs) == {"placename_class_unclear": 1}
    assert [(note.row, note.rule, note.column) for note in manifest.refusals] == [(1, "required_blank", "zone")]


def test_the_county_that_submitted_a_row_is_compared_with_the_one_it_lies_in(
    geojson: GeoJsonWriter, tmp_path: Path
) -> None:
    fips = ["123", "023", "55023", 23, "999", None, "123"]
    rows = [parcel(f"{n}A", lot(n), PARCELFIPS=code) for n, code in enumerate(fips)]
    rows[6]["CONAME"] = None
    manifest = run(tmp_path / "layers", "parcels", geojson("p.geojson", rows))
    found = stored(tmp_path / "layers", manifest)
    assert [row["county"] for row in found] == [*["Vernon"] * 6, None]
    notes = [note for note in manifest.notes if "PARCELFIPS" in note]
    assert len(notes) == 2
    # Crawford is 023: three rows, and 999 is nobody's.
    assert "PARCELFIPS says Crawford, CONAME says Vernon: 3 rows (1A, 2A, 3A)" in notes[1]
    assert "'999' is no county of Wisconsin: 1 rows" in notes[0]


def test_days_of_a_layer_are_read_or_listed(geojson: GeoJsonWriter, tmp_path: Path) -> None:
    days = ["6/30/2023", "2023-02-30", "13/14/2023", "6/30/23", "1899-12-30", "45107", "1987", None]
    rows = [{"name": f"D{n}", "valid_from": day, "wkt": lot(n)} for n, day in enumerate(days)]
    manifest = run(tmp_path / "layers", "districts", geojson("d.geojson", rows))
    assert [row["valid_from"] for row in stored(tmp_path / "layers", manifest)] == [
        "2023-06-30",
        *[None] * 5,
        "1987",
        None,
    ]
    assert [(note.row, note.feature_id, note.column, note.rule) for note in manifest.repairs] == [
        (n, f"D{n}", "valid_from", "value_unreadable") for n in range(1, 6)
    ]
    assert "here perhaps 2023-06-30" in manifest.repairs[4].what
    assert any("1 rows give a year without a day" in note for note in manifest.notes)


def test_a_moment_keeps_its_time_and_offset(tmp_path: Path, geojson: GeoJsonWriter) -> None:
    moment = "2026-03-14T15:09:26-05:00"
    path = geojson("i.geojson", [{"surface_id": "1", "surface": "lot", "captured": moment, "wkt": lot(0)}])
    manifest = run(tmp_path / "layers", "impervious", path)
    assert [row["captured"] for row in stored(tmp_path / "layers", manifest)] == [moment]


def test_words_that_are_on_no_list_are_other_and_listed_without_their_text(
    geojson: GeoJsonWriter, tmp_path: Path
) -> None:
    rows = [
        {"sewer_id": "1", "kind": "SMITH, JOHN", "diameter": "8 by 12", "wkt": LINE},
        {"sewer_id": "2", "kind": "force main", "diameter": '8"', "wkt": LINE},
    ]
    manifest = run(tmp_path / "layers", "sewers", geojson("s.geojson", rows))
    found = stored(tmp_path / "layers", manifest)
    assert [(row["kind"], row["diameter_in"]) for row in found] == [("other", None), ("force_main", 8.0)]
    assert sorted((note.row, note.rule, note.column) for note in manifest.repairs) == [
        (0, "choice_unknown", "kind"),
        (0, "value_unreadable", "diameter"),
    ]
    assert "SMITH" not in str(manifest)


def test_a_private_system_may_lie_nowhere(tmp_path: Path, geojson: GeoJsonWriter) -> None:
    row = {"system_id": "P1", "parcel_id": "01-1", "county": "Vernon", "cost": "9500"}
    table = run(tmp_path / "layers", "private_systems", csv(tmp_path / "p.csv", row))
    assert (table.counts.features, table.crs) == (1, None)
    assert table.sums["cost"] == "9500.00"
    assert len(stored(tmp_path / "layers", table)) == 1
    rows: list[dict[str, Any]] = [row | {"wkt": POINT}, row | {"system_id": "P2", "wkt": None}]
    mixed = run(tmp_path / "other", "private_systems", geojson("p.geojson", rows))
    shapes = LayerStore(tmp_path / "other").load(mixed).geometries
    assert sorted(shape is None for shape in shapes) == [False, True]
    assert mixed.refusals == ()
    assert any("1 rows have no shape" in note for note in mixed.notes)


def test_a_kind_with_shapes_refuses_a_table(tmp_path: Path) -> None:
    with pytest.raises(LayerUnreadable, match="needs lines"):
        run(tmp_path / "layers", "sewers", csv(tmp_path / "s.csv", {"sewer_id": "1", "kind": "force main"}))


def test_all_rows_of_a_table_may_lack_what_they_need(tmp_path: Path) -> None:
    row = {"municipality": "Town of Alder", "county": "Vernon", "year": 2023, "population": "many"}
    with pytest.raises(LayerEmpty, match="All 2 rows were refused") as caught:
        run(tmp_path / "layers", "populations", csv(tmp_path / "p.csv", row, row | {"population": None}))
    assert [(place.row, place.column) for place in caught.value.places] == [(1, "population"), (0, "population")]
    assert [str(place.text).partition(":")[0] for place in caught.value.places] == [
        "required_blank",
        "value_unreadable",
    ]
