"""Whatever a text contains, a parser finds it again in its place, and nothing else."""

import pytest
import reflex as rx
from hypothesis import example, given, settings
from hypothesis import strategies as st

from marketplace.web.reflex_ext.ssr import Template, compile_component, default_registry
from marketplace.web.reflex_ext.ssr.attributes import is_safe_url
from tests.web.reflex_ext_ssr.parsing import js, parse

PIECES = [
    '"',
    "'",
    "<",
    ">",
    "&",
    "&amp;",
    "&#60;",
    "</script>",
    "</textarea>",
    "<!--",
    "-->",
    "]]>",
    "{",
    "}",
    "${x}",
    "`",
    "\\",
]
PIECES += [
    "😀",
    "👩‍👩‍👧",
    "\u202eשלום",
    "\u2066",
    "\x00",
    "\x01",
    "\x7f",
    "\u2028",
    "\t",
    " ",
    "javascript:",
    "onload=",
    "=",
    "/",
    "a",
    "é",
]
TEXTS = st.lists(st.one_of(st.sampled_from(PIECES), st.characters(exclude_categories=["Cs"])), max_size=40).map("".join)
# A parser turns both into a line feed, in texts and attributes alike.
TEXTS = TEXTS.map(lambda text: text.replace("\r", ""))
LONG = ("</script>'\"<&\u202e😀\x00" * 400)[:4_000]


def _template(component: rx.Component) -> Template:
    registry = default_registry()
    registry.client_name("text", "")
    registry.client_name("rows", [])
    return compile_component(component, registry)


TEXT = js("text")
IN_TEXT = _template(rx.el.p("<", TEXT, ">", TEXT))
IN_LIST = _template(rx.el.ul(rx.foreach(js("rows", list[str]), lambda row: rx.el.li(row))))
IN_ATTRIBUTES = _template(
    rx.el.div(
        title=TEXT, class_name=f"a {TEXT}", id=js("`${text}-x`"), custom_attrs={"data-x": TEXT, "aria-label": TEXT}
    )
)
IN_INPUT = _template(rx.el.input(default_value=TEXT, placeholder=TEXT))
IN_TEXTAREA = _template(rx.el.textarea(default_value=TEXT))
IN_OPTION = _template(rx.el.select(rx.el.option(TEXT, value=TEXT), default_value=TEXT))
IN_STYLE = _template(rx.el.div(style={"color": TEXT, "width": "1px"}))
IN_URLS = _template(
    rx.el.div(
        rx.el.a("x", href=TEXT),
        rx.el.img(src=TEXT),
        rx.el.form(custom_attrs={"action": TEXT}),
        rx.el.button(custom_attrs={"formAction": TEXT}),
    )
)


def _fuzz(test):
    for text in (LONG, "</script>", "\n\n", "'\"", "\x00", "--!>"):
        test = example(text)(test)
    return settings(deadline=None, max_examples=300)(given(TEXTS)(test))


def _html(template: Template, text: str) -> str:
    html = template.render(client_names={"text": text, "rows": [text, text]})
    # Every character reaches the browser.
    assert html.encode().decode() == html
    return html


def _text(found) -> str:
    return "".join(each[1] for each in found if each[0] == "text")


@_fuzz
def test_in_texts(text: str):
    found = parse(_html(IN_TEXT, text))
    assert _text(found) == f"<{text}>{text}"
    assert [each[:2] for each in found if each[0] != "text"] == [("<", "p"), (">", "p")]
    found = parse(_html(IN_LIST, text))
    assert _text(found) == text * 2
    assert [each[1] for each in found if each[0] == "<"] == ["ul", "li", "li"]


@_fuzz
def test_in_attributes(text: str):
    expected = {"title": text, "class": f"a {text}", "id": f"{text}-x", "data-x": text, "aria-label": text}
    assert parse(_html(IN_ATTRIBUTES, text)) == [("<", "div", expected), (">", "div")]


@_fuzz
def test_in_form_controls(text: str):
    assert parse(_html(IN_INPUT, text)) == [("<", "input", {"value": text, "placeholder": text})]
    # A parser of HTML leaves out one line feed at the start of a textarea, Python's doesn't.
    content = "\n" * text.startswith("\n") + text
    found = parse(_html(IN_TEXTAREA, text))
    assert (_text(found), len([each for each in found if each[0] == "<"])) == (content, 1)
    found = parse(_html(IN_OPTION, text))
    assert found[:2] == [("<", "select", {}), ("<", "option", {"value": text, "selected": ""})]
    assert _text(found) == text


@_fuzz
def test_in_styles(text: str):
    (_, tag, attributes), end = parse(_html(IN_STYLE, text))
    assert (tag, end) == ("div", (">", "div"))
    declarations = attributes["style"].split(";")
    assert declarations[-1] == "width:1px"
    assert len(declarations) <= 2


@_fuzz
def test_in_urls(text: str):
    found = parse(_html(IN_URLS, text))
    assert [each[1] for each in found if each[0] == "<"] == ["div", "a", "img", "form", "button"]
    for _, _, attributes in [each for each in found if each[0] == "<"]:
        for url in attributes.values():
            assert url == text
            assert is_safe_url(url)


@pytest.mark.parametrize(
    "url",
    [
        "javascript:alert(1)",
        "JaVaScRiPt:alert(1)",
        " \x00\x1fjavascript:alert(1)",
        "java\nscript:alert(1)",
        "\tjava\t\r\nscript\n:alert(1)",
        "data:text/html,<script>alert(1)</script>",
        "vbscript:x",
    ],
)
def test_urls_that_contain_what_they_show_are_refused(url: str):
    assert parse(_html(IN_URLS, url))[1:3] == [("<", "a", {}), ("text", "x")]
    assert url not in _html(IN_URLS, url)


@pytest.mark.parametrize(
    "url", ["/a?b=1&c=2#d", "https://x.example/", "mailto:a@b.example", "tel:+91", "#id", "?q=javascript:", ""]
)
def test_other_urls_are_written(url: str):
    assert parse(_html(IN_URLS, url))[1] == ("<", "a", {"href": url})
