"""The page with all categories."""
