"""What the address in the browser says at this moment, before the server has heard of it."""

import reflex as rx


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


def is_here(ident) -> rx.Var[bool]:
    """Whether the address leads to what has this id.

    A page whose address ends otherwise is drawn at once on a followed link, with what its State still holds of the page
    before; only what belongs to the address may be shown and acted on.
    """
    return (ident != "") & _PATH.contains(ident)


def answers_here(address: rx.vars.StringVar) -> rx.Var[bool]:
    """Whether this is the whole address in the browser, path and query: what answers another one is about to be replaced."""
    return address == _WHOLE
