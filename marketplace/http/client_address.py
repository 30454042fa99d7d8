"""The client's network address, behind a configured number of reverse proxies."""

import ipaddress
from collections.abc import Iterable


def client_address(peer: str, forwarded_for: Iterable[str], hops: int) -> str:
    """Return the address of the client that sent the request.

    Args:
        peer: address of the connection to this process.
        forwarded_for: the lines of X-Forwarded-For in their order. Several lines are one list (RFC 9110, 5.3), because a proxy
            may add its entry as a separate line.
        hops: number of trusted reverse proxies, and so of trusted entries at the end of the list. 0 ignores the header, which
            any client can send.
    """
    if hops <= 0:
        return peer
    chain = [part.strip() for part in ",".join(forwarded_for).split(",") if part.strip()]
    return chain[-hops] if len(chain) >= hops else peer


def address_key(address: str) -> str:
    """Return the key of an address for rate limits: an IPv4 address itself, the /64 network of an IPv6 address.

    A subscriber has at least 2**64 IPv6 addresses (RFC 6177), so a limit for a single one would have no effect.
    """
    try:
        parsed = ipaddress.ip_address(address)
    except ValueError:
        return address[:100]
    if isinstance(parsed, ipaddress.IPv4Address):
        return str(parsed)
    if parsed.ipv4_mapped is not None:
        return str(parsed.ipv4_mapped)
    return str(ipaddress.IPv6Network((int(parsed) >> 64 << 64, 64)))
