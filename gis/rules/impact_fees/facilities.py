"""What impact fee for library, fire and police is due: MUK-18, Mukwonago ch. 86, 86-141(a)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from types import MappingProxyType
from typing import TypeAlias

from gis.errors import FactsInvalid
from gis.law.parameters import Parameters
from gis.model.exact import money
from gis.model.facts.impact_fees import DwellingKind, FacilityFeeFacts, NewDwellings
from gis.model.finding import Finding, Reading, State
from gis.rules.impact_fees.added_dwellings import added_dwellings, dwellings_of
from gis.rules.impossible import refuse_negative
from gis.rules.words import are_not_known, as_billed, count_of, listed, quantity, sentence, used_of

ID = "MUK-18"
VERSION = "2"
CITATION = "Village of Mukwonago Code ch. 86, 86-141(a) with the closing tables"
QUESTION = "What impact fee for library, fire and police facilities is due?"

_ROWS: Mapping[DwellingKind, str] = MappingProxyType(
    {
        "studio": "studio_or_one_bedroom",
        "one_bedroom": "studio_or_one_bedroom",
        "two_bedroom": "two_bedroom",
        "three_bedroom": "three_bedroom_or_single_family",
        "single_family": "three_bedroom_or_single_family",
    }
)
"""Row of the table of dwellings for each kind; a duplex does not tell its own."""
_FACILITIES = ("library", "fire", "police")
_BY_AREA = ("fire", "police")
"""Commercial and industrial buildings pay no library fee."""
_NOTHING = Fraction(0)
_Rows: TypeAlias = Sequence[NewDwellings] | None
"""Dwellings that are new; null where it is not known which are."""
_READINGS: Mapping[str, str] = MappingProxyType(
    {
        "lowest_fees": "The new dwellings with the highest fees take the place of those that stood before.",
        "highest_fees": "The new dwellings with the lowest fees take the place of those that stood before.",
    }
)


@dataclass(frozen=True, slots=True)
class FacilityFees:
    """Fees in exact dollars."""

    library: Fraction
    fire: Fraction
    police: Fraction

    @property
    def total(self) -> Fraction:
        """All three."""
        return self.library + self.fire + self.police


def facility_fees(dwellings: Iterable[NewDwellings], sqft: Fraction, parameters: Parameters) -> FacilityFees | None:
    """Return the fees of new dwellings and new commercial or industrial area.

    Parameters
    ----------
    dwellings
        New units of each kind; their order does not matter.
    sqft
        New usable building area, square feet.
    parameters
        The law on the date of the permit.

    Returns
    -------
    FacilityFees or None
        Exact dollars; null where the number or the bedrooms of some dwellings are not known.

    Raises
    ------
    ParameterNotInForce
        The text of the law on the date is not on file.

    Notes
    -----
    Village of Mukwonago Code ch. 86, 86-141(a).

    Examples
    --------
    >>> from gis.law.loader import load_law
    >>> fees = facility_fees([NewDwellings("two_bedroom", 1)], Fraction(0), load_law().newest())
    >>> fees.total if fees else None
    Fraction(403, 1)
    """
    fees = dict.fromkeys(_FACILITIES, _NOTHING)
    for row in dwellings:
        if row.count is None or (row.count and row.kind not in _ROWS):
            return None
        for name in _FACILITIES if row.count else ():
            fees[name] += row.count * parameters.number(_of(name, row.kind))
    for name in _BY_AREA if sqft else ():
        fees[name] += sqft * parameters.number(_per_sqft(name))
    return FacilityFees(**fees)


def judge(facts: FacilityFeeFacts, parameters: Parameters) -> Finding:
    """Say what a development pays for library, fire and police facilities.

    Parameters
    ----------
    facts
        New dwellings by kind, or all that will stand and those that stood before, new commercial or industrial area
        (square feet), and whether the work only replaces what was there.
    parameters
        The law on the date of the permit.

    Returns
    -------
    Finding
        `pass` with the fee; `not_applicable` with "0.00" where nothing is added to what stood there; `needs_evidence`
        without answer where no development is described, or a fact of it is not known. Where dwellings stood before
        and the text does not say which of the new ones are additional, those with the lowest fees are, and the
        readings give the fee of those with the highest too.

    Raises
    ------
    FactsInvalid
        A number of dwellings or the area is negative, or what only replaces adds dwellings.
    ParameterNotInForce
        The text of the law on the date is not on file.

    Notes
    -----
    Village of Mukwonago Code ch. 86, imposition of impact fees, (a), and 86-141(a). Each share is rounded half up to
    the cent; the answer is the exact sum, rounded once.
    """
    _refuse_impossible(facts)
    sqft = facts.nonresidential_sqft or _NOTHING
    lowest, highest = _new_dwellings(facts, parameters)
    fees = None if lowest is None else facility_fees(lowest, sqft, parameters)
    missing = _missing(facts, lowest)
    state, due = State.PASS, fees
    if facts.replaces_same or _adds_nothing(facts, lowest, sqft):
        state, due = State.NOT_APPLICABLE, FacilityFees(_NOTHING, _NOTHING, _NOTHING)
    elif missing or fees is None:
        state, due = State.NEEDS_EVIDENCE, None
    most = None if highest is None else facility_fees(highest, sqft, parameters)
    return Finding(
        rule=ID,
        citation=CITATION,
        version=VERSION,
        question=QUESTION,
        state=state,
        answer=None if due is None else money(due.total),
        answer_unit="usd",
        measures={name: None if due is None else money(getattr(due, name)) for name in _FACILITIES},
        readings=_readings(due, most) if state is State.PASS else {},
        because=sentence(_said(facts, lowest, due, missing)),
        parameters=used_of(parameters, _names()),
    )


def _new_dwellings(facts: FacilityFeeFacts, parameters: Parameters) -> tuple[_Rows, _Rows]:
    """Return the dwellings that are new, as those with the lowest fees and as those with the highest; null is open."""
    after = facts.dwellings or ()
    if not facts.dwellings_before:
        rows = None if facts.dwellings_before is None else after
        return rows, rows
    of_one: dict[DwellingKind, Fraction] = {
        row.kind: sum((parameters.number(_of(name, row.kind)) for name in _FACILITIES), _NOTHING)
        for row in after
        if row.kind in _ROWS
    }
    added = added_dwellings(facts.dwellings_before, after, of_one)
    return (None, None) if added is None else (added.lowest, added.highest)


def _adds_nothing(facts: FacilityFeeFacts, new: _Rows, sqft: Fraction) -> bool:
    """Whether it is known that the dwellings of before are no fewer than those after, and no area is added."""
    stated = bool(facts.dwellings) and bool(facts.dwellings_before) and facts.replaces_same is not None
    return stated and new is not None and not new and sqft == 0


def _readings(due: FacilityFees | None, most: FacilityFees | None) -> dict[str, Reading]:
    if due is None or most is None or most.total == due.total:
        return {}
    return {
        name: Reading(State.PASS, money(fees.total), _READINGS[name])
        for name, fees in (("lowest_fees", due), ("highest_fees", most))
    }


def _refuse_impossible(facts: FacilityFeeFacts) -> None:
    before, after = facts.dwellings_before or (), facts.dwellings or ()
    refuse_negative([("nonresidential_sqft", facts.nonresidential_sqft)])
    for name, rows in (("dwellings", after), ("dwellings_before", before)):
        refuse_negative((f"{name}[{i}].count", row.count) for i, row in enumerate(rows))
    is_known = all(row.count is not None for row in before)
    if facts.replaces_same and before and is_known and dwellings_of(after) > dwellings_of(before):
        raise FactsInvalid(
            what=f"The work only replaces what was there, and {_change(before, after)}.",
            where="facts.replaces_same",
            why="A building of the same size and use adds no dwelling.",
            next="Correct the dwellings, or do not say that the work only replaces what was there.",
        )


def _of(facility: str, kind: DwellingKind) -> str:
    return f"mukwonago_impact_{facility}_{_ROWS[kind]}_usd"


def _per_sqft(facility: str) -> str:
    return f"mukwonago_impact_{facility}_usd_per_sqft"


def _names() -> list[str]:
    units = [_of(facility, kind) for kind in _ROWS for facility in _FACILITIES]
    return [*dict.fromkeys(units), *(_per_sqft(facility) for facility in _BY_AREA)]


def _missing(facts: FacilityFeeFacts, new: _Rows) -> list[str]:
    """Name in the singular what is not known and could change the fee."""
    before, after = facts.dwellings_before, facts.dwellings or ()
    missing = []
    if not after and facts.nonresidential_sqft is None:
        missing.append("what is to be built")
    if before is None:
        missing.append("which dwellings stood there before")
    if not before or new is None:
        missing.extend(dict.fromkeys(f"the number of {_kind(row)}" for row in after if row.count is None))
    if new is None:
        unknown = (row for row in before or () if row.count is None)
        missing.extend(dict.fromkeys(f"the number of {_kind(row)} that stood there before" for row in unknown))
    if any(row.kind == "duplex" and row.count for row in new or ()):
        missing.append("how many bedrooms each dwelling of a duplex has")
    if facts.replaces_same is None:
        missing.append("whether it only replaces what was there")
    return missing


def _said(facts: FacilityFeeFacts, new: _Rows, due: FacilityFees | None, missing: list[str]) -> list[str]:
    if facts.replaces_same:
        return ["no dwelling and no usable area is added, and a replacement or repair pays no impact fee"]
    before, after = facts.dwellings_before or (), facts.dwellings or ()
    known = before and all(row.count is not None for row in (*before, *after))
    change = [_change(before, after)] if known and after else []
    if due is None:
        return [*change, f"the fee cannot be said, because {are_not_known(missing)}"]
    if _adds_nothing(facts, new, facts.nonresidential_sqft or _NOTHING):
        kept = change or ["there were no fewer dwellings than there will be, whatever is not known"]
        return [*kept, "no dwelling is added, so no fee is due, and nothing is paid back"]
    shares = listed([f"{as_billed(getattr(due, name))} for {name}" for name in _FACILITIES])
    return [*change, f"the fee is {as_billed(due.total)} for {listed(_built(facts, new or ()))}", shares]


def _change(before: Sequence[NewDwellings], after: Sequence[NewDwellings]) -> str:
    stood, stands = dwellings_of(before), dwellings_of(after)
    return f"there {'was' if stood == 1 else 'were'} {count_of(stood, 'dwelling')} and there will be {stands:,}"


def _built(facts: FacilityFeeFacts, new: Sequence[NewDwellings]) -> list[str]:
    built = [f"{row.count:,} new {_kind(row)}" for row in new if row.count]
    if facts.nonresidential_sqft is not None:
        feet = "square foot" if facts.nonresidential_sqft == 1 else "square feet"
        built.append(f"{quantity(facts.nonresidential_sqft, 2)} {feet} of commercial or industrial area")
    return built or ["no new dwelling and no new area"]


def _kind(row: NewDwellings) -> str:
    if row.kind == "duplex":
        return "duplexes"
    if row.kind == "single_family":
        return f"single-family home{'' if row.count == 1 else 's'}"
    return f"{row.kind.replace('_', '-')} unit{'' if row.count == 1 else 's'}"
