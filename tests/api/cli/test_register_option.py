"""Is the district that --district names told of in the register?"""

from __future__ import annotations

import datetime as dt
from pathlib import Path

import pytest

from api.cli.register_option import register_of
from gis.errors import OptionInvalid

DATE = dt.date(2026, 6, 15)


def test_a_district_that_is_not_in_the_register_is_refused_with_those_that_are(repository: Path) -> None:
    file = repository / "data" / "boundaries" / "register-spindle.csv"
    assert register_of(file, "Spindle Lake Sanitary District") is not None
    with pytest.raises(OptionInvalid, match="Spindle Lake Sanitary District"):
        register_of(file, "Nowhere District")


def test_a_district_needs_a_register_and_nothing_needs_none() -> None:
    assert register_of(None, None) is None
    with pytest.raises(OptionInvalid, match="--register"):
        register_of(None, "Nowhere District")
