"""What has the city of Fir taken in east of its core: a downtown, homes, and industry along the railroad."""

from __future__ import annotations

from sample.plane import Lattice, Quad
from sample.plats import Lane, Layout, grid, hanging

DOWNTOWN = ("FIRST ST", "SECOND ST", "THIRD ST", "FOURTH ST", "FIFTH ST", "SIXTH ST", "SEVENTH ST", "EIGHTH ST")
SOUTH_SIDE = (
    "NINTH ST",
    "TENTH ST",
    "ELEVENTH ST",
    "TWELFTH ST",
    "THIRTEENTH ST",
    "FOURTEENTH ST",
    "FIFTEENTH ST",
    "BASE ST",
)
AVENUES = ("ANVIL AVE", "BELL AVE", "CLOCK AVE", "DRUM AVE", "EASEL AVE", "FLUTE AVE", "GLOBE AVE")
ORCHARD = ("APPLE LN", "APRICOT LN", "PEAR LN", "PLUM LN", "QUINCE LN", "MEDLAR LN", "MULBERRY LN")
STARS = ("ALTAIR DR", "CAPELLA DR", "DENEB DR", "POLARIS DR", "RIGEL DR", "SPICA DR", "VEGA DR")
STONES = ("AGATE CIR", "BASALT CIR", "CHALK CIR", "FLINT CIR", "GRANITE CIR", "JASPER CIR", "SLATE CIR")
BIRDS = ("BUNTING WAY", "FINCH WAY", "KINGLET WAY", "NUTHATCH WAY", "PIPIT WAY", "SISKIN WAY", "WREN WAY")
TREES = ("ALDERWOOD DR", "BEECH DR", "CATALPA DR", "ELDER DR", "HAWTHORN DR", "HICKORY DR", "TAMARACK DR")
CLOTH = ("CAMBRIC CT", "CALICO CT", "GINGHAM CT", "LINEN CT", "MUSLIN CT")


def addition(lattice: Lattice) -> tuple[Quad, ...]:
    """Return what the city has taken in beyond the core."""
    return (
        lattice.section(6, 1),
        lattice.section(6, 0),
        lattice.section(6, 2).part((0.0, 1.0), (0.0, 0.5)),
        lattice.section(7, 1).part((0.0, 0.5), (0.0, 1.0)),
        lattice.section(7, 0).part((0.0, 0.5), (0.5, 1.0)),
    )


def layouts(lattice: Lattice) -> list[Layout]:
    """Return the city's new plats."""
    heart, south, north = lattice.section(6, 1), lattice.section(6, 0), lattice.section(6, 2)
    east, southeast = lattice.section(7, 1), lattice.section(7, 0)
    west_half, east_half, low, high = (0.0, 0.5), (0.5, 1.0), (0.0, 0.5), (0.5, 1.0)
    return [
        _industry("FOUNDRY PARK", heart.part(east_half, (0.0, 0.56)), ("FOUNDRY DR", "LATHE DR", "RIVET DR")),
        _industry("SPRUCE PARK", east.part((0.0, 0.5), (0.36, 1.0)), ("SPROCKET DR", "PISTON DR", "GASKET DR")),
        _industry("JUNCTION PARK", south.part(west_half, (0.36, 1.0)), ("JUNCTION DR", "BOXCAR DR", "CABOOSE DR")),
        grid(
            "ORIGINAL FIR",
            heart.part(west_half, high),
            DOWNTOWN,
            AVENUES,
            lot_ft=(60, 134),
            alleys=True,
            use="downtown lot",
        ),
        grid("SOUTH SIDE", heart.part(west_half, low), SOUTH_SIDE, AVENUES[:5], lot_ft=(72, 134), alleys=True),
        hanging(
            "ORCHARD", heart.part(east_half, (0.56, 1.0)), ORCHARD, lot_ft=(84, 145), swing=0.035, spine="CIDER DR"
        ),
        hanging(
            "STAR HILL",
            south.part(east_half, high),
            STARS,
            lot_ft=(86, 165),
            swing=0.05,
            spine="ORION DR",
            courts=(4, ("COMET CT", "METEOR CT", "NOVA CT", "QUASAR CT")),
            upright=True,
        ),
        hanging(
            "STONE CREEK",
            south.part(east_half, low),
            STONES,
            lot_ft=(90, 165),
            swing=-0.055,
            spine="PUMICE DR",
            courts=(2, ("OPAL CT", "TOPAZ CT", "BERYL CT", "GARNET CT")),
        ),
        hanging(
            "BIRD SONG",
            north.part(west_half, low),
            BIRDS,
            lot_ft=(84, 165),
            swing=0.06,
            spine="WARBLER DR",
            courts=(3, ("VIREO CT", "VEERY CT", "TOWHEE CT")),
            upright=True,
        ),
        hanging(
            "TIMBER RIDGE",
            north.part(east_half, low),
            TREES,
            lot_ft=(88, 165),
            swing=0.05,
            spine="LUMBER DR",
            courts=(4, ("ACORN CT", "WALNUT CT", "CHESTNUT CT", "BEECHNUT CT")),
        ),
        hanging(
            "WEAVERS FIELD",
            southeast.part(west_half, high),
            CLOTH,
            lot_ft=(112, 220),
            swing=0.06,
            spine="LOOM DR",
            courts=(2, ("SHUTTLE CT", "TREADLE CT", "HEDDLE CT")),
        ),
    ]


def _industry(name: str, ground: Quad, streets: tuple[str, ...]) -> Layout:
    """Return a park of large lots on wide streets."""
    lanes = [
        Lane(street, ((0.0, v), (0.3, v + 0.02), (0.65, v - 0.03), (1.0, v)), width_ft=80.0)
        for street, v in zip(streets, (0.2, 0.5, 0.8), strict=True)
    ]
    return Layout(name, ground, tuple(lanes), 290, 460, use="works", outlot="works")
