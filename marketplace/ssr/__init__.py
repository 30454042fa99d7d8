"""Server rendering: pages with their data, metadata, structured data and status code (see docs/ssr.md).

Reflex compiles pages without their data. This package renders them with it, and the app in the browser takes over that markup.
"""

from marketplace.ssr.app import make_ssr, redirect_to_canonical
