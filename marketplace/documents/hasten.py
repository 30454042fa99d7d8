"""Lets a compiled page show itself after one answer from the server, instead of after its stylesheet and scripts.

React finds its own elements in the head by their address, so they stay there; attributes may be added to them.
"""

import re
from collections.abc import Callable

_STYLE_PRELOAD = re.compile(r'<link\b(?=[^>]*\bas="style")(?=[^>]*\brel="preload")[^>]*>')
_STYLESHEET = re.compile(r'<link\b(?=[^>]*\brel="stylesheet")(?=[^>]*\bhref="(?P<path>/[^"]+)")[^>]*?(?P<end>/?>)')
_FONT = re.compile(r"url\([\"']?(/[^\"')]+\.woff2)[\"']?\)")
_SCRIPT_PRELOAD = re.compile(r'<link rel="modulepreload"')


def hasten(head: str, read: Callable[[str], str]) -> str:
    """The head with its stylesheets written out, and the scripts it names behind what the eye needs.

    Args:
        read: the text of a file of the build by its address, empty where there is none.
    """
    head = _STYLE_PRELOAD.sub("", head)
    head = _SCRIPT_PRELOAD.sub('<link fetchpriority="low" rel="modulepreload"', head)
    return _STYLESHEET.sub(lambda link: _written_out(link, read(link["path"])), head)


def _written_out(link: re.Match[str], css: str) -> str:
    if not css or "</" in css:
        return link[0]
    fonts = "".join(
        f'<link rel="preload" as="font" type="font/woff2" href="{path}" crossorigin/>' for path in _FONT.findall(css)
    )
    # The link that React looks for stays, for print, so that nothing waits for it.
    return fonts + f"<style>{css}</style>" + link[0].removesuffix(link["end"]) + ' media="print"' + link["end"]
