"""How does the sample county become layers? Imports what data/boundaries/layers.toml lists, in its order.

What was imported from the same files by the same program is left alone.
"""

from __future__ import annotations

import argparse
import hashlib
import shutil
import subprocess
import sys
import time
import tomllib
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[1]
SAMPLE = REPOSITORY / "data" / "boundaries"
STAMP = ".sample-stamp"


def digest(files: list[Path]) -> str:
    """Return one hash of the names and contents of files."""
    whole = hashlib.sha256()
    for file in sorted(files):
        whole.update(f"{file.relative_to(REPOSITORY)}\0{file.stat().st_size}\0".encode())
        whole.update(file.read_bytes())
    return whole.hexdigest()


def import_sample(layers: Path, townline: Path) -> None:
    """Import every layer of the sample into an empty folder, saying what is done and how long it took."""
    listed = tomllib.loads((SAMPLE / "layers.toml").read_text("utf-8"))["import"]
    named = [SAMPLE / entry[key] for entry in listed for key in ("file", "map") if key in entry]
    sources = [SAMPLE / "layers.toml", *named]
    program = [file for file in (REPOSITORY / "gis").rglob("*") if file.suffix in {".py", ".toml", ".yaml"}]
    wanted = digest([*sources, *program])
    stamp = layers / STAMP
    if stamp.is_file() and stamp.read_text("utf-8") == wanted:
        print("==> The sample county is imported already", flush=True)
        return
    shutil.rmtree(layers, ignore_errors=True)
    layers.mkdir(parents=True)
    for entry in listed:
        kind, file = entry.pop("kind"), SAMPLE / entry.pop("file")
        if "map" in entry:
            entry["map"] = SAMPLE / entry["map"]
        constants = [f"--set={name}={value}" for name, value in entry.pop("constants", {}).items()]
        options = [f"--{name.replace('_', '-')}={value}" for name, value in entry.items()]
        options += constants
        print(f"==> Import of {kind} from {file.relative_to(REPOSITORY)}", flush=True)
        begun = time.monotonic()
        command = [townline, "import", kind, file, "--layers", layers, *options]
        status = subprocess.run(command, check=False).returncode  # noqa: S603  our own program, by its path
        if status:
            sys.exit(f"townline: the import of {kind} left with exit status {status}.")
        print(f"==> Import of {kind}: done in {time.monotonic() - begun:.0f} s", flush=True)
    stamp.write_text(wanted, "utf-8")


parser = argparse.ArgumentParser(description=__doc__)
parser.add_argument("layers", type=Path, nargs="?", default=REPOSITORY / "build" / "sample-layers")
parser.add_argument("--townline", type=Path, default=Path(sys.executable).with_name("townline"))
given = parser.parse_args()
import_sample(given.layers.resolve(), given.townline)
