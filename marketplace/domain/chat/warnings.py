"""Warnings about messages that resemble fraud: for the recipient only, the sender never learns of them."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlmodel import Session

from marketplace.core.actor import Actor
from marketplace.core.errors import Invalid, NotFound
from marketplace.db.database import read_only
from marketplace.domain import trust
from marketplace.domain.chat import messages, queries, warning_queries
from marketplace.i18n.texts import t
from marketplace.models import AccountKind, Conversation, Message, MessageWarning, Verdict
from marketplace.settings import get_settings

# Earlier messages of the sender that count as context.
_EARLIER = 6


@dataclass(frozen=True, slots=True)
class Context:
    """What a text is checked with: the rules, and the sender's earlier texts in the conversation, oldest first."""

    rules: trust.Rulebook
    earlier: Sequence[str]


@dataclass(frozen=True, slots=True)
class Reasons:
    """The findings in a message, and the version of the rules that found them."""

    found: Sequence[trust.Finding]
    version: str


def read_context(db: Session, buyer_id: str, seller_id: str, sender_id: str) -> Context:
    """Read the rules and the sender's earlier messages, for the check of the next one."""
    conversation = queries.find_conversation(db, buyer_id, seller_id)
    earlier = warning_queries.list_earlier_texts(db, conversation.id, sender_id, _EARLIER) if conversation else []
    return Context(trust.get_live_rules(db), earlier)


def find_reasons(context: Context, text: str, kind: AccountKind) -> Reasons:
    """Check a text. It takes no session, since a long text takes long.

    Every message gets the same check, even a withheld one.

    Args:
        kind: the sender's kind of account.
    """
    role = "buyer" if kind is AccountKind.BUYER else "seller"
    said = [trust.Said(each, role) for each in (*context.earlier, text)]
    return Reasons(trust.check(said, rules=context.rules), trust.version(context.rules))


def note(db: Session, message: Message, reasons: Reasons) -> None:
    """Store what the check of a new message found."""
    _store(db, message, reasons.found, reasons.version)


def note_photos(db: Session, message: Message, findings: Iterable[trust.Finding]) -> bool:
    """Store the warnings about the photos of a message, without those of disabled rules.

    Returns:
        Whether they add a reason that its text did not have.
    """
    rules = trust.get_live_rules(db)
    left_out = {*warning_queries.list_codes(db, [message.id]).get(message.id, ()), *rules.disabled}
    new = {finding.code: finding for finding in findings if finding.code not in left_out}
    _store(db, message, new.values(), trust.version(rules))
    return bool(new)


def _store(db: Session, message: Message, findings: Iterable[trust.Finding], version: str) -> None:
    for finding in findings:
        db.add(
            MessageWarning(
                message_id=message.id,
                code=finding.code,
                weight=finding.weight,
                evidence=list(finding.evidence),
                version=version,
            )
        )


def prepare_replay(db: Session, actor: Actor, rules: trust.Rulebook, since: datetime) -> trust.Trials:
    """Choose messages received since a moment, to compare the warnings that rules would give to them with those that were given.

    An even sample of them is chosen if there are more than the setting allows.

    Raises:
        NotSignedIn, Forbidden: not an admin.
    """
    actor.require(AccountKind.ADMIN)
    most = get_settings().rule_replay_messages
    received, number = warning_queries.sample_received(db, since, most)
    stored = warning_queries.list_codes(db, [message.id for message, _ in received])
    return trust.Trials(
        [
            _make_trial(
                message, AccountKind.BUYER if message.sender_id == buyer_id else AccountKind.SELLER, rules, stored
            )
            for message, buyer_id in received
        ],
        limited=number > most,
    )


def _make_trial(
    message: Message, kind: AccountKind, rules: trust.Rulebook, stored: Mapping[str, tuple[str, ...]]
) -> Callable[[], trust.Replayed]:
    text, before = message.text, stored.get(message.id, ())
    place = message.conversation_id, message.sender_id, _EARLIER, message.seq

    def judge() -> trust.Replayed:
        with read_only() as db:
            context = Context(rules, warning_queries.list_earlier_texts(db, *place))
        found = find_reasons(context, text, kind).found
        return trust.Replayed(text=text, before=before, after=tuple(finding.code for finding in found))

    return judge


def list_for(db: Session, actor: Actor, rows: Sequence[Message]) -> dict[str, tuple[trust.WarningView, ...]]:
    """Return the warnings of messages that the actor received and has not called fine, the strongest first."""
    received = [row.id for row in rows if not actor.owns(row.sender_id)]
    return _describe(warning_queries.list_shown(db, received) if received else ())


def list_newest(
    db: Session, actor: Actor, conversation: Conversation, count: int
) -> dict[str, tuple[trust.WarningView, ...]]:
    """Like `list_for`, of the newest `count` messages of a conversation of the actor."""
    return _describe(warning_queries.list_newest(db, conversation, actor.require(), count))


def list_reasons(db: Session, actor: Actor, message_ids: Sequence[str]) -> dict[str, tuple[trust.ReasonView, ...]]:
    """Return why messages were warned of, and what their recipients said of it, for a moderator; the strongest reason first.

    Raises:
        NotSignedIn, Forbidden: not a moderator.
    """
    actor.require(AccountKind.ADMIN)
    found: dict[str, tuple[trust.ReasonView, ...]] = {}
    for warning in warning_queries.list_given(db, message_ids):
        described = trust.describe(warning.code)
        reason = trust.ReasonView(
            code=warning.code,
            title=described.title if described else warning.code,
            evidence=tuple(warning.evidence),
            verdict=warning.verdict.value,
        )
        found[warning.message_id] = (*found.get(warning.message_id, ()), reason)
    return found


def _describe(warnings: Iterable[MessageWarning]) -> dict[str, tuple[trust.WarningView, ...]]:
    found: dict[str, tuple[trust.WarningView, ...]] = {}
    for warning in warnings:
        if described := trust.describe(warning.code):
            found[warning.message_id] = (*found.get(warning.message_id, ()), described)
    return found


def judge_warning(db: Session, actor: Actor, message_id: str, verdict: str) -> None:
    """Store whether the recipient calls a warned message fraud or fine; a fine one shows no warning any more.

    Raises:
        NotSignedIn, Forbidden: no buyer or seller.
        Invalid: no such verdict.
        NotFound: no message with a warning that the caller received.
    """
    own_id = actor.require(AccountKind.BUYER, AccountKind.SELLER, message=t(messages.LOGIN_FIRST))
    if verdict not in (Verdict.SCAM, Verdict.FINE):
        raise Invalid(t(messages.UNKNOWN_VERDICT), "verdict")
    warnings = warning_queries.list_received(db, own_id, message_id)
    if not warnings:
        raise NotFound()
    for warning in warnings:
        warning.verdict = Verdict(verdict)
    db.flush()
