"""A new password for a forgotten one."""
