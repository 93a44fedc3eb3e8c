"""How many residential equivalent connections does Appendix A give a use: Mukwonago ch. 86, the list of users?

What the list counts and in which rows stands here; every number of it stands in the law's files.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor
from types import MappingProxyType

from gis.law.parameters import Parameters
from gis.model.finding import ParameterUse
from gis.rules.words import count_of, quantity, used

ANY = ""
"""Name of the reading where the list has only one."""
PROPORTIONAL, EACH_STARTED, EACH_FULL = "proportional", "each_started", "each_full"
LOWER_BAND, UPPER_BAND = "lower_band", "upper_band"

_DWELLINGS = frozenset(
    {
        "single_family", "duplex", "multifamily", "elderly_one_bedroom", "elderly_two_bedroom",
        "assisted_one_bedroom", "assisted_two_bedroom",
    }
)  # fmt: skip
_NO_BUSINESS = _DWELLINGS | {"vacant_lot"}
"""Uses that are no commercial establishment, so that a garbage grinder adds nothing to them."""
_FIXED = (
    "single_family", "duplex", "vacant_lot", "church", "hall", "post_office", "telephone_exchange", "barber_beauty",
    "refreshment_stand", "funeral_home", "greenhouse", "medical_clinic", "fire_house", "village_office", "car_wash",
)  # fmt: skip
_EACH: Mapping[str, str] = MappingProxyType(
    {
        "hotel": "rentable units",
        "elderly_one_bedroom": "dwelling units",
        "elderly_two_bedroom": "dwelling units",
        "assisted_one_bedroom": "dwelling units",
        "assisted_two_bedroom": "dwelling units",
        "bowling_alley": "alleys",
        "nursing_home": "sleeping rooms",
        "dentist": "care stations",
        "laundromat": "washing machines",
    }
)
_STEPPED: Mapping[str, str] = MappingProxyType(
    {
        "tavern": "persons of capacity",
        "restaurant": "persons of capacity",
        "office": "employees",
        "school": "persons of capacity",
        "industrial_domestic": "full-time employees",
    }
)
_IN_BANDS = ("multifamily", "vehicle_service_garage", "retail_warehouse_shop_bank")
USES = frozenset({*_FIXED, *_EACH, *_STEPPED, *_IN_BANDS})
"""Every use that the list has."""
_GRINDER = "mukwonago_recs_garbage_grinder"


@dataclass(frozen=True, slots=True)
class Row:
    """Connections of a use whose number lies between two ends, both counted; for each counted thing, or in all."""

    recs: Fraction
    least: int = 0
    most: int | None = None
    each: bool = False

    def holds(self, count: int) -> bool:
        """Whether the number lies in the row."""
        return self.least <= count and (self.most is None or count <= self.most)

    def units(self, count: int) -> Fraction:
        """Return the connections of a number of things."""
        return self.recs * count if self.each else self.recs


@dataclass(frozen=True, slots=True)
class Entry:
    """What the list has for one use."""

    rows: tuple[Row, ...]
    uses: tuple[ParameterUse, ...]
    """Its numbers, as a finding lists them."""
    counted: str | None = None
    """What is counted, in the plural; null where the list gives one number whatever there is."""
    step: int | None = None
    """The list counts by so many of them."""

    def by_reading(self, count: int) -> dict[str, Fraction]:
        """Return the connections of a number of things by reading, the default first; none where no row holds it."""
        if self.step is not None:
            recs, steps = self.rows[0].recs, Fraction(count, self.step)
            by_steps = {PROPORTIONAL: steps, EACH_STARTED: Fraction(ceil(steps)), EACH_FULL: Fraction(floor(steps))}
            return {reading: recs * number for reading, number in by_steps.items()}
        found = [row.units(count) for row in self.rows if row.holds(count)]
        if len(found) > 1:
            return {LOWER_BAND: found[0], UPPER_BAND: found[-1]}
        return dict.fromkeys([ANY], *found) if found else {}

    def said(self, count: int) -> str:
        """Say in a clause from which part of the list the number comes."""
        if self.counted is None:
            return "the list gives one number"
        if self.step is not None:
            return f"{self._things(count)}, at {quantity(self.rows[0].recs, 4)} for each {self.step}"
        rows = [row for row in self.rows if row.holds(count)]
        each = f", at {quantity(rows[0].recs, 4)} each" if rows and rows[0].each else ""
        return f"{self._things(count)}{each}"

    def _things(self, count: int) -> str:
        """Say a number of what is counted: persons of capacity, but 1 person of capacity."""
        what, of, more = (self.counted or "").partition(" of ")
        return f"{count_of(count, what.removesuffix('s'))}{of}{more}"


@dataclass(frozen=True, slots=True)
class UnitTable:
    """Appendix A as it holds on a date, read by use: an ordinance with a list of its own need not have every row."""

    law: Parameters

    @property
    def grinder_recs(self) -> Fraction:
        """Connections that a garbage grinder adds."""
        return self.law.number(_GRINDER)

    @property
    def grinder_use(self) -> ParameterUse:
        """The number of a garbage grinder, as a finding lists it."""
        return used(self.law.get(_GRINDER))

    def entry(self, use: str | None) -> Entry | None:
        """Return what the list has for a use; null for a use that it does not have.

        Raises
        ------
        ParameterNotInForce
            The list on the date is not on file, or the ordinance does not state its own.
        """
        return None if use is None else _Reader(self.law).of_use(use)

    def has(self, use: str | None) -> bool:
        """Whether the list has a use."""
        return use in USES

    def grinder_counts(self, use: str) -> bool:
        """Whether the list adds connections for a garbage grinder in such a use."""
        return use not in _NO_BUSINESS

    def by_reading(self, use: str, count: int | None, *, garbage_grinder: bool = False) -> dict[str, Fraction]:
        """Return the connections of a use by reading, the default first.

        Parameters
        ----------
        use
            One of the uses of the list.
        count
            Dwelling units, rooms, persons of capacity, alleys, employees, care stations or machines; not negative.
            Null where the list counts nothing, or nobody knows.
        garbage_grinder
            Whether a commercial use has one.

        Returns
        -------
        dict
            Under the empty name where the list can be read in one way only. Empty where it does not list the use or
            the number, or the number is needed and not known.

        Examples
        --------
        >>> from gis.law.loader import load_law
        >>> table = unit_table(load_law().newest())
        >>> {reading: float(units) for reading, units in table.by_reading("tavern", 120).items()}
        {'proportional': 2.4, 'each_started': 3.0, 'each_full': 2.0}
        >>> table.by_reading("multifamily", 8), table.by_reading("airport", 1)
        ({'': Fraction(6, 1)}, {})
        """
        entry = self.entry(use)
        if entry is None or (count is None and entry.counted is not None):
            return {}
        more = self.grinder_recs if garbage_grinder and self.grinder_counts(use) else Fraction(0)
        return {reading: units + more for reading, units in entry.by_reading(count or 0).items()}


def unit_table(parameters: Parameters) -> UnitTable:
    """Return Appendix A under the law of a date.

    Notes
    -----
    Village of Mukwonago Code ch. 86, Appendix A, effective October 25, 1995.
    """
    return UnitTable(parameters)


@dataclass(frozen=True, slots=True)
class _Reader:
    """Reads the numbers of the list from the law."""

    law: Parameters

    def of_use(self, use: str) -> Entry | None:
        in_bands = dict(zip(_IN_BANDS, (self.multifamily, self.garage, self.retail), strict=True))
        if use in in_bands:
            return in_bands[use]()
        if use in _STEPPED:
            return self.stepped(use, _STEPPED[use])
        if use in _EACH:
            return self.entry(Row(self.recs(use), each=True), use, counted=_EACH[use])
        return self.entry(Row(self.recs(use)), use) if use in _FIXED else None

    def recs(self, row: str) -> Fraction:
        return self.law.number(_recs(row))

    def whole(self, name: str) -> int:
        return self.law.whole(f"mukwonago_{name}")

    def used(self, *names: str) -> tuple[ParameterUse, ...]:
        return tuple(used(self.law.get(name)) for name in names)

    def entry(self, row: Row, use: str, counted: str | None = None) -> Entry:
        return Entry((row,), self.used(_recs(use)), counted)

    def stepped(self, use: str, counted: str) -> Entry:
        step = self.whole(f"step_{use}")
        return Entry((Row(self.recs(use)),), self.used(f"mukwonago_step_{use}", _recs(use)), counted, step)

    def multifamily(self) -> Entry:
        least, most = self.whole("multifamily_least_units"), self.whole("multifamily_smaller_units")
        return Entry(
            (
                Row(self.recs("multifamily_smaller"), least, most, each=True),
                Row(self.recs("multifamily_larger"), most + 1, each=True),
            ),
            self.used(
                "mukwonago_multifamily_least_units",
                "mukwonago_multifamily_smaller_units",
                _recs("multifamily_smaller"),
                _recs("multifamily_larger"),
            ),
            "dwelling units",
        )

    def garage(self) -> Entry:
        edge, end = self.whole("garage_smaller_employees"), self.whole("garage_larger_employees")
        return Entry(
            (Row(self.recs("garage_smaller"), 0, edge), Row(self.recs("garage_larger"), edge, end)),
            self.used(
                "mukwonago_garage_smaller_employees",
                "mukwonago_garage_larger_employees",
                _recs("garage_smaller"),
                _recs("garage_larger"),
            ),
            "employees",
        )

    def retail(self) -> Entry:
        first, second = self.whole("retail_smaller_employees"), self.whole("retail_larger_employees")
        return Entry(
            (
                Row(self.recs("retail_smaller"), 0, first),
                Row(self.recs("retail_middle"), first, second),
                Row(self.recs("retail_larger"), second),
            ),
            self.used(
                "mukwonago_retail_smaller_employees",
                "mukwonago_retail_larger_employees",
                _recs("retail_smaller"),
                _recs("retail_middle"),
                _recs("retail_larger"),
            ),
            "employees",
        )


def _recs(row: str) -> str:
    return f"mukwonago_recs_{row}"
