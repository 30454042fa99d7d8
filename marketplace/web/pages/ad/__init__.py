"""The page of an ad."""
