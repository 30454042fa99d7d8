"""Cleaning of typed text before it is stored."""


def clean(text: str) -> str:
    """Strip the text, and remove NUL characters and lone surrogates, which databases reject."""
    return text.replace("\x00", "").encode("utf-8", "ignore").decode().strip()
