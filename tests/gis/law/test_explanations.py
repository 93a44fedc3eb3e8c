"""Is an explanation read as strictly as the law itself, every fault told with its file and line?"""

from __future__ import annotations

import datetime as dt

import pytest

from gis.errors import LawFileInvalid
from gis.law.explanations import load_explanations, read_explanations

GOOD = """\
rule: ABC-01
requirement:
  - from: 2011-07-01
    citation: Wis. Stat. 1.01(1)
    says: A bond is filed 15 days before the hearing.
interpretation: The days are counted back.
with:
  - counted
readings:
  early: The default. The day itself is too late.
facts:
  hearing_date:
    unit: date
    says: Day of the hearing.
parameters:
  - bond_days
not_decided:
  - Whether the bond is enough.
outside:
  - citation: Wis. Stat. 9.09
    confidence: High
    says: How days are counted.
"""
COMMON = """\
readings:
  late: The day itself still counts.
facts:
  holidays:
    unit: list of dates
    says: Days that are closed.
parameters:
  - closed_days
outside:
  - citation: Wis. Stat. 8.08
    confidence: Med-High
    says: Which days are holidays.
"""


def test_a_good_file_is_read_whole_with_the_common_part_after_its_own() -> None:
    told = read_explanations({"ABC-01.yaml": GOOD}, {"counted.yaml": COMMON})["ABC-01"]
    assert [(passage.holds_from, passage.citation) for passage in told.requirement] == [
        (dt.date(2011, 7, 1), "Wis. Stat. 1.01(1)")
    ]
    assert told.interpretation == "The days are counted back."
    assert dict(told.readings) == {
        "early": "The default. The day itself is too late.",
        "late": "The day itself still counts.",
    }
    assert [(fact.name, fact.unit, fact.says) for fact in told.facts] == [
        ("hearing_date", "date", "Day of the hearing."),
        ("holidays", "list of dates", "Days that are closed."),
    ]
    assert told.parameters == ("bond_days", "closed_days")
    assert told.not_decided == ("Whether the bond is enough.",)
    assert [(source.citation, source.confidence) for source in told.outside] == [
        ("Wis. Stat. 9.09", "High"),
        ("Wis. Stat. 8.08", "Med-High"),
    ]


# Each change to the good file, the line on which it is refused, and a word of the reason.
REFUSED = [
    pytest.param("interpretation: The", "interpretations: The", 6, "no key", id="unknown key of the file"),
    pytest.param("    unit: date\n", "    unitt: date\n", 13, "no key", id="unknown key of a fact"),
    pytest.param("    says: A bond", "    said: A bond", 5, "no key", id="unknown key of a passage"),
    pytest.param("interpretation: The", "interpretation: A\ninterpretation: The", 7, "twice", id="duplicate key"),
    pytest.param("  early:", "  early: It is so.\n  early:", 11, "twice", id="duplicate reading"),
    pytest.param("    citation: Wis. Stat. 1.01(1)\n", "", 3, "citation is missing", id="missing citation"),
    pytest.param("  - citation: Wis. Stat. 9.09\n    con", "  - con", 20, "citation is missing", id="source uncited"),
    pytest.param("citation: Wis. Stat. 1.01(1)", "citation:", 4, "Words are needed", id="empty citation"),
    pytest.param("  - from: 2011-07-01\n    cit", "  - cit", 3, "from is missing", id="missing date"),
    pytest.param("from: 2011-07-01", "from: 2011-13-01", 3, "no date", id="a month 13"),
    pytest.param("unit: date", "unit: fortnight", 13, "no unit of fact hearing_date", id="unit outside the list"),
    pytest.param("confidence: High", "confidence: sure", 21, "no confidence", id="confidence outside the list"),
    pytest.param(
        "interpretation: The days are counted back.\n", "", 1, "interpretation is missing", id="no reading of it"
    ),
    pytest.param("not_decided:\n  - Whether the bond is enough.\n", "", 1, "not_decided is missing", id="nothing open"),
    pytest.param("not_decided:\n  - Whether", "not_decided: Whether", 17, "not a list", id="a sentence for a list"),
    pytest.param("  - bond_days\n", "  - bond_days\n  - bond_days\n", 17, "bond_days stands twice", id="value twice"),
    pytest.param("  - bond_days\n", "  - closed_days\n", 8, "closed_days is explained twice", id="value twice by part"),
    pytest.param("  hearing_date:", "  holidays:", 8, "holidays is explained twice", id="fact twice by a common part"),
    pytest.param("  early:", "  late:", 8, "late is explained twice", id="reading twice by a common part"),
    pytest.param("  - counted", "  - counting", 8, "no common part counting", id="a common part that is not there"),
    pytest.param("rule: ABC-01", "rule: ABC-02", 1, "not the rule", id="another rule than the file's name"),
    pytest.param("rule: ABC-01", "rule: abc", 1, "not the rule", id="no rule id"),
    pytest.param("interpretation: The", "interpretation: &a The", 6, "anchor", id="anchor"),
    pytest.param("interpretation: The", "interpretation: !!str The", 6, "tag", id="tag"),
    pytest.param("unit: date", "unit: 'date", 13, "not valid YAML", id="an open quote"),
]


@pytest.mark.parametrize(("old", "new", "line", "reason"), REFUSED)
def test_a_fault_is_refused_with_its_line(old: str, new: str, line: int, reason: str) -> None:
    text = GOOD.replace(old, new, 1)
    assert text != GOOD
    with pytest.raises(LawFileInvalid) as caught:
        read_explanations({"ABC-01.yaml": text}, {"counted.yaml": COMMON})
    assert caught.value.where == f"file ABC-01.yaml, line {line}"
    assert reason in f"{caught.value.what} {caught.value.why}"
    assert caught.value.next


@pytest.mark.parametrize(
    ("text", "line", "reason"),
    [
        pytest.param("", 1, "empty", id="empty"),
        pytest.param("rule: ABC-01\n", 1, "no key", id="a rule's key in a common part"),
        pytest.param(COMMON.replace("list of dates", "days"), 5, "no unit", id="unit outside the list"),
    ],
)
def test_a_common_part_is_read_as_strictly(text: str, line: int, reason: str) -> None:
    with pytest.raises(LawFileInvalid) as caught:
        read_explanations({"ABC-01.yaml": GOOD}, {"counted.yaml": text})
    assert caught.value.where == f"file counted.yaml, line {line}"
    assert reason in caught.value.what


def test_the_packaged_explanations_load_once() -> None:
    assert load_explanations() is load_explanations()
