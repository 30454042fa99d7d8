"""Patches of the files that Reflex generates for the front-end build. Written for Reflex 0.10.1."""

import json
import re
import shutil
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from reflex import constants
from reflex.plugins import Plugin
from reflex.utils.exec import should_prerender_routes
from reflex.utils.prerequisites import get_web_dir

from marketplace.web.components.icon import SPRITE, SPRITE_URL

# npm packages that the stylesheet needs; components name their own.
PACKAGES = ["@fontsource-variable/figtree@5.3.0"]
_LOCKED = Path(__file__).parents[3] / "reflex.lock" / "package.json"

_BODY = re.compile(r"(export const getBackendURL = \(url_str\) => \{)(.*?)(\n\};)", re.DOTALL)

_SERVER = "    port: process.env.PORT,"
# The URL of the app beside the development server.
_PROXY = """
    proxy: {
      "^/(api|media|_event|_upload|ping|sw\\\\.js|offline|manifest\\\\.webmanifest)": {
        target: process.env.REFLEX_API_URL,
        ws: true,
      },
    },"""

_CONNECT = """  document.addEventListener("visibilitychange", checkVisibility);
  socket.current.connect();
"""
# The toasts set `data-live` when the page is hydrated.
_CONNECT_LATER = """  document.addEventListener("visibilitychange", checkVisibility);
  if ("live" in document.documentElement.dataset) {
    socket.current.connect();
    return;
  }
  const observer = new MutationObserver(() => {
    observer.disconnect();
    socket.current?.connect();
  });
  observer.observe(document.documentElement, { attributeFilter: ["data-live"] });
"""

_SCHEME = "    const root = window.document.documentElement;\n"
_SCHEME_KEPT = """    if (root.classList.contains(resolvedTheme) && root.style.colorScheme === resolvedTheme) return;
"""

# Reflex renders elements with emotion, but no page needs its runtime style sheets: `css` only ever has a few plain
# properties, which the element's `style` can have too, with a tenth of the code.
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

_PRERENDER = '"prerender": true'
_STATES = "export const initialStateHashes ="
# The values that the server rendered the page with, so that the first render in the browser is the same (see `ssr`).
_SERVER_STATES = """const pageState = typeof document === "undefined" ? null : document.getElementById("page-state");
const serverVars = Object.entries(pageState ? JSON.parse(pageState.textContent) : {});
for (const [name, vars] of serverVars) {
  if (name in initialState) initialState[name] = { ...initialState[name], ...vars };
}
registerApp({ serverVars });
"""

_DELTA = """    const delta = withoutUnknownSubstates(update.delta);
"""
_DELTA_KEPT = """    keepServerVars(delta);
"""
_ADD_EVENTS = """    const _events = normalizeEvents(events);
"""
# `submit_guard.jsx` asks whether a press has events.
_TELL_EVENTS = """    window.dispatchEvent(new Event("marketplace:events"));
"""
_PROCESS_EVENT = "/**\n * Process an event off the event queue.\n"
# The first update is the whole State of the tab. If the tab showed another page before, the page's HTML is newer.
_KEEP_SERVER_VARS = """const keepServerVars = (delta) => {
  for (const [name, vars] of app.serverVars) {
    for (const key of Object.keys(vars)) delete delta?.[name]?.[key];
  }
  app.serverVars = [];
};

"""

# The backend has the origin of the page, whatever host, port or proxy that is.
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


def use_page_origin(code: str) -> str:
    """Make the compiled client connect to the origin of the page.

    Raises:
        RuntimeError: Reflex's client no longer has the function to replace.
    """
    changed, count = _BODY.subn(lambda found: found[1] + _SAME_ORIGIN + found[3], code, count=1)
    if count != 1:
        raise RuntimeError("utils/state.js has no getBackendURL to replace; look at the new Reflex version")
    return changed


def _insert_after(code: str, place: str, addition: str, missing: str) -> str:
    if place + addition in code:
        return code
    changed = code.replace(place, place + addition, 1)
    if changed == code:
        raise RuntimeError(f"{missing}; look at the new Reflex version")
    return changed


def skip_unchanged_scheme(code: str) -> str:
    """Skip setting an unchanged color scheme on the root element, because that restyles the whole page.

    Raises:
        RuntimeError: Reflex's theme no longer has the text to extend.
    """
    return _insert_after(code, _SCHEME, _SCHEME_KEPT, "utils/react-theme.js has no root to look at")


def replace_emotion(code: str) -> str:
    """Replace every import of emotion by the code in `ELEMENT`.

    Raises:
        RuntimeError: the bundler's configuration no longer has the text to extend.
    """
    return _insert_after(code, _ALIASES, _ELEMENT_ALIAS, "vite.config.js has no aliases to add to")


def connect_after_hydration(code: str) -> str:
    """Connect to the server only after React has hydrated the page.

    An update that arrives earlier makes React hydrate the rest of the page in one task, which blocks a phone for long.

    Raises:
        RuntimeError: Reflex's client no longer has the call to replace.
    """
    if _CONNECT_LATER in code:
        return code
    changed = code.replace(_CONNECT, _CONNECT_LATER, 1)
    if changed == code:
        raise RuntimeError("utils/state.js has no call of connect to replace; look at the new Reflex version")
    return changed


def add_dev_proxy(code: str) -> str:
    """Make the development server proxy API, media and websocket requests, so that it also has a single origin.

    Raises:
        RuntimeError: the bundler's configuration no longer has the text to extend.
    """
    return _insert_after(code, _SERVER, _PROXY, "vite.config.js has no server to add to")


def use_server_states(code: str) -> str:
    """Begin with the values that the server rendered the page with.

    Raises:
        RuntimeError: the compiled States no longer have the text to extend.
    """
    if _SERVER_STATES in code:
        return code
    changed = code.replace(_STATES, _SERVER_STATES + _STATES, 1)
    if changed == code:
        raise RuntimeError("utils/context.jsx has no initial States to extend; look at the new Reflex version")
    return changed


def keep_server_vars(code: str) -> str:
    """Keep the values that the server rendered the page with until the page's `on_load` has run.

    The State of a tab still has the values of the page before; showing them would make the page blink.

    Raises:
        RuntimeError: Reflex's client no longer has the text to extend.
    """
    missing = "utils/state.js has no updates to change"
    if _KEEP_SERVER_VARS in code:
        return code
    changed = code.replace(_PROCESS_EVENT, _KEEP_SERVER_VARS + _PROCESS_EVENT, 1)
    if changed == code:
        raise RuntimeError(f"{missing}; look at the new Reflex version")
    return _insert_after(changed, _DELTA, _DELTA_KEPT, missing)


def tell_events(code: str) -> str:
    """Make the client dispatch `marketplace:events` when a component or the page adds events.

    Raises:
        RuntimeError: Reflex's client no longer has the text to extend.
    """
    return _insert_after(code, _ADD_EVENTS, _TELL_EVENTS, "utils/state.js has no events to add")


def sample_path(route: str) -> str:
    """Return a path of a route: parameters become `_`."""
    return "/" + re.sub(r"\[\w+\]", "_", route.strip("/").removesuffix("index"))


def prerender_all(code: str, routes: Iterable[str]) -> str:
    """Also prerender the routes with parameters, and the page for unknown URLs.

    Raises:
        RuntimeError: the router's configuration no longer has the text to replace.
    """
    if _PRERENDER not in code:
        raise RuntimeError("react-router.config.js has no prerender to replace; look at the new Reflex version")
    return code.replace(_PRERENDER, f'"prerender": {json.dumps(sorted(map(sample_path, routes)))}', 1)


def list_packages(page: str) -> list[str]:
    """Return the npm packages to install besides those that compiled components name.

    Args:
        page: the folder that is compiled alone. Packages of other pages are then kept, so that `reflex.lock` stays as it is.
    """
    if not page:
        return PACKAGES
    locked = json.loads(_LOCKED.read_text(encoding="utf-8"))["dependencies"]
    return [f"{name}@{version.lstrip('^~')}" for name, version in locked.items()]


class PortableBuild(Plugin):
    """Makes one build work on any host, port and proxy (Reflex compiles the port in), with fewer and smaller files."""

    def pre_compile(self, **context: Any) -> None:
        """Register the patches and the additional files."""
        # Reflex copies these files once; earlier patches may be in them.
        for name in ("utils/state.js", "utils/react-theme.js"):
            shutil.copy(Path(constants.Templates.Dirs.WEB_TEMPLATE, name), get_web_dir() / name)
        context["add_modify_task"]("vite.config.js", replace_emotion)
        context["add_modify_task"]("utils/react-theme.js", skip_unchanged_scheme)
        context["add_save_task"](lambda: (_ELEMENT_PATH, ELEMENT))
        context["add_save_task"](lambda: (f"public{SPRITE_URL}", SPRITE))
        context["add_modify_task"]("vite.config.js", add_dev_proxy)
        context["add_modify_task"]("utils/state.js", use_page_origin)
        context["add_modify_task"]("utils/state.js", connect_after_hydration)
        context["add_modify_task"]("utils/state.js", keep_server_vars)
        context["add_modify_task"]("utils/state.js", tell_events)
        context["add_modify_task"]("utils/context.jsx", use_server_states)
        # `dev` prerenders nothing: Vite compiles a page when it is opened.
        if should_prerender_routes():
            routes = [page.route for page in context["unevaluated_pages"]]
            context["add_modify_task"]("react-router.config.js", lambda code: prerender_all(code, routes))
