from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import Any

import geopandas as gpd
import pandas as pd
import pytest
import shapely

from gis.errors import LayerChoiceNeeded, OptionInvalid
from gis.layers.importing import ImportRequest, prepare
from gis.layers.presets.files import parse_preset
from gis.layers.presets.impersonal import may_be_personal, may_be_shown
from gis.layers.presets.map_writing import to_toml
from gis.layers.presets.readings import Read
from gis.layers.presets.suggesting import Suggestion, shape_family, suggest
from gis.model.edition import Kind

NAMES = ["QUILLFEATHER, ANN", "OSTRANDER, B", "VANDERZEE FAMILY TRUST", "PROCHNOW, CY"]


def strange_parcels(folder: Path, name: str = "roll.gpkg") -> Path:
    """Write a roll with columns that no preset knows: four lots of Vernon County.

    +---+---+---+---+
    | 1 | 2 | 3 | 4 |   100 ft each, EPSG:8112
    +---+---+---+---+
    """
    rows: dict[str, list[Any]] = {
        "ParcelNumbr": ["004-0001", "004-0002", "004-0003", "004-0004"],
        "Muni": ["TOWN OF ALDER", "TOWN OF ALDER", "CITY OF BIRCH", "CITY OF BIRCH"],
        "Cnty": ["VERNON"] * 4,
        "TaxYear": ["2023"] * 4,
        "TotalAssessedVal": ["$1,000", "2.5e3", "3000", None],
        "AssessdLand": ["400", "500", "600", None],
        "CLASSES": ["1", "4,5M", "2", "1"],
        "OwnerFullName": NAMES,
        "MailTo": ["12 OAK ST, ALDER", "PO BOX 7", "N7 CTH D", "1 ELM"],
        "Remarks": NAMES[::-1],
        "Zzz": ["A", "B", "C", "D"],
    }
    boxes = [shapely.box(700_000 + 100 * i, 150_000, 700_100 + 100 * i, 150_100) for i in range(4)]
    path = folder / name
    if path.suffix == ".csv":
        pd.DataFrame(rows).to_csv(path, index=False)
    else:
        gpd.GeoDataFrame(rows, geometry=boxes, crs="EPSG:8112").to_file(path, engine="pyogrio")
    return path


def by_source(suggestion: Suggestion) -> dict[str, str]:
    return {column.source: column.canonical for column in suggestion.columns}


def written(suggestion: Suggestion, folder: Path) -> Path:
    path = folder / "my.toml"
    path.write_text(to_toml(suggestion), encoding="utf-8")
    return path


def test_strange_names_are_told_by_likeness_and_by_cells(tmp_path: Path) -> None:
    found = suggest(strange_parcels(tmp_path))
    assert found.kind == "parcels"
    assert found.missing == ()
    assert by_source(found) == {
        "ParcelNumbr": "parcel_id",
        "Muni": "municipality",
        "Cnty": "county",
        "TaxYear": "roll_year",
        "TotalAssessedVal": "assessed_value_cents",
        "AssessdLand": "land_value_cents",
        "CLASSES": "property_classes",
        "OwnerFullName": "owner_name_1",
    } | {source: by_source(found)[source] for source in by_source(found) if source == "MailTo"}
    assert {"Remarks", "Zzz"} <= set(found.unmatched)


def test_nothing_that_could_tell_of_a_person_is_shown(tmp_path: Path) -> None:
    for kind in ("parcels", "owners", "water", "zoning", "districts", "private_systems"):
        text = to_toml(suggest(strange_parcels(tmp_path, f"{kind}.gpkg"), _kind(kind)))
        for name in (*NAMES, "OAK", "BOX", "CTH", "ELM"):
            assert name not in text, (kind, name)
    assert "004-0001" in to_toml(suggest(strange_parcels(tmp_path, "again.gpkg")))


def _kind(text: str) -> Kind:
    kinds: dict[str, Kind] = {
        "parcels": "parcels", "owners": "owners", "water": "water", "zoning": "zoning", "districts": "districts",
        "private_systems": "private_systems",
    }  # fmt: skip
    return kinds[text]


def test_the_proposal_is_a_map_that_imports(tmp_path: Path) -> None:
    file = strange_parcels(tmp_path)
    manifest = prepare(ImportRequest("parcels", file, map_file=written(suggest(file), tmp_path))).manifest
    assert manifest.counts.features == 4
    # 1000 + 2.5e3 + 3000, and a blank that is missing and not zero
    assert manifest.sums["assessed_value"] == "6500.00"
    assert manifest.preset.startswith("map:my.toml sha256:")
    assert manifest.columns["property_classes"] == "CLASSES"


def test_a_table_of_owners_is_proposed_for_a_roll_without_shapes(tmp_path: Path) -> None:
    found = suggest(strange_parcels(tmp_path, "roll.csv"), "owners")
    assert by_source(found)["ParcelNumbr"] == "parcel_id"
    assert by_source(found)["OwnerFullName"] == "owner_name_1"
    parse_preset("my", to_toml(found))


@pytest.fixture
def sewers(tmp_path: Path) -> Path:
    lines = [shapely.LineString([(700_000 + 300 * i, 150_000), (700_300 + 300 * i, 150_000)]) for i in range(9)]
    rows = {
        "PipeNo": [f"S-{i}" for i in range(9)],
        "What": ["Gravity Main", "Force Main", "Gravity Main"] * 3,
        "State of it": ["Active", "Active", "Mothballed"] * 3,
        "DiamInch": [8, 10, 12] * 3,
        "InspectedBy": ["P. PROCHNOW"] * 9,
    }
    path = tmp_path / "lines.gpkg"
    gpd.GeoDataFrame(rows, geometry=lines, crs="EPSG:8112").to_file(path, engine="pyogrio")
    return path


def test_words_of_a_choice_are_proposed_and_the_unknown_ones_listed(sewers: Path) -> None:
    found = suggest(sewers, "sewers")
    by_name = {column.canonical: column for column in found.columns}
    assert by_name["kind"].source == "What"  # nothing but its cells says so
    assert by_name["kind"].values == (  # noqa: PD011  values of a choice, not of a table
        ("GRAVITY MAIN", "gravity_main"),
        ("FORCE MAIN", "force_main"),
    )
    assert by_name["diameter_in"].source == "DiamInch"
    assert "PROCHNOW" not in to_toml(found)
    assert "State of it" in found.unmatched  # two thirds of its words are known, which is too few to tell it by


def test_unknown_words_stand_as_comments_where_they_can_be_of_no_person(tmp_path: Path, sewers: Path) -> None:
    table = gpd.read_file(sewers, engine="pyogrio").rename(columns={"State of it": "Status"})
    # Nine rows: six Active, then a word made of known ones, a surname and a whole name.
    table.loc[table["Status"] == "Mothballed", "Status"] = ["Force Main Removed", "Quillfeather", "PROCHNOW, CY"]
    file = tmp_path / "named.gpkg"
    table.to_file(file, engine="pyogrio")
    text = to_toml(suggest(file, "sewers"))
    assert '"ACTIVE" = "in_service"' in text
    assert '# "FORCE MAIN REMOVED" = ""  # not known: say what it stands for' in text
    assert "# 2 texts are not known and not shown here" in text
    assert "look into Status." in text
    assert not any(name in text.upper() for name in ("QUILLFEATHER", "PROCHNOW", "CY"))
    parse_preset("my", text)


@pytest.mark.parametrize("kind", ["sewers", "railroads"])
def test_no_name_in_a_column_of_choices_is_printed(tmp_path: Path, kind: Kind) -> None:
    lines = [shapely.LineString([(700_000 + 9 * i, 150_000), (700_009 + 9 * i, 150_000)]) for i in range(9)]
    rows = {"KIND": NAMES * 2 + NAMES[:1], "STATUS": ["OSTRANDER"] * 9, "ID": range(9)}
    file = tmp_path / "names.gpkg"
    gpd.GeoDataFrame(rows, geometry=lines, crs="EPSG:8112").to_file(file, engine="pyogrio")
    text = to_toml(suggest(file, kind))
    assert not any(word in text for name in NAMES for word in name.replace(",", "").split() if len(word) > 1)


def test_what_lacks_is_said_in_the_map(tmp_path: Path) -> None:
    file = tmp_path / "r.csv"
    file.write_text("Municipality,Aggregate Ratio\nTOWN OF ALDER,0.95\n")
    found = suggest(file, "ratios")
    assert found.missing == ("year",)
    assert "Missing, and every row must have it: year" in to_toml(found)


def test_a_file_without_a_known_column_says_how_to_import_its_shapes(tmp_path: Path) -> None:
    file = tmp_path / "blobs.gpkg"
    gpd.GeoDataFrame({"qqq": [1]}, geometry=[shapely.box(0, 0, 1, 1)], crs="EPSG:8112").to_file(file, engine="pyogrio")
    assert "--preset generic" in to_toml(suggest(file, "water"))


def test_hostile_names_cannot_write_into_the_map(tmp_path: Path) -> None:
    file = tmp_path / "h.csv"
    with file.open("w", newline="") as out:
        csv.writer(out).writerows(
            [['name"\n[[wide]]', "na\\me", "{yy}", "año", "%"], ["TOWN OF ALDER", "TOWN OF ALDER", "1", "2", "3"]]
        )
    found = parse_preset(
        "my", to_toml(suggest(file, "ratios")) + '[[column]]\ncanonical="year"\naliases=["y"]\nread="year"'
    )
    assert found.wide == ()


def test_a_kind_that_the_shapes_cannot_be_is_refused(sewers: Path, tmp_path: Path) -> None:
    with pytest.raises(OptionInvalid, match="cannot be parcels"):
        suggest(sewers, "parcels")
    with pytest.raises(LayerChoiceNeeded):
        suggest(sewers, None, "other")
    with pytest.raises(OptionInvalid, match="cannot be sewers"):
        suggest(strange_parcels(tmp_path, "t.csv"), "sewers")


@pytest.mark.parametrize(
    ("geometry_type", "family"),
    [("Polygon", "polygon"), ("MultiLineString Z", "line"), ("Point", "point"), ("Unknown", None), (None, None),
     ("CurvePolygon", "polygon"), ("MultiSurface", "polygon"), ("CompoundCurve", "line")],
)  # fmt: skip
def test_the_family_of_a_layers_shapes(geometry_type: str | None, family: str | None) -> None:
    assert shape_family(geometry_type) == family


@pytest.mark.parametrize(
    "column",
    ["OWNERNME1", "Owner Name", "PSTLADRESS", "MAIL_ADDR", "Contact", "Phone", "SITEADRESS", "STREETNAME", "LAST",
     "PermitteeName", "NOTES", "Taxpayer", "Grantor", "CITY", "ZIPCODE"],
)  # fmt: skip
def test_a_column_whose_name_leaves_it_open_may_be_personal(column: str) -> None:
    assert may_be_personal(column)


@pytest.mark.parametrize(
    "cell", ["QUILLFEATHER", "QUILLFEATHER, ANN", "ANN O'HARE", "12 OAK ST", "N7731 CTH D", "X" * 40]
)
@pytest.mark.parametrize(
    "read", ["private", "text", "verbatim", "place", "county", "kind", "year", "dollars", "codes", "date", "choice"]
)
def test_no_way_of_reading_shows_a_name_or_an_address(cell: str, read: Read) -> None:
    assert not may_be_shown(cell, read, {"GRAVITY MAIN"})


REAL: dict[str, Kind] = {
    "wi-doa-municipal-population-2023/muni_2023.csv": "populations",
    "sewer-vermont-towns/Barre/BarreLinearFeatures.geojson": "sewers",
    "sewer-vermont-towns/Middlebury/MiddleburyPointFeatures.geojson": "sewer_nodes",
    "wi-wards-with-votes/kenosha/KenoshaVoteWards.shp": "reporting_units",
}


def in_wisconsin(file: Path, folder: Path) -> Path:
    """Return a file as it is, or that of a town in Vermont moved 17 degrees west, where land can be judged."""
    if "vermont" not in str(file):
        return file
    data = json.loads(file.read_text("utf-8"))
    for feature in data["features"]:
        shape = shapely.force_2d(shapely.from_geojson(json.dumps(feature["geometry"])))
        feature["geometry"] = json.loads(shapely.to_geojson(shapely.transform(shape, lambda xy: xy - [17, 0.5])))
    moved = folder / file.name
    moved.write_text(json.dumps(data))
    return moved


@pytest.mark.realdata
@pytest.mark.slow
@pytest.mark.parametrize("name", list(REAL))
def test_the_proposal_for_a_published_file_imports(realdata: Path, tmp_path: Path, name: str) -> None:
    kind = REAL[name]
    file = in_wisconsin(realdata / name, tmp_path)
    found = suggest(file)
    assert (found.kind, found.missing) == (kind, ())
    vintage = None if kind == "populations" else "2024"
    mapped = prepare(ImportRequest(kind, file, vintage=vintage, map_file=written(found, tmp_path))).manifest
    by_preset = prepare(ImportRequest(kind, file, vintage=vintage)).manifest
    assert mapped.counts == by_preset.counts
    assert mapped.counts.rows_in == mapped.counts.rows_out + mapped.counts.refused
    assert mapped.columns.items() >= by_preset.columns.items()  # the map reads all that the preset reads


@pytest.mark.realdata
@pytest.mark.slow
def test_the_vernon_roll_with_renamed_columns_keeps_its_sums(realdata: Path, tmp_path: Path) -> None:
    source = realdata / "wi-parcels-vernon-westby" / "vernon_parcels_all_years.gpkg"
    renamed = {
        "PARCELID": "Parcel_Numbr", "PLACENAME": "Town_City", "CONAME": "Cnty", "TAXROLLYEAR": "RollYear",
        "CNTASSDVALUE": "TotAssdValue", "LNDVALUE": "Land_Val", "IMPVALUE": "Improvement_Val",
        "ESTFMKVALUE": "EstFairMarket", "OWNERNME1": "Owner_Nm_1", "PROPCLASS": "Class_Codes",
    }  # fmt: skip
    table = gpd.read_file(source, layer="parcels_2023", engine="pyogrio").rename(columns=renamed)
    file = tmp_path / "renamed.gpkg"
    table[[*renamed.values(), "STATEID", "geometry"]].to_file(file, engine="pyogrio")
    found = suggest(file)
    assert found.kind == "parcels"
    told = by_source(found)
    assert told["Parcel_Numbr"] == "parcel_id"
    assert told["Town_City"] == "municipality"  # by its cells: CITY OF WESTBY
    text = to_toml(found)
    owners = [name for name in table["Owner_Nm_1"].dropna().unique() if len(str(name)) > 4]
    assert not [name for name in owners if str(name) in text]
    mapped = prepare(ImportRequest("parcels", file, map_file=written(found, tmp_path))).manifest
    original = prepare(ImportRequest("parcels", source, "parcels_2023")).manifest
    assert mapped.counts.rows_in == 153
    for name in ("assessed_value", "land_value", "improvement_value", "est_fair_market_value"):
        assert mapped.sums[name] == original.sums[name]
