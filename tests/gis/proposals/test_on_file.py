"""Is a folder of layers that is not there told as such?"""

from __future__ import annotations

import datetime as dt
from pathlib import Path

import pytest

from gis.errors import EditionMissing
from gis.proposals.on_file import LayersOnFile


def test_a_folder_that_is_not_there_is_no_folder_without_layers(tmp_path: Path) -> None:
    day = dt.date(2026, 6, 15)
    with pytest.raises(EditionMissing, match="no such folder"):
        LayersOnFile(tmp_path / "layer").layer("parcels", day)
    with pytest.raises(EditionMissing, match="No edition of parcels"):
        LayersOnFile(tmp_path).layer("parcels", day)
