"""Finds an account's data in every column of every table."""

import json
from collections.abc import Iterator

import sqlalchemy as sa
from sqlmodel import Session, SQLModel

SELLER, BUYER = "qzvs", "qzvb"
# Coordinates to a tenth of a metre are told apart from any other number.
LATITUDE = {SELLER: 18.734512, BUYER: 19.823461}

# Columns that the scene leaves alone, each with the reason.
NOT_FILLED = {
    "accounts": {
        "password_hash": "made by argon2",
        "totp_seed": "made by us",
        "suspended_reason": "an administrator's words; test_a_suspension_is_forgotten",
    },
    "account_sessions": {"token_hash": "hash of a random token", "device_hash": "hash of a random cookie"},
    "one_time_codes": {
        "code_hash": "hash of a random code",
        "proof_hash": "hash of a random token",
        "verified_from": "deleted with the code",
    },
    "recovery_codes": {"code_hash": "hash of a random code"},
    "calendar_feeds": {"token_hash": "hash of a random token"},
    "newsletter_subscribers": {"token_hash": "hash of a derived token"},
    "uploads": {"digest": "hash; names the stored files, which are compared", "media_type": "of two values"},
    "photo_hashes": {"colours": "made of the photo, deleted with it"},
    "ad_versions": {"reason_code": "of a list", "note": "an administrator's words; blanked with the version"},
    "ad_version_values": {"label": "the catalogue's", "input_type": "the catalogue's", "unit": "the catalogue's"},
    "ad_drafts": {"ad_key": "an id"},
    "listings": {"cover_digest": "hash of the photo"},
    "submissions": {"key": "hash of ids", "subject_id": "an id"},
    "cache_changes": {"tags": "ids and names of tables"},
    "notices": {"kind": "of a list", "link": "a path with ids", "occasion": "made of ids"},
    "outbox_mails": {
        "headers": "a link with ids",
        "code_seed": "an id",
        "purpose": "of a list",
        "dedupe_key": "made of ids",
        "last_error": "filled by a refused delivery below; of a waiting mail",
    },
    "jobs": {
        "kind": "of a list",
        "payload": "ids and digests of files",
        "dedupe_key": "kind and time",
        "last_error": "text of an exception, which names no account",
    },
    "message_warnings": {
        "code": "of a list",
        "evidence": "words of the message, deleted when its text is",
        "version": "of the rules",
    },
    "condition_entries": {
        "part": "of a list",
        "photo_digest": "hash of the photo",
        "note_salt": "random, erased with the note",
        "note_hash": "hash of note and salt; without the salt it says nothing",
        "hash": "hash of ids, times and hashes",
    },
    "ad_calendars": {"timezone": "IANA name", "weekdays": "numbers"},
    "reports": {"target_id": "an id", "reason": "of a list", "resolution": "an administrator's words"},
    "reviews": {"tags": "of a list", "removed_reason": "an administrator's words"},
    "consents": {"notice": "a sentence of ours", "notice_hash": "hash of texts of ours"},
    "grievances": {
        "reference": "made of the id",
        "note": "an administrator's words; erased with a resolved one",
        "authority_reference": "of an order, which staff enters",
        "legal_basis": "likewise",
    },
    "text_readings": {"rules": "a version"},
    "rule_versions": {"rule": "of a list"},
    "appeals": {"reason": "an administrator's words", "note": "an administrator's words"},
    "audit_log": {
        "action": "of a list",
        "target": "of a list",
        "target_id": "an id",
        "before": "of an administrator's act: ids, states, prices and names of fields",
        "after": "likewise, with the administrator's reason; accountability asks for it",
    },
}
# Tables no account can write to.
NOT_THE_ACCOUNTS = {
    "categories",
    "subcategories",
    "field_definitions",
    "testimonials",
    "canned_replies",
    "breaches",
    "editions",
    "listing_counts",
    "listing_change_counter",
}


def scan(db: Session, mark: str) -> dict[str, list[str]]:
    """Values of all columns that contain the marker or the party's position, by `table.column`."""
    wanted = (mark, str(LATITUDE[mark]))
    connection = db.connection()
    names = sa.inspect(connection).get_table_names()
    assert len(names) > len(SQLModel.metadata.tables)
    found: dict[str, list[str]] = {}
    for name in names:
        for row in connection.execute(sa.text(f'SELECT * FROM "{name}"')).mappings():
            for column, value in row.items():
                text = bytes(value).decode("latin-1") if isinstance(value, bytes | memoryview) else _as_text(value)
                if any(each in text.casefold() for each in wanted):
                    found.setdefault(f"{name}.{column}", []).append(text)
    return found


def _as_text(value: object) -> str:
    return json.dumps(value) if isinstance(value, dict | list) else str(value)


def is_string(column: sa.Column) -> bool:
    """Whether the column holds text. SQLModel's own type for it is no subclass of SQLAlchemy's."""
    kind = column.type.impl_instance if isinstance(column.type, sa.TypeDecorator) else column.type
    return isinstance(kind, sa.String) and not isinstance(kind, sa.Enum)


def text_columns() -> Iterator[str]:
    """All columns of the models with text or JSON, except ids and enumerations."""
    for table in SQLModel.metadata.tables.values():
        if table.name in NOT_THE_ACCOUNTS:
            continue
        for column in table.columns:
            is_id = bool(column.foreign_keys) or column.name == "id" or column.name.endswith("_id")
            if (
                (is_string(column) or isinstance(column.type, sa.JSON))
                and not is_id
                and column.name not in NOT_FILLED.get(table.name, {})
            ):
                yield f"{table.name}.{column.name}"
