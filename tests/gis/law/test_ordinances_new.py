"""Does a new ordinance file hold every number that the rules know, and can it be filled in, checked and used?"""

from __future__ import annotations

import datetime as dt
import re
from dataclasses import fields
from pathlib import Path

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from gis.errors import OptionInvalid
from gis.law.explanations import load_explanations
from gis.law.loader import load_law
from gis.law.ordinance_charges import CHARGE_RULES
from gis.law.ordinance_checking import checked_ordinance
from gis.law.ordinance_files import load_ordinances, uses_by_rule
from gis.law.ordinance_reading import examined
from gis.law.ordinance_writing import new_ordinance
from gis.model.ordinance import ConnectionRule, PlaceKind
from gis.model.ordinance_check import FileFault
from gis.model.stormwater_policy import StormwaterPolicy
from tests.gis.law.filling import SINCE, filled_in

pytestmark = pytest.mark.slow
"""Each imports layers or writes files of its own."""

DAY = dt.date(2026, 6, 15)
CONNECTION: tuple[ConnectionRule, ...] = ("MUK-01", "CKSD-01", "VLG-06", "WIS-281.45")
# The rules of an ordinance by the five texts and by 281.45: duty to connect, what follows from it, charges, stormwater.
OF_ORDINANCES = [
    *("MUK-01", "MUK-02", "MUK-03", "MUK-04", "CKSD-01", "CKSD-02", "CKSD-03", "VLG-06", "VLG-07", "VLG-08"),
    *("WIS-281.45", "MUK-10", "MUK-11", "MUK-12", "MUK-13", "MUK-14", "MUK-15"),
    *CHARGE_RULES,
]


def faults(text: str) -> tuple[FileFault, ...]:
    return examined(text, "new.yaml", load_law(), uses_by_rule()).faults


@pytest.mark.parametrize("rule", [*CONNECTION, "none", None])
def test_every_parameter_of_every_rule_of_ordinances_stands_in_it(rule: ConnectionRule | None) -> None:
    text = new_ordinance("Elm", rule=rule).text
    names = [name for each in OF_ORDINANCES for name in load_explanations()[each].parameters]
    counts = {name: len(re.findall(rf"^  (?:# )?{name}:$", text, re.MULTILINE)) for name in names}
    assert len(counts) > 130
    assert set(counts.values()) == {1}
    said = " ".join(text.replace("#", " ").split())
    for name in counts:
        entry = load_law().entries[name]
        assert f"unit: {entry.unit}" in said
        assert " ".join(entry.says.split()) in said
        assert entry.values[-1].citation in said


def test_a_number_stands_with_its_unit_and_the_law_on_file() -> None:
    lines = new_ordinance("Elm").text.splitlines()
    at = lines.index("  mukwonago_connect_months:")
    before = " ".join(line.strip(" #") for line in lines[at - 6 : at])
    # Mukwonago ch. 86, compulsory connection (a): nine months.
    assert "within so many months after the public sewer first becomes operational." in before
    assert "The law on file: 9 months (Village of Mukwonago Code ch. 86, sewer article, compulsory con" in before
    assert lines[at + 1] == "    unit: months"


def test_every_part_of_a_policy_stands_in_it_as_an_example_that_holds(tmp_path: Path) -> None:
    text = new_ordinance("Elm").text
    for each in fields(StormwaterPolicy):
        assert f"\n  # {each.name}:" in text
    section = text[text.index("  rate: null") : text.index("# What every answer")]
    example = re.compile(r"^  # (?=( |[a-z_]+:( [^ ]+)?$))", re.MULTILINE)
    text = text.replace(section, example.sub("  ", section))
    path = tmp_path / "elm.yaml"
    # With tiers of single-family lots there are no flat units.
    flat = re.compile(r"^  eru_single_family_units:\n(    .*\n)+", re.MULTILINE)
    path.write_text(flat.sub("", filled_in(text)))
    found = load_ordinances([path]).get("village-of-elm", DAY).stormwater
    assert found is not None
    unsaid = StormwaterPolicy()
    stated = {each.name for each in fields(StormwaterPolicy) if getattr(found, each.name) != getattr(unsaid, each.name)}
    assert stated == {each.name for each in fields(StormwaterPolicy)} - {"credits_on", "credit_order"}


@pytest.mark.parametrize("kind", ["village", "city", "town", "sanitary", None])
@pytest.mark.parametrize("rule", [*CONNECTION, "none", None])
def test_only_what_must_be_filled_in_is_wrong_with_it(kind: PlaceKind | None, rule: ConnectionRule | None) -> None:
    text = new_ordinance("Elm", kind, rule).text
    found, lines = faults(text), text.splitlines()
    assert all(each.what.startswith("To be filled in: ") and "FILL-IN" in lines[each.line - 1] for each in found)
    # Every place that is open is named: a parameter by the first of its three.
    is_open = [i for i, line in enumerate(lines, 1) if line.endswith("FILL-IN") and "#" not in line]
    assert [each.line for each in found] == [
        i for i in is_open if "parameters:" not in lines[:i] or "from" in lines[i - 1]
    ]
    assert faults(filled_in(text)) == ()


def test_the_day_is_filled_in_where_it_is_given() -> None:
    text = new_ordinance("Elm", since=SINCE).text
    assert "from: FILL-IN" not in text.replace("# ", "")
    assert "value and citation of eru_sqft" in " ".join(each.what for each in faults(text))


def test_from_a_new_file_to_the_law_under_it(tmp_path: Path) -> None:
    path = tmp_path / "elm.yaml"
    path.write_text(filled_in(new_ordinance("Village of Elm").text))
    check = checked_ordinance(path)
    assert check.faults == ()
    assert check.says is not None
    assert (check.says.place_name, check.says.holds_from, check.says.connection_rule) == (
        "Village of Elm",
        SINCE,
        "MUK-01",
    )
    # Unlike Mukwonago's in every number; two are the statute's and a convention, and no ordinance's.
    same = {each.name for each in check.says.numbers if not each.differs}
    assert same == {"last_day_on_closed_day", "boundary_accuracy_default_ft"}
    ordinances = load_ordinances([path])
    under = ordinances.parameters(ordinances.get("village-of-elm", DAY), DAY)
    # Nine months and one; 3,000 sq ft and a quarter; the other way to round.
    assert under.whole("mukwonago_connect_months") == 10
    assert under.number("eru_sqft") * 4 == 12_001
    assert under.choice("eru_area_rounding") == "unrounded_area"


@pytest.mark.parametrize(
    ("name", "kind", "place", "ordinance_id"),
    [
        ("Elm", None, "Village of Elm", "village-of-elm"),
        (" Town of Elm ", None, "Town of Elm", "town-of-elm"),
        ("CITY OF ELM", "city", "CITY OF ELM", "city-of-elm"),
        ("Elm", "town", "Town of Elm", "town-of-elm"),
        ("Elm Sanitary District No. 2", None, "Elm Sanitary District No. 2", "elm-sanitary-district-no-2"),
        ("no", "sanitary", "no", "no"),
        ("12", "sanitary", "12", "12"),
        ("Lac Qui Ôte", None, "Village of Lac Qui Ôte", "village-of-lac-qui-ote"),
        ("镇", "sanitary", "镇", "ordinance"),
        ('Elm"\\: {a: &b *c} # !!str', None, 'Village of Elm"\\: {a: &b *c} # !!str', "village-of-elm-a-b-c-str"),
    ],
)
def test_the_name_of_the_place(name: str, kind: PlaceKind | None, place: str, ordinance_id: str) -> None:
    new = new_ordinance(name, kind)
    read = yaml.safe_load(new.text)
    assert (read["applies_in"]["name"], read["id"], new.id) == (place, ordinance_id, ordinance_id)
    assert faults(filled_in(new.text)) == ()


@pytest.mark.parametrize("kind", ["sanitary", None])
@pytest.mark.parametrize(
    "name",
    [
        *(f"{each} of Nowhere Sanitary District No. 1" for each in ("Town", "Village", "City", "TOWN", "town")),
        "Sanitary District No. 1 of the Town of Nowhere",
        "Town Sanitary District No. 2 of the Town of Nowhere",
        "TOWN OF NOWHERE SANITARY DIST. NO. 1",
        "Town of Nowhere Sanitary Sewer District",
        "Town of Nowhere  sanitary  district",
    ],
)
def test_a_sanitary_district_is_one_whatever_municipality_its_name_has(name: str, kind: PlaceKind | None) -> None:
    read = yaml.safe_load(new_ordinance(name, kind, since=SINCE).text)
    assert (read["applies_in"]["kind"], read["applies_in"]["name"]) == ("sanitary", name)
    # As 60.71 and the text of a district have it: its test of the duty and its charges are those of a district.
    assert read["connection"]["rule"] == "CKSD-01"
    assert {each[:5] for each in read["charges"]["rules"]} == {"CKSD-"}


@pytest.mark.parametrize(
    "name", ["Town of Nowhere Utility District No. 1", "UTILITY DIST. 2", "Nowhere utility district"]
)
def test_a_utility_district_needs_somebody_who_says_what_it_is(name: str) -> None:
    with pytest.raises(OptionInvalid, match="may be a town sanitary district or a part of a municipality"):
        new_ordinance(name)
    read = yaml.safe_load(new_ordinance(name, "sanitary", since=SINCE).text)
    assert (read["applies_in"]["kind"], read["applies_in"]["name"]) == ("sanitary", name)


@pytest.mark.parametrize("name", ["Town of Sanitary Springs", "Village of Utility", "City of District Heights"])
def test_a_municipality_is_one_though_its_name_has_a_word_of_districts(name: str) -> None:
    read = yaml.safe_load(new_ordinance(name, since=SINCE).text)
    assert (read["applies_in"]["kind"], read["applies_in"]["name"]) == (name.split(maxsplit=1)[0].casefold(), name)


@pytest.mark.parametrize("kind", ["town", "village", "city"])
@pytest.mark.parametrize("district", ["Sanitary", "Utility"])
def test_no_municipality_bears_the_name_of_a_district(kind: PlaceKind, district: str) -> None:
    name = f"{kind.title()} of Elm {district} District"
    with pytest.raises(
        OptionInvalid, match=f"It names a {district.lower()} district, and the kind asked for is {kind}"
    ):
        new_ordinance(name, kind)
    # Nor does one in a file that somebody wrote by hand.
    text = filled_in(new_ordinance("Elm", kind).text).replace(f'name: "{kind.title()} of Elm"', f"name: {name}")
    (fault,) = faults(text)
    assert fault.what == f"The name is of a {district.lower()} district, and the kind is {kind}."


@pytest.mark.parametrize(
    ("name", "kind", "why"),
    [
        ("", None, "empty"),
        ("  ", None, "empty"),
        ("Elm\nid: x", None, "cannot be printed"),
        ("Elm\u2028Oak", None, "cannot be printed"),
        ("Elm\ud800", None, "cannot be printed"),
        ("E" * 201, None, "201 signs"),
        ("Town of Elm", "village", "It names a town"),
        ("Town of Elm", "sanitary", "It names a town"),
    ],
)
def test_what_is_no_name_is_refused(name: str, kind: PlaceKind | None, why: str) -> None:
    with pytest.raises(OptionInvalid, match=why):
        new_ordinance(name, kind)


@settings(max_examples=50, derandomize=True, deadline=None)
@given(st.text(max_size=40), st.sampled_from(["village", "sanitary", None]))
def test_any_name_is_safe(name: str, kind: PlaceKind | None) -> None:
    try:
        new = new_ordinance(name, kind, since=SINCE)
    except OptionInvalid:
        assert not name.strip() or not name.strip().isprintable() or " of " in name
        return
    read = yaml.safe_load(new.text)
    assert read["applies_in"]["name"].endswith(name.strip())
    # The name changes nothing else in the file.
    plain = yaml.safe_load(new_ordinance("Elm", read["applies_in"]["kind"], since=SINCE).text)
    for part in (read, plain):
        del part["id"], part["title"], part["applies_in"]["name"]
    assert read == plain
    assert faults(filled_in(new.text)) == ()


@pytest.mark.parametrize("duty", ["MUK-01", "CKSD-01", "VLG-06", "WIS-281.45"])
@pytest.mark.parametrize("charges", [False, True])
@pytest.mark.parametrize("stormwater", [False, True])
def test_sections_that_are_not_wanted_are_left_out(duty: ConnectionRule, charges: bool, stormwater: bool) -> None:
    text = new_ordinance("Elm", "village", duty, charges=charges, stormwater=stormwater).text
    found = examined(filled_in(text), "elm.yaml", load_law(), uses_by_rule())
    assert found.faults == ()
    assert found.file is not None
    assert bool(found.file.ordinance.charges.rules) == charges
    assert (found.file.ordinance.stormwater is not None) == stormwater
    assert ("mukwonago_rca_base_dollars" in text, "eru_sqft" in text) == (charges, stormwater)
    # The duty and what unconnected land is charged stay.
    assert found.file.ordinance.charges.standby
    assert "mukwonago_standby_percent" in text


def test_a_file_of_nothing_is_refused() -> None:
    with pytest.raises(OptionInvalid, match="Nothing is left"):
        new_ordinance("Elm", rule="none", stormwater=False)
