"""The public page of a seller."""
