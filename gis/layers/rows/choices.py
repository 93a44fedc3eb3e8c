"""Which word of a closed list does a cell mean, and which cells are kept as the publisher wrote them?"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from gis.layers.rows.values import as_written, is_missing, shown
from gis.model.edition import Kind

OTHER = "other"
_STATUS = ("in_service", "abandoned", "proposed", OTHER)
_DATUMS = ("NAVD88", "NGVD29")
CLOSED: Mapping[tuple[Kind, str], tuple[str, ...]] = {
    ("sewers", "kind"): ("gravity_main", "force_main", "interceptor", "lateral", "storm", OTHER),
    ("sewer_nodes", "kind"): ("manhole", "lift_station", "cleanout", "plant", "storm", OTHER),
    ("sewers", "status"): _STATUS,
    ("sewer_nodes", "status"): _STATUS,
    ("railroads", "status"): _STATUS,
    ("sewers", "vertical_datum"): _DATUMS,
    ("sewer_nodes", "vertical_datum"): _DATUMS,
    ("sections", "range_direction"): ("E", "W"),
    ("votes", "basis"): ("reported", "modelled"),
}
"""Columns whose words are fixed (gis/layers/contracts.py says what they mean); all others are open."""
_JOINT = re.compile(r"[\s_-]+")
_PUBLIC = re.compile(
    r"\b(CITY|VILLAGE|TOWN|TOWNSHIP|COUNTY|STATE|FEDERAL|TRIBE|TRIBAL|NATION|DISTRICT|DIST|UTILITY|UTILITIES|"
    r"MUNICIPAL|MUNICIPALITY|METRO|METROPOLITAN|REGIONAL|SANITARY|SEWER|SEWERAGE|SEWAGE|WASTEWATER|WATER|"
    r"PUBLIC WORKS|DEPARTMENT|DEPT|COMMISSION|AUTHORITY|AGENCY|UNIVERSITY|SCHOOL|WISCONSIN|"
    r"MMSD|MSD|DPW|DNR|WDNR|DOT|WISDOT)\b"
)
_RAIL = re.compile(
    r"\b(RAIL|RAILROAD|RAILWAY|RR|RY|LINES?|TRANSIT|AMTRAK|PACIFIC|NATIONAL|CENTRAL|SOUTHERN|NORTHERN)\b"
)
_NO_NAME = re.compile(r"PUBLIC|PRIVATE|OTHER|UNKNOWN|ABANDONED")
_REPORTING_MARK = re.compile(r"[A-Z]{2,4}")
_CODED = re.compile(r"-?\d{1,4}")


def spelling(value: object) -> str:
    """Return a cell as value maps spell it: capitals and single blanks.

    >>> spelling("  Gravity   main "), spelling(1.0)
    ('GRAVITY MAIN', '1')
    """
    return " ".join(as_written(value).upper().split())


def choice_reader(kind: Kind, column: str, values: Mapping[str, str]) -> Callable[[object], str | None]:
    """Return what reads a cell by a map of the publisher's words.

    Parameters
    ----------
    kind, column : str
        Which column of which kind.
    values : mapping of str to str
        Words of the source in capitals with single blanks, and the canonical word for each.

    Returns
    -------
    callable
        From a cell to the canonical word, None where it holds nothing. The list's own words need no
        map. What is in neither is kept in small letters where the column is open; in a closed
        column it is a ValueError, for the caller to list and to read as "other".

    Examples
    --------
    >>> read = choice_reader("sewers", "kind", {"PRESSURE": "force_main"})
    >>> read("Pressure"), read("gravity main"), read(None)
    ('force_main', 'gravity_main', None)
    >>> choice_reader("water", "kind", {})("Lake / Pond")
    'lake / pond'
    """
    closed = CLOSED.get((kind, column))
    own = {_JOINT.sub(" ", word).upper(): word for word in closed or ()}

    def read(value: object) -> str | None:
        if is_missing(value):
            return None
        text = spelling(value)
        found = values.get(text) or own.get(_JOINT.sub(" ", text))
        if found is None and closed is not None:
            msg = f"{shown(value)} is none of {', '.join(closed)}"
            raise ValueError(msg)
        return found or text.lower()

    return read


def public_body_reader(kind: Kind) -> Callable[[object], str | None]:
    """Return what reads who runs a thing: a public body or a railroad, never a person.

    A cell is kept as it stands where one of its words is of a public body (city, district, utility,
    railroad), or it is a code: a number, or of a railroad its reporting mark. Whatever else stands
    there may be a person's name, and is a ValueError that does not repeat it.

    Examples
    --------
    >>> read = public_body_reader("sewers")
    >>> read(" Alder Sanitary District No. 1"), read(1.0), read(None)
    ('Alder Sanitary District No. 1', '1', None)
    >>> public_body_reader("railroads")("WSOR")
    'WSOR'
    >>> read("ELM, EVE")
    Traceback (most recent call last):
    ValueError: text of 8 characters names no public body that is known as one
    """

    def read(value: object) -> str | None:
        if is_missing(value):
            return None
        text = as_written(value).strip()
        words = text.upper()
        is_rail = kind == "railroads" and (_REPORTING_MARK.fullmatch(text) or _RAIL.search(words))
        if not (is_rail or _CODED.fullmatch(text) or _NO_NAME.fullmatch(words) or _PUBLIC.search(words)):
            msg = f"{shown(text)} names no public body that is known as one"
            raise ValueError(msg)
        return text

    return read


def falls_to(kind: Kind, column: str) -> str | None:
    """Return what a word that is not on a closed list is read as; None where nothing stands for all others."""
    return OTHER if OTHER in CLOSED.get((kind, column), ()) else None
