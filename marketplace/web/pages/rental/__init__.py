"""The page of a rental."""
