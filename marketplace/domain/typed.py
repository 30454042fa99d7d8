"""What people typed, made fit to store."""


def clean(text: str) -> str:
    """The text without blanks around it, and without NUL characters, which PostgreSQL refuses."""
    return text.replace("\x00", "").strip()
