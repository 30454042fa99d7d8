"""The edition of what the public sees, and counts of listings that the database keeps itself."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None

# A migration that makes the table `listings` anew on SQLite must make these triggers anew too.
SQLITE = {
    "added": ("AFTER INSERT ON listings", ("NEW", "+")),
    "removed": ("AFTER DELETE ON listings", ("OLD", "-")),
    "moved": (
        "AFTER UPDATE OF category_id, ad_type ON listings "
        "WHEN NEW.category_id <> OLD.category_id OR NEW.ad_type <> OLD.ad_type",
        ("OLD", "-"),
        ("NEW", "+"),
    ),
}
POSTGRESQL = {
    "INSERT": ("NEW TABLE AS came", "SELECT category_id, ad_type, 1 AS n FROM came"),
    "DELETE": ("OLD TABLE AS went", "SELECT category_id, ad_type, -1 AS n FROM went"),
    "UPDATE": (
        "OLD TABLE AS went NEW TABLE AS came",
        "SELECT category_id, ad_type, 1 AS n FROM came UNION ALL SELECT category_id, ad_type, -1 FROM went",
    ),
}
NUMBER = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def upgrade() -> None:
    """Apply."""
    op.create_table(
        "editions",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("number", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_editions"),
    )
    op.execute("INSERT INTO editions (id, number) VALUES (1, 1)")
    op.create_table(
        "listing_counts",
        sa.Column("id", NUMBER, nullable=False),
        sa.Column("category_id", sa.String(length=26), nullable=False),
        sa.Column("ad_type", sa.String(length=24), nullable=False),
        sa.Column("count", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_listing_counts"),
    )
    op.create_index("ix_listing_counts_shelf", "listing_counts", ["category_id", "ad_type"])
    if op.get_bind().dialect.name == "sqlite":
        _upgrade_sqlite()
    else:
        _upgrade_postgresql()
    op.execute(
        "INSERT INTO listing_counts (category_id, ad_type, count) "
        "SELECT category_id, ad_type, count(*) FROM listings GROUP BY category_id, ad_type"
    )


def _upgrade_sqlite() -> None:
    for name, (when, *steps) in SQLITE.items():
        body = ""
        for row, sign in steps:
            shelf = f"category_id = {row}.category_id AND ad_type = {row}.ad_type"
            body += (
                "INSERT INTO listing_counts (category_id, ad_type, count) "
                f"SELECT {row}.category_id, {row}.ad_type, 0 "
                f"WHERE NOT EXISTS (SELECT 1 FROM listing_counts WHERE {shelf}); "
                f"UPDATE listing_counts SET count = count {sign} 1 WHERE {shelf}; "
            )
        op.execute(f"CREATE TRIGGER listings_counted_{name} {when} BEGIN {body}END")


def _upgrade_postgresql() -> None:
    # Writers elsewhere wait here until the counts are taken, so that none slips between them and the triggers.
    op.execute("LOCK TABLE listings IN SHARE ROW EXCLUSIVE MODE")
    for verb, (tables, changes) in POSTGRESQL.items():
        name = f"listings_counted_{verb.lower()}"
        op.execute(
            f"CREATE FUNCTION {name}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN "
            "INSERT INTO listing_counts (category_id, ad_type, count) "
            f"SELECT category_id, ad_type, sum(n) FROM ({changes}) AS changes "
            "GROUP BY category_id, ad_type HAVING sum(n) <> 0; RETURN NULL; END $$"
        )
        op.execute(
            f"CREATE TRIGGER {name} AFTER {verb} ON listings REFERENCING {tables} "
            f"FOR EACH STATEMENT EXECUTE FUNCTION {name}()"
        )


def downgrade() -> None:
    """Take back."""
    if op.get_bind().dialect.name == "sqlite":
        for name in SQLITE:
            op.execute(f"DROP TRIGGER listings_counted_{name}")
    else:
        for verb in POSTGRESQL:
            op.execute(f"DROP TRIGGER listings_counted_{verb.lower()} ON listings")
            op.execute(f"DROP FUNCTION listings_counted_{verb.lower()}()")
    op.drop_table("listing_counts")
    op.drop_table("editions")
