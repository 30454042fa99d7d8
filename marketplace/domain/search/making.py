"""Posting lists are made in the background, as ads change."""

from marketplace.database import reading, unit_of_work
from marketplace.domain.search.engines import engine_of, segmenting


def make_segments() -> int:
    """Make the segment of posting lists that is due; units of work of its own, none of which keeps anybody waiting.

    Ads that change meanwhile are noted as changed since, whenever that is; a worker that dies leaves all as it was.

    Returns:
        How many were made: none or one.
    """
    with reading() as db:
        draft = segmenting.due(db.connection())
    if draft is None:
        return 0
    while True:
        with reading() as db:
            connection = db.connection()
            found = draft.read(connection, engine_of(connection))
        if not found:
            break
        # Outside, for on SQLite readers take turns.
        draft.take(found)
    with unit_of_work() as db:
        draft.keep(db.connection())
    return int(draft.is_wanted)
