"""On what were the figures taken: processor, memory and the versions that decide speed."""

from __future__ import annotations

import os
import platform

import geopandas as gpd
import shapely


def machine() -> dict[str, str]:
    """Return what the figures were taken on."""
    memory_gb = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 1e9
    return {
        "machine": f"{platform.machine()}, {platform.system()}, {os.cpu_count()} processors, {memory_gb:.0f} GB",
        "python": platform.python_version(),
        "shapely": f"{shapely.__version__} with GEOS {shapely.geos_version_string}",
        "geopandas": gpd.__version__,
    }
