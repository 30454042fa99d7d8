"""Addresses of the pages. Nothing else writes a path; arguments may be Vars."""

from typing import Any
from urllib.parse import urlencode

HOME = "/"
CATEGORIES = "/categories"
FEATURED = "/products/featured"
SEARCH = "/products/search"
WISHLIST = "/wishlist"
FORGOT_PASSWORD = "/forgotpassword"  # noqa: S105 - a path
ACCOUNT = "/account"
USER_MESSAGES = "/user/messages"
USER_ENQUIRIES = "/user/enquiries"
SELLER_MESSAGES = "/seller/messages"
SELLER_DASHBOARD = "/seller/dashboard"
SELLER_PROFILE = "/seller/profile"
SELLER_ADS = "/seller/ads"
SELLER_ENQUIRIES = "/seller/enquiries"
POST_AD = "/seller/create/products"
ADMIN = "/admin"
ABOUT = "/about"
TERMS = "/terms"
PRIVACY = "/privacy"
SAFETY = "/safety"
CONTACT = "/contact"
SAMPLE = "/product/sample"


def category(category_id: Any) -> str:
    """A category with its ads."""
    return f"/category/{category_id}"


def listing(ad_type: Any) -> str:
    """All ads of a type: sell, rent or lease."""
    return f"/products/{ad_type}"


def ad(ad_id: Any) -> str:
    """One ad."""
    return f"/products/{ad_id}"


def edit_ad(ad_id: Any) -> str:
    """The form that changes an ad."""
    return f"/seller/edit/product/{ad_id}"


def seller(seller_id: Any) -> str:
    """A seller's public page."""
    return f"/sellers/{seller_id}"


def search(**params: str) -> str:
    """Search results; only what is set stands in the address."""
    query = urlencode({name: value for name, value in params.items() if value})
    return f"{SEARCH}?{query}" if query else SEARCH
