from pathlib import Path

from marketplace.ssr.hydration import defer_hydration
from tests.client import TestClient

LINK = '<link href="/assets/site.css" rel="stylesheet" type="text/css"/>'


def test_font_is_preloaded_beside_the_stylesheet() -> None:
    css = '@font-face{src:url(/assets/a.woff2) format("woff2");font-display:swap}p{color:red}'
    head = defer_hydration(LINK, {"/assets/site.css": css}.__getitem__)
    assert head == (f'<link rel="preload" as="font" type="font/woff2" href="/assets/a.woff2" crossorigin/>{LINK}')


def test_fallback_fonts_are_not_preloaded() -> None:
    css = "@font-face{src:url(/assets/a.woff2);font-display:fallback}@font-face{src:url(/assets/b.woff2);font-display:swap}"
    head = defer_hydration(LINK, lambda _path: css)
    assert head.count('rel="preload"') == 1
    assert 'rel="preload" as="font" type="font/woff2" href="/assets/b.woff2"' in head


def test_scripts_are_deferred() -> None:
    module = '<script type="module" async="">import "/assets/a.js";</script>'
    html = defer_hydration(
        f'<head><link rel="modulepreload" href="/a.js"/></head><body>{module}</body>', lambda _path: ""
    )
    assert '<link rel="deferred" href="/a.js"/>' in html
    assert '<script type="application/x-deferred-module">import "/assets/a.js";</script><script>(() => {' in html
    assert html.endswith("</script></body>")


def test_modules_are_loaded_in_import_order_without_the_entry_module() -> None:
    files = {
        "/assets/start.js": 'import{a}from"./react.js";hydrate(a)',
        "/assets/page.js": 'import {b} from "./state.js";import "./react.js";export {b}',
        "/assets/state.js": 'import{c}from"./react.js";import "./page.js"',
        "/assets/react.js": 'const gone = "./start.js"',
    }
    links = "".join(f'<link rel="modulepreload" href="{path}"/>' for path in files)
    module = '<script type="module">import * as p from "/assets/page.js";\nimport("/assets/start.js");</script>'
    html = defer_hydration(f"<head>{links}</head><body>{module}</body>", files.__getitem__)
    # By their position among the links: react.js, state.js, page.js.
    assert "of [3,2,1])" in html


def test_page_without_module_scripts_is_unchanged() -> None:
    html = (
        '<head><link rel="modulepreload" href="/a.js"/></head><body><script src="/b.js" type="module"></script></body>'
    )
    assert defer_hydration(html, lambda _path: "") == html


def test_missing_stylesheet_is_not_read() -> None:
    assert defer_hydration(LINK, lambda _path: "") == LINK


def test_pages_link_the_stylesheet_of_the_build(site: TestClient, static_dir: Path) -> None:
    (static_dir / "assets" / "site-1a2b.css").write_text("main{color:teal}")
    html = site.get("/wishlist").text
    assert '<link href="/assets/site-1a2b.css" rel="stylesheet" type="text/css"/>' in html
    assert "color:teal" not in html
