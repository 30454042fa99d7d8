"""An administrator's own safety."""
