"""The static pages: about, terms, privacy, safety tips and contact."""
