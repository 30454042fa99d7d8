"""Enquiries, as sellers and buyers see theirs."""
