"""The admin overview."""
