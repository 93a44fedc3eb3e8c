"""How is a register written: the same entries, the same bytes, nothing of its history left out?"""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence

from gis.register.entries import COLUMNS, HISTORY_COLUMNS, Entry


def write_register(entries: Sequence[Entry], always: Sequence[str] = ()) -> bytes:
    """Return entries as CSV in UTF-8, in their order.

    Parameters
    ----------
    entries
        Corrected ones and corrections alike.
    always
        Columns of the history that are written even where no entry has something in them.

    Examples
    --------
    >>> import datetime as dt
    >>> entry = Entry("main", "M-1", "main_operational", "", dt.date(2026, 6, 1), "Letter 1", "Engineer")
    >>> write_register([entry]).decode().splitlines()
    ['subject_kind,subject,kind,value,date,document,who', 'main,M-1,main_operational,,2026-06-01,Letter 1,Engineer']
    """
    rows = [each.cells() for each in entries]
    used = [name for name in HISTORY_COLUMNS if name in always or any(row[name] for row in rows)]
    text = io.StringIO(newline="")
    writer = csv.DictWriter(text, (*COLUMNS, *used), extrasaction="ignore", lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue().encode()
