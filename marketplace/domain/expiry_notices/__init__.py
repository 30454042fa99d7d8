"""Notices that an ad or a wanted ad expires or has expired."""

from marketplace.domain.expiry_notices.service import send
