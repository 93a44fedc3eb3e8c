"""Do the sample's second roll, owners, districts, register and petitions hold what was planted by hand?

Read with plain geopandas in the plane of EPSG:8189 (US survey feet), as in test_sample.py; what Townline says of the
same files is compared with the same table. Keys of data/boundaries/situations.csv that begin with `rolls.`.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from pathlib import Path

import geopandas as gpd
import pandas as pd
import pytest
import shapely

from gis.layers.lineage.carrying import carry
from gis.layers.lineage.difference import difference
from gis.layers.lineage.lineage import lineage
from gis.layers.store import LayerStore
from gis.model.difference import Difference
from gis.model.finding import Finding
from gis.proposals.evaluate import Evaluator
from gis.register.reading import read_entries
from tests.data.plain_county import (
    GRID_FT,
    NEW,
    OLD,
    SAMPLE,
    Row,
    assessed,
    folded,
    inside,
    land_inside,
    layer,
    leading_town,
    proposal,
    rows_of_table,
    signed_land_sqft,
    situations,
)

ENOUGH = Fraction(51, 100)
"""Wis. Stat. 60.71(2)(a)."""
MONEY = ["LNDVALUE", "IMPVALUE", "CNTASSDVALUE"]
SITUATIONS = situations("rolls.")


def rows_of(name: str, numbers: str) -> gpd.GeoDataFrame:
    table = layer(name)
    found = table[table["PARCELID"].isin(numbers.split("; "))]
    assert set(found["PARCELID"]) == set(numbers.split("; "))
    return found


def ground_of(name: str, numbers: str) -> shapely.Geometry:
    return shapely.union_all(rows_of(name, numbers).geometry.to_numpy())


def same_ground(one: shapely.Geometry, other: shapely.Geometry) -> bool:
    return bool(one.symmetric_difference(other).area < one.length * GRID_FT)


def check_split(row: Row) -> None:
    old = ground_of(OLD, row["feature_id"])
    parts = [number for number in row["answer"].split("; ") if number != "ROW"]
    left = old.difference(ground_of(NEW, "; ".join(parts)).buffer(GRID_FT))
    if "ROW" in row["answer"]:
        streets = layer(NEW)[layer(NEW)["PARCELID"] == "ROW"]
        (street,) = streets.geometry[streets.within(old.buffer(GRID_FT))]
        left = left.difference(street.buffer(GRID_FT))
    assert left.area < old.length * GRID_FT
    assert len(rows_of(NEW, "; ".join(parts))) > 1
    total = rows_of(OLD, row["feature_id"])["CNTASSDVALUE"].astype(float).sum()
    assert total == rows_of(NEW, "; ".join(parts))["CNTASSDVALUE"].astype(float).sum()


def check_merge(row: Row) -> None:
    assert len(rows_of(OLD, row["feature_id"])) == 2
    assert same_ground(ground_of(OLD, row["feature_id"]), ground_of(NEW, row["answer"]))
    before = rows_of(OLD, row["feature_id"])[MONEY].astype(float).sum()
    assert before.equals(rows_of(NEW, row["answer"])[MONEY].astype(float).sum())


def check_renumbered(row: Row) -> None:
    (old,), (new,) = rows_of(OLD, row["feature_id"]).itertuples(), rows_of(NEW, row["answer"]).itertuples()
    assert same_ground(old.geometry, new.geometry)
    assert not layer(NEW)["PARCELID"].eq(row["feature_id"]).any()
    annexed = row["key"].startswith("rolls.annexed")
    if annexed:
        assert f"{old.PLACENAME}; {new.PLACENAME}" == "TOWN OF BIRCH; CITY OF FIR"
    else:
        assert old.PLACENAME == new.PLACENAME


def check_declared(row: Row) -> None:
    (lot,) = rows_of(OLD, row["feature_id"]).itertuples()
    units = layer(NEW)[layer(NEW)["PARCELID"].str.startswith(f"{row['feature_id']}-")]
    assert len(units) == int(row["answer"])
    assert set(units.geometry.to_wkb()) == {lot.geometry.wkb}
    assert lot.CNTASSDVALUE == "60000"
    assert pd.isna(lot.UNITID)


def check_line(row: Row) -> None:
    old, new = ground_of(OLD, row["feature_id"]), ground_of(NEW, row["feature_id"])
    west, _, east, _ = new.bounds
    # The sides of the farm are up to 9 ft askew in a mile, and its line to its south as well.
    assert (new.area - old.area) / float(row["answer"]) == pytest.approx(east - west, abs=9)


def check_share(row: Row) -> None:
    leading = row["key"].rsplit(".", 1)[1]
    old, new = (
        table[(table["PLACENAME"] == row["feature_id"]) & table["PROPCLASS"].str.fullmatch(rf"{leading}(, ?.*)?")]
        .drop_duplicates("PARCELID")
        .set_index("PARCELID")[["LNDVALUE", "IMPVALUE"]]
        .astype(float)
        for table in (layer(OLD), layer(NEW))
    )
    common = old.index.intersection(new.index)
    assert len(common) > 5
    assert ((old.loc[common] - new.loc[common] * float(row["answer"])).abs() <= 0.5).all(axis=None)


def check_assessed(row: Row) -> None:
    # Half a dollar in sixteen million: a part in thirty million of each cut parcel's area.
    assert assessed(OLD, "proposal-lawful.geojson")[row["feature_id"]] == pytest.approx(float(row["answer"]), abs=0.5)


def check_leading(row: Row) -> None:
    assert row["state"] == "pass"
    if row["file"] == OLD:
        assert leading_town(OLD, row["feature_id"], 2024) == row["answer"]
    else:
        assert leading_town(NEW, row["file"], 2025) == row["answer"]


def owners_of(numbers: str) -> list[str]:
    rows = rows_of(NEW, numbers)
    names = [folded(name) for column in ("OWNERNME1", "OWNERNME2") for name in rows[column]]
    return sorted({name for name in names if name is not None})


def check_owner_count(row: Row) -> None:
    assert len(owners_of("; ".join(inside(NEW, row["feature_id"])))) == int(row["answer"])


def check_withheld(row: Row) -> None:
    table = layer(NEW)
    assert table["PARCELID"][table["OWNERNME1"] == row["answer"]].tolist() == [row["feature_id"]]


def check_spellings(row: Row) -> None:
    assert rows_of(NEW, row["feature_id"])["OWNERNME1"].nunique() == 2
    assert len(owners_of(row["feature_id"])) == int(row["answer"])


def check_owner(row: Row) -> None:
    assert "; ".join(owners_of(row["feature_id"])) == row["answer"]


def check_district(row: Row) -> None:
    name, established = row["feature_id"].split("; ")
    table = layer("districts.gpkg")
    (found,) = table[(table["DISTRICT"] == name) & (table["ESTABLISHED"] == established)].itertuples()
    assert found.geometry.area == pytest.approx(float(row["answer"]), abs=found.geometry.length * GRID_FT)
    if row["key"].endswith("dissolved"):
        assert f"dissolved on {found.DISSOLVED}" in row["why"]
    else:
        assert pd.isna(found.DISSOLVED)
    assert found.ORDER_NO.startswith(("Order of the ", "Resolution "))
    kinds = {"sanitary": "SANITARY", "dissolved": "SANITARY", "utility": "UTILITY"}
    assert kinds.get(row["key"].rsplit(".", 1)[1], "METROPOLITAN") in found.DISTRICT_TYPE


@cache
def entries() -> list[Row]:
    return rows_of_table("register.csv")


def check_entry(row: Row) -> None:
    entry = entries()[int(row["key"].rsplit(".", 1)[1]) - 1]
    assert entry["subject"] == row["feature_id"]
    old, new = (set(layer(name)["PARCELID"]) for name in (OLD, NEW))
    is_parcel = entry["subject_kind"] == "parcel"
    number = entry["subject"].split(", ")[0]
    assert not is_parcel or (number in old) == (number != "002-0814-9999-001")
    verb, _, answer = row["answer"].partition(": ")
    assert verb in {"carried", "asked"}
    assert not is_parcel or all(each.split(", ")[0] in new for each in answer.split("; ") if each)


@cache
def counties() -> dict[str, shapely.Geometry]:
    table = layer("counties.gpkg")
    return dict(zip(table["NAME"], table.geometry, strict=True))


def check_counties(row: Row) -> None:
    # A county that has no more than a strip as wide as the accuracy of the county lines, 1 ft, is asked about.
    line = proposal(row["file"])
    wide = [name for name, land in counties().items() if not line.intersection(land).buffer(-0.5).is_empty]
    assert "; ".join(sorted(wide)) == row["answer"]


def check_width(row: Row) -> None:
    strip = counties()[row["feature_id"]].intersection(proposal(row["file"]))
    assert strip.area / 5280 == pytest.approx(float(row["answer"]), abs=GRID_FT)


def check_petition(row: Row) -> None:
    lines = rows_of_table(row["file"])
    assert [line["line"] for line in lines] == [str(number) for number in range(1, len(lines) + 1)]
    assert {dt.date.fromisoformat(line["date_signed"]).year for line in lines} == {2025}
    land = land_inside("proposal-lawful.geojson")
    signed = {folded(line["name_printed"]) for line in lines}
    # Each signer is an owner of record of the parcel that stands on the line.
    assert all(folded(line["name_printed"]) in land[line["parcel"]][0] for line in lines)
    area = signed_land_sqft("proposal-lawful.geojson", signed)
    people, feet = row["answer"].split("; ")
    assert len(signed) == int(people)
    assert area == pytest.approx(float(feet), abs=25)  # a hundred parcels, each some hundreds of feet around
    heads = Fraction(int(people), int(SITUATIONS["rolls.owners.count"]["answer"]))
    acres = Fraction(feet) / int(SITUATIONS["rolls.petition.all-land"]["answer"])
    assert row["state"] == ("pass" if max(heads, acres) >= ENOUGH else "fail")


def check_all_land(row: Row) -> None:
    land = land_inside("proposal-lawful.geojson").values()
    assert sum(area for _, area in land) == pytest.approx(float(row["answer"]), abs=50)


CHECKS: dict[str, Callable[[Row], None]] = {
    "rolls.split.farm": check_split,
    "rolls.split.street": check_split,
    "rolls.merge.farm": check_merge,
    "rolls.merge.works": check_merge,
    "rolls.renumbered": check_renumbered,
    "rolls.annexed.008": check_renumbered,
    "rolls.annexed.009": check_renumbered,
    "rolls.condominium": check_declared,
    "rolls.line.north": check_line,
    "rolls.line.south": check_line,
    **{f"rolls.values.{leading}": check_share for leading in ("1", "2", "7", "4", "5M")},
    "rolls.lawful.alder": check_assessed,
    "rolls.lawful.birch": check_assessed,
    "rolls.lawful.TSD-01": check_leading,
    "rolls.owners.count": check_owner_count,
    "rolls.owners.withheld": check_withheld,
    "rolls.owners.fold": check_spellings,
    "rolls.owners.no-fold": check_spellings,
    "rolls.owners.joint": check_owner,
    "rolls.owners.trust": check_owner,
    "rolls.owners.company": check_owner,
    "rolls.owners.town": check_owner,
    **{
        f"rolls.districts.{name}": check_district
        for name in ("sanitary", "utility", "metropolitan", "addition", "dissolved")
    },
    **{f"rolls.register.{number:02d}": check_entry for number in range(1, 18)},
    "rolls.flips.TSD-01": check_leading,
    "rolls.flips-excluded.TSD-01": check_leading,
    "rolls.two-counties.TSD-15": check_counties,
    "rolls.county-sliver.TSD-15": check_counties,
    "rolls.county-sliver.width": check_width,
    "rolls.petition.heads": check_petition,
    "rolls.petition.land": check_petition,
    "rolls.petition.too-few": check_petition,
    "rolls.petition.all-land": check_all_land,
}


def test_each_situation_has_a_check_and_each_check_a_situation() -> None:
    assert list(SITUATIONS) == list(CHECKS)


@pytest.mark.parametrize("key", SITUATIONS)
def test_situation(key: str) -> None:
    row = SITUATIONS[key]
    assert (SAMPLE / row["file"]).is_file()
    assert row["why"]
    CHECKS[key](row)


@pytest.mark.slow
def test_nothing_but_what_was_planted_differs() -> None:
    keys = ("rolls.split", "rolls.merge", "rolls.renumbered", "rolls.annexed", "rolls.line")
    planted = [row for key, row in SITUATIONS.items() if key.startswith(keys)]
    numbers = {each for row in planted for text in (row["feature_id"], row["answer"]) for each in text.split("; ")}
    numbers.discard("ROW")
    lot = SITUATIONS["rolls.condominium"]["feature_id"]
    numbers |= {lot, *(f"{lot}-{unit:02d}" for unit in range(1, 9))}
    dated = ["PARCELDATE", "TAXROLLYEAR", "LOADDATE", "ESTFMKVALUE"]
    valued = ["LNDVALUE", "IMPVALUE", "CNTASSDVALUE", "NETPRPTA", "GRSPRPTA"]
    tables = []
    for name in (OLD, NEW):
        table = layer(name)
        table = table[~table["PARCELID"].isin(numbers)].drop(columns=dated)
        table = table.assign(shape=table.geometry.to_wkb()).drop(columns="geometry")
        table.loc[table["PLACENAME"] == "TOWN OF BIRCH", valued] = None
        tables.append(table.sort_values(["PARCELID", "shape"], ignore_index=True))
    old, new = tables
    # The street that the lot became is a record of 2025 only.
    only = ~new["shape"].isin(set(old["shape"]))
    assert new["PARCELID"][only].tolist() == ["ROW"]
    pd.testing.assert_frame_equal(old, new[~only].reset_index(drop=True))


@pytest.mark.slow
def test_roll_of_the_year_before_is_well_made() -> None:
    table = layer(OLD)
    assert table.geometry.is_valid.all()
    assert set(table["TAXROLLYEAR"]) == {"2024"}
    assert (table["STATEID"] == table["PARCELFIPS"] + table["PARCELID"]).all()
    land = table[table["CNTASSDVALUE"].notna()][MONEY].astype(float)
    assert (land["CNTASSDVALUE"] == land["LNDVALUE"] + land["IMPVALUE"]).all()
    old, new = (table.drop_duplicates("geometry") for table in (table, layer(NEW)))
    assert old.area.sum() == pytest.approx(new.area.sum(), abs=10)
    # Nothing overlaps among what was drawn anew.
    planted = old[~old.geometry.to_wkb().isin(set(new.geometry.to_wkb()))]
    assert len(planted) == 8  # two joined, two and two cut, two with their line back
    one, other = old.sindex.query(planted.geometry, predicate="intersects")
    left, right = planted.geometry.iloc[one], old.geometry.iloc[other]
    common = left.intersection(right, align=False).to_numpy()
    same = left.to_wkb().to_numpy() == right.to_wkb().to_numpy()
    assert (shapely.area(common[~same]) < shapely.length(common[~same]) * GRID_FT + 1e-6).all()


@pytest.fixture(scope="module")
def between(sample_layers: Path) -> Difference:
    store = LayerStore(sample_layers)
    old, new = (each for each in store.manifests() if each.kind == "parcels")  # by vintage
    return difference(store.load(old), store.load(new), Fraction(141, 1000))


def _without_county(names: tuple[str, ...]) -> str:
    return "; ".join(name.split(", ")[0] for name in names)


@pytest.mark.slow
def test_townline_says_exactly_the_planted_changes(between: Difference) -> None:
    relation_of = {
        "split": "split",
        "merge": "merged",
        "renumbered": "renumbered",
        "annexed": "renumbered",
        "condominium": "stacked",
        "line": "moved",
    }
    expected = set()
    for key, row in SITUATIONS.items():
        relation = relation_of.get(key.split(".")[1])
        if relation == "stacked":
            units = "; ".join(f"{row['feature_id']}-{unit:02d}" for unit in range(1, int(row["answer"]) + 1))
            expected.add((relation, "likely", row["feature_id"], units))
        elif relation == "moved":
            expected.add((relation, "certain", row["feature_id"], row["feature_id"]))
        elif relation:
            expected.add((relation, "certain", row["feature_id"], row["answer"]))
    said = {
        (each.relation, each.confidence, _without_county(each.old), _without_county(each.new))
        for each in between.relations
        if each.relation != "changed"
    }
    assert said == expected
    # Values of one parcel that stayed: those whose cells differ between the two files, and no others.
    tables = [layer(name).drop_duplicates("PARCELID").set_index("PARCELID") for name in (OLD, NEW)]
    cells = [table[[*MONEY, "ESTFMKVALUE"]].astype(float).fillna(-1) for table in tables]
    common = cells[0].index.intersection(cells[1].index).drop(["ROW", "GAP", "HYDRO"])
    told = {each for _, _, old, new in expected for each in (*old.split("; "), *new.split("; "))}
    differs = (cells[0].loc[common] != cells[1].loc[common]).any(axis=1)
    changed = {_without_county(each.old) for each in between.relations if each.relation == "changed"}
    assert changed == set(common[differs]) - told
    (passed,) = between.passed
    assert _without_county((passed.land.old, passed.land.new)) == "008-0915-2824-001; 008-0915-2831-001"
    assert [(each.column, each.old, each.new) for each in between.throughout] == [("roll_year", "2024", "2025")]


@pytest.mark.slow
def test_townline_carries_and_asks_as_written_by_hand(between: Difference) -> None:
    read = read_entries((SAMPLE / "register.csv").read_bytes(), "register.csv")
    done = carry(read, lineage(between))
    said = {each.row: f"carried: {'; '.join(each.new_subjects)}" for each in done.carried}
    said |= {each.row: "asked" for each in done.asked}
    written = [row["answer"] for key, row in SITUATIONS.items() if key.startswith("rolls.register.")]
    assert [said[number] for number in range(1, len(read) + 1)] == written


@pytest.mark.slow
def test_townline_counts_the_owners_of_the_lawful_proposal(sample_layers: Path) -> None:
    store = LayerStore(sample_layers)
    *_, manifest = (each for each in store.manifests() if each.kind == "parcels")
    held = store.load(manifest).table.set_index("parcel_id")["owner_keys"]
    keys = {key for number in inside(NEW, "proposal-lawful.geojson") for key in held[number].split(",") if key}
    assert len(keys) == int(SITUATIONS["rolls.owners.count"]["answer"])


@pytest.mark.slow
@pytest.mark.parametrize(
    "key", [key for key in SITUATIONS if key.endswith(".TSD-15") or ("flips" in key and ".TSD-01" in key)]
)
def test_townline_finds_what_was_worked_by_hand(key: str, evaluator: Evaluator) -> None:
    row = SITUATIONS[key]
    found = evaluator.evaluate_file(SAMPLE / row["file"], dt.date(2026, 6, 15))
    finding: Finding
    (finding,) = (each for each in found.report.findings if each.rule == row["rule"])
    answer = "; ".join(finding.answer) if isinstance(finding.answer, list | tuple) else finding.answer
    assert (finding.state, answer) == (row["state"], row["answer"])
