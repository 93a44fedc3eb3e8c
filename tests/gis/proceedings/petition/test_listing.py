"""Which owners of land inside have not signed, and whose signature would complete the petition?"""

from __future__ import annotations

import datetime as dt
from fractions import Fraction
from typing import Any

from gis.model.facts.petition import PetitionFacts, PetitionParcel
from gis.model.finding import Finding, State
from gis.proceedings.petition.listing import unsigned_owners
from gis.proceedings.petition.reading import read_petition

PARCELS = (
    PetitionParcel("10-1", ("owner 1",), Fraction(10), Fraction(4)),
    PetitionParcel("10-2", ("owner 2", "owner 3"), Fraction(5), Fraction(5)),
    PetitionParcel("10-3", ("owner 4",), Fraction(2), Fraction(2)),
    PetitionParcel("10-4", ("owner 4",), Fraction(1), Fraction(1)),
    PetitionParcel("10-5", None, Fraction(9), Fraction(9)),
    PetitionParcel("10-6", ("owner 6",), Fraction(3), Fraction(0)),
)
SIGNED = read_petition(b"signer,owner_key,decision\nANN,1,yes\nBEA,2,\n", "petition.csv", dt.date(2026, 6, 15))


def finding(state: State) -> Finding:
    measures: dict[str, Any] = {
        "completing_owners": ["owner 4"],
        "completing_set": {"land_limb_owners": ["owner 2", "owner 3"], "head_limb_count": 1},
    }
    return Finding("TSD-02", "60.71", "1", state, None, measures, {}, "")


def test_unsigned_owners_by_land_inside() -> None:
    found = unsigned_owners(PetitionFacts(PARCELS), SIGNED, finding(State.FAIL))
    # Owner 2 is undecided and has not signed; owner 6 has no land inside; nobody knows who owns 10-5.
    assert [(each.owner, each.area_acres, each.parcels, each.with_others) for each in found] == [
        ("owner 2", 5, ("10-2",), True),
        ("owner 3", 5, ("10-2",), True),
        ("owner 4", 3, ("10-3", "10-4"), False),
    ]
    assert [(each.completes_alone, each.in_completing_set) for each in found] == [
        (False, True),
        (False, True),
        (True, False),
    ]


def test_nobody_completes_a_petition_that_suffices() -> None:
    found = unsigned_owners(PetitionFacts(PARCELS), SIGNED, finding(State.PASS))
    assert not any(each.completes_alone or each.in_completing_set for each in found)
