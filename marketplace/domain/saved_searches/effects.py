"""Observers of saved searches: their filters follow the catalog, and a follow its seller's name."""

from collections.abc import Collection

from sqlalchemy import Text, cast
from sqlmodel import Session, col, or_, select

from marketplace.core import events
from marketplace.domain import accounts, catalog, content, display_names
from marketplace.domain.effects import Dependent, Event, Observer, Occasion
from marketplace.domain.saved_searches import alert_mails, alerts, messages
from marketplace.i18n.texts import t
from marketplace.models import SavedSearch

_CATEGORY, _SUBCATEGORY = "categoryId", "subcategoryId"


def _follow_catalog(db: Session, occasion: Occasion) -> int:
    """Move the filters of saved searches to where the ads went; a filter for what is gone is left out.

    A search that asks for nothing else any more ends, and its owner is told.
    """
    gone = catalog.list_ids_within(db, occasion.subject_id)
    found = _list_with(db, gone)
    for row in found:
        query = _move(db, row.query, gone, occasion)
        if query:
            row.query, row.revision = query, row.revision + 1
            db.add(row)
        else:
            _end(db, row)
        events.record(db, "searches", row.account_id, subject=row.id)
    db.flush()
    return len(found)


def _list_with(db: Session, ids: Collection[str]) -> list[SavedSearch]:
    """List and lock the saved searches whose filters name one of these ids."""
    text = cast(col(SavedSearch.query), Text)
    named = select(SavedSearch).where(or_(*(text.contains(one) for one in ids)))
    return list(db.exec(named.order_by(col(SavedSearch.id)).with_for_update()))


def _move(db: Session, query: dict[str, str], gone: Collection[str], occasion: Occasion) -> dict[str, str]:
    is_moved = occasion.event in (Event.CATEGORY_ARCHIVED, Event.SUBCATEGORY_ARCHIVED)
    category_id, subcategory_id = catalog.find_destination(db, occasion.other_id if is_moved else "")
    target = {_CATEGORY: category_id, _SUBCATEGORY: subcategory_id} if category_id else {}
    after: dict[str, str] = {}
    for name, value in query.items():
        if name.startswith("field["):
            field_ids = [one for one in name[6:-1].split(",") if one not in gone]
            if occasion.event is Event.OPTION_REMOVED and value != occasion.other_id:
                after[name] = value
            elif field_ids:
                after[f"field[{','.join(field_ids)}]"] = value
        elif value in gone and name in (_CATEGORY, _SUBCATEGORY):
            after |= {key: moved for key, moved in target.items() if moved}
        else:
            after[name] = value
    return after


def _end(db: Session, row: SavedSearch) -> None:
    content.notify(db, row.account_id, "saved_search_ended", values={"name": row.name}, link=alert_mails.PAGE)
    alert_mails.mail_ended(db, row)
    alert_mails.transfer_waiting_mails(db, row)
    db.delete(row)


def _rename_follows(db: Session, occasion: Occasion) -> int:
    """Name the follows of a seller after the new name, except those that their owners named themselves."""
    named = t(messages.ADS_OF, name=occasion.other_id)
    rows = list(
        db.exec(select(SavedSearch).where(SavedSearch.followed_id == occasion.subject_id, SavedSearch.name == named))
    )
    seller = accounts.get_account(db, occasion.subject_id)
    for row in rows:
        row.name = t(messages.ADS_OF, name=display_names.of_account(seller))
        db.add(row)
    db.flush()
    return len(rows)


def _forget_prices(db: Session, occasion: Occasion) -> int:
    # Prices in different units are not compared.
    alerts.forget_prices(db, occasion.subject_id)
    return 1


OBSERVERS = {
    Dependent.SEARCH: Observer(follows=_follow_catalog),
    Dependent.FOLLOW: Observer(follows=_rename_follows),
    Dependent.PRICE_ALERT: Observer(follows=_forget_prices),
}
