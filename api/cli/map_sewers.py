"""`townline map --kind service-area` and `proposed-main`: which sewers are there, and who must connect, as one file?"""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from api.cli.named_files import read_named
from api.cli.ordinance_option import ordinances_of
from gis.errors import OptionInvalid

if TYPE_CHECKING:
    from gis.proposals.connections.asked import Asked
    from gis.proposals.on_file import LayersOnFile
    from gis.proposals.service_area_layers import MapAsked

SERVICE_AREA, PROPOSED_MAIN = "service-area", "proposed-main"
SEWER_KINDS = (SERVICE_AREA, PROPOSED_MAIN)


@dataclass(frozen=True, slots=True)
class SewerMap:
    """What the options ask for."""

    kind: str
    layers: Path
    date: dt.date
    editions: Mapping[str, str]
    ordinances: tuple[str, ...]
    register: Path | None
    district: str | None
    main_file: Path | None
    crs: str | None
    """Coordinate system of that file, where it says none."""
    added_gpd: str | None

    def page(self) -> tuple[str, int]:
        """Return the page, and how many parcels it is about.

        Raises
        ------
        OptionInvalid
            Several ordinances are named, or the district is not on file.
        """
        from gis.proposals.connections.asked import Asked  # noqa: PLC0415 - --help stays quick
        from gis.proposals.on_file import LayersOnFile  # noqa: PLC0415 - the same
        from gis.proposals.service_area_layers import MapAsked  # noqa: PLC0415 - the same
        from gis.register.reading import read_register  # noqa: PLC0415 - the same

        self._refuse_what_does_not_fit()
        if len(self.ordinances) > 1:
            raise OptionInvalid(
                what="A map shows the duty under one ordinance.",
                where="the option --ordinance",
                why=f"{len(self.ordinances)} are named, and a parcel may have to connect under one and not another.",
                next="Write one map for each; townline serve shows several beside each other.",
            )
        ordinances, ids = ordinances_of(self.ordinances)
        register = None
        if self.register is not None:
            register = read_register(read_named(self.register, "--register"), self.register.name)
        asked = Asked(self.date, ordinances, next(iter(ids), None), register, self.editions)
        drawn = MapAsked(self.date, self.editions, self.district)
        on_file = LayersOnFile(self.layers)
        return (
            self._service_area(on_file, asked, drawn) if self.main_file is None else self._sketch(on_file, asked, drawn)
        )

    def _refuse_what_does_not_fit(self) -> None:
        if self.kind == SERVICE_AREA:
            refuse_of_others(self.kind, {"--proposed-main": self.main_file, "--added-gpd": self.added_gpd})
            return
        refuse_of_others(self.kind, {"--district": self.district})
        if self.main_file is None:
            raise OptionInvalid(
                what="The sketch map needs the main that is proposed.",
                where="the option --proposed-main",
                why="It shows which parcels that main would make liable.",
                next="Name a file in which it is drawn as one line, in the direction of flow.",
            )

    def _service_area(self, on_file: LayersOnFile, asked: Asked, drawn: MapAsked) -> tuple[str, int]:
        from gis.proposals.connections.connections import connections  # noqa: PLC0415 - --help stays quick
        from gis.proposals.service_area_layers import refuse_unknown_district  # noqa: PLC0415 - the same
        from gis.proposals.service_area_view import service_area_view  # noqa: PLC0415 - the same
        from maps.assets import FINDING, SCRIPTS, inline_assets  # noqa: PLC0415 - the same
        from maps.service_area import service_area_page  # noqa: PLC0415 - the same

        # A district that is not there is said before anything long is begun.
        refuse_unknown_district(on_file, drawn)
        found = connections(on_file, asked, with_evidence=False).answer
        view = service_area_view(on_file, drawn, found)
        return service_area_page(view, found, inline_assets((*SCRIPTS, *FINDING))), len(found.parcels)

    def _sketch(self, on_file: LayersOnFile, asked: Asked, drawn: MapAsked) -> tuple[str, int]:
        from api.cli.connections_asking import Question  # noqa: PLC0415 - --help stays quick
        from gis.proposals.connections.proposed_main import proposed_main  # noqa: PLC0415 - the same
        from gis.proposals.service_area_view import proposed_main_view  # noqa: PLC0415 - the same
        from maps.assets import inline_assets  # noqa: PLC0415 - the same
        from maps.proposed_main import proposed_main_page  # noqa: PLC0415 - the same

        question = Question(proposed_main=self.main_file, crs=self.crs, added_gpd=self.added_gpd)
        found = proposed_main(on_file, asked, question.proposal())
        page = proposed_main_page(proposed_main_view(on_file, drawn, found), found, inline_assets())
        return page, len(found.liable) + len(found.open)


def refuse_of_others(kind: str, given: Mapping[str, object]) -> None:
    """Refuse what only another kind of map takes.

    Raises
    ------
    OptionInvalid
        Something of `given` has a value.
    """
    unfit = [name for name, value in given.items() if value]
    if unfit:
        raise OptionInvalid(
            what=f"The map of kind {kind} takes no {' and no '.join(unfit)}.",
            where=f"the option --kind, with {' and '.join(unfit)}",
            why="That belongs to another kind of map, and nothing given is left aside in silence.",
            next=f"Leave {'it' if len(unfit) == 1 else 'them'} out, or ask for the other kind.",
        )
