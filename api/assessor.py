"""What must something be able to do so that the service can assess a project?"""

from __future__ import annotations

from pathlib import Path
from typing import Protocol

from gis.model.assessment import Assessment
from gis.proposals.assessment.asked import AssessmentAsked
from gis.proposals.assessment.assessing import assess
from gis.proposals.on_file import LayersOnFile


class Assesses(Protocol):
    """Assesses projects; `AssessmentsOnFile` does, or a stand-in of a test."""

    def assessment(self, asked: AssessmentAsked, *, reopen: bool) -> Assessment:
        """Return the assessment of a project."""
        ...


class AssessmentsOnFile:
    """Answers from the layers of a folder."""

    def __init__(self, folder: Path) -> None:
        self._on_file = LayersOnFile(folder)

    def assessment(self, asked: AssessmentAsked, *, reopen: bool) -> Assessment:
        """Return the assessment of a project."""
        return assess(self._on_file, asked, reopen=reopen).answer
