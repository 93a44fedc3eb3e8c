"""A file that an option names is written whole or not at all."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Self

import pytest

from api.cli.named_files import write_named
from gis.errors import OptionInvalid

KEPT = "Somebody may have decided in it."


@pytest.mark.parametrize("kept", ["", KEPT])
def test_a_new_file_is_written_and_nothing_is_left_beside_it(tmp_path: Path, kept: str) -> None:
    write_named(tmp_path / "a.csv", b"new", "--out", kept)
    assert [(path.name, path.read_bytes()) for path in tmp_path.iterdir()] == [("a.csv", b"new")]


def test_a_file_that_is_there_is_replaced_with_its_rights(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_bytes(b"old")
    path.chmod(0o640)
    write_named(path, b"new", "--out")
    assert path.read_bytes() == b"new"
    assert path.stat().st_mode & 0o777 == 0o640


def test_a_file_that_is_kept_stays(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_bytes(b"old")
    with pytest.raises(OptionInvalid, match="Somebody may have decided"):
        write_named(path, b"new", "--out", KEPT)
    assert [(each.name, each.read_bytes()) for each in tmp_path.iterdir()] == [("a.csv", b"old")]


@pytest.mark.parametrize(("there", "kept"), [(b"old", ""), (None, ""), (None, KEPT)])
def test_where_the_disk_is_full_the_old_file_stays_and_no_stump(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, there: bytes | None, kept: str
) -> None:
    path = tmp_path / "a.csv"
    if there is not None:
        path.write_bytes(there)

    class FullFile:
        def __enter__(self) -> Self:
            return self

        def __exit__(self, *_: object) -> None:
            return None

        def write(self, _data: bytes) -> None:
            raise OSError(28, os.strerror(28))

    real_open = Path.open

    def opened(self: Path, mode: str = "r") -> object:
        if self.suffix != ".part":
            return real_open(self, mode)
        real_open(self, mode).close()
        return FullFile()

    monkeypatch.setattr(Path, "open", opened)
    with pytest.raises(OptionInvalid, match="No space left"):
        write_named(path, b"new", "--out", kept)
    monkeypatch.undo()
    assert [each.read_bytes() for each in tmp_path.iterdir()] == ([] if there is None else [there])


def test_a_link_stays_a_link_and_a_device_a_device(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_bytes(b"old")
    (tmp_path / "link.csv").symlink_to("a.csv")
    write_named(tmp_path / "link.csv", b"new", "--out")
    assert (tmp_path / "link.csv").is_symlink()
    assert (tmp_path / "a.csv").read_bytes() == b"new"
    write_named(Path(os.devnull), b"new", "--out")
    assert not Path(os.devnull).is_file()


@pytest.mark.parametrize("name", ["", "no/a.csv", "folder"])
@pytest.mark.parametrize("kept", ["", KEPT])
def test_what_cannot_be_written_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, kept: str) -> None:
    (tmp_path / "folder").mkdir()
    monkeypatch.chdir(tmp_path)
    with pytest.raises(OptionInvalid) as caught:
        write_named(Path(name), b"new", "--out", kept)
    assert caught.value.where == "the option --out"
    assert [path.name for path in tmp_path.iterdir()] == ["folder"]
