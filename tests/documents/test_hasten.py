from pathlib import Path

from starlette.testclient import TestClient

from marketplace.documents.hasten import hasten

LINK = '<link href="/assets/site.css" rel="stylesheet" type="text/css"/>'


def test_the_stylesheet_is_written_out_and_waits_for_no_one() -> None:
    css = '@font-face{src:url(/assets/a.woff2) format("woff2")}p{color:red}'
    head = hasten(
        '<link as="style" href="/assets/site.css" rel="preload"/>' + LINK, {"/assets/site.css": css}.__getitem__
    )
    assert head == (
        '<link rel="preload" as="font" type="font/woff2" href="/assets/a.woff2" crossorigin/>'
        f"<style>{css}</style>"
        '<link href="/assets/site.css" rel="stylesheet" type="text/css" media="print"/>'
    )


def test_scripts_come_after_what_is_seen() -> None:
    head = hasten('<link rel="modulepreload" href="/assets/a.js"/>', lambda _path: "")
    assert head == '<link fetchpriority="low" rel="modulepreload" href="/assets/a.js"/>'


def test_a_stylesheet_that_can_not_be_written_out_stays() -> None:
    assert hasten(LINK, lambda _path: "") == LINK
    assert hasten(LINK, lambda _path: "</style>") == LINK


def test_pages_carry_the_stylesheet_of_the_build(site: TestClient, static_dir: Path) -> None:
    (static_dir / "assets" / "site-1a2b.css").write_text("main{color:teal}")
    html = site.get("/wishlist").text
    assert "<style>main{color:teal}</style>" in html
    assert 'href="/assets/site-1a2b.css" rel="stylesheet" type="text/css" media="print"' in html
