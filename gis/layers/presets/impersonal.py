"""Which columns and cells of a file may be shown to anyone, because they cannot tell of a person?

Only what is known to be harmless is shown: numbers, codes, identifiers in one word, years, days,
names of municipalities with their class, names of counties, and words of a known list.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache

from gis.layers.presets.files import source_text, spelling, vocabularies
from gis.layers.presets.readings import Read
from gis.layers.rows.counties import fips_of_county
from gis.layers.rows.names import parse_place

_PERSONAL = re.compile(
    r"OWN|NME|NAME|ADDR|ADR|MAIL|PSTL|POST|CONTACT|PHONE|TEL|FAX|TAXPAYER|GRANT[OE]|PERSON|RESIDENT|FIRST|LAST|SURN|"
    r"PERMITTEE|APPLICANT|BUYER|SELLER|TENANT|AGENT|ALDER|SUPERV|COMMENT|NOTE|REMARK|DESCR|LEGAL|CARE_?OF|HOUSE|STREET|"
    r"SITUS|CITY|ZIP|BIRTH|SSN|LICEN"
)
_NUMBER = re.compile(r"[$(]{0,2}[-+]?[\d,]*\.?\d+(?:[eE][+-]?\d+)?[)%]?")
_FORMS: Mapping[Read, re.Pattern[str]] = {
    "verbatim": re.compile(r"(?=.*\d)[\w./+#:-]{1,30}", re.ASCII),
    "date": re.compile(r"\d[\d/:T .Z+-]{3,30}"),
    "codes": re.compile(r"[0-9A-Z]{1,4}(?:\s*,\s*[0-9A-Z]{1,4}){0,8}"),
    "kind": re.compile(r"C|T|V|CITY|TOWN|VILLAGE|25|43|47", re.IGNORECASE),
}
_CODE = re.compile(r"[A-Z]{0,2}\d{1,3}")
_TECHNICAL = frozenset({"sewer_kind", "node_kind", "life_status", "private_system_kind", "service_area_kind"})
"""Maps of values whose words are of pipes and plans, none of which is a name."""
_LONGEST = 30
_NUMERIC: frozenset[Read] = frozenset(
    {"year", "dollars", "cents", "acres", "ratio", "number", "whole", "votes", "fips"}
)


def may_be_personal(column: str) -> bool:
    """Say whether the name of a column leaves open that its cells tell of a person.

    >>> [may_be_personal(name) for name in ("OWNER_1", "PSTLADRESS", "Notes", "CLASS", "ACRES")]
    [True, True, True, False, False]
    """
    return _PERSONAL.search(spelling(column)) is not None


def may_be_shown(cell: object, read: Read, known: Iterable[str] = ()) -> bool:
    """Say whether a cell can be shown, by what it looks like and how it is read; in doubt not.

    Parameters
    ----------
    cell : object
        Cell as the file has it.
    read : str
        How its column is read.
    known : iterable of str
        Words that a map of values knows, in capitals.

    Examples
    --------
    >>> may_be_shown("TOWN OF ALDER", "place"), may_be_shown("ALDER", "place"), may_be_shown("$1,200", "dollars")
    (True, False, True)
    >>> may_be_shown("004-00751", "verbatim"), may_be_shown("QUILLFEATHER ANN", "verbatim")
    (True, False)
    """
    text = str(cell).strip()
    if len(text) > _LONGEST or not text.isprintable():
        return False
    form = _NUMBER if read in _NUMERIC else _FORMS.get(read)
    if form is not None:
        return form.fullmatch(text) is not None
    if read == "place":
        return _is_classed(text)
    if read == "county":
        return fips_of_county(text) is not None
    return read == "choice" and source_text(text) in set(known)


def is_plain_word(text: str) -> bool:
    """Say whether a text of a list is made of technical words and codes alone, so that it names no person.

    Parameters
    ----------
    text : str
        In capitals and single blanks.

    Examples
    --------
    >>> [is_plain_word(text) for text in ("ABANDONED FORCE MAIN", "GM-2", "QUILLFEATHER", "FORCE OF ANN", "")]
    [True, True, False, False, False]
    """
    words = re.findall(r"[^\s_/,()-]+", text)
    return bool(words) and all(word in _technical_words() or _CODE.fullmatch(word) for word in words)


@lru_cache(maxsize=1)
def _technical_words() -> frozenset[str]:
    """Return the words that the shared maps of values are made of."""
    texts = (text for name, pairs in vocabularies().items() if name in _TECHNICAL for text, _ in pairs)
    return frozenset(word for text in texts for word in re.findall(r"[A-Z]{2,}", text))


def _is_classed(text: str) -> bool:
    try:
        place = parse_place(text)
    except ValueError:
        return False
    return place is not None and place.kind is not None
