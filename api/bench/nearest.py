"""What does the usual way do, in a process of its own: join each parcel to the nearest main?

Run as `python -m api.bench.nearest PARCELS SEWERS OUT`.
"""

from __future__ import annotations

import sys

import geopandas as gpd


def main(parcels_file: str, sewers_file: str, out: str) -> None:
    """Read parcels and mains, join each parcel to the nearest main, and write ids and distances as CSV.

    A distance to the pipe is the test of none of the ordinances: no duty follows from it, and no reason is told.
    """
    parcels, sewers = gpd.read_file(parcels_file), gpd.read_file(sewers_file)
    nearest = gpd.sjoin_nearest(parcels, sewers, distance_col="distance_ft")
    nearest[["parcel_id", "sewer_id", "distance_ft"]].to_csv(out, index=False)


if __name__ == "__main__":
    main(*sys.argv[1:])
