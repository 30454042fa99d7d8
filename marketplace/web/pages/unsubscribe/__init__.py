"""No more mails: of one saved search, about saved ads, or about unread messages."""
