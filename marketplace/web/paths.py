"""Paths of the pages. No other module writes a path; arguments may be Vars."""

from collections.abc import Iterable
from typing import Any
from urllib.parse import urlencode

HOME = "/"
CATEGORIES = "/categories"
FEATURED = "/products/featured"
SEARCH = "/products/search"
WISHLIST = "/wishlist"
COMPARE = "/compare"
NOTIFICATIONS = "/notices"
WAITING = "/waiting"
SAVED_SEARCHES = "/savedsearches"
FORGOT_PASSWORD = "/forgotpassword"  # noqa: S105 - a path
APPEAL = "/appeal"
STILL_AVAILABLE = "/still-available"
ACCOUNT = "/account"
USER_MESSAGES = "/user/messages"
USER_ENQUIRIES = "/user/enquiries"
USER_WANTED = "/user/wanted"
USER_PROFILE = "/user/profile"
# What the paths of all pages for sellers alone begin with.
OF_SELLERS = "/seller/"
SELLER_MESSAGES = "/seller/messages"
SELLER_DASHBOARD = "/seller/dashboard"
SELLER_PROFILE = "/seller/profile"
SELLER_ADS = "/seller/ads"
SELLER_ENQUIRIES = "/seller/enquiries"
SELLER_WANTED = "/seller/wanted"
POST_AD = "/seller/create/products"
ADMIN = "/admin"
ADMIN_LOGIN = f"{ADMIN}/login"
ADMIN_QUEUE = f"{ADMIN}/queue"
ADMIN_ADS = f"{ADMIN}/ads"
ADMIN_REPORTS = f"{ADMIN}/reports"
ADMIN_APPEALS = f"{ADMIN}/appeals"
ADMIN_GRIEVANCES = f"{ADMIN}/grievances"
ADMIN_REPLIES = f"{ADMIN}/replies"
ADMIN_RULES = f"{ADMIN}/rules"
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
GRIEVANCE = "/grievance"
TRANSPARENCY = "/transparency"
SAMPLE = "/product/sample"


def category(category_id: Any) -> str:
    """Return the path of a category page."""
    return f"/category/{category_id}"


def listing(ad_type: Any) -> str:
    """Return the path of the list of a type: sell, rent or lease."""
    return f"/products/{ad_type}"


def ad(ad_id: Any) -> str:
    """Return the path of an ad's page."""
    return f"/products/{ad_id}"


def compare(ad_ids: Iterable[str]) -> str:
    """Return the path of the page that shows these ads side by side."""
    return f"{COMPARE}?ads={','.join(ad_ids)}"


def edit_ad(ad_id: Any) -> str:
    """Return the path of the form that edits an ad."""
    return f"/seller/edit/product/{ad_id}"


def copy_ad(ad_id: Any) -> str:
    """Return the address of the form that posts a new ad, filled with a copy of another."""
    return f"{POST_AD}?copy={ad_id}"


def calendar(ad_id: Any) -> str:
    """Return the path of an ad's calendar editor."""
    return f"{SELLER_ADS}/{ad_id}/calendar"


def deal(deal_id: Any) -> str:
    """Return the path of a deal's page."""
    return f"/deals/{deal_id}"


def rental(enquiry_id: Any) -> str:
    """Return the path of the page of a rental: its handovers and condition record."""
    return f"/rentals/{enquiry_id}"


def reviews_of_rental(enquiry_id: Any) -> str:
    """Return the path of the reviews of a rental. Those of a deal are on its page."""
    return f"/reviews/{enquiry_id}"


def seller(seller_id: Any) -> str:
    """Return the path of a seller's public page."""
    return f"/sellers/{seller_id}"


def search(**params: str) -> str:
    """Return the path of search results, with the parameters that are not empty."""
    return with_query(SEARCH, **params)


def with_query(path: str, **params: str) -> str:
    """Return a path with the parameters that are not empty."""
    query = urlencode({name: value for name, value in params.items() if value})
    return f"{path}?{query}" if query else path


def review(ad_id: Any) -> str:
    """Return the path of an ad's review page."""
    return f"{ADMIN_QUEUE}/{ad_id}"


def admin_account(account_id: Any) -> str:
    """Return the path of the page of an account for moderators."""
    return f"{ADMIN_ACCOUNTS}/{account_id}"


def admin_category(category_id: Any) -> str:
    """Return the path of the editor of a category's subcategories."""
    return f"{ADMIN_CATEGORIES}/{category_id}"
