"""Renders a loaded page into its compiled template."""

import re
from dataclasses import dataclass

from jinja2 import Environment, PackageLoader, StrictUndefined, select_autoescape
from reflex_base.utils.format import json_dumps

from marketplace.core.text import shorten
from marketplace.domain import page_titles
from marketplace.domain.media import link_preview
from marketplace.http.security_headers import make_policy
from marketplace.i18n.texts import language, t
from marketplace.settings import get_settings
from marketplace.ssr import pages, schema_org, urls
from marketplace.ssr.compiled_templates import CompiledTemplate
from marketplace.ssr.pages import LoadedPage

# Search engines show about 160 characters of a description.
_MAX_DESCRIPTION_LENGTH = 160

# Without scripts, only links and forms with a method of their own work. Days of a calendar and photos are buttons too.
_NO_SCRIPTS = """<style>@media (scripting: none) {
  button:not([type="submit"], [aria-current], :has(img)), select:not(form *), .skeleton,
  form:not([method="get"]) :is(label, input, select, textarea, [type="submit"]) { display: none }
}</style>"""

_templates = Environment(
    loader=PackageLoader("marketplace.ssr", "templates"),
    autoescape=select_autoescape(default=True),
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
    # Or each page would look for a newer file.
    auto_reload=False,
)
_templates.globals.update(t=t, absolute=urls.absolute, link_preview=link_preview)


@dataclass(frozen=True, slots=True)
class Rendered:
    """Rendered HTML with its content security policy."""

    html: str
    policy: str


def standalone(template: str) -> str:
    """Render a page that does not use the app."""
    return _templates.get_template(template).render(site=get_settings().site_name, language=language.get())


def render(loaded: LoadedPage, template: CompiledTemplate) -> Rendered:
    """Render the page and compute its content security policy."""
    head, settings = loaded.head, get_settings()
    blocks = [schema_org.dump(data) for data in head.data]
    metadata = _templates.get_template("head.html").render(
        head=head,
        site=settings.site_name,
        title=page_titles.full(head.title),
        description=shorten(head.description, _MAX_DESCRIPTION_LENGTH),
    )
    content, client_vars = pages.render(loaded)
    # React hydrates the first script of the head, so these come last.
    data = "".join(f'<script type="application/ld+json">{block}</script>' for block in blocks)
    data += f'<script type="application/json" id="page-state">{schema_org.escape(json_dumps(client_vars, (",", ":")))}</script>'
    return Rendered(
        html=template.start
        + _strip_outer_whitespace(metadata)
        + template.head.replace("</head>", f"{data}{_NO_SCRIPTS}</head>", 1)
        + content
        + template.end,
        # Browsers do not apply the policy to JSON blocks (HTML standard, "prepare the script element").
        policy=make_policy(template.scripts),
    )


def _strip_outer_whitespace(html: str) -> str:
    """Strip whitespace between elements: hydration skips unknown elements but not text nodes."""
    return re.sub(r">\s+<", "><", html).strip()
