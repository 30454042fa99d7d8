"""JSON API: a FastAPI app over the domain functions, with one response envelope."""
