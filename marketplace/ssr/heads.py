"""The metadata of the public pages, made from the values that their States loaded."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from marketplace.domain import content, page_titles
from marketplace.domain.ads.schemas import AdDetail
from marketplace.domain.paging import page_number
from marketplace.i18n.texts import t
from marketplace.settings import get_settings
from marketplace.ssr import schema_org, urls
from marketplace.ssr.head import Head
from marketplace.web import paths
from marketplace.web.base.page_url import PageUrl
from marketplace.web.page_registry import Page
from marketplace.web.pages.browse.address import parse_address

Values = Mapping[str, Any]
# Parameters of a search that make a page of its own for search engines; lists with others are not indexed.
_INDEXED_PARAMS = ("keyword", "producttype", "categoryId")


def make_head(page: Page, values: Values, url: PageUrl) -> Head:
    """Return the metadata of a page with the loaded vars of its main State."""
    head = Head(
        title=values.get("title") or page.title, path=url.path, description=page.description, indexed=page.indexed
    )
    extend = _HEADS.get(page.route)
    return extend(head, values, url) if extend else head


def _home(head: Head, values: Values, _url: PageUrl) -> Head:
    sections = (values["for_sale"], values["for_rent"], values["lease"], values["featured"])
    cards = {card.id: card for section in sections for card in section.cards}
    site = get_settings().site_name
    return replace(
        head,
        image=next((card.cover for card in cards.values() if card.cover), None),
        data=(schema_org.website(), schema_org.organization(), schema_org.ad_list(site, cards.values())),
    )


def _categories(head: Head, values: Values, _url: PageUrl) -> Head:
    categories = values["categories"]
    items = [(category.name, paths.category(category.id)) for category in categories]
    return replace(
        head,
        image=next((category.image for category in categories if category.image), None),
        data=(_breadcrumbs((t("Categories"), paths.CATEGORIES)), schema_org.item_list(t("Categories"), items)),
    )


def _list(head: Head, values: Values, url: PageUrl) -> Head:
    results, address = values["results"], parse_address(url.path, url.params)
    is_search, is_category = address.kind == "search", address.kind == "category"
    filters = {name: value for name, value in address.params.items() if name not in address.fixed_params}
    known = {name: value for name, value in filters.items() if is_search and name in _INDEXED_PARAMS}
    number = address.page if results.cards else 1
    parents = [(t("Categories"), paths.CATEGORIES)] if is_category else []
    description = head.description
    if is_category:
        description = t("{category}: buy, rent and lease from people and shops near you.", category=results.heading)
    return replace(
        head,
        path=urls.with_query(address.path, {**known, "page": number if number > 1 else ""}),
        description=description,
        # Empty search results are not worth indexing.
        indexed=known == filters and (bool(results.cards) or (address.page == 1 and not is_search)),
        image=results.picture or next((card.cover for card in results.cards if card.cover), None),
        data=(
            _breadcrumbs(*parents, (results.heading, address.path)),
            schema_org.ad_list(
                results.heading, results.cards, first=_first_position(address.page), total=results.total
            ),
        ),
        previous_url=results.links.previous if results.cards else "",
        next_url=results.links.next,
    )


def _seller(head: Head, values: Values, url: PageUrl) -> Head:
    page, number = values["seller_page"], page_number(url.params)
    seller, path = page.seller, paths.seller(page.seller.id)
    return replace(
        head,
        path=urls.with_query(path, {"page": number if page.cards and number > 1 else ""}),
        description=t(
            "{count} by {name}. {since}.", count=seller.live_ads_text, name=seller.display_name, since=seller.since
        ),
        kind="profile",
        indexed=bool(page.cards),
        image=seller.images[0] if seller.images else None,
        data=(
            schema_org.seller(seller),
            _breadcrumbs((seller.display_name, path)),
            schema_org.ad_list(
                page_titles.of_seller(seller.display_name),
                page.cards,
                first=_first_position(number),
                total=seller.live_ads,
            ),
        ),
        previous_url=page.links.previous if page.cards else "",
        next_url=page.links.next,
    )


def _ad(head: Head, values: Values, _url: PageUrl) -> Head:
    ad, seller = values["page"].ad, values["page"].seller
    path, description = paths.ad(ad.id), describe(ad)
    return replace(
        head,
        path=path,
        description=description,
        kind="product",
        image=ad.images[0] if ad.images else None,
        data=(
            schema_org.product(ad, seller, description),
            _breadcrumbs((ad.category_name, paths.category(ad.category_id)), (ad.display_name, path)),
        ),
    )


def describe(ad: AdDetail) -> str:
    """Return the ad's own description, or one made from its fields."""
    own = ad.short_description or ad.description
    return own or ", ".join(
        part for part in (ad.title or ad.display_name, ad.category_name, ad.price_text, ad.location) if part
    )


def _article(head: Head, _values: Values, url: PageUrl) -> Head:
    return replace(head, kind="article", data=(_breadcrumbs((head.title, url.path)),))


def _breadcrumbs(*steps: tuple[str, str]) -> dict[str, Any]:
    return schema_org.breadcrumbs([(t("Home"), paths.HOME), *steps])


def _first_position(page: int) -> int:
    return (page - 1) * get_settings().page_size + 1


_HEADS: dict[str, Callable[[Head, Values, PageUrl], Head]] = {
    paths.HOME: _home,
    paths.CATEGORIES: _categories,
    **dict.fromkeys((paths.listing(kind) for kind in ("sell", "rent", "lease", "featured", "search")), _list),
    "/category/[category_id]": _list,
    "/products/[product_id]": _ad,
    "/sellers/[seller_id]": _seller,
    **dict.fromkeys((f"/{page.slug}" for page in content.list_pages()), _article),
}
