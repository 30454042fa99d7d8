from pathlib import Path

from starlette.testclient import TestClient

from marketplace.documents.hasten import hasten

LINK = '<link href="/assets/site.css" rel="stylesheet" type="text/css"/>'


def test_the_stylesheet_is_written_out_and_waits_for_no_one() -> None:
    css = '@font-face{src:url(/assets/a.woff2) format("woff2");font-display:swap}p{color:red}'
    head = hasten(
        '<link as="style" href="/assets/site.css" rel="preload"/>' + LINK, {"/assets/site.css": css}.__getitem__
    )
    assert head == (
        '<link rel="preload" as="font" type="font/woff2" href="/assets/a.woff2" crossorigin/>'
        f"<style>{css}</style>"
        '<link href="/assets/site.css" rel="stylesheet" type="text/css" media="print" disabled=""/>'
    )


def test_a_font_that_few_pages_need_is_not_asked_for_ahead() -> None:
    css = "@font-face{src:url(/assets/a.woff2);font-display:fallback}@font-face{src:url(/assets/b.woff2);font-display:swap}"
    head = hasten(LINK, lambda _path: css)
    assert head.count('rel="preload"') == 1
    assert 'rel="preload" as="font" type="font/woff2" href="/assets/b.woff2"' in head


def test_the_app_starts_after_what_is_seen() -> None:
    module = '<script type="module" async="">import "/assets/a.js";</script>'
    html = hasten(f'<head><link rel="modulepreload" href="/a.js"/></head><body>{module}</body>', lambda _path: "")
    assert '<link rel="later" href="/a.js"/>' in html
    assert '<script type="later" async="">import "/assets/a.js";</script><script>(() => {' in html
    assert html.endswith("</script></body>")


def test_each_file_is_run_in_its_turn_and_the_one_that_starts_the_app_last() -> None:
    files = {
        "/assets/start.js": 'import{a}from"./react.js";hydrate(a)',
        "/assets/page.js": 'import {b} from "./state.js";import "./react.js";export {b}',
        "/assets/state.js": 'import{c}from"./react.js";import "./page.js"',
        "/assets/react.js": 'const gone = "./start.js"',
    }
    links = "".join(f'<link rel="modulepreload" href="{path}"/>' for path in files)
    module = '<script type="module">import * as p from "/assets/page.js";\nimport("/assets/start.js");</script>'
    html = hasten(f"<head>{links}</head><body>{module}</body>", files.__getitem__)
    assert 'of ["/assets/react.js", "/assets/state.js", "/assets/page.js"])' in html


def test_a_page_without_an_app_is_left_alone() -> None:
    html = (
        '<head><link rel="modulepreload" href="/a.js"/></head><body><script src="/b.js" type="module"></script></body>'
    )
    assert hasten(html, lambda _path: "") == html


def test_a_stylesheet_that_can_not_be_written_out_stays() -> None:
    assert hasten(LINK, lambda _path: "") == LINK
    assert hasten(LINK, lambda _path: "</style>") == LINK


def test_pages_carry_the_stylesheet_of_the_build(site: TestClient, static_dir: Path) -> None:
    (static_dir / "assets" / "site-1a2b.css").write_text("main{color:teal}")
    html = site.get("/wishlist").text
    assert "<style>main{color:teal}</style>" in html
    assert 'href="/assets/site-1a2b.css" rel="stylesheet" type="text/css" media="print" disabled=""' in html
