from __future__ import annotations

import pytest

from gis.proposals.runoff.development import Developed, development


def told(  # noqa: PLR0913 - what each source says
    classes: str = "1",
    exempt: str = "",
    *,
    built: bool | None = True,
    dwellings: int | None = None,
    improved: bool | None = True,
    stated: str | None = None,
    dwellings_stated: int | None = None,
) -> Developed:
    return development(
        classes=classes,
        exempt=exempt,
        built=built,
        dwellings=dwellings,
        improved=improved,
        stated=stated,
        dwellings_stated=dwellings_stated,
    )


@pytest.mark.parametrize(
    ("found", "kind"),
    [
        (told(dwellings=1), "single_family"),
        (told(dwellings=2), "duplex"),
        (told(dwellings=3), "multifamily"),
        (told("7", dwellings=1), "single_family"),
        (told("4,5M", dwellings=1), "single_family"),
        (told("4,7", dwellings=0), None),
        (told("4", dwellings=0), "nonresidential"),
        (told("2"), "nonresidential"),
        (told("3", dwellings=1), "nonresidential"),
        (told("", "X4"), "nonresidential"),
        (told("1,2", dwellings=1), None),
        (told("1", "X4", dwellings=1), None),
        (told(""), None),
        # A garage alone, and buildings of which no dwellings are stated.
        (told(dwellings=0), None),
        (told(dwellings=None), None),
        (told(built=False, improved=False), "undeveloped"),
        (told("2", built=False, improved=None), "undeveloped"),
        # None is shown, and yet the roll values improvements.
        (told("2", built=False, improved=True), None),
        (told("2", built=None, improved=None), None),
        (told("2", built=None, improved=True), "nonresidential"),
        (told("2", built=None, improved=False), "undeveloped"),
        (told("2", stated="duplex"), "duplex"),
        (told("2", stated="undeveloped"), "undeveloped"),
        (told(dwellings=1, dwellings_stated=2), "duplex"),
    ],
)
def test_kinds(found: Developed, kind: str | None) -> None:
    assert found.kind == kind
    assert found.says.endswith(".")


def test_an_undeveloped_lot_is_told_as_such_to_the_rules() -> None:
    assert (told(built=False, improved=False).development, told(built=False, improved=False).developed) == (None, False)
