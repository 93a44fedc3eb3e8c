"""Where one parcel lies, over the accuracy of the layers, and which parcels share its ground."""

from __future__ import annotations

import pytest

from gis.model.found_parcels import LiesIn
from gis.proposals.parcel_places import lies_in, same_ground
from gis.proposals.service_area_layers import MapAsked, ServiceAreaLayers
from tests.gis.proposals.held_layers import DATE, VILLAGE, HeldLayers, box, lot

ELM = LiesIn("municipalities", "Village of Elm", "village", is_whole=True)


def layers(*parcels: dict[str, object], **more: list[dict[str, object]]) -> ServiceAreaLayers:
    return ServiceAreaLayers(HeldLayers({**VILLAGE, "parcels": list(parcels), **more}), MapAsked(DATE, {}))


def test_a_parcel_lies_in_what_holds_it_on_the_day() -> None:
    # The district reaches from x = -20 to 100: A is in it, C (80 to 120) in part, F not; the old district is no more.
    some = layers(lot("A"), lot("C"), lot("F"))
    area = LiesIn("service_areas", "Elm Area", "planned", is_whole=True)
    assert lies_in(some, 0) == (ELM, LiesIn("districts", "Elm Sanitary District", "sanitary", is_whole=True), area)
    assert lies_in(some, 1) == (ELM, LiesIn("districts", "Elm Sanitary District", "sanitary", is_whole=False), area)
    assert lies_in(some, 2) == (LiesIn("municipalities", "Town of Alder", "town", is_whole=True),)


@pytest.mark.parametrize(
    ("over_ft", "names"),
    [
        (0.0, ["Village of Elm"]),  # shares the limit
        (0.05, ["Village of Elm"]),  # a strip narrower than 0.1 ft x root 2 = 0.14 ft
        (1.0, ["Village of Elm", "Town of Alder"]),
    ],
)
def test_a_strip_within_the_accuracy_of_a_limit_is_not_counted(over_ft: float, names: list[str]) -> None:
    metres = over_ft * 1200 / 3937
    some = layers(lot("C", geometry=box(90, 300, 130 + metres, 340)))
    assert [place.name for place in lies_in(some, 0)] == names


def test_units_of_a_condominium_share_their_ground_and_neighbours_do_not() -> None:
    road = lot("B", record_kind="row", geometry=box(0, 60, 40, 100))
    some = layers(lot("A"), lot("A-2", geometry=box(0, 60, 40, 100)), road, lot("C"))
    assert same_ground(some, 0) == (1,)
    assert same_ground(some, 3) == ()
