"""The admin page with grievances."""
