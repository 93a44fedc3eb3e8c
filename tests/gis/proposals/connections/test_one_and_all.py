"""Do one parcel, a main, a proposed main and the whole area say the same of a parcel, however long its block is?

    y 466 ============================ North Street ==========================+
     West  W1 (on it)          M1      |      | E1                  E2        | the village's
    Avenue W2 (behind)                 | Mid  |    ---- S1 (in the middle)    | limit
                                       |Street|                               |
    y   0 ============================ South Street ==========================+
        x  0                 4000     6000   6066   7000            8800     9000

Two blocks, each longer than a mile: the western one, of 6,000 ft, has no sewer; the eastern one has one inside.
"""

from __future__ import annotations

import datetime as dt
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import geopandas as gpd
import pytest

from gis.layers.importing import ImportRequest, import_layer
from gis.model.connections import ParcelConnection
from gis.model.edition import Kind
from gis.proposals.connections.area import surveyed
from gis.proposals.connections.connections import connections
from gis.proposals.connections.one_parcel import parcel_answer
from gis.proposals.connections.operational import main_in_service
from gis.proposals.connections.proposed_main import Proposal, proposed_main
from gis.proposals.connections.supposed import without
from gis.proposals.on_file import LayersOnFile, plain_frame
from tests.gis.proposals.connections.test_connections import asked
from tests.gis.proposals.connections.village import VILLAGE, ZONE, box, line

pytestmark = pytest.mark.slow
"""Each imports layers of its own."""

LOTS = {
    "W1": (0, 316, 100, 466),
    "W2": (0, 100, 100, 200),
    "M1": (4_000, 316, 4_100, 466),
    "E1": (6_066, 316, 6_200, 466),
    "E2": (8_800, 316, 8_900, 466),
}
EASTERN = {"9-E1", "9-E2"}
STREETS = {
    "North Street": (-66, 466, 9_000, 532),
    "South Street": (-66, -66, 9_000, 0),
    "West Avenue": (-66, 0, 0, 466),
    "Mid Street": (6_000, 0, 6_066, 466),
}
S1: list[tuple[float, float]] = [(8_000, 200), (7_000, 200)]


def written(folder: Path) -> Path:
    rows: dict[Kind, list[dict[str, Any]]] = {
        "parcels": [
            {"parcel_id": f"9-{lot}", "municipality": VILLAGE, "county": "Waukesha", "geometry": box(bounds)}
            for lot, bounds in LOTS.items()
        ],
        "municipalities": [
            {"name": VILLAGE, "kind": "village", "county": "Waukesha", "geometry": box((-600, -600, 9_000, 1_000))}
        ],
        "rights_of_way": [
            {"right_of_way_id": name, "street": name, "geometry": box(bounds)} for name, bounds in STREETS.items()
        ],
        "sewers": [
            {
                "sewer_id": "S1",
                "kind": "gravity_main",
                "operator": VILLAGE,
                "status": "in_service",
                "operational": "2025-03-15",
                "geometry": line(S1),
            }
        ],
        "buildings": [
            {"building_id": f"B-{lot}", "use": "dwelling", "geometry": box(bounds).centroid}
            for lot, bounds in LOTS.items()
        ],
    }
    for each, of_kind in rows.items():
        file = folder / f"{each}.gpkg"
        gpd.GeoDataFrame(of_kind, crs=ZONE).to_file(file, driver="GPKG")
        import_layer(ImportRequest(each, file, preset="generic", vintage="2024", accuracy_ft="0.1"), folder / "layers")
    return folder / "layers"


@pytest.fixture(scope="module")
def on_file(tmp_path_factory: pytest.TempPathFactory) -> LayersOnFile:
    return LayersOnFile(written(tmp_path_factory.mktemp("long_blocks")))


@pytest.fixture(scope="module")
def whole(on_file: LayersOnFile) -> dict[str, ParcelConnection]:
    return {parcel.parcel_id: parcel for parcel in connections(on_file, asked()).answer.parcels}


def by_hand(parcel_id: str) -> str:
    return "pass" if parcel_id in EASTERN else "fail"


@pytest.mark.parametrize("lot", LOTS)
def test_one_parcel(on_file: LayersOnFile, whole: dict[str, ParcelConnection], lot: str) -> None:
    one = parcel_answer(on_file, asked(), f"9-{lot}").parcel
    assert one.finding is not None
    assert one.finding.state == by_hand(one.parcel_id)
    # What follows downstream is told of one parcel only.
    assert replace(one, downstream=None) == whole[one.parcel_id]


def test_a_main_in_service(on_file: LayersOnFile, whole: dict[str, ParcelConnection]) -> None:
    found = main_in_service(on_file, asked(), ["S1"], dt.date(2025, 3, 15))
    assert {each.parcel.parcel_id for each in (*found.liable, *found.already)} == EASTERN
    assert [each.parcel.finding for each in found.liable] == [whole[each].finding for each in sorted(EASTERN)]
    assert (found.open, found.already) == ((), ())


def test_a_proposed_main(on_file: LayersOnFile) -> None:
    # The same main a few feet north: the eastern lots have to connect already, and the western ones still need not.
    drawn = gpd.GeoSeries([line([(8_000, 210), (7_000, 210)])], crs=ZONE).to_crs(plain_frame().crs).iloc[0]
    found = proposed_main(on_file, asked(), Proposal(drawn))
    assert (found.liable, found.open) == ((), ())
    assert {each.parcel.parcel_id for each in found.already} == EASTERN


def test_without_the_only_main_nobody_has_to_connect(on_file: LayersOnFile) -> None:
    bare = surveyed(on_file, asked(), partial(without, mains={"S1"}))
    parcels = connections(on_file, asked(), area=bare).answer.parcels
    assert {parcel.finding.state for parcel in parcels if parcel.finding is not None} == {"fail"}
