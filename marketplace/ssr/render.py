"""Renders a document into a compiled template."""

import re
from dataclasses import dataclass

from jinja2 import Environment, PackageLoader, StrictUndefined, select_autoescape

from marketplace.domain import page_titles
from marketplace.http.security_headers import hash_script, make_policy
from marketplace.i18n.texts import language, t, tn
from marketplace.settings import get_settings
from marketplace.ssr import schema_org, urls
from marketplace.ssr.compiled_templates import CompiledTemplate, Layout
from marketplace.ssr.document import Document

# Search engines show about 160 characters of a description.
_MAX_DESCRIPTION_LENGTH = 160

# Removes the first paint once the app shows its content without a skeleton. It stays while a form in it has the focus, and
# while a pointer is pressed in it: a click that starts on the first paint and ends on the app fires no event.
_REMOVE_FIRST_PAINT = """(() => {
  const firstPaint = document.getElementById("first-paint");
  let pressed = false;
  const removeIfReady = () => {
    const content = document.getElementById("content");
    // A partly parsed page may not contain its skeleton yet.
    if (document.readyState === "loading") return;
    if (!content || content.querySelector(".skeleton")) return;
    const focused = firstPaint.contains(document.activeElement) && document.activeElement;
    if (pressed || (focused && focused.closest("form"))) return;
    watcher.disconnect();
    for (const name of ["pointerup", "pointercancel"]) document.removeEventListener(name, release, true);
    firstPaint.remove();
    const link = focused && focused.getAttribute("href");
    if (link) document.querySelector(`#content a[href="${CSS.escape(link)}"]`)?.focus();
  };
  // The click event follows pointerup in the same task.
  const release = () => setTimeout(() => {
    pressed = false;
    removeIfReady();
  });
  firstPaint.addEventListener("pointerdown", () => { pressed = true; }, true);
  for (const name of ["pointerup", "pointercancel"]) document.addEventListener(name, release, true);
  const watcher = new MutationObserver(removeIfReady);
  watcher.observe(document, { childList: true, subtree: true, attributes: true, attributeFilter: ["class"] });
  document.addEventListener("readystatechange", removeIfReady);
  firstPaint.addEventListener("focusout", () => setTimeout(removeIfReady));
})();"""

_templates = Environment(
    loader=PackageLoader("marketplace.ssr", "templates"),
    autoescape=select_autoescape(default=True),
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
)
_templates.globals.update(t=t, tn=tn, urls=urls, absolute=urls.absolute, remove_first_paint=_REMOVE_FIRST_PAINT)


@dataclass(frozen=True, slots=True)
class Rendered:
    """Rendered HTML with its content security policy."""

    html: str
    policy: str


def standalone(template: str) -> str:
    """Render a page that does not use the app."""
    return _templates.get_template(template).render(site=get_settings().site_name, language=language.get())


def shorten(text: str, length: int = _MAX_DESCRIPTION_LENGTH) -> str:
    """Return the text on one line, truncated at a word boundary."""
    line = " ".join(text.split())
    if len(line) <= length:
        return line
    return line[: length - 1].rsplit(" ", 1)[0].rstrip(" ,.;:") + "…"


def render(document: Document, template: CompiledTemplate, layout: Layout) -> Rendered:
    """Render the page and compute its content security policy."""
    settings = get_settings()
    blocks = [schema_org.dump(data) for data in document.data]
    values = {"document": document, "site": settings.site_name, "settings": settings, "language": language.get()}
    head = _templates.get_template("head.html").render(
        **values,
        title=page_titles.full(document.title),
        description=shorten(document.description),
    )
    first_paint, script_hashes = "", [hash_script(block) for block in blocks]
    if document.template and not template.complete:
        content = _templates.get_template(document.template).render(**values, **document.values)
        first_paint = _templates.get_template("first_paint.html").render(layout=layout, content=content)
        script_hashes.append(hash_script(_REMOVE_FIRST_PAINT))
    # React hydrates the first script of the head, so structured data comes last.
    data = "".join(f'<script type="application/ld+json">{block}</script>' for block in blocks)
    return Rendered(
        html=template.start
        + _strip_outer_whitespace(head)
        + template.head.replace("</head>", data + "</head>", 1)
        + _strip_outer_whitespace(first_paint)
        + template.body,
        policy=make_policy([*template.scripts, *script_hashes]),
    )


def _strip_outer_whitespace(html: str) -> str:
    """Strip whitespace between the outermost elements: hydration skips unknown elements but not text nodes."""
    outer, opening, inner = html.partition('<div id="first-paint">')
    return re.sub(r">\s+<", "><", outer).strip() + opening + inner.strip()
