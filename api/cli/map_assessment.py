"""`townline map --kind assessment`: what does a project cost each parcel, and who is exempt, as one file?"""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from gis.errors import OptionInvalid

if TYPE_CHECKING:
    from gis.model.facts.assessment import Basis

ASSESSMENT = "assessment"


@dataclass(frozen=True, slots=True)
class AssessmentMap:
    """What the options ask for."""

    project: Path | None
    layers: Path
    date: dt.date | None
    """Null takes the day of the levy."""
    editions: Mapping[str, str]
    register: Path | None
    basis: Basis | None
    law_pages: str | None

    def page(self) -> tuple[str, int]:
        """Return the page, and how many parcels are on the roll.

        Raises
        ------
        OptionInvalid
            No project is named.
        """
        from api.cli.assess_asking import project_asked  # noqa: PLC0415 - --help stays quick
        from gis.proposals.assessment.assessing import assess  # noqa: PLC0415 - the same
        from gis.proposals.assessment.drawing import assessment_view  # noqa: PLC0415 - the same
        from gis.proposals.on_file import LayersOnFile  # noqa: PLC0415 - the same
        from maps.assessment import assessment_page  # noqa: PLC0415 - the same
        from maps.assets import FINDING, SCRIPTS, inline_assets  # noqa: PLC0415 - the same

        if self.project is None:
            raise OptionInvalid(
                what="The map of an assessment needs the project.",
                where="the option --project",
                why="It shows what the cost of one project is to each parcel.",
                next="Name its file with --project PROJECT.yaml; `townline assess --help` says what is in it.",
            )
        asked = project_asked(self.project, "--project", self.date, self.editions, self.register, self.basis)
        on_file = LayersOnFile(self.layers)
        found = assess(on_file, asked)
        page = assessment_page(
            assessment_view(on_file, asked, found),
            found.answer,
            inline_assets((*SCRIPTS, *FINDING)),
            law_pages=self.law_pages,
        )
        return page, len(found.answer.parcels)
