"""The footer of public pages."""

import reflex as rx

from marketplace.i18n.texts import t
from marketplace.settings import get_settings
from marketplace.web import paths
from marketplace.web.components.link import link
from marketplace.web.components.section import SITE_WIDTH
from marketplace.web.layouts.brand import brand
from marketplace.web.layouts.newsletter import newsletter

Links = tuple[tuple[str, str], ...]


def _lists() -> dict[str, Links]:
    return {
        t("Classified"): (
            (t("Buy"), paths.listing("sell")),
            (t("Rent"), paths.listing("rent")),
            (t("Lease"), paths.listing("lease")),
            (t("Featured"), paths.FEATURED),
            (t("All categories"), paths.CATEGORIES),
        ),
        t("Help"): (
            (t("Contact"), paths.CONTACT),
            (t("Grievances"), paths.GRIEVANCE),
            (t("Safety tips"), paths.SAFETY),
            (t("Sample ad"), paths.SAMPLE),
        ),
        t("About us"): (
            (t("About"), paths.ABOUT),
            (t("Terms"), paths.TERMS),
            (t("Privacy"), paths.PRIVACY),
            (t("Transparency"), paths.TRANSPARENCY),
        ),
    }


def _list(heading: str, links: Links) -> rx.Component:
    return rx.el.nav(
        rx.el.h2(heading, class_name="font-semibold text-ink"),
        rx.el.ul(
            *[rx.el.li(link(words, href=href)) for words, href in links],
            class_name="footer-links",
        ),
        aria_label=heading,
    )


@rx.memo
def footer() -> rx.Component:
    """Links, the newsletter form and the site's name."""
    name = get_settings().site_name
    return rx.el.footer(
        rx.el.div(
            rx.el.div(
                brand(),
                rx.el.p(
                    t("Buy, rent and lease from people near you on {site}.", site=name),
                    class_name="max-w-xs text-muted",
                ),
                class_name="flex flex-col items-start gap-3 max-lg:col-span-full",
            ),
            *[_list(heading, links) for heading, links in _lists().items()],
            rx.el.div(newsletter(), class_name="max-lg:col-span-full lg:max-w-sm"),
            class_name=f"{SITE_WIDTH} footer-columns",
        ),
        rx.el.div(
            rx.el.div(
                rx.el.p(f"© {name}"),
                rx.el.p(t("All prices are in Indian rupees (₹).")),
                class_name="flex flex-wrap justify-between gap-x-6 gap-y-1 border-t border-line py-5 text-sm text-muted",
            ),
            class_name=SITE_WIDTH,
        ),
        # Space for the bottom bar of phones.
        class_name="mt-auto border-t border-line bg-sunken max-md:pb-20",
    )
