"""What follows from the sample's proceedings by plain dates, fractions and geopandas, rule by rule?

Nothing of Townline is asked: these workings stand beside the rows of situations.csv, which were written by hand.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import ceil
from typing import Any

import pytest
import yaml

from tests.data.plain_county import (
    NEW,
    SAMPLE,
    folded,
    inside,
    land_inside,
    layer,
    leading_town,
    proposal,
    rows_of_table,
    signed_land_sqft,
    situations,
)

ENOUGH = Fraction(51, 100)
"""Wis. Stat. 60.71(2)(a)."""
DAY = dt.timedelta(days=1)
WEEK = 7 * DAY
LINE_SQFT = 25
"""How far an area of a hundred parcels may be off: each some hundreds of feet around, on a grid of 0.0001 m."""
PETITIONS = {"lawful": "petition-heads.csv", "unlawful": "petition-too-few.csv"}
Found = tuple[str, object]
"""State and answer."""


@dataclass(frozen=True)
class Told:
    """What people bring beside one proposal."""

    name: str
    entries: dict[str, list[tuple[dt.date, str]]]
    """Day and value of the entries on proceeding and district, by kind, in the order of the file."""
    stated: dict[str, Any]

    @property
    def line(self) -> str:
        """The file of the boundary."""
        return f"proposal-{self.name}.geojson"

    def days(self, kind: str) -> list[dt.date]:
        """Return the days of all entries of a kind."""
        return [day for day, _ in self.entries.get(kind, [])]

    def day(self, kind: str) -> dt.date:
        """Return the day of the last entry of a kind."""
        return self.days(kind)[-1]

    def says(self, kind: str) -> str | None:
        """Return the value of the last entry of a kind."""
        return self.entries[kind][-1][1] if kind in self.entries else None

    def on(self, kind: str) -> dt.date:
        """Return the day that the last entry of a kind tells as its value."""
        return dt.date.fromisoformat(self.entries[kind][-1][1])


@cache
def told(name: str) -> Told:
    entries: dict[str, list[tuple[dt.date, str]]] = {}
    for entry in rows_of_table(f"register-{name}.csv"):
        if entry["subject_kind"] != "parcel":
            entries.setdefault(entry["kind"], []).append((dt.date.fromisoformat(entry["date"]), entry["value"]))
    stated = yaml.safe_load((SAMPLE / f"proposal-{name}.yaml").read_text("utf-8"))["facts"]
    return Told(name, entries, stated)


def passes(met: bool, answer: object) -> Found:
    return "pass" if met else "fail", answer


def nth_weekday(year: int, month: int, weekday: int, number: int) -> dt.date:
    first = dt.date(year, month, 1)
    return first + ((weekday - first.weekday()) % 7 + 7 * (number - 1)) * DAY


def spring_election(year: int) -> dt.date:
    return nth_weekday(year, 4, 1, 1)


def terms_end(year: int) -> dt.date:
    return nth_weekday(year, 4, 0, 3)


@cache
def districts_inside(line: str) -> dict[str, float]:
    """Return the land that a proposal has in common with districts of today, by their names."""
    table = layer("districts.gpkg")
    areas = [
        (row.DISTRICT, row.geometry.intersection(proposal(line)).area)
        for row in table[table["DISSOLVED"].isna()].itertuples()
    ]
    return {name: area for name, area in areas if area > LINE_SQFT}


@cache
def municipalities_inside(line: str) -> dict[str, float]:
    words = {"T": "Town", "V": "Village", "C": "City"}
    areas = [
        (f"{words[row.CTV]} of {row.MCD_NAME}", row.geometry.intersection(proposal(line)).area)
        for row in layer("municipalities.gpkg").itertuples()
    ]
    return {name: area for name, area in sorted(areas) if area > LINE_SQFT}


def signers(file: str) -> set[str | None]:
    return {folded(line["name_printed"]) for line in rows_of_table(file)}


def owners(line: str) -> set[str]:
    return {name for names, _ in land_inside(line).values() for name in names}


def sufficient(line: str, petition: str) -> bool:
    signed = signers(petition)
    heads = len(signed & owners(line)) >= ceil(ENOUGH * len(owners(line)))
    whole = sum(area for _, area in land_inside(line).values())
    return heads or signed_land_sqft(line, signed) >= float(ENOUGH) * whole


def contents(about: Told) -> Found:
    items = ("name", "necessity", "welfare_and_benefit", "legal_description", "plat_or_sketch", "improvements")
    defects = [item for item in items if about.says(f"petition_has_{item}") == "no"]
    defects += ["description_does_not_close"] if about.says("description_closes") == "no" else []
    return passes(not defects, defects)


def verified(about: Told) -> Found:
    lines = rows_of_table(PETITIONS[about.name])
    neither = sum((line["notarized"], line["covered_by_verification"]) == ("no", "no") for line in lines)
    return "needs_evidence" if neither else "pass", neither


def notice(about: Told) -> Found:
    hearing, insertions = about.on("hearing_scheduled"), about.days("notice_published")
    mailed = {department: day for day, department in about.entries["notice_mailed"]}
    defects = {
        "fewer_than_two_insertions": len(insertions) < 2,
        "last_insertion_late": insertions[-1] > hearing - WEEK,
        "dsps_mailing_late": mailed["dsps"] > hearing - 10 * DAY,
        "dnr_mailing_late": mailed["dnr"] > hearing - 10 * DAY,
        "no_boundary_description": about.says("boundary_description_in_notice") != "yes",
    }
    assert {day.strftime("%A") for day in insertions} == {"Thursday"}
    found = [defect for defect, is_so in defects.items() if is_so]
    return passes(not found, found)


def speaker(about: Told) -> Found:
    (parcel,) = about.stated["TSD-08"]["parcels"]
    share = inside(NEW, about.line).get(parcel["parcel_id"])
    area = 0 if share is None else share[0]
    assert float(parcel["overlap_area_sqft"]) == pytest.approx(area, abs=0.5)
    return passes(area > 0, area > 0)


def other_districts(about: Told) -> Found:
    return ("fail", "not_allowed") if districts_inside(about.line) else ("not_applicable", None)


def continued(about: Told) -> Found:
    last, until = about.days("hearing_held")[0] + 30 * DAY, about.on("hearing_continued")
    insertions = about.days("continued_notice_published")
    noticed = len(insertions) == 2 and insertions[-1] <= until - WEEK
    told_line = about.says("revised_boundaries_in_notice") == "yes"
    return passes(until <= last and noticed and told_line and not about.stated["added_in_village_or_city_sqft"], last)


def costs(about: Told) -> Found:
    if "costs_ordered" not in about.entries:
        return "needs_evidence", None
    last = about.day("costs_ordered") + 30 * DAY
    return passes(about.day("costs_paid") <= last, last)


def recorded(about: Told) -> Found:
    counties = [
        row.NAME for row in layer("counties.gpkg").itertuples() if row.geometry.intersects(proposal(about.line))
    ]
    done = about.says("order_recorded") in counties and "filed_with_dnr" in about.entries
    return "pass" if done else "needs_evidence", counties


def credit(about: Told) -> Found:
    system, charged = about.stated["TSD-20"], about.day("charge_issued")
    if system["installed"] >= about.day("established"):
        return "not_applicable", "0.00"
    since = system["in_operation_since"]
    years = charged.year - since.year - ((charged.month, charged.day) < (since.month, since.day))
    net = Fraction(system["system_cost"]) - Fraction(system["grants"])
    return "pass", f"{float(net / 10 * max(0, 10 - years)):.2f}"


def review(about: Told) -> Found:
    last = about.day("final_determination") + 90 * DAY
    holiday = nth_weekday(last.year, 10, 0, 2)
    counts = last + DAY if last == holiday else last
    right_county = about.says("action_filed") == about.says("lands_in_county")
    return passes(about.day("action_filed") <= counts and right_county, last)


def selection(about: Told) -> Found:
    town, last = leading_town(NEW, about.line, 2025), about.day("established") + 60 * DAY
    return passes(about.says("deciding_town") == town and about.day("method_determined") <= last, town)


def shift(about: Told) -> Found:
    town = leading_town(NEW, about.line, 2025)
    if about.says("first_authorized") == town:
        return "not_applicable", None
    return passes(about.day("commissioners_replaced") <= about.day("shares_changed") + 60 * DAY, town)


def first_election(about: Told) -> Found:
    decided = about.day("election_provided_for")
    election = next(day for year in range(decided.year, 2030) if (day := spring_election(year)) > decided)
    return passes(about.day("interim_appointed") <= about.day("established") + 60 * DAY, election)


def electors(about: Told) -> Found:
    if about.says("commissioners_are") == "elected":
        return "not_applicable", None
    return passes(about.says("election_petition_conforms") == "yes", None)


def which_election(about: Told) -> Found:
    if "election_petition_filed" not in about.entries:
        return "needs_evidence", None
    filed = about.day("election_petition_filed")
    in_window = spring_election(filed.year) <= filed <= dt.date(filed.year, 11, 15)
    return "pass", spring_election(filed.year + (1 if in_window else 2))


def signatures_by_parts(about: Told) -> Found:
    # Worked by areas in test_votes.py.
    needed = int(situations("votes.")[f"votes.{about.name}.TSD-32"]["answer"])
    valid = about.says("election_petition_signatures")
    return passes(valid is None or int(valid) >= needed, needed)


def terms(about: Told) -> Found:
    known = {"3": [2, 4, 6], "5": [2, 2, 4, 4, 6]}.get(about.says("commission_size") or "")
    return passes(known is not None, known)


def by_then(days: int, start: Callable[[Told], dt.date], act: Callable[[Told], dt.date]) -> Callable[[Told], Found]:
    """Return the working of an act that is due so many days from a day, or before it where they are negative."""
    return lambda about: passes(act(about) <= start(about) + days * DAY, start(about) + days * DAY)


def not_here(answer: object = None) -> Callable[[Told], Found]:
    return lambda _: ("not_applicable", answer)


WORKED: dict[str, Callable[[Told], Found]] = {
    "TSD-01": lambda about: ("pass", leading_town(NEW, about.line, 2025)),
    "TSD-02": lambda about: passes(*[sufficient(about.line, PETITIONS[about.name])] * 2),
    "TSD-03": contents,
    "TSD-04": verified,
    "TSD-05": by_then(-15, lambda about: about.on("hearing_scheduled"), lambda about: about.day("bond_filed")),
    "TSD-06": by_then(30, lambda about: about.day("petition_received"), lambda about: about.on("hearing_scheduled")),
    "TSD-07": notice,
    "TSD-08": speaker,
    "TSD-09": lambda about: passes(
        not (found := [name for name in municipalities_inside(about.line) if not name.startswith("Town")]), found
    ),
    "TSD-10": other_districts,
    "TSD-11": by_then(30, lambda about: about.day("hearing_concluded"), lambda about: about.day("decision_issued")),
    "TSD-12": lambda about: (
        ("pass", "order")
        if {about.says(f"finding_{each}") for each in ("necessary", "welfare", "benefit")} == {"yes"}
        else ("fail", "dismiss")
    ),
    "TSD-13": continued,
    "TSD-14": costs,
    "TSD-15": recorded,
    "TSD-16": not_here(),
    "TSD-17": not_here(),
    "TSD-18": not_here(),
    "TSD-19": not_here(),
    "TSD-20": credit,
    "TSD-21": review,
    "TSD-22": not_here(),
    "TSD-23": selection,
    "TSD-24": shift,
    "TSD-25": first_election,
    "TSD-26": electors,
    "TSD-27": which_election,
    "TSD-28": lambda about: ("pass", terms_end(int(about.says("hold_over_year") or 0))),
    "TSD-29": not_here(),
    "TSD-30": not_here(),
    "TSD-31": not_here(),
    "TSD-32": signatures_by_parts,
    "TSD-33": lambda about: passes(about.says("commission_size") in {"3", "5"}, [3, 5]),
    "TSD-34": terms,
    "TSD-35": lambda about: passes(*[about.stated["TSD-35"]["resident_of_district"]] * 2),
}
