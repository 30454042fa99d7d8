"""Where the link at the end of a mail about unread messages leads."""
