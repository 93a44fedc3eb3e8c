"""Which ordinances are on file, and is the file of another municipality read strictly?"""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from gis.errors import LawFileInvalid, LawUnknown, OrdinanceNotInForce, ParameterNotInForce
from gis.law.loader import load_law
from gis.law.ordinance_files import Ordinances, load_ordinances, named_ordinance
from gis.law.ordinance_reading import rules_of
from gis.law.parameters import parameters_hash
from gis.model.ordinance import OrdinanceCharges

DAY = dt.date(2026, 6, 15)

ELM = """\
id: elm
title: Village of Elm, sewers
citation: Village of Elm Code 20.1
applies_in:
  kind: village
  name: Village of Elm
  county: Rock County
in_force:
  from: 2012-01-01
  until: 2030-12-31
connection:
  rule: MUK-01
operators:
  Elm Utilities: local
charges:
  rec_charge: 45.50
  rec_charge_period: quarterly
  standby: yes
notes:
  - A note.
parameters:
  mukwonago_connect_months:
    unit: months
    values:
      - from: 2012-01-01
        until: 2019-12-31
        value: 12
        citation: Village of Elm Code 20.1
      - from: 2020-01-01
        value: 6
        citation: Village of Elm Code 20.1, amended
  mukwonago_standby_percent:
    says: So much more of it in Elm.
    unit: percent
    values:
      - from: 2012-01-01
        value: 125
        citation: Village of Elm Code 20.9
"""


@pytest.fixture
def with_file(tmp_path: Path) -> Callable[..., Ordinances]:
    """Return what loads the packaged ordinances with those of some texts, each in a file of its own."""

    def load(*texts: str) -> Ordinances:
        paths = [tmp_path / f"file{i}.yaml" for i in range(len(texts))]
        for path, text in zip(paths, texts, strict=True):
            path.write_text(text, encoding="utf-8")
        return load_ordinances(paths)

    return load


# Id, rule of the duty to connect, kinds of place, name, first day on file. The titles of the source texts name the
# places; only the CKSD's text bears a date, the other texts are used from the day the text of 60.71 on file holds.
PACKAGED = [
    ("mukwonago", "MUK-01", ("village",), "Village of Mukwonago", dt.date(2011, 7, 1)),
    ("cksd", "CKSD-01", ("sanitary",), "Consolidated Koshkonong Sanitary District", dt.date(2011, 8, 11)),
    ("village-connections", "VLG-06", ("village",), None, dt.date(2011, 7, 1)),
    ("wis-stat-281.45", "WIS-281.45", ("town", "village", "city", "sanitary"), None, dt.date(2011, 7, 1)),
]


@pytest.mark.parametrize(("name", "rule", "kinds", "place", "since"), PACKAGED)
def test_the_packaged_ordinances(
    name: str, rule: str, kinds: tuple[str, ...], place: str | None, since: dt.date
) -> None:
    found = load_ordinances().get(name, since)
    assert (found.connection_rule, found.place_kinds, found.place_name) == (rule, kinds, place)
    assert found.notes
    with pytest.raises(OrdinanceNotInForce, match=since.isoformat()):
        load_ordinances().get(name, since - dt.timedelta(days=1))


def test_only_the_villages_text_charges_land_that_is_not_connected() -> None:
    # Mukwonago ch. 86, failure to connect (b)(2) and the ready-to-serve paragraph; no other text on file has them.
    charged = {each.id: replace(each.charges, rules=()) for each in load_ordinances().in_force(DAY)}
    assert charged.pop("mukwonago") == OrdinanceCharges(None, None, standby=True, ready_to_serve=True)
    assert set(charged.values()) == {OrdinanceCharges()}


def test_the_rules_that_follow_a_duty_to_connect() -> None:
    rules = {each.id: rules_of(each) for each in load_ordinances().in_force(DAY)}
    assert rules == {
        "mukwonago": ("MUK-01", "MUK-02", "MUK-03", "MUK-04"),
        "cksd": ("CKSD-01", "CKSD-02", "CKSD-03"),
        "village-connections": ("VLG-06", "VLG-07", "VLG-08"),
        "wis-stat-281.45": ("WIS-281.45",),
    }


def test_the_district_is_known_by_both_its_names() -> None:
    assert load_ordinances().get("cksd", DAY).other_names == ("CKSD",)


def test_a_file_of_another_municipality(with_file: Callable[..., Ordinances]) -> None:
    found = with_file(ELM).get("elm", DAY)
    assert (found.place_name, found.county, found.notes) == ("Village of Elm", "Rock", ("A note.",))
    assert dict(found.operators) == {"Elm Utilities": "local"}
    # 45.50 dollars, exactly.
    assert found.charges == OrdinanceCharges(Fraction(91, 2), "quarterly", standby=True, ready_to_serve=False)


def test_its_own_values_stand_in_place_of_the_laws(with_file: Callable[..., Ordinances]) -> None:
    ordinances = with_file(ELM)
    elm = ordinances.get("elm", DAY)
    told = {
        date.year: ordinances.parameters(elm, date).whole("mukwonago_connect_months")
        for date in (dt.date(2012, 1, 1), dt.date(2019, 12, 31), dt.date(2020, 1, 1), DAY)
    }
    assert told == {2012: 12, 2019: 12, 2020: 6, 2026: 6}
    under_elm = ordinances.parameters(elm, DAY)
    months, law = under_elm.get("mukwonago_connect_months"), load_law().parameters(DAY)
    assert months.citation == "Village of Elm Code 20.1, amended"
    # Not said anew, so as the law says it; and what Elm does not state is the law's.
    assert months.says == law.get("mukwonago_connect_months").says
    assert under_elm.get("mukwonago_standby_percent").says == "So much more of it in Elm."
    assert under_elm.get("mukwonago_hazard_days") == law.get("mukwonago_hazard_days")
    # Mukwonago's own nine months stay what they are.
    mukwonago = ordinances.parameters(ordinances.get("mukwonago", DAY), DAY)
    assert mukwonago.whole("mukwonago_connect_months") == 9


def test_the_hash_of_the_parameters_tells_its_values_from_the_laws(with_file: Callable[..., Ordinances]) -> None:
    ordinances = with_file(ELM, ELM.replace("id: elm", "id: oak").replace("value: 6", "value: 7"))
    hashes = [parameters_hash(ordinances.law_under(ordinances.get(name, DAY))) for name in ("elm", "oak", "cksd")]
    assert len(set(hashes)) == 3
    assert hashes[2] == parameters_hash(load_law())


def test_versions_through_time(with_file: Callable[..., Ordinances]) -> None:
    later = ELM.replace("from: 2012-01-01\n  until: 2030-12-31", "from: 2031-01-01")
    ordinances = with_file(later, ELM)
    assert ordinances.get("elm", dt.date(2030, 12, 31)).until == dt.date(2030, 12, 31)
    assert ordinances.get("elm", dt.date(2031, 1, 1)).until is None
    with pytest.raises(OrdinanceNotInForce, match="from 2012-01-01 until 2030-12-31 and from 2031-01-01"):
        ordinances.get("elm", dt.date(2011, 12, 31))


def test_a_later_version_ends_one_that_has_no_end(with_file: Callable[..., Ordinances]) -> None:
    own = "\n".join(line for line in ELM.splitlines() if "until" not in line).partition("parameters:")[0]
    ordinances = with_file(own.replace("id: elm", "id: mukwonago"))
    assert ordinances.get("mukwonago", dt.date(2011, 12, 31)).place_name == "Village of Mukwonago"
    assert ordinances.get("mukwonago", dt.date(2012, 1, 1)).place_name == "Village of Elm"


def test_a_gap_between_versions_is_no_version(with_file: Callable[..., Ordinances]) -> None:
    ordinances = with_file(ELM, ELM.replace("2030-12-31", "2039-12-31").replace("  from: 2012", "  from: 2032", 1))
    with pytest.raises(OrdinanceNotInForce):
        ordinances.get("elm", dt.date(2031, 6, 1))
    assert "elm" not in {each.id for each in ordinances.in_force(dt.date(2031, 6, 1))}


@pytest.mark.parametrize("since", ["2012-01-01", "2030-12-31"])
def test_two_versions_on_one_day_are_refused(with_file: Callable[..., Ordinances], since: str) -> None:
    head, _, _ = ELM.partition("parameters:")
    with pytest.raises(LawFileInvalid, match=f"in force on {since}") as caught:
        with_file(head, head.replace("from: 2012-01-01\n  until: 2030-12-31", f"from: {since}"))
    assert "file1.yaml" in caught.value.where


def test_an_unknown_ordinance_names_what_is_like_it() -> None:
    with pytest.raises(LawUnknown, match="mukwonago") as caught:
        load_ordinances().get("mukwanago", DAY)
    assert caught.value.next == "Ask for mukwonago."


def test_a_name_on_the_command_line_is_an_id_or_a_file(tmp_path: Path) -> None:
    path = tmp_path / "Elm.YAML"
    path.write_text(ELM, encoding="utf-8")
    ordinances, name = named_ordinance(str(path))
    assert (name, ordinances.get(name, DAY).title) == ("elm", "Village of Elm, sewers")
    assert named_ordinance(" cksd ")[1] == "cksd"
    with pytest.raises(LawFileInvalid, match="cannot be read"):
        named_ordinance(str(tmp_path / "none.yml"))


def test_a_value_of_the_law_that_is_not_yet_in_force_is_told(with_file: Callable[..., Ordinances]) -> None:
    # In force from 1990, before any value on file: what it leaves to the law is unknown then, and not guessed.
    ordinances = with_file(ELM.partition("parameters:")[0].replace("from: 2012-01-01", "from: 1990-01-01"))
    date = dt.date(1995, 1, 1)
    with pytest.raises(ParameterNotInForce):
        ordinances.parameters(ordinances.get("elm", date), date).get("mukwonago_connect_months")


# Each change to the good file, the line on which it is refused, and a word of the reason.
REFUSED = [
    pytest.param("title:", "titel:", 2, "no key", id="unknown key"),
    pytest.param("citation: Village of Elm Code 20.1\napplies", "applies", 1, "citation is missing", id="no citation"),
    pytest.param("id: elm", "id: Elm Village", 1, "no id", id="id with capitals and blanks"),
    pytest.param("  kind: village", "  kind: hamlet", 5, "closed list: village", id="kind of place"),
    pytest.param("  kind: village", "  kind: []", 5, "Words are needed", id="no kind"),
    pytest.param("  kind: village", "  kind: [village, city]", 5, "several kinds", id="several kinds of one place"),
    pytest.param("name: Village of Elm", "name: Elm", 6, "Village of", id="name without its class"),
    pytest.param("name: Village of Elm", "name: Town of Elm", 6, "Village of", id="name of another class"),
    pytest.param("  name: Village of Elm\n", "", 6, "county and no name", id="county without a name"),
    pytest.param("from: 2012-01-01\n  u", "from: 2031-01-01\n  u", 10, "before it begins", id="ends before it begins"),
    pytest.param("from: 2012-01-01\n  u", "from: 212-01-01\n  u", 9, "no date", id="a year of three digits"),
    pytest.param("until: 2030-12-31", "until: 9999-12-31", 10, "year 9999", id="a year that nobody means"),
    pytest.param("rule: MUK-01", "rule: MUK-02", 12, "MUK-01, CKSD-01", id="a rule that is none of the four"),
    pytest.param("Elm Utilities: local", "Elm Utilities: private", 14, "local, regional", id="owner of sewers"),
    pytest.param("rec_charge: 45.50", "rec_charge: -45.50", 16, "amount of dollars", id="negative charge"),
    pytest.param("rec_charge: 45.50", "rec_charge: 45.505", 16, "amount of dollars", id="parts of a cent"),
    pytest.param("  rec_charge: 45.50\n", "", 16, "stand together", id="period without a charge"),
    pytest.param("quarterly", "weekly", 17, "monthly, quarterly", id="period"),
    pytest.param("standby: yes", "standby: maybe", 18, "yes nor no", id="neither yes nor no"),
    pytest.param("quarterly\n", "monthly\n  ready_to_serve: yes\n", 17, "monthly charge", id="ready to serve by month"),
    pytest.param("  - A note.", "  A note.", 20, "not a list", id="notes that are no list"),
    pytest.param("  mukwonago_connect_months:", "  mukwonago_conect_months:", 22, "Near it", id="unknown parameter"),
    pytest.param("  mukwonago_connect_months:", "  cksd_connect_days:", 22, "No rule of this", id="of another rule"),
    pytest.param("standby: yes", "standby: no", 32, "No rule of this", id="of a rule that does not follow"),
    pytest.param("unit: months", "unit: days", 22, "months in the law", id="another unit"),
    pytest.param("    unit: months\n", "", 23, "unit is missing", id="no unit"),
    pytest.param("value: 6", "value: -6", 30, "plain decimal", id="negative"),
    pytest.param("value: 6", "value: 6.5", 30, "not whole", id="half a month"),
    pytest.param("value: 6", "value: 1201", 22, "cannot be 1201 months", id="more than a century"),
    pytest.param("value: 125", "value: 1001", 32, "cannot be 1001 percent", id="more than tenfold"),
    pytest.param("2019-12-31", "2019-12-30", 22, "holds on 2019-12-31", id="a day without a value"),
    pytest.param("    values:\n      - from: 2012", "    values:\n      - from: 2013", 22, "2012-01-01", id="late"),
    pytest.param("        until: 2019", "        until: 2020", 29, "overlap", id="values that overlap"),
    pytest.param("citation: Village of Elm Code 20.9", "citation:", 38, "citation", id="value without a citation"),
]


@pytest.mark.parametrize(("old", "new", "line", "word"), REFUSED)
def test_what_is_wrong_is_refused_with_its_line(
    with_file: Callable[..., Ordinances], old: str, new: str, line: int, word: str
) -> None:
    assert ELM.count(old) >= 1
    with pytest.raises(LawFileInvalid) as caught:
        with_file(ELM.replace(old, new, 1))
    assert (caught.value.where, word in str(caught.value)) == (f"file file0.yaml, line {line}", True), caught.value


def test_more_than_the_whole_board_cannot_vote(with_file: Callable[..., Ordinances]) -> None:
    own = ELM.replace("MUK-01", "VLG-06").replace("standby: yes", "standby: no").partition("parameters:")[0]
    portion = """\
parameters:
  village_waiver_vote_portion:
    unit: ratio
    values:
      - from: 2012-01-01
        value: 1
        citation: Village of Elm Code 20.4
"""
    assert with_file(own + portion).get("elm", DAY).connection_rule == "VLG-06"
    with pytest.raises(LawFileInvalid, match=r"cannot be 1\.01 ratio"):
        with_file(own + portion.replace("value: 1", "value: 1.01"))


@pytest.mark.parametrize("value", ["1200", "0"])
def test_the_edges_of_what_is_possible_pass(with_file: Callable[..., Ordinances], value: str) -> None:
    ordinances = with_file(ELM.replace("value: 6", f"value: {value}"))
    months = ordinances.parameters(ordinances.get("elm", DAY), DAY).whole("mukwonago_connect_months")
    assert months == int(value)
