"""Are the differences of the seven Vernon roll years what plain geopandas finds in the published files?"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import pairwise
from pathlib import Path

import geopandas as gpd
import pandas as pd
import pytest
import shapely

from gis.layers.importing import ImportRequest, import_layer
from gis.layers.layer import Layer
from gis.layers.lineage.difference import difference
from gis.layers.lineage.lineage import compose, lineage
from gis.layers.store import LayerStore
from gis.model.difference import Difference

pytestmark = [pytest.mark.realdata, pytest.mark.slow]

FILE = "wi-parcels-vernon-westby/vernon_parcels_all_years.gpkg"
YEARS = range(2017, 2024)
ACCURACY_FT = Fraction(1, 10)
NUMBERS = ("CNTASSDVALUE", "LNDVALUE", "IMPVALUE", "ESTFMKVALUE")
# What the file of a year calls the managed forest value.
FOREST = {year: "FORESTVALUE" if year < 2020 else "MFLVALUE" for year in YEARS}


@pytest.fixture(scope="module")
def published(realdata: Path) -> dict[int, gpd.GeoDataFrame]:
    """Return the rows as published, with a key of id and normalised shape: six rows share the id ROW."""
    tables = {}
    for year in YEARS:
        table = gpd.read_file(realdata / FILE, layer=f"parcels_{year}")
        wkb = [shapely.normalize(shape).wkb for shape in table.geometry]
        table.index = pd.MultiIndex.from_arrays([table["PARCELID"], wkb])
        tables[year] = table
    return tables


@pytest.fixture(scope="module")
def imported(realdata: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[int, Layer]:
    folder = tmp_path_factory.mktemp("vernon")
    store = LayerStore(folder)
    return {
        year: store.load(
            import_layer(
                ImportRequest("parcels", realdata / FILE, layer=f"parcels_{year}", vintage=str(year)), folder
            ).manifest
        )
        for year in YEARS
    }


@pytest.fixture(scope="module")
def steps(imported: dict[int, Layer]) -> dict[int, Difference]:
    """Return the difference to each year from the one before."""
    return {new: difference(imported[old], imported[new], ACCURACY_FT) for old, new in pairwise(YEARS)}


@pytest.mark.parametrize("year", YEARS[1:])
def test_ids_and_shapes_are_the_same_in_all_years(
    published: dict[int, gpd.GeoDataFrame], steps: dict[int, Difference], year: int
) -> None:
    old, new = published[year - 1], published[year]
    assert set(old.index) == set(new.index)  # so no parcel was added, lost, split, moved or renumbered
    assert old.index.is_unique
    change = steps[year]
    assert {each.relation for each in change.tallies} <= {"changed", "unchanged"}
    assert sum(each.old_features for each in change.tallies) == sum(each.new_features for each in change.tallies) == 153
    assert change.passed == ()
    everyone = [name for each in change.relations for name in each.new] + list(change.unchanged)
    assert Counter(everyone) == Counter(new["PARCELID"])
    assert change.shared_ids_old == change.shared_ids_new == ("ROW",)


@pytest.mark.parametrize("year", YEARS[1:])
def test_values_that_changed(published: dict[int, gpd.GeoDataFrame], steps: dict[int, Difference], year: int) -> None:
    old, new = published[year - 1], published[year].loc[published[year - 1].index]
    for column, canonical in (
        ("CNTASSDVALUE", "assessed_value"),
        ("LNDVALUE", "land_value"),
        ("IMPVALUE", "improvement_value"),
        ("ESTFMKVALUE", "est_fair_market_value"),
    ):
        before, after = (pd.to_numeric(table[column]) for table in (old, new))
        differing = (before != after) & ~(before.isna() & after.isna())
        assert steps[year].changed_columns.get(canonical, 0) == differing.sum(), column
    before, after = pd.to_numeric(old[FOREST[year - 1]]), pd.to_numeric(new[FOREST[year]])
    assert (
        steps[year].changed_columns.get("mfl_value", 0) == ((before != after) & ~(before.isna() & after.isna())).sum()
    )
    assert "municipality" not in steps[year].changed_columns
    assert old["PLACENAME"].fillna("").tolist() == new["PLACENAME"].fillna("").tolist()


def test_the_few_changes_by_hand(steps: dict[int, Difference]) -> None:
    # Read off the published cells: PROPCLASS "5" to "5M ," and "4, 5" to "5M"; AUXCLASS X4 to W10, a code that the
    # state does not publish; one ROW record got values of 0 and W3.
    assert {each.old[0]: {change.column for change in each.changes} for each in steps[2020].relations} == {
        "004007650000": {"property_classes"},
        "291002810000": {"property_classes"},
        "291006620001": {"exempt_codes", "unknown_codes"},
        "ROW": {"assessed_value", "est_fair_market_value", "forest_codes"},
    }
    assert {each.old[0] for each in steps[2022].relations} == {"291002040000", "291005990000"}
    assert [year for year, each in steps.items() if not each.relations] == [2018, 2019, 2021, 2023]


def test_roll_years_are_said_once(steps: dict[int, Difference]) -> None:
    # TAXROLLYEAR of the layers 2017 to 2023: 2016, 2017, 2018, 2019, 2019, 2021, 2022
    told = {year: [(each.old, each.new) for each in change.throughout] for year, change in steps.items()}
    assert told == {
        2018: [("2016", "2017")],
        2019: [("2017", "2018")],
        2020: [("2018", "2019")],
        2021: [],
        2022: [("2019", "2021")],
        2023: [("2021", "2022")],
    }


@pytest.mark.parametrize("year", YEARS[1:])
def test_sums_by_municipality(published: dict[int, gpd.GeoDataFrame], steps: dict[int, Difference], year: int) -> None:
    folded = {"WESTBY": "CITY OF WESTBY", "CHRISTIANA": "TOWN OF CHRISTIANA"}
    for side, table in (("old", published[year - 1]), ("new", published[year])):
        place = table["PLACENAME"].replace(folded).fillna("")
        for total in steps[year].totals:
            mine = table[place == (total.municipality or "").upper()]
            assert getattr(total, f"{side}_features") == len(mine)
            sums = {each.column: getattr(each, side) for each in total.sums}
            assert sums["est_fair_market_value"] == pd.to_numeric(mine["ESTFMKVALUE"]).fillna(0).sum()
            assert sums["assessed_value"] == pd.to_numeric(mine["CNTASSDVALUE"]).fillna(0).sum()
            # EPSG:3071 is up to 0.08 percent short of the ground.
            plane_sqft = mine.geometry.area.sum() * (3937 / 1200) ** 2
            assert float(getattr(total, f"area_sqft_{side}")) == pytest.approx(plane_sqft, rel=1e-3)


def test_every_parcel_of_2017_is_the_same_parcel_in_2023(
    published: dict[int, gpd.GeoDataFrame], steps: dict[int, Difference]
) -> None:
    line = lineage(steps[2018])
    for year in YEARS[2:]:
        line = compose(line, lineage(steps[year]))
    for parcel_id in set(published[2017]["PARCELID"]) - {"ROW"}:
        (child,) = line.children(parcel_id)
        assert (child.new_id, child.share_of_old, child.share_of_new, child.confidence) == (parcel_id, 1, 1, "certain")
