"""Engine, sessions and what differs between SQLite and PostgreSQL."""
