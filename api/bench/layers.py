"""How does the seeded county become layers: through the same import as any county's files."""

from __future__ import annotations

from pathlib import Path

from api.bench.county import YEAR, County
from gis.layers.importing import ImportRequest, import_layer

ACCURACY_FT = "0.1"


def import_county(county: County, layers: Path) -> None:
    """Import parcels, municipalities and ratios of a seeded county into a folder of layers."""
    for request in (
        ImportRequest("parcels", county.parcels, vintage=str(YEAR), accuracy_ft=ACCURACY_FT),
        ImportRequest("municipalities", county.municipalities, vintage=str(YEAR), accuracy_ft=ACCURACY_FT),
        ImportRequest("ratios", county.ratios, vintage=str(YEAR)),
    ):
        import_layer(request, layers)
