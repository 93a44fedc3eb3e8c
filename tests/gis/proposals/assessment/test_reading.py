"""Does a project file say what it must, and is each fault told with its line?"""

from __future__ import annotations

import datetime as dt
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gis.errors import ProjectInvalid
from gis.proposals.assessment.project import AverageRate, NamedLand
from gis.proposals.assessment.reading import read_project
from tests.gis.proposals.assessment.projects import project, text


def fault(content: str) -> tuple[str, str]:
    with pytest.raises(ProjectInvalid) as caught:
        read_project(content, "north.yaml")
    assert caught.value.why
    assert caught.value.next
    return caught.value.what, caught.value.where


def test_what_a_file_says() -> None:
    found = project(
        "id: 012-1, county: Rock, frontage_ft: 100.25, area_acres: 2, units: 0",
        grants="[{what: State, dollars: 25000.50}]",
        basis="{frontage: 0.5, area: 0.25, unit: 0.25}",
    )
    assert (found.total, found.granted, found.net) == (100_000, Fraction("25000.50"), Fraction("74999.50"))
    assert found.basis == {"frontage": Fraction(1, 2), "area": Fraction(1, 4), "unit": Fraction(1, 4)}
    parcel = found.parcels[0]
    assert (parcel.parcel_id, parcel.line, parcel.frontage_ft) == ("012-1", 10, Fraction("100.25"))
    assert (parcel.area_sqft, parcel.units, parcel.name) == (87_120, 0, "012-1, Rock")
    assert (found.benefited, found.carried_by) == (NamedLand("listed"), "others")


def test_a_number_of_a_parcel_keeps_its_zeros() -> None:
    assert project("id: 0123, frontage_ft: 1").parcels[0].parcel_id == "0123"


def test_unknown_is_no_answer_and_no_default() -> None:
    evidence = (
        project("id: 1, frontage_ft: 1, farmland_eligible: yes, connected_structure: unknown").parcels[0].evidence
    )
    assert (evidence.farmland_eligible, evidence.connected_structure) == (True, None)
    assert evidence.unknown == ("connected_structure",)


def test_an_average_rate_holds_for_levies_of_its_time_alone() -> None:
    found = project("id: 1, frontage_ft: 1", average_rates="[{from: 2026-01-01, to: 2026-12-31, rate: 0.04}]")
    assert found.average_rates == (AverageRate(dt.date(2026, 1, 1), dt.date(2026, 12, 31), Fraction(1, 25)),)
    assert found.rate_on(dt.date(2026, 12, 31)) == Fraction(1, 25)
    assert found.rate_on(dt.date(2027, 1, 1)) is None
    assert found.rate_on(dt.date(2025, 12, 31)) is None


@pytest.mark.parametrize(
    ("changes", "what", "line"),
    [
        ({"costs": "[{what: Main, dollars: 100.005}]"}, "Main (a line of costs) has parts of a cent.", 6),
        ({"costs": "[{what: Main, dollars: -100.00}]"}, "Main (a line of costs) is negative.", 6),
        ({"costs": "[{what: Main, dollars: 1e3}]"}, "Main (a line of costs) is no amount of dollars.", 6),
        ({"costs": '[{what: Main, dollars: "100"}]'}, "Main (a line of costs) is no amount of dollars.", 6),
        (
            {"costs": "[{what: Main, dollars: 1000000000000}]"},
            "Main (a line of costs) is more than $999,999,999,999.99.",
            6,
        ),
        ({"id": "12"}, "Words are needed for id, and 12 is none.", 1),
        ({"title": "2026-06-15"}, "Words are needed for title, and 2026-06-15 is none.", 2),
        ({"title": "yes"}, "Words are needed for title, and yes is none.", 2),
        ({"title": "x" * 501}, "Title has 501 characters.", 2),
        ({"body": f"{{kind: town, name: {'x' * 501}}}"}, "Its name has 501 characters.", 3),
        ({"costs": f"[{{what: {'x' * 501}, dollars: 1}}]"}, "A line of costs has 501 characters.", 6),
        ({"hearing": "{date: 2026-02-30}"}, "A date of the hearing is no date.", 1),
        ({"average_rates": "[{from: 2026-01-01, to: 2026-06-30}]"}, "A rate of average_rates says no rate.", 1),
        (
            {"average_rates": "[{from: 2026-01-01, to: 2026-06-30, obligations: [{principal: 0, rate: 0.04}]}]"},
            "An obligation of obligations of a rate of average_rates cannot be.",
            1,
        ),
        (
            {"average_rates": "[{from: 2026-01-01, to: 2026-06-30, obligations: [{principal: 5}]}]"},
            "The key rate is missing in an obligation of obligations of a rate of average_rates.",
            1,
        ),
        ({"costs": "[{what: Main}]"}, "The key dollars is missing in a line of costs.", 6),
        ({"costs": "[]"}, "The costs are not a list.", 6),
        ({"basis": "acre"}, "'acre' is no basis.", 7),
        ({"basis": "{frontage: 0.5, area: 0.4}"}, "The portions of the mix do not sum to 1.", 7),
        ({"basis": "{frontage: 1, area: 0}"}, "the portion of area is zero.", 7),
        ({"levied": "2026-02-30"}, "A date of levied is no date.", 5),
        ({"levied": "FILL-IN"}, "A date of levied is no date.", 5),
        ({"levied": "0206-02-03"}, "levied has the year 206.", 5),
        ({"purpose": "sewer"}, "'sewer' is no purpose.", 4),
        ({"body": "{kind: county, name: X}"}, "'county' is no kind of body.", 3),
        ({"body": "{kind: town}"}, "The key name is missing in body.", 3),
        ({"titel": "x"}, "'titel' is no key of the project.", 1),
        ({"grants": "[{what: State, dollars: -5}]"}, "State (a line of grants) is negative.", 1),
        ({"railroad": "{unit_price: 40.005}"}, "The unit price of the railroad has parts of a cent.", 1),
        ({"railroad": "{frontages_ft: [66]}"}, "The key unit_price is missing in railroad.", 1),
        ({"railroad": "{unit_price: 40, frontages_ft: [66, 0]}"}, "a front of the railroad is zero.", 1),
        ({"benefited": "along"}, "The project lies along nothing.", 1),
        ({"benefited": "{district: X, area: f.geojson}"}, "benefited names two lands.", 1),
        ({"along": "{mains: [A], streets: [B]}"}, "The project does not lie along one thing.", 1),
        ({"exempt_carried_by": "nobody"}, "'nobody' is no exempt_carried_by.", 1),
        ({"service_area": "{name: X, first_levy: 2027-01-01}"}, "The first levy, 2027-01-01, is after this levy.", 1),
        (
            {"average_rates": "[{from: 2026-01-01, to: 2025-01-01, rate: 0.04}]"},
            "A rate of average_rates cannot be.",
            1,
        ),
        (
            {"average_rates": "[{from: 2026-01-01, to: 2026-06-30, rate: 4.25}]"},
            "A rate of average_rates cannot be.",
            1,
        ),
    ],
)
def test_a_fault_is_told_with_its_line(changes: dict[str, str], what: str, line: int) -> None:
    assert fault(text("id: 1, frontage_ft: 1", **changes)) == (what, f"file north.yaml, line {line}")


@pytest.mark.parametrize(
    ("parcels", "what", "line"),
    [
        (("id: 1, area_acres: 0",), "area_acres of parcel 1 is zero.", 9),
        (("id: 1", "id: 2", "id: 1"), "The parcel 1 is listed twice.", 11),
        (("id: 1, county: Rock", "id: 1"), "The parcel 1 is listed twice.", 10),
        (("county: Rock",), "The key id is missing in a parcel of parcels.", 9),
        (("id: 1, acres: 4",), "'acres' is no key of a parcel of parcels.", 9),
        (("id: 1, area_sqft: 4, area_acres: 4",), "The area of parcel 1 is given twice.", 9),
        (("id: 1, frontage_ft: -4",), "frontage_ft of parcel 1 is no plain decimal number.", 9),
        (("id: 1, sides: 5",), "The sides of parcel 1 are no number from 1 to 4.", 9),
        (("id: 1, farmland_eligible: maybe",), "farmland_eligible of parcel 1 is neither yes nor no.", 9),
        (
            ("id: 1, area_acres: 10, eligible_acres: 11",),
            "Parcel 1 is said to have more eligible land than it has in all.",
            9,
        ),
        (
            ("id: 1, use_stopped: 2026-06-01, use_resumed: 2026-05-01",),
            "The use of parcel 1 resumed before it stopped.",
            9,
        ),
        (
            ("id: 1, connected_structure: no, connected: 2026-05-01",),
            "A structure of parcel 1 is said to be connected, and not to be.",
            9,
        ),
        (("id: 1, benefited: no",), "No parcel is benefited.", 9),
    ],
)
def test_a_fault_of_a_parcel_is_told_with_its_line(parcels: tuple[str, ...], what: str, line: int) -> None:
    assert fault(text(*parcels)) == (what, f"file north.yaml, line {line}")


@given(
    st.lists(st.dates(dt.date(2020, 1, 1), dt.date(2030, 1, 1)), min_size=2, max_size=8, unique=True),
    st.dates(dt.date(2019, 1, 1), dt.date(2031, 1, 1)),
)
def test_a_later_day_never_uses_an_earlier_rate(days: list[dt.date], asked: dt.date) -> None:
    ends = sorted(days)
    periods = list(zip(ends[::2], ends[1::2], strict=False))
    rates = ", ".join(f"{{from: {since}, to: {until}, rate: 0.0{i}}}" for i, (since, until) in enumerate(periods, 1))
    found = project("id: 1, frontage_ft: 1", average_rates=f"[{rates}]").rate_on(asked)
    expected = [Fraction(i, 100) for i, (since, until) in enumerate(periods, 1) if since <= asked <= until]
    assert found == (expected[0] if expected else None)


def test_two_counties_may_number_alike() -> None:
    assert len(project("id: 1, county: Rock", "id: 1, county: Dane").parcels) == 2


def test_grants_above_the_cost_are_refused() -> None:
    what, where = fault(text("id: 1", grants="[{what: State, dollars: 100000.01}]"))
    assert what == "The grants, $100,000.01, are more than the cost, $100,000."
    assert where == "file north.yaml, line 1"


def test_grants_that_pay_everything_leave_nothing_to_assess() -> None:
    assert fault(text("id: 1", grants="[{what: State, dollars: 100000}]"))[0] == "Nothing is left to be assessed."


def test_an_amount_as_long_as_any_is_read() -> None:
    of = project("id: 1", costs="[{what: Main, dollars: 999999999999.99}]")
    assert of.net == Fraction("999999999999.99")


@pytest.mark.parametrize("content", [b"", b"\n", b"# Nothing yet.\n"])
def test_an_empty_file_says_what_a_project_file_is(content: bytes) -> None:
    with pytest.raises(ProjectInvalid) as caught:
        read_project(content, "north.yaml")
    assert (caught.value.what, caught.value.why) == (
        "The file is empty.",
        "A project file states what is built, what it costs, and which land it benefits.",
    )


def test_all_faults_are_told_at_once() -> None:
    with pytest.raises(ProjectInvalid) as caught:
        project("id: 1, area_acres: 0", "id: 2, sides: 9", basis="acre")
    told = [str(place) for place in caught.value.places]
    assert told == [
        "line 9: area_acres of parcel 1 is zero.",
        "line 10: The sides of parcel 2 are no number from 1 to 4.",
    ]


@pytest.mark.parametrize("content", [b"\xff", b"", b"a: &x 1\nb: *x\n", b"id: [1\n", b"- 1\n"])
def test_what_is_no_project_is_refused(content: bytes) -> None:
    with pytest.raises(ProjectInvalid) as caught:
        read_project(content, "north.yaml")
    assert "north.yaml" in caught.value.where


@pytest.mark.parametrize("other", ["Rock", "rock", "ROCK COUNTY", "Rock County"])
def test_a_parcel_does_not_stand_twice_under_two_spellings_of_its_county(other: str) -> None:
    assert project(f"id: 1, county: {other}").parcels[0].county == "Rock"
    assert fault(text("id: 1, county: Rock", f"id: 1, county: {other}"))[0] == "The parcel 1, Rock is listed twice."


@pytest.mark.parametrize("order", [1, -1])
def test_a_number_that_reads_like_a_number_with_its_county_is_not_lost(order: int) -> None:
    both = ("id: 1, county: Rock", 'id: "1, Rock"')[::order]
    assert fault(text(*both))[0] == "The parcel 1, Rock is listed twice."


@pytest.mark.parametrize("county", ["Narnia", "Cook", '"72"', "In Multiple Counties"])
def test_a_county_that_is_none_is_refused(county: str) -> None:
    what = "County of parcel 1 is no county of Wisconsin."
    assert fault(text(f"id: 1, county: {county}")) == (what, "file north.yaml, line 9")
    later = f"[{{id: 5, county: {county}}}]"
    assert fault(text("id: 1", later=later))[0] == "County of parcel 5 is no county of Wisconsin."


@pytest.mark.parametrize("nothing", ["null", "~", "Null", '""', '" "', ""])
def test_nothing_is_no_number_of_a_parcel(nothing: str) -> None:
    assert fault(text(f"id: {nothing}"))[0] == "Words are needed for id of a parcel of parcels."


@pytest.mark.parametrize("hidden", ["\\n", "\\t", "\\u202e", "\\u200b", "\\x07"])
def test_a_number_with_characters_that_nobody_sees_is_refused(hidden: str) -> None:
    what = "The id of a parcel of parcels has characters that cannot be seen, such as a line break."
    assert fault(text(f'id: "a{hidden}b"'))[0] == what


@pytest.mark.parametrize("said", ["1.50", "0x10", "yes", "2026-01-02", "1e3", "012"])
def test_what_yaml_takes_for_another_kind_is_a_number_of_a_parcel_as_written(said: str) -> None:
    assert project(f"id: {said}").parcels[0].parcel_id == said


@pytest.mark.parametrize(
    ("parcel", "changes"),
    [
        ("id: 1", {"costs": "[{what: Main, dollars: 1.005}]", "grants": "[{what: State, dollars: 5}]"}),
        ("id: 1, frontage_ft: -1", {}),
        ("id: [1]", {}),
    ],
)
def test_what_follows_from_a_fault_is_no_fault_of_its_own(parcel: str, changes: dict[str, str]) -> None:
    with pytest.raises(ProjectInvalid) as caught:
        read_project(text(parcel, **changes), "north.yaml")
    assert caught.value.places == ()
