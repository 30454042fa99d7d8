"""What the web pages show, and their timers."""

from pydantic import BaseModel, Field


class PageSettings(BaseModel):
    """What the web pages show, and their timers."""

    home_section_size: int = Field(8, description="cards in each section of the home page")
    page_size: int = Field(12, description="ads on a listing page")
    page_size_max: int = Field(100, description="largest `limit` a list accepts")
    recently_viewed: int = Field(10, description="recently viewed ads that a browser remembers")
    poll_header_s: int = Field(30, description="unread poll in the header, seconds")
    poll_dashboard_s: int = Field(15, description="unread poll on the dashboard, seconds")
    login_prompt_ms: int = Field(600, description="from the login-required toast to the dialog")
    login_close_ms: int = Field(1_000, description="from a successful login until the dialog closes")
    reset_return_ms: int = Field(2_000, description="from a password reset until the page returns to the login")
    event_text_max: int = Field(1_000, description="characters of a text argument of a page event")
    event_field_max: int = Field(
        20_000, description="characters of a form field, or of an event that accepts long text"
    )
    anonymous_state_minutes: float = Field(
        10, description="the State of a closed anonymous tab is discarded after this"
    )
