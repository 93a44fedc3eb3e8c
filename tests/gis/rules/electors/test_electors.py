"""TSD-26, TSD-31 and TSD-32: signatures of electors (FACTS.md, entries of these rules)."""

import datetime as dt
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gis.errors import FactsInvalid
from gis.law.loader import load_law
from gis.model.finding import Finding
from gis.rules.electors.signatures import signatures_needed
from gis.rules.registry import judge, read_facts

LAW = load_law().newest()
FIFTH = Fraction(1, 5)


def find(rule: str, **facts: object) -> Finding:
    return judge(rule, read_facts(rule, facts), LAW)


@pytest.mark.parametrize(
    ("vote", "needed"),
    # A fifth, rounded up: 0; 0.2; 1.0; 1.2; 200.0; 200.2; 24.56.
    [(0, 0), (1, 1), (5, 1), (6, 2), (1000, 200), (1001, 201), (Fraction("122.8"), 25)],
)
def test_a_fifth_of_the_vote_rounded_up_once(vote: Fraction | int, needed: int) -> None:
    assert signatures_needed(Fraction(vote), FIFTH) == needed


@settings(max_examples=50, derandomize=True)
@given(st.fractions(min_value=0, max_value=10_000, max_denominator=10_000))
def test_the_number_needed_is_the_smallest_that_reaches_the_portion(vote: Fraction) -> None:
    needed = signatures_needed(vote, FIFTH)
    assert needed * 5 >= vote > (needed - 1) * 5 or needed == vote == 0


# TSD-26

PETITION: dict[str, Any] = {"votes_for_governor": 837, "signatures_valid": 168, "requests": "spring"}


@pytest.mark.parametrize(
    ("more", "state", "answer"),
    [
        ({}, "pass", 168),
        ({"signatures_valid": 167}, "fail", 168),
        ({"conforms_8_40": False}, "fail", 168),
        ({"conforms_8_40": None}, "needs_evidence", 168),
        ({"conforms_8_40": None, "requests": "not_stated"}, "fail", 168),
        ({"signatures_valid": None}, "needs_evidence", 168),
        ({"votes_for_governor": None}, "needs_evidence", None),
        # Whatever the vote is, a petition that does not say which election it wants fails.
        ({"votes_for_governor": None, "requests": "not_stated"}, "fail", None),
        ({"commissioners_appointed": False}, "not_applicable", None),
        # Whether this way of change is theirs at all is not known, so that too few signatures settle nothing.
        ({"commissioners_appointed": None}, "needs_evidence", 168),
        ({"commissioners_appointed": None, "signatures_valid": 167}, "needs_evidence", 168),
    ],
)
def test_the_state_of_a_petition(more: dict[str, Any], state: str, answer: int | None) -> None:
    found = find("TSD-26", **{**PETITION, **more})
    assert (found.state, found.answer) == (state, answer)


@pytest.mark.parametrize(
    ("units", "answer", "word"),
    [
        pytest.param([("Ward 1", 1388, "reported"), ("Ward 5", 1112, "reported")], 500, "2,500 votes", id="reported"),
        pytest.param([("Ward 1", 1388, "reported"), ("Ward 5", None, "reported")], None, "Ward 5 is not", id="unknown"),
        pytest.param([("Ward 1", 1388, "modelled")], None, "Ward 1 is modelled", id="modelled"),
        pytest.param([], None, "whole reporting units", id="none"),
    ],
)
def test_only_reported_votes_of_whole_units_count(
    units: list[tuple[str, int | None, str]], answer: int | None, word: str
) -> None:
    rows = [{"name": name, "votes_for_governor": votes, "basis": basis} for name, votes, basis in units]
    found = find("TSD-26", reporting_units=rows, signatures_valid=500)
    assert found.answer == answer
    assert found.state == ("needs_evidence" if answer is None else "pass")
    assert word in found.because


# TSD-31

AREA: dict[str, Any] = {"district_area_sqmi": 4, "municipality_area_sqmi": 36, "votes_for_governor": 1522}
ELECTIONS = [
    {"date": "2018-11-06", "votes_for_governor": 900},
    {"date": "2022-11-08", "votes_for_governor": 1842},
    {"date": "2026-11-03", "votes_for_governor": 2100},
]


def test_quotient_and_vote_stay_exact_until_the_signatures() -> None:
    # 4 / 36 x 1,522 = 169.1 repeating; a fifth is 33.8.
    found = find("TSD-31", **AREA)
    assert (found.state, found.answer, found.answer_unit) == ("pass", 34, "signatures")
    assert found.measures["quotient"] == pytest.approx(1 / 9, rel=1e-12)
    assert found.measures["district_vote"] == pytest.approx(1522 / 9, rel=1e-12)
    assert set(found.readings) == {"total_area"}


def test_without_water_both_areas_change() -> None:
    # 3 / 30 x 1,522 = 152.2; a fifth is 30.44.
    found = find("TSD-31", **AREA, district_land_area_sqmi=3, municipality_land_area_sqmi=30, signatures_valid=32)
    assert (found.state, found.answer) == ("fail", 34)
    assert (found.readings["land_only"].state, found.readings["land_only"].answer) == ("pass", 31)


@pytest.mark.parametrize(
    ("filed", "used", "answer"),
    [
        # 2.4 / 36 is a fifteenth: 1,842 / 75 = 24.56; 2,100 / 75 = 28; 900 / 75 = 12.
        ("2022-11-07", "2018-11-06", 12),
        ("2022-11-08", "2022-11-08", 25),
        ("2026-11-02", "2022-11-08", 25),
        ("2027-01-15", "2026-11-03", 28),
        # In 2030 a governor is elected again (November 5), and that vote is not among these.
        ("2030-11-04", "2026-11-03", 28),
        ("2030-11-05", "2030-11-05", None),
        ("2017-01-01", "2014-11-04", None),
        (None, None, None),
    ],
)
def test_the_last_election_on_or_before_the_petition_counts(
    filed: str | None, used: str | None, answer: int | None
) -> None:
    found = find(
        "TSD-31",
        district_area_sqmi="2.4",
        municipality_area_sqmi=36,
        governor_elections=ELECTIONS,
        petition_filed=filed and dt.date.fromisoformat(filed),
    )
    assert (found.answer, found.measures["election_used"]) == (answer, used)
    assert found.state == ("needs_evidence" if answer is None else "pass")


@pytest.mark.parametrize(
    ("listed", "filed", "used", "answer", "told"),
    [
        # 36 of 36 sq mi: a fifth of 900 is 180. The recall of June 5, 2012 is no general election.
        pytest.param(
            {"2010-11-02": 900, "2012-06-05": 1000}, "2013-01-01", "2010-11-02", 180, "June 5, 2012", id="recall"
        ),
        pytest.param(
            {"2022-11-08": 900, "2024-11-05": 50}, "2025-05-01", "2022-11-08", 180, "November 5, 2024", id="2024"
        ),
        pytest.param(
            {"2012-06-05": 1000}, "2013-01-01", "2010-11-02", None, "June 5, 2012", id="the due one is missing"
        ),
        pytest.param({"2022-11-08": 900, "2026-11-03": 1}, "2026-01-05", "2022-11-08", 180, None, id="later than it"),
    ],
)
def test_only_a_general_election_of_a_governor_counts(
    listed: dict[str, int], filed: str, used: str, answer: int | None, told: str | None
) -> None:
    elections = [{"date": day, "votes_for_governor": votes} for day, votes in listed.items()]
    whole = {"district_area_sqmi": 36, "municipality_area_sqmi": 36}
    found = find("TSD-31", **whole, governor_elections=elections, petition_filed=filed)
    assert (found.answer, found.measures["election_used"]) == (answer, used)
    assert found.state == ("needs_evidence" if answer is None else "pass")
    notes = [note for note in found.notes if note.startswith("Not counted:")]
    assert [note.split(": ")[1].split(". ")[0] for note in notes] == ([] if told is None else [told])
    assert "governor_term_years" in {use.name for use in found.parameters}


@pytest.mark.parametrize(
    ("valid", "state", "holds"),
    [
        # 4.25 of 40 sq mi and 1,600 votes: 170, so 34. Pulled in and pushed out 160 and 180: 32 and 36.
        pytest.param(31, "fail", True, id="too few anywhere"),
        pytest.param(32, "within_tolerance", False, id="enough at best"),
        pytest.param(35, "within_tolerance", False, id="enough as drawn, too few at worst"),
        pytest.param(36, "pass", True, id="enough anywhere"),
        pytest.param(None, "pass", False, id="nobody has counted: the number is computed, and not sure"),
    ],
)
def test_signatures_that_hang_on_the_accuracy_ask_for_a_person(valid: int | None, state: str, holds: bool) -> None:
    found = find(
        "TSD-31",
        district_area_sqmi="4.25",
        municipality_area_sqmi=40,
        votes_for_governor=1600,
        signatures_valid=valid,
        district_area_low_sqmi=4,
        district_area_high_sqmi="4.5",
        boundary_accuracy_ft=40,
    )
    assert (found.state, found.answer) == (state, 34)
    assert found.margin is not None
    assert found.margin.holds is holds
    assert (found.margin.low, found.margin.high) == (160, 180)
    # With 35 signatures a vote of up to 175 is enough; with none counted 34 do for a vote of up to 170.
    assert found.margin.threshold == (34 if valid is None else valid) * 5
    assert ("a person must look" in found.because) is (state == "within_tolerance")


def test_a_district_in_several_municipalities_is_another_rules_question() -> None:
    found = find("TSD-31", **AREA, several_municipalities=True)
    assert (found.state, found.answer, found.measures, found.margin) == ("not_applicable", None, {}, None)
    unknown = find("TSD-31", **AREA, several_municipalities=None)
    assert (unknown.state, unknown.answer) == ("needs_evidence", None)
    assert "one municipality only" in unknown.because


def test_modelled_votes_are_marked() -> None:
    found = find("TSD-31", **AREA, municipality="Town of Alder", votes_basis="modelled")
    assert found.measures["votes_basis"] == "modelled"
    assert any("Town of Alder are modelled" in note for note in found.notes)


@pytest.mark.parametrize(
    ("more", "path"),
    [
        ({"district_area_sqmi": -1}, "facts.district_area_sqmi"),
        ({"votes_for_governor": -1}, "facts.votes_for_governor"),
        ({"signatures_valid": -1}, "facts.signatures_valid"),
        ({"district_area_sqmi": 37}, "facts.municipality_area_sqmi"),
        ({"municipality_area_sqmi": 0}, "facts.municipality_area_sqmi"),
        ({"district_land_area_sqmi": 3, "municipality_land_area_sqmi": 2}, "facts.municipality_land_area_sqmi"),
    ],
)
def test_impossible_areas_and_votes_are_refused(more: dict[str, Any], path: str) -> None:
    with pytest.raises(FactsInvalid) as caught:
        find("TSD-31", **{**AREA, **more})
    assert caught.value.where == path


# TSD-32

ALDER = {"municipality": "Town of Alder", "area_sqmi": 3, "municipality_area_sqmi": 36, "municipality_votes": 900}
BIRCH = {"municipality": "Town of Birch", "area_sqmi": 9, "municipality_area_sqmi": 36, "municipality_votes": 1120}


def unit(name: str, votes: object, share: object = 1, **more: object) -> dict[str, Any]:
    return {"name": name, "votes_for_governor": votes, "share_in_district": share, **more}


def test_parts_are_added_before_rounding_and_units_go_before_the_municipality() -> None:
    # Alder 3/36 x 900 = 75; Birch ward 2 whole 104, ward 3 a tenth of 13 = 1.3: 180.3, a fifth 36.06 -> 37.
    # By municipality 75 + 280 = 355 -> 71. Rounding each part first would give 15 + 22 = 37 and 15 + 56 = 71 + ...
    birch = {**BIRCH, "units": [unit("Ward 2", 104), unit("Ward 3", 13, "0.1", basis="modelled"), unit("Ward 4", 9, 0)]}
    found = find("TSD-32", parts=[ALDER, birch], signatures_valid=36)
    assert (found.state, found.answer) == ("fail", 37)
    assert found.measures["part_votes"] == {"Town of Alder": 75, "Town of Birch": pytest.approx(105.3)}
    assert found.measures["whole_units"] == ["Town of Birch: Ward 2"]
    assert found.measures["cut_units"] == ["Town of Birch: Ward 3"]
    assert found.measures["modelled_votes"] == ["Town of Birch: Ward 3"]
    assert found.measures["signatures_short"] == 1
    assert found.readings["municipality"].answer == 71
    assert found.readings["municipality"].state == "fail"
    assert any("Town of Alder: counted by the municipality" in note for note in found.notes)


@pytest.mark.parametrize(
    ("changed", "answer", "by_municipality"),
    [
        # An unknown vote of a unit leaves the default open; the other reading does not need it: 355 -> 71.
        ({"units": [unit("Ward 2", None)]}, None, 71),
        ({"units": [unit("Ward 2", None, 0), unit("Ward 3", 105)]}, 36, 71),  # a unit outside needs no vote: 180
        ({"units": [unit("Ward 2", 105)], "municipality_votes": None}, 36, None),
        ({"municipality_votes": None}, None, None),
        ({"area_sqmi": None}, None, None),
        ({"units": []}, 71, 71),
        # No unit inside: 75 of Alder alone, a fifth is 15.
        ({"units": [unit("Ward 2", 104, 0), unit("Ward 3", 13, 0)]}, 15, 71),
        ({"units": [unit("Ward 2", 104, None)]}, None, 71),
    ],
)
def test_what_is_not_known_matters_only_to_the_reading_that_uses_it(
    changed: dict[str, Any], answer: int | None, by_municipality: int | None
) -> None:
    found = find("TSD-32", parts=[ALDER, {**BIRCH, **changed}])
    assert (found.answer, found.readings["municipality"].answer) == (answer, by_municipality)
    assert found.state == ("needs_evidence" if answer is None else "pass")


def test_units_of_which_none_is_inside_are_noted_and_an_unknown_share_is_named() -> None:
    outside = find("TSD-32", parts=[ALDER, {**BIRCH, "units": [unit("Ward 2", 104, 0)]}])
    assert any("Town of Birch has land inside, so no vote counts there" in note for note in outside.notes)
    unknown = find("TSD-32", parts=[ALDER, {**BIRCH, "units": [unit("Ward 2", 104, None)]}])
    assert unknown.because == (
        "The number of signatures cannot be computed: the share inside or the vote for governor of Ward 2 in Town of "
        "Birch is not known."
    )


def test_the_interval_of_the_parts_is_their_sum_and_whole_units_have_none() -> None:
    # Alder 2.9 to 3.1 of 36: 72.5 to 77.5; ward 2 whole 100; ward 3 0.1 to 0.3 of 50: 5 to 15. Value 75 + 100 + 10.
    alder = {**ALDER, "area_low_sqmi": "2.9", "area_high_sqmi": "3.1"}
    birch = {**BIRCH, "units": [unit("Ward 2", 100), unit("Ward 3", 50, "0.2", share_low="0.1", share_high="0.3")]}
    found = find("TSD-32", parts=[alder, birch], signatures_valid=38)
    assert found.margin is not None
    assert (found.margin.value, found.margin.low, found.margin.high) == (185, 177.5, 192.5)
    # 37 as drawn, 36 to 39 over the accuracy.
    assert (found.answer, found.state, found.margin.holds) == (37, "within_tolerance", False)
    bare = find("TSD-32", parts=[ALDER, birch]).margin
    assert bare is not None
    assert (bare.low, bare.holds) == (None, None)


@pytest.mark.parametrize(("several", "state"), [(True, "pass"), (False, "not_applicable"), (None, "needs_evidence")])
def test_one_municipality_and_land_of_nobody(several: bool | None, state: str) -> None:
    found = find("TSD-32", parts=[ALDER, BIRCH], several_municipalities=several)
    assert found.state == state
    assert found.answer == (71 if state == "pass" else None)


@pytest.mark.parametrize(
    ("parts", "path"),
    [
        ([ALDER, ALDER], "facts.parts[1].municipality"),
        ([{**ALDER, "units": [unit("Ward 1", 5, 20)]}], "facts.parts[0].units[0].share_in_district"),
        ([{**ALDER, "units": [unit("Ward 1", -5)]}], "facts.parts[0].units[0].votes_for_governor"),
        ([{**ALDER, "area_sqmi": 40}], "facts.parts: Town of Alder"),
    ],
)
def test_impossible_parts_are_refused(parts: list[dict[str, Any]], path: str) -> None:
    with pytest.raises(FactsInvalid) as caught:
        find("TSD-32", parts=parts)
    assert caught.value.where == path


@settings(max_examples=50, derandomize=True)
@given(st.lists(st.integers(0, 500), min_size=1, max_size=5), st.integers(1, 19))
def test_inside_and_outside_shares_add_up_to_all_votes(votes: list[int], twentieths: int) -> None:
    def vote(share: Fraction) -> Fraction:
        units = [unit(f"Ward {i}", count, str(float(share))) for i, count in enumerate(votes)]
        found = find("TSD-32", parts=[{**ALDER, "units": units}])
        return Fraction(str(found.measures["district_vote"]))

    inside, outside = vote(Fraction(twentieths, 20)), vote(1 - Fraction(twentieths, 20))
    assert float(inside + outside) == pytest.approx(sum(votes), rel=1e-9)
