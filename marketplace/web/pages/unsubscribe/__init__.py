"""The pages of the unsubscribe links in mails."""
