"""The outside world, each part behind a small interface with a real and an embedded implementation."""
