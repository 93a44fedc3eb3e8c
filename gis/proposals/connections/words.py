"""How are duty, frontage, days and charges of one parcel said, in a cell or a sentence?"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Mapping
from fractions import Fraction
from types import MappingProxyType

from gis.model.connections import ChargeDue, Front, ParcelConnection
from gis.model.finding import State
from gis.rules.words import day_words, dollars

NO_ORDINANCE = "no_ordinance"
"""Stands for the state of land that no ordinance on file governs."""
CONNECTED = "connected"
"""Stands for the state of connected land of which the duty asks, or may ask, nothing more."""
DUTY_WORDS: Mapping[str, str] = MappingProxyType(
    {
        State.PASS: "must connect",
        CONNECTED: "connected already: the duty is fulfilled",
        State.FAIL: "need not connect",
        State.WITHIN_TOLERANCE: "a person must look",
        State.NEEDS_EVIDENCE: "a fact is missing",
        State.NOT_APPLICABLE: "not governed, waived or exempt, or no sewer in service",
        State.UNDETERMINED: "the law gives no answer",
        NO_ORDINANCE: "no ordinance on file governs the land",
    }
)
"""What the state of the duty to connect means for the land."""
_WAIVERS = {"VLG-07": "waived for now", "VLG-08": "deferred for farmland for now"}
_EXEMPT = "exempt as land for recreation, while the exemption lasts"
_NO_DUTY = frozenset({None, State.FAIL, State.NOT_APPLICABLE})


def standing(parcel: ParcelConnection) -> str:
    """Return the state of the duty, that it is fulfilled, or that no ordinance governs the land."""
    if parcel.connected and parcel.state not in _NO_DUTY:
        return CONNECTED
    return NO_ORDINANCE if parcel.state is None else parcel.state.value


def duty_words(parcel: ParcelConnection) -> str:
    """Say what is found of the parcel's duty; a connection, a waiver and an exemption are named as what they are."""
    connection = connection_words(parcel)
    if connection is None:
        return _open_words(parcel)
    rest = "no day follows" if standing(parcel) == CONNECTED else _open_words(parcel)
    return f"{connection}; {rest}"


def connected_words(parcel: ParcelConnection) -> str | None:
    """Say that the parcel is connected, and since when where that is known; nothing where it is not."""
    if not parcel.connected:
        return None
    since = parcel.connected_since
    return "connected" if since is None else f"connected since {weekday_words(since)}"


def connection_words(parcel: ParcelConnection) -> str | None:
    """Say that the parcel is connected, and what that means for its duty; nothing where it is not."""
    since = connected_words(parcel)
    return f"{since}: the duty is fulfilled" if standing(parcel) == CONNECTED else since


def _open_words(parcel: ParcelConnection) -> str:
    waived = [each.rule for each in parcel.more if each.rule in _WAIVERS and each.state is State.PASS]
    if parcel.state is State.NOT_APPLICABLE and waived:
        return _WAIVERS[waived[0]]
    if parcel.state is State.NOT_APPLICABLE and parcel.finding and parcel.finding.measures.get("exempt"):
        return _EXEMPT
    return DUTY_WORDS[standing(parcel)]


def day_of_another_rule(parcel: ParcelConnection) -> tuple[str, ...]:
    """Say which other rules give the day by which to connect, where the duty's own rule gives a later one or none."""
    finding, due = parcel.finding, parcel.connect_by
    if finding is None or due is None or finding.measures.get("connect_by") == due.isoformat():
        return ()
    of_others = [each for each in parcel.more if due.isoformat() in (each.answer, each.measures.get("connect_by"))]
    return tuple(f"It follows from another rule, {each.rule}: {each.because}" for each in of_others)


def counts(parcels: Iterable[ParcelConnection]) -> dict[str, int]:
    """Return how many parcels stand how, every state named.

    >>> counts([])["pass"]
    0
    """
    found = dict.fromkeys(DUTY_WORDS, 0)
    for parcel in parcels:
        found[standing(parcel)] += 1
    return found


def reason(parcel: ParcelConnection) -> str:
    """Return why the parcel stands so; of connected land first that it is."""
    because = f"{_sentence(DUTY_WORDS[NO_ORDINANCE])}." if parcel.finding is None else parcel.finding.because
    since = connected_words(parcel)
    return because if since is None else f"{_sentence(since)}. {because}"


def feet(length: Fraction) -> str:
    """Say a length.

    >>> feet(Fraction(66)), feet(Fraction("1320.50")), feet(Fraction("0.005"))
    ('66 ft', '1,320.5 ft', '0.01 ft')
    """
    # Whole hundredths by integers: of a county's sides there are hundreds of thousands.
    hundredths = (200 * length.numerator + length.denominator) // (2 * length.denominator)
    whole, rest = divmod(hundredths, 100)
    decimals = f".{rest:02d}".rstrip("0").rstrip(".")
    return f"{whole:,}{decimals} ft"


def frontage_ft(fronts: Iterable[Front]) -> Fraction:
    """Return the length of all sides together; easements are no street, alley or right-of-way and do not count."""
    lengths = [front.length_ft for front in fronts if front.kind != "easement"]
    return sum(lengths[1:], start=lengths[0]) if lengths else Fraction(0)


def front_name(front: Front) -> str:
    """Return the street, or what else holds the side.

    >>> front_name(Front("R1", "Oak St", "street", Fraction(80), "rights_of_way", is_certain=True))
    'Oak St'
    """
    return front.street or f"{front.kind.replace('_', ' ')} {front.right_of_way}"


def fronts_words(fronts: Iterable[Front]) -> str:
    """Say each side with its length; a side that is only a corner is said to be one."""
    return "; ".join([f"{front_name(front)} {_side(front.length_ft)}" for front in fronts])


def _side(length: Fraction) -> str:
    return feet(length) if length else "at a corner only"


def charge_words(charge: ChargeDue) -> str:
    """Say a charge with its amount, where that is known."""
    amount = "amount not known" if charge.amount is None else dollars(charge.amount)
    return f"{charge.name}, {charge.period}: {amount}"


def yes_no(value: bool | None) -> str | None:
    """Say what is known of a yes or no; nothing where it is not known."""
    return None if value is None else ("yes" if value else "no")


def weekday_words(day: dt.date) -> str:
    """Say a day with its weekday.

    >>> weekday_words(dt.date(2027, 2, 28))
    'Sunday, February 28, 2027'
    """
    return f"{day:%A}, {day_words(day)}"


def _sentence(words: str) -> str:
    return f"{words[:1].upper()}{words[1:]}"
