"""What crawlers read, and what a person sees before the app has started.

Reflex compiles pages without their data. This door serves each compiled page with the title, description, structured
data and first content of what its address names, with true statuses, and gives way to the app without a jump.
"""

from marketplace.documents.app import make_documents

__all__ = ["make_documents"]
