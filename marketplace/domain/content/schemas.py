"""Input and read views of site content."""

from datetime import datetime

from pydantic import BaseModel, Field

from marketplace.domain.views import Photo, PhotoSizes, View


class TestimonialDraft(BaseModel):
    """A testimonial as submitted by an admin."""

    __test__ = False  # pytest would collect classes named Test...

    name: str = ""
    description: str = ""
    image: str = Field("", description="id or URL of the admin's own upload; empty for none")


class TestimonialCard(View):
    """What a page shows of a testimonial."""

    __test__ = False

    name: str
    description: str
    image: PhotoSizes | None = None


class TestimonialView(TestimonialCard):
    """A testimonial. A State that declares it as a `TestimonialCard` sends only that part to the browser."""

    id: str
    image: Photo | None = None


class NotificationView(View):
    """A notification for the reader."""

    id: str
    kind: str
    text: str
    link: str = Field("", description="path on this site, empty for none")
    ad_id: str = Field("", description="the ad that it is about, empty for none")
    created_at: datetime
    read: bool


class StaticPage(View):
    """A static page.

    Attributes:
        html: rendered from Markdown with raw HTML disabled.
    """

    slug: str
    title: str
    description: str
    html: str
