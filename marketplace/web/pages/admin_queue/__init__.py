"""The moderation queue."""
