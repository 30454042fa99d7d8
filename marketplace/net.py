"""The client's network address behind a known number of proxies."""


def client_address(peer: str, forwarded_for: str, hops: int) -> str:
    """The address that made the request.

    Args:
        peer: who is connected to this process.
        forwarded_for: the X-Forwarded-For header, which only trusted proxies may extend.
        hops: how many reverse proxies stand in front; 0 ignores the header, which anyone can send.
    """
    if hops <= 0:
        return peer
    chain = [part.strip() for part in forwarded_for.split(",") if part.strip()]
    return chain[-hops] if len(chain) >= hops else peer
