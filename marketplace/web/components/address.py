"""What the address in the browser says at this moment, before the server has heard of it."""

import reflex as rx

_PATH = rx.Var(
    _js_expr="addressPath",
    _var_type=str,
    _var_data=rx.vars.VarData(
        imports={"react-router": [rx.ImportVar(tag="useLocation")]},
        hooks={"const addressPath = useLocation().pathname": None},
    ),
).to(str)


def is_here(ident) -> rx.Var[bool]:
    """Whether the address leads to what has this id.

    A page whose address ends otherwise is drawn at once on a followed link, with what its State still holds of the page
    before; only what belongs to the address may be shown and acted on.
    """
    return (ident != "") & _PATH.contains(ident)
