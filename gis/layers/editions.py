"""How is an edition kept on disk, and which one is in force at a date."""

from __future__ import annotations

import datetime as dt
import os
import secrets
import shutil
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path

import geopandas as gpd
import numpy as np
import pandas as pd
import pyarrow.parquet as pq
from pydantic import ValidationError

from gis.errors import EditionAmbiguous, EditionCorrupt, EditionElsewhere, EditionMissing, EditionOutdated
from gis.geometry.frame import GRID, WORKING_CRS
from gis.layers.canonical import EDITION_DIGITS, edition_hash, geometry_digests, row_digests, row_texts
from gis.layers.contracts import CONTRACTS, SCHEMA_VERSION, Contract, typed
from gis.layers.geoparquet import write_geoparquet
from gis.layers.storing import PARTIAL
from gis.model.edition import KINDS, Kind, Manifest
from gis.model.jsonio import adapter, read_json, to_json

ROWS_FILE = "rows.parquet"
MANIFEST_FILE = "manifest.json"


def hash_rows(  # noqa: PLR0913  all that makes an edition the one that it is
    kind: Kind,
    table: pd.DataFrame,
    vintage: dt.date,
    accuracy_ft: Fraction | None,
    digests: Sequence[bytes] | None = None,
    working_crs: str = WORKING_CRS,
) -> str:
    """Return the SHA-256 of canonical rows, their kind, schema, vintage, stated accuracy and plane.

    Parameters
    ----------
    kind : str
        Kind of the rows.
    table : DataFrame
        Canonical columns, with `geometry` in the working frame where the kind has one.
    vintage : date
        Day from which the rows hold.
    accuracy_ft : Fraction or None
        Stated accuracy, US survey feet.
    digests : sequence of bytes, optional
        Digests of the rows, where they are known already.
    working_crs : str
        Plane of the shapes; it is hashed where it is not the state's.

    Returns
    -------
    str
        64 hexadecimal digits; the first 16 are the edition id.
    """
    plane = () if working_crs == WORKING_CRS else (working_crs,)
    header = (kind, str(SCHEMA_VERSION), vintage.isoformat(), str(accuracy_ft), *plane)
    return edition_hash(header, digest_rows(kind, table) if digests is None else digests)


def digest_rows(
    kind: Kind, table: pd.DataFrame, shapes: Sequence[bytes] | None = None, columns: Sequence[str] | None = None
) -> list[bytes]:
    """Return the SHA-256 of each row, of its columns and its shape; `shapes` are digests known already.

    `columns` are those that the rows had when they were stored, in the contract's order; null is all of the contract's.
    """
    contract = CONTRACTS[kind]
    if not contract.has_geometry:
        shapes = None
    elif shapes is None:
        shapes = geometry_digests(np.asarray(table["geometry"].array, dtype=object), GRID)
    return row_digests(row_texts(table, columns or contract.names), shapes)


def edition_folder(directory: Path, kind: Kind, edition: str) -> Path:
    """Return where an edition lies."""
    return directory / kind / edition


def write_edition(directory: Path, manifest: Manifest, table: pd.DataFrame) -> bool:
    """Write an edition so that it is there whole or not at all.

    Rows and manifest go into a folder beside the final one, which is then renamed into place.

    Parameters
    ----------
    directory : Path
        Folder of layers.
    manifest : Manifest
        What the edition is.
    table : DataFrame
        Its rows.

    Returns
    -------
    bool
        False where the same edition was there already; nothing is written then.
    """
    final = edition_folder(directory, manifest.kind, manifest.edition)
    if (final / MANIFEST_FILE).exists():
        return False
    final.parent.mkdir(parents=True, exist_ok=True)
    partial = final.parent / f"{PARTIAL}{manifest.edition}-{secrets.token_hex(4)}"
    partial.mkdir()
    try:
        _write_rows(partial / ROWS_FILE, table)
        write_file(partial / MANIFEST_FILE, to_json(manifest), 0o644)
        partial.rename(final)
    except OSError:
        shutil.rmtree(partial, ignore_errors=True)
        if (final / MANIFEST_FILE).exists():  # another import of the same rows was quicker
            return False
        raise
    return True


def _write_rows(path: Path, table: pd.DataFrame) -> None:
    if isinstance(table, gpd.GeoDataFrame) and "geometry" in table.columns:
        write_geoparquet(path, table)
    else:
        pd.DataFrame(table).to_parquet(path, index=False)
    path.chmod(0o644)
    with path.open("rb") as file:
        os.fsync(file.fileno())


def write_file(path: Path, data: bytes, mode: int) -> None:
    """Write a new file with a file mode, and wait until the disk has it."""
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, mode)
    with os.fdopen(descriptor, "wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())


def read_rows(directory: Path, manifest: Manifest) -> gpd.GeoDataFrame:
    """Read the rows of an edition: canonical columns in their order, null text as None.

    An optional column that the contract did not have yet when the rows were stored is unknown in all of them.

    Raises
    ------
    EditionOutdated
        Where another version of Townline stored them, with other columns.
    EditionCorrupt
        Where the rows are not there or are no Parquet file of that kind.
    """
    _check_version(manifest.schema_version, f"{manifest.kind}/{manifest.edition}", manifest.source.name)
    contract = CONTRACTS[manifest.kind]
    path = edition_folder(directory, manifest.kind, manifest.edition) / ROWS_FILE
    try:
        columns = _stored_columns(path, contract)
        if contract.has_geometry:
            table = gpd.read_parquet(path, columns=[*columns, "geometry"])
        else:
            table = gpd.GeoDataFrame(pd.read_parquet(path, columns=columns))
    except (OSError, ValueError, KeyError) as error:
        raise _corrupt(manifest, f"{ROWS_FILE} cannot be read ({type(error).__name__}).") from error
    for name in contract.optional:
        if name not in columns:
            table[name] = None
    return gpd.GeoDataFrame(typed(contract, table))


def _stored_columns(path: Path, contract: Contract) -> list[str]:
    """Return the columns of the contract to read: all but optional ones that the file does not have."""
    stored = {*pq.read_schema(path).names}
    return [name for name in contract.names if name in stored or name not in contract.optional]


def verify(directory: Path, manifest: Manifest) -> None:
    """Compute the hash of the stored rows again.

    Raises
    ------
    EditionOutdated
        Where another version of Townline stored them.
    EditionCorrupt
        Where it is not the hash that the manifest and the edition's id give.
    """
    table = read_rows(directory, manifest)
    path = edition_folder(directory, manifest.kind, manifest.edition) / ROWS_FILE
    digests = digest_rows(manifest.kind, table, columns=_stored_columns(path, CONTRACTS[manifest.kind]))
    actual = hash_rows(
        manifest.kind, table, manifest.vintage, manifest.accuracy_ft, digests, working_crs=manifest.working_crs
    )
    if actual != manifest.sha256 or manifest.edition != manifest.sha256[:EDITION_DIGITS]:
        raise _corrupt(manifest, f"The rows hash to {actual[:EDITION_DIGITS]}.")
    if len(table) != manifest.counts.features:
        raise _corrupt(manifest, f"There are {len(table)} rows, not {manifest.counts.features}.")


def _check_version(version: object, where: str, source: str) -> None:
    """Refuse what was stored with other columns: what is not there now would be taken for missing."""
    if version != SCHEMA_VERSION:
        raise EditionOutdated(
            what="This edition was imported by another version of Townline.",
            where=where,
            why=f"Its rows are of form {version}, and this version reads form {SCHEMA_VERSION}.",
            next=f"Remove that folder and import {source} again.",
        )


def _corrupt(manifest: Manifest, why: str) -> EditionCorrupt:
    return EditionCorrupt(
        what=f"The edition {manifest.edition} of {manifest.kind} is not what was imported.",
        where=f"{manifest.kind}/{manifest.edition}",
        why=f"{why} A finding that cites it could not be repeated.",
        next=f"Remove that folder and import {manifest.source.name} again, or restore it from a copy.",
    )


def read_manifests(directory: Path) -> tuple[Manifest, ...]:
    """Return the manifests of all editions in a folder, by kind, vintage and id.

    A folder that is not there holds none. What an interrupted import left is not an edition.

    Raises
    ------
    EditionOutdated
        Where a manifest has the form of another version of Townline.
    EditionCorrupt
        Where a manifest cannot be read.
    """
    found = []
    for kind in KINDS:
        for path in sorted((directory / kind).glob(f"[0-9a-f]*/{MANIFEST_FILE}")):
            where = f"{kind}/{path.parent.name}"
            data: object = None
            try:
                data = read_json(path.read_bytes())
                manifest: Manifest = adapter(Manifest).validate_python(data)
            except (ValidationError, ValueError) as error:
                if isinstance(data, dict) and "schema_version" in data:
                    _check_version(data["schema_version"], where, "its source")
                raise EditionCorrupt(
                    what="A manifest cannot be read.",
                    where=f"{where}/{MANIFEST_FILE}",
                    why=f"It is not the manifest of an edition ({type(error).__name__}).",
                    next="Remove that folder and import its source again, or restore it from a copy.",
                ) from error
            found.append(manifest)
    return tuple(sorted(found, key=lambda manifest: (manifest.kind, manifest.vintage, manifest.edition)))


def check_plane(manifests: Sequence[Manifest], working_crs: str, next_step: str) -> None:
    """Refuse editions that are worked in another plane than the one asked for.

    Raises
    ------
    EditionElsewhere
        With the first of them, both planes, and the next step given.
    """
    for each in manifests:
        if each.working_crs != working_crs:
            raise EditionElsewhere(
                what=f"This folder holds layers worked in {each.working_crs}, not in {working_crs}.",
                where=f"the layers folder; {each.kind}/{each.edition}",
                why="Lines of two planes cannot be laid over each other, so a folder holds layers of one; and "
                f"Wisconsin law is judged in the state's own alone ({WORKING_CRS}).",
                next=next_step,
            )


def in_force(manifests: Sequence[Manifest], kind: Kind | str, date: dt.date, edition_id: str | None = None) -> Manifest:
    """Return the edition of a kind in force at a date: the greatest vintage not after it.

    Parameters
    ----------
    manifests : sequence of Manifest
        All that is on file.
    kind : str
        Kind asked for.
    date : date
        Day of the question.
    edition_id : str, optional
        A certain edition, whatever its vintage.

    Returns
    -------
    Manifest
        The one edition.

    Raises
    ------
    EditionMissing
        Where none is in force, or none has that id.
    EditionAmbiguous
        Where two have the same vintage; neither is preferred silently.
    """
    held = [manifest for manifest in manifests if manifest.kind == kind]
    listed = "; ".join(f"{each.edition} from {each.vintage}" for each in held) or "none"
    if edition_id is not None:
        named = [manifest for manifest in held if manifest.edition == edition_id]
        if not named:
            raise EditionMissing(
                what=f"There is no edition {edition_id} of {kind}.",
                where=f"the layers folder; editions of {kind}: {listed}",
                why="A finding must cite rows that are on file.",
                next="List what is there with: townline editions --layers DIR",
            )
        return named[0]
    begun = [manifest for manifest in held if manifest.vintage <= date]
    if not begun:
        raise EditionMissing(
            what=f"No edition of {kind} is in force on {date}.",
            where=f"the layers folder; editions of {kind}: {listed}",
            why="An edition holds from its vintage on, never before it.",
            next=f"Import an older file with --vintage, or name one with --edition {kind}=ID.",
        )
    latest = max(manifest.vintage for manifest in begun)
    choices = [manifest for manifest in begun if manifest.vintage == latest]
    # What another version stored gives way to the same day's edition that this one can read.
    choices = [each for each in choices if each.schema_version == SCHEMA_VERSION] or choices[:1]
    if len(choices) > 1:
        ids = ", ".join(manifest.edition for manifest in choices)
        raise EditionAmbiguous(
            what=f"{len(choices)} editions of {kind} hold from {latest}: {ids}.",
            where="the layers folder",
            why="They differ, so the answer could depend on which one is taken.",
            next=f"Name one with --edition {kind}=ID, or remove the folder {kind}/ID of the other.",
        )
    return choices[0]
