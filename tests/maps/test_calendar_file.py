"""The calendar file of a timetable: read back by another reader than wrote it, and by RFC 5545's own rules."""

from __future__ import annotations

import datetime as dt
import re

import pytest

from gis.model.timetable import Timetable
from maps.calendar_file import calendar_file
from tests.gis.proceedings.timetable.proceedings import made

STATED = {"petition_received": "2026-12-04", "newspaper_weekday": "Wednesday", "hearing_date": "2027-01-04"}


def events(data: bytes) -> list[dict[str, str]]:
    """Read the events of a calendar file: unfold the lines, split name and value, and take escapes back."""
    text = data.decode("utf-8").replace("\r\n ", "")
    found: list[dict[str, str]] = []
    for line in text.split("\r\n"):
        name, _, value = line.partition(":")
        if line == "BEGIN:VEVENT":
            found.append({})
        elif found and name not in ("END", "BEGIN"):
            found[-1][name] = re.sub(r"\\(.)", lambda match: {"n": "\n"}.get(match[1], match[1]), value)
    return found


def the_event(table: Timetable, summary: str) -> dict[str, str]:
    [found] = [each for each in events(calendar_file(table)) if each["SUMMARY"].startswith(summary)]
    return found


def test_the_file_follows_the_standard() -> None:
    data = calendar_file(made(**STATED, title="Bass Lake; east, ünd west"))
    assert data.startswith(b"BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:")
    assert data.endswith(b"END:VCALENDAR\r\n")
    lines = data.split(b"\r\n")
    assert not any(b"\n" in line or b"\r" in line for line in lines)
    assert max(map(len, lines)) <= 75  # RFC 5545, 3.1: octets, the line end left out
    read = events(data)
    assert len({each["UID"] for each in read}) == len(read)
    for each in read:
        assert {"UID", "DTSTAMP", "DTSTART;VALUE=DATE", "DTEND;VALUE=DATE", "SUMMARY"} <= set(each)
        assert each["SUMMARY"].startswith("Bass Lake; east, ünd west: ")
        start, end = (dt.date.fromisoformat(each[f"{name};VALUE=DATE"]) for name in ("DTSTART", "DTEND"))
        assert start < end


def test_a_deadline_stands_on_the_day_to_plan_by_and_says_the_last_day() -> None:
    # the bond is due on December 20, a Sunday; Friday is the 18th
    bond = the_event(made(**STATED), "File the bond")
    assert bond["DTSTART;VALUE=DATE"] == "20261218"
    assert bond["DTEND;VALUE=DATE"] == "20261219"
    assert bond["SUMMARY"].endswith("(last day by law: Sunday, December 20, 2026)")
    assert "Wis. Stat. 60.71(3)" in bond["DESCRIPTION"]
    assert "petitioners" in bond["DESCRIPTION"]
    # the thirtieth day is January 3, a Sunday; Monday counts
    limit = the_event(made(**STATED), "Hold the hearing")
    assert limit["DTSTART;VALUE=DATE"] == "20261231"
    assert "by law Monday, January 4, 2027 still counts" in limit["DESCRIPTION"]
    assert "Outside the five texts: Wis. Stat. 990.001(4)" in limit["DESCRIPTION"]


def test_the_window_is_one_event_to_its_last_day() -> None:
    # issues December 9 and 16, and a week: December 23; to January 4
    window = the_event(made(**STATED), "Hearing possible")
    assert (window["DTSTART;VALUE=DATE"], window["DTEND;VALUE=DATE"]) == ("20261223", "20270105")
    late = {"petition_received": "2026-06-04", "newspaper_weekday": "Wednesday", "notice_ready": "2026-06-22"}
    summaries = [each["SUMMARY"] for each in events(calendar_file(made(**late)))]
    assert "Hearing possible" not in summaries


def test_holidays_and_elections_stand_on_their_day() -> None:
    read = events(calendar_file(made(**STATED)))
    holidays = [each["DTSTART;VALUE=DATE"] for each in read if each["SUMMARY"] == "Legal holiday"]
    assert holidays == ["20261225", "20270101", "20270118"]


def test_same_facts_same_bytes_and_no_clock() -> None:
    assert calendar_file(made(**STATED)) == calendar_file(made(**STATED))
    # stamped with the latest day that is stated
    assert {each["DTSTAMP"] for each in events(calendar_file(made(**STATED)))} == {"20270104T000000Z"}


@pytest.mark.parametrize(
    ("change", "is_kept"),
    [
        ({"hearing_date": "2026-12-29"}, True),  # the same proceeding: its events are replaced
        ({"title": "Another"}, False),
        ({"petition_received": "2026-12-05"}, False),
    ],
)
def test_another_version_of_a_proceeding_keeps_its_ids(change: dict[str, str], is_kept: bool) -> None:
    before, after = (
        {each["UID"] for each in events(calendar_file(made(**facts))) if "holiday" not in each["SUMMARY"]}
        for facts in (STATED, STATED | change)
    )
    assert before == after if is_kept else not before & after


def test_the_name_of_the_calendar_is_escaped_as_a_text() -> None:
    # RFC 5545, 3.3.11: backslash, semicolon and comma of a text are escaped.
    data = calendar_file(made(**STATED, title="Lake, Elm; \\ back")).replace(b"\r\n ", b"")
    assert b"\r\nX-WR-CALNAME:Timetable: Lake\\, Elm\\; \\\\ back\r\n" in data
