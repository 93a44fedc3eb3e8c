"""How much may one page hold: a view made lighter where it would freeze a browser, and saying so."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from shapely.geometry import mapping, shape

from gis.model.view import MapView, Role, ViewFeature
from maps.embed import BLOCK_BYTES, feature_bytes
from maps.legend import ROLE_STYLES

MAX_FEATURE_BYTES = 2_000_000

# What goes first; the land that decides a finding, the municipalities and the line stay.
_DROPPED_FIRST = (
    Role.PARCEL_INSIDE,
    Role.OTHER_RECORD,
    Role.PARCEL_CUT,
    Role.PARCEL_NEAR,
    Role.NOT_ON_ROLL,
    Role.NOT_GOVERNED,
    Role.NEED_NOT_CONNECT,
    Role.RUNOFF_NONE,
    Role.RUNOFF_TO_ONE,
    Role.PROJECT_FRONT,
    Role.ASSESSED,
)
_FIRST_TOLERANCE_DEGREES = 1e-6
_LAST_TOLERANCE_SHARE = 1 / 500
"""Of the extent shown: a step of about two pixels on the screen."""


def within_budget(view: MapView, max_bytes: int = MAX_FEATURE_BYTES) -> MapView:
    """Return the view, made lighter where its features would exceed `max_bytes` of JSON.

    Parcels wholly inside are left out first, then other records, then cut parcels; after them
    outlines are simplified one by one, for drawing only. What is left out is said in `left_out`.
    """
    left = max_bytes - BLOCK_BYTES * len({feature.role for feature in view.features})
    weights = [feature_bytes(feature) for feature in view.features]
    for role in _DROPPED_FIRST:
        if sum(weights) <= left:
            return view
        kept = [at for at, feature in enumerate(view.features) if feature.role is not role]
        view = _without(view, role, kept, max_bytes)
        weights = [weights[at] for at in kept]
    return view if sum(weights) <= left else _first_of(_thinned(view, left), left)


def _without(view: MapView, role: Role, kept: list[int], max_bytes: int) -> MapView:
    dropped = len(view.features) - len(kept)
    if not dropped:
        return view
    sentence = (
        f"{ROLE_STYLES[role].words}: {dropped:,} not drawn one by one, because this page may hold at most "
        f"{max_bytes:,} bytes of shapes. The findings count every one of them."
    )
    features = tuple(view.features[at] for at in kept)
    return replace(view, features=features, left_out=(*view.left_out, sentence))


def _thinned(view: MapView, left: int) -> MapView:
    west, south, east, north = view.bbox
    last = max(east - west, north - south) * _LAST_TOLERANCE_SHARE
    tolerance = min(_FIRST_TOLERANCE_DEGREES, last)
    sentence = "The outlines are simplified for drawing; the findings were judged on the full lines."
    while True:
        features = tuple(_simplified(feature, tolerance) for feature in view.features)
        if _weight(features) <= left or tolerance >= last:
            return replace(view, features=features, left_out=(*view.left_out, sentence))
        tolerance = min(tolerance * 4, last)


def _first_of(view: MapView, left: int) -> MapView:
    """Return as many features as fit, the line itself first."""
    kept: list[ViewFeature] = []
    for feature in sorted(view.features, key=lambda feature: feature.role is not Role.BOUNDARY):
        left -= feature_bytes(feature)
        if left < 0:
            sentence = f"Only the first {len(kept):,} of {len(view.features):,} features are drawn."
            return replace(view, features=tuple(kept), left_out=(*view.left_out, sentence))
        kept.append(feature)
    return view


def _weight(features: Iterable[ViewFeature]) -> int:
    return sum(map(feature_bytes, features))


def _simplified(feature: ViewFeature, tolerance_degrees: float) -> ViewFeature:
    simple = shape(feature.geometry).simplify(tolerance_degrees)
    return feature if simple.is_empty else replace(feature, geometry=dict(mapping(simple)))
