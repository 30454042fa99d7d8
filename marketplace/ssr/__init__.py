"""Server-rendered pages: HTML with metadata, structured data and first content for crawlers and first paint.

Reflex compiles pages without their data. This transport serves each compiled page with the title, description,
structured data and content of its URL and with the correct status code; the app then replaces the content.
"""

from marketplace.ssr.app import make_ssr

__all__ = ["make_ssr"]
