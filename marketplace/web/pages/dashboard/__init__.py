"""The seller's dashboard."""
