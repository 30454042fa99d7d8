"""Searches that are kept, and how often their mails come."""
