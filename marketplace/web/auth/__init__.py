"""Signing in and registering, from wherever one is."""
