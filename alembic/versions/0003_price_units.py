"""Prices of ads for rent and lease get the unit of time that they are for."""

import re

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

_HOURS = {"hour": 1, "day": 24, "week": 168, "month": 720, "year": 8760}
_UNITS = ", ".join(f"'{unit}'" for unit in _HOURS)
# Words in the name of a category whose things are rented by the month.
_MONTHLY = (
    "accommodation apartment apartments estate farmland flat flats home homes house houses housing land office offices "
    "plot plots properties property room rooms shop shops warehouse warehouses appliances furniture"
)


def upgrade() -> None:
    """Add the units; existing ads for rent and lease get the one that fits best.

    An ad with rates in its calendar gets the unit whose rate is nearest to its price. Others get the unit of their category,
    ads for lease a month. Rates in the ad's own unit stay in the calendars, but are not used any more: the price of the
    ad is the rate.
    """
    # A constraint of the column: SQLite would have to copy the table for one of the table.
    for table, column, rest in (
        ("categories", "rental_price_unit", "DEFAULT 'day' NOT NULL"),
        ("ad_versions", "price_unit", ""),
        ("listings", "price_unit", ""),
    ):
        known = f"CONSTRAINT ck_{table}_{column}_known CHECK ({column} IN ({_UNITS}))"
        op.execute(f"ALTER TABLE {table} ADD COLUMN {column} VARCHAR(24) {rest} {known}")
    op.add_column("ad_calendars", sa.Column("year_paise", sa.BigInteger(), nullable=True))
    _set_units_of_categories()
    _set_units_of_versions()
    op.execute(
        "UPDATE listings SET price_unit = (SELECT v.price_unit FROM ad_versions v WHERE v.id = listings.version_id) "
        "WHERE ad_type IN ('rent', 'lease')"
    )
    _set_sort_keys("price_paise * 24 / " + _case("price_unit", _HOURS))


def downgrade() -> None:
    """Drop the units."""
    _set_sort_keys("price_paise")
    op.drop_column("ad_calendars", "year_paise")
    for table, column in (
        ("listings", "price_unit"),
        ("ad_versions", "price_unit"),
        ("categories", "rental_price_unit"),
    ):
        op.execute(f"ALTER TABLE {table} DROP COLUMN {column}")


def _set_units_of_categories() -> None:
    connection = op.get_bind()
    monthly = set(_MONTHLY.split())
    for category_id, name in connection.execute(sa.text("SELECT id, name FROM categories")).all():
        if monthly.intersection(re.findall(r"[a-z]+", name.lower())):
            connection.execute(
                sa.text("UPDATE categories SET rental_price_unit = 'month' WHERE id = :id"), {"id": category_id}
            )


def _set_units_of_versions() -> None:
    op.execute("UPDATE ad_versions SET price_unit = 'month' WHERE ad_type = 'lease'")
    op.execute(
        "UPDATE ad_versions SET price_unit = "
        "(SELECT c.rental_price_unit FROM categories c WHERE c.id = ad_versions.category_id) WHERE ad_type = 'rent'"
    )
    connection = op.get_bind()
    priced = connection.execute(
        sa.text(
            "SELECT v.id, v.price_paise, c.hour_paise, c.day_paise, c.week_paise, c.month_paise "
            "FROM ad_versions v JOIN ad_calendars c ON c.ad_id = v.ad_id "
            "WHERE v.ad_type IN ('rent', 'lease') AND v.price_paise IS NOT NULL"
        )
    ).all()
    units = [(version_id, _nearest(price, dict(zip(_HOURS, rates, strict=False)))) for version_id, price, *rates in priced]
    if found := [{"id": version_id, "unit": unit} for version_id, unit in units if unit]:
        connection.execute(sa.text("UPDATE ad_versions SET price_unit = :unit WHERE id = :id"), found)


def _nearest(price: int, rates: dict[str, int | None]) -> str:
    """Return the unit whose rate is nearest to the price; empty without rates."""
    away = {unit: abs(rate - price) for unit, rate in rates.items() if rate is not None}
    return min(away, key=lambda unit: away[unit], default="")


def _set_sort_keys(price: str) -> None:
    op.execute(
        f"UPDATE listings SET price_up = {price}, price_down = -({price}) "
        "WHERE ad_type IN ('rent', 'lease') AND price_paise IS NOT NULL"
    )


def _case(column: str, values: dict[str, int]) -> str:
    return f"CASE {column} " + " ".join(f"WHEN '{key}' THEN {value}" for key, value in values.items()) + " END"
