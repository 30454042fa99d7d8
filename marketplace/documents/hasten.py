"""Lets a compiled page show itself after one answer from the server; the app's scripts come after what is seen.

React finds its own elements by their addresses and their order, so they all stay in place; attributes may change.
"""

import re
from collections.abc import Callable

_STYLE_PRELOAD = re.compile(r'<link\b(?=[^>]*\bas="style")(?=[^>]*\brel="preload")[^>]*>')
_STYLESHEET = re.compile(r'<link\b(?=[^>]*\brel="stylesheet")(?=[^>]*\bhref="(?P<path>/[^"]+)")[^>]*?(?P<end>/?>)')
_FONT = re.compile(r"url\([\"']?(/[^\"')]+\.woff2)[\"']?\)")
_SCRIPT_PRELOAD = re.compile(r'(<link\b[^>]*\brel=)"modulepreload"')
_MODULE = re.compile(r'(<script\b(?![^>]*\bsrc=)[^>]*\btype=)"module"')

# Starts the app once the largest photo in sight is there (or 2 s have passed) and has been painted. Where nobody
# looks nothing is painted, so a tab in the background starts at once.
_START = """(() => {
  const start = () => {
    for (const link of document.querySelectorAll('link[rel="later"]')) link.rel = "modulepreload";
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
    html = _SCRIPT_PRELOAD.sub(r'\1"later"', html)
    return html.replace("</body>", f"<script>{_START}</script></body>", 1)


def _written_out(link: re.Match[str], css: str) -> str:
    if not css or "</" in css:
        return link[0]
    fonts = "".join(
        f'<link rel="preload" as="font" type="font/woff2" href="{path}" crossorigin/>' for path in _FONT.findall(css)
    )
    # The link that React looks for stays, for print, so that nothing waits for it.
    return fonts + f"<style>{css}</style>" + link[0].removesuffix(link["end"]) + ' media="print"' + link["end"]
