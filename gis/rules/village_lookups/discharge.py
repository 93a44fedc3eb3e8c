"""Which limits of discharge to the sewers are broken: MUK-25, Mukwonago ch. 86."""

from __future__ import annotations

from fractions import Fraction

from pydantic import JsonValue

from gis.law.parameters import Parameters
from gis.model.facts.village_lookups import DischargeFacts
from gis.model.finding import Finding, State
from gis.rules.impossible import refuse_negative
from gis.rules.words import are_not_known, beside, not_known, quantity, sentence, used

ID = "MUK-25"
VERSION = "1"
CITATION = "Village of Mukwonago Code ch. 86, prohibited discharges (7) and (11), discharge permit (3), industrial user"
QUESTION = "Which limits are broken?"

_PH_LEAST, _PH_MOST = "mukwonago_discharge_ph_least", "mukwonago_discharge_ph_most"
_GREASE = "mukwonago_discharge_grease_mg_l"
_PERMIT, _INDUSTRIAL = "mukwonago_discharge_permit_gpd", "mukwonago_industrial_user_gpd"
_NAMES = (_PH_LEAST, _PH_MOST, _GREASE, _PERMIT, _INDUSTRIAL)
_DIGITS = 4
_GREASE_NOTE = (
    "Grease beyond the limit is prohibited where in the superintendent's opinion it can clog the sewers or harm the "
    "treatment."
)
_USER_NOTE = "Whether the user is industrial hangs on its branch of industry and its wastes too, not on flow alone."


def judge(facts: DischargeFacts, parameters: Parameters) -> Finding:
    """Say which of the limits of acidity and grease a discharge breaks, and what its flow asks for.

    Parameters
    ----------
    facts
        pH, grease (mg/l) and average flow (gallons a day); what is null was not measured.
    parameters
        The law on the date of the discharge.

    Returns
    -------
    Finding
        `pass` with an empty list where none that was measured is broken; `fail` with those that are; `needs_evidence`
        without answer where nothing was measured.

    Raises
    ------
    FactsInvalid
        A measure is negative.
    ParameterNotInForce
        The text of the law on the date is not on file.

    Notes
    -----
    Village of Mukwonago Code ch. 86, prohibited discharges (7) and (11), wastewater discharge permit (3), definition
    of industrial user. A measure at the limit keeps it; a permit is needed from its flow on.
    """
    named = ("ph", "grease_mg_l", "average_gpd")
    refuse_negative((name, getattr(facts, name)) for name in named)
    measured = any(getattr(facts, name) is not None for name in named)
    said = _broken(facts, parameters)
    broken: list[JsonValue] = list(said)
    permit = facts.average_gpd is not None and facts.average_gpd >= parameters.number(_PERMIT)
    industrial = facts.average_gpd is not None and facts.average_gpd > parameters.number(_INDUSTRIAL)
    return Finding(
        rule=ID,
        citation=CITATION,
        version=VERSION,
        question=QUESTION,
        state=State.FAIL if broken else State.PASS if measured else State.NEEDS_EVIDENCE,
        answer=broken if measured else None,
        measures={
            "permit_required": None if facts.average_gpd is None else permit,
            "industrial_user": None if facts.average_gpd is None else industrial,
        },
        readings={},
        because=sentence(_said(facts, said, measured=measured, permit=permit)),
        parameters=tuple(used(parameters.get(name)) for name in _NAMES),
        notes=(*((_GREASE_NOTE,) if "grease" in said else ()), *((_USER_NOTE,) if industrial else ())),
    )


def _broken(facts: DischargeFacts, parameters: Parameters) -> dict[str, str]:
    """Return each broken limit with a clause that says how."""
    least, most = parameters.number(_PH_LEAST), parameters.number(_PH_MOST)
    grease = parameters.number(_GREASE)
    broken = {}
    if facts.ph is not None and not least <= facts.ph <= most:
        limits = f"{_said_exactly(least)} and {_said_exactly(most)}"
        broken["ph"] = f"a pH of {beside(facts.ph, _DIGITS, least, most)} is not between {limits}"
    if facts.grease_mg_l is not None and facts.grease_mg_l > grease:
        broken["grease"] = (
            f"{beside(facts.grease_mg_l, _DIGITS, grease)} mg/l of grease exceed {_said_exactly(grease)} mg/l"
        )
    return broken


def _said_exactly(value: Fraction) -> str:
    return quantity(value, _DIGITS)


def _said(facts: DischargeFacts, broken: dict[str, str], *, measured: bool, permit: bool) -> list[str]:
    missing = not_known(
        ("the pH", facts.ph), ("the grease", facts.grease_mg_l), ("the average flow", facts.average_gpd)
    )
    unknown = [are_not_known(missing)] if missing else []
    if not measured:
        return unknown
    none_said = "no limit that was measured is broken"
    if facts.ph is None and facts.grease_mg_l is None:
        none_said = "neither pH nor grease was measured, so no limit is known to be broken"
    kept = [] if broken else [none_said]
    flow = (
        [f"{_said_exactly(facts.average_gpd)} gallons a day need a discharge permit"]
        if permit and facts.average_gpd
        else []
    )
    return [*broken.values(), *kept, *flow, *unknown]
