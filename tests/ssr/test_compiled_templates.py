from pathlib import Path

import pytest

from marketplace.http.security_headers import hash_script
from marketplace.ssr.compiled_templates import CompiledTemplates, parse_template


def test_replaced_metadata_is_removed(static_dir: Path) -> None:
    template = CompiledTemplates(static_dir).find("/")
    assert template is not None
    whole = template.start + template.head + template.end
    assert "<title" not in whole
    assert "description" not in whole
    assert "og:image" not in whole
    assert 'rel="stylesheet"' in whole
    assert template.start.endswith('name="viewport"/>')
    assert template.head.endswith('<body><section popover="manual"></section>')
    assert template.end.startswith('<script type="application/x-deferred-module"')


def test_only_inline_scripts_are_hashed() -> None:
    template = parse_template(
        '<html><head><script>one</script></head><body><div id="app-content"></div>'
        "<script src='/a.js'></script><script>two</script></body>"
    )
    assert template.scripts == (hash_script("one"), hash_script("two"))


def test_page_without_body_raises() -> None:
    with pytest.raises(ValueError, match="a head, a body and content"):
        parse_template("<html><head></head></html>")


def test_a_page_is_read_once(static_dir: Path) -> None:
    templates = CompiledTemplates(static_dir)
    first = templates.find("/wishlist")
    assert first is not None
    assert templates.find("/wishlist") is first


@pytest.mark.parametrize(
    "path",
    ["/../secret", "/..", "/a\x00b", pytest.param("/" + "x" * 5000, id="long"), "/nowhere"],
)
def test_path_traversal_finds_nothing(static_dir: Path, path: str) -> None:
    (static_dir.parent / "secret").mkdir()
    (static_dir.parent / "secret" / "index.html").write_text("<html><head></head><body></body></html>")
    templates = CompiledTemplates(static_dir)
    assert templates.find(path) is None
    assert not templates.find_file(path)


def test_html_pages_are_not_served_as_files(static_dir: Path) -> None:
    templates = CompiledTemplates(static_dir)
    assert templates.find_file("/no-image.svg")
    assert not templates.find_file("/index.html")
    assert not templates.find_file("/wishlist")
    assert not templates.find_file("/")
