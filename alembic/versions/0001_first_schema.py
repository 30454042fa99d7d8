"""All tables, with the triggers that keep counts and refuse what must not be."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

AUDIT_REFUSAL = "audit_log keeps every entry as it was written"
OVERLAP_REFUSAL = "bookings of one ad never overlap"
# A migration that makes the table `listings` anew on SQLite must make these triggers anew too.
_COUNTS_SQLITE = {
    "added": ("AFTER INSERT ON listings", ("NEW", "+")),
    "removed": ("AFTER DELETE ON listings", ("OLD", "-")),
    "moved": (
        "AFTER UPDATE OF category_id, ad_type ON listings "
        "WHEN NEW.category_id <> OLD.category_id OR NEW.ad_type <> OLD.ad_type",
        ("OLD", "-"),
        ("NEW", "+"),
    ),
}
_COUNTS_POSTGRESQL = {
    "INSERT": ("NEW TABLE AS came", "SELECT category_id, ad_type, 1 AS n FROM came"),
    "DELETE": ("OLD TABLE AS went", "SELECT category_id, ad_type, -1 AS n FROM went"),
    "UPDATE": (
        "OLD TABLE AS went NEW TABLE AS came",
        "SELECT category_id, ad_type, 1 AS n FROM came UNION ALL SELECT category_id, ad_type, -1 FROM went",
    ),
}


def upgrade() -> None:
    """Create the tables, their triggers, and the rows that they begin with."""
    _create_tables()
    if op.get_bind().dialect.name == "sqlite":
        _guard_audit_log_sqlite()
        _refuse_overlaps_sqlite()
        _count_listings_sqlite()
    else:
        _guard_audit_log_postgresql()
        _refuse_overlaps_postgresql()
        _count_listings_postgresql()
    op.execute("INSERT INTO editions (id, number) VALUES (1, 1)")
    op.execute("INSERT INTO listing_change_counter (id, last) VALUES (1, 0)")


def downgrade() -> None:
    """Drop everything; triggers go with their tables."""
    _drop_tables()
    if op.get_bind().dialect.name == "postgresql":
        op.execute("DROP FUNCTION refuse_audit_log_change()")
        for verb in _COUNTS_POSTGRESQL:
            op.execute(f"DROP FUNCTION listings_counted_{verb.lower()}()")


def _guard_audit_log_sqlite() -> None:
    for verb in ("UPDATE", "DELETE"):
        op.execute(
            f"CREATE TRIGGER audit_log_no_{verb.lower()} BEFORE {verb} ON audit_log "
            f"BEGIN SELECT RAISE(ABORT, '{AUDIT_REFUSAL}'); END"
        )


def _guard_audit_log_postgresql() -> None:
    op.execute(
        "CREATE FUNCTION refuse_audit_log_change() RETURNS trigger LANGUAGE plpgsql AS "
        f"$$ BEGIN RAISE EXCEPTION '{AUDIT_REFUSAL}'; END $$"
    )
    # TRUNCATE fires no row triggers, so the trigger is for each statement.
    op.execute(
        "CREATE TRIGGER audit_log_no_change BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_log "
        "FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_log_change()"
    )


def _refuse_overlaps_sqlite() -> None:
    overlap = (
        "SELECT RAISE(ABORT, '" + OVERLAP_REFUSAL + "') FROM bookings AS other "
        "WHERE other.ad_id = NEW.ad_id AND other.id <> NEW.id AND other.cancelled_at IS NULL "
        "AND other.starts_at < NEW.ends_at AND NEW.starts_at < other.ends_at"
    )
    for verb in ("INSERT", "UPDATE"):
        op.execute(
            f"CREATE TRIGGER bookings_no_overlap_{verb.lower()} BEFORE {verb} ON bookings "
            f"WHEN NEW.cancelled_at IS NULL BEGIN {overlap}; END"
        )


def _refuse_overlaps_postgresql() -> None:
    op.execute("CREATE EXTENSION IF NOT EXISTS btree_gist")
    op.execute(
        "ALTER TABLE bookings ADD CONSTRAINT bookings_no_overlap EXCLUDE USING gist "
        "(ad_id WITH =, tstzrange(starts_at, ends_at) WITH &&) WHERE (cancelled_at IS NULL)"
    )


def _count_listings_sqlite() -> None:
    for name, (when, *steps) in _COUNTS_SQLITE.items():
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


def _count_listings_postgresql() -> None:
    for verb, (tables, changes) in _COUNTS_POSTGRESQL.items():
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


def _create_tables() -> None:
    # ### commands auto generated by Alembic - please adjust! ###
    op.create_table(
        "accounts",
        sa.Column("id", sa.String(26), nullable=False),
        sa.Column("kind", sa.String(24), nullable=False),
        sa.Column("email", sa.String(254), nullable=False),
        sa.Column("username", sa.String(40), nullable=False),
        sa.Column("username_key", sa.String(80), nullable=False),
        sa.Column("password_hash", sa.String(255), nullable=False),
        sa.Column("name", sa.String(120), nullable=False),
        sa.Column("phone", sa.String(24), nullable=False),
        sa.Column("whatsapp", sa.String(24), nullable=False),
        sa.Column("address", sa.String(300), nullable=False),
        sa.Column("place", sa.String(120), nullable=False),
        sa.Column("city", sa.String(120), nullable=False),
        sa.Column("state", sa.String(120), nullable=False),
        sa.Column("latitude", sa.Float(), nullable=True),
        sa.Column("longitude", sa.Float(), nullable=True),
        sa.Column("shop_name", sa.String(120), nullable=False),
        sa.Column("seller_type", sa.String(24), nullable=False),
        sa.Column("business_id", sa.String(60), nullable=False),
        sa.Column("takes_calls", sa.Boolean(), nullable=False),
        sa.Column("wants_digest", sa.Boolean(), nullable=False),
        sa.Column("wants_wishlist_mail", sa.Boolean(), nullable=False),
        sa.Column("status", sa.String(24), nullable=False),
        sa.Column("suspended_reason", sa.String(500), nullable=False),
        sa.Column("suspended_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("deleted_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("generation", sa.Integer(), nullable=False),
        sa.Column("totp_seed", sa.String(64), nullable=False),
        sa.Column("totp_step", sa.Integer(), nullable=False),
        sa.Column("totp_enabled_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("updated_at", sa.DateTime(timezone=True), nullable=False),
        sa.CheckConstraint("kind IN ('buyer', 'seller', 'admin')", name=op.f("ck_accounts_kind_known")),
        sa.CheckConstraint("seller_type IN ('person', 'business')", name=op.f("ck_accounts_seller_type_known")),
        sa.CheckConstraint("status IN ('active', 'suspended', 'deleted')", name=op.f("ck_accounts_status_known")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_accounts")),
        sa.UniqueConstraint("email", "kind", name=op.f("uq_accounts_email_kind")),
        sa.UniqueConstraint("username_key", "kind", name=op.f("uq_accounts_username_key_kind")),
    )
    with op.batch_alter_table("accounts", schema=None) as batch_op:
        batch_op.create_index("ix_accounts_kind_status_username_key", ["kind", "status", "username_key"], unique=False)

    op.create_table(
        "editions",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("number", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_editions")),
    )
    op.create_table(
        "jobs",
        sa.Column("id", sa.String(26), nullable=False),
        sa.Column("kind", sa.String(40), nullable=False),
        sa.Column("payload", sa.JSON(), nullable=False),
        sa.Column("dedupe_key", sa.String(120), nullable=True),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("due_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("locked_until", sa.DateTime(timezone=True), nullable=True),
        sa.Column("done_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("failed_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("last_error", sa.String(500), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_jobs")),
        sa.UniqueConstraint("dedupe_key", name=op.f("uq_jobs_dedupe_key")),
    )
    with op.batch_alter_table("jobs", schema=None) as batch_op:
        batch_op.create_index("ix_jobs_due", ["done_at", "failed_at", "due_at"], unique=False)

    op.create_table(
        "listing_change_counter",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("last", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_listing_change_counter")),
    )
    op.create_table(
        "listing_changes",
        sa.Column("id", sa.BigInteger(), nullable=False),
        sa.Column("listing_number", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_listing_changes")),
    )
    op.create_table(
        "listing_counts",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("category_id", sa.String(26), nullable=False),
        sa.Column("ad_type", sa.String(24), nullable=False),
        sa.Column("count", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_listing_counts")),
    )
    with op.batch_alter_table("listing_counts", schema=None) as batch_op:
        batch_op.create_index("ix_listing_counts_shelf", ["category_id", "ad_type"], unique=False)

    op.create_table(
        "newsletter_subscribers",
        sa.Column("id", sa.String(26), nullable=False),
        sa.Column("email", sa.String(254), nullable=False),
        sa.Column("token_hash", sa.String(64), nullable=False),
        sa.Column("confirmed_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("unsubscribed_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_newsletter_subscribers")),
        sa.UniqueConstraint("email", name=op.f("uq_newsletter_subscribers_email")),
        sa.UniqueConstraint("token_hash", name=op.f("uq_newsletter_subscribers_token_hash")),
    )
    op.create_table(
        "account_sessions",
        sa.Column("id", sa.String(26), nullable=False),
        sa.Column("account_id", sa.String(26), nullable=False),
        sa.Column("token_hash", sa.String(64), nullable=False),
        sa.Column("remember", sa.Boolean(), nullable=False),
        sa.Column("user_agent", sa.String(300), nullable=False),
        sa.Column("address", sa.String(64), nullable=False),
        sa.Column("device_hash", sa.String(64), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("last_seen_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("expires_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("ended_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(["account_id"], ["accounts.id"], name=op.f("fk_account_sessions_account_id_accounts")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_account_sessions")),
        sa.UniqueConstraint("token_hash", name=op.f("uq_account_sessions_token_hash")),
    )
    with op.batch_alter_table("account_sessions", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_account_sessions_account_id"), ["account_id"], unique=False)

    op.create_table(
        "ad_drafts",
        sa.Column("id", sa.String(26), nullable=False),
        sa.Column("seller_id", sa.String(26), nullable=False),
        sa.Column("ad_key", sa.String(26), nullable=False),
        sa.Column("content", sa.JSON(), nullable=False),
        sa.Column("updated_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["seller_id"], ["accounts.id"], name=op.f("fk_ad_drafts_seller_id_accounts")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_ad_drafts")),
        sa.UniqueConstraint("seller_id", "ad_key", name=op.f("uq_ad_drafts_seller_id_ad_key")),
    )
    op.create_table(
        "ads",
        sa.Column("id", sa.String(26), nullable=False),
        sa.Column("seller_id", sa.String(26), nullable=False),
        sa.Column("status", sa.String(24), nullable=False),
        sa.Column("live_version_id", sa.String(26), nullable=True),
        sa.Column("submitted_version_id", sa.String(26), nullable=True),
        sa.Column("versions", sa.Integer(), nullable=False),
        sa.Column("featured", sa.Boolean(), nullable=False),
        sa.Column("featured_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("review_waiting_since", sa.DateTime(timezone=True), nullable=True),
        sa.Column("review_resubmitted", sa.Boolean(), nullable=False),
        sa.Column("first_approved_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("approved_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("expires_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("expiry_reminded_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("sold_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("deleted_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("updated_at", sa.DateTime(timezone=True), nullable=False),
        sa.CheckConstraint(
            "status IN ('pending', 'approved', 'rejected', 'sold', 'expired', 'deleted')",
            name=op.f("ck_ads_status_known"),
        ),
        sa.ForeignKeyConstraint(["seller_id"], ["accounts.id"], name=op.f("fk_ads_seller_id_accounts")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_ads")),
    )
    with op.batch_alter_table("ads", schema=None) as batch_op:
        batch_op.create_index("ix_ads_review", ["review_waiting_since", "id"], unique=False)
        batch_op.create_index("ix_ads_seller_id_status", ["seller_id", "status", "id"], unique=False)
        batch_op.create_index("ix_ads_status_expires_at", ["status", "expires_at"], unique=False)

    op.create_table(
        "audit_log",
        sa.Column("id", sa.String(26), nullable=False),
        sa.Column("actor_id", sa.String(26), nullable=True),
        sa.Column("action", sa.String(60), nullable=False),
        sa.Column("target", sa.String(24), nullable=False),
        sa.Column("target_id", sa.String(26), nullable=False),
        sa.Column("before", sa.JSON(), nullable=False),
        sa.Column("after", sa.JSON(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["actor_id"], ["accounts.id"], name=op.f("fk_audit_log_actor_id_accounts")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_audit_log")),
    )
    with op.batch_alter_table("audit_log", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_audit_log_actor_id"), ["actor_id"], unique=False)
        batch_op.create_index("ix_audit_log_target", ["target", "target_id", "id"], unique=False)

    op.create_table(
        "blocks",
        sa.Column("blocker_id", sa.String(26), nullable=False),
        sa.Column("blocked_id", sa.String(26), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["blocked_id"], ["accounts.id"], name=op.f("fk_blocks_blocked_id_accounts")),
        sa.ForeignKeyConstraint(["blocker_id"], ["accounts.id"], name=op.f("fk_blocks_blocker_id_accounts")),
        sa.PrimaryKeyConstraint("blocker_id", "blocked_id", name=op.f("pk_blocks")),
    )
    with op.batch_alter_table("blocks", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_blocks_blocked_id"), ["blocked_id"], unique=False)

    op.create_table(
        "calendar_feeds",
        sa.Column("id", sa.String(26), nullable=False),
        sa.Column("account_id", sa.String(26), nullable=False),
        sa.Column("token_hash", sa.String(64), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("revoked_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(["account_id"], ["accounts.id"], name=op.f("fk_calendar_feeds_account_id_accounts")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_calendar_feeds")),
        sa.UniqueConstraint("token_hash", name=op.f("uq_calendar_feeds_token_hash")),
    )
    with op.batch_alter_table("calendar_feeds", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_calendar_feeds_account_id"), ["account_id"], unique=False)

    op.create_table(
        "notices",
        sa.Column("id", sa.String(26), nullable=False),
        sa.Column("account_id", sa.String(26), nullable=False),
        sa.Column("kind", sa.String(40), nullable=False),
        sa.Column("values", sa.JSON(), nullable=False),
        sa.Column("link", sa.String(300), nullable=False),
        sa.Column("about_id", sa.String(26), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("read_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(["about_id"], ["accounts.id"], name=op.f("fk_notices_about_id_accounts")),
        sa.ForeignKeyConstraint(["account_id"], ["accounts.id"], name=op.f("fk_notices_account_id_accounts")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_notices")),
    )
    with op.batch_alter_table("notices", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_notices_about_id"), ["about_id"], unique=False)
        batch_op.create_index("ix_notices_account", ["account_id", "id"], unique=False)

    op.create_table(
        "one_time_codes",
        sa.Column("id", sa.String(26), nullable=False),
        sa.Column("email", sa.String(254), nullable=False),
        sa.Column("kind", sa.String(24), nullable=False),
        sa.Column("purpose", sa.String(24), nullable=False),
        sa.Column("account_id", sa.String(26), nullable=True),
        sa.Column("code_hash", sa.String(64), nullable=False),
        sa.Column("tries", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("expires_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("verified_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("proof_hash", sa.String(64), nullable=False),
        sa.Column("verified_from", sa.String(64), nullable=False),
        sa.Column("ended_at", sa.DateTime(timezone=True), nullable=True),
        sa.CheckConstraint("kind IN ('buyer', 'seller', 'admin')", name=op.f("ck_one_time_codes_kind_known")),
        sa.CheckConstraint(
            "purpose IN ('register', 'reset', 'email_change')", name=op.f("ck_one_time_codes_purpose_known")
        ),
        sa.ForeignKeyConstraint(["account_id"], ["accounts.id"], name=op.f("fk_one_time_codes_account_id_accounts")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_one_time_codes")),
    )
    with op.batch_alter_table("one_time_codes", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_one_time_codes_account_id"), ["account_id"], unique=False)
        batch_op.create_index(
            "ix_one_time_codes_email_kind_purpose", ["email", "kind", "purpose", "created_at"], unique=False
        )

    op.create_table(
        "outbox_mails",
        sa.Column("id", sa.String(26), nullable=False),
        sa.Column("account_id", sa.String(26), nullable=True),
        sa.Column("to", sa.String(254), nullable=False),
        sa.Column("subject", sa.String(300), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("headers", sa.JSON(), nullable=False),
        sa.Column("attachments", sa.JSON(), nullable=False),
        sa.Column("code_seed", sa.String(26), nullable=False),
        sa.Column("purpose", sa.String(40), nullable=False),
        sa.Column("dedupe_key", sa.String(120), nullable=True),
        sa.Column("can_wait", sa.Boolean(), nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("due_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("locked_until", sa.DateTime(timezone=True), nullable=True),
        sa.Column("sent_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("failed_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("last_error", sa.String(500), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["account_id"], ["accounts.id"], name=op.f("fk_outbox_mails_account_id_accounts")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_outbox_mails")),
        sa.UniqueConstraint("dedupe_key", name=op.f("uq_outbox_mails_dedupe_key")),
    )
    with op.batch_alter_table("outbox_mails", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_outbox_mails_account_id"), ["account_id"], unique=False)
        batch_op.create_index(
            "ix_outbox_mails_sent",
            ["sent_at"],
            unique=False,
            sqlite_where=sa.text("sent_at IS NOT NULL"),
            postgresql_where=sa.text("sent_at IS NOT NULL"),
        )
        batch_op.create_index(
            "ix_outbox_mails_unsent",
            ["id", "failed_at"],
            unique=False,
            sqlite_where=sa.text("sent_at IS NULL"),
            postgresql_where=sa.text("sent_at IS NULL"),
        )
        batch_op.create_index(
            "ix_outbox_mails_waiting",
            ["can_wait", "due_at", "id"],
            unique=False,
            sqlite_where=sa.text("sent_at IS NULL AND failed_at IS NULL"),
            postgresql_where=sa.text("sent_at IS NULL AND failed_at IS NULL"),
        )

    op.create_table(
        "recovery_codes",
        sa.Column("id", sa.String(26), nullable=False),
        sa.Column("account_id", sa.String(26), nullable=False),
        sa.Column("code_hash", sa.String(64), nullable=False),
        sa.Column("used_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(["account_id"], ["accounts.id"], name=op.f("fk_recovery_codes_account_id_accounts")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_recovery_codes")),
    )
    with op.batch_alter_table("recovery_codes", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_recovery_codes_account_id"), ["account_id"], unique=False)

    op.create_table(
        "reports",
        sa.Column("id", sa.String(26), nullable=False),
        sa.Column("reporter_id", sa.String(26), nullable=True),
        sa.Column("target", sa.String(24), nullable=False),
        sa.Column("target_id", sa.String(26), nullable=False),
        sa.Column("reason", sa.String(40), nullable=False),
        sa.Column("text", sa.String(1000), nullable=False),
        sa.Column("status", sa.String(24), nullable=False),
        sa.Column("resolution", sa.String(500), nullable=False),
        sa.Column("resolved_by", sa.String(26), nullable=True),
        sa.Column("resolved_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.CheckConstraint("status IN ('open', 'resolved', 'dismissed')", name=op.f("ck_reports_status_known")),
        sa.CheckConstraint("target IN ('ad', 'account', 'conversation')", name=op.f("ck_reports_target_known")),
        sa.ForeignKeyConstraint(["reporter_id"], ["accounts.id"], name=op.f("fk_reports_reporter_id_accounts")),
        sa.ForeignKeyConstraint(["resolved_by"], ["accounts.id"], name=op.f("fk_reports_resolved_by_accounts")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_reports")),
    )
    with op.batch_alter_table("reports", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_reports_reporter_id"), ["reporter_id"], unique=False)
        batch_op.create_index("ix_reports_status", ["status", "id"], unique=False)
        batch_op.create_index("ix_reports_target", ["target", "target_id"], unique=False)

    op.create_table(
        "saved_searches",
        sa.Column("id", sa.String(26), nullable=False),
        sa.Column("account_id", sa.String(26), nullable=False),
        sa.Column("name", sa.String(120), nullable=False),
        sa.Column("query", sa.JSON(), nullable=False),
        sa.Column("cadence", sa.String(24), nullable=False),
        sa.Column("wants_mail", sa.Boolean(), nullable=False),
        sa.Column("last_mailed_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.CheckConstraint("cadence IN ('at_once', 'daily', 'weekly')", name=op.f("ck_saved_searches_cadence_known")),
        sa.ForeignKeyConstraint(["account_id"], ["accounts.id"], name=op.f("fk_saved_searches_account_id_accounts")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_saved_searches")),
    )
    with op.batch_alter_table("saved_searches", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_saved_searches_account_id"), ["account_id"], unique=False)

    op.create_table(
        "uploads",
        sa.Column("id", sa.String(26), nullable=False),
        sa.Column("owner_id", sa.String(26), nullable=False),
        sa.Column("kind", sa.String(24), nullable=False),
        sa.Column("name", sa.String(200), nullable=False),
        sa.Column("digest", sa.String(64), nullable=False),
        sa.Column("media_type", sa.String(60), nullable=False),
        sa.Column("width", sa.Integer(), nullable=False),
        sa.Column("height", sa.Integer(), nullable=False),
        sa.Column("byte_size", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("removed_at", sa.DateTime(timezone=True), nullable=True),
        sa.CheckConstraint("kind IN ('image', 'document')", name=op.f("ck_uploads_kind_known")),
        sa.ForeignKeyConstraint(["owner_id"], ["accounts.id"], name=op.f("fk_uploads_owner_id_accounts")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_uploads")),
    )
    with op.batch_alter_table("uploads", schema=None) as batch_op:
        batch_op.create_index("ix_uploads_digest", ["digest"], unique=False)
        batch_op.create_index(batch_op.f("ix_uploads_owner_id"), ["owner_id"], unique=False)
        batch_op.create_index("ix_uploads_owner_id_digest", ["owner_id", "digest"], unique=False)

    op.create_table(
        "account_photos",
        sa.Column("account_id", sa.String(26), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("upload_id", sa.String(26), nullable=False),
        sa.ForeignKeyConstraint(["account_id"], ["accounts.id"], name=op.f("fk_account_photos_account_id_accounts")),
        sa.ForeignKeyConstraint(["upload_id"], ["uploads.id"], name=op.f("fk_account_photos_upload_id_uploads")),
        sa.PrimaryKeyConstraint("account_id", "position", name=op.f("pk_account_photos")),
    )
    with op.batch_alter_table("account_photos", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_account_photos_upload_id"), ["upload_id"], unique=False)

    op.create_table(
        "ad_calendars",
        sa.Column("ad_id", sa.String(26), nullable=False),
        sa.Column("timezone", sa.String(40), nullable=False),
        sa.Column("weekdays", sa.JSON(), nullable=False),
        sa.Column("minimum_minutes", sa.Integer(), nullable=False),
        sa.Column("maximum_minutes", sa.Integer(), nullable=False),
        sa.Column("hour_paise", sa.BigInteger(), nullable=True),
        sa.Column("day_paise", sa.BigInteger(), nullable=True),
        sa.Column("week_paise", sa.BigInteger(), nullable=True),
        sa.Column("month_paise", sa.BigInteger(), nullable=True),
        sa.Column("updated_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["ad_id"], ["ads.id"], name=op.f("fk_ad_calendars_ad_id_ads")),
        sa.PrimaryKeyConstraint("ad_id", name=op.f("pk_ad_calendars")),
    )
    op.create_table(
        "ad_reads",
        sa.Column("admin_id", sa.String(26), nullable=False),
        sa.Column("ad_id", sa.String(26), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["ad_id"], ["ads.id"], name=op.f("fk_ad_reads_ad_id_ads")),
        sa.ForeignKeyConstraint(["admin_id"], ["accounts.id"], name=op.f("fk_ad_reads_admin_id_accounts")),
        sa.PrimaryKeyConstraint("admin_id", "ad_id", name=op.f("pk_ad_reads")),
    )
    op.create_table(
        "calendar_blocks",
        sa.Column("id", sa.String(26), nullable=False),
        sa.Column("ad_id", sa.String(26), nullable=False),
        sa.Column("starts_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("ends_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["ad_id"], ["ads.id"], name=op.f("fk_calendar_blocks_ad_id_ads")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_calendar_blocks")),
    )
    with op.batch_alter_table("calendar_blocks", schema=None) as batch_op:
        batch_op.create_index("ix_calendar_blocks_ad", ["ad_id", "starts_at"], unique=False)

    op.create_table(
        "categories",
        sa.Column("id", sa.String(26), nullable=False),
        sa.Column("name", sa.String(80), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("image_id", sa.String(26), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("archived_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(["image_id"], ["uploads.id"], name=op.f("fk_categories_image_id_uploads")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_categories")),
        sa.UniqueConstraint("name", name=op.f("uq_categories_name")),
    )
    with op.batch_alter_table("categories", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_categories_image_id"), ["image_id"], unique=False)

    op.create_table(
        "contact_reveals",
        sa.Column("id", sa.String(26), nullable=False),
        sa.Column("ad_id", sa.String(26), nullable=False),
        sa.Column("buyer_id", sa.String(26), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["ad_id"], ["ads.id"], name=op.f("fk_contact_reveals_ad_id_ads")),
        sa.ForeignKeyConstraint(["buyer_id"], ["accounts.id"], name=op.f("fk_contact_reveals_buyer_id_accounts")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_contact_reveals")),
        sa.UniqueConstraint("ad_id", "buyer_id", name=op.f("uq_contact_reveals_ad_id_buyer_id")),
    )
    with op.batch_alter_table("contact_reveals", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_contact_reveals_buyer_id"), ["buyer_id"], unique=False)

    op.create_table(
        "conversations",
        sa.Column("id", sa.String(26), nullable=False),
        sa.Column("buyer_id", sa.String(26), nullable=False),
        sa.Column("seller_id", sa.String(26), nullable=False),
        sa.Column("ad_id", sa.String(26), nullable=True),
        sa.Column("last_seq", sa.Integer(), nullable=False),
        sa.Column("last_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["ad_id"], ["ads.id"], name=op.f("fk_conversations_ad_id_ads")),
        sa.ForeignKeyConstraint(["buyer_id"], ["accounts.id"], name=op.f("fk_conversations_buyer_id_accounts")),
        sa.ForeignKeyConstraint(["seller_id"], ["accounts.id"], name=op.f("fk_conversations_seller_id_accounts")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_conversations")),
        sa.UniqueConstraint("buyer_id", "seller_id", name=op.f("uq_conversations_buyer_id_seller_id")),
    )
    with op.batch_alter_table("conversations", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_conversations_ad_id"), ["ad_id"], unique=False)
        batch_op.create_index(batch_op.f("ix_conversations_seller_id"), ["seller_id"], unique=False)

    op.create_table(
        "enquiries",
        sa.Column("id", sa.String(26), nullable=False),
        sa.Column("ad_id", sa.String(26), nullable=False),
        sa.Column("buyer_id", sa.String(26), nullable=False),
        sa.Column("seller_id", sa.String(26), nullable=False),
        sa.Column("pickup_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("drop_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("status", sa.String(24), nullable=False),
        sa.Column("quoted_paise", sa.BigInteger(), nullable=True),
        sa.Column("answer", sa.String(500), nullable=False),
        sa.Column("decided_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("updated_at", sa.DateTime(timezone=True), nullable=False),
        sa.CheckConstraint(
            "status IN ('pending', 'accepted', 'declined', 'cancelled')", name=op.f("ck_enquiries_status_known")
        ),
        sa.CheckConstraint("drop_at > pickup_at", name=op.f("ck_enquiries_drop_after_pickup")),
        sa.ForeignKeyConstraint(["ad_id"], ["ads.id"], name=op.f("fk_enquiries_ad_id_ads")),
        sa.ForeignKeyConstraint(["buyer_id"], ["accounts.id"], name=op.f("fk_enquiries_buyer_id_accounts")),
        sa.ForeignKeyConstraint(["seller_id"], ["accounts.id"], name=op.f("fk_enquiries_seller_id_accounts")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_enquiries")),
    )
    with op.batch_alter_table("enquiries", schema=None) as batch_op:
        batch_op.create_index("ix_enquiries_ad", ["ad_id", "status", "pickup_at"], unique=False)
        batch_op.create_index("ix_enquiries_buyer", ["buyer_id", "id"], unique=False)
        batch_op.create_index("ix_enquiries_seller", ["seller_id", "id"], unique=False)

    op.create_table(
        "saved_search_matches",
        sa.Column("search_id", sa.String(26), nullable=False),
        sa.Column("ad_id", sa.String(26), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("mailed_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("price_paise", sa.BigInteger(), nullable=True),
        sa.Column("fallen_from", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(["ad_id"], ["ads.id"], name=op.f("fk_saved_search_matches_ad_id_ads")),
        sa.ForeignKeyConstraint(
            ["search_id"],
            ["saved_searches.id"],
            name=op.f("fk_saved_search_matches_search_id_saved_searches"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("search_id", "ad_id", name=op.f("pk_saved_search_matches")),
    )
    with op.batch_alter_table("saved_search_matches", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_saved_search_matches_ad_id"), ["ad_id"], unique=False)
        batch_op.create_index(
            "ix_saved_search_matches_unmailed",
            ["search_id"],
            unique=False,
            sqlite_where=sa.text("mailed_at IS NULL"),
            postgresql_where=sa.text("mailed_at IS NULL"),
        )

    op.create_table(
        "testimonials",
        sa.Column("id", sa.String(26), nullable=False),
        sa.Column("name", sa.String(80), nullable=False),
        sa.Column("description", sa.String(600), nullable=False),
        sa.Column("image_id", sa.String(26), nullable=True),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["image_id"], ["uploads.id"], name=op.f("fk_testimonials_image_id_uploads")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_testimonials")),
    )
    with op.batch_alter_table("testimonials", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_testimonials_image_id"), ["image_id"], unique=False)

    op.create_table(
        "wishlist_items",
        sa.Column("id", sa.String(26), nullable=False),
        sa.Column("buyer_id", sa.String(26), nullable=False),
        sa.Column("ad_id", sa.String(26), nullable=False),
        sa.Column("ad_name", sa.String(120), nullable=False),
        sa.Column("saved_paise", sa.BigInteger(), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["ad_id"], ["ads.id"], name=op.f("fk_wishlist_items_ad_id_ads")),
        sa.ForeignKeyConstraint(["buyer_id"], ["accounts.id"], name=op.f("fk_wishlist_items_buyer_id_accounts")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_wishlist_items")),
        sa.UniqueConstraint("buyer_id", "ad_id", name=op.f("uq_wishlist_items_buyer_id_ad_id")),
    )
    with op.batch_alter_table("wishlist_items", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_wishlist_items_ad_id"), ["ad_id"], unique=False)

    op.create_table(
        "bookings",
        sa.Column("id", sa.String(26), nullable=False),
        sa.Column("ad_id", sa.String(26), nullable=False),
        sa.Column("enquiry_id", sa.String(26), nullable=False),
        sa.Column("starts_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("ends_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("cancelled_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.CheckConstraint("ends_at > starts_at", name=op.f("ck_bookings_ends_after_start")),
        sa.ForeignKeyConstraint(["ad_id"], ["ads.id"], name=op.f("fk_bookings_ad_id_ads")),
        sa.ForeignKeyConstraint(["enquiry_id"], ["enquiries.id"], name=op.f("fk_bookings_enquiry_id_enquiries")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_bookings")),
        sa.UniqueConstraint("enquiry_id", name=op.f("uq_bookings_enquiry_id")),
    )
    with op.batch_alter_table("bookings", schema=None) as batch_op:
        batch_op.create_index("ix_bookings_ad", ["ad_id", "starts_at"], unique=False)

    op.create_table(
        "conversation_parties",
        sa.Column("conversation_id", sa.String(26), nullable=False),
        sa.Column("account_id", sa.String(26), nullable=False),
        sa.Column("other_id", sa.String(26), nullable=False),
        sa.Column("unread", sa.Integer(), nullable=False),
        sa.Column("read_seq", sa.Integer(), nullable=False),
        sa.Column("delivered_seq", sa.Integer(), nullable=False),
        sa.Column("last_seq", sa.Integer(), nullable=False),
        sa.Column("last_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("muted_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("digest_seq", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["account_id"], ["accounts.id"], name=op.f("fk_conversation_parties_account_id_accounts")
        ),
        sa.ForeignKeyConstraint(
            ["conversation_id"],
            ["conversations.id"],
            name=op.f("fk_conversation_parties_conversation_id_conversations"),
        ),
        sa.ForeignKeyConstraint(["other_id"], ["accounts.id"], name=op.f("fk_conversation_parties_other_id_accounts")),
        sa.PrimaryKeyConstraint("conversation_id", "account_id", name=op.f("pk_conversation_parties")),
    )
    with op.batch_alter_table("conversation_parties", schema=None) as batch_op:
        batch_op.create_index("ix_conversation_parties_inbox", ["account_id", "last_at"], unique=False)
        batch_op.create_index(
            "ix_conversation_parties_unread",
            ["account_id"],
            unique=False,
            sqlite_where=sa.text("unread > 0"),
            postgresql_where=sa.text("unread > 0"),
        )

    op.create_table(
        "messages",
        sa.Column("id", sa.String(26), nullable=False),
        sa.Column("conversation_id", sa.String(26), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("sender_id", sa.String(26), nullable=False),
        sa.Column("client_id", sa.String(64), nullable=False),
        sa.Column("text", sa.String(4000), nullable=False),
        sa.Column("ad_id", sa.String(26), nullable=True),
        sa.Column("withheld", sa.Boolean(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["ad_id"], ["ads.id"], name=op.f("fk_messages_ad_id_ads")),
        sa.ForeignKeyConstraint(
            ["conversation_id"], ["conversations.id"], name=op.f("fk_messages_conversation_id_conversations")
        ),
        sa.ForeignKeyConstraint(["sender_id"], ["accounts.id"], name=op.f("fk_messages_sender_id_accounts")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_messages")),
        sa.UniqueConstraint("conversation_id", "seq", name=op.f("uq_messages_conversation_id_seq")),
        sa.UniqueConstraint("sender_id", "client_id", name=op.f("uq_messages_sender_id_client_id")),
    )
    with op.batch_alter_table("messages", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_messages_ad_id"), ["ad_id"], unique=False)

    op.create_table(
        "subcategories",
        sa.Column("id", sa.String(26), nullable=False),
        sa.Column("category_id", sa.String(26), nullable=False),
        sa.Column("name", sa.String(80), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("archived_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(
            ["category_id"], ["categories.id"], name=op.f("fk_subcategories_category_id_categories")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_subcategories")),
        sa.UniqueConstraint("category_id", "name", name=op.f("uq_subcategories_category_id_name")),
    )
    with op.batch_alter_table("subcategories", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_subcategories_category_id"), ["category_id"], unique=False)

    op.create_table(
        "ad_versions",
        sa.Column("id", sa.String(26), nullable=False),
        sa.Column("ad_id", sa.String(26), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(120), nullable=False),
        sa.Column("title", sa.String(160), nullable=False),
        sa.Column("short_description", sa.String(300), nullable=False),
        sa.Column("description", sa.String(10000), nullable=False),
        sa.Column("terms", sa.String(5000), nullable=False),
        sa.Column("price_paise", sa.BigInteger(), nullable=True),
        sa.Column("discount_basis_points", sa.Integer(), nullable=False),
        sa.Column("ad_type", sa.String(24), nullable=False),
        sa.Column("category_id", sa.String(26), nullable=False),
        sa.Column("subcategory_id", sa.String(26), nullable=True),
        sa.Column("state", sa.String(120), nullable=False),
        sa.Column("city", sa.String(120), nullable=False),
        sa.Column("place", sa.String(120), nullable=False),
        sa.Column("latitude", sa.Float(), nullable=True),
        sa.Column("longitude", sa.Float(), nullable=True),
        sa.Column("review", sa.String(24), nullable=False),
        sa.Column("reason_code", sa.String(40), nullable=False),
        sa.Column("note", sa.String(1000), nullable=False),
        sa.Column("decided_by", sa.String(26), nullable=True),
        sa.Column("decided_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.CheckConstraint("ad_type IN ('sell', 'rent', 'lease')", name=op.f("ck_ad_versions_ad_type_known")),
        sa.CheckConstraint(
            "review IN ('waiting', 'approved', 'rejected', 'replaced')", name=op.f("ck_ad_versions_review_known")
        ),
        sa.CheckConstraint("discount_basis_points BETWEEN 0 AND 10000", name=op.f("ck_ad_versions_discount_in_range")),
        sa.CheckConstraint("price_paise IS NULL OR price_paise >= 0", name=op.f("ck_ad_versions_price_not_negative")),
        sa.ForeignKeyConstraint(["ad_id"], ["ads.id"], name=op.f("fk_ad_versions_ad_id_ads")),
        sa.ForeignKeyConstraint(["category_id"], ["categories.id"], name=op.f("fk_ad_versions_category_id_categories")),
        sa.ForeignKeyConstraint(["decided_by"], ["accounts.id"], name=op.f("fk_ad_versions_decided_by_accounts")),
        sa.ForeignKeyConstraint(
            ["subcategory_id"], ["subcategories.id"], name=op.f("fk_ad_versions_subcategory_id_subcategories")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_ad_versions")),
        sa.UniqueConstraint("ad_id", "number", name=op.f("uq_ad_versions_ad_id_number")),
    )
    with op.batch_alter_table("ad_versions", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_ad_versions_category_id"), ["category_id"], unique=False)
        batch_op.create_index("ix_ad_versions_decided_at", ["decided_at", "ad_id"], unique=False)
        batch_op.create_index("ix_ad_versions_review", ["review", "ad_id"], unique=False)
        batch_op.create_index(batch_op.f("ix_ad_versions_subcategory_id"), ["subcategory_id"], unique=False)

    op.create_table(
        "field_definitions",
        sa.Column("id", sa.String(26), nullable=False),
        sa.Column("subcategory_id", sa.String(26), nullable=False),
        sa.Column("label", sa.String(80), nullable=False),
        sa.Column("input_type", sa.String(24), nullable=False),
        sa.Column("required", sa.Boolean(), nullable=False),
        sa.Column("options", sa.JSON(), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("archived_at", sa.DateTime(timezone=True), nullable=True),
        sa.CheckConstraint(
            "input_type IN ('text', 'number', 'date', 'select', 'file')",
            name=op.f("ck_field_definitions_input_type_known"),
        ),
        sa.ForeignKeyConstraint(
            ["subcategory_id"], ["subcategories.id"], name=op.f("fk_field_definitions_subcategory_id_subcategories")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_field_definitions")),
    )
    with op.batch_alter_table("field_definitions", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_field_definitions_subcategory_id"), ["subcategory_id"], unique=False)

    op.create_table(
        "message_photos",
        sa.Column("message_id", sa.String(26), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("upload_id", sa.String(26), nullable=False),
        sa.ForeignKeyConstraint(["message_id"], ["messages.id"], name=op.f("fk_message_photos_message_id_messages")),
        sa.ForeignKeyConstraint(["upload_id"], ["uploads.id"], name=op.f("fk_message_photos_upload_id_uploads")),
        sa.PrimaryKeyConstraint("message_id", "position", name=op.f("pk_message_photos")),
    )
    with op.batch_alter_table("message_photos", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_message_photos_upload_id"), ["upload_id"], unique=False)

    op.create_table(
        "ad_version_images",
        sa.Column("version_id", sa.String(26), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("upload_id", sa.String(26), nullable=False),
        sa.ForeignKeyConstraint(["upload_id"], ["uploads.id"], name=op.f("fk_ad_version_images_upload_id_uploads")),
        sa.ForeignKeyConstraint(
            ["version_id"], ["ad_versions.id"], name=op.f("fk_ad_version_images_version_id_ad_versions")
        ),
        sa.PrimaryKeyConstraint("version_id", "position", name=op.f("pk_ad_version_images")),
    )
    with op.batch_alter_table("ad_version_images", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_ad_version_images_upload_id"), ["upload_id"], unique=False)

    op.create_table(
        "ad_version_values",
        sa.Column("version_id", sa.String(26), nullable=False),
        sa.Column("field_id", sa.String(26), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("label", sa.String(80), nullable=False),
        sa.Column("input_type", sa.String(24), nullable=False),
        sa.Column("text", sa.String(2000), nullable=False),
        sa.Column("number", sa.Float(), nullable=True),
        sa.Column("upload_id", sa.String(26), nullable=True),
        sa.ForeignKeyConstraint(
            ["field_id"], ["field_definitions.id"], name=op.f("fk_ad_version_values_field_id_field_definitions")
        ),
        sa.ForeignKeyConstraint(["upload_id"], ["uploads.id"], name=op.f("fk_ad_version_values_upload_id_uploads")),
        sa.ForeignKeyConstraint(
            ["version_id"], ["ad_versions.id"], name=op.f("fk_ad_version_values_version_id_ad_versions")
        ),
        sa.PrimaryKeyConstraint("version_id", "field_id", name=op.f("pk_ad_version_values")),
    )
    with op.batch_alter_table("ad_version_values", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_ad_version_values_upload_id"), ["upload_id"], unique=False)

    op.create_table(
        "listings",
        sa.Column("number", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("ad_id", sa.String(26), nullable=False),
        sa.Column("version_id", sa.String(26), nullable=False),
        sa.Column("seller_id", sa.String(26), nullable=False),
        sa.Column("ad_type", sa.String(24), nullable=False),
        sa.Column("category_id", sa.String(26), nullable=False),
        sa.Column("subcategory_id", sa.String(26), nullable=True),
        sa.Column("name", sa.String(120), nullable=False),
        sa.Column("title", sa.String(160), nullable=False),
        sa.Column("asked_paise", sa.BigInteger(), nullable=True),
        sa.Column("price_paise", sa.BigInteger(), nullable=True),
        sa.Column("price_up", sa.BigInteger(), nullable=False),
        sa.Column("price_down", sa.BigInteger(), nullable=False),
        sa.Column("discount_basis_points", sa.Integer(), nullable=False),
        sa.Column("state", sa.String(120), nullable=False),
        sa.Column("city", sa.String(120), nullable=False),
        sa.Column("place", sa.String(120), nullable=False),
        sa.Column("latitude", sa.Float(), nullable=True),
        sa.Column("longitude", sa.Float(), nullable=True),
        sa.Column("featured", sa.Boolean(), nullable=False),
        sa.Column("cover_digest", sa.String(64), nullable=False),
        sa.Column("cover_width", sa.Integer(), nullable=False),
        sa.Column("cover_height", sa.Integer(), nullable=False),
        sa.Column("published_at", sa.DateTime(timezone=True), nullable=False),
        sa.CheckConstraint("ad_type IN ('sell', 'rent', 'lease')", name=op.f("ck_listings_ad_type_known")),
        sa.ForeignKeyConstraint(["ad_id"], ["ads.id"], name=op.f("fk_listings_ad_id_ads")),
        sa.ForeignKeyConstraint(["category_id"], ["categories.id"], name=op.f("fk_listings_category_id_categories")),
        sa.ForeignKeyConstraint(["seller_id"], ["accounts.id"], name=op.f("fk_listings_seller_id_accounts")),
        sa.ForeignKeyConstraint(
            ["subcategory_id"], ["subcategories.id"], name=op.f("fk_listings_subcategory_id_subcategories")
        ),
        sa.ForeignKeyConstraint(["version_id"], ["ad_versions.id"], name=op.f("fk_listings_version_id_ad_versions")),
        sa.PrimaryKeyConstraint("number", name=op.f("pk_listings")),
        sa.UniqueConstraint("ad_id", name=op.f("uq_listings_ad_id")),
    )
    with op.batch_alter_table("listings", schema=None) as batch_op:
        batch_op.create_index(
            "ix_listings_category_newest", ["category_id", "ad_type", "published_at", "number"], unique=False
        )
        batch_op.create_index("ix_listings_city_newest", ["city", "published_at", "number"], unique=False)
        batch_op.create_index("ix_listings_featured_newest", ["featured", "published_at", "number"], unique=False)
        batch_op.create_index("ix_listings_newest", ["published_at", "number"], unique=False)
        batch_op.create_index("ix_listings_position", ["latitude", "longitude", "number"], unique=False)
        batch_op.create_index("ix_listings_price_down", ["price_down", "number"], unique=False)
        batch_op.create_index("ix_listings_price_up", ["price_up", "number"], unique=False)
        batch_op.create_index("ix_listings_seller_newest", ["seller_id", "published_at"], unique=False)
        batch_op.create_index("ix_listings_shelf_newest", ["category_id", "published_at", "number"], unique=False)
        batch_op.create_index(
            "ix_listings_subcategory_newest", ["subcategory_id", "published_at", "number"], unique=False
        )
        batch_op.create_index("ix_listings_type_newest", ["ad_type", "published_at", "number"], unique=False)
        batch_op.create_index("ix_listings_type_price_down", ["ad_type", "price_down", "number"], unique=False)
        batch_op.create_index("ix_listings_type_price_up", ["ad_type", "price_up", "number"], unique=False)

    op.create_table(
        "listing_values",
        sa.Column("listing_number", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("field_id", sa.String(26), nullable=False),
        sa.Column("text", sa.String(200), nullable=False),
        sa.Column("number", sa.Float(), nullable=True),
        sa.ForeignKeyConstraint(
            ["field_id"], ["field_definitions.id"], name=op.f("fk_listing_values_field_id_field_definitions")
        ),
        sa.ForeignKeyConstraint(
            ["listing_number"],
            ["listings.number"],
            name=op.f("fk_listing_values_listing_number_listings"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("listing_number", "field_id", name=op.f("pk_listing_values")),
    )
    with op.batch_alter_table("listing_values", schema=None) as batch_op:
        batch_op.create_index("ix_listing_values_number", ["field_id", "number", "listing_number"], unique=False)
        batch_op.create_index("ix_listing_values_text", ["field_id", "text", "listing_number"], unique=False)

    # ### end Alembic commands ###


def _drop_tables() -> None:
    # ### commands auto generated by Alembic - please adjust! ###
    with op.batch_alter_table("listing_values", schema=None) as batch_op:
        batch_op.drop_index("ix_listing_values_text")
        batch_op.drop_index("ix_listing_values_number")

    op.drop_table("listing_values")
    with op.batch_alter_table("listings", schema=None) as batch_op:
        batch_op.drop_index("ix_listings_type_price_up")
        batch_op.drop_index("ix_listings_type_price_down")
        batch_op.drop_index("ix_listings_type_newest")
        batch_op.drop_index("ix_listings_subcategory_newest")
        batch_op.drop_index("ix_listings_shelf_newest")
        batch_op.drop_index("ix_listings_seller_newest")
        batch_op.drop_index("ix_listings_price_up")
        batch_op.drop_index("ix_listings_price_down")
        batch_op.drop_index("ix_listings_position")
        batch_op.drop_index("ix_listings_newest")
        batch_op.drop_index("ix_listings_featured_newest")
        batch_op.drop_index("ix_listings_city_newest")
        batch_op.drop_index("ix_listings_category_newest")

    op.drop_table("listings")
    with op.batch_alter_table("ad_version_values", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_ad_version_values_upload_id"))

    op.drop_table("ad_version_values")
    with op.batch_alter_table("ad_version_images", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_ad_version_images_upload_id"))

    op.drop_table("ad_version_images")
    with op.batch_alter_table("message_photos", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_message_photos_upload_id"))

    op.drop_table("message_photos")
    with op.batch_alter_table("field_definitions", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_field_definitions_subcategory_id"))

    op.drop_table("field_definitions")
    with op.batch_alter_table("ad_versions", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_ad_versions_subcategory_id"))
        batch_op.drop_index("ix_ad_versions_review")
        batch_op.drop_index("ix_ad_versions_decided_at")
        batch_op.drop_index(batch_op.f("ix_ad_versions_category_id"))

    op.drop_table("ad_versions")
    with op.batch_alter_table("subcategories", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_subcategories_category_id"))

    op.drop_table("subcategories")
    with op.batch_alter_table("messages", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_messages_ad_id"))

    op.drop_table("messages")
    with op.batch_alter_table("conversation_parties", schema=None) as batch_op:
        batch_op.drop_index(
            "ix_conversation_parties_unread", sqlite_where=sa.text("unread > 0"), postgresql_where=sa.text("unread > 0")
        )
        batch_op.drop_index("ix_conversation_parties_inbox")

    op.drop_table("conversation_parties")
    with op.batch_alter_table("bookings", schema=None) as batch_op:
        batch_op.drop_index("ix_bookings_ad")

    op.drop_table("bookings")
    with op.batch_alter_table("wishlist_items", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_wishlist_items_ad_id"))

    op.drop_table("wishlist_items")
    with op.batch_alter_table("testimonials", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_testimonials_image_id"))

    op.drop_table("testimonials")
    with op.batch_alter_table("saved_search_matches", schema=None) as batch_op:
        batch_op.drop_index(
            "ix_saved_search_matches_unmailed",
            sqlite_where=sa.text("mailed_at IS NULL"),
            postgresql_where=sa.text("mailed_at IS NULL"),
        )
        batch_op.drop_index(batch_op.f("ix_saved_search_matches_ad_id"))

    op.drop_table("saved_search_matches")
    with op.batch_alter_table("enquiries", schema=None) as batch_op:
        batch_op.drop_index("ix_enquiries_seller")
        batch_op.drop_index("ix_enquiries_buyer")
        batch_op.drop_index("ix_enquiries_ad")

    op.drop_table("enquiries")
    with op.batch_alter_table("conversations", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_conversations_seller_id"))
        batch_op.drop_index(batch_op.f("ix_conversations_ad_id"))

    op.drop_table("conversations")
    with op.batch_alter_table("contact_reveals", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_contact_reveals_buyer_id"))

    op.drop_table("contact_reveals")
    with op.batch_alter_table("categories", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_categories_image_id"))

    op.drop_table("categories")
    with op.batch_alter_table("calendar_blocks", schema=None) as batch_op:
        batch_op.drop_index("ix_calendar_blocks_ad")

    op.drop_table("calendar_blocks")
    op.drop_table("ad_reads")
    op.drop_table("ad_calendars")
    with op.batch_alter_table("account_photos", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_account_photos_upload_id"))

    op.drop_table("account_photos")
    with op.batch_alter_table("uploads", schema=None) as batch_op:
        batch_op.drop_index("ix_uploads_owner_id_digest")
        batch_op.drop_index(batch_op.f("ix_uploads_owner_id"))
        batch_op.drop_index("ix_uploads_digest")

    op.drop_table("uploads")
    with op.batch_alter_table("saved_searches", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_saved_searches_account_id"))

    op.drop_table("saved_searches")
    with op.batch_alter_table("reports", schema=None) as batch_op:
        batch_op.drop_index("ix_reports_target")
        batch_op.drop_index("ix_reports_status")
        batch_op.drop_index(batch_op.f("ix_reports_reporter_id"))

    op.drop_table("reports")
    with op.batch_alter_table("recovery_codes", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_recovery_codes_account_id"))

    op.drop_table("recovery_codes")
    with op.batch_alter_table("outbox_mails", schema=None) as batch_op:
        batch_op.drop_index(
            "ix_outbox_mails_waiting",
            sqlite_where=sa.text("sent_at IS NULL AND failed_at IS NULL"),
            postgresql_where=sa.text("sent_at IS NULL AND failed_at IS NULL"),
        )
        batch_op.drop_index(
            "ix_outbox_mails_unsent",
            sqlite_where=sa.text("sent_at IS NULL"),
            postgresql_where=sa.text("sent_at IS NULL"),
        )
        batch_op.drop_index(
            "ix_outbox_mails_sent",
            sqlite_where=sa.text("sent_at IS NOT NULL"),
            postgresql_where=sa.text("sent_at IS NOT NULL"),
        )
        batch_op.drop_index(batch_op.f("ix_outbox_mails_account_id"))

    op.drop_table("outbox_mails")
    with op.batch_alter_table("one_time_codes", schema=None) as batch_op:
        batch_op.drop_index("ix_one_time_codes_email_kind_purpose")
        batch_op.drop_index(batch_op.f("ix_one_time_codes_account_id"))

    op.drop_table("one_time_codes")
    with op.batch_alter_table("notices", schema=None) as batch_op:
        batch_op.drop_index("ix_notices_account")
        batch_op.drop_index(batch_op.f("ix_notices_about_id"))

    op.drop_table("notices")
    with op.batch_alter_table("calendar_feeds", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_calendar_feeds_account_id"))

    op.drop_table("calendar_feeds")
    with op.batch_alter_table("blocks", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_blocks_blocked_id"))

    op.drop_table("blocks")
    with op.batch_alter_table("audit_log", schema=None) as batch_op:
        batch_op.drop_index("ix_audit_log_target")
        batch_op.drop_index(batch_op.f("ix_audit_log_actor_id"))

    op.drop_table("audit_log")
    with op.batch_alter_table("ads", schema=None) as batch_op:
        batch_op.drop_index("ix_ads_status_expires_at")
        batch_op.drop_index("ix_ads_seller_id_status")
        batch_op.drop_index("ix_ads_review")

    op.drop_table("ads")
    op.drop_table("ad_drafts")
    with op.batch_alter_table("account_sessions", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_account_sessions_account_id"))

    op.drop_table("account_sessions")
    op.drop_table("newsletter_subscribers")
    with op.batch_alter_table("listing_counts", schema=None) as batch_op:
        batch_op.drop_index("ix_listing_counts_shelf")

    op.drop_table("listing_counts")
    op.drop_table("listing_changes")
    op.drop_table("listing_change_counter")
    with op.batch_alter_table("jobs", schema=None) as batch_op:
        batch_op.drop_index("ix_jobs_due")

    op.drop_table("jobs")
    op.drop_table("editions")
    with op.batch_alter_table("accounts", schema=None) as batch_op:
        batch_op.drop_index("ix_accounts_kind_status_username_key")

    op.drop_table("accounts")
    # ### end Alembic commands ###
