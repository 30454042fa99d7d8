"""Components with a State of their own, for use on any page."""
