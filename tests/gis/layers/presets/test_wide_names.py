from __future__ import annotations

import time

import pytest

from gis.layers.presets.files import WideRule
from gis.layers.presets.wide_names import placeholders, told_by_name

OFFICES = (("GOV", "governor"), ("U.S. Senate", "us_senate"))


@pytest.mark.parametrize(
    ("pattern", "column", "told"),
    [
        ("{office}TOT{yy}", "GOVTOT22", {"office": "governor", "year": "2022"}),
        ("{office}TOT{yy}", "govtot90", {"office": "governor", "year": "1990"}),
        ("{office}TOT{yy}", "GOVTOT89", {"office": "governor", "year": "2089"}),
        ("{office}TOT{yy}", "GOVTOT2", None),
        ("{office}TOT{yy}", "GOVTOT022", None),
        ("{office}TOT{yy}", "GOVTOT2022", None),
        ("{office}TOT{yy}", "XYZTOT22", None),
        ("{office}TOT{yy}", "GOVTOT٢٢", None),  # digits of another script
        ("{year} Total ({office})", "2022_total_gov", {"year": "2022", "office": "governor"}),
        ("{year} Total ({office})", "2022 TOTAL (US SENATE)", None),
        ("{year} Total ({office})", "2022 TOTAL (U S SENATE)", {"year": "2022", "office": "us_senate"}),
        ("Votes {year}", "VOTES 9999", None),  # no year
        ("Votes {year}", "VOTES 1848", {"year": "1848"}),
        ("V.*{yy}", "VOTES22", None),  # signs are signs and no pattern
        ("V.*{yy}", "V*22", {"year": "2022"}),
        ("{office}", "GOV", {"office": "governor"}),
    ],
)
def test_what_a_name_tells(pattern: str, column: str, told: dict[str, str] | None) -> None:
    values = (("office", OFFICES),) if "{office}" in pattern else ()
    rule = WideRule("votes", pattern, values)
    found = told_by_name(rule, column)
    assert (None if found is None else dict(found)) == told
    assert told is None or set(told) == set(placeholders(rule))


def test_no_name_takes_long_to_compare() -> None:
    rule = WideRule("votes", "A{office}!", (("office", (("A" * 40, "a"), ("A" * 39, "b"))),))
    before = time.perf_counter()
    assert told_by_name(rule, "A" * 100_000) is None
    assert time.perf_counter() - before < 1
