"""How is the register that an option names read, and is the district that another names told of in it?"""

from __future__ import annotations

from pathlib import Path

from api.cli.named_files import read_named
from gis.errors import OptionInvalid
from gis.register.entries import Register
from gis.register.reading import read_register


def register_of(file: Path | None, district: str | None) -> Register | None:
    """Return the register in the file of --register, or None without one.

    Entries of a later day than the one asked about do not count, and the answer says how many there are.

    Raises
    ------
    RegisterInvalid
        It cannot be read, or says what cannot be.
    OptionInvalid
        The district of --district is not told of in it.
    """
    register = None if file is None else read_register(read_named(file, "--register"), file.name)
    known = () if register is None else register.subjects("district")
    if district is not None and district not in known:
        raise OptionInvalid(
            what="The register tells of no district of that name.",
            where="the option --district",
            why=f"It tells of {', '.join(known)}." if known else "No register that tells of a district was given.",
            next="Correct the name, or give the register that tells of it with --register.",
        )
    return register
