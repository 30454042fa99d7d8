"""The page with what a buyer looks for."""
