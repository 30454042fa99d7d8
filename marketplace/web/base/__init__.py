"""Base classes of the States, thread pools and error handling."""
