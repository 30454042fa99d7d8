"""HTTP calls to a test server, with retries for busy machines."""

from functools import partial

import httpx

_TIMEOUT_S = 60

get = partial(httpx.get, timeout=_TIMEOUT_S)
post = partial(httpx.post, timeout=_TIMEOUT_S)
request = partial(httpx.request, timeout=_TIMEOUT_S)
