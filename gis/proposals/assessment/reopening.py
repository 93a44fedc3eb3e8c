"""Which exempt or capped parcels of a levy may be assessed at a later day, because of a division or another use?"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction

from gis.facts.assessments.descendants import Descendants, Part, descendants
from gis.law.parameters import Parameters
from gis.layers.layer import Layer
from gis.model.assessment import AssessedParcel, Became, ChildParcel, ReopenedParcel, Reopening
from gis.model.facts.assessment import LandDivisionFacts, ParcelOfDivision, UseChangeFacts
from gis.model.finding import Finding, State
from gis.proposals.assessment.asked import AssessmentAsked
from gis.proposals.assessment.evidence import register_on, together
from gis.proposals.assessment.project import Evidence, StatedParcel
from gis.proposals.assessment.roll import AssessmentRoll
from gis.proposals.assessment.surveying import Survey
from gis.rules.apportionment import apportioned
from gis.rules.registry import judge
from gis.rules.words import quantity
from gis.units import acres

DIVISION, USE = "SA-04", "SA-05"
_NOTHING = Fraction(0)
_PAYS_LESS = frozenset({"exempt", "partly_exempt", "capped", "open"})


def reopened(
    survey: Survey, new: Layer, asked: AssessmentAsked, roll: AssessmentRoll, parameters: Parameters
) -> Reopening:
    """Find the parcels of a levy that may be assessed on a later day.

    Parameters
    ----------
    survey
        The layers of the levy.
    new
        Parcels of the later day, in the same frame.
    asked
        The question on the later day: register, and what the file states of the parcels made since.
    roll
        The roll of the levy.
    parameters
        The law on the day of the levy.

    Returns
    -------
    Reopening
        Only land that the farmland and camp rules exempted or capped is looked at. What it would have borne is the
        figure of the roll had nobody been exempt, so that no later levy is above it; what was levied is taken off.

    Raises
    ------
    OverlayUnverified
        Where the land of a parcel cannot be found again soundly.

    Notes
    -----
    Wis. Stat. 66.0721(3)(b) and (c).
    """
    old = survey.layers.layers["parcels"]
    candidates = {each.name: each for each in roll.parcels if each.standing in _PAYS_LESS and each.findings}
    became = descendants(survey.layers, old, new, tuple(candidates)) if candidates else {}
    judging = _Judging(asked, parameters, {each.parcel_id: each for each in asked.project.later})
    found = {name: judging.parcel(each, became[name]) for name, each in candidates.items()}
    return Reopening(
        date=asked.date,
        old_edition=old.edition,
        new_edition=new.edition,
        parcels=tuple(each for each in found.values() if each is not None),
        unchanged=tuple(name for name, each in found.items() if each is None),
    )


@dataclass(frozen=True, slots=True)
class _Judging:
    asked: AssessmentAsked
    parameters: Parameters
    later: Mapping[str, StatedParcel]

    def parcel(self, parcel: AssessedParcel, became: Descendants) -> ReopenedParcel | None:
        """Say what became of one parcel, and what may be levied; None where nothing reopens its assessment."""
        evidence = self._evidence(parcel.parcel_id, parcel.county, self._stated(parcel))
        if not became.parts:
            return _unjudged(parcel, became, "gone", f"No parcel of now has land of {parcel.name}.")
        if became.is_divided:
            return self._divided(parcel, became, evidence)
        if became.missing_sqft > became.off_sqft:
            because = f"Land of {parcel.name} is in no parcel of now: {_land(became.missing_sqft)}."
            return _unjudged(parcel, became, "same", because)
        stopped = evidence.use_stopped is not None or evidence.exclusive_use is False
        if not stopped or parcel.standing == "capped":
            return None
        return self._use_stopped(parcel, became, evidence)

    def _divided(self, parcel: AssessedParcel, became: Descendants, evidence: Evidence) -> ReopenedParcel:
        uses = {part.parcel_id: self._use(part, parcel.county) for part in became.parts}
        facts = LandDivisionFacts(
            first_levy=self.asked.project.first_levy,
            lien_recorded=evidence.lien_recorded,
            divided=evidence.divided,
            unexempt_amount=parcel.unexempt_amount,
            already_levied=_levied(parcel),
            parcels=tuple(
                ParcelOfDivision(part.parcel_id, acres(part.area_sqft), uses[part.parcel_id]) for part in _by_id(became)
            ),
            levied=self.asked.date,
            average_rate=self.asked.project.rate_on(self.asked.date),
        )
        finding = judge(DIVISION, facts, self.parameters)
        doubts = [*_doubts(parcel, became)]
        amounts = _amounts(finding) if not doubts else {}
        interest = _measure(finding, "interest") if amounts else None
        shares = (
            {}
            if interest is None
            else apportioned(interest, {part.parcel_id: part.area_sqft for part in _by_id(became)})
        )
        return ReopenedParcel(
            parcel_id=parcel.parcel_id,
            county=parcel.county,
            became="divided",
            state=State.NEEDS_EVIDENCE if doubts and finding.state is State.PASS else finding.state,
            because=" ".join((*doubts, finding.because)),
            unexempt_amount=parcel.unexempt_amount,
            already_levied=_levied(parcel),
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
                for part in _by_id(became)
            ),
            other_sqft=became.other_sqft,
            missing_sqft=became.missing_sqft,
            finding=finding,
        )

    def _use_stopped(self, parcel: AssessedParcel, became: Descendants, evidence: Evidence) -> ReopenedParcel:
        left = parcel.unexempt_amount - _levied(parcel)
        facts = UseChangeFacts(
            stopped=evidence.use_stopped,
            resumed=evidence.use_resumed,
            as_of=self.asked.date,
            first_levy=self.asked.project.first_levy,
            lien_recorded=evidence.lien_recorded,
            unexempt_amount=left,
            average_rate=self.asked.project.rate_on(self.asked.date),
            part_of_parcel_only=evidence.part_only or False,
        )
        finding = judge(USE, facts, self.parameters)
        doubt = "Whether it was exempt at the levy is open. " if parcel.standing == "open" else ""
        passed = finding.state is State.PASS and not doubt
        return ReopenedParcel(
            parcel_id=parcel.parcel_id,
            county=parcel.county,
            became="use_stopped",
            state=State.NEEDS_EVIDENCE if doubt and finding.state is State.PASS else finding.state,
            because=f"{doubt}{finding.because}",
            unexempt_amount=parcel.unexempt_amount,
            already_levied=_levied(parcel),
            amount=left if passed else None,
            interest=_measure(finding, "interest") if passed else None,
            children=(),
            other_sqft=became.other_sqft,
            missing_sqft=became.missing_sqft,
            finding=finding,
        )

    def _stated(self, parcel: AssessedParcel) -> StatedParcel | None:
        alike = [each for each in self.asked.project.parcels if each.parcel_id == parcel.parcel_id]
        return next((each for each in alike if each.county in (None, parcel.county)), None)

    def _use(self, part: Part, county: str | None) -> bool | None:
        plain, _, named = part.parcel_id.rpartition(", ")
        parcel_id, of_county = (plain, named) if plain else (part.parcel_id, county)
        stated = self.later.get(part.parcel_id) or self.later.get(parcel_id)
        return self._evidence(parcel_id, of_county, stated).exclusive_use

    def _evidence(self, parcel_id: str, county: str | None, stated: StatedParcel | None) -> Evidence:
        entered = register_on(self.asked.register, self.asked.date).of(parcel_id, county)
        return together(Evidence() if stated is None else stated.evidence, entered)


def _doubts(parcel: AssessedParcel, became: Descendants) -> Iterator[str]:
    """Say why amounts by area cannot be told, where the rule itself would tell them."""
    if parcel.standing == "open":
        yield "Whether it was exempt at the levy is open."
    if not became.is_covered:
        yield f"Its parts do not cover it: {_land(became.missing_sqft)} of {_land(became.area_sqft)} are in no record."
    if became.confidence == "asked":
        yield "Which parcels came of it is not sure."


def _unjudged(parcel: AssessedParcel, became: Descendants, how: Became, because: str) -> ReopenedParcel:
    return ReopenedParcel(
        parcel_id=parcel.parcel_id,
        county=parcel.county,
        became=how,
        state=State.NEEDS_EVIDENCE,
        because=because,
        unexempt_amount=parcel.unexempt_amount,
        already_levied=_levied(parcel),
        amount=None,
        interest=None,
        children=(),
        other_sqft=became.other_sqft,
        missing_sqft=became.missing_sqft,
        finding=None,
    )


def _levied(parcel: AssessedParcel) -> Fraction:
    """Return what the levy took of a parcel; of an open one it is not known whether it took anything."""
    return _NOTHING if parcel.standing == "open" else parcel.amount


def _by_id(became: Descendants) -> tuple[Part, ...]:
    """Return the parts by their ids: ties of cents go to the earlier."""
    return tuple(sorted(became.parts, key=lambda part: part.parcel_id))


def _amounts(finding: Finding) -> dict[str, Fraction]:
    answer = finding.answer if finding.state is State.PASS else None
    return {name: Fraction(str(amount)) for name, amount in answer.items()} if isinstance(answer, dict) else {}


def _measure(finding: Finding, name: str) -> Fraction | None:
    value = finding.measures.get(name)
    return Fraction(value) if isinstance(value, str) else None


def _land(area_sqft: Fraction) -> str:
    return f"{quantity(acres(area_sqft), 3)} acres ({quantity(area_sqft, 0)} sq ft)"
