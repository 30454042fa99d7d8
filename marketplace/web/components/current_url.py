"""Vars with the URL in the browser, which may be newer than the one that the server knows."""

from functools import reduce
from operator import or_

import reflex as rx

from marketplace.web import paths


def _said(name: str, hook: str) -> rx.vars.StringVar:
    return rx.Var(
        _js_expr=name,
        _var_type=str,
        _var_data=rx.vars.VarData(
            imports={"react-router": [rx.ImportVar(tag="useLocation")]},
            hooks={"const addressNow = useLocation()": None, hook: None},
        ),
    ).to(str)


_PATH = _said("addressPath", "const addressPath = addressNow.pathname")
_WHOLE = _said("addressWhole", "const addressWhole = addressNow.pathname + addressNow.search")


_QUERY = "new URLSearchParams(addressNow.search)"


def url_param(name: str) -> rx.vars.StringVar:
    """Return a query parameter of the URL; of several values the last; empty if it is missing."""
    var = f"address_{name}"
    return _said(var, f'const {var} = {_QUERY}.getAll("{name}").at(-1) ?? ""')


def url_has_id(ident) -> rx.Var[bool]:
    """Return whether the path contains this id.

    After a client-side navigation, a page first renders with the State of the previous page. Components use this to hide
    data that belongs to another URL.
    """
    return (ident != "") & _PATH.contains(ident)


def is_current_path(path) -> rx.Var[bool]:
    """Return whether the browser shows the page of this path."""
    return path == _PATH


def is_market_page() -> rx.Var[bool]:
    """Return whether the browser shows categories, a list of ads, an ad or a seller."""
    return path_starts(paths.CATEGORIES, paths.category(""), paths.ad(""), paths.seller(""))


def is_admin_page() -> rx.Var[bool]:
    """Return whether the browser shows a page of the administration other than that of the own account."""
    return path_starts(paths.ADMIN) & ~is_current_path(paths.ADMIN_SECURITY)


def path_starts(*starts: str) -> rx.Var[bool]:
    """Return whether the path in the browser begins with one of these."""
    return reduce(or_, map(_PATH.startswith, starts))


def is_current_url(address: rx.vars.StringVar) -> rx.Var[bool]:
    """Return whether `address` is the path and query in the browser; if not, newer data is on its way."""
    return address == _WHOLE
