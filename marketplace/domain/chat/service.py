"""Sending messages and typing events."""

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy.exc import IntegrityError
from sqlmodel import Session

from marketplace.core import events, ids
from marketplace.core.actor import Actor
from marketplace.core.errors import Forbidden, NotFound, RuleBroken
from marketplace.db.database import read_only
from marketplace.domain import accounts, ads, media
from marketplace.domain.chat import block_queries, messages, photo_check, push_job, queries, rules, views, warnings
from marketplace.domain.chat.schemas import MessageView
from marketplace.domain.phases import Finish, two_phase
from marketplace.i18n.texts import t
from marketplace.integrations import limits
from marketplace.models import AccountKind, Conversation, ConversationParty, Message, MessagePhoto, Upload, UploadKind
from marketplace.settings import get_settings


@dataclass(frozen=True, slots=True)
class _Draft:
    """A message that is to be sent, with everything but its place in the conversation."""

    other_id: str
    text: str
    client_id: str
    ad_id: str
    photo_ids: Sequence[str]


@dataclass(frozen=True, slots=True)
class _Route:
    """Whom a draft goes to, as the database had it when it was checked."""

    buyer_id: str
    seller_id: str
    photo_ids: Sequence[str]
    withheld: bool


@two_phase
def send(
    actor: Actor,
    other_id: str,
    text: str,
    *,
    client_id: str = "",
    ad_id: str = "",
    photo_ids: Sequence[str] = (),
) -> Finish[MessageView]:
    """Send a message to a buyer or seller.

    A blocked sender gets a normal answer, but the message is withheld from the other party for good. A sender who made
    the block gets an error, since they can remove it. The recipient is warned of what the message resembles; the sender
    never learns of it. What it resembles is found before the transaction, since it takes long for a long text; a message of
    the sender that arrives at the same moment is then missing from its context.

    Args:
        other_id: a seller if the sender is a buyer, and the reverse.
        text: trimmed here; may be empty if there are photos.
        client_id: made by the sender's client; a repeated one returns the first message.
        ad_id: the ad the conversation is about.
        photo_ids: own uploads, by id or URL.

    Raises:
        NotSignedIn, Forbidden: no buyer or seller, or the sender blocked the other.
        Invalid: empty, too long, or photos that are not the sender's.
        NotFound: no such account or ad.
        RuleBroken: an account of the sender's own kind, the sender's own other account, suspended, or not the seller's ad.
        TooMany: too many messages this minute.
    """
    sender_id, kind = _sender(actor)
    client_id = rules.clean_client_id(client_id)
    with read_only() as db:
        if client_id and queries.find_by_client_id(db, sender_id, client_id):
            return lambda db, actor: _view_sent(db, actor, sender_id, client_id)
        text = rules.clean_text(text, has_photos=bool(photo_ids))
        draft = _Draft(other_id, text, client_id or ids.new_id(), ad_id, list(dict.fromkeys(photo_ids)))
        route = _check(db, actor, draft)
        context = warnings.read_context(db, route.buyer_id, route.seller_id, sender_id)
    limits.hit(get_settings().limit_messages, "messages", sender_id)
    reasons = warnings.find_reasons(context, text, kind)
    return lambda db, actor: _send(db, actor, draft, reasons)


def _send(db: Session, actor: Actor, draft: _Draft, reasons: warnings.Reasons) -> MessageView:
    sender_id, _ = _sender(actor)
    route = _check(db, actor, draft)
    conversation = queries.open_conversation(db, route.buyer_id, route.seller_id)
    message = Message(
        conversation_id=conversation.id,
        seq=conversation.last_seq + 1,
        sender_id=sender_id,
        client_id=draft.client_id,
        text=draft.text,
        ad_id=draft.ad_id or None,
        withheld=route.withheld,
    )
    try:
        with db.begin_nested():
            db.add(message)
    except IntegrityError:
        # The same message arrived twice concurrently; the first one counts.
        if sent := queries.find_by_client_id(db, sender_id, draft.client_id):
            return _view(db, actor, sent)
        raise
    for position, photo_id in enumerate(route.photo_ids):
        db.add(MessagePhoto(message_id=message.id, position=position, upload_id=photo_id))
    if route.photo_ids:
        media.hide(db, route.photo_ids)
        photo_check.enqueue(db, message)
    warnings.note(db, message, reasons)
    parties = _update_counters(db, conversation, message, draft.other_id)
    if not message.withheld:
        push_job.enqueue(db, message, draft.other_id)
    told = () if message.withheld else (draft.other_id,)
    events.record(db, "chat", sender_id, *told, subject=conversation.id)
    return views.make_messages(db, actor, conversation, [message], other=parties[draft.other_id])[0]


def _check(db: Session, actor: Actor, draft: _Draft) -> _Route:
    """Check in either phase that the draft may be sent: accounts, blocks, photos and ads may have changed meanwhile."""
    sender_id, kind = _sender(actor)
    other = rules.check_receiver(kind, accounts.find_account(db, draft.other_id))
    if accounts.is_same_person(db, actor, other.id):
        raise RuleBroken(t(messages.OWN_ACCOUNT))
    photos = _own_photos(db, sender_id, draft.photo_ids)
    buyer_id, seller_id = (sender_id, other.id) if kind is AccountKind.BUYER else (other.id, sender_id)
    if draft.ad_id:
        _check_ad(db, actor, draft.ad_id, seller_id)
    blockers = block_queries.list_blockers(db, sender_id, other.id)
    if sender_id in blockers:
        raise Forbidden(t(messages.YOU_BLOCKED))
    return _Route(buyer_id, seller_id, [photo.id for photo in photos], bool(blockers))


def notify_typing(db: Session, actor: Actor, other_id: str) -> None:
    """Notify the other party of an existing conversation that the caller is typing, unless blocked."""
    sender_id, kind = _sender(actor)
    pair = (sender_id, other_id) if kind is AccountKind.BUYER else (other_id, sender_id)
    conversation = queries.find_conversation(db, *pair)
    if conversation and not block_queries.list_blockers(db, sender_id, other_id):
        events.record(db, "typing", other_id, subject=conversation.id)


def _sender(actor: Actor) -> tuple[str, AccountKind]:
    sender_id = actor.require(AccountKind.BUYER, AccountKind.SELLER, message=t(messages.LOGIN_FIRST))
    return sender_id, AccountKind.BUYER if actor.kind is AccountKind.BUYER else AccountKind.SELLER


def _own_photos(db: Session, sender_id: str, refs: Sequence[str]) -> list[Upload]:
    rules.check_photo_count(len(refs))
    photos = media.find_uploads(db, sender_id, refs, hidden=True) if refs else []
    photos = [upload for upload in photos if upload.kind is UploadKind.IMAGE]
    rules.check_photos_found(len(refs), len(photos))
    return photos


def _check_ad(db: Session, actor: Actor, ad_id: str, seller_id: str) -> None:
    if ads.get(db, actor, ad_id).seller_id != seller_id:
        raise RuleBroken(t(messages.NOT_THEIR_AD))


def _update_counters(
    db: Session, conversation: Conversation, message: Message, other_id: str
) -> dict[str, ConversationParty]:
    conversation.last_seq, conversation.last_at = message.seq, message.created_at
    conversation.ad_id = message.ad_id or conversation.ad_id
    parties = queries.get_parties(db, conversation.id)
    own, other = parties[message.sender_id], parties[other_id]
    own.last_seq, own.last_at = message.seq, message.created_at
    if not message.withheld:
        other.last_seq, other.last_at = message.seq, message.created_at
        other.unread += 1
    db.flush()
    return parties


def _view_sent(db: Session, actor: Actor, sender_id: str, client_id: str) -> MessageView:
    sent = queries.find_by_client_id(db, sender_id, client_id)
    if sent is None:
        raise NotFound()
    return _view(db, actor, sent)


def _view(db: Session, actor: Actor, message: Message) -> MessageView:
    conversation = queries.get_conversation(db, message.conversation_id)
    parties = queries.get_parties(db, conversation.id)
    other = parties[conversation.seller_id if actor.owns(conversation.buyer_id) else conversation.buyer_id]
    return views.make_messages(db, actor, conversation, [message], other=other)[0]
