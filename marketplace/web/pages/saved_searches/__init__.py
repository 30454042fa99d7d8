"""The page with saved searches."""
