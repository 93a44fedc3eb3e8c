"""What can go wrong, one class a problem.

Every error says four things: what is wrong, where (file, layer, feature, ring, vertex or
column), why it matters, and what to do next.

    TownlineError
    ├── BoundaryError
    │   ├── BoundaryUnreadable       the file or JSON cannot be read as geometry
    │   ├── BoundaryNotPolygon       a point, a circle, several kinds mixed
    │   ├── BoundaryInvalid          crosses or touches itself; the places are given
    │   └── BoundaryOutside          no land of the layers lies under it
    ├── CrsError
    │   ├── CrsMissing               nothing says what the coordinates mean
    │   ├── CrsUnknown               the code or text given is no coordinate system
    │   └── CrsImplausible           the coordinates cannot belong to the system claimed
    ├── LayerError
    │   ├── LayerUnreadable          the file cannot be opened as any layer
    │   ├── LayerChoiceNeeded        the file holds several layers
    │   ├── LayerEmpty               no feature to import
    │   ├── PresetUnknown            no such preset
    │   ├── PresetUndecided          no preset, or several, fit the columns
    │   ├── PresetInvalid            a column map of the user breaks its form
    │   ├── ColumnMissing            a column that the kind must have is not there
    │   ├── GeometryTypeWrong        lines where polygons are needed, and the like
    │   ├── AccuracyInvalid          an accuracy that is not a positive number of feet
    │   ├── CellsUnexplained         nothing says what the cells of a raster mean
    │   ├── CellsUnfit               the cells of a raster cannot be what the kind needs
    │   ├── VintageInvalid           a vintage that is no year and no date
    │   ├── SewerUnknown             no sewer of that id is part of the network
    │   └── StrictRefusal            --strict, and something would be changed or refused
    ├── EditionError
    │   ├── EditionMissing           no edition of a kind is in force at the date
    │   ├── EditionAmbiguous         two editions of a kind claim the same date
    │   ├── EditionOutdated          another version of Townline stored the rows
    │   ├── EditionElsewhere         the rows are worked in another plane than the one asked for
    │   └── EditionCorrupt           the stored rows do not match their hash
    ├── ExportError
    │   ├── ExportExists             a file of that name is there already
    │   └── ExportUnfit              the format cannot hold the rows
    ├── GeometryError
    │   ├── OverlayUnverified        two independent overlays disagree
    │   └── MeasureDisagreement      ground and ellipsoidal area differ too much
    ├── LawError
    │   ├── LawFileInvalid           a YAML file of the law breaks its schema
    │   ├── LawUnknown               no rule, value or ordinance on file has that name
    │   ├── ParameterNotInForce      no value of a parameter holds at the date
    │   └── OrdinanceNotInForce      no version of an ordinance is in force at the date
    ├── RuleError
    │   ├── RuleUnknown              no rule of that id is implemented
    │   └── FactsInvalid             facts that do not fit the rule's vocabulary
    ├── CaseFileInvalid              a case or scene file cannot be read
    ├── RegisterInvalid              a file of register entries cannot be read
    ├── ReportInvalid                a file that is no stored report
    ├── PetitionInvalid              a file of signatures cannot be counted
    ├── CommentsInvalid              a file of comments cannot be read
    ├── DecisionInvalid              a board's decision file cannot be read, or contradicts itself
    ├── TimetableInvalid             days stated of a proceeding that cannot stand together
    ├── ArrearsInvalid               accounts of a utility in arrears cannot be read, or name no land
    ├── ProjectInvalid               a file of a project to be assessed cannot be read, or contradicts itself
    ├── OptionInvalid                an option of a command has no usable value
    └── AssetsMissing                the map's scripts and styles were not installed
"""

from __future__ import annotations

from dataclasses import dataclass, field

MOST_PLACES_TOLD = 100
"""Of a file of a hundred thousand bad rows nobody reads more."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where one fault lies, as exactly as the input allows; `row` counts from 0, in words from 1."""

    feature_id: str | None = None
    row: int | None = None
    ring: int | None = None
    vertex: int | None = None
    column: str | None = None
    longitude: float | None = None
    latitude: float | None = None
    text: str | None = None

    def __str__(self) -> str:
        """Return the known parts, joined by commas."""
        parts = [
            f"feature {self.feature_id}" if self.feature_id is not None else None,
            f"row {self.row + 1}" if self.row is not None else None,
            f"ring {self.ring}" if self.ring is not None else None,
            f"vertex {self.vertex}" if self.vertex is not None else None,
            f"column {self.column}" if self.column is not None else None,
            f"longitude {self.longitude:.7f}, latitude {self.latitude:.7f}"
            if self.longitude is not None and self.latitude is not None
            else None,
            self.text,
        ]
        return ", ".join(part for part in parts if part)


@dataclass(eq=False)
class TownlineError(Exception):
    """Base of everything Townline refuses; carries what, where, why and next."""

    what: str
    where: str
    why: str
    next: str
    places: tuple[Place, ...] = field(default=())

    @property
    def code(self) -> str:
        """Name of the problem, stable for scripts."""
        return type(self).__name__

    @property
    def told_places(self) -> tuple[Place, ...]:
        """The places that are told, in text and JSON alike: the first hundred, and how many more there are."""
        more = len(self.places) - MOST_PLACES_TOLD
        if more <= 0:
            return self.places
        return (*self.places[:MOST_PLACES_TOLD], Place(text=f"and {more:,} more"))

    def __str__(self) -> str:
        """Return the error as one readable block."""
        lines = [
            f"{self.what}",
            f"  where: {self.where}",
            f"  why:   {self.why}",
            f"  next:  {self.next}",
        ]
        lines.extend(f"  - {place}" for place in self.told_places)
        return "\n".join(lines)


class BoundaryError(TownlineError):
    """The proposed boundary cannot be judged as it is."""


class BoundaryUnreadable(BoundaryError):
    """The file or JSON cannot be read as geometry."""


class BoundaryNotPolygon(BoundaryError):
    """The boundary is a point, a circle or a mixture."""


class BoundaryInvalid(BoundaryError):
    """The boundary crosses or touches itself."""


class BoundaryOutside(BoundaryError):
    """No land of the layers lies under the boundary."""


class CrsError(TownlineError):
    """A coordinate system is missing, unknown or impossible."""


class CrsMissing(CrsError):
    """Nothing says what the coordinates mean."""


class CrsUnknown(CrsError):
    """The code or text given names no coordinate system."""


class CrsImplausible(CrsError):
    """The coordinates cannot belong to the system claimed."""


class LayerError(TownlineError):
    """A layer cannot be imported as it is."""


class LayerUnreadable(LayerError):
    """The file cannot be opened as any layer."""


class LayerChoiceNeeded(LayerError):
    """The file holds several layers."""


class LayerEmpty(LayerError):
    """There is no feature to import."""


class PresetUnknown(LayerError):
    """No preset has that name."""


class PresetUndecided(LayerError):
    """No preset, or several, fit the columns."""


class PresetInvalid(LayerError):
    """A column map that a user wrote breaks its form."""


class ColumnMissing(LayerError):
    """A column that the kind must have is not there."""


class GeometryTypeWrong(LayerError):
    """The geometry is of a type that the kind cannot have."""


class AccuracyInvalid(LayerError):
    """An accuracy that is not a positive number of feet."""


class CellsUnexplained(LayerError):
    """Nothing says what the cells of a raster mean."""


class CellsUnfit(LayerError):
    """The cells of a raster cannot be what the kind needs."""


class VintageInvalid(LayerError):
    """A vintage that is neither a year nor a date."""


class SewerUnknown(LayerError):
    """No sewer of that id is part of the network."""


class StrictRefusal(LayerError):
    """Strict import, and something would be changed or refused."""


class EditionError(TownlineError):
    """The editions on disk do not give one layer for a kind."""


class EditionMissing(EditionError):
    """No edition of a kind is in force at the date."""


class EditionAmbiguous(EditionError):
    """Two editions of a kind claim the same date."""


class EditionOutdated(EditionError):
    """Another version of Townline stored the rows, with other columns."""


class EditionElsewhere(EditionError):
    """The rows are worked in another plane than the one asked for."""


class EditionCorrupt(EditionError):
    """The stored rows do not match their hash."""


class ExportError(TownlineError):
    """An edition cannot be written as the file asked for."""


class ExportExists(ExportError):
    """A file of that name is there already."""


class ExportUnfit(ExportError):
    """The format cannot hold the rows."""


class GeometryError(TownlineError):
    """A geometric result could not be shown to be right."""


class OverlayUnverified(GeometryError):
    """Two independent overlays of the same shapes disagree."""


class MeasureDisagreement(GeometryError):
    """Ground area and ellipsoidal area differ by more than allowed."""


class LawError(TownlineError):
    """The law on file cannot be used."""


class LawFileInvalid(LawError):
    """A YAML file of the law breaks its schema."""


class LawUnknown(LawError):
    """No rule, value of the law or ordinance on file has that name."""


@dataclass(eq=False)
class ParameterNotInForce(LawError):
    """No value of a parameter holds at the date asked about."""

    parameter: str = ""
    """Its name; empty where no parameter in particular is missing."""


class OrdinanceNotInForce(LawError):
    """No version of an ordinance is in force at the date asked about."""


class RuleError(TownlineError):
    """A rule cannot be asked."""


class RuleUnknown(RuleError):
    """No rule of that id is implemented."""


class FactsInvalid(RuleError):
    """Facts that do not fit the rule's vocabulary."""


class CaseFileInvalid(TownlineError):
    """A case or scene file cannot be read."""


class RegisterInvalid(TownlineError):
    """A file of register entries cannot be read."""


class DecisionInvalid(TownlineError):
    """A file of the board's decision cannot be read, or contradicts itself or the map."""


class TimetableInvalid(TownlineError):
    """Days stated of a proceeding that cannot stand together."""


class ArrearsInvalid(TownlineError):
    """Accounts of a utility in arrears cannot be read, stand twice, or name no one parcel."""


class ProjectInvalid(TownlineError):
    """A file of a project to be assessed cannot be read, or contradicts itself."""


class CommentsInvalid(TownlineError):
    """A file of comments cannot be read."""


class PetitionInvalid(TownlineError):
    """A file of signatures cannot be counted."""


class ReportInvalid(TownlineError):
    """A file that is no report of Townline."""


class OptionInvalid(TownlineError):
    """An option of a command has no usable value."""


class AssetsMissing(TownlineError):
    """The scripts and styles of the map were not installed."""
