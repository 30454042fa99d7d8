"""The pages of the links in mails."""
