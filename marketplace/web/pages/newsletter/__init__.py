"""The pages of the newsletter links in mails."""
