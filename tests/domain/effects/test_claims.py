"""Every table that refers to an ad, an account or the catalog is a dependent of the table of effects, or says why not."""

from sqlmodel import SQLModel

from marketplace.domain.effects import Dependent

SUBJECTS = {"ads", "accounts", "categories", "subcategories", "field_definitions"}
_PART = "part of its ad or account, and nobody's promise"
_LOG = "says what was, whatever happens later"
# What nobody else waits for: it goes with its account (tests/domain/personal_data).
_OWN = "its owner's alone"
CLAIMS: dict[str, Dependent | str] = {
    "account_photos": _PART,
    "account_sessions": _OWN,
    "ad_calendars": _PART,
    "ad_drafts": Dependent.DRAFT,
    "ad_reads": _LOG,
    "ad_version_values": _PART,
    "ad_versions": _PART,
    "ad_view_counts": Dependent.STATISTICS,
    "ads": "the subject itself",
    "appeals": Dependent.APPEAL,
    "assignments": Dependent.CASE,
    "audit_log": _LOG,
    "blocks": "an event itself: blocked, unblocked",
    "bookings": Dependent.BOOKING,
    "calendar_blocks": _PART,
    "calendar_feeds": _OWN,
    "condition_entries": Dependent.RENTAL,
    "consents": _LOG,
    "contact_reveals": _LOG,
    "conversation_parties": Dependent.CONVERSATION,
    "conversations": Dependent.CONVERSATION,
    "deals": Dependent.DEAL,
    "enquiries": Dependent.ENQUIRY,
    "field_definitions": "the subject itself",
    "grievances": Dependent.CASE,
    "holds": _LOG,
    "internal_notes": _LOG,
    "listings": Dependent.INDEX,
    "meetups": Dependent.MEETUP,
    "messages": Dependent.CONVERSATION,
    "notices": Dependent.NOTICES,
    "offer_steps": Dependent.OFFER,
    "offers": Dependent.OFFER,
    "one_time_codes": _OWN,
    "outbox_mails": Dependent.NOTICES,
    "push_subscriptions": _OWN,
    "recovery_codes": _OWN,
    "reports": Dependent.REPORT,
    "reviews": Dependent.REVIEW,
    "rule_versions": _LOG,
    "saved_search_matches": Dependent.PRICE_ALERT,
    "saved_searches": Dependent.SEARCH,
    "subcategories": "the subject itself",
    "trade_totals": Dependent.STATISTICS,
    "uploads": Dependent.PHOTOS,
    "wanted_ads": Dependent.WANTED,
    "wanted_answers": Dependent.WANTED,
    "wanted_matches": Dependent.WANTED,
    "wishlist_items": Dependent.WISHLIST,
}


def test_every_table_that_refers_to_a_subject_says_what_it_is():
    """A new table with such a reference: add it above, and its column to the table of effects if somebody depends on it."""
    referring = {
        name
        for name, table in SQLModel.metadata.tables.items()
        if SUBJECTS & {key.column.table.name for column in table.columns for key in column.foreign_keys}
    }
    assert referring == set(CLAIMS)
