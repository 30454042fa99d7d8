"""Read view of the transparency page."""

from pydantic import Field

from marketplace.domain.views import View


class MonthNumbers(View):
    """The numbers of one month in the site's time zone."""

    month: str = Field(description="YYYY-MM")
    reports: int = Field(description="reports by visitors")
    removals: int = Field(description="ads rejected, taken down or deleted by admins, and accounts suspended")
    appeals: int = Field(description="appeals by owners")
    overturned: int = Field(description="decisions undone after an appeal")
    grievances: int
    orders: int = Field(description="orders and requests of courts and authorities")
    median_hours: float | None = Field(None, description="median time to answer a report; None if none was answered")
