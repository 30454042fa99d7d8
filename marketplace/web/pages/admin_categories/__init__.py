"""The editor of categories."""
