"""Tags: what a response was made from, and what a commit changed.

A response depends on the tags of the rows it was read from, and a commit that changes one of these rows raises the same tags
(`marketplace.db.generation`). There are tags of tables (`listings`) and of objects (`ad:<id>`, `category:<id>`, `seller:<id>`).
Both sides are recorded from the statements, so that no function can forget one. A statement inside of `about` depends on the
objects that it is about, and any other on its whole tables.
"""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Any
from weakref import WeakKeyDictionary

from sqlalchemy import Connection, RowMapping, TableClause, event, inspect
from sqlalchemy.sql import visitors
from sqlmodel import Session

_ANY_CHANGE = frozenset({"insert", "update", "delete"})
_UPDATE_OR_DELETE = frozenset({"update", "delete"})


@dataclass(frozen=True, slots=True)
class PublicTable:
    """A table that public pages and API responses are read from.

    Attributes:
        verbs: the statements that change it visibly: a new ad or account is not visible until something else is written.
        kinds: the columns with ids of the objects that a row belongs to, by kind; None if the row does not contain the id.
        unseen: columns that no public response shows.
        only_with: a column without which no public response shows the row.
    """

    verbs: frozenset[str] = _ANY_CHANGE
    kinds: Mapping[str, str | None] = field(default_factory=dict)
    unseen: frozenset[str] = frozenset()
    only_with: str = ""


PUBLIC_TABLES = {
    "accounts": PublicTable(
        _UPDATE_OR_DELETE,
        {"seller": "id"},
        frozenset({"totp_step", "password_hash", "generation", "moderates_only", "username_skeleton"}),
    ),
    "account_photos": PublicTable(kinds={"seller": "account_id"}),
    "ads": PublicTable(_UPDATE_OR_DELETE, {"ad": "id", "seller": "seller_id"}),
    "ad_versions": PublicTable(_UPDATE_OR_DELETE, {"ad": "ad_id"}),
    "ad_version_images": PublicTable(_UPDATE_OR_DELETE, {"ad": None}),
    "ad_version_values": PublicTable(_UPDATE_OR_DELETE, {"ad": None}),
    "listings": PublicTable(kinds={"ad": "ad_id", "seller": "seller_id", "category": "category_id"}),
    "categories": PublicTable(),
    "subcategories": PublicTable(),
    "field_definitions": PublicTable(),
    "testimonials": PublicTable(),
    # Deleting an upload changes no page: only uploads that nothing refers to are deleted.
    "uploads": PublicTable(frozenset({"update"}), unseen=frozenset({"removed_at"})),
    "ad_calendars": PublicTable(kinds={"ad": "ad_id"}),
    "calendar_blocks": PublicTable(kinds={"ad": "ad_id"}),
    "bookings": PublicTable(kinds={"ad": "ad_id"}),
    # A new review is sealed.
    "reviews": PublicTable(_UPDATE_OR_DELETE, {"seller": "about_id"}),
    "trade_totals": PublicTable(kinds={"seller": "account_id"}),
    # The page of a seller shows the number of followers.
    "saved_searches": PublicTable(frozenset({"insert", "delete"}), {"seller": "followed_id"}, only_with="followed_id"),
}
# Read, but written only together with another table, by triggers.
WRITTEN_WITH = {"listing_counts": "listings"}
# Execution option of a statement whose rows `note_rows` has noted.
ROWS_NOTED = {"marketplace_rows_noted": True}
# The tag of a response whose sources are unknown: every commit raises it.
EVERYTHING = "*"
_RAISED = "raised_tags"
_FLUSHING = "is_flushing"


class Scope:
    """The objects that the statements of a block are about."""

    def __init__(self, ids: Mapping[str, str | Iterable[str]]):
        self._ids: dict[str, set[str]] = {}
        self._tables: set[str] = set()
        for kind, some in ids.items():
            self.add(kind, *([some] if isinstance(some, str) else some))

    def add(self, kind: str, *ids: str) -> None:
        """Add objects, whose ids may be known only after the statement."""
        self._ids.setdefault(kind, set()).update(ids)

    def note(self, table: str) -> None:
        """Note that a table was read."""
        self._tables.add(table)

    def end(self) -> tuple[set[str], set[str]]:
        """Return the tags of the objects that were read, and the tables whose rows belong to none of the objects."""
        found, others = set[str](), set[str]()
        for table in self._tables:
            kind = next((kind for kind in self._ids if kind in PUBLIC_TABLES[table].kinds), None)
            if kind is None:
                others.add(table)
            else:
                found.update(f"{kind}:{each}" for each in self._ids[kind])
        return found, others


class Recorder:
    """Collects the tags that a response depends on."""

    def __init__(self) -> None:
        self.tags: set[str] = set()

    def note(self, table: str) -> None:
        """Note that a table was read."""
        self.tags.add(table)


_recorder: ContextVar[Recorder | None] = ContextVar("recorder", default=None)
_scope: ContextVar[Scope | None] = ContextVar("scope", default=None)


@contextmanager
def record() -> Iterator[set[str]]:
    """Record the tags of everything that is read in the block, also in threads that it starts with its context."""
    recorder = Recorder()
    tokens = _recorder.set(recorder), _scope.set(None)
    try:
        yield recorder.tags
    finally:
        _recorder.reset(tokens[0])
        _scope.reset(tokens[1])


@contextmanager
def about(**ids: str | Iterable[str]) -> Iterator[Scope]:
    """Declare which objects the statements in the block are about, e.g. `about(ad=ad_id)`.

    From a table whose rows belong to objects of this kind, the block must read rows of these objects only. A read of any other
    table counts for the enclosing `about` block, or for the whole table if there is none.
    """
    outer, recorder = _scope.get(), _recorder.get()
    scope = Scope(ids)
    token = _scope.set(scope)
    try:
        yield scope
    finally:
        _scope.reset(token)
        if recorder is not None:
            tags, others = scope.end()
            recorder.tags |= tags
            for table in others:
                (outer or recorder).note(table)


def note_read(table: str) -> None:
    """Note that the caller reads data from a table, or from a projection of it."""
    table = WRITTEN_WITH.get(table, table)
    reader = _scope.get() or _recorder.get()
    if reader is not None and table in PUBLIC_TABLES:
        reader.note(table)


def depend_on(tags: Iterable[str]) -> None:
    """Note tags that were recorded earlier, because the caller uses what was read then."""
    if recorder := _recorder.get():
        recorder.tags.update(tags)


def note_statement(connection: Connection, context: Any) -> None:
    """Note the tables that a statement reads, and what it changes. Called for every statement."""
    if context is None or context.compiled is None:
        return
    if context.isinsert or context.isupdate or context.isdelete:
        _note_write(connection, context)
    elif _recorder.get() is not None:
        for table in _tables_of(context.compiled):
            note_read(table)


_tables_by_statement: WeakKeyDictionary[Any, frozenset[str]] = WeakKeyDictionary()


def _tables_of(compiled: Any) -> frozenset[str]:
    """Return the tables of a statement. SQLAlchemy compiles it once, so this takes no time."""
    if (found := _tables_by_statement.get(compiled)) is None:
        elements = visitors.iterate(compiled.statement)
        found = frozenset(element.name for element in elements if isinstance(element, TableClause))
        _tables_by_statement[compiled] = found
    return found


def _note_write(connection: Connection, context: Any) -> None:
    name = getattr(getattr(context.compiled.statement, "table", None), "name", "")
    table = PUBLIC_TABLES.get(name)
    verb = "insert" if context.isinsert else "update" if context.isupdate else "delete"
    if table is None or verb not in table.verbs:
        return
    # `_note_objects` has already noted the rows of a flush.
    if not connection.info.get(_FLUSHING) and not context.execution_options.keys() & ROWS_NOTED.keys():
        raise_tags(connection, name, *(f"{kind}:{EVERYTHING}" for kind in table.kinds))


def note_rows(connection: Connection, name: str, rows: Iterable[Mapping[str, Any] | RowMapping]) -> None:
    """Note rows that a statement with the option ROWS_NOTED writes, before and after it, with the columns that `PUBLIC_TABLES` names."""
    for row in rows:
        raise_tags(
            connection,
            name,
            *(f"{kind}:{row[column] if column else EVERYTHING}" for kind, column in PUBLIC_TABLES[name].kinds.items()),
        )


def raise_tags(connection: Connection, *tags: str) -> None:
    """Note that the transaction changes what these tags stand for."""
    connection.info.setdefault(_RAISED, set()).update(tags)


def take_raised(connection: Connection) -> set[str]:
    """Return the tags that the transaction raises, and forget them."""
    connection.info.pop(_FLUSHING, None)
    return connection.info.pop(_RAISED, set())


def is_unchanged(tags: Iterable[str], changed_at: Mapping[str, int], since: int) -> bool:
    """Return whether no commit after a generation raised one of the tags, given the last generation in which each was raised."""
    return all(
        changed_at.get(each, 0) <= since for tag in tags for each in (tag, f"{tag.partition(':')[0]}:{EVERYTHING}")
    )


@event.listens_for(Session, "before_flush")
def _note_objects(session: Session, _context: Any, _instances: Any) -> None:
    connection = session.connection()
    for verb, objects in (("insert", session.new), ("update", session.dirty), ("delete", session.deleted)):
        for each in objects:
            _note_object(connection, verb, each)
    connection.info[_FLUSHING] = True
    session.info[_FLUSHING] = connection.info


# A flush that fails is rolled back, perhaps to a savepoint only.
@event.listens_for(Session, "after_soft_rollback")
@event.listens_for(Session, "after_flush")
def _end_flush(session: Session, _context: Any) -> None:
    if info := session.info.pop(_FLUSHING, None):
        info.pop(_FLUSHING, None)


def _note_object(connection: Connection, verb: str, row: Any) -> None:
    name = row.__tablename__
    table = PUBLIC_TABLES.get(name)
    if table is None or verb not in table.verbs:
        return
    attributes = inspect(row).attrs
    if table.only_with and getattr(row, table.only_with) is None:
        return
    if verb == "update" and not any(
        attribute.history.has_changes() for attribute in attributes if attribute.key not in table.unseen
    ):
        return
    raise_tags(connection, name)
    for kind, column in table.kinds.items():
        values: set[Any] = {EVERYTHING}
        if column:
            history = attributes[column].history
            values = {*history.unchanged, *history.added, *history.deleted} - {None} or {EVERYTHING}
        raise_tags(connection, *(f"{kind}:{value}" for value in values))
