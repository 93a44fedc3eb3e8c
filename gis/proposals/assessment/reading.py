"""How is a project file read: cost, basis, place and days; the parcels are read beside it?"""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from types import MappingProxyType
from typing import get_args

import yaml

from gis.errors import LawFileInvalid
from gis.law.strict_yaml import line_of
from gis.model.assessment import Carries, CostLine
from gis.model.facts.assessment import Basis, LevyingBody, Purpose
from gis.proposals.assessment.project import (
    Along,
    AverageRate,
    Benefit,
    Hearing,
    Limits,
    MaxLot,
    NamedLand,
    Project,
    Railroad,
    ServiceArea,
)
from gis.proposals.assessment.project_yaml import ProjectYaml
from gis.proposals.assessment.reading_parcels import ParcelReader
from gis.proposals.assessment.reading_rates import RateReader
from gis.rules.words import dollars

_NEEDED = ("id", "title", "body", "purpose", "levied", "costs", "basis")
_ALLOWED = (
    *("grants", "along", "benefited", "service_area", "average_rates", "farmland", "exempt_carried_by", "railroad"),
    *("hearing", "parcels", "later"),
)
_BASES: tuple[Basis, ...] = get_args(Basis)
_LISTED = NamedLand("listed")
_ONE = Fraction(1)
_DAYS = {"date": "the hearing", "published": "published", "mailed": "mailed", "resolution": "resolution"}
"""Days of the proceeding, and how a fault in one names it."""
_NO_BODY: tuple[LevyingBody, str] = "town", ""
_NO_LINES: tuple[CostLine, ...] = ()
_NO_RATES: tuple[AverageRate, ...] = ()
_NO_PORTIONS: Mapping[Basis, Fraction] = MappingProxyType({})


def read_project(content: bytes | str, file: str) -> Project:
    """Read a project file strictly.

    Parameters
    ----------
    content
        YAML, UTF-8.
    file
        Name of the file, for errors.

    Returns
    -------
    Project
        Dollars in whole cents, all numbers exact.

    Raises
    ------
    ProjectInvalid
        It is no plain YAML, has unknown, doubled or missing keys, amounts that are negative or have parts of a cent,
        grants above the cost, portions that do not sum to one, a parcel listed twice or one of no land, days that
        cannot stand together. Each fault is told with its line.
    """
    source = ProjectYaml(file)
    try:
        root = source.root(content)
        parts = source.parts(root, "the project", needed=_NEEDED, allowed=_ALLOWED)
    except LawFileInvalid as error:
        raise source.unreadable(error) from error
    project = _Reader(source).read(parts, line_of(root))
    source.raise_faults()
    return project


@dataclass(frozen=True, slots=True)
class _Reader:
    source: ProjectYaml

    def read(self, parts: Mapping[str, yaml.Node], line: int) -> Project:
        kept = self.source.kept
        body_kind, body = kept(self._body, parts.get("body"), "body", _NO_BODY)
        levied = kept(self.source.day, parts.get("levied"), "levied", dt.date.max)
        reader = ParcelReader(self.source, levied)
        purposes: tuple[Purpose, ...] = get_args(Purpose)
        carriers: tuple[Carries, ...] = get_args(Carries)
        no_area: ServiceArea | None = None
        no_lot: MaxLot | None = None
        no_along: Along | None = None
        no_railroad: Railroad | None = None
        project = Project(
            file=self.source.file,
            id=kept(self.source.text, parts.get("id"), "id", ""),
            title=kept(self.source.text, parts.get("title"), "title", ""),
            body=body,
            body_kind=body_kind,
            purpose=kept(
                lambda node, what: self.source.one_of(purposes, node, what), parts.get("purpose"), "purpose", "other"
            ),
            levied=levied,
            costs=kept(self._lines, parts.get("costs"), "costs", _NO_LINES),
            grants=kept(self._lines, parts.get("grants"), "grants", _NO_LINES),
            basis=kept(self._basis, parts.get("basis"), "basis", _NO_PORTIONS),
            along=kept(self._along, parts.get("along"), "along", no_along),
            benefited=kept(self._benefited, parts.get("benefited"), "benefited", _LISTED),
            service_area=kept(
                lambda node, what: self._service_area(node, what, levied),
                parts.get("service_area"),
                "service_area",
                no_area,
            ),
            average_rates=kept(RateReader(self.source).rates, parts.get("average_rates"), "average_rates", _NO_RATES),
            max_lot=kept(self._farmland, parts.get("farmland"), "farmland", no_lot),
            carried_by=kept(
                lambda node, what: self.source.one_of(carriers, node, what),
                parts.get("exempt_carried_by"),
                "exempt_carried_by",
                "others",
            ),
            hearing=kept(self._hearing, parts.get("hearing"), "hearing", Hearing()),
            railroad=kept(self._railroad, parts.get("railroad"), "railroad", no_railroad),
            parcels=reader.listed(parts.get("parcels")),
            later=reader.later(parts.get("later")),
        )
        self._refuse_together(project, parts, line)
        return project

    def _body(self, node: yaml.Node, what: str) -> tuple[LevyingBody, str]:
        kinds: tuple[LevyingBody, ...] = get_args(LevyingBody)
        parts = self.source.parts(node, what, needed=("kind", "name"))
        if "kind" not in parts or "name" not in parts:
            return _NO_BODY
        return self.source.one_of(kinds, parts["kind"], "kind of body"), self.source.text(parts["name"], "its name")

    def _lines(self, node: yaml.Node, what: str) -> tuple[CostLine, ...]:
        items = self.source.sequence(node, what, "Write each line as what and dollars.")
        return tuple(
            line for item in items for line in self.source.kept(self._line, item, f"a line of {what}", _NO_LINES)
        )

    def _line(self, node: yaml.Node, what: str) -> tuple[CostLine, ...]:
        parts = self.source.parts(node, what, needed=("what", "dollars"))
        if "what" not in parts or "dollars" not in parts:
            return ()
        name = self.source.text(parts["what"], what)
        return (CostLine(name, self.source.dollars(parts["dollars"], f"{name} ({what})")),)

    def _basis(self, node: yaml.Node, what: str) -> Mapping[Basis, Fraction]:
        if isinstance(node, yaml.ScalarNode):
            return {self.source.one_of(_BASES, node, what): _ONE}
        items = self.source.items(node, what)
        found = {
            self.source.one_of(_BASES, key, what): self.source.positive(value, f"the portion of {key.value}")
            for key, value in items
        }
        total = sum(found.values(), Fraction(0))
        if total != _ONE:
            self.source.refuse(
                line_of(node),
                "The portions of the mix do not sum to 1.",
                f"They sum to {float(total):g}, so that a part of the cost would be spread twice or not at all.",
                "Write portions such as frontage: 0.5 and area: 0.5.",
            )
        return found

    def _along(self, node: yaml.Node, what: str) -> Along | None:
        parts = self.source.parts(node, what, needed=(), allowed=("mains", "streets", "line"))
        if len(parts) != 1:
            self.source.refuse(
                line_of(node),
                "The project does not lie along one thing.",
                "Front is measured along mains, along streets, or along a line that is drawn.",
                "Give one of mains, streets and line.",
            )
        return Along(
            mains=self.source.texts(parts["mains"], "mains") if "mains" in parts else (),
            streets=self.source.texts(parts["streets"], "streets") if "streets" in parts else (),
            line=self.source.text(parts["line"], "line") if "line" in parts else None,
        )

    def _benefited(self, node: yaml.Node, what: str) -> NamedLand:
        if isinstance(node, yaml.ScalarNode):
            words: tuple[Benefit, ...] = ("listed", "along")
            return NamedLand(self.source.one_of(words, node, what))
        kinds: tuple[Benefit, ...] = ("district", "service_area", "area")
        return self._land(node, what, kinds)

    def _land(self, node: yaml.Node, what: str, kinds: tuple[Benefit, ...] | tuple[Limits, ...]) -> NamedLand:
        items = self.source.items(node, what)
        kind = self.source.one_of(kinds, items[0][0], what)
        if len(items) > 1:
            self.source.refuse(line_of(items[1][0]), f"{what} names two lands.", "Only one can be meant.", "Keep one.")
        return NamedLand(kind, self.source.text(items[0][1], f"{kind} of {what}"))

    def _service_area(self, node: yaml.Node, what: str, levied: dt.date) -> ServiceArea | None:
        parts = self.source.parts(node, what, needed=("name", "first_levy"), allowed=("limits",))
        name = self.source.kept(self.source.text, parts.get("name"), f"name of {what}", "")
        first = self.source.kept(self._day_or_unknown, parts.get("first_levy"), "first_levy", None)
        if first is not None and first > levied:
            self.source.refuse(
                line_of(parts["first_levy"]),
                f"The first levy, {first.isoformat()}, is after this levy.",
                "This levy would then be the first in the service area.",
                "Mend the day, or that of this levy.",
            )
        limits = self.source.kept(self._limits, parts.get("limits"), f"limits of {what}", _LISTED)
        return ServiceArea(name, first, limits)

    def _day_or_unknown(self, node: yaml.Node, what: str) -> dt.date | None:
        is_unknown = isinstance(node, yaml.ScalarNode) and node.value == "unknown"
        return None if is_unknown else self.source.day(node, what)

    def _limits(self, node: yaml.Node, what: str) -> NamedLand:
        if isinstance(node, yaml.ScalarNode):
            words: tuple[Limits, ...] = ("listed", "layer")
            return NamedLand(self.source.one_of(words, node, what))
        kinds: tuple[Limits, ...] = ("district", "area")
        return self._land(node, what, kinds)

    def _farmland(self, node: yaml.Node, what: str) -> MaxLot | None:
        parts = self.source.parts(node, what, needed=("ordinance_max_lot",))
        if "ordinance_max_lot" not in parts:
            return None
        what = "ordinance_max_lot"
        lot = self.source.parts(parts[what], what, needed=("citation",), allowed=("acres", "frontage_ft"))
        nothing: Fraction | None = None
        return MaxLot(
            citation=self.source.kept(self.source.text, lot.get("citation"), "citation", ""),
            acres=self.source.kept(self.source.positive, lot.get("acres"), "acres", nothing),
            frontage_ft=self.source.kept(self.source.positive, lot.get("frontage_ft"), "frontage_ft", nothing),
        )

    def _hearing(self, node: yaml.Node, what: str) -> Hearing:
        parts = self.source.parts(node, what, needed=(), allowed=tuple(_DAYS))
        unset: dt.date | None = None
        days = {key: self.source.kept(self.source.day, parts.get(key), name, unset) for key, name in _DAYS.items()}
        return Hearing(**days)

    def _railroad(self, node: yaml.Node, what: str) -> Railroad | None:
        parts = self.source.parts(node, what, needed=("unit_price",), allowed=("frontages_ft", "presented", "paid"))
        if "unit_price" not in parts:
            return None
        sides: list[yaml.Node] = []
        if "frontages_ft" in parts:
            sides = self.source.sequence(parts["frontages_ft"], "fronts of the railroad", "Write one for each side.")
        unset: dt.date | None = None
        return Railroad(
            unit_price=self.source.dollars(parts["unit_price"], "The unit price of the railroad"),
            frontages_ft=tuple(self.source.positive(each, "a front of the railroad") for each in sides),
            presented=self.source.kept(self.source.day, parts.get("presented"), "presented", unset),
            paid=self.source.kept(self.source.day, parts.get("paid"), "paid", unset),
        )

    def _refuse_together(self, project: Project, parts: Mapping[str, yaml.Node], line: int) -> None:
        """Keep the faults of parts that are good by themselves; what hangs on a part with a fault is not told."""
        if self.source.faults:
            return
        if project.granted > project.total and "grants" in parts:
            self.source.fault(
                line_of(parts["grants"]),
                f"The grants, {dollars(project.granted)}, are more than the cost, {dollars(project.total)}.",
                "Nothing is left to be assessed, and nobody is paid by an assessment.",
                "Mend the grants or the costs.",
            )
        elif project.costs and project.net == 0:
            self.source.fault(
                line_of(parts.get("grants", parts["costs"])),
                "Nothing is left to be assessed.",
                "The grants pay the whole cost, or it is zero.",
                "Mend the grants or the costs.",
            )
        if project.benefited.kind == "along" and project.along is None:
            self.source.fault(
                line_of(parts["benefited"]),
                "The project lies along nothing.",
                "The parcels along it are to be benefited.",
                "Add along: with mains, streets or a line.",
            )
        if project.benefited.kind == "listed" and not any(each.benefited for each in project.parcels):
            self.source.fault(
                line_of(parts["parcels"]) if "parcels" in parts else line,
                "No parcel is benefited.",
                "A special assessment is levied on land that the work benefits.",
                "List the parcels, or write benefited: along.",
            )
