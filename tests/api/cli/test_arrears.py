"""Does `townline arrears` judge a file of accounts, tell it, and write the certified list?"""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from api.cli.main import COMMANDS, main, townline
from gis.schema import schemas
from tests.json_shape import faults

HEAD = "account,parcel_id,service_date,arrears,paid\n"
ROLLED, BY_CALENDAR = "with the last day moved off a Sunday or holiday", "by the calendar day"


def arrears(*arguments: str) -> Result:
    return CliRunner().invoke(townline, ["arrears", *arguments])


@pytest.fixture
def sample(repository: Path) -> str:
    return str(repository / "data" / "boundaries" / "arrears.csv")


def test_it_is_among_the_commands_and_documents_its_columns() -> None:
    assert COMMANDS["arrears"][:2] == ("api.cli.arrears", "arrears_command")
    told = " ".join(arrears("--help").stdout.split())
    for name in ("account", "parcel_id", "service_date", "arrears", "paid", "county"):
        assert name in told


def test_the_sample_by_hand(sample: str) -> None:
    # S-1001 480.05 and 48.01; W-1001 61.25 and 6.13; S-1003 0.04; together 541.34 and 54.14. By the calendar S-1004,
    # paid on Monday, November 16, is one day late: 300 and 30 more.
    result = arrears(sample, "--year", "2026", "--as-of", "2026-11-20")
    assert (result.exit_code, result.stderr) == (0, "")
    told = result.stdout
    assert "without penalty by Monday, November 2, 2026, with it by Monday, November 16, 2026" in told
    assert "without penalty by Sunday, November 1, 2026, with it by Sunday, November 15, 2026" in told
    assert f"Certified list, {ROLLED}: 2 lots or parcels; arrears $541.34, penalty $54.14, together $595.48" in told
    assert (
        f"Certified list, {BY_CALENDAR}: 3 lots or parcels; arrears $841.34, penalty $84.14, together $925.48" in told
    )
    assert "  $541.30 and $54.14 is $595.44 (accounts S-1001, W-1001)\n    Land, Jefferson County; tax parcel" in told
    assert "  2 paid in time (not owing): $450\n" in told
    assert "  1 of service that belongs to a later cycle (not owing): $75\n" in told
    assert "  1 with nothing in arrears (not owing): $0\n" in told
    assert "townline connections" in told
    assert "The penalty is 10 percent of the arrears of each account, rounded to the cent, half a cent up\n" in told


# November 1 and 15 of 2026 are Sundays. 001-1: unpaid, on both lists alike. 001-2: paid on Monday, November 16, by the
# calendar a day late. 001-3: one account unpaid and one paid on that Monday: 50 and 5 by the first reading, 80 and 8
# by the calendar.
APART = "1,001-1,2026-09-15,100.00,\n2,001-2,2026-09-15,20.00,2026-11-16\n"
APART += "3,001-3,2026-09-15,50.00,\n4,001-3,2026-09-15,30.00,2026-11-16\n"


@pytest.mark.parametrize(
    ("reading", "apart"),
    [
        ("rolled", ["only here: $20 and $2 is $22 (account 2)", "otherwise here: $80 and $8 is $88 (accounts 3, 4)"]),
        ("calendar_day", ["otherwise here: $50 and $5 is $55 (account 3)", "not here: $20 and $2 is $22 (account 2)"]),
    ],
)
def test_lots_on_which_the_readings_differ_are_named(tmp_path: Path, reading: str, apart: list[str]) -> None:
    accounts = tmp_path / "accounts.csv"
    accounts.write_text(HEAD + APART)
    lines = arrears(str(accounts), "--year", "2026", "--as-of", "2026-11-20", "--reading", reading).stdout.splitlines()
    first, second = (at for at, line in enumerate(lines) if line.startswith("Certified list, "))
    words = {"rolled": ROLLED, "calendar_day": BY_CALENDAR}
    assert lines[first].startswith(f"Certified list, {words.pop(reading)}: ")
    assert lines[second].startswith(f"Certified list, {words.popitem()[1]}: ")
    assert [line.strip() for line in lines[second + 1 : second + 5 : 2]] == apart
    assert all("001-1" not in line for line in lines[second:])
    assert not any(name in line.replace("--reading ", "") for line in lines[4:] for name in ("rolled", "calendar_day"))


def test_lists_that_agree_are_said_to(tmp_path: Path) -> None:
    accounts = tmp_path / "accounts.csv"
    accounts.write_text(f"{HEAD}1,001-1,2026-09-15,100.00,\n")
    told = arrears(str(accounts), "--year", "2026", "--as-of", "2026-11-20").stdout
    assert (
        f"Certified list, {BY_CALENDAR}: 1 lot or parcel; arrears $100, penalty $10, together $110\n  the same " in told
    )


def test_the_accounts_are_never_written_over(sample: str, tmp_path: Path) -> None:
    accounts = tmp_path / "accounts.csv"
    accounts.write_bytes(Path(sample).read_bytes())
    result = arrears(str(accounts), "--year", "2026", "--as-of", "2026-11-20", "--out", str(accounts))
    assert result.exit_code == 2
    assert "accounts.csv is named twice." in result.stderr
    assert accounts.read_bytes() == Path(sample).read_bytes()


def test_the_other_reading_is_told_whole_where_it_is_asked_for(sample: str) -> None:
    told = arrears(sample, "--year", "2026", "--as-of", "2026-11-16", "--reading", "calendar_day").stdout
    assert f"Certified list, {BY_CALENDAR}: 3 lots or parcels" in told
    assert "  $300 and $30 is $330 (account S-1004)" in told
    # On the Monday itself the first reading certifies nobody yet.
    assert f"Certified list, {ROLLED}: 0 lots or parcels" in told
    assert "  account S-1001, parcel 141-0814-1623-080: $528.06 is owing on November 16, 2026" in told
    assert "the list is made after the close of business of that day" in " ".join(told.split())


def test_json_has_its_shape_and_its_sums(sample: str) -> None:
    told = json.loads(arrears(sample, "--year", "2026", "--as-of", "2026-11-20", "--format", "json").stdout)
    assert faults(told, schemas()["Arrears"]) == []
    assert [(each["reading"], each["total"]) for each in told["lists"]] == [
        *(("rolled", "595.48"), ("calendar_day", "925.48"))
    ]
    assert (told["rule"], told["notice_on"], told["certify_on"]) == ("UT-04", "2026-10-15", "2026-11-16")
    assert [each["row"] for each in told["accounts"]] == [2, 3, 4, 5, 6, 7, 8]


@pytest.mark.parametrize(("reading", "total"), [("rolled", "595.48"), ("calendar_day", "925.48")])
def test_the_list_is_written_for_the_clerk(tmp_path: Path, sample: str, reading: str, total: str) -> None:
    out = tmp_path / "list.csv"
    result = arrears(sample, "--year", "2026", "--as-of", "2026-11-20", "--reading", reading, "--out", str(out))
    assert result.exit_code == 0
    rows = list(csv.DictReader(out.read_text(encoding="utf-8").splitlines()))
    cents = [sum(int(row[name].replace(".", "")) for row in rows) for name in ("arrears", "penalty", "total")]
    assert cents[0] + cents[1] == cents[2] == int(total.replace(".", ""))


def test_a_file_that_is_replaced_is_said_to_be(tmp_path: Path, sample: str) -> None:
    out = tmp_path / "list.csv"
    asked = (sample, "--year", "2026", "--as-of", "2026-11-20", "--out", str(out))
    assert "Written: list.csv\n" in arrears(*asked).stdout
    assert "Written: list.csv, in place of the file that was there\n" in arrears(*asked).stdout


@pytest.mark.parametrize(
    ("as_of", "kept", "file"),
    [
        ("2026-11-20", "lots or parcels: --out FILE.csv", "list.csv"),
        ("2026-10-20", "accounts: --out FILE.json", "all.json"),
    ],
)
def test_a_long_list_is_summed_up_on_paper_and_whole_in_the_file(
    tmp_path: Path, as_of: str, kept: str, file: str
) -> None:
    accounts, out = tmp_path / "many.csv", tmp_path / file
    accounts.write_text(HEAD + "".join(f"S-{each},001-{each},2026-09-15,1.00,\n" for each in range(1001)))
    told = arrears(str(accounts), "--year", "2026", "--as-of", as_of, "--out", str(out)).stdout
    # 300 of 1,001 are told one by one.
    assert f"  and 701 more {kept} writes them all\n" in told
    assert len(told.splitlines()) < 700
    assert all(f"001-{each}" in out.read_text("utf-8") for each in range(1001))


def test_everything_is_written_as_json(tmp_path: Path, sample: str) -> None:
    out = tmp_path / "all.json"
    result = arrears(sample, "--year", "2026", "--as-of", "2026-11-20", "--out", str(out), "--format", "json")
    assert out.read_bytes() == result.stdout_bytes


def test_all_faults_of_a_file_are_told_at_once(tmp_path: Path) -> None:
    file, out = tmp_path / "bad.csv", tmp_path / "list.csv"
    rows = ["1,001-1,2026-09-15,-5,", "2,001-1,2026-09-15,5.005,", "2,SMITH,2026-09-15,5.00,"]
    file.write_text(HEAD + "\n".join(rows))
    result = arrears(str(file), "--year", "2026", "--as-of", "2026-11-20", "--out", str(out), "--format", "json")
    assert (result.exit_code, result.stdout) == (2, "")
    told = json.loads(result.stderr)
    assert (told["error"], told["where"]) == ("ArrearsInvalid", "file bad.csv")
    assert [each["text"].partition(":")[0] for each in told["places"]] == ["line 2", "line 3", "line 4", "line 4"]
    assert "SMITH" not in result.stderr
    assert not out.exists()


@pytest.mark.parametrize(
    ("arguments", "word"),
    [
        (["{sample}", "--year", "26", "--as-of", "2026-11-20"], "26 is not in the range"),
        (["{sample}", "--year", "2026", "--as-of", "yesterday"], "is no date"),
        (["{sample}", "--year", "2026", "--as-of", "2026-11-20", "--out", "list.xlsx"], "ends in .xlsx"),
        (["{sample}", "--year", "2026", "--as-of", "2026-11-20", "--layers", "nowhere"], "no such folder of layers"),
        (["nowhere.csv", "--year", "2026", "--as-of", "2026-11-20"], "cannot be read"),
        (["{sample}", "--as-of", "2026-11-20"], "--year"),
    ],
)
def test_bad_options_leave_with_2(
    arguments: list[str], word: str, sample: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as left:
        main(["arrears", *(each.format(sample=sample) for each in arguments)])
    assert left.value.code == 2
    assert word in " ".join(capsys.readouterr().err.split())


@pytest.mark.slow
def test_the_sample_over_its_layers(sample: str, sample_layers: Path, tmp_path: Path) -> None:
    asked = ("--year", "2026", "--as-of", "2026-11-20", "--layers", str(sample_layers))
    told = json.loads(arrears(sample, *asked, "--format", "json").stdout)
    lots = told["lists"][0]["lots"]
    assert {*told["editions"]} == {"parcels", "sections"}
    for each in lots:
        assert "in Section 16, T8N, R14E, Village of Elm, Jefferson County; tax parcel " in each["description"]
    assert "OWNER" not in json.dumps(told)
    # An account of a parcel that is not there is no account that is left out.
    file = tmp_path / "unknown.csv"
    file.write_text(f"{HEAD}1,141-0814-1623-080,2026-09-15,5.00,\n2,141-0814-1623-999,2026-09-15,5.00,\n")
    result = arrears(str(file), *asked)
    assert result.exit_code == 2
    assert "line 3: No parcel of the layer has this number." in result.stderr
