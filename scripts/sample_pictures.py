"""What does the sample county look like from above? Draws it, whole and in parts, as PNG files to be looked at."""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from pathlib import Path

import numpy as np
import rasterio
import shapely
from make_sample import SEED
from rasterio.features import rasterize
from rasterio.transform import from_bounds
from sample.ground import Ground
from sample.land import all_ground
from sample.plane import MILE

Color = tuple[int, int, int]
Window = tuple[float, float, float, float]

COLORS: dict[str, Color] = {
    "farm": (236, 229, 196),
    "farmstead": (226, 196, 150),
    "wood": (150, 186, 130),
    "forest law": (126, 168, 118),
    "row": (255, 255, 255),
    "water": (150, 190, 225),
    "railroad": (150, 140, 150),
    "lot": (240, 212, 188),
    "downtown lot": (236, 186, 170),
    "lake lot": (246, 190, 160),
    "works": (200, 186, 214),
    "shop": (232, 150, 150),
    "outlot": (190, 214, 170),
    "condominium unit": (222, 140, 110),
    "quarry": (196, 190, 184),
    "quarry land": (214, 208, 198),
}
PUBLIC: Color = (168, 206, 150)
"""Parks, schools, churches and whatever else has no color of its own."""
OUTLINE: Color = (150, 138, 120)
LIMITS: Color = (170, 40, 60)
RAILS: Color = (60, 50, 60)
HIGHWAY: Color = (220, 140, 60)
CREEK: Color = (110, 160, 210)

WINDOWS: dict[str, Window] = {
    "whole": (-3.1, -2.1, 9.1, 10.1),
    "village": (0.3, -1.4, 3.2, 1.5),
    "city": (3.9, -0.2, 7.9, 2.8),
    "lake": (-1.4, 5.2, 2.4, 8.0),
    "river": (-3.0, 0.0, 0.2, 3.0),
    "addition": (1.4, -1.1, 2.6, 0.1),
    "downtown": (6.0, 1.0, 7.0, 2.0),
    "hills": (6.4, 0.0, 7.1, 0.7),
}


def picture(ground: Ground, window: Window, side_px: int) -> np.ndarray:
    """Return the part of the plan within a window, given in miles, as bands of red, green and blue."""
    west, south, east, north = (mile * MILE for mile in window)
    height = round(side_px * (north - south) / (east - west))
    frame = from_bounds(west, south, east, north, side_px, height)
    box = shapely.box(west, south, east, north)
    shown = np.full((3, height, side_px), 245, dtype=np.uint8)

    def paint(shapes: Iterable[shapely.Geometry], color: Color, *, touched: bool = True) -> None:
        near = [shape for shape in shapes if shape.intersects(box)]
        if near:
            mask = rasterize(near, (height, side_px), transform=frame, all_touched=touched, dtype="uint8")
            for band, value in zip(shown, color, strict=True):
                band[mask == 1] = value

    pixel_ft = (east - west) / side_px
    for use in sorted({piece.use for piece in ground.pieces}):
        paint((p.polygon for p in ground.pieces if p.use == use), COLORS.get(use, PUBLIC), touched=False)
    paint((p.polygon.boundary for p in ground.pieces if p.use not in {"row", "water"}), OUTLINE, touched=False)
    for use in ("water", "row"):
        paint((p.polygon for p in ground.pieces if p.use == use), COLORS[use])
    paint((s.line for s in ground.streets if s.sort == "STATE HIGHWAY"), HIGHWAY)
    paint((w.shape for w in ground.water if isinstance(w.shape, shapely.LineString)), CREEK)
    paint((r.line.buffer(pixel_ft) for r in ground.railroads), RAILS)
    paint((one.polygon.boundary.buffer(pixel_ft) for one in ground.municipalities), LIMITS)
    return shown


def main() -> None:
    """Draw every window into a folder."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, help="where the pictures go")
    parser.add_argument("--side", type=int, default=1500, help="width of a picture in pixels")
    given = parser.parse_args()
    folder: Path = given.folder
    folder.mkdir(parents=True, exist_ok=True)
    ground = all_ground(SEED)
    for name, window in WINDOWS.items():
        shown = picture(ground, window, given.side)
        count, height, width = shown.shape
        frame = from_bounds(*window, width, height)
        profile = {"driver": "PNG", "width": width, "height": height, "count": count, "transform": frame}
        with rasterio.open(folder / f"{name}.png", "w", dtype="uint8", **profile) as file:
            file.write(shown)
        print(folder.name, name)


if __name__ == "__main__":
    main()
