"""How many residential equivalent connections has the building: as stated, by Appendix A, or as the register has it?"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from types import MappingProxyType

from gis.errors import ParameterNotInForce
from gis.model.charges import ChargeMissing
from gis.model.exact import to_fraction
from gis.model.finding import Finding
from gis.proposals.charges.bench import Bench
from gis.rules.words import quantity

TABLE = "MUK-07"
_RESERVE, _STANDBY = "MUK-08", "MUK-03"
CONTRADICTED = "Entries of the register contradict each other of the units, and nothing stands in for them."
_HOUSES = MappingProxyType({"single_family": "single_family", "duplex": "duplex"})
"""Kinds of a single building of dwellings, by the use that Appendix A calls it."""


@dataclass(frozen=True, slots=True)
class Units:
    """How many units, and what says so."""

    recs: Fraction | None
    says: str
    finding: Finding | None = None
    """What Appendix A says; null where the units are stated or entered."""
    missing: tuple[ChargeMissing, ...] = ()
    """Number of the list that the ordinance has to state."""

    @property
    def by_readings(self) -> Mapping[str, tuple[Fraction, str]]:
        """Units by the other readings of Appendix A, and what each takes differently."""
        if self.finding is None:
            return {}
        answers = {name: each for name, each in self.finding.readings.items() if each.answer is not None}
        found = {name: (Fraction(to_fraction(each.answer)), each.because) for name, each in answers.items()}
        return {name: told for name, told in found.items() if told[0] != self.recs}

    @property
    def findings(self) -> tuple[Finding, ...]:
        """The finding that the units rest on, if any."""
        return () if self.finding is None else (self.finding,)


def units_of(bench: Bench) -> Units:
    """Return the units of the building: as stated, else by its use in Appendix A, else as the register has them."""
    stated = bench.stated
    if stated.recs is not None:
        return Units(stated.recs, f"Stated: {_units(stated.recs)}.")
    use = stated.use or bench.known(TABLE, "use") or _house(bench)
    not_on_file: Units | None = None
    if use is not None and bench.has(TABLE):
        try:
            finding, _ = bench.find(TABLE, stated={"use": use, "quantity": stated.quantity})
        except ParameterNotInForce as error:
            not_on_file = Units(None, f"{error.what} {error.why}", missing=(bench.missing_number(error),))
        else:
            recs = None if finding.answer is None else Fraction(to_fraction(finding.answer))
            return Units(recs, f"Appendix A: {finding.because}", finding)
    if told_contradicts(bench):
        return Units(None, CONTRADICTED)
    told = registered(bench)
    if told is not None:
        return Units(told, f"The register has {_units(told)}.")
    return not_on_file or Units(None, "Nobody states how many residential equivalent connections the building has.")


def registered(bench: Bench) -> Fraction | None:
    """Return the units that the register has; null also where its entries contradict each other."""
    told = (bench.known(rule, "recs") for rule in (_RESERVE, _STANDBY))
    return None if told_contradicts(bench) else next((each for each in told if each is not None), None)


def told_contradicts(bench: Bench) -> bool:
    """Say whether entries of the register contradict each other of the units, so that nothing stands in for them."""
    return any(bench.contradicted(rule, "recs") for rule in (_RESERVE, _STANDBY))


def _house(bench: Bench) -> str | None:
    """Return the use of a single house: the only dwelling stated, or what the register says stands on the parcel."""
    dwellings = {kind: count for kind, count in bench.stated.dwellings.items() if count}
    if dwellings:
        ((kind, count), *more) = dwellings.items()
        return _HOUSES.get(kind) if count == 1 and not more else None
    return _HOUSES.get(str(bench.known("MUK-06", "user")))


def _units(recs: Fraction) -> str:
    return f"{quantity(recs, 4)} residential equivalent connection{'' if recs == 1 else 's'}"
