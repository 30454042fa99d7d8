"""Texts that one person addresses to another with a step of a deal or a rental: offers, reasons, meetups, answers, notes.

While either of the two has blocked the other, such a text is withheld for good, as a message in the chat is: its writer sees
it as always, and the other party learns of the step without the words.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from threading import Lock

from cachetools import LRUCache, cached
from sqlmodel import Session

from marketplace.core.actor import Actor
from marketplace.core.errors import Forbidden
from marketplace.core.text import clean
from marketplace.domain import accounts, chat, trust
from marketplace.domain.trust import Rulebook, WarningView
from marketplace.models import AccountStatus, ConditionEntry, Deal, Enquiry, Meetup, Offer, OfferStep

# Rows that name the two parties.
Parties = Offer | Deal | Enquiry
Row = OfferStep | Deal | Meetup | Enquiry | ConditionEntry
# The column with the text. Each of these tables also has `withheld_from`.
TEXT_COLUMNS: Mapping[type, str] = {
    OfferStep: "message",
    Deal: "reason",
    Meetup: "place",
    Enquiry: "answer",
    ConditionEntry: "note",
}


@dataclass(frozen=True, slots=True)
class AddressedText:
    """A text as it is stored, with the account that never reads it; None if the other party does."""

    text: str = ""
    withheld_from: str | None = None

    @property
    def delivered(self) -> str:
        """The text that the other party gets; empty if it is withheld."""
        return "" if self.withheld_from else self.text


def write(db: Session, actor: Actor, parties: Parties, text: str, *, most: int | None = None) -> AddressedText:
    """Return a text of one party, who is the caller, for the other, cleaned and cut off after `most` characters.

    Raises:
        NotSignedIn: the caller is anonymous.
        Forbidden: the caller's account is suspended.
    """
    check_may_write(db, actor)
    reader_id = parties.seller_id if actor.owns(parties.buyer_id) else parties.buyer_id
    silenced = chat.is_silenced(db, parties.buyer_id, parties.seller_id)
    return AddressedText(clean(text)[:most], reader_id if silenced else None)


def check_may_write(db: Session, actor: Actor) -> None:
    """Refuse texts of an account that was suspended while its request ran; its sessions have ended.

    Raises:
        NotSignedIn: the caller is anonymous.
        Forbidden: the caller's account is suspended.
    """
    account = accounts.get_account(db, actor.require())
    if account.status is not AccountStatus.ACTIVE:
        raise Forbidden(accounts.explain_suspension(account))


def is_withheld(account_id: str | None, row: Row) -> bool:
    """Return whether an account must not read the text of a row."""
    return account_id is not None and row.withheld_from == account_id


def read_for(account_id: str | None, row: Row) -> str:
    """Return the text of a row for an account, empty if it is withheld from it."""
    return "" if is_withheld(account_id, row) else getattr(row, TEXT_COLUMNS[type(row)])


class Reader:
    """Reads texts for one caller; every view of them is built with it."""

    def __init__(self, db: Session, actor: Actor) -> None:
        """Read for this caller."""
        self._db, self._actor = db, actor
        self._rules: Rulebook | None = None

    def is_withheld(self, row: Row) -> bool:
        """Return whether the caller must not read the text of a row."""
        return is_withheld(self._actor.account_id, row)

    def text(self, row: Row) -> str:
        """Return the text of a row, empty if it is withheld from the caller."""
        return read_for(self._actor.account_id, row)

    def warnings(self, row: Row, writer_id: str | None, parties: Parties) -> tuple[WarningView, ...]:
        """Return what a text of the other party for the caller resembles, the strongest first; nothing if the site wrote it (None)."""
        text = self.text(row)
        roles = {parties.buyer_id: "buyer", parties.seller_id: "seller"}
        if not text or writer_id not in roles or self._actor.account_id not in roles.keys() - {writer_id}:
            return ()
        self._rules = self._rules or trust.get_live_rules(self._db)
        return _find_warnings(text, roles[writer_id], self._rules)


# Pages show the same few texts again and again, and reading one takes a millisecond.
@cached(LRUCache(maxsize=1_000), key=lambda text, role, rules: (text, role, trust.version(rules)), lock=Lock())
def _find_warnings(text: str, role: str, rules: Rulebook) -> tuple[WarningView, ...]:
    described = (trust.describe(each.code) for each in trust.check([trust.Said(text, role)], rules=rules))
    return tuple(filter(None, described))
