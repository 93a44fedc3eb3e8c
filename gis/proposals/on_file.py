"""Which layers of a folder answer a question about land, in force on its day?"""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from fractions import Fraction
from pathlib import Path

from shapely.geometry.base import BaseGeometry

from gis.errors import BoundaryNotPolygon, BoundaryOutside, EditionMissing
from gis.facts.layerset import LayerSet
from gis.geometry.boundary import Boundary
from gis.geometry.frame import WORKING_CRS, Frame, working_frame
from gis.law.loader import load_law
from gis.layers.editions import check_plane, in_force
from gis.layers.layer import Layer
from gis.layers.store import LayerStore
from gis.model.edition import Manifest
from gis.proposals.judging import ACCURACY
from gis.proposals.zone import measuring_zone

ELSEWHERE = "Name a folder of layers of Wisconsin; this one is for townline editions, export and diff."
"""What to do with a folder whose layers no rule of Wisconsin can judge."""


class LayersOnFile:
    """The editions of one folder; layers stay in memory between questions.

    A folder of land outside Wisconsin, worked in a plane of its own, answers none (EditionElsewhere).
    """

    def __init__(self, folder: Path) -> None:
        self._store = LayerStore(folder)

    def layer(self, kind: str, date: dt.date, edition: str | None = None) -> Layer:
        """Return the layer of a kind in force at a date, or the edition named."""
        return self._store.load(in_force(self._manifests(), kind, date, edition))

    def editions(self, kind: str) -> tuple[Manifest, ...]:
        """Return the manifests of every edition of a kind."""
        return tuple(manifest for manifest in self._manifests() if manifest.kind == kind)

    def _manifests(self) -> tuple[Manifest, ...]:
        if not self._store.directory.is_dir():
            raise EditionMissing(
                what="There is no such folder of layers.",
                where="the layers folder",
                why=f"{self._store.directory.name or 'It'} is no folder that is there.",
                next="Correct the name, or import into it with: townline import KIND FILE --layers DIR",
            )
        manifests = self._store.manifests()
        check_plane(manifests, WORKING_CRS, ELSEWHERE)
        return manifests

    def layer_set(
        self,
        boundary: Boundary,
        date: dt.date,
        kinds: Sequence[str],
        editions: Mapping[str, str] | None = None,
        boundary_accuracy_ft: Fraction | None = None,
    ) -> LayerSet:
        """Return the layers of some kinds in the frame of the county with most of a boundary's land.

        Parameters
        ----------
        boundary : Boundary
            In the working frame, closed or not.
        date : date
            Day of the question.
        kinds : sequence of str
            Kinds to read; municipalities must be among them. Others that are not on file are left out, with a note
            where an edition of them is on file but none is in force.
        editions : mapping of kind to edition id
            Editions to use in place of those in force.
        boundary_accuracy_ft : Fraction
            Stated accuracy of the line, US survey feet.

        Raises
        ------
        EditionMissing
            No municipalities are on file, or an edition named is not.
        BoundaryOutside
            No municipality on file lies under the boundary.
        """
        layers, absent = self._choose(date, kinds, editions or {})
        shape = boundary.geometry if boundary.geometry is not None else boundary.line
        if len(layers["municipalities"].tree.query(shape, predicate="intersects")) == 0:
            raise outside(shape)
        return LayerSet(
            frame=working_frame(measuring_zone(shape, layers).harn_ftus),
            layers=layers,
            default_accuracy_ft=load_law().parameters(date).number(ACCURACY),
            boundary_accuracy_ft=boundary_accuracy_ft,
            boundary_operations=boundary.operations,
            notes=absent,
        )

    def _choose(
        self, date: dt.date, kinds: Sequence[str], editions: Mapping[str, str]
    ) -> tuple[dict[str, Layer], tuple[str, ...]]:
        held = {manifest.kind for manifest in self._manifests()}
        if "municipalities" not in held and "municipalities" not in editions:
            raise EditionMissing(
                what="No edition of municipalities is on file.",
                where="the layers folder",
                why="Every territory rule asks which town, village or city the land is in.",
                next="Import them with: townline import municipalities FILE --layers DIR, or derive them from parcels "
                "on file with: townline import municipalities --from parcels --layers DIR",
            )
        found, notes = {}, []
        for kind in kinds:
            if kind not in held and kind not in editions:
                continue
            try:
                found[kind] = self.layer(kind, date, editions.get(kind))
            except EditionMissing as missing:
                # Rules that do not ask for the kind are judged all the same; the others say what is missing.
                if kind == "municipalities" or kind in editions:
                    raise
                notes.append(f"No edition of {kind} is used. {missing.what} {missing.why}")
        return found, tuple(notes)


def closed(boundary: Boundary) -> BaseGeometry:
    """Return the land of a boundary that is closed.

    Raises
    ------
    BoundaryNotPolygon
        Where its line encloses no land yet.
    """
    if boundary.geometry is None:
        raise BoundaryNotPolygon(
            what="The line encloses no land.",
            where="the boundary",
            why="Only land can be a district, be annexed, or hold value.",
            next="Close the outline, and ask again.",
        )
    land: BaseGeometry = boundary.geometry
    return land


def plain_frame() -> Frame:
    """Return the working frame before the county, and so the zone of measures, is known."""
    return working_frame("EPSG:3071")


def outside(shape: BaseGeometry) -> BoundaryOutside:
    """Return the error for a boundary under which no municipality on file has land."""
    x, y = shape.representative_point().coords[0]
    return BoundaryOutside(
        what="No municipality on file has land under this boundary.",
        where=f"around {x:,.0f} m east, {y:,.0f} m north (EPSG:3071)",
        why="Either the boundary lies elsewhere, its coordinate system is wrong, or the layers cover another area.",
        next="Check the boundary's coordinate system, and which area the imported municipalities cover.",
    )
