"""Which connections were made in a period, by size and nature of the user, as the regional commission asks?

Village connection ordinance, records of building sewer connections: the number of connections for the reporting
period, the size of each, the nature or character of the user.
"""

from __future__ import annotations

import datetime as dt
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from fractions import Fraction
from typing import TypeVar, get_args

import pandas as pd

from gis.model.connection_records import ConnectionRecord, ConnectionRecords, SizeCount, UserCount, UserKind
from gis.model.exact import number_or_null
from gis.proposals.connections.tables import harmless
from gis.register.entries import PARCEL, Entry, Register

_MADE = "connection_made"
_SIZE, _USER, _FLOW = "connection_size_in", "connection_user", "connection_flow_gpd"
_KINDS = frozenset({_MADE, _SIZE, _USER, _FLOW})
_USERS: Sequence[UserKind] = get_args(UserKind)
_COLUMNS = ("parcel_id", "day", "size_in", "user", "flow_gpd", "doubts")

T = TypeVar("T")
_Connection = tuple[dt.date, str]
"""Day and document, which tell the connections of one parcel apart."""


def connection_records(register: Register, since: dt.date, until: dt.date) -> ConnectionRecords:
    """Return the connections of a period, counted by size and by nature of the user.

    Parameters
    ----------
    register : Register
        With its history; what was corrected does not count.
    since, until : date
        First and last day of the period. What was entered of a connection on another day belongs to it all the same.

    Returns
    -------
    ConnectionRecords
        Two entries of one parcel, day and document are one connection. Where a parcel has several connections, its
        size, user and flow are those entered with the same document, or else on the same day. What nobody entered, and
        what is entered in two ways, is null, with a sentence that says so.

    Examples
    --------
    >>> day = dt.date(2026, 4, 9)
    >>> rows = [("connection_made", ""), ("connection_size_in", "4"), ("connection_user", "residential")]
    >>> entries = [Entry("parcel", "1-22", kind, value, day, "Permit 7", "") for kind, value in rows]
    >>> told = connection_records(Register(tuple(entries)), dt.date(2026, 4, 1), dt.date(2026, 6, 30))
    >>> told.count, told.by_size[0].size_in, told.connections[0].doubts
    (1, Fraction(4, 1), ('The flow is not on file.',))
    """
    of_parcels: dict[str, list[Entry]] = defaultdict(list)
    for each in register.current():
        if each.subject_kind == PARCEL and each.kind in _KINDS:
            of_parcels[each.subject].append(each)
    made = [record for name, entries in of_parcels.items() for record in _of_parcel(name, entries)]
    within = sorted((each for each in made if since <= each.day <= until), key=_order)
    sizes = Counter(each.size_in for each in within)
    users = Counter(each.user for each in within)
    return ConnectionRecords(
        since=since,
        until=until,
        count=len(within),
        by_size=tuple(
            SizeCount(size, sizes[size]) for size in sorted(sizes, key=lambda size: (size is None, size or 0))
        ),
        by_user=tuple(UserCount(user, users[user]) for user in (*_USERS, None) if users[user]),
        flow_gpd=sum((each.flow_gpd for each in within if each.flow_gpd is not None), start=Fraction(0)),
        flow_unknown=sum(each.flow_gpd is None for each in within),
        connections=tuple(within),
        register_hash=register.hash,
    )


def records_table(records: ConnectionRecords) -> bytes:
    """Return the connections as CSV in UTF-8, one row each; what is not known is empty."""
    rows = [
        (
            each.parcel_id,
            each.day.isoformat(),
            number_or_null(each.size_in),
            each.user,
            number_or_null(each.flow_gpd),
            " ".join(each.doubts),
        )
        for each in records.connections
    ]
    table = harmless(pd.DataFrame(rows, columns=list(_COLUMNS), dtype=object))
    return table.to_csv(index=False, lineterminator="\n").encode()


def _order(record: ConnectionRecord) -> tuple[dt.date, str, str]:
    return record.day, record.parcel_id, repr((record.size_in, record.user, record.flow_gpd))


def _of_parcel(name: str, entries: Sequence[Entry]) -> list[ConnectionRecord]:
    """Return the connections of one parcel."""
    made = sorted({(each.date, each.document.strip()) for each in entries if each.kind == _MADE})
    records = []
    for connection in made:
        own = [each for each in entries if connection in _told_of(each, made)]
        # 4 and 4.0 inches are one size.
        sizes, flows = ({Fraction(each.value) for each in own if each.kind == kind} for kind in (_SIZE, _FLOW))
        users = {user for user in _USERS for each in own if (each.kind, each.value) == (_USER, user)}
        records.append(
            ConnectionRecord(
                parcel_id=name,
                day=connection[0],
                size_in=_one(sizes),
                user=_one(users),
                flow_gpd=_one(flows),
                doubts=(*_doubts("size", sizes), *_doubts("user", users), *_doubts("flow", flows)),
            )
        )
    return records


def _told_of(entry: Entry, made: Sequence[_Connection]) -> Sequence[_Connection]:
    """Return of which connections of its parcel an entry tells."""
    near = [each for each in made if each[1] == entry.document.strip()] or made
    return near if len(near) == 1 else [each for each in near if each[0] == entry.date]


def _one(told: AbstractSet[T]) -> T | None:
    return next(iter(told)) if len(told) == 1 else None


def _doubts(word: str, told: AbstractSet[object]) -> Iterator[str]:
    if len(told) != 1:
        yield f"The {word} is {'entered in different ways' if told else 'not on file'}."
