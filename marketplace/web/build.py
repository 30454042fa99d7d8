"""What the front end's build needs beside Reflex's defaults."""

import re
from typing import Any

from reflex.plugins import Plugin

# Components name their own packages; these are used by the stylesheet.
PACKAGES = ["@fontsource-variable/figtree@5.3.0"]

_BODY = re.compile(r"(export const getBackendURL = \(url_str\) => \{)(.*?)(\n\};)", re.DOTALL)

_SERVER = "    port: process.env.PORT,"
# The address is that of the app beside the development server; nothing else reads it.
_PROXY = """
    proxy: {
      "^/(api|media|_event|_upload|ping|sw\\\\.js|offline|manifest\\\\.webmanifest)": {
        target: process.env.REFLEX_API_URL,
        ws: true,
      },
    },"""

_GROUPS = "groups: ["
_ICONS = """
            {
              test: /lucide-react/,
              name: "icons",
              minShareCount: 4,
            },"""

_SCHEME = "    const root = window.document.documentElement;\n"
_SCHEME_KEPT = """    if (root.classList.contains(resolvedTheme) && root.style.colorScheme === resolvedTheme) return;
"""

# Reflex makes its elements with emotion, whose run-time stylesheets no page here needs: `css` is only ever a few
# plain properties, which an element's own `style` holds as well, at a tenth of the code.
ELEMENT = """import { createElement } from "react";

export function jsx(type, props, ...children) {
  if (props && props.css) {
    const { css, ...rest } = props;
    return createElement(type, { ...rest, style: { ...rest.style, ...css } }, ...children);
  }
  return createElement(type, props, ...children);
}
"""
_ELEMENT_PATH = "utils/element.js"
_ALIASES = "alias: ["
_ELEMENT_ALIAS = f"""
      {{
        find: /^@emotion\\/react$/,
        replacement: fileURLToPath(new URL("./{_ELEMENT_PATH}", import.meta.url)),
      }},"""

# The backend is wherever this page came from, whatever host, port or proxy that was.
_SAME_ORIGIN = """
  const endpoint = new URL(url_str ?? env.PING);
  if (typeof window !== "undefined") {
    const secure = window.location.protocol === "https:";
    const socket = endpoint.protocol.startsWith("ws");
    endpoint.protocol = (socket ? "ws" : "http") + (secure ? "s:" : ":");
    endpoint.host = window.location.host;
    if (window.location.port === "") endpoint.port = "";
  }
  return endpoint;"""


def serve_anywhere(code: str) -> str:
    """Make the compiled client speak to the origin it was served from.

    Raises:
        RuntimeError: Reflex's client no longer has the function this replaces.
    """
    changed, count = _BODY.subn(lambda found: found[1] + _SAME_ORIGIN + found[3], code, count=1)
    if count != 1:
        raise RuntimeError("utils/state.js has no getBackendURL to replace; look at the new Reflex version")
    return changed


def _add(code: str, place: str, addition: str, missing: str) -> str:
    if place + addition in code:
        return code
    changed = code.replace(place, place + addition, 1)
    if changed == code:
        raise RuntimeError(f"{missing}; look at the new Reflex version")
    return changed


def gather_icons(code: str) -> str:
    """Put icons that many pages share into one file: alone each is smaller than the headers of its answer.

    Raises:
        RuntimeError: the bundler's configuration no longer has the place this adds to.
    """
    return _add(code, _GROUPS, _ICONS, "vite.config.js has no groups to add to")


def keep_scheme(code: str) -> str:
    """Leave the root element alone where it has its colour scheme already: touching it restyles the whole page.

    Raises:
        RuntimeError: Reflex's theme no longer has the line this adds to.
    """
    return _add(code, _SCHEME, _SCHEME_KEPT, "utils/react-theme.js has no root to look at")


def make_elements_plainly(code: str) -> str:
    """Give every import of emotion the few lines in `ELEMENT` instead.

    Raises:
        RuntimeError: the bundler's configuration no longer has the place this adds to.
    """
    return _add(code, _ALIASES, _ELEMENT_ALIAS, "vite.config.js has no aliases to add to")


def pass_on(code: str) -> str:
    """Let the development server pass on to the app what is no page, so that it too has one address for everything.

    Raises:
        RuntimeError: the bundler's configuration no longer has the place this adds to.
    """
    return _add(code, _SERVER, _PROXY, "vite.config.js has no server to add to")


class OneBuild(Plugin):
    """Lets one build serve any host, port and reverse proxy (Reflex bakes the port into it), with less and fewer files."""

    def pre_compile(self, **context: Any) -> None:
        """Patch the client and the bundler's configuration before they are used."""
        context["add_modify_task"]("vite.config.js", gather_icons)
        context["add_modify_task"]("vite.config.js", make_elements_plainly)
        context["add_modify_task"]("utils/react-theme.js", keep_scheme)
        context["add_save_task"](lambda: (_ELEMENT_PATH, ELEMENT))
        context["add_modify_task"]("vite.config.js", pass_on)
        context["add_modify_task"]("utils/state.js", serve_anywhere)
