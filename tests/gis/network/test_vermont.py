"""Do the five towns of Vermont import, and are their networks built with the faults that a plain count finds?"""

from __future__ import annotations

import datetime as dt
import json
from collections import Counter
from collections.abc import Iterator, Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any

import geopandas as gpd
import numpy as np
import numpy.typing as npt
import pandas as pd
import pyproj
import pytest
import shapely

from gis.facts.ground import survey
from gis.facts.layerset import LayerSet
from gis.facts.sewers.mains import Mains, mains
from gis.geometry.overlay import on_grid
from gis.layers.layer import Layer
from gis.model.connections import LayerFault
from gis.network.build import Network, build
from gis.network.faults import network_faults
from gis.network.trace import all_downstream
from gis.network.within import mains_within
from tests.gis.network.counted import Plain
from tests.gis.network.vermont import (
    FILES,
    M_PER_FT,
    TOWNS,
    VERMONT,
    VERMONT_CRS,
    Town,
    distinct,
    imported,
    plain_rows,
)

pytestmark = [pytest.mark.realdata, pytest.mark.slow]

REACH_FT = Fraction(1)
"""Nobody states how accurate the lines are; ends within a foot are taken to meet."""
GRID_SQFT = 5
"""Half a step of the grid (0.05 mm) along five miles of border is 4.3 sq ft."""
SLIVER_SQFT = 10
FOLDER = "sewer-vermont-towns"
DAY = dt.date(2026, 6, 15)


@pytest.fixture(scope="module")
def towns(realdata: Path, tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, Town]:
    scratch = tmp_path_factory.mktemp("vermont")
    return {town: imported(realdata / FOLDER, town, scratch) for town in TOWNS}


@pytest.fixture(scope="module")
def plain(realdata: Path) -> Mapping[str, Plain]:
    return {town: Plain(realdata / FOLDER, town, float(REACH_FT)) for town in TOWNS}


def lines_of(town: Town) -> Mains:
    found = mains(LayerSet(VERMONT, town.layers, REACH_FT), DAY)
    assert found is not None
    return found


@pytest.fixture(scope="module")
def networks(towns: Mapping[str, Town]) -> Mapping[str, Network]:
    return {name: build(lines_of(town), town.layers["sewer_nodes"], REACH_FT, VERMONT) for name, town in towns.items()}


@pytest.fixture(scope="module")
def faults(networks: Mapping[str, Network]) -> Mapping[str, tuple[LayerFault, ...]]:
    return {name: network_faults(network) for name, network in networks.items()}


def manifests(towns: Mapping[str, Town]) -> Iterator[tuple[str, str, Any]]:
    for town in towns.values():
        yield from ((town.name, name, manifest) for name, manifest in town.manifests.items())


def test_every_row_of_the_five_towns_comes_in_or_is_listed(towns: Mapping[str, Town], realdata: Path) -> None:
    for town, name, manifest in manifests(towns):
        rows = plain_rows(realdata / FOLDER, town, name)
        counts = manifest.counts
        assert counts.rows_in == len(rows), (town, name)
        assert counts.rows_in == counts.rows_out + counts.refused, (town, name)
        assert {note.rule for note in manifest.refusals} <= {"repeat_row"}, (town, name)
        assert manifest.working_crs == VERMONT_CRS, (town, name)
    for each in towns.values():
        assert {layer.frame for layer in each.layers.values()} == {VERMONT}, each.name
        assert {kind for _, kind in FILES} == set(each.layers), each.name


def test_names_that_differ_from_town_to_town_are_read_as_one(towns: Mapping[str, Town]) -> None:
    for town in towns.values():
        status = town.layers["sewers"].column("status")
        assert set(status) <= {"in_service", "abandoned"}
        assert set(town.layers["sewers"].column("kind")) == {"other"}, "a 'sewer pipe' is of no kind that a test counts"
    borders = {town: sorted(set(each.layers["municipalities"].column("name"))) for town, each in towns.items()}
    assert borders == {
        "Barre": ["City of Barre", "Town of Barre"],
        "Benson": ["Town of Benson"],
        "Middlebury": ["Town of Middlebury"],
        "RutlandCity": ["City of Rutland"],
        "RutlandTown": ["Town of Rutland"],
    }


def test_heights_are_dropped_and_import_says_so(towns: Mapping[str, Town], realdata: Path) -> None:
    solid = 0
    for town, name, manifest in manifests(towns):
        text = (realdata / FOLDER / town / f"{town}{name}.geojson").read_text("utf-8")
        shapes = [shapely.geometry.shape(row["geometry"]) for row in json.loads(text)["features"]]
        has_heights = any(shapely.has_z(shapes))
        solid += has_heights
        assert has_heights == any("heights (Z)" in note for note in manifest.notes), (town, name)
    assert solid
    for town in towns.values():
        assert not any(shapely.has_z(layer.geometries).any() for layer in town.layers.values())


@pytest.mark.parametrize("town", TOWNS)
def test_the_faults_of_a_town_are_those_that_a_plain_count_finds(
    networks: Mapping[str, Network],
    faults: Mapping[str, tuple[LayerFault, ...]],
    plain: Mapping[str, Plain],
    town: str,
) -> None:
    network, by_hand = networks[town], plain[town]
    assert len(network.mains) == len(by_hand.lines)
    assert len(network.nodes) == len(by_hand.nodes)
    found = Counter(fault.kind for fault in faults[town])
    to_nodes, to_pipes = by_hand.loose_near_something()
    expected = {
        # No town states a kind, an operator or a day.
        "unknown_kind": sum(by_hand.serves),
        "unknown_owner": sum(by_hand.serves),
        "no_in_service_date": sum(by_hand.serves),
        "dead_end": by_hand.dead_ends(),
        "loop": by_hand.rings(),
        "unjoined": by_hand.unjoined(),
        "short_of_node": to_nodes,
        "gap": to_pipes,
    }
    assert dict(found) == {kind: count for kind, count in expected.items() if count}


@pytest.mark.parametrize("town", TOWNS)
def test_every_fault_has_a_place_in_its_town(
    networks: Mapping[str, Network], faults: Mapping[str, tuple[LayerFault, ...]], town: str
) -> None:
    network = networks[town]
    west, south, east, north = shapely.total_bounds(
        shapely.transform(network.mains.geometries, to_lonlat, interleaved=False)
    )
    for fault in faults[town]:
        assert fault.bbox is not None
        assert west - 1e-6 <= fault.bbox[0] <= east + 1e-6
        assert south - 1e-6 <= fault.bbox[1] <= north + 1e-6
        assert fault.where.startswith("at ")


def to_lonlat(x: npt.NDArray[np.float64], y: npt.NDArray[np.float64]) -> Any:  # noqa: ANN401  what pyproj gives
    return pyproj.Transformer.from_crs("EPSG:32145", "EPSG:4269", always_xy=True).transform(x, y)


def test_no_way_of_a_drawn_network_is_said_to_reach_a_plant_that_it_does_not_touch(
    networks: Mapping[str, Network],
) -> None:
    # No pipe ends within a foot of a plant in any of these towns, so no way may claim one.
    for network in networks.values():
        plants = network.nodes.points[network.nodes.serves_as("plant")]
        for x, y in plants.tolist():
            assert shapely.distance(network.mains.geometries, shapely.Point(x, y)).min() > float(REACH_FT) * M_PER_FT
        traces = [trace for trace in all_downstream(network) if trace is not None]
        assert len(traces) == len(network.mains)
        assert not any(trace.reaches_plant for trace in traces)
        assert all(trace.why_broken for trace in traces)


def rutland(towns: Mapping[str, Town]) -> Layer:
    """Return the borders of the town and of the city, which the town surrounds."""
    tables = [towns[name].layers["municipalities"].table for name in ("RutlandTown", "RutlandCity")]
    return Layer("municipalities", "both", None, VERMONT, gpd.GeoDataFrame(pd.concat(tables, ignore_index=True)))


def test_every_pipe_of_rutland_town_is_told_to_lie_in_the_town_or_in_the_city(
    towns: Mapping[str, Town], realdata: Path
) -> None:
    lines = lines_of(towns["RutlandTown"])
    borders = rutland(towns)
    found = mains_within(lines, borders.geometries, VERMONT)
    told = found.most(len(lines))
    assert (told >= 0).all()
    # The same from the files as they stand, pipe by pipe.
    areas = [plain_rows(realdata / FOLDER, name, "Border")[0]["shape"] for name in ("RutlandTown", "RutlandCity")]
    pipes = distinct(plain_rows(realdata / FOLDER, "RutlandTown", "LinearFeatures"), "Status")
    marks = np.array([marks_of(row["shape"]) for row in pipes])
    lengths = np.zeros((len(lines), 2))
    lengths[found.main, found.area] = found.length_steps / 1000
    counted: Counter[str] = Counter()
    for row in range(len(lines)):
        away = np.abs(marks - marks_of(lines.geometries[row])).max(axis=1)
        assert away.min() < 0.001  # a millimetre: it is the same pipe
        shape = pipes[int(away.argmin())]["shape"]
        expected = [shape.intersection(area).length / M_PER_FT for area in areas]
        assert lengths[row] == pytest.approx(expected, abs=0.01)
        assert told[row] == int(expected[1] > expected[0])
        counted[str(borders.column("name")[told[row]])] += 1
    assert sum(counted.values()) == len(pipes)
    assert set(counted) <= {"Town of Rutland", "City of Rutland"}
    assert counted["Town of Rutland"] > 0


def marks_of(line: shapely.LineString) -> list[float]:
    """Return what tells a pipe apart from others: its ends and its middle."""
    middle = line.interpolate(0.5, normalized=True)
    return [*line.coords[0], *line.coords[-1], middle.x, middle.y]


@pytest.mark.parametrize("town", ["RutlandTown", "RutlandCity", "Barre"])
def test_service_areas_are_told_against_two_municipalities(
    towns: Mapping[str, Town], realdata: Path, town: str
) -> None:
    borders = towns["Barre"].layers["municipalities"] if town == "Barre" else rutland(towns)
    names = ["Barre"] if town == "Barre" else ["RutlandTown", "RutlandCity"]
    plain_borders = [row for name in names for row in plain_rows(realdata / FOLDER, name, "Border")]
    layers = LayerSet(VERMONT, {"municipalities": borders}, Fraction(1, 10))
    areas = towns[town].layers["service_areas"]
    in_both = 0
    for area, name in zip(on_grid(areas.geometries, VERMONT), areas.column("name"), strict=True):
        surveyed = survey(area, layers)
        lands = {land.kind: float(land.area_sqft.value) for land in surveyed.municipalities if land.is_inside}
        expected = {}
        for row in plain_borders:
            shared = row["shape"].intersection(area).area / M_PER_FT**2
            if shared > SLIVER_SQFT:
                expected[str(row["Name LSAD"]).split()[-1]] = shared
        assert {kind: land for kind, land in lands.items() if land > SLIVER_SQFT} == pytest.approx(
            expected, rel=1e-5, abs=GRID_SQFT
        ), name
        in_both += len(lands) > 1
    # Rutland's areas were drawn to end at the limit: some square feet lie across it; of Barre's, acres do.
    assert in_both, "at least one service area has land in the town and in the city"
