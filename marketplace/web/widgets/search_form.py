"""The search form: in the header of every page, and with more fields on the home page and the page of search results."""

import reflex as rx
from sqlmodel import Session

from marketplace.core.actor import Actor
from marketplace.domain import catalog, places
from marketplace.http import cookies
from marketplace.i18n.texts import t
from marketplace.models import AdType
from marketplace.web import paths
from marketplace.web.auth.session_state import SessionState
from marketplace.web.base.domain_state import DomainState
from marketplace.web.base.errors import unexpected_errors_as
from marketplace.web.base.page_state import Vars
from marketplace.web.base.page_url import PageUrl
from marketplace.web.components.button import button
from marketplace.web.components.city_picker import ChooseCity, city_picker, opens_city_picker
from marketplace.web.components.classes import join
from marketplace.web.components.current_url import url_param
from marketplace.web.components.disclosure import disclosure
from marketplace.web.components.fields import SelectOption, option, options_of, select
from marketplace.web.components.icon import icon
from marketplace.web.components.search_box import search_box

_TYPES = {kind.value for kind in AdType}
_FIELDS = ("producttype", "categoryId", "keyword")
_LARGE_TOWNS = 12
_NARROW = "max-sm:truncate max-sm:pl-2.5 max-sm:pr-7 max-sm:text-sm"
# Id of the form in the header; fields elsewhere on the page join it by their `form` attribute.
HEADER_FORM = "site-search"


class SearchFormState(DomainState, rx.State):
    """The type and category in the URL, and the categories that have ads of the chosen type.

    Attributes:
        chosen: names of the type and category in the URL.
    """

    ad_type: str = ""
    category_id: str = ""
    categories: list[SelectOption] = []
    chosen: str = ""

    @classmethod
    def load(cls, db: Session, _actor: Actor, url: PageUrl) -> Vars:
        """Return the values of the form for a URL."""
        ad_type, category_id = url.choice("producttype", _TYPES), url.param("categoryId")
        name = next((each.name for each in catalog.list_names(db) if each.id == category_id), "")
        categories = _list_categories(db, ad_type)
        if name and category_id not in [each.value for each in categories]:
            # It was chosen elsewhere, without a type or where it has no ads of this type.
            categories.append(SelectOption(value=category_id, label=name))
        return {
            "ad_type": ad_type,
            "category_id": category_id if name else "",
            "categories": categories,
            "chosen": " · ".join((_type_names()[ad_type], name or t("All Categories"))),
        }

    @rx.event
    async def open(self) -> None:
        """Load the values of the form."""
        url = self.router.url
        for name, value in (await self._query_public(self.load, PageUrl(url.path, url.query))).items():
            setattr(self, name, value)

    @rx.event
    async def choose_type(self, ad_type: str) -> None:
        """Load the categories of a type; none without a type."""
        with unexpected_errors_as(t("Failed to load categories")):
            self.categories = await self._query_public(lambda db, _actor: _list_categories(db, ad_type))

    @rx.event
    async def submit(self, form: dict[str, str]):
        """Go to the search results if the form is not empty."""
        wanted = {name: _clean(str(form.get(name, ""))) for name in _FIELDS}
        if not any(wanted.values()):
            await self._toast("warning", t("Please enter a keyword or select filters"))
            return None
        return rx.redirect(paths.search(**wanted))


def _type_names() -> dict[str, str]:
    return {"": t("All Classifieds"), "sell": t("Buy"), "rent": t("Rent"), "lease": t("Lease")}


def _list_categories(db: Session, ad_type: str) -> list[SelectOption]:
    if ad_type not in _TYPES:
        return []
    return [
        SelectOption(value=each.id, label=each.name) for each in catalog.list_categories_by_type(db, AdType(ad_type))
    ]


def _clean(value: str) -> str:
    value = value.strip()
    return "" if value in ("null", "undefined") else value


def _form(*children: rx.Component, label, class_name: str, **props) -> rx.Component:
    return rx.el.form(
        *children,
        on_submit=SearchFormState.submit,
        # Before the app has loaded, and without scripts, the browser submits the form.
        action=paths.SEARCH,
        method="get",
        role="search",
        aria_label=label,
        class_name=class_name,
        **props,
    )


def _keyword(*, height: str, class_name: str = "", bare: bool = False) -> rx.Component:
    keyword = url_param("keyword")
    return search_box(
        icon(
            "search",
            class_name=f"pointer-events-none absolute left-3.5 top-1/2 -translate-y-1/2 text-muted {'max-lg:hidden' if bare else ''}",
        ),
        key=keyword,
        default_value=keyword,
        height=height,
        bare=bare,
        # The header's form has the same icon at its end.
        extra="lg:pl-11" if bare else "pl-11",
        class_name=class_name,
    )


def city_button(class_name: str, *, arrow: str = "") -> rx.Component:
    """Button with the visitor's town that opens the picker; `arrow` are classes of its arrow."""
    return rx.el.button(
        icon("map-pin", size=18, class_name="text-accent"),
        rx.el.span(t("Where:"), " ", class_name="sr-only"),
        rx.el.span(rx.cond(SessionState.city, SessionState.city, t("Anywhere")), class_name="truncate"),
        icon("chevron-down", size=16, class_name=join("ml-auto text-muted", arrow)),
        type="button",
        class_name=class_name,
        custom_attrs=opens_city_picker(),
    )


@rx.memo
def choose_city() -> rx.Component:
    """Popover in which visitors choose their town; each page with a search form has one."""
    towns = [place.city for place in places.largest_towns(_LARGE_TOWNS)]
    return city_picker(towns, cookie=cookies.CITY, anywhere=cookies.ANYWHERE)


def anywhere_button(*children: rx.Component, **props) -> rx.Component:
    """Square button that answers that the visitor has no town."""
    return ChooseCity.create(
        *children,
        cookie=cookies.CITY,
        town=cookies.ANYWHERE,
        class_name="flex size-11 shrink-0 items-center justify-center rounded-control text-muted hover:text-ink",
        **props,
    )


def header_search() -> rx.Component:
    """The form in the header: keyword and town."""
    return _form(
        _keyword(height="h-11", bare=True, class_name="flex-1"),
        # Phones have no room for the arrow.
        city_button("city-button-bare", arrow="max-sm:hidden"),
        rx.el.button(
            icon("search"),
            rx.el.span(t("Search"), class_name="sr-only"),
            type="submit",
            class_name="header-search-button",
        ),
        label=t("Search"),
        id=HEADER_FORM,
        class_name="flex h-11.5 w-full rounded-control border border-control bg-raised",
    )


def _choose_type(**props) -> rx.Component:
    return select(
        *[option(name, kind) for kind, name in _type_names().items()],
        name="producttype",
        key=SearchFormState.ad_type,
        default_value=SearchFormState.ad_type,
        on_change=SearchFormState.choose_type,
        aria_label=t("Type"),
        class_name=_NARROW,
        **props,
    )


def _choose_category(**props) -> rx.Component:
    return select(
        option(t("All Categories"), ""),
        options_of(SearchFormState.categories),
        name="categoryId",
        key=SearchFormState.category_id,
        default_value=SearchFormState.category_id,
        aria_label=t("Category"),
        class_name=_NARROW,
        **props,
    )


def full_search(label) -> rx.Component:
    """The form with all of its fields, for pages whose header has none; its accessible name is the label."""
    return _form(
        _keyword(height="h-13", class_name="col-span-2"),
        city_button("city-button-framed"),
        _choose_type(height="h-13"),
        _choose_category(height="h-13"),
        # In the last column, which the list of suggestions does not cover, except on phones.
        button(t("Search Now"), type="submit", size="lg"),
        label=label,
        class_name="grid grid-cols-2 gap-2.5 rounded-box bg-raised p-3 text-ink shadow-pop sm:grid-cols-[1fr_1fr_auto] sm:gap-3 sm:p-5",
    )


def search_again() -> rx.Component:
    """Type and category of the form in the header, on the page of search results; folded on phones."""
    return disclosure(
        t("Type and category"),
        rx.el.div(
            _choose_type(form=HEADER_FORM),
            _choose_category(form=HEADER_FORM),
            button(t("Search Again"), type="submit", icon="search", form=HEADER_FORM, class_name="max-sm:col-span-2"),
            class_name="grid grid-cols-2 gap-2 max-sm:p-2.5 max-sm:pt-1 sm:grid-cols-[12rem_16rem_auto] sm:justify-start",
        ),
        note=SearchFormState.chosen,
        open=False,
        class_name="search-again",
    )


def search_here(**fields) -> rx.Component:
    """Hidden fields of the form in the header, so that it searches within the type or category of a list."""
    return rx.fragment(
        *[rx.el.input(type="hidden", name=name, value=value, form=HEADER_FORM) for name, value in fields.items()]
    )
