import json
from pathlib import Path

from marketplace.domain import page_titles
from marketplace.domain.views import Photo
from marketplace.http.security_headers import hash_script
from marketplace.settings import get_settings
from marketplace.ssr import pages, schema_org
from marketplace.ssr.compiled_templates import CompiledTemplates
from marketplace.ssr.head import Head
from marketplace.ssr.pages import LoadedPage
from marketplace.ssr.render import render
from marketplace.web.base.page_url import PageUrl
from marketplace.web.pages.categories.state import CategoriesState
from tests.ssr.reading import allowed_scripts, read

NASTY = "</script><script>alert(1)</script>\" onload='x' <b>&amp; 🛋️ {{ 7*7 }} \u2028"


def _render(static_dir: Path, head: Head, values: pages.Values | None = None):
    template = CompiledTemplates(static_dir).find("/categories")
    assert template is not None
    return render(LoadedPage(pages.get("/categories"), PageUrl("/categories"), values or {}, head), template)


def test_head_contains_the_document_metadata(static_dir: Path) -> None:
    photo = Photo(url="/media/a-1600.webp", width=1600, height=1200)
    head = Head(
        title="Teak sofa",
        description="Three\n seats",
        path="/products/1?page=2",
        image=photo,
        previous_url="/b",
        next_url="/c",
    )
    page = read(_render(static_dir, head).html)
    site = get_settings().url
    assert page.title == "Teak sofa | Chowk"
    assert page.metas["description"] == ["Three seats"]
    assert page.links["canonical"] == [f"{site}/products/1?page=2"]
    assert page.links["prev"] == [f"{site}/b"]
    assert page.links["next"] == [f"{site}/c"]
    assert page.metas["og:title"] == page.metas["twitter:title"] == ["Teak sofa | Chowk"]
    assert page.metas["og:url"] == [f"{site}/products/1?page=2"]
    assert page.metas["og:image"] == page.metas["twitter:image"] == [f"{site}/media/a-1600.jpg"]
    assert page.metas["og:image:type"] == ["image/jpeg"]
    assert (page.metas["og:image:width"], page.metas["og:image:height"]) == (["840"], ["630"])
    assert page.metas["og:image:alt"] == page.metas["twitter:image:alt"] == ["Teak sofa | Chowk"]
    assert page.metas["twitter:card"] == ["summary_large_image"]
    assert "robots" not in page.metas


def test_unindexed_page_has_noindex(static_dir: Path) -> None:
    page = read(_render(static_dir, Head(title="Mine", path="/wishlist", indexed=False)).html)
    assert page.metas["robots"] == ["noindex, follow"]


def test_markup_is_escaped(static_dir: Path) -> None:
    head = Head(title=NASTY, description=NASTY, path="/x", data=(schema_org.item_list(NASTY, [(NASTY, "/x")]),))
    values = {CategoriesState.get_full_name(): {"loading": False, "load_error": NASTY}}
    rendered = _render(static_dir, head, values)
    page = read(rendered.html)
    assert "<b>" not in rendered.html
    assert "alert(1)</script>" not in rendered.html
    assert page.title == f"{NASTY} | Chowk"
    assert page.data["ItemList"]["name"] == NASTY
    assert page.state[CategoriesState.get_full_name()]["load_error_rx_state_"] == NASTY
    assert all(hash_script(text) in allowed_scripts(rendered.policy) for text in page.scripts)


def test_csp_allows_exactly_the_inline_scripts(static_dir: Path) -> None:
    rendered = _render(static_dir, Head(title="x", path="/x", data=(schema_org.website(),)))
    scripts = {hash_script(text) for text in read(rendered.html).scripts}
    assert len(scripts) == 3
    assert allowed_scripts(rendered.policy) == {"'self'", *scripts}


def test_the_content_is_in_the_place_of_the_compiled_one(static_dir: Path) -> None:
    html = _render(static_dir, Head(title="x", path="/x")).html
    assert "Compiled" not in html
    assert '</section><div class="flex min-h-dvh' in html
    assert html.count('id="app-content"') == html.count("<h1") == 1


def test_title_contains_the_site_name_once() -> None:
    assert page_titles.full("") == page_titles.full("Chowk") == "Chowk"
    assert page_titles.full("Buy | Chowk") == "Buy | Chowk"


def test_json_ld_is_escaped() -> None:
    text = schema_org.dump({"name": NASTY})
    assert not set("<>&\u2028") & set(text)
    assert json.loads(text) == {"name": NASTY}
