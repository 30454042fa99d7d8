"""The page that shows ads side by side."""
