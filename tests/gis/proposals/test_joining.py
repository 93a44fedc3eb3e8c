"""Which towns must approve that land joins a district: worked by hand on two towns and a village."""

from __future__ import annotations

import datetime as dt
import json
from pathlib import Path

import geopandas as gpd
import pytest
from click.testing import CliRunner

from api.cli.annexation import annexation_command
from gis.errors import EditionMissing, LawUnknown, OptionInvalid
from gis.geometry.boundary import boundary_from_geojson
from gis.law.ordinance_files import load_ordinances
from gis.layers.importing import ImportRequest, import_layer
from gis.model.annexation import DistrictAnnexation
from gis.model.finding import State
from gis.proposals.joining import Joining, join
from gis.proposals.on_file import LayersOnFile, plain_frame
from gis.register.entries import Entry, Register
from tests.gis.proposals.small_county import DATE, Box, county, drawn, parcel, rectangle

pytestmark = pytest.mark.slow
"""Each imports layers of its own."""

# The district ends at x = 2000 in the Town of Albion; the Town of Sumner begins at x = 3000, a village at y = 3000.
#
#   y 4000  +-------------------------------------+
#           |          Village of Nowhere         |
#   y 3000  +-----------+-----------+-------------+
#           | district  |  Albion   |   Sumner    |
#   y    0  +-----------+-----------+-------------+
#           x 0       2000        3000          6000
NAME = "Consolidated Koshkonong Sanitary District"
PLACES: dict[str, Box] = {
    "Town of Albion": (0, 0, 3000, 3000),
    "Town of Sumner": (3000, 0, 6000, 3000),
    "Village of Nowhere": (0, 3000, 6000, 4000),
}
IN_ALBION: Box = (2000, 1000, 2500, 2000)
IN_BOTH: Box = (2500, 1000, 3500, 2000)
DAY = dt.date(2026, 5, 4)


@pytest.fixture(scope="module")
def layers(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder of layers; no test writes to it."""
    folder = tmp_path_factory.mktemp("joining")
    lots = [
        parcel("A1", "Town of Albion", (2000, 0, 3000, 3000), 1),
        parcel("S1", "Town of Sumner", (3000, 0, 6000, 3000), 1),
    ]
    county(folder, lots, PLACES)
    row = {"name": NAME, "kind": "sanitary", "valid_from": "1990-01-01", "geometry": rectangle((0, 0, 2000, 3000))}
    other = {**row, "name": "Birch Sanitary District", "geometry": rectangle((4000, 0, 6000, 3000))}
    file = folder / "districts.gpkg"
    gpd.GeoDataFrame([row, other], crs="EPSG:8189").to_file(file, driver="GPKG")
    import_layer(
        ImportRequest("districts", file, preset="generic", vintage="2025", accuracy_ft="0.1"), folder / "layers"
    )
    return folder / "layers"


def entry(kind: str, value: str, day: dt.date = DAY, name: str = "Lakeside") -> Entry:
    return Entry("proceeding", name, kind, value, day, "Minutes", "Clerk")


def joined(layers: Path, box: Box, *entries: Entry, proceeding: str | None = None) -> DistrictAnnexation:
    land = boundary_from_geojson(json.dumps(drawn(box)), plain_frame())
    asked = Joining(land, NAME, DATE, load_ordinances(), register=Register(entries), proceeding=proceeding)
    return join(asked, LayersOnFile(layers))


ALBION = entry("annexation_approved", "Town of Albion")
SUMNER = entry("annexation_approved", "Town of Sumner")
AGAINST = entry("annexation_refused", "Town of Sumner")
LATER = entry("annexation_approved", "Town of Albion", dt.date(2026, 6, 16))


# Ch. IX: the board of the town in which the land lies approves; of land in several townships all affected towns do.
@pytest.mark.parametrize(
    ("box", "entries", "state", "towns"),
    [
        (IN_ALBION, [ALBION], State.PASS, ["Town of Albion"]),
        (IN_ALBION, [], State.NEEDS_EVIDENCE, ["Town of Albion"]),
        (IN_ALBION, [entry("annexation_refused", "Town of Albion")], State.FAIL, ["Town of Albion"]),
        # Approval by a town that has no land of it is none.
        (IN_ALBION, [SUMNER], State.NEEDS_EVIDENCE, ["Town of Albion"]),
        (IN_BOTH, [ALBION], State.NEEDS_EVIDENCE, ["Town of Albion", "Town of Sumner"]),
        (IN_BOTH, [ALBION, SUMNER], State.PASS, ["Town of Albion", "Town of Sumner"]),
        (IN_BOTH, [ALBION, AGAINST], State.FAIL, ["Town of Albion", "Town of Sumner"]),
        # One that did both has done neither for certain.
        (IN_ALBION, [ALBION, entry("annexation_refused", "Town of Albion")], State.NEEDS_EVIDENCE, ["Town of Albion"]),
        (IN_ALBION, [ALBION, entry("annexation_description_filed", "no")], State.FAIL, ["Town of Albion"]),
        # What was decided after the day asked about is not decided on it.
        (IN_ALBION, [LATER], State.NEEDS_EVIDENCE, ["Town of Albion"]),
        # Village land can never join (60.71(5)(a)), and a line in common with the village is no land of it.
        ((2000, 2500, 2500, 3500), [ALBION], State.FAIL, ["Town of Albion"]),
        ((2000, 2500, 2500, 3000), [ALBION], State.PASS, ["Town of Albion"]),
        # Land in the district already joins nothing.
        ((500, 500, 1000, 1000), [], State.NOT_APPLICABLE, []),
    ],
)  # fmt: skip
def test_which_towns_must_approve_and_have_they(
    layers: Path, box: Box, entries: list[Entry], state: State, towns: list[str]
) -> None:
    found = joined(layers, box, *entries).finding
    assert (found.rule, found.state, found.answer) == ("CKSD-12", state, towns)


def test_whether_it_adjoins_is_told_and_not_asked(layers: Path) -> None:
    assert joined(layers, IN_ALBION, ALBION).adjoins is True
    apart = joined(layers, (2200, 1000, 2500, 2000), ALBION)
    assert (apart.adjoins, apart.finding.state) == (False, State.PASS)
    assert [(each.parcel_id, each.relation) for each in apart.parcels] == [("A1", "cut")]


def test_a_municipal_owner_may_agree_instead(layers: Path) -> None:
    found = joined(layers, IN_ALBION, ALBION, entry("annexation_owner_municipal", "yes"))
    assert found.finding.measures["agreement_possible"] is True


def test_of_several_annexations_the_named_one_counts(layers: Path) -> None:
    other = entry("annexation_refused", "Town of Albion", name="Hillside")
    unnamed = joined(layers, IN_ALBION, ALBION, other)
    assert unnamed.finding.state is State.NEEDS_EVIDENCE
    assert any("tells of 2 annexations" in note for note in unnamed.notes)
    assert joined(layers, IN_ALBION, ALBION, other, proceeding="Lakeside").finding.state is State.PASS
    assert joined(layers, IN_ALBION, ALBION, other, proceeding="Hillside").finding.state is State.FAIL
    with pytest.raises(OptionInvalid, match="no annexation of that name"):
        joined(layers, IN_ALBION, ALBION, proceeding="Nowhere")


@pytest.mark.parametrize(
    ("name", "error"),
    # No ordinance on file is that of the first; the second is no district.
    [("Birch Sanitary District", LawUnknown), ("CKSD", EditionMissing)],
)
def test_a_district_of_which_nothing_is_known(layers: Path, name: str, error: type[Exception]) -> None:
    land = boundary_from_geojson(json.dumps(drawn(IN_ALBION)), plain_frame())
    with pytest.raises(error):
        join(Joining(land, name, DATE, load_ordinances()), LayersOnFile(layers))


def test_the_command_says_it_on_paper_and_as_json(layers: Path, tmp_path: Path) -> None:
    land = tmp_path / "land.geojson"
    land.write_text(json.dumps(drawn(IN_BOTH)), "utf-8")
    register = tmp_path / "register.csv"
    rows = ["subject_kind,subject,kind,value,date,document,who"]
    rows += ["proceeding,Lakeside,annexation_approved,Town of Albion,2026-05-04,Minutes,Clerk"]
    rows += ["proceeding,Lakeside,annexation_approved,Town of Sumner,2026-07-01,Minutes,Clerk"]
    register.write_text("\n".join(rows) + "\n", "utf-8")
    asked = [land, "--to-district", NAME, "--layers", layers, "--date", DATE, "--register", register]
    said = CliRunner().invoke(annexation_command, [*map(str, asked)])
    assert said.exit_code == 0, said.stderr
    assert "Towns that must approve: Town of Albion, Town of Sumner" in said.stdout
    assert "The land does not adjoin the district." in said.stdout
    assert (
        "1 entry of the register is dated after June 15, 2026, the day asked about, and does not count." in said.stdout
    )
    told = CliRunner().invoke(annexation_command, [*map(str, asked), "--format", "json"])
    answer = json.loads(told.stdout)
    assert answer["finding"]["answer"] == ["Town of Albion", "Town of Sumner"]
    assert (answer["finding"]["state"], answer["ordinance"]) == ("needs_evidence", "cksd")


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (["--to-district", NAME, "--district", NAME], "--district and --to-district"),
        (["--to-district", NAME, "--out", "rest.geojson"], "--out and --to-district"),
        (["--district", NAME, "--proceeding", "Lakeside"], "--proceeding is given without --to-district"),
        (["--district", NAME, "--ordinance", "cksd"], "--ordinance is given without --to-district"),
    ],
)
def test_options_of_two_questions_are_refused(layers: Path, tmp_path: Path, options: list[str], says: str) -> None:
    land = tmp_path / "land.geojson"
    land.write_text(json.dumps(drawn(IN_ALBION)), "utf-8")
    fixed = [str(land), "--layers", str(layers), "--date", str(DATE)]
    refused = CliRunner().invoke(annexation_command, [*fixed, *options])
    assert refused.exit_code == 2
    assert says in refused.stderr
