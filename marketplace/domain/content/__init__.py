"""What the site itself says: testimonials, notices, the newsletter and the static pages."""

from marketplace.domain.content.newsletter import confirm, subscribe, unsubscribe
from marketplace.domain.content.notices import count_unread_notices, list_notices, mark_notices_read, notify
from marketplace.domain.content.pages import find_page, get_page, list_pages
from marketplace.domain.content.schemas import NoticeView, StaticPage, TestimonialDraft, TestimonialView
from marketplace.domain.content.testimonials import (
    create_testimonial,
    delete_testimonial,
    list_testimonials,
    reorder_testimonials,
    update_testimonial,
)

__all__ = [
    "NoticeView",
    "StaticPage",
    "TestimonialDraft",
    "TestimonialView",
    "confirm",
    "count_unread_notices",
    "create_testimonial",
    "delete_testimonial",
    "find_page",
    "get_page",
    "list_notices",
    "list_pages",
    "list_testimonials",
    "mark_notices_read",
    "notify",
    "reorder_testimonials",
    "subscribe",
    "unsubscribe",
    "update_testimonial",
]
