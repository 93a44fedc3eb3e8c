"""The towns' shares of a district's value, by roll year, and a levy divided by them: worked by hand."""

from __future__ import annotations

import datetime as dt
import json
from fractions import Fraction
from pathlib import Path

import geopandas as gpd
import pytest

from gis.errors import EditionMissing, FactsInvalid
from gis.geometry.boundary import Boundary, boundary_from_geojson
from gis.layers.importing import ImportRequest, import_layer
from gis.model.facts.commissioners import ShareShiftFacts
from gis.model.finding import State
from gis.proposals.on_file import LayersOnFile, plain_frame
from gis.proposals.town_shares import levy_split, shares_over_time
from tests.gis.proposals.small_county import DATE, HALF_IN_EACH, county, drawn, parcel

pytestmark = pytest.mark.slow  # each test imports a county of its own
A_HALF, B_HALF = (2000, 1000, 3000, 2000), (3000, 1000, 4000, 2000)


def district() -> Boundary:
    return boundary_from_geojson(json.dumps(drawn(HALF_IN_EACH)), plain_frame())


def on_file(folder: Path, alder: float | None = 100_000, birch: float | None = 75_000) -> LayersOnFile:
    county(folder, [parcel("A1", "Town of Alder", A_HALF, alder), parcel("B1", "Town of Birch", B_HALF, birch)])
    return LayersOnFile(folder / "layers")


def test_a_levy_follows_the_equalized_value_and_not_the_assessed(tmp_path: Path) -> None:
    # Alder 100,000 / 0.8 = 125,000; Birch 75,000 / 1.0 = 75,000: five eighths and three eighths of 1,000.01.
    # 62,500.625 and 37,500.375 cents: the floors leave one cent, and Alder has the larger fraction.
    split = levy_split(Fraction("1000.01"), district(), on_file(tmp_path), DATE)
    assert [(row.town, row.share, row.levy) for row in split.towns] == [
        ("Town of Alder", Fraction(5, 8), Fraction("625.01")),
        ("Town of Birch", Fraction(3, 8), Fraction("375.00")),
    ]
    assert split.is_settled


def test_a_value_that_is_not_known_gives_no_parts_and_is_named(tmp_path: Path) -> None:
    split = levy_split(Fraction(1000), district(), on_file(tmp_path, birch=None), DATE)
    assert not split.is_settled
    assert [row.levy for row in split.towns] == [None, None]
    assert "Town of Birch inside is not known" in split.because


@pytest.mark.parametrize("amount", ["-1", "0.001"])
def test_a_levy_is_dollars_and_cents(tmp_path: Path, amount: str) -> None:
    with pytest.raises(FactsInvalid, match="no amount of money"):
        levy_split(Fraction(amount), district(), LayersOnFile(tmp_path), DATE)


def test_the_share_that_passes_to_the_other_town_is_found_by_roll_year(tmp_path: Path) -> None:
    # 2024: Birch 75,000 / 0.5 = 150,000 and Alder, whose ratio of 2024 is not on file here, is not known;
    # so a roll of 2023 is added, in which Birch led: Alder 60,000 / 0.6 = 100,000, Birch 120,000 / 0.8 = 150,000.
    layers = on_file(tmp_path)
    older = [
        parcel("A1", "Town of Alder", A_HALF, 60_000, 2023),
        parcel("B1", "Town of Birch", B_HALF, 120_000, 2023),
    ]
    file = tmp_path / "parcels_2023.gpkg"
    gpd.GeoDataFrame(older, crs="EPSG:8189").to_file(file, driver="GPKG")
    import_layer(ImportRequest("parcels", file, vintage="2023", accuracy_ft="0.1"), tmp_path / "layers")
    table = tmp_path / "ratios_both.csv"
    rows = ["Town of Alder,Jefferson,2023,0.6", "Town of Birch,Jefferson,2023,0.8"]
    rows += ["Town of Alder,Jefferson,2025,0.8", "Town of Birch,Jefferson,2025,1.0"]
    table.write_text("\n".join(["municipality,county,year,ratio", *rows]) + "\n", "utf-8")
    import_layer(ImportRequest("ratios", table, vintage="2026"), tmp_path / "layers")
    layers = LayersOnFile(tmp_path / "layers")
    found = shares_over_time(district(), layers, DATE, ShareShiftFacts(first_authorized="Town of Birch"))
    assert [(year.roll_year, year.leader) for year in found.years] == [(2023, "Town of Birch"), (2025, "Town of Alder")]
    # 100,000 of 250,000, and 125,000 of 200,000
    assert [year.towns[0].share for year in found.years] == [Fraction(2, 5), Fraction(5, 8)]
    assert (found.finding.state, found.finding.answer) == (State.PASS, "Town of Alder")
    # August 15, 2025 and 60 days: 16 more of August, 30 of September, 14 of October.
    assert found.finding.measures["act_by"] == "2025-10-14"
    with pytest.raises(FactsInvalid, match="Town of Alder") as refused:
        shares_over_time(district(), layers, DATE, ShareShiftFacts(first_authorized="Town of Nowhere"))
    assert "Nowhere" not in str(refused.value)
    lasting = shares_over_time(district(), layers, DATE, ShareShiftFacts(first_authorized="Town of Alder"))
    assert lasting.finding.state is State.NOT_APPLICABLE
    with pytest.raises(EditionMissing, match="No parcels of 2022-06-01 or earlier"):
        shares_over_time(district(), layers, dt.date(2022, 6, 1), ShareShiftFacts())
