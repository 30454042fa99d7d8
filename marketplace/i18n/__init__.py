"""Texts and their translations."""
