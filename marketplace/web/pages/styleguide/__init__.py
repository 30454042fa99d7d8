"""The style guide: every token and component, in development only."""
