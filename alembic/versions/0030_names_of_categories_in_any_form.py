"""No two categories have names that differ in the form of their letters only, such as full-width ones.

Of existing ones with such names, all stay: one of them has the key, by which new ones are refused.
"""

import unicodedata

import sqlalchemy as sa
from alembic import op

revision = "0030"
down_revision = "0029"
branch_labels = None
depends_on = None

_LENGTH = 240


def upgrade() -> None:
    """Compute the keys anew."""
    bind = op.get_bind()
    for table, within in (("categories", "''"), ("subcategories", "category_id")):
        rows = bind.execute(
            sa.text(f"SELECT id, name, name_key, {within} FROM {table} WHERE name_key IS NOT NULL ORDER BY id")  # noqa: S608
        ).all()
        taken = {(key, category_id) for _, _, key, category_id in rows}
        for row_id, name, old, category_id in rows:
            key = unicodedata.normalize("NFKC", name).casefold()[:_LENGTH]
            if key != old:
                is_free = (key, category_id) not in taken
                taken.add((key, category_id))
                bind.execute(
                    sa.text(f"UPDATE {table} SET name_key = :key WHERE id = :id"),  # noqa: S608
                    {"key": key if is_free else None, "id": row_id},
                )


def downgrade() -> None:
    """The keys serve either way."""
