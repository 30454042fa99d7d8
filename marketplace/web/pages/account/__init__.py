"""The page with everything that an account has."""
