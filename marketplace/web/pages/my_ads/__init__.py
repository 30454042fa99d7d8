"""The page with the seller's ads."""
