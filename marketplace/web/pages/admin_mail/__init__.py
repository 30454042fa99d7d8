"""Mail that could not be delivered."""
