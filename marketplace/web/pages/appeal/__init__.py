"""The page where a suspended person appeals."""
