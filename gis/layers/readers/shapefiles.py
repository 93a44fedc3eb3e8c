"""Is a shapefile whole: its .shp, .shx and .dbf there, its .prj a coordinate system?"""

from __future__ import annotations

from gis.errors import LayerUnreadable
from gis.layers.readers.refusals import WHOLE_SHAPEFILE
from gis.layers.readers.sources import Source

_WHAT_FOR = {
    ".shp": "It holds the shapes",
    ".shx": "It says where in the .shp each shape begins",
}
_PRJ_BYTES = 200


def check_shapefile(shp: Source) -> tuple[str, ...]:
    """Return remarks on the companions of a .shp, or refuse it for the one that nothing can replace.

    Raises
    ------
    LayerUnreadable
        Where the .shp or .shx is missing.
    """
    companions = shp.companions()
    for suffix, purpose in _WHAT_FOR.items():
        if suffix not in companions:
            raise _missing(shp, suffix, purpose, companions)
    remarks = []
    if ".dbf" not in companions:
        remarks.append("The .dbf of this shapefile is missing: the shapes have no columns.")
    if ".prj" in companions and companions[".prj"].read(_PRJ_BYTES).lstrip().startswith(b"<"):
        remarks.append("The .prj holds a web page and no coordinate system; it was left aside.")
    return tuple(remarks)


def _missing(shp: Source, suffix: str, purpose: str, companions: dict[str, Source]) -> LayerUnreadable:
    there = ", ".join(sorted(each for each in companions if each in {".shp", ".shx", ".dbf", ".prj", ".cpg"}))
    others = [each for each in (*_WHAT_FOR, ".dbf") if each != suffix and each not in companions]
    also = f" So {'is' if len(others) == 1 else 'are'} its {' and its '.join(others)}." if others else ""
    # A zip is opened to see what it holds: nothing then.
    what = f"The {suffix} file of this shapefile is missing.{also}"
    return LayerUnreadable(
        what=what if shp.member is None else f"There is no layer in this file: {what[0].lower()}{what[1:]}",
        where=shp.where,
        why=f"{purpose}; only {there or 'none'} {'are' if ',' in there else 'is'} there.",
        next=WHOLE_SHAPEFILE,
    )
