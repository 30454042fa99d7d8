"""A person's own profile: sellers' Profile Settings, and the same for buyers."""
