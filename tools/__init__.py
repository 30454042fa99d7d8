"""Tools for contributors; the package does not need them."""
