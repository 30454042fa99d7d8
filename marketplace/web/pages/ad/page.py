"""The page of an ad."""

import reflex as rx

from marketplace.i18n.texts import t
from marketplace.web import paths
from marketplace.web.base.page_state import content_or_error
from marketplace.web.components.breadcrumb import breadcrumb
from marketplace.web.components.button import button_link
from marketplace.web.components.current_url import url_has_id
from marketplace.web.components.placeholders import empty_state
from marketplace.web.components.section import SITE_WIDTH
from marketplace.web.layouts.site import site_layout
from marketplace.web.page_registry import Page
from marketplace.web.pages.ad import forms, sections
from marketplace.web.pages.ad.actions import bottom_actions
from marketplace.web.pages.ad.state import AdState
from marketplace.web.widgets.recently_viewed import recently_viewed
from marketplace.web.widgets.report_dialog import report_dialog


def _found() -> rx.Component:
    ad = AdState.page.ad
    return rx.el.div(
        rx.el.div(
            breadcrumb(
                (t("Home"), paths.HOME), (ad.category_name, paths.category(ad.category_id)), here=ad.display_name
            ),
            class_name="max-sm:hidden",
        ),
        rx.el.div(
            rx.el.div(sections.photos(), class_name="min-w-0 max-sm:-mx-4 max-sm:-mt-6"),
            # One column on phones: description, enquiry, seller, map. The keyboard follows it where the browser can.
            rx.el.div(
                sections.summary(),
                rx.el.div(forms.own_enquiries(), class_name="max-lg:order-2 empty:hidden"),
                rx.el.div(forms.enquiry_form(), class_name="max-lg:order-2 empty:hidden"),
                rx.el.div(sections.seller_card(), class_name="max-lg:order-2 empty:hidden"),
                rx.cond(~AdState.page.ad.mine, rx.el.div(sections.caution(), class_name="max-lg:order-2")),
                class_name="max-lg:contents lg:sticky lg:top-24 lg:row-span-2 lg:flex lg:min-w-0 lg:flex-col lg:gap-5 "
                "lg:self-start",
            ),
            rx.el.div(
                rx.el.div(sections.description(), class_name="min-w-0 max-lg:order-1 max-lg:py-2"),
                rx.el.div(sections.area(), class_name="min-w-0 max-lg:order-3 max-lg:py-2 empty:hidden"),
                class_name="max-lg:contents lg:flex lg:min-w-0 lg:flex-col lg:gap-8 lg:py-2",
            ),
            class_name="grid gap-6 max-lg:[reading-flow:grid-order] lg:grid-cols-[minmax(0,1fr)_24rem] lg:grid-rows-[auto_1fr] lg:gap-x-10",
        ),
        sections.related(),
        recently_viewed(ad.id, class_name="border-t border-line pt-8"),
        forms.offer_dialog(),
        report_dialog(AdState, t("Report this ad"), name="report-ad"),
        class_name="flex flex-col gap-5",
    )


def ad_page() -> rx.Component:
    """The ad, its skeleton, or an error."""
    return site_layout(
        rx.el.div(
            rx.cond(
                AdState.missing,
                empty_state(
                    AdState.missing,
                    t("It may have been sold or removed."),
                    button_link(t("Search all ads"), href=paths.SEARCH),
                    button_link(t("All categories"), href=paths.CATEGORIES, variant="secondary"),
                    level="h1",
                ),
                content_or_error(AdState, rx.cond(url_has_id(AdState.page.ad.id), _found(), sections.skeleton())),
            ),
            class_name=f"py-6 {SITE_WIDTH}",
        ),
        bottom=bottom_actions(),
    )


PAGES = [
    Page(
        "/products/[product_id]",
        ad_page,
        t("Ad"),
        t("Photos, price, description and place of an ad, and how to contact its seller."),
        states=(AdState,),
    )
]
