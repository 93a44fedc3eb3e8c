"""Do the sample's units, votes and proposals give the numbers of signatures that were worked by hand?

Each number is found twice: with plain geopandas and fractions in the plane of EPSG:8189 (US survey feet), and by
Townline over the imported sample. Keys of data/boundaries/situations.csv that begin with `votes.` are checked here.
"""

from __future__ import annotations

import csv
import datetime as dt
import json
import re
import shutil
from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from functools import cache
from math import ceil
from pathlib import Path
from typing import Any, NamedTuple

import geopandas as gpd
import pytest
import shapely

from gis.layers.importing import ImportRequest, import_layer
from gis.model.finding import Finding
from gis.proposals.brought import Brought
from gis.proposals.evaluate import Evaluator

SAMPLE = Path(__file__).resolve().parents[2] / "data" / "boundaries"
ORIGIN_FT = (846_000, 600_000)
MILE = 5280
AREA_SQFT = 2
"""How far an area may be off: 20,000 ft of line, each point on the grid of 0.0001 m, rounded up."""
DATE = dt.date(2026, 6, 15)
ACCURACY_FT = Fraction(1, 10)
SLIVER_SQFT = 300
"""Less than the strip of the village in the sliver proposal, 0.04 x 5,280, rounded up; no other part is so small."""
CLASSES = {"T": "Town", "V": "Village", "C": "City"}
Row = dict[str, str]

with (SAMPLE / "situations.csv").open(encoding="utf-8", newline="") as _handle:
    SITUATIONS = {row["key"]: row for row in csv.DictReader(_handle) if row["key"].startswith("votes.")}


@cache
def layer(name: str) -> gpd.GeoDataFrame:
    table = gpd.read_file(SAMPLE / name).to_crs("EPSG:8189")
    return table.set_geometry(table.translate(-ORIGIN_FT[0], -ORIGIN_FT[1]))


@cache
def towns() -> dict[str, shapely.Geometry]:
    return {f"{CLASSES[row.CTV]} of {row.MCD_NAME}": row.geometry for row in layer("municipalities.gpkg").itertuples()}


@cache
def units() -> dict[tuple[str, str], shapely.Geometry]:
    table = layer("reporting_units.gpkg")
    return {(f"{CLASSES[row.CTV]} of {row.MCD_NAME}", row.REP_UNIT): row.geometry for row in table.itertuples()}


def proposal(name: str) -> shapely.Geometry:
    return layer(f"proposal-{name}.geojson").geometry[0]


@cache
def votes(file: str, year: int) -> dict[tuple[str, str], Fraction]:
    with (SAMPLE / file).open(encoding="utf-8", newline="") as handle:
        rows = list(csv.DictReader(handle))
    column = f"GOVTOT{year % 100}"
    return {
        (f"{CLASSES[row['CTV']]} of {row['MCD_NAME']}", row["REP_UNIT"]): Fraction(row[column])
        for row in rows
        if row[column]
    }


def votes_of(place: str, year: int = 2022) -> Fraction:
    return sum((cast for (where, _), cast in votes("votes.csv", year).items() if where == place), Fraction(0))


def unit_of(row: Row) -> tuple[str, str]:
    place, unit = row["feature_id"].split(", ")
    return place, unit


def check_parts(row: Row) -> None:
    parts = shapely.get_parts(units()[unit_of(row)])
    assert len(parts) == int(row["answer"])
    assert min(part.area for part in parts) == pytest.approx(330 * 330, abs=AREA_SQFT)
    assert parts[0].distance(parts[1]) > 1_000


def check_off_line(row: Row) -> None:
    over = units()[unit_of(row)].intersection(towns()["Town of Cedar"])
    # Half a mile and a mile and a half north of the county line.
    for y in (4.5 * MILE, 5.5 * MILE):
        line = shapely.LineString([(3 * MILE - 200, y), (3 * MILE + 200, y)])
        assert over.intersection(line).length == pytest.approx(float(row["answer"]), abs=0.01)


def check_unit_area(row: Row) -> None:
    assert units()[unit_of(row)].area == pytest.approx(float(row["answer"]), abs=AREA_SQFT)


def check_ghost(row: Row) -> None:
    assert unit_of(row) not in units()
    assert unit_of(row) not in votes("votes.csv", 2018)
    assert votes("votes.csv", 2022)[unit_of(row)] == int(row["answer"])


def check_zero(row: Row) -> None:
    assert unit_of(row) in units()
    assert votes("votes.csv", 2022)[unit_of(row)] == int(row["answer"])


def check_total(row: Row) -> None:
    year = int(row["key"].rsplit(".", 1)[1])
    assert sum(votes("votes.csv", year).values()) == int(row["answer"])
    assert all(cast.denominator == 1 for cast in votes("votes.csv", year).values())


def check_modelled_total(row: Row) -> None:
    spread = votes("votes_modelled.csv", 2022)
    assert {place for place, _ in spread} == {row["feature_id"]}
    assert sum(spread.values()) == int(row["answer"]) == votes_of(row["feature_id"])
    assert all(cast.denominator > 1 for cast in spread.values())


def check_population(row: Row) -> None:
    with (SAMPLE / row["file"]).open(encoding="utf-8", newline="") as handle:
        rows = list(csv.DictReader(handle))
    assert {f"{CLASSES[one['Muni Type']]} of {one['Municipality Name']}" for one in rows} == set(towns())
    assert sum(int(one["Final Estimate 2025"]) for one in rows) == int(row["answer"])
    assert all(int(one["Voting Age Estimate 2025"]) < int(one["Final Estimate 2025"]) for one in rows)


def check_proposal_area(row: Row) -> None:
    ground = proposal("one-town")
    assert ground.area == pytest.approx(float(row["answer"]), abs=AREA_SQFT)
    assert towns()[row["feature_id"]].covers(ground)


MEASURED: dict[str, Callable[[Row], None]] = {
    "votes.unit.parts": check_parts,
    "votes.unit.off-line": check_off_line,
    "votes.unit.alder-4": check_unit_area,
    "votes.unit.birch-3": check_unit_area,
    "votes.unit.ghost": check_ghost,
    "votes.unit.zero": check_zero,
    "votes.total.2022": check_total,
    "votes.total.2018": check_total,
    "votes.modelled.total": check_modelled_total,
    "votes.population.2025": check_population,
    "votes.one-town.area": check_proposal_area,
}


class Asked(NamedTuple):
    """What is stated beside the map, and which reading answers."""

    stated: dict[str, Any] = {}  # noqa: RUF012 -- never changed
    reading: str | None = None


JUDGED: dict[str, Asked] = {
    "votes.lawful.TSD-15": Asked(),
    "votes.lawful.TSD-26": Asked(),
    "votes.lawful.TSD-31": Asked(),
    "votes.lawful.TSD-32": Asked(),
    "votes.lawful.TSD-32.municipality": Asked(reading="municipality"),
    "votes.lawful.TSD-32.2018": Asked({"petition_filed": "2022-06-01"}),
    "votes.lawful.TSD-32.enough": Asked({"signatures_valid": 136}),
    "votes.lawful.TSD-32.short": Asked({"signatures_valid": 135}),
    "votes.unlawful.TSD-15": Asked(),
    "votes.unlawful.TSD-32": Asked(),
    "votes.sliver.TSD-15": Asked(),
    "votes.sliver.TSD-31": Asked(),
    "votes.sliver.TSD-32": Asked(),
    "votes.one-town.TSD-15": Asked(),
    "votes.one-town.TSD-26": Asked(),
    "votes.one-town.TSD-31": Asked(),
    "votes.one-town.TSD-31.land": Asked(reading="land_only"),
    "votes.one-town.TSD-31.modelled": Asked(),
    "votes.one-town.TSD-32": Asked(),
    "votes.one-unit.TSD-15": Asked(),
    "votes.one-unit.TSD-26": Asked(),
    "votes.one-unit.TSD-26.enough": Asked({"signatures_valid": 128}),
    "votes.one-unit.TSD-26.short": Asked({"signatures_valid": 127}),
}
NUMBERS = [key for key, row in SITUATIONS.items() if key in JUDGED and row["answer"].isdigit()]


def test_each_situation_has_a_check_and_each_check_a_situation() -> None:
    assert list(SITUATIONS) == [*MEASURED, *JUDGED]
    assert all((SAMPLE / row["file"]).is_file() and row["why"] for row in SITUATIONS.values())


@pytest.mark.parametrize("key", MEASURED)
def test_situation(key: str) -> None:
    MEASURED[key](SITUATIONS[key])


def land(ground: shapely.Geometry, *, without_water: bool) -> float:
    table = layer("water.gpkg")
    lakes = table.geometry[table.geom_type.isin(["Polygon", "MultiPolygon"])]
    water = shapely.union_all(lakes.to_numpy()).intersection(ground).area if without_water else 0.0
    return float(ground.area) - float(water)


def vote_by_municipality(ground: shapely.Geometry, *, without_water: bool = False) -> float:
    total = 0.0
    for place, whole in towns().items():
        inside = ground.intersection(whole)
        if inside.area > SLIVER_SQFT:
            share = land(inside, without_water=without_water) / land(whole, without_water=without_water)
            total += share * float(votes_of(place))
    return total


def vote_by_unit(ground: shapely.Geometry, year: int) -> float:
    inside = {unit: ground.intersection(whole).area for unit, whole in units().items()}
    shares = {unit: area / units()[unit].area for unit, area in inside.items() if area > SLIVER_SQFT}
    cast = votes("votes.csv", year)
    return float(sum(share * float(cast[unit]) for unit, share in shares.items()))


@pytest.mark.parametrize("key", NUMBERS)
def test_number_of_signatures_by_plain_arithmetic(key: str) -> None:
    row = SITUATIONS[key]
    ground = proposal(key.split(".")[1])
    if row["rule"] == "TSD-31" or key.endswith("municipality"):
        vote = vote_by_municipality(ground, without_water=key.endswith("land"))
    else:
        vote = vote_by_unit(ground, 2018 if key.endswith("2018") else 2022)
    if row["rule"] == "TSD-26":
        # A whole unit: the line and the unit's outline are the same but for their rounding.
        assert vote == pytest.approx(round(vote), abs=0.01)
        vote = round(vote)
    assert ceil(vote / 5) == int(row["answer"])
    said = re.search(r"a fifth of which is (\d+(?:\.\d+)?)", row["why"])
    assert said is None or float(said[1]) == pytest.approx(vote / 5, abs=0.006)
    assert (said is None) == key.endswith(("enough", "short", "modelled"))


def test_units_tile_their_municipalities() -> None:
    for place, whole in towns().items():
        parts = [ground for (where, _), ground in units().items() if where == place]
        # Hazel reaches over the town line: two sections of up to 5,289 ft, 2 ft wide.
        over = 2 * 2 * MILE if place == "Town of Hazel" else 0
        assert sum(part.area for part in parts) - whole.area == pytest.approx(over, abs=20), place
        assert whole.difference(shapely.union_all(parts)).area < 1, place


def test_each_unit_with_votes_is_drawn_but_the_ghost() -> None:
    cast = votes("votes.csv", 2022)
    assert set(cast) - set(units()) == {("City of Fir", "Ward 6")}
    assert set(units()) <= set(cast)
    assert set(units()) == set(votes("votes.csv", 2018))


@pytest.mark.parametrize("name", ["one-town", "one-unit"])
def test_proposal_is_a_valid_polygon_as_rfc_7946_has_it(name: str) -> None:
    content = json.loads((SAMPLE / f"proposal-{name}.geojson").read_text("utf-8"))
    assert set(content) == {"type", "features"}
    ground = shapely.geometry.shape(content["features"][0]["geometry"])
    assert ground.is_valid
    assert ground.exterior.is_ccw


def found(evaluator: Evaluator, key: str, editions: dict[str, str] | None = None) -> Finding:
    rule, file = SITUATIONS[key]["rule"], SAMPLE / SITUATIONS[key]["file"]
    report = evaluator.evaluate_file(
        file, DATE, editions, boundary_accuracy_ft=ACCURACY_FT, brought=Brought({rule: JUDGED[key].stated})
    ).report
    assert len(report.findings) == len({one.rule for one in report.findings}) == len(report.rules)
    return next(one for one in report.findings if one.rule == rule)


def answer_words(answer: object) -> str:
    return "; ".join(map(str, answer)) if isinstance(answer, list) else "" if answer is None else str(answer)


@pytest.mark.slow
@pytest.mark.parametrize("key", [key for key in JUDGED if not key.endswith("modelled")])
def test_townline_gives_the_answer_worked_by_hand(evaluator: Evaluator, key: str) -> None:
    row, finding = SITUATIONS[key], found(evaluator, key)
    name = JUDGED[key].reading
    said = finding if name is None else finding.readings[name]
    assert (said.state.value, answer_words(said.answer)) == (row["state"], row["answer"])
    # Where a number was computed, the accuracy of the layers does not turn it.
    assert finding.margin is None or finding.margin.holds is not False


@pytest.mark.slow
def test_the_modelled_table_gives_the_same_number_and_says_that_it_is_modelled(
    sample_layers: Path, tmp_path: Path
) -> None:
    key = "votes.one-town.TSD-31.modelled"
    layers = tmp_path / "layers"
    shutil.copytree(sample_layers, layers)
    request = ImportRequest("votes", SAMPLE / "votes_modelled.csv", preset="wi-votes", vintage="2022-11-08")
    edition = import_layer(request, layers).manifest.edition
    finding = found(Evaluator(layers), key, {"votes": edition})
    assert (finding.state.value, answer_words(finding.answer)) == (SITUATIONS[key]["state"], SITUATIONS[key]["answer"])
    assert finding.measures["votes_basis"] == "modelled"
    assert Decimal(str(finding.measures["votes_for_governor"])) == 1440


@pytest.mark.slow
def test_the_district_and_its_units_are_told_in_square_miles(evaluator: Evaluator) -> None:
    territory = evaluator.evaluate_file(SAMPLE / "proposal-lawful.geojson", DATE).report.territory
    assert territory is not None
    inside = {part.unit: float(part.area_sqmi) for part in territory.reporting_units}
    # votes.lawful.TSD-32: 12,150,938.25 and 6,369,989 sq ft of 27,878,400 to the square mile.
    assert inside == pytest.approx({"Ward 4": 0.435855, "Ward 3": 0.228492}, abs=1e-6)
