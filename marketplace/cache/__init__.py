"""HTTP response cache for public GET responses, valid until public data changes.

A handler marks its response as cacheable with `allow_caching`. `ResponseCache`, the outer middleware, then compresses the
response once, gives it an ETag, and sends it again to later requests for the same URL while the cache generation
(`marketplace.db.generation`) is unchanged.
"""

from marketplace.cache.middleware import ResponseCache
from marketplace.cache.policy import allow_caching, is_public
from marketplace.cache.static import StaticResponse
