"""Which layers does a folder hold: editions chosen by date, rows read once and kept."""

from __future__ import annotations

import datetime as dt
import gc
from pathlib import Path
from threading import Lock

from gis.geometry.frame import planar_frame
from gis.layers.editions import in_force, read_manifests, read_rows
from gis.layers.layer import Layer
from gis.model.edition import Kind, Manifest


class LayerStore:
    """The editions in one folder; editions are immutable, so a layer once read stays right.

    Parameters
    ----------
    directory : Path
        The folder that `townline import --layers` writes. One that is not there holds nothing.
    """

    def __init__(self, directory: Path) -> None:
        self.directory = directory
        self._layers: dict[tuple[str, str], Layer] = {}
        self._reading = Lock()

    def manifests(self) -> tuple[Manifest, ...]:
        """Return the manifests of all editions, by kind, vintage and id; read anew at each call."""
        return read_manifests(self.directory)

    def choose(self, kind: Kind | str, date: dt.date, edition_id: str | None = None) -> Manifest:
        """Return the edition of a kind in force at a date, or the one named; see `in_force`."""
        return in_force(self.manifests(), kind, date, edition_id)

    def load(self, manifest: Manifest) -> Layer:
        """Return the layer of an edition, from memory where it was read before.

        Raises
        ------
        EditionCorrupt
            Where the rows cannot be read.
        """
        key = (manifest.kind, manifest.edition)
        with self._reading:
            if key not in self._layers:
                self._layers[key] = Layer(
                    kind=manifest.kind,
                    edition=manifest.edition,
                    accuracy_ft=manifest.accuracy_ft,
                    frame=planar_frame(manifest.working_crs),
                    table=read_rows(self.directory, manifest),
                    operations=manifest.operations,
                    rows_refused=manifest.counts.refused,
                )
                _keep_out_of_collection()
            return self._layers[key]


def _keep_out_of_collection() -> None:
    """Spare the garbage collector the hundreds of thousands of objects of a layer, which live as long as the process.

    Walking them would stop every evaluation that makes many objects, for a third of a second at 100,000 parcels.
    """
    gc.collect()
    gc.freeze()
