"""Site content: testimonials, notifications, the newsletter and static pages."""

from marketplace.domain.content.newsletter import confirm, subscribe, unsubscribe
from marketplace.domain.content.notifications import (
    PUSH_JOB,
    count_unread_notifications,
    list_notifications,
    mark_notifications_read,
    notify,
    push_notification,
)
from marketplace.domain.content.pages import find_page, get_page, list_pages
from marketplace.domain.content.schemas import NotificationView, StaticPage, TestimonialDraft, TestimonialView
from marketplace.domain.content.testimonials import (
    create_testimonial,
    delete_testimonial,
    list_testimonials,
    reorder_testimonials,
    update_testimonial,
)

__all__ = [
    "PUSH_JOB",
    "NotificationView",
    "StaticPage",
    "TestimonialDraft",
    "TestimonialView",
    "confirm",
    "count_unread_notifications",
    "create_testimonial",
    "delete_testimonial",
    "find_page",
    "get_page",
    "list_notifications",
    "list_pages",
    "list_testimonials",
    "mark_notifications_read",
    "notify",
    "push_notification",
    "reorder_testimonials",
    "subscribe",
    "unsubscribe",
    "update_testimonial",
]
