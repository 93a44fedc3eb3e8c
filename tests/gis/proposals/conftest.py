from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from gis.layers.importing import ImportRequest, import_layer
from gis.proposals.evaluate import Evaluator


@pytest.fixture(scope="session")
def sample_layers(repository: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the sample county imported as data/boundaries/layers.toml says."""
    folder = tmp_path_factory.mktemp("sample") / "layers"
    sample = repository / "data" / "boundaries"
    for entry in tomllib.loads((sample / "layers.toml").read_text("utf-8"))["import"]:
        import_layer(ImportRequest(kind=entry.pop("kind"), file=sample / entry.pop("file"), **entry), folder)
    return folder


@pytest.fixture(scope="session")
def evaluator(sample_layers: Path) -> Evaluator:
    return Evaluator(sample_layers)
