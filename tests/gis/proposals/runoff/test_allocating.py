"""A drive of 8,000 sq ft on lot F, of which the register may give a part to lot C with its 10,000."""

from __future__ import annotations

import pytest

from gis.model.runoff import Roll
from gis.proposals.on_file import LayersOnFile
from gis.proposals.runoff.one_parcel import parcel_runoff
from gis.proposals.runoff.roll import eru_roll
from tests.gis.proposals.runoff.conftest import Run
from tests.gis.proposals.runoff.runoff_village import SURFACES

pytestmark = pytest.mark.slow
"""Each imports layers of its own."""

DRIVE = f"s{next(i for i, each in enumerate(SURFACES) if each[0] == 'F')}"


def areas(roll: Roll) -> tuple[float, float]:
    found = {each.parcel_id: float(each.measured.impervious_sqft.value) for each in roll.parcels}
    return found["7-C"], found["7-F"]


@pytest.mark.parametrize(
    ("told", "expected"),
    [
        ((), (10_000, 8_000)),
        ((("7-C", "0.25"), ("7-F", "0.75")), (12_000, 6_000)),
        ((("7-C, Waukesha", "1"),), (18_000, 0)),
        # Parts that are not the whole, or of a parcel that is not there, leave it where it lies.
        ((("7-C", "0.25"), ("7-F", "0.5")), (10_000, 8_000)),
        ((("7-Z", "1"),), (10_000, 8_000)),
        ((("7-C", "half"),), (10_000, 8_000)),
    ],
)
def test_a_shared_surface_counts_as_people_state_it(
    runoff_on_file: LayersOnFile, run: Run, told: tuple[tuple[str, str], ...], expected: tuple[float, float]
) -> None:
    entries = [(parcel, "runoff_surface_share", f"{DRIVE}: {part}") for parcel, part in told]
    roll = eru_roll(runoff_on_file, run(*entries)).roll
    # The county's zone is a part in 20,000 off the ground.
    assert areas(roll) == pytest.approx(expected, rel=1e-4, abs=0.1)
    is_used = expected != (10_000, 8_000)
    said = [note for note in roll.notes if "of the register" in note or "Shared surfaces" in note]
    assert bool(said) == bool(told and not is_used)


def test_of_a_parcel_on_the_districts_line_the_part_inside_is_told_to_ignore_shares(
    runoff_on_file: LayersOnFile, run: Run
) -> None:
    # F has 0.7 of the drive, 5,600 sq ft: 2 units. Half of the drive lies in the district, 4,000 sq ft: 1.5 units.
    told = [("7-C", "runoff_surface_share", f"{DRIVE}: 0.3"), ("7-F", "runoff_surface_share", f"{DRIVE}: 0.7")]
    parcels = {each.parcel_id: each for each in eru_roll(runoff_on_file, run(*told)).roll.parcels}
    readings = {each.name: float(each.units or 0) for each in parcels["7-F"].readings}
    assert readings == {"whole_parcel": 2, "inside_part": 1.5}
    said = {name for name, each in parcels.items() if any("the part inside is measured" in note for note in each.notes)}
    assert said == {"7-F"}


def test_both_parcels_are_told(runoff_on_file: LayersOnFile, run: Run) -> None:
    told = [("7-C", "runoff_surface_share", f"{DRIVE}: 0.25"), ("7-F", "runoff_surface_share", f"{DRIVE}: 0.75")]
    for parcel, part in (("7-C", "0.25"), ("7-F", "0.75")):
        notes = parcel_runoff(runoff_on_file, run(*told), parcel).parcel.notes
        assert f"{part} of the shared surface {DRIVE} counts here, as the register has it." in notes
