"""Who owns how much land within the limits, and who of them signed (facts of TSD-02 and TSD-04)?"""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from fractions import Fraction

import numpy as np
import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st

from gis.errors import PetitionInvalid
from gis.facts.petition_facts import UNMATCHED, as_proposed, petition_facts, verification_facts
from gis.model.facts.petition import PetitionFacts, PetitionParcel
from gis.proceedings.petition.reading import read_petition
from gis.proceedings.petition.signatures import Petition
from tests.gis.facts.owned_scene import Lot, ground, handed_scene, lots

ACRE = 43560
# Acre lots of 100 by 435.6 ft side by side; the boundary takes in the first two and half of the third.
LOTS: list[Lot] = [
    ("10-1", "1", shapely.box(0, 0, 100, 435.6)),
    ("10-2", "1,2", shapely.box(100, 0, 200, 435.6)),
    ("10-3", "3", shapely.box(200, 0, 300, 435.6)),
    ("10-4", "4", shapely.box(300, 0, 400, 435.6)),
]
LIMITS = shapely.box(0, 0, 250, 435.6)


def petition(*rows: str, header: str = "signer,owner_key,decision,owners_edition") -> Petition:
    return read_petition("\n".join([header, *rows]).encode(), "petition.csv", dt.date(2026, 6, 15))


def gather(parcels: Sequence[Lot] = LOTS, signed: Petition | None = None) -> PetitionFacts:
    return petition_facts(ground(LIMITS, lots(parcels)), signed).facts


def by_id(facts: PetitionFacts) -> dict[str, PetitionParcel]:
    return {parcel.parcel_id: parcel for parcel in facts.parcels or ()}


def test_parcels_owners_and_acres_inside_exactly() -> None:
    facts = gather()
    told = by_id(facts)
    assert {name: parcel.owners for name, parcel in told.items()} == {
        "10-1": ("owner 1",),
        "10-2": ("owner 1", "owner 2"),
        "10-3": ("owner 3",),
    }
    assert {name: (parcel.area_acres, parcel.area_in_district_acres) for name, parcel in told.items()} == {
        "10-1": (1, 1),
        "10-2": (1, 1),
        "10-3": (1, Fraction(1, 2)),
    }
    assert facts.gross_area_acres == Fraction(5, 2)
    assert facts.signatures is None


def test_acres_over_the_accuracy() -> None:
    parcel = by_id(gather())["10-3"]
    # 50 x 435.6 ft inside; pulled in by 0.1 ft 49.9 x 435.4, pushed out 50.1 x 435.6.
    assert parcel.area_in_district_low_acres == pytest.approx(49.9 * 435.4 / ACRE, abs=1e-6)
    assert parcel.area_in_district_high_acres == pytest.approx(50.1 * 435.6 / ACRE, abs=1e-6)


def test_a_parcel_that_only_touches_has_no_land_inside() -> None:
    touching = by_id(petition_facts(ground(shapely.box(0, 0, 200, 435.6), lots(LOTS))).facts)["10-3"]
    assert (touching.area_in_district_low_acres, touching.area_in_district_acres) == (0, 0)
    assert touching.area_in_district_high_acres is not None
    assert touching.area_in_district_high_acres > 0


def test_records_without_a_digit_are_no_parcels() -> None:
    facts = gather([*LOTS[:1], ("ROW", None, shapely.box(100, 0, 250, 435.6))])
    assert list(by_id(facts)) == ["10-1"]
    assert facts.gross_area_acres == Fraction(5, 2)


def test_an_owner_whom_nobody_knows_is_null() -> None:
    assert by_id(gather([("10-1", None, LOTS[0][2])]))["10-1"].owners is None


def test_stacked_records_are_one_piece_of_ground_of_all_their_owners() -> None:
    land = LOTS[0][2]
    gathered = petition_facts(
        ground(LIMITS, lots([("7-U1", "1", land), ("7-U2", "2", shapely.reverse(land)), ("7-U3", "1", land), LOTS[1]]))
    )
    parcels = gathered.facts.parcels or ()
    assert [(each.parcel_id, each.owners, each.area_acres) for each in parcels] == [
        ("7-U1, 7-U2, 7-U3", ("owner 1", "owner 2"), 1),
        ("10-2", ("owner 1", "owner 2"), 1),
    ]
    assert "3 records lie on one another on 1 piece of ground, each counted once as owned by all their owners." in (
        gathered.notes
    )


def test_a_stacked_record_of_an_unknown_owner_leaves_the_ground_open_and_the_others_persons() -> None:
    land = LOTS[0][2]
    known, unknown = gather([("7-U1", "1", land), ("7-U2", None, land)]).parcels or ()
    assert (known.owners, unknown.owners) == (("owner 1",), None)
    # The least area that is measured, a hundredth of a square foot, and the rest of the acre.
    assert known.area_in_district_acres == Fraction(1, 100) / ACRE
    assert (known.area_acres or 0) + (unknown.area_acres or 0) == 1


@pytest.mark.parametrize(
    ("codes", "cents", "taxable"),
    [
        pytest.param({}, 100, True, id="general property"),
        pytest.param({}, None, True, id="without a value"),
        pytest.param({"exempt_codes": "X4"}, 0, False, id="exempt"),
        pytest.param({"exempt_codes": "X4"}, 100, True, id="exempt in part"),
        pytest.param({"forest_codes": "W5"}, None, False, id="forest"),
        pytest.param({"unknown_codes": "AWO"}, 100, None, id="a code that nobody explains"),
    ],
)
def test_taxable_land(codes: dict[str, str], cents: int | None, taxable: bool | None) -> None:
    more: dict[str, Sequence[object]] = {name: [code] for name, code in codes.items()}
    layer = lots(LOTS[:1], **more, assessed_value_cents=np.array([cents], dtype=object))
    (parcel,) = petition_facts(ground(LIMITS, layer)).facts.parcels or ()
    assert parcel.taxable is taxable


def test_signers_are_owner_keys_and_others_are_lines() -> None:
    signed = petition("ANN,1,certain,e1", "BEA,2,,e1", "CY,,no,e1", "DOT,3,4,e1")
    facts = gather(signed=signed)
    assert [each.person for each in facts.signatures or ()] == ["owner 1", "line 3", "line 4", "owner 4"]


def test_a_petition_that_was_never_matched_says_nothing_of_who_signed() -> None:
    unmatched = petition("ANN", header="signer")
    gathered = petition_facts(ground(LIMITS, lots(LOTS)), unmatched)
    assert gathered.facts.signatures is None
    assert as_proposed(gathered.facts, unmatched) is gathered.facts
    assert UNMATCHED in gathered.notes


def test_owner_keys_of_another_edition_are_refused() -> None:
    with pytest.raises(PetitionInvalid, match="edition e0"):
        gather(signed=petition("ANN,1,yes,e0"))


def test_undecided_lines_the_other_way() -> None:
    signed = petition("ANN,1,certain,e1", "BEA,2; 3,,e1", "CY,,,e1")
    facts = as_proposed(gather(signed=signed), signed)
    assert {each.person for each in facts.signatures or ()} == {"owner 1", "line 3", "line 4", "owner 2", "owner 3"}


def test_evidence_tells_what_became_of_each_parcel() -> None:
    parcels = [*LOTS[:3], ("10-5", None, shapely.box(0, -100, 250, 0)), LOTS[3]]
    limits = shapely.box(0, -50, 250, 435.6)
    gathered = petition_facts(ground(limits, lots(parcels)), petition("ANN,1,yes,e1"))
    assert {each.feature_id: each.role for each in gathered.evidence} == {
        "10-1": "signed",
        "10-2": "signed_in_part",
        "10-3": "unsigned",
        "10-5": "owner_unknown",
    }


def test_slivers_are_counted_and_told() -> None:
    limits = shapely.box(0, 0, 200.05, 435.6)
    gathered = petition_facts(ground(limits, lots(LOTS)))
    assert by_id(gathered.facts)["10-3"].area_in_district_acres == Fraction(round(0.05 * 435.6 * 100), 100) / ACRE
    assert any("1 parcel reaches into the boundary by no more than the layers' accuracy" in n for n in gathered.notes)


def test_no_parcels_on_file() -> None:
    gathered = petition_facts(ground(LIMITS))
    assert (gathered.facts.parcels, gathered.facts.gross_area_acres) == (None, Fraction(5, 2))


@pytest.mark.parametrize(
    ("name", "owners", "square_feet"),
    [
        # Ground 200,000 and 150,000 sq ft: three units own the first together.
        ("petition-stacked-condo", [3, 1], [200_000, 150_000]),
        # 520, 380 and 90 ft by 1,000; the road of 60 ft is no parcel.
        ("petition-roads-in-denominator", [1, 1, 1], [520_000, 380_000, 90_000]),
        # ROW and HYDRO have no digit in the id; A-77 is a lake bed.
        ("non-parcels-and-water", [1, 1], [1_000_000, 1_000_000]),
    ],
)
def test_handed_scenes(name: str, owners: list[int], square_feet: list[int]) -> None:
    _, surveyed = handed_scene(name)
    parcels = petition_facts(surveyed).facts.parcels or ()
    assert [len(parcel.owners or ()) for parcel in parcels] == owners
    assert [(parcel.area_in_district_acres or 0) * ACRE for parcel in parcels] == square_feet


@settings(max_examples=20)
@given(st.permutations(range(4)), st.permutations(["1,ANN,1,yes", "2,BEA,2,", "3,CY,,no"]))
def test_order_of_parcels_and_signatures_changes_nothing(order: list[int], rows: list[str]) -> None:
    header = "line,signer,owner_key,decision"
    there = gather(signed=petition("1,ANN,1,yes", "2,BEA,2,", "3,CY,,no", header=header))
    here = gather([LOTS[i] for i in order], petition(*rows, header=header))
    assert by_id(here) == by_id(there)
    assert here.signatures == there.signatures


def test_what_vouches_for_each_signature_is_told_by_line() -> None:
    signed = petition("ANN,yes,no", "BEA,no,yes", "CY,no,", header="signer,verified,notarized")
    told = verification_facts(signed).facts.signatures or ()
    assert [(each.person, each.covered_by_verification, each.notarized) for each in told] == [
        ("line 2", True, False),
        ("line 3", False, True),
        ("line 4", False, False),
    ]
    assert verification_facts(None).facts.signatures is None
