"""What does the sample county consist of? This writes its layers into data/boundaries, the same each time.

Run `python scripts/make_sample.py` from the repository; `--out FOLDER` writes elsewhere.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from sample.land import all_ground
from sample.write import write_all
from sample.write_rolls import write_rolls
from sample.write_votes import write_votes
from sample.write_works import write_works

SEED = 60_71
"""Drawn from nothing: the section of law that the first rule judges."""
DEFAULT_FOLDER = Path(__file__).resolve().parents[1] / "data" / "boundaries"


def main() -> None:
    """Write the sample and say how much it is."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, default=DEFAULT_FOLDER, help="the folder to write into")
    folder: Path = parser.parse_args().out
    ground = all_ground(SEED)
    write_all(folder, ground, SEED)
    write_rolls(folder, SEED)
    write_votes(folder, ground.municipalities, SEED)
    write_works(folder, ground, SEED)
    size_kib = sum(file.stat().st_size for file in folder.iterdir()) / 1024
    print(f"{len(ground.pieces)} parcel records, {size_kib:,.0f} KiB in {folder.name}")


if __name__ == "__main__":
    main()
