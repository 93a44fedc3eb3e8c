"""What impact fee for library, fire and police is due: MUK-18, Mukwonago ch. 86, 86-141(a)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from types import MappingProxyType

from gis.law.parameters import Parameters
from gis.model.exact import money
from gis.model.facts.impact_fees import DwellingKind, FacilityFeeFacts, NewDwellings
from gis.model.finding import Finding, State
from gis.rules.impossible import refuse_negative
from gis.rules.words import are_not_known, as_billed, listed, quantity, sentence, used

ID = "MUK-18"
VERSION = "1"
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
"""Row of the table of dwellings for each kind."""
_FACILITIES = ("library", "fire", "police")
_BY_AREA = ("fire", "police")
"""Commercial and industrial buildings pay no library fee."""
_NOTHING = Fraction(0)


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
        Exact dollars; null where the number of some dwellings is not known.

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
    rows = list(dwellings)
    counts = [row.count for row in rows if row.count is not None]
    if len(counts) < len(rows):
        return None
    fees = {
        name: sum((n * parameters.number(_of(name, row.kind)) for n, row in zip(counts, rows, strict=True)), _NOTHING)
        for name in _FACILITIES
    }
    for name in _BY_AREA:
        fees[name] += sqft * parameters.number(_per_sqft(name))
    return FacilityFees(**fees)


def judge(facts: FacilityFeeFacts, parameters: Parameters) -> Finding:
    """Say what a development pays for library, fire and police facilities.

    Parameters
    ----------
    facts
        New dwellings by kind, new commercial or industrial area (square feet), and whether the work only replaces what
        was there.
    parameters
        The law on the date of the permit.

    Returns
    -------
    Finding
        `pass` with the fee; `not_applicable` with "0.00" where nothing is added; `needs_evidence` without answer where
        no development is described, or a fact of it is not known.

    Raises
    ------
    FactsInvalid
        A number of dwellings or the area is negative.
    ParameterNotInForce
        The text of the law on the date is not on file.

    Notes
    -----
    Village of Mukwonago Code ch. 86, 86-141(a). Each share is rounded half up to the cent; the answer is the exact sum,
    rounded once.
    """
    dwellings = facts.dwellings or ()
    refuse_negative([("nonresidential_sqft", facts.nonresidential_sqft)])
    refuse_negative((f"dwellings[{i}].count", row.count) for i, row in enumerate(dwellings))
    fees = facility_fees(dwellings, facts.nonresidential_sqft or _NOTHING, parameters)
    missing = _missing(facts)
    if facts.replaces_same:
        state, due = State.NOT_APPLICABLE, FacilityFees(_NOTHING, _NOTHING, _NOTHING)
    elif missing or fees is None:
        state, due = State.NEEDS_EVIDENCE, None
    else:
        state, due = State.PASS, fees
    return Finding(
        rule=ID,
        citation=CITATION,
        version=VERSION,
        question=QUESTION,
        state=state,
        answer=None if due is None else money(due.total),
        answer_unit="usd",
        measures={name: None if due is None else money(getattr(due, name)) for name in _FACILITIES},
        readings={},
        because=sentence(_said(facts, due, missing)),
        parameters=tuple(used(parameters.get(name)) for name in _names()),
    )


def _of(facility: str, kind: DwellingKind) -> str:
    return f"mukwonago_impact_{facility}_{_ROWS[kind]}_usd"


def _per_sqft(facility: str) -> str:
    return f"mukwonago_impact_{facility}_usd_per_sqft"


def _names() -> list[str]:
    units = [_of(facility, kind) for kind in _ROWS for facility in _FACILITIES]
    return [*dict.fromkeys(units), *(_per_sqft(facility) for facility in _BY_AREA)]


def _missing(facts: FacilityFeeFacts) -> list[str]:
    """Name in the singular what is not known and could change the fee."""
    dwellings = facts.dwellings or ()
    missing = []
    if not dwellings and facts.nonresidential_sqft is None:
        missing.append("what is to be built")
    missing.extend(dict.fromkeys(f"the number of {_kind(row)}" for row in dwellings if row.count is None))
    if facts.replaces_same is None:
        missing.append("whether it only replaces what was there")
    return missing


def _said(facts: FacilityFeeFacts, due: FacilityFees | None, missing: list[str]) -> list[str]:
    if facts.replaces_same:
        return ["no dwelling and no usable area is added, and a replacement or repair pays no impact fee"]
    if due is None:
        return [f"the fee cannot be said, because {are_not_known(missing)}"]
    shares = listed([f"{as_billed(getattr(due, name))} for {name}" for name in _FACILITIES])
    return [f"the fee is {as_billed(due.total)} for {listed(_built(facts))}", shares]


def _built(facts: FacilityFeeFacts) -> list[str]:
    built = [f"{row.count:,} new {_kind(row)}" for row in facts.dwellings or () if row.count]
    if facts.nonresidential_sqft is not None:
        feet = "square foot" if facts.nonresidential_sqft == 1 else "square feet"
        built.append(f"{quantity(facts.nonresidential_sqft, 2)} {feet} of commercial or industrial area")
    return built or ["no new dwelling and no new area"]


def _kind(row: NewDwellings) -> str:
    if row.kind == "single_family":
        return f"single-family home{'' if row.count == 1 else 's'}"
    return f"{row.kind.replace('_', '-')} unit{'' if row.count == 1 else 's'}"
