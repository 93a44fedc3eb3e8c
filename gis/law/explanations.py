"""How is each rule explained: requirement, interpretation, readings, facts, and what it does not decide?

One YAML file a rule stands in gis/law/explained, read as strictly as the values of the law; what several rules share,
such as the counting of days, stands once in gis/law/explained/common. What a rule asks, its citation and its version
are the rule's own and are not repeated there.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache, partial
from importlib import resources
from importlib.resources.abc import Traversable
from types import MappingProxyType
from typing import TypeVar

import yaml

from gis.law.strict_yaml import StrictYaml, line_of
from gis.model.law import FactNeeded, OutsideSource, Requirement

_RULE = re.compile(r"[A-Z]+-[0-9]{2,3}|WIS-[0-9]+\.[0-9]+")
"""A rule of the five texts, or a general one named after its section of the statutes."""
_SUFFIX = ".yaml"
_SHARED = ("readings", "facts", "parameters", "not_decided", "outside")
"""What a common part may hold; a rule takes it in with its own."""

E = TypeVar("E", bound=StrEnum)
T = TypeVar("T")


class FactUnit(StrEnum):
    """The closed list of what a fact can be, in words."""

    YES_NO = "yes or no"
    DATE = "date"
    DATES = "list of dates"
    NAME = "name"
    NAMES = "list of names"
    COUNT = "count"
    YEAR = "year"
    YEARS = "years"
    USD = "US dollars"
    FRACTION = "fraction from 0 to 1"
    FT = "US survey feet"
    SQFT = "square feet"
    ACRES = "acres"
    SQMI = "square miles"
    GPD = "gallons per day"
    MG_L = "milligrams per liter"
    GAL = "gallons"
    KGAL = "thousands of gallons"
    PH = "pH"
    CHOICE = "one of a list"
    TABLE = "table"


class Confidence(StrEnum):
    """How sure a source outside the five texts is."""

    HIGH = "High"
    MED_HIGH = "Med-High"
    MED = "Med"
    LOW = "Low"


@dataclass(frozen=True, slots=True)
class Explanation:
    """What the file of one rule says."""

    rule: str
    requirement: tuple[Requirement, ...]
    interpretation: str
    readings: Mapping[str, str]
    facts: tuple[FactNeeded, ...]
    parameters: tuple[str, ...]
    """Names of the values of the law that the rule uses."""
    not_decided: tuple[str, ...]
    outside: tuple[OutsideSource, ...]


@cache
def load_explanations() -> Mapping[str, Explanation]:
    """Return the explanations that are packaged with Townline, by rule id, read once.

    Raises
    ------
    LawFileInvalid
        A packaged file breaks the schema.

    Examples
    --------
    >>> load_explanations()["TSD-09"].requirement[0].citation
    'Wis. Stat. 60.71(5)(a)'
    """
    folder = resources.files("gis.law") / "explained"

    def files(place: Traversable) -> dict[str, bytes | str]:
        return {item.name: item.read_bytes() for item in place.iterdir() if item.name.endswith(_SUFFIX)}

    return read_explanations(files(folder), files(folder / "common"))


def read_explanations(
    files: Mapping[str, bytes | str], common: Mapping[str, bytes | str] = MappingProxyType({})
) -> Mapping[str, Explanation]:
    """Read explanations strictly; nothing unknown, repeated or unsourced passes.

    Parameters
    ----------
    files
        Name of each rule's file and its content, UTF-8. A file is named after its rule.
    common
        The same of the parts that rules take in with the key `with`.

    Raises
    ------
    LawFileInvalid
        A file is not plain YAML, has an unknown or duplicate key, lacks a citation, a date or another part, names a
        unit or a confidence outside the list, explains a name twice, takes in a part that is not there, or is not
        named after its rule. File and line are named.
    """
    shared = {
        name.removesuffix(_SUFFIX): _ExplanationFile(StrictYaml(name), {}).part(common[name]) for name in sorted(common)
    }
    found = (_ExplanationFile(StrictYaml(name), shared).read(files[name]) for name in sorted(files))
    return MappingProxyType({explanation.rule: explanation for explanation in found})


@dataclass(frozen=True, slots=True)
class _Part:
    """What a rule's own file and a common one alike may say."""

    readings: Mapping[str, str]
    facts: tuple[FactNeeded, ...]
    parameters: tuple[str, ...]
    not_decided: tuple[str, ...]
    outside: tuple[OutsideSource, ...]


@dataclass(frozen=True, slots=True)
class _ExplanationFile:
    """Reads the explanation of one rule, or a part that several share."""

    source: StrictYaml
    common: Mapping[str, _Part]

    def read(self, content: bytes | str) -> Explanation:
        needed = ("rule", "requirement", "interpretation", "facts", "not_decided")
        allowed = ("with", *(key for key in _SHARED if key not in needed))
        parts = self.source.mapping(self.source.root(content), "the file", needed=needed, allowed=allowed)
        taken = parts.get("with")
        all_parts = [self._part(parts), *self._taken_in(taken)]
        once = partial(self._once, line=1 if taken is None else line_of(taken))
        return Explanation(
            rule=self._rule(parts["rule"]),
            requirement=self._list(parts["requirement"], "requirement", self._requirement),
            interpretation=self.source.text(parts["interpretation"], "interpretation"),
            readings=MappingProxyType(dict(once([pair for part in all_parts for pair in part.readings.items()]))),
            facts=tuple(fact for _, fact in once([(fact.name, fact) for part in all_parts for fact in part.facts])),
            parameters=tuple(
                name for name, _ in once([(name, None) for part in all_parts for name in part.parameters])
            ),
            not_decided=tuple(sentence for part in all_parts for sentence in part.not_decided),
            outside=tuple(source for part in all_parts for source in part.outside),
        )

    def part(self, content: bytes | str) -> _Part:
        return self._part(self.source.mapping(self.source.root(content), "the file", needed=(), allowed=_SHARED))

    def _part(self, parts: Mapping[str, yaml.Node]) -> _Part:
        facts = self.source.items(parts["facts"], "facts") if "facts" in parts else []
        return _Part(
            readings=self._readings(parts.get("readings")),
            facts=tuple(self._fact(key, node) for key, node in facts),
            parameters=self._names(parts.get("parameters")),
            not_decided=self._list(parts.get("not_decided"), "not_decided", self.source.text),
            outside=self._list(parts.get("outside"), "outside", self._outside),
        )

    def _taken_in(self, node: yaml.Node | None) -> list[_Part]:
        found = []
        for name in self._list(node, "with", self.source.text):
            if name not in self.common:
                self.source.refuse(
                    1 if node is None else line_of(node),
                    f"There is no common part {name}.",
                    f"Known are {', '.join(self.common) or 'none'}.",
                    "Take one of the list, or write the part first.",
                )
            found.append(self.common[name])
        return found

    def _once(self, named: list[tuple[str, T]], line: int) -> list[tuple[str, T]]:
        names = [name for name, _ in named]
        for i, name in enumerate(names):
            if name in names[:i]:
                self.source.refuse(
                    line,
                    f"{name} is explained twice.",
                    "It stands in the file, or a part that it takes in, and in another such part.",
                    "Delete one of the two.",
                )
        return named

    def _rule(self, node: yaml.Node) -> str:
        rule = self.source.text(node, "rule")
        if not _RULE.fullmatch(rule) or self.source.file != f"{rule}.yaml":
            self.source.refuse(
                line_of(node),
                f"{rule!r} is not the rule after which the file is named.",
                "A file explains one rule and bears its id, so that none is explained twice.",
                "Write the id, such as TSD-02 in TSD-02.yaml.",
            )
        return rule

    def _list(self, node: yaml.Node | None, what: str, one: Callable[[yaml.Node, str], T]) -> tuple[T, ...]:
        if node is None:
            return ()
        items = self.source.sequence(node, f"items of {what}", "Write each item after a hyphen.")
        return tuple(one(item, what) for item in items)

    def _requirement(self, node: yaml.Node, what: str) -> Requirement:
        parts = self.source.mapping(node, what, needed=("from", "citation", "says"))
        return Requirement(
            holds_from=self.source.date(parts["from"], what),
            citation=self.source.text(parts["citation"], f"citation of {what}"),
            says=self.source.text(parts["says"], f"says of {what}"),
        )

    def _outside(self, node: yaml.Node, what: str) -> OutsideSource:
        parts = self.source.mapping(node, what, needed=("citation", "confidence", "says"))
        return OutsideSource(
            citation=self.source.text(parts["citation"], f"citation of {what}"),
            confidence=self._one_of(Confidence, parts["confidence"], f"confidence of {what}"),
            says=self.source.text(parts["says"], f"says of {what}"),
        )

    def _readings(self, node: yaml.Node | None) -> Mapping[str, str]:
        if node is None:
            return MappingProxyType({})
        items = self.source.items(node, "readings")
        return MappingProxyType({key.value: self.source.text(says, f"reading {key.value}") for key, says in items})

    def _fact(self, key: yaml.ScalarNode, node: yaml.Node) -> FactNeeded:
        what = f"fact {key.value}"
        parts = self.source.mapping(node, what, needed=("unit", "says"))
        return FactNeeded(
            name=key.value,
            unit=self._one_of(FactUnit, parts["unit"], f"unit of {what}"),
            says=self.source.text(parts["says"], f"says of {what}"),
        )

    def _names(self, node: yaml.Node | None) -> tuple[str, ...]:
        lines: dict[str, int] = {}

        def one(item: yaml.Node, what: str) -> str:
            name = self.source.text(item, what)
            if name in lines:
                self.source.refuse(
                    line_of(item),
                    f"The value {name} stands twice.",
                    f"It stands first in line {lines[name]}.",
                    "Delete one of the two lines.",
                )
            lines[name] = line_of(item)
            return name

        return self._list(node, "parameters", one)

    def _one_of(self, choices: type[E], node: yaml.Node, what: str) -> E:
        text = self.source.text(node, what)
        try:
            return choices(text)
        except ValueError:
            self.source.refuse(
                line_of(node),
                f"{text!r} is no {what}.",
                f"It comes from a closed list: {', '.join(choices)}.",
                "Take one of the list.",
            )
