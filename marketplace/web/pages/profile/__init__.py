"""The profile pages of sellers and buyers."""
