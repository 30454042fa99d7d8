"""Building blocks of every page. Pure functions: what they show comes in as arguments."""
