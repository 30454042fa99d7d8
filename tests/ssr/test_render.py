import json
from pathlib import Path

import pytest

from marketplace.domain import page_titles
from marketplace.domain.views import Photo
from marketplace.http.security_headers import hash_script
from marketplace.settings import get_settings
from marketplace.ssr import schema_org
from marketplace.ssr.compiled_templates import CompiledTemplates, Layout, extract_layout
from marketplace.ssr.document import Document
from marketplace.ssr.render import render, shorten
from tests.ssr.reading import allowed_scripts, read

MISSING = {"template": "missing.html", "values": {"hint": "Look elsewhere"}}
NASTY = "</script><script>alert(1)</script>\" onload='x' <b>&amp; 🛋️ {{ 7*7 }} \u2028"


def _render(static_dir: Path, document: Document, path: str = "/products/sell"):
    templates = CompiledTemplates(static_dir)
    template = templates.find(path) or templates.fallback()
    assert template is not None
    return render(document, template, templates.layout())


def test_head_contains_the_document_metadata(static_dir: Path) -> None:
    photo = Photo(url="/media/a-1600.webp", width=1600, height=1200)
    document = Document(
        title="Teak sofa",
        description="Three\n seats",
        path="/products/1?page=2",
        image=photo,
        previous_url="/b",
        next_url="/c",
    )
    page = read(_render(static_dir, document).html)
    site = get_settings().url
    assert page.title == "Teak sofa | Chowk"
    assert page.metas["description"] == ["Three seats"]
    assert page.links["canonical"] == [f"{site}/products/1?page=2"]
    assert page.links["prev"] == [f"{site}/b"]
    assert page.links["next"] == [f"{site}/c"]
    assert page.metas["og:title"] == page.metas["twitter:title"] == ["Teak sofa | Chowk"]
    assert page.metas["og:url"] == [f"{site}/products/1?page=2"]
    assert page.metas["og:image"] == page.metas["twitter:image"] == [f"{site}/media/a-1600.webp"]
    assert page.metas["twitter:card"] == ["summary_large_image"]
    assert "robots" not in page.metas


def test_unindexed_page_has_noindex(static_dir: Path) -> None:
    page = read(_render(static_dir, Document(title="Mine", path="/wishlist", indexed=False)).html)
    assert page.metas["robots"] == ["noindex, follow"]


@pytest.mark.parametrize("template", ["", "missing.html"])
def test_markup_is_escaped(static_dir: Path, template: str) -> None:
    document = Document(
        title=NASTY,
        description=NASTY,
        path="/x",
        data=(schema_org.item_list(NASTY, [(NASTY, "/x")]),),
        template=template,
        values={"hint": NASTY},
    )
    rendered = _render(static_dir, document)
    page = read(rendered.html)
    assert "<b>" not in rendered.html
    assert "alert(1)</script>" not in rendered.html
    assert page.title == f"{NASTY} | Chowk"
    assert page.data["ItemList"]["name"] == NASTY
    assert all(hash_script(text) in allowed_scripts(rendered.policy) for text in page.scripts)


def test_csp_allows_exactly_the_inline_scripts(static_dir: Path) -> None:
    document = Document(
        title="x", path="/x", data=(schema_org.website(),), template="missing.html", values={"hint": "Look elsewhere"}
    )
    rendered = _render(static_dir, document)
    scripts = {hash_script(text) for text in read(rendered.html).scripts}
    assert len(scripts) == 5
    assert allowed_scripts(rendered.policy) == {"'self'", *scripts}


def test_first_content_is_inside_the_layout(static_dir: Path) -> None:
    html = _render(static_dir, Document(title="Gone", path="", **MISSING)).html
    paint = html[html.index('<div id="first-paint">') : html.index("<script>(() =>")]
    assert "<header>Brand</header>" in paint
    assert "<footer>Links</footer>" in paint
    assert "Quick access" in paint
    assert "<dialog" not in paint
    assert 'href="#first-content"' in paint
    assert paint.count('id="') == 2
    assert paint.count("<div") == paint.count("</div>") + 1


def test_complete_page_has_no_first_content(static_dir: Path) -> None:
    html = _render(
        static_dir,
        Document(title="About", path="/about", **MISSING),
        "/about",
    ).html
    assert "first-paint" not in html
    assert "<h1>About</h1>" in html


def test_page_without_layout_is_rendered() -> None:
    from marketplace.ssr.compiled_templates import parse_template

    template = parse_template("<html><head></head><body><div></div></body></html>")
    assert extract_layout(template) == Layout()
    assert "first-paint" in render(Document(title="x", path="/x", **MISSING), template, Layout()).html


def test_title_contains_the_site_name_once() -> None:
    assert page_titles.full("") == page_titles.full("Chowk") == "Chowk"
    assert page_titles.full("Buy | Chowk") == "Buy | Chowk"


def test_description_is_truncated_at_a_word() -> None:
    assert shorten("one  two\nthree") == "one two three"
    parse_template = shorten("word " * 100)
    assert len(parse_template) <= 160
    assert parse_template.endswith("word…")


def test_json_ld_is_escaped() -> None:
    text = schema_org.dump({"name": NASTY})
    assert not set("<>&\u2028") & set(text)
    assert json.loads(text) == {"name": NASTY}
