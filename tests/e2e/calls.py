"""HTTP calls to a test server, with retries for busy machines."""

from functools import partial

import httpx

from tests.servers import TLS

_TIMEOUT_S = 60

get = partial(httpx.get, timeout=_TIMEOUT_S, verify=TLS)
post = partial(httpx.post, timeout=_TIMEOUT_S, verify=TLS)
request = partial(httpx.request, timeout=_TIMEOUT_S, verify=TLS)
