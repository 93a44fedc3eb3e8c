"""Does the report agree with plain union areas, and with what the data folder says, on published layers?"""

from __future__ import annotations

from pathlib import Path

import geopandas as gpd
import pytest
import shapely

from gis.layers.derived import DerivationRequest, municipalities_from_parcels
from gis.layers.importing import ImportRequest, import_layer
from gis.model.consistency import ConsistencyReport, Situation
from gis.proposals.consistency import consistency_on_file
from gis.units import SQFT_PER_SQM, SQFT_PER_SQMI
from tests.gis.facts.consistency_scene import DAY, group, ids, items, kinds

pytestmark = pytest.mark.realdata

DANE = "wi-dane-municipalities/dane_county_munis.geojson"
DANE_COUNTY = "wi-dane-municipalities/dane_county.geojson"
WAUKESHA = "wi-wards-with-votes/waukesha_county_reporting_units_votes_2012_2022.geojson"
VERNON = "wi-parcels-vernon-westby/vernon_2023.gdb"
FINAL = "PARCELS_TEST_FINAL_DATASET_2023"
CLASSES = {"T": "Town", "V": "Village", "C": "City"}
SCALE = 1e-3
"""EPSG:3071, in which the check is made, is too small by up to 0.08 percent."""


def total_sqft(found: ConsistencyReport, *kinds_summed: Situation) -> float:
    """Return the area of all places of some kinds, beyond the accuracy and within it."""
    groups = [each for kind in kinds_summed if (each := group(found, kind)) is not None]
    return float(sum(each.beyond.area_sqft + each.within.area_sqft for each in groups))


def plain(file: Path) -> gpd.GeoDataFrame:
    """Return a file's features in EPSG:3071, mended as GEOS does."""
    table = gpd.read_file(file).to_crs("EPSG:3071")
    return table.set_geometry(table.geometry.make_valid())


def holes_sqft(land: shapely.Geometry) -> float:
    rings = [ring for part in shapely.get_parts(land) for ring in part.interiors]
    return float(shapely.area(shapely.polygons(rings)).sum() * float(SQFT_PER_SQM))


def test_sixty_municipalities_of_dane_against_their_county(realdata: Path, tmp_path: Path) -> None:
    import_layer(ImportRequest("municipalities", realdata / DANE, vintage="2024"), tmp_path)
    import_layer(ImportRequest("counties", realdata / DANE_COUNTY, vintage="2024"), tmp_path)
    found = consistency_on_file(tmp_path, DAY)
    assert found.measured_in == "EPSG:8193"  # Dane's zone
    towns = plain(realdata / DANE).geometry
    land = towns.union_all()
    county = plain(realdata / DANE_COUNTY).geometry.union_all()
    to_sqft = float(SQFT_PER_SQM)
    # Claims are hairlines half a foot wide at most, so the grid of 0.0001 m counts: half a square foot in a mile.
    assert total_sqft(found, "municipalities_overlap") == pytest.approx((towns.area.sum() - land.area) * to_sqft, abs=5)
    nobodys = county.difference(land).area * to_sqft
    assert total_sqft(found, "land_unclaimed", "county_not_on_file") == pytest.approx(nobodys, rel=SCALE)
    assert total_sqft(found, "land_outside_county") == pytest.approx(land.difference(county).area * to_sqft, rel=SCALE)
    by_name = dict(zip(dane_names(realdata), shapely.buffer(towns, 0.01), strict=True))
    for item in items(found, "municipalities_overlap"):
        first, second = (by_name[name.lower()] for name in ids(item))
        assert first.intersection(second).area * to_sqft > float(item.area_sqft or 0)


def dane_names(realdata: Path) -> list[str]:
    table = gpd.read_file(realdata / DANE, ignore_geometry=True)
    return [f"{CLASSES[ctv]} of {name}".lower() for ctv, name in zip(table["CTV"], table["MCD_NAME"], strict=True)]


def test_the_roll_of_vernon_against_towns_that_lack_the_city(realdata: Path, tmp_path: Path) -> None:
    towns = realdata / "wi-driftless-towns" / "towns.geojson"
    import_layer(ImportRequest("parcels", realdata / VERNON, layer=FINAL, vintage="2023"), tmp_path)
    import_layer(ImportRequest("municipalities", towns, vintage="2023", constants={"kind": "town"}), tmp_path)
    found = consistency_on_file(tmp_path, DAY)
    assert found.measured_in == "EPSG:8112"  # Vernon's zone, though most of the towns are in other counties
    # 124 parcels of the CITY OF WESTBY and the one of WESTBY; those of Christiana lie where the roll says.
    unmatched = items(found, "name_unmatched")
    assert len(unmatched) == 125
    assert {item.claims for item in unmatched} == {("roll: City of Westby", "polygon: Town of Christiana")}
    assert not kinds(found) & {"roll_polygon_disagree", "split_parcel", "no_municipality", "parcels_overlap"}
    (stack,) = items(found, "parcels_stacked")
    assert ids(stack) == ["291003010000.1", "291003010000.2", "291003010000.3"]
    sums = {each.municipality: (each.parcels, float(each.est_fair_market_value)) for each in found.values}
    # 14,550,100 + 214,400 and 1,299,900 + 77,000: names without a class folded in
    assert sums == {"City of Westby": (125, 14_764_500), "Town of Christiana": (22, 1_376_900)}
    assert any("Vernon County" in note and "Grant County" in note for note in found.notes)


def test_municipalities_derived_from_the_roll_agree_with_it(realdata: Path, tmp_path: Path) -> None:
    import_layer(ImportRequest("parcels", realdata / VERNON, layer=FINAL, vintage="2023"), tmp_path)
    municipalities_from_parcels(DerivationRequest(), tmp_path)
    found = consistency_on_file(tmp_path, DAY)
    assert not kinds(found) & {"roll_polygon_disagree", "name_unmatched", "no_municipality"}


def test_reporting_units_of_waukesha(realdata: Path, tmp_path: Path) -> None:
    file = realdata / WAUKESHA
    for kind in ("reporting_units", "votes"):
        import_layer(ImportRequest(kind, file, vintage="2022"), tmp_path)
    found = consistency_on_file(tmp_path, DAY)
    units = plain(file).geometry
    land = units.union_all()
    to_sqft = float(SQFT_PER_SQM)
    assert units.area.sum() * to_sqft / SQFT_PER_SQMI == pytest.approx(580.2, abs=0.05)
    assert total_sqft(found, "units_overlap") == pytest.approx((units.area.sum() - land.area) * to_sqft, abs=0.5)
    assert total_sqft(found, "land_without_unit") == pytest.approx(holes_sqft(land), rel=SCALE)
    # Each row has its votes beside it, so every unit has votes and all votes have a unit.
    assert not kinds(found) & {"votes_without_unit", "unit_without_votes"}


def test_a_reporting_unit_that_was_left_out_is_told_with_its_land(realdata: Path, tmp_path: Path) -> None:
    table = gpd.read_file(realdata / WAUKESHA)[["county", "ctv", "municipality", "reporting_unit", "geometry"]]
    keys = ["county", "ctv", "municipality"]
    towns = table.drop(columns="reporting_unit").dissolve(by=keys).reset_index()
    towns = towns.rename(columns={"municipality": "MCD_NAME", "ctv": "CTV", "county": "CNTY_NAME"})
    # The unit with the largest single piece of land, of a municipality that has others.
    pieces = table.geometry.apply(lambda shape: shapely.area(shapely.get_parts(shape)).max())
    largest = int(pieces.where(table.duplicated(keys, keep=False)).idxmax())
    towns.to_file(tmp_path / "towns.gpkg", driver="GPKG")
    table.drop(index=largest).to_file(tmp_path / "units.gpkg", driver="GPKG")
    import_layer(ImportRequest("municipalities", tmp_path / "towns.gpkg", vintage="2022"), tmp_path / "layers")
    import_layer(ImportRequest("reporting_units", tmp_path / "units.gpkg", vintage="2022"), tmp_path / "layers")
    found = consistency_on_file(tmp_path / "layers", DAY)
    left_out = items(found, "land_without_unit")[0]
    # The file is in US survey feet, of a statewide frame that is too small by up to 0.08 percent.
    assert float(left_out.area_sqft or 0) == pytest.approx(pieces[largest], rel=SCALE)
    row = table.loc[largest]
    assert ids(left_out) == [f"{CLASSES[row['ctv']]} of {row['municipality'].title()}"]
