import json
from pathlib import Path

import pytest

from marketplace import titles
from marketplace.documents import schema_org
from marketplace.documents.document import Document
from marketplace.documents.render import render, shorten
from marketplace.documents.shell import Frame, Shells, find_frame
from marketplace.domain.views import Photo
from marketplace.security import hash_script
from marketplace.settings import get_settings
from tests.documents.reading import allowed_scripts, read

MISSING = {"template": "missing.html", "values": {"hint": "Look elsewhere"}}
NASTY = "</script><script>alert(1)</script>\" onload='x' <b>&amp; 🛋️ {{ 7*7 }} \u2028"


def _render(static_dir: Path, document: Document, path: str = "/products/sell"):
    shells = Shells(static_dir)
    shell = shells.find(path) or shells.fallback()
    assert shell is not None
    return render(document, shell, shells.frame())


def test_the_head_says_what_the_document_says(static_dir: Path) -> None:
    photo = Photo(url="/media/a-1600.webp", width=1600, height=1200)
    document = Document(
        title="Teak sofa", description="Three\n seats", path="/products/1?page=2", image=photo, before="/b", after="/c"
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


def test_a_page_kept_out_of_search_engines_says_so(static_dir: Path) -> None:
    page = read(_render(static_dir, Document(title="Mine", path="/wishlist", indexed=False)).html)
    assert page.metas["robots"] == ["noindex, follow"]


@pytest.mark.parametrize("template", ["", "missing.html"])
def test_markup_stays_text(static_dir: Path, template: str) -> None:
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


def test_every_inline_script_is_allowed_and_no_other(static_dir: Path) -> None:
    document = Document(
        title="x", path="/x", data=(schema_org.website(),), template="missing.html", values={"hint": "Look elsewhere"}
    )
    rendered = _render(static_dir, document)
    scripts = {hash_script(text) for text in read(rendered.html).scripts}
    assert len(scripts) == 5
    assert allowed_scripts(rendered.policy) == {"'self'", *scripts}


def test_the_first_content_stands_in_the_frame_of_the_app(static_dir: Path) -> None:
    html = _render(static_dir, Document(title="Gone", path="", **MISSING)).html
    paint = html[html.index('<div id="first-paint">') : html.index("<script>(() =>")]
    assert "<header>Brand</header>" in paint
    assert "<footer>Links</footer>" in paint
    assert "Quick access" in paint
    assert "<dialog" not in paint
    assert 'href="#first-content"' in paint
    assert paint.count('id="') == 2
    assert paint.count("<div") == paint.count("</div>") + 1


def test_a_page_that_waits_for_nothing_needs_no_first_content(static_dir: Path) -> None:
    html = _render(
        static_dir,
        Document(title="About", path="/about", **MISSING),
        "/about",
    ).html
    assert "first-paint" not in html
    assert "<h1>About</h1>" in html


def test_a_build_without_the_frame_still_serves() -> None:
    from marketplace.documents.shell import cut

    shell = cut("<html><head></head><body><div></div></body></html>")
    assert find_frame(shell) == Frame()
    assert "first-paint" in render(Document(title="x", path="/x", **MISSING), shell, Frame()).html


def test_titles_name_the_site_once() -> None:
    assert titles.full("") == titles.full("Chowk") == "Chowk"
    assert titles.full("Buy | Chowk") == "Buy | Chowk"


def test_descriptions_are_cut_at_words() -> None:
    assert shorten("one  two\nthree") == "one two three"
    cut = shorten("word " * 100)
    assert len(cut) <= 160
    assert cut.endswith("word…")


def test_json_in_a_script_can_hold_anything() -> None:
    text = schema_org.dump({"name": NASTY})
    assert not set("<>&\u2028") & set(text)
    assert json.loads(text) == {"name": NASTY}
