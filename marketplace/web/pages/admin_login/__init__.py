"""Where administrators sign in."""
