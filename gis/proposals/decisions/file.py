"""What does a board's decision file say: findings, land proposed to be left out or taken in, and the rulings?

    findings:
      necessary: yes          # yes, no or partly; leave out what is not found yet
      welfare: yes
      benefit: partly
    exclusions:               # land proposed to be left out as not benefited
      - parcels: ["002-0814-1641-005", "002-0814-1641-006, Jefferson"]
        reason: cannot_be_served
        evidence: Grade study of May 4, plate 2
        decision: exclude     # exclude, keep or undecided
        because: No main can reach these lots by gravity.
      - name: North strip
        polygon: strip.geojson        # a file beside this one, or GeoJSON written here
        reason: no_building
        evidence: Wetland inventory, sheet 7
        decision: undecided
    additions:                # other territory to be taken in at a continued hearing
      - name: Mill Lane
        polygon: {type: Polygon, coordinates: [...]}
        because: Its wells failed in March.

Text is shown as it is written, on maps too: name no person in it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Literal

import yaml
from pydantic import BeforeValidator, ConfigDict, StringConstraints, TypeAdapter, ValidationError

from gis.errors import DecisionInvalid
from gis.model.decision import Reason, Ruling

_STRICT = ConfigDict(extra="forbid", str_strip_whitespace=True)
_WORDS_OF_TRUTH = {True: "yes", False: "no"}

Text = Annotated[str, StringConstraints(min_length=1, max_length=500)]
# YAML takes a bare yes for a truth value.
Found = Annotated[
    Literal["yes", "no", "partly"],
    BeforeValidator(lambda value: _WORDS_OF_TRUTH[value] if isinstance(value, bool) else value),
]


@dataclass(frozen=True, slots=True)
class Findings:
    """What the board found (60.71(6)(b)); null is not found yet."""

    __pydantic_config__ = _STRICT

    necessary: Found | None = None
    welfare: Found | None = None
    benefit: Found | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Named:
    """Land by parcel ids, or as a drawn piece with a name of its own."""

    __pydantic_config__ = _STRICT

    parcels: tuple[Text, ...] = ()
    name: Text | None = None
    polygon: dict[str, Any] | Text | None = None
    """GeoJSON, or the name of a file beside the decision file."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Exclusion(Named):
    """Land proposed to be left out, and the ruling."""

    __pydantic_config__ = _STRICT

    reason: Reason
    evidence: Text
    decision: Literal[Ruling.EXCLUDE, Ruling.KEEP, Ruling.UNDECIDED]
    because: Annotated[str, StringConstraints(max_length=500)] = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Addition(Named):
    """Other territory that the board would take in."""

    __pydantic_config__ = _STRICT

    evidence: Annotated[str, StringConstraints(max_length=500)] = ""
    because: Text


@dataclass(frozen=True, slots=True)
class Board:
    """Everything that a decision file says."""

    __pydantic_config__ = _STRICT

    findings: Findings
    exclusions: tuple[Exclusion, ...] = ()
    additions: tuple[Addition, ...] = ()
    folder: Path | None = None
    """Where the files of drawn pieces lie; null where none may be named."""


class _Loader(yaml.SafeLoader):
    """YAML in which no key stands twice, so that no ruling is lost."""


def _once(loader: _Loader, node: yaml.MappingNode) -> dict[Any, Any]:
    seen: set[str] = set()
    for key, _ in node.value:
        if key.value in seen:
            line = key.start_mark.line + 1
            raise yaml.MarkedYAMLError(problem=f"the key {key.value} stands twice, again in line {line}")
        seen.add(str(key.value))
    found: dict[Any, Any] = loader.construct_mapping(node, deep=True)
    return found


_Loader.add_constructor(yaml.resolver.BaseResolver.DEFAULT_MAPPING_TAG, _once)
_BOARD = TypeAdapter(Board)


def read_decision(path: Path) -> Board:
    """Read a decision file (YAML, and so JSON too), strictly.

    Raises
    ------
    DecisionInvalid
        It cannot be read, holds an unknown or repeated key, lacks a reason, evidence or ruling, or contradicts itself.
    """
    where = f"the file {path.name}"
    try:
        # The loader is a SafeLoader: it makes plain data only.
        data = yaml.load(path.read_text("utf-8"), Loader=_Loader)  # noqa: S506
    except OSError as error:
        raise invalid(where, "It cannot be read.", f"The system says: {error.strerror}.") from error
    except UnicodeDecodeError as error:
        raise invalid(where, "It is not UTF-8 text.", f"Byte {error.start} is none.") from error
    except yaml.MarkedYAMLError as error:
        if error.problem_mark is not None:
            where = f"{where}, line {error.problem_mark.line + 1}"
        raise invalid(where, "It is not YAML.", f"{error.problem or error.context}.") from error
    except yaml.YAMLError as error:
        raise invalid(where, "It is not YAML.", f"{str(error).splitlines()[0]}.") from error
    return board_of(data, where, path.parent)


def board_of(data: object, where: str, folder: Path | None = None) -> Board:
    """Read a decision that was parsed already; without a folder, drawn pieces must be written as GeoJSON.

    Raises
    ------
    DecisionInvalid
        See `read_decision`.
    """
    if not isinstance(data, Mapping) or "folder" in data:
        raise invalid(where, "It holds no decision.", "The keys are findings, exclusions and additions.")
    try:
        board = _BOARD.validate_python({**data, "folder": folder})
    except ValidationError as error:
        faults = [f"{_path(fault['loc'])}: {fault['msg']}" for fault in error.errors(include_url=False)]
        raise invalid(where, "It does not have the documented form.", f"{'; '.join(dict.fromkeys(faults))}.") from error
    named: list[tuple[str, Exclusion | Addition]] = [
        *((f"exclusions[{at}]", entry) for at, entry in enumerate(board.exclusions)),
        *((f"additions[{at}]", added) for at, added in enumerate(board.additions)),
    ]
    faults = [f"{place}: {fault}" for place, entry in named for fault in _faults(entry, folder)]
    if board.findings.benefit == "yes" and any(entry.decision is Ruling.EXCLUDE for entry in board.exclusions):
        faults.append("findings.benefit: all property is found benefited, and yet land is left out as not benefited")
    if faults:
        raise invalid(where, "It is incomplete or contradicts itself.", f"{'; '.join(faults)}.")
    return board


def _faults(entry: Exclusion | Addition, folder: Path | None) -> list[str]:
    faults = []
    if bool(entry.parcels) == (entry.polygon is not None):
        faults.append("either parcels or a polygon must be given")
    if entry.polygon is not None and entry.name is None:
        faults.append("a polygon needs a name")
    if isinstance(entry.polygon, str) and (folder is None or Path(entry.polygon).name != entry.polygon):
        faults.append("the polygon must be GeoJSON, or the plain name of a file beside the decision file")
    if isinstance(entry, Exclusion) and not entry.because and entry.decision is not Ruling.UNDECIDED:
        faults.append("because must give the board's reasons")
    return faults


def _path(location: tuple[int | str, ...]) -> str:
    """Write a place as exclusions[2].reason, without the names of types tried there."""
    text = ""
    for step in location:
        if isinstance(step, int):
            text += f"[{step}]"
        elif step.isidentifier():
            text += f".{step}" if text else step
    return text or "the file"


def invalid(where: str, what: str, why: str) -> DecisionInvalid:
    """Return the error of a decision that cannot be used."""
    return DecisionInvalid(
        what=what,
        where=where,
        why=why,
        next="Compare it with `townline decide --help`, which shows a whole decision file.",
    )
