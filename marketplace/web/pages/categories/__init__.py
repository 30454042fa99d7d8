"""All categories."""
