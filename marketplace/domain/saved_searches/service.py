"""Saved searches, which alert their owner to new ads."""

from collections.abc import Mapping
from dataclasses import replace

from sqlmodel import Session, col, select

from marketplace.core import events
from marketplace.core.actor import Actor
from marketplace.core.errors import Invalid, NotFound, RuleBroken
from marketplace.core.text import clean_line
from marketplace.domain import accounts, search
from marketplace.domain.locks import lock_account
from marketplace.domain.once import stores_once
from marketplace.domain.saved_searches import alert_mails, messages
from marketplace.domain.saved_searches.percolator import compile_search
from marketplace.domain.saved_searches.schemas import SavedSearchView
from marketplace.domain.search import PLACE, SearchQuery
from marketplace.i18n.texts import t
from marketplace.models import AccountKind, Cadence, SavedSearch
from marketplace.settings import get_settings

KINDS = (AccountKind.BUYER, AccountKind.SELLER)
_LONGEST_NAME = 120


@stores_once
def save_search(
    db: Session, actor: Actor, query: SearchQuery, *, name: str = "", cadence: Cadence | None = None
) -> SavedSearchView:
    """Save a search; if it is saved already, update its name and cadence if given.

    Raises:
        NotSignedIn, Forbidden: neither a buyer nor a seller.
        RuleBroken: the query is empty or asks for the caller's own ads, or the account has the most searches allowed.
    """
    account_id = actor.require(*KINDS, message=t(messages.LOGIN_FIRST))
    params = _params(query)
    if not params:
        raise RuleBroken(t(messages.NOTHING_ASKED))
    if query.seller_id and accounts.is_same_person(db, actor, query.seller_id):
        raise RuleBroken(t(messages.OWN_ADS))
    lock_account(db, account_id)
    own = list(db.exec(select(SavedSearch).where(SavedSearch.account_id == account_id).with_for_update()))
    row = next((it for it in own if _same(it.query, params)), None)
    if row is None and len(own) >= (most := get_settings().saved_searches_max):
        raise RuleBroken(t(messages.TOO_MANY, most=most))
    if row is None:
        if compile_search(params) is None:
            raise RuleBroken(t(messages.NOTHING_ASKED))
        row = SavedSearch(
            account_id=account_id,
            name=search.describe(db, actor, query)[:_LONGEST_NAME],
            query=params,
            followed_id=query.seller_id if params == search.to_params(SearchQuery(seller_id=query.seller_id)) else None,
        )
    row.name = _one_line(name) or row.name
    if cadence is not None:
        row.cadence, row.wants_mail = cadence, True
    db.add(row)
    db.flush()
    events.record(db, "searches", account_id, subject=row.id)
    return _view(row)


def list_saved_searches(db: Session, actor: Actor) -> list[SavedSearchView]:
    """The caller's saved searches, newest first."""
    account_id = actor.require(*KINDS, message=t(messages.LOGIN_FIRST))
    own = select(SavedSearch).where(SavedSearch.account_id == account_id).order_by(col(SavedSearch.id).desc())
    return [_view(row) for row in db.exec(own)]


def is_search_saved(db: Session, actor: Actor, query: SearchQuery) -> bool:
    """Whether the caller has saved this search; never for callers who can't save any."""
    if actor.kind not in KINDS:
        return False
    params = _params(query)
    own = select(SavedSearch.query).where(SavedSearch.account_id == actor.account_id)
    return any(_same(saved, params) for saved in db.exec(own))


def change_saved_search(
    db: Session,
    actor: Actor,
    search_id: str,
    *,
    name: str | None = None,
    cadence: Cadence | None = None,
    wants_mail: bool | None = None,
) -> SavedSearchView:
    """Update the name or the mails of one of the caller's saved searches; None leaves a value as it is.

    Raises:
        NotFound: the caller has no such search.
        Invalid: the name is empty.
    """
    account_id, row = _own(db, actor, search_id)
    if name is not None:
        if not (line := _one_line(name)):
            raise Invalid(t(messages.NO_NAME), "name")
        row.name = line
    row.cadence = cadence or row.cadence
    if wants_mail is False:
        alert_mails.stop_mail(db, row)
    elif wants_mail:
        row.wants_mail = True
    db.add(row)
    db.flush()
    events.record(db, "searches", account_id, subject=row.id)
    return _view(row)


def delete_saved_search(db: Session, actor: Actor, search_id: str) -> None:
    """Delete one of the caller's saved searches.

    Raises:
        NotFound: the caller has no such search.
    """
    account_id, row = _own(db, actor, search_id)
    alert_mails.transfer_waiting_mails(db, row)
    db.delete(row)
    db.flush()
    events.record(db, "searches", account_id, subject=search_id)


def _own(db: Session, actor: Actor, search_id: str) -> tuple[str, SavedSearch]:
    account_id = actor.require(*KINDS, message=t(messages.LOGIN_FIRST))
    own = select(SavedSearch).where(SavedSearch.id == search_id, SavedSearch.account_id == account_id)
    row = db.exec(own.with_for_update()).first()
    if row is None:
        raise NotFound(t(messages.NO_SEARCH))
    return account_id, row


def _params(query: SearchQuery) -> dict[str, str]:
    return search.to_params(replace(query, sort=None))


def _same(left: Mapping[str, str], right: Mapping[str, str]) -> bool:
    """Whether two searches are equal, apart from the names of their places."""
    return all(left.get(name) == right.get(name) for name in (left.keys() | right.keys()) - {PLACE})


def _one_line(name: str) -> str:
    return clean_line(name)[:_LONGEST_NAME]


def _view(row: SavedSearch) -> SavedSearchView:
    return SavedSearchView(**row.model_dump(exclude={"account_id"}), link=search.link_of(row.query))
