"""Can a plan be accepted as drawn, by its datum and coordinates: VLG-05, village connection ordinance, B(2)(b)."""

from __future__ import annotations

import re

from gis.errors import FactsInvalid
from gis.law.parameters import Parameters
from gis.model.facts.permission import PlanDatumFacts
from gis.model.finding import Finding, State
from gis.rules.permission.coordinate_systems import CoordinateSystem, coordinate_system
from gis.rules.words import are_not_known, not_known, sentence, used

ID = "VLG-05"
VERSION = "1"
CITATION = "Village connection ordinance, B(2)(b)"
QUESTION = "Can the plan be accepted as drawn?"

_SYSTEM = "village_plan_coordinate_system"
_DATUM = "village_plan_vertical_datum"
_PROJECTIONS = {"wiscrs_dane": "WISCRS Dane"}
"""Name by which EPSG has the county's system, by the choice of the ordinance."""
_VERTICAL = {"navd_88": "NAVD88"}
"""Name of the datum of elevations, without spaces, by the choice of the ordinance."""
_OUTDATED = "NGVD29"
_NAMED_NOWHERE = "NGVD88"
_REALIZATIONS = {"NAD83(2011)": "2011", "NAD83(HARN)": "HARN"}
_CODE = re.compile(r"EPSG:([0-9]{1,6})")
_ANSWERS = {
    State.FAIL: "refuse",
    State.NEEDS_EVIDENCE: "ask",
    State.WITHIN_TOLERANCE: "reproject",
    State.PASS: "accept",
}
_NO_SUCH_DATUM = (
    'The ordinance says "NGVD 88", a datum that does not exist; NAVD 88 is taken for it, and the village should say so.'
)


def judge(facts: PlanDatumFacts, parameters: Parameters) -> Finding:
    """Say whether a plan is accepted, reprojected, refused, or asked about.

    Parameters
    ----------
    facts
        EPSG code that the file declares, the datum of elevations and the units as written, and whether every plan
        shows true north.
    parameters
        The ordinance on the date of the application.

    Returns
    -------
    Finding
        `fail` (refuse) without a horizontal system or true north, with units that are not the system's, or elevations
        on NGVD 29; else `needs_evidence` (ask) where the datum of elevations is not known or is no datum, or true
        north is not known; else `within_tolerance` (reproject) for another system than the ordinance's; else `pass`.

    Raises
    ------
    FactsInvalid
        The horizontal system is written in another way than as an EPSG code.
    ParameterNotInForce
        The text of the ordinance on the date is not on file.

    Notes
    -----
    Village connection ordinance, B(2)(b).
    """
    system = None if facts.crs is None else coordinate_system(_code(facts.crs))
    projection, vertical = _PROJECTIONS[parameters.choice(_SYSTEM)], _VERTICAL[parameters.choice(_DATUM)]
    is_own = system is not None and system.projection == projection
    faults, questions = _faults(facts, system), _questions(facts, vertical)
    if faults or questions:
        state = State.FAIL if faults else State.NEEDS_EVIDENCE
    else:
        state = State.PASS if is_own else State.WITHIN_TOLERANCE
    return Finding(
        rule=ID,
        citation=CITATION,
        version=VERSION,
        question=QUESTION,
        state=state,
        answer=_ANSWERS[state],
        measures={
            "crs_name": None if system is None else system.name,
            "datum_realization": None if system is None else _realization(system, is_own=is_own),
            "unit": None if system is None else system.unit,
        },
        readings={},
        because=sentence(faults or questions or [_drawn(system, projection, is_own=is_own)]),
        parameters=(used(parameters.get(_SYSTEM)), used(parameters.get(_DATUM))),
        notes=(_NO_SUCH_DATUM,),
    )


def _code(text: str) -> int:
    found = _CODE.fullmatch(text.strip())
    if found is None:
        raise FactsInvalid(
            what="The horizontal system is not written as an EPSG code.",
            where="facts.crs",
            why="Only a code of the EPSG register says exactly which system, datum and unit are meant.",
            next="Write it as EPSG:7599, or give null where the file declares no system.",
        )
    return int(found[1])


def _realization(system: CoordinateSystem, *, is_own: bool) -> str:
    return _REALIZATIONS.get(system.datum, "other") if is_own else "other"


def _plain(datum: str | None) -> str | None:
    """Write the name of a datum in one way: NAVD 88, NAVD88, navd-88 and NAVD 1988 are the same."""
    if datum is None:
        return None
    return re.sub(r"19(?=[0-9]{2}$)", "", re.sub(r"[^A-Z0-9]", "", datum.upper()))


def _faults(facts: PlanDatumFacts, system: CoordinateSystem | None) -> list[str]:
    """Say in clauses why the plan is refused."""
    faults = []
    if facts.crs is None:
        faults.append("the file declares no horizontal coordinate system")
    elif system is None:
        faults.append(f"EPSG has no horizontal coordinate system {facts.crs.strip()}")
    if facts.true_north_shown is False:
        faults.append("a plan bears no sign of true north")
    if system is not None and facts.units is not None and facts.units != system.unit:
        faults.append(f"the plan is in {_words(facts.units)}, and {system.name} is in {_words(system.unit)}")
    if _plain(facts.vertical_datum) == _OUTDATED:
        faults.append("its elevations are on NGVD 29, an older datum")
    return faults


def _questions(facts: PlanDatumFacts, vertical: str) -> list[str]:
    """Say in clauses what has to be asked before the plan can be accepted."""
    unknown = not_known(
        ("the datum of the elevations", facts.vertical_datum),
        ("whether every plan shows true north", facts.true_north_shown),
    )
    asked = [are_not_known(unknown)] if unknown else []
    written = _plain(facts.vertical_datum)
    if written == _NAMED_NOWHERE:
        asked.append("the plan names the datum NGVD 88, which does not exist: it is NGVD 29 or NAVD 88")
    elif written not in {None, vertical}:
        asked.append("the datum of the elevations, as the plan writes it, is neither NAVD 88 nor NGVD 29")
    return asked


def _drawn(system: CoordinateSystem | None, projection: str, *, is_own: bool) -> str:
    name = "" if system is None else system.name
    if is_own:
        return f"the plan is drawn in {name}, with elevations on NAVD 88 and true north shown"
    return f"the plan is drawn in {name}, a known system but not {projection}, so it has to be reprojected"


def _words(unit: str) -> str:
    return {"us_survey_foot": "US survey feet", "foot": "feet", "metre": "metres"}.get(unit, unit.replace("_", " "))
