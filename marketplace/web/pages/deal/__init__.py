"""The page of a deal."""
