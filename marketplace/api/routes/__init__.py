"""API routes, one module per resource; each defines `router`."""
