"""The pages written in Markdown. They are compiled in and need no State."""

from functools import partial

import reflex as rx

from marketplace.domain import content
from marketplace.domain.content.schemas import StaticPage
from marketplace.i18n.texts import t
from marketplace.web import paths
from marketplace.web.components.breadcrumb import breadcrumb
from marketplace.web.components.section import page_title
from marketplace.web.layouts.site import site_layout
from marketplace.web.page_registry import Page


def _article(page: StaticPage) -> rx.Component:
    return site_layout(
        rx.el.article(
            breadcrumb((t("Home"), paths.HOME), here=page.title),
            page_title(page.title),
            # Rendered from our own Markdown, with HTML in it turned off.
            rx.html(page.html, class_name="prose max-w-none"),
            class_name="mx-auto flex max-w-3xl flex-col gap-5 px-4 pb-14 pt-6 sm:px-6",
        )
    )


PAGES = [Page(f"/{page.slug}", partial(_article, page), page.title, page.description) for page in content.list_pages()]
