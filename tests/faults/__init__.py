"""Fault injection with real services and processes."""
