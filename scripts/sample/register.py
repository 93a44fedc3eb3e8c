"""What is entered on parcels of 2024, before the roll of 2025 divides, joins and renumbers some of them?

A parcel is named with its county, as `townline diff` names parcels of layers that hold several counties.
"""

from __future__ import annotations

COLUMNS = ("subject_kind", "subject", "kind", "value", "date", "document", "who")
CLERK = "Clerk of the example town"
INSPECTOR = "Inspector of the example county"

ENTRIES: tuple[tuple[str, str, str, str, str, str, str], ...] = (
    (
        "parcel",
        "002-0814-1643-001, Jefferson",
        "objection",
        "To the line",
        "2024-05-06",
        "Letter 1",
        "OWNER 7001 OF NOWHERE",
    ),
    (
        "parcel",
        "002-0814-1643-002, Jefferson",
        "waiver",
        "Of the hearing",
        "2024-05-06",
        "Waiver 2",
        "OWNER 7002 OF NOWHERE",
    ),
    ("parcel", "004-0814-1533-001, Jefferson", "certificate", "Compliant", "2024-03-11", "Certificate 311", INSPECTOR),
    ("parcel", "008-0915-2042-001, Dodge", "benefit_found", "yes", "2024-03-01", "Order 7", CLERK),
    (
        "parcel",
        "008-0915-2042-001, Dodge",
        "private_system_installed",
        "2001-09-14",
        "2024-03-01",
        "Permit 4471",
        CLERK,
    ),
    ("parcel", "241-0815-1834-901, Jefferson", "exclusion_decision", "in", "2024-04-02", "Order 8", CLERK),
    ("parcel", "241-0815-1834-901, Jefferson", "lien_recorded", "1250.00", "2024-04-30", "Document 0730001", CLERK),
    ("parcel", "008-0915-2921-001, Dodge", "benefit_found", "yes", "2024-03-01", "Order 7", CLERK),
    ("parcel", "008-0915-2924-001, Dodge", "benefit_found", "yes", "2024-03-01", "Order 7", CLERK),
    (
        "parcel",
        "241-0815-1844-905, Jefferson",
        "objection",
        "To the amount",
        "2024-05-09",
        "Letter 3",
        "EXAMPLE HOLDINGS 3 LLC",
    ),
    ("parcel", "008-0915-2044-900, Dodge", "waiver", "Of notice", "2024-05-10", "Waiver 4", "OWNER 9001 OF NOWHERE"),
    ("parcel", "004-0815-1844-008, Jefferson", "certificate", "Compliant", "2024-02-12", "Certificate 298", INSPECTOR),
    ("parcel", "141-0814-2834-301, Jefferson", "benefit_found", "yes", "2024-03-01", "Order 9", CLERK),
    ("parcel", "141-0814-2834-301, Jefferson", "lien_recorded", "800.00", "2024-06-03", "Document 0730044", CLERK),
    (
        "parcel",
        "008-0915-2824-001, Dodge",
        "objection",
        "To the route",
        "2024-06-04",
        "Letter 5",
        "OWNER 9002 OF NOWHERE",
    ),
    ("parcel", "002-0814-9999-001, Jefferson", "waiver", "Of notice", "2024-06-05", "Waiver 6", CLERK),
    ("district", "Spindle Lake Sanitary District", "certificate", "In order", "2024-01-15", "Certificate 12", CLERK),
)
"""Row by row, in the order of `COLUMNS`; people are plainly invented."""
