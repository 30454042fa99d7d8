"""Ads that wait for a decision."""
