"""Texts of links in mails."""

BAD_LINK = "This link is no longer valid."
