"""Everybody's accounts."""
