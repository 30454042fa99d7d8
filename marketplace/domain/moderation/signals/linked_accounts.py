"""Accounts that may belong to the same person as the seller of an ad, each with the facts that link them."""

from collections.abc import Iterator

from sqlmodel import Session

from marketplace.core.actor import Actor
from marketplace.domain import display_names
from marketplace.domain.moderation.signals import messages, queries
from marketplace.domain.moderation.signals.schemas import LinkedAccount, LinkFact
from marketplace.domain.moderation.signals.service import find_copies, find_near_photos
from marketplace.i18n.texts import t
from marketplace.models import Account, AccountKind

_MOST = 10
# A network address with more accounts than this is shared by strangers, as in mobile networks.
_MOST_OF_AN_ADDRESS = 10
# Accounts with one phone number or device that are looked at, the newest ones.
_MOST_OF_A_LINK = 100


def list_linked_accounts(db: Session, actor: Actor, ad_id: str) -> tuple[LinkedAccount, ...]:
    """List the accounts linked with the seller of an ad, those with most facts first.

    A person's own account of the other kind, with the same email, is left out.

    Raises:
        NotSignedIn, Forbidden: not an admin.
    """
    actor.require(AccountKind.ADMIN)
    subjects = queries.list_subjects(db, [ad_id], only_waiting=False)
    if not subjects:
        return ()
    seller = queries.list_accounts(db, [subjects[0].seller_id]).get(subjects[0].seller_id)
    if seller is None:
        return ()
    facts: dict[str, list[LinkFact]] = {}
    for use in find_copies(db, subjects, find_near_photos(db, subjects), most=None)[ad_id]:
        if use.seller_id not in facts:
            facts[use.seller_id] = [LinkFact(text=t(messages.PHOTO_LINK, name=use.name), ad_id=use.ad_id)]
    for account_id, text in _find_links(db, seller):
        facts.setdefault(account_id, []).append(LinkFact(text=text))
    found = queries.list_accounts(db, facts.keys() - {seller.id})
    linked = [
        LinkedAccount(
            account_id=account.id,
            kind=account.kind.value,
            name=display_names.of_account(account),
            username=account.username,
            status=account.status.value,
            facts=tuple(facts[account.id]),
        )
        for account in found.values()
        if account.email != seller.email
    ]
    return tuple(sorted(linked, key=lambda each: (-len(each.facts), each.account_id))[:_MOST])


def _find_links(db: Session, seller: Account) -> Iterator[tuple[str, str]]:
    if phones := {seller.phone, seller.whatsapp} - {""}:
        for account_id in queries.list_with_phone(db, phones, _MOST_OF_A_LINK):
            yield account_id, t(messages.PHONE_LINK)
    sessions = queries.list_sessions(db, seller.id)
    on_device: set[str] = set()
    if devices := {device for device, _ in sessions if device}:
        on_device = queries.list_on_device(db, devices, _MOST_OF_A_LINK)
    for account_id in on_device:
        yield account_id, t(messages.DEVICE_LINK)
    nearby: set[str] = set()
    addresses = {address for _, address in sessions if address}
    for behind in queries.list_from_addresses(db, addresses, _MOST_OF_AN_ADDRESS + 1).values():
        if len(behind) <= _MOST_OF_AN_ADDRESS:
            nearby |= behind
    # The same device mostly has the same address, so the address would add no evidence.
    for account_id in nearby - on_device:
        yield account_id, t(messages.ADDRESS_LINK)
