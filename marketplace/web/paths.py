"""Addresses of the pages. Nothing else writes a path; arguments may be Vars."""

from typing import Any
from urllib.parse import urlencode

HOME = "/"
CATEGORIES = "/categories"
FEATURED = "/products/featured"
SEARCH = "/products/search"
WISHLIST = "/wishlist"
NOTICES = "/notices"
SAVED_SEARCHES = "/savedsearches"
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
ADMIN_LOGIN = f"{ADMIN}/login"
ADMIN_QUEUE = f"{ADMIN}/queue"
ADMIN_ADS = f"{ADMIN}/ads"
ADMIN_REPORTS = f"{ADMIN}/reports"
ADMIN_ACCOUNTS = f"{ADMIN}/accounts"
ADMIN_CATEGORIES = f"{ADMIN}/categories"
ADMIN_TESTIMONIALS = f"{ADMIN}/testimonials"
ADMIN_AUDIT = f"{ADMIN}/audit"
ADMIN_MAIL = f"{ADMIN}/mail"
ADMIN_SECURITY = f"{ADMIN}/security"
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


def calendar(ad_id: Any) -> str:
    """The editor of an ad's calendar."""
    return f"{SELLER_ADS}/{ad_id}/calendar"


def seller(seller_id: Any) -> str:
    """A seller's public page."""
    return f"/sellers/{seller_id}"


def search(**params: str) -> str:
    """Search results; only what is set stands in the address."""
    return with_query(SEARCH, **params)


def with_query(path: str, **params: str) -> str:
    """A path with the parameters that are set."""
    query = urlencode({name: value for name, value in params.items() if value})
    return f"{path}?{query}" if query else path


def review(ad_id: Any) -> str:
    """The desk with one ad on it."""
    return f"{ADMIN_QUEUE}/{ad_id}"


def admin_category(category_id: Any) -> str:
    """The editor of a category's shelves."""
    return f"{ADMIN_CATEGORIES}/{category_id}"
