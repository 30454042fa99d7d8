"""Elements and attributes are written as React writes them."""

import html

import pytest
import reflex as rx

from marketplace.web.reflex_ext.ssr import CompileError, Element, compile_component, default_registry
from tests.web.reflex_ext_ssr import oracle
from tests.web.reflex_ext_ssr.parsing import js, parse, render

VALUES = {
    "text": 'a "quoted" <b> & more',
    "empty": "",
    "number": 3,
    "zero": 0,
    "yes": True,
    "no": False,
    "nothing": None,
    "words": ["one", "two"],
    "rows": [{"id": "1", "name": "Sofa"}, {"id": "2", "name": "<Bed>"}],
    "chosen": "2",
    "several": ["1", "2"],
}
TEXT, NUMBER, ZERO = js("text"), js("number", int), js("zero", int)
YES, NO, NOTHING = js("yes", bool), js("no", bool), js("nothing", str | None)
WORDS, ROWS = js("words", list[str]), js("rows", list[dict[str, str]])


def _options(*, valued: bool = True) -> list[rx.Component]:
    return [rx.el.option(f"option {each}", **({"value": each} if valued else {})) for each in ("1", "2", "3")]


# The markup, and the component that makes it.
CASES: dict[str, rx.Component] = {
    '<p class="x">a &quot;quoted&quot; &lt;b&gt; &amp; more</p>': rx.el.p(TEXT, class_name="x"),
    "<p>3</p>": rx.el.p(NUMBER),
    "<p>0</p>": rx.el.p(ZERO),
    "<p><b></b><b></b><b></b><b></b></p>": rx.el.p(
        *[rx.el.b(js(name)) for name in ("nothing", "undefined", "yes", "empty")]
    ),
    "<p>one<!-- -->two</p>": rx.el.p(js("words")),
    "<p>a<!-- -->3<!-- -->b</p>": rx.el.p("a", NUMBER, "b"),
    "<p>a<b>3</b>b</p>": rx.el.p("a", rx.el.b(NUMBER), "b"),
    "<p>a<br>b</p>": rx.el.p("a", rx.el.br(), "b"),
    '<label for="x" class="y">z</label>': rx.el.label("z", html_for="x", class_name="y"),
    '<button type="button" aria-pressed="false" disabled=""></button>': rx.el.button(
        type="button", aria_pressed=NO, disabled=YES
    ),
    '<button aria-pressed="true"></button>': rx.el.button(aria_pressed=YES, disabled=NO, title=NOTHING),
    '<div data-a="true" data-b="3" draggable="false"></div>': rx.el.div(
        custom_attrs={"data-a": YES, "data-b": NUMBER, "data-c": NOTHING, "draggable": NO}
    ),
    '<div tabindex="-1" style="width:48px;height:3px;opacity:3;color:red"></div>': rx.el.div(
        tab_index=-1, style={"width": "48px", "height": NUMBER, "opacity": NUMBER, "color": js('"red"')}
    ),
    '<div style="--gap:3;background-color:red"></div>': rx.el.div(style={"--gap": NUMBER, "background_color": "red"}),
    '<a href="/x?a=1&amp;b=2" rel="noopener">x</a>': Element(
        "a", {"href": "/x?a=1&b=2", "rel": "noopener"}, (rx.fragment("x"),)
    ),
    '<a href="/x">x</a>': Element("a", {"href": js('"/" + "x"'), "download": NO}, (rx.fragment("x"),)),
    '<a href="/x" download="">x</a>': Element("a", {"href": "/x", "download": YES}, (rx.fragment("x"),)),
    '<img src="/a.png" srcset="/a.png 1w" alt="" fetchpriority="low" width="3">': rx.el.img(
        src="/a.png",
        src_set="/a.png 1w",
        alt="",
        custom_attrs={"fetchPriority": "low", "width": NUMBER, "height": NOTHING},
    ),
    '<input name="a" value="a &quot;quoted&quot; &lt;b&gt; &amp; more">': rx.el.input(name="a", default_value=TEXT),
    '<input type="checkbox" checked="">': rx.el.input(type="checkbox", default_checked=YES),
    '<input type="radio">': rx.el.input(type="radio", default_checked=NO),
    '<input maxlength="3" required="" readonly="">': rx.el.input(max_length=NUMBER, required=YES, read_only=YES),
    '<textarea rows="3">a &quot;quoted&quot; &lt;b&gt; &amp; more</textarea>': rx.el.textarea(
        rows=NUMBER, default_value=TEXT
    ),
    "<textarea>\n\nx</textarea>": rx.el.textarea(default_value=js('"\\nx"')),
    "<textarea></textarea>": rx.el.textarea(default_value=NOTHING),
    '<select><option value="1">option 1</option><option value="2" selected="">option 2</option>'
    '<option value="3">option 3</option></select>': rx.el.select(*_options(), default_value=js("chosen")),
    '<select><option>option 1</option><option selected="">option 2</option><option>option 3</option></select>': rx.el.select(
        *_options(valued=False), default_value="option 2"
    ),
    '<select multiple=""><option value="1" selected="">option 1</option><option value="2" selected="">option 2</option>'
    '<option value="3">option 3</option></select>': rx.el.select(
        *_options(), multiple=True, custom_attrs={"value": js("several")}
    ),
    '<svg viewBox="0 0 8 8"><path d="M1 1" stroke-linecap="round"></path></svg>': rx.el.svg(
        rx.el.path(d="M1 1", custom_attrs={"strokeLinecap": "round"}), view_box="0 0 8 8"
    ),
    "<ul><li>0<!-- --> <!-- -->Sofa</li><li>1<!-- --> <!-- -->&lt;Bed&gt;</li></ul>": rx.el.ul(
        rx.foreach(ROWS, lambda row, index: rx.el.li(index, " ", row["name"]))
    ),
    "<p><b>yes</b></p>": rx.el.p(rx.cond(YES, rx.el.b("yes"), rx.el.i("no"))),
    "<p>none</p>": rx.el.p(rx.cond(NOTHING, rx.el.b("yes"), rx.fragment("none"))),
    "<p><b>three</b></p>": rx.el.p(rx.match(NUMBER, (1, 2, rx.el.i("few")), (3, rx.el.b("three")), rx.el.u("many"))),
    "<p><u>many</u></p>": rx.el.p(rx.match(ZERO, (1, 2, rx.el.i("few")), (3, rx.el.b("three")), rx.el.u("many"))),
    '<p class="few"></p>': rx.el.p(class_name=rx.match(NUMBER, (1, "one"), (3, "few"), "many")),
    '<p id="n-3"></p>': rx.el.p(id=js("`n-${number}`")),
    '<details open=""><summary>s</summary></details>': rx.el.details(rx.el.summary("s"), open=True),
    '<form method="post" novalidate="" action="/x"></form>': rx.el.form(
        method="post", custom_attrs={"noValidate": True, "action": "/x"}
    ),
    '<td colspan="2"></td>': rx.el.td(col_span=2),
}


@pytest.mark.parametrize("markup", CASES)
def test_markup(markup: str):
    made = render(CASES[markup], **VALUES)
    assert parse(made, comments=True) == parse(markup, comments=True), made


@pytest.mark.skipif(oracle.NODE is None or not oracle.REACT.exists(), reason="needs node and a build of the app")
def test_react_agrees():
    # Styles are Emotion's there.
    cases = {
        markup: case for markup, case in CASES.items() if isinstance(case, rx.Component) and " style=" not in markup
    }
    made = oracle.in_react([(case, VALUES) for case in cases.values()])
    for each, markup in zip(made, cases, strict=True):
        assert parse(each, comments=True) == parse(markup, comments=True)


def test_event_handlers_keys_and_refs_are_left_out():
    made = render(
        rx.el.button("x", id="x", key="k", on_click=rx.console_log("x"), custom_attrs={"onclick": "alert(1)"})
    )
    assert made == '<button id="x">x</button>'


@pytest.mark.parametrize(
    ("component", "named"),
    [
        (rx.el.iframe(custom_attrs={"srcDoc": "<p>"}), "srcDoc is not supported"),
        (rx.el.div(custom_attrs={"a=b": "x"}), "a=b is not supported"),
        (rx.el.div(custom_attrs={"a><script": "x"}), "is not supported"),
        (rx.el.div(style={"_hover": {"color": "red"}}), "needs a style sheet"),
        (rx.el.div(style={"width": ["1px", "2px"]}), "needs a style sheet"),
        (rx.el.script(js("text")), "must be a text that is known"),
        (rx.el.style("</style>"), "must be a text that is known"),
        (rx.html(js("text")), "not registered with trust_html"),
        (rx.el.div(rx.el.p(js("gone"))), "div > p: unknown name gone"),
        (rx.el.ul(rx.avatar(fallback="x")), "ul > .*not registered"),
        (rx.el.select(rx.el.option("a", "b"), default_value=js("text")), "must have one text"),
    ],
)
def test_what_is_unknown_fails_when_it_is_compiled(component: rx.Component, named: str):
    registry = default_registry()
    registry.client_name("text", "")
    with pytest.raises(CompileError, match=named):
        compile_component(component, registry)


def test_html_must_be_known_or_trusted():
    var = js("markup")
    registry = default_registry()
    registry.client_name("markup", "<b>x</b>")
    registry.trust_html(var)
    assert compile_component(rx.html(var), registry).render() == '<div class="rx-Html"><b>x</b></div>'
    assert "<b>y</b>" in compile_component(rx.html("<b>y</b>"), registry).render()
    assert render(rx.el.style("p > a { color: red }")) == "<style>p > a { color: red }</style>"


def test_texts_are_escaped_once():
    assert html.unescape(render(rx.el.p(TEXT), **VALUES)) == f"<p>{VALUES['text']}</p>"
