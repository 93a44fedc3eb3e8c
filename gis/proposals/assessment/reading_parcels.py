"""How are the parcels of a project file read: their measures and what people established of them?"""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Literal, TypeVar

import yaml

from gis.law.strict_yaml import line_of
from gis.layers.rows.counties import counties, fips_of_county
from gis.model.facts.assessment import LienRecorded
from gis.proposals.assessment.project import Evidence, OtherExemption, StatedParcel
from gis.proposals.assessment.project_yaml import NOTHING, STRING, ProjectYaml
from gis.units import SQFT_PER_ACRE

_MEASURES = ("units", "frontage_ft", "area_sqft", "area_acres", "sides", "assessable_frontage_ft", "assessable_units")
_YES_NO = (
    *("farmland_eligible", "camp_501c3", "camp_wisconsin", "camp_mainly_children", "connected_structure"),
    *("lien_describes_exemption", "part_only", "exclusive_use"),
)
_DAYS = ("connected", "divided", "use_stopped", "use_resumed")
_EVIDENCE = ("land", "eligible_acres", "lien_recorded", *_YES_NO, *_DAYS)
_ALLOWED = ("county", "benefited", *_MEASURES, *_EVIDENCE, "other_exemption")
_MOST_SIDES = 4

_NO_PARCELS: tuple[StatedParcel, ...] = ()

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class ParcelReader:
    """Reads the lists parcels and later of a project that is levied on a day."""

    source: ProjectYaml
    levied: dt.date

    def listed(self, node: yaml.Node | None) -> tuple[StatedParcel, ...]:
        """Return the parcels of the list `parcels`; none where it is left out."""
        return self._list(node, "parcels", _ALLOWED)

    def later(self, node: yaml.Node | None) -> tuple[StatedParcel, ...]:
        """Return the parcels of the list `later`, which came of a division."""
        return self._list(node, "later", ("county", "exclusive_use", "use_stopped", "use_resumed"))

    def _list(self, node: yaml.Node | None, what: str, allowed: tuple[str, ...]) -> tuple[StatedParcel, ...]:
        if node is None:
            return ()
        nothing: list[yaml.Node] = []
        items = self.source.kept(
            lambda list_node, name: self.source.sequence(list_node, name, "Write each parcel as id: NUMBER."),
            node,
            what,
            nothing,
        )
        found = [
            parcel
            for item in items
            for parcel in self.source.kept(
                lambda each, name: self._parcel(each, name, allowed), item, f"a parcel of {what}", _NO_PARCELS
            )
        ]
        self._refuse_doubled(found)
        return tuple(found)

    def _refuse_doubled(self, parcels: list[StatedParcel]) -> None:
        by_id: dict[str, list[StatedParcel]] = {}
        by_name: dict[str, StatedParcel] = {}
        for each in parcels:
            alike = by_id.setdefault(each.parcel_id, [])
            same = [other for other in alike if None in (other.county, each.county) or other.county == each.county]
            # "1, Rock" as an id has the name of parcel 1 of Rock County.
            first = same[0] if same else by_name.get(each.name)
            if first is not None:
                self.source.fault(
                    each.line,
                    f"The parcel {each.name} is listed twice.",
                    f"It stands first in line {first.line}; it would be assessed twice.",
                    "Delete one of the two, or say of each in which county it lies.",
                )
            alike.append(each)
            by_name.setdefault(each.name, each)

    def _parcel(self, node: yaml.Node, what: str, allowed: tuple[str, ...]) -> tuple[StatedParcel, ...]:
        parts = self.source.parts(node, what, needed=("id",), allowed=allowed)
        if "id" not in parts:
            return ()
        parcel_id = self._id(parts["id"], what)
        what = f"parcel {parcel_id}"
        read = _Parts(self.source, parts, what)
        area = read.of("area_sqft", self.source.positive)
        acres = read.of("area_acres", self.source.positive)
        if area is not None and acres is not None:
            self.source.refuse(
                line_of(parts["area_acres"]),
                f"The area of {what} is given twice.",
                "Square feet and acres of one land say the same only when they are exact.",
                "Keep one of them.",
            )
        sides = read.of("sides", self.source.positive)
        if sides is not None and (sides.denominator != 1 or sides > _MOST_SIDES):
            self.source.refuse(
                line_of(parts["sides"]),
                f"The sides of {what} are no number from 1 to {_MOST_SIDES}.",
                "A square has four.",
                "Write on how many sides it is assessed.",
            )
        benefited = read.of("benefited", self.source.yes_no)
        found = StatedParcel(
            parcel_id=parcel_id,
            line=line_of(node),
            county=read.of("county", self._county),
            benefited=True if benefited is None else benefited,
            units=read.of("units", self.source.number),
            frontage_ft=read.of("frontage_ft", self.source.number),
            area_sqft=area if acres is None else acres * SQFT_PER_ACRE,
            sides=1 if sides is None else int(sides),
            assessable_frontage_ft=read.of("assessable_frontage_ft", self.source.number),
            assessable_units=read.of("assessable_units", self.source.number),
            evidence=self._evidence(read),
            other_exemption=read.of("other_exemption", self._other),
        )
        self._refuse_above(found)
        return (found,)

    def _id(self, node: yaml.Node, what: str) -> str:
        """Return a number of a parcel as it is written: 012-3 and 12 alike are text, and null is none."""
        if not isinstance(node, yaml.ScalarNode) or node.tag in (STRING, NOTHING):
            found = self.source.text(node, f"id of {what}")
        else:
            found = str(node.value).strip()
        if not found.isprintable():
            self.source.refuse(
                line_of(node),
                f"The id of {what} has characters that cannot be seen, such as a line break.",
                "On a notice it could not be told from the id of another parcel.",
                "Write it as the roll does.",
            )
        return found

    def _county(self, node: yaml.Node, what: str) -> str:
        """Return a county in its one spelling, so that one parcel cannot stand twice under two."""
        said = self.source.text(node, what)
        found = counties().get(fips_of_county(said) or "")
        if found is None:
            self.source.refuse(
                line_of(node),
                f"{what[:1].upper()}{what[1:]} is no county of Wisconsin.",
                "Parcels of one number are told apart by the county.",
                "Write its name, such as Rock, or delete it where the number is of one county.",
            )
        return found

    def _evidence(self, read: _Parts) -> Evidence:
        words: tuple[Literal["farmland", "camp"], ...] = ("farmland", "camp")
        known = {name: read.of(name, self.source.yes_no_unknown) for name in _YES_NO}
        days = {name: read.of(name, self.source.day) for name in _DAYS}
        facts: dict[str, Any] = {**known, **days, "unknown": tuple(sorted(filter(read.says_unknown, _YES_NO)))}
        if days["use_stopped"] and days["use_resumed"] and days["use_resumed"] <= days["use_stopped"]:
            self.source.fault(
                read.line("use_resumed"),
                f"The use of {read.what} resumed before it stopped.",
                "A use that never stopped cannot be taken up again.",
                "Mend one of the two days.",
            )
        if days["connected"] is not None and known["connected_structure"] is False:
            self.source.fault(
                read.line("connected"),
                f"A structure of {read.what} is said to be connected, and not to be.",
                "A day of connection is given beside connected_structure: no.",
                "Keep the one that is so.",
            )
        return Evidence(
            land_kind=read.of("land", lambda node, what: self.source.one_of(words, node, what)),
            eligible_acres=read.of("eligible_acres", self.source.number),
            lien_recorded=read.of("lien_recorded", self._lien),
            **facts,
        )

    def _lien(self, node: yaml.Node, what: str) -> LienRecorded:
        if isinstance(node, yaml.ScalarNode) and node.value == "never":
            return "never"
        return self.source.day(node, what)

    def _other(self, node: yaml.Node, what: str) -> OtherExemption | None:
        parts = self.source.parts(node, what, needed=("citation", "why"))
        if set(parts) != {"citation", "why"}:
            return None
        return OtherExemption(
            self.source.text(parts["citation"], f"citation of {what}"), self.source.text(parts["why"], f"why of {what}")
        )

    def _refuse_above(self, parcel: StatedParcel) -> None:
        """Keep the faults of a part that is larger than its whole."""
        eligible = parcel.evidence.eligible_acres
        pairs = (
            ("eligible land", None if eligible is None else eligible * SQFT_PER_ACRE, parcel.area_sqft),
            ("assessable front", parcel.assessable_frontage_ft, parcel.frontage_ft),
            ("assessable units", parcel.assessable_units, parcel.units),
        )
        for words, part, whole in pairs:
            if part is not None and whole is not None and part > whole:
                self.source.fault(
                    parcel.line,
                    f"Parcel {parcel.name} is said to have more {words} than it has in all.",
                    "A part cannot be larger than the whole.",
                    "Mend one of the two numbers.",
                )


@dataclass(frozen=True, slots=True)
class _Parts:
    """The known keys of one parcel."""

    source: ProjectYaml
    parts: Mapping[str, yaml.Node]
    what: str

    def of(self, key: str, read: Callable[[yaml.Node, str], T | None]) -> T | None:
        """Return what a key says; null where it is left out or has a fault, which is kept."""
        nothing: T | None = None
        return self.source.kept(read, self.parts.get(key), f"{key} of {self.what}", nothing)

    def says_unknown(self, key: str) -> bool:
        """Say whether a key is there and says that nobody knows."""
        node = self.parts.get(key)
        return isinstance(node, yaml.ScalarNode) and bool(node.value == "unknown")

    def line(self, key: str) -> int:
        """Return the line of a key that is there."""
        return line_of(self.parts[key])
