"""Is a stored report told to be stale for each thing that changed since, and for nothing else?"""

from __future__ import annotations

import dataclasses
import datetime as dt
import json
from dataclasses import replace
from typing import Any

import pytest

from gis.errors import ReportInvalid
from gis.law.loader import load_law, read_law
from gis.law.parameters import parameters_hash
from gis.model.jsonio import to_json
from gis.model.staleness import StoredReport
from gis.proposals.stale import Standing, read_report, staleness
from tests.maps.sample_evaluation import sample_report

DAY = dt.date(2026, 6, 15)
LAW = load_law()
STORED: dict[str, Any] = {
    "townline": "0.1.0",
    "rules": {"TSD-01": "1", "TSD-09": "1"},
    "parameters_hash": parameters_hash(LAW),
    "date": "2026-06-15",
    "editions": {"municipalities": "aa", "parcels": "bb"},
    "findings": [
        {"rule": "TSD-09", "parameters": [{"name": "boundary_accuracy_default_ft", "value": 0.1, "unit": "ft"}]},
        {"rule": "TSD-01", "parameters": [{"name": "jurisdiction_portion", "value": "plurality", "unit": "choice"}]},
    ],
}
NOW = Standing(
    townline="0.1.0",
    rules={"TSD-01": "1", "TSD-09": "1"},
    parameters=LAW.parameters(DAY),
    editions={"municipalities": "aa", "parcels": "bb"},
    on_file=frozenset({("municipalities", "aa"), ("parcels", "bb"), ("parcels", "cc")}),
)


def stored(**changes: object) -> StoredReport:
    return read_report(json.dumps({**STORED, **changes}).encode(), "the file report.json")


def reasons(report: StoredReport, now: Standing) -> list[tuple[str, str, object, object]]:
    found = staleness(report, now)
    assert found.status == ("stale" if found.reasons else "current")
    assert all(reason.says.endswith(".") for reason in found.reasons)
    return [(reason.kind, reason.subject, reason.was, reason.now) for reason in found.reasons]


def test_nothing_changed_is_current() -> None:
    found = staleness(stored(), NOW)
    assert (found.status, found.is_stale, found.reasons) == ("current", False, ())
    assert (found.report_date, found.date) == (DAY, DAY)
    assert found.not_compared


@pytest.mark.parametrize(
    ("now", "expected"),
    [
        pytest.param(
            replace(NOW, townline="0.2.0"), ("townline", "Townline", "0.1.0", "0.2.0"), id="another version of Townline"
        ),
        pytest.param(
            replace(NOW, rules={"TSD-01": "2", "TSD-09": "1"}),
            ("rule_changed", "TSD-01", "1", "2"),
            id="a rule changed",
        ),
        pytest.param(
            replace(NOW, rules={**NOW.rules, "TSD-02": "1"}), ("rule_added", "TSD-02", None, "1"), id="a rule added"
        ),
        pytest.param(replace(NOW, rules={"TSD-01": "1"}), ("rule_removed", "TSD-09", "1", None), id="a rule removed"),
        pytest.param(
            replace(NOW, editions={"municipalities": "aa", "parcels": "cc"}),
            ("edition_replaced", "parcels", "bb", "cc"),
            id="another edition in force",
        ),
        pytest.param(
            replace(NOW, editions={**NOW.editions, "votes": "dd"}),
            ("edition_added", "votes", None, "dd"),
            id="a kind that was not on file",
        ),
        pytest.param(
            replace(NOW, editions={"municipalities": "aa"}),
            ("edition_not_in_force", "parcels", "bb", None),
            id="on file and no longer in force",
        ),
        pytest.param(
            replace(NOW, editions={"municipalities": "aa", "parcels": None}),
            ("editions_undecided", "parcels", "bb", None),
            id="several claim the day",
        ),
        pytest.param(
            replace(NOW, on_file=frozenset({("municipalities", "aa"), ("parcels", "cc")})),
            ("edition_gone", "parcels", "bb", "bb"),
            id="gone, whatever is said to be in force",
        ),
    ],
)
def test_each_change_is_a_reason_of_its_own(now: Standing, expected: tuple[str, str, object, object]) -> None:
    assert reasons(stored(), now) == [expected]


def test_an_edition_of_another_kind_with_the_same_id_is_not_the_same() -> None:
    now = replace(NOW, on_file=frozenset({("municipalities", "aa"), ("votes", "bb")}))
    assert [kind for kind, *_ in reasons(stored(), now)] == ["edition_gone"]


CHANGED = """\
section: Wis. Stat. 60.71
parameters:
  jurisdiction_portion:
    says: The town with the largest portion.
    unit: choice
    values:
      - {from: 2011-07-01, value: plurality, citation: Wis. Stat. 60.71(1)}
"""
ACCURACY = """\
section: Townline conventions
parameters:
  boundary_accuracy_default_ft:
    says: A sliver is no wider.
    unit: ft
    values:
      - {from: 2011-07-01, value: 0.1, citation: Townline convention}
      - {from: 2026-01-01, value: 0.2, citation: Townline convention}
"""


def test_a_changed_value_that_a_finding_used_is_named() -> None:
    law = read_law({"one.yaml": CHANGED, "two.yaml": ACCURACY})
    found = reasons(stored(), replace(NOW, parameters=law.parameters(DAY)))
    assert found == [
        ("values", "values of the law", parameters_hash(LAW), parameters_hash(law)),
        ("value_changed", "boundary_accuracy_default_ft", 0.1, 0.2),
    ]


def test_changed_values_that_no_finding_used_are_said_to_be_so() -> None:
    # On the last day of 2025 the accuracy of 0.1 ft still holds.
    law = read_law({"one.yaml": CHANGED, "two.yaml": ACCURACY})
    found = staleness(stored(), replace(NOW, parameters=law.parameters(dt.date(2025, 12, 31))))
    assert [reason.kind for reason in found.reasons] == ["values"]
    assert "none that its findings used differs" in found.reasons[0].says


def test_a_value_that_is_no_longer_on_file_is_named() -> None:
    law = read_law({"one.yaml": CHANGED})
    found = reasons(stored(), replace(NOW, parameters=law.parameters(DAY)))
    assert found[1:] == [("value_removed", "boundary_accuracy_default_ft", 0.1, None)]


def test_another_day_of_the_same_law_can_change_a_value_without_changing_the_law() -> None:
    law = read_law({"one.yaml": CHANGED, "two.yaml": ACCURACY})
    report = stored(parameters_hash=parameters_hash(law), date="2025-06-15")
    assert reasons(report, replace(NOW, parameters=law.parameters(dt.date(2025, 6, 15)))) == []
    later = reasons(report, replace(NOW, parameters=law.parameters(DAY)))
    assert later == [("value_changed", "boundary_accuracy_default_ft", 0.1, 0.2)]


def test_the_report_that_the_evaluation_writes_is_read() -> None:
    report = sample_report()
    read = read_report(to_json(report), "the file report.json")
    assert (read.townline, read.rules, read.date) == (report.townline, report.rules, report.date)
    assert read.editions == report.editions
    assert [finding.rule for finding in read.findings] == [finding.rule for finding in report.findings]
    assert {field.name for field in dataclasses.fields(StoredReport)} <= {
        field.name for field in dataclasses.fields(report)
    }


def test_what_another_version_wrote_beside_is_passed_over() -> None:
    assert stored(signature="x", findings=[{"rule": "TSD-01", "colour": "red"}]).findings[0].parameters == ()


@pytest.mark.parametrize(
    ("content", "said"),
    [
        pytest.param(b"", "Invalid JSON", id="empty"),
        pytest.param(b"\xff\xfe", "Invalid JSON", id="no text"),
        pytest.param(b"[" * 5000, "Invalid JSON", id="nested without end"),
        pytest.param(b"[1, 2]", "the file", id="a list"),
        pytest.param(b'{"type": "FeatureCollection", "features": []}', "townline", id="GeoJSON"),
        pytest.param(json.dumps({**STORED, "date": "June"}).encode(), "date", id="no date"),
        pytest.param(json.dumps({**STORED, "rules": ["TSD-01"]}).encode(), "rules", id="rules without versions"),
        pytest.param(json.dumps({**STORED, "findings": [{}]}).encode(), "findings.0.rule", id="a finding of no rule"),
    ],
)
def test_what_is_no_report_is_refused(content: bytes, said: str) -> None:
    with pytest.raises(ReportInvalid) as caught:
        read_report(content, "the file notes.json")
    assert caught.value.where == "the file notes.json"
    assert said in caught.value.why
    assert "townline evaluate" in caught.value.next


@pytest.mark.parametrize("part", [{"date": "QUILLFEATHER, ANN"}, {"rules": {"QUILLFEATHER, ANN": 5}}])
def test_the_refusal_repeats_nothing_out_of_the_file(part: dict[str, object]) -> None:
    with pytest.raises(ReportInvalid) as caught:
        read_report(json.dumps({**STORED, **part}).encode(), "the file notes.json")
    assert "QUILLFEATHER" not in str(caught.value)
