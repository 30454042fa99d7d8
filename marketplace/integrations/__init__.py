"""External services, each behind a small interface with a networked and an embedded implementation."""
