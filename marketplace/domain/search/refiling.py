"""Whole shelves that move or get another name: many listings at once, of which only the shelf changed."""

from collections.abc import Sequence

import sqlalchemy as sa
from sqlmodel import Session

from marketplace.domain.search import live, vocabulary
from marketplace.domain.search.engines import engine_of
from marketplace.domain.search.indexing import documents
from marketplace.domain.search.live import listings, versions

_BATCH = 500


def refile(db: Session, ad_ids: Sequence[str]) -> None:
    """As `refresh`, for ads of which nothing but category and subcategory, or the names of these, changed; in a few
    statements for each batch, so that tens of thousands move within seconds.
    """
    db.flush()
    connection = db.connection()
    engine = engine_of(connection)
    # Ids rise as publication does, so a batch reaches over few listings beside its own.
    wanted = sorted(ad_ids)
    for start in range(0, len(wanted), _BATCH):
        among = listings.c.ad_id.in_(wanted[start : start + _BATCH])
        own = versions.c.id == listings.c.version_id
        connection.execute(
            sa.update(listings)
            .where(among)
            .values(
                category_id=sa.select(versions.c.category_id).where(own).scalar_subquery(),
                subcategory_id=sa.select(versions.c.subcategory_id).where(own).scalar_subquery(),
            )
        )
        rows = connection.execute(live.texts_of().where(among)).mappings().all()
        if rows:
            engine.put(connection, documents(connection, rows))
            vocabulary.learn(connection, (word for row in rows for word in vocabulary.words_of(dict(row))))
