"""Which exempt or capped parcels of a levy may be assessed at a later day, because of a division or another use?"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from gis.facts.assessments.descendants import Descendants, Part, descendants
from gis.law.parameters import Parameters
from gis.layers.layer import Layer
from gis.model.assessment import AssessedParcel, ReopenedParcel, Reopening
from gis.model.finding import State
from gis.proposals.assessment.asked import AssessmentAsked
from gis.proposals.assessment.evidence import Entered, register_on, together
from gis.proposals.assessment.later_levy import LaterLevy, Reopened, land_said, unlevied
from gis.proposals.assessment.liens import with_lien
from gis.proposals.assessment.part_use import ASKED, PartUse, at_division, use_doubts
from gis.proposals.assessment.project import Evidence, StatedParcel
from gis.proposals.assessment.roll import AssessmentRoll
from gis.proposals.assessment.surveying import Survey
from gis.rules.words import are_not_known, day_words, sentence

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
        figure of the roll had nobody been exempt, of the part that was, so that no later levy is above it; what was
        levied for a structure is taken off.

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
    levy = LaterLevy(asked.project, asked.date, parameters)
    finding = _Finding(asked, register_on(asked.register, asked.date), levy, new.edition)
    found = {name: finding.parcel(each, became[name]) for name, each in candidates.items()}
    divided = [each for each in candidates.values() if became[each.name].is_divided]
    return Reopening(
        date=asked.date,
        old_edition=old.edition,
        new_edition=new.edition,
        parcels=tuple(each for each in found.values() if each is not None),
        unchanged=tuple(name for name, each in found.items() if each is None),
        notes=(
            *finding.later_divisions([each for name, each in candidates.items() if found[name] is None]),
            *finding.later_connections([*candidates.values()]),
            *_unused(
                asked.project.later, [(part, each.county) for each in divided for part in became[each.name].parts]
            ),
        ),
    )


@dataclass(frozen=True, slots=True)
class _Finding:
    asked: AssessmentAsked
    entered: Entered
    levy: LaterLevy
    edition: str

    def parcel(self, parcel: AssessedParcel, became: Descendants) -> ReopenedParcel | None:
        """Say what became of one parcel, and what may be levied; None where nothing reopens its assessment."""
        told = self._evidence(parcel.parcel_id, parcel.county, self._stated(parcel))
        evidence = with_lien(told, self.asked.project.first_levy, self.levy.parameters)
        torn = evidence.doubts if ASKED.keys() & set(evidence.unknown) else ()
        land = Reopened(parcel, became, evidence, remarks=torn)
        if not became.parts:
            return unlevied(replace(land, doubts=(f"No parcel of now has land of {parcel.name}.",)), "gone")
        if became.is_divided and not self._divided_later(evidence):
            uses = {part.parcel_id: self._use(part, parcel.county, evidence.divided) for part in became.parts}
            return self.levy.after_division(land, uses)
        if became.missing_sqft > became.off_sqft:
            missing = f"Land of {parcel.name} is in no parcel of now: {land_said(became.missing_sqft)}."
            return unlevied(replace(land, doubts=(missing,)), "same")
        return self._undivided(land)

    def later_divisions(self, parcels: Sequence[AssessedParcel]) -> Iterator[str]:
        """Say of which parcels that are as they were a division is stated after the day."""
        for parcel in parcels:
            evidence = self._evidence(parcel.parcel_id, parcel.county, self._stated(parcel))
            if said := self._divided_later(evidence):
                yield f"{parcel.name}: {said}"

    def later_connections(self, parcels: Sequence[AssessedParcel]) -> Iterator[str]:
        """Say on which parcels a structure was connected after the levy: paragraph (a) asks neither (b) nor (c)."""
        for parcel in parcels:
            connected = self._evidence(parcel.parcel_id, parcel.county, self._stated(parcel)).connected
            if connected is not None and self.asked.project.levied < connected <= self.asked.date:
                yield (
                    f"{parcel.name}: a structure is stated to have been connected on {day_words(connected)}, after the "
                    "levy. An assessment up to the cap of 66.0721(3)(a) is possible, with interest from that day, and "
                    "hangs on no lien; it is not reckoned here."
                )

    def _undivided(self, land: Reopened) -> ReopenedParcel | None:
        # A capped farm was assessed and not exempted, and paragraph (c) speaks of the exempted only.
        is_exempt = land.parcel.standing != "capped"
        evidence, shown = land.evidence, len(land.became.parts)
        stopped = is_exempt and (evidence.use_stopped is not None or evidence.exclusive_use is False)
        if land.became.is_divided:
            remark = (
                f"{self._divided_later(evidence)} Edition {self.edition} of the parcels shows {shown} parts already."
            )
            land = replace(land, remarks=(*land.remarks, remark))
        doubts = (*self._unseen(evidence), *(use_doubts(evidence, stopped=stopped) if is_exempt else ()))
        land = replace(land, doubts=doubts)
        if stopped:
            return self.levy.after_use(land)
        if doubts:
            return unlevied(land, "same")
        return unlevied(land, "same", State.NOT_APPLICABLE) if land.became.is_divided else None

    def _unseen(self, evidence: Evidence) -> Iterator[str]:
        """Say that a division that someone states is not on file yet."""
        divided = evidence.divided
        if divided is not None and self.asked.project.levied < divided <= self.asked.date:
            yield (
                f"It is stated to have been divided on {day_words(divided)}, and edition {self.edition} of the parcels "
                "does not show it: which parcels came of it, and with how much land, is not known."
            )
        elif "divided" in evidence.unknown:
            yield sentence([are_not_known([ASKED["divided"]])])

    def _divided_later(self, evidence: Evidence) -> str:
        """Say that a division is stated for after the day; empty where none is."""
        if evidence.divided is None or evidence.divided <= self.asked.date:
            return ""
        on, day = day_words(self.asked.date), day_words(evidence.divided)
        return f"It is stated to be divided on {day}, and on {on} counts as not yet divided."

    def _stated(self, parcel: AssessedParcel) -> StatedParcel | None:
        alike = [each for each in self.asked.project.parcels if each.parcel_id == parcel.parcel_id]
        return next((each for each in alike if each.county in (None, parcel.county)), None)

    def _use(self, part: Part, county: str | None, divided: dt.date | None) -> PartUse:
        parcel_id, of_county = _number(part, county)
        stated = next((each for each in self.asked.project.later if _is_of(each, part, county)), None)
        entered = self.entered.of(parcel_id, of_county)
        then = Evidence() if divided is None else register_on(self.asked.register, divided).of(parcel_id, of_county)
        told = self._evidence(parcel_id, of_county, stated)
        # What the file says of a part is said of its division; the register speaks of the day of the entry.
        doubts = use_doubts(replace(told, exclusive_use=entered.exclusive_use), stopped=True)
        return PartUse(at_division(told, then, divided), told, tuple(doubts))

    def _evidence(self, parcel_id: str, county: str | None, stated: StatedParcel | None) -> Evidence:
        return together(Evidence() if stated is None else stated.evidence, self.entered.of(parcel_id, county))


def _number(part: Part, county: str | None) -> tuple[str, str | None]:
    """Return the number and the county of a part of a parcel of a county."""
    plain, _, named = part.parcel_id.rpartition(", ")
    return (plain, named) if plain else (part.parcel_id, county)


def _is_of(stated: StatedParcel, part: Part, county: str | None) -> bool:
    """Say whether a line of `later` speaks of a part: by its number, and by its county where both are known."""
    parcel_id, of_county = _number(part, county)
    return stated.parcel_id in (part.parcel_id, parcel_id) and (
        stated.county is None or of_county is None or stated.county == of_county
    )


def _unused(later: Sequence[StatedParcel], parts: Sequence[tuple[Part, str | None]]) -> Iterator[str]:
    """Say which lines of `later` speak of no parcel that came of a division."""
    for stated in later:
        if not any(_is_of(stated, part, county) for part, county in parts):
            yield (
                f"What line {stated.line} of the project file states of {stated.name} is not used: no divided land of "
                "this levy is in a parcel of that number and county."
            )
