"""Where the newsletter's mails lead."""
