from __future__ import annotations

import datetime as dt
from pathlib import Path
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from gis.register.entries import Entry, Register
from gis.register.reading import read_register
from gis.register.writing import write_register

DAY = dt.date(2026, 6, 1)
# No control characters, and no blank at the ends: cells are stripped.
TEXTS = st.text(st.characters(exclude_categories=["C"]), max_size=8).map(str.strip)
ENTRIES = st.builds(
    Entry,
    subject_kind=st.just("parcel"),
    subject=st.sampled_from(["1-2", "1-3, Dodge"]),
    kind=st.just("objection"),
    value=TEXTS.filter(bool),
    date=st.dates(dt.date(2000, 1, 1), DAY),
    document=TEXTS,
    who=TEXTS,
    entered_on=st.none() | st.just(DAY),
)


def test_the_sample_is_written_as_it_was_read(repository: Path) -> None:
    data = (repository / "data" / "boundaries" / "register.csv").read_bytes()
    found = read_register(data, "register.csv")
    assert len(found.entries) == 17
    assert write_register(found.entries) == data


@given(st.lists(ENTRIES, max_size=6), st.randoms())
@settings(max_examples=50, derandomize=True)
def test_what_was_written_reads_the_same_and_the_order_says_nothing(entries: list[Entry], shuffler: Random) -> None:
    written = write_register(entries)
    again = read_register(written, "register.csv")
    assert list(again.entries) == entries
    assert write_register(again.entries) == written
    turned = list(entries)
    shuffler.shuffle(turned)
    assert Register(tuple(turned)).hash == again.hash


def test_the_history_is_written_and_counts_in_the_hash() -> None:
    first = Entry("main", "M1", "main_operational", "", DAY, "", "", entry="1", entered_on=DAY)
    second = Entry("main", "M1", "main_operational", "", DAY, "", "", entry="2", replaces="1")
    text = write_register([first, second]).decode()
    assert text.splitlines() == [
        "subject_kind,subject,kind,value,date,document,who,entry,entered_on,replaces",
        "main,M1,main_operational,,2026-06-01,,,1,2026-06-01,",
        "main,M1,main_operational,,2026-06-01,,,2,,1",
    ]
    assert read_register(text.encode(), "r.csv").current() == (second,)
    assert Register((first, second)).hash != Register((second,)).hash != Register((first,)).hash
