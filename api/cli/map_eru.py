"""`townline map --kind eru`: which runoff units and bill has each parcel of a stormwater utility, as one file?"""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

from api.cli.ordinance_option import ordinances_of
from api.cli.register_option import register_of
from gis.errors import OptionInvalid

ERU = "eru"


@dataclass(frozen=True, slots=True)
class EruMap:
    """What the options ask for."""

    layers: Path
    date: dt.date
    editions: Mapping[str, str]
    ordinances: tuple[str, ...]
    register: Path | None
    rate: Fraction | None

    def page(self) -> tuple[str, int]:
        """Return the page, and how many parcels it is about.

        Raises
        ------
        OptionInvalid
            No ordinance is named, or several are.
        """
        from gis.proposals.connections.asked import Asked  # noqa: PLC0415 - --help stays quick
        from gis.proposals.on_file import LayersOnFile  # noqa: PLC0415 - the same
        from gis.proposals.runoff.asked import RunoffAsked  # noqa: PLC0415 - the same
        from gis.proposals.runoff.drawing import runoff_view  # noqa: PLC0415 - the same
        from gis.proposals.runoff.roll import eru_roll  # noqa: PLC0415 - the same
        from maps.assets import FINDING, SCRIPTS, inline_assets  # noqa: PLC0415 - the same
        from maps.runoff import runoff_page  # noqa: PLC0415 - the same

        if len(self.ordinances) != 1:
            raise OptionInvalid(
                what="A map of runoff units shows the roll of one utility.",
                where="the option --ordinance",
                why=f"{len(self.ordinances)} are named." if self.ordinances else "None is named.",
                next="Name one, for example --ordinance mukwonago, or give a file of your own.",
            )
        ordinances, (named,) = ordinances_of(self.ordinances)
        asked = Asked(self.date, ordinances, named, register_of(self.register, None), self.editions)
        run, on_file = RunoffAsked(asked, self.layers, self.rate), LayersOnFile(self.layers)
        found = eru_roll(on_file, run)
        page = runoff_page(runoff_view(on_file, run, found), found.roll, inline_assets((*SCRIPTS, *FINDING)))
        return page, len(found.roll.parcels)
