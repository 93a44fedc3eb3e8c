from __future__ import annotations

from pathlib import Path

import pytest

from gis.errors import ColumnMissing, OptionInvalid, PresetInvalid, PresetUndecided, PresetUnknown
from gis.layers.contracts import CONTRACTS, ROW_KINDS
from gis.layers.presets.choosing import ColumnMap, choose_preset, fitting_map, presets
from gis.layers.presets.files import PresetFault, parse_preset, vocabularies
from gis.model.edition import Kind

STATEWIDE_V12 = ["STATEID", "PARCELID", "TAXROLLYEAR", "OWNERNME1", "PLACENAME", "CNTASSDVALUE", "MFLVALUE", "CONAME"]
DOA = [
    "DOA Code", "FIPS 5", "Muni Type", "Municipality Name", "County", "Final Estimate 2023", "Census 2020",
    "Numeric Change", "Percent Change", "Voting Age Estimate 2023", "Voting Age Census 2020",
]  # fmt: skip
UNITS = ["county", "ctv", "municipality", "MCD_FIPS", "reporting_unit"]
VERMONT = ["OBJECTID", "System_Type", "Status", "Notes", "Source_Date", "Audience", "Type", "Source", "Shape_Length"]
ROADS = ["ROAD_ID", "SEGMENT_ID", "STREETNAME", "STREET", "ROAD_TYPE", "MUNICIPALITY_LEFT", "ROW_Width", "GISDATE"]


def sources(column_map: ColumnMap) -> dict[str, str | None]:
    return {column.canonical: column.source for column in column_map.columns}


def constants(column_map: ColumnMap) -> dict[str, str | None]:
    return {column.canonical: column.constant for column in column_map.columns}


def test_each_row_kind_has_a_generic_preset_with_its_own_names() -> None:
    for kind in ROW_KINDS:
        generic = next(each for each in presets() if each.name == f"generic-{kind}")
        own = {rule.canonical: rule.aliases[0] for rule in reversed(generic.rules)}
        wanted = [name for name in CONTRACTS[kind].names if name != "owner_keys"]
        assert [name for name in wanted if own.get(name) != name] == [], kind


def test_shared_lists_stand_for_words_of_the_contracts() -> None:
    sewers = {"gravity_main", "force_main", "interceptor", "lateral", "storm", "other"}
    assert {word for _, word in vocabularies()["sewer_kind"]} == sewers
    nodes = {"manhole", "lift_station", "cleanout", "plant", "storm", "other"}
    assert {word for _, word in vocabularies()["node_kind"]} == nodes
    assert {word for _, word in vocabularies()["life_status"]} == {"in_service", "abandoned", "proposed", "other"}
    for name, pairs in vocabularies().items():
        assert all(text == " ".join(text.upper().split()) for text, _ in pairs), name
    assert dict(vocabularies()["sewer_kind"])["SEWER PIPE"] == "other"  # it may be under pressure


@pytest.mark.parametrize(
    ("kind", "columns", "preset"),
    [
        ("parcels", STATEWIDE_V12, "wi-statewide"),
        ("parcels", ["parcel_id", "municipality", "assessed_value"], "generic-parcels"),
        ("parcels", ["Parcel Number", "Owner", "Acres"], "generic-parcels"),
        ("municipalities", ["MCD_NAME20", "CTV20", "CNTY_NAME20"], "wi-municipalities"),
        ("municipalities", ["mcd_name", "county_name"], "wi-municipalities"),
        ("municipalities", ["name", "kind", "county"], "generic-municipalities"),
        ("counties", ["NAME", "LSAD"], "wi-counties"),
        ("counties", ["OBJECTID", "DNR_REGION", "DNR_CNTY_C", "COUNTY_NAM", "COUNTY_FIP"], "wi-counties"),
        ("counties", ["name"], "generic-counties"),
        ("ratios", ["Municipality", "Muni Type", "County", "Year", "Aggregate Ratio"], "wi-ratios"),
        ("ratios", ["municipality", "county", "year", "ratio"], "generic-ratios"),
        ("populations", DOA, "wi-population"),
        ("reporting_units", ["MCD_NAME", "CTV", "CNTY_NAME", "COUSUBFP", "WARDID", "WARD_FIPS"], "wi-reporting-units"),
        ("reporting_units", ["MCD_NAME22", "CTV22", "CNTY_NAME22", "WARDID22"], "wi-reporting-units"),
        ("reporting_units", UNITS, "wi-reporting-units"),
        ("reporting_units", ["TAG", "FULLNAME", "CountyFp", "CountySubF", "Ward", "Supervisor"], "county-wards"),
        ("votes", [*UNITS, "GOVTOT22"], "wi-votes"),
        ("sections", ["tileName"], "wi-sections"),
        ("sections", ["TWP", "RNG", "DIR", "SEC", "DTRS"], "wi-sections"),
        ("sections", ["FRSTDIVID", "FRSTDIVNO", "TWNSHPNO", "RANGENO", "RANGEDIR"], "blm-sections"),
        ("sewers", VERMONT, "vt-sewers"),
        ("sewers", [name.replace("_", " ") for name in VERMONT], "vt-sewers"),
        ("sewer_nodes", VERMONT, "vt-sewer-nodes"),
        ("sewer_nodes", ["Facility Name", "NPDES Permit Number", "Program Category"], "vt-plants"),
        ("service_areas", ["System_Name", "System_Owner", "Treatment_Facility"], "vt-service-areas"),
        ("sewers", ["FACILITYID", "DIAMETER", "MATERIAL", "UPELEV", "DOWNELEV", "FROMMH", "TOMH"], "esri-sewers"),
        ("sewer_nodes", ["FACILITYID", "RIMELEV", "INVERTELEV", "INSTALLDATE"], "esri-sewer-nodes"),
        ("sewers", ["PIPE_ID", "PIPE_DIA", "US_INV", "DS_INV", "US_MH", "DS_MH", "PIPE_MAT"], "engineer-sewers"),
        ("sewers", ["us_node_id", "ds_node_id", "us_invert", "ds_invert", "conduit_width"], "innovyze-sewers"),
        ("streets", ROADS, "county-roads"),
        ("railroads", ["FRAARCID", "RROWNER1", "SUBDIV"], "fra-railroads"),
        ("water", ["HYDROID", "HYDROCODE", "HYDROTYPE", "WATERBODY_NAME"], "wi-hydro-24k"),
        ("buildings", ["BUILD_ID", "OCC_CLS", "PRIM_OCC", "PROP_ADDR"], "usa-structures"),
        ("zoning", ["ZONING", "JURISDICTION"], "county-zoning"),
        ("districts", ["SD_NAME", "EST_DATE"], "wi-districts"),
        ("service_areas", ["SSA_NAME", "PLAN_YEAR"], "wi-service-areas"),
        ("private_systems", ["SANITARY_PERMIT", "PARCELID", "POWTS_TYPE"], "wi-private-systems"),
        ("owners", ["PARCELID", "CONAME", "OWNERNME1", "PSTLADRESS"], "wi-owners"),
    ],
)  # fmt: skip
def test_the_preset_is_told_by_the_columns(kind: Kind, columns: list[str], preset: str) -> None:
    assert choose_preset(kind, columns, None, {}, "file").preset == preset


@pytest.mark.parametrize("kind", ROW_KINDS)
def test_the_own_names_of_a_kind_are_read_by_its_generic_preset(kind: Kind) -> None:
    names = [name for name in CONTRACTS[kind].names if name != "owner_keys"]
    found = choose_preset(kind, names, "generic", {}, "file")
    assert sources(found) == {name: name for name in names}


@pytest.mark.parametrize(
    ("columns", "source"),
    [
        (["PARCELID", "FORESTVALUE"], "FORESTVALUE"),  # V1 to V5
        (["PARCELID", "MFLVALUE"], "MFLVALUE"),
        (["PARCELID", "FORESTVALU"], "FORESTVALU"),  # as a shapefile cuts it
        (["PARCELID", "FORESTVALUE", "MFLVALUE"], "MFLVALUE"),
    ],
)
def test_old_and_cut_names_of_the_statewide_schema(columns: list[str], source: str) -> None:
    column_map = choose_preset("parcels", columns, None, {}, "file")
    assert sources(column_map)["mfl_value_cents"] == source
    assert column_map.unused == (("FORESTVALUE",) if len(columns) == 3 else ())
    assert set(column_map.sources) == set(columns)  # what is not stored is read, to say what it holds


def test_a_shapefile_cuts_every_name_of_the_statewide_schema_to_ten_letters() -> None:
    whole = [rule.aliases[0] for each in presets() if each.name == "wi-statewide" for rule in each.rules]
    cut = [name[:10] for name in whole]
    assert len(set(cut)) == len(cut)
    found = choose_preset("parcels", cut, None, {}, "file")
    assert found.preset == "wi-statewide"
    assert len(found.columns) == len(whole)


def test_a_cut_that_may_be_of_two_names_is_taken_for_neither() -> None:
    # owner_name_1 and owner_name_2 are both cut to owner_name, which generic-parcels knows as a name of its own;
    # upstream_node, upstream_invert and upstream_manhole share "upstream_m" or nothing at all.
    found = choose_preset("sewers", ["downstream", "sewer_type", "pipe_id"], None, {}, "file")
    assert "downstream_node" not in sources(found)
    # land_value is a name by itself, in dollars; as a cut of land_value_cents it would be a hundredth.
    found = choose_preset("parcels", ["parcel_id", "land_value"], None, {}, "file")
    assert {column.canonical: column.read for column in found.columns}["land_value_cents"] == "dollars"


def test_names_are_never_told_by_position() -> None:
    forward = sources(choose_preset("parcels", STATEWIDE_V12, None, {}, "file"))
    backward = sources(choose_preset("parcels", STATEWIDE_V12[::-1], None, {}, "file"))
    assert forward == backward


def test_the_newest_release_of_a_drifting_name_is_taken() -> None:
    found = choose_preset("municipalities", ["MCD_NAME18", "MCD_NAME22", "CTV22"], None, {}, "file")
    assert sources(found)["name"] == "MCD_NAME22"
    assert found.unused == ("MCD_NAME18",)


def test_a_municipality_file_is_not_taken_for_counties() -> None:
    with pytest.raises(PresetUndecided):
        choose_preset("counties", ["MCD_NAME", "CTV", "CNTY_NAME"], None, {}, "file")


def test_the_year_of_a_population_stands_in_the_names_of_its_columns() -> None:
    newest = choose_preset("populations", DOA, None, {}, "file")
    assert sources(newest)["population"] == "Final Estimate 2023"
    assert sources(newest)["voting_age_population"] == "Voting Age Estimate 2023"
    assert constants(newest)["year"] == "2023"
    assert "population is of 2023" in newest.remarks[0]
    assert set(newest.unused) == {"Census 2020", "Voting Age Census 2020"}
    census = choose_preset("populations", DOA, None, {"year": "2020"}, "file")
    assert sources(census)["population"] == "Census 2020"
    assert sources(census)["voting_age_population"] == "Voting Age Census 2020"
    with pytest.raises(ColumnMissing, match="population"):
        choose_preset("populations", DOA, None, {"year": "2019"}, "file")


def test_figures_of_two_years_never_make_one_feature() -> None:
    columns = ["Municipality Name", "Final Estimate 2024", "Voting Age Estimate 2023"]
    found = choose_preset("populations", columns, None, {}, "file")
    assert sources(found)["population"] == "Final Estimate 2024"
    assert "voting_age_population" not in sources(found)
    assert found.unused == ("Voting Age Estimate 2023",)


def test_each_column_of_all_votes_for_an_office_is_features_of_its_own() -> None:
    columns = [*UNITS, "GOVTOT22", "GOVDEM22", "PRETOT20", "WAGTOT98", "XYZTOT22", "USSTOT22"]
    found = choose_preset("votes", columns, None, {}, "file")
    assert [(each.source, dict(each.constants)) for each in found.wide] == [
        ("GOVTOT22", {"office": "governor", "year": "2022"}),
        ("PRETOT20", {"office": "president", "year": "2020"}),
        ("WAGTOT98", {"office": "attorney_general", "year": "1998"}),
        ("USSTOT22", {"office": "us_senate", "year": "2022"}),
    ]
    assert set(found.sources) == {*UNITS, "GOVTOT22", "PRETOT20", "WAGTOT98", "USSTOT22"} - {"MCD_FIPS"}
    one = choose_preset("votes", columns, None, {"office": "governor", "year": "2022"}, "file")
    assert [each.source for each in one.wide] == ["GOVTOT22"]
    assert set(one.unused) == {"PRETOT20", "WAGTOT98", "USSTOT22"}
    with pytest.raises((ColumnMissing, PresetUndecided)):
        choose_preset("votes", UNITS, None, {}, "file")


@pytest.mark.parametrize(
    ("columns", "preset"),
    [
        (["GOVTOT22", "govtot22"], None),
        (["WAGTOT22", "ATGTOT22"], None),  # two codes of one office
        (["GOVTOT22", "GovTot22 "], "wi-votes"),
    ],
)
def test_two_columns_of_one_office_and_year_are_refused(columns: list[str], preset: str | None) -> None:
    with pytest.raises(PresetUndecided) as caught:
        choose_preset("votes", [*UNITS, *columns, "PRETOT20"], preset, {}, "file")
    assert " and ".join(columns) in caught.value.what


def test_columns_that_differ_only_in_case_are_all_named() -> None:
    found = choose_preset("parcels", ["ParcelId", "PARCELID", "CONAME"], None, {}, "file")
    assert sources(found)["parcel_id"] == "PARCELID"  # as the schema writes it
    assert found.unused == ("ParcelId",)
    assert set(found.sources) == {"PARCELID", "ParcelId", "CONAME"}


def test_the_column_that_lacks_is_named_with_the_option_that_fills_it() -> None:
    with pytest.raises(ColumnMissing) as caught:
        choose_preset("ratios", ["Municipality", "Aggregate Ratio"], None, {}, "ratios.csv")
    assert "year (YEAR in wi-ratios)" in caught.value.what
    assert "--set year=VALUE" in caught.value.next
    filled = choose_preset("ratios", ["Municipality", "Aggregate Ratio"], None, {"year": "2022"}, "ratios.csv")
    assert constants(filled)["year"] == "2022"


def test_what_fits_nothing_says_what_was_found() -> None:
    with pytest.raises(PresetUndecided) as caught:
        choose_preset("parcels", ["FID", "LABEL"], None, {}, "roads.gpkg, layer roads")
    assert "FID, LABEL" in caught.value.why
    assert caught.value.where == "roads.gpkg, layer roads"
    assert "preset suggest" in caught.value.next


@pytest.mark.parametrize("columns", [["ID", "NAME", "TYPE"], ["NAME"], [], ["LAKE_NAME"]])
def test_plain_names_do_not_tell_a_kind_that_requires_nothing(columns: list[str]) -> None:
    with pytest.raises(PresetUndecided) as caught:
        choose_preset("water", columns, None, {}, "file")
    assert "--preset generic" in caught.value.next
    found = choose_preset("water", columns, "generic", {}, "file")
    assert ("water_id" in sources(found)) == ("ID" in columns)
    assert ("shapes alone" in " ".join(found.remarks)) == (columns == [])


@pytest.mark.parametrize(
    ("columns", "kinds"),
    [
        (STATEWIDE_V12, {"parcels"}),
        (["NAME"], set()),
        (["OBJECTID", "NAME", "TYPE", "STATUS"], set()),
        (["GEOID", "Name", "Name_LSAD", "LSAD", "Municipal_Wastewater"], set()),  # a town's border in Vermont
        ([*UNITS, "GOVTOT22", "GOVDEM22"], {"reporting_units", "votes"}),
        (["MCD_FIPS", "GEOID", "CNTY_NAME", "COUSUBFP", "MCD_NAME", "CTV"], {"municipalities"}),
        (["OBJECTID", "STATE", "COUNTY", "NAME", "LSAD", "GEO_ID"], {"counties"}),
        (["tileName"], {"sections"}),
        (["FID", "ASM2024", "SEN2024"], set()),
        (["PARCELID", "Shape_Length", "Shape_Area"], {"parcels"}),
        (VERMONT, {"sewers", "sewer_nodes"}),  # lines or points: the shapes tell
    ],
)
def test_a_file_does_not_fit_everything(columns: list[str], kinds: set[str]) -> None:
    assert {kind for kind in ROW_KINDS if fitting_map(kind, columns) is not None} == kinds


def test_an_unknown_preset_lists_those_there_are() -> None:
    with pytest.raises(PresetUnknown, match="wi-statewide"):
        choose_preset("parcels", STATEWIDE_V12, "wi-statewise", {}, "file")
    assert choose_preset("parcels", ["parcel_id"], "generic", {}, "file").preset == "generic-parcels"


@pytest.mark.parametrize("constants", [{"kindd": "town"}, {"owner_keys": "1"}, {"kind": " "}])
def test_only_columns_of_the_kind_can_be_set(constants: dict[str, str]) -> None:
    with pytest.raises(OptionInvalid, match="can be set"):
        choose_preset("municipalities", ["MCD_NAME"], None, constants, "file")


MAP = """
kind = "sewers"
constants = { operator = "Alder Sanitary District" }

[[column]]
canonical = "sewer_id"
aliases = ["STRANGE NAME"]
read = "verbatim"

[[column]]
canonical = "kind"
aliases = ["Sort"]
read = "choice"
values = { "Big Pipe" = "interceptor" }

[[column]]
canonical = "diameter_in"
aliases = ["Width"]
read = "number"
unit = "mm"
"""


@pytest.fixture
def own_map(tmp_path: Path) -> Path:
    path = tmp_path / "my.toml"
    path.write_text(MAP)
    return path


def test_a_map_of_the_users_own_reads_what_it_names(own_map: Path) -> None:
    found = choose_preset("sewers", ["strange name", "SORT", "width", "x"], None, {}, "file", own_map)
    assert sources(found) == {"sewer_id": "strange name", "kind": "SORT", "diameter_in": "width", "operator": None}
    by_name = {column.canonical: column for column in found.columns}
    assert by_name["kind"].values == (("BIG PIPE", "interceptor"),)
    assert by_name["diameter_in"].unit == "mm"
    assert by_name["operator"].constant == "Alder Sanitary District"
    # sha256 of the file as `sha256sum my.toml` gives it is what tells one version of a map from another
    assert found.preset.startswith("map:my.toml sha256:")
    own_map.write_text(MAP + "\n# a note\n")
    assert choose_preset("sewers", ["strange name", "SORT", "width"], None, {}, "file", own_map).preset != found.preset


def test_a_column_that_a_map_names_must_be_there(own_map: Path) -> None:
    with pytest.raises(ColumnMissing) as caught:
        choose_preset("sewers", ["STRANGE_NAMES", "Sort", "Width"], None, {}, "s.shp", own_map)
    assert "STRANGE NAME for sewer_id" in caught.value.what
    assert "STRANGE_NAMES, Sort, Width" in caught.value.why
    assert "Did you mean STRANGE_NAMES?" in caught.value.next


@pytest.mark.parametrize(
    ("old", "new", "key", "helps"),
    [
        ("sewer_id", "sewer_ide", "column 1, canonical", "Did you mean sewer_id?"),
        ('"verbatim"', '"verbatin"', "column sewer_id, read", "Did you mean verbatim?"),
        ('unit = "mm"', 'unit = "cm"', "column diameter_in, unit", "Allowed: ft, us-ft, m, in, mm"),
        ('"sewers"', '"sewer"', "kind", "Did you mean sewers?"),
        ("constants", "constant", "the whole file", "Did you mean constants?"),
        ("operator", "owner_keys", "constants", "Allowed: sewer_id"),
        ("aliases", "alias", "column 1", "Did you mean aliases?"),
        ('["Sort"]', '"Sort"', "column kind, aliases", '["NAME", "OTHER NAME"]'),
        ('["Sort"]', "[]", "column kind, aliases", "names of columns"),
        ('["Sort"]', '["So{rt}"]', "column kind, aliases", "{yy} or {year} only"),
        ('["Sort"]', '["strange_name"]', "column kind, aliases", "one column"),
        ('"Big Pipe"', "3", "column kind, values", "stands for"),
        ('{ "Big Pipe" = "interceptor" }', '"sewer_kinds"', "column kind, values", "Did you mean sewer_kind?"),
        ('{ "Big Pipe" = "interceptor" }', '{ "A a" = "x", "a  A" = "y" }', "column kind, values", "once"),
        ('{ "Big Pipe" = "interceptor" }', '{ "Big Pipe" = "big" }', "column kind, values", "Allowed: gravity_main"),
        ('"choice"', '"text"', "column kind, read", "Allowed for kind: choice."),
        ('"number"', '"whole"', "column diameter_in, read", "Allowed for diameter_in: number."),
        ('"verbatim"', '"verbatim"\nunit = "ft"', "column sewer_id, unit", 'read = "number"'),
        ('"verbatim"', '"verbatim"\nvalues = { A = "b" }', "column sewer_id, values", 'read = "choice"'),
        ("Alder Sanitary District", " ", "constants", "Columns that can be set: sewer_id"),
        ('operator = "Alder Sanitary District"', 'diameter_in = "wide"', "constants", "inches"),
        ('kind = "sewers"', "kind = ", "the whole file", "preset show"),
    ],
)  # fmt: skip
def test_a_slip_in_a_map_is_told_with_what_is_allowed(own_map: Path, old: str, new: str, key: str, helps: str) -> None:
    assert old in MAP
    own_map.write_text(MAP.replace(old, new, 1))
    if new == "3":
        own_map.write_text(MAP.replace('= "interceptor"', "= 3", 1))
    with pytest.raises(PresetInvalid) as caught:
        choose_preset("sewers", ["STRANGE NAME", "Sort", "Width"], None, {}, "file", own_map)
    assert caught.value.where == f"my.toml, {key}"
    assert helps in caught.value.next + caught.value.what


def test_a_map_for_another_kind_or_none_is_refused(own_map: Path, tmp_path: Path) -> None:
    with pytest.raises(PresetInvalid, match="for sewers"):
        choose_preset("water", ["A"], None, {}, "file", own_map)
    with pytest.raises(PresetInvalid, match="cannot be read"):
        choose_preset("water", ["A"], None, {}, "file", tmp_path / "none.toml")
    own_map.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(PresetInvalid, match="cannot be read"):
        choose_preset("water", ["A"], None, {}, "file", own_map)
    with pytest.raises(OptionInvalid, match="cannot both"):
        choose_preset("sewers", ["A"], "generic", {}, "file", own_map)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ('kind = "water"\n[[column]]\ncanonical = "nam"\naliases = ["A"]\nread = "text"', "Did you mean name?"),
        ('kind = "water"\n[[wide]]\ncanonical = "name"\npattern = "{year}"', "have no figures"),
        ('kind = "votes"\n[[wide]]\ncanonical = "unit"\npattern = "{year}"', "Allowed: votes"),
        # a pattern of the old kind, and one that would take hours to try on one long name
        ('kind = "votes"\n[[wide]]\ncanonical = "votes"\npattern = "(?P<office>A)TOT22"', "braces hold office, year"),
        ('kind = "votes"\n[[wide]]\ncanonical = "votes"\npattern = "(A+)+!"', "braces hold office, year"),
        ('kind = "votes"\n[[wide]]\ncanonical = "votes"\npattern = "{offic}{yy}"', "braces hold office, year"),
        ('kind = "votes"\n[[wide]]\ncanonical = "votes"\npattern = "{municipality}{yy}"', "braces hold office, year"),
        ('kind = "votes"\n[[wide]]\ncanonical = "votes"\npattern = "{year}{yy}"', "each column once"),
        ('kind = "votes"\n[[wide]]\ncanonical = "votes"\npattern = "{yy}{"', "lone brace"),
        ('kind = "votes"\n[[wide]]\ncanonical = "votes"\npattern = "{office}{yy}"', "values, office"),
        (
            'kind = "votes"\n[[wide]]\ncanonical = "votes"\npattern = "{yy}"\nvalues = { office = { A = "b" } }',
            "office",
        ),
        (
            (
                'kind = "votes"\nwide = [{ canonical = "votes", pattern = "{yy}" }]\ncolumn = [{ canonical = "year", '
                'aliases = ["Y"], read = "year" }]'
            ),
            "year has a",
        ),
        (
            (
                'kind = "sewer_nodes"\ncolumn = [{ canonical = "capacity_gpm", aliases = ["A"], read = "number", '
                'unit = "ft" }]'
            ),
            "no length",
        ),
        ('kind = "votes"\n[[wide]]\ncanonical = "votes"', "pattern: it is missing"),
        ('kind = "water"\ntelling = "A"\n[[column]]', "telling|canonical"),
        ('kind = "water"\ncolumn = 3', "list of tables"),
        ('kind = "elevations"', "kind"),
        ("", "kind: it is missing"),
    ],
)
def test_a_preset_that_is_not_sound_stops_at_once(text: str, says: str) -> None:
    with pytest.raises(PresetFault, match=says) as caught:
        parse_preset("shipped.toml", text)
    assert isinstance(caught.value, ValueError)
    assert str(caught.value).startswith("shipped.toml, ")
