"""Do the handed cases hold, and does the comparison find what does not?"""

import dataclasses
import datetime as dt
import json
from collections.abc import Collection, Mapping
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from gis.errors import CaseFileInvalid, FactsInvalid
from gis.model.finding import Finding, Reading, State
from gis.proposals.cases import differences, run_cases
from gis.rules.registry import RULES

CASES = Path(__file__).parents[2] / "cases" / "rules"
SCENES = CASES.parent / "scenes"

Findings = dict[tuple[str, str | None], Finding]


def no_scene(scene: Mapping[str, Any], rules: Collection[str]) -> Findings:
    msg = f"no scene was given, yet {scene['id']} is judged by {rules}"
    raise AssertionError(msg)


def finding(**more: Any) -> Finding:  # noqa: ANN401 - any field of a finding
    plain = Finding(
        rule="TSD-09",
        citation="",
        version="1",
        state=State.PASS,
        answer=[],
        measures={},
        readings={},
        because="",
    )
    return dataclasses.replace(plain, **more)


# Counted in the handed files: TSD-01 has 9 cases, TSD-02 has 13, and so on to TSD-35.
TSD_COUNTS = (
    *(9, 13, 4, 2, 7, 7, 7, 4, 8, 4, 5, 7, 7, 3, 5, 3, 4, 3),
    *(2, 11, 5, 4, 5, 5, 3, 9, 7, 5, 4, 5, 7, 5, 3, 5, 5),
)

# The same of the other families.
COUNTS = {
    **{f"TSD-{i:02}": count for i, count in enumerate(TSD_COUNTS, start=1)},
    "MUK-01": 8,
    "MUK-02": 3,
    "MUK-03": 7,
    "MUK-04": 7,
    "MUK-24": 5,
    "CKSD-01": 7,
    "CKSD-02": 3,
    "CKSD-03": 1,
    "CKSD-12": 6,
    "CKSD-04": 3,
    "CKSD-05": 8,
    "CKSD-06": 7,
    "CKSD-07": 4,
    "CKSD-08": 5,
    "CKSD-09": 1,
    "CKSD-10": 3,
    "CKSD-11": 5,
    "CKSD-13": 2,
    "CKSD-14": 2,
    "CKSD-15": 2,
    "SA-01": 8,
    "SA-02": 8,
    "SA-03": 6,
    "SA-04": 7,
    "SA-05": 7,
    "SA-06": 5,
    "SA-07": 1,
    "SA-08": 1,
    "SA-09": 4,
    "SA-10": 4,
    "SA-11": 1,
    "UT-03": 3,
    "VLG-01": 3,
    "VLG-02": 3,
    "VLG-03": 3,
    "VLG-04": 4,
    "VLG-05": 7,
    "VLG-06": 7,
    "VLG-07": 4,
    "VLG-08": 4,
    "MUK-05": 5,
    "MUK-06": 5,
    "MUK-07": 11,
    "MUK-08": 7,
    "MUK-09": 5,
    "MUK-16": 4,
    "MUK-17": 2,
    "MUK-25": 2,
    "MUK-26": 3,
    "MUK-10": 5,
    "MUK-11": 12,
    "MUK-12": 6,
    "MUK-13": 4,
    "MUK-14": 6,
    "MUK-15": 5,
    "MUK-18": 6,
    "MUK-19": 5,
    "MUK-20": 7,
    "MUK-21": 3,
    "MUK-22": 4,
    "MUK-23": 2,
    "UT-01": 2,
    "UT-02": 2,
    "UT-04": 8,
    "VLG-09": 2,
    "VLG-10": 3,
    "VLG-11": 1,
}


@pytest.mark.parametrize(("name", "count"), COUNTS.items())
def test_the_handed_cases_hold(name: str, count: int) -> None:
    result = run_cases([CASES / f"{name}.json"], no_scene)
    assert (result.total, result.held, result.failed, result.unimplemented) == (count, count, (), ())


def test_every_handed_case_holds_and_none_is_of_a_rule_that_nobody_implemented() -> None:
    files = sorted(CASES.glob("*.json"))
    result = run_cases(files, no_scene)
    # 498 cases in 102 files, counted in the handed files; one file a rule.
    assert len(files) == 102
    assert (result.total, result.held, result.failed) == (498, 498, ())
    assert (result.not_judged, result.unimplemented) == (0, ())
    assert COUNTS.keys() == {file.stem for file in files}
    assert COUNTS.keys() <= RULES.keys()


def test_a_rule_that_nobody_implemented_is_listed_and_neither_holds_nor_fails(tmp_path: Path) -> None:
    result = run_cases([write(tmp_path, [case(), case(id="mine/2", rule="XYZ-99")])], no_scene)
    assert (result.total, result.held, result.failed, result.not_judged) == (2, 1, (), 1)
    assert result.unimplemented == ("XYZ-99",)


def test_only_the_rules_asked_for_are_counted() -> None:
    files = [CASES / "TSD-01.json", CASES / "TSD-09.json", CASES / "TSD-02.json"]
    result = run_cases(files, no_scene, only_rules=["TSD-09"])
    assert (result.total, result.held, result.unimplemented) == (8, 8, ())
    assert result.rules == ("TSD-01", "TSD-02", "TSD-09")


def write(folder: Path, data: object) -> Path:
    file = folder / "file.json"
    file.write_text(data if isinstance(data, str) else json.dumps(data))
    return file


def case(**more: object) -> dict[str, object]:
    return {
        "id": "mine/1",
        "rule": "TSD-09",
        "title": "",
        "facts": {"overlaps": [], "district_area_acres": 10},
        "expect": {"state": "pass"},
        **more,
    }


@pytest.mark.parametrize(
    ("expect", "difference"),
    [
        ({"state": "pass", "answer": [], "measures": {"net_area_acres": 10, "nothing": None}}, None),
        ({"state": "fail"}, 'state: expected "fail", got "pass"'),
        ({"answer": None}, "answer: expected null, got []"),
        ({"answer": ["A"]}, 'answer: expected ["A"], got []'),
        ({"measures": {"net_area_acres": 11}}, "measures.net_area_acres: expected 11, got 10"),
        ({"measures": {"other": 1.5}}, "measures.other: expected 1.5, got null"),
        ({"readings": {"other": {"state": "pass"}}}, "readings.other: expected"),
    ],
)
def test_a_difference_names_the_path_what_was_expected_and_what_came(
    tmp_path: Path, expect: dict[str, Any], difference: str | None
) -> None:
    result = run_cases([write(tmp_path, [case(expect=expect)])], no_scene)
    if difference is None:
        assert (result.held, result.failed) == (1, ())
    else:
        assert [failure.id for failure in result.failed] == ["mine/1"]
        assert result.failed[0].difference.startswith(difference)


def test_a_case_whose_facts_cannot_be_read_fails_and_says_where(tmp_path: Path) -> None:
    result = run_cases([write(tmp_path, [case(facts={"overlap": []}), case(id="mine/2")])], no_scene)
    assert (result.total, result.held) == (2, 1)
    assert "facts.overlap" in result.failed[0].difference


TENTH = Decimal("0.1")


# Expected and given; whether they agree in a case without tolerance, and in a case and a scene with 0.001.
@pytest.mark.parametrize(
    ("name", "expected", "given", "plain", "case_tolerance", "scene_tolerance"),
    [
        pytest.param("share", TENTH, 0.1, True, True, True, id="the same decimal"),
        pytest.param("share", TENTH, 0.1 + 5e-11, True, True, True, id="half of 1e-9 of it away"),
        pytest.param("share", TENTH, 0.1 + 2e-10, False, True, True, id="two times 1e-9 of it away"),
        pytest.param("share", TENTH, 0.10005, False, True, True, id="half the tolerance away"),
        pytest.param("share", TENTH, 0.1002, False, False, False, id="twice the tolerance away"),
        pytest.param("quota", TENTH, 0.10005, False, True, False, id="a scene measure that is not of geometry"),
        pytest.param("overlap_area_sqft", 10000, 10001, False, True, True, id="an area that happens to be whole"),
        pytest.param("owner_count", 10000, 10001, False, False, False, id="a count"),
        pytest.param("owner_count", 10000, 10000.0, True, True, True, id="a whole float"),
        pytest.param("left", TENTH, 0.10005, False, True, False, id="ft is a word, not a part of left"),
        pytest.param("value", "1.00", "1.00", True, True, True, id="money"),
        pytest.param("value_share", "1.00", "1.0", False, False, False, id="money is text"),
        pytest.param("value_share", "1.00", 1, False, False, False, id="text is no number"),
        pytest.param("value_share", 1, True, False, False, False, id="one is not true"),
        pytest.param("value_share", 0, None, False, False, False, id="zero is not null"),
        pytest.param("value_share", 0, 1e-12, False, False, False, id="nothing is relative to zero"),
        pytest.param("share", {"A": TENTH}, {"A": 0.10005}, False, True, True, id="inside an object"),
        pytest.param("share", {"A": TENTH}, {"A": 0.1, "B": 0}, False, False, False, id="one name too many"),
        pytest.param("share", {"A": TENTH, "B": None}, {"A": 0.1}, True, True, True, id="null or left out"),
        pytest.param("share", {"A": TENTH, "B": 1}, {"A": 0.1}, False, False, False, id="one name too few"),
        pytest.param("names", ["A", "B"], ["A", "B"], True, True, True, id="the same list"),
        pytest.param("names", ["A", "B"], ["B", "A"], False, False, False, id="another order"),
        pytest.param("names", ["A"], ["A", "B"], False, False, False, id="a longer list"),
        pytest.param("day", "2026-06-15", "2026-06-16", False, False, False, id="a date"),
    ],
)
def test_what_counts_as_the_same(  # noqa: PLR0913 - one column for each way to compare
    name: str,
    expected: object,
    given: object,
    plain: bool,
    case_tolerance: bool,
    scene_tolerance: bool,
) -> None:
    got = finding(measures={name: given})
    wanted = {"measures": {name: expected}}
    tolerance = Fraction(1, 1000)
    assert (differences(wanted, got) == []) is plain
    assert (differences(wanted, got, tolerance=tolerance) == []) is case_tolerance
    assert (differences(wanted, got, tolerance=tolerance, in_scene=True) == []) is scene_tolerance


def test_readings_are_compared_by_what_is_named() -> None:
    got = finding(readings={"pro_rata": Reading(State.FAIL, "A", "because")})
    assert differences({"readings": {"pro_rata": {"state": "fail"}, "other": None}}, got) == []
    assert differences({"readings": {"pro_rata": {"answer": "B"}}}, got) == [
        'readings.pro_rata.answer: expected "B", got "A"'
    ]
    assert differences({"readings": {"pro_rata": None}}, got) != []


def scene(*expect: dict[str, object], **more: object) -> dict[str, object]:
    return {
        "id": "scene/mine",
        "title": "",
        "crs": "EPSG:7600",
        "date": "2026-06-15",
        "layers": {},
        "boundary": None,
        "facts": {},
        "expect": list(expect),
        **more,
    }


def test_a_scene_holds_only_if_every_expectation_holds(tmp_path: Path) -> None:
    asked: list[set[str]] = []

    def judged(data: Mapping[str, Any], rules: Collection[str]) -> Findings:
        assert data["date"] == "2026-06-15"
        assert data["tolerance"] == Decimal("0.0002")  # exact, never through binary
        asked.append(set(rules))
        return {("TSD-09", None): finding(), ("TSD-01", None): finding(state=State.FAIL)}

    good = {"rule": "TSD-09", "subject": None, "state": "pass", "answer": []}
    bad = {"rule": "TSD-01", "subject": None, "state": "pass"}
    unknown = {"rule": "TSD-99", "subject": "12", "state": "pass"}

    def run(*expect: dict[str, object]) -> tuple[int, int, int, tuple[str, ...], list[str]]:
        result = run_cases([write(tmp_path, scene(*expect, tolerance=0.0002))], judged)
        found = [failure.difference for failure in result.failed]
        return result.total, result.held, result.not_judged, result.unimplemented, found

    difference = ['TSD-01: state: expected "pass", got "fail"']
    assert run(good) == (1, 1, 0, (), [])
    assert run(good, bad) == (1, 0, 0, (), difference)
    assert run(good, unknown) == (1, 0, 1, ("TSD-99",), [])
    assert run(bad, unknown) == (1, 0, 0, ("TSD-99",), difference)
    assert run(unknown) == (1, 0, 1, ("TSD-99",), [])
    assert run({**good, "subject": "12"}) == (1, 0, 0, (), ["TSD-09 for 12: expected a finding, got none"])
    # The scene that asks about an unknown rule alone is not judged at all.
    assert asked == [{"TSD-09"}, {"TSD-01", "TSD-09"}, {"TSD-09"}, {"TSD-01"}, {"TSD-09"}]


def test_a_scene_that_cannot_be_judged_fails(tmp_path: Path) -> None:
    def judged(data: Mapping[str, Any], rules: Collection[str]) -> Findings:
        raise FactsInvalid(what="A polygon is open.", where=str(data["id"]), why=f"{len(rules)}", next="Close it.")

    result = run_cases([write(tmp_path, scene({"rule": "TSD-09", "state": "pass"}))], judged)
    assert "A polygon is open." in result.failed[0].difference


def test_every_handed_scene_is_read() -> None:
    files = sorted(SCENES.glob("*.json"))

    def nothing(data: Mapping[str, Any], rules: Collection[str]) -> Findings:
        assert dt.date.fromisoformat(data["date"]) > dt.date(2011, 7, 1)
        assert set(rules) <= RULES.keys()
        return {}

    result = run_cases(files, nothing)
    # A judge that says nothing fails every scene.
    assert (result.total, len(result.failed), result.held, result.unimplemented) == (43, 43, 0, ())


@pytest.mark.parametrize(
    ("data", "place", "reason"),
    [
        pytest.param('[{"id": 1,\n}]', "line 2, column 1", "not JSON", id="no JSON"),
        pytest.param("", "line 1, column 1", "not JSON", id="empty"),
        pytest.param("[" * 100_000, "the whole file", "nested", id="nested"),
        pytest.param([], "the list", "empty", id="no case"),
        pytest.param(5, "the scene", "object", id="a number"),
        pytest.param([5], "case 1", "object", id="a case that is a number"),
        pytest.param([case(), case(fact={})], "case 2, fact", "'fact'", id="unknown key"),
        pytest.param([{k: v for k, v in case().items() if k != "id"}], "case 1", "id is missing", id="no id"),
        pytest.param([case(id="")], "case 1, id", "words", id="empty id"),
        pytest.param([case(rule=1)], "case 1 (mine/1), rule", "words", id="rule is a number"),
        pytest.param([case(facts=[])], "case 1 (mine/1), facts", "object", id="facts are a list"),
        pytest.param([case(expect={"stat": 1})], "case 1 (mine/1), expect, stat", "'stat'", id="unknown expectation"),
        pytest.param([case(expect={"measures": 1})], "case 1 (mine/1), expect.measures", "Names", id="measures"),
        pytest.param(
            [case(expect={"readings": {"a": {"x": 1}}})], "case 1 (mine/1), expect.readings.a, x", "'x'", id="reading"
        ),
        pytest.param([case(tolerance="wide")], "case 1 (mine/1), tolerance", "not a number", id="tolerance is a word"),
        pytest.param([case(tolerance=-1)], "case 1 (mine/1), tolerance", "negative", id="tolerance below zero"),
        pytest.param(scene(), "scene/mine, expect", "list", id="nothing expected"),
        pytest.param(scene({"state": "pass"}), "scene/mine, expect[0], rule", "words", id="expectation without rule"),
        pytest.param(
            scene({"rule": "TSD-09", "subject": 5}), "scene/mine, expect[0].subject", "quotes", id="subject is a number"
        ),
        pytest.param(
            scene({"rule": "TSD-09"}, date="June"), "scene/mine, date", "isoformat", id="date is a month's name"
        ),
        pytest.param(scene({"rule": "TSD-09"}, layers=[]), "scene/mine, layers", "Names", id="layers are a list"),
    ],
)
def test_a_file_that_is_no_case_or_scene_is_refused_with_its_place(
    tmp_path: Path, data: object, place: str, reason: str
) -> None:
    with pytest.raises(CaseFileInvalid) as caught:
        run_cases([write(tmp_path, data)], no_scene)
    assert caught.value.where == f"file file.json, {place}"
    assert reason in caught.value.why
    assert caught.value.next


def test_a_file_that_is_not_there_or_not_text_is_refused(tmp_path: Path) -> None:
    with pytest.raises(CaseFileInvalid, match="cannot be opened"):
        run_cases([tmp_path / "absent.json"], no_scene)
    (tmp_path / "latin.json").write_bytes(b'["\xe9"]')
    with pytest.raises(CaseFileInvalid, match="UTF-8"):
        run_cases([tmp_path / "latin.json"], no_scene)
