"""Changes of the rules that warn of fraud."""

from datetime import datetime

from sqlalchemy import CheckConstraint, UniqueConstraint
from sqlmodel import Field

from marketplace.models.base import Table, created_field, id_field, optional_ref


class RuleVersion(Table, table=True):
    """A version of an admin's change of one shipped rule. The newest one is live; a rule without versions is as shipped."""

    __tablename__ = "rule_versions"
    __table_args__ = (
        UniqueConstraint("rule", "number"),
        CheckConstraint("weight >= 0 AND weight <= 2", name="weight_in_range"),
    )

    id: str = id_field()
    rule: str = Field(max_length=40, description="code of the rule")
    number: int = Field(description="1 for the first change of the rule")
    enabled: bool = True
    weight: float = Field(default=1.0, description="factor of the weights of the rule's patterns; 1 is as shipped")
    created_by: str | None = optional_ref("accounts.id")
    created_at: datetime = created_field()
