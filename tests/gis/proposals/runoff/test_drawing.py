"""What does the map of the village of `runoff_village.py` draw?"""

from __future__ import annotations

from collections import Counter

import pytest
from shapely.geometry import shape

from gis.model.view import MapView, Role
from gis.proposals import parcels_by_role
from gis.proposals.on_file import LayersOnFile
from gis.proposals.runoff.drawing import RUNOFF_ROLES, runoff_view
from gis.proposals.runoff.roll import RollFound, eru_roll
from tests.gis.proposals.runoff.conftest import Run
from tests.gis.proposals.runoff.runoff_village import DISTRICT, LOTS, write_village

pytestmark = pytest.mark.slow
"""Each imports layers or writes files of its own."""

# By the text: A 1; C 10,000 / 3,000 up to 3.5; D 1; E 0.75; G bare 0; I 1; B, F and H are open.
ROLES = {
    **dict.fromkeys("ADEI", Role.RUNOFF_TO_ONE),
    "C": Role.RUNOFF_TO_FIVE,
    "G": Role.RUNOFF_NONE,
    **dict.fromkeys("BFH", Role.RUNOFF_OPEN),
}


@pytest.fixture(scope="module")
def found(runoff_on_file: LayersOnFile, run: Run) -> RollFound:
    return eru_roll(runoff_on_file, run(rate="18.75"))


def view_of(on_file: LayersOnFile, run: Run, found: RollFound) -> MapView:
    return runoff_view(on_file, run(rate="18.75"), found)


def test_each_parcel_of_the_roll_is_drawn_once_by_its_units(
    runoff_on_file: LayersOnFile, run: Run, found: RollFound
) -> None:
    view = view_of(runoff_on_file, run, found)
    drawn = {each.title.removeprefix("Parcel 7-"): each.role for each in view.features if each.role in RUNOFF_ROLES}
    assert drawn == ROLES
    assert Counter(each.role in RUNOFF_ROLES for each in view.features)[True] == len(LOTS) - 1


def test_the_utility_and_the_municipalities_are_drawn_around_them(
    runoff_on_file: LayersOnFile, run: Run, found: RollFound
) -> None:
    view = view_of(runoff_on_file, run, found)
    assert view.title == f"Runoff units: {DISTRICT}"
    (utility,) = [each for each in view.features if each.role is Role.DISTRICT]
    assert utility.title == DISTRICT
    assert {each.role for each in view.features} >= {Role.VILLAGE, Role.TOWN}
    west, south, east, north = view.bbox
    for each in view.features:
        if each.role in RUNOFF_ROLES:
            x0, y0, x1, y1 = shape(each.geometry).bounds
            assert west < x0 < x1 < east
            assert south < y0 < y1 < north


def test_facts_say_units_and_bill_and_name_nobody(runoff_on_file: LayersOnFile, run: Run, found: RollFound) -> None:
    view = view_of(runoff_on_file, run, found)
    facts = {each.title: dict(each.facts) for each in view.features}
    # 3.5 x 18.75 = 65.625, half up.
    assert (facts["Parcel 7-C"]["Units"], facts["Parcel 7-C"]["Due, a bill"]) == ("3.5 runoff units", "$65.63")
    assert facts["Parcel 7-F"]["Units"] == "open: 1.5 runoff units or 2.75 runoff units"
    assert "OWNER" not in str(view)
    assert "BOX " not in str(view)


def test_the_layers_that_bear_on_the_roll_are_named_with_their_days(
    runoff_on_file: LayersOnFile, run: Run, found: RollFound
) -> None:
    view = view_of(runoff_on_file, run, found)
    told = {each.kind: each.edition for each in view.sources}
    assert told == found.roll.editions
    (surfaces,) = [each for each in view.sources if each.kind == "impervious"]
    assert (surfaces.source, surfaces.vintage.year) == ("impervious-2026.gpkg", 2026)


@pytest.mark.parametrize("merged", [True, False])
def test_what_is_beyond_the_limit_is_drawn_together_or_said(
    runoff_on_file: LayersOnFile, run: Run, found: RollFound, monkeypatch: pytest.MonkeyPatch, *, merged: bool
) -> None:
    monkeypatch.setattr(parcels_by_role, "DRAWN_SINGLY", 4)
    if not merged:
        monkeypatch.setattr(parcels_by_role, "MERGED", 3)
    view = view_of(runoff_on_file, run, found)
    drawn = [each for each in view.features if each.role in RUNOFF_ROLES]
    singly = {each.title for each in drawn if not each.feature_id.startswith("further-")}
    # The open ones first, then the one with the most units.
    assert singly == {f"Parcel 7-{lot}" for lot in "BFHC"}
    further = {each.title: each.role for each in drawn if each.feature_id.startswith("further-")}
    if merged:
        assert further == {"4 further parcels": Role.RUNOFF_TO_ONE, "1 further parcels": Role.RUNOFF_NONE}
        assert view.left_out[0].startswith("5 further parcels are drawn together")
    else:
        assert further == {}
        assert view.left_out[0].startswith("5 parcels are not drawn")


def test_without_a_district_on_file_that_is_said(tmp_path_factory: pytest.TempPathFactory, run: Run) -> None:
    on_file = LayersOnFile(write_village(tmp_path_factory.mktemp("bare"), with_district=False))
    found = eru_roll(on_file, run())
    view = runoff_view(on_file, run(), found)
    assert "No utility district is on file, so none is drawn." in view.left_out
    assert view.title == "Runoff units: Village of Mukwonago"
    assert Role.DISTRICT not in {each.role for each in view.features}
