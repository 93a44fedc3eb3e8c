"""Which names do owner keys stand for: read for those who match a petition, by no public process."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

import pandas as pd

from gis.errors import EditionCorrupt
from gis.layers.storing import owners_file

_COLUMNS = ["parcel_id", "county", "owner_key", "name"]


@dataclass(frozen=True, slots=True)
class OwnerNames:
    """The owners of record of one edition; names never leave the process unless a person asks for them."""

    edition: str
    by_key: Mapping[int, str] = field(repr=False)
    """As `owner_of_record` writes names."""
    by_parcel: Mapping[str, tuple[int, ...]] = field(repr=False)
    """Owner keys of each parcel, and, as "10-1, Dane", of each parcel of a county."""


def owner_names(directory: Path, edition: str) -> OwnerNames | None:
    """Read the names of an edition's owners, without their addresses.

    Parameters
    ----------
    directory : Path
        Folder of layers.
    edition : str
        Of parcels or owners.

    Returns
    -------
    OwnerNames or None
        None where the folder holds no names of it.

    Raises
    ------
    EditionCorrupt
        Where the file of names cannot be read.
    """
    path = owners_file(directory, edition)
    if not path.exists():
        return None
    try:
        table = pd.read_parquet(path, columns=_COLUMNS)
    except (OSError, ValueError) as error:
        raise EditionCorrupt(
            what=f"The names of owners of edition {edition} cannot be read.",
            where="the private side file of the layers folder",
            why=f"{type(error).__name__} while reading it.",
            next="Import the layer again from its source.",
        ) from error
    keys = table["owner_key"].tolist()
    by_parcel: dict[str, list[int]] = defaultdict(list)
    for parcel, county, key in zip(table["parcel_id"].tolist(), table["county"].tolist(), keys, strict=True):
        by_parcel[parcel].append(key)
        if isinstance(county, str):
            by_parcel[f"{parcel}, {county}"].append(key)
    return OwnerNames(
        edition=edition,
        by_key=dict(zip(keys, table["name"].tolist(), strict=True)),
        by_parcel={parcel: tuple(dict.fromkeys(found)) for parcel, found in by_parcel.items()},
    )
