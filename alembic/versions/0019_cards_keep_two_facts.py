"""Listings keep the two facts that cards show, so that lists need not read them."""

from collections import defaultdict
from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0018"
branch_labels = None
depends_on = None

_BATCH = 1_000
_LINE_LENGTH = 26


def upgrade() -> None:
    """Add the column, and fill it for the ads that are listed."""
    op.add_column("listings", sa.Column("fact_line", sa.String(_LINE_LENGTH), server_default="", nullable=False))
    connection = op.get_bind()
    listed = connection.execute(sa.text("SELECT number, name, version_id FROM listings")).all()
    for start in range(0, len(listed), _BATCH):
        _fill(connection, listed[start : start + _BATCH])


def downgrade() -> None:
    """Drop it."""
    op.drop_column("listings", "fact_line")


def _fill(connection: sa.Connection, listed: Sequence[sa.Row]) -> None:
    values = sa.text(
        "SELECT version_id, label, input_type, text FROM ad_version_values WHERE version_id IN :ids "
        "AND input_type IN ('number', 'select', 'text') AND text != '' AND length(text) <= 40 ORDER BY position"
    ).bindparams(sa.bindparam("ids", expanding=True))
    facts: dict[str, list[tuple[str, str]]] = defaultdict(list)
    for version_id, label, input_type, value in connection.execute(values, {"ids": [row.version_id for row in listed]}):
        facts[version_id].append((label, _group(value) if input_type == "number" else value))
    lines = [{"key": row.number, "line": _line(row.name, facts[row.version_id])} for row in listed]
    if filled := [line for line in lines if line["line"]]:
        connection.execute(sa.text("UPDATE listings SET fact_line = :line WHERE number = :key"), filled)


def _group(value: str) -> str:
    """Separate the digits of a whole number from 10,000 on in the Indian way: 1,50,000."""
    if not value.isdecimal() or len(value) < 5:
        return value
    value = str(int(value))
    head, tail = value[:-3], value[-3:]
    pairs = [head[max(0, end - 2) : end] for end in range(len(head), 0, -2)]
    return ",".join([*reversed(pairs), tail])


def _line(name: str, facts: Sequence[tuple[str, str]]) -> str:
    """The first two facts that fit into the line and that the name does not say."""
    said = f" {name} ".casefold().replace(",", " ")
    line: list[str] = []
    for label, value in facts:
        text = value
        if len(value) <= 4 or value[0].isdigit():
            short, _, unit = label.rstrip(")").partition(" (")
            text = f"{short} {value} {unit}".rstrip()
        if len(" · ".join([*line, text])) <= _LINE_LENGTH and f" {value} ".casefold() not in said:
            line.append(text)
    return " · ".join(line[:2])
