"""Which municipality does a name in a file mean: class in front, title case, one spelling.

A name without its class ("WESTBY") is folded into the one classed name of the same bare name in
the same file and county; where two classes share the bare name it stays undecided.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from gis.layers.rows.values import as_written, is_missing, shown

MunicipalityKind = Literal["town", "village", "city"]

_KIND_OF: dict[str, MunicipalityKind] = {
    **dict.fromkeys(("T", "TOWN", "TOWN OF", "43"), "town"),
    **dict.fromkeys(("V", "VILLAGE", "VILLAGE OF", "47"), "village"),
    **dict.fromkeys(("C", "CITY", "CITY OF", "25"), "city"),
}
_CLASS = r"(?P<kind>town|village|city)"
_IN_FRONT = re.compile(rf"{_CLASS}\s+of\s+(?P<bare>\S.*)", re.IGNORECASE)
_BEHIND = (
    re.compile(r"(?P<bare>.*[A-Za-z.])\s+(?P<kind>town|village|city)"),  # as the census writes: Westby city
    re.compile(rf"(?P<bare>.*\S)\s*,\s*{_CLASS}(\s+of)?", re.IGNORECASE),
    re.compile(rf"(?P<bare>.*\S)\s*\(\s*{_CLASS}(\s+of)?\s*\)", re.IGNORECASE),
    re.compile(r"(?P<bare>.*\S)\s+-\s+(?P<kind>[CTV])"),
)
_SHOUTED_BEHIND = re.compile(r"(?P<bare>.*\S)\s+(?P<kind>TOWN|VILLAGE|CITY)")
_SMALL_WORDS = frozenset({"and", "du", "des", "of", "on", "the"})
_WORD = re.compile(r"[^\s\-]+")
_SEVERAL_COUNTIES = re.compile(
    r"(in\s+)?(multiple|several|more than one|various)\s+count(ies|y)|multiple", re.IGNORECASE
)
_COUNTY_WORD = re.compile(r"\s+(county|co\.?)(,?\s+wi(sconsin)?)?$|^county\s+of\s+", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Place:
    """A municipality as a name tells it; `kind` is None where the name does not show the class."""

    bare: str
    kind: MunicipalityKind | None

    @property
    def name(self) -> str | None:
        """The full name, "City of Westby"; None without the class."""
        return None if self.kind is None else f"{self.kind.title()} of {self.bare}"


def title_case(text: str) -> str:
    """Write a name that is all capitals (or all small) as people write it; leave any other as it is.

    >>> title_case("FOND DU LAC"), title_case("ST CROIX FALLS"), title_case("LAND O'LAKES")
    ('Fond du Lac', 'St. Croix Falls', "Land O'Lakes")
    >>> title_case("McFarland"), title_case("MCFARLAND"), title_case("FONTANA-ON-GENEVA LAKE")
    ('McFarland', 'Mcfarland', 'Fontana-on-Geneva Lake')
    """
    text = " ".join(text.split())
    if text not in {text.upper(), text.lower()}:
        return re.sub(r"\bSt\b(?!\.)", "St.", text)

    def word(match: re.Match[str]) -> str:
        part = match.group().lower()
        if part in _SMALL_WORDS and match.start() > 0:
            return part
        if part == "st":
            return "St."
        capital = part[:1].upper() + part[1:]
        return re.sub(r"^([A-Z]')(\w)", lambda hit: hit[1] + hit[2].upper(), capital)

    return _WORD.sub(word, text)


def name_key(name: str) -> str:
    """Return what two spellings of one name share, for joining layers.

    >>> name_key("Village of Mcfarland") == name_key("VILLAGE OF McFARLAND")
    True
    >>> name_key("City of De Pere") == name_key("City of DePere")
    True
    """
    return re.sub(r"[^a-z0-9]", "", name.casefold())


def parse_kind(value: object) -> MunicipalityKind | None:
    """Read the class of a municipality: C, T, V, a word, or a census LSAD code.

    Raises
    ------
    ValueError
        Where it is none of these.

    Examples
    --------
    >>> parse_kind("V"), parse_kind("City of"), parse_kind(43.0), parse_kind(None)
    ('village', 'city', 'town', None)
    """
    if is_missing(value):
        return None
    text = " ".join(as_written(value).upper().split())
    if text not in _KIND_OF:
        msg = f"{shown(value)} is no class of municipality (town, village, city)"
        raise ValueError(msg)
    return _KIND_OF[text]


def parse_place(value: object, kind: MunicipalityKind | None = None) -> Place | None:
    """Read the name of a municipality, whose class may stand in a column of its own.

    Parameters
    ----------
    value : object
        "CITY OF WESTBY", "Westby city", "WESTBY, CITY OF", "ALBION - T" or the bare "WESTBY".
    kind : {"town", "village", "city"}, optional
        The class as another column gives it.

    Returns
    -------
    Place or None
        None where the cell holds nothing.

    Raises
    ------
    ValueError
        Where name and column give different classes.

    Examples
    --------
    >>> parse_place("CITY OF WESTBY").name, parse_place("Westby city").name
    ('City of Westby', 'City of Westby')
    >>> parse_place("BLACK EARTH", "town").name, parse_place("BAY CITY", "village").name
    ('Town of Black Earth', 'Village of Bay City')
    >>> parse_place("WESTBY").name is None
    True
    """
    if is_missing(value):
        return None
    text = " ".join(str(value).split())
    for form in (_IN_FRONT, *_BEHIND):
        match = form.fullmatch(text)
        if match:
            told = _KIND_OF[match["kind"].upper()]
            if kind is not None and told != kind:
                msg = f"the name says {told} and the class column says {kind}"
                raise ValueError(msg)
            return Place(title_case(match["bare"]), told)
    return Place(title_case(text), kind)


def in_several_counties(value: object) -> bool:
    """Say whether a cell for a county says that there is more than one, as the state's population table does.

    >>> in_several_counties("In Multiple Counties"), in_several_counties("Vernon"), in_several_counties(None)
    (True, False, False)
    """
    return isinstance(value, str) and _SEVERAL_COUNTIES.fullmatch(value.strip()) is not None


def parse_county(value: object) -> str | None:
    """Read the name of a county, without the word County; None for a row that lies in several.

    >>> parse_county("VERNON COUNTY"), parse_county("St. Croix"), parse_county("In Multiple Counties")
    ('Vernon', 'St. Croix', None)
    """
    if is_missing(value) or in_several_counties(value):
        return None
    return title_case(_COUNTY_WORD.sub("", " ".join(str(value).split())))


@dataclass(frozen=True, slots=True)
class Folded:
    """What a bare name was folded into; `choices` are the classed names that it could mean."""

    name: str | None
    kind: MunicipalityKind | None
    choices: tuple[str, ...]


def fold_bare(bare: str, classed: Iterable[Place]) -> Folded:
    """Fold a bare name into the one classed name of the same bare name.

    "WESTBY CITY" in capitals is a bare name too: it may be the City of Westby or a village called
    Westby City, so it is folded only where the file has one of them.

    Parameters
    ----------
    bare : str
        The name without its class.
    classed : iterable of Place
        Places of the same file and county whose class is known.

    Returns
    -------
    Folded
        With a name where exactly one classed place fits.

    Examples
    --------
    >>> fold_bare("WESTBY", [Place("Westby", "city"), Place("Alder", "town")]).name
    'City of Westby'
    >>> fold_bare("ALDER", [Place("Alder", "city"), Place("Alder", "town")])
    Folded(name=None, kind=None, choices=('City of Alder', 'Town of Alder'))
    """
    key = name_key(bare)
    behind = _SHOUTED_BEHIND.fullmatch(bare.upper())
    wanted: set[tuple[str, MunicipalityKind | None]] = {(key, None)}
    if behind:
        wanted.add((name_key(behind["bare"]), _KIND_OF[behind["kind"]]))
    fits = {
        place.name: place
        for place in classed
        if place.name and ((name_key(place.bare), None) in wanted or (name_key(place.bare), place.kind) in wanted)
    }
    choices = tuple(sorted(fits))
    if len(choices) == 1:
        place = fits[choices[0]]
        return Folded(place.name, place.kind, choices)
    return Folded(None, None, choices)
