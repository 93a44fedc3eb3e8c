"""What was said on a proposed district, who may be heard on it, and what did the board answer: 60.71(4)(c)?

Anybody may file comments in writing. At the hearing, owners of property within the boundary may speak. Texts and names
are never told: a comment is known by its line, a person by the owner key.
"""

from __future__ import annotations

import datetime as dt
import re
from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Literal, get_args

from gis.law.parameters import Parameters
from gis.model.config import STRICT
from gis.model.facts.decision import AppearanceFacts, OwnedParcel
from gis.model.finding import Finding, State
from gis.register.entries import Register
from gis.rules.registry import judge

RULE = "TSD-08"
About = Literal["necessity", "benefit", "other"]
ABOUT: tuple[About, ...] = get_args(About)
Kind = Literal["comment", "objection"]
KINDS: tuple[Kind, ...] = get_args(Kind)
How = Literal["writing", "hearing"]
HOW: tuple[How, ...] = get_args(How)
_OWNER = re.compile(r"(?:owner )?(\d{1,12})", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Comment:
    """What one person said, once; the texts may name people and are not shown with it."""

    line: int
    """Line of the file on which it begins."""
    who: str | None
    """Owner key ("owner 812"); null for a person who is no owner of record, or is not known to be."""
    parcels: tuple[str, ...]
    kind: Kind
    about: About
    text: str = field(repr=False)
    date: dt.date
    how: How
    answer: str = field(repr=False, default="")
    answered_on: dt.date | None = None


@dataclass(frozen=True, slots=True)
class HeardComment:
    """A comment and its standing, without its text."""

    __pydantic_config__ = STRICT

    line: int
    who: str | None
    parcels: tuple[str, ...]
    kind: Kind
    about: About
    date: dt.date
    how: How
    may_appear: bool | None
    """Whether the person owns property within the boundary (TSD-08); null where that is open, or nobody is named."""
    state: State | None
    """What TSD-08 says of the person; null where nobody is named."""
    answered_on: dt.date | None
    parcels_not_inside: tuple[str, ...]
    """Parcels that it names and that have no land within the boundary."""
    text: str | None = None
    """Only where it was asked for."""
    answer: str | None = None
    """The same."""


@dataclass(frozen=True, slots=True)
class Heard:
    """What was said on a proposed district."""

    __pydantic_config__ = STRICT

    comments: tuple[HeardComment, ...]
    findings: tuple[Finding, ...]
    """TSD-08 of each person named, by owner key."""
    unanswered: tuple[int, ...]
    """Lines of comments that the board has not answered."""
    spoke_without_being_owner: tuple[int, ...]
    """Lines of what was said at the hearing by a person of whom TSD-08 says no, or who is not named."""
    objected_for: dict[str, tuple[int, ...]]
    """Lines of the objections for each parcel, by parcel."""
    objected_for_none: tuple[int, ...]
    """Lines of objections that name no parcel."""
    not_on_file: tuple[int, ...] = ()
    """Lines that name a parcel that is not on file, which may be a slip; it is not among `objected_for`."""


def owner_key(text: str) -> str | None:
    """Return an owner key as people are told by it; null where the text is none.

    >>> owner_key("812"), owner_key("Owner 812"), owner_key("A. Name")
    ('owner 812', 'owner 812', None)
    """
    found = _OWNER.fullmatch(text.strip())
    return f"owner {int(found[1])}" if found else None


def comments_of(register: Register, date: dt.date, proceeding: str | None = None) -> tuple[Comment, ...]:
    """Return the comments and objections that a register holds on a day.

    Parameters
    ----------
    register : Register
        Entries of the kinds comment and objection: on a parcel, on an owner, and on the proceeding named.
    date : date
        Only entries dated on or before it count.
    proceeding : str, optional
        Name of the proceeding; without it, entries on proceedings are left out.

    Returns
    -------
    tuple of Comment
        In writing, and not answered: a register says neither.
    """
    found = []
    for each in register.standing(date):
        if each.kind not in KINDS or (each.subject_kind == "proceeding" and each.subject != proceeding):
            continue
        found.append(
            Comment(
                line=each.line,
                who=owner_key(each.subject) if each.subject_kind == "owner" else None,
                parcels=(each.subject,) if each.subject_kind == "parcel" else (),
                kind="objection" if each.kind == "objection" else "comment",
                about="other",
                text=each.value,
                date=each.date,
                how="writing",
            )
        )
    return tuple(sorted(found, key=lambda comment: (comment.date, comment.line)))


def heard(  # noqa: PLR0913 - what was said, on which land, by which law
    comments: Sequence[Comment],
    parcels: Sequence[OwnedParcel],
    parameters: Parameters,
    accuracy_ft: Fraction | None = None,
    *,
    known_parcels: Collection[str] | None = None,
    with_text: bool = False,
) -> Heard:
    """Say who of those who commented may be heard, what is unanswered, and which parcels are objected for.

    Parameters
    ----------
    comments : sequence of Comment
        Of a file or a register.
    parcels : sequence of OwnedParcel
        The parcels that the boundary meets, with owner keys ("owner 812") and land inside, in square feet.
    parameters : Parameters
        The law on the day of the hearing.
    accuracy_ft : Fraction, optional
        Accuracy of the boundaries compared, in feet; without it the default of the law's parameters.
    known_parcels : collection of str, optional
        Numbers of all parcels on file; without it every parcel that is named is taken to be on file.
    with_text : bool
        Whether what was said and answered is returned too.

    Raises
    ------
    ParameterNotInForce
        The text of the law on the date is not on file.

    Notes
    -----
    Wis. Stat. 60.71(4)(c).
    """
    own: dict[str, list[OwnedParcel]] = defaultdict(list)
    for parcel in parcels:
        for owner in parcel.owners or ():
            own[owner].append(parcel)
    unknown = [parcel for parcel in parcels if not parcel.owners]
    persons = sorted({comment.who for comment in comments if comment.who}, key=_number)
    findings = {
        person: judge(RULE, AppearanceFacts(person, (*own[person], *unknown), accuracy_ft), parameters)
        for person in persons
    }
    inside = _inside(parcels)
    told = tuple(_told(comment, findings, inside, with_text=with_text) for comment in comments)
    objected: dict[str, list[int]] = defaultdict(list)
    not_on_file: list[int] = []
    for each in told:
        unknown_here = [parcel for parcel in each.parcels if known_parcels and _id(parcel) not in known_parcels]
        not_on_file += [each.line] if unknown_here else []
        for parcel_id in each.parcels if each.kind == "objection" else ():
            if parcel_id not in unknown_here:
                objected[parcel_id].append(each.line)
    return Heard(
        comments=told,
        findings=tuple(findings.values()),
        unanswered=tuple(each.line for each in told if each.answered_on is None),
        spoke_without_being_owner=tuple(
            each.line for each in told if each.how == "hearing" and (each.who is None or each.may_appear is False)
        ),
        objected_for_none=tuple(each.line for each in told if each.kind == "objection" and not each.parcels),
        objected_for={parcel_id: tuple(lines) for parcel_id, lines in sorted(objected.items())},
        not_on_file=tuple(not_on_file),
    )


def _told(
    comment: Comment, findings: Mapping[str, Finding], inside: frozenset[str], *, with_text: bool
) -> HeardComment:
    finding = findings.get(comment.who) if comment.who else None
    answer = None if finding is None else finding.answer
    return HeardComment(
        line=comment.line,
        who=comment.who,
        parcels=comment.parcels,
        kind=comment.kind,
        about=comment.about,
        date=comment.date,
        how=comment.how,
        may_appear=answer if isinstance(answer, bool) else None,
        state=None if finding is None else finding.state,
        answered_on=comment.answered_on,
        parcels_not_inside=tuple(each for each in comment.parcels if _id(each) not in inside),
        text=comment.text if with_text else None,
        answer=comment.answer if with_text else None,
    )


def _inside(parcels: Sequence[OwnedParcel]) -> frozenset[str]:
    """Return the numbers of parcels with land inside, or of which nobody knows how much is."""
    return frozenset(parcel.parcel_id for parcel in parcels if parcel.overlap_area_sqft != 0)


def _id(parcel: str) -> str:
    """Return the number of a parcel that may be named with its county after a comma."""
    return parcel.split(",", maxsplit=1)[0]


def _number(person: str) -> int:
    return int(person.rsplit(" ", maxsplit=1)[-1])
