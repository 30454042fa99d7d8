"""Checks the text of each version of an ad once, in a job, and stores the findings for moderators."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from itertools import islice

from sqlmodel import Session

from marketplace.db.database import read_only, unit_of_work
from marketplace.domain import ad_texts, trust
from marketplace.domain.contact_details import find_disguised_phones, find_phones
from marketplace.domain.moderation.signals import queries
from marketplace.models import AdVersion, TextReading

# Characters of texts without a current reading that a moderator waits for: the longest texts of one ad, or many ordinary ads.
READ_AT_ONCE = 20_000
# Ads in one step of the scheduled task.
_BATCH = 10
# Contacts of an ad and pieces of evidence for each reason that are stored, and the length of each.
_MOST_FOUND, _MOST_LENGTH = 10, 200


@dataclass(frozen=True, slots=True)
class Reading:
    """The findings of the chat's rules in a text, code and evidence, the strongest first, and its phone numbers and hosts."""

    findings: tuple[tuple[str, tuple[str, ...]], ...]
    contacts: tuple[str, ...]


def text_of(version: AdVersion) -> str:
    """Return the texts of a version that are read, without its place."""
    texts = ad_texts.values_of(version)
    return "\n".join(texts[text.name] for text in (*ad_texts.in_section("basics"), *ad_texts.in_section("details")))


def list_readings(db: Session, versions: Iterable[AdVersion], rules: trust.Rulebook) -> dict[str, Reading]:
    """Return the readings of versions by id.

    A text that has none by these rules is read here, up to READ_AT_ONCE characters of all. Beyond that, a reading by earlier
    rules is returned, or none.
    """
    versions = list(versions)
    stored = {row.version_id: row for row in queries.list_readings(db, [version.id for version in versions])}
    found = {version_id: _load(row) for version_id, row in stored.items()}
    wanted, left = trust.version(rules), READ_AT_ONCE
    for version in versions:
        text = text_of(version)
        if (row := stored.get(version.id)) and row.rules == wanted:
            continue
        if len(text) <= left:
            left -= len(text)
            found[version.id] = _read(text, rules)
    return found


def read_submitted(ad_id: str) -> int:
    """Read and store the text that the seller of an ad submitted last, without an open transaction meanwhile; idempotent.
    Returns 0: it is one step.
    """
    _read_unread([ad_id])
    return 0


def read_missing() -> int:
    """Read a batch of waiting texts without a reading by the live rules, as after a change of these; returns their number, at last 0."""
    return _read_unread(None)


def _read_unread(ad_ids: Collection[str] | None) -> int:
    with read_only() as db:
        rules = trust.get_live_rules(db)
        texts = {each.id: text_of(each) for each in queries.list_unread(db, trust.version(rules), ad_ids, _BATCH)}
    made = {version_id: _read(text, rules) for version_id, text in texts.items()}
    if made:
        with unit_of_work() as db:
            # The text may have been erased meanwhile. The lock keeps it until the reading is stored, which is then erased with it.
            kept = [row.id for row in queries.lock_versions(db, made) if text_of(row) == texts[row.id]]
            queries.store_readings(db, [_make_row(each, made[each], trust.version(rules)) for each in kept])
    return len(texts)


def _read(text: str, rules: trust.Rulebook) -> Reading:
    found = trust.check_ad(text, rules=rules)
    contacts = [*(find_phones(text) or find_disguised_phones(text)), *(link.host for link in trust.find_links(text))]
    return Reading(tuple((each.code, _cut(each.evidence)) for each in found), _cut(dict.fromkeys(contacts)))


def _cut(found: Iterable[str]) -> tuple[str, ...]:
    return tuple(each[:_MOST_LENGTH] for each in islice(found, _MOST_FOUND))


def _make_row(version_id: str, reading: Reading, rules: str) -> TextReading:
    findings = [[code, list(evidence)] for code, evidence in reading.findings]
    return TextReading(version_id=version_id, rules=rules, findings=findings, contacts=list(reading.contacts))


def _load(row: TextReading) -> Reading:
    return Reading(tuple((code, tuple(evidence)) for code, evidence in row.findings), tuple(row.contacts))
