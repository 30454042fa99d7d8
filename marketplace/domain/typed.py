"""What people typed, made fit to store."""


def clean(text: str) -> str:
    """The text without blanks around it, and without NUL characters and lone surrogates, which databases refuse."""
    return text.replace("\x00", "").encode("utf-8", "ignore").decode().strip()
