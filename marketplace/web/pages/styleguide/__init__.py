"""Every token and component in every state; in development only."""
