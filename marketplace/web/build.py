"""What the front end's build needs beside Reflex's defaults."""

import re
from typing import Any

from reflex.plugins import Plugin

# Components name their own packages; these are used by the stylesheet.
PACKAGES = ["@fontsource-variable/figtree@5.3.0"]

_BODY = re.compile(r"(export const getBackendURL = \(url_str\) => \{)(.*?)(\n\};)", re.DOTALL)

_GROUPS = "groups: ["
_ICONS = """
            {
              test: /lucide-react/,
              name: "icons",
              minShareCount: 4,
            },"""

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


def gather_icons(code: str) -> str:
    """Put icons that many pages share into one file: alone each is smaller than the headers of its answer.

    Raises:
        RuntimeError: the bundler's configuration no longer has the place this adds to.
    """
    if _ICONS in code:
        return code
    changed = code.replace(_GROUPS, _GROUPS + _ICONS, 1)
    if changed == code:
        raise RuntimeError("vite.config.js has no groups to add to; look at the new Reflex version")
    return changed


class OneBuild(Plugin):
    """Lets one build serve any host, port and reverse proxy (Reflex bakes the port into it), in fewer files."""

    def pre_compile(self, **context: Any) -> None:
        """Patch the client and the bundler's configuration before they are used."""
        context["add_modify_task"]("vite.config.js", gather_icons)
        # The development server has a port of its own, which only Reflex's own lookup finds.
        from reflex.utils.exec import is_prod_mode

        if is_prod_mode():
            context["add_modify_task"]("utils/state.js", serve_anywhere)
