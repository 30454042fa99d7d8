"""Keeps public answers ready to be sent, for as long as what the public sees does not change.

A door says of an answer that it may be kept (`keep`); around everything else stands `Ready`, which compresses it once,
gives it an ETag, and sends it again to whoever asks for the same address while the edition is the same.
"""

from marketplace.ready.answers import accepts_gzip
from marketplace.ready.fixed import Fixed
from marketplace.ready.layer import Ready
from marketplace.ready.marks import keep

__all__ = ["Fixed", "Ready", "accepts_gzip", "keep"]
