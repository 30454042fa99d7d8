"""Lets a compiled page show itself after one answer from the server; the app's scripts come after what is seen.

React finds its own elements by their addresses and their order, so they all stay in place; attributes may change.
"""

import json
import posixpath
import re
from collections.abc import Callable

_STYLE_PRELOAD = re.compile(r'<link\b(?=[^>]*\bas="style")(?=[^>]*\brel="preload")[^>]*>')
_STYLESHEET = re.compile(r'<link\b(?=[^>]*\brel="stylesheet")(?=[^>]*\bhref="(?P<path>/[^"]+)")[^>]*?(?P<end>/?>)')
# Faces that are shown as soon as they come (font-display: swap) are asked for ahead.
_FACE = re.compile(r"@font-face\s*\{[^}]*?\bfont-display:\s*swap\b[^}]*\}")
_FONT = re.compile(r"url\([\"']?(/[^\"')]+\.woff2)[\"']?\)")
_SCRIPT_PRELOAD = re.compile(r'(<link\b[^>]*\brel=)"modulepreload"')
_MODULE = re.compile(r'(<script\b(?![^>]*\bsrc=)[^>]*\btype=)"module"')
_PRELOADED = re.compile(r'<link\b(?=[^>]*\brel="modulepreload")[^>]*\bhref="(?P<path>/[^"]+)"')
_STARTER = re.compile(r'\bimport\("(/[^"]+)"\)')
_IMPORT = re.compile(r'(?:\bfrom|\bimport)\s*"(\.{1,2}/[^"]+)"')

# Starts the app once the largest photo in sight is there (or 2 s have passed) and has been painted. Where nobody
# looks nothing is painted, so a tab in the background starts at once.
# Each of its files is run in a turn of its own, so that what a person does meanwhile is answered in between.
# A button pressed before the app lives is pressed again once it does, and a form that only the app can send is sent
# then, rather than by the browser, which would put what was typed into the address.
_START = """(() => {
  // React marks its elements while it takes a page over, and hears nothing before it has the whole of it.
  const lives = (part) =>
    "live" in document.documentElement.dataset && Object.keys(part).some((name) => name.startsWith("__reactProps"));
  const name = (button) => button.getAttribute("aria-label") || button.textContent.trim();
  let pressed = "";
  const again = () => {
    const all = [...document.querySelectorAll("button")];
    const button = all.find((each) => lives(each) && name(each) === pressed && each.getClientRects().length);
    if (!button) return;
    stop();
    button.click();
  };
  const note = (event) => {
    const button = event.target.closest("button");
    if (!button || lives(button) || (button.type === "submit" && button.form)) return;
    pressed = name(button);
  };
  document.addEventListener("click", note, true);
  const fields = (form) => [...form.elements].map((field) => `${field.type} ${field.name}`).join();
  const hold = (event) => {
    const early = event.target;
    if (lives(early) || early.hasAttribute("action")) return;
    event.preventDefault();
    const typed = [...new FormData(early)];
    // The first paint stays while somebody types in it.
    document.activeElement.blur();
    const waiting = setInterval(() => {
      const form = [...document.forms].find((each) => lives(each) && fields(each) === fields(early));
      if (!form) return;
      clearInterval(waiting);
      if (form !== early) for (const [field, value] of typed) form.elements[field].value = value;
      form.requestSubmit();
    }, 50);
  };
  document.addEventListener("submit", hold, true);
  const timer = setInterval(() => pressed && again(), 50);
  const stop = () => {
    clearInterval(timer);
    document.removeEventListener("click", note, true);
  };
  setTimeout(stop, 20000);
  const start = async () => {
    for (const link of document.querySelectorAll('link[rel="later"]')) link.rel = "modulepreload";
    for (const link of document.querySelectorAll('link[rel="stylesheet"][disabled]')) link.disabled = false;
    for (const file of FILES) {
      await import(file).catch(() => {});
      // Where nobody looks, timers come once a second.
      if (!document.hidden) await new Promise((next) => setTimeout(next));
    }
    for (const later of document.querySelectorAll('script[type="later"]')) {
      const script = document.createElement("script");
      script.type = "module";
      script.textContent = later.textContent;
      document.head.append(script);
    }
  };
  if (document.hidden) return start();
  const photo = document.querySelector('img[fetchpriority="high"]');
  const patience = new Promise((enough) => setTimeout(enough, 2000));
  const seen = photo ? Promise.race([photo.decode().catch(() => {}), patience]) : Promise.resolve();
  seen.then(() => requestAnimationFrame(() => setTimeout(start)));
})();"""


def hasten(html: str, read: Callable[[str], str]) -> str:
    """The page with its stylesheets written out and its scripts put off.

    Args:
        read: the text of a file of the build by its address, empty where there is none.
    """
    html = _STYLE_PRELOAD.sub("", html)
    html = _STYLESHEET.sub(lambda link: _written_out(link, read(link["path"])), html)
    html, modules = _MODULE.subn(r'\1"later"', html)
    if not modules:
        return html
    files = _in_turns([link["path"] for link in _PRELOADED.finditer(html)], _STARTER.findall(html), read)
    html = _SCRIPT_PRELOAD.sub(r'\1"later"', html)
    start = _START.replace("FILES", json.dumps(files).replace("</", "<\\/"))
    return html.replace("</body>", f"<script>{start}</script></body>", 1)


def _in_turns(files: list[str], starters: list[str], read: Callable[[str], str]) -> list[str]:
    """The files, each after those that it imports; without the ones that start the app as soon as they are run."""
    ordered: dict[str, None] = {}
    waiting: set[str] = set(starters)

    def visit(path: str) -> None:
        if path in ordered or path in waiting or path not in files:
            return
        waiting.add(path)
        for name in _IMPORT.findall(read(path)):
            visit(posixpath.normpath(posixpath.join(posixpath.dirname(path), name)))
        ordered[path] = None

    for path in files:
        visit(path)
    return list(ordered)


def _written_out(link: re.Match[str], css: str) -> str:
    if not css or "</" in css:
        return link[0]
    fonts = "".join(
        f'<link rel="preload" as="font" type="font/woff2" href="{path}" crossorigin/>'
        for face in _FACE.findall(css)
        for path in _FONT.findall(face)
    )
    # The link that React looks for stays, for print and only once the app starts, so that nothing waits for it.
    later = link[0].removesuffix(link["end"]) + ' media="print" disabled=""' + link["end"]
    return fonts + f"<style>{css}</style>" + later
