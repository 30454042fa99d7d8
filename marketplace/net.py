"""The client's network address behind a known number of proxies."""

from collections.abc import Iterable


def client_address(peer: str, forwarded_for: Iterable[str], hops: int) -> str:
    """The address that made the request.

    Args:
        peer: who is connected to this process.
        forwarded_for: the lines of X-Forwarded-For as they came; several are one list (RFC 9110, 5.3), for a proxy may add
            its word as a line of its own. Only what trusted proxies added counts.
        hops: how many reverse proxies stand in front; 0 ignores the header, which anyone can send.
    """
    if hops <= 0:
        return peer
    chain = [part.strip() for part in ",".join(forwarded_for).split(",") if part.strip()]
    return chain[-hops] if len(chain) >= hops else peer
