"""The archive that people download: everything stored about an account, without secrets, in the words of the API contract."""

from datetime import date, datetime
from typing import Any

from pydantic.alias_generators import to_camel
from sqlalchemy import ColumnElement, inspect
from sqlalchemy import select as select_columns
from sqlmodel import SQLModel, col

from marketplace.core.dates import timestamp
from marketplace.core.errors import NotFound
from marketplace.core.money import to_rupees
from marketplace.db.database import read_only
from marketplace.domain import addressed_texts
from marketplace.domain.accounts import messages
from marketplace.domain.ad_texts import wire_name
from marketplace.domain.consents import queries as consents
from marketplace.domain.personal_data import selection
from marketplace.i18n.texts import t
from marketplace.models import (
    Account,
    Ad,
    AdCalendar,
    AdDraftSave,
    AdVersion,
    AdVersionImage,
    AdVersionValue,
    Appeal,
    Block,
    Booking,
    CalendarBlock,
    ConditionEntry,
    Consent,
    ContactReveal,
    ConversationParty,
    Deal,
    Deposit,
    Enquiry,
    Grievance,
    Meetup,
    Message,
    MessagePhoto,
    MessageWarning,
    Offer,
    OfferStep,
    PersonReview,
    Report,
    Upload,
    WantedAnswer,
    WantedMatch,
)

# Credentials, never exported, not even to their owner.
_SECRET = {"password_hash", "token_hash", "device_hash", "code_hash", "totp_seed", "totp_step", "generation"}
# Whoever knows them can move the subscription of a browser to another account.
_PUSH_SECRET = {"endpoint", "p256dh", "auth"}
# Internal data of moderation: deciding admins and notes on reports.
_MODERATION = {"resolution", "resolved_by", "decided_by", "closed_by", "removed_by"}
# Whoever knows the salt of a note that is withheld from them can try short ones until the hash fits.
_SALTS = {"note_salt"}
# Would reveal that the other party blocked them.
_BLOCK_HINTS = {"withheld", "withheld_from"}
# What the contract does not call as the database does. `wire_name` knows the texts of ads.
_WORDS = {"id": "_id", "ad_id": "productId", "buyer_id": "userId", "ad_type": "producttype"}
_PAISE = "_paise"
_BASIS_POINTS = "_basis_points"


def _archived(account: Account) -> dict[str, tuple[type[SQLModel], ColumnElement[bool]]]:
    own = account.id
    return {
        "account": (Account, col(Account.id) == own),
        **selection.private(account),
        "uploads": (Upload, col(Upload.owner_id) == own),
        "ads": (Ad, col(Ad.seller_id) == own),
        "ad_versions": (AdVersion, col(AdVersion.ad_id).in_(selection.ads(account))),
        "ad_photos": (AdVersionImage, col(AdVersionImage.version_id).in_(selection.versions(account))),
        "ad_values": (AdVersionValue, col(AdVersionValue.version_id).in_(selection.versions(account))),
        "calendars": (AdCalendar, col(AdCalendar.ad_id).in_(selection.ads(account))),
        "closed_dates": (CalendarBlock, col(CalendarBlock.ad_id).in_(selection.ads(account))),
        "drafts": (AdDraftSave, col(AdDraftSave.seller_id) == own),
        "numbers_seen": (ContactReveal, col(ContactReveal.buyer_id) == own),
        "wanted_ads_told": (WantedMatch, col(WantedMatch.seller_id) == own),
        "ads_offered": (WantedAnswer, col(WantedAnswer.ad_id).in_(selection.ads(account))),
        "enquiries": (Enquiry, selection.is_party(account)),
        "bookings": (Booking, col(Booking.enquiry_id).in_(selection.enquiries(account))),
        "condition_entries": (ConditionEntry, col(ConditionEntry.enquiry_id).in_(selection.enquiries(account))),
        "offers": (Offer, col(Offer.id).in_(selection.offers(account))),
        "offer_steps": (OfferStep, col(OfferStep.offer_id).in_(selection.offers(account))),
        "deals": (Deal, col(Deal.id).in_(selection.deals(account))),
        "meetups": (Meetup, selection.met(account)),
        "deposits": (Deposit, col(Deposit.enquiry_id).in_(selection.enquiries(account))),
        "reviews_written": (PersonReview, col(PersonReview.writer_id) == own),
        # The person whom a review is about sees neither sealed nor removed reviews.
        "reviews_received": (
            PersonReview,
            (col(PersonReview.about_id) == own)
            & col(PersonReview.revealed_at).is_not(None)
            & col(PersonReview.removed_at).is_(None),
        ),
        "conversations": (ConversationParty, col(ConversationParty.account_id) == own),
        "messages_sent": (Message, col(Message.sender_id) == own),
        "message_photos": (MessagePhoto, col(MessagePhoto.message_id).in_(selection.sent(account))),
        # Warnings about what others wrote to them; those about their own messages would tell a sender what was noticed.
        "message_warnings": (MessageWarning, col(MessageWarning.message_id).in_(selection.received(account))),
        "reports_filed": (Report, col(Report.reporter_id) == own),
        "grievances": (Grievance, col(Grievance.account_id) == own),
        "appeals": (Appeal, col(Appeal.account_id) == own),
        "consents": (Consent, consents.belonging_to(account)),
        "blocks": (Block, col(Block.blocker_id) == own),
    }


def collect(account_id: str) -> dict[str, list[dict[str, Any]]]:
    """Return everything stored about the account as JSON values, without secrets: rows by the name of their section.

    Each table is read in a transaction of its own, so that other readers wait for one table only.

    Raises:
        NotFound: there is no such account.
    """
    with read_only() as db:
        account = db.get(Account, account_id)
        if account is None:
            raise NotFound(t(messages.NO_ACCOUNT))
        archived = _archived(account)
    return {to_camel(name): _read(account_id, model, whose) for name, (model, whose) in archived.items()}


def _read(account_id: str, model: type[SQLModel], whose: ColumnElement[bool]) -> list[dict[str, Any]]:
    with read_only() as db:
        found = db.connection().execute(select_columns(*inspect(model).columns).where(whose)).mappings().all()
    text = addressed_texts.TEXT_COLUMNS.get(model)
    return [_as_json(dict(row), text if text and row["withheld_from"] == account_id else None) for row in found]


def _as_json(row: dict[str, Any], withheld: str | None) -> dict[str, Any]:
    """Return what the archive shows of a row, without the text of the withheld column."""
    if withheld:
        row |= dict.fromkeys((withheld, *_SALTS & row.keys()), "")
    left_out = _SECRET | _PUSH_SECRET | _MODERATION | _BLOCK_HINTS
    return dict(_in_words(name, value) for name, value in row.items() if name not in left_out)


def _in_words(name: str, value: Any) -> tuple[str, Any]:
    """Return a column as the API contract writes it: camelCase, rupees, percent, and times in UTC with `Z`."""
    if name.endswith(_PAISE):
        name, value = name.removesuffix(_PAISE), to_rupees(value)
    elif name.endswith(_BASIS_POINTS):
        name, value = name.removesuffix(_BASIS_POINTS), value / 100
    return _WORDS.get(name) or wire_name(name), _value(value)


def _value(value: Any) -> Any:
    if isinstance(value, datetime):
        return timestamp(value)
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, dict):
        return dict(_in_words(key, own) if _is_name(key) else (key, _value(own)) for key, own in value.items())
    return [_value(own) for own in value] if isinstance(value, list) else value


def _is_name(key: str) -> bool:
    """Whether a key inside of JSON is a name as Python writes it, not an id or one of the API's."""
    return key.isidentifier() and key.islower()
