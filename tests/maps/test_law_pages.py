from __future__ import annotations

import datetime as dt
from dataclasses import replace

import pytest

from gis.model.law import FactNeeded, LawValue, ParameterExplained, Requirement, RuleExplained
from maps.assets import inline_assets, served_assets
from maps.exports import proposal_page
from maps.law_pages import law_page
from maps.law_words import law_text, law_value_words, other_lines, value_line
from tests.maps.page_reader import PageReader
from tests.maps.sample_evaluation import sample_report, sample_view

DAY = dt.date(2026, 7, 1)
VALUE = ParameterExplained(
    name="bond_days",
    says="The bond is filed so many days before the hearing.",
    unit="days",
    section="Wis. Stat. 1.01",
    date=DAY,
    values=(
        LawValue(10, dt.date(2000, 1, 1), dt.date(2008, 12, 31), "Wis. Stat. 1.01(1)"),
        LawValue(15, dt.date(2010, 1, 1), None, "Wis. Stat. 1.01(2)", "Changed in 2010.", in_force=True),
        LawValue(1, dt.date(2030, 1, 1), None, "Wis. Stat. 1.01(3)"),
    ),
    rules=("TSD-05",),
)
RULE = RuleExplained(
    rule="TSD-05",
    version="1",
    citation="Wis. Stat. 1.01",
    question="Was it filed?",
    date=DAY,
    holds_from=dt.date(2010, 1, 1),
    requirement=(Requirement(dt.date(2010, 1, 1), "Wis. Stat. 1.01", "A <b>bond</b> is filed."),),
    interpretation="Counted back & never moved.",
    readings={},
    facts=(FactNeeded("hearing_date", "date", "Day of the hearing."),),
    parameters=(VALUE,),
    not_decided=("Whether it is enough.",),
    outside=(),
)


@pytest.mark.parametrize(
    ("value", "unit", "said"),
    [
        (0.51, "ratio", "0.51 (51 percent)"),
        (0, "ratio", "0 (0 percent)"),
        (12.5, "percent", "12.5 percent"),
        (30, "days", "30 days"),
        (1, "days", "1 day"),
        (1, "years", "1 year"),
        (2, "count", "2"),
        (0, "sqft", "0 sq ft"),
        (0.1, "ft", "0.1 ft"),
        (0, "acres", "0 acres"),
        (900, "usd", "$900.00"),
        ("1990-04-19", "date", "April 19, 1990"),
        ("every_county", "choice", "Every county"),
    ],
)
def test_a_value_is_said_with_its_unit(value: float | str, unit: str, said: str) -> None:
    assert law_value_words(LawValue(value, DAY, None, "Wis. Stat. 1.01"), unit) == said


def test_the_value_in_force_and_those_before_and_after_are_said() -> None:
    assert value_line(VALUE) == "15 days, from January 1, 2010; Wis. Stat. 1.01(2)"
    assert other_lines(VALUE) == (
        "earlier: 10 days, from January 1, 2000 until December 31, 2008; Wis. Stat. 1.01(1)",
        "later: 1 day, from January 1, 2030; Wis. Stat. 1.01(3)",
    )
    none = replace(VALUE, date=dt.date(2009, 6, 1), values=VALUE.values[:1])
    assert value_line(none) == "no value on file holds on June 1, 2009"


def test_sections_without_entries_are_left_out() -> None:
    headings = [section.heading for section in law_text(RULE).sections]
    assert headings == [
        "What the law asks",
        "How Townline reads it",
        "Facts it needs",
        "Values of the law in force",
        "What it does not decide",
    ]


def test_every_word_on_the_page_is_escaped() -> None:
    html = law_page(RULE, served_assets(), "../law")
    assert "A &lt;b&gt;bond&lt;/b&gt; is filed." in html
    assert "Counted back &amp; never moved." in html
    assert "../law/bond_days?date=2026-07-01" in PageReader(html).links
    assert law_page(RULE, served_assets(), "../law") == html


def links_of(law_pages: str | None, *, inline: bool) -> list[str]:
    assets = inline_assets() if inline else served_assets()
    page = PageReader(proposal_page(sample_view(), sample_report(), assets, law_pages=law_pages))
    return [found["href"] for tag, found in page.elements if tag == "a" and not found["href"].startswith("#")]


def test_a_file_without_a_service_has_the_citation_and_no_dead_link() -> None:
    assert links_of(None, inline=True) == []
    text = " ".join(PageReader(proposal_page(sample_view(), sample_report(), inline_assets())).text)
    assert all(finding.citation in text for finding in sample_report().findings)


def test_findings_link_to_the_pages_that_the_operator_named() -> None:
    assert links_of("https://townline.example.org/law", inline=True) == [
        "https://townline.example.org/law/TSD-01?date=2025-07-01",
        "https://townline.example.org/law/TSD-09?date=2025-07-01",
    ]


def test_served_findings_link_within_the_service() -> None:
    assert links_of("law", inline=False) == ["law/TSD-01?date=2025-07-01", "law/TSD-09?date=2025-07-01"]
