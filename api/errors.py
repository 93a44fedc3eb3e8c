"""How does the service say that something is wrong: which HTTP status, and in which shape?

What only a request can do wrong stands in this tree; everything else is in gis/errors.py.

    TownlineError
    └── RequestError
        ├── RequestInvalid       the body is no JSON, or not of the documented shape
        ├── RequestTooLarge      the body has more bytes than the service reads
        ├── MediaTypeUnsupported the body is declared to be something other than JSON
        ├── NotFound             nothing is at that address
        ├── ChoiceNeeded         several things are, and only the caller knows which is meant
        ├── MethodNotAllowed     the address does not answer to that method
        └── InternalError        a fault of ours; the service's log says which
"""

from __future__ import annotations

import re
from http import HTTPStatus
from pathlib import Path

from gis import errors as gis_errors
from gis.errors import TownlineError


class RequestError(TownlineError):
    """A request that the service cannot answer."""


class RequestInvalid(RequestError):
    """The body is not JSON, or not of the documented shape."""


class RequestTooLarge(RequestError):
    """The body has more bytes than the service reads."""


class MediaTypeUnsupported(RequestError):
    """The body is declared to be something other than JSON."""


class NotFound(RequestError):
    """Nothing is at that address."""


class ChoiceNeeded(RequestError):
    """Several things have that name, and only the caller knows which is meant."""


class MethodNotAllowed(RequestError):
    """The address does not answer to that method."""


class InternalError(RequestError):
    """A fault of Townline's own."""


# Input that can be read and not judged is 422; what is not on file 404; a choice that only the
# caller can make 409; a fault of what the operator installed or imported 500.
STATUS: dict[type[TownlineError], HTTPStatus] = {
    gis_errors.BoundaryUnreadable: HTTPStatus.UNPROCESSABLE_ENTITY,
    gis_errors.BoundaryNotPolygon: HTTPStatus.UNPROCESSABLE_ENTITY,
    gis_errors.BoundaryInvalid: HTTPStatus.UNPROCESSABLE_ENTITY,
    gis_errors.BoundaryOutside: HTTPStatus.UNPROCESSABLE_ENTITY,
    gis_errors.CrsMissing: HTTPStatus.UNPROCESSABLE_ENTITY,
    gis_errors.CrsUnknown: HTTPStatus.UNPROCESSABLE_ENTITY,
    gis_errors.CrsImplausible: HTTPStatus.UNPROCESSABLE_ENTITY,
    gis_errors.LayerUnreadable: HTTPStatus.UNPROCESSABLE_ENTITY,
    gis_errors.LayerChoiceNeeded: HTTPStatus.CONFLICT,
    gis_errors.LayerEmpty: HTTPStatus.UNPROCESSABLE_ENTITY,
    gis_errors.PresetUnknown: HTTPStatus.NOT_FOUND,
    gis_errors.PresetUndecided: HTTPStatus.CONFLICT,
    gis_errors.PresetInvalid: HTTPStatus.UNPROCESSABLE_ENTITY,
    gis_errors.ColumnMissing: HTTPStatus.UNPROCESSABLE_ENTITY,
    gis_errors.GeometryTypeWrong: HTTPStatus.UNPROCESSABLE_ENTITY,
    gis_errors.AccuracyInvalid: HTTPStatus.UNPROCESSABLE_ENTITY,
    gis_errors.CellsUnexplained: HTTPStatus.CONFLICT,
    gis_errors.CellsUnfit: HTTPStatus.UNPROCESSABLE_ENTITY,
    gis_errors.VintageInvalid: HTTPStatus.UNPROCESSABLE_ENTITY,
    gis_errors.SewerUnknown: HTTPStatus.NOT_FOUND,
    gis_errors.StrictRefusal: HTTPStatus.UNPROCESSABLE_ENTITY,
    gis_errors.EditionMissing: HTTPStatus.NOT_FOUND,
    gis_errors.EditionAmbiguous: HTTPStatus.CONFLICT,
    gis_errors.EditionOutdated: HTTPStatus.CONFLICT,
    gis_errors.EditionElsewhere: HTTPStatus.CONFLICT,
    gis_errors.EditionCorrupt: HTTPStatus.INTERNAL_SERVER_ERROR,
    gis_errors.ExportExists: HTTPStatus.CONFLICT,
    gis_errors.ExportUnfit: HTTPStatus.UNPROCESSABLE_ENTITY,
    gis_errors.OverlayUnverified: HTTPStatus.INTERNAL_SERVER_ERROR,
    gis_errors.MeasureDisagreement: HTTPStatus.UNPROCESSABLE_ENTITY,
    gis_errors.LawFileInvalid: HTTPStatus.INTERNAL_SERVER_ERROR,
    gis_errors.LawUnknown: HTTPStatus.NOT_FOUND,
    gis_errors.ParameterNotInForce: HTTPStatus.UNPROCESSABLE_ENTITY,
    gis_errors.OrdinanceNotInForce: HTTPStatus.UNPROCESSABLE_ENTITY,
    gis_errors.RuleUnknown: HTTPStatus.NOT_FOUND,
    gis_errors.FactsInvalid: HTTPStatus.UNPROCESSABLE_ENTITY,
    gis_errors.CaseFileInvalid: HTTPStatus.UNPROCESSABLE_ENTITY,
    gis_errors.ReportInvalid: HTTPStatus.UNPROCESSABLE_ENTITY,
    gis_errors.RegisterInvalid: HTTPStatus.UNPROCESSABLE_ENTITY,
    gis_errors.PetitionInvalid: HTTPStatus.UNPROCESSABLE_ENTITY,
    gis_errors.CommentsInvalid: HTTPStatus.UNPROCESSABLE_ENTITY,
    gis_errors.DecisionInvalid: HTTPStatus.UNPROCESSABLE_ENTITY,
    gis_errors.TimetableInvalid: HTTPStatus.UNPROCESSABLE_ENTITY,
    gis_errors.ArrearsInvalid: HTTPStatus.UNPROCESSABLE_ENTITY,
    gis_errors.ProjectInvalid: HTTPStatus.UNPROCESSABLE_ENTITY,
    gis_errors.OptionInvalid: HTTPStatus.BAD_REQUEST,
    gis_errors.AssetsMissing: HTTPStatus.INTERNAL_SERVER_ERROR,
    RequestInvalid: HTTPStatus.UNPROCESSABLE_ENTITY,
    RequestTooLarge: HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
    MediaTypeUnsupported: HTTPStatus.UNSUPPORTED_MEDIA_TYPE,
    NotFound: HTTPStatus.NOT_FOUND,
    ChoiceNeeded: HTTPStatus.CONFLICT,
    MethodNotAllowed: HTTPStatus.METHOD_NOT_ALLOWED,
    InternalError: HTTPStatus.INTERNAL_SERVER_ERROR,
}

_ABSOLUTE_PATH = re.compile(r"(?<![\w/.:])/(?:[^\s/'\",;:]+/)*[^\s/'\",;:]+/?")


def status_of(error: TownlineError) -> HTTPStatus:
    """Return the HTTP status of an error: that of its class."""
    return STATUS.get(type(error), HTTPStatus.INTERNAL_SERVER_ERROR)


def error_data(error: TownlineError) -> dict[str, object]:
    """Return an error as the JSON object that commands and the service give."""
    return {
        "error": error.code,
        "what": error.what,
        "where": error.where,
        "why": error.why,
        "next": error.next,
        "places": [
            {name: value for name in place.__slots__ if (value := getattr(place, name)) is not None}
            for place in error.told_places
        ],
    }


def public_error(error: TownlineError) -> TownlineError:
    """Return the error with each folder of this machine cut down to its last name.

    The reader of a response has no use for the machine's folders, and an attacker has.
    """
    return type(error)(
        what=_without_paths(error.what),
        where=_without_paths(error.where),
        why=_without_paths(error.why),
        next=_without_paths(error.next),
        places=error.places,
    )


def internal_error() -> InternalError:
    """Return what a reader may know of a fault of ours."""
    return InternalError(
        what="Townline could not answer, through a fault of its own.",
        where="the service",
        why="An unexpected error was met; nothing was changed by it.",
        next="Tell whoever runs this service; its log says what happened.",
    )


def _without_paths(text: str) -> str:
    def last_name(match: re.Match[str]) -> str:
        path = Path(match[0])
        # "/api/health" is an address and stays; "/home/ann/layers" begins with a folder that exists.
        return path.name if Path(*path.parts[:2]).exists() else match[0]

    return _ABSOLUTE_PATH.sub(last_name, text)
