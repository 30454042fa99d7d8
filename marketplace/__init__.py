"""A classified-ads marketplace: one core, three doors (API, documents, web)."""

__version__ = "0.1.0"
