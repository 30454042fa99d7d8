"""Puts a document into a compiled page."""

import re
from dataclasses import dataclass

from jinja2 import Environment, PackageLoader, StrictUndefined, select_autoescape

from marketplace import titles
from marketplace.documents import addresses, schema_org
from marketplace.documents.document import Document
from marketplace.documents.shell import Frame, Shell
from marketplace.security import hash_script, make_policy
from marketplace.settings import get_settings
from marketplace.texts import language, t, tn

# Search engines show about this much of a description.
_DESCRIPTION_LENGTH = 160

# The first paint stays until the app shows its content without a skeleton, while somebody is in a form of it, and until a
# press that began in it has ended: of one that ends on the app, nothing would be heard at all.
_STEP_ASIDE = """(() => {
  const paint = document.getElementById("first-paint");
  let pressed = false;
  const leave = () => {
    const content = document.getElementById("content");
    // Half a page says nothing yet about what it waits for.
    if (document.readyState === "loading") return;
    if (!content || content.querySelector(".skeleton")) return;
    const focused = paint.contains(document.activeElement) && document.activeElement;
    if (pressed || (focused && focused.closest("form"))) return;
    watcher.disconnect();
    for (const name of ["pointerup", "pointercancel"]) document.removeEventListener(name, release, true);
    paint.remove();
    const link = focused && focused.getAttribute("href");
    if (link) document.querySelector(`#content a[href="${CSS.escape(link)}"]`)?.focus();
  };
  // The click follows the pointer in the same turn.
  const release = () => setTimeout(() => {
    pressed = false;
    leave();
  });
  paint.addEventListener("pointerdown", () => { pressed = true; }, true);
  for (const name of ["pointerup", "pointercancel"]) document.addEventListener(name, release, true);
  const watcher = new MutationObserver(leave);
  watcher.observe(document, { childList: true, subtree: true, attributes: true, attributeFilter: ["class"] });
  document.addEventListener("readystatechange", leave);
  paint.addEventListener("focusout", () => setTimeout(leave));
})();"""

_pages = Environment(
    loader=PackageLoader("marketplace.documents", "templates"),
    autoescape=select_autoescape(default=True),
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
)
_pages.globals.update(t=t, tn=tn, at=addresses, absolute=addresses.absolute, step_aside=_STEP_ASIDE)


@dataclass(frozen=True, slots=True)
class Rendered:
    """A page ready to be sent."""

    html: str
    policy: str


def standalone(template: str) -> str:
    """A page that stands by itself, without the app."""
    return _pages.get_template(template).render(site=get_settings().site_name, language=language.get())


def shorten(text: str, length: int = _DESCRIPTION_LENGTH) -> str:
    """The text on one line, cut at a word where it is longer."""
    line = " ".join(text.split())
    if len(line) <= length:
        return line
    return line[: length - 1].rsplit(" ", 1)[0].rstrip(" ,.;:") + "…"


def render(document: Document, shell: Shell, frame: Frame) -> Rendered:
    """The whole page, and the content security policy that fits it."""
    settings = get_settings()
    blocks = [schema_org.dump(data) for data in document.data]
    values = {"document": document, "site": settings.site_name, "settings": settings, "language": language.get()}
    head = _pages.get_template("head.html").render(
        **values,
        title=titles.full(document.title),
        description=shorten(document.description),
    )
    paint, own = "", [hash_script(block) for block in blocks]
    if document.template and not shell.complete:
        content = _pages.get_template(document.template).render(**values, **document.values)
        paint = _pages.get_template("first_paint.html").render(frame=frame, content=content)
        own.append(hash_script(_STEP_ASIDE))
    # React takes the first script of the head for its own, so structured data comes last there.
    data = "".join(f'<script type="application/ld+json">{block}</script>' for block in blocks)
    return Rendered(
        html=shell.start
        + _tight(head)
        + shell.head.replace("</head>", data + "</head>", 1)
        + _tight(paint)
        + shell.body,
        policy=make_policy([*shell.scripts, *own]),
    )


def _tight(html: str) -> str:
    """Without white space between the outermost elements: React passes over elements it doesn't know, not over text."""
    outer, opening, inner = html.partition('<div id="first-paint">')
    return re.sub(r">\s+<", "><", outer).strip() + opening + inner.strip()
