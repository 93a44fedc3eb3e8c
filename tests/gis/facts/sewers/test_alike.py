from __future__ import annotations

import datetime as dt
from collections import defaultdict
from fractions import Fraction

import pytest

from api.bench.sewered import PLACE, make_village
from gis.facts.layerset import LayerSet
from gis.facts.sewers.answers.access import SewerAccess, accesses
from gis.facts.sewers.answers.alike import alike
from gis.facts.sewers.ground import SewerGround, sewer_ground
from gis.facts.sewers.meetings.predicates import SewerTest
from gis.geometry.frame import working_frame
from gis.proposals.on_file import LayersOnFile

DATE = dt.date(2026, 6, 15)
KINDS = ("parcels", "municipalities", "rights_of_way", "sewers", "buildings")


@pytest.fixture(scope="module")
def layers(tmp_path_factory: pytest.TempPathFactory) -> LayerSet:
    """Return the layers of 480 lots and 60 sewers: some proposed, some abandoned, a few under pressure."""
    folder = tmp_path_factory.mktemp("alike")
    make_village(folder, 480, 60, 5, with_rights_of_way=True)
    on_file = LayersOnFile(folder / "layers")
    return LayerSet(working_frame("EPSG:8102"), {kind: on_file.layer(kind, DATE) for kind in KINDS}, Fraction(1))


@pytest.fixture(scope="module")
def ground(layers: LayerSet) -> SewerGround:
    """Return the survey of a village's own sewers."""
    return sewer_ground(layers, DATE)


def told(access: SewerAccess) -> tuple[object, ...]:
    return (
        access.adjacent,
        access.block_sewer,
        access.abutting,
        access.reaches_by_easement_only,
        access.sewer_status,
        access.sewer_operational,
        access.only_force_main,
    )


@pytest.mark.slow
@pytest.mark.parametrize("test", list(SewerTest))
def test_parcels_of_a_group_are_told_the_same(layers: LayerSet, test: SewerTest) -> None:
    ground = sewer_ground(layers, DATE, {PLACE: "district" if test is SewerTest.ABUTTING_STREET else "local"})
    found = accesses(ground, test)
    groups = alike(ground, test, found.found, ())
    by_group = defaultdict(set)
    for number, access in zip(groups.tolist(), found, strict=True):
        by_group[number].add(told(access))
    assert all(len(each) == 1 for each in by_group.values())
    # Few groups, or nothing would be gained; and more than one, or nothing would be told apart.
    assert 1 < len(by_group) < len(ground) / 4


@pytest.mark.slow
def test_what_else_is_known_parts_a_group(ground: SewerGround) -> None:
    found = accesses(ground, SewerTest.ADJACENT_OR_BLOCK)
    plain = alike(ground, SewerTest.ADJACENT_OR_BLOCK, found.found, ())
    parted = alike(ground, SewerTest.ADJACENT_OR_BLOCK, found.found, (ground.ids,))
    assert len(set(parted.tolist())) == len(ground)
    assert len(set(plain.tolist())) < len(ground)


@pytest.mark.slow
def test_sides_alone_are_those_of_the_whole(ground: SewerGround) -> None:
    found = accesses(ground, SewerTest.ADJACENT_OR_BLOCK)
    assert [found.fronts(index) for index in range(len(found))] == [access.fronts for access in found]
