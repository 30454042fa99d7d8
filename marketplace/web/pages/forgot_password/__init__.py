"""The page that resets a forgotten password."""
