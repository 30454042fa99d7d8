"""Site content: testimonials, notifications, the newsletter and static pages."""

from marketplace.domain.content.newsletter import confirm, leave_newsletter, subscribe, unsubscribe
from marketplace.domain.content.notifications import (
    PUSH_JOB,
    Mail,
    count_unread_notifications,
    list_notifications,
    mark_notifications_read,
    notify,
    push_notification,
    tell,
)
from marketplace.domain.content.pages import find_page, get_page, list_pages
from marketplace.domain.content.rules_reminder import remind_of_rules
from marketplace.domain.content.schemas import TestimonialCard, TestimonialDraft, TestimonialView
from marketplace.domain.content.testimonials import (
    create_testimonial,
    delete_testimonial,
    list_editable_testimonials,
    list_testimonials,
    reorder_testimonials,
    update_testimonial,
)
