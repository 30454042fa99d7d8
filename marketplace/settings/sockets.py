"""Limits of websockets, of the page events they transport, and of the log lines these events cause."""

from pydantic import BaseModel, Field

from marketplace.settings.validators import RateLimit


class SocketSettings(BaseModel):
    """Limits of websockets and page events. Each worker counts separately; an IPv6 address counts as its /64 network."""

    event_max_bytes: int = Field(64 * 1024, description="size of one page event, unless its handler allows more")
    sockets_per_address: int = Field(100, description="open websockets of one address, in each worker")
    # Rate limits in the notation of the package `limits`. Above the first two, the server delays reading from the socket; an
    # event counts once for every 4 KiB.
    limit_events_socket: RateLimit = "150 per 10 seconds"
    limit_events_address: RateLimit = "1500 per 10 seconds"
    limit_log_socket: RateLimit = "30 per minute"
    limit_log_address: RateLimit = "120 per minute"
