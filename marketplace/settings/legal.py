"""What the law asks of an intermediary: the grievance officer, deadlines, and erasure of accounts that nobody uses."""

from typing import Annotated

from pydantic import AfterValidator, BaseModel, Field

from marketplace.settings import validators


class LegalSettings(BaseModel):
    """The grievance officer, deadlines of grievances, and erasure of dormant accounts."""

    grievance_officer_name: str = Field("", description="name shown on the grievance page")
    grievance_officer_email: Annotated[str, AfterValidator(validators.email)] = Field(
        "", description="address of the grievance officer; empty: CONTACT_EMAIL"
    )
    grievance_officer_phone: str = Field("", description="phone number of the grievance officer")
    grievance_officer_address: str = Field("", description="postal address of the grievance officer")
    grievance_acknowledge_hours: int = Field(24, description="IT Rules 2021, rule 3(2): acknowledge within this")
    grievance_resolve_days: int = Field(15, description="the same rule: resolve within this")
    grievance_urgent_hours: int = Field(24, description="the same rule: remove an intimate image within this")
    transparency_months: int = Field(12, description="months on the transparency page")
    dormant_months: int = Field(
        0, description="accounts that nobody used for this long are erased after a notice; 0: never"
    )
    dormant_notice_hours: int = Field(
        48, description="time between that notice and the erasure (DPDP Rules 2025, rule 8)"
    )
