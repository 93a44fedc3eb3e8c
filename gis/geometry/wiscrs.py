"""In which county coordinate system land of a Wisconsin county is measured."""

from __future__ import annotations

import difflib
import re
import tomllib
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources

from gis.errors import CrsUnknown


@dataclass(frozen=True, slots=True)
class Zone:
    """One county's zone of the Wisconsin Coordinate Reference Systems."""

    name: str
    """The zone's name in the EPSG registry, such as "Dodge and Jefferson"."""
    county: str
    harn_ftus: str
    """NAD83(HARN), US survey feet: the system of statutory measures."""
    harn_m: str
    nad83_2011_ftus: str
    nad83_2011_m: str


@lru_cache(maxsize=1)
def zones() -> tuple[Zone, ...]:
    """Return the zone of each of the 72 counties, by county name.

    Examples
    --------
    >>> len(zones()), len({zone.name for zone in zones()})
    (72, 59)
    """
    text = resources.files("gis.geometry").joinpath("wiscrs.toml").read_text("utf-8")
    found = [
        Zone(
            name=entry["name"],
            county=county,
            harn_ftus=f"EPSG:{entry['harn_ftus']}",
            harn_m=f"EPSG:{entry['harn_m']}",
            nad83_2011_ftus=f"EPSG:{entry['nad83_2011_ftus']}",
            nad83_2011_m=f"EPSG:{entry['nad83_2011_m']}",
        )
        for entry in tomllib.loads(text)["zone"]
        for county in entry["counties"]
    ]
    return tuple(sorted(found, key=lambda zone: zone.county))


def zone_for_county(name: str) -> Zone:
    """Return the zone in which land of a county is measured.

    Parameters
    ----------
    name : str
        The county, in any case, with or without "County" and punctuation ("ST CROIX",
        "Saint Croix County", "Fond Du Lac").

    Returns
    -------
    Zone
        Its codes; `harn_ftus` is the one for statutory measures.

    Raises
    ------
    CrsUnknown
        Where Wisconsin has no such county; the nearest names are given.

    Examples
    --------
    >>> zone_for_county("VERNON COUNTY").harn_ftus
    'EPSG:8112'
    >>> zone_for_county("Jefferson").name
    'Dodge and Jefferson'
    """
    found = _by_key().get(_key(name))
    if found is not None:
        return found
    near = difflib.get_close_matches(_key(name), _by_key(), n=3)
    names = " or ".join(_by_key()[key].county for key in near)
    raise CrsUnknown(
        what=f"{name!r} is no county of Wisconsin.",
        where="the county whose coordinate system measures the land",
        why="Statutory areas and lengths are ground measures in the county's own system (WISCRS).",
        next=f"Did you mean {names}?" if near else 'Give one of the 72 counties, such as "Vernon".',
    )


@lru_cache(maxsize=1)
def _by_key() -> dict[str, Zone]:
    return {_key(zone.county): zone for zone in zones()}


def _key(name: str) -> str:
    """Return the name without case, spaces, punctuation, "county" and the long form of St."""
    words = re.findall(r"[a-z]+", name.casefold().replace("'", ""))
    if len(words) > 1 and words[-1] in {"county", "co"}:
        words = words[:-1]
    if words[:2] == ["county", "of"]:
        words = words[2:]
    return "".join("st" if word == "saint" else word for word in words)
