"""The page with the reviews of a rental."""
