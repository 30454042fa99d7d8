"""Posting an ad, and changing one."""
