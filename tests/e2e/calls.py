"""HTTP calls to a test server, with retries for busy machines."""

from functools import partial

import httpx

_PATIENCE_S = 60

get = partial(httpx.get, timeout=_PATIENCE_S)
post = partial(httpx.post, timeout=_PATIENCE_S)
request = partial(httpx.request, timeout=_PATIENCE_S)
