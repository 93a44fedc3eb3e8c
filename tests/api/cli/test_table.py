"""The report as text: nothing is cut, nothing commands the terminal, every terminal can show it."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from api.cli.table import report_table
from gis.model.edition import CoordinateOperation
from gis.model.mending import FactToGive, Mend
from tests.maps.sample_evaluation import sample_report

LONG = "012-" + "7" * 120


def squeezed(lines: list[str]) -> str:
    """Return the text without the rules and blanks of the table."""
    return "".join("".join(lines).replace("|", "").split())


def test_an_id_longer_than_its_column_is_shown_whole() -> None:
    report = sample_report()
    finding = replace(report.findings[0], answer=[LONG], because=f"Parcel {LONG.replace('7', '8')} decides.")
    lines = report_table(replace(report, findings=(finding,)))
    # In the table two columns stand side by side, so their pieces are read one column at a time.
    cells = [line.split("|") for line in lines if line.count("|") == 6]
    assert LONG in "".join(row[4].strip() for row in cells)
    assert LONG.replace("7", "8") in "".join(row[5].strip() for row in cells)
    assert "…" not in "".join(lines)
    assert max(map(len, lines)) <= 100


def test_what_would_command_the_terminal_is_shown() -> None:
    report = sample_report()
    hostile = "\x1b]0;owned\x07"
    finding = replace(report.findings[0], answer=hostile, because=f"{hostile}\nTSD-09 passes", subject=hostile)
    boundary = replace(report.boundary, crs=hostile, notes=(hostile,))
    text = "\n".join(report_table(replace(report, findings=(finding,), boundary=boundary)))
    assert not {"\x1b", "\x07"} & set(text)
    assert "Note: \\x1b]0;owned\\x07" in text
    assert squeezed([text]).count("\\x1b]0;owned") >= 3


@pytest.mark.parametrize(
    ("operations", "said"),
    [
        ((), "Coordinates: EPSG:4326, not moved"),
        # 1 m is 3937/1200 = 3.28 US survey feet.
        (
            (CoordinateOperation("NAD83(HARN) to WGS 84 (3)", 1.0, "moves points"), CoordinateOperation("UTM", 0.0)),
            "Coordinates: EPSG:4326, moved by NAD83(HARN) to WGS 84 (3), good to 1 m (3.3 ft)",
        ),
        ((CoordinateOperation("Ballpark", None),), "moved by Ballpark, how good is not known"),
    ],
)
def test_the_coordinates_are_one_line_of_the_boundary(operations: tuple[CoordinateOperation, ...], said: str) -> None:
    report = sample_report()
    boundary = replace(report.boundary, crs="EPSG:4326", operations=operations)
    for area_sqft in (boundary.area_sqft, None):
        lines = report_table(replace(report, boundary=replace(boundary, area_sqft=area_sqft)))
        assert len([line for line in lines if said in line]) == 1


def test_what_would_mend_it_stands_below_with_where_facts_are_entered() -> None:
    facts = (FactToGive("bond_filed", "Day of the bond.", "date", ("bond_filed",), (), "TSD-05.bond_filed"),)
    mending = (
        Mend("TSD-03", "act", "Complete the petition.", items=("plat_or_sketch",)),
        Mend("TSD-05", "give_facts", "Find out and enter: day of the bond.", facts=facts),
        Mend("TSD-09", "leave_out", "Leave out\x1b 9 acres."),
    )
    lines = report_table(replace(sample_report(), mending=mending))
    start = lines.index("What would mend it:")
    assert lines[start : start + 7] == [
        "What would mend it:",
        "  TSD-03: Complete the petition.",
        "    Plat or sketch.",
        "  TSD-09: Leave out\\x1b 9 acres.",
        "Facts to find out, and where they are entered:",
        "  TSD-05: Find out and enter: day of the bond.",
        "    In the register as bond_filed.",
    ]
    assert "What would mend it:" not in report_table(sample_report())


@pytest.mark.slow
@pytest.mark.parametrize(
    "terminal",
    [
        {"PYTHONIOENCODING": "ascii"},
        {"TERM": "dumb", "FORCE_COLOR": "1", "LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
    ],
    ids=str,
)
def test_a_terminal_of_few_signs(sample_layers: Path, repository: Path, terminal: dict[str, str]) -> None:
    boundary = repository / "data" / "boundaries" / "proposal-sliver.geojson"
    done = subprocess.run(
        [sys.executable, "-m", "api.cli.main", "evaluate", boundary, "--layers", sample_layers, "--date", "2026-06-15"],
        cwd=repository,
        env={**os.environ, **terminal},
        capture_output=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"+ passes" in done.stdout
    assert b"~ within" in done.stdout
    assert max(map(len, done.stdout.splitlines())) <= 100
