"""When are two ways of writing a site address the same: abbreviations, case, punctuation and grid house numbers?"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

_LONG_FORMS = {
    "ALLEY": "ALY",
    "AVENUE": "AVE AV AVEN",
    "BEND": "BND",
    "BOULEVARD": "BLVD BOUL",
    "BRIDGE": "BRG",
    "CENTER": "CTR CENTRE",
    "CIRCLE": "CIR CRCL",
    "COUNTY": "CO CTY CNTY",
    "COURT": "CT CRT",
    "COVE": "CV",
    "CREEK": "CRK",
    "CROSSING": "XING CRSG",
    "DRIVE": "DR DRV",
    "EAST": "E",
    "ESTATES": "ESTS EST",
    "EXTENSION": "EXT",
    "FORT": "FT",
    "GLEN": "GLN",
    "GROVE": "GRV",
    "HEIGHTS": "HTS HGTS",
    "HIGHWAY": "HWY HIWAY HY CTH STH USH",
    "HILL": "HL",
    "HILLS": "HLS",
    "HOLLOW": "HOLW",
    "JUNCTION": "JCT",
    "LAKE": "LK",
    "LANDING": "LNDG",
    "LANE": "LN",
    "MANOR": "MNR",
    "MEADOW": "MDW",
    "MEADOWS": "MDWS",
    "MOUNT": "MT",
    "NORTH": "N NO",
    "NORTHEAST": "NE",
    "NORTHWEST": "NW",
    "PARKWAY": "PKWY PKY",
    "PLACE": "PL",
    "PLAZA": "PLZ",
    "POINT": "PT",
    "RIDGE": "RDG",
    "ROAD": "RD",
    "ROUTE": "RTE RT",
    "SOUTH": "S SO",
    "SOUTHEAST": "SE",
    "SOUTHWEST": "SW",
    "SQUARE": "SQ",
    # A saint's street is written as a street is; the place of the word tells them apart, and no search need.
    "STREET": "ST STR SAINT",
    "TERRACE": "TER TERR",
    "TRAIL": "TRL TR",
    "TURNPIKE": "TPKE",
    "VALLEY": "VLY",
    "VIEW": "VW",
    "WAY": "WY",
    "WEST": "W",
    "WISCONSIN": "WI WIS",
    "1ST": "FIRST",
    "2ND": "SECOND",
    "3RD": "THIRD",
    "4TH": "FOURTH",
    "5TH": "FIFTH",
    "6TH": "SIXTH",
    "7TH": "SEVENTH",
    "8TH": "EIGHTH",
    "9TH": "NINTH",
    "10TH": "TENTH",
    "11TH": "ELEVENTH",
    "12TH": "TWELFTH",
    "13TH": "THIRTEENTH",
    "14TH": "FOURTEENTH",
    "15TH": "FIFTEENTH",
    "16TH": "SIXTEENTH",
    "17TH": "SEVENTEENTH",
    "18TH": "EIGHTEENTH",
    "19TH": "NINETEENTH",
    "20TH": "TWENTIETH",
}
LONG_FORM: Mapping[str, str] = MappingProxyType(
    {short: long for long, shorts in _LONG_FORMS.items() for short in shorts.split()}
)
"""The long form of each abbreviation; a word that is not here stands for itself."""
KEEPERS = ("COUNTY", "STATE", "US", "WISCONSIN")
"""Who keeps a highway; "county highway E", "CTH E" and "highway E" are one road."""
HIGHWAYS = ("HIGHWAY", "ROAD", "ROUTE")

_DROPPED = str.maketrans("", "", ".'\u2019`")
_WORD = re.compile(r"[0-9]+(?:[-/][0-9]+)+|[^\W_]+")
_HOUSE = re.compile(r"[NSEW]?[0-9]+(?:[-/][0-9]+)*[A-Z]?(?:[NSEW][0-9]+)?")
_GRID = re.compile(r"[NSEW][0-9]+")
_ORDINAL = re.compile(r"[0-9]+(?:ST|ND|RD|TH)")
_HALF = re.compile(r"[0-9]/[0-9]")


@dataclass(frozen=True, slots=True)
class SiteAddress:
    """An address as it is compared: a house number, where it begins with one, and the words of the street."""

    number: str
    """Empty where there is none."""
    street: tuple[str, ...]
    """Long forms in capitals."""

    @property
    def text(self) -> str:
        """The words of the street with single spaces."""
        return " ".join(self.street)


def words_of(text: str) -> list[str]:
    """Return the words of an address in capitals, without punctuation and as written.

    >>> words_of("w359 n5920 Brown's  St., #4"), words_of("120-122 1/2 U.S. Hwy. 18")
    (['W359', 'N5920', 'BROWNS', 'ST', '4'], ['120-122', '1/2', 'US', 'HWY', '18'])
    """
    return _WORD.findall(text.translate(_DROPPED).upper())


def read_address(text: str) -> SiteAddress:
    """Read an address for comparing.

    >>> read_address("N1036 Town Line Rd.")
    SiteAddress(number='N1036', street=('TOWN', 'LINE', 'ROAD'))
    >>> read_address("w359 n5920 fifth st").number, read_address("5th St").number
    ('W359N5920', '')
    >>> read_address("").street
    ()
    """
    number, rest = split_number(words_of(text))
    return SiteAddress(number, long_forms(rest))


def split_number(words: Sequence[str]) -> tuple[str, Sequence[str]]:
    """Return the house number that words begin with, empty where they begin with none, and the words after it.

    A grid number of two words is one: W359 N5920.
    """
    if not words or not _HOUSE.fullmatch(words[0]) or _ORDINAL.fullmatch(words[0]):
        return "", words
    if len(words) > 1 and _GRID.fullmatch(words[0]) and _GRID.fullmatch(words[1]):
        return words[0] + words[1], words[2:]
    if len(words) > 1 and _HALF.fullmatch(words[1]):
        return f"{words[0]} {words[1]}", words[2:]
    return words[0], words[1:]


def is_house(word: str) -> bool:
    """Whether a word as written is a house number by itself.

    >>> is_house("N1036"), is_house("5TH"), is_house("Main")
    (True, False, False)
    """
    return split_number([word])[0] == word


def continues_house(rest: str) -> bool:
    """Whether what follows a house number may be a part of it: the second half of a grid number, a half house.

    >>> continues_house("N5920 FOX RD"), continues_house("1/2 ELM ST"), continues_house("ELM ST")
    (True, True, False)
    """
    first = rest[:1].upper()
    return first.isdigit() or not first.isalpha() or (first in "NSEW" and rest[1:2].isdigit())


def long_forms(words: Sequence[str]) -> tuple[str, ...]:
    """Return words in their long forms.

    >>> long_forms(["N", "MAIN", "ST"]), long_forms(["FIFTEENTH", "AVE"])
    (('NORTH', 'MAIN', 'STREET'), ('15TH', 'AVENUE'))
    """
    return tuple(LONG_FORM.get(word, word) for word in words)


def without_keeper(street: Sequence[str]) -> tuple[str, ...]:
    """Return the words of a street, every highway without the word for who keeps it.

    >>> without_keeper(("COUNTY", "TRUNK", "HIGHWAY", "E")), without_keeper(("STATE", "ROAD", "26"))
    (('HIGHWAY', 'E'), ('HIGHWAY', '26'))
    >>> without_keeper(("COUNTY", "LINE", "ROAD"))
    ('COUNTY', 'LINE', 'ROAD')
    """
    said: list[str] = []
    at = 0
    while at < len(street):
        after = at + 1
        if street[at] in KEEPERS:
            is_trunk = street[after : after + 1] == ("TRUNK",)
            after += is_trunk
            is_highway = after < len(street) and street[after] in HIGHWAYS
            if is_highway or is_trunk:
                said.append("HIGHWAY")
                at = after + is_highway
                continue
        said.append(street[at])
        at += 1
    return tuple(said)


def ways_to_say(number: str) -> tuple[str, ...]:
    """Return a house number as people write it: whole, its last part, and that without its letter.

    >>> ways_to_say("W359N5920"), ways_to_say("N1036"), ways_to_say("120A")
    (('W359N5920', 'N5920', '5920'), ('N1036', '1036'), ('120A',))
    """
    parts = _GRID.findall(number)
    last = parts[-1] if parts and number.endswith(parts[-1]) else ""
    return tuple(dict.fromkeys(way for way in (number, last, last[1:]) if way))


def natural(number: str) -> tuple[tuple[int, str], ...]:
    """Return a key that orders house numbers as people count: 9 before 10, N9 before N10.

    >>> sorted(["N10", "10", "9", "N9"], key=natural)
    ['9', '10', 'N9', 'N10']
    """
    return tuple((int(part), "") if part.isdigit() else (10**9, part) for part in re.findall(r"[0-9]+|[^0-9]+", number))
