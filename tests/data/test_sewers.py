"""Does each situation of the sewers give the answer that its author wrote beside it, before running?

Rows of data/boundaries/situations.csv whose keys begin with `sewers.`: the second word of the key is the ordinance that
is asked (`local` and `statute` are packaged with Townline and asked for by name), and the last words say what of the
answer the row states. What lies on the ground is read with plain geopandas too, in the plane of EPSG:8189 (US survey
feet).
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from pathlib import Path

import pytest

from gis.geometry.boundary import read_boundary
from gis.law.ordinance_files import Ordinances, load_ordinances
from gis.model.connections import LiableParcel, ParcelConnection, ProposedMain
from gis.model.exact import number_or_null
from gis.model.finding import Finding
from gis.proposals.connections.asked import Asked
from gis.proposals.connections.connections import connections
from gis.proposals.connections.one_parcel import parcel_answer
from gis.proposals.connections.proposed_main import Proposal, proposed_main
from gis.proposals.connections.records import connection_records
from gis.proposals.on_file import LayersOnFile, plain_frame
from gis.register.entries import Register
from gis.register.reading import read_register
from tests.data.plain_county import NEW, SAMPLE, Row, layer, situations

DATE = dt.date(2026, 6, 15)
FOOT_TENTHS = 0.1
"""Feet are told to a tenth in the rows; the written layers stand on a grid of 0.0001 m."""
ORDINANCES = {
    "tanner": "tanner",
    "elm": "elm",
    "fir": "fir",
    "local": "village-connections",
    "statute": "wis-stat-281.45",
    "proposed": "tanner",
}
"""Ordinance that the second word of a key names."""
ON_ANOTHER_DAY = {"sewers.local.waiver-over": dt.date(2026, 6, 16)}
ON_LINE_FT = 0.01
"""Points that share a line stand on one grid of 0.0001 m."""
SITUATIONS = situations("sewers.")
Parcels = dict[str, ParcelConnection]


@cache
def ordinances() -> Ordinances:
    return load_ordinances(sorted(SAMPLE.glob("ordinance-*.yaml")))


@cache
def register(date: dt.date) -> Register:
    file = SAMPLE / "register-sewers.csv"
    return read_register(file.read_bytes(), file.name, date)


def asked(key: str) -> Asked:
    date = ON_ANOTHER_DAY.get(key, DATE)
    return Asked(date, ordinances(), ORDINANCES[key.split(".")[1]], register(date))


@cache
def judged(layers: Path, ordinance: str, date: dt.date) -> Parcels:
    """Return what `townline connections` finds under an ordinance, by parcel."""
    found = connections(LayersOnFile(layers), Asked(date, ordinances(), ordinance, register(date)))
    return {parcel.parcel_id: parcel for parcel in found.answer.parcels}


def parcels_of(layers: Path, row: Row) -> Parcels:
    question = asked(row["key"])
    return judged(layers, question.ordinance or "", question.date)


@cache
def proposed(layers: Path, added_gpd: str) -> ProposedMain:
    drawn = read_boundary(SAMPLE / "main-proposed.geojson", plain_frame())
    assert drawn.line is not None
    return proposed_main(LayersOnFile(layers), asked("sewers.proposed"), Proposal(drawn.line, Fraction(added_gpd)))


def finding_of(parcel: ParcelConnection, rule: str) -> Finding:
    (found,) = [each for each in (parcel.finding, *parcel.more) if each is not None and each.rule == rule]
    return found


def said(value: object) -> str:
    """Write a value as the rows do: nothing for what is not known."""
    if isinstance(value, bool):
        return str(value).lower()
    return "" if value is None else str(value)


def of_sides(told: str) -> dict[str, object]:
    """Read "TANNER RD: 157.0; GLOVER RD: 402.0", each to a tenth of a foot; a gap has its source for a street."""
    sides = dict(side.rsplit(": ", 1) for side in told.split("; ")) if told else {}
    return {name: pytest.approx(float(feet), abs=FOOT_TENTHS) for name, feet in sides.items()}


def sides_with_sewers(parcel: ParcelConnection) -> dict[str, float]:
    """Return the feet of each street of a parcel in which a sewer runs that counts, or would count."""
    found: dict[str, float] = {}
    for front in parcel.fronts:
        if front.sewers and front.length_ft:
            street = front.street or front.source
            found[street] = found.get(street, 0.0) + float(front.length_ft)
    return found


def check_finding(layers: Path, row: Row) -> None:
    found = finding_of(parcels_of(layers, row)[row["feature_id"]], row["rule"])
    assert (found.state, said(found.answer)) == (row["state"], row["answer"]), found.because


def check_measure(layers: Path, row: Row) -> None:
    found = finding_of(parcels_of(layers, row)[row["feature_id"]], row["rule"])
    assert said(found.measures[row["key"].rsplit(".", 1)[1]]) == row["answer"], found.because


def check_reading(layers: Path, row: Row) -> None:
    found = finding_of(parcels_of(layers, row)[row["feature_id"]], row["rule"])
    reading = found.readings[row["key"].rsplit(".", 1)[1]]
    assert (reading.state, said(reading.answer)) == (row["state"], row["answer"])


def recorded_sides(parcel_id: str) -> dict[str, float]:
    """Return the feet that a parcel has in common with each street whose right-of-way is a record."""
    ways, (ground,) = layer("rights_of_way.gpkg"), layer(NEW).geometry[layer(NEW)["PARCELID"] == parcel_id]
    found: dict[str, float] = {}
    for way in ways[ways["STREET"].notna() & (ways.distance(ground) < ON_LINE_FT)].itertuples():
        common = float(ground.boundary.intersection(way.geometry.buffer(ON_LINE_FT)).length)
        found[way.STREET] = found.get(way.STREET, 0.0) + common
    return found


def check_fronts(layers: Path, row: Row) -> None:
    parcel, told = parcels_of(layers, row)[row["feature_id"]], of_sides(row["answer"])
    assert sides_with_sewers(parcel) == told
    recorded = recorded_sides(row["feature_id"])
    for street, feet in told.items():
        if street in recorded:
            assert recorded[street] == feet
        else:
            (front,) = [each for each in parcel.fronts if street in {each.street, each.source}]
            assert not front.is_certain


def check_sewers(layers: Path, row: Row) -> None:
    fronts = parcels_of(layers, row)[row["feature_id"]].fronts
    assert "; ".join(sorted({each for front in fronts for each in front.sewers})) == row["answer"]


def check_alley_sewers(layers: Path, row: Row) -> None:
    fronts = parcels_of(layers, row)[row["feature_id"]].fronts
    (alley,) = [front for front in fronts if front.kind == "alley"]
    assert "; ".join(alley.sewers) == row["answer"]


def check_by(layers: Path, row: Row) -> None:
    assert said(parcels_of(layers, row)[row["feature_id"]].connect_by) == row["answer"]


def check_main(layers: Path, row: Row) -> None:
    assert said(parcels_of(layers, row)[row["feature_id"]].serving_main) == row["answer"]


def check_charges(layers: Path, row: Row) -> None:
    parcel = parcels_of(layers, row)[row["feature_id"]]
    assert parcel.connected
    assert "; ".join(f"{charge.rule}: {charge.amount}" for charge in parcel.charges) == row["answer"]


def check_absent(layers: Path, row: Row) -> None:
    assert row["feature_id"] in set(layer(NEW)["PARCELID"])
    parcel = parcels_of(layers, row).get(row["feature_id"])
    assert parcel is None


def check_downstream(layers: Path, row: Row) -> None:
    way = parcel_answer(LayersOnFile(layers), asked(row["key"]), row["feature_id"]).parcel.downstream
    assert way is not None
    assert way.reaches_plant, way.why_broken
    assert f"{way.bottleneck}: {number_or_null(way.bottleneck_gpd)}" == row["answer"]


def check_made_liable(layers: Path, row: Row) -> None:
    answer = proposed(layers, "9600")
    listed: tuple[LiableParcel, ...] = answer.liable if row["state"] == "pass" else answer.open
    assert {each.parcel.parcel_id: float(each.frontage_ft) for each in listed} == of_sides(row["answer"])
    assert {each.parcel.state for each in listed} == {row["state"]}
    assert {each.state_before for each in listed} == {"undetermined"}


def check_liable_by(layers: Path, row: Row) -> None:
    (liable,) = proposed(layers, "9600").liable
    assert liable.parcel.parcel_id == row["feature_id"]
    assert liable.parcel.finding is not None
    assert liable.parcel.finding.measures["connect_by"] == row["answer"]


def check_capacity(layers: Path, row: Row) -> None:
    answer = proposed(layers, row["feature_id"])
    assert answer.capacity is not None
    assert (answer.capacity.state, answer.capacity.answer) == (row["state"], row["answer"])


def check_records(_: Path, row: Row) -> None:
    since, until = map(dt.date.fromisoformat, row["feature_id"].split("; "))
    told = connection_records(register(DATE), since, until)
    stated = {
        "count": str(told.count),
        "by-size": "; ".join(f"{number_or_null(each.size_in)}: {each.count}" for each in told.by_size),
        "by-user": "; ".join(f"{each.user}: {each.count}" for each in told.by_user),
        "flow": f"{number_or_null(told.flow_gpd)}; {told.flow_unknown}",
    }
    assert stated[row["key"].rsplit(".", 1)[1]] == row["answer"]


def check_district(_: Path, row: Row) -> None:
    name, day = row["feature_id"].split("; ")
    table = layer("districts.gpkg").set_index("DISTRICT").loc[name]
    assert (table["DISTRICT_TYPE"], str(table["ESTABLISHED"])[:10]) == ("TOWN SANITARY DISTRICT", day)
    # Its outline is four lines of at most 3,360 ft, each point on the grid of 0.0001 m.
    assert table.geometry.area == pytest.approx(float(row["answer"]), abs=25)
    assert table.geometry.within(layer("municipalities.gpkg").set_index("MCD_NAME").geometry["Birch"])


def check_tanner_mains(_: Path, row: Row) -> None:
    table = layer("sewers.gpkg.zip")
    own = table[table["OWNEDBY"] == row["feature_id"]]
    gravity, is_built = own["ASSETGROUP"] == "Gravity Main", own["LIFECYCLESTATUS"] == "In Service"
    counts = ((gravity & is_built).sum(), (gravity & ~is_built).sum(), (own["ASSETGROUP"] == "Force Main").sum())
    assert "; ".join(map(str, counts)) == row["answer"]
    # 948 + 1,224 ft; each of seven runs has both ends on the grid of 1/64 m.
    assert own.length[gravity & is_built].sum() == pytest.approx(948 + 1_224, abs=7 * 0.1)
    assert own.length[gravity & ~is_built].sum() == pytest.approx(872, abs=3 * 0.1)


CHECKS: dict[str, Callable[[Path, Row], None]] = {
    "sewers.district": check_district,
    "sewers.tanner.mains": check_tanner_mains,
    "sewers.proposed.liable": check_made_liable,
    "sewers.proposed.open": check_made_liable,
    "sewers.proposed.connect-by": check_liable_by,
    "sewers.proposed.capacity.enough": check_capacity,
    "sewers.proposed.capacity.too-much": check_capacity,
    "sewers.records.count": check_records,
    "sewers.records.by-size": check_records,
    "sewers.records.by-user": check_records,
    "sewers.records.flow": check_records,
}
ENDINGS: dict[str, Callable[[Path, Row], None]] = {
    "fronts": check_fronts,
    "sewers": check_sewers,
    "alley-sewers": check_alley_sewers,
    "by": check_by,
    "main": check_main,
    "charges": check_charges,
    "absent": check_absent,
    "downstream": check_downstream,
}


def check_of(key: str) -> Callable[[Path, Row], None]:
    """Return what a row states of its parcel: by its whole key, or by how the key ends; else state and answer."""
    words = key.split(".")
    if "measure" in words:
        return check_measure
    if "reading" in words:
        return check_reading
    return CHECKS.get(key) or ENDINGS.get(words[-1], check_finding)


def test_no_two_rows_have_one_key_and_each_check_has_a_row() -> None:
    with (SAMPLE / "situations.csv").open(encoding="utf-8") as handle:
        keys = [line.split(",")[0] for line in handle if line.startswith("sewers.")]
    assert len(keys) == len(set(keys)) == len(SITUATIONS)
    used = {check_of(key) for key in SITUATIONS}
    assert used == {*CHECKS.values(), *ENDINGS.values(), check_measure, check_reading, check_finding}


@pytest.mark.slow
@pytest.mark.parametrize("key", list(SITUATIONS))
def test_situation(key: str, sample_layers: Path) -> None:
    row = SITUATIONS[key]
    assert (SAMPLE / row["file"]).is_file()
    assert row["why"]
    check_of(key)(sample_layers, row)
