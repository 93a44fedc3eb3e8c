"""What does a volume of bulk water, or of estimated municipal use, cost: MUK-17, Mukwonago ch. 86."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from types import MappingProxyType

from gis.law.parameters import Parameters
from gis.model.facts.village_charges import WaterVolumeFacts
from gis.model.finding import Finding, State
from gis.rules.impossible import refuse_negative
from gis.rules.village_charges.amounts import charged
from gis.rules.words import are_not_known, as_billed, count_of, dollars, not_known, sentence, used_of

ID = "MUK-17"
VERSION = "1"
CITATION = "Village of Mukwonago Code ch. 86, bulk water (c), municipal use"
QUESTION = "What is the volume charge?"

_RATES: Mapping[str, str] = MappingProxyType(
    {
        "bulk": "mukwonago_bulk_water_dollars_per_kgal",
        "municipal_estimate": "mukwonago_municipal_water_dollars_per_kgal",
    }
)
_SERVICES = {"bulk": "bulk water", "municipal_estimate": "estimated municipal use"}
_GAL_PER_KGAL = 1000
_SERVICE_CHARGE = (
    "A service charge comes to it, and after 30 days with a meter for bulk water that of Schedule MG-1; resolution and "
    "schedule are not on file."
)


def judge(facts: WaterVolumeFacts, parameters: Parameters) -> Finding:
    """Say what a volume of water costs.

    Parameters
    ----------
    facts
        Service, and gallons.
    parameters
        The law on the date of the delivery.

    Returns
    -------
    Finding
        `pass` with the charge; `needs_evidence` without answer where service or volume is not known.

    Raises
    ------
    FactsInvalid
        The volume is negative.
    ParameterNotInForce
        The text of the law on the date is not on file.

    Notes
    -----
    Village of Mukwonago Code ch. 86, bulk water (c) and municipal use. Rounded half up to the cent, once.
    """
    refuse_negative([("volume_gal", facts.volume_gal)])
    service, volume = facts.service, facts.volume_gal
    rate = None if service is None else parameters.number(_RATES[service])
    charge = None if rate is None or volume is None else rate * volume / _GAL_PER_KGAL
    return Finding(
        rule=ID,
        citation=CITATION,
        version=VERSION,
        question=QUESTION,
        state=State.NEEDS_EVIDENCE if charge is None else State.PASS,
        answer=charged(charge),
        answer_unit="usd",
        measures={"rate_per_kgal": charged(rate)},
        readings={},
        because=sentence([_said(facts, rate, charge)]),
        parameters=used_of(parameters, _RATES.values()),
        notes=(_SERVICE_CHARGE,) if service == "bulk" else (),
    )


def _said(facts: WaterVolumeFacts, rate: Fraction | None, charge: Fraction | None) -> str:
    if facts.service is None or facts.volume_gal is None or rate is None or charge is None:
        missing = not_known(("the service", facts.service), ("the volume", facts.volume_gal))
        return are_not_known(missing)
    each = f"{dollars(rate)} for 1,000 gallons"
    volume = f"{count_of(facts.volume_gal, 'gallon')} of {_SERVICES[facts.service]}"
    return f"{volume} at {each} {'costs' if facts.volume_gal == 1 else 'cost'} {as_billed(charge)}"
