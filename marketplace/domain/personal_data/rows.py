"""Erases the rows of an account, in parts that can be repeated."""

from sqlalchemy import ColumnElement
from sqlmodel import Session, col, delete, func, or_, select, update

from marketplace.core import clock
from marketplace.domain import consents, effects, media
from marketplace.domain.accounts import messages
from marketplace.domain.ad_texts import AD_TEXTS
from marketplace.domain.effects import Event
from marketplace.domain.personal_data import selection
from marketplace.models import (
    Account,
    AccountStatus,
    Ad,
    AdCalendar,
    AdDraftSave,
    AdRead,
    AdStatus,
    AdVersion,
    AdVersionImage,
    AdVersionValue,
    Appeal,
    AppealStatus,
    Assignment,
    Block,
    CalendarBlock,
    ConditionEntry,
    Consent,
    ConversationParty,
    Deal,
    DealSide,
    Deposit,
    Enquiry,
    Grievance,
    GrievanceStatus,
    InternalNote,
    Meetup,
    Message,
    MessagePhoto,
    MessageWarning,
    Notification,
    Offer,
    OfferStep,
    OneTimeCode,
    OutboxMail,
    PersonReview,
    RecoveryCode,
    Report,
    ReportStatus,
    SavedSearch,
    SavedSearchMatch,
    TextReading,
    Upload,
    WantedAnswer,
    WantedMatch,
    WishlistItem,
)

# Ads, messages and photos that one transaction erases. It takes a second for some ten thousand.
_ERASED_AT_ONCE = 2_000
_ENDINGS = (
    "rental_seller_left",
    "enquiry_cancelled",
    "enquiry_ended",
    "booking_ended",
    "offer_ended",
    "deal_cancelled",
    "deal_ended",
)


def erase(db: Session, account: Account) -> None:
    """Delete the account's data, after its ads and open enquiries were withdrawn.

    Data needed by the other party of a conversation, booking, deal or report stays: messages and their photos, answers to
    enquiries, reviews of others, photos of condition records, and open reports. Ads and the account itself stay as rows without content.
    """
    for erase_part in PARTS:
        erase_part(db, account)


def are_few(db: Session, account: Account) -> bool:
    """Return whether one transaction may erase the account's ads, messages and photos without making others wait."""
    own = account.id
    left = _ERASED_AT_ONCE
    for ids in (
        select(Ad.id).where(Ad.seller_id == own),
        select(Message.id).where(Message.sender_id == own),
        select(Upload.id).where(Upload.owner_id == own),
    ):
        left -= db.exec(select(func.count()).select_from(ids.limit(left + 1).subquery())).one()
        if left < 0:
            return False
    return True


def has_few_ads(db: Session, account: Account, most: int) -> bool:
    """Return whether the account has at most so many ads that are not deleted."""
    own = select(Ad.id).where(Ad.seller_id == account.id, Ad.status != AdStatus.DELETED).limit(most + 1)
    return len(db.exec(own).all()) <= most


def _uploads_of_ads(db: Session, account: Account) -> list[str]:
    """Photos and files of the account's ads, by any uploader."""
    photos = select(AdVersionImage.upload_id).where(col(AdVersionImage.version_id).in_(selection.versions(account)))
    files = select(AdVersionValue.upload_id).where(col(AdVersionValue.version_id).in_(selection.versions(account)))
    return [*db.exec(photos), *(upload_id for upload_id in db.exec(files) if upload_id)]


def erase_own(db: Session, account: Account) -> None:
    """Delete the rows that concern the account alone, sessions and mails among them."""
    own = account.id
    db.exec(update(Appeal).where(col(Appeal.account_id) == own).values(text=""))
    still_open = (col(Appeal.account_id) == own) & (col(Appeal.status) == AppealStatus.OPEN)
    db.exec(update(Appeal).where(still_open).values(status=AppealStatus.MOOT, closed_at=clock.now()))
    # Those of the account stay as proofs, without anything that says whose they were.
    consents.withdraw_all(db, account)
    for model, whose in (
        (
            WantedMatch,
            or_(col(WantedMatch.seller_id) == own, col(WantedMatch.wanted_id).in_(selection.wanted(account))),
        ),
        (
            WantedAnswer,
            or_(
                col(WantedAnswer.ad_id).in_(selection.ads(account)),
                col(WantedAnswer.wanted_id).in_(selection.wanted(account)),
            ),
        ),
        (AdDraftSave, or_(col(AdDraftSave.seller_id) == own, col(AdDraftSave.ad_key).in_(selection.ads(account)))),
        (AdRead, col(AdRead.admin_id) == own),
        (Assignment, col(Assignment.account_id) == own),
        (InternalNote, selection.noted_about(account)),
        (Block, or_(col(Block.blocker_id) == own, col(Block.blocked_id) == own)),
        (Consent, col(Consent.address) == account.email),
        (RecoveryCode, col(RecoveryCode.account_id) == own),
        (OneTimeCode, or_(col(OneTimeCode.account_id) == own, _mailed_to(account))),
        (OutboxMail, or_(col(OutboxMail.account_id) == own, _sent_to(account))),
        *selection.private(account).values(),
    ):
        db.exec(delete(model).where(whose))


def _erase_ads(db: Session, account: Account) -> None:
    """Erase the content of the ads, keeping review decisions, and release the photos."""
    of_versions = selection.versions(account)
    upload_ids = _uploads_of_ads(db, account)
    db.exec(delete(AdVersionImage).where(col(AdVersionImage.version_id).in_(of_versions)))
    db.exec(delete(AdVersionValue).where(col(AdVersionValue.version_id).in_(of_versions)))
    db.exec(delete(CalendarBlock).where(col(CalendarBlock.ad_id).in_(selection.ads(account))))
    # The time zone stays, since the buyers' enquiries are shown in it.
    prices = {"hour_paise": None, "day_paise": None, "week_paise": None, "month_paise": None, "year_paise": None}
    db.exec(update(AdCalendar).where(col(AdCalendar.ad_id).in_(selection.ads(account))).values(prices))
    empty = dict.fromkeys((*AD_TEXTS, "note"), "") | {"name": messages.DELETED_AD}
    gone = {"price_paise": None, "discount_basis_points": 0, "latitude": None, "longitude": None}
    db.exec(update(AdVersion).where(col(AdVersion.ad_id).in_(selection.ads(account))).values(empty | gone))
    # After the texts: a job that read one before locks it until its reading is stored.
    db.exec(delete(TextReading).where(col(TextReading.version_id).in_(of_versions)))
    db.flush()
    media.release(db, account.id, upload_ids)


def _erase_for_others(db: Session, account: Account) -> None:
    """Erase copies of the account's and its ads' data in other people's rows."""
    about = col(Notification.about_id) == account.id
    # What was promised to others ended with the account: these notifications may be all that tells them.
    ended = col(Notification.kind).in_(_ENDINGS)
    db.exec(delete(Notification).where(about, ~ended))
    left = {"name": messages.DELETED_AD, "reason": effects.explain(Event.SELLER_DELETED)}
    db.exec(update(Notification).where(about).values(values=left))
    # A follow is named after the seller.
    follows = col(SavedSearch.followed_id) == account.id
    followed = select(SavedSearch.id).where(follows)
    db.exec(delete(SavedSearchMatch).where(col(SavedSearchMatch.search_id).in_(followed)))
    db.exec(delete(SavedSearch).where(follows))
    saved = col(WishlistItem.ad_id).in_(selection.ads(account))
    db.exec(update(WishlistItem).where(saved).values(ad_name=messages.DELETED_AD))


def _erase_messages(db: Session, account: Account) -> None:
    """Erase messages of the account that no other party can or needs to read."""
    own = account.id
    gone = select(Account.id).where(Account.status == AccountStatus.DELETED)
    party = select(ConversationParty.conversation_id).where(ConversationParty.account_id == own)
    for unread in (
        col(Message.conversation_id).in_(party.where(col(ConversationParty.other_id).in_(gone))),
        (col(Message.sender_id) == own) & col(Message.withheld),
    ):
        unread_ids = select(Message.id).where(unread)
        db.exec(delete(MessagePhoto).where(col(MessagePhoto.message_id).in_(unread_ids)))
        db.exec(delete(MessageWarning).where(col(MessageWarning.message_id).in_(unread_ids)))
        db.exec(update(Message).where(unread).values(text=""))
    # Ids made by the account's devices.
    db.exec(update(Message).where(col(Message.sender_id) == own).values(client_id=Message.id))
    withheld = (col(Enquiry.answered_by) == own) & col(Enquiry.withheld_from).is_not(None)
    db.exec(update(Enquiry).where(or_(_other_is_gone(account), withheld)).values(answer=""))
    own_grievances = col(Grievance.account_id) == own
    # The address stays until the grievance is answered and its deadline is over (`grievances.forget_expired`).
    db.exec(update(Grievance).where(own_grievances).values(name=""))
    resolved = col(Grievance.status) != GrievanceStatus.OPEN
    db.exec(update(Grievance).where(own_grievances, resolved).values(text="", about="", note="", behalf_of=""))
    decided = col(Report.status) != ReportStatus.OPEN
    db.exec(update(Report).where(col(Report.reporter_id) == own, decided).values(text=""))


def _erase_deals(db: Session, account: Account) -> None:
    """Erase what the account wrote with offers and deals. They are over, and their prices stay for the other party."""
    own = account.id
    for party, side in ((Offer.buyer_id, DealSide.BUYER), (Offer.seller_id, DealSide.SELLER)):
        offers = select(Offer.id).where(party == own)
        theirs = col(OfferStep.offer_id).in_(offers) & (col(OfferStep.side) == side)
        db.exec(update(OfferStep).where(theirs).values(message=""))
    for party, side in ((Deal.buyer_id, DealSide.BUYER), (Deal.seller_id, DealSide.SELLER)):
        db.exec(update(Deal).where(col(party) == own, col(Deal.ended_by) == side).values(reason=""))
    # Either party may have typed the address of the other.
    db.exec(update(Meetup).where(selection.met(account)).values(place=""))
    # Reviews that the account wrote stay under "Deleted user". Reviews about the account lose their text, reply and tags.
    db.exec(update(PersonReview).where(col(PersonReview.about_id) == own).values(text="", reply="", tags=[]))


def _erase_conditions(db: Session, account: Account) -> None:
    """Erase the account's notes in condition records, and whole records that no party is left to read.

    The photos stay for a dispute. The salt goes with the note, so that its hash says nothing of it.
    """
    unread = select(Enquiry.id).where(_other_is_gone(account))
    db.exec(delete(ConditionEntry).where(col(ConditionEntry.enquiry_id).in_(unread)))
    db.exec(delete(Deposit).where(col(Deposit.enquiry_id).in_(unread)))
    written = col(ConditionEntry.author_id) == account.id
    db.exec(update(ConditionEntry).where(written).values(note="", note_salt=""))


def _other_is_gone(account: Account) -> ColumnElement[bool]:
    """Enquiries of the account whose other party is deleted."""
    own, gone = account.id, select(Account.id).where(Account.status == AccountStatus.DELETED)
    return or_(
        (col(Enquiry.buyer_id) == own) & col(Enquiry.seller_id).in_(gone),
        (col(Enquiry.seller_id) == own) & col(Enquiry.buyer_id).in_(gone),
    )


def _mailed_to(account: Account) -> ColumnElement[bool]:
    return (col(OneTimeCode.email) == account.email) & (col(OneTimeCode.kind) == account.kind)


def _sent_to(account: Account) -> ColumnElement[bool]:
    """Mails to the account's address that belong to no account, such as registration codes."""
    return (col(OutboxMail.to) == account.email) & col(OutboxMail.account_id).is_(None)


# Each can be repeated, and run in a transaction of its own. The photos that messages show are known after `_erase_messages`.
PARTS = (erase_own, _erase_for_others, _erase_messages, _erase_deals, _erase_conditions, _erase_ads)
