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

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, ConfigDict, StringConstraints, TypeAdapter, ValidationError

from gis.errors import MOST_PLACES_TOLD, DecisionInvalid
from gis.model.decision import Reason, Ruling
from gis.proposals.plain_yaml import read_yaml

_STRICT = ConfigDict(extra="forbid", str_strip_whitespace=True)
_UNKNOWN = "unexpected_keyword_argument"
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


_BOARD = TypeAdapter(Board)


def read_decision(path: Path) -> Board:
    """Read a decision file (YAML, and so JSON too), strictly.

    Raises
    ------
    DecisionInvalid
        It cannot be read, holds an unknown or repeated key, lacks a reason, evidence or ruling, or contradicts itself.
    """
    data = read_yaml(path, invalid)
    return board_of(data, f"the file {path.name}", path.parent)


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
        # A key that nothing reads may be anything, a name too, and is not repeated.
        faults = [
            f"{_path(fault['loc'][:-1] if fault['type'] == _UNKNOWN else fault['loc'])}: {fault['msg']}"
            for fault in error.errors(include_url=False)
        ]
        raise invalid(where, "It does not have the documented form.", _listed(faults)) from error
    named: list[tuple[str, Exclusion | Addition]] = [
        *((f"exclusions[{at}]", entry) for at, entry in enumerate(board.exclusions)),
        *((f"additions[{at}]", added) for at, added in enumerate(board.additions)),
    ]
    faults = [f"{place}: {fault}" for place, entry in named for fault in _faults(entry, folder)]
    if board.findings.benefit == "yes" and any(entry.decision is Ruling.EXCLUDE for entry in board.exclusions):
        faults.append("findings.benefit: all property is found benefited, and yet land is left out as not benefited")
    if faults:
        raise invalid(where, "It is incomplete or contradicts itself.", _listed(faults))
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


def _listed(faults: Iterable[str]) -> str:
    """Return the faults as a sentence: each once, the first hundred, and how many more."""
    once = list(dict.fromkeys(faults))
    more = len(once) - MOST_PLACES_TOLD
    return "; ".join(once[:MOST_PLACES_TOLD]) + (f"; and {more:,} more." if more > 0 else ".")


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
