"""Do the sample's annexations, private systems and land once excluded give what was worked by hand?

Each row is worked twice: with plain geopandas and fractions in the plane of EPSG:8189 (US survey feet), and by
Townline over the imported sample. Keys of data/boundaries/situations.csv that begin with `districts.` are checked here.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from pathlib import Path

import pytest
import shapely

from gis.geometry.boundary import read_boundary
from gis.model.private_systems import PrivateSystems
from gis.proposals.annexation import Annexed, annex
from gis.proposals.on_file import LayersOnFile, plain_frame
from gis.proposals.private_systems import Charge, private_systems
from gis.register.entries import Register
from gis.register.reading import read_register
from tests.data.plain_county import NEW, SAMPLE, Row, layer, proposal, rows_of_table, situations

DATE = dt.date(2026, 6, 15)
ACRE_SQFT = 43_560
LINE_SQFT = 25
"""How far an area may be off: some miles of line, each point on the grid of 0.0001 m."""
GRID_FT = 0.05
"""The step of the sewers' own grid, 1/64 m, rounded down to a tenth's half: lengths are told to a tenth of a foot."""
CREDITED_FROM = dt.date(1982, 5, 14)
"""Wis. Stat. 60.726(2): installed within ten years before May 14, 1992."""
LAWFUL, LAKE = "Alder and Birch Sanitary District", "Lake Fable Sanitary District"
EXCLUDED_UNTIL = dt.date(1990, 4, 19)
"""Wis. Stat. 60.726(1)."""
SITUATIONS = situations("districts.")


@cache
def district(name: str) -> shapely.Geometry:
    if name.endswith(".geojson"):
        return proposal(name)
    table = layer("districts.gpkg")
    (found,) = table.geometry[table["DISTRICT"] == name]
    return found


def leaving(key: str) -> shapely.Geometry:
    row = SITUATIONS[f"{key}.leaves"]
    return proposal(row["file"]).intersection(district(row["feature_id"]))


def parcels_leaving(key: str) -> dict[str, float]:
    """Return the square feet of each numbered parcel in the land that leaves."""
    table = layer(NEW)
    near = table[table["PARCELID"].str.contains(r"\d", regex=True)].drop_duplicates(["PARCELID", "geometry"])
    areas = near.set_index("PARCELID").geometry.intersection(leaving(key)).area
    return {str(number): area for number, area in areas[areas > 1].items()}


def check_leaves(row: Row) -> None:
    key, what = row["key"].rsplit(".", 1)
    rest = district(row["feature_id"]).difference(proposal(row["file"]))
    found = leaving(key) if what == "leaves" else rest
    assert found.area == pytest.approx(float(row["answer"]), abs=LINE_SQFT)
    # In one piece, but for strips that are the rounding of two lines.
    assert sum(part.area > LINE_SQFT for part in shapely.get_parts(rest)) == 1
    assert row["state"] == "part_leaves"


def check_parcels(row: Row) -> None:
    assert len(parcels_leaving(row["key"].rsplit(".", 1)[0])) == int(row["answer"])


def mains_leaving(key: str) -> dict[str, float]:
    table = layer("sewers.gpkg.zip")
    lengths = table.set_index("FACILITYID").geometry.intersection(leaving(key)).length
    return {str(main): length for main, length in sorted(lengths[lengths > 0].items())}


def check_mains(row: Row) -> None:
    found = mains_leaving(row["key"].rsplit(".", 1)[0])
    told = dict(each.split(": ") for each in row["answer"].split("; ")) if row["answer"] != "0" else {}
    assert found == {main: pytest.approx(float(feet), abs=GRID_FT) for main, feet in told.items()}


def check_nodes(row: Row) -> None:
    table = layer("sewer_nodes.gpkg.zip")
    inside = table["FACILITYID"][table.intersects(leaving(row["key"].rsplit(".", 1)[0]))]
    assert "; ".join(sorted(inside)) == row["answer"]


def entries(name: str, number: str, kind: str) -> list[str]:
    """Return the values of a kind of entry on a parcel."""
    return [
        entry["value"]
        for entry in rows_of_table(name)
        if (entry["subject"].split(", ")[0], entry["kind"]) == (number, kind)
    ]


def check_money(row: Row) -> None:
    told = []
    for number in sorted(parcels_leaving(row["key"].rsplit(".", 1)[0])):
        levied, paid = (
            sum((Fraction(value) for value in entries(row["file"], number, kind)), Fraction(0))
            for kind in ("assessment_levied", "assessment_paid")
        )
        lien = ", lien" if entries(row["file"], number, "lien_recorded") else ""
        if levied > paid or lien:
            told.append(f"{number}: {float(levied - paid):.2f}{lien}")
    assert "; ".join(told) == row["answer"]


def on_district(name: str, kind: str) -> dt.date:
    (day,) = {entry["date"] for entry in rows_of_table(name) if entry["kind"] == kind}
    return dt.date.fromisoformat(day)


def check_credit(row: Row) -> None:
    name, lot = row["file"], row["feature_id"]
    (system,) = (each for each in rows_of_table("private_systems.csv") if each["PARCELID"] == lot)
    assert proposal("proposal-lawful.geojson").covers(layer(NEW).set_index("PARCELID").geometry[lot].buffer(-1))
    conforms, since = (entries(name, lot, f"private_system_{kind}") for kind in ("conforms", "in_operation"))
    installed = dt.date.fromisoformat(system["INSTALL_DATE"])
    told = entries(name, lot, "cost_information_given") != ["no"] and conforms != ["no"]
    if not told or not CREDITED_FROM <= installed < on_district(name, "established"):
        assert (row["state"], row["answer"]) == ("not_applicable", "0.00")
        return
    if not conforms or not since:
        assert (row["state"], row["answer"]) == ("needs_evidence", "")
        return
    (cost,) = entries(name, lot, "private_system_cost") or [system["COST"]]
    grants = entries(name, lot, "private_system_grant") or [system["WI_FUND_GRANT"]]
    begun, charged = dt.date.fromisoformat(since[0]), on_district(name, "charge_issued")
    years = charged.year - begun.year - ((charged.month, charged.day) < (begun.month, begun.day))
    net = Fraction(cost) - sum(Fraction(grant) for grant in grants)
    assert (row["state"], row["answer"]) == ("pass", f"{float(net / 10 * max(0, 10 - years)):.2f}")


def check_total(row: Row) -> None:
    lots = [each for each in SITUATIONS.values() if each["key"].startswith("districts.credit.0")]
    assert sum(Fraction(each["answer"] or 0) for each in lots) == Fraction(row["answer"])


def excluded() -> list[str]:
    return sorted(
        entry["subject"].split(", ")[0]
        for entry in rows_of_table("register-lake.csv")
        if (entry["kind"], entry["value"]) == ("excluded_under_former_law", "yes")
    )


def check_excluded(row: Row) -> None:
    assert "; ".join(excluded()) == row["answer"]
    day = DAY_OF[row["key"].split(".")[2]]
    assert on_district(row["file"], "established") < day
    assert row["state"] == ("pass" if day >= EXCLUDED_UNTIL else "fail")


def check_excluded_area(row: Row) -> None:
    land = proposal(row["feature_id"])
    if DAY_OF[row["key"].split(".")[2]] < EXCLUDED_UNTIL:
        land = land.difference(shapely.union_all(layer(NEW).set_index("PARCELID").geometry[excluded()].to_numpy()))
    assert land.area / ACRE_SQFT == pytest.approx(float(row["answer"]), abs=0.0005)


DAY_OF = {"before": dt.date(1990, 4, 18), "after": dt.date(1990, 4, 19)}
CHECKS: dict[str, Callable[[Row], None]] = {
    "districts.spindle.leaves": check_leaves,
    "districts.spindle.remains": check_leaves,
    "districts.spindle.parcels": check_parcels,
    "districts.spindle.mains": check_mains,
    "districts.spindle.money": check_money,
    "districts.elm.leaves": check_leaves,
    "districts.elm.remains": check_leaves,
    "districts.elm.parcels": check_parcels,
    "districts.elm.mains": check_mains,
    "districts.elm.nodes": check_nodes,
    "districts.elm.money": check_money,
    **{
        f"districts.credit.{lot}": check_credit
        for lot in (
            "002-0814-1643-005",
            "002-0814-1643-008",
            "002-0814-1643-028",
            "002-0814-1643-036",
            "002-0814-1641-020",
            "002-0814-1641-033",
            "002-0814-1641-038",
            "004-0814-1533-008",
            "004-0814-1533-032",
            "002-0814-1643-002",
        )
    },
    "districts.credit.total": check_total,
    "districts.excluded.before": check_excluded,
    "districts.excluded.before.area": check_excluded_area,
    "districts.excluded.after": check_excluded,
    "districts.excluded.after.area": check_excluded_area,
}


def test_each_situation_has_a_check_and_each_check_a_situation() -> None:
    assert list(SITUATIONS) == list(CHECKS)


@pytest.mark.parametrize("key", SITUATIONS)
def test_situation(key: str) -> None:
    row = SITUATIONS[key]
    assert (SAMPLE / row["file"]).is_file()
    assert row["why"]
    CHECKS[key](row)


def register(name: str) -> Register:
    return read_register((SAMPLE / name).read_bytes(), name, DATE)


def told_by(found: Annexed) -> dict[str, str]:
    """Return what Townline says, by the last part of the key, as the table has it."""
    effect = found.effect
    return {
        "parcels": str(sum(any(sign.isdigit() for sign in parcel.parcel_id) for parcel in effect.parcels)),
        "mains": "; ".join(f"{main.sewer_id}: {float(main.length_leaving_ft):.1f}" for main in effect.mains) or "0",
        "nodes": "; ".join(sorted(node.node_id for node in effect.nodes)),
        "money": "; ".join(
            f"{each.parcel_id}: {float(each.owed):.2f}{', lien' if each.lien_recorded else ''}"
            for each in effect.money_open
        ),
    }


@pytest.mark.slow
@pytest.mark.parametrize(
    ("key", "name"), [("districts.spindle", "register-spindle.csv"), ("districts.elm", "register-lawful.csv")]
)
def test_townline_tells_what_an_annexation_takes(key: str, name: str, sample_layers: Path) -> None:
    row = SITUATIONS[f"{key}.leaves"]
    of = row["feature_id"]
    district_of = SAMPLE / of if of.endswith(".geojson") else of
    found = annex(SAMPLE / row["file"], district_of, sample_layers, DATE, register=register(name))
    assert found.effect.outcome == row["state"]
    assert (found.effect.remains_parts, found.remaining is None) == (1, False)
    assert float(found.effect.leaves_sqft) == pytest.approx(float(row["answer"]), abs=LINE_SQFT)
    remains = float(SITUATIONS[f"{key}.remains"]["answer"])
    assert float(found.effect.remains_acres) * ACRE_SQFT == pytest.approx(remains, abs=LINE_SQFT)
    rows = {what: SITUATIONS[at] for what in told_by(found) if (at := f"{key}.{what}") in SITUATIONS}
    told = told_by(found)
    assert {what: told[what] for what in rows} == {what: each["answer"] for what, each in rows.items()}


def judged(line: str, name: str, district_name: str, layers: Path, on: dt.date | None = None) -> PrivateSystems:
    boundary = read_boundary(SAMPLE / line, plain_frame())
    charge = Charge(district=district_name, territory_on=on)
    return private_systems(boundary, LayersOnFile(layers), DATE, charge, register(name)).answer


@pytest.mark.slow
def test_townline_computes_the_credits(sample_layers: Path) -> None:
    found = judged("proposal-lawful.geojson", "register-lawful.csv", LAWFUL, sample_layers)
    said = {finding.subject: (finding.state.value, finding.answer or "") for finding in found.credits}
    rows = [row for key, row in SITUATIONS.items() if key.startswith("districts.credit.0")]
    assert {row["feature_id"]: said[row["feature_id"]] for row in rows} == {
        row["feature_id"]: (row["state"], row["answer"]) for row in rows
    }
    assert found.credit_total == Fraction(SITUATIONS["districts.credit.total"]["answer"])
    (younger,) = (each for each in found.credits if each.subject == "002-0814-1641-033")
    assert younger.readings["grants_off_share"].answer == "0.00"


@pytest.mark.slow
@pytest.mark.parametrize("when", ["before", "after"])
def test_townline_tells_the_land_that_former_law_excluded(when: str, sample_layers: Path) -> None:
    row = SITUATIONS[f"districts.excluded.{when}"]
    found = judged("proposal-one-town.geojson", row["file"], LAKE, sample_layers, DAY_OF[when])
    assert [(str(each.subject), each.state.value) for each in found.inclusions] == [
        (number, row["state"]) for number in row["answer"].split("; ")
    ]
    acres = float(SITUATIONS[f"districts.excluded.{when}.area"]["answer"])
    assert float(found.territory_acres) == pytest.approx(acres, abs=0.0005)
