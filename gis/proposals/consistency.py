"""Do the layers in a folder fit each other: editions in force at a date, read and compared."""

from __future__ import annotations

import datetime as dt
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import numpy as np
import shapely

from gis.errors import CrsUnknown, EditionMissing
from gis.facts.consistency.report import KINDS, Progress, consistency
from gis.facts.layerset import LayerSet
from gis.geometry.frame import WORKING_CRS, working_frame
from gis.geometry.wiscrs import Zone, zone_for_county
from gis.law.loader import load_law
from gis.layers.editions import check_plane
from gis.layers.finishing import silent
from gis.layers.layer import Layer
from gis.layers.rows.names import name_key
from gis.layers.store import LayerStore
from gis.model.consistency import ConsistencyReport
from gis.proposals.judging import ACCURACY
from gis.proposals.on_file import ELSEWHERE
from gis.rules.words import listed

_COUNTY_OF = (("parcels", "county"), ("reporting_units", "county"), ("municipalities", "county"), ("counties", "name"))
"""Layers that say which county their land is in; the first that is on file decides, for it is the most local."""


def consistency_on_file(
    directory: Path, date: dt.date, editions: Mapping[str, str] | None = None, progress: Progress = silent
) -> ConsistencyReport:
    """Compare the editions of a folder that are in force at a date.

    Parameters
    ----------
    directory : Path
        Folder of layers.
    date : date
        Day of the question.
    editions : mapping of kind to edition id
        Editions to use in place of those in force.
    progress : callable
        Told what is being done.

    Returns
    -------
    ConsistencyReport
        The same bytes for the same editions. Measured in the zone of the county with most of the land.

    Raises
    ------
    EditionMissing
        Where no polygon layer is in force at the date, an edition named is not there, or no layer says which county
        the land is in.
    EditionAmbiguous, EditionCorrupt, EditionElsewhere, OverlayUnverified
        Where a layer cannot be chosen, read or compared.
    """
    store = LayerStore(directory)
    named = dict(editions or {})
    manifests = store.manifests()
    check_plane(manifests, WORKING_CRS, ELSEWHERE)
    held = {manifest.kind for manifest in manifests}
    layers: dict[str, Layer] = {}
    notes = []
    for kind in KINDS:
        if kind not in held and kind not in named:
            continue
        progress(f"reading {kind}")
        try:
            layers[kind] = store.load(store.choose(kind, date, named.get(kind)))
        except EditionMissing as missing:
            if kind in named:
                raise
            notes.append(f"No edition of {kind} is used. {missing.what} {missing.why}")
    zone = _zone(layers)
    frame = working_frame(zone.harn_ftus)
    default = load_law().parameters(date).number(ACCURACY)
    layer_set = LayerSet(frame, layers, default)
    unstated = [kind for kind in layers if layers[kind].accuracy_ft is None and len(layers[kind].geometries)]
    if unstated:
        notes.append(f"Nobody stated the accuracy of {listed(unstated)}; {float(default):g} ft is taken.")
    notes += [*_elsewhere(layers, zone), *_refused(layers)]
    return consistency(replace(layer_set, notes=tuple(notes)), date, progress)


def _elsewhere(layers: Mapping[str, Layer], zone: Zone) -> list[str]:
    """Say that land of other counties is measured in this one's zone, where municipalities name several."""
    named = layers["municipalities"].column("county").tolist() if "municipalities" in layers else []
    others = sorted({county for county in named if county and name_key(county) != name_key(zone.county)})
    if not others:
        return []
    counties = listed([f"{county} County" for county in others])
    return [f"All areas are measured in the zone of {zone.county} County, those in {counties} too."]


def _refused(layers: Mapping[str, Layer]) -> list[str]:
    """Say which layers lack rows that import refused: what is missing here may be listed there."""
    return [
        f"Import refused {layer.rows_refused:,} {'row' if layer.rows_refused == 1 else 'rows'} of the {kind}, edition "
        f"{layer.edition}; its manifest says which."
        for kind, layer in layers.items()
        if layer.rows_refused
    ]


def _zone(layers: Mapping[str, Layer]) -> Zone:
    """Return the zone of the county with most of the land, as the first layer says that names counties."""
    for kind, column in _COUNTY_OF:
        if kind in layers:
            areas: dict[str, float] = defaultdict(float)
            names: dict[str, str] = {}
            for county, area in zip(layers[kind].column(column), shapely.area(layers[kind].geometries), strict=True):
                if isinstance(county, str):
                    areas[name_key(county)] += float(np.round(area, 2))
                    names[name_key(county)] = county
            for key in sorted(areas, key=lambda key: (-areas[key], key)):
                try:
                    return zone_for_county(names[key])
                except CrsUnknown:
                    continue
    raise EditionMissing(
        what="No layer says which county this land is in.",
        where="the layers folder, kinds municipalities, reporting_units, parcels and counties",
        why="Acres are ground measures in the county's own coordinate system (WISCRS).",
        next="Import municipalities or counties with: townline import KIND FILE --layers DIR",
    )
