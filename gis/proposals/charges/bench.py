"""How does a rule become a charge: facts by whom they go first, the amount or why it is open, and what is missing?"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from gis.errors import ParameterNotInForce
from gis.law.parameters import Parameters
from gis.model.charges import Charge, ChargeMissing, ChargeReading, ChargesStated, Event, HowOften
from gis.model.finding import Finding, State
from gis.model.jsonio import adapter
from gis.model.ordinance import AdoptedFigure, FigureName, Ordinance
from gis.proposals.charges.citing import cited
from gis.proposals.charges.lineage import Division
from gis.proposals.charges.place import ParcelPlace
from gis.proposals.charges.told import Told
from gis.proposals.charges.where_stated import figure_amount, figure_words, missing_facts, missing_figure
from gis.rules.registry import RULES, judge
from gis.rules.words import day_words

Facts = Mapping[str, Any]
_KNOWN = frozenset({State.PASS, State.FAIL, State.WITHIN_TOLERANCE, State.NOT_APPLICABLE})
"""States in which the answer of a rule of charges is the amount."""


@dataclass(frozen=True, slots=True)
class Due:
    """What a charge is called, and how often and when it is paid."""

    name: str
    how_often: HowOften
    when: str


@dataclass(frozen=True, slots=True)
class Bench:
    """One ordinance before one parcel on one event."""

    ordinance: Ordinance
    parameters: Parameters
    event: Event
    place: ParcelPlace
    register: Told
    """What people established of the parcel."""
    stated: ChargesStated
    own: frozenset[str] = frozenset()
    """Numbers that the ordinance's file states for itself."""
    division: Division | None = None
    """That the parcel was divided from another, as the rolls on file show."""
    kind: str | None = None
    """What the map tells to stand on the parcel: single_family, duplex, multifamily or nonresidential."""
    kind_says: str = ""
    annexed: bool = False
    """Whether the parcel is taken to be annexed to the ordinance's district."""

    @property
    def told(self) -> Mapping[str, Facts]:
        """Facts of the register, by rule; absent where nobody entered any."""
        return self.register.facts

    @property
    def user(self) -> str | None:
        """Kind of user: as the register has it, else as the map tells."""
        if self.contradicted("MUK-06", "user"):
            return None
        told: str | None = self.known("MUK-06", "user")
        return told or self.kind

    @property
    def date(self) -> dt.date:
        """Day of the question."""
        return self.parameters.date

    @property
    def figure_day(self) -> dt.date:
        """Day of which figures are taken: that of the statement, of a bill that was issued; else of the question."""
        return self.stated.issued or self.date

    @property
    def replaces_same(self) -> bool:
        """Whether a building of the same size and use replaces one, as stated, else as the register has it."""
        stated = self.stated.replaces_same
        return bool(self.known("MUK-18", "replaces_same") if stated is None else stated)

    @property
    def of_permit(self) -> Bench:
        """With text and figures of the day of the permit that is stated; else of the question.

        A building permit on record says nothing of the day: a house can stand for years before it is connected.
        """
        return self.on(self.stated.permit_date or self.date)

    def on(self, day: dt.date) -> Bench:
        """Return the same with text and figures of another day."""
        return replace(self, parameters=self.parameters.law.parameters(day))

    @property
    def by(self) -> str:
        """Who charges."""
        return self.ordinance.place_name or next(iter(self.place.places), self.ordinance.title)

    def has(self, rule: str) -> bool:
        """Say whether the ordinance charges by a rule."""
        return rule in self.ordinance.charges.rules

    def figure(self, name: FigureName) -> AdoptedFigure | None:
        """Return the figure that the body set for the day; none of another day."""
        return self.ordinance.charges.figure(name, self.figure_day)

    def value(self, name: FigureName) -> Fraction | None:
        """Return the value of a figure on the day."""
        found = self.figure(name)
        return None if found is None else found.value

    def figure_said(self, name: FigureName) -> str:
        """Say which figure is used and who set it, or on which days there is one."""
        found = self.figure(name)
        words = figure_words(name)
        if found is not None:
            amount = figure_amount(name, found.value)
            return f"The {words} is {amount} from {day_words(found.holds_from)}, by {found.source}."
        others = [each for each in self.ordinance.charges.figures if each.name == name]
        if not others:
            return f"The ordinance file states no {words}."
        days = " and ".join(_days(each) for each in others)
        return (
            f"No {words} is on file for {day_words(self.figure_day)}: on file is one {days}, and none of another day "
            "is used."
        )

    def known(self, rule: str, fact: str) -> Any:  # noqa: ANN401 - a fact of any type
        """Return what the register tells a rule of a fact; null where nobody entered it."""
        return self.told.get(rule, {}).get(fact)

    def contradicted(self, rule: str, fact: str) -> bool:
        """Say whether entries of the register contradict each other of a fact, so that nothing stands in for it."""
        told = self.told.get(rule, {})
        return fact in told and told[fact] is None

    def missing_number(self, error: ParameterNotInForce) -> ChargeMissing:
        """Return the number of the text that is missing for the day, and where to write it."""
        return ChargeMissing(
            f"the number of the text for {day_words(self.date)}",
            f"ordinance file: parameters, {error.parameter}, with its day",
        )

    def facts(self, rule: str, by_map: Facts | None = None, stated: Facts | None = None) -> Any:  # noqa: ANN401 - of any rule
        """Return the facts of a rule: what is stated goes before the register, and that before map and figures."""
        given: dict[str, Any] = {}
        for each in (by_map or {}, self.told.get(rule, {}), stated or {}):
            given.update({name: value for name, value in each.items() if value is not None})
        return adapter(RULES[rule].facts_type).validate_python(given)

    def find(self, rule: str, by_map: Facts | None = None, stated: Facts | None = None) -> tuple[Finding, Any]:
        """Judge a rule, and return the finding with the facts that it had.

        Raises
        ------
        ParameterNotInForce
            The ordinance's text has no number for the day.
        """
        facts = self.facts(rule, by_map, stated)
        found = cited(judge(rule, facts, self.parameters), self.ordinance, self.own)
        return replace(found, subject=self.place.parcel_id), facts

    def judged(  # noqa: PLR0913 - a rule, its facts by who states them, and how its charge reads
        self,
        rule: str,
        due: Due,
        by_map: Facts | None = None,
        stated: Facts | None = None,
        *,
        readings: Iterable[str] | None = None,
        says: tuple[str, ...] = (),
    ) -> Charge:
        """Return the charge whose amount is the answer of a rule; open, with why, where it has none for the day.

        Parameters
        ----------
        rule
            A rule of the ordinance.
        due
            Name, period and day.
        by_map, stated
            Facts by map and figures, and as stated; those of the register stand between them.
        readings
            Readings whose answer is another amount of the same charge; all where it is left out.
        says
            Sentences after the rule's own.
        """
        try:
            finding, facts = self.find(rule, by_map, stated)
        except ParameterNotInForce as error:
            return self.not_in_force(due, error)
        amount = Fraction(str(finding.answer)) if finding.state in _KNOWN and isinstance(finding.answer, str) else None
        return self.charge(
            finding,
            due,
            amount,
            says=says,
            readings=tuple(_other_readings(finding, amount, readings)),
            missing=() if amount is not None else missing_facts(rule, facts),
        )

    def charge(  # noqa: PLR0913 - the parts of a charge
        self,
        finding: Finding,
        due: Due,
        amount: Fraction | None,
        *,
        says: tuple[str, ...] = (),
        readings: tuple[ChargeReading, ...] = (),
        missing: tuple[ChargeMissing, ...] = (),
        beside: tuple[Finding, ...] = (),
    ) -> Charge:
        """Return a charge by a finding."""
        return Charge(
            name=due.name,
            by=self.by,
            amount=amount,
            how_often=due.how_often,
            due=due.when,
            # A rule may say that a charge applies, and its amount be missing all the same.
            state=State.NEEDS_EVIDENCE if amount is None and finding.state in _KNOWN and missing else finding.state,
            citation=finding.citation,
            says=(finding.because, *says),
            readings=readings,
            missing=missing,
            finding=finding,
            beside=beside,
        )

    def fee(self, name: FigureName, due: Due, says: str) -> Charge:
        """Return a fee that is one figure of the ordinance, and that no rule works out."""
        found = self.figure(name)
        return Charge(
            name=due.name,
            by=self.by,
            amount=None if found is None else found.value,
            how_often=due.how_often,
            due=due.when,
            state=State.NEEDS_EVIDENCE if found is None else State.PASS,
            citation=self.ordinance.citation,
            says=(says, self.figure_said(name)),
            missing=(missing_figure(name, self.date),) if found is None else (),
        )

    def not_in_force(self, due: Due, error: ParameterNotInForce) -> Charge:
        """Return a charge that is open because the text has no number for the day."""
        return Charge(
            name=due.name,
            by=self.by,
            amount=None,
            how_often=due.how_often,
            due=due.when,
            state=State.NEEDS_EVIDENCE,
            citation=self.ordinance.citation,
            says=(error.what, error.why, "A number of another day or another municipality is not used in its place."),
            missing=(self.missing_number(error),),
        )


def _days(figure: AdoptedFigure) -> str:
    until = "" if figure.until is None else f" until {day_words(figure.until)}"
    return f"from {day_words(figure.holds_from)}{until}"


def _other_readings(finding: Finding, amount: Fraction | None, names: Iterable[str] | None) -> Iterable[ChargeReading]:
    """Yield the readings that give another amount; of an open charge those that give any."""
    allowed = None if names is None else {*names}
    for name, reading in finding.readings.items():
        if allowed is not None and name not in allowed:
            continue
        theirs = Fraction(str(reading.answer)) if isinstance(reading.answer, str) else None
        if theirs is not None and theirs != amount:
            yield ChargeReading(name, reading.because, theirs)
