"""What may be levied later on land that was exempt or capped: because it was divided, or because its use stopped?"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from gis.facts.assessments.descendants import Descendants, Part
from gis.law.parameters import Parameters
from gis.model.assessment import AssessedParcel, Became, ChildParcel, ReopenedParcel
from gis.model.facts.assessment import LandDivisionFacts, ParcelOfDivision, UseChangeFacts
from gis.model.finding import Finding, State
from gis.proposals.assessment.liens import lien_of
from gis.proposals.assessment.project import Evidence, Project
from gis.proposals.assessment.said import acres_said
from gis.rules.apportionment import apportioned
from gis.rules.assessment.lien import NEVER, lien_deadline, lien_early_note
from gis.rules.registry import judge
from gis.rules.words import dollars, quantity
from gis.units import acres

DIVISION, USE = "SA-04", "SA-05"
_NOTHING = Fraction(0)
_STOPPED_BEFORE = "Its use stopped before the first levy, so whether the land was exempt at the levy is in doubt."


@dataclass(frozen=True, slots=True)
class Reopened:
    """One parcel of a levy, what became of its land, and what people established of it since.

    Attributes
    ----------
    doubts : tuple of str
        Sentences that say why nothing can be levied before more is known, whatever the rules find.
    remarks : tuple of str
        Sentences that change nothing.
    """

    parcel: AssessedParcel
    became: Descendants
    evidence: Evidence
    doubts: tuple[str, ...] = ()
    remarks: tuple[str, ...] = ()

    @property
    def levied(self) -> Fraction:
        """What the levy took of the land for a structure; nothing of an open parcel, of which it is not known."""
        return _NOTHING if self.parcel.standing == "open" else self.parcel.levied_for_structure

    @property
    def left(self) -> Fraction:
        """What may still be levied at most."""
        return max(_NOTHING, self.parcel.eligible_amount - self.levied)

    @property
    def parts(self) -> tuple[Part, ...]:
        """The parts by their ids: ties of cents go to the earlier."""
        return tuple(sorted(self.became.parts, key=lambda part: part.parcel_id))


@dataclass(frozen=True, slots=True)
class LaterLevy:
    """A levy on a day after the first one, by the law on the day of the first."""

    project: Project
    date: dt.date
    parameters: Parameters

    def after_division(self, land: Reopened, uses: Mapping[str, bool | None]) -> ReopenedParcel:
        """Say what may be levied on each part of divided land; `uses` tells by part whether it is farm or camp only."""
        facts = LandDivisionFacts(
            first_levy=self.project.first_levy,
            lien_recorded=land.evidence.lien_recorded,
            divided=land.evidence.divided,
            unexempt_amount=land.parcel.eligible_amount,
            already_levied=land.levied,
            parcels=tuple(
                ParcelOfDivision(part.parcel_id, acres(part.area_sqft), uses[part.parcel_id]) for part in land.parts
            ),
            levied=self.date,
            average_rate=self.project.rate_on(self.date),
        )
        land = replace(land, doubts=(*land.doubts, *_land_doubts(land.became)))
        found = self._answer(land, "divided", self._deciding(DIVISION, facts, land))
        amounts = _amounts(found.finding)
        interest = _measure(found.finding, "interest")
        by_area = {part.parcel_id: part.area_sqft for part in land.parts}
        shares = {} if interest is None else apportioned(interest, by_area)
        return replace(
            found,
            amount=sum(amounts.values(), _NOTHING) if amounts else None,
            interest=interest,
            children=tuple(
                ChildParcel(
                    parcel_id=part.parcel_id,
                    area_sqft=part.area_sqft,
                    added_sqft=max(_NOTHING, part.whole_sqft - part.area_sqft),
                    exclusively_agricultural_or_camp=uses[part.parcel_id],
                    amount=amounts.get(part.parcel_id),
                    interest=shares.get(part.parcel_id),
                )
                for part in land.parts
            ),
        )

    def after_use(self, land: Reopened) -> ReopenedParcel:
        """Say what may be levied on land that was not divided and whose exclusive use stopped."""
        evidence = land.evidence
        stopped, first_levy = evidence.use_stopped, self.project.first_levy
        if stopped is not None and first_levy is not None and stopped < first_levy:
            land = replace(land, doubts=(*land.doubts, _STOPPED_BEFORE))
        facts = UseChangeFacts(
            stopped=evidence.use_stopped,
            resumed=evidence.use_resumed,
            as_of=self.date,
            first_levy=self.project.first_levy,
            lien_recorded=evidence.lien_recorded,
            unexempt_amount=land.left,
            average_rate=self.project.rate_on(self.date),
            part_of_parcel_only=None if "part_only" in evidence.unknown else evidence.part_only or False,
        )
        found = self._answer(land, "use_stopped", self._deciding(USE, facts, land))
        passed = found.state is State.PASS
        return replace(
            found,
            amount=land.left if passed else None,
            interest=_measure(found.finding, "interest") if passed else None,
        )

    def _deciding(self, rule: str, facts: LandDivisionFacts | UseChangeFacts, land: Reopened) -> Finding | None:
        """Return the finding that decides: of the paragraph, of the lien, of the exemption; null where only land does.

        The paragraph finds in the lien's day all that it asks; that the notice says what it must is asked beside it.
        """
        finding = judge(rule, facts, self.parameters)
        lien = lien_of(land.evidence, self.project.first_levy, self.parameters)
        if finding.state is State.NEEDS_EVIDENCE and lien.state is State.FAIL:
            # A lien that does not count is as none: whether that decides, the paragraph itself says.
            without = judge(rule, replace(facts, lien_recorded=NEVER), self.parameters)
            return lien if without.state is State.FAIL else finding
        if finding.state is not State.PASS:
            return finding
        if lien.state is not State.PASS:
            return lien
        if land.parcel.standing == "open":
            return land.parcel.findings[0]
        return None if land.doubts else finding

    def _answer(self, land: Reopened, how: Became, finding: Finding | None) -> ReopenedParcel:
        state = State.NEEDS_EVIDENCE if finding is None else finding.state
        said = [*self._remarks(land), *land.doubts, *([] if finding is None else [finding.because])]
        return replace(unlevied(land, how, state), because=" ".join(said), finding=finding)

    def _remarks(self, land: Reopened) -> Iterator[str]:
        yield from land.remarks
        parcel = land.parcel
        if parcel.standing == "open":
            yield "Whether it was exempt at the levy is open."
        if parcel.eligible_amount != parcel.unexempt_amount:
            whole = dollars(parcel.unexempt_amount)
            yield f"Only a part of it is eligible, which would have borne {dollars(parcel.eligible_amount)} of {whole}."
            if land.became.is_divided:
                yield "Where that part lies is not mapped: all of its land counts in the division."
        yield from lien_early_note(lien_deadline(self.project.first_levy, self.parameters, land.evidence.lien_recorded))


def unlevied(land: Reopened, how: Became, state: State = State.NEEDS_EVIDENCE) -> ReopenedParcel:
    """Return a parcel on which nothing is levied, with the doubts and remarks as its reason and without a finding."""
    return ReopenedParcel(
        parcel_id=land.parcel.parcel_id,
        county=land.parcel.county,
        became=how,
        state=state,
        because=" ".join((*land.remarks, *land.doubts)),
        unexempt_amount=land.parcel.eligible_amount,
        already_levied=land.levied,
        amount=None,
        interest=None,
        children=(),
        other_sqft=land.became.other_sqft,
        missing_sqft=land.became.missing_sqft,
        finding=None,
    )


def land_said(area_sqft: Fraction) -> str:
    """Say how much land it is.

    >>> land_said(Fraction(43_560))
    '1 acre (43,560 sq ft)'
    """
    return f"{acres_said(area_sqft, 3)} ({quantity(area_sqft, 0)} sq ft)"


def _land_doubts(became: Descendants) -> Iterator[str]:
    """Say why amounts by area cannot be told, where the rule itself would tell them."""
    if not became.is_covered:
        missing, whole = land_said(became.missing_sqft), land_said(became.area_sqft)
        yield f"Its parts do not cover it: {missing} of {whole} are in no record."
    if became.confidence == "asked":
        yield "Which parcels came of it is not sure."


def _amounts(finding: Finding | None) -> Mapping[str, Fraction]:
    if finding is None or finding.rule != DIVISION or finding.state is not State.PASS:
        return {}
    parts = finding.answer if isinstance(finding.answer, dict) else {}
    return {name: Fraction(str(amount)) for name, amount in parts.items()}


def _measure(finding: Finding | None, name: str) -> Fraction | None:
    value = None if finding is None else finding.measures.get(name)
    return Fraction(value) if isinstance(value, str) else None
