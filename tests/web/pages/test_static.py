"""The pages written in Markdown."""

import pytest

from marketplace.domain import content
from marketplace.web.pages.static.page import PAGES


@pytest.mark.parametrize("slug", [page.slug for page in content.list_pages()])
def test_text_is_compiled_in(slug: str):
    page = next(page for page in PAGES if page.route == f"/{slug}")
    compiled = str(page.component())
    assert "dangerouslySetInnerHTML" in compiled
    first_heading = content.get_page(slug).html.split("<h2>", 1)[1].split("</h2>", 1)[0]
    assert first_heading in compiled
