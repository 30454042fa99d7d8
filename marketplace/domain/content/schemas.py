"""What the site's own words look like to those who write and read them."""

from datetime import datetime

from pydantic import BaseModel, Field

from marketplace.domain.views import Photo, View


class TestimonialDraft(BaseModel):
    """A testimonial as an admin fills it in."""

    __test__ = False  # pytest takes classes named Test... for tests

    name: str = ""
    description: str = ""
    image: str = Field("", description="id or URL of the admin's own upload; empty for none")


class TestimonialView(View):
    """A customer's word."""

    __test__ = False

    id: str
    name: str
    description: str
    image: Photo | None = None


class NoticeView(View):
    """Something that happened and concerns the reader."""

    id: str
    kind: str
    text: str
    link: str = Field("", description="path on this site, empty for none")
    created_at: datetime
    read: bool


class StaticPage(View):
    """A page of the site's own words.

    Attributes:
        html: rendered from Markdown with raw HTML switched off.
    """

    slug: str
    title: str
    description: str
    html: str
