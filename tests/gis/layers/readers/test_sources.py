from __future__ import annotations

import zipfile
from pathlib import Path

import pytest

from gis.errors import LayerUnreadable
from gis.layers.readers import open_file, read_rows
from gis.layers.readers.sources import Source, check_unpacked

TABLE = "a,b\n" + "".join(f"{n},{n * n}\n" for n in range(1000))


@pytest.mark.parametrize("packing", [zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA, zipfile.ZIP_STORED])
def test_a_zip_damaged_at_any_place_is_refused_or_read_whole(tmp_path: Path, packing: int) -> None:
    path = tmp_path / "a.zip"
    with zipfile.ZipFile(path, "w", packing) as archive:
        archive.writestr("a.csv", TABLE)
    data = path.read_bytes()
    refused = 0
    for place in range(0, len(data), len(data) // 150):
        flipped = bytes(each ^ 0xFF for each in data[place : place + 2])
        path.write_bytes(data[:place] + flipped + data[place + 2 :])
        try:
            opened = open_file(path)
            rows = read_rows(opened, opened.layers[0], ["a", "b"]).table
        except LayerUnreadable:
            refused += 1
        else:
            # What was hit is a time, a name or the like.
            assert rows["b"].tolist() == [str(n * n) for n in range(1000)]
    assert refused > 100


def member(unpacked: int, packed: int) -> zipfile.ZipInfo:
    info = zipfile.ZipInfo("roll/a.csv")
    info.file_size, info.compress_size = unpacked, packed
    return info


@pytest.mark.parametrize(
    ("unpacked", "packed", "why"),
    [
        (1_000_000_001, 400_000_000, "a.csv takes 1,000,000,001 bytes when it is unpacked, and at most 1,000,000,000"),
        (100_000_001, 500_000, "200 times or more"),
        (1_000_000_000, 4_999_999, "200 times or more"),
    ],
)
def test_what_would_fill_the_memory_is_refused(unpacked: int, packed: int, why: str) -> None:
    with pytest.raises(LayerUnreadable, match=why):
        check_unpacked(member(unpacked, packed), "a.zip, roll/a.csv")


@pytest.mark.parametrize(
    ("unpacked", "packed"), [(1_000_000_000, 5_000_000), (100_000_000, 100_000), (0, 0), (1, 0), (200, 1)]
)
def test_what_memory_holds_is_not(unpacked: int, packed: int) -> None:
    check_unpacked(member(unpacked, packed), "a.zip, roll/a.csv")


def test_a_trap_in_a_zip_is_refused_whole_and_its_head_may_be_read(tmp_path: Path) -> None:
    path = tmp_path / "trap.zip"
    with (
        zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive,
        archive.open("a.csv", "w") as part,
    ):
        part.write(b"a,b\n")
        for _ in range(101):
            part.write(b"1,2\n" * 250_000)
    with pytest.raises(LayerUnreadable, match=r"a\.csv takes 101,000,004 bytes"):
        open_file(path)
    assert Source(path, "a.csv").read(3) == b"a,b"
