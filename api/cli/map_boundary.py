"""`townline map` of a boundary: how does it look with its findings, or with what the board decided, as one file?"""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING

from gis.errors import OptionInvalid

if TYPE_CHECKING:
    from gis.proposals.brought import Brought
    from gis.proposals.evaluate import Evaluator
    from maps.assets import Assets

EXCLUSIONS = "exclusions"
BOUNDARY_KINDS = ("proposal", EXCLUSIONS)


@dataclass(frozen=True, slots=True)
class BoundaryMap:
    """What the options ask for."""

    kind: str
    boundary: Path | None
    layers: Path
    date: dt.date
    editions: Mapping[str, str]
    crs: str | None
    layer: str | None
    boundary_accuracy_ft: Fraction | None
    law_pages: str | None
    decision: Path | None
    proposal: Path | None
    petition: Path | None
    register: Path | None

    def page(self) -> tuple[str, int | None, int | None]:
        """Return the page, and how many findings, or pieces of land decided on, it shows.

        Raises
        ------
        OptionInvalid
            No boundary is named, or kind and decision do not go together.
        """
        from api.brought_files import BroughtFiles  # noqa: PLC0415 - --help stays quick
        from gis.proposals.evaluate import Evaluator  # noqa: PLC0415 - the same
        from maps.assets import inline_assets  # noqa: PLC0415 - the same

        if self.boundary is None:
            raise OptionInvalid(
                what=f"The map of kind {self.kind} needs a boundary.",
                where="the argument BOUNDARY",
                why="It shows what was judged of one.",
                next="Name the file of the boundary, or ask for --kind service-area, eru or assessment.",
            )
        if (self.kind == EXCLUSIONS) is not (self.decision is not None):
            raise OptionInvalid(
                what="The map of exclusions needs a decision, and no other map takes one.",
                where="the options --kind and --decision",
                why="It shows the land proposed to be left out and the ruling on each.",
                next="Give both --kind exclusions and --decision FILE.yaml, or neither.",
            )
        assets, evaluator = inline_assets(), Evaluator(self.layers)
        files = BroughtFiles(self.proposal, self.petition, self.register)
        brought = files.read(evaluator, self.layers, self.date, self.editions)
        if self.decision is None:
            return self._judged(self.boundary, evaluator, brought, assets)
        return self._decided(self.boundary, self.decision, evaluator, brought, assets)

    def _judged(self, boundary: Path, evaluator: Evaluator, brought: Brought, assets: Assets) -> tuple[str, int, None]:
        from maps.exports import proposal_page  # noqa: PLC0415 - --help stays quick

        judged = evaluator.evaluate_file(
            boundary,
            self.date,
            self.editions,
            crs=self.crs,
            layer=self.layer,
            boundary_accuracy_ft=self.boundary_accuracy_ft,
            brought=brought,
        )
        page = proposal_page(judged.view, judged.report, assets, law_pages=self.law_pages)
        return page, len(judged.report.findings), None

    def _decided(
        self, boundary: Path, decision: Path, evaluator: Evaluator, brought: Brought, assets: Assets
    ) -> tuple[str, None, int]:
        from gis.proposals.decisions.decide import Decider  # noqa: PLC0415 - --help stays quick
        from gis.proposals.decisions.file import read_decision  # noqa: PLC0415 - the same
        from maps.exclusions import exclusions_page  # noqa: PLC0415 - the same

        decided = Decider(evaluator).decide_file(
            boundary,
            read_decision(decision),
            self.date,
            self.editions,
            crs=self.crs,
            layer=self.layer,
            boundary_accuracy_ft=self.boundary_accuracy_ft,
            brought=brought,
        )
        page = exclusions_page(decided.view, decided.decision, assets, law_pages=self.law_pages)
        return page, None, len(decided.decision.lands)
