"""TSD-02: have enough owners signed, by head or by land (FACTS.md, entry TSD-02)?"""

import datetime as dt
import random
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gis.errors import FactsInvalid, ParameterNotInForce
from gis.law.loader import load_law
from gis.model.facts.petition import PetitionFacts
from gis.model.finding import Finding
from gis.rules.registry import judge, read_facts
from tests.conftest import FieldCaseLoader

LAW = load_law().newest()
FIXED = settings(max_examples=50, derandomize=True, deadline=None)
SQFT_PER_ACRE = 43_560
RANK = ("fail", "needs_evidence", "pass")


def parcel(parcel_id: str, owners: str | None, acres: object, **more: object) -> dict[str, Any]:
    """Return a parcel; its owners are the letters of a word."""
    return {"parcel_id": parcel_id, "owners": None if owners is None else [*owners], "area_acres": acres, **more}


def find(parcels: list[dict[str, Any]] | None = None, signers: str | None = None, **more: object) -> Finding:
    facts: dict[str, object] = dict(more)
    if parcels is not None:
        facts["parcels"] = parcels
    if signers is not None:
        facts["signatures"] = [{"person": person} for person in signers]
    return judge("TSD-02", read_facts("TSD-02", facts), LAW)


def both_tests(finding: Finding) -> tuple[object, object]:
    return finding.measures["head_test"], finding.measures["land_test"]


def states(finding: Finding) -> dict[str, str]:
    return {name: reading.state.value for name, reading in finding.readings.items()}


# ---- both limbs, exactly --------------------------------------------------------------------------------------


@pytest.mark.parametrize("position", range(7))
def test_field_case_fifty_one_percent(field_case: FieldCaseLoader, position: int) -> None:
    case = field_case("petition-01")
    row, expected = case["input"]["tests"][position], case["expected"]["passes"][position]
    heads = find(owner_count=row["of"], owners_signed=row["signed"], land_acres=100, land_signed_acres=0)
    feet = {name: Fraction(row[key], SQFT_PER_ACRE) for name, key in (("of", "of"), ("signed", "signed"))}
    land = find(owner_count=100, owners_signed=0, land_acres=feet["of"], land_signed_acres=feet["signed"])
    if expected == "error: no owners":
        assert [(finding.state, finding.answer) for finding in (heads, land)] == [("needs_evidence", None)] * 2
        assert heads.measures["head_test"] == land.measures["land_test"] == "needs_evidence"
        assert "no person who owns land within the limits" in heads.because
        assert "no land within the limits" in land.because
    else:
        assert [heads.answer, land.answer] == [expected, expected]


def test_field_case_joint_and_repeat_owners(field_case: FieldCaseLoader) -> None:
    # Matching makes "R. Two" and "r. two " one owner; the rule then compares owner keys exactly.
    case = field_case("petition-02")
    given_, expected = case["input"], case["expected"]

    def key(name: str) -> str:
        return name.strip().casefold()

    parcels = [
        {
            "parcel_id": row["pin"],
            "owners": [key(name) for name in row["owners"]],
            "area_acres": Fraction(row["sqft"], SQFT_PER_ACRE),
        }
        for row in given_["parcels"]
    ]
    # Withdrawn only after the hearing: those signatures stay among the valid ones.
    assert set(given_["withdrew_after_hearing"]) < set(given_["signed"])
    assert expected["withdrawal_after_hearing_ignored"] is True
    finding = judge(
        "TSD-02",
        read_facts("TSD-02", {"parcels": parcels, "signatures": [{"person": key(name)} for name in given_["signed"]]}),
        LAW,
    )
    measures = finding.measures
    assert (measures["owner_count"], measures["owners_signed"]) == (expected["persons"], expected["persons_signed"])
    assert both_tests(finding) == ("fail", "fail")
    assert (expected["persons_pass"], expected["land_pass"]) == (False, False)
    assert finding.answer is False
    assert measures["land_acres"] == pytest.approx(expected["land_sqft"] / SQFT_PER_ACRE, rel=1e-12)
    all_sign = expected["land_signed_if_all_must_sign"] / SQFT_PER_ACRE
    assert measures["land_signed_acres"] == pytest.approx(all_sign, rel=1e-12)
    # 80,000 and 100,000 of 200,000 square feet: 40 and 50 percent, so no way of counting co-owners reaches 51.
    assert states(finding) == {"all_coowners": "fail", "pro_rata": "fail", "any_coowner": "fail"}
    for name, share in (("land_signed_if_share_counted", 0.4), ("land_signed_if_one_joint_owner_signs_for_all", 0.5)):
        assert expected[name] / expected["land_sqft"] == share
    assert expected["parcels_signed_naive"] / len(parcels) == expected["naive_parcel_share"]  # a wrong pass


@pytest.mark.parametrize(
    ("of", "needed"),
    [(1, 1), (2, 2), (3, 2), (49, 25), (50, 26), (51, 27), (100, 51), (101, 52), (200, 102), (1000, 510)],
)
def test_the_heads_needed_are_rounded_up_once(of: int, needed: int) -> None:
    # 0.51, 1.02, 1.53, 24.99, 25.5, 26.01, 51, 51.51, 102, 510.
    enough = find(owner_count=of, owners_signed=needed, land_acres=1, land_signed_acres=0)
    few = find(owner_count=of, owners_signed=needed - 1, land_acres=1, land_signed_acres=0)
    assert (enough.answer, few.answer) == (True, False)
    assert (enough.measures["owners_needed"], enough.measures["owners_short"]) == (needed, 0)
    assert few.measures["owners_short"] == 1


@pytest.mark.parametrize(
    ("signed", "answer", "short"),
    [("51", True, 0), ("50.9999999999", False, 1e-10), ("51.0000000001", True, 0), ("0", False, 51)],
)
def test_the_land_is_compared_before_any_rounding(signed: str, answer: bool, short: float) -> None:
    finding = find(owner_count=10, owners_signed=0, land_acres=100, land_signed_acres=signed)
    assert finding.answer is answer
    assert finding.measures["land_short_acres"] == pytest.approx(short, rel=1e-9)
    assert finding.measures["land_needed_acres"] == 51


def test_a_signed_share_just_below_never_reads_as_enough() -> None:
    finding = find(owner_count=10, owners_signed=0, land_acres=100, land_signed_acres="50.9999")
    assert "50.9999 of 100 acres signed and 51 are needed" in finding.because
    assert "owners of 0.0001 more acres" in finding.because


def test_the_sentence_gives_both_counts() -> None:
    finding = find([parcel("1", "A", 10), parcel("2", "B", "20.5"), parcel("3", "C", 70)], "AB")
    assert finding.because == (
        "2 of 3 persons owning land within the limits signed and 2 are needed (51 percent, rounded up); the owners of "
        "30.5 of 100.5 acres signed and 51.26 are needed (51 percent); either count suffices, and it is reached by "
        "head."
    )  # 0.51 x 3 = 1.53; 0.51 x 100.5 = 51.255
    unsigned = find([parcel("1", "A", 10)])
    assert unsigned.because == (
        "Whether enough owners signed cannot be said yet: who signed is not on file; of 1 person owning land within "
        "the limits, 1 is needed (51 percent, rounded up); of 10 acres, 5.1 are needed (51 percent)."
    )


def test_persons_are_compared_exactly_as_given_and_count_once() -> None:
    # B owns two parcels and signs twice; "b" is another person, who owns nothing.
    finding = find([parcel("1", "A", 10), parcel("2", "B", 10), parcel("3", "B", 10)], "BbBb")
    assert (finding.measures["owner_count"], finding.measures["owners_signed"]) == (2, 1)
    assert finding.measures["land_signed_acres"] == 20
    assert finding.measures["signers_not_owners"] == ["b"]
    assert any(note.startswith("1 signer is not on file") for note in finding.notes)


def test_only_the_land_inside_counts_and_an_owner_outside_is_none() -> None:
    finding = find(
        [
            parcel("1", "A", 40, area_in_district_acres=10),
            parcel("2", "B", 9),
            parcel("3", "C", 99, area_in_district_acres=0),
        ],
        "AC",
    )
    assert (finding.measures["owner_count"], finding.measures["land_acres"]) == (2, 19)
    assert finding.measures["land_signed_acres"] == 10  # 52.6 percent
    assert finding.measures["signers_not_owners"] == ["C"]
    assert both_tests(finding) == ("fail", "pass")


# ---- readings -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("signers", "expected"),
    [
        # P1 of A, B and C has 60 acres, P2 of D has 40.
        ("A", {"all_coowners": "fail", "pro_rata": "fail", "any_coowner": "pass"}),  # 0, 20, 60
        ("AB", {"all_coowners": "fail", "pro_rata": "fail", "any_coowner": "pass"}),  # 0, 40, 60
        ("D", {"all_coowners": "fail", "pro_rata": "fail", "any_coowner": "fail"}),  # 40
        ("ABC", dict.fromkeys(("all_coowners", "pro_rata", "any_coowner"), "pass")),  # 60; and 3 of 4 heads
    ],
)
def test_coowners_are_counted_three_ways(signers: str, expected: dict[str, str]) -> None:
    finding = find([parcel("P1", "ABC", 60), parcel("P2", "D", 40)], signers)
    assert states(finding) == expected
    assert finding.state == expected["all_coowners"]
    notes = [note for note in finding.notes if note.startswith("The reading")]
    assert len(notes) == sum(state != finding.state for state in expected.values())


@pytest.mark.parametrize(("rest", "state"), [("47", "pass"), ("47.0001", "fail")])
def test_pro_rata_is_exact(rest: str, state: str) -> None:
    # Two of three owners of 153 acres signed: 102, which is 51 percent of 153 + 47.
    finding = find([parcel("1", "ABC", 153), parcel("2", "DEF", rest)], "AB")
    assert finding.readings["pro_rata"].state == state


@pytest.mark.parametrize(("gross", "state"), [("100", "pass"), ("101.9", "pass"), ("102", "pass"), ("102.1", "fail")])
def test_the_whole_polygon_may_be_the_denominator(gross: str, state: str) -> None:
    # 52.02 acres of 100 are signed; 52.02 / 0.51 = 102.
    parcels = [parcel("1", "A", "52.02"), parcel("2", "BCDE", "47.98")]
    assert states(find(parcels, "A", gross_area_acres=gross))["gross_area"] == state
    totals = find(owner_count=5, owners_signed=1, land_acres=100, land_signed_acres="52.02", gross_area_acres=gross)
    assert states(totals) == {"all_coowners": "pass", "gross_area": state}


@pytest.mark.parametrize(
    ("taxable", "state"),
    [
        # A signed 30 of 100; B's 70 hold a public 45.
        ((True, True, False), "pass"),  # 30 of 55
        ((True, True, True), "fail"),  # 30 of 100
        ((False, True, False), "fail"),  # 0 of 25
        ((True, True, None), "needs_evidence"),  # 30 of 55 or of 100
        ((None, True, False), "needs_evidence"),  # 30 of 55 or 0 of 25
        ((False, False, False), "needs_evidence"),  # nothing of nothing
        ((None, None, None), None),  # nobody asked
    ],
)
def test_taxable_land_may_be_the_denominator(taxable: tuple[object, ...], state: str | None) -> None:
    rows = [("1", "A", 30), ("2", "BC", 25), ("3", "B", 45)]
    parcels = [parcel(*row, taxable=known) for row, known in zip(rows, taxable, strict=True)]
    finding = find(parcels, "A")
    assert states(finding).get("taxable_parcels") == state
    assert (finding.state, finding.measures["land_share"]) == ("fail", 0.3)


@pytest.mark.parametrize(
    ("signed", "taxable", "state"),
    [
        # Of 100 acres: what is signed of the taxable land lies between signed - (100 - taxable) and signed.
        (40, 60, "needs_evidence"),  # 0 to 40 of 60, where 30.6 are needed
        (80, 70, "pass"),  # 50 to 70 of 70; 35.7
        (30, 60, "fail"),  # 0 to 30 of 60; 30.6
        (30, 100, "fail"),
    ],
)
def test_a_stated_taxable_area_is_tested_both_ways(signed: int, taxable: int, state: str) -> None:
    finding = find(owner_count=9, owners_signed=0, land_acres=100, land_signed_acres=signed, taxable_land_acres=taxable)
    assert states(finding)["taxable_parcels"] == state


def test_every_reading_has_the_same_heads() -> None:
    # Two of three owners signed, who own hardly anything.
    finding = find(
        [parcel("1", "A", 1, taxable=True), parcel("2", "B", 1), parcel("3", "C", 98)], "AB", gross_area_acres=200
    )
    assert states(finding) == dict.fromkeys(
        ("all_coowners", "pro_rata", "any_coowner", "gross_area", "taxable_parcels"), "pass"
    )


# ---- what is not known ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("known", "unknown_acres", "signers", "expected"),
    [
        # heads and land, at worst and at best
        pytest.param(("A", 50), [50], "A", ("needs_evidence", "needs_evidence"), id="1 of 2 or of 1; 50 or 100 of 100"),
        pytest.param(("AB", 50), [50], "A", ("fail", "fail"), id="1 of 3 or of 2; 0 or 50"),
        pytest.param(("ABC", 50), [50], "AB", ("needs_evidence", "fail"), id="2 of 4 or of 3; 0 or 50"),
        pytest.param(("ABCD", 50), [50], "ABC", ("pass", "fail"), id="3 of 5 or of 4; 0 or 50"),
        pytest.param(("A", 40), [60], "", ("fail", "fail"), id="nobody signed, so the unknown did not either"),
        # At best a person already counted who signed: of signers not counted, none.
        pytest.param(("A", 49), [51], "Z", ("fail", "fail"), id="0 of 2 or of 1; nobody counted signed"),
        pytest.param(("A", 98), [1, 1], "YZ", ("fail", "fail"), id="0 of 3 or of 1; nobody counted signed"),
        pytest.param(("AB", 5), [1], "BZ", ("fail", "fail"), id="1 of 3 or of 2; 0 or 1 of 6"),
        pytest.param(("A", 49), [51], "AZ", ("needs_evidence", "needs_evidence"), id="1 of 2 or of 1; 49 or 100"),
    ],
)
def test_an_unknown_owner_is_tested_both_ways(
    known: tuple[str, int], unknown_acres: list[int], signers: str, expected: tuple[str, str]
) -> None:
    unknown = [parcel(f"U{i}", None, acres) for i, acres in enumerate(unknown_acres)]
    finding = find([parcel("1", *known), *unknown], signers)
    assert both_tests(finding) == expected
    assert finding.measures["parcels_owner_unknown"] == [row["parcel_id"] for row in unknown]
    if finding.state == "needs_evidence":
        assert finding.answer is None
        assert "the owners of parcel" in finding.because


def test_where_no_owner_at_all_is_known_a_signer_may_be_one() -> None:
    # Nobody is counted, so that there is no person already counted: as where the totals are missing.
    assert both_tests(find([parcel("1", None, 10)], "Z")) == ("needs_evidence", "needs_evidence")
    assert find([parcel("1", None, 10)], "").state == "fail"


def test_a_signer_not_on_file_may_be_the_unknown_owner_and_a_person_looks() -> None:
    finding = find([parcel("1", "DB", 5), parcel("2", None, 1)], "CD")
    assert finding.state == "fail"
    assert any(note.startswith("A signer who is not on file") and "parcel 2" in note for note in finding.notes)
    assert not any("A signer who" in note for note in find([parcel("1", "DB", 5), parcel("2", None, 1)], "D").notes)


def test_an_unknown_owner_is_said_to_be_taken_as_one_person() -> None:
    # A and B signed and own parcel 2; one unknown owner makes 2 of 3, three of them would make 2 of 5.
    finding = find([parcel("1", None, 50), parcel("2", "AB", 2)], "AB")
    assert finding.state == "pass"
    assert any(note.startswith("Parcel 1 of unknown owner: taken as one more person") for note in finding.notes)


@pytest.mark.parametrize(
    ("acres", "signed", "words"),
    [
        # 51 percent of 640 is 326.4.
        ("640", "326.394", "326.394 of 640 acres signed and 326.4 are needed (51 percent); neither count is reached"),
        ("640", "326.394", "owners of 0.006 more acres"),
        ("640", "326.39999", "326.39999 of 640 acres signed and 326.4 are needed"),
        ("640", "326.39999", "owners of 0.00001 more acres"),
        # 51 percent of 100.005 is 51.00255: up to 51.01; 20.005 down to 20; 31.01 apart as printed.
        ("100.005", "20.005", "20 of 100 acres signed and 51.01 are needed"),
        ("100.005", "20.005", "owners of 31.01 more acres"),
        ("640", "326.4", "326.4 of 640 acres signed and 326.4 are needed"),
    ],
)
def test_printed_acres_add_up(acres: str, signed: str, words: str) -> None:
    facts = {"owner_count": 10, "owners_signed": 1, "land_acres": acres, "land_signed_acres": signed}
    assert words in judge("TSD-02", read_facts("TSD-02", facts), LAW).because


def test_no_owner_on_file_is_an_unknown_owner() -> None:
    assert find([parcel("1", "", 50)], "A").measures["parcels_owner_unknown"] == ["1"]


def test_each_reading_tests_the_unknown_owner_both_ways() -> None:
    # 60 acres of A, who signed, and B; 40 of somebody. None: 0 to 40. In parts: 30 to 70. Any: 60 to 100.
    finding = find([parcel("1", "AB", 60), parcel("2", None, 40)], "A")
    assert states(finding) == {"all_coowners": "fail", "pro_rata": "needs_evidence", "any_coowner": "pass"}


@pytest.mark.parametrize(
    ("signers", "land"), [("A", "needs_evidence"), ("B", "needs_evidence"), ("AB", "pass"), ("", "fail")]
)
def test_an_area_that_nobody_knows_has_no_limit(signers: str, land: str) -> None:
    finding = find([parcel("1", "A", None), parcel("2", "B", 10)], signers)
    assert finding.measures["land_test"] == land
    assert (finding.measures["owner_count"], finding.measures["land_acres"]) == (2, None)
    if finding.state == "needs_evidence":
        assert "the land of parcel 1 within the limits is not known" in finding.because


@pytest.mark.parametrize(
    "facts",
    [
        {},
        {"parcels": []},
        {"parcels": [], "signatures": []},
        {"parcels": [parcel("1", "A", 5, area_in_district_acres=0)], "signatures": [{"person": "A"}]},
        {"parcels": [parcel("1", "A", 5)]},
        {"signatures": [{"person": "A"}]},
        {"owner_count": 0, "owners_signed": 0, "land_acres": 0, "land_signed_acres": 0},
        {"owner_count": 5, "land_acres": 5, "land_signed_acres": 1},
        {"owner_count": 5, "owners_signed": 1, "land_acres": 5},
        {"owners_signed": 5, "land_signed_acres": 5},
    ],
)
def test_what_is_not_on_file_is_asked_for(facts: dict[str, object]) -> None:
    finding = find(**facts)
    assert (finding.state, finding.answer) == ("needs_evidence", None)
    assert "not on file" in finding.because or "no portion of nothing" in finding.because


def test_no_facts_at_all() -> None:
    finding = judge("TSD-02", PetitionFacts(), LAW)
    assert (finding.state, finding.answer, finding.margin) == ("needs_evidence", None, None)
    assert finding.because == (
        "Whether enough owners signed cannot be said yet: who owns land within the limits, and who signed, is not on "
        "file."
    )


@pytest.mark.parametrize(
    ("totals", "asked"),
    [({}, True), ({"owners_signed": 1}, True), ({"owners_signed": 1, "land_signed_acres": 1}, False)],
)
def test_signatures_are_asked_for_unless_both_totals_are_stated(totals: dict[str, object], asked: bool) -> None:
    finding = find([parcel("1", "A", None), parcel("2", "B", 3)], **totals)
    assert finding.state == "needs_evidence"
    assert ("who signed is not on file" in finding.because) is asked


def test_a_stated_total_goes_before_what_the_parcels_give() -> None:
    # By the parcels 1 of 2 heads and 10 of 30 acres; somebody counted one owner, and 15 acres by survey.
    parcels = [parcel("1", "A", 10), parcel("2", "B", 20)]
    assert both_tests(find(parcels, "A", owner_count=1)) == ("pass", "fail")
    surveyed = find(parcels, "A", land_acres=15)
    assert (surveyed.measures["land_share"], both_tests(surveyed)) == (pytest.approx(2 / 3), ("fail", "pass"))
    signed = find(parcels, "A", land_signed_acres=29)
    assert (both_tests(signed), set(signed.readings)) == (("fail", "pass"), {"all_coowners"})


# ---- over the accuracy of the line ----------------------------------------------------------------------------


def cut(parcel_id: str, owners: str | None, low: object, inside: object, high: object) -> dict[str, Any]:
    bounds = {"area_in_district_low_acres": low, "area_in_district_high_acres": high}
    return parcel(parcel_id, owners, 1000, area_in_district_acres=inside, **bounds)


@pytest.mark.parametrize(
    ("signed", "unsigned", "state", "answer", "margin"),
    [
        # 50 of 50 + 50, 52 of 52 + 48, 54 of 54 + 46
        pytest.param(
            (50, 52, 54), (46, 48, 50), "within_tolerance", True, (0.5, 0.52, 0.54, False), id="pass may turn"
        ),
        pytest.param((51, 52, 53), (47, 48, 49), "pass", True, (0.51, 0.52, 0.53, True), id="just holds"),
        pytest.param(
            (48, 50, 52), (48, 50, 52), "within_tolerance", False, (0.48, 0.5, 0.52, False), id="fail may turn"
        ),
        pytest.param(
            ("49.5", 50, "50.5"), ("49.5", 50, "50.5"), "fail", False, (0.495, 0.5, 0.505, True), id="too few"
        ),
        pytest.param((None, 52, None), (None, 48, None), "pass", True, (None, 0.52, None, None), id="no bounds"),
    ],
)
def test_the_accuracy_may_turn_the_land(
    signed: tuple[object, ...], unsigned: tuple[object, ...], state: str, answer: bool, margin: tuple[object, ...]
) -> None:
    finding = find([cut("1", "A", *signed), cut("2", "BCD", *unsigned)], "A", boundary_accuracy_ft="0.5")
    assert (finding.state, finding.answer) == (state, answer)
    assert finding.readings["all_coowners"].state == state
    assert finding.margin is not None
    got = finding.margin
    assert (got.low, got.value, got.high, got.holds) == margin
    assert (got.measure, got.threshold, got.accuracy_ft) == ("land_share", 0.51, 0.5)
    assert ("line moved by the accuracy of 0.5 ft" in finding.because) is (state == "within_tolerance")


def test_the_worst_case_takes_signed_land_out_and_unsigned_land_in() -> None:
    # Both owners' land grows alike with the line, so no single move turns it: 53 of 103, 52 of 101. Worst: 52 of 102.
    parcels = [cut("1", "A", 52, "52.5", 53), cut("2", "BCD", 49, "49.5", 50)]
    finding = find(parcels, "A")
    assert finding.margin is not None
    assert finding.margin.low == pytest.approx(52 / 102)  # 50.98 percent
    assert finding.state == "within_tolerance"


def test_an_owner_whom_only_the_accuracy_brings_in_may_count() -> None:
    # A and B of three signed, who own hardly any land; D's land is just outside: 2 of 4 at worst.
    parcels = [parcel("1", "A", 1), parcel("2", "B", 1), parcel("3", "C", 98), cut("4", "D", 0, 0, "0.01")]
    finding = find(parcels, "AB")
    assert (finding.measures["owner_count"], finding.state) == (3, "within_tolerance")
    assert finding.margin is not None
    assert (finding.margin.measure, finding.margin.low, finding.margin.holds) == ("owner_share", 0.5, False)
    assert find(parcels, "ABD").state == "pass"  # D's signature can only help
    unknown = [*parcels[:3], cut("4", None, 0, 0, "0.01")]
    assert find(unknown, "AB").state == "within_tolerance"
    helps = find([parcel("1", "A", 1), parcel("2", "B", 99), cut("4", "D", 0, 0, "0.01")], "AD")
    assert (helps.state, helps.answer) == ("within_tolerance", False)  # 1 of 2, or 2 of 3


def test_an_owner_whose_land_may_fall_out_may_not_count() -> None:
    # A and B of three signed; B's land is within by less than the accuracy: 1 of 2 at worst.
    parcels = [parcel("1", "A", 1), cut("2", "B", 0, "0.01", "0.02"), parcel("3", "C", 98)]
    assert find(parcels, "AB").state == "within_tolerance"
    # Of A, B and C only A and B signed, and C's may fall out: 2 of 3, or 2 of 2.
    assert find([parcel("1", "AB", 1), cut("2", "C", 0, "0.01", "0.02")], "AB").state == "pass"


def test_one_count_that_holds_is_enough() -> None:
    # The land may turn, 50 of 100 at worst, but three of four owners signed whatever the line does.
    parcels = [cut("1", "ABC", 50, 52, 54), cut("2", "D", 46, 48, 50)]
    finding = find(parcels, "ABC")
    assert finding.margin is not None
    assert (finding.state, finding.margin.holds) == ("pass", True)


@pytest.mark.parametrize(("inside", "holds"), [(None, True), (10, True), (9, None)])
def test_with_a_stated_accuracy_and_nothing_cut_the_outcome_is_certain(inside: object, holds: object) -> None:
    finding = find([parcel("1", "A", 10, area_in_district_acres=inside)], "A", boundary_accuracy_ft="0.1")
    assert finding.margin is not None
    assert finding.margin.holds is holds


# ---- what is still needed -------------------------------------------------------------------------------------


def completing(finding: Finding) -> tuple[object, object, object]:
    together = finding.measures["completing_set"]
    assert isinstance(together, dict)
    return finding.measures["completing_owners"], together["land_limb_owners"], together["head_limb_count"]


FIVE = [parcel(f"{i}", owner, acres) for i, (owner, acres) in enumerate(zip("ABCDE", (40, 12, 11, 30, 7), strict=True))]


@pytest.mark.parametrize(
    ("parcels", "signers", "expected"),
    [
        # 40 of 100 acres and 1 of 5 heads: 11 acres or 2 heads short.
        pytest.param(FIVE, "A", (["B", "C", "D"], ["D"], 2), id="one of three would do"),
        # 12 acres, 2 of 5: 39 acres or one head short, and any head will do.
        pytest.param(FIVE, "BE", (["A", "C", "D"], ["A"], 1), id="any head, or the most land"),
        pytest.param(FIVE, "ADE", ([], [], 0), id="enough"),
        pytest.param(FIVE, "ABC", ([], [], 0), id="enough by both"),
        # Nobody: 51 of 100 needed, 40 + 30.
        pytest.param(FIVE, "", ([], ["A", "D"], 3), id="the fewest by land"),
        pytest.param([parcel(o, o, 25) for o in "DCBA"], "", ([], ["A", "B", "C"], 3), id="ties by name"),
        # H and W own 110 together, S 60, X 30: 102 needed. S is taken first and turns out not to be needed.
        pytest.param(
            [parcel("1", "HW", 110), parcel("2", "S", 60), parcel("3", "X", 30)], "", ([], ["H", "W"], 3), id="couple"
        ),
        pytest.param(
            [parcel("1", "HW", 110), parcel("2", "S", 60), parcel("3", "X", 30)], "H", (["W"], ["W"], 2), id="its half"
        ),
        # 60 of 100 acres are somebody's: A's 40 do not suffice, and two heads may be asked for.
        pytest.param([parcel("1", "A", 40), parcel("2", None, 60)], "", ([], None, 2), id="not by those known"),
    ],
)
def test_who_would_complete_it(parcels: list[dict[str, Any]], signers: str, expected: tuple[object, ...]) -> None:
    assert completing(find(parcels, signers)) == expected


def test_totals_name_nobody() -> None:
    finding = find(owner_count=10, owners_signed=5, land_acres=100, land_signed_acres=50)
    assert completing(finding) == (None, None, 1)
    assert (finding.measures["owners_short"], finding.measures["land_short_acres"]) == (1, 1)
    assert "1 more person or owners of 1 more acres would have to sign" in finding.because


# ---- what cannot be -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("facts", "where"),
    [
        ({"owner_count": -1}, "owner_count"),
        ({"owner_count": 3, "owners_signed": 4}, "owners_signed"),
        ({"land_acres": 3, "land_signed_acres": "3.0001"}, "land_signed_acres"),
        ({"land_acres": "-0.1"}, "land_acres"),
        ({"land_acres": 10, "gross_area_acres": "9.9"}, "land_acres"),
        ({"land_acres": 10, "taxable_land_acres": 11}, "taxable_land_acres"),
        ({"boundary_accuracy_ft": -1}, "boundary_accuracy_ft"),
        ({"parcels": [parcel("1", "A", 1), parcel("2", "A", -1)]}, "parcels[1].area_acres"),
        ({"parcels": [parcel("1", "A", 1, area_in_district_acres="1.01")]}, "parcels[0].area_in_district_acres"),
        ({"parcels": [parcel("1", "A", 1, area_in_district_acres=-1)]}, "parcels[0].area_in_district_acres"),
        ({"parcels": [cut("1", "A", 1, 2, 1001)]}, "parcels[0].area_in_district_high_acres"),
        ({"parcels": [cut("1", "A", -1, 2, 3)]}, "parcels[0].area_in_district_low_acres"),
        (
            {"parcels": [parcel("1", "A", 10)], "signatures": [{"person": "A"}], "land_acres": 9},
            "land_signed_acres",
        ),
    ],
)
def test_impossible_facts_are_refused(facts: dict[str, object], where: str) -> None:
    with pytest.raises(FactsInvalid) as caught:
        find(**facts)
    assert caught.value.where == f"facts.{where}"


def test_a_date_before_the_text_on_file_is_refused() -> None:
    with pytest.raises(ParameterNotInForce):
        judge("TSD-02", PetitionFacts(), load_law().parameters(dt.date(2005, 1, 1)))


def test_the_finding_cites_the_law_and_names_nobody_in_its_sentences() -> None:
    owners = ["OWNER 7001 OF NOWHERE", "OWNER 7002 OF NOWHERE"]
    facts = {
        "parcels": [{"parcel_id": "1", "owners": owners, "area_acres": 5}, {"parcel_id": "2", "area_acres": 9}],
        "signatures": [{"person": owners[0]}, {"person": "OWNER 7003 OF NOWHERE"}],
    }
    finding = judge("TSD-02", read_facts("TSD-02", facts), LAW)
    assert {use.name: (use.value, use.unit) for use in finding.parameters} == {
        "petition_owners_portion": (0.51, "ratio"),
        "petition_land_portion": (0.51, "ratio"),
    }
    assert "NOWHERE" not in " ".join((finding.because, *finding.notes))


# ---- what always holds ----------------------------------------------------------------------------------------

LETTERS = "ABCDEF"
PEOPLE = st.lists(st.sampled_from(LETTERS), min_size=1, max_size=3, unique=True).map("".join)
HALF_ACRES = st.integers(0, 40).map(lambda halves: Fraction(halves, 2))
SIGNERS = st.lists(st.sampled_from(LETTERS + "YZ"), max_size=6).map("".join)


@st.composite
def some_parcels(draw: st.DrawFn) -> list[dict[str, Any]]:
    rows = []
    for index in range(draw(st.integers(0, 6))):
        low, inside, high = sorted(draw(st.lists(HALF_ACRES, min_size=3, max_size=3)))
        owners = draw(st.one_of(PEOPLE, st.none()) if draw(st.booleans()) else PEOPLE)
        rows.append(
            {**cut(f"P{index}", owners, low, inside, high), "taxable": draw(st.sampled_from([True, False, None]))}
        )
    return rows


def shown(finding: Finding) -> dict[str, Any]:
    """Return what may not hang on the order of the facts; two lists keep the order of the file."""
    measures = dict(finding.measures)
    for name in ("signers_not_owners", "parcels_owner_unknown"):
        value = measures[name]
        assert isinstance(value, list)
        measures[name] = sorted(value, key=str)
    return {
        "state": finding.state,
        "answer": finding.answer,
        "measures": measures,
        "readings": finding.readings,
        "margin": finding.margin,
    }


@FIXED
@given(some_parcels(), SIGNERS, st.randoms(use_true_random=False))
def test_order_changes_nothing(parcels: list[dict[str, Any]], signers: str, shuffle: random.Random) -> None:
    one = find(parcels, signers, gross_area_acres=200)
    mixed = [{**row, "owners": row["owners"] and shuffle.sample(row["owners"], len(row["owners"]))} for row in parcels]
    shuffle.shuffle(mixed)
    other = find(mixed, "".join(shuffle.sample(signers, len(signers))), gross_area_acres=200)
    assert shown(one) == shown(other)


@FIXED
@given(some_parcels(), SIGNERS, st.sampled_from(LETTERS + "YZ"))
def test_a_signature_more_never_lowers_a_result(parcels: list[dict[str, Any]], signers: str, one_more: str) -> None:
    before, after = (find(parcels, who, gross_area_acres=200) for who in (signers, signers + one_more))
    for name in ("head_test", "land_test"):
        assert RANK.index(str(after.measures[name])) >= RANK.index(str(before.measures[name]))
    for name, reading in before.readings.items():
        if name != "all_coowners":  # its state also says what the accuracy does
            assert RANK.index(after.readings[name].state) >= RANK.index(reading.state)
    answers = (False, None, True)
    assert answers.index(after.answer) >= answers.index(before.answer)
    for name in ("owners_signed", "land_signed_acres"):
        assert float(str(after.measures[name])) >= float(str(before.measures[name]))


@FIXED
@given(some_parcels(), SIGNERS)
def test_whoever_is_said_to_complete_it_does(parcels: list[dict[str, Any]], signers: str) -> None:
    alone, together, _ = completing(find(parcels, signers))
    for owner in alone if isinstance(alone, list) else ():
        assert find(parcels, signers + str(owner)).answer is True
    if isinstance(together, list):
        assert find(parcels, signers + "".join(map(str, together))).measures["land_test"] == "pass"


@FIXED
@given(some_parcels(), SIGNERS, HALF_ACRES)
def test_an_unknown_owner_is_bounded_as_trying_everybody_would(
    parcels: list[dict[str, Any]], signers: str, acres: Fraction
) -> None:
    known = [row for row in parcels if row["owners"]]
    unknown = parcel("U", None, acres + 1)
    bounded = find([*known, unknown], signers)
    counted = {owner for row in known if row["area_in_district_acres"] > 0 for owner in row["owners"]}
    anybody = sorted({*(counted or signers), "Q"})
    tried = [find([*known, {**unknown, "owners": [who]}], signers) for who in anybody]
    for name in ("head_test", "land_test"):
        results = {str(finding.measures[name]) for finding in tried}
        assert bounded.measures[name] == (results.pop() if len(results) == 1 else "needs_evidence")
    for name in ("pro_rata", "any_coowner"):
        outcomes = {str(finding.readings[name].state) for finding in tried}
        # Heads and land are each bounded on their own, so a reading may ask where trying everybody would not.
        assert str(bounded.readings[name].state) in {*outcomes, "needs_evidence"}


@FIXED
@given(some_parcels(), SIGNERS)
def test_the_counts_agree_with_counting_one_by_one(parcels: list[dict[str, Any]], signers: str) -> None:
    known = [row for row in parcels if row["owners"] and row["area_in_district_acres"] > 0]
    finding = find([row for row in parcels if row["owners"]], signers)
    heads = {owner for row in known for owner in row["owners"]}
    land = sum((row["area_in_district_acres"] for row in known), start=Fraction(0))
    signed = sum(
        (row["area_in_district_acres"] for row in known if all(owner in signers for owner in row["owners"])),
        start=Fraction(0),
    )
    signed_heads = sum(owner in signers for owner in heads)
    if not heads:
        assert both_tests(finding) == ("needs_evidence", "needs_evidence")
        return
    expected = (signed_heads * 100 >= 51 * len(heads), signed * 100 >= 51 * land)
    assert both_tests(finding) == tuple("pass" if enough else "fail" for enough in expected)
    assert finding.answer is any(expected)
