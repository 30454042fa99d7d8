"""Speeds up the first paint of compiled pages: preloads the font and defers loading and hydrating the app.

Hydration matches elements by URL and order, so this module only changes attributes and adds elements.
"""

import json
import posixpath
import re
from collections.abc import Callable

from marketplace.core import tracking

_STYLESHEET = re.compile(r'<link\b(?=[^>]*\brel="stylesheet")(?=[^>]*\bhref="(?P<path>/[^"]+)")[^>]*>')
# Preload fonts with font-display: swap, so that the swap happens early.
_SWAP_FONT_FACE = re.compile(r"@font-face\s*\{[^}]*?\bfont-display:\s*swap\b[^}]*\}")
_FONT_URL = re.compile(r"url\([\"']?(/[^\"')]+\.woff2)[\"']?\)")
_MODULE_PRELOAD_REL = re.compile(r'(<link\b[^>]*\brel=)"modulepreload"')
_MODULE_SCRIPT = re.compile(r'(<script\b(?![^>]*\bsrc=)[^>]*\btype=)"module"([^>]*)')
_ASYNC = re.compile(r'\s+async(?:="")?')
_MODULE_PRELOAD = re.compile(r'<link\b(?=[^>]*\brel="modulepreload")[^>]*\bhref="(?P<path>/[^"]+)"')
_DYNAMIC_IMPORT = re.compile(r'\bimport\("(/[^"]+)"\)')
_IMPORT = re.compile(r'(?:\bfrom|\bimport)\s*"(\.{1,2}/[^"]+)"')

# A valid media type that browsers don't execute.
_DEFERRED = "application/x-deferred-module"

# Loads the app after the largest visible image has been painted, or after 2 s. Background tabs paint nothing, so there it
# loads at once. Each module runs in a task of its own, to keep the page responsive.
# Until hydration ends, no handler receives events. Afterwards the last click on a button, choices in selects, and submits of forms
# without an action are repeated; the browser would submit these forms with the fields in the URL.
# What tracks visitors leaves the address before the app reads it, since the server made the page without.
_LOADER = """(() => {
  const query = location.search.slice(1);
  const kept = query.split("&").filter((part) => !new RegExp(TRACKING, "i").test(part)).join("&");
  if (kept !== query) history.replaceState(history.state, "", location.pathname + (kept && `?${kept}`) + location.hash);
  // React marks elements during hydration, and handles no event before it has hydrated the whole page.
  const isHydrated = (element) =>
    "live" in document.documentElement.dataset && Object.keys(element).some((name) => name.startsWith("__reactProps"));
  let press = null;
  const choices = new Map();
  const onClick = ({ target }) => {
    // Shown as pressed by the same style as afterwards.
    const link = target.closest('a[href]:not([download],[target],[href^="#"])');
    if (link) link.dataset.pressed = "";
    const button = target.closest("button");
    if (!button || isHydrated(button) || (button.type === "submit" && button.form)) return;
    // The browser itself opens popovers; a second press would close them.
    if (button.popoverTargetElement) return;
    button.dataset.pressed = "";
    press = { element: button, repeat: () => button.click() };
  };
  const onChange = ({ target }) => {
    if (target.tagName === "SELECT" && !isHydrated(target)) choices.set(target, target.value);
  };
  const onSubmit = (event) => {
    const form = event.target;
    if (isHydrated(form) || form.hasAttribute("action")) return;
    event.preventDefault();
    press = { element: form, repeat: () => form.requestSubmit() };
  };
  const listeners = { click: onClick, change: onChange, submit: onSubmit };
  for (const [name, listener] of Object.entries(listeners)) document.addEventListener(name, listener, true);
  const stop = () => {
    clearInterval(timer);
    for (const [name, listener] of Object.entries(listeners)) document.removeEventListener(name, listener, true);
  };
  const timer = setInterval(() => {
    for (const [select, value] of choices) {
      if (!isHydrated(select)) continue;
      choices.delete(select);
      select.value = value;
      select.dispatchEvent(new Event("change", { bubbles: true }));
    }
    if (press && isHydrated(press.element)) {
      const { repeat } = press;
      press = null;
      repeat();
    }
    if ("live" in document.documentElement.dataset && !press && !choices.size) stop();
  }, 50);
  setTimeout(stop, 20000);
  const load = async () => {
    const links = [...document.querySelectorAll('link[rel="deferred"]')];
    for (const link of links) link.rel = "modulepreload";
    for (const number of ORDER) {
      await import(links[number].href).catch(() => {});
      // Background tabs throttle timers to one a second.
      if (!document.hidden) await new Promise((next) => setTimeout(next));
    }
    for (const deferred of document.querySelectorAll('script[type="application/x-deferred-module"]')) {
      const script = document.createElement("script");
      script.type = "module";
      script.textContent = deferred.textContent;
      document.head.append(script);
    }
  };
  if (document.hidden) return load();
  const image = document.querySelector('img[fetchpriority="high"]');
  const timeout = new Promise((resolve) => setTimeout(resolve, 2000));
  const painted = image ? Promise.race([image.decode().catch(() => {}), timeout]) : Promise.resolve();
  painted.then(() => requestAnimationFrame(() => setTimeout(load)));
})();"""


def defer_hydration(html: str, read_file: Callable[[str], str]) -> str:
    """Preload the fonts of a compiled page and defer its scripts; `read_file` returns a build file by its URL path, or nothing."""
    html = _STYLESHEET.sub(lambda link: _font_preloads(read_file(link["path"])) + link[0], html)
    html, modules = _MODULE_SCRIPT.subn(_defer_script, html)
    if not modules:
        return html
    files = [link["path"] for link in _MODULE_PRELOAD.finditer(html)]
    order = [files.index(path) for path in _import_order(files, _DYNAMIC_IMPORT.findall(html), read_file)]
    html = _MODULE_PRELOAD_REL.sub(r'\1"deferred"', html)
    loader = _shorten(_LOADER).replace("ORDER", json.dumps(order, separators=(",", ":")))
    loader = loader.replace("TRACKING", json.dumps(tracking.PARAMETER))
    return html.replace("</body>", f"<script>{loader}</script></body>", 1)


def _shorten(script: str) -> str:
    """Remove indentation and lines with nothing but a comment."""
    lines = (line.strip() for line in script.splitlines())
    return "\n".join(line for line in lines if line and not line.startswith("//"))


def _defer_script(script: re.Match[str]) -> str:
    # A script that is not executed must not say `async`.
    return _ASYNC.sub("", f'{script[1]}"{_DEFERRED}"{script[2]}')


def _import_order(files: list[str], entry_modules: list[str], read_file: Callable[[str], str]) -> list[str]:
    """Sort modules so that imports come first; leaves out entry modules, which start the app when they run."""
    ordered: dict[str, None] = {}
    visited: set[str] = set(entry_modules)

    def visit(path: str) -> None:
        if path in ordered or path in visited or path not in files:
            return
        visited.add(path)
        for name in _IMPORT.findall(read_file(path)):
            visit(posixpath.normpath(posixpath.join(posixpath.dirname(path), name)))
        ordered[path] = None

    for path in files:
        visit(path)
    return list(ordered)


def _font_preloads(css: str) -> str:
    return "".join(
        f'<link rel="preload" as="font" type="font/woff2" href="{path}" crossorigin/>'
        for face in _SWAP_FONT_FACE.findall(css)
        for path in _FONT_URL.findall(face)
    )
