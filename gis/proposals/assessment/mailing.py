"""To whom do the notices of an assessment go: owners of record with their addresses, for the clerk alone?"""

from __future__ import annotations

from pathlib import Path

from gis.model.exact import money
from gis.proposals.assessment.assessing import Assessed
from gis.proposals.connections.mailing import as_csv, owners_of_record

_COLUMNS = ("parcel_id", "county", "site_address", "owner", "mailing_address", "amount", "mail_by", "hearing")


def mailing_rows(directory: Path, edition: str, found: Assessed) -> bytes:
    """Return the mailing list of an assessment as CSV, one row for each owner of each benefited parcel.

    It holds names and addresses: it is written to a file that only its owner may read, and shown nowhere.

    Parameters
    ----------
    directory : Path
        Folder of layers.
    edition : str
        Edition of parcels or owners whose names are read.
    found : Assessed
        The assessment; a parcel without an owner on file gets a row without a name.

    Raises
    ------
    EditionMissing
        The folder holds no names of the edition.
    EditionCorrupt
        The file of names cannot be read.
    """
    owners = owners_of_record(directory, edition)
    days = {day.step: day for day in found.answer.days}
    mail_by, hearing = (
        "" if day is None else day.isoformat() for day in (days["notice_mailed"].last, days["hearing"].done)
    )
    rows = [
        (
            each.parcel_id,
            each.county or "",
            each.site_address or "",
            name,
            address,
            money(each.amount),
            mail_by,
            hearing,
        )
        for each in found.answer.parcels
        for name, address in owners.get((each.parcel_id, each.county), [("", "")])
    ]
    return as_csv(_COLUMNS, rows)
