"""The grievance officer, and erasure of accounts that nobody uses. Deadlines of the law are no settings: `domain/law.py`."""

from typing import Annotated

from pydantic import AfterValidator, BaseModel, Field

from marketplace.settings import validators


class LegalSettings(BaseModel):
    """The grievance officer, the transparency page, and erasure of dormant accounts."""

    grievance_officer_name: str = Field("", description="name shown on the grievance page")
    grievance_officer_email: Annotated[str, AfterValidator(validators.email)] = Field(
        "", description="address of the grievance officer; empty: CONTACT_EMAIL"
    )
    grievance_officer_phone: str = Field("", description="phone number of the grievance officer")
    grievance_officer_address: str = Field("", description="postal address of the grievance officer")
    transparency_months: int = Field(12, description="months on the transparency page")
    dormant_months: int = Field(
        0, description="accounts that nobody used for this long are erased after a notice; 0: never"
    )
