"""What killed imports leave is swept, and what running ones hold is not."""

from __future__ import annotations

from pathlib import Path

import pytest

from gis.layers.editions import MANIFEST_FILE
from gis.layers.storing import owners_file, storing
from gis.model.edition import RASTER_KINDS

EDITION = "0123456789abcdef"


@pytest.mark.parametrize("kind", sorted(RASTER_KINDS))
def test_what_a_killed_import_of_a_raster_left_is_swept(tmp_path: Path, kind: str) -> None:
    partial = tmp_path / kind / f".partial-{EDITION}-1a2b3c4d" / "cells.tif"
    whole = tmp_path / kind / EDITION / "cells.tif"
    for path in (partial, whole):
        path.parent.mkdir(parents=True)
        path.write_bytes(b"II*")
    with storing(tmp_path):
        assert not partial.parent.exists()
        assert whole.exists()


@pytest.fixture
def left(tmp_path: Path) -> dict[str, Path]:
    """Leave what imports leave that were killed at different moments, and one whole edition."""
    folder = tmp_path / "parcels" / f".partial-{EDITION}-1a2b3c4d"
    names = owners_file(tmp_path, "fedcba9876543210")
    partial = names.with_name(f".partial-{EDITION}-1a2b3c4d")
    whole = tmp_path / "parcels" / EDITION / MANIFEST_FILE
    kept = owners_file(tmp_path, EDITION)
    for path in (folder / "rows.parquet", names, partial, whole, kept):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(b"PAR1")
    return {"folder": folder, "names": names, "partial": partial, "whole": whole, "kept": kept}


def there(left: dict[str, Path]) -> set[str]:
    return {name for name, path in left.items() if path.exists()}


def test_what_the_dead_left_is_swept(tmp_path: Path, left: dict[str, Path]) -> None:
    with storing(tmp_path):
        assert there(left) == {"whole", "kept"}


def test_what_another_import_is_writing_stays(tmp_path: Path, left: dict[str, Path]) -> None:
    # The folder is opened anew each time, so this process is two to the lock.
    left["partial"].unlink()
    with storing(tmp_path):
        left["partial"].write_bytes(b"PAR1")
        with storing(tmp_path):
            assert there(left) == {"whole", "kept", "partial"}
    with storing(tmp_path):
        assert there(left) == {"whole", "kept"}


def test_a_folder_that_is_not_there_is_made(tmp_path: Path) -> None:
    with storing(tmp_path / "new" / "layers"):
        assert (tmp_path / "new" / "layers").is_dir()
