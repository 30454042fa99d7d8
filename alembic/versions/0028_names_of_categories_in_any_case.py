"""No two categories have names that differ in the case of their letters only.

Of existing ones with such names, both stay: the oldest gets the key, by which new ones are refused.
"""

import sqlalchemy as sa
from alembic import op

revision = "0028"
down_revision = "0027"
branch_labels = None
depends_on = None

_INDEXES = {
    "categories": ("ix_categories_name_key", ["name_key"]),
    "subcategories": ("ix_subcategories_name_key", ["category_id", "name_key"]),
}


def upgrade() -> None:
    """Add the keys of the names."""
    bind = op.get_bind()
    for table, (index, columns) in _INDEXES.items():
        op.add_column(table, sa.Column("name_key", sa.String(length=240), nullable=True))
        within = "category_id" if "category_id" in columns else "''"
        rows = bind.execute(sa.text(f"SELECT id, name, {within} FROM {table} ORDER BY id")).all()  # noqa: S608
        oldest: dict[tuple[str, str], str] = {}
        for row_id, name, category_id in rows:
            oldest.setdefault((name.casefold(), category_id), row_id)
        if oldest:
            bind.execute(
                sa.text(f"UPDATE {table} SET name_key = :key WHERE id = :id"),  # noqa: S608
                [{"key": key, "id": row_id} for (key, _), row_id in oldest.items()],
            )
        op.create_index(index, table, columns, unique=True)


def downgrade() -> None:
    """Drop them."""
    for table, (index, _) in _INDEXES.items():
        op.drop_index(index, table)
        op.drop_column(table, "name_key")
