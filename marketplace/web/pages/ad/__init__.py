"""One ad."""
