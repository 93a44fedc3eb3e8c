"""How does the mailing list of a new main's notices reach the clerk's own file, and nothing else?"""

from __future__ import annotations

import secrets
from pathlib import Path
from typing import TYPE_CHECKING

from gis.errors import OptionInvalid

if TYPE_CHECKING:
    from gis.model.connections import MainInService
    from gis.proposals.connections.asked import Asked
    from gis.proposals.on_file import LayersOnFile

_PRIVATE = 0o600


def write_mailing_list(layers: Path, on_file: LayersOnFile, asked: Asked, answer: MainInService, path: Path) -> None:
    """Write owners and addresses of the parcels to which a notice goes, to a file that only its owner may read.

    Raises
    ------
    EditionMissing, EditionCorrupt
        No names of owners are on file, or they cannot be read.
    OptionInvalid
        The file cannot be written.
    """
    from api.on_file import owners_layer  # noqa: PLC0415 - --help stays quick
    from gis.proposals.connections.mailing import mailing_list  # noqa: PLC0415 - the same

    parcels = on_file.layer("parcels", asked.date, asked.editions.get("parcels"))
    owners = owners_layer(on_file, parcels, asked.date, asked.editions)
    told = [each for each in (*answer.liable, *answer.open) if each.notices]
    write_private(path, mailing_list(layers, owners.edition, told))


def write_private(path: Path, data: bytes) -> None:
    """Write the mailing list to a file that only its owner may read.

    Raises
    ------
    OptionInvalid
        The file cannot be written.
    """
    from gis.layers.editions import write_file  # noqa: PLC0415 - --help stays quick

    # Made beside its place with its mode, so that the names are never in a file that others may read.
    partial = path.with_name(f".townline-{secrets.token_hex(8)}.part")
    try:
        write_file(partial, data, _PRIVATE)
        partial.replace(path)
    except OSError as error:
        raise OptionInvalid(
            what=f"{path.name} cannot be written.",
            where="the option --mailing-list",
            why=f"The system says: {error.strerror}.",
            next="Name a file in a folder that is there and may be written to.",
        ) from error
    finally:
        partial.unlink(missing_ok=True)
