"""The grievance page."""
