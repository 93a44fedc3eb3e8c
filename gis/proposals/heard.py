"""Who of those who commented on a boundary owns property within it, by the parcels on file?"""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from pathlib import Path

from gis.facts.ground import survey
from gis.facts.owners_inside import owned_inside
from gis.geometry.boundary import Boundary, read_boundary
from gis.law.loader import load_law
from gis.model.facts.decision import OwnedParcel
from gis.proceedings.comments import Comment, Heard, heard
from gis.proposals.on_file import LayersOnFile, closed, plain_frame

KINDS = ("municipalities", "counties", "parcels", "owners")


def heard_on_file(  # noqa: PLR0913 - what was said, on which boundary, by which layers, on which day
    comments: Sequence[Comment],
    boundary: Path,
    layers: Path,
    date: dt.date,
    *,
    editions: Mapping[str, str] | None = None,
    crs: str | None = None,
    with_text: bool = False,
) -> Heard:
    """Say who may be heard on a boundary, by owners of record on file.

    Parameters
    ----------
    comments : sequence of Comment
        What was said; persons by owner key.
    boundary : Path
        The proposed boundary.
    layers : Path
        Folder of imported layers; parcels must be among them, since their owner keys are those of the comments.
    date : date
        Day by which editions and law are chosen.
    editions : mapping of kind to edition id, optional
        Editions to use in place of those in force.
    crs : str, optional
        Coordinate system of the boundary, where its file says none.
    with_text : bool
        Whether what was said and answered is returned too.

    Raises
    ------
    BoundaryError, EditionError, CrsError
        Where the boundary cannot be read, or no parcels are on file.
    """
    line: Boundary = read_boundary(boundary, plain_frame(), crs)
    on_file = LayersOnFile(layers)
    known = frozenset(map(str, on_file.layer("parcels", date, (editions or {}).get("parcels")).column("parcel_id")))
    ground = survey(closed(line), on_file.layer_set(line, date, KINDS, editions))
    parcels = [
        OwnedParcel(each.parcel_id, each.owners, each.overlap_area_sqft, each.overlap_width_ft)
        for each in owned_inside(ground)
    ]
    accuracy_ft = ground.layers.accuracy_ft("parcels")
    return heard(comments, parcels, load_law().parameters(date), accuracy_ft, known_parcels=known, with_text=with_text)
