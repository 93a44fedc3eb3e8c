from __future__ import annotations

from pathlib import Path

import pytest

from gis.proposals.on_file import LayersOnFile
from tests.gis.proposals.connections.village import write_village


@pytest.fixture(scope="session")
def village(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder of layers with the village of `village.py`; no test writes to it."""
    return write_village(tmp_path_factory.mktemp("village"))


@pytest.fixture(scope="session")
def on_file(village: Path) -> LayersOnFile:
    """Return the village's layers, read once."""
    return LayersOnFile(village)
