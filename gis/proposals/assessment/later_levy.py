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
from gis.proposals.assessment.part_use import PartUse, use_goes_on
from gis.proposals.assessment.project import Evidence, Project
from gis.proposals.assessment.said import acres_said
from gis.rules.apportionment import apportioned
from gis.rules.assessment.lien import NEVER, lien_deadline, lien_early_note
from gis.rules.registry import judge
from gis.rules.words import dollars, quantity
from gis.units import acres

DIVISION, USE = "SA-04", "SA-05"
_NOTHING = Fraction(0)
_OF_PARTS = (
    "Each part whose use stopped since is asked by 66.0721(3)(c), for its share by area: the text does not say how "
    "parts are charged; it may also mean all that the land would have borne, or (3)(b) from the day of the stop."
)
_WHICH_PART = "Its use is stated to have stopped, and not on which of its parts: state use_stopped of each part."
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

    def after_division(self, land: Reopened, uses: Mapping[str, PartUse]) -> ReopenedParcel:
        """Say what may be levied on each part of divided land.

        A division after which all parts stay in exclusive use reopens nothing; a part whose use stops later is asked
        by itself.
        """
        facts = LandDivisionFacts(
            first_levy=self.project.first_levy,
            lien_recorded=land.evidence.lien_recorded,
            divided=land.evidence.divided,
            unexempt_amount=land.parcel.eligible_amount,
            already_levied=land.levied,
            parcels=tuple(
                ParcelOfDivision(part.parcel_id, acres(part.area_sqft), uses[part.parcel_id].at_division)
                for part in land.parts
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
        found = replace(
            found,
            amount=sum(amounts.values(), _NOTHING) if amounts else None,
            interest=interest,
            children=tuple(
                ChildParcel(
                    parcel_id=part.parcel_id,
                    area_sqft=part.area_sqft,
                    added_sqft=max(_NOTHING, part.whole_sqft - part.area_sqft),
                    exclusively_agricultural_or_camp=uses[part.parcel_id].now,
                    amount=amounts.get(part.parcel_id),
                    interest=shares.get(part.parcel_id),
                )
                for part in land.parts
            ),
        )
        # A capped farm was assessed and not exempted, and paragraph (c) speaks of the exempted only.
        if found.state is not State.NOT_APPLICABLE or land.parcel.standing == "capped":
            return found
        return self._after_use_of_parts(land, uses, found)

    def _after_use_of_parts(self, land: Reopened, uses: Mapping[str, PartUse], found: ReopenedParcel) -> ReopenedParcel:
        """Add to what SA-04 found of divided land what may be levied on the parts whose use stopped since."""
        stopped = [name for name, use in uses.items() if use.has_stopped]
        if not stopped:
            if use_goes_on(land.evidence):
                return found
            return replace(found, state=State.NEEDS_EVIDENCE, because=f"{found.because} {_WHICH_PART}", finding=None)
        shares = apportioned(land.left, {part.parcel_id: part.area_sqft for part in land.parts})
        is_part = len(stopped) < len(land.parts)
        asked = {name: self._of_part(land, uses[name], shares[name], is_part=is_part) for name in sorted(stopped)}
        states = {each.state for each in asked.values()}
        state = next(each for each in (State.PASS, State.NEEDS_EVIDENCE, State.FAIL) if each in states)
        said = [
            " ".join((f"{name}:", *self._use_doubts(uses[name]), *([each.finding.because] if each.finding else [])))
            for name, each in asked.items()
        ]
        amounts = [each.amount for each in asked.values() if each.amount is not None]
        interest = [each.interest for each in asked.values() if each.interest is not None]
        return replace(
            found,
            state=state,
            because=" ".join((found.because, _OF_PARTS, *said)),
            amount=sum(amounts, _NOTHING) if amounts else None,
            interest=sum(interest, _NOTHING) if interest else None,
            finding=next(each.finding for each in asked.values() if each.state is state),
            children=tuple(
                replace(child, amount=one.amount, interest=one.interest, finding=one.finding) if one else child
                for child in found.children
                for one in [asked.get(child.parcel_id)]
            ),
        )

    def _of_part(self, land: Reopened, use: PartUse, share: Fraction, *, is_part: bool) -> ReopenedParcel:
        """Say what may be levied on a part; the lien is that of all the land, for which it was recorded."""
        evidence = replace(
            land.evidence,
            use_stopped=use.evidence.use_stopped,
            use_resumed=use.evidence.use_resumed,
            part_only=is_part,
            unknown=tuple(each for each in land.evidence.unknown if each != "part_only"),
        )
        return self._after_use(replace(land, evidence=evidence, doubts=(*land.doubts, *self._use_doubts(use))), share)

    def _use_doubts(self, use: PartUse) -> tuple[str, ...]:
        return (*use.doubts, *self._before_levy(use.evidence.use_stopped))

    def _before_levy(self, stopped: dt.date | None) -> tuple[str, ...]:
        first_levy = self.project.first_levy
        is_before = stopped is not None and first_levy is not None and stopped < first_levy
        return (_STOPPED_BEFORE,) if is_before else ()

    def after_use(self, land: Reopened) -> ReopenedParcel:
        """Say what may be levied on land that was not divided and whose exclusive use stopped."""
        doubts = (*land.doubts, *self._before_levy(land.evidence.use_stopped))
        return self._after_use(replace(land, doubts=doubts), land.left)

    def _after_use(self, land: Reopened, left: Fraction) -> ReopenedParcel:
        evidence = land.evidence
        facts = UseChangeFacts(
            stopped=evidence.use_stopped,
            resumed=evidence.use_resumed,
            as_of=self.date,
            first_levy=self.project.first_levy,
            lien_recorded=evidence.lien_recorded,
            unexempt_amount=left,
            average_rate=self.project.rate_on(self.date),
            part_of_parcel_only=None if "part_only" in evidence.unknown else evidence.part_only or False,
        )
        found = self._answer(land, "use_stopped", self._deciding(USE, facts, land))
        passed = found.state is State.PASS
        return replace(
            found,
            amount=left if passed else None,
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
