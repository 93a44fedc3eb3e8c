"""What is a right-of-way by its name? Expected as people read the names; no name of a street makes it a railroad."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gis.facts.sewers.ways.way_words import kind_of, kind_said

STREETS = (
    *("Railroad Street", "RAILROAD ST", "Railway Avenue", "RAILROAD AVE N", "N RAILROAD ST", "RR ST", "Railroad Lane"),
    *(
        "County Highway RR",
        "CTH RR",
        "County Road RR",
        "COUNTY RD RR",
        "CO HWY RR",
        "COUNTY TRUNK HIGHWAY RR",
        "HWY RR",
    ),
    *("Avenue RR", "CTH RR N", "Alley Road", "ALLEY OAKS DR", "Easement Road", "Railroad Way", "OLD RAILROAD TRAIL"),
    *("Lake Street", "CANAL ST", "Park Avenue", "PARK ROW RD", "St. Paul Avenue", "RIVER RD", "Railroad County Road"),
)
ALLEYS = (
    "Alley",
    "NORTH 3 ALLEY",
    "Ninth Aly",
    "RAILROAD ALLEY",
    "Oak St Alley",
    "ALLEY N OF ELM ST",
    "Alley off Main St",
)
RAILROADS = (
    *("Soo Line Railroad", "SOO LINE RR", "Chicago & North Western Railway", "RAILROAD", "RR", "RAILROAD ROW"),
    *("RAILROAD RIGHT OF WAY", "RIGHT-OF-WAY OF THE SOO LINE RAILROAD", "CHICAGO MILWAUKEE & ST PAUL RR", "RR R/W"),
    *("UNION PACIFIC RAILROAD CO", "RAILROAD CROSSING OF MAIN ST"),
)
EASEMENTS = ("EASEMENT", "UTILITY EASEMENT ALONG OAK ST", "Easement for road", "PRIVATE ROAD EASEMENT", "ESMT DOC 9")
NOTHING = ("Broadway", "GALLEY", "CARRIAGE", "Sterling", "The Strand", "12", "", None)


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        (name, kind)
        for kind, names in (
            ("street", STREETS),
            ("alley", ALLEYS),
            ("railroad", RAILROADS),
            ("easement", EASEMENTS),
            (None, NOTHING),
        )
        for name in names
    ],
)
def test_names(name: str | None, kind: str | None) -> None:
    assert kind_said(name) == kind
    assert kind_of(name) == kind or (kind is None and kind_of(name) == "street")


WORDS = st.sampled_from(
    ["RAILROAD", "RAILWAY", "RR", "ALLEY", "EASEMENT", "LAKE", "CANAL", "RIVER", "WATER", "PARK", "OAK", "3", "N"]
)
TYPES = st.sampled_from(["STREET", "ST", "AVENUE", "AVE", "ROAD", "RD", "LANE", "DRIVE", "COURT", "BLVD", "HIGHWAY"])
ROUTES = st.sampled_from(["COUNTY HIGHWAY", "CTH", "COUNTY ROAD", "HWY", "COUNTY TRUNK HIGHWAY", "HIGHWAY"])


@settings(max_examples=50, derandomize=True)
@given(st.lists(WORDS, max_size=3), TYPES, st.sampled_from(["", " N", " EAST", " 2"]))
def test_what_ends_in_a_type_of_street_is_a_street(words: list[str], kind: str, tail: str) -> None:
    name = " ".join([*words, kind]) + tail
    assert kind_of(name) == kind_of(name.title()) == "street"


@settings(max_examples=50, derandomize=True)
@given(ROUTES, st.sampled_from(["RR", "A", "J", "PP", "12"]), st.sampled_from(["", " N", " W"]))
def test_a_numbered_highway_is_a_street(route: str, letter: str, tail: str) -> None:
    assert kind_of(f"{route} {letter}{tail}") == "street"


@pytest.mark.parametrize(
    ("name", "made_by", "kind"),
    [
        ("Oak Street", "DEED FROM SOO LINE RAILROAD", "street"),
        ("Oak Street", "PLAT OF ALLEY ACRES", "street"),
        (None, "BY PLAT OR BY USE", "street"),
        (None, "SOO LINE RAILROAD", "railroad"),
        (None, "PRIVATE EASEMENT DOC 900001", "easement"),
        # Ground that is held by easement is told so, whatever runs over it.
        ("Oak Street", "EASEMENT DOC 1", "easement"),
    ],
)
def test_what_made_it(name: str | None, made_by: str, kind: str) -> None:
    assert kind_of(name, made_by) == kind
