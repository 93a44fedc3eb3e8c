from __future__ import annotations

from gis.model.jsonio import to_json
from gis.register.listing import listing
from gis.register.reading import read_register

TEXT = """\
subject_kind,subject,kind,value,date,document,who,entry,replaces
proceeding,P1,bond_filed,,2026-06-12,Bond of QUILLFEATHER,QUILLFEATHER,1,
proceeding,P1,bond_filed,,2026-06-10,Bond of QUILLFEATHER,QUILLFEATHER,2,1
parcel,1-2,objection,QUILLFEATHER objects,2026-06-11,,,,
parcel,1-2,lien_recorded,5,2026-06-11,,,,
parcel,1-2,benefit_found,yes,2026-06-11,,,,
parcel,1-2,benefit_found,no,2026-06-11,,,,
"""
REGISTER = read_register(TEXT.encode(), "register.csv")


def test_a_register_is_listed_by_subject_oldest_first_with_its_history() -> None:
    found = listing(REGISTER)
    assert [(each.subject, [entry.line for entry in each.entries]) for each in found.subjects] == [
        ("1-2", [4, 5, 6, 7]),
        ("P1", [3, 2]),
    ]
    assert [(entry.line, entry.counts) for entry in found.subjects[1].entries] == [(3, True), (2, False)]
    assert [(each.subject, each.lines) for each in found.contradictions] == [("1-2", (6, 7))]
    assert found.count == 6


def test_only_what_was_chosen_is_listed() -> None:
    found = listing(REGISTER, "1-2", {"lien_recorded"})
    assert [[entry.value for entry in each.entries] for each in found.subjects] == [["5.00"]]
    assert found.contradictions == ()
    assert found.register_hash == listing(REGISTER).register_hash


def test_free_text_documents_and_persons_are_not_told() -> None:
    text = to_json(listing(REGISTER)).decode()
    assert "QUILLFEATHER" not in text
    assert '"value": "yes"' in text
