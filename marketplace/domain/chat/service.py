"""Sending messages and typing events."""

from collections.abc import Sequence

from sqlalchemy.exc import IntegrityError
from sqlmodel import Session

from marketplace.core import events, ids
from marketplace.core.actor import Actor
from marketplace.core.errors import Forbidden, RuleBroken
from marketplace.domain import accounts, ads, media
from marketplace.domain.chat import block_queries, messages, photo_check, push_job, queries, rules, views, warnings
from marketplace.domain.chat.schemas import MessageView
from marketplace.i18n.texts import t
from marketplace.integrations import limits
from marketplace.models import AccountKind, Conversation, ConversationParty, Message, MessagePhoto, Upload, UploadKind
from marketplace.settings import get_settings


def send(
    db: Session,
    actor: Actor,
    other_id: str,
    text: str,
    *,
    client_id: str = "",
    ad_id: str = "",
    photo_ids: Sequence[str] = (),
) -> MessageView:
    """Send a message to a buyer or seller.

    A blocked sender gets a normal answer, but the message is withheld from the other party for good. A sender who made
    the block gets an error, since they can remove it. The recipient is warned of what the message resembles; the sender
    never learns of it.

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
    if client_id and (sent := queries.find_by_client_id(db, sender_id, client_id)):
        return _view(db, actor, sent)
    text = rules.clean_text(text, has_photos=bool(photo_ids))
    other = rules.check_receiver(kind, accounts.find_account(db, other_id))
    if accounts.is_same_person(db, actor, other.id):
        raise RuleBroken(t(messages.OWN_ACCOUNT))
    photos = _own_photos(db, sender_id, photo_ids)
    buyer_id, seller_id = (sender_id, other.id) if kind is AccountKind.BUYER else (other.id, sender_id)
    if ad_id:
        _check_ad(db, actor, ad_id, seller_id)
    blockers = block_queries.list_blockers(db, sender_id, other.id)
    if sender_id in blockers:
        raise Forbidden(t(messages.YOU_BLOCKED))
    limits.hit(get_settings().limit_messages, "messages", sender_id)

    conversation = queries.open_conversation(db, buyer_id, seller_id)
    message = Message(
        conversation_id=conversation.id,
        seq=conversation.last_seq + 1,
        sender_id=sender_id,
        client_id=client_id or ids.new_id(),
        text=text,
        ad_id=ad_id or None,
        withheld=bool(blockers),
    )
    try:
        with db.begin_nested():
            db.add(message)
    except IntegrityError:
        # The same message arrived twice concurrently; the first one counts.
        if sent := queries.find_by_client_id(db, sender_id, client_id):
            return _view(db, actor, sent)
        raise
    for position, photo in enumerate(photos):
        db.add(MessagePhoto(message_id=message.id, position=position, upload_id=photo.id))
    if photos:
        media.hide(db, [photo.id for photo in photos])
        photo_check.enqueue(db, message)
    warnings.note(db, message, kind)
    parties = _update_counters(db, conversation, message, other.id)
    if not message.withheld:
        push_job.enqueue(db, message, other.id)
    events.record(db, "chat", sender_id, *(() if message.withheld else (other.id,)), subject=conversation.id)
    return views.make_messages(db, actor, conversation, [message], other=parties[other.id])[0]


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
    unique_refs = list(dict.fromkeys(refs))
    rules.check_photo_count(len(unique_refs))
    photos = media.find_uploads(db, sender_id, unique_refs, hidden=True) if unique_refs else []
    photos = [upload for upload in photos if upload.kind is UploadKind.IMAGE]
    rules.check_photos_found(len(unique_refs), len(photos))
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


def _view(db: Session, actor: Actor, message: Message) -> MessageView:
    conversation = queries.get_conversation(db, message.conversation_id)
    parties = queries.get_parties(db, conversation.id)
    other = parties[conversation.seller_id if actor.owns(conversation.buyer_id) else conversation.buyer_id]
    return views.make_messages(db, actor, conversation, [message], other=other)[0]
