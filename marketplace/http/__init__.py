"""HTTP middleware and request handling shared by the transports (web pages, API, server-side rendering)."""
