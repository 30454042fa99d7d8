"""Breaches of personal data, of which the affected accounts are told."""

from datetime import datetime
from typing import Any

from sqlalchemy import JSON
from sqlmodel import Field

from marketplace.models.base import Table, created_field, id_field, time_field


class Breach(Table, table=True):
    """A breach as the operator described it. Its notices are sent in the order of the accounts' ids."""

    __tablename__ = "breaches"

    id: str = id_field()
    digest: str = Field(
        max_length=64, unique=True, description="SHA-256 of the description, so that none is sent twice"
    )
    content: dict[str, Any] = Field(sa_type=JSON, description="fields of `BreachDraft`")
    noticed_at: datetime = time_field()
    told_through: str = Field(default="", max_length=26, description="id of the last account that was told")
    created_at: datetime = created_field()
