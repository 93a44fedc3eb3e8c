"""A town's network counted plainly, pair by pair, from the file as it stands: nothing of Townline's is used."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping
from functools import cached_property
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import shapely

from tests.gis.network.vermont import M_PER_FT, VERMONT, distinct, plain_rows

LOOK_FT = 10
"""A loose end that has something within ten feet is listed."""


class Plain:
    """A town's network counted pair by pair."""

    def __init__(self, folder: Path, town: str, reach_ft: float) -> None:
        pipes = distinct(plain_rows(folder, town, "LinearFeatures"), "Status")
        self.lines = [row["shape"] for row in pipes]
        self.serves = [row["Status"] == "Existing" for row in pipes]
        files = ("PointFeatures", "WWTF") if (folder / town / f"{town}WWTF.geojson").exists() else ("PointFeatures",)
        nodes = [row for name in files for row in plain_rows(folder, town, name)]
        sanitary = [row for row in nodes if not is_storm(row)]
        told = [{**row, "is manhole": "manhole" in str(row.get("Type", "")).lower()} for row in sanitary]
        self.nodes = [row["shape"] for row in distinct(told, "is manhole", "Status")]
        self.reach = reach_ft * M_PER_FT + 2 * VERMONT.grid
        self.look = LOOK_FT * M_PER_FT + self.reach

    @cached_property
    def ends(self) -> npt.NDArray[np.float64]:
        """First and last vertex of each pipe, by turns."""
        return np.array([vertex for line in self.lines for vertex in (line.coords[0], line.coords[-1])])

    @cached_property
    def blob(self) -> list[int]:
        """Clump of each node, then of each end: those within reach of each other, however many steps apart."""
        clump = list(range(len(self.places)))

        def root(at: int) -> int:
            while clump[at] != at:
                at = clump[at]
            return at

        points = shapely.points(self.places)
        for at, other in shapely.STRtree(points).query(points, "dwithin", self.reach).T.tolist():
            clump[root(other)] = root(at)
        return [root(at) for at in range(len(clump))]

    @cached_property
    def along(self) -> list[set[int]]:
        """Clumps along each pipe between its ends."""
        points = shapely.points(self.places)
        found: list[set[int]] = [set() for _ in self.lines]
        for number, at in shapely.STRtree(points).query(self.lines, "dwithin", self.reach).T.tolist():
            ends = self.ends[2 * number : 2 * number + 2]
            is_end = np.hypot(*(ends - self.places[at]).T).min() <= self.reach
            if not is_end and self.blob[at] not in self.of_pipe(number):
                found[number].add(self.blob[at])
        return found

    @cached_property
    def places(self) -> npt.NDArray[np.float64]:
        """Where each node and each end lies, in the order of the clumps."""
        return np.concatenate((shapely.get_coordinates(self.nodes), self.ends))

    def of_pipe(self, number: int) -> tuple[int, int]:
        """Return the clumps at both ends of a pipe."""
        first = len(self.nodes) + 2 * number
        return self.blob[first], self.blob[first + 1]

    @cached_property
    def edges(self) -> list[tuple[int, int]]:
        """Ways that the flow can go as drawn, from clump to clump; a pipe with clumps along it is cut there."""
        members: dict[int, list[int]] = defaultdict(list)
        for at, clump in enumerate(self.blob):
            members[clump].append(at)
        found = []
        for number, line in enumerate(self.lines):
            if not self.serves[number]:
                continue
            start, end = self.of_pipe(number)
            where = {}
            for clump in self.along[number]:
                where[clump] = min(line.project(shapely.Point(self.places[at])) for at in members[clump])
            stops = [start, *sorted(where, key=where.__getitem__), end]
            found += [(a, b) for a, b in pairwise(stops) if a != b]
        return found

    def dead_ends(self) -> int:
        """Count the clumps that a pipe in service flows to and none flows from."""
        arrives = {self.of_pipe(number)[1] for number, serves in enumerate(self.serves) if serves}
        return len(arrives - {start for start, _ in self.edges})

    def rings(self) -> int:
        """Count the sets of clumps that the flow goes round, by who reaches whom; and the pipes that are rings."""
        edges = set(self.edges)
        while True:  # what has no way in, or no way out, is on no ring
            starts, ends = {a for a, _ in edges}, {b for _, b in edges}
            kept = {(a, b) for a, b in edges if a in ends and b in starts}
            if kept == edges:
                break
            edges = kept
        onward: dict[int, set[int]] = defaultdict(set)
        for a, b in edges:
            onward[a].add(b)
        reaches: dict[int, set[int]] = {}
        for begin in {a for a, _ in edges}:
            seen: set[int] = set()
            todo = [begin]
            while todo:
                at = todo.pop()
                for after in onward[at] - seen:
                    seen.add(after)
                    todo.append(after)
            reaches[begin] = seen
        rounds = {frozenset(b for b in seen if a in reaches[b]) for a, seen in reaches.items() if a in seen}
        closed = sum(
            self.serves[number] and len(set(self.of_pipe(number))) == 1 and line.length > 2 * self.reach
            for number, line in enumerate(self.lines)
        )
        return len(rounds) + closed

    def unjoined(self) -> int:
        """Count the pipes in service that meet no other."""
        touched = [{*self.of_pipe(number), *self.along[number]} for number in range(len(self.lines))]
        times = Counter(clump for clumps in touched for clump in clumps)
        return sum(
            serves and all(times[clump] == 1 for clump in clumps)
            for serves, clumps in zip(self.serves, touched, strict=True)
        )

    def loose_near_something(self) -> tuple[int, int]:
        """Count the loose ends that have a node within look, and those that have a pipe; of two that face, one."""
        touched = [{*self.of_pipe(number), *self.along[number]} for number in range(len(self.lines))]
        times = Counter(clump for number in range(len(self.lines)) for clump in self.of_pipe(number))
        times.update(clump for along in self.along for clump in along)
        held = set(self.blob[: len(self.nodes)])
        lines = np.array(self.lines, dtype=object)
        nodes = np.array(self.nodes, dtype=object)
        loose = {
            tuple(self.ends[at].tolist())
            for at in range(len(self.ends))
            if times[self.blob[len(self.nodes) + at]] == 1 and self.blob[len(self.nodes) + at] not in held
        }
        to_nodes, pairs = 0, set()
        for at in range(len(self.ends)):
            place = tuple(self.ends[at].tolist())
            if place not in loose:
                continue
            own = touched[at // 2]
            ends = set(self.of_pipe(at // 2))
            to_node, to_line = (shapely.distance(shapes, shapely.Point(place)) for shapes in (nodes, lines))
            node_away = [
                to_node[node] for node in np.flatnonzero(to_node <= self.look).tolist() if self.blob[node] not in ends
            ]
            line_away = [
                (to_line[number], number)
                for number in np.flatnonzero(to_line <= self.look).tolist()
                if number != at // 2 and own.isdisjoint(touched[number])
            ]
            nearest = min(line_away, default=(np.inf, -1))
            if min(node_away, default=np.inf) <= min(self.look, nearest[0] + self.reach):
                to_nodes += 1
            elif nearest[0] <= self.look:
                other = shapely.shortest_line(self.lines[nearest[1]], shapely.Point(place)).coords[0]
                pairs.add(frozenset((place, other)))
        return to_nodes, len(pairs)


def is_storm(row: Mapping[str, Any]) -> bool:
    """Say whether a point is a catch basin: it takes rain."""
    kind = str(row.get("Type", "")).lower()
    return "catchbasin" in kind or kind.startswith("cb ")
