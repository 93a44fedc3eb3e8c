"""How does a report read on paper: findings as a table that a board member can read."""

from __future__ import annotations

from collections.abc import Iterator
from io import StringIO

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from api.cli.outlet import one_line
from gis.model.exact import number
from gis.model.finding import Finding, Margin, Reading, State
from gis.model.report import Report
from gis.model.state_words import STATE_WORDS
from gis.rules.words import day_words
from maps.land_inside import LandLine, land_tables
from maps.listing import Standing, standing
from maps.wording import answer_words, coordinates_words, entered_words, name_words

_LINES = 50

_MARKS = {
    State.PASS: "✓",
    State.FAIL: "✗",
    State.WITHIN_TOLERANCE: "≈",
    State.NEEDS_EVIDENCE: "?",
    State.NOT_APPLICABLE: "-",
    State.UNDETERMINED: "?",
}


def report_table(report: Report, width: int = 100) -> list[str]:
    """Return a report as lines of text: the boundary, the land by municipality, the findings, what disagrees.

    A name or id that is longer than its column goes on in the next line, so that it can be read whole.
    """
    paper = StringIO()
    # A height too, for without one rich takes the size of a dumb terminal from elsewhere.
    console = Console(file=paper, width=width, height=_LINES, highlight=False, color_system=None, legacy_windows=False)
    console.print(_text(f"Townline {report.townline}: what the law says of this line on {day_words(report.date)}"))
    _boundary(console, report)
    table = Table(box=box.ASCII2, show_lines=True, expand=True)
    table.add_column("Rule", no_wrap=True)
    table.add_column("Question", ratio=3, overflow="fold")
    table.add_column("State", ratio=2, overflow="fold")
    table.add_column("Answer", ratio=2, overflow="fold")
    table.add_column("Why", ratio=5, overflow="fold")
    told = [finding for finding in report.findings if standing(finding) == "decided"]
    for finding in told:
        table.add_row(*_cells(finding))
    if told:
        console.print(table)
    _rest(console, "Waiting for facts that nobody has given yet:", report, "waiting")
    _rest(console, "Do not apply here:", report, "does_not_apply")
    _mending(console, report)
    _disagreements(console, report)
    _notes(console, report)
    console.print(_text("Draft for review. Not legal advice, not a survey."))
    return paper.getvalue().splitlines()


def _rest(console: Console, heading: str, report: Report, wanted: Standing) -> None:
    rest = [finding for finding in report.findings if standing(finding) == wanted]
    if rest:
        console.print(_text(heading))
    for finding in rest:
        console.print(_text(f"  {finding.rule}, {finding.question} {finding.because} ({finding.citation})"))


def _mending(console: Console, report: Report) -> None:
    """Say what would mend the findings, and last which facts nobody has given and where they are entered."""
    for heading, waits in (("What would mend it:", False), ("Facts to find out, and where they are entered:", True)):
        mends = [mend for mend in report.mending if bool(mend.facts) is waits]
        if mends:
            console.print(_text(heading))
        for mend in mends:
            console.print(_text(f"  {mend.rule}: {mend.says}"))
            if mend.boundary is not None:
                console.print(_text("    --format json gives that boundary, under mending, as GeoJSON to judge again."))
            if mend.items:
                console.print(_text(f"    {', '.join(map(name_words, mend.items))}."))
            if mend.facts:
                console.print(_text(f"    {entered_words(mend.facts)}"))


def _text(*lines: str) -> Text:
    """Return lines in which what comes out of the data can neither command the terminal nor end a line."""
    return Text("\n".join(map(one_line, lines)))


def _boundary(console: Console, report: Report) -> None:
    record = report.boundary
    coordinates = f"  Coordinates: {coordinates_words(record.crs, record.operations)}"
    if record.area_acres is None or record.area_sqft is None or record.area_sqmi is None:
        console.print(_text("The line is not closed yet."), _text(coordinates), sep="\n")
        return
    console.print(
        _text(
            f"Boundary: {float(record.area_acres):,.2f} acres ({number(record.area_sqft):,} sq ft, "
            f"{float(record.area_sqmi):,.4f} sq mi) on the ground, measured in {record.measured_in}"
        )
    )
    console.print(_text(coordinates))
    for note in record.notes:
        console.print(_text(f"  Note: {note}"))
    if report.territory is None:
        return
    territory = report.territory
    console.print(
        _text(
            f"  {territory.parcels_inside:,} parcels wholly inside, {territory.parcels_cut:,} cut by the line, "
            f"{territory.other_records_inside:,} right-of-way, water and gap records"
        )
    )
    for table in land_tables(report):
        console.print(_text(f"{table.caption}:"))
        console.print(_text(*(f"  {line.name}: {_land_words(line)}" for line in table.lines)))


def _land_words(line: LandLine) -> str:
    bounds = "" if line.bounds is None else f" ({line.bounds})"
    return f"{line.area}{bounds}, {line.square_miles}, share {line.share}"


def _notes(console: Console, report: Report) -> None:
    """Say what each finding took for granted, once where several say the same."""
    by_note: dict[str, list[str]] = {}
    for finding in report.findings:
        for note in finding.notes:
            by_note.setdefault(note, []).append(finding.rule)
    if by_note or report.notes:
        console.print(_text("Notes:"))
    for note, rules in by_note.items():
        console.print(_text(f"  {', '.join(rules)}: {note}"))
    for note in report.notes:
        console.print(_text(f"  {note}"))


def _cells(finding: Finding) -> Iterator[Text]:
    because = [finding.because]
    if finding.margin is not None:
        because.append(_margin(finding.margin))
    because.extend(
        f"Other reading, {_small(name_words(name))}: {STATE_WORDS[reading.state]}{_reading_answer(finding, reading)}"
        for name, reading in finding.readings.items()
        if (reading.state, reading.answer) != (finding.state, finding.answer)
    )
    because.append(f"({finding.citation})")
    yield _text(finding.rule)
    yield _text(finding.question)
    yield _text(f"{_MARKS[finding.state]} {STATE_WORDS[finding.state]}")
    yield _text(answer_words(finding.answer, finding.answer_unit))
    yield _text(*because)


def _small(words: str) -> str:
    return words[:1].lower() + words[1:]


def _reading_answer(finding: Finding, reading: Reading) -> str:
    return "" if reading.answer is None else f", {answer_words(reading.answer, finding.answer_unit)}"


def _margin(margin: Margin) -> str:
    if margin.holds is None:
        return "How much the accuracy of the layers could change it is not known."
    if margin.holds:
        return "The same over the whole accuracy of the layers."
    return "The accuracy of the layers could change this outcome."


def _disagreements(console: Console, report: Report) -> None:
    conflicts = () if report.territory is None else report.territory.conflicts
    if not conflicts:
        return
    console.print(_text("Where the sources disagree:"))
    kinds = {
        "roll_and_polygon": "roll and polygon differ",
        "claimed_twice": "two municipalities claim the same land",
        "claimed_by_none": "no municipality claims the land",
    }
    for conflict in conflicts:
        claims = f" ({'; '.join(conflict.claims)})" if conflict.claims else ""
        width = "" if conflict.width_ft is None else f", {conflict.width_ft:,.2f} ft wide at most"
        console.print(
            _text(f"  {kinds[conflict.kind]}: {conflict.subject}{claims}, {conflict.area_sqft:,.0f} sq ft{width}")
        )
