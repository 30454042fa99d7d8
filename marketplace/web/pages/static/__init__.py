"""About, terms, privacy, safety tips, contact."""
