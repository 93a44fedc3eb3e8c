from __future__ import annotations

import pytest

from gis.layers.rows.names import (
    MunicipalityKind,
    Place,
    fold_bare,
    name_key,
    parse_county,
    parse_kind,
    parse_place,
    title_case,
)


@pytest.mark.parametrize(
    ("text", "kind", "name"),
    [
        ("CITY OF WESTBY", None, "City of Westby"),
        ("city of westby", None, "City of Westby"),
        ("Westby city", None, "City of Westby"),
        ("WESTBY, CITY OF", None, "City of Westby"),
        ("Westby (City)", None, "City of Westby"),
        ("ALBION - T", None, "Town of Albion"),
        ("WESTBY", "city", "City of Westby"),
        ("CITY OF WESTBY", "city", "City of Westby"),
        ("TOWN OF  ST CROIX FALLS", None, "Town of St. Croix Falls"),
        ("Town of St. Croix Falls", None, "Town of St. Croix Falls"),
        ("CITY OF FOND DU LAC", None, "City of Fond du Lac"),
        ("Village of McFarland", None, "Village of McFarland"),
        ("VILLAGE OF BAY CITY", None, "Village of Bay City"),
        ("BAY CITY", "village", "Village of Bay City"),
        ("Bay City village", None, "Village of Bay City"),
        ("TOWN OF LAND O'LAKES", None, "Town of Land O'Lakes"),
        ("TOWN OF ROCHE-A-CRI", None, "Town of Roche-A-Cri"),
        ("PRAIRIE DU CHIEN", "town", "Town of Prairie du Chien"),
        ("WESTBY", None, None),
        ("WESTBY CITY", None, None),  # in capitals it may be a place called Westby City
    ],
)
def test_names_of_municipalities(text: object, kind: MunicipalityKind | None, name: str | None) -> None:
    place = parse_place(text, kind)
    assert place is not None
    assert place.name == name


@pytest.mark.parametrize("text", [None, "", " ", "<Null>", float("nan")])
def test_a_blank_is_no_place(text: object) -> None:
    assert parse_place(text) is None


def test_name_and_class_column_must_agree() -> None:
    with pytest.raises(ValueError, match=r"city.*town") as caught:
        parse_place("CITY OF WESTBY", "town")
    assert "WESTBY" not in str(caught.value)


@pytest.mark.parametrize(("code", "kind"), [("C", "city"), ("t", "town"), ("47", "village"), ("Town of", "town")])
def test_classes(code: object, kind: MunicipalityKind | None) -> None:
    assert parse_kind(code) == kind


def test_a_strange_class_is_an_error() -> None:
    with pytest.raises(ValueError, match="no class") as caught:
        parse_kind("borough")
    assert "borough" not in str(caught.value)


@pytest.mark.parametrize(
    ("text", "county"),
    [
        ("VERNON", "Vernon"),
        ("Fond du Lac County", "Fond du Lac"),
        ("ST CROIX", "St. Croix"),
        ("COUNTY OF DANE", "Dane"),
    ],
)
def test_counties(text: object, county: str) -> None:
    assert parse_county(text) == county


WESTBY, ALDER_T, ALDER_C = Place("Westby", "city"), Place("Alder", "town"), Place("Alder", "city")
BAY_CITY, BAY = Place("Bay City", "village"), Place("Bay", "city")


@pytest.mark.parametrize(
    ("bare", "classed", "name"),
    [
        ("WESTBY", [WESTBY, ALDER_T], "City of Westby"),
        ("WESTBY CITY", [WESTBY], "City of Westby"),
        ("BAY CITY", [BAY_CITY], "Village of Bay City"),
        ("BAY CITY", [BAY_CITY, BAY], None),
        ("ALDER", [ALDER_T, ALDER_C], None),
        ("ALDER TOWN", [ALDER_T, ALDER_C], "Town of Alder"),
        ("BIRCH", [WESTBY], None),
        ("WESTBY", [], None),
    ],
)
def test_a_bare_name_is_folded_only_where_one_place_fits(bare: str, classed: list[Place], name: str | None) -> None:
    assert fold_bare(bare, classed).name == name


def test_mixed_case_is_kept_and_capitals_are_not_invented() -> None:
    assert title_case("DeForest") == "DeForest"
    assert title_case("DEFOREST") == "Deforest"
    assert name_key("Village of DeForest") == name_key("VILLAGE OF DE FOREST")
