"""Is the stormwater utility of an ordinance file read strictly, and laid over the law?"""

from __future__ import annotations

import datetime as dt
from fractions import Fraction
from pathlib import Path

import pytest

from gis.errors import LawFileInvalid, LawUnknown
from gis.law.loader import load_law
from gis.law.ordinance_files import Ordinances, load_ordinances
from gis.law.ordinance_reading import STORMWATER, rules_of, stormwater_rules_of
from gis.model.facts.stormwater import ParcelRunoffFacts, Surface
from gis.model.ordinance import Ordinance
from gis.model.stormwater_policy import CreditStep, StormwaterPolicy, SurfaceWeight, Tier
from gis.proposals.connections.asked import Asked
from gis.rules.stormwater.assigning import assigned_units

DAY = dt.date(2026, 6, 15)
OAK = """\
id: oak
title: City of Oak, stormwater
citation: City of Oak Code 30
applies_in:
  kind: city
  name: City of Oak
in_force:
  from: 2015-01-01
stormwater:
  district: Oak Stormwater Utility
  rate: 21.50
  weights:
    gravel:
      weight: 0.5
      source: City of Oak Code 30.2
    pavers:
      weight: null
      source: City of Oak Code 30.2
  tiers:
    - up_to_sqft: 2500
      units: 1
    - units: 2.5
  single_family_tiers:
    - units: 0.75
  duplex_units_per_dwelling: 0.6
  multifamily_units_per_dwelling: null
  credits:
    - name: pond
      portion_off: 0.25
      conditions:
        - The pond is inspected each year.
      source: City of Oak Code 30.9
  credits_on: units
  credit_order: of_the_whole
  credits_at_most_portion: 0.4
  raster_weights:
    - class: 24
      weight: 0.9
      source: City of Oak Code 30.3
    - class: 0
      weight: null
      source: City of Oak Code 30.3
  shared_ground: equal_parts
parameters:
  eru_cap:
    unit: eru
    values:
      - from: 2015-01-01
        value: 40
        citation: City of Oak Code 30.5
"""


def load(folder: Path, text: str) -> Ordinances:
    path = folder / "oak.yaml"
    path.write_text(text, encoding="utf-8")
    return load_ordinances([path])


def oak(folder: Path, text: str = OAK) -> Ordinance:
    return load(folder, text).get("oak", DAY)


def test_every_part_is_read_exactly(tmp_path: Path) -> None:
    found = oak(tmp_path)
    assert (found.utility_district, found.stormwater_rate) == ("Oak Stormwater Utility", Fraction(43, 2))
    assert found.stormwater == StormwaterPolicy(
        weights=(
            SurfaceWeight("gravel", Fraction(1, 2), "City of Oak Code 30.2"),
            SurfaceWeight("pavers", None, "City of Oak Code 30.2"),
        ),
        raster_weights=(
            SurfaceWeight("24", Fraction(9, 10), "City of Oak Code 30.3"),
            SurfaceWeight("0", None, "City of Oak Code 30.3"),
        ),
        tiers=(Tier(Fraction(1), Fraction(2500)), Tier(Fraction(5, 2))),
        single_family_tiers=(Tier(Fraction(3, 4)),),
        duplex_units_per_dwelling=Fraction(3, 5),
        multifamily_units_per_dwelling=None,
        shared_ground="equal_parts",
        credits=(CreditStep("pond", Fraction(1, 4), ("The pond is inspected each year.",), "City of Oak Code 30.9"),),
        credits_on="units",
        credit_order="of_the_whole",
        credits_at_most_portion=Fraction(2, 5),
    )


def test_the_villages_text_on_file_sets_no_lists_and_no_rate() -> None:
    found = load_ordinances().get("mukwonago", DAY)
    # Mukwonago ch. 86, creation of Utility District No. 1; rate and credits are left to the annual resolution.
    assert (found.utility_district, found.stormwater_rate) == ("Utility District No. 1", None)
    assert found.stormwater == StormwaterPolicy()
    assert {each.id for each in load_ordinances().in_force(DAY) if each.stormwater is not None} == {"mukwonago"}


def test_the_rules_of_stormwater_are_no_rules_of_connections(tmp_path: Path) -> None:
    found = oak(tmp_path)
    assert (rules_of(found), stormwater_rules_of(found)) == ((), STORMWATER)
    cksd = load_ordinances().get("cksd", DAY)
    assert stormwater_rules_of(cksd) == ()


def test_its_numbers_stand_in_place_of_the_laws(tmp_path: Path) -> None:
    ordinances = load(tmp_path, OAK)
    own = ordinances.parameters(ordinances.get("oak", DAY), DAY)
    assert own.number("eru_cap") == 40
    assert own.get("eru_cap").citation == "City of Oak Code 30.5"
    assert own.number("eru_sqft") == load_law().parameters(DAY).number("eru_sqft") == 3000


def test_a_parcel_is_judged_by_the_file_alone(tmp_path: Path) -> None:
    ordinances = load(tmp_path, OAK)
    found = ordinances.get("oak", DAY)
    assert found.stormwater is not None
    facts = ParcelRunoffFacts(
        development="nonresidential",
        developed=True,
        surfaces=(Surface("roof", Fraction(2000)), Surface("gravel", Fraction(1000))),
        impervious_2004_sqft=Fraction(0),
        lot_area_sqft=Fraction(20_000),
    )
    # 2,000 + 1,000 / 2 = 2,500 sq ft, on the edge of the tiers and so in the lower one: 1 unit. By the text on file
    # gravel is open.
    assert assigned_units(facts, ordinances.parameters(found, DAY), found.stormwater).units == 1


def test_of_connections_it_says_nothing(tmp_path: Path) -> None:
    ordinances = load(tmp_path, OAK)
    found = ordinances.get("oak", DAY)
    assert found.connection_rule is None
    with pytest.raises(ValueError, match="no duty to connect"):
        _ = found.duty_rule
    assert {each.id for each in Asked(DAY, ordinances).chosen()} == {"cksd", "mukwonago"}
    with pytest.raises(LawUnknown, match="about stormwater only"):
        Asked(DAY, ordinances, "oak").chosen()


# Each change to the good file, the line on which it is refused, and a word of the reason. Of tiers that cannot stand
# together it is the line of the first.
REFUSED = [
    pytest.param("  district: Oak Stormwater Utility\n", "", 10, "district is missing", id="no district"),
    pytest.param("  rate: 21.50", "  rate: 21.505", 11, "amount of dollars", id="parts of a cent"),
    pytest.param("  rate: 21.50", '  rate: "21.50"', 11, "amount of dollars", id="quoted rate"),
    pytest.param("  rate:", "  rates:", 11, "no key of stormwater", id="unknown key"),
    pytest.param("weight: 0.5", "weight: 1.5", 14, "between 0 and 1", id="weight above one"),
    pytest.param("weight: 0.5", "weight: -0.5", 14, "plain decimal", id="negative weight"),
    pytest.param(
        "      source: City of Oak Code 30.2\n    pavers", "    pavers", 14, "source is missing", id="sourceless"
    ),
    pytest.param("    pavers:", "    gravel:", 16, "stands twice", id="one class twice"),
    pytest.param("    - units: 2.5\n", "", 20, "the last tier ends", id="tiers that end"),
    pytest.param("units: 2.5", "units: 0.5", 20, "a larger area would have fewer", id="tiers that fall"),
    pytest.param("units: 2.5", "units: many", 22, "plain decimal", id="no number"),
    pytest.param("duplex_units_per_dwelling: 0.6", "duplex_units_per_dwelling: some", 25, "plain", id="dwelling"),
    pytest.param("portion_off: 0.25", "portion_off: 25", 28, "between 0 and 1", id="percent for a part"),
    pytest.param("        - The pond is inspected each year.\n", "", 30, "not a list", id="no condition"),
    pytest.param("credits_on: units", "credits_on: budget", 33, "units, charge", id="credits on something else"),
    pytest.param("of_the_whole", "of_nothing", 34, "of_what_is_left", id="order of credits"),
    pytest.param("at_most_portion: 0.4", "at_most_portion: 4", 35, "not between 0 and 1", id="more than all"),
    pytest.param("  eru_cap:", "  mukwonago_connect_months:", 45, "No rule of this", id="of a rule of connections"),
    pytest.param("  eru_cap:", "  eru_single_family_units:", 45, "not both", id="flat units beside tiers"),
    pytest.param("value: 40", "value: 1000001", 45, "cannot be 1000001 eru", id="more than any parcel has"),
    pytest.param("class: 24", "class: woods", 37, "plain decimal", id="class of a raster by name"),
    pytest.param("class: 24", "class: 2.5", 37, "no number of a class", id="class of a raster that is none"),
    pytest.param("class: 0", "class: 24", 37, "stands twice", id="one class of a raster twice"),
    pytest.param("weight: 0.9", "weight: 90", 37, "between 0 and 1", id="percent for a class of a raster"),
    pytest.param("shared_ground: equal_parts", "shared_ground: by_lot", 43, "equal_parts", id="ground"),
    pytest.param("in_force:", "charges:\n  standby: yes\nin_force:", 8, "standby and no connection", id="charges"),
]


@pytest.mark.parametrize(("old", "new", "line", "word"), REFUSED)
def test_what_is_wrong_is_refused_with_its_line(tmp_path: Path, old: str, new: str, line: int, word: str) -> None:
    assert OAK.count(old) >= 1
    with pytest.raises(LawFileInvalid) as caught:
        load(tmp_path, OAK.replace(old, new, 1))
    assert (caught.value.where, word in str(caught.value)) == (f"file oak.yaml, line {line}", True), caught.value
    assert not caught.value.places, "one slip is one fault"


@pytest.mark.parametrize("name", ["eru_sqft", "eru_step"])
def test_nothing_is_divided_by_nothing(tmp_path: Path, name: str) -> None:
    unit = load_law().entries[name].unit
    with pytest.raises(LawFileInvalid, match=r"divided by it"):
        load(
            tmp_path,
            OAK.replace("eru_cap", name).replace("unit: eru", f"unit: {unit}").replace("value: 40", "value: 0"),
        )


@pytest.mark.parametrize(("least", "fits"), [("40", True), ("40.25", False)])
def test_the_most_units_are_not_fewer_than_the_least(tmp_path: Path, least: str, *, fits: bool) -> None:
    cap = OAK[OAK.index("  eru_cap:") :]
    text = OAK + cap.replace("eru_cap", "eru_minimum").replace("value: 40", f"value: {least}")
    if fits:
        assert oak(tmp_path, text).id == "oak"
        return
    with pytest.raises(LawFileInvalid, match="fewer than the least") as caught:
        load(tmp_path, text)
    assert caught.value.where.endswith("line 45")


def test_no_cap_is_no_contradiction(tmp_path: Path) -> None:
    # 0 is no limit (gis/law/mukwonago-86-stormwater.yaml, eru_cap), so that a least of any size fits.
    cap = OAK[OAK.index("  eru_cap:") :]
    text = OAK.replace("value: 40", "value: 0") + cap.replace("eru_cap", "eru_minimum")
    assert oak(tmp_path, text).id == "oak"


def test_a_file_about_nothing_is_refused(tmp_path: Path) -> None:
    with pytest.raises(LawFileInvalid, match="neither connection, nor stormwater, nor rules of charges"):
        load(tmp_path, OAK.partition("stormwater:\n")[0])


def test_an_empty_section_is_refused(tmp_path: Path) -> None:
    with pytest.raises(LawFileInvalid, match="Keys are needed for stormwater"):
        load(tmp_path, OAK.partition("  district")[0])


@pytest.mark.parametrize(
    ("name", "unit", "value", "fits"),
    [
        ("eru_sqft", "sqft", "99", False),
        ("eru_sqft", "sqft", "100", True),
        ("eru_sqft", "sqft", "100001", False),
        ("eru_step", "eru", "0.009", False),
        ("eru_step", "eru", "10", True),
        ("eru_step", "eru", "5000", False),
        ("eru_bills_a_year", "count", "12", True),
        ("eru_bills_a_year", "count", "13", False),
        # Oak's text holds from 2015 on.
        ("eru_low_density_date", "date", "2016-01-01", True),
        ("eru_low_density_date", "date", "2030-01-01", False),
    ],
)
def test_what_no_utility_means_is_refused(tmp_path: Path, name: str, unit: str, value: str, *, fits: bool) -> None:
    stated = f"  {name}:\n    unit: {unit}\n    values:\n      - from: 2015-01-01\n        value: {value}\n"
    text = f"{OAK}{stated}        citation: City of Oak Code 30.6\n"
    if fits:
        assert oak(tmp_path, text).stormwater is not None
        return
    with pytest.raises(LawFileInvalid, match=f"{name} cannot be"):
        oak(tmp_path, text)


@pytest.mark.parametrize(("first", "second"), [("gravel:", "Gravel:"), ("pavers:", "PAVERS:")])
def test_one_class_in_two_cases_stands_twice(tmp_path: Path, first: str, second: str) -> None:
    again = f"    {second}\n      weight: 0.7\n      source: City of Oak Code 30.2\n"
    assert first in OAK
    with pytest.raises(LawFileInvalid, match="stands twice"):
        oak(tmp_path, OAK.replace("  tiers:\n", f"{again}  tiers:\n", 1))
