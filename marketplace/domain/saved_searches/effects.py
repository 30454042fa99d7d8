"""Observers of saved searches: their filters follow the catalog, and a follow its seller's name."""

from datetime import datetime

from sqlmodel import Session, col, update

from marketplace.core import events
from marketplace.domain import accounts, ads, catalog, content, display_names, effects
from marketplace.domain.catalog import Move
from marketplace.domain.effects import Dependent, Event, Observer, Occasion
from marketplace.domain.saved_searches import alert_mails, alerts, messages
from marketplace.i18n.texts import t
from marketplace.models import SavedSearch
from marketplace.settings import get_settings

_CATEGORY, _SUBCATEGORY = "categoryId", "subcategoryId"


def _follow_catalog(db: Session, occasion: Occasion) -> str:
    """Move the filters of saved searches to where the ads went; a filter for what is gone is left out.

    A search that asks for nothing else any more ends, and its owner is told.
    """
    move = catalog.trace_move(db, occasion.subject_id, occasion.other_id)
    found, after = effects.list_naming(db, SavedSearch, SavedSearch.query, move.gone, occasion.after)
    for row in found:
        query = _move(row.query, move, occasion)
        if query == row.query:
            continue
        if query:
            row.query, row.revision = query, row.revision + 1
            db.add(row)
        else:
            _end(db, row)
        events.record(db, "searches", row.account_id, subject=row.id)
    db.flush()
    return after


def _move(query: dict[str, str], move: Move, occasion: Occasion) -> dict[str, str]:
    target = {_CATEGORY: move.category_id, _SUBCATEGORY: move.subcategory_id}
    after: dict[str, str] = {}
    for name, value in query.items():
        if name.startswith("field["):
            field_ids = [one for one in name[6:-1].split(",") if one not in move.gone]
            if occasion.event is Event.OPTION_REMOVED and value != occasion.other_id:
                after[name] = value
            elif field_ids:
                after[f"field[{','.join(field_ids)}]"] = value
        elif value in move.gone and name in target:
            after |= {key: moved for key, moved in target.items() if moved}
        else:
            after[name] = value
    return after


def _end(db: Session, row: SavedSearch) -> None:
    owner, page = accounts.get_account(db, row.account_id), alert_mails.PAGE
    words = {"person": owner.name, "page": get_settings().url + page}
    mail = content.Mail((messages.ENDED_SUBJECT, messages.ENDED_TEXT), alert_mails.ALERTS.purpose, words)
    values = {"name": row.name}
    content.tell(db, owner, "saved_search_ended", mail if row.wants_mail else None, values=values, link=page)
    alert_mails.transfer_waiting_mails(db, row)
    db.delete(row)


def _rename_follows(db: Session, occasion: Occasion) -> str:
    """Name the follows of a seller after the new name, except those that their owners named themselves."""
    names = occasion.other_id, display_names.of_account(accounts.get_account(db, occasion.subject_id))
    before, after = (t(messages.ADS_OF, name=name) for name in names)
    # One statement, as the former name must not stand in a job.
    follows = update(SavedSearch).where(col(SavedSearch.followed_id) == occasion.subject_id)
    db.exec(follows.where(col(SavedSearch.name) == before).values(name=after))
    return ""


def _forget_prices(db: Session, occasion: Occasion) -> str:
    # Prices in different units are not compared.
    alerts.forget_prices(db, occasion.subject_id)
    return ""


def _alert_later(db: Session, occasion: Occasion) -> None:
    """Let the alerts for the ads of a restored seller be sent that were held back."""
    if occasion.event is Event.SELLER_RESTORED and occasion.since:
        ads.notify_seller_restored(db, occasion.subject_id, datetime.fromisoformat(occasion.since))


OBSERVERS = {
    Dependent.SEARCH: Observer(follows=_follow_catalog, alerts=_alert_later),
    Dependent.FOLLOW: Observer(follows=_rename_follows),
    Dependent.PRICE_ALERT: Observer(follows=_forget_prices),
}
