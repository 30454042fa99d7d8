"""The page with what buyers look for, for sellers."""
