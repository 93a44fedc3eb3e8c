"""What does the rule of an ordinance say of one parcel: the one way by which a scene and a county are judged?"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, cast

import numpy as np
import numpy.typing as npt
from pydantic import JsonValue

from gis.errors import RuleUnknown
from gis.facts.places import Box, boxes_lonlat
from gis.facts.sewers.answers.access import Accesses, SewerAccess, accesses
from gis.facts.sewers.answers.uses import Uses, uses
from gis.facts.sewers.areas.governing import in_place
from gis.facts.sewers.ground import SewerGround
from gis.law.parameters import Parameters
from gis.model.finding import Evidence, Finding
from gis.model.ordinance import ConnectionRule, Ordinance
from gis.proposals.connections.facts import DUTIES, DutyFacts, Use
from gis.rules.registry import judge

Texts = npt.NDArray[np.object_]
Stated = Mapping[str, Any]
"""Facts of the rule that a person states, by name, typed; they take the place of those of the map."""
NOTHING: Stated = {}


@dataclass(frozen=True, eq=False)
class Bench:
    """One rule before the parcels of a survey: facts that are the same are judged once.

    Attributes
    ----------
    ground : SewerGround
        The survey.
    uses : Uses
        Uses of its parcels.
    rule : str
        MUK-01, CKSD-01, VLG-06 or WIS-281.45.
    parameters : Parameters
        The law on the day, with the ordinance's own values.
    in_place, because : object arrays
        For every parcel whether the ordinance governs it, and why that is unknown.
    """

    ground: SewerGround
    uses: Uses
    rule: ConnectionRule
    parameters: Parameters
    in_place: Texts
    because: Texts
    citation: str = ""
    """What the ordinance cites for the duty; empty cites the text that the rule was written from."""
    _judged: dict[DutyFacts, Finding] = field(default_factory=dict, repr=False)

    @cached_property
    def accesses(self) -> Accesses:
        """How each parcel lies to the sewers that count."""
        return accesses(self.ground, DUTIES[self.rule].test)

    def facts(self, position: int, access: SewerAccess, stated: Stated = NOTHING) -> DutyFacts:
        """Return the rule's facts of one parcel."""
        place = self.in_place[position]
        facts = DUTIES[self.rule].facts(place, access, use_at(self.uses, position), self.ground.date)
        return replace(facts, **stated) if stated else facts

    def judged(self, facts: DutyFacts) -> Finding:
        """Return what the rule says of facts; the same facts give the same object."""
        found = self._judged.get(facts)
        if found is None:
            found = judge(self.rule, facts, self.parameters)
            found = self._judged[facts] = replace(found, citation=self.citation or found.citation)
        return found

    def finding(self, position: int, access: SewerAccess, stated: Stated = NOTHING) -> Finding:
        """Return the finding of one parcel, with what decided it and what was taken for granted."""
        found = self.judged(self.facts(position, access, stated))
        unsure = self.because[position]
        notes = (*found.notes, *access.doubts, *([unsure] if unsure else []), *_stated_notes(stated))
        return replace(
            found,
            subject=str(self.ground.ids[position]),
            evidence=tuple(self.evidence(position, access)),
            notes=notes,
        )

    def evidence(self, position: int, access: SewerAccess) -> Iterator[Evidence]:
        """Return the parcel, the rights-of-way that it meets with a sewer in them, and the sewers that decided."""
        ground = self.ground
        piece = int(ground.ground[position])
        yield Evidence("parcels", ground.parcels.edition, str(ground.ids[position]), "asked about", self._boxes[piece])
        for front in access.fronts:
            if front.sewers:
                edition, box = self._rights.get(front.right_of_way, ("", None))
                measures: dict[str, JsonValue] = {"frontage_ft": float(front.length_ft)}
                yield Evidence("rights_of_way", edition, front.right_of_way, "holds the sewer", box, measures)
        for sewer in access.sewers:
            if ground.mains is not None:
                yield Evidence("sewers", ground.mains.layer.edition, sewer, "sewer", self._sewers.get(sewer))

    @cached_property
    def _boxes(self) -> Sequence[Box | None]:
        return boxes_lonlat(self.ground.grounds, self.ground.layers.frame)

    @cached_property
    def _rights(self) -> Mapping[str, tuple[str, Box | None]]:
        rights = self.ground.rights
        boxes = boxes_lonlat(rights.geometries, self.ground.layers.frame)
        return dict(zip(rights.ids.tolist(), zip(rights.editions.tolist(), boxes, strict=True), strict=True))

    @cached_property
    def _sewers(self) -> Mapping[str, Box | None]:
        lines = self.ground.mains
        if lines is None:
            return {}
        return dict(zip(lines.ids.tolist(), boxes_lonlat(lines.geometries, self.ground.layers.frame), strict=True))


def use_at(known: Uses, position: int) -> Use:
    """Return what is known of the use of one parcel."""
    columns = (known.in_use, known.habitation, known.private_system, known.connected, known.structure)
    return Use(*(column[position] for column in columns))


def bench(ground: SewerGround, uses_known: Uses, ordinance: Ordinance, parameters: Parameters) -> Bench:
    """Set the rule of an ordinance before the parcels of a survey."""
    found = in_place(ordinance, ground.membership)
    rule, citation = ordinance.duty_rule, ordinance.citation
    return Bench(ground, uses_known, rule, parameters, found.values, found.because, citation)


def parcel_finding(  # noqa: PLR0913 - a parcel, a rule, and what each takes
    ground: SewerGround,
    rule_id: str,
    position: int,
    stated: Stated,
    parameters: Parameters,
    ordinance: Ordinance | None = None,
) -> Finding:
    """Judge one parcel of a survey by a rule of the duty to connect.

    Parameters
    ----------
    ground : SewerGround
        The survey, such as of a scene.
    rule_id : str
        MUK-01, CKSD-01, VLG-06 or WIS-281.45.
    position : int
        Position of the parcel among those of the survey.
    stated : mapping
        Facts of the rule that a person states, by name, typed.
    parameters : Parameters
        The law on the day.
    ordinance : Ordinance, optional
        Whose land the rule governs; else that of any place of the kind it is about (a village, a sanitary district).

    Returns
    -------
    Finding
        With the parcel as its subject, and what decided it.

    Raises
    ------
    RuleUnknown
        The rule judges no duty to connect.
    FactsInvalid
        What is stated cannot be.
    """
    if rule_id not in DUTIES:
        raise RuleUnknown(
            what=f"{rule_id} judges no duty to connect.",
            where=f"rule {rule_id}",
            why=f"Those that do are {', '.join(DUTIES)}.",
            next="Ask one of these.",
        )
    rule = cast("ConnectionRule", rule_id)
    judging = bench(ground, uses(ground), ordinance or _of_any_place(rule), parameters)
    (access,) = accesses(ground, DUTIES[rule].test, np.array([position]))
    return judging.finding(position, access, stated)


def _of_any_place(rule: ConnectionRule) -> Ordinance:
    """Return a rule as an ordinance of any place of the kind that it is about."""
    return Ordinance(
        id=rule,
        title=rule,
        citation="",
        place_kinds=DUTIES[rule].place_kinds,
        place_name=None,
        county=None,
        holds_from=dt.date.min,
        until=None,
        connection_rule=rule,
    )


def _stated_notes(stated: Stated) -> tuple[str, ...]:
    return (f"Stated, and not taken from the map: {', '.join(sorted(stated))}.",) if stated else ()
